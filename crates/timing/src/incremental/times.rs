//! Arrivals and required times again.

use zeroslack_graph::{ArcSource, CheckId, Direction, Fanout, NodeId, Source, TimingGraph};
use zeroslack_units::{
    Quad, Split, Ticks, Transition, UNDEFINED, tighter_required, worse_arrival, worst_arrivals,
};

use super::batch::Batch;
use super::node_set::NodeSet;
use super::{Incremental, Visited, ends_at};
use crate::arrival::{node_arrival, node_required, required_at};
use crate::edge::{has_signal, time_along};
use crate::near::{ask_for, ask_for_arcs};
use crate::timing::Timing;

/// What is computed of nodes level by level.
struct Pass {
    direction: Direction,
    waiting: fn(&mut Incremental) -> &mut NodeSet,
    visited: fn(&mut Visited) -> &mut usize,
    node: fn(&mut Incremental, &TimingGraph, &Timing, &mut [Quad<Ticks>], NodeId),
}

const ARRIVALS: Pass = Pass {
    direction: Direction::Forward,
    waiting: |incremental| &mut incremental.arrivals,
    visited: |visited| &mut visited.arrivals,
    node: Incremental::arrival_of,
};

const REQUIRED: Pass = Pass {
    direction: Direction::Backward,
    waiting: |incremental| &mut incremental.required,
    visited: |visited| &mut visited.required,
    node: Incremental::required_of_node,
};

impl Incremental {
    /// What starts at a node, or the arcs into it, have changed.
    pub(super) fn touch_source(&mut self, graph: &TimingGraph, node: NodeId) {
        self.arrivals.insert(graph.place(node));
        self.touched.push(node);
        Split::ALL.into_iter().for_each(|split| self.credits.touch(graph, node, split));
    }

    /// Arrivals as far as changes reach. None if that is too far.
    pub(super) fn arrivals_of(&mut self, graph: &TimingGraph, timing: &mut Timing) -> Option<()> {
        let mut arrival = std::mem::take(&mut timing.arrival);
        let done = self.sweep((graph, timing), &mut arrival, &ARRIVALS);
        timing.arrival = arrival;
        done
    }

    /// Required times as far as changes reach, and before them the credits that they follow from. None if that is too far.
    pub(super) fn required_of(&mut self, graph: &TimingGraph, timing: &mut Timing) -> Option<()> {
        let mut checks = Vec::new();
        while self.checks.take_some(Batch::MOST, &mut checks) {
            checks.iter().for_each(|&check| ask_for(graph.checks(), check));
            checks.iter().for_each(|&check| timing.ask_for_check(graph.check(CheckId::at(check))));
            for check in checks.iter().map(|&check| CheckId::at(check)) {
                timing.update_credit(graph, check);
                self.touch_check(graph, check);
            }
        }
        let mut required = std::mem::take(&mut timing.required);
        let done = self.sweep((graph, timing), &mut required, &REQUIRED);
        timing.required = required;
        done
    }

    /// Computes the times of the nodes that wait, level by level.
    fn sweep(
        &mut self,
        (graph, timing): (&TimingGraph, &Timing),
        times: &mut [Quad<Ticks>],
        pass: &Pass,
    ) -> Option<()> {
        let mut batch = Batch::default();
        while batch.take(graph, pass.direction, (pass.waiting)(self)) {
            self.visit(batch.nodes().len(), pass.visited)?;
            batch.ask_for(graph, pass.direction, timing.delays(), times);
            batch.nodes().iter().for_each(|&node| (pass.node)(self, graph, timing, times, node));
        }
        Some(())
    }

    fn arrival_of(
        &mut self,
        graph: &TimingGraph,
        timing: &Timing,
        arrival: &mut [Quad<Ticks>],
        node: NodeId,
    ) {
        let arcs = graph.fanin_range(node);
        let mut made = node_arrival(graph, arcs.clone(), arrival, &timing.delays()[arcs]);
        if self.sources.has(node)
            && let Some(source) = Source::at(timing.sources(graph), node)
        {
            made = worst_arrivals(&made, &source.arrival);
        }
        let before = std::mem::replace(&mut arrival[node.index()], made);
        self.credits.visited(timing, node, are_defined(&before) == are_defined(&made));
        if before == made {
            return;
        }
        self.touched.push(node);
        for fanout in graph.fanout(node) {
            let delay = &timing.delays()[fanout.arc.index()];
            if comes_through(fanout, [&before, &made], delay, &arrival[fanout.node().index()]) {
                self.arrivals.insert(graph.place(fanout.node()));
                ask_for_arcs(graph, fanout.node());
            }
        }
        self.credits.arrival_changed(graph, timing, node);
        self.touch_ends(graph, node);
    }

    fn required_of_node(
        &mut self,
        graph: &TimingGraph,
        timing: &Timing,
        required: &mut [Quad<Ticks>],
        node: NodeId,
    ) {
        let here = required_at(timing, graph, ends_at(graph, &self.ends, node));
        let made = node_required(graph, node, here, (0, required), timing.delays());
        let before = std::mem::replace(&mut required[node.index()], made);
        if before == made {
            return;
        }
        for arc in graph.fanin_range(node) {
            let source = graph.arc_sources()[arc];
            let there = &required[source.node().index()];
            if goes_back(source, [&before, &made], &timing.delays()[arc], there) {
                self.required.insert(graph.place(source.node()));
                ask_for_arcs(graph, source.node());
            }
        }
    }
}

/// Whether an arrival may follow from another one at the source of an arc with the same delay: not where both the time that comes by the arc now and the one that came before are better than
/// what arrives there in any case. What is as bad counts, since traces depend on which ways are.
#[inline]
fn comes_through(
    fanout: &Fanout,
    [before, made]: [&Quad<Ticks>; 2],
    delay: &Quad<f32>,
    there: &Quad<Ticks>,
) -> bool {
    let mut all = Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (split, to)));
    all.any(|(split, to)| {
        let at = (split as usize, fanout.from(to) as usize);
        let (before, made, now) = (before[at.0][at.1], made[at.0][at.1], there[at.0][to as usize]);
        let time = time_along(delay[at.0][to as usize]);
        let is_as_bad = |start: Ticks| {
            start != UNDEFINED
                && (now == UNDEFINED || worse_arrival(split, start + time, now) == start + time)
        };
        fanout.has(to) && before != made && (is_as_bad(before) || is_as_bad(made))
    })
}

/// Whether a required time may follow from another one at the target of an arc with the same delay: not where both what is required by the arc now and what was before are looser than what is
/// required there in any case.
#[inline]
fn goes_back(
    source: ArcSource,
    [before, made]: [&Quad<Ticks>; 2],
    delay: &Quad<f32>,
    there: &Quad<Ticks>,
) -> bool {
    let mut all = Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (split, to)));
    all.any(|(split, to)| {
        let at = (split as usize, to as usize);
        let (before, made) = (before[at.0][at.1], made[at.0][at.1]);
        let now = there[at.0][source.from(to) as usize];
        let delay = delay[at.0][at.1];
        let time = time_along(delay);
        let is_as_tight = |end: Ticks| {
            end != UNDEFINED && (now == UNDEFINED || tighter_required(split, end - time, now) == end - time)
        };
        source.has(to) && has_signal(delay) && before != made && (is_as_tight(before) || is_as_tight(made))
    })
}

fn are_defined(times: &Quad<Ticks>) -> Quad<bool> {
    times.map(|split| split.map(|time| time != UNDEFINED))
}
