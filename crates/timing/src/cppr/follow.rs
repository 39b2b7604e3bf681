//! The clock network after an edit: as it was but for times, or made again where clocks come by other ways.

use zeroslack_graph::{NodeId, TimingGraph, VertexId};
use zeroslack_units::{Split, Ticks, UNDEFINED};

use super::forest::{Change, ClockForest, GONE, NO_VERTEX, NONE, traced_from};
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
        self.marks.resize(count.max(self.marks.len()), false);
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

    /// Adds others.
    pub(crate) fn append(&mut self, others: &Self) {
        others.vertices.iter().for_each(|&vertex| self.insert(vertex, others.marks.len()));
    }

    /// Takes over other numbers of clock vertices, of which there are so many. `[number before]`.
    pub(crate) fn renumber(&mut self, numbers: &[u32], count: usize) {
        let before = std::mem::take(self);
        let now = before.vertices.iter().map(|&vertex| numbers[vertex as usize]);
        now.filter(|&now| now != GONE).for_each(|now| self.insert(now, count));
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
    /// Whether clocks come to some nodes by the same ways as before, and start at the same times.
    pub(crate) fn may_follow(&self, graph: &TimingGraph, timing: &Timing, nodes: &[NodeId]) -> bool {
        self.numbered(nodes).all(|(vertex, number)| {
            let from = self.vertices[number as usize].from;
            let has_start = from.contains(&NO_VERTEX) || !self.start_pins.is_empty();
            traced_from(graph, timing, vertex) == from
                && (!has_start || spread_at(timing, vertex) == self.spread[number as usize])
        })
    }

    /// Takes over the arrivals that clocks have now at some nodes, all of those where they may be others; adds to `moved` what lies behind those whose spread is another.
    ///
    /// Bounds of credits only become wider.
    pub(crate) fn follow(
        &mut self,
        graph: &TimingGraph,
        timing: &Timing,
        nodes: &[NodeId],
        moved: &mut Moved,
    ) {
        let spreads = self.numbered(nodes).map(|(vertex, number)| (number, spread_at(timing, vertex)));
        let others: Vec<(u32, Ticks)> =
            spreads.filter(|&(number, spread)| spread != self.spread[number as usize]).collect();
        for &(number, spread) in &others {
            self.spread[number as usize] = spread;
        }
        let open = others.into_iter().map(|(number, _)| self.points.of(number)).collect();
        self.move_all(graph, open, moved);
    }

    /// The vertices of some nodes that belong to the clock network, with their numbers.
    fn numbered<'a>(&'a self, nodes: &'a [NodeId]) -> impl Iterator<Item = (VertexId, u32)> + 'a {
        let vertices = nodes.iter().flat_map(|node| node.vertices());
        vertices.map(|vertex| (vertex, self.number(vertex))).filter(|&(_, number)| number != NONE)
    }

    /// The clock network as it is now, where clocks come by other ways or to other nodes; of this one `nodes` are all where arrivals or the ways to them may be others. `moved`, which is empty, becomes what
    /// has other credits, or bounds of them, and all that is new. With the numbers that launches have now, if they are others. This one is of no use any more.
    pub(crate) fn renewed(
        &mut self,
        graph: &TimingGraph,
        timing: &Timing,
        nodes: &[NodeId],
        moved: &mut Moved,
    ) -> (Self, Option<Vec<u32>>) {
        let (made, numbers) = self.made_again(graph, timing, nodes);
        let count = made.vertices.len();
        let mut before = vec![NONE; count];
        for (&number, was) in numbers.iter().zip(0..).filter(|&(&number, _)| number != GONE) {
            before[number as usize] = was;
        }
        for point in 0..made.points.count(count) as u32 {
            let mut vertices = made.points.vertices(point);
            if vertices.any(|vertex| made.has_moved(vertex, (self, before[vertex]), moved)) {
                made.points.vertices(point).for_each(|vertex| moved.insert(vertex as u32, count));
            }
        }
        let is_same = numbers.iter().zip(0..).all(|(&number, was)| number == was);
        (made, (!is_same).then_some(numbers))
    }

    /// Whether what leads to a vertex has moved, or anything that credits follow from is other than in the clock network as it was `before`, with the number there.
    fn has_moved(&self, vertex: usize, (before, was): (&Self, u32), moved: &Moved) -> bool {
        if was == NONE || self.from[vertex].into_iter().any(|from| moved.has(from)) {
            return true;
        }
        let points = [self.points.of(vertex as u32), before.points.of(was)];
        let ([point, point_before], was) = (points.map(|point| point as usize), was as usize);
        let top = |forest: &Self, vertex: usize| forest.vertices[forest.top[vertex] as usize].vertex;
        self.vertices[vertex].from != before.vertices[was].from
            || self.spread[vertex] != before.spread[was]
            || self.own.get(vertex) != before.own.get(was)
            || self.start_pins.get(vertex) != before.start_pins.get(was)
            || top(self, vertex) != top(before, was)
            || self.change[point] != before.change[point_before]
            || self.rise.get(point) != before.rise.get(point_before)
            || self.reaches_others(vertex, (before, was))
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
            if !self.points.are_vertices() {
                self.rise[point as usize] = self.rise_at(point, &self.vertices);
            }
            self.change[point as usize] = self.change_at(point);
            self.bound_ends_again(point);
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
        if self.depth(point) == 0 {
            return Change { peak: self.peak_at(point, NONE), ..Change::default() };
        }
        let mut change = Change::default();
        for vertex in self.points.vertices(point) {
            let (spread, top) = (self.spread[vertex], self.top[vertex]);
            let mut at = self.from[vertex][0];
            let above = self.change[self.points.of(at) as usize];
            change.growth = change.growth.max(above.growth);
            change.shrinkage = change.shrinkage.max(above.shrinkage);
            change.peak = self.peak_at(point, self.points.of(at));
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

/// Late less early arrival at a clock vertex; 0 where there is only one of them.
fn spread_at(timing: &Timing, vertex: VertexId) -> Ticks {
    let [early, late] = Split::ALL.map(|split| value_at(timing.arrivals(), vertex, split));
    if early == UNDEFINED || late == UNDEFINED { 0 } else { late - early }
}
