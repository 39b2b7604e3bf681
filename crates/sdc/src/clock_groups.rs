//! Clocks between which paths are not timed, and edges of clocks that do not pass.

use crate::ClockId;

/// Groups of clocks of which no paths lead from one group to another (`set_clock_groups`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockGroups {
    /// Its name, by which it is taken back. No other of the kind has it.
    pub name: Box<str>,
    /// Why the groups have nothing to do with each other.
    pub kind: ClockGroupKind,
    /// Whether paths between the groups are timed all the same (`-allow_paths`): then it is said for noise alone.
    pub allows_paths: bool,
    /// The groups. Where there is one, all other clocks are the other group.
    pub groups: Vec<Vec<ClockId>>,
}

/// Why groups of clocks have nothing to do with each other. It makes no difference to which paths are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClockGroupKind {
    /// Their phases are unrelated.
    Asynchronous,
    /// One at a time is selected.
    LogicallyExclusive,
    /// They cannot be in one chip at the same time.
    PhysicallyExclusive,
}

impl ClockGroupKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Asynchronous, Self::LogicallyExclusive, Self::PhysicallyExclusive];

    /// The option that says so.
    pub fn option(self) -> &'static str {
        match self {
            Self::Asynchronous => "-asynchronous",
            Self::LogicallyExclusive => "-logically_exclusive",
            Self::PhysicallyExclusive => "-physically_exclusive",
        }
    }
}

impl ClockGroups {
    /// Whether paths from one of two clocks to the other are not timed.
    pub fn part(&self, a: ClockId, b: ClockId) -> bool {
        if self.allows_paths {
            return false;
        }
        let group = |clock: ClockId| self.groups.iter().position(|group| group.contains(&clock));
        match (group(a), group(b)) {
            (Some(a), Some(b)) => a != b,
            (None, None) => false,
            _ => self.groups.len() == 1,
        }
    }
}

/// Which edges of a clock pass a pin of its network (`set_sense -type clock`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClockSense {
    /// Those that are there in the transition of the clock's own edge.
    Positive,
    /// Those that are there in the other one.
    Negative,
    /// None.
    Stopped,
}
