//! Following a worst arrival back to where it comes from.

use zeroslack_graph::TimingGraph;
use zeroslack_units::{Split, Transition, UNDEFINED};

use crate::edge::time_along;
use crate::timed_graph::TimedGraph;
use crate::timing::Timing;

/// The arc that a worst arrival came by; none where it starts.
///
/// Times are integers, so it is the arc whose sum is the arrival to the last tick; of several the one whose source
/// has the lowest (pin, transition).
pub fn worst_fanin(
    graph: &TimingGraph,
    timing: &Timing,
    node: u32,
    transition: Transition,
    split: Split,
) -> Option<u32> {
    let timed = TimedGraph::new(graph, timing);
    let arrival = timed.arrival(2 * node + transition as u32, split);
    let made = timed.fanin(node as usize).filter(|&arc| {
        let source = timed.arc_sources[arc];
        let start = timed.arrival(source.vertex(transition), split);
        let delay = timed.delays[arc][split as usize][transition as usize];
        source.has(transition) && start != UNDEFINED && start + time_along(delay) == arrival
    });
    made.min_by_key(|&arc| timed.order_of_equals(arc, transition)).map(|arc| arc as u32)
}
