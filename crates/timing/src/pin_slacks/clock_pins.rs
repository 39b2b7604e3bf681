//! Slacks at the pins of clock networks: of the paths that a clock launches by way of them, and of those that it captures.
//!
//! Both go back from registers to where clocks come from, as required times do: those of launches by the delays of their data's split, those of captures by the other one's. So a clock's vertex on another
//! way than the worst one has the slack of paths that would take it.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_graph::{CheckId, EndEntry, EndRole, Fanout, NodeId, Role, TimingGraph, VertexId};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, quad, slack, tighter_required};

use super::{PinSlacks, Times};
use crate::arrival::{required_by_data, required_of_clock};
use crate::bits::{Bits, Numbered};
use crate::cppr::Captures;
use crate::edge::{has_signal, time_along};
use crate::timed_graph::value_at;
use crate::timing::Timing;

/// When clocks are required at a node. Of launched data by its split, of captures by that of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockTimes {
    /// By the data that it launches; at latches by when they close.
    launched: Quad<Ticks>,
    /// By the data that it launches, at latches by when they open; late alone, where there are latches.
    opening: Quad<Ticks>,
    /// By the data that it captures.
    captured: Quad<Ticks>,
}

impl Default for ClockTimes {
    fn default() -> Self {
        Self { launched: quad(UNDEFINED), opening: quad(UNDEFINED), captured: quad(UNDEFINED) }
    }
}

/// Slacks at a clock's vertex, of late data or of early.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClockSlacks {
    /// Of what it launches, at latches until they close.
    pub(super) closes: Option<Ticks>,
    /// At latches until they open.
    pub(super) opens: Option<Ticks>,
    /// Of what it captures.
    pub(super) captured: Option<Ticks>,
}

impl ClockTimes {
    /// The slacks of data of a split.
    pub(super) fn slacks(&self, timing: &Timing, split: Split, vertex: VertexId) -> ClockSlacks {
        let room = |times: &Quad<Ticks>, split: Split| {
            let required = times[split as usize][vertex.transition() as usize];
            let room = slack(split, value_at(&timing.arrival, vertex, split), required);
            (room != UNDEFINED).then_some(room)
        };
        ClockSlacks {
            closes: room(&self.launched, split),
            opens: room(&self.opening, split),
            captured: room(&self.captured, split.opposite()),
        }
    }

    /// Adds what follows from the times at the target of an arc of a clock network.
    fn add_along(&mut self, there: &Self, fanout: Fanout, delay: &Quad<f32>) {
        for (here, there) in [
            (&mut self.launched, &there.launched),
            (&mut self.opening, &there.opening),
            (&mut self.captured, &there.captured),
        ] {
            for (split, to) in edges(fanout, delay) {
                let end = there[split as usize][to as usize];
                if end != UNDEFINED {
                    let time = time_along(delay[split as usize][to as usize]);
                    tighten(here, split, fanout.from(to), end - time);
                }
            }
        }
    }
}

/// The edges of an arc that a signal takes.
fn edges(fanout: Fanout, delay: &Quad<f32>) -> impl Iterator<Item = (Split, Transition)> {
    let all = Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (split, to)));
    all.filter(move |&(split, to)| fanout.has(to) && has_signal(delay[split as usize][to as usize]))
}

fn tighten(times: &mut Quad<Ticks>, split: Split, transition: Transition, required: Ticks) {
    let place = &mut times[split as usize][transition as usize];
    *place = tighter_required(split, *place, required);
}

/// The nodes of clock networks, and when clocks are required there.
#[derive(Clone, Debug, Default)]
pub(super) struct ClockPins {
    nodes: Numbered,
    /// `[number]`.
    times: Vec<ClockTimes>,
    /// Those of nodes that belong to clock networks since.
    later: FxHashMap<NodeId, ClockTimes>,
}

/// Nodes that one task takes at the least.
const NODES: usize = 4096;

impl ClockPins {
    /// The nodes by which clocks come to where they launch and capture; no times yet. On rayon's current threads.
    pub(super) fn of(graph: &TimingGraph) -> Self {
        let count = graph.node_count();
        let launches = |node: &NodeId| graph.fanout(*node).iter().any(|fanout| graph.is_launch(fanout.arc));
        let all = (0..count).into_par_iter().with_min_len(NODES).map(NodeId::at);
        let mut open: Vec<NodeId> = all.filter(launches).collect();
        open.extend(graph.capturing_clocks().map(VertexId::node));
        let mut nodes = Bits::of(count, std::iter::empty());
        while let Some(node) = open.pop() {
            if nodes.insert(node) {
                let arcs = graph.fanin(node).filter(|&arc| !graph.is_launch(arc));
                open.extend(arcs.map(|arc| graph.arc_source(arc).node()));
            }
        }
        let nodes = Numbered::from(nodes);
        let times = vec![ClockTimes::default(); nodes.len()];
        Self { nodes, times, later: FxHashMap::default() }
    }

    /// Finds the times at all of them, on rayon's current threads.
    pub(super) fn fill(&mut self, slacks: &PinSlacks, times: Times<'_>) {
        let graph = times.graph;
        let nodes: Vec<NodeId> = self.nodes.nodes().collect();
        let start = |&node: &NodeId| self.start((slacks, times), (node, graph.ends().at(node)));
        let started: Vec<ClockTimes> = nodes.par_iter().with_min_len(NODES / 16).map(start).collect();
        // Most are clock pins of registers, and lead to no other.
        let leads_on = |node: &&NodeId| graph.fanout(**node).iter().any(|fanout| self.has(fanout.node()));
        let mut others: Vec<NodeId> =
            nodes.par_iter().with_min_len(NODES).filter(leads_on).copied().collect();
        others.par_sort_unstable_by_key(|&node| std::cmp::Reverse(graph.place(node)));
        self.times = started;
        for node in others {
            let Some(number) = self.nodes.number(node) else { continue };
            self.times[number] = self.with_network(times, node, self.times[number]);
        }
    }

    /// Whether a node is of a clock network.
    pub(super) fn has(&self, node: NodeId) -> bool {
        self.at(node).is_some()
    }

    /// When clocks are required at a node, if it is of a clock network.
    #[inline]
    pub(super) fn at(&self, node: NodeId) -> Option<&ClockTimes> {
        match self.nodes.number(node) {
            Some(number) => self.times.get(number),
            None if self.later.is_empty() => None,
            None => self.later.get(&node),
        }
    }

    /// Finds the times at a node again. Whether they are others than they were.
    pub(super) fn find_again(
        &mut self,
        slacks: &PinSlacks,
        times: Times<'_>,
        (node, ends): (NodeId, &[EndEntry]),
    ) -> bool {
        let graph = times.graph;
        let leads_on = |fanout: &Fanout| self.has(fanout.node()) || graph.is_launch(fanout.arc);
        let captures = |entry: &EndEntry| capture(graph, entry).is_some();
        if !self.has(node) && !graph.fanout(node).iter().any(leads_on) && !ends.iter().any(captures) {
            return false;
        }
        let start = self.start((slacks, times), (node, ends));
        let found = self.with_network(times, node, start);
        match self.nodes.number(node) {
            Some(number) => std::mem::replace(&mut self.times[number], found) != found,
            None => self.later.insert(node, found) != Some(found),
        }
    }

    /// The times at a node without what follows from the clock network beyond it.
    fn start(
        &self,
        (slacks, times): (&PinSlacks, Times<'_>),
        (node, ends): (NodeId, &[EndEntry]),
    ) -> ClockTimes {
        let (Times { graph, timing, .. }, mut found) = (times, ClockTimes::default());
        for &fanout in graph.fanout(node) {
            let delay = &timing.delays()[fanout.arc.index()];
            if graph.is_launch(fanout.arc) {
                for (split, to) in edges(fanout, delay) {
                    let time = time_along(delay[split as usize][to as usize]);
                    let launch = (node.vertex(fanout.from(to)), fanout.node().vertex(to), time);
                    let (closes, opens) = launched(slacks, times, split, launch);
                    tighten(&mut found.launched, split, fanout.from(to), closes);
                    tighten(&mut found.opening, split, fanout.from(to), opens);
                }
            } else if slacks.captures.is_none() && !self.has(fanout.node()) {
                for (split, to) in edges(fanout, delay) {
                    let end = value_at(times.required, fanout.node().vertex(to), split);
                    if end != UNDEFINED {
                        let time = time_along(delay[split as usize][to as usize]);
                        tighten(&mut found.launched, split, fanout.from(to), end - time);
                    }
                }
            }
        }
        if slacks.captures.is_none() {
            let required = required_by_data(timing, graph, ends);
            for (split, to) in Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (split, to)))
            {
                tighten(&mut found.launched, split, to, required[split as usize][to as usize]);
            }
        }
        for id in ends.iter().filter_map(|entry| capture(graph, entry)) {
            let check = graph.check(id);
            for transition in Transition::ALL {
                let required = required_of_clock(timing, graph, (check, id), transition);
                tighten(&mut found.captured, check.split.opposite(), check.clock.transition(), required);
            }
        }
        found
    }

    /// Adds what follows from the clock network beyond a node.
    fn with_network(&self, times: Times<'_>, node: NodeId, mut found: ClockTimes) -> ClockTimes {
        let Times { graph, timing, .. } = times;
        for &fanout in graph.fanout(node) {
            if let Some(there) = self.at(fanout.node()).filter(|_| !graph.is_launch(fanout.arc)) {
                found.add_along(there, fanout, &timing.delays()[fanout.arc.index()]);
            }
        }
        found
    }
}

/// The check that a clock captures by; none by data.
fn capture(graph: &TimingGraph, entry: &EndEntry) -> Option<CheckId> {
    let EndRole::Clock(id) = entry.role() else { return None };
    let check = graph.check(id);
    let is_clock = |vertex: VertexId| graph.vertex_tag(vertex).is_some_and(|tag| tag.role != Role::Data);
    (!graph.check_origin(check).is_between_data() || is_clock(check.clock)).then_some(id)
}

/// When a clock has to launch data that takes some time to a vertex, by when latches close, and by when they open.
fn launched(
    slacks: &PinSlacks,
    times: Times<'_>,
    split: Split,
    (clock, vertex, time): (VertexId, VertexId, Ticks),
) -> (Ticks, Ticks) {
    let Some(captures) = &slacks.captures else {
        let end = value_at(times.required, vertex, split);
        return (if end == UNDEFINED { UNDEFINED } else { end - time }, UNDEFINED);
    };
    let by = |captures: &Captures| {
        let latest = captures.required_of((slacks.forest(times.timing), split), clock, vertex);
        latest.map_or(UNDEFINED, |latest| latest - time)
    };
    (by(captures), slacks.opening.as_ref().filter(|_| split == Split::Late).map_or(UNDEFINED, by))
}
