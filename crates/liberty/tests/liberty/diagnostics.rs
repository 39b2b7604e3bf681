//! Every diagnostic's exact text, id by id.

use std::collections::BTreeSet;
use std::path::Path;

use expect_test::{Expect, expect};
use zeroslack_liberty::read;

#[track_caller]
fn check(text: &str, expected: Expect) {
    let (_, diagnostics) = read(text);
    expected.assert_eq(diagnostics.to_string().trim_end());
}

/// A check of what is inside the library group.
#[track_caller]
fn in_library(body: &str, expected: Expect) {
    check(&format!("library (l) {{\n{body}\n}}"), expected);
}

/// A check of what is inside a cell.
#[track_caller]
fn in_cell(body: &str, expected: Expect) {
    in_library(&format!("cell (c) {{\n{body}\n}}"), expected);
}

/// A check of what is inside an output pin's timing group, in a library with a few templates.
#[track_caller]
fn in_timing(body: &str, expected: Expect) {
    let templates = "lu_table_template (one) { variable_1 : input_net_transition; index_1 (\"1, 2\"); } \
        lu_table_template (bare) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance; } \
        lu_table_template (odd) { variable_1 : fanout_number; index_1 (\"1\"); }";
    let pins =
        "pin (A) { direction : input; } pin (Y) { direction : output; timing () { related_pin : \"A\";";
    check(&format!("library (l) {{ {templates} cell (c) {{ {pins}\n{body}\n}} }} }} }}"), expected);
}

#[test]
fn structure() {
    check("", expect!["error[LIB-038] :1:1: the file is empty: expected 'library (name) {'"]);
    check(
        " /* nothing */ \n",
        expect!["error[LIB-038] :1:1: the file is empty: expected 'library (name) {'"],
    );
    check("\u{feff}library (l) { }", expect![[""]]);
    check(
        "library (l) { /* a comment",
        expect![[r#"
        error[LIB-001] :1:15: comment is not closed: expected '*/'
        error[LIB-004] :1:1: group 'library' is not closed: expected '}'"#]],
    );
    check(
        "library (l) { comment : \"a text",
        expect![[r#"
        error[LIB-002] :1:25: string is not closed: expected '"'
        error[LIB-004] :1:1: group 'library' is not closed: expected '}'"#]],
    );
    check(
        "library (l) { cell (c) { pin (A) {",
        expect!["error[LIB-004] :1:26: group 'pin' is not closed: expected '}'"],
    );
    check(
        "library (l) { power () { pin (A) {",
        expect!["error[LIB-004] :1:15: group 'power' is not closed: expected '}'"],
    );
    check("library (l) { } }", expect!["error[LIB-005] :1:17: '}' closes no group"]);
    check(
        "some words",
        expect![[r#"
        error[LIB-006] :1:1: expected ':' or '(' after 'some'
        error[LIB-006] :1:6: expected ':' or '(' after 'words'"#]],
    );
    check("{ { } }", expect!["error[LIB-008] :1:1: expected an attribute or a group, found '{ { } }'"]);
    check(
        "cell (c) { } library (l) { }",
        expect!["error[LIB-036] :1:1: 'cell' is outside of the library: expected 'library (name) {'"],
    );
    check(
        "library : l;",
        expect!["error[LIB-036] :1:1: 'library' is outside of the library: expected 'library (name) {'"],
    );
    check(
        "library (l) { } library (m) { }",
        expect!["warning[LIB-037] :1:17: a second library in the file is ignored: expected one"],
    );
    check(
        "\u{1f980}\u{1f980}",
        expect!["error[LIB-008] :1:1: expected an attribute or a group, found '🦀🦀'"],
    );
    in_library(
        "@ odd; area : 1;",
        expect!["error[LIB-008] :2:1: expected an attribute or a group, found '@ odd'"],
    );
    in_library("word area : 1;", expect!["error[LIB-006] :2:1: expected ':' or '(' after 'word'"]);
    in_library(
        "cell { }",
        expect![[r#"
        error[LIB-006] :2:1: expected ':' or '(' after 'cell'
        error[LIB-025] :2:1: cell has no name: expected 'cell (name)'"#]],
    );
    in_library("define (a, b", expect!["error[LIB-007] :2:8: '(' is not closed: expected ')'"]);
    in_library("cell (a { }", expect!["error[LIB-007] :2:6: '(' is not closed: expected ')'"]);
    in_library(
        "{ cell (a) { } }",
        expect!["error[LIB-008] :2:1: expected an attribute or a group, found '{ cell (a) { } }'"],
    );
}

#[test]
fn nesting_of_ten_thousand_groups() {
    let text = format!("library (l) {{ {}{} }}", "a () { ".repeat(10_000), "} ".repeat(10_000));
    check(
        &text,
        expect!["error[LIB-003] :1:7006: groups are nested too deeply: expected at most 1000 levels"],
    );
}

#[test]
fn library_attributes() {
    in_library(
        "time_unit : \"1pf\";",
        expect!["error[LIB-011] :2:14: 'time_unit' is '1pf', expected a number and a unit as in '1ns'"],
    );
    in_library(
        "capacitive_load_unit (1);",
        expect![
            "error[LIB-011] :2:23: 'capacitive_load_unit' is '1', expected a number and a unit as in '1,pf'"
        ],
    );
    in_library(
        "pulling_resistance_unit : kohm10;",
        expect![
            "error[LIB-011] :2:27: 'pulling_resistance_unit' is 'kohm10', expected a number and a unit as in '1kohm'"
        ],
    );
    in_library(
        "voltage_unit : \"0V\";",
        expect!["error[LIB-011] :2:17: 'voltage_unit' is '0V', expected a number and a unit as in '1V'"],
    );
    in_library(
        "capacitive_load_unit (1, pf); default_input_pin_cap : 1e20;",
        expect!["error[LIB-009] :2:55: 'default_input_pin_cap' is '1e20', expected at most 100000"],
    );
    in_library(
        "default_max_transition : INF;",
        expect!["error[LIB-009] :2:26: 'default_max_transition' is 'INF', expected a finite number"],
    );
    in_library(
        "slew_derate_from_library : half;",
        expect!["error[LIB-009] :2:28: 'slew_derate_from_library' is 'half', expected a finite number"],
    );
    in_library(
        "input_threshold_pct_rise : 1e99;",
        expect!["error[LIB-009] :2:28: 'input_threshold_pct_rise' is '1e99', expected a finite number"],
    );
    in_library(
        "delay_model : generic_cmos;",
        expect!["error[LIB-040] :2:15: delay model 'generic_cmos' is not supported, expected 'table_lookup'"],
    );
    in_library(
        "include_file (more.lib);",
        expect!["warning[LIB-041] :2:15: file 'more.lib' is not included"],
    );
    in_library("nom_voltage : VDD * 0.9; area : high; default_wire_load : \"x\";", expect![[""]]);
    in_library(
        "cell (a) { } cell (a) { }",
        expect!["warning[LIB-039] :2:20: cell 'a' is there already: this one is ignored"],
    );
}

#[test]
fn bus_types() {
    in_library(
        "type (t) { base_type : array; }",
        expect![
            "error[LIB-012] :2:7: type 't' has no bits: expected 'bit_from' and 'bit_to', at most 65536 bits"
        ],
    );
    in_library(
        "type (t) { bit_from : 2000000000; bit_to : 0; }",
        expect![
            "error[LIB-012] :2:7: type 't' has no bits: expected 'bit_from' and 'bit_to', at most 65536 bits"
        ],
    );
    in_library(
        "type (t) { bit_from : -2147483647; bit_to : 2147483647; }",
        expect![
            "error[LIB-012] :2:7: type 't' has no bits: expected 'bit_from' and 'bit_to', at most 65536 bits"
        ],
    );
    in_library(
        "type (t) { bit_width : 3; bit_from : 2147483647; }",
        expect![
            "error[LIB-012] :2:7: type 't' has no bits: expected 'bit_from' and 'bit_to', at most 65536 bits"
        ],
    );
    in_library(
        "type (t) { bit_width : 0; }",
        expect![
            "error[LIB-012] :2:7: type 't' has no bits: expected 'bit_from' and 'bit_to', at most 65536 bits"
        ],
    );
    in_library(
        "type (t) { bit_width : 1.5; }",
        expect![
            "error[LIB-012] :2:7: type 't' has no bits: expected 'bit_from' and 'bit_to', at most 65536 bits"
        ],
    );
    in_library(
        "type (t) { bit_width : 2; downto : perhaps; }",
        expect!["warning[LIB-013] :2:36: 'downto' is 'perhaps', expected 'true' or 'false'"],
    );
}

#[test]
fn cells_and_pins() {
    in_cell(
        "dont_use : maybe;",
        expect!["warning[LIB-013] :3:12: 'dont_use' is 'maybe', expected 'true' or 'false'"],
    );
    in_library(
        "cell () { area : 1; }",
        expect!["error[LIB-025] :2:1: cell has no name: expected 'cell (name)'"],
    );
    in_cell("bus () { }", expect!["error[LIB-025] :3:1: bus has no name: expected 'bus (name)'"]);
    in_cell("pin () { }", expect!["error[LIB-025] :3:1: pin has no name: expected 'pin (name)'"]);
    in_cell(
        "pin { }",
        expect![[r#"
        error[LIB-006] :3:1: expected ':' or '(' after 'pin'
        error[LIB-025] :3:1: pin has no name: expected 'pin (name)'"#]],
    );
    in_cell(
        "pin (A) { } pin (B, A) { }",
        expect!["warning[LIB-029] :3:21: pin 'A' is there already: this one is ignored"],
    );
    in_cell(
        "pin (A) { direction : in; }",
        expect!["error[LIB-015] :3:23: direction 'in', expected 'input', 'output', 'inout' or 'internal'"],
    );
    in_cell(
        "pin (A) { capacitance : 0.1 * 2; }",
        expect!["error[LIB-009] :3:25: 'capacitance' is '0.1 * 2', expected a finite number"],
    );
    in_cell(
        "pin (A) { capacitance : ; }",
        expect!["error[LIB-009] :3:25: 'capacitance' is '', expected a finite number"],
    );
    in_cell(
        "pin (A) { capacitance : 3e16; }",
        expect!["error[LIB-009] :3:25: 'capacitance' is '3e16', expected at most 100000"],
    );
    in_cell(
        "pin (A) { rise_capacitance_range (2, 1); fall_capacitance_range (1); }",
        expect![[r#"
            warning[LIB-026] :3:35: 'rise_capacitance_range' is ignored: expected two numbers, the lesser first
            warning[LIB-026] :3:66: 'fall_capacitance_range' is ignored: expected two numbers, the lesser first"#]],
    );
    in_cell(
        "pin (A) { rise_capacitance_range (1, x); }",
        expect!["error[LIB-010] :3:38: 'x' in a list, expected a finite number"],
    );
    in_cell(
        "pin (A) { minimum_period () { constraint : x; } }",
        expect!["error[LIB-009] :3:44: 'constraint' is 'x', expected a finite number"],
    );
}

#[test]
fn expressions() {
    in_cell(
        "pin (Y) { function : \"A & \"; }",
        expect!["error[LIB-014] :3:26: 'function' is no boolean expression: expected an operand"],
    );
    in_cell(
        "pin (Y) { function : \"& A\"; }",
        expect!["error[LIB-014] :3:23: 'function' is no boolean expression: expected an operand"],
    );
    in_cell(
        "pin (Y) { function : \"A & | B\"; }",
        expect!["error[LIB-014] :3:27: 'function' is no boolean expression: expected an operand"],
    );
    in_cell(
        "pin (Y) { function : \"(A\"; }",
        expect!["error[LIB-014] :3:23: 'function' is no boolean expression: expected a ')' for this '('"],
    );
    in_cell(
        "pin (Y) { function : \"A)\"; }",
        expect!["error[LIB-014] :3:24: 'function' is no boolean expression: expected a '(' for this ')'"],
    );
    in_cell(
        "pin (Y) { function : \"()\"; }",
        expect!["error[LIB-014] :3:24: 'function' is no boolean expression: expected an operand"],
    );
    in_cell(
        "pin (Y) { function : \"'A\"; }",
        expect!["error[LIB-014] :3:23: 'function' is no boolean expression: expected an operand"],
    );
    in_cell(
        "pin (Y) { function : \"!\"; }",
        expect!["error[LIB-014] :3:24: 'function' is no boolean expression: expected an operand"],
    );
    in_cell(
        "pin (Y) { function : \"A = B\"; }",
        expect![
            "error[LIB-014] :3:25: 'function' is no boolean expression: expected a pin, an operator or a parenthesis"
        ],
    );
    in_cell(
        "pin (Y) { function : \"A \\\"B\"; }",
        expect!["error[LIB-014] :3:25: 'function' is no boolean expression: expected a name in quotes"],
    );
    in_cell(
        "pin (Y) { function : \"\\\"\\\"\"; }",
        expect!["error[LIB-014] :3:23: 'function' is no boolean expression: expected a name in quotes"],
    );
    in_cell(
        "ff (IQ, IQN) { next_state : \"D &\"; }",
        expect!["error[LIB-014] :3:33: 'next_state' is no boolean expression: expected an operand"],
    );
    in_cell(
        &format!("pin (Y) {{ function : \"{}A\"; }}", "!".repeat(100_000)),
        expect!["error[LIB-014] :3:99023: 'function' is no boolean expression: expected at most 1000 levels"],
    );
    in_cell(
        &format!("pin (Y) {{ function : \"A{}\"; }}", "'".repeat(1000)),
        expect!["error[LIB-014] :3:1023: 'function' is no boolean expression: expected at most 1000 levels"],
    );
    in_cell(
        &format!("pin (Y) {{ function : \"{}A\"; }}", "(".repeat(100_000)),
        expect!["error[LIB-014] :3:100022: 'function' is no boolean expression: expected a ')' for this '('"],
    );
    for (before, operator, after) in [("", "+A", ""), ("(", "&A)", ""), ("", "^(A", ")"), ("", " A", "")] {
        let (before, chain, after) =
            (before.repeat(100_000), operator.repeat(100_000), after.repeat(100_000));
        in_cell(&format!("pin (Y) {{ function : \"{before}A{chain}{after}\"; }}"), expect![""]);
    }
    in_cell(
        &format!("pin (Y) {{ function : \"A{}{}\"; }}", "+(B (A".repeat(1000), "))".repeat(1000)),
        expect!["error[LIB-014] :3:3024: 'function' is no boolean expression: expected at most 1000 levels"],
    );
}

#[test]
fn buses() {
    in_cell(
        "bus (A) { }",
        expect!["error[LIB-027] :3:6: bus 'A' has no known bus type: expected 'bus_type' to name a 'type'"],
    );
    in_cell(
        "bus (A) { bus_type : t; }",
        expect!["error[LIB-027] :3:22: bus 'A' has no known bus type: expected 'bus_type' to name a 'type'"],
    );
    in_cell("bundle (A) { }", expect!["error[LIB-028] :3:9: bundle 'A' has no pins: expected 'members'"]);
    in_cell(
        "type (t) { bit_width : 2; } bus (A) { bus_type : t; pin (A[2]) { } pin (B) { } }",
        expect![[r#"
            warning[LIB-030] :3:58: pin 'A[2]' is ignored: expected a pin of 'A'
            warning[LIB-030] :3:73: pin 'B' is ignored: expected a pin of 'A'"#]],
    );
    in_cell(
        "type (t) { bit_width : 2; } pin (A[1]) { } bus (A) { bus_type : t; }",
        expect!["warning[LIB-029] :3:49: pin 'A[1]' is there already: this one is ignored"],
    );
    in_cell(
        "pin (A[2000000000:0]) { }",
        expect!["error[LIB-031] :3:6: 'A[2000000000:0]' has too many bits: expected at most 65536"],
    );
    in_cell(
        "pin (A[-2147483648:2147483647]) { }",
        expect!["error[LIB-031] :3:6: 'A[-2147483648:2147483647]' has too many bits: expected at most 65536"],
    );
    in_cell(
        "pin (A[99999999999:0]) { }",
        expect!["error[LIB-031] :3:6: 'A[99999999999:0]' has too many bits: expected at most 65536"],
    );
}

#[test]
fn expansion_is_bounded() {
    let long = format!("timing () {{ sdf_cond : \"{}\"; }}", "x".repeat(10_000));
    in_cell(
        &format!("pin (A[65535:0]) {{ {long} }}"),
        expect![
            "error[LIB-032] :3:6: 'A[65535:0]' is dropped: the library's buses and modes expand to more than 512 MiB"
        ],
    );
    in_cell(
        &format!("type (t) {{ bit_width : 65536; }} bus (A) {{ bus_type : t; {long} }}"),
        expect![
            "error[LIB-032] :3:38: 'A' is dropped: the library's buses and modes expand to more than 512 MiB"
        ],
    );
    let members: String = (0..100_000).map(|pin| format!("P{pin} ")).collect();
    in_cell(
        &format!("bundle (A) {{ members (\"{members}\"); {long} }}"),
        expect![
            "error[LIB-032] :3:9: 'A' is dropped: the library's buses and modes expand to more than 512 MiB"
        ],
    );
    in_timing(
        "related_pin : \"A A[2000000000:0]\";",
        expect![
            "error[LIB-034] :2:18: 'A[2000000000:0]' is dropped: related buses expand to more than 512 MiB"
        ],
    );
}

#[test]
fn a_related_bus_named_many_times_is_bounded() {
    let timing = format!("timing () {{ related_pin : \"{}\"; }}", "A[65535:0] ".repeat(1000));
    let (_, diagnostics) = read(&format!("library (l) {{ cell (c) {{ pin (Y) {{ {timing} }} }} }}"));
    assert!(diagnostics.iter().any(|diagnostic| diagnostic.id == "LIB-034"));
}

#[test]
fn timings() {
    in_timing(
        "timing_type : sometimes;",
        expect![
            "error[LIB-023] :2:15: timing type 'sometimes' is not known: expected one of the Liberty manual's"
        ],
    );
    in_timing(
        "timing_sense : positive;",
        expect![
            "error[LIB-016] :2:16: timing sense 'positive', expected 'positive_unate', 'negative_unate' or 'non_unate'"
        ],
    );
    in_timing(
        "when : \"A B)\";",
        expect!["error[LIB-014] :2:12: 'when' is no boolean expression: expected a '(' for this ')'"],
    );
    in_timing(
        "rise_propagation (scalar) { values (\"1\"); }",
        expect![
            "warning[LIB-024] :2:1: 'rise_propagation' is not read, expected 'cell_rise' and 'cell_fall'"
        ],
    );
    in_timing(
        "related_pin : \"B A C\";",
        expect![[r#"
        warning[LIB-035] :2:16: related pin 'B' is ignored: expected a pin of this cell
        warning[LIB-035] :2:20: related pin 'C' is ignored: expected a pin of this cell"#]],
    );
    in_timing(
        "related_pin : \"B\";",
        expect!["warning[LIB-035] :2:16: related pin 'B' is ignored: expected a pin of this cell"],
    );
    in_cell(
        "pin (Y) { timing () { } }",
        expect!["warning[LIB-033] :3:11: timing without related pin is ignored: expected 'related_pin'"],
    );
    in_cell("pin (Y) { timing () { timing_type : min_pulse_width; } }", expect![[""]]);
}

#[test]
fn tables() {
    in_timing("cell_rise (one) { values (\"1, 2\"); }", expect![[""]]);
    in_timing(
        "cell_rise (none) { values (\"1, 2\"); }",
        expect![
            "error[LIB-019] :2:12: table template 'none' is not defined: expected an 'lu_table_template' of that name"
        ],
    );
    in_timing(
        "cell_rise (odd) { values (\"1\"); }",
        expect![
            "error[LIB-020] :1:242: a table of delays has the variable 'fanout_number', expected a transition or a load capacitance"
        ],
    );
    in_timing(
        "cell_rise (bare) { values (\"1\"); index_1 (\"1\"); }",
        expect!["error[LIB-021] :2:1: table 'cell_rise' has no 'index_2', and its template has none"],
    );
    in_timing(
        "cell_rise (bare) { values (\"1\"); index_1 (\"1\"); index_2 (\"1, 2\"); }",
        expect!["error[LIB-018] :2:1: table 'cell_rise' has 1 values, expected 1 x 2"],
    );
    in_timing(
        "cell_rise (one) { }",
        expect!["error[LIB-017] :2:1: table 'cell_rise' has no values: expected 'values'"],
    );
    in_timing(
        "cell_rise (one) { values (\"1, 2, 3\"); }",
        expect!["error[LIB-018] :2:1: table 'cell_rise' has 3 values, expected 2"],
    );
    in_timing(
        "cell_rise (scalar) { values (\"1, 2\"); }",
        expect!["error[LIB-018] :2:1: table 'cell_rise' has 2 values, expected 1"],
    );
    in_timing(
        "cell_rise (scalar) { values (\"\"); }",
        expect!["error[LIB-018] :2:1: table 'cell_rise' has 0 values, expected 1"],
    );
    in_timing(
        "cell_rise (one) { index_1 (\"2, 1\"); values (\"1, 2\"); }",
        expect!["error[LIB-022] :2:28: 'index_1' must be rising numbers, at least one"],
    );
    in_timing(
        "cell_rise (one) { index_1 (\"1, 1\"); values (\"1, 2\"); }",
        expect!["error[LIB-022] :2:28: 'index_1' must be rising numbers, at least one"],
    );
    in_timing(
        "cell_rise (one) { index_1 (\"1, 1.00000000001\"); values (\"1, 2\"); }",
        expect!["error[LIB-022] :2:28: 'index_1' must be rising numbers, at least one"],
    );
    in_timing(
        "cell_rise (one) { index_1 (\"\"); values (\"1, 2\"); }",
        expect!["error[LIB-022] :2:28: 'index_1' must be rising numbers, at least one"],
    );
    in_timing(
        "cell_rise (one) { index_1 (\"1, nan\"); values (\"1, 2\"); }",
        expect!["error[LIB-010] :2:32: 'nan' in a list, expected a finite number"],
    );
    in_timing(
        "cell_rise (one) { values (\"1, INF\"); }",
        expect!["error[LIB-010] :2:31: 'INF' in a list, expected a finite number"],
    );
    in_timing(
        "cell_rise (one) { values (\"1, 1e40\"); }",
        expect!["error[LIB-010] :2:31: '1e40' in a list, expected a finite number"],
    );
    in_timing(
        "cell_rise (one) { values (\"1, 2ns\"); }",
        expect!["error[LIB-010] :2:31: '2ns' in a list, expected a finite number"],
    );
    in_timing(
        "cell_rise (one) { values (\"1; 2\"); }",
        expect!["error[LIB-010] :2:28: '1;' in a list, expected a finite number"],
    );
    in_timing("cell_rise (one) { values (\"1,\\\n  2\", \\\n, ); }", expect![[""]]);
}

#[test]
fn several_errors_show_in_one_run() {
    in_cell(
        "pin (A) { direction : in; capacitance : x; }\npin (Y) { function : \"A &\"; timing () { related_pin : \"A\"; timing_type : t; } }",
        expect![[r#"
            error[LIB-015] :3:23: direction 'in', expected 'input', 'output', 'inout' or 'internal'
            error[LIB-009] :3:41: 'capacitance' is 'x', expected a finite number
            error[LIB-014] :4:26: 'function' is no boolean expression: expected an operand
            error[LIB-023] :4:74: timing type 't' is not known: expected one of the Liberty manual's"#]],
    );
}

#[test]
fn a_capacitance_below_zero_is_zero_and_said() {
    in_cell(
        "pin (A) { capacitance : -1.3; rise_capacitance : -0.1; fall_capacitance : 0.1; }",
        expect![[r#"
            warning[LIB-042] :3:25: 'capacitance' is -1.3, less than 0: taken as 0
            warning[LIB-042] :3:50: 'rise_capacitance' is -0.1, less than 0: taken as 0"#]],
    );
    in_library(
        "default_input_pin_cap : -1; cell (c) { pin (A) { direction : input; } }",
        expect!["warning[LIB-042] :2:25: 'default_input_pin_cap' is -1, less than 0: taken as 0"],
    );
    let text = "library (l) { default_output_pin_cap : -2; cell (c) { pin (A) { capacitance : -1; rise_capacitance : -3; } \
                pin (Y) { direction : output; } } }";
    let (library, _) = read(text);
    for pin in &library.cells[0].pins {
        assert_eq!(
            (pin.capacitance, pin.capacitances.rise, pin.capacitances.fall),
            (0.0, 0.0, 0.0),
            "{}",
            pin.name
        );
    }
}

#[test]
fn related_buses_of_unequal_width_are_said() {
    let types = "type (two) { bit_width : 2; } type (three) { bit_width : 3; }";
    let cell = |timing: &str| {
        format!(
            "{types} cell (c) {{ bus (A) {{ bus_type : three; }} pin (S) {{ }}\n\
             bus (Y) {{ bus_type : two; timing () {{ {timing} }} }} }}"
        )
    };
    in_library(
        &cell("related_pin : A;"),
        expect![
            "warning[LIB-043] :3:53: related pin 'A' has 3 bits and the pin that is timed 2: taken as every bit to every bit"
        ],
    );
    for right in [
        "related_pin : S;",
        "related_pin : \"A[1:0]\";",
        "related_bus_pins : A;",
        "related_bus_equivalent : A;",
    ] {
        in_library(&cell(right), expect![[""]]);
    }
    let (library, _) = read(&format!("library (l) {{ {} }}", cell("related_bus_equivalent : A;")));
    let bit = library.cells[0].pins.iter().find(|pin| pin.name.starts_with('Y')).unwrap();
    assert_eq!(bit.timings[0].related_pins.len(), 3);
}

#[test]
fn operating_conditions_that_scale_are_said() {
    let of = |voltage: &str, factor: &str, default: &str| {
        format!(
            "nom_process : 1; nom_voltage : 1.1; nom_temperature : 25;\n{factor}\n\
             operating_conditions (slow) {{ process : 1; voltage : {voltage}; temperature : 25; }}\n\
             default_operating_conditions : {default};"
        )
    };
    in_library(
        &of("0.9", "k_volt_cell_rise : -0.7;", "slow"),
        expect![
            "warning[LIB-045] :3:1: 'k_volt_cell_rise' and its like are not applied: tables are used as they are, at the nominal conditions and not those of 'slow'"
        ],
    );
    in_library(
        &of("0.9", "k_volt_cell_rise : 0.1;", "fast"),
        expect![
            "warning[LIB-044] :5:32: operating conditions 'fast' are not known: expected an 'operating_conditions' of that name"
        ],
    );
    // No number would change.
    in_library(&of("1.1", "k_volt_cell_rise : 0.1;", "slow"), expect![[""]]);
    in_library(&of("0.9", "k_volt_cell_rise : 0;", "slow"), expect![[""]]);
    in_library(&of("0.9", "k_volt_cell_leakage_power : 1;", "slow"), expect![[""]]);
}

#[test]
fn times_that_outputs_keep_their_values_without_a_delay_are_said() {
    let scalar = |name: &str| format!("{name} (scalar) {{ values (\"1\"); }} ");
    let both = scalar("retaining_rise") + &scalar("retaining_fall") + &scalar("retain_fall_slew");
    in_timing(
        &format!("{both}{}", scalar("cell_fall")),
        expect!["warning[LIB-046] :1:346: 'retaining_rise' is not applied: expected 'cell_rise' beside it"],
    );
    in_timing(&format!("{both}{}{}", scalar("cell_rise"), scalar("cell_fall")), expect![[""]]);
    in_timing(
        "retaining_rise (none) { values (\"x\"); }",
        expect![
            "error[LIB-019] :2:17: table template 'none' is not defined: expected an 'lu_table_template' of that name"
        ],
    );
}

/// The ids in the quotes of `text`.
fn ids(text: &str) -> Vec<&str> {
    let starts = text.match_indices("LIB-").map(|(start, _)| &text[start..]);
    starts
        .filter_map(|rest| rest.get(..7))
        .filter(|id| id[4..].bytes().all(|byte| byte.is_ascii_digit()))
        .collect()
}

#[test]
fn every_id_is_used_once_and_tested() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut source = String::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        source += &std::fs::read_to_string(entry.unwrap().path()).unwrap();
    }
    let used = ids(&source);
    let unique: BTreeSet<&str> = used.iter().copied().collect();
    assert_eq!(used.len(), unique.len(), "an id is used twice");
    let expected: BTreeSet<String> = (1..=used.len()).map(|number| format!("LIB-{number:03}")).collect();
    assert!(
        unique.iter().copied().eq(expected.iter().map(String::as_str)),
        "ids are not numbered without gaps"
    );
    let tested: BTreeSet<&str> = ids(include_str!("diagnostics.rs")).into_iter().collect();
    assert_eq!(unique.difference(&tested).collect::<Vec<_>>(), Vec::<&&str>::new(), "ids without a test");
}

#[test]
fn tables_of_variation() {
    in_timing(
        "ocv_sigma_cell_rise (one) { sigma_type : both; values (\"1, 2\"); }",
        expect![
            "warning[LIB-047] :2:42: sigma type 'both', expected 'early', 'late' or 'early_and_late': taken as the last of these"
        ],
    );
    in_timing(
        "ocv_std_dev_cell_fall (one) { values (\"1, -2\"); }",
        expect![
            "warning[LIB-048] :2:1: 'ocv_std_dev_cell_fall' has a standard deviation of -2000 ps, less than 0: taken as 0"
        ],
    );
    in_timing(
        "ocv_mean_shift_cell_fall (one) { values (\"1\"); }",
        expect!["error[LIB-018] :2:1: table 'ocv_mean_shift_cell_fall' has 1 values, expected 2"],
    );
    in_timing(
        "ocv_skewness_rise_transition (bare) { values (\"1\"); }",
        expect![
            "error[LIB-021] :2:1: table 'ocv_skewness_rise_transition' has no 'index_1', and its template has none"
        ],
    );
    in_timing(
        "ocv_sigma_rise_constraint (missing) { values (\"1\"); }",
        expect![
            "error[LIB-019] :2:28: table template 'missing' is not defined: expected an 'lu_table_template' of that name"
        ],
    );
    in_timing(
        "ocv_sigma_rise_constraint (one) { }",
        expect!["error[LIB-017] :2:1: table 'ocv_sigma_rise_constraint' has no values: expected 'values'"],
    );
}
