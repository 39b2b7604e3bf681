//! Following a worst arrival back to where it comes from.

use zeroslack_graph::TimingGraph;
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, ticks};

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
    let value = |quad: &Quad<Ticks>, transition: Transition| quad[split as usize][transition as usize];
    let arrival = value(&timing.arrivals()[node as usize], transition);
    let made = graph.fanin(node as usize).filter(|&arc| {
        let source = graph.arc_sources()[arc];
        let start = value(&timing.arrivals()[source.node() as usize], source.from(transition));
        let delay = timing.delays()[arc][split as usize][transition as usize];
        source.has(transition) && start != UNDEFINED && start + ticks(delay) == arrival
    });
    made.min_by_key(|&arc| {
        let source = graph.arc_sources()[arc];
        (graph.node_pins()[source.node() as usize], source.from(transition))
    })
    .map(|arc| arc as u32)
}
