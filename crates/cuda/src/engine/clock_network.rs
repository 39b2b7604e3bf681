//! The part of a graph that clock paths can take, grouped by points.

use std::ops::Range;

use zeroslack_graph::{Connected, TimingGraph, VertexId};
use zeroslack_timing::CommonPoint;
use zeroslack_units::{Transition, UNDEFINED};

use crate::arrays::NONE;

/// The vertices of a graph from which clock pins that launch and capture can be reached.
#[derive(Debug)]
pub(crate) struct Network {
    /// Level by level, so parents before their children; those of a point together. `[clock vertex]`.
    pub(crate) vertices: Vec<VertexId>,
    /// From a vertex to its place there, or [`NONE`]. `[vertex]`.
    pub(crate) number: Vec<u32>,
    /// None where every point has one vertex.
    pub(crate) points: Option<Points>,
    /// Where clock paths may start at different pins, the first of the vertices that each is connected with. `[clock vertex]`.
    pub(crate) components: Option<Vec<u32>>,
}

/// Points, each named by the first of its vertices.
#[derive(Debug)]
pub(crate) struct Points {
    /// `[clock vertex]`.
    pub(crate) of: Vec<u32>,
    /// Where the vertices of a point end. `[point]`.
    pub(crate) end: Vec<u32>,
}

impl Network {
    pub(crate) fn new(graph: &TimingGraph, rule: CommonPoint) -> Self {
        let (mut vertices, mut number) = gather(graph);
        let points = group(&mut vertices, graph, rule);
        for (place, &vertex) in vertices.iter().enumerate() {
            number[vertex.index()] = place as u32;
        }
        let mut network = Self { vertices, number, points, components: None };
        if has_many_starts(graph, &network.number) {
            network.components = Some(network.components(graph));
        }
        network
    }

    /// The first of the vertices that each is connected with, by any way there is and by points.
    fn components(&self, graph: &TimingGraph) -> Vec<u32> {
        let mut connected = Connected::new(self.vertices.len());
        for (place, &vertex) in (0..).zip(&self.vertices) {
            if let Some(points) = &self.points {
                connected.join(place, points.of[place as usize]);
            }
            let to = vertex.transition();
            let sources = graph.fanin(vertex.node()).map(|arc| graph.arc_source(arc));
            let sources = sources.filter(|source| source.has(to)).map(|source| source.vertex(to));
            let numbers = sources.map(|source| self.number[source.index()]);
            numbers.filter(|&number| number != NONE).for_each(|number| connected.join(place, number));
        }
        connected.into_least()
    }

    /// The clock vertices of a level's nodes.
    pub(crate) fn of_level(&self, nodes: Range<usize>) -> Range<u32> {
        let place = |node: usize| self.vertices.partition_point(|vertex| vertex.node().index() < node) as u32;
        place(nodes.start)..place(nodes.end)
    }
}

/// The vertices in order, and room for their numbers, which is [`NONE`] for all others.
fn gather(graph: &TimingGraph) -> (Vec<VertexId>, Vec<u32>) {
    const SEEN: u32 = 0;
    let mut number = vec![NONE; 2 * graph.node_count()];
    let mut open: Vec<VertexId> =
        graph.capturing_clocks().chain(graph.launches().map(|launch| launch.clock)).collect();
    while let Some(vertex) = open.pop() {
        if std::mem::replace(&mut number[vertex.index()], SEEN) == SEEN {
            continue;
        }
        let to = vertex.transition();
        let sources = graph.fanin(vertex.node()).map(|arc| graph.arc_source(arc));
        open.extend(sources.filter(|source| source.has(to)).map(|source| source.vertex(to)));
    }
    let is_seen = |vertex: &VertexId| number[vertex.index()] == SEEN;
    (VertexId::all(0..number.len()).filter(is_seen).collect(), number)
}

/// Puts the vertices of each point together; none where every point has one.
fn group(vertices: &mut [VertexId], graph: &TimingGraph, rule: CommonPoint) -> Option<Points> {
    let node = |vertex: &VertexId| graph.pin_graph_node(vertex.node());
    let is_one_node = |a: &VertexId, b: &VertexId| node(a) == node(b);
    let is_one_point = |a: &VertexId, b: &VertexId| is_one_node(a, b) && rule.joins(*a, *b);
    if rule == CommonPoint::SameTransition {
        for node in vertices.chunk_by_mut(is_one_node) {
            node.sort_unstable_by_key(|&vertex| (vertex.transition(), vertex));
        }
    }
    if !vertices.windows(2).any(|pair| is_one_point(&pair[0], &pair[1])) {
        return None;
    }
    let mut points = Points { of: Vec::with_capacity(vertices.len()), end: Vec::new() };
    for point in vertices.chunk_by(is_one_point) {
        let (first, end) = (points.of.len(), points.of.len() + point.len());
        points.of.resize(end, first as u32);
        points.end.resize(end, end as u32);
    }
    Some(points)
}

fn has_many_starts(graph: &TimingGraph, number: &[u32]) -> bool {
    let mut starts = graph.sources().iter().filter(|source| {
        Transition::ALL.into_iter().any(|transition| {
            let is_stated = source.arrival.iter().any(|times| times[transition as usize] != UNDEFINED);
            is_stated && number[source.node.vertex(transition).index()] != NONE
        })
    });
    let first = starts.next();
    first.is_some_and(|first| starts.any(|other| graph.pin(other.node) != graph.pin(first.node)))
}
