//! What a report is made from.

use zeroslack_graph::{PathGroup, Role, TimingGraph};
use zeroslack_liberty::Cell;
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{Clock, ClockEdge, Constraints};
use zeroslack_timing::Timing;
use zeroslack_units::{Split, Transition};

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
    /// The pin of a node.
    pub(crate) fn pin(self, node: u32) -> PinId {
        self.graph.node_pins()[node as usize]
    }

    /// The name of a node's pin.
    pub(crate) fn pin_name(self, node: u32) -> String {
        self.netlist.pin_name(self.pin(node))
    }

    /// The same into a buffer.
    pub(crate) fn write_pin_name(self, node: u32, out: &mut Vec<u8>) {
        let pin = self.pin(node);
        match (self.netlist.pin_cell(pin), self.netlist.master_pin(pin)) {
            (Some(cell), Some(master)) => {
                out.extend_from_slice(self.netlist.cell_name(cell).as_bytes());
                out.push(b'/');
                out.extend_from_slice(master.name.as_bytes());
            }
            _ => out.extend_from_slice(self.netlist.pin_name(pin).as_bytes()),
        }
    }

    /// The library cell of a node's pin; none for a port or a black box.
    pub(crate) fn library_cell(self, node: u32) -> Option<&'a Cell> {
        let cell = self.netlist.pin_cell(self.pin(node))?;
        self.netlist.library().cell(self.netlist.cell_master(cell), Split::Late)
    }

    /// Whether an arc is a register's, from its clock to its output.
    pub(crate) fn launches(self, arc: u32) -> bool {
        self.graph.is_launch(arc as usize)
    }

    /// A clock edge's clock.
    pub(crate) fn clock(self, edge: ClockEdge) -> &'a Clock {
        &self.constraints.clocks[edge.clock.0 as usize]
    }

    /// The clock edge that a signal is of, and what it is, where it is at a node in a transition.
    pub(crate) fn signal(self, node: u32, transition: Transition) -> Option<(Option<ClockEdge>, Role)> {
        let tag = self.graph.vertex_tag(2 * node + transition as u32)?;
        Some((tag.launch, tag.role))
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
