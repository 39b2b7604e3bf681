//! How checks and arcs are taken from libraries.

/// How checks and arcs are taken from libraries. These are options of the analysis, which clearing or replacing what is stated of objects leaves as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Which of a library's checks between two pins count.
    pub checks: CheckRule,
    /// Whether signals pass through asynchronous set and clear, from the pin to the outputs (`preset` and `clear` arcs of libraries).
    pub set_clear_arcs: bool,
    /// Whether recovery and removal are not checked.
    pub no_recovery_removal: bool,
    /// Whether an arc without a condition (`when`) is out where there are others with one between the same pins.
    pub no_default_arcs: bool,
    /// Whether signals that gate clocks are not checked where no cell says so.
    pub no_clock_gating: bool,
    /// Whether hold at cells that let signals pass while the clock is low is against the edge a cycle earlier, as OpenSTA has it.
    pub earlier_gating_hold: bool,
}

/// Which of a library's checks between two pins count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CheckRule {
    /// All of them.
    #[default]
    Every,
    /// In each library only the last one, and that only if it is of the library's own split: hold and removal in the early,
    /// setup and recovery in the late library. The goldens of the TAU contests are made so.
    LastOfOwnSplit,
}
