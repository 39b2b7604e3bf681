//! Slacks of pins: the worst slack, after CPPR, of the paths through each vertex; at a clock's vertex of the paths that it launches or captures.
//!
//! With CPPR the worst path through a vertex is that of a pair, of a launch whose data comes there and of a capture that it leads to. So a sweep goes back that carries lists of required times by
//! their captures, as the one forward carries arrivals by their launches, pruned by the same rule: if for each capture the worst launch is kept, and for each launch the worst capture, the worst pair is.
//! A slack is the least over the pairs of two short lists, and mostly the first pair decides, as no credit is less than some bound.
//!
//! Before latches slacks do not add up: data that comes while a latch is open has none. They follow from two sweeps, one with the times at which latches close, one with those at which they open. A path fails
//! by the former; the slack of one that does not is what it comes before the latter, or nothing.
//!
//! Without CPPR, latches and checks of data against data the slack is the required time less the arrival, but at clocks.

mod along;
mod clock_pins;

use std::ops::Range;

use zeroslack_graph::{EndEntry, NodeId, TimingGraph, VertexId};
use zeroslack_parallel::{resize, sweep_one};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, quad, slack};

use crate::cppr::{
    Again, Captures, ClockForest, CommonLists, CommonPaths, Entry, LatchTime, Moved, has_checks, worst_pair,
};
use crate::timed_graph::value_at;
use crate::timing::Timing;
use clock_pins::ClockPins;

/// Nodes that one task takes.
const NODES: usize = 512;

/// What slacks of pins follow from beside arrivals and required times.
#[derive(Clone, Debug, Default)]
pub(crate) struct PinSlacks {
    /// The clock network and the lists of launches, where the timing does not keep them.
    launches: Option<CommonPaths>,
    /// Whether there are lists of launches. `[split]`
    has_launches: [bool; 2],
    /// Lists of captures; none where required times say all.
    captures: Option<Captures>,
    /// Those of late data with the times at which latches open; none without latches.
    opening: Option<Captures>,
    clock_pins: ClockPins,
    /// Clock vertices whose credits may be others than when lists were found that wait.
    moved: Moved,
}

/// No launch: a slack is said to be of none.
const UNDECIDED: u32 = u32::MAX - 1;

/// The slacks of a node; see [`crate::Timing::slack`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeSlacks {
    /// `[split][transition]`, [`UNDEFINED`] where there is none.
    pub slack: Quad<Ticks>,
    /// A launch that each is of.
    launch: Quad<u32>,
}

impl Default for NodeSlacks {
    fn default() -> Self {
        Self { slack: quad(UNDEFINED), launch: quad(UNDECIDED) }
    }
}

/// A graph, its times, and required times of its nodes, which may wait; none where slacks do not need them.
#[derive(Clone, Copy)]
pub(crate) struct Times<'a> {
    pub(crate) graph: &'a TimingGraph,
    pub(crate) timing: &'a Timing,
    pub(crate) required: &'a [Quad<Ticks>],
}

impl PinSlacks {
    /// Whether slacks follow from required times.
    pub(crate) fn need_required(graph: &TimingGraph, timing: &Timing) -> bool {
        // Data that captures other data has the required time of a clock, which says nothing of the paths through it.
        !timing.has_cppr() && graph.latches().openings().is_empty() && !graph.has_checks_between_data()
    }

    /// Finds all, on rayon's current threads; in the memory of what was found before, if there is any.
    pub(crate) fn new(times: Times<'_>, room: Option<Self>) -> Self {
        let Times { graph, timing, .. } = times;
        let (mut slacks, mut room) = (Self::default(), room.unwrap_or_default());
        if timing.has_cppr() {
            slacks.has_launches = Split::ALL.map(|split| has_checks(graph, split));
            if timing.kept_clocks().is_none() {
                slacks.launches = Some(CommonPaths::new(graph, timing));
            }
        }
        let captures =
            |of: (&[Split], LatchTime), room| Captures::new((graph, timing), slacks.forest(timing), of, room);
        let has_lists = !Self::need_required(graph, timing);
        let closing = has_lists.then(|| captures((&Split::ALL, LatchTime::Closes), room.captures.take()));
        let has_latches = !graph.latches().openings().is_empty();
        let opening = has_latches.then(|| captures((&[Split::Late], LatchTime::Opens), room.opening.take()));
        (slacks.captures, slacks.opening) = (closing, opening);
        let mut clock_pins = ClockPins::of(graph);
        clock_pins.fill(&slacks, times);
        slacks.clock_pins = clock_pins;
        slacks
    }

    /// Slacks of all nodes, on rayon's current threads; in the memory of others.
    pub(crate) fn all(&self, times: Times<'_>, all: &mut Vec<NodeSlacks>) {
        let lists = self.captures.as_ref().zip(self.launches(times.timing));
        if let Some(lists) = lists.filter(|_| times.graph.is_levelled() && self.opening.is_none()) {
            return along::slacks(self, times, lists, all);
        }
        resize(all, NodeSlacks::default(), times.graph.node_count());
        sweep_one(0..all.len(), NODES, &mut all[..], &|range: Range<usize>, all: &mut [NodeSlacks]| {
            for (node, place) in NodeId::all(range).zip(all) {
                place.slack = self.of(times, node);
            }
        });
    }

    /// The slacks of a node.
    pub(crate) fn of(&self, times: Times<'_>, node: NodeId) -> Quad<Ticks> {
        Split::ALL.map(|split| {
            Transition::ALL
                .map(|transition| self.at(times, node.vertex(transition), split).unwrap_or(UNDEFINED))
        })
    }

    /// The slack of a vertex.
    pub(crate) fn at(&self, times: Times<'_>, vertex: VertexId, split: Split) -> Option<Ticks> {
        let at_clock = self.clock_pins.at(vertex.node());
        let data = match (&self.captures, at_clock) {
            (Some(captures), _) => self.through(times, captures, split, vertex),
            // What is required of a clock tells launches and captures together.
            (None, Some(_)) => None,
            (None, None) => {
                let arrival = value_at(&times.timing.arrival, vertex, split);
                let slack = slack(split, arrival, value_at(times.required, vertex, split));
                (slack != UNDEFINED).then_some(slack)
            }
        };
        let clock = at_clock.map(|clock| clock.slacks(times.timing, split, vertex)).unwrap_or_default();
        let closes = least(data, clock.closes);
        let mut found = closes;
        if let Some(opening) = self.opening.as_ref().filter(|_| split == Split::Late) {
            let opens = least(self.through(times, opening, split, vertex), clock.opens);
            found = closes.map(|closes| if closes < 0 { closes } else { opens.unwrap_or(closes).max(0) });
        }
        least(found, clock.captured)
    }

    /// The worst slack of the paths through a vertex that registers and ports launch.
    fn through(
        &self,
        times: Times<'_>,
        captures: &Captures,
        split: Split,
        vertex: VertexId,
    ) -> Option<Ticks> {
        let Times { timing, .. } = times;
        let forest = self.forest(timing);
        if self.has_launches[split as usize] {
            let launches = self.launches(timing)?.entries(split, vertex);
            return worst_pair((forest, split), launches, captures.at(split, vertex));
        }
        let arrival = value_at(&timing.arrival, vertex, split);
        let launched = (arrival != UNDEFINED).then(|| Entry::unlaunched(arrival));
        worst_pair((forest, split), launched.into_iter(), captures.at(split, vertex))
    }

    /// The lists of launches.
    fn launches<'a>(&'a self, timing: &'a Timing) -> Option<CommonLists<'a>> {
        self.launches.as_ref().map(CommonPaths::lists).or_else(|| timing.kept_lists())
    }

    fn forest<'a>(&'a self, timing: &'a Timing) -> &'a ClockForest {
        let kept = || timing.kept_clocks().map(|clocks| &**clocks);
        self.launches.as_ref().map(|own| &**own.clocks()).or_else(kept).unwrap_or(ClockForest::none())
    }

    /// Takes over that credits of clock vertices are others, or bounds of them.
    pub(crate) fn move_clocks(&mut self, moved: &Moved) {
        self.moved.append(moved);
    }

    /// Makes ready for nodes that are found again after an incremental update. False if all has to be found anew.
    pub(crate) fn follow(&mut self, graph: &TimingGraph, timing: &Timing) -> bool {
        self.launches = None;
        let Some(captures) = &mut self.captures else { return !graph.has_checks_between_data() };
        captures.fit(graph.node_count());
        // Where the last check of a split has gone its lists are not kept any more.
        self.has_launches = Split::ALL.map(|split| has_checks(graph, split));
        timing.kept_clocks().is_some_and(|forest| captures.can_follow(forest))
    }

    /// Whether slacks of a node follow from required times beyond an arc that leads from it, however tight they are.
    pub(crate) fn depends_on_required(&self, node: NodeId) -> bool {
        self.captures.is_none() && self.clock_pins.has(node)
    }

    /// Takes over other numbers of clock vertices. `[number before]`.
    pub(crate) fn renumber(&mut self, numbers: &[u32], count: usize) {
        if let Some(captures) = &mut self.captures {
            captures.renumber(numbers);
        }
        self.moved.renumber(numbers, count);
    }

    /// Finds again what the slacks of a node follow from, after those that its fan-out leads to. Whether it is other than it was, or has to be looked at again where it leads to.
    pub(crate) fn find_again(
        &mut self,
        times: Times<'_>,
        (node, ends): (NodeId, &[EndEntry]),
        work: &mut Again,
    ) -> bool {
        let Times { graph, timing, .. } = times;
        let mut has_changed = false;
        if let Some(mut captures) = self.captures.take() {
            let forest = self.forest(timing);
            has_changed = captures.find_again(((graph, timing), forest), (node, ends), &self.moved, work);
            self.captures = Some(captures);
        }
        let mut clock_pins = std::mem::take(&mut self.clock_pins);
        has_changed |= clock_pins.find_again(self, times, (node, ends));
        self.clock_pins = clock_pins;
        has_changed
    }

    /// Nothing waits any more.
    pub(crate) fn settle(&mut self) {
        self.moved.clear();
    }

    /// Nobody reads what was found before any more.
    pub(crate) fn let_go(&mut self, work: &mut Again) {
        if let Some(captures) = &mut self.captures {
            captures.let_go(work);
        }
    }
}

fn least(a: Option<Ticks>, b: Option<Ticks>) -> Option<Ticks> {
    [a, b].into_iter().flatten().min()
}
