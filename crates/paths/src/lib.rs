//! Critical paths: the k worst over all endpoints, and the worst path of each endpoint.

mod beam;
mod find;
mod flat;
mod forest;
mod merge;
mod nworst;
mod query;
mod root;
mod search;
mod tree;

use zeroslack_graph::TimingGraph;
use zeroslack_timing::{EndpointSlack, Timing, worst_fanin};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED};

pub use beam::Found;
pub use find::PathSearch;
pub use flat::{FlatPath, FlatPaths};
pub use forest::START;
pub use query::PathQuery;
pub use root::{Root, roots};
pub use search::Search;
pub use tree::PathTree;

/// A step of a path: a transition at a pin, and how it got there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The node.
    pub node: u32,
    /// The transition there.
    pub transition: Transition,
    /// The arc it came by; none at the start.
    pub arc: Option<u32>,
    /// When it is there.
    pub arrival: Ticks,
}

/// The worst path to an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Where it ends, and its slack.
    pub end: EndpointSlack,
    /// From the source of the signal (for a register's output, through the clock network) to the endpoint.
    pub data: Vec<Step>,
    /// From the source of the clock to the clock pin that captures; empty at an output port.
    pub capture: Vec<Step>,
    /// What CPPR adds to the slack, counted in `end`; 0 without CPPR.
    pub credit: Ticks,
}

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

/// Follows the worst arrival back to its source, by [`worst_fanin`].
pub fn trace(
    graph: &TimingGraph,
    timing: &Timing,
    node: u32,
    transition: Transition,
    split: Split,
) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut node, mut transition) = (node, transition);
    loop {
        let arrival = timing.arrivals()[node as usize][split as usize][transition as usize];
        if arrival == UNDEFINED {
            break;
        }
        let arc = worst_fanin(graph, timing, node, transition, split);
        steps.push(Step { node, transition, arc, arrival });
        let Some(arc) = arc else { break };
        let source = graph.arc_sources()[arc as usize];
        (node, transition) = (source.node(), source.from(transition));
    }
    steps.reverse();
    steps
}
