//! What a report is made from.

use zeroslack_graph::{ArcKind, TimingGraph};
use zeroslack_liberty::Cell;
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{Clock, Constraints};
use zeroslack_timing::Timing;
use zeroslack_units::{Split, Ticks, Transition};

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
        match self.graph.arc_kinds()[arc as usize].kind() {
            ArcKind::Cell(model) => self.graph.arc_models()[model as usize].launches,
            ArcKind::Wire(_) => false,
        }
    }

    /// The clock that starts at a pin and has an edge at `arrival`; failing that, any that starts there.
    pub(crate) fn clock_at(self, pin: PinId, transition: Transition, arrival: Ticks) -> Option<&'a Clock> {
        let here = || self.constraints.clocks.iter().filter(move |clock| clock.sources.contains(&pin));
        here().find(|clock| clock.edges[transition as usize] == arrival).or_else(|| here().next())
    }
}
