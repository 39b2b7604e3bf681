//! Hierarchies: order, depth and size.

use std::fmt::Write;

use expect_test::expect;
use zeroslack_netlist::{LinkOptions, Netlist};

use crate::common::{CELLS, library, linked, linked_with, netlist, shown_diagnostics};

#[test]
fn cells_are_in_order_of_depth_then_of_the_file() {
    let netlist = netlist(
        "module c (i); input i; INV e (.A(i), .Y()); endmodule
         module b (i); input i; c u (i); INV d (.A(i), .Y()); c v (i); endmodule
         module t (a); input a; b y (a); INV z (.A(a), .Y()); b x (a); endmodule",
    );
    let names: Vec<&str> = netlist.cells().map(|cell| netlist.cell_name(cell)).collect();
    assert_eq!(names, ["z", "y/d", "x/d", "y/u/e", "y/v/e", "x/u/e", "x/v/e"]);
}

/// Modules `m0` in `m1` in `m2` and so on, each `times` in the next, with `inside` in the innermost.
fn nested(levels: usize, times: usize, inside: &str) -> String {
    let mut text = format!("module m0 (p); input p; {inside} endmodule\n");
    for level in 1..=levels {
        write!(text, "module m{level} (p); input p; ").unwrap();
        for instance in 0..times {
            write!(text, "m{} u{instance} (p); ", level - 1).unwrap();
        }
        text += "endmodule\n";
    }
    text
}

#[test]
fn a_thousand_levels_are_flattened() {
    let netlist = netlist(&nested(999, 1, "INV i (.A(p), .Y());"));
    assert_eq!(netlist.cell_count(), 1);
    assert_eq!(netlist.net_count(), 3);
    assert_eq!(netlist.find_net(&"u0/".repeat(999)[..]), None);
    assert_eq!(netlist.find_net(&format!("{}p", "u0/".repeat(999))).map(|net| net.0), Some(2));
}

#[test]
fn ten_thousand_levels_are_an_error() {
    let (netlist, said) = linked(&nested(10_000, 1, "INV i (.A(p), .Y());"));
    assert!(netlist.is_none());
    expect![[r#"
        error[NET-014] 1.v:9002:34: the hierarchy is more than 1000 levels deep <<u0>>
    "#]]
    .assert_eq(&shown_diagnostics(&said));
}

#[test]
fn depth_is_that_of_the_longest_way() {
    let text = nested(999, 1, "") + "module t (p); input p; m5 a (p); m999 b (p); m3 c (p); endmodule";
    let (_, said) = linked(&text);
    assert_eq!(said.iter().map(|each| each.id).collect::<Vec<_>>(), ["NET-014"]);
}

#[test]
fn hierarchies_that_grow_beyond_all_bounds_are_an_error() {
    let (_, said) = linked(&nested(40, 2, "INV i (.A(p), .Y());"));
    expect![[r#"
        error[NET-008]: the flat design of 'm40' is too large: 1099511627776 cells in 2199023255551 instances of modules, made of 81 that are written; expected at most 2097152 of both together, which --max-cells raises
    "#]].assert_eq(&shown_diagnostics(&said));
    let (_, said) = linked(&nested(500, 3, "FLOP i (.CK(p));"));
    expect![[r#"
        error[NET-008]: the flat design of 'm500' is too large: 18446744073709551615 cells in 18446744073709551615 instances of modules, made of 1501 that are written; expected at most 6148096 of both together, which --max-cells raises
    "#]].assert_eq(&shown_diagnostics(&said));
    // Nothing but modules.
    let (_, said) = linked(&nested(40, 2, ""));
    assert!(said.has_errors());
}

/// Links with at most so many cells and instances of modules.
fn linked_at_most(text: &str, max_cells: u64) -> (Option<Netlist>, String) {
    let options = LinkOptions { max_cells: Some(max_cells), ..LinkOptions::default() };
    let (netlist, said) = linked_with(&[text], library(CELLS), &options);
    (netlist, shown_diagnostics(&said))
}

#[test]
fn a_short_text_of_many_cells_took_all_memory() {
    let (netlist, said) = linked(&nested(25, 2, "INV i (.A(p), .Y());"));
    assert!(netlist.is_none());
    expect![[r#"
        error[NET-008]: the flat design of 'm25' is too large: 33554432 cells in 67108863 instances of modules, made of 51 that are written; expected at most 2097152 of both together, which --max-cells raises
    "#]].assert_eq(&shown_diagnostics(&said));
    let (netlist, said) = linked(&nested(25, 2, ""));
    assert!(netlist.is_none());
    expect![[r#"
        error[NET-008]: the flat design of 'm25' is too large: 0 cells in 67108863 instances of modules, made of 50 that are written; expected at most 2097152 of both together, which --max-cells raises
    "#]].assert_eq(&shown_diagnostics(&said));
}

#[test]
fn the_number_of_cells_can_be_bounded_otherwise() {
    let text = nested(10, 2, "INV i (.A(p), .Y());");
    let (netlist, said) = linked_at_most(&text, 3000);
    assert!(netlist.is_none());
    expect![[r#"
        error[NET-008]: the flat design of 'm10' is too large: 1024 cells in 2047 instances of modules, made of 21 that are written; expected at most 3000 of both together, which --max-cells raises
    "#]].assert_eq(&said);
    let (netlist, _) = linked_at_most(&text, 3070);
    assert_eq!(netlist.unwrap().cell_count(), 1024);
    // The top is an instance without which there is no design.
    assert!(linked_at_most("module t (a); input a; INV i (.A(a), .Y()); endmodule", 1).0.is_some());
    assert!(
        linked_at_most("module t (a); input a; INV i (.A(a), .Y()), j (.A(a), .Y()); endmodule", 1)
            .0
            .is_none()
    );
}

#[test]
fn long_names_of_many_instances_are_counted_before_they_are_made() {
    let name = "n".repeat(1 << 20);
    let block = "module b (p); input p; wire [65535:0] w; INV i [65535:0] (.A(p), .Y(w)); endmodule";
    let (netlist, said) = linked(&format!("{block} module t (p); input p; b {name} (p); endmodule"));
    assert!(netlist.is_none());
    expect![[r#"
        error[NET-008]: the flat design of 't' is too large: the names of its 65536 cells take 68719804416 bytes, those of its nets 68720656387, those of its 2 instances of modules 1048577; expected at most 537919611 of each, which --max-cells raises
    "#]].assert_eq(&shown_diagnostics(&said));
}

#[test]
fn arrays_of_arrays_count() {
    let text = "module a (p); input p; INV u [1048575:0] (.A(p), .Y()); endmodule
         module t (p); input p; a u [4095:0] (p); endmodule";
    expect![[r#"
        error[NET-008]: the flat design of 't' is too large: 4294967296 cells in 4097 instances of modules, made of 2 that are written; expected at most 2097152 of both together, which --max-cells raises
    "#]].assert_eq(&shown_diagnostics(&linked(text).1));
}

#[test]
fn mutual_instances_far_down_are_found() {
    let text = nested(20, 2, "x a (p);")
        + "module x (p); input p; y a (p); endmodule module y (p); input p; m3 a (p); endmodule";
    let (netlist, said) = linked(&text);
    assert!(netlist.is_none());
    expect![[r#"
        error[NET-013] 1.v:22:69: module 'm3' instantiates itself, directly or through others <<a>>
    "#]]
    .assert_eq(&shown_diagnostics(&said));
}

#[test]
fn expressions_that_grow_beyond_all_bounds_are_an_error() {
    let wide = "x, ".repeat(5000) + "x";
    let text = format!(
        "module b (p); input p; endmodule module t (); wire [1048575:0] x; b u ({{{wide}}}); b v ({{{wide}}}); endmodule"
    );
    let (netlist, said) = linked(&text);
    assert!(netlist.is_none());
    expect![[r#"
        error[NET-011] 1.v:1:121: 'x' makes a bus of more than 16777216 bits <<x>>
        error[NET-011] 1.v:1:15132: 'x' makes a bus of more than 16777216 bits <<x>>
    "#]]
    .assert_eq(&shown_diagnostics(&said));
}

#[test]
fn black_boxes_that_grow_beyond_all_bounds_are_an_error() {
    let wide = "x, ".repeat(5000) + "x";
    let text = format!("module t (); wire [1048575:0] x; BOX u (.P({{{wide}}})); endmodule");
    let (netlist, said) = linked(&text);
    assert!(netlist.is_none());
    expect![[r#"
        warning[NET-016] 1.v:1:38: 'BOX' is neither a module nor a library cell; taken as a black box <<u>>
        error[NET-011] 1.v:1:34: 'BOX' makes a bus of more than 16777216 bits <<BOX>>
    "#]]
    .assert_eq(&shown_diagnostics(&said));
}
