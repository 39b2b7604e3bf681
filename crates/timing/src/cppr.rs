//! Common path pessimism removal: the worst post-CPPR slack of every check, exact, in one sweep a split.
//!
//! A check's worst path after CPPR need not be its worst before: another launch with a better slack may share less of the clock
//! network with the capture and so get less credit. The sweep carries, beside the worst arrival at a vertex, those others that can
//! still matter for some capture. Let `l` be the launch of the worst arrival in a lane of the clock network, `m` another launch of it whose
//! arrival is better by some gap, and `p` the point where their clock paths part. Then `m` does not matter
//! - for captures whose paths leave that of `l` above `p`: both get the same credit;
//! - for captures whose paths leave it at `p`: there `l` gets the credit of `p`, and `m` at most so much less as
//!   credit shrinks after `p`, if that is no more than the gap (mostly it grows, and the bound is 0);
//! - for captures deeper in `l`'s branch, where `m` gets the credit of `p` whichever the capture, if `l` gets no more than the gap more, or if an
//!   entry that parts from `l` no deeper is at least as bad there.
//!
//! The capture's clock path may take another lane. The credit of a point is then the lesser of two spreads there, each less some constant of the two
//! lanes. Between two points it grows and shrinks by no more than one of the spreads does; so the most over all lanes decides, and another
//! entry is at least as bad if it is so by every lane's spread.
//!
//! What is left is a list of mostly two or three entries.

mod ancestors;
mod credit;
mod forest;
mod lists;
mod points;
mod prune;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use zeroslack_graph::{Check, CheckId, TimingGraph, VertexId};
use zeroslack_parallel::{filled, sweep_one};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, slack};

use crate::timed_graph::TimedGraph;
use crate::timing::Timing;
use forest::NONE;

pub use forest::ClockForest;
pub(crate) use lists::Lists;
pub use points::CommonPoint;
pub use prune::Entry;

/// What CPPR needs to know of a timed graph: its clock network, and for each vertex the arrivals that can matter.
#[derive(Clone, Debug)]
pub struct CommonPaths {
    forest: Arc<ClockForest>,
    lists: [Lists; 2],
}

impl CommonPaths {
    /// From arrivals and delays.
    pub fn new(graph: &TimingGraph, timing: &Timing) -> Self {
        Self::of(Arc::new(ClockForest::new(graph, timing)), &TimedGraph::new(graph, timing), &Split::ALL)
    }

    /// Of a design or a part of one whose clock network is known, in one split or both.
    pub fn of(forest: Arc<ClockForest>, graph: &TimedGraph<'_>, splits: &[Split]) -> Self {
        let lists = Split::ALL.map(|split| {
            if splits.contains(&split) { Lists::new(graph, &forest, split) } else { Lists::default() }
        });
        Self { forest, lists }
    }

    /// The clock network.
    pub fn clocks(&self) -> &Arc<ClockForest> {
        &self.forest
    }

    /// The arrivals at a vertex that can matter to some capture, worst first.
    #[inline]
    pub fn entries(&self, split: Split, vertex: VertexId) -> impl ExactSizeIterator<Item = Entry> + '_ {
        self.lists[split as usize].at(vertex)
    }

    /// The launch at a clock vertex of the design, as in [`Entry::launch()`].
    pub fn launch(&self, clock: VertexId) -> Option<u32> {
        Some(self.forest.number(clock)).filter(|&number| number != NONE)
    }

    /// No launch and capture have less in common: 0, or less where clocks weigh more early than late.
    #[inline]
    pub fn least_credit(&self, split: Split) -> Ticks {
        self.forest.least_credit(split)
    }

    /// No launch and capture have more in common; 0 at the least.
    #[inline]
    pub fn greatest_credit(&self, split: Split) -> Ticks {
        self.forest.greatest_credit(split)
    }

    /// The pessimism in the slack of a path from a launch to the check of a clock vertex; `split` is that of the data.
    #[inline]
    pub fn credit(&self, launch: Option<u32>, capture: VertexId, split: Split) -> Ticks {
        self.forest.credit(launch.unwrap_or(NONE), self.forest.number(capture), split)
    }
}

/// Checks that one thread takes at once, at the most.
const CHECKS: usize = 128;

/// What CPPR adds to the slack of each transition of each check, from arrivals and delays. `[check][transition]`. `lists` is room to
/// work in.
pub(crate) fn credits(graph: &TimingGraph, timing: &Timing, lists: &mut Lists) -> Vec<[Ticks; 2]> {
    let forest = ClockForest::new(graph, timing);
    let timed = TimedGraph::new(graph, timing);
    let checks = graph.checks();
    let mut credits = filled([0; 2], checks.len());
    for split in Split::ALL {
        if checks.iter().all(|check| check.split != split) {
            continue;
        }
        // One split's lists at a time: they are the largest arrays of all.
        lists.fill(&timed, &forest, split);
        let lists = &*lists;
        sweep_one(0..checks.len(), CHECKS, &mut credits[..], &|range: Range<usize>, credits: &mut [_]| {
            let of_split = CheckId::all(range).zip(credits);
            for (id, credits) in of_split {
                let check = graph.check(id);
                if check.split != split {
                    continue;
                }
                *credits = Transition::ALL.map(|transition| {
                    let required = timing.check_required_before_cppr(graph, (check, id), transition);
                    check_credit(&forest, lists, (check, transition), required)
                });
            }
        });
    }
    credits
}

/// A check's worst slack with credit, less that without; 0 where it requires nothing.
fn check_credit(
    forest: &ClockForest,
    lists: &Lists,
    (check, transition): (&Check, Transition),
    required: Ticks,
) -> Ticks {
    if required == UNDEFINED {
        return 0;
    }
    let (split, capture) = (check.split, forest.number(check.clock));
    let least = forest.least_credit(split);
    let (mut before, mut after) = (Ticks::MAX, Ticks::MAX);
    for entry in lists.at(check.data.vertex(transition)) {
        let slack = slack(split, entry.arrival, required);
        // The slacks of the rest are no less.
        if before != Ticks::MAX && slack + least >= after {
            break;
        }
        before = before.min(slack);
        after = after.min(slack + forest.credit(entry.launch().unwrap_or(NONE), capture, split));
    }
    if before == Ticks::MAX { 0 } else { after - before }
}
