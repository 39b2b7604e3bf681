//! Ways back from ends, ranked after CPPR.
//!
//! What a way is worth depends on the end: the credit is that of its launch with the clock that captures. At every vertex the
//! arrivals that can matter for some capture are known ([`CommonLists`]); a way's worth is the worst of them at its source, credit
//! included. So the worst way back from a vertex is found on the way, for the end at hand.
//!
//! Mostly that is not needed. Let credits differ by at most some swing. Where before CPPR all other ways into a vertex are better than the worst one by
//! more than that, it is the worst after CPPR too, and the others cost what they did less the swing at the least. So the forest of
//! worst arrivals leads past such vertices, and ends a walk where what is left costs more than the budget and the swing.

use zeroslack_graph::{ArcId, VertexId};
use zeroslack_timing::{CommonLists, TimedGraph, has_signal, time_along};
use zeroslack_units::{Split, Ticks, UNDEFINED, slack};

use crate::back::Cost;
use crate::deviating::Found;
use crate::deviating::START;
use crate::forest::Forest;
use crate::root::Root;
use crate::walk::Walked;
use crate::ways::{Deviation, Ways};

/// Ways in a timed graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AfterCppr<'a> {
    graph: TimedGraph<'a>,
    before: Walked<'a>,
    common: CommonLists<'a>,
}

/// A way into a vertex.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// Its worst arrival with credit, turned so that less is worse: by so much the slack of the worst path over it is more.
    worth: Ticks,
    arc: ArcId,
    /// Where it comes from; none if the path starts after it.
    next: Option<VertexId>,
}

impl<'a> AfterCppr<'a> {
    pub(crate) fn new(graph: TimedGraph<'a>, forest: &'a Forest, common: CommonLists<'a>) -> Self {
        Self { graph, before: Walked::new(graph, forest), common }
    }

    /// Credits of one end differ by no more.
    #[inline]
    fn swing(&self, root: &Root) -> Ticks {
        let split = root.split();
        root.capture.map_or(0, |_| self.common.greatest_credit(split) - self.common.least_credit(split))
    }

    /// What a launch's credit is with the clock that captures; none at an output.
    #[inline]
    fn credit_of(&self, root: &Root, launch: Option<u32>) -> Ticks {
        root.capture.map_or(0, |capture| self.common.credit(launch, capture, root.split()))
    }

    /// The worst arrival at a vertex, with credit, of those worth at most `limit`.
    #[inline]
    fn worst_at(&self, root: &Root, vertex: VertexId, limit: Ticks) -> Option<Ticks> {
        let split = root.split();
        if root.capture.is_none() {
            let arrival = self.graph.arrival(vertex, split);
            return (arrival != UNDEFINED).then(|| early(split, arrival)).filter(|&worth| worth <= limit);
        }
        let (least_credit, mut worst) = (self.common.least_credit(split), None);
        for entry in self.common.entries(split, vertex) {
            let arrival = early(split, entry.time);
            // The rest arrive no earlier.
            if arrival + least_credit > worst.unwrap_or(limit) {
                break;
            }
            let worth = arrival + self.credit_of(root, entry.clock());
            if worth <= worst.unwrap_or(limit) {
                worst = Some(worth);
            }
        }
        worst
    }

    /// An arc into a vertex, if it is worth at most `limit`.
    #[inline]
    fn way(&self, root: &Root, vertex: VertexId, arc: ArcId, limit: Ticks) -> Option<Way> {
        let (split, to) = (root.split(), vertex.transition());
        let source = self.graph.arc_source(arc);
        let delay = self.graph.delay(arc, split, to);
        if !source.has(to) || !has_signal(delay) {
            return None;
        }
        let (delay, from) = (early(split, time_along(delay)), source.vertex(to));
        let is_launch = self.graph.is_launch(arc);
        let worth = if is_launch {
            let arrival = self.graph.arrival(from, split);
            let launched = (arrival != UNDEFINED).then(|| early(split, arrival) + self.credit(root, from))?;
            if launched + delay > limit {
                return None;
            }
            launched
        } else {
            self.worst_at(root, from, limit.saturating_sub(delay))?
        };
        Some(Way { worth: worth + delay, arc, next: (!is_launch).then_some(from) })
    }

    /// The ways into a vertex that are worth at most `limit`: arcs in order, a stated start last.
    fn ways(&self, root: &Root, vertex: VertexId, limit: Ticks, ways: &mut Vec<Way>) {
        ways.clear();
        ways.extend(self.graph.fanin(vertex.node()).filter_map(|arc| self.way(root, vertex, arc, limit)));
        if let Some(stated) = self.graph.stated(vertex, root.split()) {
            let worth = early(root.split(), stated) + self.credit_of(root, None);
            if worth <= limit {
                ways.push(Way { worth, arc: START, next: None });
            }
        }
    }

    /// The worst of some ways into a vertex; of equals that from the source with the lowest (pin, transition), then the first.
    fn worst_of<'w>(&self, vertex: VertexId, ways: &'w [Way]) -> Option<&'w Way> {
        ways.iter().min_by_key(|way| {
            let is_start = way.arc == START;
            let order = || self.graph.order_of_equals(way.arc, vertex.transition());
            (way.worth, is_start, (!is_start).then(order))
        })
    }
}

/// A time that is less for the worse of two arrivals, whatever the split.
#[inline]
fn early(split: Split, time: Ticks) -> Ticks {
    match split {
        Split::Early => time,
        Split::Late => -time,
    }
}

impl Ways for AfterCppr<'_> {
    fn slack(&self, root: &Root) -> Option<Ticks> {
        let worth = self.worst_at(root, root.at, Ticks::MAX / 2)?;
        Some(slack(root.split(), early(root.split(), worth), root.required))
    }

    fn walk(&self, roots: &[Root], path: &Found, budget: Ticks, mut show: impl FnMut(u32, Deviation)) {
        let root = &roots[path.root as usize];
        if root.capture.is_none() {
            return self.before.walk(roots, path, budget, show);
        }
        let affordable = Cost::within(budget.saturating_add(self.swing(root)));
        let (mut vertex, mut place, split) = path.start();
        let mut ways = Vec::new();
        loop {
            let back = self.before.back(vertex, split);
            if back.least > affordable {
                return;
            }
            if back.local > affordable {
                let Some((next, steps)) = back.step() else { return };
                (vertex, place) = (next, place + steps);
                continue;
            }
            let Some(worth) = self.worst_at(root, vertex, Ticks::MAX / 2) else { return };
            self.ways(root, vertex, worth.saturating_add(budget), &mut ways);
            let Some(&worst) = self.worst_of(vertex, &ways) else { return };
            for way in ways.iter().filter(|way| way.arc != worst.arc) {
                show(place, Deviation { cost: way.worth - worth, way: way.arc, next: way.next });
            }
            let Some(next) = worst.next else { return };
            (vertex, place) = (next, place + 1);
        }
    }

    fn worst(&self, root: &Root, vertex: VertexId) -> Option<ArcId> {
        if self.before.back(vertex, root.split()).local > Cost::within(self.swing(root)) {
            return self.before.worst(root, vertex);
        }
        let mut ways = Vec::new();
        self.ways(root, vertex, Ticks::MAX / 2, &mut ways);
        self.worst_of(vertex, &ways).map(|way| way.arc).filter(|&arc| arc != START)
    }

    fn credit(&self, root: &Root, launch: VertexId) -> Ticks {
        self.credit_of(root, self.common.launch(self.graph.design_vertex(launch)))
    }
}
