//! Following a worst arrival back to where it comes from.

use zeroslack_graph::{ArcId, TimingGraph, VertexId};
use zeroslack_units::{Split, UNDEFINED};

use crate::edge::time_along;
use crate::timed_graph::TimedGraph;
use crate::timing::Timing;

/// The arc that a worst arrival came by; none where it starts.
///
/// Times are integers, so it is the arc whose sum is the arrival to the last tick; of several the one whose source
/// has the lowest (pin, transition).
pub fn worst_fanin(graph: &TimingGraph, timing: &Timing, vertex: VertexId, split: Split) -> Option<ArcId> {
    let timed = TimedGraph::new(graph, timing);
    let (arrival, transition) = (timed.arrival(vertex, split), vertex.transition());
    let made = timed.fanin(vertex.node()).filter(|&arc| {
        let source = timed.arc_source(arc);
        let start = timed.arrival(source.vertex(transition), split);
        let delay = timed.delay(arc, split, transition);
        source.has(transition) && start != UNDEFINED && start + time_along(delay) == arrival
    });
    made.min_by_key(|&arc| timed.order_of_equals(arc, transition))
}
