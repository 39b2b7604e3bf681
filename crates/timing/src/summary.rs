//! Slack at endpoints, and what it sums up to.

use std::collections::BTreeMap;

use rayon::prelude::*;
use zeroslack_graph::{CheckKind, EndpointId, PathGroup, Requirement, TimingGraph, VertexId};
use zeroslack_netlist::PinId;
use zeroslack_sdc::ClockId;
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, slack};

use crate::timed_graph::value_at;
use crate::timing::Timing;

/// What an endpoint requires of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndpointKind {
    /// A check of a cell.
    Check(CheckKind),
    /// The required time of an output port: late for the latest, early for the earliest arrival.
    Output(Split),
}

impl EndpointKind {
    /// All kinds, in the order of reports.
    pub const ALL: [Self; 6] = [
        Self::Check(CheckKind::Setup),
        Self::Check(CheckKind::Recovery),
        Self::Output(Split::Late),
        Self::Check(CheckKind::Hold),
        Self::Check(CheckKind::Removal),
        Self::Output(Split::Early),
    ];

    /// Its place in [`EndpointKind::ALL`].
    pub fn index(self) -> usize {
        match self {
            Self::Check(CheckKind::Setup) => 0,
            Self::Check(CheckKind::Recovery) => 1,
            Self::Output(Split::Late) => 2,
            Self::Check(CheckKind::Hold) => 3,
            Self::Check(CheckKind::Removal) => 4,
            Self::Output(Split::Early) => 5,
        }
    }

    /// The split of the data.
    pub fn split(self) -> Split {
        match self {
            Self::Check(kind) => kind.split(),
            Self::Output(split) => split,
        }
    }

    /// `setup`, `hold`, `recovery`, `removal`, `output late`, `output early`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Check(kind) => kind.name(),
            Self::Output(Split::Late) => "output late",
            Self::Output(Split::Early) => "output early",
        }
    }
}

/// The worst slack of an endpoint among some of what it requires: in one kind, or in one path group. Its ids are those of the graph it was
/// found on, and of no other that is built later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndpointSlack {
    /// The endpoint.
    pub endpoint: EndpointId,
    /// Its pin, which stays what it is.
    pub pin: PinId,
    /// What is required.
    pub kind: EndpointKind,
    /// What requires it.
    pub by: Requirement,
    /// The transition of the data.
    pub transition: Transition,
    /// When the data arrives.
    pub arrival: Ticks,
    /// When it is required.
    pub required: Ticks,
    /// Required less arrival for late, arrival less required for early.
    pub slack: Ticks,
}

/// The endpoints of one kind, summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The kind.
    pub kind: EndpointKind,
    /// Endpoints with a slack of this kind.
    pub endpoints: usize,
    /// Those where it is negative.
    pub failing: usize,
    /// The worst slack, positive or negative.
    pub worst_slack: Ticks,
    /// The sum of the negative ones, each endpoint's worst (TNS); a sum that is less than [`Ticks::MIN`], some 15 minutes, is that.
    pub total_negative_slack: Ticks,
}

impl Summary {
    /// The worst slack if it is negative, 0 otherwise (WNS).
    pub fn worst_negative_slack(&self) -> Ticks {
        self.worst_slack.min(0)
    }
}

/// Endpoints with the worst slack of each, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlackSum {
    /// Endpoints with a slack.
    pub endpoints: usize,
    /// Those where it is negative.
    pub failing: usize,
    /// The worst slack, positive or negative; none without endpoints.
    pub worst_slack: Option<Ticks>,
    /// The sum of the negative ones (TNS), as [`Summary::total_negative_slack`].
    pub total_negative_slack: Ticks,
}

impl SlackSum {
    /// Of slacks of which those of an endpoint follow each other.
    pub fn of(slacks: &[EndpointSlack]) -> Self {
        let mut sum = Self::default();
        for of_endpoint in slacks.chunk_by(|a, b| a.endpoint == b.endpoint) {
            let Some(worst) = of_endpoint.iter().map(|end| end.slack).min() else { continue };
            sum.endpoints += 1;
            sum.failing += usize::from(worst < 0);
            sum.worst_slack = Some(sum.worst_slack.map_or(worst, |known| known.min(worst)));
            sum.total_negative_slack = sum.total_negative_slack.saturating_add(worst.min(0));
        }
        sum
    }

    /// The worst slack if it is negative, 0 otherwise (WNS).
    pub fn worst_negative_slack(&self) -> Ticks {
        self.worst_slack.map_or(0, |worst| worst.min(0))
    }
}

impl EndpointSlack {
    /// The first path group of the check or the output.
    pub fn group(&self, graph: &TimingGraph) -> PathGroup {
        self.by.group(graph)
    }

    /// The vertex of the data.
    pub fn vertex(&self, graph: &TimingGraph) -> VertexId {
        self.by.node(graph).vertex(self.transition)
    }

    /// The order of equals: by transition, then by check or output.
    fn is_worse_than(&self, other: &Self) -> bool {
        let key = |end: &Self| (end.slack, end.transition, end.by);
        key(self) < key(other)
    }
}

/// Endpoints that one task takes.
const ENDPOINTS: usize = 2048;

/// Every endpoint's worst slack in each kind it has, in the order of endpoints, then of kinds.
pub fn endpoint_slacks(graph: &TimingGraph, timing: &Timing) -> Vec<EndpointSlack> {
    of_all(graph, |endpoint, slacks| slacks.extend(worst_slacks_of(graph, timing, endpoint)))
}

/// The worst slack of an endpoint in each kind it has, in the order of kinds.
pub fn worst_slacks_of(
    graph: &TimingGraph,
    timing: &Timing,
    endpoint: EndpointId,
) -> impl Iterator<Item = EndpointSlack> + use<> {
    let mut worst = [None; EndpointKind::ALL.len()];
    for end in slacks_of(graph, timing, endpoint) {
        keep_worse(&mut worst[end.kind.index()], end);
    }
    worst.into_iter().flatten()
}

/// Every endpoint's worst slack in each split and path group it has, with the group, in the order of endpoints, then of splits, then of groups. What is in several groups counts in
/// each of them.
pub fn group_slacks(graph: &TimingGraph, timing: &Timing) -> Vec<(PathGroup, EndpointSlack)> {
    of_all(graph, |endpoint, slacks| {
        let mut worst: Vec<((Split, PathGroup), Option<EndpointSlack>)> = Vec::new();
        for end in slacks_of(graph, timing, endpoint) {
            for &group in end.by.groups(graph) {
                let key = (end.kind.split(), group);
                let place = worst.binary_search_by_key(&key, |&(key, _)| key).unwrap_or_else(|place| {
                    worst.insert(place, (key, None));
                    place
                });
                keep_worse(&mut worst[place].1, end);
            }
        }
        slacks.extend(worst.into_iter().filter_map(|((_, group), end)| Some((group, end?))));
    })
}

/// The worst slack of paths from one clock to another, in a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossingSlack {
    /// The clock that launches; none for what no clock does.
    pub launch: Option<ClockId>,
    /// The clock that captures; none where no clock does.
    pub capture: Option<ClockId>,
    /// Early or late.
    pub split: Split,
    /// Endpoints with a slack of such paths.
    pub endpoints: usize,
    /// Those where it is negative.
    pub failing: usize,
    /// The worst.
    pub worst: EndpointSlack,
}

/// The worst slack of each pair of a launching and a capturing clock, in the order of the clocks, then of splits.
pub fn crossing_slacks(graph: &TimingGraph, timing: &Timing) -> Vec<CrossingSlack> {
    type Key = (Option<ClockId>, Option<ClockId>, Split);
    let key = |end: &EndpointSlack| -> Key {
        let capture = match end.by {
            Requirement::Check(check) => graph.launch_edge(graph.check(check).clock),
            Requirement::Output(output) => graph.output(output).capture,
        };
        let launch = graph.launch_edge(end.vertex(graph));
        (launch.map(|edge| edge.clock), capture.map(|edge| edge.clock), end.kind.split())
    };
    let of_endpoints = of_all(graph, |endpoint, slacks| {
        let mut worst: BTreeMap<Key, Option<EndpointSlack>> = BTreeMap::new();
        for end in slacks_of(graph, timing, endpoint) {
            keep_worse(worst.entry(key(&end)).or_default(), end);
        }
        slacks.extend(worst.into_iter().filter_map(|(key, end)| Some((key, end?))));
    });
    let mut crossings: BTreeMap<Key, CrossingSlack> = BTreeMap::new();
    for (key @ (launch, capture, split), end) in of_endpoints {
        let none = CrossingSlack { launch, capture, split, endpoints: 0, failing: 0, worst: end };
        let crossing = crossings.entry(key).or_insert(none);
        crossing.endpoints += 1;
        crossing.failing += usize::from(end.slack < 0);
        if end.slack < crossing.worst.slack {
            crossing.worst = end;
        }
    }
    crossings.into_values().collect()
}

fn keep_worse(worst: &mut Option<EndpointSlack>, end: EndpointSlack) {
    if worst.is_none_or(|worst| end.is_worse_than(&worst)) {
        *worst = Some(end);
    }
}

/// What `add` finds of each endpoint, in order.
fn of_all<T: Copy + Send + Sync>(
    graph: &TimingGraph,
    add: impl Fn(EndpointId, &mut Vec<T>) + Sync,
) -> Vec<T> {
    let endpoints: Vec<EndpointId> = EndpointId::all(0..graph.endpoints().len()).collect();
    let piece = |endpoints: &[EndpointId]| {
        let mut slacks = Vec::with_capacity(2 * endpoints.len());
        endpoints.iter().for_each(|&endpoint| add(endpoint, &mut slacks));
        slacks
    };
    let pieces: Vec<Vec<T>> = endpoints.par_chunks(ENDPOINTS).map(piece).collect();
    pieces.concat()
}

/// The slack of each transition at each check and output of an endpoint: for every pair of launching and capturing clock edges its own.
pub fn slacks_of<'a>(
    graph: &'a TimingGraph,
    timing: &'a Timing,
    endpoint: EndpointId,
) -> impl Iterator<Item = EndpointSlack> + 'a {
    let (what, pin) = (graph.endpoint(endpoint), graph.endpoint(endpoint).pin);
    let end = move |by: Requirement, kind: EndpointKind, transition: Transition, required: Ticks| {
        let split = kind.split();
        let vertex = by.node(graph).vertex(transition);
        let arrival = value_at(timing.arrivals(), vertex, split);
        let slack = slack(split, arrival, required);
        (slack != UNDEFINED).then(|| {
            let launched = graph.launch_time(vertex);
            let (arrival, required) = (arrival + launched, required + launched);
            EndpointSlack { endpoint, pin, kind, by, transition, arrival, required, slack }
        })
    };
    let checks = what.checks().flat_map(move |id| {
        let check = graph.check(id);
        let kind = EndpointKind::Check(graph.check_kind(check));
        Transition::ALL.into_iter().filter_map(move |transition| {
            let required = timing.check_required(graph, (check, id), transition);
            end(Requirement::Check(id), kind, transition, required)
        })
    });
    let outputs = what.outputs().flat_map(move |id| {
        let output = graph.output(id);
        Split::ALL.into_iter().flat_map(move |split| {
            Transition::ALL.into_iter().filter_map(move |transition| {
                let required = output.required[split as usize][transition as usize];
                end(Requirement::Output(id), EndpointKind::Output(split), transition, required)
            })
        })
    });
    checks.chain(outputs)
}

/// The kinds that occur, summed up over endpoints.
pub fn summarize(slacks: &[EndpointSlack]) -> Vec<Summary> {
    let mut summaries = Vec::new();
    for kind in EndpointKind::ALL {
        let mut of_kind =
            slacks.iter().filter(|slack| slack.kind == kind).map(|slack| slack.slack).peekable();
        let Some(&first) = of_kind.peek() else { continue };
        let mut summary =
            Summary { kind, endpoints: 0, failing: 0, worst_slack: first, total_negative_slack: 0 };
        for slack in of_kind {
            summary.endpoints += 1;
            summary.failing += usize::from(slack < 0);
            summary.worst_slack = summary.worst_slack.min(slack);
            summary.total_negative_slack = summary.total_negative_slack.saturating_add(slack.min(0));
        }
        summaries.push(summary);
    }
    summaries
}
