//! Designs with something wrong in them.

use expect_test::expect;

use crate::tiny::{self, check_bytes, check_edit};

#[test]
fn libraries() {
    // A table whose sizes disagree.
    check_edit(
        "tiny.lib",
        ("\"0.020, 0.060\"", "\"0.020, 0.060, 0.070\""),
        &expect![[r#"
        error[LIB-018]: table 'cell_rise' has 5 values, expected 2 x 2
          --> tiny.lib:27:9
           |
        27 |         cell_rise (delay) { values ("0.020, 0.060, 0.070", "0.030, 0.070"); }
           |         ^^^^^^^^^
        exit 1
    "#]],
    );
    check_edit(
        "tiny.lib",
        ("0.080, 0.120", "0.080, 0.12o"),
        &expect![[r#"
        error[LIB-010]: '0.12o' in a list, expected a finite number
          --> tiny.lib:59:45
           |
        59 |         cell_rise (delay) { values ("0.080, 0.12o", "0.100, 0.140"); }
           |                                             ^^^^^
        exit 1
    "#]],
    );
    check_edit(
        "tiny.lib",
        ("related_pin : \"A\"", "related_pin : \"B\""),
        &expect![[r#"
        warning[LIB-035]: related pin 'B' is ignored: expected a pin of this cell
          --> tiny.lib:25:24
           |
        25 |         related_pin : "B";
           |                        ^
        exit 0
    "#]],
    );
    check_edit(
        "tiny.lib",
        ("cell (DFF)", "cell (INV)"),
        &expect![[r#"
        warning[LIB-039]: cell 'INV' is there already: this one is ignored
          --> tiny.lib:34:9
           |
        34 |   cell (INV) {
           |         ^^^
        warning[NET-016]: 'DFF' is neither a module nor a library cell; taken as a black box
         --> tiny.v:7:7
          |
        7 |   DFF ff0 (.D(in[0]), .CK(clk), .Q(q[0]));
          |       ^^^
        exit 0
    "#]],
    );
    check_edit(
        "tiny.lib",
        ("variable_2 : total_output_net_capacitance", "variable_2 : voltage"),
        &expect![[r#"
        error[LIB-020]: a table of delays has the variable 'voltage', expected a transition or a load capacitance
         --> tiny.lib:9:18
          |
        9 |     variable_2 : voltage;
          |                  ^^^^^^^
        error[LIB-020]: a table of delays has the variable 'voltage', expected a transition or a load capacitance
         --> tiny.lib:9:18
          |
        9 |     variable_2 : voltage;
          |                  ^^^^^^^
        error[LIB-020]: a table of delays has the variable 'voltage', expected a transition or a load capacitance
         --> tiny.lib:9:18
          |
        9 |     variable_2 : voltage;
          |                  ^^^^^^^
        error[LIB-020]: a table of delays has the variable 'voltage', expected a transition or a load capacitance
         --> tiny.lib:9:18
          |
        9 |     variable_2 : voltage;
          |                  ^^^^^^^
        error[LIB-020]: a table of delays has the variable 'voltage', expected a transition or a load capacitance
         --> tiny.lib:9:18
          |
        9 |     variable_2 : voltage;
          |                  ^^^^^^^
        error[LIB-020]: a table of delays has the variable 'voltage', expected a transition or a load capacitance
         --> tiny.lib:9:18
          |
        9 |     variable_2 : voltage;
          |                  ^^^^^^^
        error[LIB-020]: a table of delays has the variable 'voltage', expected a transition or a load capacitance
         --> tiny.lib:9:18
          |
        9 |     variable_2 : voltage;
          |                  ^^^^^^^
        error[LIB-020]: a table of delays has the variable 'voltage', expected a transition or a load capacitance
         --> tiny.lib:9:18
          |
        9 |     variable_2 : voltage;
          |                  ^^^^^^^
        exit 1
    "#]],
    );
    let without = tiny::file("tiny.lib").replace("cell (DFF)", "cell (FFD)");
    let split = ["--liberty-early", "tiny.lib", "--liberty-late", "late.lib", "--verilog", "tiny.v"];
    check_bytes(
        &[("late.lib", without.as_bytes())],
        &split,
        &expect![[r#"
        warning[NET-001]: cell 'DFF' is only in the early library; that serves both splits
        warning[NET-001]: cell 'FFD' is only in the late library; that serves both splits
        exit 0
    "#]],
    );
    let other_pin = tiny::file("tiny.lib").replace("pin (Q)", "pin (QN)");
    check_bytes(
        &[("late.lib", other_pin.as_bytes())],
        &split,
        &expect![[r#"
        error[NET-002]: pin 'Q' of cell 'DFF' is missing in the late library 'tiny'
        error[NET-002]: pin 'QN' of cell 'DFF' is missing in the early library 'tiny'
        exit 1
    "#]],
    );
}

#[test]
fn netlists() {
    // An unknown cell.
    check_edit(
        "tiny.v",
        ("INV last", "BUF last"),
        &expect![[r#"
        warning[NET-016]: 'BUF' is neither a module nor a library cell; taken as a black box
          --> tiny.v:10:7
           |
        10 |   BUF last (.A(q[1]), .Y(out));
           |       ^^^^
        exit 0
    "#]],
    );
    let unknown = tiny::file("tiny.v").replace("INV last", "BUF last");
    let strict = [&tiny::ARGUMENTS[..], &["--strict"]].concat();
    check_bytes(
        &[("tiny.v", unknown.as_bytes())],
        &strict,
        &expect![[r#"
        error[NET-016]: 'BUF' is neither a module nor a library cell
          --> tiny.v:10:7
           |
        10 |   BUF last (.A(q[1]), .Y(out));
           |       ^^^^
        exit 1
    "#]],
    );
    // An unknown pin.
    check_edit(
        "tiny.v",
        ("INV last (.A(q[1])", "INV last (.B(q[1])"),
        &expect![[r#"
        error[NET-020]: 'INV' has no pin 'B'
          --> tiny.v:10:7
           |
        10 |   INV last (.B(q[1]), .Y(out));
           |       ^^^^
        exit 1
    "#]],
    );
    // Widths that do not match.
    check_edit(
        "tiny.v",
        (".a(q[0])", ".a(q)"),
        &expect![[r#"
            warning[NET-019]: port 'a' of 'pair' has 1 bit but is connected to 2 bits
             --> tiny.v:9:8
              |
            9 |   pair u (.a(q), .y(n));
              |        ^
            exit 0
        "#]],
    );
    check_edit(
        "tiny.v",
        (".CK(clk), .Q(q[1])", ".CK(clk), .Q(q[2])"),
        &expect![[r#"
            error[NET-010]: bit 2 is outside of bus 'q'
             --> tiny.v:8:32
              |
            8 |   DFF ff1 (.D(n), .CK(clk), .Q(q[2]));
              |                                ^
            exit 1
        "#]],
    );
    // A net without a driver.
    check_edit(
        "tiny.v",
        (".y(n)", ".y()"),
        &expect![[r#"
        warning[NET-021]: net 'n' has no driver; it reaches 'ff1/D'
        exit 0
    "#]],
    );
    // Two drivers.
    check_edit(
        "tiny.v",
        (".y(n)", ".y(q[1])"),
        &expect![[r#"
        warning[NET-022]: net 'q[1]' is driven by both 'ff1/Q' and 'u/two/Y'
        warning[NET-021]: net 'n' has no driver; it reaches 'ff1/D'
        exit 0
    "#]],
    );
    // The same name twice.
    check_edit(
        "tiny.v",
        ("DFF ff1", "DFF ff0"),
        &expect![[r#"
            error[NET-018]: there is already an instance 'ff0'
             --> tiny.v:8:7
              |
            8 |   DFF ff0 (.D(n), .CK(clk), .Q(q[1]));
              |       ^^^
            exit 1
        "#]],
    );
    check_edit(
        "tiny.v",
        ("module pair", "module tiny"),
        &expect![[r#"
        error[VLOG-007]: module 'tiny' is defined a second time; the first definition is used
          --> tiny.v:13:8
           |
        13 | module tiny (a, y);
           |        ^^^^
        exit 1
    "#]],
    );
    check_edit(
        "tiny.v",
        ("wire n;", "wire n; wire n;"),
        &expect![[r#"
        warning[VLOG-028]: 'n' is declared a second time, in the same way
         --> tiny.v:6:16
          |
        6 |   wire n; wire n;
          |                ^
        exit 0
    "#]],
    );
    // A module that instantiates itself.
    check_edit(
        "tiny.v",
        ("INV two (.A(m), .Y(y));", "INV two (.A(m), .Y(y)); pair self (.a(y), .y());"),
        &expect![[r#"
            error[NET-013]: module 'pair' instantiates itself, directly or through others
              --> tiny.v:18:32
               |
            18 |   INV two (.A(m), .Y(y)); pair self (.a(y), .y());
               |                                ^^^^
            exit 1
        "#]],
    );
    // A missing top module.
    check_bytes(
        &[],
        &[&tiny::ARGUMENTS[..], &["--top", "chip"]].concat(),
        &expect![[r#"
        error[NET-004]: there is no module 'chip' to be the top
        exit 1
    "#]],
    );
    // Two modules that nobody instantiates.
    check_edit(
        "tiny.v",
        ("pair u (.a(q[0]), .y(n));", ""),
        &expect![[r#"
            warning[NET-005]: no module instantiates any of tiny, pair; the last one, pair, is taken as the top
            warning[NET-023]: net 'q[0]' is not in the netlist; its parasitics are not used
              --> tiny.spef:14:1
               |
            14 | *D_NET q[0] 0.004
               | ^^^^^^
            warning[NET-023]: net 'u/m' is not in the netlist; its parasitics are not used
              --> tiny.spef:25:1
               |
            25 | *D_NET *1 0.002
               | ^^^^^^
            warning[SDC-003]: there is no port 'clk'
             --> tiny.sdc:1:1
              |
            1 | create_clock -name clk -period 0.4 [get_ports clk]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            warning[SDC-004]: clock 'clk' starts nowhere, as its list of sources has nothing in it
             --> tiny.sdc:1:1
              |
            1 | create_clock -name clk -period 0.4 [get_ports clk]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: virtual clock 'clk' cannot be propagated, as it has no network: it stays ideal, and keeps its stated latency
             --> tiny.sdc:2:1
              |
            2 | set_propagated_clock [get_clocks clk]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            warning[SDC-003]: there is no port 'in[*]'
             --> tiny.sdc:3:1
              |
            3 | set_input_transition 0.02 [get_ports {clk in[*]}]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: there is no port 'clk'
             --> tiny.sdc:3:1
              |
            3 | set_input_transition 0.02 [get_ports {clk in[*]}]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: there is no port 'in*'
             --> tiny.sdc:4:1
              |
            4 | set_input_delay 0.1 -clock clk [get_ports in*]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: there is no port 'out'
             --> tiny.sdc:5:1
              |
            5 | set_output_delay -max 0.15 -clock clk [get_ports out]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: there is no port 'out'
             --> tiny.sdc:6:1
              |
            6 | set_output_delay -min 0.01 -clock clk [get_ports out]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: there is no port 'out'
             --> tiny.sdc:7:1
              |
            7 | set_load 0.003 [get_ports out]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            6 of 7 constraints were not applied
            exit 0
        "#]],
    );
    // A loop.
    check_edit(
        "tiny.v",
        ("INV one (.A(a)", "INV one (.A(y)"),
        &expect![[r#"
        warning[NET-025]: pin 'u/one/A' is not on net 'q[0]' in the netlist
          --> tiny.spef:14:1
           |
        14 | *D_NET q[0] 0.004
           | ^^^^^^
        warning[GRAPH-001]: the combinational loop through 'u/two/Y' and 'u/one/A' is cut between them
        exit 0
    "#]],
    );
}

#[test]
fn parasitics() {
    // A net that the netlist does not have.
    check_edit(
        "tiny.spef",
        ("*D_NET q[0]", "*D_NET w[0]"),
        &expect![[r#"
        warning[NET-023]: net 'w[0]' is not in the netlist; its parasitics are not used
          --> tiny.spef:14:1
           |
        14 | *D_NET w[0] 0.004
           | ^^^^^^
        exit 0
    "#]],
    );
    check_edit(
        "tiny.spef",
        ("2 u/one:A 0.002", "2 u/one:B 0.002"),
        &expect![[r#"
            warning[NET-024]: pin 'u/one:B' is not in the netlist
              --> tiny.spef:14:1
               |
            14 | *D_NET q[0] 0.004
               | ^^^^^^
            warning[TIM-005]: 1 net has parasitics in several pieces; the capacitance of those that no resistor joins to the driver is taken to be at the driver: 'q[0]'
            exit 0
        "#]],
    );
    check_edit(
        "tiny.spef",
        ("1 ff0:Q u/one:A 0.5", "1 ff0:Q u/one:A -0.5"),
        &expect![[r#"
        warning[SPEF-018]: resistance "-0.5" is negative; 0 is taken
          --> tiny.spef:22:17
           |
        22 | 1 ff0:Q u/one:A -0.5
           |                 ^^^^
        exit 0
    "#]],
    );
    check_edit(
        "tiny.spef",
        ("*C_UNIT 1 PF", "*C_UNIT 1 XF"),
        &expect![[r#"
        error[SPEF-004]: expected a number above 0 and a unit, as in *C_UNIT 1 PF, found "1 XF"
         --> tiny.spef:7:9
          |
        7 | *C_UNIT 1 XF
          |         ^^^^
        exit 1
    "#]],
    );
    let of_instance = "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"pair\"\n*T_UNIT 1 NS\n*C_UNIT 1 PF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY\n\
        *D_NET m 0.002\n*CONN\n*I one:Y O\n*I two:A I\n*CAP\n1 one:Y 0.002\n*RES\n1 one:Y two:A 0.2\n*END\n";
    let arguments = |spef_for| ["--liberty", "tiny.lib", "--verilog", "tiny.v", "--spef-for", spef_for];
    check_bytes(
        &[("pair.spef", of_instance.as_bytes())],
        &arguments("u=pair.spef"),
        &expect![[r#"
        exit 0
    "#]],
    );
    check_bytes(
        &[("pair.spef", of_instance.as_bytes())],
        &arguments("v=pair.spef"),
        &expect![[r#"
            error[FILE-004]: the SPEF file 'pair.spef' is for 'v', but design 'tiny' has no instance of a module with that path and no module with that name
            exit 1
        "#]],
    );
}

#[test]
fn constraints() {
    check_edit(
        "tiny.sdc",
        ("-period 0.4", "-period 0"),
        &expect![[r#"
            error[SDC-001]: not applied: clock 'clk' has no waveform: expected a period of more than 0, and a fall later than the rise by less than it
             --> tiny.sdc:1:1
              |
            1 | create_clock -name clk -period 0 [get_ports clk]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: there is no clock 'clk'
             --> tiny.sdc:2:1
              |
            2 | set_propagated_clock [get_clocks clk]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: there is no clock 'clk'
             --> tiny.sdc:4:1
              |
            4 | set_input_delay 0.1 -clock clk [get_ports in*]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: there is no clock 'clk'
             --> tiny.sdc:5:1
              |
            5 | set_output_delay -max 0.15 -clock clk [get_ports out]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: there is no clock 'clk'
             --> tiny.sdc:6:1
              |
            6 | set_output_delay -min 0.01 -clock clk [get_ports out]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            5 of 7 constraints were not applied
            exit 0
        "#]],
    );
    check_edit(
        "tiny.sdc",
        ("set_load 0.003", "set_lode 0.003"),
        &expect![[r#"
            error[SDC-001]: not applied: invalid command name "set_lode": did you mean set_load?
             --> tiny.sdc:7:1
              |
            7 | set_lode 0.003 [get_ports out]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            1 of 7 constraints was not applied
            exit 0
        "#]],
    );
    check_edit(
        "tiny.sdc",
        ("set_load 0.003", "set_port_fanout_number 3"),
        &expect![[r#"
            warning[SDC-004]: numbers of pins behind ports are kept, and not used: no time depends on them
             --> tiny.sdc:7:1
              |
            7 | set_port_fanout_number 3 [get_ports out]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            exit 0
        "#]],
    );
    check_edit(
        "tiny.sdc",
        ("get_ports in*", "get_ports data*"),
        &expect![[r#"
            error[SDC-001]: not applied: there is no port 'data*'
             --> tiny.sdc:4:1
              |
            4 | set_input_delay 0.1 -clock clk [get_ports data*]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            1 of 7 constraints was not applied
            exit 0
        "#]],
    );
    check_edit(
        "tiny.sdc",
        ("-max 0.15 -clock clk", "-max 0.15 -clock clock"),
        &expect![[r#"
            error[SDC-001]: not applied: there is no clock 'clock'
             --> tiny.sdc:5:1
              |
            5 | set_output_delay -max 0.15 -clock clock [get_ports out]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            1 of 7 constraints was not applied
            exit 0
        "#]],
    );
    let timing = ["--liberty", "tiny.lib", "--verilog", "tiny.v", "--timing", "tiny.timing"];
    let unknown_port = tiny::file("tiny.timing").replace("rat out", "rat result");
    check_bytes(
        &[("tiny.timing", unknown_port.as_bytes())],
        &timing,
        &expect![[r#"
        error[TAU-004]: there is no port 'result' in the design: expected a port of the top module
         --> tiny.timing:6:5
          |
        6 | rat result 10 10 300 300
          |     ^^^^^^
        exit 1
    "#]],
    );
}

#[test]
fn what_a_design_is_timed_by() {
    // 4,001 cycles of one clock are 4,000 of the other.
    check_edit(
        "tiny.sdc",
        (
            "set_propagated_clock [get_clocks clk]",
            "create_clock -add -name odd -period 0.4001 [get_ports clk]",
        ),
        &expect![[r#"
            warning[GRAPH-004]: clocks 'clk' and 'odd' have no common period within 1000 cycles; the closest edges of the first 1000 cycles of 'clk' count
            warning[GRAPH-004]: clocks 'odd' and 'clk' have no common period within 1000 cycles; the closest edges of the first 1000 cycles of 'odd' count
            exit 0
        "#]],
    );
    // Periods and edges that are apart by a rounding, and by a little more.
    check_edit(
        "tiny.sdc",
        (
            "set_propagated_clock [get_clocks clk]",
            "create_clock -add -name odd -period 0.400012 [get_ports clk]",
        ),
        &expect![[r#"
            warning[GRAPH-019]: edges of clocks 'clk' (period 400 ps) and 'odd' (period 400.012 ps) are 0.012 ps apart, which is taken for rounding: they count as one edge; state periods and waveforms with more digits
            exit 0
        "#]],
    );
    check_edit(
        "tiny.sdc",
        (
            "set_propagated_clock [get_clocks clk]",
            "create_clock -add -name odd -period 0.4 -waveform {0.0005 0.2005} [get_ports clk]",
        ),
        &expect![[r#"
            warning[GRAPH-020]: edges of clocks 'clk' (period 400 ps) and 'odd' (period 400 ps) are only 0.5 ps apart, and count as two: data has that long from one to the other; if they are meant to be one edge, state periods and waveforms with more digits
            exit 0
        "#]],
    );
    check_edit(
        "tiny.lib",
        ("variable_2 : related_pin_transition", "variable_2 : related_out_total_output_net_capacitance"),
        &expect![[r#"
            warning[TIM-001]: a table of cell 'DFF' over ConstrainedSlew, RelatedOutputCapacitance is not used; expected ConstrainedSlew and RelatedSlew
            warning[TIM-001]: a table of cell 'DFF' over ConstrainedSlew, RelatedOutputCapacitance is not used; expected ConstrainedSlew and RelatedSlew
            warning[TIM-001]: a table of cell 'DFF' over ConstrainedSlew, RelatedOutputCapacitance is not used; expected ConstrainedSlew and RelatedSlew
            warning[TIM-001]: a table of cell 'DFF' over ConstrainedSlew, RelatedOutputCapacitance is not used; expected ConstrainedSlew and RelatedSlew
            exit 0
        "#]],
    );
    // Two ways from one resistor's end to the other.
    check_edit(
        "tiny.spef",
        ("2 *1:1 u/two:A 0.2", "2 *1:1 u/two:A 0.2\n3 u/one:Y u/two:A 0.2"),
        &expect![[r#"
        warning[TIM-002]: the parasitics of net 'u/m' have a loop of resistors, which is opened
        exit 0
    "#]],
    );
}

#[test]
fn warnings_beyond_the_cap_are_counted_and_quiet_leaves_them_out() {
    let cells: String = (0..25).map(|cell| format!("BUF{cell} b{cell} (.A(q[1]), .Y());\n")).collect();
    let text = tiny::file("tiny.v").replace("INV last", &format!("{cells}INV last"));
    let quiet = [&tiny::ARGUMENTS[..], &["--quiet"]].concat();
    check_bytes(
        &[("tiny.v", text.as_bytes())],
        &quiet,
        &expect![[r#"
        exit 0
    "#]],
    );
    let folder = tiny::folder();
    std::fs::write(folder.path().join("tiny.v"), text).unwrap();
    let said = tiny::said(&tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..]].concat()));
    let last: Vec<&str> = said.lines().rev().take(2).collect();
    expect![[r#"
        [
            "exit 0",
            "NET-016: 5 more like this were left out",
        ]
    "#]]
    .assert_debug_eq(&last);
}

#[test]
fn all_warnings_are_shown_where_that_is_asked_for() {
    let cells: String = (0..25).map(|cell| format!("BUF{cell} b{cell} (.A(q[1]), .Y());\n")).collect();
    let text = tiny::file("tiny.v").replace("INV last", &format!("{cells}INV last"));
    let folder = tiny::folder();
    std::fs::write(folder.path().join("tiny.v"), text).unwrap();
    let arguments = [&["report"], &tiny::ARGUMENTS[..], &["--all-warnings"]].concat();
    let said = tiny::said(&tiny::run(folder.path(), &arguments));
    assert_eq!(said.matches("warning[NET-016]").count(), 25);
    assert!(!said.contains("left out"), "{said}");
}

/// Constraints of which some are not applied.
fn partly_applied() -> String {
    format!(
        "{}set_voltage -to out\nset_voltage -to [get_ports out]\nset_load 1 gone\n",
        tiny::file("tiny.sdc")
    )
}

#[test]
fn what_is_not_applied_stands_in_the_report() {
    let folder = tiny::folder();
    std::fs::write(folder.path().join("tiny.sdc"), partly_applied()).unwrap();
    let arguments = [&["report"], &tiny::ARGUMENTS[..]].concat();
    let text = String::from_utf8(tiny::run(folder.path(), &arguments).stdout).unwrap();
    let table: Vec<&str> =
        text.lines().skip_while(|line| !line.starts_with("Read and not")).take(5).collect();
    expect![[r#"
        [
            "Read and not applied  Times  Where",
            "----------------------------------------------------",
            "set_voltage               2  tiny.sdc:8, tiny.sdc:9",
            "set_load                  1  tiny.sdc:10",
            "",
        ]
    "#]]
    .assert_debug_eq(&table);
    let json = tiny::run(folder.path(), &[&arguments[..], &["--json"]].concat()).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    expect![[r#"[{"what":"set_voltage","count":2,"places":[{"file":"tiny.sdc","line":8},{"file":"tiny.sdc","line":9}]},{"what":"set_load","count":1,"places":[{"file":"tiny.sdc","line":10}]}]"#]].assert_eq(&json["not_applied"].to_string());
}

#[test]
fn what_is_not_applied_is_an_error_under_strict() {
    check_bytes(
        &[("tiny.sdc", partly_applied().as_bytes())],
        &[&tiny::ARGUMENTS[..], &["--strict"]].concat(),
        &expect![[r#"
            error[SDC-001]: not applied: set_voltage is not applied yet: times are those without it
             --> tiny.sdc:8:1
              |
            8 | set_voltage -to out
              | ^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: set_voltage is not applied yet: times are those without it
             --> tiny.sdc:9:1
              |
            9 | set_voltage -to [get_ports out]
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error[SDC-001]: not applied: there is no port or net 'gone'
              --> tiny.sdc:10:1
               |
            10 | set_load 1 gone
               | ^^^^^^^^^^^^^^^
            error[FILE-010]: not applied, which strict reading refuses: 2 of 'set_voltage' (tiny.sdc:8, tiny.sdc:9)
            error[FILE-010]: not applied, which strict reading refuses: 1 of 'set_load' (tiny.sdc:10)
            3 of 10 constraints were not applied
            exit 1
        "#]],
    );
}
