//! The nodes between where constrained paths start, what they pass, and where they end.
//!
//! Paths go from set to set: where they start, each set that they pass, where they end. Between two sets lies what comes after the one and before the
//! other; the smaller side bounds the work. The last two come first, so that a set counts only by what of it leads on.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_graph::{EndpointId, NodeId, TimingGraph, VertexId};
use zeroslack_parallel::sweep_one;

use crate::passing::Passing;

/// Nodes that are looked at forwards before some are backwards, and the other way round. Tests with few nodes are to go the same ways as
/// others with many.
const STEPS: usize = if cfg!(debug_assertions) { 4 } else { 1 << 8 };

/// A growth that has looked at more nodes than one in so many of the design goes on as a sweep over all nodes: what is next to each other is looked at
/// together there, and on all threads.
const SWEPT: usize = if cfg!(debug_assertions) { 3 } else { 8 };

/// Nodes that are never worth a sweep.
const FEW: usize = if cfg!(debug_assertions) { 0 } else { 1 << 10 };

/// Nodes that one task of a sweep takes.
const NODES: usize = if cfg!(debug_assertions) { 16 } else { 1 << 12 };

/// Nodes that a growth has reached, in the order in which it did, and where it goes.
#[derive(Debug)]
struct Growth {
    way: Way,
    /// It goes over nodes with all these marks.
    within: u8,
    /// What it leaves.
    mark: u8,
    reached: Vec<NodeId>,
    /// How many of them were followed on.
    done: usize,
}

/// Which way a growth goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Forwards,
    Backwards,
}

/// A set of nodes, in memory that is used again: what a query costs follows its nodes, not the design's.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inside {
    /// `[node]`: which growths have reached it.
    marks: Vec<u8>,
    /// Nodes with marks, unless there was a sweep.
    marked: Vec<NodeId>,
    /// Whether a sweep has left marks that are not listed.
    is_swept: bool,
    /// `[node]`: where its copies start in the cone; of nodes that have some.
    place: Vec<u32>,
    nodes: Vec<NodeId>,
    /// How many of them are in the levels up to each that has some.
    level_ends: Vec<usize>,
}

const FORWARD: u8 = 1;
const BACKWARD: u8 = 2;
/// Between the two sets at hand.
const INSIDE: u8 = 4;
/// Between two sets that were at hand before.
const KEPT: u8 = 8;
const HELD: u8 = INSIDE | KEPT;
/// Where paths may end, if that is named.
const END: u8 = 16;
/// Listed as marked.
const LISTED: u8 = 32;
/// Of anything, reached or not.
const ANYWHERE: u8 = 0;

impl Inside {
    /// How many nodes were looked at.
    pub(crate) fn touched(&self) -> usize {
        if self.is_swept { self.marks.len() } else { self.marked.len() }
    }

    /// The nodes inside, in level order.
    pub(crate) fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// How many of them are in the levels up to each that has some: those of the graph, or, where it is not levelled, of its part that is inside.
    pub(crate) fn level_ends(&self) -> &[usize] {
        &self.level_ends
    }

    /// Whether a node is inside.
    pub(crate) fn holds(&self, node: NodeId) -> bool {
        self.marks.get(node.index()).is_some_and(|marks| marks & HELD != 0)
    }

    /// Where the copies of a node inside start in the cone.
    pub(crate) fn place(&self, node: NodeId) -> u32 {
        self.place[node.index()]
    }

    pub(crate) fn set_place(&mut self, node: NodeId, place: u32) {
        self.place[node.index()] = place;
    }

    /// The endpoints inside, in order: at the nodes that it was filled for, if ends are named.
    pub(crate) fn endpoints(&self, graph: &TimingGraph, ends: Option<&[NodeId]>) -> Vec<EndpointId> {
        let end = if ends.is_some() { END } else { ANYWHERE };
        let is_end = |node: NodeId| self.holds(node) && self.marks[node.index()] & end == end;
        endpoints(graph, Some(ends.unwrap_or(&self.nodes)), is_end)
    }

    /// Takes the nodes that constrained paths to some nodes, or to any endpoint, can take; clock pins where they start are not among them.
    pub(crate) fn fill(&mut self, graph: &TimingGraph, passing: &Passing, ends: Option<&[NodeId]>) {
        self.clear(graph.node_count());
        let named = ends.unwrap_or_default();
        self.add(&mut Growth::new(Way::Backwards, ANYWHERE, END), named.iter().copied());
        let mut sets = passing.from.iter().chain(&passing.through).rev();
        let Some(last) = sets.next() else {
            self.grow_all(graph, named, Growth::new(Way::Backwards, ANYWHERE, INSIDE));
            return self.list(graph);
        };
        match ends {
            Some(ends) => self.between(graph, &starts(graph, last), ends),
            None => self.after(graph, &starts(graph, last)),
        }
        let mut after = last;
        for set in sets {
            let inside = self.keep(after);
            self.between(graph, &starts(graph, set), &inside);
            after = set;
        }
        if passing.from.is_none() {
            // Before the first set anything goes.
            let inside = self.keep(after);
            self.grow_all(graph, &inside, Growth::new(Way::Backwards, ANYWHERE, INSIDE));
        }
        self.list(graph);
    }

    /// Keeps what lies between the sets at hand, and forgets the rest: others come next. Gives the nodes of one of them that lead on.
    fn keep(&mut self, set: &[VertexId]) -> Vec<NodeId> {
        let settle = |marks: &mut u8| {
            let kept = if *marks & HELD != 0 { KEPT } else { 0 };
            *marks = *marks & (END | LISTED) | kept;
        };
        if self.is_swept {
            self.marks.par_iter_mut().with_min_len(NODES).for_each(settle);
        } else {
            self.marked.iter().for_each(|&node| settle(&mut self.marks[node.index()]));
        }
        nodes(set).filter(|&node| self.holds(node)).collect()
    }

    /// Lists the nodes inside.
    fn list(&mut self, graph: &TimingGraph) {
        let Self { marks, marked, nodes, is_swept, .. } = self;
        let is_held = |&node: &NodeId| marks[node.index()] & HELD != 0;
        if *is_swept {
            let all = (0..marks.len()).into_par_iter().with_min_len(NODES).map(NodeId::at);
            nodes.par_extend(all.filter(is_held));
        } else {
            nodes.extend(marked.iter().copied().filter(is_held));
            nodes.sort_unstable();
        }
        if graph.is_levelled() { self.find_level_ends(graph) } else { self.level(graph) }
    }

    /// Where levels of the graph end among the nodes inside.
    fn find_level_ends(&mut self, graph: &TimingGraph) {
        let Self { nodes, level_ends, .. } = self;
        let (mut level, mut done) = (0, 0);
        while let Some(&first) = nodes.get(done) {
            level += graph.level_first()[level + 1..].partition_point(|&end| end <= first.0);
            done += nodes[done..].partition_point(|&node| node.index() < graph.level(level).end);
            level_ends.push(done);
        }
    }

    /// Puts the nodes inside in levels of their own: in each those whose fan-in inside is in lower ones.
    fn level(&mut self, graph: &TimingGraph) {
        self.nodes.sort_unstable_by_key(|&node| graph.place(node));
        for index in 0..self.nodes.len() {
            let node = self.nodes[index];
            let sources = graph.fanin(node).map(|arc| graph.arc_source(arc).node());
            let below =
                sources.filter(|&source| self.holds(source)).map(|source| self.place[source.index()] + 1);
            // Until there are copies, the places say the levels.
            self.place[node.index()] = below.max().unwrap_or(0);
        }
        let Self { nodes, place, level_ends, .. } = self;
        let level = |node: &NodeId| place[node.index()];
        nodes.sort_unstable_by_key(|node| (level(node), *node));
        let mut done = 0;
        level_ends.extend(nodes.chunk_by(|a, b| level(a) == level(b)).map(|of_level| {
            done += of_level.len();
            done
        }));
    }

    fn clear(&mut self, nodes: usize) {
        if self.is_swept {
            self.marks.fill(0);
        }
        for node in self.marked.drain(..) {
            self.marks[node.index()] = 0;
        }
        // Behind an edit there may be fewer.
        self.marks.resize(nodes, 0);
        self.place.resize(nodes, 0);
        self.nodes.clear();
        self.level_ends.clear();
        self.is_swept = false;
    }

    /// What comes after the starts and before any endpoint.
    fn after(&mut self, graph: &TimingGraph, starts: &[NodeId]) {
        let mut forwards = Growth::new(Way::Forwards, ANYWHERE, FORWARD);
        self.add(&mut forwards, starts.iter().copied());
        self.finish(graph, &mut forwards);
        let is_reached = |node: NodeId| self.marks[node.index()] & FORWARD != 0;
        // A sweep does not list what it reached.
        let reached = (!self.is_swept).then_some(&forwards.reached[..]);
        let found = endpoints(graph, reached, is_reached);
        let nodes = |&endpoint: &EndpointId| graph.end_nodes(graph.endpoint(endpoint));
        let ends: Vec<NodeId> = found.iter().flat_map(nodes).collect();
        self.grow_all(graph, &ends, Growth::new(Way::Backwards, FORWARD, INSIDE));
    }

    /// What comes after the starts and before the ends. The smaller of both cones bounds the work, unless both are wide.
    fn between(&mut self, graph: &TimingGraph, starts: &[NodeId], ends: &[NodeId]) {
        let mut forwards = Growth::new(Way::Forwards, ANYWHERE, FORWARD);
        let mut backwards = Growth::new(Way::Backwards, ANYWHERE, BACKWARD);
        self.add(&mut forwards, starts.iter().copied());
        self.add(&mut backwards, ends.iter().copied());
        while !forwards.is_done() {
            if backwards.is_done() {
                return self.grow_all(graph, starts, Growth::new(Way::Forwards, BACKWARD, INSIDE));
            }
            if self.is_wide(graph, &forwards) {
                self.finish(graph, &mut forwards);
                break;
            }
            self.grow(graph, &mut forwards);
            self.grow(graph, &mut backwards);
        }
        self.grow_all(graph, ends, Growth::new(Way::Backwards, FORWARD, INSIDE));
    }

    /// Grows from some nodes until there is nothing more.
    fn grow_all(&mut self, graph: &TimingGraph, from: &[NodeId], mut growth: Growth) {
        self.add(&mut growth, from.iter().copied());
        self.finish(graph, &mut growth);
    }

    /// Grows until there is nothing more.
    fn finish(&mut self, graph: &TimingGraph, growth: &mut Growth) {
        while !growth.is_done() {
            if self.is_wide(graph, growth) {
                return self.sweep(graph, growth);
            }
            self.grow(graph, growth);
        }
    }

    /// Whether the rest of a growth is worth a sweep, which goes by levels.
    fn is_wide(&self, graph: &TimingGraph, growth: &Growth) -> bool {
        graph.is_levelled() && growth.done > FEW + self.marks.len() / SWEPT
    }

    /// A number of steps of a growth. Launches are not crossed: paths start there.
    fn grow(&mut self, graph: &TimingGraph, growth: &mut Growth) {
        for _ in 0..STEPS {
            let Some(&node) = growth.reached.get(growth.done) else { return };
            growth.done += 1;
            match growth.way {
                Way::Forwards => {
                    let arcs = graph.fanout(node).iter();
                    let next = arcs.filter(|fanout| !graph.is_launch(fanout.arc));
                    self.add(growth, next.map(|fanout| fanout.node()));
                }
                Way::Backwards => {
                    let arcs = graph.fanin(node).filter(|&arc| !graph.is_launch(arc));
                    self.add(growth, arcs.map(|arc| graph.arc_source(arc).node()));
                }
            }
        }
    }

    /// Marks nodes and adds those that are new to a growth.
    fn add(&mut self, growth: &mut Growth, nodes: impl Iterator<Item = NodeId>) {
        for node in nodes {
            let marks = &mut self.marks[node.index()];
            if growth.goes_over(*marks) {
                if *marks & LISTED == 0 {
                    self.marked.push(node);
                }
                *marks |= growth.mark | LISTED;
                growth.reached.push(node);
            }
        }
    }

    /// Does the rest of a growth by asking every node whether it comes from there, level by level.
    fn sweep(&mut self, graph: &TimingGraph, growth: &Growth) {
        self.is_swept = true;
        let levels = (0..graph.level_count()).map(|level| graph.level(level));
        match growth.way {
            Way::Forwards => levels.for_each(|nodes| {
                let (below, rest) = self.marks.split_at_mut(nodes.start);
                sweep_level(growth, nodes.clone(), &mut rest[..nodes.len()], |node| {
                    graph.fanin(node).any(|arc| {
                        let source = graph.arc_source(arc).node();
                        below[source.index()] & growth.mark != 0 && !graph.is_launch(arc)
                    })
                });
            }),
            Way::Backwards => levels.rev().for_each(|nodes| {
                let (rest, above) = self.marks.split_at_mut(nodes.end);
                sweep_level(growth, nodes.clone(), &mut rest[nodes.start..], |node| {
                    graph.fanout(node).iter().any(|fanout| {
                        let marks = above[fanout.node().index() - nodes.end];
                        marks & growth.mark != 0 && !graph.is_launch(fanout.arc)
                    })
                });
            }),
        }
    }
}

impl Growth {
    fn new(way: Way, within: u8, mark: u8) -> Self {
        Self { way, within, mark, reached: Vec::new(), done: 0 }
    }

    fn is_done(&self) -> bool {
        self.done == self.reached.len()
    }

    /// Whether a node with some marks is one that it can reach and has not.
    fn goes_over(&self, marks: u8) -> bool {
        marks & self.within == self.within && marks & self.mark == 0
    }
}

/// Marks the nodes of a level that a growth comes to.
fn sweep_level(
    growth: &Growth,
    nodes: Range<usize>,
    marks: &mut [u8],
    comes_to: impl Fn(NodeId) -> bool + Sync,
) {
    sweep_one(nodes, NODES, marks, &|nodes, marks| {
        for (node, marks) in NodeId::all(nodes).zip(marks) {
            if growth.goes_over(*marks) && comes_to(node) {
                *marks |= growth.mark;
            }
        }
    });
}

/// The endpoints at nodes that are wanted, in order. All of these nodes are among some, if those are listed.
fn endpoints(
    graph: &TimingGraph,
    among: Option<&[NodeId]>,
    is_wanted: impl Fn(NodeId) -> bool + Sync,
) -> Vec<EndpointId> {
    let all = graph.endpoints();
    match among {
        // A node costs a binary search.
        Some(nodes) if nodes.len() < all.len() / 16 => {
            let wanted = nodes.iter().filter(|&&node| is_wanted(node));
            let mut found: Vec<EndpointId> = wanted.filter_map(|&node| graph.endpoint_at(node)).collect();
            found.sort_unstable();
            found.dedup();
            found
        }
        _ => {
            let all = (0..all.len()).into_par_iter().with_min_len(NODES).map(EndpointId::at);
            all.filter(|&endpoint| graph.end_nodes(graph.endpoint(endpoint)).any(&is_wanted)).collect()
        }
    }
}

/// The nodes of sorted vertices.
fn nodes(vertices: &[VertexId]) -> impl Iterator<Item = NodeId> {
    let mut last = None;
    vertices.iter().map(|vertex| vertex.node()).filter(move |&node| last.replace(node) != Some(node))
}

/// Where paths that start at, or pass, some vertices go on: the nodes themselves, and those after them if a clock launches there.
fn starts(graph: &TimingGraph, vertices: &[VertexId]) -> Vec<NodeId> {
    let launched = |node: NodeId| {
        let arcs = graph.fanout(node).iter();
        arcs.filter(|fanout| graph.is_launch(fanout.arc)).map(|fanout| fanout.node())
    };
    nodes(vertices).flat_map(|node| std::iter::once(node).chain(launched(node))).collect()
}
