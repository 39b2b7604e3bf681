//! Bounds of the credit of each launch, whatever captures, and which launches have no capture in common.
//!
//! Where there is one clock tree, neither tells more than the rules for lanes do, and none is kept.

use zeroslack_graph::Connected;
use zeroslack_units::{Split, Ticks};

use super::forest::{ClockForest, NONE};
use crate::near::ask_for;

/// Bounds of the credits of a launch. Without a common point the credit is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bounds {
    /// At most 0.
    pub(super) least: Ticks,
    /// At least 0.
    pub(super) most: Ticks,
}

/// Bounds of launches, and the networks that they are in. Empty where there is one clock tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// `[split][clock vertex]`.
    bounds: [Vec<Bounds>; 2],
    /// The first of the vertices that are connected, by traces and points, with a vertex: no capture has something in common with launches that have different ones. `[clock vertex]`.
    component: Vec<u32>,
}

impl Reach {
    /// Asks for what is known of a launch.
    #[inline]
    pub(super) fn ask_for(&self, launch: u32, split: Split) {
        if !self.component.is_empty() {
            ask_for(&self.component, launch as usize);
            ask_for(&self.bounds[split as usize], launch as usize);
        }
    }

    /// The bounds of a launch, and what it is connected with; none where there is one clock tree.
    #[inline]
    pub(super) fn of(&self, launch: u32, split: Split) -> Option<(Bounds, u32)> {
        match launch {
            _ if self.component.is_empty() => None,
            NONE => Some((Bounds::default(), NONE)),
            launch => Some((self.bounds[split as usize][launch as usize], self.component[launch as usize])),
        }
    }
}

impl ClockForest {
    /// Finds what is known of launches.
    pub(super) fn reach_out(&mut self) {
        let count = self.points.count(self.spread.len());
        let trees = (0..count as u32).filter(|&point| self.depth(point) == 0).count();
        if trees <= 1 {
            return;
        }
        let tops = if self.start_pins.is_empty() { Vec::new() } else { self.tops_passed() };
        self.reach.bounds = [(); 2].map(|()| vec![Bounds::default(); self.spread.len()]);
        (0..count as u32).for_each(|point| self.bound_launches_at(point, &tops));
        self.reach.component = self.components();
    }

    /// Finds the bounds of the launches of a point again, after those above. Where all paths start at one pin, as they do where spreads become others.
    pub(super) fn bound_launches_again(&mut self, point: u32) {
        debug_assert!(self.start_pins.is_empty());
        if !self.reach.component.is_empty() {
            self.bound_launches_at(point, &[]);
        }
    }

    /// Finds the bounds of the launches of a point, after those above. `tops` are what [`ClockForest::tops_passed`] gives, where paths start at different pins.
    fn bound_launches_at(&mut self, point: u32, tops: &[[Ticks; 2]]) {
        for split in Split::ALL {
            let vertices = self.points.vertices(point);
            let credits = vertices.clone().map(|vertex| self.credits_at(vertex, split, tops));
            let least = credits.map(|credit| credit.least).min().unwrap_or(0);
            for vertex in vertices {
                let most = self.credits_at(vertex, split, tops).most;
                let bounds = &mut self.reach.bounds[split as usize];
                let above =
                    bounds.get(self.from[vertex][split as usize] as usize).copied().unwrap_or_default();
                bounds[vertex] = Bounds { least: least.min(above.least), most: most.max(above.most) };
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

    /// Whether what is known of a launch is other than in the clock network as it was `before`, with the number there.
    pub(super) fn reaches_others(&self, vertex: usize, (before, was): (&Self, usize)) -> bool {
        Split::ALL.into_iter().any(|split| {
            let known = |forest: &Self, launch: usize| {
                let (bounds, component) = forest.reach.of(launch as u32, split)?;
                Some((bounds, forest.vertices[component as usize].vertex))
            };
            known(self, vertex) != known(before, was)
        })
    }
}
