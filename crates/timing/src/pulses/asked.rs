//! What libraries ask of pulses and periods.

use rustc_hash::FxHashMap;
use zeroslack_graph::PinGraph;
use zeroslack_liberty::{Axis, Cell, Expr, Pin, RiseFall, Table, TimingType, Variable};
use zeroslack_netlist::{CellId, CellLibrary, Master, MasterId, Netlist, PinId};
use zeroslack_units::Split;

use super::PulseKind;
use crate::condition::can_hold;
use crate::table::Tables;

/// A least width, ps.
#[derive(Clone, Copy, Debug)]
enum Width {
    /// A number.
    Number(f32),
    /// A table over the slew of the edge that opens the pulse.
    Table(u32),
}

/// What a library asks at a pin.
#[derive(Clone, Debug)]
struct Asked {
    /// The place of the pin in the master.
    pin: u32,
    kind: PulseKind,
    width: Width,
    /// It counts unless constants keep this from being true.
    when: Option<Expr>,
}

/// What the libraries in use ask.
#[derive(Debug, Default)]
pub(super) struct LibraryPulses {
    tables: Tables,
    /// Of library cells of cells that are there, in the order of their pins; none of those that ask for nothing.
    by_master: FxHashMap<MasterId, Vec<Asked>>,
}

impl LibraryPulses {
    /// Of all library cells in use: what late libraries say.
    pub(super) fn new(netlist: &Netlist, library: &CellLibrary) -> Self {
        let mut pulses = Self::default();
        let mut is_known = vec![false; netlist.library().masters().len()];
        for cell in netlist.cells() {
            let master = netlist.cell_master(cell);
            if std::mem::replace(&mut is_known[master.index()], true) {
                continue;
            }
            let asked = match library.cell(master, Split::Late) {
                Some(cell) => pulses.asked(library.master(master), cell),
                None => Vec::new(),
            };
            if !asked.is_empty() {
                pulses.by_master.insert(master, asked);
            }
        }
        pulses
    }

    fn asked(&mut self, master: &Master, cell: &Cell) -> Vec<Asked> {
        let mut asked = Vec::new();
        for described in &cell.pins {
            if let Some(pin) = master.pin(&described.name) {
                self.asked_at(pin as u32, described, &mut asked);
            }
        }
        asked.sort_by_key(|asked| asked.pin);
        asked
    }

    fn asked_at(&mut self, pin: u32, described: &Pin, asked: &mut Vec<Asked>) {
        let RiseFall { rise: high, fall: low } = described.min_pulse_width;
        let numbers =
            [(PulseKind::High, high), (PulseKind::Low, low), (PulseKind::Period, described.min_period)];
        for (kind, width) in numbers {
            asked.extend(width.map(|width| Asked { pin, kind, width: Width::Number(width), when: None }));
        }
        for timing in &described.timings {
            let kinds = match timing.timing_type {
                TimingType::MinPulseWidth => [PulseKind::High, PulseKind::Low],
                TimingType::MinimumPeriod => [PulseKind::Period; 2],
                _ => continue,
            };
            for (kind, table) in kinds.into_iter().zip([&timing.constraint.rise, &timing.constraint.fall]) {
                let Some(table) = table else { continue };
                let (width, when) = (self.width_of(table), timing.when.clone());
                asked.push(Asked { pin, kind, width, when });
            }
        }
    }

    /// What a table says: over slews by the slew, over anything else the most that it says.
    fn width_of(&mut self, table: &Table) -> Width {
        let of_slews = [Variable::ConstrainedSlew, Variable::RelatedSlew];
        let is_slew = |axis: &Axis| {
            axis.variable != Variable::OutputCapacitance
                && axis.variable != Variable::RelatedOutputCapacitance
        };
        if table.axes.len() > of_slews.len() || !table.axes.iter().all(is_slew) {
            return Width::Number(table.values.iter().copied().fold(0.0, f32::max));
        }
        // Both slews are that of the one pin.
        let mut table = table.clone();
        for (axis, variable) in table.axes.iter_mut().zip(of_slews) {
            axis.variable = variable;
        }
        let id = self.tables.add(&table, of_slews[0], of_slews[1]);
        id.map_or(Width::Number(0.0), Width::Table)
    }

    /// All pins that libraries ask something at, each once for each thing that is asked.
    pub(super) fn pins<'a>(&'a self, netlist: &'a Netlist) -> impl Iterator<Item = PinId> + 'a {
        let of_cell = move |cell: CellId| {
            let asked = self.by_master.get(&netlist.cell_master(cell)).into_iter().flatten();
            asked.filter_map(move |asked| netlist.cell_pins(cell).nth(asked.pin as usize))
        };
        netlist.cells().flat_map(of_cell)
    }

    /// The least width that a library asks at a pin, ps: the most of all that can apply. `slew` is that of the edge that opens it.
    pub(super) fn width(
        &self,
        netlist: &Netlist,
        pins: &PinGraph,
        (pin, kind): (PinId, PulseKind),
        slew: impl Fn() -> f32,
    ) -> Option<f32> {
        let (cell, index) = (netlist.pin_cell(pin)?, netlist.pin_index(pin)? as u32);
        let asked = self.by_master.get(&netlist.cell_master(cell))?;
        let here = asked.iter().filter(|asked| asked.pin == index && asked.kind == kind);
        let counting = here.filter(|asked| can_hold(asked.when.as_ref(), netlist, pins, cell));
        let width = counting.map(|asked| match asked.width {
            Width::Number(width) => width,
            Width::Table(table) => {
                let slew = slew();
                self.tables.look_up(table, slew, slew)
            }
        });
        width.reduce(f32::max)
    }
}
