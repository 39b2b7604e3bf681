//! The exact text of every diagnostic of linking.

use std::sync::Arc;

use expect_test::{Expect, expect};
use zeroslack_input::Diagnostics;
use zeroslack_liberty::Library;
use zeroslack_netlist::{CellLibrary, LinkOptions, Source, link};
use zeroslack_verilog::{Declaration, Design, Instance, Kind, Module, Range};

use crate::common::{CELLS, library, linked, linked_with, shown_diagnostics};

/// Checks what linking a file says.
#[track_caller]
fn said(text: &str, expected: Expect) {
    let (netlist, said) = linked(text);
    assert_eq!(netlist.is_none(), said.has_errors());
    expected.assert_eq(&shown_diagnostics(&said));
}

/// The same with options, and files `1.v`, `2.v` and so on.
#[track_caller]
fn said_with(texts: &[&str], options: LinkOptions, expected: Expect) {
    let (netlist, said) = linked_with(texts, library(CELLS), &options);
    assert_eq!(netlist.is_none(), said.has_errors());
    expected.assert_eq(&shown_diagnostics(&said));
}

fn top(name: &str) -> LinkOptions {
    LinkOptions { top: Some(name.to_string()), ..LinkOptions::default() }
}

fn cells(text: &str) -> Arc<Library> {
    Arc::new(zeroslack_liberty::read(text).0)
}

#[track_caller]
fn libraries(early: &str, late: &str, expected: Expect) {
    let (_, said) = CellLibrary::new(vec![cells(early)], vec![cells(late)]);
    expected.assert_eq(&shown_diagnostics(&said));
}

#[test]
fn libraries_of_both_splits() {
    let one = "library (l) { cell (A) { pin (X) { direction : input; } } }";
    let other = "library (l) { cell (B) { pin (X) { direction : input; } } }";
    libraries(one, one, expect![""]);
    libraries(
        one,
        other,
        expect![[r#"
        warning[NET-001]: cell 'A' is only in the early library; that serves both splits
        warning[NET-001]: cell 'B' is only in the late library; that serves both splits
    "#]],
    );
    let two = "library (l) { cell (A) { pin (X) { direction : input; } pin (Y) { direction : output; } } }";
    libraries(
        one,
        two,
        expect![[r#"
        error[NET-002]: pin 'Y' of cell 'A' is missing in the early library 'l'
    "#]],
    );
    libraries(
        two,
        one,
        expect![[r#"
        error[NET-002]: pin 'Y' of cell 'A' is missing in the late library 'l'
    "#]],
    );
}

#[test]
fn modules_of_one_name() {
    said_with(
        &["module m (); endmodule", "module m (); endmodule"],
        LinkOptions::default(),
        expect![[r#"
        warning[NET-005]: no module instantiates any of m, m; the last one, m, is taken as the top
        error[NET-003] 2.v:1:8: module 'm' is already defined in 1.v <<m>>
    "#]],
    );
}

#[test]
fn tops() {
    said_with(
        &["module m (); endmodule"],
        top("n"),
        expect![[r#"
        error[NET-004]: there is no module 'n' to be the top
    "#]],
    );
    said_with(&["module m (); endmodule"], top("m"), expect![""]);
    said(
        "module a (); endmodule module b (); endmodule",
        expect![[r#"
        warning[NET-005]: no module instantiates any of a, b; the last one, b, is taken as the top
    "#]],
    );
    said_with(&["module a (); endmodule module b (); endmodule"], top("a"), expect![""]);
    said(
        "",
        expect![[r#"
            error[NET-006]: there is no module in the Verilog input: 1.v
        "#]],
    );
    said(
        "module a (); b x (); endmodule module b (); a x (); endmodule",
        expect![[r#"
            error[NET-007]: every module is instantiated by another, so none can be the top: a, b
        "#]],
    );
    said(
        "module a (); a x (); endmodule",
        expect![[r#"
            error[NET-007]: every module is instantiated by another, so none can be the top: a
        "#]],
    );
    let many: String = (0..15).map(|number| format!("module m{number} (); endmodule ")).collect();
    said(
        &many,
        expect![[r#"
        warning[NET-005]: no module instantiates any of m0, m1, m2, m3, m4, m5, m6, m7, m8, m9 and 5 more; the last one, m14, is taken as the top
    "#]],
    );
}

#[test]
fn stubs_of_library_cells_are_no_tops() {
    said("module t (); endmodule module INV (A, Y); input A; output Y; endmodule", expect![""]);
}

#[test]
fn expressions() {
    said(
        "module m (a); input a; INV u (.A(a[0]), .Y()); endmodule",
        expect![[r#"
            error[NET-009] 1.v:1:34: 'a' is selected from but is not declared as a bus <<a>>
        "#]],
    );
    said(
        "module m (); INV u (.A(b[0]), .Y()); endmodule",
        expect![[r#"
            error[NET-009] 1.v:1:24: 'b' is selected from but is not declared as a bus <<b>>
        "#]],
    );
    said(
        "module m (); INV u (.A(b[1:0]), .Y()); endmodule",
        expect![[r#"
            error[NET-009] 1.v:1:24: 'b' is selected from but is not declared as a bus <<b>>
        "#]],
    );
    said(
        "module m (a); input [3:0] a; INV u (.A(a[4]), .Y()); INV v (.A(a[-1]), .Y()); endmodule",
        expect![[r#"
            error[NET-010] 1.v:1:40: bit 4 is outside of bus 'a' <<a>>
            error[NET-010] 1.v:1:64: bit -1 is outside of bus 'a' <<a>>
        "#]],
    );
    said(
        "module m (a); input [3:0] a; RAM u (.D(a[4:1])); RAM v (.D({a[5:4], a[1:0]})); endmodule",
        expect![[r#"
            error[NET-010] 1.v:1:40: bit 4 is outside of bus 'a' <<a>>
            error[NET-010] 1.v:1:61: bit 5 is outside of bus 'a' <<a>>
        "#]],
    );
    said(
        "module m (a); input [3:0] a; assign a[7] = a[0]; assign {a[0], a[1]} = {a[2], a[9]}; endmodule",
        expect![[r#"
            error[NET-010] 1.v:1:37: bit 7 is outside of bus 'a' <<a>>
            error[NET-010] 1.v:1:79: bit 9 is outside of bus 'a' <<a>>
        "#]],
    );
    said(
        "module m (.p(a[4]), .q(b[0])); input [3:0] a; input b; endmodule",
        expect![[r#"
            error[NET-010] 1.v:1:14: bit 4 is outside of bus 'a' <<a>>
            error[NET-009] 1.v:1:24: 'b' is selected from but is not declared as a bus <<b>>
        "#]],
    );
}

#[test]
fn a_bad_expression_is_said_once_however_often_its_module_is_there() {
    said(
        "module b (a); input a; INV u (.A(a[1]), .Y()); endmodule module t (); b x (1'b0); b y (1'b0); b z (1'b0); endmodule",
        expect![[r#"
            error[NET-009] 1.v:1:34: 'a' is selected from but is not declared as a bus <<a>>
        "#]],
    );
}

#[test]
fn a_bus_too_wide_to_be_one() {
    let wide = Range { msb: 1 << 24, lsb: 0 };
    let declare = |name, range| Declaration { name, kind: Kind::Wire, range: Some(range), offset: 7 };
    let most = Range { msb: (1 << 24) - 1, lsb: 0 };
    let mut declarations = vec![declare("a", wide), declare("fits", most)];
    let names: Vec<String> = (0..70).map(|number| format!("b{number}")).collect();
    declarations.extend(names.iter().map(|name| declare(name, most)));
    let module = Module { name: "m", declarations, offset: 7, ..Module::default() };
    let source = Source { file: "made.v", text: "module m", design: Design { modules: vec![module] } };
    let (netlist, said) = link(&[source], library(CELLS), &LinkOptions::default());
    assert!(netlist.is_none());
    expect![[r#"
        error[NET-008]: the flat design of 'm' is too large: 0 cells with 0 pins and up to 1207959553 nets; expected at most 33554440 of each, which --max-cells raises
        error[NET-011] made.v:1:8: 'a' makes a bus of more than 16777216 bits <<m>>
    "#]].assert_eq(&shown_diagnostics(&said));
}

#[test]
fn assignments_of_other_widths() {
    said(
        "module m (a, b); input [3:0] a; output [1:0] b; assign b = a; assign b = a[0]; endmodule",
        expect![[r#"
        warning[NET-012] 1.v:1:56: the left side has 2 bits, the right side 4 bits <<b>>
        warning[NET-012] 1.v:1:70: the left side has 2 bits, the right side 1 bit <<b>>
    "#]],
    );
}

#[test]
fn modules_inside_of_themselves() {
    let text = "module t (); a x (); endmodule module a (); b x (); endmodule module b (); a y (); INV i (); endmodule";
    said(
        text,
        expect![[r#"
        error[NET-013] 1.v:1:78: module 'a' instantiates itself, directly or through others <<y>>
    "#]],
    );
    said_with(
        &["module t (); t x (); t y [1:0] (); endmodule"],
        top("t"),
        expect![[r#"
        error[NET-013] 1.v:1:16: module 't' instantiates itself, directly or through others <<x>>
        error[NET-013] 1.v:1:24: module 't' instantiates itself, directly or through others <<y>>
    "#]],
    );
}

#[test]
fn unknown_cells() {
    let text = "module t (); NAND x (.A(a), .Y(b)); NAND y (.A(b)); NOR z (); endmodule";
    said(
        text,
        expect![[r#"
            warning[NET-016] 1.v:1:19: 'NAND' is neither a module nor a library cell; taken as a black box <<x>>
        "#]],
    );
    said_with(
        &[text],
        LinkOptions { strict: true, ..LinkOptions::default() },
        expect![[r#"
        error[NET-016] 1.v:1:19: 'NAND' is neither a module nor a library cell <<x>>
        error[NET-016] 1.v:1:57: 'NOR' is neither a module nor a library cell <<z>>
    "#]],
    );
}

#[test]
fn arrays_that_are_too_long() {
    let instance = |name, msb| Instance {
        cell: "INV",
        name,
        range: Some(Range { msb, lsb: 0 }),
        connections: 0..0,
        offset: 7,
    };
    let instances = vec![instance("u", 1 << 20), instance("fits", (1 << 20) - 1)];
    let module = Module { name: "m", instances, offset: 7, ..Module::default() };
    let source = Source { file: "made.v", text: "module m", design: Design { modules: vec![module] } };
    let (netlist, said) = link(&[source], library(CELLS), &LinkOptions::default());
    assert!(netlist.is_none());
    expect![[r#"
        error[NET-017] made.v:1:8: an array of 1048577 instances is more than 1048576 <<m>>
    "#]]
    .assert_eq(&shown_diagnostics(&said));
}

#[test]
fn instances_of_one_name() {
    said(
        "module t (a); input a; INV u (.A(a), .Y()); INV u (.A(a), .Y()); endmodule",
        expect![[r#"
        error[NET-018] 1.v:1:49: there is already an instance 'u' <<u>>
    "#]],
    );
    said(
        "module t (a); input a; INV \\u[1] (.A(a), .Y()); INV u [1:0] (.A(a), .Y()); endmodule",
        expect![[r#"
            warning[NET-031] 1.v:1:29: two instances are named 'u[1]'; this one is found as 'u\[1\]' <<u[1]>>
        "#]],
    );
    let block = "module b (a); input a; INV u (.A(a), .Y()); endmodule";
    said(
        &format!("{block} module t (a); input a; b x (a); b x (a); endmodule"),
        expect![[r#"
            error[NET-018] 1.v:1:89: there is already an instance 'x' <<x>>
        "#]],
    );
    said(
        &format!("{block} module t (a); input a; b x (a); INV \\x/u (.A(a), .Y()); endmodule"),
        expect![[r#"
            warning[NET-031] 1.v:1:92: two instances are named 'x/u'; this one is found as 'x\/u' <<x/u>>
        "#]],
    );
}

#[test]
fn names_that_are_the_same_once_the_design_is_flat() {
    let block = "module b (a); input a; INV u (.A(a), .Y()); endmodule";
    said(
        &format!(
            "{block} module t (a); input a; b x (a); INV \\x/u (.A(a), .Y()); b y (a); b y (a); endmodule"
        ),
        expect![[r#"
            error[NET-018] 1.v:1:122: there is already an instance 'y' <<y>>
        "#]],
    );
    said(
        &format!("{block} module t (a); input a; b \\x/y (a); b x (a); INV \\x/y/u (.A(a), .Y()); endmodule"),
        expect![[r#"
            warning[NET-031] 1.v:1:104: two instances are named 'x/y/u'; this one is found as 'x\/y\/u' <<x/y/u>>
        "#]],
    );
}

#[test]
fn a_reversed_part_of_a_bus_was_accepted_without_a_word() {
    let block = "module s (i); input [1:0] i; endmodule";
    said(
        &format!(
            "{block}\nmodule t (a, b); input [3:0] a; input [0:3] b;\ns u (.i(a[0:1]));\ns v (.i(b[1:0]));\ns w (.i(a[1:0])),\n  x (.i(b[0:1])), y (.i({{a[2:2],\n    b[2:2]}}));\nassign {{a[1:0], b[3:2]}} = 4'b0;\nendmodule"
        ),
        expect![[r#"
            error[NET-032] 1.v:8:17: 'b[3:2]' runs against the declaration of 'b': expected 'b[2:3]' <<b>>
            error[NET-032] 1.v:3:9: 'a[0:1]' runs against the declaration of 'a': expected 'a[1:0]' <<a>>
            error[NET-032] 1.v:4:9: 'b[1:0]' runs against the declaration of 'b': expected 'b[0:1]' <<b>>
        "#]],
    );
    said(
        "module t (a[0:1]); input [3:0] a; endmodule",
        expect![[r#"
        error[NET-032] 1.v:1:11: 'a[0:1]' runs against the declaration of 'a': expected 'a[1:0]' <<a>>
    "#]],
    );
}

#[test]
fn parts_outside_of_a_bus() {
    said(
        "module t (a); input [3:0] a; wire b;\nRAM u (.CK(b[0:0]), .D(a[4:1]), .U(a[3:2]),\n  .Q(a[-1]));\nassign b = a[7];\nendmodule",
        expect![[r#"
            error[NET-010] 1.v:4:12: bit 7 is outside of bus 'a' <<a>>
            error[NET-009] 1.v:2:12: 'b' is selected from but is not declared as a bus <<b>>
            error[NET-010] 1.v:2:24: bit 4 is outside of bus 'a' <<a>>
            error[NET-010] 1.v:3:6: bit -1 is outside of bus 'a' <<a>>
        "#]],
    );
}

#[test]
fn connections_of_other_widths() {
    let text = "module t (a, q); input [3:0] a; output [3:0] q; RAM u (.CK(a), .D(a[1:0]), .U(4'b0), .Q(q)); endmodule";
    said(
        text,
        expect![[r#"
        warning[NET-019] 1.v:1:53: port 'CK' of 'RAM' has 1 bit but is connected to 4 bits <<u>>
        warning[NET-019] 1.v:1:53: port 'D' of 'RAM' has 4 bits but is connected to 2 bits <<u>>
        warning[NET-019] 1.v:1:53: port 'U' of 'RAM' has 2 bits but is connected to 4 bits <<u>>
    "#]],
    );
    said(
        "module b (p); input [1:0] p; endmodule module t (a); input [2:0] a; b u (a); endmodule",
        expect![[r#"
        warning[NET-019] 1.v:1:71: port '1' of 'b' has 2 bits but is connected to 3 bits <<u>>
    "#]],
    );
    said(
        "module t (a); input [2:0] a; TRI u [1:0] (.A(a), .EN(a[0]), .Y()); endmodule",
        expect![[r#"
        warning[NET-019] 1.v:1:34: port 'A' of 'TRI' has 1 bit but is connected to 3 bits <<u>>
    "#]],
    );
}

#[test]
fn unknown_pins() {
    said(
        "module t (a); input a; INV u (.B(a), .A(a)); endmodule",
        expect![[r#"
        error[NET-020] 1.v:1:28: 'INV' has no pin 'B' <<u>>
    "#]],
    );
    said(
        "module t (a); input a; INV u (a, , a, a); endmodule",
        expect![[r#"
        error[NET-020] 1.v:1:28: 'INV' has fewer than 3 pins <<u>>
        error[NET-020] 1.v:1:28: 'INV' has fewer than 4 pins <<u>>
    "#]],
    );
    said(
        "module b (p); input p; endmodule module t (a); input a; b u (.q(a)); b v (a, a); endmodule",
        expect![[r#"
        error[NET-020] 1.v:1:59: 'b' has no pin 'q' <<u>>
        error[NET-020] 1.v:1:72: 'b' has fewer than 2 pins <<v>>
    "#]],
    );
}

#[test]
fn drivers() {
    said(
        "module t (y); output y; INV u (.A(n), .Y(y)); endmodule",
        expect![[r#"
        warning[NET-021]: net 'n' has no driver; it reaches 'u/A'
    "#]],
    );
    said(
        "module t (y); output y; endmodule",
        expect![[r#"
        warning[NET-021]: net 'y' has no driver; it reaches 'y'
    "#]],
    );
    said(
        "module t (a, y); input a; output y; INV u (.A(a), .Y(y)); INV v (.A(a), .Y(y)); INV w (.A(a), .Y(y)); endmodule",
        expect![[r#"
        warning[NET-022]: net 'y' is driven by both 'u/Y' and 'v/Y'
    "#]],
    );
    said(
        "module t (a, y); input a; output y; INV u (.A(a), .Y(y)); TRI v (.A(a), .EN(a), .Y(y)); endmodule",
        expect![""],
    );
    said(
        "module t (a, y); input a; inout y; INV u (.A(a), .Y(y)); INV v (.A(y), .Y()); endmodule",
        expect![""],
    );
    said(
        "module t (a, b, y); input a, b; output y; assign y = a; assign y = b; endmodule",
        expect![[r#"
        warning[NET-022]: net 'a' is driven by both 'a' and 'b'
    "#]],
    );
    said(
        "module t (a); input a; INV u (.A(a), .Y(a)); endmodule",
        expect![[r#"
        warning[NET-022]: net 'a' is driven by both 'a' and 'u/Y'
    "#]],
    );
    said(
        "module t (); INV u (.A(1'b0), .Y()); BOX v (.P(n)); INV w (.A(n), .Y(p)); endmodule",
        expect![[r#"
        warning[NET-016] 1.v:1:42: 'BOX' is neither a module nor a library cell; taken as a black box <<v>>
    "#]],
    );
}

#[test]
fn nets_of_one_name() {
    said(
        "module t (a, y); input [1:0] a; output y; wire \\a[1] ; INV u (.A(a[1]), .Y(\\a[1] )); endmodule",
        expect![[r#"
        warning[NET-015]: two nets are named 'a[1]'; the first is found by the name
        warning[NET-021]: net 'y' has no driver; it reaches 'y'
    "#]],
    );
    said(
        "module b (i); input i; endmodule module t (a); input a; wire \\u/i ; b u (a); endmodule",
        expect![[r#"
        warning[NET-015]: two nets are named 'u/i'; the first is found by the name
    "#]],
    );
}

#[test]
fn constants_joined() {
    said(
        "module t (y); output y; assign y = 1'b0; assign y = 1'b1; endmodule",
        expect![[r#"
        warning[NET-027]: net 'y' is tied to both constants; only the first counts
    "#]],
    );
    said(
        "module b (p); input p; supply0 p_; assign p = p_; endmodule module t (); b u (1'b1); endmodule",
        expect![[r#"
        warning[NET-027]: net 'u/p_' is tied to both constants; only the first counts
    "#]],
    );
}

#[test]
fn diagnostics_are_capped_and_name_their_file() {
    let many: String = (0..100).map(|number| format!("INV u{number} (.X(a)); ")).collect();
    let one = format!("module b (a); input a; {many} endmodule");
    let two = "module t (a); input a; b u (a); INV v (.Z(a)); endmodule";
    let (netlist, said) = linked_with(&[&one, two], library(CELLS), &LinkOptions::default());
    assert!(netlist.is_none());
    let of_file = |file: &str| said.iter().filter(|each| each.file.as_deref() == Some(file)).count();
    assert_eq!((of_file("1.v"), of_file("2.v")), (Diagnostics::CAP, 0));
    assert_eq!(said.left_out().collect::<Vec<_>>(), [("NET-020", 81)]);
}

#[test]
fn what_concerns_no_file_names_none() {
    let text = "module b (); endmodule module t (); INV u (.A(n), .Y()); INV v (.Q(n)); endmodule";
    said(
        text,
        expect![[r#"
        warning[NET-005]: no module instantiates any of b, t; the last one, t, is taken as the top
        error[NET-020] 1.v:1:62: 'INV' has no pin 'Q' <<v>>
    "#]],
    );
}
