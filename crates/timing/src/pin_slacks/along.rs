//! Slacks of all pins in one sweep back, which looks at pairs of launches and captures only where a slack is not that of what follows.
//!
//! The slack of an arc is no less than that of its target, and is the same where a launch that decides there comes by it: always where nothing else comes to the target, and else by
//! one arc at the least.

use zeroslack_graph::{Direction, LevelPart, NodeId, VertexId, sweep_levels};
use zeroslack_parallel::resize;
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED};

use super::{NODES, NodeSlacks, PinSlacks, Times, UNDECIDED};
use crate::cppr::{Captures, ClockForest, CommonLists, worst_launch};
use crate::edge::{has_signal, time_along};
use crate::incremental::batch::MOST_ARCS;
use crate::near::ask_for;

/// The slack of a vertex, and a launch that it is of; [`UNDECIDED`] of one that says nothing of other vertices.
#[derive(Clone, Copy, Debug)]
struct Decided {
    slack: Ticks,
    launch: u32,
}

/// Slacks of all nodes, with lists of captures and of launches and without latches, on rayon's current threads; in the memory of others.
pub(super) fn slacks(
    slacks: &PinSlacks,
    times: Times<'_>,
    (captures, launches): (&Captures, CommonLists<'_>),
    all: &mut Vec<NodeSlacks>,
) {
    resize(all, NodeSlacks::default(), times.graph.node_count());
    let sweep = Along { slacks, times, forest: slacks.forest(times.timing), captures, launches };
    let ends = times.graph.ends().nodes();
    sweep_levels(
        times.graph.structure().into(),
        Direction::Backward,
        NODES,
        (&mut all[..], ()),
        || (),
        |(), LevelPart { nodes, done, done_first, here, .. }| {
            let mut ends = &ends[ends.partition_point(|end| end.index() < nodes.start)..];
            let later = Later { first: done_first, slacks: done };
            for (node, here) in NodeId::all(nodes.clone()).zip(here) {
                let ahead =
                    |by: usize| (node.index() + by < nodes.end).then(|| NodeId::at(node.index() + by));
                ahead(2 * AHEAD).into_iter().for_each(|node| sweep.ask_for(node, later));
                ahead(AHEAD).into_iter().for_each(|node| sweep.ask_for_entries(node));
                let has_ends = ends.first() == Some(&node);
                ends = &ends[usize::from(has_ends)..];
                let decided = sweep.node(node, has_ends, later);
                *here = NodeSlacks {
                    slack: decided.map(|of_split| of_split.map(|decided| decided.slack)),
                    launch: decided.map(|of_split| of_split.map(|decided| decided.launch)),
                };
            }
        },
    );
}

/// How many nodes ahead entries are asked for; where they are, twice as many.
const AHEAD: usize = 8;

/// Slacks that were found before, from a node on.
#[derive(Clone, Copy)]
struct Later<'a> {
    first: usize,
    slacks: &'a [NodeSlacks],
}

impl Later<'_> {
    fn at(self, vertex: VertexId, split: Split) -> Decided {
        let there = &self.slacks[vertex.node().index() - self.first];
        let at = (split as usize, vertex.transition() as usize);
        Decided { slack: there.slack[at.0][at.1], launch: there.launch[at.0][at.1] }
    }
}

/// The graph, its times and the lists that the sweep reads.
#[derive(Clone, Copy)]
struct Along<'a> {
    slacks: &'a PinSlacks,
    times: Times<'a>,
    forest: &'a ClockForest,
    captures: &'a Captures,
    launches: CommonLists<'a>,
}

impl Along<'_> {
    /// Asks for what the slacks of a node follow from.
    fn ask_for(self, node: NodeId, later: Later<'_>) {
        let Times { graph, timing, .. } = self.times;
        let fanouts = graph.fanout(node);
        for fanout in fanouts.iter().take(MOST_ARCS) {
            let target = fanout.node();
            ask_for(timing.delays(), fanout.arc.index());
            let place = target.index().wrapping_sub(later.first);
            [place, place + 1].into_iter().for_each(|place| ask_for(later.slacks, place));
            self.launches.ask_for_lists(target);
        }
        if let [fanout] = fanouts {
            self.captures.ask_for_lists(fanout.node());
        }
    }

    /// Asks for the entries that they follow from, at an input of a cell: launches that come to a net come to all its loads.
    fn ask_for_entries(self, node: NodeId) {
        if let [fanout] = self.times.graph.fanout(node) {
            self.launches.ask_for_entries(node);
            self.launches.ask_for_entries(fanout.node());
            self.captures.ask_for_entries(fanout.node());
        }
    }

    /// The slacks of a node by those of its fan-out.
    fn node(self, node: NodeId, has_ends: bool, later: Later<'_>) -> Quad<Decided> {
        let is_of_clock = self.slacks.clock_pins.has(node);
        let alone = |split: Split| is_of_clock || !self.slacks.has_launches[split as usize];
        let found = Split::ALL.into_iter().any(alone).then(|| self.slacks.of(self.times, node));
        Split::ALL.map(|split| {
            Transition::ALL.map(|transition| match found {
                Some(found) if alone(split) => Decided::alone(found[split as usize][transition as usize]),
                _ => {
                    let decided = self.vertex(split, node.vertex(transition), has_ends, later);
                    decided.unwrap_or(Decided::alone(UNDEFINED))
                }
            })
        })
    }

    /// The slack of a vertex whose data is launched; none of one that nothing comes to, or leads on from.
    fn vertex(self, split: Split, vertex: VertexId, has_ends: bool, later: Later<'_>) -> Option<Decided> {
        if self.launches.entries(split, vertex).len() == 0 {
            return None;
        }
        if has_ends {
            return self.worst(split, (vertex, vertex), 0);
        }
        let Times { graph, timing, .. } = self.times;
        let by_arcs = graph.fanout(vertex.node()).iter().flat_map(|fanout| {
            let delays = &timing.delays()[fanout.arc.index()][split as usize];
            Transition::ALL.map(|to| {
                let delay = delays[to as usize];
                let is_way = fanout.has(to) && fanout.from(to) == vertex.transition() && has_signal(delay);
                let there = is_way.then(|| fanout.node().vertex(to))?;
                self.by_arc(split, (vertex, there), time_along(delay), later.at(there, split))
            })
        });
        by_arcs.flatten().min_by_key(|decided| decided.slack)
    }

    /// The worst slack of what comes to one vertex and leads on from another, so much later.
    fn worst(self, split: Split, (from, to): (VertexId, VertexId), delay: Ticks) -> Option<Decided> {
        let captures = self.captures.at(split, to).map(|capture| capture.earlier(delay));
        let worst = worst_launch((self.forest, split), self.launches.entries(split, from), captures);
        worst.map(|(slack, launch)| Decided { slack, launch: launch.number() })
    }

    /// The slack of an arc that takes some time, by what was decided at its target.
    fn by_arc(
        self,
        split: Split,
        (from, to): (VertexId, VertexId),
        delay: Ticks,
        there: Decided,
    ) -> Option<Decided> {
        let comes_by = || {
            let launch = self.launches.entries(split, to).find(|entry| entry.number() == there.launch);
            let launch = launch.map(|launch| launch.earlier(delay));
            launch.is_some_and(|launch| self.launches.entries(split, from).any(|entry| entry == launch))
        };
        if there.launch != UNDECIDED && (self.launches.is_shared(split, (from, to), delay) || comes_by()) {
            return Some(there);
        }
        self.worst(split, (from, to), delay)
    }
}

impl Decided {
    /// A slack that says nothing of other vertices.
    fn alone(slack: Ticks) -> Self {
        Self { slack, launch: UNDECIDED }
    }
}
