//! Conditional directives, and directives that are errors.

use expect_test::{Expect, expect};
use zeroslack_verilog::{Options, read, read_with};

use crate::common::check;

/// Checks which wires a module has, some macros being defined from the start.
#[track_caller]
fn wires(defines: &[&str], text: &str, expected: &str) {
    let options = Options { defines: defines.iter().map(|name| name.to_string()).collect() };
    let text = format!("module m;\n{text}\nendmodule");
    let (design, said) = read_with(&text, &options);
    assert!(!said.has_any(), "{said}");
    let names: Vec<&str> =
        design.modules[0].declarations.iter().map(|declaration| declaration.name).collect();
    assert_eq!(names.join(" "), expected, "{text}");
}

/// Checks what is said about a text.
#[track_caller]
fn said(text: &str, expected: Expect) {
    expected.assert_eq(&read(text).1.to_string());
}

#[test]
fn only_the_branch_that_counts_is_read() {
    let text = "`ifdef A\nwire a;\n`elsif B\nwire b;\n`elsif C\nwire c;\n`else\nwire d;\n`endif\nwire e;";
    wires(&[], text, "d e");
    wires(&["A"], text, "a e");
    wires(&["B"], text, "b e");
    wires(&["C"], text, "c e");
    wires(&["B", "C"], text, "b e");
    wires(&["A", "B", "C"], text, "a e");
    let text = "`ifndef A\nwire a;\n`else\nwire b;\n`endif";
    wires(&[], text, "a");
    wires(&["A"], text, "b");
}

#[test]
fn conditions_are_nested_to_any_depth() {
    let text =
        "`ifdef A `ifdef B wire ab; `else wire a; `endif `else `ifdef B wire b; `else wire n; `endif `endif";
    wires(&[], text, "n");
    wires(&["A"], text, "a");
    wires(&["B"], text, "b");
    wires(&["A", "B"], text, "ab");
    let depth = 1_000_000;
    let deep = format!("{} wire a; {} wire b;", "`ifdef A\n".repeat(depth), "`endif\n".repeat(depth));
    wires(&[], &deep, "b");
    wires(&["A"], &deep, "a b");
}

#[test]
fn macros_are_defined_and_undefined_in_the_text() {
    wires(&[], "`define A\n`ifdef A\nwire a;\n`endif", "a");
    wires(&[], "`define A(x) x \\\n + 1\n`ifdef A\nwire a;\n`endif", "a");
    wires(&["A"], "`undef A\n`ifdef A\nwire a;\n`endif wire b;", "b");
    // What does not count defines nothing.
    wires(&[], "`ifdef A\n`define B\n`endif\n`ifdef B\nwire b;\n`endif wire c;", "c");
}

#[test]
fn conditions_stand_between_any_two_tokens() {
    wires(&[], "wire `ifdef A [1:0] `else [`ifdef B 3 `else 2 `endif :0] `endif a;", "a");
    let ports = "module m (\n`ifdef USE_POWER_PINS\n  inout VPWR, inout VGND,\n`endif\n  input a, output y);
  INV u (\n`ifdef USE_POWER_PINS\n    .VPWR(VPWR), .VGND(VGND),\n`endif\n    .A(a), .Y(y));\nendmodule";
    check(
        ports,
        expect![[r#"
            module m (a,
                y);
              input a;
              output y;
              INV u (.A(a), .Y(y));
            endmodule
        "#]],
    );
    let (design, said) = read_with(ports, &Options { defines: vec!["USE_POWER_PINS".to_string()] });
    assert!(!said.has_any(), "{said}");
    let module = &design.modules[0];
    assert_eq!((module.ports.len(), module.connections.len()), (4, 4));
}

#[test]
fn what_is_left_out_may_be_anything() {
    wires(
        &[],
        "`ifdef A // `endif\n/* `endif */ \"`endif\" \\x`endif always @ begin 'q ` `foo it isn\"t\n`include \"x\"\n`else wire a; `endif",
        "a",
    );
}

#[test]
fn conditions_without_their_partners_are_errors() {
    said(
        "`ifdef A\nmodule m; endmodule",
        expect![[r#"
            error[VLOG-036] :1:1: this '`ifdef' has no end: expected '`endif'
        "#]],
    );
    said(
        "module m;\n`else\n`endif\n`elsif A\nendmodule",
        expect![[r#"
            error[VLOG-035] :2:1: '`else' stands alone: expected '`ifdef' before it
            error[VLOG-035] :3:1: '`endif' stands alone: expected '`ifdef' before it
            error[VLOG-035] :4:1: '`elsif' stands alone: expected '`ifdef' before it
        "#]],
    );
    said(
        "module m;\n`ifdef A\n`else\n`else\n`elsif A\n`endif\nendmodule",
        expect![[r#"
            error[VLOG-035] :4:1: '`else' stands after '`else': expected '`endif'
            error[VLOG-035] :5:1: '`elsif' stands after '`else': expected '`endif'
        "#]],
    );
    said(
        "module m;\n`ifdef\nwire a;\n`endif\n`define 1\n`undef\nendmodule",
        expect![[r#"
            error[VLOG-034] :2:1: '`ifdef' has no name: expected that of a macro after it
            error[VLOG-034] :5:1: '`define' has no name: expected that of a macro after it
            error[VLOG-034] :6:1: '`undef' has no name: expected that of a macro after it
        "#]],
    );
}
