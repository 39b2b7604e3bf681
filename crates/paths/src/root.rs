//! Where paths end.

use rayon::prelude::*;
use zeroslack_graph::{CheckId, EndpointId, OutputId, PathGroup, TimingGraph, VertexId};
use zeroslack_timing::{EndpointKind, EndpointSlack, Timing, value_at};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, slack};

/// Endpoints that one task takes.
const ENDPOINTS: usize = 2048;

/// Where paths end: one transition of a check or of an output, and what it requires before CPPR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// The endpoint.
    pub endpoint: EndpointId,
    /// What is required.
    pub kind: EndpointKind,
    /// The check; none at an output.
    pub check: Option<CheckId>,
    /// The required times; none at a check.
    pub output: Option<OutputId>,
    /// The data's vertex.
    pub vertex: VertexId,
    /// The same in the graph that is searched: another one where that is a part of the design.
    pub at: VertexId,
    /// The vertex of the clock that captures; none at an output.
    pub capture: Option<VertexId>,
    /// When the data is required, before CPPR.
    pub required: Ticks,
    /// The slack of the worst path.
    pub slack: Ticks,
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
        match (self.check, self.output) {
            (Some(check), _) => graph.check_group(graph.check(check)),
            (None, Some(output)) => graph.output(output).group(),
            (None, None) => PathGroup::Default,
        }
    }

    /// This end with a path of some slack, in which there is some credit.
    pub(crate) fn with_slack(&self, graph: &TimingGraph, slack: Ticks, credit: Ticks) -> EndpointSlack {
        EndpointSlack {
            endpoint: self.endpoint,
            pin: graph.endpoint(self.endpoint).pin,
            kind: self.kind,
            check: self.check,
            output: self.output,
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

fn at_all<I: Iterator<Item = Root>>(graph: &TimingGraph, at: impl Fn(EndpointId) -> I + Sync) -> Vec<Root> {
    let endpoints: Vec<EndpointId> = EndpointId::all(0..graph.endpoints().len()).collect();
    at_each(&endpoints, at)
}

/// The roots at some endpoints.
pub(crate) fn at_each<I: Iterator<Item = Root>>(
    endpoints: &[EndpointId],
    at: impl Fn(EndpointId) -> I + Sync,
) -> Vec<Root> {
    let piece = |endpoints: &[EndpointId]| endpoints.iter().flat_map(|&endpoint| at(endpoint)).collect();
    let pieces: Vec<Vec<Root>> = endpoints.par_chunks(ENDPOINTS).map(piece).collect();
    pieces.concat()
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
        (slack != UNDEFINED).then_some(Root { required, slack, ..root })
    })
}

fn required(graph: &TimingGraph, timing: &Timing, root: &Root) -> Ticks {
    let (row, column) = (root.split() as usize, root.transition() as usize);
    match (root.check, root.output) {
        (Some(check), _) => timing.check_required_before_cppr(graph.check(check), root.transition()),
        (None, Some(output)) => graph.output(output).required[row][column],
        (None, None) => UNDEFINED,
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
    let root = move |vertex: VertexId| {
        let (required, slack) = (UNDEFINED, UNDEFINED);
        Root {
            endpoint: id,
            kind,
            check: None,
            output: None,
            vertex,
            at: vertex,
            capture: None,
            required,
            slack,
        }
    };
    let checks = checks.flat_map(move |id| {
        let check = graph.check(id);
        let end = |vertex| Root { check: Some(id), capture: Some(check.clock), ..root(vertex) };
        check.data.vertices().map(end)
    });
    let outputs = outputs.flat_map(move |id| {
        graph.output(id).node.vertices().map(|vertex| Root { output: Some(id), ..root(vertex) })
    });
    checks.chain(outputs)
}
