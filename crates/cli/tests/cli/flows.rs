//! A step of sign-off as flows start it: `zeroslack -no_splash -exit SCRIPT`, a process for each corner, whose variables of the environment name the files.

use std::process::Output;

use zeroslack::units::{Split, ps};
use zeroslack_shell::Shell;

#[path = "../../../shell/tests/shell/flows/read.rs"]
#[expect(dead_code, reason = "the tests of the shell use the rest")]
mod read;

/// Where the scripts are, and the example design.
const FLOWS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shell/tests/shell/flows");
const PULSE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/pulse");

fn environment(corner: &str) -> Vec<(&'static str, String)> {
    vec![
        ("LOAD", format!("{FLOWS}/load.tcl")),
        ("DESIGN", "pulse".to_owned()),
        ("CORNER", corner.to_owned()),
        ("LIBS", format!("{{}} {PULSE}/pulse_{corner}.lib")),
        ("NETLISTS", format!("{PULSE}/pulse.v")),
        ("SPEFS", format!("pulse {PULSE}/pulse.spef")),
        ("SDC", format!("{FLOWS}/design.sdc")),
        ("CLOCK_PERIOD", "1.12".to_owned()),
        ("IO_PCT", "0.2".to_owned()),
        ("OUTPUT_CAP_LOAD", "8".to_owned()),
    ]
}

fn start(environment: Vec<(&str, String)>) -> Output {
    let mut command = crate::program();
    command.args(["-no_splash", "-exit", &format!("{FLOWS}/signoff.tcl")]).envs(environment);
    command.output().unwrap()
}

/// The design of a corner in this process.
fn loaded(corner: &str) -> Shell {
    let mut shell = Shell::new();
    for (name, value) in environment(corner) {
        shell.run(&format!("set ::env({name}) {{{value}}}")).unwrap();
    }
    shell.run("source $::env(LOAD)").unwrap();
    shell
}

#[test]
fn each_corner_is_a_process_whose_metrics_are_the_answers_of_the_library() {
    for corner in ["fast", "slow"] {
        let output = start(environment(corner));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        let step = read::Step::read(&String::from_utf8_lossy(&output.stdout));
        let mut shell = loaded(corner);
        let session = shell.session().unwrap();
        session.update().unwrap();
        for (split, check) in [(Split::Early, "hold"), (Split::Late, "setup")] {
            let sum = session.timed().unwrap().slack_sum(split, None);
            let worst = ps(sum.worst_slack.unwrap()) / 1e3;
            let printed = step.times[&format!("timing__{check}__ws__corner:{corner}")];
            assert!((printed - worst).abs() < 1e-6, "{corner}, {check}: {printed} instead of {worst}");
            assert_eq!(step.counts[&format!("timing__{check}_vio__count__corner:{corner}")], sum.failing);
        }
        assert!(step.reports.contains_key("max.rpt") && step.reports.contains_key("later.rpt"));
    }
}

#[test]
fn a_step_that_fails_says_so_by_its_status_and_has_no_metrics() {
    let mut environment = environment("slow");
    environment.retain(|(name, _)| *name != "NETLISTS");
    let output = start(environment);
    assert_eq!(output.status.code(), Some(1));
    let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!out.contains("%OL_"), "{out}");
    assert!(said.contains("env(NETLISTS)") && said.contains("load.tcl"), "{said}");
}

#[test]
fn constraints_that_are_not_applied_are_said_at_the_end_of_their_file() {
    let mut environment = environment("slow");
    environment.retain(|(name, _)| *name != "CLOCK_PERIOD");
    let output = start(environment);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("not applied: can't read \"::env(CLOCK_PERIOD)\""), "{said}");
    assert!(said.contains("design.sdc:") && said.contains(" constraints were not applied"), "{said}");
}
