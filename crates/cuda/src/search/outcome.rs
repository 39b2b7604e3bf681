//! What a search did, and what is known of the paths that it listed.

use zeroslack_units::Ticks;

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PathSearchOutcome {
    /// Paths of the list: fewer than wanted where there are no more.
    pub count: u32,
    /// Levels that were made, that of the roots included.
    pub levels: u32,
    /// Paths that were written, by searches for guesses too.
    pub written: u64,
    /// Times that children found no room at once, in these too.
    pub overflows: u32,
}

/// What is known of the listed paths once they were measured.
#[derive(Debug, Default)]
pub(crate) struct Measures {
    /// Where the vertices of each start, and where the last ones end. `[path + 1]`.
    pub(crate) offsets: Vec<usize>,
    /// What CPPR adds to their slacks; none before CPPR. `[path]`.
    pub(crate) credits: Vec<Ticks>,
}
