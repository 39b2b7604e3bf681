//! `zeroslack report --sdc` of files that are Tcl.

use std::path::Path;
use std::process::Output;

use expect_test::{Expect, expect};

use crate::tiny;

fn run_with(constraints: &str, more: &[&str]) -> Output {
    let folder = tiny::folder();
    std::fs::write(folder.path().join("tiny.sdc"), constraints).unwrap();
    run_in(folder.path(), more)
}

fn run_in(folder: &Path, more: &[&str]) -> Output {
    tiny::run(folder, &[&["report"], &tiny::ARGUMENTS[..], more].concat())
}

fn report(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A file of plain constraints, and the same as a script.
fn as_script(plain: &str) -> String {
    format!("if {{1}} {{}}\n{plain}")
}

/// The report is the same, however a plain file is read.
#[track_caller]
fn check_both_ways(plain: &str) {
    for more in [&["--json"][..], &["--max-paths", "5"]] {
        let (direct, by_shell) = (run_with(plain, more), run_with(&as_script(plain), more));
        assert_eq!(tiny::said(&direct), "exit 0\n", "{plain}");
        assert_eq!(tiny::said(&by_shell), "exit 0\n", "{plain}");
        assert_eq!(report(&by_shell), report(&direct), "{plain}");
    }
}

#[test]
fn a_plain_file_gives_the_same_report_both_ways() {
    check_both_ways(tiny::file("tiny.sdc"));
    check_both_ways(
        "set_units -time ns -capacitance pF\ncreate_clock -name c -period 0.4 [get_ports clk]\nset_load 0.003 [get_ports out]\nset_output_delay -clock c 0.02 [all_outputs]\n",
    );
    check_both_ways(
        "set period 0.5\ncreate_clock -name v -period $period\ncreate_clock -name c -period $period -waveform {0.1 0.3} clk\nset_clock_latency -source -late 0.05 [all_clocks]\nset_input_delay 0.1 -clock v [all_inputs]\nset_input_delay 0.2 -max -clock c -clock_fall -add_delay in[0]\nset_output_delay 0.1 -clock v out\n",
    );
    check_both_ways(
        "current_design tiny\ncreate_clock -period 1 clk\nset_propagated_clock [get_clocks *]\nset_input_transition -rise -min 0.01 in*\nset_load -pin_load -max 0.002 [list out]\n",
    );
    check_both_ways("");
}

#[test]
fn the_example_gives_the_same_report_both_ways() {
    let example = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pulse").join(name);
    let folder = tempfile::tempdir().unwrap();
    for name in ["pulse_fast.lib", "pulse_slow.lib", "pulse.v", "pulse.spef", "pulse.sdc"] {
        std::fs::copy(example(name), folder.path().join(name)).unwrap();
    }
    let plain = std::fs::read_to_string(example("pulse.sdc")).unwrap();
    std::fs::write(folder.path().join("script.sdc"), as_script(&plain)).unwrap();
    let run = |sdc: &str| {
        let words = [
            "report",
            "--liberty-early",
            "pulse_fast.lib",
            "--liberty-late",
            "pulse_slow.lib",
            "--verilog",
            "pulse.v",
            "--spef",
            "pulse.spef",
            "--json",
            "--max-paths",
            "10",
            "--sdc",
            sdc,
        ];
        tiny::run(folder.path(), &words)
    };
    let (direct, by_shell) = (run("pulse.sdc"), run("script.sdc"));
    assert_eq!(tiny::said(&by_shell), "exit 0\n");
    assert_eq!(by_shell.stdout, direct.stdout);
}

/// Tcl gives what the plain commands give that it comes to.
#[track_caller]
fn check_same(script: &str, plain: &str) {
    let (script, plain) = (run_with(script, &["--json"]), run_with(plain, &["--json"]));
    assert_eq!(tiny::said(&script), "exit 0\n");
    assert_eq!(report(&script), report(&plain));
}

#[test]
fn scripts_are_run() {
    let plain = "create_clock -name clk -period 0.4 [get_ports clk]\nset_input_delay 0.08 -clock clk [get_ports {in[0] in[1]}]\n";
    check_same(
        "set p 0.4\ncreate_clock -name clk -period $p [get_ports clk]\nset_input_delay [expr {$p * 0.2}] -clock clk [get_ports in*]\n",
        plain,
    );
    check_same(
        "create_clock -name clk -period 0.4 clk\nforeach i {0 1} {set_input_delay 0.08 -clock clk in[$i]}\n",
        plain,
    );
    // The Tcl begins behind what is looked at first.
    let long =
        format!("{}{plain}foreach x {{}} {{}}\n", "# a long comment that fills the file\n".repeat(4000));
    check_same(&long, plain);
    // Commands that only the shell has.
    check_same(
        "create_clock -name clk -period 0.4 [get_ports -filter {name == clk}]\nset_input_delay 0.08 -clock clk [all_inputs -no_clocks]\n",
        plain,
    );
    check_same(
        "create_clock -name clk -period 0.4 [get_port clk]\nset_input_delay 0.08 -clock clk [get_ports in*]\n",
        plain,
    );
}

#[test]
fn what_a_script_prints_is_not_in_the_report() {
    let output =
        run_with(&format!("puts hello\nif 1 {{puts there}}\n{}", tiny::file("tiny.sdc")), &["--json"]);
    assert_eq!(tiny::said(&output), "hello\nthere\nexit 0\n");
    assert!(output.stdout.starts_with(b"{"));
}

#[track_caller]
fn check(constraints: &str, more: &[&str], expected: Expect) {
    expected.assert_eq(&tiny::said(&run_with(constraints, more)));
}

#[test]
fn what_scripts_warn_of_has_its_place() {
    let not_applied = "if 1 {\n  set_voltage -to out\n}\nset_load 1 [get_ports {out gone}]\nset_input_delay 1 -clock lost [get_ports in*]\nset_max_area 3\n";
    let constraints = format!("{}{not_applied}", tiny::file("tiny.sdc"));
    check(
        &constraints,
        &[],
        expect![[r#"
            error[SDC-001]: not applied: set_voltage is not applied yet: times are those without it (in 'set_voltage -to out')
             --> tiny.sdc:8:1
              |
            8 | if 1 {
              | ^^^^^^
            warning[SDC-003]: there is no port 'gone'
              --> tiny.sdc:11:1
               |
            11 | set_load 1 [get_ports {out gone}]
               | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: there is no clock 'lost'
              --> tiny.sdc:12:1
               |
            12 | set_input_delay 1 -clock lost [get_ports in*]
               | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            warning[SDC-004]: the largest area is kept, and not checked: no time depends on it
              --> tiny.sdc:13:1
               |
            13 | set_max_area 3
               | ^^^^^^^^^^^^^^
            2 of 11 constraints were not applied
            exit 0
        "#]],
    );
    check(
        &constraints,
        &["--strict"],
        expect![[r#"
            error[SDC-001]: not applied: set_voltage is not applied yet: times are those without it (in 'set_voltage -to out')
             --> tiny.sdc:8:1
              |
            8 | if 1 {
              | ^^^^^^
            warning[SDC-003]: there is no port 'gone'
              --> tiny.sdc:11:1
               |
            11 | set_load 1 [get_ports {out gone}]
               | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: there is no clock 'lost'
              --> tiny.sdc:12:1
               |
            12 | set_input_delay 1 -clock lost [get_ports in*]
               | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            warning[SDC-004]: the largest area is kept, and not checked: no time depends on it
              --> tiny.sdc:13:1
               |
            13 | set_max_area 3
               | ^^^^^^^^^^^^^^
            error[FILE-010]: not applied, which strict reading refuses: 1 of 'set_voltage' (tiny.sdc:8)
            error[FILE-010]: not applied, which strict reading refuses: 1 of 'set_input_delay' (tiny.sdc:12)
            error[FILE-010]: names are of nothing (SDC-003), which strict reading refuses
            2 of 11 constraints were not applied
            exit 1
        "#]],
    );
    let json = report(&run_with(&constraints, &["--json"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    expect![[r#"[{"what":"set_voltage","count":1,"places":[{"file":"tiny.sdc","line":8}]},{"what":"set_input_delay","count":1,"places":[{"file":"tiny.sdc","line":12}]}]"#]].assert_eq(&json["not_applied"].to_string());
}

#[test]
fn errors_of_scripts_name_file_and_line() {
    check(
        "if 1 {}\ncreate_clock -period x clk\n",
        &[],
        expect![[r#"
            error[SDC-001]: not applied: create_clock: 'x' is no number; 'create_clock -help' says how it is used
             --> tiny.sdc:2:1
              |
            2 | create_clock -period x clk
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^
            1 of 1 constraint was not applied
            exit 0
        "#]],
    );
    check(
        "if 1 {\n",
        &[],
        expect![[r#"
            error[SDC-005]: the file is not read from here on: missing close-brace
             --> tiny.sdc:1:1
              |
            1 | if 1 {
              | ^^^^^^
            1 of 1 constraint was not applied
            exit 0
        "#]],
    );
    check(
        "foreach x {a} {\n  set_lode $x\n}\n",
        &[],
        expect![[r#"
            error[SDC-001]: not applied: invalid command name "set_lode": did you mean set_load? (in 'set_lode $x')
             --> tiny.sdc:1:1
              |
            1 | foreach x {a} {
              | ^^^^^^^^^^^^^^^
            1 of 1 constraint was not applied
            exit 0
        "#]],
    );
}

#[test]
fn an_exception_that_matches_no_path_is_said() {
    let constraints = format!("{}set_false_path -from ff0/D -to ff1/Q\n", tiny::file("tiny.sdc"));
    let said = tiny::said(&run_with(&constraints, &[]));
    assert!(
        said.contains(
            "warning[GRAPH-012]: set_false_path matches no path: nothing that -from names is a startpoint: 'ff0/D'; expected clock pins of registers"
        ),
        "{said}"
    );
    assert!(said.contains("nothing that -to names is an endpoint: 'ff1/Q'"), "{said}");
    assert!(said.ends_with("exit 0\n"), "{said}");
}

#[test]
fn generated_clocks_without_a_master_or_its_latency_are_said() {
    let constraints = format!(
        "{}create_generated_clock -name idle -source [get_ports {{in[0]}}] -divide_by 2 [get_pins last/A]
        create_generated_clock -name half -source [get_ports clk] -divide_by 2 [get_ports {{in[1]}}]
        create_clock -name inner -period 1 [get_pins u/one/A]
        create_generated_clock -name other -source [get_pins u/one/Y] -divide_by 2 [get_pins u/two/Y]
        set_max_delay 1 -to [get_pins u/one/Y]\n",
        tiny::file("tiny.sdc")
    );
    let said = tiny::said(&run_with(&constraints, &[]));
    let expected = [
        "generated clock 'idle' does not count until a clock comes to its -source",
        "warning[GRAPH-014]: generated clock 'idle' does not count: no clock comes to its -source, nor is its master stated; expected a clock there, or -master_clock",
        "warning[GRAPH-015]: generated clock 'half' has only what is stated of latency before its master's source: nothing of its master 'clk' comes to where it starts; expected a way there, or set_clock_latency -source",
        "warning[GRAPH-016]: generated clock 'other': its master 'inner' comes to -source 'u/one/Y' inverted, and its edges are counted from the master's own; expected a -source where it is not inverted, with -invert or -edges if the other edges are meant",
        "warning[GRAPH-012]: set_max_delay matches no path: nothing that -to names is an endpoint: 'u/one/Y'; expected data pins of registers, output ports with a required time, cells that have such pins, clocks; a limit of the whole paths that pass these is stated with -through in place of -to",
    ];
    for expected in expected {
        assert!(said.contains(expected), "{expected} is not in\n{said}");
    }
    assert!(said.ends_with("exit 0\n"), "{said}");
}

/// What a file says of CPPR counts unless an option says otherwise.
#[test]
fn constraints_turn_cppr_off() {
    let plain = "create_clock -period 400 [get_ports clk]\nset_propagated_clock clk\n";
    let off = format!("set sta_crpr_enabled 0\n{plain}");
    let report = |text: &str, more: &[&str]| report(&run_with(text, &[&["--json"][..], more].concat()));
    let (with, without) = (report(plain, &[]), report(plain, &["--cppr", "off"]));
    assert_ne!(with, without);
    assert_eq!(report(&off, &[]), without);
    assert_eq!(report(&off, &["--cppr", "on"]), with);
}

/// Variables say at first what options say, and options count before what a file sets.
#[test]
fn options_count_before_variables() {
    let asks = "if {$sta_crpr_enabled || $sta_crpr_mode ne {same_transition} || !$sta_preset_clear_arcs_enabled} {error other}\n";
    let options = ["--cppr", "off", "--common-point", "same-transition", "--set-clear-arcs", "on"];
    let plain = "create_clock -period 400 [get_ports clk]\n";
    let report = |text: &str| report(&run_with(text, &[&["--json"][..], &options].concat()));
    let expected = report(plain);
    assert_eq!(report(&format!("{asks}{plain}")), expected);
    let others = "set sta_crpr_enabled 1; set sta_crpr_mode same_pin; set sta_preset_clear_arcs_enabled 0\n";
    assert_eq!(report(&format!("{plain}{others}")), expected);
}
