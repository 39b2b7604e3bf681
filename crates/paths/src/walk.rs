//! Walks back along the forest, and the deviations that they come by.

use zeroslack_graph::{ArcId, VertexId};
use zeroslack_timing::TimedGraph;
use zeroslack_units::{Split, Ticks, UNDEFINED, slack};

use crate::back::{Back, Cost};
use crate::deviating::Found;
use crate::deviating::START;
use crate::forest::{Forest, Timed};
use crate::root::Root;
use crate::ways::{Deviation, Ways};

/// A timed graph with its forest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walked<'a> {
    timed: Timed<'a>,
    forest: &'a Forest,
}

impl<'a> Walked<'a> {
    pub(crate) fn new(graph: TimedGraph<'a>, forest: &'a Forest) -> Self {
        Self { timed: Timed { graph }, forest }
    }

    #[inline]
    pub(crate) fn back(&self, vertex: VertexId, split: Split) -> Back {
        self.forest.back(vertex, split)
    }

    /// Shows the deviations at a vertex that cost no more than `budget`.
    fn deviations(&self, vertex: VertexId, split: Split, budget: Ticks, mut show: impl FnMut(Deviation)) {
        let (timed, to) = (self.timed, vertex.transition());
        let back = self.forest.back(vertex, split);
        // Which of several that make the worst arrival is its way.
        let first = if back.local == Cost::of(0) { self.worst_arc(vertex, split) } else { None };
        for arc in timed.graph.fanin(vertex.node()) {
            let Some(cost) = timed.cost(arc, vertex, split) else { continue };
            if cost > budget || cost == 0 && first.is_none_or(|first| first == arc) {
                continue;
            }
            let next = timed.graph.arc_source(arc).vertex(to);
            show(Deviation { cost, way: arc, next: (!timed.graph.is_launch(arc)).then_some(next) });
        }
        if back.flags() != Back::ENDED
            && let Some(stated) = timed.graph.stated(vertex, split)
        {
            let cost = (timed.arrival(vertex, split) - stated).abs();
            if cost <= budget {
                show(Deviation { cost, way: START, next: None });
            }
        }
    }

    /// The arc that brings the worst arrival to a vertex; none where it starts.
    fn worst_arc(&self, vertex: VertexId, split: Split) -> Option<ArcId> {
        let back = self.forest.back(vertex, split);
        if back.flags() == Back::ENDED {
            return None;
        }
        let mut fanin = self.timed.graph.fanin(vertex.node());
        if fanin.len() == 1 {
            return fanin.next();
        }
        if back.local == Cost::of(0) {
            return self.timed.first_of_equals(vertex, split);
        }
        fanin.find(|&arc| self.timed.cost(arc, vertex, split) == Some(0))
    }
}

impl Ways for Walked<'_> {
    fn slack(&self, root: &Root) -> Option<Ticks> {
        let slack = slack(root.split(), self.timed.arrival(root.at, root.split()), root.required);
        (slack != UNDEFINED).then_some(slack)
    }

    #[inline]
    fn walk(&self, _: &[Root], path: &Found, budget: Ticks, mut show: impl FnMut(u32, Deviation)) {
        let affordable = Cost::within(budget);
        let (mut vertex, mut place, split) = path.start();
        loop {
            let back = self.forest.back(vertex, split);
            if back.least > affordable {
                return;
            }
            if back.local <= affordable {
                self.deviations(vertex, split, budget, |deviation| show(place, deviation));
            }
            let Some((next, steps)) = back.step() else { return };
            (vertex, place) = (next, place + steps);
        }
    }

    fn worst(&self, root: &Root, vertex: VertexId) -> Option<ArcId> {
        self.worst_arc(vertex, root.split())
    }

    fn credit(&self, _: &Root, _: VertexId) -> Ticks {
        0
    }
}
