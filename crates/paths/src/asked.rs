//! A query in the numbers of the search.

use std::ops::Range;

use zeroslack_units::Ticks;

use crate::deviating::Found;
use crate::query::{MOST_PATHS, PathQuery};
use crate::root::{Borrowing, Root};

/// A query in numbers.
pub(crate) struct Asked {
    pub(crate) count: usize,
    /// The highest rank that is let through: see [`Root::rank`].
    pub(crate) limit: Ticks,
    pub(crate) deviations: u32,
}

impl Asked {
    pub(crate) fn new(query: &PathQuery, roots: &[Root]) -> Self {
        let limit = query.slack_less_than.map_or(Ticks::MAX, |slack| slack.saturating_sub(1));
        let borrows = roots.first().is_some_and(|root| root.borrowing.is_some());
        Self {
            count: query.max_paths.min(MOST_PATHS),
            limit: if borrows { Borrowing::highest_rank(limit) } else { limit },
            deviations: query.max_deviations.unwrap_or(u32::MAX),
        }
    }

    /// The worst paths of some roots.
    pub(crate) fn first(
        &self,
        roots: &[Root],
        range: Range<usize>,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Vec<Found> {
        let wanted = range.filter(|&index| roots[index].worst_rank() <= self.limit && is_wanted(index));
        wanted.map(|index| Found::worst(index as u32, &roots[index])).collect()
    }
}
