//! The nodes between where constrained paths start and where they end.

use zeroslack_graph::TimingGraph;

use crate::passing::Passing;
use crate::root::endpoint_at;

/// Nodes that are looked at forwards before some are backwards, and the other way round. Tests with few nodes are to go the same ways as
/// others with many.
const STEPS: usize = if cfg!(debug_assertions) { 4 } else { 1 << 8 };

/// Nodes that a growth has reached, in the order in which it did.
#[derive(Debug, Default)]
struct Growth {
    reached: Vec<u32>,
    /// How many of them were looked behind.
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
pub(crate) struct Region {
    /// `[node]`: which growths have reached it.
    marks: Vec<u8>,
    /// Nodes with marks.
    marked: Vec<u32>,
    /// `[node]`: where its copies start in the cone; of nodes inside.
    place: Vec<u32>,
    nodes: Vec<u32>,
}

const FORWARD: u8 = 1;
const BACKWARD: u8 = 2;
/// Between what is passed first and the ends.
const INSIDE: u8 = 4;
/// On the way to what is passed first.
const BEFORE: u8 = 8;
const HELD: u8 = INSIDE | BEFORE;
/// Of anything, reached or not.
const ANYWHERE: u8 = 0;

impl Region {
    /// How many nodes were looked at.
    pub(crate) fn touched(&self) -> usize {
        self.marked.len()
    }

    /// The nodes inside, in level order.
    pub(crate) fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// Whether a node is inside.
    pub(crate) fn holds(&self, node: u32) -> bool {
        self.marks[node as usize] & HELD != 0
    }

    /// Where the copies of a node inside start in the cone.
    pub(crate) fn place(&self, node: u32) -> u32 {
        self.place[node as usize]
    }

    pub(crate) fn set_place(&mut self, node: u32, place: u32) {
        self.place[node as usize] = place;
    }

    /// Takes the nodes that constrained paths to some nodes, or to any endpoint, can take; clock pins where they start are not among them.
    pub(crate) fn fill(&mut self, graph: &TimingGraph, passing: &Passing, ends: Option<&[u32]>) {
        self.clear(graph.node_count());
        match (passing.from.as_ref().or(passing.through.first()), ends) {
            (None, ends) => self.grow_all(graph, ends.unwrap_or_default(), Way::Backwards, ANYWHERE, INSIDE),
            (Some(first), Some(ends)) => self.between(graph, &starts(graph, first), ends),
            (Some(first), None) => self.behind(graph, &starts(graph, first)),
        }
        if let (None, Some(first)) = (&passing.from, passing.through.first()) {
            // Before the first set anything goes.
            let inside: Vec<u32> = nodes(first).filter(|&node| self.holds(node)).collect();
            self.grow_all(graph, &inside, Way::Backwards, ANYWHERE, BEFORE);
        }
        let Self { marks, marked, nodes, .. } = self;
        nodes.extend(marked.iter().copied().filter(|&node| marks[node as usize] & HELD != 0));
        nodes.sort_unstable();
    }

    fn clear(&mut self, nodes: usize) {
        for node in self.marked.drain(..) {
            self.marks[node as usize] = 0;
        }
        // Behind an edit there may be fewer.
        self.marks.resize(nodes, 0);
        self.place.resize(nodes, 0);
        self.nodes.clear();
    }

    /// What is behind the starts and before any endpoint.
    fn behind(&mut self, graph: &TimingGraph, starts: &[u32]) {
        let mut growth = Growth::default();
        self.reach(&mut growth, starts.iter().copied(), ANYWHERE, FORWARD);
        while !growth.is_done() {
            self.grow(graph, &mut growth, Way::Forwards, ANYWHERE, FORWARD);
        }
        growth.reached.retain(|&node| endpoint_at(graph, node).is_some());
        self.grow_all(graph, &growth.reached, Way::Backwards, FORWARD, INSIDE);
    }

    /// What is behind the starts and before the ends. The smaller of both cones bounds the work.
    fn between(&mut self, graph: &TimingGraph, starts: &[u32], ends: &[u32]) {
        let [mut forwards, mut backwards] = [Growth::default(), Growth::default()];
        self.reach(&mut forwards, starts.iter().copied(), ANYWHERE, FORWARD);
        self.reach(&mut backwards, ends.iter().copied(), ANYWHERE, BACKWARD);
        while !forwards.is_done() {
            if backwards.is_done() {
                return self.grow_all(graph, starts, Way::Forwards, BACKWARD, INSIDE);
            }
            self.grow(graph, &mut forwards, Way::Forwards, ANYWHERE, FORWARD);
            self.grow(graph, &mut backwards, Way::Backwards, ANYWHERE, BACKWARD);
        }
        self.grow_all(graph, ends, Way::Backwards, FORWARD, INSIDE);
    }

    /// Grows from some nodes until there is nothing more, over nodes that have all marks of `within`.
    fn grow_all(&mut self, graph: &TimingGraph, from: &[u32], way: Way, within: u8, mark: u8) {
        let mut growth = Growth::default();
        self.reach(&mut growth, from.iter().copied(), within, mark);
        while !growth.is_done() {
            self.grow(graph, &mut growth, way, within, mark);
        }
    }

    /// A number of steps of a growth. Launches are not crossed: paths start there.
    fn grow(&mut self, graph: &TimingGraph, growth: &mut Growth, way: Way, within: u8, mark: u8) {
        for _ in 0..STEPS {
            let Some(&node) = growth.reached.get(growth.done) else { return };
            growth.done += 1;
            match way {
                Way::Forwards => {
                    let arcs = graph.fanout(node as usize).iter();
                    let next = arcs.filter(|fanout| !graph.is_launch(fanout.arc as usize));
                    self.reach(growth, next.map(|fanout| fanout.node), within, mark);
                }
                Way::Backwards => {
                    let arcs = graph.fanin(node as usize).filter(|&arc| !graph.is_launch(arc));
                    let next = arcs.map(|arc| graph.arc_sources()[arc].node());
                    self.reach(growth, next, within, mark);
                }
            }
        }
    }

    /// Marks nodes and adds those that are new.
    fn reach(&mut self, growth: &mut Growth, nodes: impl Iterator<Item = u32>, within: u8, mark: u8) {
        for node in nodes {
            let marks = &mut self.marks[node as usize];
            if *marks & within == within && *marks & mark == 0 {
                if *marks == 0 {
                    self.marked.push(node);
                }
                *marks |= mark;
                growth.reached.push(node);
            }
        }
    }
}

impl Growth {
    fn is_done(&self) -> bool {
        self.done == self.reached.len()
    }
}

/// The nodes of sorted vertices.
fn nodes(vertices: &[u32]) -> impl Iterator<Item = u32> {
    let mut last = None;
    vertices.iter().map(|vertex| vertex / 2).filter(move |&node| last.replace(node) != Some(node))
}

/// Where paths that start at, or pass, some vertices go on: the nodes themselves, and those behind if a clock launches there.
fn starts(graph: &TimingGraph, vertices: &[u32]) -> Vec<u32> {
    let launched = |node: u32| {
        let arcs = graph.fanout(node as usize).iter();
        arcs.filter(|fanout| graph.is_launch(fanout.arc as usize)).map(|fanout| fanout.node)
    };
    nodes(vertices).flat_map(|node| std::iter::once(node).chain(launched(node))).collect()
}
