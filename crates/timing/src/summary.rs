//! Slack at endpoints, and what it sums up to.

use zeroslack_graph::{CheckKind, Endpoint, TimingGraph};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, slack, tighter_required};

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

/// The worst slack of an endpoint in one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndpointSlack {
    /// Index into [`TimingGraph::endpoints`].
    pub endpoint: u32,
    /// What is required.
    pub kind: EndpointKind,
    /// The check, as an index into [`TimingGraph::checks`]; none at an output.
    pub check: Option<u32>,
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
    /// The sum of the negative ones, each endpoint's worst (TNS).
    pub total_negative_slack: Ticks,
}

impl Summary {
    /// The worst slack if it is negative, 0 otherwise (WNS).
    pub fn worst_negative_slack(&self) -> Ticks {
        self.worst_slack.min(0)
    }
}

/// Every endpoint's worst slack in each kind it has, in the order of endpoints.
pub fn endpoint_slacks(graph: &TimingGraph, timing: &Timing) -> Vec<EndpointSlack> {
    let mut slacks = Vec::with_capacity(2 * graph.endpoints().len());
    for (index, endpoint) in graph.endpoints().iter().enumerate() {
        for kind in EndpointKind::ALL {
            slacks.extend(worst_of(graph, timing, index as u32, endpoint, kind));
        }
    }
    slacks
}

/// The worst over transitions and checks; of equals the first transition, the first check.
fn worst_of(
    graph: &TimingGraph,
    timing: &Timing,
    index: u32,
    endpoint: &Endpoint,
    kind: EndpointKind,
) -> Option<EndpointSlack> {
    let split = kind.split();
    let mut worst: Option<EndpointSlack> = None;
    for transition in Transition::ALL {
        let arrival = timing.arrivals()[endpoint.node as usize][split as usize][transition as usize];
        let (required, check) = required(graph, timing, endpoint, kind, transition);
        let slack = slack(split, arrival, required);
        if slack != UNDEFINED && worst.is_none_or(|worst| slack < worst.slack) {
            worst =
                Some(EndpointSlack { endpoint: index, kind, check, transition, arrival, required, slack });
        }
    }
    worst
}

/// (required time, the check that requires it).
fn required(
    graph: &TimingGraph,
    timing: &Timing,
    endpoint: &Endpoint,
    kind: EndpointKind,
    transition: Transition,
) -> (Ticks, Option<u32>) {
    let EndpointKind::Check(kind) = kind else {
        let output = endpoint.output.map(|output| &graph.outputs()[output as usize]);
        let split = kind.split();
        return (
            output.map_or(UNDEFINED, |output| output.required[split as usize][transition as usize]),
            None,
        );
    };
    let mut tightest = (UNDEFINED, None);
    for index in endpoint.checks.clone() {
        let check = &graph.checks()[index as usize];
        if graph.check_models()[check.model as usize].kind == kind {
            let required = timing.check_required(check, index as usize, transition);
            if tighter_required(check.split, tightest.0, required) != tightest.0 {
                tightest = (required, Some(index));
            }
        }
    }
    tightest
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
            summary.total_negative_slack += slack.min(0);
        }
        summaries.push(summary);
    }
    summaries
}
