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

/// The slack of a vertex, and a launch that it is of; [`UNDECIDED`] of one that says nothing of other vertices.
#[derive(Clone, Copy, Debug)]
struct Decided {
    slack: Ticks,
    launch: u32,
}

/// Slacks of all nodes, with lists of captures and without latches, on rayon's current threads; in the memory of others.
pub(super) fn slacks(slacks: &PinSlacks, times: Times<'_>, all: &mut Vec<NodeSlacks>) {
    resize(all, NodeSlacks::default(), times.graph.node_count());
    let ends = times.graph.ends().nodes();
    sweep_levels(
        times.graph.structure().into(),
        Direction::Backward,
        NODES,
        (&mut all[..], ()),
        || (),
        |(), LevelPart { nodes, done, done_first, here, .. }| {
            let mut ends = &ends[ends.partition_point(|end| end.index() < nodes.start)..];
            for (node, here) in NodeId::all(nodes).zip(here) {
                let has_ends = ends.first() == Some(&node);
                ends = &ends[usize::from(has_ends)..];
                let decided = along(slacks, times, (node, has_ends), (done_first, done));
                *here = NodeSlacks {
                    slack: decided.map(|of_split| of_split.map(|decided| decided.slack)),
                    launch: decided.map(|of_split| of_split.map(|decided| decided.launch)),
                };
            }
        },
    );
}

/// The slacks of a node by those of its fan-out.
fn along(
    slacks: &PinSlacks,
    times: Times<'_>,
    (node, has_ends): (NodeId, bool),
    later: (usize, &[NodeSlacks]),
) -> Quad<Decided> {
    let Times { graph, timing, .. } = times;
    let (Some(captures), Some(launches)) = (&slacks.captures, slacks.launches(timing)) else {
        unreachable!()
    };
    let is_of_clock = slacks.clock_pins.has(node);
    let alone = |split: Split| is_of_clock || !slacks.has_launches[split as usize];
    let found = Split::ALL.into_iter().any(alone).then(|| slacks.of(times, node));
    let lists = Lists { forest: slacks.forest(timing), captures, launches };
    Split::ALL.map(|split| {
        Transition::ALL.map(|transition| {
            let vertex = node.vertex(transition);
            match found {
                Some(found) if alone(split) => Decided::alone(found[split as usize][transition as usize]),
                _ if launches.entries(split, vertex).len() == 0 => Decided::alone(UNDEFINED),
                _ if has_ends => lists.worst(split, (vertex, vertex), 0).unwrap_or(Decided::alone(UNDEFINED)),
                _ => {
                    let by_arcs = graph.fanout(node).iter().flat_map(|fanout| {
                        let delays = &timing.delays()[fanout.arc.index()][split as usize];
                        Transition::ALL.map(|to| {
                            let delay = delays[to as usize];
                            let is_way = fanout.has(to) && fanout.from(to) == transition && has_signal(delay);
                            let there = is_way.then(|| fanout.node().vertex(to))?;
                            lists.by_arc(
                                split,
                                (vertex, there),
                                time_along(delay),
                                value_at(later, there, split),
                            )
                        })
                    });
                    let worst = by_arcs.flatten().min_by_key(|decided| decided.slack);
                    worst.unwrap_or(Decided::alone(UNDEFINED))
                }
            }
        })
    })
}

fn value_at((first, later): (usize, &[NodeSlacks]), vertex: VertexId, split: Split) -> Decided {
    let there = &later[vertex.node().index() - first];
    let at = (split as usize, vertex.transition() as usize);
    Decided { slack: there.slack[at.0][at.1], launch: there.launch[at.0][at.1] }
}

/// The lists of launches and of captures.
#[derive(Clone, Copy)]
struct Lists<'a> {
    forest: &'a ClockForest,
    captures: &'a Captures,
    launches: CommonLists<'a>,
}

impl Lists<'_> {
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
        if there.launch != UNDECIDED && (self.launches.is_shared(split, to) || comes_by()) {
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
