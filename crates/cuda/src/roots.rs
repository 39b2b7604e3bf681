//! Where paths end, in the order in which ties go.

use zeroslack_graph::TimingGraph;
use zeroslack_timing::EndpointKind;
use zeroslack_units::{Transition, UNDEFINED};

/// A place where paths end: one transition of a check or of an output, in one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathRoot {
    /// Index into [`TimingGraph::endpoints`].
    pub endpoint: u32,
    /// The kind.
    pub kind: EndpointKind,
    /// The check, none at an output.
    pub check: Option<u32>,
    /// The transition of the data.
    pub transition: Transition,
}

/// Set in the source of a root that is an output: OF_OUTPUT in `kernels/search_arrays.h`.
const OF_OUTPUT: u32 = 1 << 31;

/// Roots, and what the kernels know of each.
#[derive(Debug, Default)]
pub(crate) struct Roots {
    pub(crate) roots: Vec<PathRoot>,
    /// Vertex, with the split in the highest bit.
    pub(crate) vertices: Vec<u32>,
    /// 2 × check + transition, or [`OF_OUTPUT`] and 4 × output + lane.
    pub(crate) sources: Vec<u32>,
}

impl Roots {
    /// By endpoint, by kind in the order of [`EndpointKind::ALL`], by check, rise before fall.
    pub(crate) fn new(graph: &TimingGraph) -> Self {
        let mut roots = Self::default();
        for (index, endpoint) in graph.endpoints().iter().enumerate() {
            for kind in EndpointKind::ALL {
                match endpoint.output {
                    Some(output) => roots.add_output(graph, index as u32, output, kind),
                    None => roots.add_checks(graph, index as u32, kind),
                }
            }
        }
        roots
    }

    fn add_checks(&mut self, graph: &TimingGraph, index: u32, kind: EndpointKind) {
        let endpoint = &graph.endpoints()[index as usize];
        for number in endpoint.checks.clone() {
            let check = &graph.checks()[number as usize];
            if kind != EndpointKind::Check(graph.check_models()[check.model as usize].kind) {
                continue;
            }
            for transition in Transition::ALL.into_iter().filter(|&to| check.has[to as usize]) {
                let root = PathRoot { endpoint: index, kind, check: Some(number), transition };
                self.add(root, endpoint.node, 2 * number + transition as u32);
            }
        }
    }

    fn add_output(&mut self, graph: &TimingGraph, index: u32, output: u32, kind: EndpointKind) {
        let EndpointKind::Output(split) = kind else { return };
        let stated = &graph.outputs()[output as usize];
        for transition in Transition::ALL {
            if stated.required[split as usize][transition as usize] == UNDEFINED {
                continue;
            }
            let lane = 2 * split as u32 + transition as u32;
            let root = PathRoot { endpoint: index, kind, check: None, transition };
            self.add(root, stated.node, OF_OUTPUT | (4 * output + lane));
        }
    }

    fn add(&mut self, root: PathRoot, node: u32, source: u32) {
        self.vertices.push((root.kind.split() as u32) << 31 | (2 * node + root.transition as u32));
        self.sources.push(source);
        self.roots.push(root);
    }
}
