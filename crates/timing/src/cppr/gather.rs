//! What comes to vertices, of which lists are made: arrivals by arcs into them, and required times by arcs out of them.

use zeroslack_graph::{Check, CheckId, Direction, EndEntry, EndRole, NodeId, Source, TimingGraph, VertexId};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED};

use super::forest::{ClockForest, NONE};
use super::giving::GivingByLists;
use super::lists::{Arriving, Known};
use super::prune::{End, Entry, Pruning};
use crate::edge::{has_signal, time_along};
use crate::incremental::batch::MOST_ARCS;
use crate::latches::BorrowWindow;
use crate::near::ask_for;
use crate::timed_graph::TimedGraph;
use crate::timing::Timing;

/// What comes to vertices, in the direction of a sweep.
pub(super) trait Gather: Sync {
    /// Where lists go.
    const DIRECTION: Direction;

    /// What starts at a node, beside what comes by arcs.
    type Start;

    /// What starts at nodes from one on, for who goes through them in order.
    type Ahead;

    fn ahead_of(&self, node: usize) -> Self::Ahead;

    /// What starts at the next node.
    fn start(&self, ahead: &mut Self::Ahead, node: NodeId) -> Self::Start;

    /// The nodes that arcs come from, in the direction of the sweep.
    fn ways(&self, node: NodeId) -> impl Iterator<Item = NodeId>;

    /// Asks for what is known of these arcs.
    fn ask_for_arcs(&self, node: NodeId);

    /// Collects what comes to a vertex, and starts there.
    fn gather(
        &self,
        vertex: (NodeId, Transition),
        start: &Self::Start,
        known: Known<'_>,
        arriving: &mut Arriving,
    );

    /// The rule by which entries are left out: see [`Pruning::width`].
    fn pruning(&self, width: Ticks) -> Pruning<'_>;
}

/// Arrivals, by their launches.
pub(super) struct Launched<'a> {
    pub(super) graph: &'a TimedGraph<'a>,
    pub(super) forest: &'a ClockForest,
    pub(super) split: Split,
    pub(super) giving: Option<&'a GivingByLists<'a>>,
}

/// Arrivals that start at a node.
pub(super) struct LaunchedHere<'a> {
    source: Option<&'a Source>,
    is_giving: bool,
}

impl<'a> From<Option<&'a Source>> for LaunchedHere<'a> {
    fn from(source: Option<&'a Source>) -> Self {
        Self { source, is_giving: false }
    }
}

impl<'a> Gather for Launched<'a> {
    const DIRECTION: Direction = Direction::Forward;

    type Start = LaunchedHere<'a>;
    type Ahead = (&'a [Source], &'a [NodeId]);

    fn ahead_of(&self, node: usize) -> Self::Ahead {
        let first = self.graph.sources.partition_point(|source| source.node.index() < node);
        let sides = self.giving.map_or(&[][..], |giving| giving.sides_from(node));
        (&self.graph.sources[first..], sides)
    }

    fn start(&self, (sources, sides): &mut Self::Ahead, node: NodeId) -> Self::Start {
        let is_giving = sides.first() == Some(&node);
        *sides = &sides[usize::from(is_giving)..];
        LaunchedHere { source: Source::next_at(sources, node), is_giving }
    }

    fn ways(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.arc_sources[self.graph.fanin_range(node)].iter().map(|source| source.node())
    }

    /// Arcs into nodes have the order of the nodes.
    fn ask_for_arcs(&self, _: NodeId) {}

    fn gather(
        &self,
        (node, to): (NodeId, Transition),
        start: &Self::Start,
        known: Known<'_>,
        arriving: &mut Arriving,
    ) {
        if let Some(giving) = self.giving.filter(|_| start.is_giving) {
            giving.launched((node, to), self.forest, |vertex| known.at(vertex), |entry| arriving.add(entry));
            return;
        }
        for arc in self.graph.fanin(node) {
            let source = self.graph.arc_source(arc);
            let vertex = source.vertex(to);
            let delay = self.graph.delay(arc, self.split, to);
            if !source.has(to) || !has_signal(delay) {
                continue;
            }
            let delay = time_along(delay);
            if !self.graph.is_launch(arc) {
                arriving.add_list(known.head(vertex), delay);
                continue;
            }
            let at_clock = self.graph.arrival(vertex, self.split);
            if at_clock != UNDEFINED {
                let clock = self.forest.number(self.graph.design_vertex(vertex));
                arriving.add(Entry { time: at_clock + delay, clock });
            }
        }
        let stated =
            start.source.map_or(UNDEFINED, |source| source.arrival[self.split as usize][to as usize]);
        if stated != UNDEFINED {
            arriving.add(Entry { time: stated, clock: NONE });
        }
    }

    fn pruning(&self, width: Ticks) -> Pruning<'_> {
        Pruning { forest: self.forest, split: self.split, end: End::Launch, width }
    }
}

/// Which time a setup check at a latch requires, before CPPR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LatchTime {
    /// When it closes: data that comes later fails.
    Closes,
    /// When it opens: data that comes before has a positive slack.
    Opens,
}

/// Required times before CPPR, by their captures. What starts is launched: lists end where clocks launch data.
pub(super) struct Captured<'a> {
    pub(super) graph: &'a TimingGraph,
    pub(super) timing: &'a Timing,
    pub(super) forest: &'a ClockForest,
    pub(super) split: Split,
    pub(super) latch_time: LatchTime,
}

impl Captured<'_> {
    /// When something is required of a vertex, and what captures.
    fn required(&self, entry: &EndEntry, vertex: VertexId) -> Option<Entry> {
        let (graph, transition) = (self.graph, vertex.transition());
        let (time, clock) = match entry.role() {
            EndRole::Output(output) => {
                (graph.output(output).required[self.split as usize][transition as usize], NONE)
            }
            EndRole::Clock(_) => return None,
            EndRole::Data(id) => {
                let check = graph.check(id);
                if check.split != self.split {
                    return None;
                }
                let closes = self.timing.check_required_before_cppr(graph, (check, id), transition);
                (self.of_latch((check, id), transition, closes), self.forest.number(check.clock))
            }
        };
        (time != UNDEFINED).then_some(Entry { time, clock })
    }

    /// What a check requires by the time that counts at latches.
    fn of_latch(&self, check: (&Check, CheckId), transition: Transition, closes: Ticks) -> Ticks {
        if self.latch_time == LatchTime::Closes || closes == UNDEFINED {
            return closes;
        }
        let window = self.timing.borrow_window(self.graph, check, transition);
        closes - window.map_or(0, BorrowWindow::width)
    }
}

impl<'a> Gather for Captured<'a> {
    const DIRECTION: Direction = Direction::Backward;

    type Start = &'a [EndEntry];
    /// The number of the next end.
    type Ahead = usize;

    fn ahead_of(&self, node: usize) -> usize {
        self.graph.ends().nodes().partition_point(|end| end.index() < node)
    }

    fn start(&self, ahead: &mut usize, node: NodeId) -> Self::Start {
        let ends = self.graph.ends();
        if ends.nodes().get(*ahead) != Some(&node) {
            return &[];
        }
        *ahead += 1;
        ends.of(*ahead - 1)
    }

    fn ways(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.fanout(node).iter().map(|fanout| fanout.node())
    }

    fn ask_for_arcs(&self, node: NodeId) {
        for fanout in self.graph.fanout(node).iter().take(MOST_ARCS) {
            ask_for(self.timing.delays(), fanout.arc.index());
            ask_for(self.graph.structure().arc_kinds(), fanout.arc.index());
        }
    }

    fn gather(
        &self,
        (node, from): (NodeId, Transition),
        start: &Self::Start,
        known: Known<'_>,
        arriving: &mut Arriving,
    ) {
        for fanout in self.graph.fanout(node) {
            if self.graph.is_launch(fanout.arc) {
                continue;
            }
            let delays = &self.timing.delays()[fanout.arc.index()][self.split as usize];
            for to in Transition::ALL {
                let delay = delays[to as usize];
                if fanout.has(to) && fanout.from(to) == from && has_signal(delay) {
                    arriving.add_list(known.head(fanout.node().vertex(to)), -time_along(delay));
                }
            }
        }
        for entry in start.iter().filter_map(|entry| self.required(entry, node.vertex(from))) {
            arriving.add(entry);
        }
    }

    fn pruning(&self, width: Ticks) -> Pruning<'_> {
        Pruning { forest: self.forest, split: self.split, end: End::Capture, width }
    }
}
