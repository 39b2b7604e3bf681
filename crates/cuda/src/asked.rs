//! What a search on a machine is asked for.

use zeroslack_paths::PathQuery;
use zeroslack_units::{Split, Ticks};

use crate::error::CudaError;

/// Paths that a search can be made for: with as many children they have ids.
pub(crate) const MOST_PATHS: usize = 1 << 30;

/// Any slack but that of what is no path.
pub(crate) const MOST_SLACK: Ticks = Ticks::MAX - 1;

/// A query in numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) count: u32,
    /// The greatest slack.
    pub(crate) most: Ticks,
    pub(crate) split: Option<Split>,
    pub(crate) deviations: u32,
    /// Whether only the worst path to an endpoint in a split is wanted.
    pub(crate) is_one_each: bool,
}

impl Asked {
    /// # Errors
    /// If the search on a GPU does not know how.
    pub(crate) fn new(query: &PathQuery) -> Result<Self, CudaError> {
        let unsupported = |what| Err(CudaError::Unsupported { what });
        let count = query.max_paths.min(MOST_PATHS);
        let nworst = query.nworst.unwrap_or(count);
        if query.per_group {
            return unsupported("a number of paths for each path group");
        }
        if nworst > 1 && nworst < count {
            return unsupported("a number of paths to an endpoint other than 1");
        }
        let most = query.slack_less_than.map_or(MOST_SLACK, |most| most.saturating_sub(1).min(MOST_SLACK));
        // The worst path to an endpoint leaves no other.
        let is_one_each = nworst == 1;
        let deviations = if is_one_each { 0 } else { query.max_deviations.unwrap_or(u32::MAX) };
        let count = if nworst == 0 { 0 } else { count as u32 };
        Ok(Self { count, most, split: query.split, deviations, is_one_each })
    }
}
