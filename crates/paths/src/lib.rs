//! Critical paths: the k worst over all endpoints, and the worst path of each endpoint.
//!
//! A [`SearchGraph`] is made of a timed graph for paths ranked before CPPR or after, of all of them or of those that pass what they have to
//! ([`Passing`]). [`PathSearch`] finds paths on it, under every option of a [`PathQuery`], as a [`PathTree`] in one defined order;
//! [`PathSearch::flat`] writes them out as [`FlatPaths`].

mod after_cppr;
mod asked;
mod back;
mod beam;
mod build;
mod cone;
mod deviating;
mod find;
mod flat;
mod forest;
mod groups;
mod inside;
mod kept_forest;
mod merge;
mod nworst;
mod passing;
mod path;
mod query;
mod root;
mod search_graph;
mod tree;
mod walk;
mod ways;

use zeroslack_timing::EndpointSlack;
use zeroslack_units::Split;

pub use deviating::Found;
pub use deviating::START;
pub use find::PathSearch;
pub use flat::{FlatPath, FlatPaths};
pub use forest::Forest;
pub use groups::Groups;
pub use kept_forest::KeptForest;
pub use passing::{Ends, Passing};
pub use path::{Driver, Path, PathBorrow, PathCheck, PathEnd, Step, Via, clock_network, trace};
pub use query::{MOST_PATHS, PathQuery};
pub use root::{Borrowing, Root, ends, roots};
pub use search_graph::{ConeSize, SearchGraph, Searched};
pub use tree::{PathTree, renumber};

/// The `count` worst endpoints of a split, worst first; of equal slacks the first endpoint, the first kind.
pub fn worst_endpoints(slacks: &[EndpointSlack], split: Split, count: usize) -> Vec<EndpointSlack> {
    let mut worst: Vec<EndpointSlack> =
        slacks.iter().copied().filter(|slack| slack.kind.split() == split).collect();
    let order = |slack: &EndpointSlack| (slack.slack, slack.endpoint, slack.kind);
    if count < worst.len() {
        worst.select_nth_unstable_by_key(count, order);
        worst.truncate(count);
    }
    worst.sort_unstable_by_key(order);
    worst
}
