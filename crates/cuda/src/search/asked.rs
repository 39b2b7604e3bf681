//! What a search on a machine is asked for.

use zeroslack_paths::{Borrowing, MOST_PATHS, PathQuery};
use zeroslack_units::{Split, Ticks};

/// Any slack but that of what is no path.
pub(crate) const MOST_SLACK: Ticks = Ticks::MAX - 1;

/// The greatest number of paths that a query can find in a graph with so many endpoints; of each path group, where the query counts by these. A
/// [`crate::PathSearch`] for it is made for so many.
pub fn most_paths(query: &PathQuery, endpoints: usize) -> usize {
    let to_each = |nworst: usize| nworst.saturating_mul(Split::ALL.len() * endpoints);
    query.max_paths.min(query.nworst.map_or(MOST_PATHS, to_each)).min(MOST_PATHS)
}

/// A query in numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    /// Of all paths, or of each path group.
    pub(crate) count: u32,
    /// The greatest slack; in a design with latches the highest rank.
    pub(crate) most: Ticks,
    pub(crate) split: Option<Split>,
    pub(crate) deviations: u32,
    /// Paths to an endpoint in a split, where that can make a difference.
    pub(crate) nworst: Option<u32>,
    /// Whether `count` holds for each path group.
    pub(crate) by_group: bool,
}

impl Asked {
    /// Of a graph with so many endpoints, with latches or without.
    pub(crate) fn new(query: &PathQuery, endpoints: usize, borrows: bool) -> Self {
        let count = most_paths(query, endpoints) as u32;
        let most = query.slack_less_than.map_or(MOST_SLACK, |most| most.saturating_sub(1).min(MOST_SLACK));
        let most = if borrows { Borrowing::highest_rank(most) } else { most };
        let (split, by_group) = (query.split, query.per_group);
        let nworst = query.nworst.map(|nworst| nworst.min(MOST_PATHS) as u32);
        // Fewer of a group may be more of an endpoint.
        let nworst = nworst.filter(|&nworst| by_group || nworst < count || nworst == 1);
        // The worst path to an endpoint leaves no other.
        let deviations = if nworst == Some(1) { 0 } else { query.max_deviations.unwrap_or(u32::MAX) };
        let count = if nworst == Some(0) { 0 } else { count };
        Self { count, most, split, deviations, nworst, by_group }
    }

    /// Whether only the worst path to an endpoint in a split is wanted, of whatever group.
    pub(crate) fn is_one_each(&self) -> bool {
        self.nworst == Some(1) && !self.by_group
    }

    /// Whether paths have to be counted by where they end.
    pub(crate) fn has_quotas(&self) -> bool {
        self.by_group || self.nworst.is_some_and(|nworst| nworst > 1)
    }
}
