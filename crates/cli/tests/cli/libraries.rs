//! Options that choose what of the libraries counts.

use crate::tiny::{folder, run, said};

const ARC: &str = r#"rise_transition (scalar) { values ("1"); } fall_transition (scalar) { values ("1"); }"#;

/// A library with a buffer of a delay, and a register that A clears.
fn library(name: &str, delay: u32) -> String {
    format!(
        r#"library ({name}) {{ time_unit : "1ps"; capacitive_load_unit (1, ff);
        cell (BUF) {{ pin (A) {{ direction : input; capacitance : 1; }} pin (Y) {{ direction : output; function : "A";
            timing () {{ related_pin : "A"; cell_rise (scalar) {{ values ("{delay}"); }} cell_fall (scalar) {{ values ("{delay}"); }} {ARC} }} }} }}
        cell (REG) {{ ff (IQ, IQN) {{ clocked_on : "CK"; next_state : "IQ"; clear : "A"; }}
            pin (CK) {{ direction : input; clock : true; capacitance : 1; }} pin (A) {{ direction : input; capacitance : 1; }}
            pin (Y) {{ direction : output; function : "IQ";
            timing () {{ related_pin : "A"; timing_type : clear; cell_fall (scalar) {{ values ("52"); }} {ARC} }} }} }} }}"#
    )
}

/// What a report from `a` to `y` through a cell says, and the messages before it.
fn report(cell: &str, arguments: &[&str]) -> (String, String) {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("slow.lib", &library("slow", 70));
    write("fast.lib", &library("fast", 30));
    write("t.v", &format!("module t (input a, output y); {cell} c (.A(a), .Y(y)); endmodule"));
    write(
        "t.sdc",
        "create_clock -name c -period 1000\nset_input_delay 0 -clock c [get_ports a]\nset_output_delay 0 -clock c [get_ports y]\n",
    );
    let all = [&["report", "--verilog", "t.v", "--sdc", "t.sdc", "--split", "late"], arguments].concat();
    let output = run(folder.path(), &all);
    (String::from_utf8(output.stdout.clone()).unwrap(), said(&output))
}

#[test]
fn a_cell_in_two_libraries_is_that_of_the_preferred_one() {
    let both = ["--liberty", "slow.lib", "fast.lib"];
    let (text, warned) = report("BUF", &both);
    assert!(text.contains("930.0000"), "{text}");
    assert!(warned.contains("warning[NET-040]: 2 cells are in the libraries 'slow' and 'fast'"), "{warned}");
    let (text, warned) = report("BUF", &[&both[..], &["--prefer-library", "fast"]].concat());
    assert!(text.contains("970.0000"), "{text}");
    assert!(warned.contains("those of 'fast', which comes first, count"), "{warned}");
    let (_, error) = report("BUF", &[&both[..], &["--prefer-library", "typical"]].concat());
    assert!(error.contains("error[NET-041]") && error.contains("exit 1"), "{error}");
}

#[test]
fn set_and_clear_arcs_count_if_asked_for() {
    let library = ["--liberty", "slow.lib"];
    let (text, _) = report("REG", &library);
    assert!(!text.contains("948.0000"), "{text}");
    let (text, _) = report("REG", &[&library[..], &["--set-clear-arcs", "on"]].concat());
    assert!(text.contains("948.0000"), "{text}");
}
