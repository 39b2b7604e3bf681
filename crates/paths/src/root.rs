//! Where paths end.

use rayon::prelude::*;
use zeroslack_graph::TimingGraph;
use zeroslack_timing::{EndpointKind, EndpointSlack, Timing};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, slack};

/// Endpoints that one task takes.
const ENDPOINTS: usize = 2048;

/// Where paths end: one transition of a check or of an output, and what it requires before CPPR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// Index into [`TimingGraph::endpoints`].
    pub endpoint: u32,
    /// What is required.
    pub kind: EndpointKind,
    /// The check, as an index into [`TimingGraph::checks`]; none at an output.
    pub check: Option<u32>,
    /// The data's vertex: `2 × node`, plus 1 for a fall.
    pub vertex: u32,
    /// The same in the graph that is searched: another one where that is a part of the design.
    pub at: u32,
    /// The vertex of the clock that captures; none at an output.
    pub capture: Option<u32>,
    /// When the data is required, before CPPR.
    pub required: Ticks,
    /// The slack of the worst path.
    pub slack: Ticks,
}

impl Root {
    /// The transition of the data.
    pub fn transition(&self) -> Transition {
        Transition::of(self.vertex)
    }

    /// The split of the data.
    pub fn split(&self) -> Split {
        self.kind.split()
    }

    /// This end with a path of some slack, in which there is some credit.
    pub(crate) fn with_slack(&self, slack: Ticks, credit: Ticks) -> EndpointSlack {
        EndpointSlack {
            endpoint: self.endpoint,
            kind: self.kind,
            check: self.check,
            transition: self.transition(),
            arrival: self.arrival(slack, credit),
            required: self.required_with(credit),
            slack,
        }
    }

    /// When data with some credit is required.
    pub(crate) fn required_with(&self, credit: Ticks) -> Ticks {
        match self.split() {
            Split::Early => self.required - credit,
            Split::Late => self.required + credit,
        }
    }

    /// When the data of a path arrives.
    pub(crate) fn arrival(&self, slack: Ticks, credit: Ticks) -> Ticks {
        match self.split() {
            Split::Early => self.required_with(credit) + slack,
            Split::Late => self.required_with(credit) - slack,
        }
    }
}

/// All ends that a path leads to: endpoints in order, their kinds in the order of [`EndpointKind::ALL`], checks in order, rise
/// before fall. Those of both splits if none is named.
pub fn roots(graph: &TimingGraph, timing: &Timing, split: Option<Split>) -> Vec<Root> {
    at_all(graph, |endpoint| roots_at(graph, timing, endpoint, split))
}

/// The same before anything is timed: `required` and `slack` are [`UNDEFINED`], and some of the ends may stay without a path.
pub fn ends(graph: &TimingGraph, split: Option<Split>) -> Vec<Root> {
    at_all(graph, |endpoint| ends_at(graph, endpoint, split))
}

fn at_all<I: Iterator<Item = Root>>(graph: &TimingGraph, at: impl Fn(u32) -> I + Sync) -> Vec<Root> {
    let endpoints: Vec<u32> = (0..graph.endpoints().len() as u32).collect();
    at_each(&endpoints, at)
}

/// The roots at some endpoints.
pub(crate) fn at_each<I: Iterator<Item = Root>>(
    endpoints: &[u32],
    at: impl Fn(u32) -> I + Sync,
) -> Vec<Root> {
    let piece = |endpoints: &[u32]| endpoints.iter().flat_map(|&endpoint| at(endpoint)).collect();
    let pieces: Vec<Vec<Root>> = endpoints.par_chunks(ENDPOINTS).map(piece).collect();
    pieces.concat()
}

/// The ends of an endpoint that a path leads to.
pub(crate) fn roots_at(
    graph: &TimingGraph,
    timing: &Timing,
    endpoint: u32,
    split: Option<Split>,
) -> impl Iterator<Item = Root> {
    ends_at(graph, endpoint, split).filter_map(|root| {
        let required = required(graph, timing, &root);
        let (node, split) = (root.vertex as usize / 2, root.split());
        let arrival = timing.arrivals()[node][split as usize][root.transition() as usize];
        let slack = slack(split, arrival, required);
        (slack != UNDEFINED).then_some(Root { required, slack, ..root })
    })
}

fn required(graph: &TimingGraph, timing: &Timing, root: &Root) -> Ticks {
    let (row, column) = (root.split() as usize, root.transition() as usize);
    match (root.check, graph.endpoints()[root.endpoint as usize].output) {
        (Some(check), _) => {
            let index = check as usize;
            timing.check_required_before_cppr(&graph.checks()[index], index, root.transition())
        }
        (None, Some(output)) => graph.outputs()[output as usize].required[row][column],
        (None, None) => UNDEFINED,
    }
}

/// The endpoint at a node.
pub(crate) fn endpoint_at(graph: &TimingGraph, node: u32) -> Option<u32> {
    let pin = |node: u32| graph.node_pins()[node as usize];
    let found = graph.endpoints().binary_search_by_key(&pin(node), |endpoint| pin(endpoint.node));
    found.ok().map(|index| index as u32)
}

/// All ends of an endpoint.
fn ends_at(graph: &TimingGraph, endpoint: u32, split: Option<Split>) -> impl Iterator<Item = Root> {
    let what = &graph.endpoints()[endpoint as usize];
    let (has_checks, has_output) = (!what.checks.is_empty(), what.output.is_some());
    let is_possible = move |kind: &EndpointKind| {
        let is_there = match kind {
            EndpointKind::Check(_) => has_checks,
            EndpointKind::Output(_) => has_output,
        };
        is_there && split.is_none_or(|split| kind.split() == split)
    };
    let kinds = EndpointKind::ALL.into_iter().filter(is_possible);
    kinds.flat_map(move |kind| ends_of(graph, endpoint, kind))
}

/// The ends of an endpoint in one kind.
fn ends_of(graph: &TimingGraph, index: u32, kind: EndpointKind) -> impl Iterator<Item = Root> {
    let endpoint = &graph.endpoints()[index as usize];
    let checks = endpoint.checks.clone().filter(move |&check| {
        let model = graph.checks()[check as usize].model as usize;
        kind == EndpointKind::Check(graph.check_models()[model].kind)
    });
    let output = endpoint.output.filter(|_| matches!(kind, EndpointKind::Output(_)));
    checks.map(Some).chain(output.map(|_| None)).flat_map(move |check| {
        let capture = check.map(|check| graph.checks()[check as usize].clock);
        Transition::ALL.map(|transition| {
            let vertex = 2 * endpoint.node + transition as u32;
            let (required, slack) = (UNDEFINED, UNDEFINED);
            Root { endpoint: index, kind, check, vertex, at: vertex, capture, required, slack }
        })
    })
}
