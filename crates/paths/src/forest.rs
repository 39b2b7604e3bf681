//! The forest of worst arrivals: for every vertex where its worst arrival comes from, and what the cheapest other way costs.
//!
//! A path is walked backwards from its end. At every vertex it takes the way that makes the worst arrival, or another one, a
//! *deviation*, at a cost: by how much it is better. A vertex keeps the least cost of a deviation at it, and the least on the whole way
//! back from it, so that a walk ends where nothing is affordable any more. Both are rounded down to 16 bits, which may let a walk look
//! at more than it can take, and never at less.

use rayon::prelude::*;
use zeroslack_graph::{ArcSource, Source, TimingGraph};
use zeroslack_timing::Timing;
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, quad, ticks};

/// The way of a path that starts at a vertex because a constraint states an arrival there; other ways are arcs.
pub const START: u32 = u32::MAX;

/// Nodes that one task takes.
const NODES: usize = 1024;

/// What the way back from a vertex is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Back {
    /// The vertex that the worst arrival comes from, or [`Back::ENDED`]; with [`Back::LAUNCH`] if by a launch.
    next: u32,
    /// The least cost of a deviation here.
    local: Cost,
    /// The least cost of a deviation from here back to the start.
    least: Cost,
}

impl Back {
    const ENDED: u32 = 1 << 31;
    const LAUNCH: u32 = 1 << 30;
    const NONE: Self = Self { next: Self::ENDED, local: Cost::NONE, least: Cost::NONE };

    /// Where a walk that does not deviate goes on; nowhere behind a launch.
    #[inline]
    fn next(self) -> Option<u32> {
        (self.next & (Self::ENDED | Self::LAUNCH) == 0).then_some(self.next)
    }

    /// Where the worst arrival comes from.
    fn source(self) -> Option<u32> {
        (self.next & Self::ENDED == 0).then_some(self.next & !Self::LAUNCH)
    }
}

/// A cost, rounded down: 6 bits of exponent, 10 of mantissa. Greater costs never have smaller codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cost(u16);

impl Cost {
    /// More than any cost.
    const NONE: Self = Self(u16::MAX);

    /// Of a cost that is not negative.
    #[inline]
    pub(crate) fn of(cost: Ticks) -> Self {
        const ONE: u32 = 1_f32.to_bits();
        Self((((cost | 1) as f32).to_bits() - ONE >> 13) as u16)
    }
}

/// A way into a vertex other than that of the worst arrival.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deviation {
    /// Ticks that the path's slack grows by.
    pub(crate) cost: Ticks,
    /// The arc, or [`START`].
    pub(crate) way: u32,
    /// Where the walk goes on; nowhere behind a launch or a start.
    pub(crate) next: Option<u32>,
}

/// The forest of a timed graph, of one split or both.
#[derive(Debug)]
pub(crate) struct Forest<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
    splits: &'static [Split],
    /// `[node][split][transition]`, of the splits there are.
    back: Vec<[Back; 2]>,
}

/// A timed graph, as the sweep sees it.
#[derive(Clone, Copy)]
struct Swept<'a> {
    graph: &'a TimingGraph,
    arrivals: &'a [Quad<Ticks>],
    delays: &'a [Quad<f32>],
}

/// The worst way into a vertex that is known so far.
#[derive(Clone, Copy)]
struct Best {
    arc: Option<u32>,
    /// The least cost of the others.
    local: Ticks,
}

impl<'a> Forest<'a> {
    /// One sweep over all arcs.
    pub(crate) fn new(graph: &'a TimingGraph, timing: &'a Timing, split: Option<Split>) -> Self {
        let splits: &[Split] = match split {
            None => &Split::ALL,
            Some(Split::Early) => &[Split::Early],
            Some(Split::Late) => &[Split::Late],
        };
        let swept = Swept { graph, arrivals: timing.arrivals(), delays: timing.delays() };
        let mut back = vec![[Back::NONE; 2]; graph.node_count() * splits.len()];
        for level in 0..graph.level_count() {
            let nodes = graph.level(level);
            let (below, rest) = back.split_at_mut(nodes.start * splits.len());
            let current = &mut rest[..nodes.len() * splits.len()];
            let pieces = current.par_chunks_mut(NODES * splits.len()).enumerate();
            pieces.for_each(|(piece, back)| swept.sweep(nodes.start + piece * NODES, splits, below, back));
        }
        Self { graph, timing, splits, back }
    }

    /// Whether it has a split.
    pub(crate) fn has(&self, split: Split) -> bool {
        self.splits.contains(&split)
    }

    #[inline]
    fn back(&self, vertex: u32, split: Split) -> Back {
        let slot = if self.splits.len() == 2 { split as usize } else { 0 };
        self.back[(vertex / 2) as usize * self.splits.len() + slot][vertex as usize % 2]
    }

    /// Follows the worst way back from a vertex, `place` steps from the end, and shows each deviation that costs no more than
    /// `budget`: nearer the end first, at a vertex by arc, a stated start last.
    #[inline]
    pub(crate) fn walk(
        &self,
        mut vertex: u32,
        split: Split,
        mut place: u32,
        budget: Ticks,
        mut show: impl FnMut(u32, Deviation),
    ) {
        let affordable = Cost::of(budget);
        loop {
            let back = self.back(vertex, split);
            if back.least > affordable {
                return;
            }
            if back.local <= affordable {
                self.deviations(vertex, split, back, budget, |deviation| show(place, deviation));
            }
            let Some(next) = back.next() else { return };
            (vertex, place) = (next, place + 1);
        }
    }

    /// Shows the deviations at a vertex that cost no more than `budget`.
    fn deviations(
        &self,
        vertex: u32,
        split: Split,
        back: Back,
        budget: Ticks,
        mut show: impl FnMut(Deviation),
    ) {
        let to = Transition::of(vertex);
        let mut worst = back.source();
        for arc in self.graph.fanin(vertex as usize / 2) {
            let source = self.graph.arc_sources()[arc];
            let Some(cost) = self.cost(arc, source, vertex, split) else { continue };
            if cost > budget {
                continue;
            }
            // Of equal arcs from the worst source the first one is the way of the worst arrival.
            if cost == 0 && worst == Some(source.vertex(to)) {
                worst = None;
                continue;
            }
            let next = (!self.graph.is_launch(arc)).then_some(source.vertex(to));
            show(Deviation { cost, way: arc as u32, next });
        }
        if back.source().is_some()
            && let Some(stated) = stated(self.graph, vertex, split)
        {
            let cost = (self.arrival(vertex, split) - stated).abs();
            if cost <= budget {
                show(Deviation { cost, way: START, next: None });
            }
        }
    }

    /// By how much the arrival over an arc is better than the worst; none where the arc brings none.
    #[inline]
    fn cost(&self, arc: usize, source: ArcSource, vertex: u32, split: Split) -> Option<Ticks> {
        let to = Transition::of(vertex);
        if !source.has(to) {
            return None;
        }
        let start = self.arrival(source.vertex(to), split);
        let delay = self.timing.delays()[arc][split as usize][to as usize];
        let is_there = start != UNDEFINED && !delay.is_nan();
        is_there.then(|| (self.arrival(vertex, split) - start - ticks(delay)).abs())
    }

    #[inline]
    fn arrival(&self, vertex: u32, split: Split) -> Ticks {
        self.timing.arrivals()[vertex as usize / 2][split as usize][vertex as usize % 2]
    }

    /// The worst way into a vertex: its arc and where that comes from; none where a path starts.
    pub(crate) fn worst(&self, vertex: u32, split: Split) -> Option<(u32, u32)> {
        let to = Transition::of(vertex);
        let next = self.back(vertex, split).source()?;
        let mut arcs = self.graph.fanin(vertex as usize / 2).filter(|&arc| {
            let source = self.graph.arc_sources()[arc];
            source.has(to) && source.vertex(to) == next
        });
        let first = arcs.next()?;
        // Parallel arcs are rare.
        let is_worst = |&arc: &usize| {
            self.cost(arc, self.graph.arc_sources()[arc], vertex, split).is_some_and(|cost| cost == 0)
        };
        let arc = match arcs.next() {
            None => first,
            Some(second) => [first, second].into_iter().chain(arcs).find(is_worst)?,
        };
        Some((arc as u32, next))
    }
}

/// The arrival that a constraint states at a vertex.
pub(crate) fn stated(graph: &TimingGraph, vertex: u32, split: Split) -> Option<Ticks> {
    let sources = graph.sources();
    let at = sources.binary_search_by_key(&(vertex / 2), |source| source.node).ok()?;
    let arrival = sources[at].arrival[split as usize][vertex as usize % 2];
    (arrival != UNDEFINED).then_some(arrival)
}

impl Swept<'_> {
    /// Nodes of a level from `first` on; `below` are those of all lower levels.
    fn sweep(&self, first: usize, splits: &[Split], below: &[[Back; 2]], back: &mut [[Back; 2]]) {
        let sources = self.graph.sources();
        let mut starting = &sources[sources.partition_point(|source| (source.node as usize) < first)..];
        for (node, back) in (first..).zip(back.chunks_mut(splits.len())) {
            let best = self.best(node, splits);
            let stated = starting.first().filter(|source| source.node as usize == node);
            starting = &starting[usize::from(stated.is_some())..];
            for (slot, &split) in splits.iter().enumerate() {
                for to in Transition::ALL {
                    let best = best[slot][to as usize];
                    let least = |vertex: u32| {
                        below[vertex as usize / 2 * splits.len() + slot][vertex as usize % 2].least
                    };
                    back[slot][to as usize] = self.back(node, split, to, best, stated, least);
                }
            }
        }
    }

    /// The worst ways into a node's vertices, by slot and transition: of equals the source with the lowest (pin, transition), then the
    /// first arc, as [`zeroslack_timing::worst_fanin`] has it.
    #[inline]
    fn best(&self, node: usize, splits: &[Split]) -> Quad<Best> {
        let mut best = quad(Best { arc: None, local: Ticks::MAX });
        let arrival = &self.arrivals[node];
        for arc in self.graph.fanin(node) {
            let source = self.graph.arc_sources()[arc];
            let (from, delay) = (&self.arrivals[source.node() as usize], &self.delays[arc]);
            for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                for (slot, &split) in splits.iter().enumerate() {
                    let start = from[split as usize][source.from(to) as usize];
                    let delay = delay[split as usize][to as usize];
                    if start == UNDEFINED || delay.is_nan() {
                        continue;
                    }
                    let cost = (arrival[split as usize][to as usize] - start - ticks(delay)).abs();
                    let best = &mut best[slot][to as usize];
                    if cost != 0 || best.arc.is_some_and(|other| !self.is_before(arc, other as usize, to)) {
                        best.local = best.local.min(cost);
                    } else {
                        best.local = if best.arc.is_some() { 0 } else { best.local };
                        best.arc = Some(arc as u32);
                    }
                }
            }
        }
        best
    }

    /// Whether of two arcs that make the same arrival, the first later than the other, it is the first that counts.
    #[cold]
    fn is_before(&self, arc: usize, other: usize, to: Transition) -> bool {
        let source = |arc: usize| {
            let source = self.graph.arc_sources()[arc];
            (self.graph.node_pins()[source.node() as usize], source.from(to))
        };
        source(arc) < source(other)
    }

    #[inline]
    fn back(
        &self,
        node: usize,
        split: Split,
        to: Transition,
        best: Best,
        stated: Option<&Source>,
        least: impl Fn(u32) -> Cost,
    ) -> Back {
        let mut local = best.local;
        if let (Some(source), Some(_)) = (stated, best.arc) {
            let stated = source.arrival[split as usize][to as usize];
            if stated != UNDEFINED {
                local = local.min((self.arrivals[node][split as usize][to as usize] - stated).abs());
            }
        }
        let local = if local == Ticks::MAX { Cost::NONE } else { Cost::of(local) };
        let Some(arc) = best.arc else { return Back { next: Back::ENDED, local, least: local } };
        let next = self.graph.arc_sources()[arc as usize].vertex(to);
        if self.graph.is_launch(arc as usize) {
            return Back { next: next | Back::LAUNCH, local, least: local };
        }
        Back { next, local, least: local.min(least(next)) }
    }
}
