//! Values and sizes beyond what a design can have.

use expect_test::expect;

use crate::tiny::{self, check_bytes, check_edit, check_file};

const SCALAR: &str = "cell_rise (delay) { values (\"0.020, 0.060\", \"0.030, 0.070\"); }";

/// The tiny design with times, slews and capacitances in the contests' way.
const TIMING: [&str; 6] = ["--liberty", "tiny.lib", "--verilog", "tiny.v", "--timing", "tiny.timing"];

#[test]
fn values_beyond_physical_sense_became_infinite() {
    check_edit(
        "tiny.sdc",
        ("set_input_transition 0.02", "set_input_transition 1e17"),
        &expect![[r#"
            error[SDC-001]: not applied: 100000000000000000000 is negative or not finite: expected a slew, capacitance or resistance of 0 or more
             --> tiny.sdc:3:1
              |
            3 | set_input_transition 1e17 [get_ports {clk in[*]}]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            1 of 7 constraints was not applied
            exit 0
        "#]],
    );
    check_edit(
        "tiny.sdc",
        ("set_load 0.003", "set_load 1e20"),
        &expect![[r#"
            error[SDC-001]: not applied: 100000000000000000000000 is negative or not finite: expected a slew, capacitance or resistance of 0 or more
             --> tiny.sdc:7:1
              |
            7 | set_load 1e20 [get_ports out]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            1 of 7 constraints was not applied
            exit 0
        "#]],
    );
    check_edit(
        "tiny.lib",
        (
            "pin (CK) { direction : input; clock : true; capacitance : 0.001; }",
            "pin (CK) { direction : input; clock : true; capacitance : 3e16; }",
        ),
        &expect![[r#"
            error[LIB-009]: 'capacitance' is '3e16', expected at most 100000
              --> tiny.lib:52:63
               |
            52 |   pin (CK) { direction : input; clock : true; capacitance : 3e16; }
               |                                                             ^^^^
            exit 1
        "#]],
    );
    check_edit(
        "tiny.lib",
        (SCALAR, "cell_rise (delay) { values (\"0.020, 1e8\", \"0.030, 0.070\"); }"),
        &expect![[r#"
            error[LIB-010]: '1e8' in a list, expected at most 1 ms or 1 uF
              --> tiny.lib:27:45
               |
            27 |         cell_rise (delay) { values ("0.020, 1e8", "0.030, 0.070"); }
               |                                             ^^^
            exit 1
        "#]],
    );
    check_file(
        "tiny.spef",
        "*C_UNIT 1 PF\n*R_UNIT 1 OHM\n*D_NET n 1\n*CAP\n1 n 1e21\n*END\n*D_NET m 90000\n*CAP\n1 m:1 60000\n2 m:2 60000\n*END\n",
        &expect![[r#"
            error[SPEF-016]: expected at most 100 nF, 1 GOHM or 1 ms, found "1e21"
             --> tiny.spef:5:5
              |
            5 | 1 n 1e21
              |     ^^^^
            exit 1
        "#]],
    );
    let timing = |from: &str, to: &str| tiny::file("tiny.timing").replace(from, to);
    check_bytes(
        &[("tiny.timing", timing("slew clk 20", "slew clk 1e17").as_bytes())],
        &TIMING,
        &expect![[r#"
            error[SDC-060]: '1e17' is too large: expected at most 1000000000
             --> tiny.timing:5:10
              |
            5 | slew clk 1e17 20 20 20
              |          ^^^^
            exit 1
        "#]],
    );
    check_bytes(
        &[("tiny.timing", timing("load out 3", "load out 1e9").as_bytes())],
        &TIMING,
        &expect![[r#"
            error[SDC-060]: '1e9' is too large: expected at most 100000000
             --> tiny.timing:7:10
              |
            7 | load out 1e9
              |          ^^^
            exit 1
        "#]],
    );
}

#[test]
fn a_time_of_a_contest_from_a_microsecond_on_was_undefined() {
    let folder = tiny::folder();
    let text = tiny::file("tiny.timing").replace("rat out 10 10 300 300", "rat out 10 10 2000000 2000000");
    std::fs::write(folder.path().join("tiny.timing"), text).unwrap();
    let output = tiny::run(folder.path(), &[&["report"], &TIMING[..]].concat());
    let report = String::from_utf8(output.stdout).unwrap();
    let line = report.lines().find(|line| line.starts_with("output late")).unwrap().to_string();
    expect!["output late           1        0  0.0000  0.0000  1999883.9863"].assert_eq(&line);
}

#[test]
fn delays_that_are_cut_to_the_longest_were_cut_without_a_word() {
    check_edit(
        "tiny.lib",
        (SCALAR, "cell_rise (delay) { values (\"200000, 200000\", \"200000, 200000\"); }"),
        &expect![[r#"
            warning[TIM-007]: delays to 3 of the pins, longer than 109951162.7776 ps, count as that long: 'last/Y', 'u/one/Y', 'u/two/Y'
            exit 0
        "#]],
    );
    check_edit(
        "tiny.lib",
        (
            "rise_constraint (check) { values (\"0.030, 0.020\", \"0.045, 0.035\"); }",
            "rise_constraint (check) { values (\"500000, 500000\", \"500000, 500000\"); }",
        ),
        &expect![[r#"
            warning[TIM-008]: setup or hold times at 2 of the pins, longer than 109951162.7776 ps, count as that long: 'ff0/D', 'ff1/D'
            exit 0
        "#]],
    );
}

#[test]
fn the_total_of_many_large_slacks_was_positive() {
    let netlist = "module t (a, y); input a; output [8999:0] y; INV i[8999:0] (.A(a), .Y(y)); endmodule";
    let constraints = "create_clock -name c -period 1\nset_input_delay 1.1e8 -clock c a\nset_output_delay 0 -clock c [all_outputs]\n";
    let folder = tiny::folder();
    for (name, text) in [("many.v", netlist), ("many.sdc", constraints)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let arguments =
        ["report", "--liberty", "tiny.lib", "--verilog", "many.v", "--sdc", "many.sdc", "--max-paths", "0"];
    let output = tiny::run(folder.path(), &arguments);
    expect![[r#"
        warning[TIM-009]: the total negative slack of output late is less than -922337203685477.6 ps, and counts as that
        exit 0
    "#]]
    .assert_eq(&tiny::said(&output));
    let report = String::from_utf8(output.stdout).unwrap();
    let line = report.lines().find(|line| line.starts_with("output late")).unwrap().to_string();
    expect![
        "output late        9000     9000  -109999999014.4444  -922337203685477.5808  -109999999014.4444"
    ]
    .assert_eq(&line);
}

#[test]
fn nets_that_a_cut_file_leaves_out_are_counted() {
    let folder = tiny::folder();
    let text = tiny::file("tiny.spef");
    let end = text.find("*END").unwrap() + "*END\n".len();
    std::fs::write(folder.path().join("tiny.spef"), &text[..end]).unwrap();
    let output = tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..]].concat());
    let report = String::from_utf8(output.stdout).unwrap();
    let line = report.lines().find(|line| line.contains("Nets")).unwrap().to_string();
    expect!["  Nets                 8  (1 with parasitics, 6 without)"].assert_eq(&line);
}
