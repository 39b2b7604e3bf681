//! Walks back along the forest, and the deviations that they come by.

use zeroslack_graph::TimingGraph;
use zeroslack_timing::Timing;
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED};

use crate::back::{Back, Cost};
use crate::forest::{Forest, Timed};

/// The way of a path that starts at a vertex because a constraint states an arrival there; other ways are arcs.
pub const START: u32 = u32::MAX;

/// No deviation costs more: times stay below that.
const MOST: Ticks = Ticks::MAX / 2;

/// A way into a vertex other than that of the worst arrival.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deviation {
    /// Ticks that the path's slack grows by.
    pub(crate) cost: Ticks,
    /// The arc, or [`START`].
    pub(crate) way: u32,
    /// Where the walk goes on; nowhere behind a launch or a start.
    pub(crate) next: Option<u32>,
}

/// A timed graph with its forest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walked<'a> {
    timed: Timed<'a>,
    forest: &'a Forest,
}

impl<'a> Walked<'a> {
    pub(crate) fn new(graph: &'a TimingGraph, timing: &'a Timing, forest: &'a Forest) -> Self {
        Self { timed: Timed::new(graph, timing), forest }
    }

    /// Follows the worst way back from a vertex, `place` steps from the end, and shows each deviation that costs no more than
    /// `budget`: nearer the end first, at a vertex by arc, a stated start last.
    #[inline]
    pub(crate) fn walk(
        &self,
        mut vertex: u32,
        split: Split,
        mut place: u32,
        budget: Ticks,
        mut show: impl FnMut(u32, Deviation),
    ) {
        let affordable = Cost::of(budget.min(MOST));
        loop {
            let back = self.forest.back(vertex, split);
            if back.least > affordable {
                return;
            }
            if back.local <= affordable {
                self.deviations(vertex, split, budget, |deviation| show(place, deviation));
            }
            place += match back.flags() {
                0 => 1,
                Back::SKIP => 2,
                _ => return,
            };
            vertex = back.vertex();
        }
    }

    /// Shows the deviations at a vertex that cost no more than `budget`.
    fn deviations(&self, vertex: u32, split: Split, budget: Ticks, mut show: impl FnMut(Deviation)) {
        let (timed, to) = (self.timed, Transition::of(vertex));
        let back = self.forest.back(vertex, split);
        // Which of several that make the worst arrival is its way.
        let first = if back.local == Cost::of(0) { self.worst(vertex, split) } else { None };
        for arc in timed.graph.fanin(vertex as usize / 2) {
            let Some(cost) = timed.cost(arc, vertex, split) else { continue };
            if cost > budget || cost == 0 && first.is_none_or(|first| first == arc as u32) {
                continue;
            }
            let next = timed.graph.arc_sources()[arc].vertex(to);
            show(Deviation { cost, way: arc as u32, next: (!timed.graph.is_launch(arc)).then_some(next) });
        }
        if back.flags() != Back::ENDED
            && let Some(stated) = stated(timed.graph, vertex, split)
        {
            let cost = (timed.arrival(vertex, split) - stated).abs();
            if cost <= budget {
                show(Deviation { cost, way: START, next: None });
            }
        }
    }

    /// The arc that brings the worst arrival to a vertex; none where it starts.
    pub(crate) fn worst(&self, vertex: u32, split: Split) -> Option<u32> {
        let back = self.forest.back(vertex, split);
        if back.flags() == Back::ENDED {
            return None;
        }
        let fanin = self.timed.graph.fanin(vertex as usize / 2);
        if fanin.len() == 1 {
            return Some(fanin.start as u32);
        }
        if back.local == Cost::of(0) {
            return self.timed.first_of_equals(vertex, split);
        }
        let mut arcs = fanin.filter(|&arc| self.timed.cost(arc, vertex, split) == Some(0));
        arcs.next().map(|arc| arc as u32)
    }
}

/// The arrival that a constraint states at a vertex.
pub(crate) fn stated(graph: &TimingGraph, vertex: u32, split: Split) -> Option<Ticks> {
    let sources = graph.sources();
    let at = sources.binary_search_by_key(&(vertex / 2), |source| source.node).ok()?;
    let arrival = sources[at].arrival[split as usize][vertex as usize % 2];
    (arrival != UNDEFINED).then_some(arrival)
}
