//! What constraints ask of pulses.

use rustc_hash::FxHashMap;
use zeroslack_netlist::{CellId, Netlist, PinId};
use zeroslack_sdc::{ClockId, Constraints, Limit, LimitKind, LimitTarget};

use super::PulseKind;

/// Widths that constraints state, ps.
#[derive(Debug, Default)]
pub(super) struct StatedWidths {
    pins: FxHashMap<PinId, Limit>,
    cells: FxHashMap<CellId, Limit>,
    clocks: FxHashMap<ClockId, Limit>,
    design: Limit,
    /// The pins and the cells that have one, in order.
    targets: Vec<LimitTarget>,
}

impl StatedWidths {
    pub(super) fn new(constraints: &Constraints) -> Self {
        let mut widths = Self::default();
        let stated = constraints.limits.iter().filter(|((kind, _), _)| *kind == LimitKind::MinPulseWidth);
        for (&(_, target), &limit) in stated {
            match target {
                LimitTarget::Design => widths.design = limit,
                LimitTarget::Clock { clock, .. } => _ = widths.clocks.insert(clock, limit),
                LimitTarget::Pin(pin) => _ = widths.pins.insert(pin, limit),
                LimitTarget::Cell(cell) => _ = widths.cells.insert(cell, limit),
            }
            if matches!(target, LimitTarget::Pin(_) | LimitTarget::Cell(_)) {
                widths.targets.push(target);
            }
        }
        widths
    }

    /// Whether something is stated of all clock pins.
    pub(super) fn of_clocks_or_design(&self) -> bool {
        !self.clocks.is_empty() || self.design != Limit::default()
    }

    /// The pins that are there of which something is stated, or of whose cells.
    pub(super) fn pins<'a>(&'a self, netlist: &'a Netlist) -> impl Iterator<Item = PinId> + 'a {
        self.targets.iter().flat_map(move |&target| {
            let (pin, cell) = match target {
                LimitTarget::Pin(pin) => (Some(pin).filter(|&pin| netlist.has_pin(pin)), None),
                LimitTarget::Cell(cell) => (None, Some(cell).filter(|&cell| netlist.has_cell(cell))),
                LimitTarget::Design | LimitTarget::Clock { .. } => (None, None),
            };
            // What comes out of a cell is none of its own pulses.
            let of_cell = cell.into_iter().flat_map(|cell| netlist.cell_pins(cell));
            pin.into_iter().chain(of_cell.filter(|&pin| netlist.is_load(pin)))
        })
    }

    /// What is stated of a pulse at a pin, ps: the first of what is stated of the pin, its cell, the clock and the design. `clock` is none where what is stated of these two
    /// does not count.
    pub(super) fn width(
        &self,
        netlist: &Netlist,
        pin: PinId,
        clock: Option<ClockId>,
        kind: PulseKind,
    ) -> Option<f32> {
        let place = usize::from(kind == PulseKind::Low);
        let of = |limit: Option<&Limit>| limit.and_then(|limit| limit[place]);
        let of_cell = || {
            let cell = netlist.pin_cell(pin).filter(|_| netlist.is_load(pin))?;
            of(self.cells.get(&cell))
        };
        let of_clock = || {
            let clock = clock?;
            of(self.clocks.get(&clock)).or(self.design[place])
        };
        of(self.pins.get(&pin)).or_else(of_cell).or_else(of_clock).map(|width| width as f32)
    }
}
