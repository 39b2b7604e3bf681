//! Where paths end, as the kernels know it.

use zeroslack_graph::{Requirement, TimingGraph, VertexId};
use zeroslack_paths::Root;

use crate::arrays::OF_OUTPUT;

/// Vertex, with the split in the highest bit.
pub(crate) fn packed_vertex(root: &Root) -> u32 {
    (root.split() as u32) << 31 | root.at.0
}

/// The vertex of that.
pub(crate) fn unpacked(vertex: u32) -> VertexId {
    VertexId(vertex & !(1 << 31))
}

/// Where the kernels find what a root requires: 2 × check + transition, or [`OF_OUTPUT`] and 4 × output + lane.
pub(crate) fn source(graph: &TimingGraph, root: &Root) -> u32 {
    let transition = root.transition() as u32;
    match root.by {
        Requirement::Check(check) => {
            assert!(check.index() < graph.checks().len(), "a root of the graph");
            2 * check.0 + transition
        }
        Requirement::Output(output) => OF_OUTPUT | (4 * output.0 + 2 * root.split() as u32 + transition),
    }
}
