//! What latches are given where CPPR counts: found by the sweep of lists, at the giving sides, from the lists of the data.

use std::sync::atomic::{AtomicU32, Ordering};

use zeroslack_graph::{Gift, NodeId, TimingGraph, VertexId};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED};

use super::check_credit;
use super::forest::ClockForest;
use super::prune::Entry;
use crate::edge::{has_signal, time_along};
use crate::latches::Giving;
use crate::timed_graph::value_at;
use crate::timing::Timing;

/// What the sweep of the lists of late data gives through latches.
pub(crate) struct GivingByLists<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
    /// What was found, ps as bits. `[gift]`.
    found: Vec<AtomicU32>,
}

impl<'a> GivingByLists<'a> {
    /// Arrivals of clocks are there.
    pub(crate) fn new(graph: &'a TimingGraph, timing: &'a Timing) -> Self {
        let none = || AtomicU32::new(f32::NAN.to_bits());
        Self { graph, timing, found: graph.latches().gifts().iter().map(|_| none()).collect() }
    }

    /// What each gift is, ps; NaN where nothing is given. `[gift]`.
    pub(crate) fn into_found(self) -> Vec<f32> {
        self.found.into_iter().map(|found| f32::from_bits(found.into_inner())).collect()
    }

    /// The giving sides from a node on, in order.
    pub(super) fn sides_from(&self, node: usize) -> &'a [NodeId] {
        let sides = self.graph.latches().giving_sides();
        &sides[sides.partition_point(|side| side.index() < node)..]
    }

    /// What is launched at a giving side. `at` gives the list of a vertex of a lower level.
    pub(super) fn launched<I: Iterator<Item = Entry> + Clone>(
        &self,
        (side, to): (NodeId, Transition),
        forest: &ClockForest,
        at: impl Fn(VertexId) -> I,
        mut launch: impl FnMut(Entry),
    ) {
        let gifts = self.graph.latches().gifts();
        let first = gifts.partition_point(|gift| gift.node < side);
        let here = gifts[first..].iter().zip(first..).take_while(|(gift, _)| gift.node == side);
        for (gift, place) in here.filter(|(gift, _)| gift.to == to) {
            let given = self.given(gift, forest, &at);
            self.found[place].store(given.to_bits(), Ordering::Relaxed);
            let clock = self.graph.arc_source(gift.arc).vertex(to);
            let opens = value_at(self.timing.arrivals(), clock, Split::Late);
            if has_signal(given) && opens != UNDEFINED {
                launch(Entry { time: opens + time_along(given), clock: forest.number(clock) });
            }
        }
    }

    fn given<I: Iterator<Item = Entry> + Clone>(
        &self,
        gift: &Gift,
        forest: &ClockForest,
        at: &impl Fn(VertexId) -> I,
    ) -> f32 {
        let giving = Giving { graph: self.graph, timing: self.timing };
        let of = (gift.opening as usize, gift.to);
        let opening = &self.graph.latches().openings()[gift.opening as usize];
        if opening.is_looped {
            return giving.given(of, giving.looped(gift), self.timing.arrivals());
        }
        let check = self.graph.check(opening.check);
        let data = check.data.vertex(gift.to);
        let Some(worst) = at(data).next() else { return f32::NAN };
        // The credit is the same whatever is required.
        let came: Ticks = worst.time - check_credit(forest, at(data), check, 0);
        giving.given(of, came, self.timing.arrivals())
    }
}
