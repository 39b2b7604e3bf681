//! What drives input ports from outside.

use zeroslack_netlist::{CellLibrary, MasterId};
use zeroslack_units::Split;

/// What drives an input port from outside, in place of a stated slew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    /// A library cell: the port is as late, and its slew what it is, as that cell makes it with the load of the port's net.
    Cell(DrivingCell),
    /// A resistance, kΩ: delay and slew are the resistance times the load of the port's net.
    Resistance(f32),
}

/// An output of a library cell that drives a port.
///
/// The port is later than stated by what the cell's delay with the load of the port's net is more than that without a load: the latter is taken to be in the input delay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrivingCell {
    /// The library cell, in the netlist's numbers.
    pub master: MasterId,
    /// The output, as a place among the pins of the library cell.
    pub output: u32,
    /// The input, as a place among the pins of the library cell.
    pub input: u32,
    /// Slews at the input, ps, by its transition.
    pub slews: [f32; 2],
}

impl DrivingCell {
    /// The pins of a library cell from which an arc leads to one of its pins, as places among its pins, in their order.
    pub fn inputs_of(library: &CellLibrary, master: MasterId, output: u32) -> Vec<u32> {
        let pins = &library.master(master).pins;
        let Some(output) = pins.get(output as usize) else { return Vec::new() };
        let described = Split::ALL.into_iter().filter_map(|split| library.cell(master, split));
        let own = described.flat_map(|cell| &cell.pins).filter(|pin| pin.name == output.name);
        let arcs = own.flat_map(|pin| &pin.timings).filter(|timing| !timing.timing_type.is_check());
        let related: Vec<&str> = arcs.flat_map(|arc| &arc.related_pins).map(|pin| &**pin).collect();
        (0..).zip(pins).filter(|(_, pin)| related.contains(&&*pin.name)).map(|(place, _)| place).collect()
    }
}
