//! The pessimism that two clock paths have in common.

use zeroslack_units::{Split, Ticks};

use super::forest::{ClockForest, NONE};

/// Two vertices of one point or of one clock tree: the first on the launching path, the second on the capturing one.
#[derive(Clone, Copy, Debug)]
struct Pair {
    launching: u32,
    capturing: u32,
}

impl ClockForest {
    /// The pessimism in the slack of a path: what late and early arrivals differ by where its launching and its capturing clock path were
    /// last at one point. `split` is that of the data and so of the launch. 0 without a common point.
    ///
    /// Where the two paths pass the point as different vertices the lesser difference counts. Where they start at different pins, what
    /// there is already where they join is no pessimism. Else, for late data, the rule may leave out the start's own difference.
    pub(crate) fn credit(&self, launch: u32, capture: u32, split: Split) -> Ticks {
        if launch == NONE || capture == NONE {
            return 0;
        }
        let Some(exits) = self.last_domain(launch, capture, split) else { return 0 };
        let tops = Pair {
            launching: self.top[exits.launching as usize],
            capturing: self.top[exits.capturing as usize],
        };
        let point = self.parting(exits.launching, exits.capturing);
        let common = self.in_lanes(point, tops);
        if self.start_at_one_pin(launch, capture, split) {
            return self.shared(common.launching, split).min(self.shared(common.capturing, split));
        }
        let joined = self.joined(tops, split);
        let since = |here: u32, joined: u32| self.spread[here as usize] - self.spread[joined as usize];
        since(common.launching, joined.launching).min(since(common.capturing, joined.capturing))
    }

    /// The credit that a vertex of the common point allows paths that start at one pin.
    pub(super) fn shared(&self, common: u32, split: Split) -> Ticks {
        let spread = self.spread[common as usize];
        match split {
            Split::Early => spread,
            Split::Late => spread - self.own.get(common as usize).copied().unwrap_or(0),
        }
    }

    /// For each clock vertex the most that a capture there can be credited, whatever launches; never negative. `split` is that of the data.
    pub(crate) fn greatest_credits(&self, split: Split) -> Vec<Ticks> {
        // Of each vertex's trace: the greatest spread, the least one, and the least that is not credited; the latter two never above 0.
        let mut traces: Vec<[Ticks; 3]> = Vec::with_capacity(self.spread.len());
        for (vertex, &spread) in self.spread.iter().enumerate() {
            let own = self.own.get(vertex).copied().unwrap_or(0);
            let [mut most, mut least, mut least_own] = [spread, spread.min(0), own.min(0)];
            if let Some(above) = traces.get(self.from[vertex][split.opposite() as usize] as usize) {
                (most, least, least_own) = (most.max(above[0]), least.min(above[1]), least_own.min(above[2]));
            }
            traces.push([most, least, least_own]);
        }
        traces.into_iter().map(|[most, least, own]| (most - least - own).max(0)).collect()
    }

    fn start_at_one_pin(&self, launch: u32, capture: u32, split: Split) -> bool {
        self.start_pins.is_empty()
            || self.start_pins[launch as usize][split as usize]
                == self.start_pins[capture as usize][split.opposite() as usize]
    }

    /// The last clock tree that both traces pass: where each of them leaves it, or ends.
    fn last_domain(&self, launch: u32, capture: u32, split: Split) -> Option<Pair> {
        let mut exits = Pair { launching: launch, capturing: capture };
        loop {
            let Pair { launching, capturing } = exits;
            let tops = [launching, capturing].map(|exit| self.top[exit as usize]);
            if self.points.of(tops[0]) == self.points.of(tops[1]) {
                return Some(exits);
            }
            // The one of the lesser rank may be passed further up on the other trace.
            let above = |at: usize, split: Split| self.from[tops[at] as usize][split as usize];
            if self.reach.rank(launching) >= self.reach.rank(capturing) {
                exits.launching = above(0, split);
            } else {
                exits.capturing = above(1, split.opposite());
            }
            if exits.launching == NONE || exits.capturing == NONE {
                return None;
            }
        }
    }

    /// The vertices of two lanes at a point.
    fn in_lanes(&self, point: u32, tops: Pair) -> Pair {
        let at = |top: u32| self.points.in_lane(point, top, &self.top);
        Pair { launching: at(tops.launching), capturing: at(tops.capturing) }
    }

    /// Where two paths join that pass the root of one clock tree: the first of the points up to there that they have in common without a gap.
    fn joined(&self, mut at: Pair, split: Split) -> Pair {
        loop {
            let above = Pair {
                launching: self.from[at.launching as usize][split as usize],
                capturing: self.from[at.capturing as usize][split.opposite() as usize],
            };
            let is_start = above.launching == NONE || above.capturing == NONE;
            if is_start || self.points.of(above.launching) != self.points.of(above.capturing) {
                return at;
            }
            at = Pair {
                launching: self.top[above.launching as usize],
                capturing: self.top[above.capturing as usize],
            };
        }
    }
}
