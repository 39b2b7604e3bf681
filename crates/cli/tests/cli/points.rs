//! `--from`, `--through`, `--to`: what names stand for. On the example design, whose paths are filtered by hand.

use std::collections::BTreeMap;
use std::process::Output;
use std::sync::OnceLock;

use expect_test::{Expect, expect};

use crate::report::{PULSE, pulse};
use crate::tiny;

/// A path as it is listed.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
struct Listed {
    slack: f64,
    /// Pins, each with `^` or `v`, from the start to the end.
    pins: Vec<String>,
}

impl Listed {
    fn start(&self) -> &str {
        pin(&self.pins[0])
    }

    fn end(&self) -> &str {
        pin(&self.pins[self.pins.len() - 1])
    }

    /// Whether it passes pins, one after the other.
    fn passes(&self, all: &[&dyn Fn(&str) -> bool]) -> bool {
        let mut pins = self.pins.iter();
        all.iter().all(|is_next| pins.any(|pin| is_next(pin)))
    }
}

fn pin(with_mark: &str) -> &str {
    &with_mark[..with_mark.len() - 1]
}

fn run(arguments: &str) -> Output {
    tiny::run(&pulse(), &[&PULSE[..], &arguments.split_whitespace().collect::<Vec<_>>()].concat())
}

/// The paths that are written to a file under some arguments.
fn listed(arguments: &str) -> Vec<Listed> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("paths.txt");
    let output = run(&format!("{arguments} --paths-out {}", file.display()));
    assert_eq!(tiny::said(&output), "exit 0\n", "{arguments}");
    let text = std::fs::read_to_string(file).unwrap();
    let path = |text: &str| {
        let mut lines = text.lines();
        let slack = lines.next().unwrap().split(" slack ").nth(1).unwrap().split(' ').next().unwrap();
        let pins = lines.map(|line| {
            let [_, mark, pin] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            format!("{pin}{mark}")
        });
        Listed { slack: slack.parse().unwrap(), pins: pins.collect() }
    };
    text.split("\n\n").filter(|text| !text.is_empty()).map(path).collect()
}

const LATE: &str = "--split late --slack-less-than 200 --max-paths 100000";
const EARLY: &str = "--split early --slack-less-than 300 --max-paths 100000";

fn all(arguments: &'static str) -> &'static [Listed] {
    static ALL: [OnceLock<Vec<Listed>>; 2] = [const { OnceLock::new() }; 2];
    ALL[usize::from(arguments == LATE)].get_or_init(|| listed(arguments))
}

fn sorted(mut paths: Vec<Listed>) -> Vec<Listed> {
    paths.sort_by(|a, b| a.partial_cmp(b).unwrap());
    paths
}

/// Compares the paths under constraints with those of all that are wanted, some of them at least.
fn check(split: &'static str, constraints: &str, is_wanted: impl Fn(&Listed) -> bool) {
    let found = listed(&format!("{split} {constraints}"));
    assert!(found.is_sorted_by(|a, b| a.slack <= b.slack), "{constraints}");
    let expected: Vec<Listed> = all(split).iter().filter(|path| is_wanted(path)).cloned().collect();
    assert!(!expected.is_empty(), "{constraints}");
    assert_eq!(found.len(), expected.len(), "{constraints}");
    assert!(sorted(found) == sorted(expected), "{constraints}");
}

fn check_none(split: &'static str, constraints: &str) {
    assert_eq!(listed(&format!("{split} {constraints}")), [], "{constraints}");
}

#[test]
fn where_paths_start() {
    check(LATE, "--from x_reg[0]", |path| path.start() == "x_reg[0]/CK");
    check(LATE, "--from keep_reg/CK", |path| path.start() == "keep_reg/CK");
    check(LATE, "--from x_reg[*]", |path| path.start().starts_with("x_reg["));
    check(LATE, "--from u_noise/state_reg[1?]/CK", |path| path.start().starts_with("u_noise/state_reg[1"));
    check(LATE, "--from x_reg[0] keep_reg --from x_reg[1]/CK", |path| {
        ["x_reg[0]/CK", "keep_reg/CK", "x_reg[1]/CK"].contains(&path.start())
    });
    check(EARLY, "--from sample[3]", |path| path.start() == "sample[3]");
    check(EARLY, "--from sample", |path| path.start().starts_with("sample["));
    check(EARLY, "--from sample*", |path| path.start().starts_with("sample["));
    check(EARLY, "--rise-from sample", |path| {
        path.start().starts_with("sample[") && path.pins[0].ends_with('^')
    });
    check(EARLY, "--fall-from sample --rise-from run", |path| {
        path.pins[0] == "run^" || path.start().starts_with("sample[") && path.pins[0].ends_with('v')
    });
}

/// All that a clock launches: registers, and ports with its delay. All here do so as it rises.
#[test]
fn clocks() {
    for option in ["--from", "--rise-from", "--to", "--rise-to"] {
        check(LATE, &format!("{option} clk"), |_| true);
    }
    check(EARLY, "--from clk", |path| path.start() != "rst_n");
    check(EARLY, "--from c*k --to clk", |path| path.start() != "rst_n");
    check_none(EARLY, "--fall-from clk");
}

#[test]
fn where_paths_end() {
    check(LATE, "--to u_mac/p_reg[13]", |path| path.end() == "u_mac/p_reg[13]/D");
    check(LATE, "--to u_mac/p_reg[13]/D", |path| path.end() == "u_mac/p_reg[13]/D");
    check(LATE, "--fall-to u_mac/p_reg[13]", |path| path.pins.last().unwrap() == "u_mac/p_reg[13]/Dv");
    check(LATE, "--to u_mac/acc_reg[*]/D", |path| path.end().starts_with("u_mac/acc_reg["));
    check(EARLY, "--to sum[7]", |path| path.end() == "sum[7]");
    check(EARLY, "--to sum", |path| path.end().starts_with("sum["));
    check(EARLY, "--rise-to valid hit --fall-to sum[?]", |path| {
        let end = path.pins.last().unwrap();
        ["valid^", "hit^"].contains(&&end[..])
            || end.starts_with("sum[") && end.ends_with("]v") && end.len() == 7
    });
    check(EARLY, "--from cnt_reg[*] --to cnt_reg[2]", |path| {
        path.start().starts_with("cnt_reg") && path.end() == "cnt_reg[2]/D"
    });
}

#[test]
fn what_paths_pass() {
    let add_7 = |pin: &str| pin.starts_with("u_mac/add_7/");
    let out = |pin: &str| pin.starts_with("u_mac/add_9/CO");
    check(LATE, "--through u_mac/add_7", |path| path.passes(&[&add_7]));
    check(LATE, "--through u_mac/add_9/CO", |path| path.passes(&[&out]));
    check(LATE, "--rise-through u_mac/add_9/CO", |path| path.passes(&[&|pin| pin == "u_mac/add_9/CO^"]));
    check(LATE, "--fall-through u_mac/add_9/CO", |path| path.passes(&[&|pin| pin == "u_mac/add_9/COv"]));
    check(LATE, "--through u_mac/add_1?/CI", |path| {
        path.passes(&[&|pin| pin.starts_with("u_mac/add_1") && pin.contains("/CI")])
    });
    check(LATE, "--through u_mac/add_7 u_mac/add_8", |path| {
        path.passes(&[&|pin| pin.starts_with("u_mac/add_7/") || pin.starts_with("u_mac/add_8/")])
    });
    check(EARLY, "--through sample[2]", |path| {
        path.passes(&[&|pin| pin == "sample[2]^" || pin == "sample[2]v"])
    });
    // The net of a register's output.
    check(EARLY, "--through run_q", |path| path.passes(&[&|pin| pin.starts_with("run_reg/Q")]));
    check(EARLY, "--rise-through run_q", |path| path.passes(&[&|pin| pin == "run_reg/Q^"]));
    check(EARLY, "--through x[*]", |path| {
        path.passes(&[&|pin| pin.starts_with("x_reg[") && pin.contains("/Q")])
    });
    // The clock pin that launches is the first of a path.
    check(LATE, "--through keep_reg/CK", |path| path.start() == "keep_reg/CK");
}

/// Sets are passed in the order in which they are said, whatever their kinds, each at another pin.
#[test]
fn one_set_after_the_other() {
    let add = |number: u8| move |pin: &str| pin.starts_with(&format!("u_mac/add_{number}/"));
    let both = "--through u_mac/add_7 --through u_mac/add_9";
    check(LATE, both, |path| path.passes(&[&add(7), &add(9)]));
    check_none(LATE, "--through u_mac/add_9 --through u_mac/add_7");
    let all = "--rise-through u_mac/add_7 --through u_mac/add_8/CO --fall-through u_mac/add_14/S";
    check(LATE, all, |path| {
        let rises = |pin: &str| add(7)(pin) && pin.ends_with('^');
        path.passes(&[&rises, &|pin| pin.starts_with("u_mac/add_8/CO"), &|pin| pin == "u_mac/add_14/Sv"])
    });
    check_none(LATE, "--fall-through u_mac/add_14/S --rise-through u_mac/add_7");
    check_none(LATE, "--through u_mac/add_8/CO --rise-through u_mac/add_7/CO");
    // A path passes two pins of a cell.
    let twice = "--through u_mac/add_7 --through u_mac/add_7";
    check(LATE, twice, |path| path.passes(&[&add(7), &add(7)]));
    check_none(LATE, "--through u_mac/add_7 --through u_mac/add_7 --through u_mac/add_7");
    let from_to =
        "--from x_reg[*] --through u_mac/add_8 u_mac/add_9 --through u_mac/add_1? --to u_mac/p_reg[14]";
    check(LATE, from_to, |path| {
        let first = |pin: &str| add(8)(pin) || add(9)(pin);
        path.start().starts_with("x_reg[")
            && path.end() == "u_mac/p_reg[14]/D"
            && path
                .passes(&[&first, &|pin| pin.starts_with("u_mac/add_1") && !pin.starts_with("u_mac/add_1/")])
    });
}

/// Slacks of a report's listing, with their ends.
fn reported(arguments: &str) -> Vec<(String, f64)> {
    let output = run(arguments);
    assert_eq!(tiny::said(&output), "exit 0\n", "{arguments}");
    let text = String::from_utf8(output.stdout).unwrap();
    let ends = text.lines().filter_map(|line| line.strip_prefix("Endpoint: ")?.split(' ').next());
    let slacks = text.lines().filter(|line| line.contains("slack ("));
    let slacks = slacks.map(|line| line.split_whitespace().next().unwrap().parse().unwrap());
    ends.map(str::to_string).zip(slacks).collect()
}

/// Options say which of the constrained paths are listed, with CPPR and without.
#[test]
fn with_other_options() {
    let constraints = "--split late --from x_reg[*] --through u_mac/add_9/CO";
    for cppr in ["--cppr on", "--cppr off"] {
        let some = format!("{constraints} {cppr} --slack-less-than 100 --max-paths");
        let paths = listed(&format!("{some} 100000"));
        assert!(paths.len() > 100, "{}", paths.len());
        let (mut counts, mut expected) = (BTreeMap::new(), Vec::new());
        for path in &paths {
            let count = counts.entry(path.end()).or_insert(0);
            *count += 1;
            if *count <= 2 {
                expected.push((pin(path.end()), path.slack));
            }
        }
        let found = reported(&format!("{some} 7 --nworst 2"));
        let slacks = |paths: &[(String, f64)]| paths.iter().map(|path| path.1).collect::<Vec<_>>();
        assert_eq!(slacks(&found), expected.iter().map(|path| path.1).take(7).collect::<Vec<_>>());
        assert_eq!(reported(&format!("{some} 7")).len(), 7);
        let worst_only = reported(&format!("{some} 100 --max-deviations 0"));
        assert!(worst_only.len() < 20 && worst_only[0].1 == paths[0].slack, "{worst_only:?}");
        // One clock captures at the register and at the ports; the other group is that of the reset.
        let groups = format!("--split early --to x_reg[2] sum dump_reg[17] {cppr} --max-paths 1");
        assert_eq!(reported(&groups).len(), 1);
        assert_eq!(reported(&format!("{groups} --per-group")).len(), 2);
    }
}

#[test]
fn names_that_no_path_has() {
    let check = |arguments: &str, expected: Expect| expected.assert_eq(&tiny::said(&run(arguments)));
    check(
        "--from x_reg",
        expect![[r#"
            error[PATH-001]: no pin (cell/pin), port, cell, instance or clock is called 'x_reg'; * stands for any text, ? for a character
            exit 1
        "#]],
    );
    check(
        "--from nothing --through u_mac clk_? --to x_reg[9]/*",
        expect![[r#"
            error[PATH-001]: no pin (cell/pin), port, cell, instance or clock is called 'nothing'; * stands for any text, ? for a character
            error[PATH-001]: no pin (cell/pin), port, cell, instance or net is called 'clk_?'; * stands for any text, ? for a character
            error[PATH-001]: no pin (cell/pin), port, cell, instance or clock is called 'x_reg[9]/*'; * stands for any text, ? for a character
            exit 1
        "#]],
    );
    check(
        "--from x_reg[0]/Q",
        expect![[r#"
            error[PATH-002]: 'x_reg[0]/Q': no path starts there: that is at a register (its clock pin, a latch's data pin), an input port with an arrival, a clock
            exit 1
        "#]],
    );
    check(
        "--fall-from x_reg[0]",
        expect![[r#"
            error[PATH-002]: 'x_reg[0]': no path starts there: that is at a register (its clock pin, a latch's data pin), an input port with an arrival, a clock
            exit 1
        "#]],
    );
    check(
        "--fall-to clk",
        expect![[r#"
        error[PATH-002]: 'clk': no path ends there: that is at a register (its data pin), an output port with a required time, a clock that captures
        exit 1
    "#]],
    );
    check(
        "--from valid",
        expect![[r#"
            error[PATH-002]: 'valid': no path starts there: that is at a register (its clock pin, a latch's data pin), an input port with an arrival, a clock
            exit 1
        "#]],
    );
    check(
        "--to sample u_mac/add_7 clk_nothing",
        expect![[r#"
            error[PATH-002]: 'sample': no path ends there: that is at a register (its data pin), an output port with a required time, a clock that captures
            error[PATH-002]: 'u_mac/add_7': no path ends there: that is at a register (its data pin), an output port with a required time, a clock that captures
            error[PATH-001]: no pin (cell/pin), port, cell, instance or clock is called 'clk_nothing'; * stands for any text, ? for a character
            exit 1
        "#]],
    );
    check(
        "--to x_reg[0]/CK",
        expect![[r#"
        error[PATH-002]: 'x_reg[0]/CK': no path ends there: that is at a register (its data pin), an output port with a required time, a clock that captures
        exit 1
    "#]],
    );
    check(
        "--through clk --from u_noise/?",
        expect![[r#"
            error[PATH-001]: no pin (cell/pin), port, cell, instance or clock is called 'u_noise/?'; * stands for any text, ? for a character
            exit 1
        "#]],
    );
    check(
        "--from",
        expect![[r#"
        error: a value is required for '--from <NAME>...' but none was supplied

        For more information, try '--help'.
        exit 2
    "#]],
    );
}

#[test]
fn no_such_path_is_said() {
    let none = "\n\nNo path passes what is asked for.\n";
    let text = |arguments: &str| String::from_utf8(run(arguments).stdout).unwrap();
    assert!(text("--from peek --through level[0]").ends_with(none));
    assert!(!text("--from peek").contains("No path"));
    assert!(!text("--from peek --through level[0] --max-paths 0").contains("No path"));
}
