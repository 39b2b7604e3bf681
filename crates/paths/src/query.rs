//! Which paths are asked for.

use zeroslack_units::{Split, Ticks};

/// A search finds no more paths: indices are 32 bits.
pub const MOST_PATHS: usize = 1 << 30;

/// Which paths to find: the `max_paths` worst of those that every other option lets through.
///
/// ```
/// use zeroslack_paths::PathQuery;
/// use zeroslack_units::Split;
///
/// let failing = PathQuery::new(1000).split(Split::Late).nworst(1).slack_less_than(0);
/// assert_eq!(failing.nworst, Some(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathQuery {
    /// At most so many paths; with `per_group` so many of each group.
    pub max_paths: usize,
    /// At most so many paths to an endpoint in a split.
    pub nworst: Option<usize>,
    /// Setup (late) or hold (early) only; both if none is named.
    pub split: Option<Split>,
    /// Only paths with less slack than this.
    pub slack_less_than: Option<Ticks>,
    /// Only paths that leave the worst path to their end at most so many times.
    pub max_deviations: Option<u32>,
    /// Whether `max_paths` holds for each path group (kind of endpoint) of its own.
    pub per_group: bool,
}

impl PathQuery {
    /// The `max_paths` worst paths of both splits.
    pub const fn new(max_paths: usize) -> Self {
        Self {
            max_paths,
            nworst: None,
            split: None,
            slack_less_than: None,
            max_deviations: None,
            per_group: false,
        }
    }

    /// At most so many paths to an endpoint in a split.
    #[must_use]
    pub const fn nworst(self, paths: usize) -> Self {
        Self { nworst: Some(paths), ..self }
    }

    /// One split only.
    #[must_use]
    pub const fn split(self, split: Split) -> Self {
        Self { split: Some(split), ..self }
    }

    /// Only paths with less slack than this.
    #[must_use]
    pub const fn slack_less_than(self, slack: Ticks) -> Self {
        Self { slack_less_than: Some(slack), ..self }
    }

    /// Only paths that leave the worst path to their end at most so many times.
    #[must_use]
    pub const fn max_deviations(self, deviations: u32) -> Self {
        Self { max_deviations: Some(deviations), ..self }
    }

    /// `max_paths` of each path group.
    #[must_use]
    pub const fn per_group(self) -> Self {
        Self { per_group: true, ..self }
    }
}
