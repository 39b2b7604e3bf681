//! The forest of worst arrivals: for every vertex where its worst arrival comes from, and what the cheapest other way costs.
//!
//! A path is walked backwards from its end. At every vertex it takes the way that makes the worst arrival, or another one, a
//! *deviation*, at a cost: by how much it is better. A vertex keeps the least cost of a deviation at it, and the least on the whole way
//! back from it, so that a walk ends where nothing is affordable any more. Both are rounded down to 16 bits, which may let a walk look
//! at more than it can take, and never at less.

use std::ops::Range;

use zeroslack_graph::{ArcId, Direction, LevelPart, NodeId, Source, TimingGraph, VertexId, sweep_levels};
use zeroslack_timing::{NodeSet, TimedGraph, has_signal, time_along};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, quad};

use crate::back::{Back, Cost, NO_WAY};

/// Nodes that one thread takes at the least.
const NODES: usize = 256;

/// The forest of worst arrivals of a timed graph, of one split or both: what [`crate::PathSearch`] works on. 16 bytes a pin and split.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    splits: &'static [Split],
    /// `[node][split][transition]`, of the splits there are.
    back: Vec<[u64; 2]>,
}

/// Ways in a timed graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed<'a> {
    pub(crate) graph: TimedGraph<'a>,
}

/// The cheapest way into a vertex, and what the next one costs. The cheapest is that of the worst arrival, unless one is stated.
#[derive(Clone, Copy)]
struct Best {
    arc: ArcId,
    cost: Ticks,
    other: Ticks,
}

impl Forest {
    /// One sweep over all arcs of a timed graph, on rayon's current threads. Of both splits if none is named.
    pub(crate) fn update(&mut self, graph: &TimedGraph<'_>, splits: &'static [Split]) {
        let timed = Timed { graph: *graph };
        self.splits = splits;
        let length = graph.node_count() * splits.len();
        if self.back.capacity() < length {
            // Zeros come from the system when they are first written to, on all threads.
            self.back = vec![[0; 2]; length];
        }
        self.back.resize(length, [0; 2]);
        match splits.len() {
            1 => self.sweep::<1>(&timed),
            _ => self.sweep::<2>(&timed),
        }
    }

    /// Finds ways of nodes again in both splits, which wait by their places in the graph, and of those behind them as far as ways are others than they were; on one thread.
    pub(crate) fn follow(&mut self, graph: &TimingGraph, timed: &TimedGraph<'_>, open: &mut NodeSet) {
        let (timed, splits) = (Timed { graph: *timed }, &Split::ALL);
        self.splits = splits;
        self.back.resize(graph.node_count() * splits.len(), [0; 2]);
        let (mut starts, mut made) = (Vec::new(), [[0; 2]; Split::ALL.len()]);
        while let Some(place) = open.pop_first() {
            let node = graph.node_at(place);
            timed.local(node.index(), splits, &mut starts, &mut made);
            least(splits, &self.back, &mut made);
            let before = &mut self.back[node.index() * splits.len()..][..splits.len()];
            if before != made {
                before.copy_from_slice(&made);
                graph.fanout(node).iter().for_each(|fanout| open.insert(graph.place(fanout.node())));
            }
        }
    }

    /// Whether both have the same ways, but for nodes that no pin has any more.
    pub(crate) fn is_same(&self, other: &Self, graph: &TimingGraph) -> bool {
        let per_node = self.splits.len().max(1);
        let is_there = |node: NodeId| graph.nodes_at(graph.pin_graph_node(node)).any(|own| own == node);
        let [ours, others] = [self, other].map(|forest| forest.back.chunks(per_node));
        let mut nodes = NodeId::all(0..graph.node_count()).zip(ours.zip(others));
        self.back.len() == other.back.len() && nodes.all(|(node, (a, b))| a == b || !is_there(node))
    }

    /// From level to level, with so many splits.
    fn sweep<const SPLITS: usize>(&mut self, timed: &Timed<'_>) {
        let splits = self.splits;
        let (back, _) = self.back.as_chunks_mut::<SPLITS>();
        let nodes_here = |starts: &mut Vec<Quad<Ticks>>, part: LevelPart<'_, [[u64; 2]; SPLITS], ()>| {
            let (below, back) = (part.done.as_flattened(), part.here.as_flattened_mut());
            timed.local(part.nodes.start, splits, starts, back);
            least(splits, below, back);
        };
        sweep_levels(timed.graph.as_levels(), Direction::Forward, NODES, (back, ()), Vec::new, nodes_here);
    }

    #[inline]
    pub(crate) fn back(&self, vertex: VertexId, split: Split) -> Back {
        let slot = if self.splits.len() == 2 { split as usize } else { 0 };
        let place = vertex.node().index() * self.splits.len() + slot;
        Back::unpack(self.back[place][vertex.transition() as usize])
    }
}

impl<'a> Timed<'a> {
    #[inline]
    pub(crate) fn arrival(&self, vertex: VertexId, split: Split) -> Ticks {
        self.graph.arrival(vertex, split)
    }

    /// By how much the arrival over an arc is better than the worst at its target; none where the arc brings none.
    #[inline]
    pub(crate) fn cost(&self, arc: ArcId, vertex: VertexId, split: Split) -> Option<Ticks> {
        let (to, source) = (vertex.transition(), self.graph.arc_source(arc));
        if !source.has(to) {
            return None;
        }
        let start = self.arrival(source.vertex(to), split);
        let delay = self.graph.delay(arc, split, to);
        let is_there = start != UNDEFINED && has_signal(delay);
        is_there.then(|| (self.arrival(vertex, split) - start - time_along(delay)).abs())
    }

    /// The ways into nodes of a level from `first` on, without what comes after them.
    fn local(&self, first: usize, splits: &[Split], starts: &mut Vec<Quad<Ticks>>, back: &mut [[u64; 2]]) {
        let nodes = first..first + back.len() / splits.len();
        let sources = self.graph.sources;
        let mut sources = &sources[sources.partition_point(|source| source.node.index() < first)..];
        self.gather(nodes.clone(), starts);
        let mut starts = &starts[..];
        for (node, back) in NodeId::all(nodes).zip(back.chunks_mut(splits.len())) {
            let mut fanin = self.graph.fanin(node);
            let stated = Source::next_at(&mut sources, node);
            let only = if fanin.len() == 1 && stated.is_none() { fanin.next() } else { None };
            if let Some(arc) = only {
                self.only(node, arc, splits, back);
                continue;
            }
            let own;
            (own, starts) = starts.split_at(if fanin.len() == 1 { 0 } else { fanin.len() });
            let alone = fanin.map(|arc| self.graph.arrivals[self.graph.arc_source(arc).node().index()]);
            let best = match own {
                [] => self.best(node, splits, &alone.collect::<Vec<_>>()),
                own => self.best(node, splits, own),
            };
            for (slot, &split) in splits.iter().enumerate() {
                for to in Transition::ALL {
                    let vertex = node.vertex(to);
                    let back = &mut back[slot][to as usize];
                    *back = self.back(vertex, split, best[slot][to as usize], stated).pack();
                }
            }
        }
    }

    /// Arrivals at the sources of nodes with several. A loop that does nothing else waits for many of them at once.
    fn gather(&self, nodes: Range<usize>, starts: &mut Vec<Quad<Ticks>>) {
        starts.clear();
        for node in NodeId::all(nodes) {
            let fanin = self.graph.fanin_range(node);
            if fanin.len() != 1 {
                let sources = &self.graph.arc_sources[fanin];
                starts.extend(sources.iter().map(|source| self.graph.arrivals[source.node().index()]));
            }
        }
    }

    /// Where there is one arc, whatever arrives came by it.
    #[inline]
    fn only(&self, node: NodeId, arc: ArcId, splits: &[Split], back: &mut [[u64; 2]]) {
        let (source, none) = (self.graph.arc_source(arc), Cost::of(NO_WAY));
        let launch = if self.graph.is_launch(arc) { Back::LAUNCH } else { 0 };
        for (back, &split) in back.iter_mut().zip(splits) {
            for ((back, &arrival), to) in
                back.iter_mut().zip(&self.graph.arrivals[node.index()][split as usize]).zip(Transition::ALL)
            {
                let next = if arrival == UNDEFINED { Back::ENDED } else { source.vertex(to).0 | launch };
                *back = Back { next, local: none, least: none }.pack();
            }
        }
    }

    /// The cheapest ways into a node's vertices, by slot and transition.
    #[inline]
    fn best(&self, node: NodeId, splits: &[Split], starts: &[Quad<Ticks>]) -> Quad<Best> {
        let mut best = quad(Best { arc: ArcId(0), cost: NO_WAY, other: NO_WAY });
        let arrival = &self.graph.arrivals[node.index()];
        for (arc, from) in self.graph.fanin(node).zip(starts) {
            let (source, delay) = (self.graph.arc_source(arc), &self.graph.delays[arc.index()]);
            for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                for (slot, &split) in splits.iter().enumerate() {
                    let start = from[split as usize][source.from(to) as usize];
                    let delay = delay[split as usize][to as usize];
                    let is_there = start != UNDEFINED && has_signal(delay);
                    let sum = start.wrapping_add(time_along(delay));
                    let cost = arrival[split as usize][to as usize].wrapping_sub(sum).wrapping_abs();
                    let cost = if is_there { cost } else { NO_WAY };
                    let best = &mut best[slot][to as usize];
                    best.other = best.other.min(best.cost.max(cost));
                    best.arc = if cost < best.cost { arc } else { best.arc };
                    best.cost = best.cost.min(cost);
                }
            }
        }
        best
    }

    /// Of several arcs that make the worst arrival the one from the source with the lowest (pin, transition), then the first, as
    /// [`zeroslack_timing::worst_fanin`] has it.
    #[cold]
    pub(crate) fn first_of_equals(&self, vertex: VertexId, split: Split) -> Option<ArcId> {
        let made = self.graph.fanin(vertex.node());
        let made = made.filter(|&arc| self.cost(arc, vertex, split) == Some(0));
        made.min_by_key(|&arc| self.graph.order_of_equals(arc, vertex.transition()))
    }

    #[inline]
    fn back(&self, vertex: VertexId, split: Split, best: Best, stated: Option<&Source>) -> Back {
        if best.cost != 0 {
            // It starts here, if a signal comes here at all.
            let local = Cost::of(best.cost);
            return Back { next: Back::ENDED, local, least: local };
        }
        let to = vertex.transition();
        let mut others = best.other;
        let stated = stated.map_or(UNDEFINED, |source| source.arrival[split as usize][to as usize]);
        if stated != UNDEFINED {
            others = others.min((self.arrival(vertex, split) - stated).abs());
        }
        let tied = if best.other == 0 { self.first_of_equals(vertex, split) } else { None };
        let arc = tied.unwrap_or(best.arc);
        let launch = if self.graph.is_launch(arc) { Back::LAUNCH } else { 0 };
        let local = Cost::of(others);
        Back { next: self.graph.arc_source(arc).vertex(to).0 | launch, local, least: local }
    }
}

/// Brings in what comes after nodes, and skips those with but one way in; `below` are those of all lower levels.
fn least(splits: &[Split], below: &[[u64; 2]], back: &mut [[u64; 2]]) {
    let none = Cost::of(NO_WAY);
    for (slot, index) in (0..splits.len()).cycle().zip(0..back.len()) {
        for bits in &mut back[index] {
            let mut back = Back::unpack(*bits);
            if back.flags() == 0 {
                let next = VertexId(back.next);
                let place = next.node().index() * splits.len() + slot;
                let next = Back::unpack(below[place][next.transition() as usize]);
                back.least = back.least.min(next.least);
                if next.local == none && next.flags() == 0 {
                    back.next = next.next | Back::SKIP;
                }
                *bits = back.pack();
            }
        }
    }
}
