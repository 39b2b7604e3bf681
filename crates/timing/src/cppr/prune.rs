//! Which of the arrivals, or of the required times, at a vertex can matter after CPPR: see [`super`].

use zeroslack_units::{Split, Ticks};

use super::forest::{ClockForest, NONE};
use super::reach::{Bounds, Known};

/// An arrival, by the launch it comes from; in lists of required times one of these, by the capture that asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The worst arrival over all ways from the launch, or the tightest required time over all ways to the capture.
    pub time: Ticks,
    /// The launching or capturing clock vertex in the clock network's own numbers, [`NONE`] for signals that no register launches and for outputs.
    pub(super) clock: u32,
}

impl Entry {
    /// A signal that no register launches.
    pub(crate) fn unlaunched(arrival: Ticks) -> Self {
        Self { time: arrival, clock: NONE }
    }

    /// The clock vertex's number, or one that none has.
    pub(crate) fn number(self) -> u32 {
        self.clock
    }

    /// It at a vertex that is so much earlier.
    pub(crate) fn earlier(self, delay: Ticks) -> Self {
        Self { time: self.time.wrapping_sub(delay), ..self }
    }

    /// The launch or capture, in the numbers of [`super::CommonLists::launch`]; none for signals that no register launches and for outputs.
    #[inline]
    pub fn clock(&self) -> Option<u32> {
        (self.clock != NONE).then_some(self.clock)
    }
}

/// The end of paths that entries name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Where they start: times are arrivals.
    Launch,
    /// Where they end: times are required times.
    Capture,
}

/// The rule by which entries are left out. The credit depends on launch and capture alike, so that it is the same at both ends.
pub(super) struct Pruning<'a> {
    pub(super) forest: &'a ClockForest,
    pub(super) split: Split,
    pub(super) end: End,
    /// Entries that are later than the worst one by more are left out; at least the [`ClockForest::swing`].
    pub(super) width: Ticks,
}

impl Pruning<'_> {
    /// Appends those that can matter to `kept`, the worst first. `partings` is room to work in.
    pub(super) fn keep(&self, arriving: &mut [Entry], kept: &mut Vec<Entry>, partings: &mut Vec<Parting>) {
        let first = kept.len();
        partings.clear();
        arriving.iter().for_each(|entry| self.forest.ask_for(entry.clock, (self.split, self.end)));
        arriving.sort_unstable_by_key(|entry| (self.early(entry.time), entry.clock));
        let latest = arriving.first().map_or(0, |worst| self.early(worst.time) + self.width);
        let near = arriving.partition_point(|entry| self.early(entry.time) <= latest);
        let mut others = Others::default();
        for entry in &arriving[..near] {
            let bounds = self.forest.reach.bounds(entry.clock, (self.split, self.end));
            if bounds.is_some_and(|bounds| others.are_worse(self.early(entry.time), bounds)) {
                continue;
            }
            let lane = self.lane(entry.clock);
            let worst = kept[first..].iter().find(|kept| self.lane(kept.clock) == lane);
            let parting = match worst {
                None if lane == NONE => Parting { lane, point: NONE, depth: 0, early: 0 },
                None => self.parting(self.forest.point(entry.clock), entry),
                Some(_) if lane == NONE => continue,
                Some(worst) => {
                    let gap = self.early(entry.time) - self.early(worst.time);
                    let shrinkage = self.forest.shrinkage(entry.clock);
                    let is_same = kept[first..].iter().any(|kept| kept.clock == entry.clock);
                    if is_same || gap >= shrinkage.max(self.forest.growth(worst.clock)) {
                        continue;
                    }
                    let point = self.forest.parting(worst.clock, entry.clock);
                    if gap >= shrinkage.max(self.forest.growth_from(point, worst.clock)) {
                        continue;
                    }
                    let parting = self.parting(point, entry);
                    if gap >= shrinkage && partings.iter().any(|other| self.covers(other, &parting)) {
                        continue;
                    }
                    parting
                }
            };
            kept.push(*entry);
            partings.push(parting);
            if bounds.is_some() {
                let known = self.forest.known(entry.clock, (self.split, self.end));
                others.add(self.early(entry.time), known);
            }
        }
    }

    /// A time that is less for the worse of two entries, whatever the split and the end.
    #[inline]
    pub(super) fn early(&self, time: Ticks) -> Ticks {
        match (self.split, self.end) {
            (Split::Early, End::Launch) | (Split::Late, End::Capture) => time,
            (Split::Late, End::Launch) | (Split::Early, End::Capture) => -time,
        }
    }

    fn parting(&self, point: u32, entry: &Entry) -> Parting {
        let (lane, depth) = (self.forest.lane(entry.clock), self.forest.depth(point));
        Parting { lane, point, depth, early: self.early(entry.time) }
    }

    fn lane(&self, clock: u32) -> u32 {
        if clock == NONE { NONE } else { self.forest.lane(clock) }
    }

    /// Whether, for captures deeper in the worst entry's branch than one entry parts, another one that parts no deeper is at least as
    /// bad.
    fn covers(&self, other: &Parting, entry: &Parting) -> bool {
        other.lane == entry.lane
            && other.depth <= entry.depth
            && other.early - entry.early <= self.forest.rise(other.point, entry.point)
    }
}

/// The best that entries which are kept can be, whatever the other end.
#[derive(Default)]
struct Others {
    /// The first one; none without any.
    first: Option<(Ticks, Known)>,
    /// One of them is no later than this, credit included: see [`Pruning::early`].
    early: Ticks,
}

impl Others {
    /// Whether one of them is at least as bad as another entry, whatever the other end.
    fn are_worse(&self, early: Ticks, bounds: Bounds) -> bool {
        self.first.is_some() && self.early <= early + bounds.least
    }

    /// Adds one that is no worse than those before. Where it and the first one are not connected, no other end credits both; where they are in clock trees beside each other, no other end credits
    /// both for what they pass in there.
    fn add(&mut self, early: Ticks, known: Known) {
        let Some((first_early, first)) = &self.first else {
            (self.first, self.early) = (Some((early, known)), early + known.bounds.most);
            return;
        };
        let at_best = if known.is_apart_from(first) {
            early
        } else if known.is_beside(first) {
            (first_early + first.outside).max(early + known.outside)
        } else {
            early + known.bounds.most
        };
        self.early = self.early.min(at_best);
    }
}

/// Where an entry's clock path parts from that of the worst entry of its lane; for the worst one itself its launch.
pub(super) struct Parting {
    lane: u32,
    point: u32,
    depth: u32,
    /// See [`Pruning::early`].
    early: Ticks,
}
