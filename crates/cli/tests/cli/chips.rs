//! Netlists as chips have them.

use std::time::{Duration, Instant};

use expect_test::{Expect, expect};

use crate::tiny;

/// Cells: an inverter with power pins, a cell with nothing but power pins, a tap cell.
const CELLS: &str = r#"library (cells) {
  cell (INV) { pg_pin (VDD) { } pg_pin (VSS) { } pin (A) { direction : input; } pin (Y) { direction : output; function : "!A";
    timing () { related_pin : "A"; timing_sense : negative_unate; cell_rise (scalar) { values ("0.01"); } cell_fall (scalar) { values ("0.01"); }
      rise_transition (scalar) { values ("0.01"); } fall_transition (scalar) { values ("0.01"); } } } }
  cell (FILL1) { pg_pin (VDD) { } pg_pin (VSS) { } }
  cell (TAP) { }
}"#;

/// Reports a design of some files, which are given in this order, and compares what comes out.
#[track_caller]
fn check(verilog: &[(&str, &str)], more: &[&str], expected: &Expect) {
    check_with(CELLS, verilog, more, expected);
}

/// The same with a library.
#[track_caller]
fn check_with(library: &str, verilog: &[(&str, &str)], more: &[&str], expected: &Expect) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("cells.lib"), library).unwrap();
    let mut arguments =
        vec!["report", "--liberty", "cells.lib", "--max-paths", "0", "--max-endpoints", "0", "--verilog"];
    for (name, text) in verilog {
        std::fs::write(folder.path().join(name), text).unwrap();
        arguments.push(name);
    }
    arguments.extend(more);
    let output = tiny::run(folder.path(), &arguments);
    expected.assert_eq(&format!("{}{}", String::from_utf8_lossy(&output.stdout), tiny::said(&output)));
}

#[test]
fn power_pins_under_a_condition() {
    let text = "module t (
`ifdef USE_POWER_PINS
  inout VDD, inout VSS,
`endif
  input a, output y);
  INV u (
`ifdef USE_POWER_PINS
    .VDD(VDD), .VSS(VSS),
`endif
    .A(a), .Y(y));
endmodule
";
    check(
        &[("t.v", text)],
        &[],
        &expect![[r#"
            Design t, times in ps, capacitances in fF, delays by effective_capacitance
              Cells                1
              Pins                 2
              Ports                2
              Nets                 2
              Timing arcs          3  (4 levels)
              Endpoints            0

            No endpoint has a slack: no constraint says both when a signal starts and when it is required.

            Not timed in full
                     1  inputs without a delay
                     1  outputs without a delay
            exit 0
        "#]],
    );
    check(
        &[("t.v", text)],
        &["--define", "USE_POWER_PINS", "FOUNDRY"],
        &expect![[r#"
            Design t, times in ps, capacitances in fF, delays by effective_capacitance
              Cells                1
              Pins                 2
              Ports                4
              Nets                 4
              Timing arcs          3  (4 levels)
              Endpoints            0

            No endpoint has a slack: no constraint says both when a signal starts and when it is required.

            Not timed in full
                     3  inputs without a delay
                     3  outputs without a delay
            exit 0
        "#]],
    );
}

#[test]
fn cells_without_signal_pins_were_black_boxes() {
    let text = "module t (input a, output y); supply1 VDD; supply0 VSS;
  INV u (.A(a), .Y(y), .VDD(VDD), .VSS(VSS));
  FILL1 f (.VDD(VDD), .VSS(VSS)), g ();
  TAP h ();
  DECAP8 d ();
  MACRO m (.A(a));
endmodule
";
    check(
        &[("t.v", text)],
        &[],
        &expect![[r#"
            Design t, times in ps, capacitances in fF, delays by effective_capacitance
              Cells                6  (1 black box, 4 physical cells)
              Pins                 3
              Ports                2
              Nets                 2
              Timing arcs          4  (4 levels)
              Endpoints            0

            No endpoint has a slack: no constraint says both when a signal starts and when it is required.

            Not timed in full
                     1  inputs without a delay
                     1  outputs without a delay
            warning[NET-016]: 'MACRO' is neither a module nor a library cell; taken as a black box
             --> t.v:6:9
              |
            6 |   MACRO m (.A(a));
              |         ^
            exit 0
        "#]],
    );
}

#[test]
fn files_come_in_any_order() {
    let files = [
        (
            "top.v",
            "module t (input a, output y); wire n; left l (.i(a), .o(n)); right r (.i(n), .o(y)); endmodule",
        ),
        ("left.v", "module left (input i, output o); INV u (.A(i), .Y(o)); endmodule"),
        ("right.v", "module right (input i, output o); left u (.i(i), .o(o)); endmodule"),
    ];
    let expected = expect![[r#"
        Design t, times in ps, capacitances in fF, delays by effective_capacitance
          Cells                2
          Pins                 4
          Ports                2
          Nets                 3
          Timing arcs          5  (6 levels)
          Endpoints            0

        No endpoint has a slack: no constraint says both when a signal starts and when it is required.

        Not timed in full
                 1  inputs without a delay
                 1  outputs without a delay
        exit 0
    "#]];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        check(&order.map(|file| files[file]), &[], &expected);
    }
}

#[test]
fn a_file_that_another_includes_is_given_too() {
    let top = "`include \"left.v\"\nmodule t (input a, output y); left l (.i(a), .o(y)); endmodule\n";
    check(
        &[("t.v", top)],
        &[],
        &expect![[r#"
        error[VLOG-005]: '`include' is not followed: give its file as a Verilog file of its own, and leave the directive out
         --> t.v:1:1
          |
        1 | `include "left.v"
          | ^^^^^^^^
        exit 1
    "#]],
    );
}

#[test]
fn parameters_attributes_and_specify_blocks_are_skipped() {
    let text = "(* top = 1 *)
module t #(parameter W = 1, parameter [1:0] V = 2'b0) (input a, output y);
  localparam Z = \"a;b\"; defparam u.D = 4;
  (* keep, src = \"x.v:1\" *) wire n;
  (* full *) INV #(.D(3)) u (.A(a), (* x *) .Y(n));
  INV #1 v (.A(n), .Y(y));
  specify (A => Y) = (1, 2); specparam t = 3; if (a) (b => c) = 1; endspecify
endmodule
";
    check(
        &[("t.v", text)],
        &["--quiet"],
        &expect![[r#"
            Design t, times in ps, capacitances in fF, delays by effective_capacitance
              Cells                2
              Pins                 4
              Ports                2
              Nets                 3
              Timing arcs          5  (6 levels)
              Endpoints            0

            No endpoint has a slack: no constraint says both when a signal starts and when it is required.

            Not timed in full
                     1  inputs without a delay
                     1  outputs without a delay
            exit 0
        "#]],
    );
}

#[test]
fn reserved_words_are_names_where_they_are_escaped() {
    let text = "module t (input a, output y); wire \\buf , \\endmodule , logic;
  INV \\not (.A(a), .Y(\\buf )), \\wire (.A(\\buf ), .Y(\\endmodule ));
  INV bit (.A(\\endmodule ), .Y(logic)), cell (.A(logic), .Y(y));
endmodule
";
    check(
        &[("t.v", text)],
        &[],
        &expect![[r#"
            Design t, times in ps, capacitances in fF, delays by effective_capacitance
              Cells                4
              Pins                 8
              Ports                2
              Nets                 5
              Timing arcs          9  (10 levels)
              Endpoints            0

            No endpoint has a slack: no constraint says both when a signal starts and when it is required.

            Not timed in full
                     1  inputs without a delay
                     1  outputs without a delay
            exit 0
        "#]],
    );
    let text = "module t (input a, output y); INV buf (.A(a), .Y(y)); endmodule\n";
    check(
        &[("t.v", text)],
        &[],
        &expect![[r#"
        error[VLOG-001]: expected the instance's name, found the reserved word 'buf'
         --> t.v:1:35
          |
        1 | module t (input a, output y); INV buf (.A(a), .Y(y)); endmodule
          |                                   ^^^
        exit 1
    "#]],
    );
}

#[test]
fn a_design_of_too_many_cells_says_which_option_raises_the_limit() {
    let text = "module t (input a, output y); wire n; INV u (.A(a), .Y(n)), v (.A(n), .Y(y)); endmodule\n";
    check(
        &[("t.v", text)],
        &["--max-cells", "1"],
        &expect![[r#"
            error[NET-008]: the flat design of 't' is too large: 2 cells in 1 instances of modules, made of 2 that are written; expected at most 1 of both together, which --max-cells raises
            exit 1
        "#]],
    );
    check(
        &[("t.v", text)],
        &["--max-cells", "2", "--quiet"],
        &expect![[r#"
            Design t, times in ps, capacitances in fF, delays by effective_capacitance
              Cells                2
              Pins                 4
              Ports                2
              Nets                 3
              Timing arcs          5  (6 levels)
              Endpoints            0

            No endpoint has a slack: no constraint says both when a signal starts and when it is required.

            Not timed in full
                     1  inputs without a delay
                     1  outputs without a delay
            exit 0
        "#]],
    );
}

#[test]
fn a_net_of_many_drivers_and_sinks_took_all_memory() {
    let side = 4200;
    let cells = |number: usize| format!("INV i{number} (.A(a), .Y(w)), j{number} (.A(w), .Y());\n");
    let cells: String = (0..side).map(cells).collect();
    let text = format!("module t (input a); wire w;\n{cells}endmodule\n");
    check(
        &[("t.v", &text)],
        &["--quiet"],
        &expect![[r#"
        error[GRAPH-005]: net 'w' has 4200 drivers and 4200 sinks; nets with several drivers make 17640000 wires, expected at most 16777216
        exit 1
    "#]],
    );
    // As many in which each driver follows from each sink.
    let cells: String = (0..side).map(|number| format!("INV i{number} (.A(w), .Y(w));\n")).collect();
    let text = format!("module t (input a); wire w;\n{cells}endmodule\n");
    check(
        &[("t.v", &text)],
        &["--quiet"],
        &expect![[r#"
        error[GRAPH-005]: net 'w' has 4200 drivers and 4200 sinks; nets with several drivers make 17640000 wires, expected at most 16777216
        exit 1
    "#]],
    );
}

#[test]
fn a_net_of_some_drivers_and_many_sinks() {
    let drivers: String = (0..50).map(|number| format!("INV i{number} (.A(a), .Y(w));\n")).collect();
    let sinks: String = (0..500).map(|number| format!("INV j{number} (.A(w), .Y());\n")).collect();
    let text = format!("module t (input a); wire w;\n{drivers}{sinks}endmodule\n");
    check(
        &[("t.v", &text)],
        &["--quiet"],
        &expect![[r#"
            Design t, times in ps, capacitances in fF, delays by effective_capacitance
              Cells              550
              Pins              1100
              Ports                1
              Nets                 2
              Timing arcs      25600  (5 levels)
              Endpoints            0

            No endpoint has a slack: no constraint says both when a signal starts and when it is required.

            Not timed in full
                     1  inputs without a delay
            exit 0
        "#]],
    );
}

#[test]
fn a_library_cell_of_many_pins_took_time_by_the_square_of_them() {
    let pins = 100_000;
    let pin = |number: usize| format!("pin (A{number}) {{ direction : input; capacitance : 0.001; }}\n");
    let cell: String = (0..pins).map(pin).collect();
    let library = CELLS.replacen("cell (TAP)", &format!("cell (MANY) {{ {cell} }} cell (TAP)"), 1);
    // By name in another order than the library's, and by place.
    let named: Vec<String> = (0..pins).rev().map(|number| format!(".A{number}(a)")).collect();
    let ordered = vec!["a"; pins].join(", ");
    let text = format!("module t (input a); MANY u ({}); MANY v ({ordered}); endmodule\n", named.join(", "));
    let start = Instant::now();
    check_with(
        &library,
        &[("t.v", &text)],
        &["--quiet"],
        &expect![[r#"
            Design t, times in ps, capacitances in fF, delays by effective_capacitance
              Cells                2
              Pins            200000
              Ports                1
              Nets                 1
              Timing arcs     200000  (2 levels)
              Endpoints            0

            No endpoint has a slack: no constraint says both when a signal starts and when it is required.

            Not timed in full
                     1  inputs without a delay
            exit 0
        "#]],
    );
    // Milliseconds where it is linear, a minute where it is not.
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}
