//! The timing pass: arrivals forward, required times backward, over plain vertices and weighted edges.

use std::ops::Range;

use zeroslack_graph::{Check, CheckId, NodeId, TimingGraph, sweep_one};
use zeroslack_units::{
    Quad, Split, Ticks, Transition, UNDEFINED, quad, slack, tighter_required, worse_arrival, worst_arrivals,
};

use crate::edge::{has_signal, time_along, time_of_margin};
use crate::timed_graph::value_at;
use crate::timing::Timing;

/// Nodes that one task takes at the least.
const NODES: usize = 1024;

/// Computes arrivals and required times.
pub(crate) fn timing_pass(timing: &mut Timing, graph: &TimingGraph) {
    let mut arrival = std::mem::take(&mut timing.arrival);
    arrivals(&mut arrival, timing.delays(), graph);
    timing.arrival = arrival;
    timing.update_credits(graph);
    require(timing, graph);
    let mut required = std::mem::take(&mut timing.required);
    required_times(&mut required, timing.delays(), graph);
    timing.required = required;
}

/// Arrivals, level by level.
fn arrivals(arrival: &mut [Quad<Ticks>], delay: &[Quad<f32>], graph: &TimingGraph) {
    let mut starting = graph.sources();
    for level in 0..graph.level_count() {
        let nodes = graph.level(level);
        let (below, rest) = arrival.split_at_mut(nodes.start);
        let current = &mut rest[..nodes.len()];
        sweep_one(nodes.clone(), NODES, &mut *current, &|nodes, arrivals| {
            for (node, arrival) in nodes.zip(arrivals) {
                *arrival = node_arrival(graph, graph.fanin_range(NodeId::at(node)), below, delay);
            }
        });
        let here = starting.partition_point(|source| source.node.index() < nodes.end);
        for source in &starting[..here] {
            let current = &mut current[source.node.index() - nodes.start];
            *current = worst_arrivals(current, &source.arrival);
        }
        starting = &starting[here..];
    }
}

/// The worst arrival over the arcs into a node.
#[inline]
fn node_arrival(
    graph: &TimingGraph,
    arcs: Range<usize>,
    below: &[Quad<Ticks>],
    delay: &[Quad<f32>],
) -> Quad<Ticks> {
    let mut worst = quad(UNDEFINED);
    for (source, delay) in graph.arc_sources()[arcs.clone()].iter().zip(&delay[arcs]) {
        let from = &below[source.node().index()];
        for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
            for split in Split::ALL {
                let start = from[split as usize][source.from(to) as usize];
                if start != UNDEFINED {
                    let arrival = start + time_along(delay[split as usize][to as usize]);
                    let worst = &mut worst[split as usize][to as usize];
                    *worst = worse_arrival(split, *worst, arrival);
                }
            }
        }
    }
    worst
}

/// Puts down what endpoints require.
fn require(timing: &mut Timing, graph: &TimingGraph) {
    timing.required.fill(quad(UNDEFINED));
    for output in graph.outputs() {
        let place = &mut timing.required[output.node.index()];
        for split in Split::ALL {
            for transition in [0, 1] {
                let required = output.required[split as usize][transition];
                let place = &mut place[split as usize][transition];
                *place = tighter_required(split, *place, required);
            }
        }
    }
    for (check, id) in graph.checks().iter().zip(CheckId::all(0..graph.checks().len())) {
        for transition in Transition::ALL {
            let required = timing.check_required(check, id, transition);
            let place = &mut timing.required[check.data.index()][check.split as usize][transition as usize];
            *place = tighter_required(check.split, *place, required);
            require_clock(timing, check, required, transition);
        }
    }
}

/// A check requires as much of its clock as of its data: the clock's slack, in the opposite split, is the check's.
fn require_clock(timing: &mut Timing, check: &Check, required: Ticks, transition: Transition) {
    let arrival = value_at(&timing.arrival, check.data.vertex(transition), check.split);
    let slack = slack(check.split, arrival, required);
    if slack == UNDEFINED {
        return;
    }
    let (clock, split) = (check.clock, check.split.opposite());
    let at_clock = value_at(&timing.arrival, clock, split);
    let required = match split {
        Split::Early => at_clock - slack,
        Split::Late => at_clock + slack,
    };
    let place = &mut timing.required[clock.node().index()][split as usize][clock.transition() as usize];
    *place = tighter_required(split, *place, required);
}

/// When a check requires its data: the capturing clock's arrival, shifted, less the setup or plus the hold time.
/// Undefined where it requires nothing.
pub(crate) fn required_by(check: &Check, clock: Ticks, margin: f32, transition: Transition) -> Ticks {
    if clock == UNDEFINED || !check.has[transition as usize] || margin.is_nan() {
        return UNDEFINED;
    }
    match check.split {
        Split::Late => clock + check.shift - time_of_margin(margin),
        Split::Early => clock + check.shift + time_of_margin(margin),
    }
}

/// Required times, from the last level to the first.
fn required_times(required: &mut [Quad<Ticks>], delay: &[Quad<f32>], graph: &TimingGraph) {
    for level in (0..graph.level_count()).rev() {
        let nodes = graph.level(level);
        let (rest, above) = required.split_at_mut(nodes.end);
        let current = &mut rest[nodes.start..];
        sweep_one(nodes.clone(), NODES, current, &|range, required| {
            for (node, required) in range.zip(required) {
                node_required(graph, NodeId::at(node), required, (nodes.end, above), delay);
            }
        });
    }
}

/// The tightest required time over the arcs out of a node. `above` are those of all higher levels, which start at a node.
#[inline]
fn node_required(
    graph: &TimingGraph,
    node: NodeId,
    required: &mut Quad<Ticks>,
    (start, above): (usize, &[Quad<Ticks>]),
    delay: &[Quad<f32>],
) {
    for fanout in graph.fanout(node) {
        let source = graph.arc_source(fanout.arc);
        let delay = &delay[fanout.arc.index()];
        let at_target = &above[fanout.node.index() - start];
        for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
            for split in Split::ALL {
                let end = at_target[split as usize][to as usize];
                let edge_delay = delay[split as usize][to as usize];
                // A delay is NaN where no signal comes.
                if end != UNDEFINED && has_signal(edge_delay) {
                    let place = &mut required[split as usize][source.from(to) as usize];
                    *place = tighter_required(split, *place, end - time_along(edge_delay));
                }
            }
        }
    }
}
