//! Delays outside of the design: at pins, and without a clock that captures.

use zeroslack_shell::Shell;

/// A buffer of 1 ns and a register without delay.
const LIBRARY: &str = r#"library (unit) {
  time_unit : "1ns"; capacitive_load_unit (1, pf);
  cell (BUF) { pin (A) { direction : input; capacitance : 0; }
    pin (Z) { direction : output; timing () { related_pin : "A"; timing_sense : positive_unate;
      cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); }
      rise_transition (scalar) { values ("0"); } fall_transition (scalar) { values ("0"); } } } }
}"#;

const NETLIST: &str = "module t (input a, output y, output z); wire m, n;
    BUF one (.A(a), .Z(m)); BUF two (.A(m), .Z(n)); BUF three (.A(n), .Z(y)); BUF four (.A(m), .Z(z)); endmodule";

fn shell(constraints: &str) -> Shell {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("u.lib"), LIBRARY).unwrap();
    std::fs::write(folder.path().join("t.v"), NETLIST).unwrap();
    let mut shell = Shell::new();
    let outcome = shell.run(&format!(
        "cd {}; read_liberty u.lib; read_verilog t.v; link_design t; create_clock -name c -period 10; {constraints}",
        folder.path().display()
    ));
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    shell
}

/// Slacks of all paths of an analysis, as start, end and slack.
fn paths(constraints: &str, analysis: &str) -> Vec<String> {
    let mut shell = shell(constraints);
    let script = format!(
        "set all {{}}; foreach path [find_timing_paths -path_delay {analysis} -endpoint_path_count 9 -group_path_count 99] {{
           set from [get_full_name [get_property $path startpoint]]; set to [get_full_name [get_property $path endpoint]]
           lappend all \"$from $to [format %.2f [get_property $path slack]]\" }}
         lsort -unique $all"
    );
    let all = shell.run(&script).unwrap();
    all.elements().unwrap().iter().map(ToString::to_string).collect()
}

#[test]
fn an_output_delay_without_a_clock_lessens_a_limit() {
    let stated = "set_input_delay 1 -clock c a; set_output_delay 2 -max y; set_output_delay 0.5 -min y;";
    // Without a limit nothing is required there.
    assert!(paths(stated, "max").is_empty() && paths(stated, "min").is_empty());
    // 7 less what is outside, 2, less the arrival, 1 + 3.
    assert_eq!(paths(&format!("{stated} set_max_delay 7 -to y"), "max"), ["a y 1.00"]);
    assert_eq!(paths("set_input_delay 1 -clock c a; set_max_delay 7 -to y", "max"), ["a y 3.00"]);
    // The arrival, 1 + 3, less what is left of 3.
    assert_eq!(paths(&format!("{stated} set_min_delay 3 -to y"), "min"), ["a y 1.50"]);
    // A clock that captures, of another command, takes its place.
    let clocked = format!("{stated} set_output_delay 3 -clock c y");
    assert_eq!(paths(&clocked, "max"), ["a y 3.00"]);
    // The port is not said to lack a delay; it has no slack.
    let setup = shell(stated).run("check_setup -verbose -no_output_delay").unwrap().to_string();
    assert!(!setup.contains('y'), "{setup}");
}

#[test]
fn paths_start_and_end_at_pins() {
    let stated = "set_input_delay 1 -clock c a; set_output_delay 2 -clock c {y z};
        set_input_delay 4 -clock c [get_pins two/Z]; set_output_delay 6 -clock c [get_pins two/A];";
    assert_eq!(paths(stated, "max"), ["a two/A 2.00", "a y 4.00", "a z 5.00", "two/Z y 3.00"]);
    let mut shell = shell(stated);
    let (outcome, text) = shell
        .interp()
        .capture(|interp| interp.run_script("report_checks -through two/Z; report_checks -to two/A"));
    outcome.unwrap();
    assert!(text.contains("Startpoint: two/Z (internal path startpoint clocked by c)"), "{text}");
    assert!(text.contains("Endpoint: two/A (internal path endpoint clocked by c)"), "{text}");
}
