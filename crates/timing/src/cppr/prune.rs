//! Which of the arrivals at a vertex can matter after CPPR: see [`super`].

use zeroslack_units::{Split, Ticks};

use super::forest::{ClockForest, NONE};
use super::reach::Bounds;

/// An arrival, by the launch it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The worst over all ways from the launch.
    pub arrival: Ticks,
    /// The launching clock vertex in the clock network's own numbers, [`NONE`] for signals that no register launches.
    pub(super) launch: u32,
}

impl Entry {
    /// The launch, in the numbers of [`super::CommonLists::launch`]; none for signals that no register launches.
    #[inline]
    pub fn launch(&self) -> Option<u32> {
        (self.launch != NONE).then_some(self.launch)
    }
}

/// The rule by which arrivals are left out.
pub(super) struct Pruning<'a> {
    pub(super) forest: &'a ClockForest,
    pub(super) split: Split,
}

impl Pruning<'_> {
    /// Appends those that can matter to `kept`, the worst first. `partings` is room to work in.
    pub(super) fn keep(&self, arriving: &mut [Entry], kept: &mut Vec<Entry>, partings: &mut Vec<Parting>) {
        let first = kept.len();
        partings.clear();
        arriving.iter().for_each(|entry| self.forest.ask_for(entry.launch, self.split));
        arriving.sort_unstable_by_key(|entry| (self.early(entry), entry.launch));
        let mut others = Others::default();
        for entry in arriving {
            let reach = self.forest.reach.of(entry.launch, self.split);
            if reach.is_some_and(|(bounds, _)| others.are_worse(self.early(entry), bounds)) {
                continue;
            }
            let lane = self.lane(entry.launch);
            let worst = kept[first..].iter().find(|kept| self.lane(kept.launch) == lane);
            let parting = match worst {
                None if lane == NONE => Parting { lane, point: NONE, depth: 0, early: 0 },
                None => self.parting(self.forest.point(entry.launch), entry),
                Some(_) if lane == NONE => continue,
                Some(worst) => {
                    let gap = self.early(entry) - self.early(worst);
                    let shrinkage = self.forest.shrinkage(entry.launch);
                    let is_same = kept[first..].iter().any(|kept| kept.launch == entry.launch);
                    if is_same || gap >= shrinkage.max(self.forest.growth(worst.launch)) {
                        continue;
                    }
                    let parting = self.parting(self.forest.parting(worst.launch, entry.launch), entry);
                    if gap >= shrinkage && partings.iter().any(|other| self.covers(other, &parting)) {
                        continue;
                    }
                    parting
                }
            };
            kept.push(*entry);
            partings.push(parting);
            if let Some(reach) = reach {
                others.add(self.early(entry), reach);
            }
        }
    }

    /// A time that is less for the worse of two arrivals, whatever the split.
    #[inline]
    fn early(&self, entry: &Entry) -> Ticks {
        match self.split {
            Split::Early => entry.arrival,
            Split::Late => -entry.arrival,
        }
    }

    fn parting(&self, point: u32, entry: &Entry) -> Parting {
        let (lane, depth) = (self.forest.lane(entry.launch), self.forest.depth(point));
        Parting { lane, point, depth, early: self.early(entry) }
    }

    fn lane(&self, launch: u32) -> u32 {
        if launch == NONE { NONE } else { self.forest.lane(launch) }
    }

    /// Whether, for captures deeper in the worst entry's branch than one entry parts, another one that parts no deeper is at least as
    /// bad.
    fn covers(&self, other: &Parting, entry: &Parting) -> bool {
        other.lane == entry.lane
            && other.depth <= entry.depth
            && other.early - entry.early <= self.forest.rise(other.point, entry.point)
    }
}

/// The best that entries which are kept can be, whatever captures.
#[derive(Default)]
struct Others {
    /// One of them is no later than this, credit included: see [`Pruning::early`]. None without any.
    early: Option<Ticks>,
    /// The network of the first one.
    component: u32,
}

impl Others {
    /// Whether one of them is at least as bad as another entry, whatever captures.
    fn are_worse(&self, early: Ticks, bounds: Bounds) -> bool {
        self.early.is_some_and(|others| others <= early + bounds.least)
    }

    /// Adds one that is no worse than those before. Of it and the first one no capture credits both, where they are not connected.
    fn add(&mut self, early: Ticks, (bounds, component): (Bounds, u32)) {
        let (known, is_apart) = match self.early {
            None => {
                self.component = component;
                (Ticks::MAX, false)
            }
            Some(known) => (known, component != self.component),
        };
        self.early = Some(known.min(if is_apart { early } else { early + bounds.most }));
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
