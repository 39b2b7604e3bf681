//! Checks that constraints state, beside those of libraries: of what gates clocks, and between data; and how much time data may borrow from latches.

use std::collections::{BTreeMap, BTreeSet};

use zeroslack_netlist::{CellId, PinId};
use zeroslack_units::{Quad, Split, Ticks, Transition};

use crate::ClockId;
use crate::applicable::Objects;

/// What something is stated of that concerns the checks of clock gating. Of several that apply the last one counts in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GatingTarget {
    /// All of the design.
    Design,
    /// What a clock is gated by.
    Clock(ClockId),
    /// A cell that gates a clock.
    Cell(CellId),
    /// A pin of such a cell: that of the clock, or one that gates it.
    Pin(PinId),
}

/// How signals are checked that gate clocks (`set_clock_gating_check`). Which do is found from the functions of cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClockGating {
    /// How long a signal has to be there before its clock's edge (late), and to stay after it (early). `[split][transition of the signal]`.
    pub times: BTreeMap<GatingTarget, Quad<Option<Ticks>>>,
    /// The level of the clock pin at which cells let other signals pass, which are to change at the other one only; in place of what the functions of cells say.
    pub levels: BTreeMap<GatingTarget, bool>,
    /// Cells and pins that are not checked.
    pub disabled: BTreeSet<GatingTarget>,
}

impl ClockGating {
    /// What is stated of a signal's pin and of the pin of the clock that it gates, in their cell. None where nothing is.
    pub fn time(
        &self,
        pins: [PinId; 2],
        (cell, clock): (Option<CellId>, ClockId),
        (split, transition): (Split, Transition),
    ) -> Option<Ticks> {
        let far = [GatingTarget::Clock(clock), GatingTarget::Design];
        let stated = |target: GatingTarget| self.times.get(&target)?[split as usize][transition as usize];
        nearest(pins, cell).chain(far).find_map(stated)
    }

    /// The level that is stated for a signal's pin and a clock's pin of a cell.
    pub fn level(&self, pins: [PinId; 2], cell: CellId) -> Option<bool> {
        nearest(pins, Some(cell)).find_map(|target| self.levels.get(&target).copied())
    }

    /// Whether a signal's pin, a clock's pin or their cell is named, so that it is checked whatever the function of the cell.
    pub fn names(&self, pins: [PinId; 2], cell: CellId) -> bool {
        nearest(pins, Some(cell))
            .any(|target| self.times.contains_key(&target) || self.levels.contains_key(&target))
    }

    /// Whether a signal's pin and a clock's pin of a cell are not checked.
    pub fn is_disabled(&self, pins: [PinId; 2], cell: CellId) -> bool {
        nearest(pins, Some(cell)).any(|target| self.disabled.contains(&target))
    }

    pub(crate) fn forget_clocks(&mut self, is_gone: impl Fn(ClockId) -> bool) {
        self.times.retain(|target, _| !matches!(*target, GatingTarget::Clock(clock) if is_gone(clock)));
    }

    pub(crate) fn keep(&mut self, there: &impl Objects) {
        let is_there = |target: &GatingTarget| match *target {
            GatingTarget::Design | GatingTarget::Clock(_) => true,
            GatingTarget::Cell(cell) => there.has_cell(cell),
            GatingTarget::Pin(pin) => there.has_pin(pin),
        };
        self.times.retain(|target, _| is_there(target));
        self.levels.retain(|target, _| is_there(target));
        self.disabled.retain(is_there);
    }
}

/// The pins and their cell, what counts first first.
fn nearest(pins: [PinId; 2], cell: Option<CellId>) -> impl Iterator<Item = GatingTarget> {
    pins.map(GatingTarget::Pin).into_iter().chain(cell.map(GatingTarget::Cell))
}

/// What the most time is stated of that data may borrow from a latch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BorrowTarget {
    /// The latches that a clock opens.
    Clock(ClockId),
    /// A latch.
    Cell(CellId),
    /// A pin of a latch: its data or its enable.
    Pin(PinId),
}

/// The most time that data may borrow from latches (`set_max_time_borrow`). Where none is stated it is the time for which the latch is open, less its setup time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaxTimeBorrow {
    /// What is stated.
    pub times: BTreeMap<BorrowTarget, Ticks>,
}

impl MaxTimeBorrow {
    /// What is stated of the pin of the data, else of that of the enable, else of the cell, else of the clock that opens the latch. None where nothing is.
    pub fn of(&self, [data, enable]: [PinId; 2], cell: Option<CellId>, clock: ClockId) -> Option<Ticks> {
        let pins = [data, enable].map(BorrowTarget::Pin).into_iter();
        let all = pins.chain(cell.map(BorrowTarget::Cell)).chain([BorrowTarget::Clock(clock)]);
        all.filter_map(|target| self.times.get(&target).copied()).next()
    }

    pub(crate) fn forget_clocks(&mut self, is_gone: impl Fn(ClockId) -> bool) {
        self.times.retain(|target, _| !matches!(*target, BorrowTarget::Clock(clock) if is_gone(clock)));
    }

    pub(crate) fn keep(&mut self, there: &impl Objects) {
        self.times.retain(|target, _| match *target {
            BorrowTarget::Clock(_) => true,
            BorrowTarget::Cell(cell) => there.has_cell(cell),
            BorrowTarget::Pin(pin) => there.has_pin(pin),
        });
    }
}

/// A transition of data at one pin that is checked against a transition of data at another (`set_data_check`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DataCheck {
    /// The pin that data is related to.
    pub from: PinId,
    /// The transition there.
    pub from_edge: Transition,
    /// The pin of the data that is checked.
    pub to: PinId,
    /// The transition there.
    pub to_edge: Transition,
}

/// How long data has to be there before other data (late), and to stay after it (early). `[split]`.
pub type DataChecks = BTreeMap<DataCheck, [Option<Ticks>; 2]>;
