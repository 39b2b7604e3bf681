//! Arrivals again, and the credits of checks.

use zeroslack_graph::{CheckId, Direction, Fanout, NodeId, Source, TimingGraph};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, worse_arrival, worst_arrivals};

use super::Incremental;
use super::batch::Batch;
use crate::arrival::node_arrival;
use crate::edge::time_along;
use crate::near::{ask_for, ask_for_arcs};
use crate::timing::Timing;

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
        let done = self.sweep(graph, timing, &mut arrival);
        timing.arrival = arrival;
        done
    }

    /// The credits of checks whose slacks may be others. What these checks require waits.
    pub(super) fn checks_of(&mut self, graph: &TimingGraph, timing: &mut Timing) {
        let mut checks = Vec::new();
        while self.checks.take_some(Batch::MOST, &mut checks) {
            checks.iter().for_each(|&check| ask_for(graph.checks(), check));
            checks.iter().for_each(|&check| timing.ask_for_check(graph.check(CheckId::at(check))));
            for check in checks.iter().map(|&check| CheckId::at(check)) {
                timing.update_credit(graph, check);
                self.touch_check(graph, check);
            }
        }
    }

    /// Computes the arrivals of the nodes that wait, level by level.
    fn sweep(&mut self, graph: &TimingGraph, timing: &Timing, arrival: &mut [Quad<Ticks>]) -> Option<()> {
        let mut batch = Batch::default();
        while batch.take(graph, Direction::Forward, &mut self.arrivals) {
            self.visit(batch.nodes().len(), |visited| &mut visited.arrivals)?;
            batch.ask_for(graph, Direction::Forward, timing.delays(), arrival);
            batch.nodes().iter().for_each(|&node| self.arrival_of(graph, timing, arrival, node));
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

fn are_defined(times: &Quad<Ticks>) -> Quad<bool> {
    times.map(|split| split.map(|time| time != UNDEFINED))
}
