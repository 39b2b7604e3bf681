//! `-of_objects` in all pairs.

use super::{check, check_names};

#[test]
fn of_objects() {
    check_names(&[
        ("get_cells -of_objects [get_pins l/D]", &["l"]),
        ("get_cells -of_objects [get_pins p1/ck]", &["p1"]),
        ("get_cells -of_object [get_nets w]", &["r/3", "l"]),
        ("get_pins -of_objects [get_cells l]", &["l/D", "l/G", "l/Q"]),
        ("get_pins -of_objects [get_cells p1/one]", &["p1/one/a", "p1/one/ck", "p1/one/z"]),
        ("get_pins -of_objects [get_nets w]", &["r/3/Q", "l/D"]),
        ("get_nets -of_objects [get_pins l/D]", &["w"]),
        ("get_nets -of_objects [get_pins p2/one/z]", &["p2/m"]),
        ("get_nets -of_objects [get_ports o.x]", &["o.x"]),
        ("get_nets -of_objects [get_cells l]", &["w", "clk"]),
        ("get_nets -of_objects [get_cells p1/one]", &["din[0]", "clk", "p1/m"]),
        ("get_nets -of_objects [get_pins l/Q]", &[]),
        ("get_ports -of_objects [get_nets clk]", &["clk"]),
        ("get_ports -of_objects [get_nets w]", &[]),
        ("get_lib_cells -of_objects [get_cells l]", &["flops/LATCH"]),
        ("get_lib_cells -of_objects [get_pins l/D]", &["flops/LATCH"]),
        ("get_lib_cells -of_objects [get_lib_pins */BUF_X1/A]", &["gates/BUF_X1"]),
        ("get_lib_cells -of_objects [get_libs flops]", &["flops/DFF", "flops/LATCH"]),
        ("get_lib_cells -of_objects [get_cells p1]", &[]),
        (
            "get_lib_pins -of_objects [get_lib_cells LATCH]",
            &["flops/LATCH/D", "flops/LATCH/G", "flops/LATCH/Q"],
        ),
        ("get_lib_pins -of_objects [get_pins {l/D l/G}]", &["flops/LATCH/D", "flops/LATCH/G"]),
        ("get_lib_pins -of_objects [get_cells l]", &["flops/LATCH/D", "flops/LATCH/G", "flops/LATCH/Q"]),
        ("get_libs -of_objects [get_lib_cells {DFF BUF_X1 LATCH}]", &["flops", "gates"]),
        ("get_libs -of_objects [get_cells l]", &["flops"]),
        // Each once, in the order of what they belong to.
        ("get_cells -of_objects [get_pins {l/D l/G r/3/D}]", &["l", "r/3"]),
        ("get_cells -of_objects {}", &[]),
        ("get_cells -of_objects {{} l/D}", &["l"]),
        // Names stand for objects here too, and mix with handles.
        ("get_pins -of_objects l", &["l/D", "l/G", "l/Q"]),
        ("get_nets -of_objects [list [get_ports clk] l/D]", &["clk", "w"]),
        ("get_cells -of_objects [get_cells l]", &["l"]),
    ]);
}

#[test]
fn clocks_that_start() {
    check(&[
        (
            "create_clock -name c -period 2 [get_ports clk]; names [get_clocks -of_objects [get_ports clk]]",
            "c",
        ),
        ("create_clock -name c -period 2 [get_ports clk]; names [get_clocks -of_objects clk]", "c"),
    ]);
}

#[test]
fn what_does_not_go_together() {
    check(&[
        ("get_ports -of_objects [get_pins l/D]", "pin 'l/D' is in this list: expected a port or net"),
        ("get_cells -of_objects [get_ports clk]", "port 'clk' is in this list: expected a pin, cell or net"),
        (
            "get_libs -of_objects [get_nets w]",
            "net 'w' is in this list: expected a cell, library cell, library pin or library",
        ),
        (
            "get_cells -of_objects l x",
            "get_cells: either patterns or -of_objects can be given; 'get_cells -help' says how it is used",
        ),
    ]);
}
