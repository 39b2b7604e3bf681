//! What latches are given, and what that depends on.

use crate::arrays::structure::structures;

structures! {
    /// When a latch opens for the data of a check, as in `graph`.
    pub(crate) struct Opening align(16) {
        check: u32,
        /// Vertex.
        clock: u32,
        shift: i64,
        actual_shift: i64,
        /// The most time that data may borrow; UNDEFINED where constraints state none.
        most: i64,
        is_looped: u32,
        unused: [u32; 2],
        unused_too: u32,
    }

    pub(crate) struct LatchArrays {
        openings: *const Opening,
        @ "Arcs from enables to giving sides whose delays are times given, by giving side."
        /// [given arc].
        given_arc: *const u32,
        /// [2 × given arc + transition]: among gift_opening, and where those of the last end.
        gift_first: *const u32,
        /// An opening for each gift.
        gift_opening: *const u32,
        @ "Of the pass before, where the data depends on what is given; [2 × opening + transition]."
        /// When the data came.
        came: *mut i64,
        /// The credit of the check.
        credit: *mut i64,
        @ "What searches need to know; [2 × opening + transition]."
        /// When the latch has closed for the data, before CPPR.
        closes: *mut i64,
        /// How much the data may borrow.
        window: *mut i64,
        @ "Slews at giving sides that depend on them."
        /// [looped latch]: the data pin, a node of the pin graph.
        looped_data: *const u32,
        /// [looped latch]: its giving side's place among stated slews.
        looped_slew: *const u32,
        /// How often something of a pass was another than in the one before: what came, and slews.
        changes: *mut u32,
        opening_count: u32,
        looped_count: u32,
    }
}
