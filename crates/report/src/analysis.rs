//! What a report is made from.

use zeroslack_graph::{PathGroup, TimingGraph};
use zeroslack_liberty::Cell;
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{Clock, ClockEdge, Constraints};
use zeroslack_timing::Timing;
use zeroslack_units::Split;

/// A timed design, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct Analysis<'a> {
    /// The netlist.
    pub netlist: &'a Netlist,
    /// The constraints.
    pub constraints: &'a Constraints,
    /// The graph of the two.
    pub graph: &'a TimingGraph,
    /// Its timing, up to date.
    pub timing: &'a Timing,
}

impl<'a> Analysis<'a> {
    /// Writes the name of a pin into a buffer.
    pub(crate) fn write_pin_name(self, pin: PinId, out: &mut Vec<u8>) {
        match (self.netlist.pin_cell(pin), self.netlist.master_pin(pin)) {
            (Some(cell), Some(master)) => {
                out.extend_from_slice(self.netlist.cell_name(cell).as_bytes());
                out.push(b'/');
                out.extend_from_slice(master.name.as_bytes());
            }
            _ => out.extend_from_slice(self.netlist.pin_name(pin).as_bytes()),
        }
    }

    /// The library cell of a pin; none for a port or a black box.
    pub(crate) fn library_cell(self, pin: PinId) -> Option<&'a Cell> {
        let cell = self.netlist.pin_cell(pin)?;
        self.netlist.library().cell(self.netlist.cell_master(cell), Split::Late)
    }

    /// A clock edge's clock.
    pub(crate) fn clock(self, edge: ClockEdge) -> &'a Clock {
        &self.constraints.clocks[edge.clock.0 as usize]
    }

    /// The name of a path group.
    pub(crate) fn group_name(self, group: PathGroup) -> &'a str {
        match group {
            PathGroup::Default => "unclocked",
            PathGroup::Asynchronous => "asynchronous",
            PathGroup::Clock(clock) => &self.constraints.clocks[clock.0 as usize].name,
        }
    }
}
