//! The clock network and the lists after an edit that changes times, but not the traces of clocks.

use zeroslack_graph::{NodeId, TimingGraph, VertexId};
use zeroslack_units::{Split, UNDEFINED};

use super::forest::{Change, ClockForest, NO_VERTEX, NONE, traced_from};
use crate::incremental::node_set::NodeSet;
use crate::timed_graph::value_at;
use crate::timing::Timing;

/// Clock vertices whose credits, or bounds of them, may be others than before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moved {
    /// `[clock vertex]`; empty before the first one.
    marks: Vec<bool>,
    vertices: Vec<u32>,
}

impl Moved {
    fn insert(&mut self, vertex: u32, count: usize) {
        self.marks.resize(count, false);
        if !std::mem::replace(&mut self.marks[vertex as usize], true) {
            self.vertices.push(vertex);
        }
    }

    pub(crate) fn clear(&mut self) {
        for &vertex in &self.vertices {
            self.marks[vertex as usize] = false;
        }
        self.vertices.clear();
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// Whether a launch is one of them.
    #[inline]
    pub(crate) fn has(&self, launch: u32) -> bool {
        self.marks.get(launch as usize).copied().unwrap_or(false)
    }

    /// As vertices of the graph.
    pub(crate) fn vertices<'a>(&'a self, forest: &'a ClockForest) -> impl Iterator<Item = VertexId> + 'a {
        self.vertices.iter().map(|&vertex| forest.vertices[vertex as usize].vertex)
    }
}

impl ClockForest {
    /// Takes over the arrivals that clocks have now at some nodes, all of those where arrivals or traces may be others; adds to `moved` what lies behind those whose spread is
    /// another. False if traces are others, or the times where they start: then all has to be made anew.
    ///
    /// Bounds of credits only become wider.
    pub(crate) fn follow(
        &mut self,
        graph: &TimingGraph,
        timing: &Timing,
        nodes: &[NodeId],
        moved: &mut Moved,
    ) -> bool {
        let mut open = Vec::new();
        for vertex in nodes.iter().flat_map(|node| node.vertices()) {
            let number = self.number(vertex);
            if number == NONE {
                continue;
            }
            let from = self.vertices[number as usize].from;
            if traced_from(graph, timing, vertex) != from {
                return false;
            }
            let [early, late] = Split::ALL.map(|split| value_at(timing.arrivals(), vertex, split));
            let spread = if early == UNDEFINED || late == UNDEFINED { 0 } else { late - early };
            if spread != self.spread[number as usize] {
                if from.contains(&NO_VERTEX) || !self.start_pins.is_empty() {
                    return false;
                }
                self.spread[number as usize] = spread;
                open.push(self.points.of(number));
            }
        }
        self.move_all(graph, open, moved);
        true
    }

    /// Finds again what follows from the spreads of some points and of all behind them.
    fn move_all(&mut self, graph: &TimingGraph, points: Vec<u32>, moved: &mut Moved) {
        if points.is_empty() {
            return;
        }
        let count = self.spread.len();
        let mut open = NodeSet::new(count);
        points.into_iter().for_each(|point| open.insert(point as usize));
        while let Some(point) = open.pop_first().map(|point| point as u32) {
            self.change[point as usize] = self.change_at(point);
            if !self.points.are_vertices() {
                self.rise[point as usize] = self.rise_at(point, &self.vertices);
            }
            for number in self.points.vertices(point) {
                let number = number as u32;
                moved.insert(number, count);
                for split in Split::ALL {
                    let credit = self.shared(number, split);
                    let place = split as usize;
                    self.least_credit[place] = self.least_credit[place].min(credit);
                    self.greatest_credit[place] = self.greatest_credit[place].max(credit);
                }
                let vertex = self.vertices[number as usize].vertex;
                for fanout in graph.fanout(vertex.node()) {
                    for behind in fanout.node().vertices() {
                        let behind = self.number(behind);
                        if behind != NONE && self.from[behind as usize].contains(&number) {
                            open.insert(self.points.of(behind) as usize);
                        }
                    }
                }
            }
        }
    }

    /// The most that the spreads of the lanes of a point grow and shrink on the way there.
    fn change_at(&self, point: u32) -> Change {
        let mut change = Change::default();
        if self.depth(point) == 0 {
            return change;
        }
        for vertex in self.points.vertices(point) {
            let (spread, top) = (self.spread[vertex], self.top[vertex]);
            let mut at = self.from[vertex][0];
            let above = self.change[self.points.of(at) as usize];
            change.growth = change.growth.max(above.growth);
            change.shrinkage = change.shrinkage.max(above.shrinkage);
            loop {
                let rise = spread - self.spread[at as usize];
                change.growth = change.growth.max(rise);
                change.shrinkage = change.shrinkage.max(-rise);
                if at == top {
                    break;
                }
                at = self.from[at as usize][0];
            }
        }
        change
    }
}
