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
    /// When the data is required.
    pub required: Ticks,
    /// The slack of the worst path.
    pub slack: Ticks,
}

impl Root {
    /// The node of the data.
    pub fn node(&self) -> u32 {
        self.vertex / 2
    }

    /// The transition of the data.
    pub fn transition(&self) -> Transition {
        Transition::of(self.vertex)
    }

    /// The split of the data.
    pub fn split(&self) -> Split {
        self.kind.split()
    }

    /// This end with a path of some slack.
    pub fn with_slack(&self, slack: Ticks) -> EndpointSlack {
        EndpointSlack {
            endpoint: self.endpoint,
            kind: self.kind,
            check: self.check,
            transition: self.transition(),
            arrival: self.arrival(slack),
            required: self.required,
            slack,
        }
    }

    /// When the data of a path with some slack arrives.
    pub fn arrival(&self, slack: Ticks) -> Ticks {
        match self.split() {
            Split::Early => self.required + slack,
            Split::Late => self.required - slack,
        }
    }
}

/// All ends that a path leads to: endpoints in order, their kinds in the order of [`EndpointKind::ALL`], checks in order, rise
/// before fall. Those of both splits if none is named.
pub fn roots(graph: &TimingGraph, timing: &Timing, split: Option<Split>) -> Vec<Root> {
    let is_wanted = |kind: &EndpointKind| split.is_none_or(|split| kind.split() == split);
    let kinds: Vec<EndpointKind> = EndpointKind::ALL.into_iter().filter(is_wanted).collect();
    let pieces: Vec<Vec<Root>> = graph
        .endpoints()
        .par_chunks(ENDPOINTS)
        .enumerate()
        .map(|(piece, endpoints)| {
            let mut roots = Vec::with_capacity(2 * kinds.len() * endpoints.len());
            for (index, endpoint) in (piece * ENDPOINTS..).zip(endpoints) {
                let is_possible = |kind: &&EndpointKind| match kind {
                    EndpointKind::Check(_) => !endpoint.checks.is_empty(),
                    EndpointKind::Output(_) => endpoint.output.is_some(),
                };
                for &kind in kinds.iter().filter(is_possible) {
                    roots.extend(roots_of(graph, timing, index as u32, kind));
                }
            }
            roots
        })
        .collect();
    pieces.concat()
}

/// The ends of an endpoint in one kind.
pub(crate) fn roots_of(
    graph: &TimingGraph,
    timing: &Timing,
    index: u32,
    kind: EndpointKind,
) -> impl Iterator<Item = Root> {
    let endpoint = &graph.endpoints()[index as usize];
    let split = kind.split() as usize;
    let checks = endpoint.checks.clone().filter(move |&check| {
        let model = graph.checks()[check as usize].model as usize;
        kind == EndpointKind::Check(graph.check_models()[model].kind)
    });
    let output = endpoint.output.filter(|_| matches!(kind, EndpointKind::Output(_)));
    let places = checks.map(|check| (Some(check), 0)).chain(output.map(|output| (None, output)));
    places.flat_map(move |(check, output)| {
        Transition::ALL.into_iter().filter_map(move |transition| {
            let required = match check {
                Some(check) => {
                    let index = check as usize;
                    timing.check_required_before_cppr(&graph.checks()[index], index, transition)
                }
                None => graph.outputs()[output as usize].required[split][transition as usize],
            };
            let arrival = timing.arrivals()[endpoint.node as usize][split][transition as usize];
            let slack = slack(kind.split(), arrival, required);
            let vertex = 2 * endpoint.node + transition as u32;
            (slack != UNDEFINED).then_some(Root { endpoint: index, kind, check, vertex, required, slack })
        })
    })
}
