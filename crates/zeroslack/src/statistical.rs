//! What statistical timing asks of a timed design.

use zeroslack_graph::{ArcId, Requirement, VertexId, capture_distance};
use zeroslack_paths::{FlatPath, Root, trace};
use zeroslack_ssta::PathArcs;
use zeroslack_units::{Split, Ticks, Transition};

use crate::timed::Timed;

impl<'s> Timed<'s> {
    /// How long after the launch of the data at a vertex the capture comes that requires something of it, by the edges of both clocks; 0 where a required time is stated without a clock. When all periods
    /// are scaled, so is this.
    pub fn capture_distance(self, by: Requirement, data: VertexId, split: Split) -> Ticks {
        let graph = self.graph();
        let capture = match by {
            Requirement::Check(check) => graph.launch_edge(graph.check(check).clock),
            Requirement::Output(output) => graph.output(output).capture,
        };
        let launch = graph.launch_edge(data);
        capture.map_or(0, |capture| capture_distance(&self.constraints().clocks, launch, capture, split))
    }

    /// The arcs of a path that was found: those of the launching clock's trace, of the data, and of the capturing clock's trace.
    pub(crate) fn path_arcs(self, root: &Root, path: FlatPath<'_>) -> PathArcs {
        let (graph, timing, split) = (self.graph(), self.timing(), root.split());
        let traced = |vertex: VertexId, split: Split| -> Vec<(ArcId, Transition)> {
            let trace = trace(graph, timing, vertex, split).into_iter();
            trace.filter_map(|(vertex, arc)| Some((arc?, vertex.transition()))).collect()
        };
        let is_launched = path.arcs.get(1).is_some_and(|&arc| graph.is_launch(arc));
        let mut data = if is_launched { traced(path.vertices[0], split) } else { Vec::new() };
        let steps = path.arcs.iter().zip(path.vertices).skip(1);
        data.extend(steps.map(|(&arc, vertex)| (arc, vertex.transition())));
        let check = root.by.check().map(|check| graph.check(check));
        let capture = check.map_or(Vec::new(), |check| traced(check.clock, split.opposite()));
        let (by, target) = (root.by, root.vertex);
        PathArcs { endpoint: root.endpoint, split, by, target, data, capture, slack: path.slack }
    }
}
