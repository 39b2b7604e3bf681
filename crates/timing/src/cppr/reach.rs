//! Bounds of the credit of each launch, whatever captures, and of each capture, whatever launches; and which of them have no other end in common.
//!
//! Where there is one clock tree, neither tells more than the rules for lanes do, and none is kept.

use zeroslack_graph::Connected;
use zeroslack_units::{Split, Ticks};

use super::forest::{ClockForest, NONE};
use super::prune::End;
use crate::near::ask_for;

/// Bounds of the credits of a launch or a capture. Without a common point the credit is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bounds {
    /// At most 0.
    pub(super) least: Ticks,
    /// At least 0.
    pub(super) most: Ticks,
}

/// What is known of a launch or a capture, whatever is at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) bounds: Bounds,
    /// The first of the vertices that it is connected with.
    component: u32,
    /// The root of its clock tree.
    tree: u32,
    /// See [`Reach::rank`].
    rank: u32,
    /// The most that other ends are credited which do not pass its clock tree; at least 0.
    pub(super) outside: Ticks,
}

impl Known {
    /// Whether no other end is connected with both.
    pub(super) fn is_apart_from(&self, other: &Self) -> bool {
        self.component != other.component
    }

    /// Whether no other end passes the clock trees of both.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        self.tree != other.tree && self.rank == other.rank
    }
}

/// Bounds of launches and captures, and the networks that they are in. Empty where there is one clock tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// `[end][split of the data][clock vertex]`.
    bounds: [[Vec<Bounds>; 2]; 2],
    /// The first of the vertices that are connected, by traces and points, with a vertex: vertices that have different ones have no other end in common. `[clock vertex]`.
    component: Vec<u32>,
    /// How many clock trees are passed at most on the way to that of a vertex. A trace that leaves one clock tree enters another of a higher rank, so that it passes one of each rank. `[clock vertex]`.
    rank: Vec<u32>,
}

impl Reach {
    /// Asks for what is known of a clock vertex at an end of paths.
    #[inline]
    pub(super) fn ask_for(&self, clock: u32, (split, end): (Split, End)) {
        if !self.component.is_empty() {
            ask_for(&self.component, clock as usize);
            ask_for(&self.bounds[end as usize][split as usize], clock as usize);
        }
    }

    /// The rank of the clock tree of a vertex.
    #[inline]
    pub(super) fn rank(&self, clock: u32) -> u32 {
        self.rank.get(clock as usize).copied().unwrap_or(0)
    }

    /// The bounds of a clock vertex at an end of paths; none where there is one clock tree.
    #[inline]
    pub(super) fn bounds(&self, clock: u32, (split, end): (Split, End)) -> Option<Bounds> {
        match clock {
            _ if self.component.is_empty() => None,
            NONE => Some(Bounds::default()),
            clock => Some(self.bounds[end as usize][split as usize][clock as usize]),
        }
    }
}

impl ClockForest {
    /// What is known of a clock vertex at an end of paths, where there are several clock trees.
    pub(super) fn known(&self, clock: u32, (split, end): (Split, End)) -> Known {
        let reach = &self.reach;
        let Some(&component) = reach.component.get(clock as usize) else {
            return Known { bounds: Bounds::default(), component: NONE, tree: NONE, rank: NONE, outside: 0 };
        };
        let (bounds, top) = (&reach.bounds[end as usize][split as usize], self.top[clock as usize]);
        let trace = if end == End::Launch { split } else { split.opposite() };
        let above = bounds.get(self.from[top as usize][trace as usize] as usize);
        Known {
            bounds: bounds[clock as usize],
            component,
            tree: self.points.of(top),
            rank: reach.rank(clock),
            outside: above.map_or(0, |above| above.most),
        }
    }

    /// Finds what is known of launches and captures.
    pub(super) fn reach_out(&mut self) {
        let count = self.points.count(self.spread.len());
        let trees = (0..count as u32).filter(|&point| self.depth(point) == 0).count();
        if trees <= 1 {
            return;
        }
        let tops = if self.start_pins.is_empty() { Vec::new() } else { self.tops_passed() };
        self.reach.bounds = [(); 2].map(|()| [(); 2].map(|()| vec![Bounds::default(); self.spread.len()]));
        (0..count as u32).for_each(|point| self.bound_ends_at(point, &tops));
        self.reach.component = self.components();
        self.reach.rank = self.ranks(count as u32);
    }

    /// See [`Reach::rank`].
    fn ranks(&self, points: u32) -> Vec<u32> {
        let mut ranks = vec![0; self.spread.len()];
        for point in 0..points {
            let vertices = self.points.vertices(point);
            let above = vertices.clone().flat_map(|vertex| self.from[vertex]).filter(|&from| from != NONE);
            let above = above.map(|from| ranks[from as usize] + u32::from(self.depth(point) == 0));
            let rank = above.max().unwrap_or(0);
            ranks[vertices].fill(rank);
        }
        ranks
    }

    /// Finds the bounds of the vertices of a point again, after those above. Where all paths start at one pin, as they do where spreads become others.
    pub(super) fn bound_ends_again(&mut self, point: u32) {
        debug_assert!(self.start_pins.is_empty());
        if !self.reach.component.is_empty() {
            self.bound_ends_at(point, &[]);
        }
    }

    /// Finds the bounds of the vertices of a point, after those above. `tops` are what [`ClockForest::tops_passed`] gives, where paths start at different pins.
    fn bound_ends_at(&mut self, point: u32, tops: &[[Ticks; 2]]) {
        for split in Split::ALL {
            let vertices = self.points.vertices(point);
            let credits = vertices.clone().map(|vertex| self.credits_at(vertex, split, tops));
            let least = credits.map(|credit| credit.least).min().unwrap_or(0);
            for vertex in vertices {
                let most = self.credits_at(vertex, split, tops).most;
                for (end, trace) in [(End::Launch, split), (End::Capture, split.opposite())] {
                    let bounds = &mut self.reach.bounds[end as usize][split as usize];
                    let above = self.from[vertex][trace as usize] as usize;
                    let above = bounds.get(above).copied().unwrap_or_default();
                    bounds[vertex] = Bounds { least: least.min(above.least), most: most.max(above.most) };
                }
            }
        }
    }

    /// Bounds of the credit where a vertex is at the common point, on the way of the launch or of the capture.
    fn credits_at(&self, vertex: usize, split: Split, tops: &[[Ticks; 2]]) -> Bounds {
        let (shared, spread) = (self.shared(vertex as u32, split), self.spread[vertex]);
        let since =
            tops.get(vertex).map_or([shared; 2], |[least, greatest]| [spread - greatest, spread - least]);
        Bounds { least: shared.min(since[0]), most: shared.max(since[1]) }
    }

    /// The first of the vertices that each is connected with.
    fn components(&self) -> Vec<u32> {
        let mut connected = Connected::new(self.spread.len());
        for (vertex, from) in (0..).zip(&self.from) {
            let first_of_point = self.points.vertices(self.point(vertex)).start as u32;
            connected.join(vertex, first_of_point);
            from.iter().filter(|&&from| from != NONE).for_each(|&from| connected.join(vertex, from));
        }
        connected.into_least()
    }

    /// Whether what is known of a launch or a capture is other than in the clock network as it was `before`, with the number there.
    pub(super) fn reaches_others(&self, vertex: usize, (before, was): (&Self, usize)) -> bool {
        let mut ends = Split::ALL.into_iter().flat_map(|split| [(split, End::Launch), (split, End::Capture)]);
        ends.any(|end| {
            let known = |forest: &Self, clock: usize| {
                let known = forest.known(clock as u32, end);
                let name = |vertex: u32| forest.vertices.get(vertex as usize).map(|traced| traced.vertex);
                let tree = forest.points.vertices(forest.points.of(forest.top[clock])).start;
                (Known { component: 0, tree: 0, ..known }, name(known.component), name(tree as u32))
            };
            known(self, vertex) != known(before, was)
        })
    }
}
