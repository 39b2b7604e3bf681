//! The clock network as a forest, for questions about common points.
//!
//! The clock path of a clock vertex is its worst-arrival trace, one per split. Paths meet in *points*: see [`CommonPoint`]. Where the early
//! and the late traces of all vertices of a point come from one other point, and those of each vertex from a vertex of its own, that is its
//! parent. Where they do not (reconvergence, a clock mux, a gate that sends one transition on as both), the point is a root. So the
//! network falls into trees of points, here called *clock trees*: inside of a clock tree both traces of a vertex are the same path, and those of all
//! vertices of a point pass the same points. A trace enters a clock tree at its root and nowhere else. The vertices that a vertex's traces pass
//! inside of its clock tree are its *lane*; the one at the root, the *top*, stands for it.
//!
//! Credit mostly grows along a path, but need not: a wire into a pin that is a smaller load late than early takes some back.

use std::sync::LazyLock;

use zeroslack_graph::{NodeId, TimingGraph, VertexId};
use zeroslack_netlist::PinId;
use zeroslack_parallel::filled;
use zeroslack_units::{Quad, Split, Ticks, defined};

use super::ancestors::Ancestors;
use super::points::{CommonPoint, Points};
use super::prune::End;
use super::reach::Reach;
use crate::bits::Bits;
use crate::near::ask_for;
use crate::timed_graph::value_at;
use crate::timing::Timing;
use crate::trace::worst_fanin;

/// No vertex of the clock network.
pub(crate) const NONE: u32 = u32::MAX;

/// A vertex that belongs to the clock network no more.
pub(super) const GONE: u32 = NONE - 1;

/// No vertex of the graph.
pub(super) const NO_VERTEX: VertexId = VertexId(u32::MAX);

/// A vertex of the graph on a trace, with where its trace of each split comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traced {
    pub(super) vertex: VertexId,
    /// [`NO_VERTEX`] where the trace starts.
    pub(super) from: [VertexId; 2],
}

/// What is known of the vertices on traces. Shapes as in the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traces<'a> {
    pub(super) pins: &'a [PinId],
    pub(super) arrivals: &'a [Quad<Ticks>],
}

impl Traces<'_> {
    pub(super) fn arrival(&self, vertex: VertexId, split: Split) -> Option<Ticks> {
        defined(value_at(self.arrivals, vertex, split))
    }

    /// Late less early arrival where the traces of a vertex start; 0 if one of them does not.
    fn own_spread(&self, starts: [u32; 2], vertices: &[Traced]) -> Ticks {
        let at = |split: Split| self.arrival(vertices.get(starts[split as usize] as usize)?.vertex, split);
        at(Split::Late).zip(at(Split::Early)).map_or(0, |(late, early)| late - early)
    }
}

/// The most that the spread of any lane grows and shrinks between two points on the way from the root of a clock tree; never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) growth: Ticks,
    pub(super) shrinkage: Ticks,
    /// The most that it was: as [`Rise::greatest`], or the spread itself where every point has one vertex.
    pub(super) peak: [Ticks; 2],
}

/// By how much the spreads of lanes differ from those at the root of their clock tree, at least and at most, by the transition at the
/// root: mostly lanes of one transition have the same delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rise {
    /// Greater than any time where no lane of the transition is left.
    least: [Ticks; 2],
    greatest: [Ticks; 2],
}

/// The clock network's vertices, parents before children. Those of a point have consecutive numbers; otherwise they are in the order of the
/// graph's vertices, or of places where the graph is not levelled.
#[derive(Clone, Debug, Default)]
pub struct ClockForest {
    /// From a vertex of the graph to its number here, [`NONE`] outside of the clock network. `[vertex]`.
    number: Vec<u32>,
    /// Nodes of the graph with vertices here.
    nodes: Bits,
    /// The vertices of the graph. `[clock vertex]`.
    pub(super) vertices: Vec<Traced>,
    pub(super) points: Points,
    /// Where the trace of each split comes from. `[clock vertex][split]`.
    pub(super) from: Vec<[u32; 2]>,
    /// The vertex of its lane at the root of its clock tree. `[clock vertex]`.
    pub(super) top: Vec<u32>,
    /// Late less early arrival; 0 where there is only one of them. `[clock vertex]`.
    pub(super) spread: Vec<Ticks>,
    /// What late data is not credited: late less early arrival where the traces start. Empty under a rule that credits it. `[clock vertex]`.
    pub(super) own: Vec<Ticks>,
    /// The pin where the trace of each split starts. Empty where all start at one pin. `[clock vertex][split]`.
    pub(super) start_pins: Vec<[u32; 2]>,
    /// Steps from the root of its clock tree. `[point]`.
    depth: Vec<u32>,
    /// `[point]`.
    pub(super) change: Vec<Change>,
    /// Empty where every point has one vertex. `[point]`.
    pub(super) rise: Vec<Rise>,
    pub(super) ancestors: Ancestors,
    pub(super) reach: Reach,
    /// No pair of clock vertices has less credit, or more. `[split]`.
    pub(super) least_credit: [Ticks; 2],
    pub(super) greatest_credit: [Ticks; 2],
}

/// One that nothing belongs to.
static NO_CLOCKS: LazyLock<ClockForest> = LazyLock::new(ClockForest::default);

impl ClockForest {
    /// No clock network: nothing is credited.
    pub(crate) fn none() -> &'static Self {
        &NO_CLOCKS
    }

    /// Of the clock pins that launch and capture.
    pub fn new(graph: &TimingGraph, timing: &Timing) -> Self {
        Self::at(graph, timing, leaves(graph))
    }

    /// Of some vertices of the clock network, whether clocks launch and capture there or not.
    pub(crate) fn at(graph: &TimingGraph, timing: &Timing, leaves: impl Iterator<Item = VertexId>) -> Self {
        let vertices = gather(graph, leaves, |vertex| traced_if_reached(graph, timing, vertex));
        Self::of_graph(filled(NONE, 2 * graph.node_count()), vertices, graph, timing)
    }

    /// The clock network again, where clocks come by other ways or to other nodes; `touched` are the nodes of this one where arrivals or the ways to them may be others. With the number that each
    /// vertex of this one has in it, [`GONE`] where it is there no more. This one keeps all but the numbers of the graph's vertices.
    pub(super) fn made_again(
        &mut self,
        graph: &TimingGraph,
        timing: &Timing,
        touched: &[NodeId],
    ) -> (Self, Vec<u32>) {
        let touched = Bits::of(graph.node_count(), touched.iter().copied());
        let vertices = gather(graph, leaves(graph), |vertex| match self.number(vertex) {
            number if number != NONE && !touched.has(vertex.node()) => {
                Some(self.vertices[number as usize].from)
            }
            _ => traced_if_reached(graph, timing, vertex),
        });
        // It is large: fresh memory would cost more than all the rest.
        let mut number = std::mem::take(&mut self.number);
        number.resize(2 * graph.node_count(), NONE);
        self.vertices.iter().for_each(|traced| number[traced.vertex.index()] = NONE);
        let made = Self::of_graph(number, vertices, graph, timing);
        let numbers = self.vertices.iter().map(|traced| made.number(traced.vertex));
        let numbers = numbers.map(|number| if number == NONE { GONE } else { number }).collect();
        (made, numbers)
    }

    fn of_graph(number: Vec<u32>, vertices: Vec<Traced>, graph: &TimingGraph, timing: &Timing) -> Self {
        Self::of_traces(
            number,
            vertices,
            &Traces { pins: graph.node_pins(), arrivals: timing.arrivals() },
            |node| graph.pin_graph_node(node),
            timing.common_point(),
        )
    }

    /// Of vertices in the order of levels or places, each with where its traces come from, on nodes of which the pin graph's is known. `number` has room for a number for each vertex of the graph.
    pub(super) fn of_traces(
        number: Vec<u32>,
        mut vertices: Vec<Traced>,
        traces: &Traces<'_>,
        pin_graph_node: impl Fn(NodeId) -> NodeId,
        rule: CommonPoint,
    ) -> Self {
        let points = Points::group(&mut vertices, pin_graph_node, rule);
        let mut forest = Self { number, points, ..Self::default() };
        let starts = forest.trace(&vertices, traces);
        if rule == CommonPoint::SameTransition {
            forest.own = starts.iter().map(|&starts| traces.own_spread(starts, &vertices)).collect();
        }
        forest.name_starts(&starts, &vertices, traces.pins);
        forest.plant(&vertices);
        forest.bound_credits(&starts);
        forest.reach_out();
        forest.nodes = Bits::of(forest.number.len() / 2, vertices.iter().map(|traced| traced.vertex.node()));
        forest.vertices = vertices;
        forest
    }

    /// Numbers the vertices, and says where their traces come from and what they have in spread. Returns where their traces start,
    /// [`NONE`] for a split that nothing arrives in.
    fn trace(&mut self, vertices: &[Traced], traces: &Traces<'_>) -> Vec<[u32; 2]> {
        for (number, traced) in vertices.iter().enumerate() {
            self.number[traced.vertex.index()] = number as u32;
        }
        let mut starts: Vec<[u32; 2]> = Vec::with_capacity(vertices.len());
        for (number, traced) in vertices.iter().enumerate() {
            let at = Split::ALL.map(|split| traces.arrival(traced.vertex, split));
            let from = traced.from.map(|from| if from == NO_VERTEX { NONE } else { self.number(from) });
            self.spread.push(if let [Some(early), Some(late)] = at { late - early } else { 0 });
            starts.push([0, 1].map(|split| match (from[split], at[split]) {
                (NONE, None) => NONE,
                (NONE, Some(_)) => number as u32,
                (from, _) => starts[from as usize][split],
            }));
            self.from.push(from);
        }
        starts
    }

    /// Notes the pins where traces start, if that is not one and the same.
    fn name_starts(&mut self, starts: &[[u32; 2]], vertices: &[Traced], pins: &[PinId]) {
        let pin = |start: u32| match start {
            NONE => NONE,
            start => pins[vertices[start as usize].vertex.node().index()].0,
        };
        let mut there = starts.as_flattened().iter().map(|&start| pin(start)).filter(|&pin| pin != NONE);
        let first = there.next();
        if there.any(|pin| Some(pin) != first) {
            self.start_pins = starts.iter().map(|starts| starts.map(pin)).collect();
        }
    }

    /// Finds the clock trees.
    fn plant(&mut self, vertices: &[Traced]) {
        let count = self.points.count(vertices.len());
        let mut parents = Vec::with_capacity(count);
        // The least and the greatest spread of a vertex's lane, as far as to it.
        let mut extremes: Vec<[Ticks; 2]> = Vec::with_capacity(vertices.len());
        for point in 0..count as u32 {
            let parent = self.enter(point);
            let mut change = Change::default();
            if parent != NONE {
                change = self.change[parent as usize];
            }
            for vertex in self.points.vertices(point) {
                let spread = self.spread[vertex];
                let [least, greatest] = match parent {
                    NONE => [spread; 2],
                    _ => extremes[self.from[vertex][0] as usize],
                };
                change.growth = change.growth.max(spread - least);
                change.shrinkage = change.shrinkage.max(greatest - spread);
                extremes.push([least.min(spread), greatest.max(spread)]);
            }
            if !self.points.are_vertices() {
                self.rise.push(self.rise_at(point, vertices));
            }
            change.peak = self.peak_at(point, parent);
            self.depth.push(if parent == NONE { 0 } else { self.depth[parent as usize] + 1 });
            self.change.push(change);
            parents.push(parent);
        }
        self.ancestors = Ancestors::new(&parents, &self.depth);
    }

    /// Enters a point into the clock tree of its parent, or as a root. Returns its parent; [`NONE`] of a root.
    fn enter(&mut self, point: u32) -> u32 {
        let vertices = self.points.vertices(point);
        let parent = self.parent(point);
        if parent != NONE {
            for vertex in vertices.clone() {
                let top = self.top[self.from[vertex][0] as usize];
                self.top.push(top);
            }
            if self.points.order(point, &self.top) {
                return parent;
            }
            self.top.truncate(vertices.start);
        }
        self.top.extend(vertices.map(|vertex| vertex as u32));
        self.points.order(point, &self.top);
        NONE
    }

    /// The point that both traces of all vertices of a point come from, each vertex's from one vertex; else [`NONE`].
    fn parent(&self, point: u32) -> u32 {
        let mut parents = self.points.vertices(point).map(|vertex| match self.from[vertex] {
            [early, late] if early == late && early != NONE => self.points.of(early),
            _ => NONE,
        });
        let first = parents.next().unwrap_or(NONE);
        if parents.all(|parent| parent == first) { first } else { NONE }
    }

    pub(super) fn rise_at(&self, point: u32, vertices: &[Traced]) -> Rise {
        let mut rise = Rise { least: [Ticks::MAX / 4; 2], greatest: [Ticks::MIN / 4; 2] };
        for vertex in self.points.vertices(point) {
            let top = self.top[vertex] as usize;
            let (risen, to) =
                (self.spread[vertex] - self.spread[top], vertices[top].vertex.transition() as usize);
            rise.least[to] = rise.least[to].min(risen);
            rise.greatest[to] = rise.greatest[to].max(risen);
        }
        rise
    }

    /// See [`Change::peak`]; after that of the point's parent.
    pub(super) fn peak_at(&self, point: u32, parent: u32) -> [Ticks; 2] {
        let here = match self.rise.get(point as usize) {
            Some(rise) => rise.greatest,
            None => [self.spread[point as usize]; 2],
        };
        let above = self.change.get(parent as usize);
        above.map_or(here, |above| [0, 1].map(|at| here[at].max(above.peak[at])))
    }

    /// Finds bounds of all credits.
    fn bound_credits(&mut self, starts: &[[u32; 2]]) {
        // Where there is no common point the credit is 0.
        let mut bounds = [[0; 2]; 2];
        let is_reached = |vertex: &usize| !starts[*vertex].contains(&NONE);
        for vertex in (0..self.spread.len()).filter(is_reached) {
            for split in Split::ALL {
                let [least, greatest] = &mut bounds[split as usize];
                let credit = self.shared(vertex as u32, split);
                (*least, *greatest) = (credit.min(*least), credit.max(*greatest));
            }
        }
        if !self.start_pins.is_empty() {
            let [below, above] = self.bounds_of_joined();
            bounds = bounds.map(|[least, greatest]| [least.min(below), greatest.max(above)]);
        }
        self.least_credit = bounds.map(|[least, _]| least);
        self.greatest_credit = bounds.map(|[_, greatest]| greatest);
    }

    /// Bounds of the credits of paths that start at different pins and join at the root of some clock tree on their way.
    fn bounds_of_joined(&self) -> [Ticks; 2] {
        let credits = self.spread.iter().zip(self.tops_passed());
        credits.fold([0; 2], |[below, above], (spread, [least, greatest])| {
            [below.min(spread - greatest), above.max(spread - least)]
        })
    }

    /// The least and the greatest spread at the tops of the lanes that a vertex's traces pass. `[clock vertex]`.
    pub(super) fn tops_passed(&self) -> Vec<[Ticks; 2]> {
        let mut tops: Vec<[Ticks; 2]> = Vec::with_capacity(self.spread.len());
        for (vertex, &top) in self.top.iter().enumerate() {
            if top as usize != vertex {
                tops.push(tops[top as usize]);
                continue;
            }
            let above = self.from[vertex].into_iter().filter(|&from| from != NONE);
            let above = above.map(|from| tops[from as usize]);
            tops.push(above.fold([self.spread[vertex]; 2], |[least, greatest], above| {
                [least.min(above[0]), greatest.max(above[1])]
            }));
        }
        tops
    }

    /// How many vertices belong to it.
    pub(crate) fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Whether a vertex of a node belongs to the clock network.
    #[inline]
    pub(crate) fn has(&self, node: NodeId) -> bool {
        self.nodes.has(node)
    }

    /// Whether a vertex belongs to it.
    pub(crate) fn has_vertex(&self, vertex: VertexId) -> bool {
        self.number(vertex) != NONE
    }

    /// The number of a vertex of the graph; [`NONE`] outside of the clock network, as all are that came later.
    #[inline]
    pub(crate) fn number(&self, vertex: VertexId) -> u32 {
        self.number.get(vertex.index()).copied().unwrap_or(NONE)
    }

    /// Asks for what entries of a clock vertex at an end of paths are pruned by.
    #[inline]
    pub(super) fn ask_for(&self, vertex: u32, end: (Split, End)) {
        if vertex == NONE {
            return;
        }
        ask_for(&self.top, vertex as usize);
        self.reach.ask_for(vertex, end);
        if self.points.are_vertices() {
            ask_for(&self.change, vertex as usize);
            self.ancestors.ask_for(vertex);
        }
    }

    /// The lane of a clock vertex.
    #[inline]
    pub(crate) fn lane(&self, vertex: u32) -> u32 {
        self.top[vertex as usize]
    }

    /// The point of a clock vertex.
    #[inline]
    pub(crate) fn point(&self, vertex: u32) -> u32 {
        self.points.of(vertex)
    }

    /// The point where the traces of two vertices of one clock tree part.
    #[inline]
    pub(crate) fn parting(&self, a: u32, b: u32) -> u32 {
        self.ancestors.lowest_common(self.points.of(a), self.points.of(b))
    }

    /// A point's depth in its clock tree.
    #[inline]
    pub(crate) fn depth(&self, point: u32) -> u32 {
        self.depth[point as usize]
    }

    /// The most that the spread of any lane grows between two points on the path from the root of a vertex's clock tree.
    #[inline]
    pub(crate) fn growth(&self, vertex: u32) -> Ticks {
        self.change[self.points.of(vertex) as usize].growth
    }

    /// The most that it shrinks there.
    #[inline]
    pub(crate) fn shrinkage(&self, vertex: u32) -> Ticks {
        self.change[self.points.of(vertex) as usize].shrinkage
    }

    /// No lane's spread grows by more from a point to any between it and the point of a vertex below it in its clock tree.
    #[inline]
    pub(crate) fn growth_from(&self, from: u32, vertex: u32) -> Ticks {
        let peak = self.change[self.points.of(vertex) as usize].peak;
        match self.rise.get(from as usize) {
            Some(from) => (peak[0] - from.least[0]).max(peak[1] - from.least[1]),
            None => peak[0] - self.spread[from as usize],
        }
    }

    /// By how much the spread grows at the least, in any lane that comes there, from a point to one below it in its clock tree.
    #[inline]
    pub(crate) fn rise(&self, from: u32, to: u32) -> Ticks {
        let (from, to) = (from as usize, to as usize);
        if self.points.are_vertices() {
            return self.spread[to] - self.spread[from];
        }
        let (from, to) = (&self.rise[from], &self.rise[to]);
        (to.least[0] - from.greatest[0]).min(to.least[1] - from.greatest[1])
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

    /// No two credits differ by more: what is later than another by more than that is better after CPPR, whatever both are credited.
    pub(super) fn swing(&self, split: Split) -> Ticks {
        self.greatest_credit(split) - self.least_credit(split)
    }
}

/// The clock vertices that launch or capture.
fn leaves(graph: &TimingGraph) -> impl Iterator<Item = VertexId> + '_ {
    graph.capturing_clocks().chain(graph.launches().map(|launch| launch.clock))
}

/// Where the traces of a vertex come from. `[split]`.
pub(super) fn traced_from(graph: &TimingGraph, timing: &Timing, vertex: VertexId) -> [VertexId; 2] {
    Split::ALL.map(|split| {
        worst_fanin(graph, timing, vertex, split)
            .map_or(NO_VERTEX, |arc| graph.arc_source(arc).vertex(vertex.transition()))
    })
}

/// The same, none where nothing arrives.
fn traced_if_reached(graph: &TimingGraph, timing: &Timing, vertex: VertexId) -> Option<[VertexId; 2]> {
    let is_reached = |split: Split| defined(value_at(timing.arrivals(), vertex, split)).is_some();
    Split::ALL.into_iter().any(is_reached).then(|| traced_from(graph, timing, vertex))
}

/// The vertices on the traces of leaves, in the graph's order; in that of places in the pin graph where the graph is not levelled. `from` says where the traces of a vertex come from, if anything
/// arrives there.
fn gather(
    graph: &TimingGraph,
    leaves: impl Iterator<Item = VertexId>,
    from: impl Fn(VertexId) -> Option<[VertexId; 2]>,
) -> Vec<Traced> {
    let mut seen = vec![0_u64; (2 * graph.node_count()).div_ceil(64)];
    let mut is_first = |vertex: VertexId| {
        let (word, bit) = (&mut seen[vertex.index() / 64], 1 << (vertex.index() % 64));
        let is_first = *word & bit == 0;
        *word |= bit;
        is_first
    };
    let mut vertices = Vec::new();
    let mut open = Vec::new();
    for leaf in leaves {
        open.push(leaf);
        while let Some(vertex) = open.pop() {
            if is_first(vertex)
                && let Some(from) = from(vertex)
            {
                open.extend(from.into_iter().filter(|&from| from != NO_VERTEX));
                vertices.push(Traced { vertex, from });
            }
        }
    }
    if graph.is_levelled() {
        vertices.sort_unstable_by_key(|traced| traced.vertex);
    } else {
        let place = |vertex: VertexId| graph.pins().structure().place(graph.pin_graph_node(vertex.node()));
        vertices.sort_by_cached_key(|traced| (place(traced.vertex), traced.vertex));
    }
    vertices
}
