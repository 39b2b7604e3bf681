//! Where paths end.

use rayon::prelude::*;
use zeroslack_graph::{EndpointId, NodeId, PathGroup, Requirement, TimingGraph, VertexId};
use zeroslack_timing::{EndpointKind, EndpointSlack, Timing, value_at};
use zeroslack_units::{LATEST_TIME, Split, Ticks, Transition, UNDEFINED, slack};

use crate::flat::FlatPath;

/// Endpoints that one task takes.
const ENDPOINTS: usize = 2048;

/// Where paths end: one transition of a check or of an output, and what it requires before CPPR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// The endpoint.
    pub endpoint: EndpointId,
    /// What is required.
    pub kind: EndpointKind,
    /// What requires it.
    pub by: Requirement,
    /// The data's vertex.
    pub vertex: VertexId,
    /// The same in the graph that is searched: another one where that is a part of the design.
    pub at: VertexId,
    /// The vertex of the clock that captures; none at an output.
    pub capture: Option<VertexId>,
    /// When the edge is that launches the data; 0 where none does.
    pub launched: Ticks,
    /// When the data is required from that edge on, before CPPR. At a latch, the latest time until which data may borrow.
    pub required: Ticks,
    /// How much earlier (late) or later (early) than that the worst path comes: its slack, but at a latch.
    pub slack: Ticks,
    /// How data borrows there; none where it does not, in a design without latches.
    pub borrowing: Option<Borrowing>,
}

/// How paths to an end rank in a design with latches: by slack, and those that borrow by how much they do. Their slack is nothing, however much that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Borrowing {
    /// How much data may borrow at the end.
    pub window: Ticks,
}

impl Borrowing {
    /// Paths that borrow rank between those that fail, and come so much before, and those with a positive slack.
    const FAILING: Ticks = LATEST_TIME;

    /// The slack of a path of some rank.
    pub fn slack(rank: Ticks) -> Ticks {
        if rank < -Self::FAILING { rank + Self::FAILING } else { rank.max(0) }
    }

    /// The highest rank of a path with some slack.
    pub fn highest_rank(slack: Ticks) -> Ticks {
        if slack < 0 { slack.saturating_sub(Self::FAILING) } else { slack }
    }

    /// The rank of a path that comes so much before the latest time at which it may.
    fn rank(self, room: Ticks) -> Ticks {
        if room < 0 { room - Self::FAILING } else { room - self.window }
    }

    /// How much before the latest time a path of some rank comes; of a rank that none has, the most of those that rank lower.
    pub fn room(self, rank: Ticks) -> Ticks {
        if rank >= -self.window {
            rank.saturating_add(self.window)
        } else {
            rank.saturating_add(Self::FAILING).min(-1)
        }
    }
}

impl Root {
    /// The transition of the data.
    pub fn transition(&self) -> Transition {
        self.vertex.transition()
    }

    /// The split of the data.
    pub fn split(&self) -> Split {
        self.kind.split()
    }

    /// The path group.
    pub fn group(&self, graph: &TimingGraph) -> PathGroup {
        self.by.group(graph)
    }

    /// This end with a path to it.
    pub(crate) fn with_path(&self, graph: &TimingGraph, path: &FlatPath<'_>) -> EndpointSlack {
        EndpointSlack {
            endpoint: self.endpoint,
            pin: graph.endpoint(self.endpoint).pin,
            kind: self.kind,
            by: self.by,
            transition: self.transition(),
            arrival: path.arrival,
            required: path.required,
            slack: path.slack,
        }
    }

    /// What paths are ordered by that come so much before the latest time at which they may (late), or after the earliest: the slack, but in a design with
    /// latches.
    #[inline]
    pub(crate) fn rank(&self, room: Ticks) -> Ticks {
        self.borrowing.map_or(room, |borrowing| borrowing.rank(room))
    }

    /// How much a path of some rank comes before the latest time at which it may (late), or after the earliest.
    #[inline]
    pub(crate) fn room(&self, rank: Ticks) -> Ticks {
        self.borrowing.map_or(rank, |borrowing| borrowing.room(rank))
    }

    /// The rank of the worst path.
    #[inline]
    pub(crate) fn worst_rank(&self) -> Ticks {
        self.rank(self.slack)
    }

    /// When the data of a path of some rank arrives, in whose slack there is some credit.
    pub(crate) fn arrival(&self, rank: Ticks, credit: Ticks) -> Ticks {
        match self.split() {
            Split::Early => self.launched + self.required - credit + self.room(rank),
            Split::Late => self.launched + self.required + credit - self.room(rank),
        }
    }

    /// When data is required that arrives at some time, with some slack.
    pub(crate) fn required_of(&self, arrival: Ticks, slack: Ticks) -> Ticks {
        match self.split() {
            Split::Early => arrival - slack,
            Split::Late => arrival + slack,
        }
    }
}

/// All ends that a path leads to: endpoints in order, their kinds in the order of [`EndpointKind::ALL`], checks in order, rise
/// before fall. Those of both splits if none is named.
pub fn roots(graph: &TimingGraph, timing: &Timing, split: Option<Split>) -> Vec<Root> {
    let mut roots = Vec::new();
    enter_roots(graph, timing, split, &mut roots);
    roots
}

/// The same in place of earlier roots.
pub(crate) fn enter_roots(graph: &TimingGraph, timing: &Timing, split: Option<Split>, roots: &mut Vec<Root>) {
    enter_each(&endpoints(graph), |endpoint| roots_at(graph, timing, endpoint, split), roots);
}

/// The same before anything is timed: `required` and `slack` are [`UNDEFINED`], and some of the ends may stay without a path.
pub fn ends(graph: &TimingGraph, split: Option<Split>) -> Vec<Root> {
    let mut ends = Vec::new();
    enter_each(&endpoints(graph), |endpoint| ends_at(graph, endpoint, split), &mut ends);
    ends
}

fn endpoints(graph: &TimingGraph) -> Vec<EndpointId> {
    EndpointId::all(0..graph.endpoints().len()).collect()
}

/// The roots at some endpoints, in place of earlier ones.
pub(crate) fn enter_each<I: Iterator<Item = Root>>(
    endpoints: &[EndpointId],
    at: impl Fn(EndpointId) -> I + Sync,
    roots: &mut Vec<Root>,
) {
    let piece = |endpoints: &[EndpointId]| endpoints.iter().flat_map(|&endpoint| at(endpoint)).collect();
    let pieces: Vec<Vec<Root>> = endpoints.par_chunks(ENDPOINTS).map(piece).collect();
    roots.clear();
    roots.reserve(pieces.iter().map(Vec::len).sum());
    pieces.iter().for_each(|piece| roots.extend_from_slice(piece));
}

/// The ends of an endpoint that a path leads to.
pub(crate) fn roots_at(
    graph: &TimingGraph,
    timing: &Timing,
    endpoint: EndpointId,
    split: Option<Split>,
) -> impl Iterator<Item = Root> {
    ends_at(graph, endpoint, split).filter_map(|root| {
        let required = required(graph, timing, &root);
        let arrival = value_at(timing.arrivals(), root.vertex, root.split());
        let slack = slack(root.split(), arrival, required);
        (slack != UNDEFINED).then(|| Root {
            required,
            slack,
            borrowing: borrowing(graph, timing, &root),
            ..root
        })
    })
}

/// How data borrows at an end.
fn borrowing(graph: &TimingGraph, timing: &Timing, root: &Root) -> Option<Borrowing> {
    if graph.latches().openings().is_empty() {
        return None;
    }
    let window = root.by.check().and_then(|id| {
        let window = timing.borrow_window(graph, (graph.check(id), id), root.transition())?;
        Some(window.width().min(LATEST_TIME))
    });
    Some(Borrowing { window: window.unwrap_or(0) })
}

fn required(graph: &TimingGraph, timing: &Timing, root: &Root) -> Ticks {
    let (row, column) = (root.split() as usize, root.transition() as usize);
    match root.by {
        Requirement::Check(id) => {
            timing.check_required_before_cppr(graph, (graph.check(id), id), root.transition())
        }
        Requirement::Output(output) => graph.output(output).required[row][column],
    }
}

/// All ends of an endpoint.
fn ends_at(graph: &TimingGraph, endpoint: EndpointId, split: Option<Split>) -> impl Iterator<Item = Root> {
    let what = graph.endpoint(endpoint);
    let (has_checks, has_outputs) = (what.checks().len() > 0, what.outputs().len() > 0);
    let is_possible = move |kind: &EndpointKind| {
        let is_there = match kind {
            EndpointKind::Check(_) => has_checks,
            EndpointKind::Output(_) => has_outputs,
        };
        is_there && split.is_none_or(|split| kind.split() == split)
    };
    let kinds = EndpointKind::ALL.into_iter().filter(is_possible);
    kinds.flat_map(move |kind| ends_of(graph, endpoint, kind))
}

/// The ends of an endpoint in one kind.
fn ends_of(graph: &TimingGraph, id: EndpointId, kind: EndpointKind) -> impl Iterator<Item = Root> {
    let endpoint = graph.endpoint(id);
    let checks = endpoint
        .checks()
        .filter(move |&check| kind == EndpointKind::Check(graph.check_kind(graph.check(check))));
    let is_output = matches!(kind, EndpointKind::Output(_));
    let outputs = endpoint.outputs().filter(move |_| is_output);
    let both = move |by: Requirement, node: NodeId, capture: Option<VertexId>| {
        let (required, slack) = (UNDEFINED, UNDEFINED);
        node.vertices().map(|vertex| Root {
            endpoint: id,
            kind,
            by,
            vertex,
            at: vertex,
            capture,
            launched: graph.launch_time(vertex),
            required,
            slack,
            borrowing: None,
        })
    };
    let checks = checks.flat_map(move |id| {
        let check = graph.check(id);
        both(Requirement::Check(id), check.data, Some(check.clock))
    });
    let outputs = outputs.flat_map(move |id| both(Requirement::Output(id), graph.output(id).node, None));
    checks.chain(outputs)
}
