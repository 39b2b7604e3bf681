//! What cells, nets, ports and pins are called.

use std::io::Write;

use super::text::Text;
use crate::design::Design;
use crate::library::{CLOCK_BUFFER, FLIP_FLOP, INPUT, OUTPUT};

/// The library cell of a cell.
pub(super) fn master(text: &mut Text<'_, impl Write>, design: &Design, cell: u32) {
    text.text(&design.cell(cell).name);
}

/// A cell: gates are `u`, flip-flops `r`, clock buffers `c` and their number.
pub(super) fn cell(text: &mut Text<'_, impl Write>, design: &Design, cell: u32) {
    let letter = match design.kind_id(cell) {
        FLIP_FLOP => "r",
        CLOCK_BUFFER => "c",
        _ => "u",
    };
    text.text(letter).integer(u64::from(cell));
}

/// The net that a node drives. A port gives its name to its net.
pub(super) fn net(text: &mut Text<'_, impl Write>, design: &Design, driver: u32) {
    if design.kind_id(driver) == INPUT {
        port(text, design, driver);
    } else if let Some(number) = design.output_net(driver) {
        text.text("out").integer(u64::from(number));
    } else {
        text.text("n").integer(u64::from(driver));
    }
}

/// A port.
pub(super) fn port(text: &mut Text<'_, impl Write>, design: &Design, port: u32) {
    if design.kind_id(port) == OUTPUT {
        net(text, design, design.driver(design.slots(port).start));
    } else if let Some(number) = design.input_number(port) {
        text.text("in").integer(number as u64);
    } else {
        text.text("clk").integer(u64::from(port) - design.first_clock() as u64);
    }
}

/// What drives a net: the output of a cell, or a port.
pub(super) fn driver(text: &mut Text<'_, impl Write>, design: &Design, node: u32) {
    if design.kind_id(node) == INPUT {
        port(text, design, node);
    } else {
        cell(text, design, node);
        text.text(":").text(&design.kind(node).output);
    }
}

/// A sink of a net: an input of a cell, or a port.
pub(super) fn sink(text: &mut Text<'_, impl Write>, design: &Design, slot: u32) {
    let node = design.slot_node(slot);
    if design.kind_id(node) == OUTPUT {
        port(text, design, node);
    } else {
        cell(text, design, node);
        text.text(":").text(&design.kind(node).inputs[design.slot_pin(slot)]);
    }
}

/// All clocks' ports, inputs, outputs.
pub(super) fn ports(design: &Design) -> impl Iterator<Item = u32> + '_ {
    clocks(design).chain(design.input_ports().iter().copied()).chain(design.output_ports().iter().copied())
}

pub(super) fn clocks(design: &Design) -> impl Iterator<Item = u32> + use<> {
    design.first_clock() as u32..design.nodes() as u32
}
