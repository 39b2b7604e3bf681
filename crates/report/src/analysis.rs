//! What a report is made from.

use zeroslack_graph::{PathGroup, TimingGraph};
use zeroslack_liberty::Cell;
use zeroslack_netlist::{CellLibrary, Netlist, Parasitics, PinId};
use zeroslack_paths::Path;
use zeroslack_sdc::{Clock, ClockEdge, Constraints};
use zeroslack_timing::Timing;
use zeroslack_units::Split;

/// What a report names things by. A path that is held needs no more to be printed, whatever became of the timing since.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The netlist.
    pub netlist: &'a Netlist,
    /// The descriptions of its cells.
    pub library: &'a CellLibrary,
    /// The constraints.
    pub constraints: &'a Constraints,
}

/// A timed design, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct Analysis<'a> {
    /// The netlist, its library and its constraints.
    pub names: Names<'a>,
    /// The parasitics of its nets.
    pub parasitics: &'a Parasitics,
    /// The timing graph.
    pub graph: &'a TimingGraph,
    /// Its timing, up to date.
    pub timing: &'a Timing,
}

impl<'a> Names<'a> {
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
        self.library.cell(self.netlist.cell_master(cell), Split::Late)
    }

    /// The names of the pins of instances of modules between two pins of a net.
    pub(crate) fn passed(self, from: PinId, to: PinId) -> Vec<String> {
        let pins = self.netlist.hierarchical_pins_between(from, to).into_iter();
        pins.map(|pin| self.netlist.hierarchical_pin_name(pin)).collect()
    }

    /// Whether all clocks that a path names are still there.
    pub(crate) fn has_clocks_of(self, path: &Path) -> bool {
        let launches = path.data.iter().chain(&path.capture).filter_map(|step| step.tag?.launch);
        let group = match path.end.group {
            PathGroup::Clock(clock) => Some(clock),
            PathGroup::Named(_)
            | PathGroup::Default
            | PathGroup::Asynchronous
            | PathGroup::GatedClock
            | PathGroup::PathDelay => None,
        };
        let clocks = launches.chain(path.end.capture).map(|edge| edge.clock).chain(group);
        clocks.into_iter().all(|clock| self.constraints.clocks.get(clock).is_some())
    }

    /// A clock edge's clock.
    pub(crate) fn clock(self, edge: ClockEdge) -> &'a Clock {
        &self.constraints.clocks[edge.clock]
    }

    /// The name of a path group.
    pub(crate) fn group_name(self, group: PathGroup) -> &'a str {
        match group {
            PathGroup::Named(place) => {
                self.constraints.exceptions.group_names().get(place as usize).map_or("", |name| &**name)
            }
            PathGroup::Default => "unclocked",
            PathGroup::Asynchronous => "asynchronous",
            PathGroup::GatedClock => "gated clock",
            PathGroup::PathDelay => "path delay",
            PathGroup::Clock(clock) => &self.constraints.clocks[clock].name,
        }
    }
}
