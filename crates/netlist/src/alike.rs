//! Library cells that can stand for each other.

use zeroslack_liberty::{Cell, Pin};
use zeroslack_units::Split;

use crate::{CellLibrary, MasterId};

impl CellLibrary {
    /// Whether two library cells have the same pins with the same functions, and the same states, in both splits. What the library says of neither of them counts as the same: where
    /// it states no functions, cells of other functions are alike too.
    ///
    /// # Panics
    /// If there is no such library cell, here and below.
    pub fn are_alike(&self, a: MasterId, b: MasterId) -> bool {
        self.master(a).pins == self.master(b).pins
            && Split::ALL.into_iter().all(|split| match [a, b].map(|master| self.cell(master, split)) {
                [Some(a), Some(b)] => do_the_same(a, b),
                [a, b] => a.is_none() && b.is_none(),
            })
    }

    /// The library cells that a cell could be instead of `master`: those that are [alike](CellLibrary::are_alike), described by the library, and not marked `dont_use`. By id; `master` is not
    /// among them.
    pub fn alike(&self, master: MasterId) -> impl Iterator<Item = MasterId> + '_ {
        let is_usable = |&other: &MasterId| {
            let described = Split::ALL.map(|split| self.cell(other, split));
            described.into_iter().all(|cell| cell.is_some_and(|cell| !cell.dont_use))
        };
        let others = (0..self.masters().len()).map(MasterId::new).filter(move |&other| other != master);
        others.filter(is_usable).filter(move |&other| self.are_alike(master, other))
    }
}

/// Whether two descriptions have pins of the same kind with the same functions, and the same states.
fn do_the_same(a: &Cell, b: &Cell) -> bool {
    let same_pin = |(a, b): (&Pin, &Pin)| {
        a.name == b.name
            && (a.direction, a.is_clock, a.clock_gating) == (b.direction, b.is_clock, b.clock_gating)
            && a.function == b.function
            && a.three_state == b.three_state
    };
    a.pins.len() == b.pins.len()
        && a.pins.iter().zip(&b.pins).all(same_pin)
        && a.sequentials == b.sequentials
        && a.clock_gating == b.clock_gating
}
