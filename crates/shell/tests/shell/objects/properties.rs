//! `get_property`, and the page that documents it.

use std::fs;
use std::path::Path;

use zeroslack_shell::properties_page;

use super::check;

const CLOCK: &str = "create_clock -name c -period 2 -waveform {0 1} clk; set_input_delay 0.25 -clock c [get_ports {din rst}]; set_output_delay 0.5 -clock c [all_outputs];";

#[test]
fn of_cells() {
    check(&[
        ("get_property [get_cells p1/one/r] name", "r"),
        ("get_property p1/one/r base_name", "r"),
        ("get_name [get_cells p1/one]", "one"),
        ("get_name r/3", "r/3"),
        ("get_full_name p1/one/r", "p1/one/r"),
        ("get_property l ref_name", "LATCH"),
        ("get_property p1 ref_name", "pair"),
        ("get_property p1 is_hierarchical", "1"),
        ("get_property l is_hierarchical", "0"),
        ("names [get_property l lib_cell]", "flops/LATCH"),
        ("get_property p1 lib_cell", ""),
        ("names [get_property l library]", "flops"),
        ("get_property {r[0]} area", "4.500000"),
        ("get_property p1 area", "0.000000"),
        (r"list [get_property {u$1} is_inverter] [get_property {u$1} is_buffer]", "1 0"),
        ("list [get_property x+y is_buffer] [get_property x+y is_inverter]", "1 0"),
        ("list [get_property l is_clock_gate] [get_property l is_macro] [get_property l is_memory]", "0 0 0"),
        ("list [get_property x+y dont_use] [get_property {u$1} dont_touch]", "1 1"),
        ("file tail [get_property l filename]", "flops.lib"),
        ("get_property l object_class", "cell"),
    ]);
}

#[test]
fn of_pins_and_ports() {
    check(&[
        ("get_property l/D direction", "input"),
        ("get_property l/Q pin_direction", "output"),
        ("get_property p1/ck direction", "input"),
        ("get_property clk port_direction", "input"),
        ("list [get_property clk is_port] [get_property l/D is_port]", "1 0"),
        ("names [get_property l/D net]", "w"),
        ("get_property l/Q net", ""),
        ("names [get_property p1/one/z net]", "p1/m"),
        ("names [get_property l/D cell]", "l"),
        ("names [get_property p1/ck instance]", "p1"),
        ("get_property l/D lib_pin_name", "D"),
        ("names [get_property l/D lib_pin]", "flops/LATCH/D"),
        ("list [get_property l/D is_register_clock] [get_property l/G is_register_clock]", "0 1"),
        ("get_name [get_pins p1/one/r/CK]", "CK"),
        ("get_name [get_pins {p1/i[0]}]", "i[0]"),
        ("get_name {din[1]}", "din[1]"),
        ("get_property {din[1]} full_name", "din[1]"),
        ("get_property l/G is_clock", "0"),
        (
            "create_clock -name c -period 2 clk; list [get_property l/G is_clock] [get_property l/D is_clock] [get_property clk is_clock]",
            "1 0 1",
        ),
        ("create_clock -name c -period 2 clk; names [get_property p1/one/r/CK clocks]", "c"),
        ("create_clock -name c -period 2 clk; names [get_property p1/ck clocks]", "c"),
        (
            "create_clock -name c -period 2 clk; list [names [get_property l/D clocks]] [names [get_property l/D clock_domains]]",
            "{} c",
        ),
    ]);
}

#[test]
fn of_timing() {
    let with_clock: Vec<(String, &str)> = [
        ("get_property p1/one/r/D arrival_max_rise", "0.250000"),
        ("get_property p1/one/r/D slack_max", "1.700000"),
        ("get_property p1/one/r/D required_max", "1.950000"),
        ("get_property {dout[0]} slack_max", "1.400000"),
        ("get_property {dout[0]} slack_max_fall", "1.400000"),
        ("get_property {ctl[0]} slack_max", "INF"),
        ("get_property {ctl[0]} arrival_max", "-INF"),
        ("get_property p1/one/r/Q slew_max_rise", "0.020000"),
        ("get_property p1/one/r/Q actual_max_rise_slew", "0.020000"),
        ("get_property p1/one/r/Q actual_fall_slew", "0.020000"),
    ]
    .map(|(script, expected)| (format!("{CLOCK} {script}"), expected))
    .into();
    let cases: Vec<(&str, &str)> =
        with_clock.iter().map(|(script, expected)| (script.as_str(), *expected)).collect();
    check(&cases);
}

#[test]
fn of_clocks_nets_and_libraries() {
    check(&[
        ("create_clock -name c -period 2 clk; get_property c period", "2.000000"),
        ("create_clock -name c -period 2 clk; get_property [get_clocks c] waveform", "0.000000 1.000000"),
        ("create_clock -name c -period 2 clk; names [get_property c sources]", "clk"),
        (
            "create_clock -name c -period 2 clk; list [get_property c is_virtual] [get_property c is_propagated] [get_property c is_generated]",
            "0 0 0",
        ),
        ("create_clock -name c -period 2; list [get_property c is_virtual] [get_property c sources]", "1 {}"),
        ("create_clock -name c -period 2 clk; set_propagated_clock c; get_property c is_propagated", "1"),
        ("get_name [get_nets p1/m]", "m"),
        ("get_property [get_nets clk] fanout", "7"),
        ("get_property [get_nets w] pin_count", "2"),
        ("get_property [get_lib_cells DFF] area", "4.500000"),
        ("get_name [get_lib_cells DFF]", "DFF"),
        ("get_full_name [get_lib_cells DFF]", "flops/DFF"),
        ("get_name [get_lib_pins DFF/CK]", "CK"),
        ("get_property flops/DFF/CK capacitance", "0.002000"),
        ("get_property flops/DFF/CK max_transition", "0.500000"),
        ("get_property flops/DFF/Q max_capacitance", "0.100000"),
        ("get_property flops/DFF/Q max_fanout", "8.000000"),
        ("get_property flops/DFF/Q min_capacitance", ""),
        (
            "list [get_property flops/DFF/CK is_register_clock] [get_property flops/DFF/D is_register_clock]",
            "1 0",
        ),
        ("names [get_property flops/DFF/CK lib_cell]", "flops/DFF"),
        ("file tail [get_property [get_libs gates] filename]", "gates.lib"),
        ("get_property [get_libs gates] name", "gates"),
    ]);
}

#[test]
fn what_is_not_there() {
    check(&[
        (
            "get_property l slacks_max",
            "cell objects do not have a slacks_max property: expected one of area, dont_touch, dont_use, filename, full_name, is_buffer, is_clock_gate, is_hierarchical, is_inverter, is_macro, is_memory, is_pad, is_sequential, lib_cell, library, name, object_class, ref_name",
        ),
        (
            "get_property clk slackmax",
            "port objects do not have a slackmax property: did you mean 'slack_max'?",
        ),
        (
            "get_property nothing name",
            "there is no clock, port, pin, cell, net, library cell, library pin or library 'nothing'",
        ),
        ("get_property -quiet nothing name", ""),
        ("get_property -object_type net clk full_name", "clk"),
        ("get_property -object_type cell clk full_name", "there is no cell 'clk'"),
        ("get_property {clk rst} name", "'clk rst' stands for 2 objects: expected one"),
        (
            "get_property {} name",
            "nothing is given: expected a clock, port, pin, cell, net, library cell, library pin or library",
        ),
    ]);
}

/// `ZEROSLACK_UPDATE_PAGES=1` writes the page.
#[test]
fn the_page_is_what_the_code_has() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/properties.md");
    if std::env::var_os("ZEROSLACK_UPDATE_PAGES").is_some() {
        fs::write(&path, properties_page()).unwrap();
    }
    assert_eq!(
        fs::read_to_string(path).unwrap_or_default(),
        properties_page(),
        "ZEROSLACK_UPDATE_PAGES=1 writes it"
    );
}
