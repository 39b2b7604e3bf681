//! What constraints say of the structure that is timed: constants, and arcs that are out.

use std::collections::{BTreeMap, BTreeSet};

use zeroslack_netlist::{CellId, MasterId, Netlist, PinId};
use zeroslack_units::Transition;

use crate::applicable::Objects;

/// What a pin is in the mode that is analysed (`set_case_analysis`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CaseValue {
    /// Always 0.
    Zero,
    /// Always 1.
    One,
    /// It rises, and never falls.
    Rising,
    /// It falls, and never rises.
    Falling,
}

impl CaseValue {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Zero, Self::One, Self::Rising, Self::Falling];

    /// As SDC writes it: `0`, `1`, `rising`, `falling`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Zero => "0",
            Self::One => "1",
            Self::Rising => "rising",
            Self::Falling => "falling",
        }
    }

    /// The value that a word of SDC is: also `zero`, `one`, `rise` and `fall`.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "0" | "zero" => Self::Zero,
            "1" | "one" => Self::One,
            "rising" | "rise" => Self::Rising,
            "falling" | "fall" => Self::Falling,
            _ => return None,
        })
    }

    /// The constant that it is; none if the pin has a transition.
    pub fn constant(self) -> Option<bool> {
        match self {
            Self::Zero => Some(false),
            Self::One => Some(true),
            Self::Rising | Self::Falling => None,
        }
    }

    /// Whether the pin has a transition.
    pub fn has(self, transition: Transition) -> bool {
        match self {
            Self::Zero | Self::One => false,
            Self::Rising => transition == Transition::Rise,
            Self::Falling => transition == Transition::Fall,
        }
    }
}

/// A logic value that a port has (`set_logic_zero` and its like).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogicValue {
    /// 0.
    Zero,
    /// 1.
    One,
    /// Either: it does not matter which.
    DontCare,
}

impl LogicValue {
    /// The constant that it is; none if it may be either.
    pub fn constant(self) -> Option<bool> {
        match self {
            Self::Zero => Some(false),
            Self::One => Some(true),
            Self::DontCare => None,
        }
    }
}

/// Arcs within a cell, by the pins that they lead from and to; what is not given is any pin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArcEnds<P> {
    /// Where they start.
    pub from: Option<P>,
    /// Where they end.
    pub to: Option<P>,
}

impl<P: Copy + PartialEq> ArcEnds<P> {
    /// All arcs.
    pub fn any() -> Self {
        Self { from: None, to: None }
    }

    /// Whether an arc of a cell is meant. A check, whose arc leads from the clock to the data, is meant only where one of its pins is named.
    pub fn has(&self, from: P, to: P, is_check: bool) -> bool {
        let names_pins = self.from.is_some() || self.to.is_some();
        (names_pins || !is_check)
            && self.from.is_none_or(|pin| pin == from)
            && self.to.is_none_or(|pin| pin == to)
    }
}

/// What is not timed (`set_disable_timing`). Pins of library cells are places among the pins of their cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Disables {
    /// Pins and ports: no signal comes there, starts there or ends there.
    pub pins: BTreeSet<PinId>,
    /// Arcs of cells.
    pub cells: BTreeMap<CellId, BTreeSet<ArcEnds<PinId>>>,
    /// Arcs of all cells of a library cell.
    pub library_cells: BTreeMap<MasterId, BTreeSet<ArcEnds<u32>>>,
    /// The same as of pins, of a pin of all cells of a library cell.
    pub library_pins: BTreeSet<(MasterId, u32)>,
}

impl Disables {
    /// Whether nothing is out.
    pub fn is_empty(&self) -> bool {
        self.pins.is_empty()
            && self.cells.is_empty()
            && self.library_cells.is_empty()
            && self.library_pins.is_empty()
    }

    /// Whether a pin is out.
    pub fn has_pin(&self, netlist: &Netlist, pin: PinId) -> bool {
        let of_library = || {
            let (cell, place) = netlist.pin_cell(pin).zip(netlist.pin_index(pin))?;
            Some(self.library_pins.contains(&(netlist.cell_master(cell), place as u32)))
        };
        self.pins.contains(&pin) || !self.library_pins.is_empty() && of_library() == Some(true)
    }

    /// Whether an arc or a check within a cell is out, for itself or by one of its pins.
    pub fn has_arc(&self, netlist: &Netlist, cell: CellId, [from, to]: [PinId; 2], is_check: bool) -> bool {
        let of_cell =
            || self.cells.get(&cell).is_some_and(|sets| sets.iter().any(|ends| ends.has(from, to, is_check)));
        let of_library = || {
            let sets = self.library_cells.get(&netlist.cell_master(cell))?;
            let [from, to] = [from, to].map(|pin| netlist.pin_index(pin));
            let (from, to) = (from? as u32, to? as u32);
            Some(sets.iter().any(|ends| ends.has(from, to, is_check)))
        };
        of_cell() || of_library() == Some(true) || self.has_pin(netlist, from) || self.has_pin(netlist, to)
    }

    pub(crate) fn keep(&mut self, there: &impl Objects) {
        self.pins.retain(|&pin| there.has_pin(pin));
        self.cells.retain(|&cell, _| there.has_cell(cell));
    }
}
