//! A path on its own, with all that a report shows of it.

use std::ops::Range;

use zeroslack_graph::TimingGraph;
use zeroslack_timing::{EndpointSlack, TimedGraph, Timing, time_along, worst_fanin};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED};

use crate::find::PathSearch;
use crate::flat::FlatPath;
use crate::tree::PathTree;

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

/// A path to an endpoint.
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

impl Path {
    /// From the vertices and arcs of its data, from the start on: the launching clock's trace goes before them, that of the capturing
    /// clock beside them.
    fn new(
        graph: &TimingGraph,
        timing: &Timing,
        end: EndpointSlack,
        credit: Ticks,
        (vertices, arcs): (&[u32], &[u32]),
    ) -> Self {
        let split = end.kind.split();
        let start = vertices[0];
        // A launch is a clock pin, and comes with its clock's trace; any other start has only itself.
        let is_launched = arcs.get(1).is_some_and(|&arc| graph.is_launch(arc as usize));
        let mut data = if is_launched {
            trace(graph, timing, start / 2, Transition::of(start), split)
        } else {
            let arrival = TimedGraph::new(graph, timing).stated(start, split).unwrap_or(UNDEFINED);
            vec![Step { node: start / 2, transition: Transition::of(start), arc: None, arrival }]
        };
        let mut arrival = data.last().map_or(UNDEFINED, |step| step.arrival);
        for (&vertex, &arc) in vertices.iter().zip(arcs).skip(1) {
            let transition = Transition::of(vertex);
            arrival += time_along(timing.delays()[arc as usize][split as usize][transition as usize]);
            data.push(Step { node: vertex / 2, transition, arc: Some(arc), arrival });
        }
        Self { end, data, capture: capture(graph, timing, &end), credit }
    }

    /// One of the paths of a list, written out: with what a report shows beside its pins.
    pub fn of(graph: &TimingGraph, timing: &Timing, tree: &PathTree, path: FlatPath<'_>) -> Self {
        let end = tree.roots[path.root as usize].with_slack(path.slack, path.credit);
        Self::new(graph, timing, end, path.credit, (path.vertices, path.arcs))
    }

    /// The worst path to an endpoint before CPPR.
    pub fn worst_to(graph: &TimingGraph, timing: &Timing, end: EndpointSlack) -> Self {
        let node = end.node(graph);
        let data = trace(graph, timing, node, end.transition, end.kind.split());
        Self { end, data, capture: capture(graph, timing, &end), credit: 0 }
    }
}

/// The trace of the clock that captures.
fn capture(graph: &TimingGraph, timing: &Timing, end: &EndpointSlack) -> Vec<Step> {
    end.check.map_or(Vec::new(), |check| {
        let clock = graph.checks()[check as usize].clock;
        trace(graph, timing, clock / 2, Transition::of(clock), end.kind.split().opposite())
    })
}

impl PathSearch<'_> {
    /// A range of paths that were found in the same timed graph, each on its own.
    ///
    /// # Panics
    /// If the range is not within the tree.
    pub fn paths(&self, tree: &PathTree, range: Range<usize>) -> Vec<Path> {
        let path = |path| Path::of(self.graph(), self.timing(), tree, path);
        self.flat(tree, range).iter().map(path).collect()
    }
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
