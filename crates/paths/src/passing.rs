//! What constrained paths have to pass.

use zeroslack_graph::{EndpointId, NodeId, OutputId, TimingGraph, VertexId};

use crate::root::Root;

/// What paths have to pass, in vertices of the graph that is searched, and of no other that is built later. Lists are sorted and without equals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passing {
    /// Where they start: at a clock's vertex that launches, or where an arrival is stated. Anywhere if none.
    pub from: Option<Vec<VertexId>>,
    /// What they pass from the start on, one set after the other, each at another vertex.
    pub through: Vec<Vec<VertexId>>,
    /// Where they end. Anywhere if none.
    pub to: Option<Ends>,
}

/// Where constrained paths end: at one of the vertices, at a check against one of the clock's, or at one of the required times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// Vertices of data.
    pub data: Vec<VertexId>,
    /// Vertices of clocks that capture.
    pub captures: Vec<VertexId>,
    /// Required times at output ports.
    pub outputs: Vec<OutputId>,
}

impl Passing {
    /// Paths that end at some endpoints, which are in order.
    pub fn ending_at(graph: &TimingGraph, endpoints: &[EndpointId]) -> Self {
        let nodes = endpoints.iter().map(|&endpoint| graph.endpoint(endpoint)).flat_map(|endpoint| {
            let checked = endpoint.checks().map(|check| graph.check(check).data);
            checked.chain(endpoint.outputs().map(|output| graph.output(output).node))
        });
        let mut data: Vec<VertexId> = nodes.flat_map(NodeId::vertices).collect();
        data.sort_unstable();
        data.dedup();
        Self { to: Some(Ends { data, ..Ends::default() }), ..Self::default() }
    }

    /// Whether anything is asked for.
    pub fn is_free(&self) -> bool {
        self.from.is_none() && self.through.is_empty() && self.to.is_none()
    }

    /// Whether a path may start at a vertex.
    pub(crate) fn starts_at(&self, vertex: VertexId) -> bool {
        self.from.as_ref().is_none_or(|from| has(from, vertex))
    }

    /// Whether a path may end at a root.
    pub(crate) fn ends_at(&self, root: &Root) -> bool {
        self.to.as_ref().is_none_or(|ends| {
            has(&ends.data, root.vertex)
                || root.capture.is_some_and(|capture| has(&ends.captures, capture))
                || root.by.output().is_some_and(|output| has(&ends.outputs, output))
        })
    }

    /// The nodes where paths may end, if any are named.
    pub(crate) fn end_nodes(&self, graph: &TimingGraph) -> Option<Vec<NodeId>> {
        let ends = self.to.as_ref()?;
        let captured = graph.checks().iter().filter(|check| has(&ends.captures, check.clock));
        let captured = captured.map(|check| check.data);
        let outputs = ends.outputs.iter().map(|&output| graph.output(output).node);
        let data = ends.data.iter().map(|vertex| vertex.node()).chain(outputs);
        let mut nodes: Vec<NodeId> =
            if ends.captures.is_empty() { data.collect() } else { data.chain(captured).collect() };
        nodes.sort_unstable();
        nodes.dedup();
        Some(nodes)
    }

    /// How many sets there are to pass.
    pub(crate) fn stages(&self) -> u32 {
        self.through.len() as u32
    }

    /// How many sets are passed after a vertex that is reached with `stage` of them passed.
    pub(crate) fn stage_after(&self, stage: u32, vertex: VertexId) -> u32 {
        let passes = self.through.get(stage as usize).is_some_and(|set| has(set, vertex));
        stage + u32::from(passes)
    }
}

fn has<T: Ord>(sorted: &[T], one: T) -> bool {
    sorted.binary_search(&one).is_ok()
}
