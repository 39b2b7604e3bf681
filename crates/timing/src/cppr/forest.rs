//! The clock network as a forest, for questions about common points.
//!
//! The clock path of a clock pin is its worst-arrival trace, one per split. Where the early and the late trace of
//! a vertex come from the same vertex, that is its parent; where they do not (reconvergence, a clock mux), the vertex is a root.
//! So the network falls into trees, here called *domains*: inside of a domain both traces of a vertex are the same path. A trace
//! enters a domain at its root and nowhere else. Credit mostly grows along a path, but need not: a wire into a pin that is a
//! smaller load late than early takes some back.

use zeroslack_graph::TimingGraph;
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, defined};

use crate::timing::Timing;
use crate::trace::worst_fanin;

/// No vertex.
pub(crate) const NONE: u32 = u32::MAX;

/// How the spread changes along a path.
#[derive(Clone, Copy, Debug)]
struct Change {
    /// The least and the greatest spread.
    least: Ticks,
    greatest: Ticks,
    /// The most that it grows and shrinks between two vertices; never negative.
    growth: Ticks,
    shrinkage: Ticks,
}

impl Change {
    fn start(spread: Ticks) -> Self {
        Self { least: spread, greatest: spread, growth: 0, shrinkage: 0 }
    }

    /// One vertex further.
    fn and(self, spread: Ticks) -> Self {
        Self {
            least: self.least.min(spread),
            greatest: self.greatest.max(spread),
            growth: self.growth.max(spread - self.least),
            shrinkage: self.shrinkage.max(self.greatest - spread),
        }
    }
}

/// The clock network's vertices, numbered in the order of the graph's vertices: parents before children.
#[derive(Debug, Default)]
pub struct ClockForest {
    /// From a vertex of the graph to its number here, [`NONE`] outside of the clock network. `[vertex]`.
    number: Vec<u32>,
    /// Where the trace of each split comes from. `[clock vertex][split]`.
    from: Vec<[u32; 2]>,
    /// The root of its domain. `[clock vertex]`.
    domain: Vec<u32>,
    /// Steps from the root of its domain. `[clock vertex]`.
    depth: Vec<u32>,
    /// Late less early arrival. `[clock vertex]`.
    spread: Vec<Ticks>,
    /// How the spread changes on the path from the root of its domain. `[clock vertex]`.
    change: Vec<Change>,
    /// Late and early arrival at the start of the trace of each split. `[clock vertex][split]`.
    start: Vec<[Ticks; 2]>,
    /// No pair of clock vertices has less credit, or more. `[split]`.
    least_credit: [Ticks; 2],
    greatest_credit: [Ticks; 2],
    ancestors: Ancestors,
}

impl ClockForest {
    /// Of the clock pins that launch and capture.
    pub fn new(graph: &TimingGraph, timing: &Timing) -> Self {
        let mut forest = Self { number: vec![NONE; 2 * graph.node_count()], ..Self::default() };
        let vertices = forest.gather(graph, timing);
        forest.number_in_order(&vertices, timing);
        forest
    }

    /// The vertices on the traces of all leaves, in order, with where their traces come from.
    fn gather(&mut self, graph: &TimingGraph, timing: &Timing) -> Vec<(u32, [u32; 2])> {
        const SEEN: u32 = 0;
        let mut vertices = Vec::new();
        let mut open: Vec<u32> = leaves(graph).collect();
        while let Some(vertex) = open.pop() {
            let (node, transition) = (vertex / 2, Transition::of(vertex));
            let is_reached = |split: Split| timing.arrival(node as usize, split, transition).is_some();
            if !Split::ALL.into_iter().any(is_reached) || self.number[vertex as usize] != NONE {
                continue;
            }
            self.number[vertex as usize] = SEEN;
            let from = Split::ALL.map(|split| {
                worst_fanin(graph, timing, node, transition, split)
                    .map_or(NONE, |arc| graph.arc_sources()[arc as usize].vertex(transition))
            });
            open.extend(from.into_iter().filter(|&from| from != NONE));
            vertices.push((vertex, from));
        }
        vertices.sort_unstable();
        vertices
    }

    fn number_in_order(&mut self, vertices: &[(u32, [u32; 2])], timing: &Timing) {
        for (number, &(vertex, _)) in vertices.iter().enumerate() {
            self.number[vertex as usize] = number as u32;
        }
        let mut parent = Vec::with_capacity(vertices.len());
        for (number, &(vertex, from)) in vertices.iter().enumerate() {
            let at = |split: Split| timing.arrival[vertex as usize / 2][split as usize][vertex as usize % 2];
            let from = from.map(|from| if from == NONE { NONE } else { self.number[from as usize] });
            // A common point has both, being on an early and on a late trace; what has one of them is a root below.
            let spread = if let [Some(early), Some(late)] = Split::ALL.map(|split| defined(at(split))) {
                late - early
            } else {
                0
            };
            let start = [Split::Early, Split::Late].map(|split| match from[split as usize] {
                NONE => at(split),
                from => self.start[from as usize][split as usize],
            });
            let [early, late] = from;
            let is_root = early != late || early == NONE;
            let (domain, depth, change) = if is_root {
                (number as u32, 0, Change::start(spread))
            } else {
                let parent = early as usize;
                (self.domain[parent], self.depth[parent] + 1, self.change[parent].and(spread))
            };
            parent.push(if is_root { NONE } else { early });
            self.from.push(from);
            self.spread.push(spread);
            self.change.push(change);
            self.start.push(start);
            self.domain.push(domain);
            self.depth.push(depth);
        }
        self.ancestors = Ancestors::new(&parent, &self.depth);
        let is_reached = |vertex: &usize| !self.start[*vertex].contains(&UNDEFINED);
        let vertices = || (0..self.spread.len()).filter(is_reached);
        // Where there is no common point the credit is 0.
        let extremes = Split::ALL.map(|split| {
            let credits = vertices().map(|vertex| self.shared(vertex, split));
            credits.fold((0, 0), |(least, greatest), credit| (credit.min(least), credit.max(greatest)))
        });
        (self.least_credit, self.greatest_credit) =
            (extremes.map(|pair| pair.0), extremes.map(|pair| pair.1));
    }

    /// The number of a vertex of the graph; [`NONE`] outside of the clock network.
    #[inline]
    pub(crate) fn number(&self, vertex: u32) -> u32 {
        self.number[vertex as usize]
    }

    /// The domain of a clock vertex.
    #[inline]
    pub(crate) fn domain(&self, vertex: u32) -> u32 {
        self.domain[vertex as usize]
    }

    /// Where the traces of two vertices of one domain part.
    #[inline]
    pub(crate) fn parting(&self, a: u32, b: u32) -> u32 {
        self.ancestors.lowest_common(a, b)
    }

    /// Depth in its domain.
    #[inline]
    pub(crate) fn depth(&self, vertex: u32) -> u32 {
        self.depth[vertex as usize]
    }

    /// Late less early arrival.
    #[inline]
    pub(crate) fn spread(&self, vertex: u32) -> Ticks {
        self.spread[vertex as usize]
    }

    /// The most that the spread grows between two vertices on the path from the root of its domain.
    #[inline]
    pub(crate) fn growth(&self, vertex: u32) -> Ticks {
        self.change[vertex as usize].growth
    }

    /// The most that it shrinks there.
    #[inline]
    pub(crate) fn shrinkage(&self, vertex: u32) -> Ticks {
        self.change[vertex as usize].shrinkage
    }

    /// The pessimism in the slack of a path: what the early and late traces of its launching and its capturing clock pin differ by on their
    /// common part. `split` is that of the data and so of the launch. 0 without a common point.
    ///
    /// For early data that is the spread at the common point; for late data the spread less the source's own.
    pub(crate) fn credit(&self, launch: u32, capture: u32, split: Split) -> Ticks {
        if launch == NONE || capture == NONE {
            return 0;
        }
        let common = self.common(launch, capture, split);
        if common == NONE { 0 } else { self.shared(common as usize, split) }
    }

    /// The credit of a common point.
    fn shared(&self, common: usize, split: Split) -> Ticks {
        let spread = self.spread[common];
        match split {
            Split::Early => spread,
            Split::Late => {
                let start = self.start[common];
                spread - (start[Split::Late as usize] - start[Split::Early as usize])
            }
        }
    }

    /// No pair of clock vertices has less credit.
    #[inline]
    pub(crate) fn least_credit(&self, split: Split) -> Ticks {
        self.least_credit[split as usize]
    }

    /// No pair of clock vertices has more credit.
    #[inline]
    pub(crate) fn greatest_credit(&self, split: Split) -> Ticks {
        self.greatest_credit[split as usize]
    }

    /// The last vertex on both traces.
    fn common(&self, launch: u32, capture: u32, split: Split) -> u32 {
        for (domain, exit) in self.passed(capture, split.opposite()) {
            if let Some((_, other)) = self.passed(launch, split).find(|&(passed, _)| passed == domain) {
                return self.ancestors.lowest_common(other, exit);
            }
        }
        NONE
    }

    /// The domains that a vertex's trace passes, the last one first, each with the vertex where it leaves.
    fn passed(&self, vertex: u32, split: Split) -> impl Iterator<Item = (u32, u32)> + '_ {
        let mut exit = vertex;
        std::iter::from_fn(move || {
            if exit == NONE {
                return None;
            }
            let (domain, here) = (self.domain[exit as usize], exit);
            exit = self.from[domain as usize][split as usize];
            Some((domain, here))
        })
    }
}

/// The clock vertices that launch or capture.
fn leaves(graph: &TimingGraph) -> impl Iterator<Item = u32> + '_ {
    let capturing = graph.checks().iter().map(|check| check.clock);
    capturing.chain(graph.launches().map(|launch| launch.clock))
}

/// Lowest common ancestors in constant time: vertices in depth-first order, and a table of minima over it
/// (Bender and Farach-Colton, "The LCA problem revisited", 2000). Leaves are most of a clock network and are left out of the table:
/// two of them have their parents' common ancestor.
#[derive(Debug, Default)]
struct Ancestors {
    /// A leaf's parent, any other vertex itself. `[vertex]`.
    inner: Vec<u32>,
    /// Place of an inner vertex in depth-first order. `[vertex]`.
    place: Vec<u32>,
    /// `[power][place]`: the least (depth of the parent, parent) over 2^power places.
    least: Vec<Vec<(u32, u32)>>,
}

impl Ancestors {
    /// Parents come before their children; [`NONE`] is no parent.
    fn new(parent: &[u32], depth: &[u32]) -> Self {
        let inner = inner_vertices(parent);
        let is_inner = |vertex: usize| inner[vertex] as usize == vertex;
        // Sizes of subtrees give places without a walk: a child's place follows its elder siblings' subtrees.
        let mut size: Vec<u32> = (0..parent.len()).map(|vertex| u32::from(is_inner(vertex))).collect();
        for vertex in (0..parent.len()).rev() {
            if parent[vertex] != NONE {
                size[parent[vertex] as usize] += size[vertex];
            }
        }
        let mut next = vec![0_u32; parent.len()];
        let mut place = vec![0_u32; parent.len()];
        let mut next_root = 0;
        for vertex in (0..parent.len()).filter(|&vertex| is_inner(vertex)) {
            let from = match parent[vertex] {
                NONE => &mut next_root,
                parent => &mut next[parent as usize],
            };
            place[vertex] = *from;
            *from += size[vertex];
            next[vertex] = place[vertex] + 1;
        }
        let mut first = vec![(0, NONE); next_root as usize];
        for vertex in (0..parent.len()).filter(|&vertex| is_inner(vertex) && parent[vertex] != NONE) {
            first[place[vertex] as usize] = (depth[parent[vertex] as usize], parent[vertex]);
        }
        Self { inner, place, least: minima(first) }
    }

    /// Of two vertices of one tree.
    #[inline]
    fn lowest_common(&self, a: u32, b: u32) -> u32 {
        if a == b {
            return a;
        }
        let (a, b) = (self.inner[a as usize], self.inner[b as usize]);
        if a == b {
            return a;
        }
        let (a, b) = (self.place[a as usize], self.place[b as usize]);
        // The parents met behind the first of the two, up to the second.
        let (low, high) = (a.min(b) as usize + 1, a.max(b) as usize + 1);
        let power = (high - low).ilog2() as usize;
        let row = &self.least[power];
        row[low].min(row[high - (1 << power)]).1
    }
}

/// The parent of each leaf, and every other vertex itself.
fn inner_vertices(parent: &[u32]) -> Vec<u32> {
    let mut is_leaf = vec![true; parent.len()];
    for &parent in parent.iter().filter(|&&parent| parent != NONE) {
        is_leaf[parent as usize] = false;
    }
    let inner = |(vertex, &parent): (usize, &u32)| {
        if is_leaf[vertex] && parent != NONE { parent } else { vertex as u32 }
    };
    parent.iter().enumerate().map(inner).collect()
}

/// `[power][place]`: the least of 2^power values from a place on.
fn minima(first: Vec<(u32, u32)>) -> Vec<Vec<(u32, u32)>> {
    let count = first.len();
    let mut least = vec![first];
    let mut width = 1;
    while 2 * width <= count {
        let below = &least[least.len() - 1];
        let wider = (0..=count - 2 * width).map(|at| below[at].min(below[at + width])).collect();
        least.push(wider);
        width *= 2;
    }
    least
}
