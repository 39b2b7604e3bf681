//! The tightest limits of pins.

use rustc_hash::FxHashMap;
use zeroslack_liberty::Pin;
use zeroslack_netlist::{CellId, CellLibrary, MasterId, Netlist, PinId};
use zeroslack_sdc::{Limit, LimitTarget};
use zeroslack_units::Split;

use super::{DesignRule, Quantity};
use crate::timed::Timed;

/// Marks that there is no limit: no limit that is stated is as loose.
pub(super) const NONE: f32 = f32::INFINITY;

/// The tighter limit of each transition.
fn tighter(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0].min(b[0]), a[1].min(b[1])]
}

/// The limits of a rule, so that of two the lesser is the tighter one: limits that are the least which there may be are negative here. By transition.
#[derive(Debug)]
pub(super) struct Bounds {
    sign: f32,
    design: [f32; 2],
    cells: FxHashMap<CellId, [f32; 2]>,
    pins: FxHashMap<PinId, [f32; 2]>,
    /// The pins of which constraints state a limit, in order.
    pub(super) stated_pins: Vec<PinId>,
    /// Of the data that a clock launches and of its network; empty where none is stated. `[clock][is network]`.
    clocks: Vec<[[f32; 2]; 2]>,
    tightest_of_clocks: [f32; 2],
    library: ByMasterPin,
    /// The tightest of all.
    tightest: [f32; 2],
}

/// A number for each pin of all library cells.
#[derive(Debug, Default)]
pub(super) struct ByMasterPin {
    /// Where the pins of each library cell start. `[master]`.
    first: Vec<u32>,
    values: Vec<f32>,
}

impl ByMasterPin {
    /// What libraries say of a split, or `none`.
    pub(super) fn new(
        library: &CellLibrary,
        split: Split,
        none: f32,
        of: impl Fn(&Pin) -> Option<f32>,
    ) -> Self {
        let mut by_pin = Self::default();
        for (id, master) in library.masters().iter().enumerate() {
            let first = by_pin.values.len();
            by_pin.first.push(first as u32);
            by_pin.values.resize(first + master.pins.len(), none);
            let described = library.cell(MasterId::new(id), split).map_or(&[][..], |cell| &cell.pins);
            // Of equal names the first counts. Mostly both have the same pins in the same order.
            for (place, pin) in described.iter().enumerate().rev() {
                let is_there = master.pins.get(place).is_some_and(|own| own.name == pin.name);
                let own = if is_there { Some(place) } else { master.pin(&pin.name) };
                if let (Some(own), Some(value)) = (own, of(pin)) {
                    by_pin.values[first + own] = value;
                }
            }
        }
        by_pin
    }

    /// Whether all are one number.
    pub(super) fn are_all(&self, number: f32) -> bool {
        self.values.iter().all(|&value| value == number)
    }

    /// That of a pin of a library cell.
    #[inline]
    pub(super) fn get(&self, master: MasterId, pin: usize) -> f32 {
        self.values[self.first[master.index()] as usize + pin]
    }
}

impl Bounds {
    pub(super) fn new(timed: Timed<'_>, rule: DesignRule) -> Self {
        let sign = if rule.is_max() { 1.0 } else { -1.0 };
        let of_library = |pin: &Pin| match rule {
            DesignRule::MaxSlew => pin.max_transition,
            DesignRule::MinSlew => pin.min_transition,
            DesignRule::MaxCapacitance => pin.max_capacitance,
            DesignRule::MinCapacitance => pin.min_capacitance,
            DesignRule::MaxFanout => pin.max_fanout,
            DesignRule::MinFanout => None,
        };
        let library = ByMasterPin::new(timed.library(), rule.split(), NONE, |pin| {
            of_library(pin).map(|limit| sign * limit)
        });
        let mut bounds = Self {
            sign,
            design: [NONE; 2],
            cells: FxHashMap::default(),
            pins: FxHashMap::default(),
            stated_pins: Vec::new(),
            clocks: Vec::new(),
            tightest_of_clocks: [NONE; 2],
            library,
            tightest: [NONE; 2],
        };
        bounds.state(timed, rule);
        bounds.tightest = bounds.find_tightest();
        bounds
    }

    /// Takes in what constraints state.
    fn state(&mut self, timed: Timed<'_>, rule: DesignRule) {
        let (netlist, constraints) = (timed.netlist(), timed.constraints());
        let of_rule = constraints.limits.iter().filter(|((kind, _), _)| *kind == rule.limit_kind());
        for (&(_, target), limit) in of_rule {
            let bound = self.bound(limit);
            match target {
                LimitTarget::Design => self.design = bound,
                LimitTarget::Cell(cell) if netlist.has_cell(cell) => _ = self.cells.insert(cell, bound),
                LimitTarget::Pin(pin) if netlist.has_pin(pin) => {
                    self.stated_pins.push(pin);
                    self.pins.insert(pin, bound);
                }
                LimitTarget::Clock { clock, is_network } if rule.quantity() == Quantity::Slew => {
                    self.clocks.resize(constraints.clocks.id_count(), [[NONE; 2]; 2]);
                    self.clocks[clock.0 as usize][usize::from(is_network)] = bound;
                    self.tightest_of_clocks = tighter(self.tightest_of_clocks, bound);
                }
                // What is gone, and slews of clocks, which are all that clocks have.
                LimitTarget::Cell(_) | LimitTarget::Pin(_) | LimitTarget::Clock { .. } => {}
            }
        }
    }

    fn bound(&self, limit: &Limit) -> [f32; 2] {
        limit.map(|limit| limit.map_or(NONE, |limit| self.sign * limit as f32))
    }

    fn find_tightest(&self) -> [f32; 2] {
        let library = self.library.values.iter().copied().fold(NONE, f32::min);
        let stated = self.cells.values().chain(self.pins.values()).copied();
        let all = tighter(self.with_tightest_of_clocks(self.design), [library; 2]);
        stated.fold(all, tighter)
    }

    /// No limit leaves a value less slack, in a transition. NaN of NaN.
    #[inline]
    pub(super) fn least_slack(&self, value: f32, transition: usize) -> f32 {
        self.tightest[transition] - self.sign * value
    }

    /// Whether nothing is limited.
    pub(super) fn are_none(&self) -> bool {
        self.tightest == [NONE; 2]
    }

    /// Whether clocks have limits.
    pub(super) fn have_clocks(&self) -> bool {
        !self.clocks.is_empty()
    }

    /// The tighter of bounds and what is stated of any clock.
    #[inline]
    pub(super) fn with_tightest_of_clocks(&self, bounds: [f32; 2]) -> [f32; 2] {
        tighter(bounds, self.tightest_of_clocks)
    }

    /// The limit that a bound is.
    pub(super) fn limit(&self, bound: f32) -> f32 {
        self.sign * bound
    }

    /// What is stated of all pins of a cell, or of ports.
    #[inline]
    pub(super) fn of_cell(&self, cell: Option<CellId>) -> [f32; 2] {
        match cell {
            Some(cell) if !self.cells.is_empty() => {
                self.cells.get(&cell).map_or(self.design, |&bound| tighter(bound, self.design))
            }
            _ => self.design,
        }
    }

    /// What is stated of a pin; of all pins of its cell it is `of_cell`.
    #[inline]
    pub(super) fn of_pin(&self, pin: PinId, of_cell: [f32; 2], library: f32) -> [f32; 2] {
        let bound = tighter(of_cell, [library; 2]);
        if self.pins.is_empty() {
            return bound;
        }
        self.pins.get(&pin).map_or(bound, |&stated| tighter(stated, bound))
    }

    /// What is stated of a pin itself.
    pub(super) fn stated_at(&self, pin: PinId) -> Option<[f32; 2]> {
        self.pins.get(&pin).copied()
    }

    /// What the library says of the pin of a cell.
    #[inline]
    pub(super) fn of_library(&self, master: MasterId, pin: usize) -> f32 {
        self.library.get(master, pin)
    }

    /// All that limits a pin but for clocks.
    pub(super) fn all_of_pin(&self, netlist: &Netlist, pin: PinId) -> [f32; 2] {
        let cell = netlist.pin_cell(pin);
        let library = match (cell, netlist.pin_index(pin)) {
            (Some(cell), Some(index)) => self.of_library(netlist.cell_master(cell), index),
            _ => NONE,
        };
        self.of_pin(pin, self.of_cell(cell), library)
    }

    /// What is stated of a clock's network or of its data, in a transition.
    #[inline]
    pub(super) fn of_clock(&self, clock: u32, is_network: bool, transition: usize) -> f32 {
        self.clocks.get(clock as usize).map_or(NONE, |bounds| bounds[usize::from(is_network)][transition])
    }
}
