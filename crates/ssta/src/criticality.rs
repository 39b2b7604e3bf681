//! Criticality: the probability that the worst path of a design goes through a pin.

use std::collections::BTreeMap;

use zeroslack_graph::{ArcId, VertexId};
use zeroslack_timing::value_at;
use zeroslack_units::{Quad, Split, Transition};

/// Criticalities of endpoints, vertices and arcs, of each split on its own: the probability that the worst path of the split (launching clock's path and data) ends or passes there.
///
/// The worst path leads to the endpoint with the worst slack, by the worst arrivals on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Criticalities {
    /// Draws or samples that are counted.
    all: u32,
    /// In the order of ends.
    of_end: Vec<u32>,
    /// `[node]`.
    of_vertex: Vec<Quad<u32>>,
    /// Of those on any worst path.
    of_arc: BTreeMap<(Split, ArcId, Transition), u32>,
}

impl Criticalities {
    /// Nothing counted yet.
    pub(crate) fn none(all: u32, ends: usize, nodes: usize) -> Self {
        Self { all, of_end: vec![0; ends], of_vertex: vec![[[0; 2]; 2]; nodes], of_arc: BTreeMap::new() }
    }

    pub(crate) fn count_end(&mut self, end: usize, count: usize) {
        self.of_end[end] += count as u32;
    }

    pub(crate) fn count_vertex(&mut self, (vertex, split): (VertexId, Split), count: usize) {
        let of_node = &mut self.of_vertex[vertex.node().index()];
        of_node[split as usize][vertex.transition() as usize] += count as u32;
    }

    pub(crate) fn count_arc(&mut self, (split, arc, to): (Split, ArcId, Transition), count: usize) {
        *self.of_arc.entry((split, arc, to)).or_default() += count as u32;
    }

    fn share(&self, count: u32) -> f64 {
        f64::from(count) / f64::from(self.all.max(1))
    }

    /// Of an end, by its place among all ends. Those of a split add up to 1.
    pub fn of_end(&self, end: usize) -> f64 {
        self.share(self.of_end[end])
    }

    /// Of a vertex.
    pub fn at(&self, vertex: VertexId, split: Split) -> f64 {
        self.share(value_at(&self.of_vertex, vertex, split))
    }

    /// Of an arc to a transition of its target.
    pub fn of_arc(&self, arc: ArcId, to: Transition, split: Split) -> f64 {
        self.of_arc.get(&(split, arc, to)).map_or(0.0, |&count| self.share(count))
    }

    /// The arcs that have any, in the order of splits (early first) and arcs.
    pub fn arcs(&self) -> impl Iterator<Item = (Split, ArcId, Transition, f64)> {
        self.of_arc.iter().map(|(&(split, arc, to), &count)| (split, arc, to, self.share(count)))
    }
}
