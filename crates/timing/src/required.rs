//! Required times, which incremental updates leave to whoever asks for them.
//!
//! Worst and total slacks follow from arrivals and checks, and optimisers ask for few required times beside them. So an incremental update only notes of which nodes the required times have to be
//! computed again, and they wait, over later updates too. What follows from them waits with them, by way of them: a node that does not wait has the required time that follows from what its fan-out
//! has at present, which may be out of date itself. The required time of a single node is up to date once all that waits in its fan-out cone is computed.
//!
//! What slacks of pins follow from beside them ([`PinSlacks`]) is found when somebody first asks for a slack, and waits with them from then on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use zeroslack_graph::{ArcSource, Direction, NodeId, TimingGraph, VertexId};
use zeroslack_parallel::apart;
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, defined, quad, tighter_required};

use crate::arrival::{node_required, required_at};
use crate::bits::{Bits, Numbered};
use crate::cppr::Again;
use crate::edge::{has_signal, time_along};
use crate::incremental::batch::Batch;
use crate::incremental::node_set::NodeSet;
use crate::near::{ask_for, ask_for_arcs};
use crate::pin_slacks::{NodeSlacks, PinSlacks, Times};
use crate::timing::Timing;

/// Nodes of fan-out cones that questions after an update may visit, and so many more for each node that waits. If that is not enough, all that waits is computed. A visit takes about a quarter of
/// the time of computing a node, and where a node waits, others that lead to it mostly have to be computed, too.
const MOST_VISITED: usize = 1 << 12;
const MOST_VISITED_PER_WAITING: usize = 8;

/// The node of a cone whose arcs are prefetched while another is visited is so far behind it.
const AHEAD: usize = 8;

/// Required times by node, some of which may wait.
#[derive(Debug, Default)]
pub(crate) struct RequiredTimes {
    /// All of them, once none waits and somebody has asked.
    all: OnceLock<Vec<Quad<Ticks>>>,
    /// Slacks of all nodes, once somebody has asked for them.
    slacks: OnceLock<Vec<NodeSlacks>>,
    /// Whether somebody asked for a slack, of this update or an earlier one.
    are_slacks_asked: AtomicBool,
    pending: Mutex<Pending>,
}

/// Required times until none waits.
#[derive(Clone, Debug, Default)]
struct Pending {
    /// Empty once they are in `all`.
    times: Vec<Quad<Ticks>>,
    /// Nodes that have to be computed again. Not by their places, which change as nodes come.
    waiting: NodeSet,
    /// Nodes with nothing that waits in their fan-out cones, and a bit for each of them.
    settled: Vec<NodeId>,
    is_settled: Bits,
    /// Places of nodes that are being computed again.
    order: NodeSet,
    /// Nodes of which checks or outputs require something, in the order of [`TimingGraph::ends`].
    ends: Arc<Numbered>,
    /// How many nodes were computed since the last incremental update.
    computed: usize,
    /// None until somebody asks for a slack.
    slacks: Option<PinSlacks>,
    /// What was found before, as room for what will be.
    room: (Option<PinSlacks>, Vec<NodeSlacks>),
}

impl Clone for RequiredTimes {
    fn clone(&self) -> Self {
        let pending = self.pending().copied();
        // Where there are none, another thread has just put them in `all`, or is about to; or there never were any.
        let all = pending.times.is_empty().then(|| self.all.get_or_init(Vec::new).clone());
        let are_slacks_asked = AtomicBool::new(self.are_slacks_asked.load(Ordering::Relaxed));
        let all = all.map_or_else(OnceLock::new, OnceLock::from);
        Self { all, slacks: self.slacks.clone(), are_slacks_asked, pending: Mutex::new(pending) }
    }
}

impl RequiredTimes {
    /// All of them, to be written to: none waits any more.
    pub(crate) fn all_mut(&mut self) -> &mut Vec<Quad<Ticks>> {
        let pending = self.pending_mut();
        pending.waiting.clear();
        pending.settle_none();
        pending.room.0 = pending.slacks.take().or(pending.room.0.take());
        &mut pending.times
    }

    /// Takes the nodes that wait, for an update that makes more of them wait.
    pub(crate) fn take_waiting(&mut self, graph: &TimingGraph) -> NodeSet {
        let pending = self.pending_mut();
        pending.times.resize(graph.node_count(), quad(UNDEFINED));
        pending.waiting.fit(graph.node_count());
        pending.order.fit(graph.places());
        std::mem::take(&mut pending.waiting)
    }

    /// Leaves nodes to be computed when somebody asks. `ends` are the nodes of which checks or outputs require something.
    pub(crate) fn leave(&mut self, waiting: NodeSet, ends: &Arc<Numbered>) {
        let pending = self.pending_mut();
        pending.settle_none();
        pending.computed = 0;
        (pending.waiting, pending.ends) = (waiting, Arc::clone(ends));
    }

    /// What slacks of pins follow from, if it was found, for an update that changes what they follow from.
    pub(crate) fn pin_slacks_mut(&mut self) -> &mut Option<PinSlacks> {
        &mut self.pending_mut().slacks
    }

    /// Whether somebody has asked for slacks of pins.
    pub(crate) fn are_slacks_asked(&self) -> bool {
        self.are_slacks_asked.load(Ordering::Relaxed)
    }

    /// How many were computed since the last incremental update.
    pub(crate) fn computed(&self) -> usize {
        self.pending().computed
    }

    /// All of them; what waits is computed, on this thread.
    pub(crate) fn all(&self, graph: &TimingGraph, timing: &Timing) -> &[Quad<Ticks>] {
        // Nothing in here waits for threads of rayon's, which might be asking for the same.
        self.all.get_or_init(|| {
            let mut pending = self.pending();
            pending.complete(graph, timing);
            std::mem::take(&mut pending.times)
        })
    }

    /// That of a node; what waits in its fan-out cone is computed, on this thread.
    pub(crate) fn of(&self, graph: &TimingGraph, timing: &Timing, node: NodeId) -> Quad<Ticks> {
        if let Some(all) = self.all.get() {
            return all[node.index()];
        }
        let found = self.pending().of(graph, timing, node);
        found.unwrap_or_else(|| self.all(graph, timing)[node.index()])
    }

    /// The slacks of all nodes; what waits is computed on this thread, the rest on as many as there are.
    pub(crate) fn slacks(&self, graph: &TimingGraph, timing: &Timing) -> &[NodeSlacks] {
        self.slacks.get_or_init(|| {
            let required = self.all(graph, timing);
            let mut pending = self.with_slacks(graph, timing);
            let (times, mut all) = (Times { graph, timing, required }, std::mem::take(&mut pending.room.1));
            if let Some(slacks) = &pending.slacks {
                apart(|| slacks.all(times, &mut all));
            }
            all
        })
    }

    /// The slack of a vertex; what waits in its fan-out cone is computed, on this thread. The first one since an update of everything takes part of the time of such an update, on as many threads as there are.
    pub(crate) fn slack_at(
        &self,
        graph: &TimingGraph,
        timing: &Timing,
        (vertex, split): (VertexId, Split),
    ) -> Option<Ticks> {
        if let Some(all) = self.slacks.get() {
            return defined(all[vertex.node().index()].slack[split as usize][vertex.transition() as usize]);
        }
        let mut pending = self.with_slacks(graph, timing);
        pending.of(graph, timing, vertex.node());
        let pending = &*pending;
        let required = self.all.get().unwrap_or(&pending.times);
        pending.slacks.as_ref()?.at(Times { graph, timing, required }, vertex, split)
    }

    /// Finds what slacks follow from, if it is not there.
    fn with_slacks(&self, graph: &TimingGraph, timing: &Timing) -> MutexGuard<'_, Pending> {
        self.are_slacks_asked.store(true, Ordering::Relaxed);
        let pending = self.pending();
        if pending.slacks.is_some() {
            return pending;
        }
        drop(pending);
        let required = if PinSlacks::need_required(graph, timing) { self.all(graph, timing) } else { &[] };
        let mut pending = self.pending();
        if pending.slacks.is_none() {
            // Who waits here takes no other work meanwhile, and other threads do this one.
            let room = pending.room.0.take();
            pending.slacks = Some(apart(|| PinSlacks::new(Times { graph, timing, required }, room)));
        }
        pending
    }

    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pending_mut(&mut self) -> &mut Pending {
        let pending = self.pending.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(all) = self.all.take() {
            pending.times = all;
        }
        if let Some(slacks) = self.slacks.take() {
            pending.room.1 = slacks;
        }
        pending
    }
}

impl Pending {
    /// A copy without the room.
    fn copied(&mut self) -> Self {
        let room = std::mem::take(&mut self.room);
        let copy = self.clone();
        self.room = room;
        copy
    }

    fn settle_none(&mut self) {
        self.settled.drain(..).for_each(|node| self.is_settled.clear_word(node));
    }

    /// The required time of a node. None where nothing waits any more.
    fn of(&mut self, graph: &TimingGraph, timing: &Timing, node: NodeId) -> Option<Quad<Ticks>> {
        if self.waiting.is_empty() {
            return None;
        }
        if !self.is_settled.has(node) {
            if !self.visit_cone(graph, node) {
                self.complete(graph, timing);
                return None;
            }
            self.compute(graph, timing, |pending, source| {
                if pending.is_settled.has(source) {
                    pending.order.insert(graph.place(source));
                } else {
                    pending.waiting.insert(source.index());
                }
            });
        }
        self.times.get(node.index()).copied()
    }

    /// Takes out what waits in the fan-out cone of a node, all of which is settled once that is computed. False if the cone is too large.
    fn visit_cone(&mut self, graph: &TimingGraph, node: NodeId) -> bool {
        let most = MOST_VISITED + MOST_VISITED_PER_WAITING * self.waiting.len();
        let mut next = self.settled.len();
        self.settle(node);
        while let Some(&node) = self.settled.get(next) {
            if self.settled.len() > most {
                return false;
            }
            if let Some(&ahead) = self.settled.get(next + AHEAD) {
                ask_for(graph.fanouts(), graph.fanout_range(ahead).start);
            }
            if self.waiting.remove(node.index()) {
                self.order.insert(graph.place(node));
            }
            for fanout in graph.fanout(node) {
                if self.settle(fanout.node()) {
                    ask_for(graph.fanout_first(), fanout.node().index());
                }
            }
            next += 1;
        }
        true
    }

    /// Says that a node is settled. False if it was.
    fn settle(&mut self, node: NodeId) -> bool {
        let is_new = self.is_settled.insert(node);
        if is_new {
            self.settled.push(node);
        }
        is_new
    }

    /// Computes all that waits.
    fn complete(&mut self, graph: &TimingGraph, timing: &Timing) {
        self.settle_none();
        while let Some(node) = self.waiting.pop_first() {
            self.order.insert(graph.place(NodeId::at(node)));
        }
        self.compute(graph, timing, |pending, source| pending.order.insert(graph.place(source)));
        if let Some(slacks) = &mut self.slacks {
            slacks.settle();
        }
    }

    /// Computes the nodes that were taken out, the last ones in the order of arcs first. `touch` takes those whose required times follow from another one.
    fn compute(&mut self, graph: &TimingGraph, timing: &Timing, touch: impl Fn(&mut Self, NodeId)) {
        let (mut batch, mut work) = (Batch::default(), Again::default());
        while batch.take(graph, Direction::Backward, &mut self.order) {
            self.computed += batch.nodes().len();
            batch.ask_for(graph, Direction::Backward, timing.delays(), &self.times);
            for &node in batch.nodes() {
                self.compute_node((graph, timing), (node, &mut work), &touch);
            }
        }
        if let Some(slacks) = &mut self.slacks {
            slacks.let_go(&mut work);
        }
    }

    fn compute_node(
        &mut self,
        (graph, timing): (&TimingGraph, &Timing),
        (node, work): (NodeId, &mut Again),
        touch: &impl Fn(&mut Self, NodeId),
    ) {
        let end = self.ends.number(node).map_or(&[][..], |end| graph.ends().of(end));
        let here = required_at(timing, graph, end);
        let made = node_required(graph, node, here, (0, &self.times), timing.delays());
        let before = std::mem::replace(&mut self.times[node.index()], made);
        let times = Times { graph, timing, required: &self.times };
        let has_changed =
            self.slacks.as_mut().is_some_and(|slacks| slacks.find_again(times, (node, end), work));
        if before == made && !has_changed {
            return;
        }
        for arc in graph.fanin_range(node) {
            let source = graph.arc_sources()[arc];
            let there = &self.times[source.node().index()];
            let depends = |slacks: &PinSlacks| slacks.depends_on_required(source.node());
            if has_changed
                || self.slacks.as_ref().is_some_and(depends)
                || goes_back(source, [&before, &made], &timing.delays()[arc], there)
            {
                touch(self, source.node());
                ask_for_arcs(graph, source.node());
            }
        }
    }
}

/// Whether a required time may follow from another one at the target of an arc with the same delay: not where both what is required by the arc now and what was before are looser than what is
/// required there in any case.
#[inline]
fn goes_back(
    source: ArcSource,
    [before, made]: [&Quad<Ticks>; 2],
    delay: &Quad<f32>,
    there: &Quad<Ticks>,
) -> bool {
    let mut all = Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (split, to)));
    all.any(|(split, to)| {
        let at = (split as usize, to as usize);
        let (before, made) = (before[at.0][at.1], made[at.0][at.1]);
        let now = there[at.0][source.from(to) as usize];
        let delay = delay[at.0][at.1];
        let time = time_along(delay);
        let is_as_tight = |end: Ticks| {
            end != UNDEFINED && (now == UNDEFINED || tighter_required(split, end - time, now) == end - time)
        };
        source.has(to) && has_signal(delay) && before != made && (is_as_tight(before) || is_as_tight(made))
    })
}
