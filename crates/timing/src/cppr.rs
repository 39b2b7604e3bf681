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
//! Entries of different lanes are left out by what each can be credited at all: `m` does not matter if another one is worse by as much as the most credit that one can get, and the least that `m` can. An ideal clock credits
//! nothing, so that of its launches only the worst matters. Nor does `m` matter if two others are at least as bad, one of which is credited nothing whatever the capture: those of clock networks that are not connected.
//!
//! Whatever the clock network, `m` does not matter if its gap is more than any two credits differ by. That is asked first, and of whole lists where
//! they meet: where one is left it is shared, and nothing is merged.
//!
//! What is left is a list of mostly two or three entries.
//!
//! Credit is the same at both ends of a path. So a sweep back can carry required times by their captures, pruned by the same rules ([`captures`]): slacks of pins follow from both kinds of lists.

mod ancestors;
mod captures;
mod credit;
mod follow;
mod forest;
mod gather;
mod giving;
mod lists;
mod points;
mod prune;
mod reach;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use zeroslack_graph::{Check, CheckId, NodeId, TimingGraph, VertexId};
use zeroslack_parallel::{filled, sweep_one};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, slack};

use crate::timed_graph::TimedGraph;
use crate::timing::Timing;
use forest::NONE;
use gather::Launched;

pub(crate) use captures::{Again, Captures, worst_launch, worst_pair};
pub(crate) use follow::Moved;
pub use forest::ClockForest;
pub(crate) use gather::LatchTime;
pub(crate) use giving::GivingByLists;
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

    /// What it says of vertices.
    pub fn lists(&self) -> CommonLists<'_> {
        CommonLists { forest: &self.forest, lists: &self.lists }
    }
}

/// The clock network and the arrivals that can matter of a timed graph, whoever has them.
#[derive(Clone, Copy, Debug)]
pub struct CommonLists<'a> {
    pub(crate) forest: &'a ClockForest,
    pub(crate) lists: &'a [Lists; 2],
}

impl<'a> CommonLists<'a> {
    /// The arrivals at a vertex that can matter to some capture, worst first.
    #[inline]
    pub fn entries(self, split: Split, vertex: VertexId) -> impl ExactSizeIterator<Item = Entry> + 'a {
        self.lists[split as usize].at(vertex)
    }

    /// Asks for where the lists of a node are.
    #[inline]
    pub(crate) fn ask_for_lists(self, node: NodeId) {
        self.lists.iter().for_each(|lists| lists.ask_for_list(node));
    }

    /// Asks for the worst entries of a node, where its lists are near already.
    #[inline]
    pub(crate) fn ask_for_entries(self, node: NodeId) {
        self.lists.iter().for_each(|lists| lists.ask_for_entries(node));
    }

    /// Whether the list of a vertex is that of the source of an arc to it, which takes some time.
    #[inline]
    pub(crate) fn is_shared(self, split: Split, ends: (VertexId, VertexId), delay: Ticks) -> bool {
        self.lists[split as usize].is_shared(ends, delay)
    }

    /// The launch at a clock vertex of the design, as in [`Entry::clock()`].
    pub fn launch(self, clock: VertexId) -> Option<u32> {
        Some(self.forest.number(clock)).filter(|&number| number != NONE)
    }

    /// No launch and capture have less in common: 0, or less where clocks weigh more early than late.
    #[inline]
    pub fn least_credit(self, split: Split) -> Ticks {
        self.forest.least_credit(split)
    }

    /// No launch and capture have more in common; 0 at the least.
    #[inline]
    pub fn greatest_credit(self, split: Split) -> Ticks {
        self.forest.greatest_credit(split)
    }

    /// The pessimism in the slack of a path from a launch to the check of a clock vertex; `split` is that of the data.
    #[inline]
    pub fn credit(self, launch: Option<u32>, capture: VertexId, split: Split) -> Ticks {
        self.forest.credit(launch.unwrap_or(NONE), self.forest.number(capture), split)
    }
}

/// Checks that one thread takes at once, at the most.
const CHECKS: usize = 128;

/// What CPPR adds to the slack of each transition of each check.
pub(crate) struct Crediting<'a> {
    graph: &'a TimingGraph,
    pub(crate) forest: ClockForest,
    /// `[check][transition]`.
    pub(crate) credits: Vec<[Ticks; 2]>,
}

impl<'a> Crediting<'a> {
    /// None yet; delays and arrivals of clocks are there.
    pub(crate) fn new(graph: &'a TimingGraph, timing: &Timing) -> Self {
        let (forest, credits) = (ClockForest::new(graph, timing), filled([0; 2], graph.checks().len()));
        Self { graph, forest, credits }
    }

    /// Fills the lists of a split, where some check is about it; says whether one is. One split's lists at a time: they are the largest arrays of all. With `giving` it is found on the way what
    /// latches are given, in place of what the delays say.
    pub(crate) fn fill(
        &self,
        timing: &Timing,
        lists: &mut Lists,
        split: Split,
        giving: Option<&GivingByLists<'_>>,
    ) -> bool {
        let is_asked = has_checks(self.graph, split);
        if is_asked {
            let graph = &TimedGraph::new(self.graph, timing);
            lists.fill(graph.as_levels(), &Launched { graph, forest: &self.forest, split, giving });
        }
        is_asked
    }

    /// Credits of the checks of the split whose lists these are.
    pub(crate) fn enter(&mut self, timing: &Timing, lists: &Lists, split: Split) {
        let Self { graph, forest, credits } = self;
        sweep_one(
            0..credits.len(),
            CHECKS,
            &mut credits[..],
            &|range: Range<usize>, credits: &mut [[Ticks; 2]]| {
                for (id, credits) in CheckId::all(range).zip(credits) {
                    let check = graph.check(id);
                    if check.split != split {
                        continue;
                    }
                    *credits = credits_of_check((graph, timing), forest, lists, id);
                }
            },
        );
    }
}

/// Whether a graph has checks of a split.
pub(crate) fn has_checks(graph: &TimingGraph, split: Split) -> bool {
    graph.checks().iter().any(|check| check.split == split)
}

/// What CPPR adds to the slack of each transition of a check, by the lists of its split.
pub(crate) fn credits_of_check(
    (graph, timing): (&TimingGraph, &Timing),
    forest: &ClockForest,
    lists: &Lists,
    id: CheckId,
) -> [Ticks; 2] {
    let check = graph.check(id);
    Transition::ALL.map(|transition| {
        match timing.check_required_before_cppr(graph, (check, id), transition) {
            UNDEFINED => 0,
            required => check_credit(forest, lists.at(check.data.vertex(transition)), check, required),
        }
    })
}

/// The worst slack of a check with credit, less that without, of what arrives.
fn check_credit(
    forest: &ClockForest,
    entries: impl Iterator<Item = Entry> + Clone,
    check: &Check,
    required: Ticks,
) -> Ticks {
    let (split, capture) = (check.split, forest.number(check.clock));
    let Some(worst) = entries.clone().next() else { return 0 };
    let capture = std::iter::once(Entry { time: required, clock: capture });
    let after = worst_pair((forest, split), entries, capture);
    after.map_or(0, |after| after - slack(split, worst.time, required))
}
