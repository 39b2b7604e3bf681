//! What statistical timing asks of a timed design.

use zeroslack_cuda::Cap;
use zeroslack_graph::{ArcId, Requirement, VertexId, capture_distance};
use zeroslack_paths::{FlatPath, Root, trace};
use zeroslack_ssta::{Arrivals, End, Form, MonteCarlo, PathArcs, Resolution, Variation, arrivals_in};
use zeroslack_timing::TimedGraph;
use zeroslack_units::{Split, Ticks, Transition};

use crate::timed::Timed;

/// What is asked of a GPU about arrivals as random variables.
#[derive(Clone, Copy)]
pub(crate) struct StatisticalQuery<'a> {
    pub(crate) graph: &'a TimedGraph<'a>,
    pub(crate) variation: &'a Variation,
    pub(crate) form: Form,
    pub(crate) resolution: Resolution,
    /// `[node]`.
    pub(crate) is_kept: &'a [bool],
    pub(crate) cap: Cap,
}

/// What is asked of a GPU about samples.
#[derive(Clone, Copy)]
pub(crate) struct SampleQuery<'a> {
    pub(crate) graph: &'a TimedGraph<'a>,
    pub(crate) variation: &'a Variation,
    pub(crate) ends: &'a [End],
    pub(crate) monte_carlo: MonteCarlo,
    /// That a batch of samples may take, if that is stated.
    pub(crate) bytes: Option<u64>,
}

impl<'s> Timed<'s> {
    /// Arrivals as random variables, of the nodes of [`Timed::levelled`] that are kept (`[node]`), on the engine that computed the update. On a GPU they take no more memory than the cap allows; where it cannot (more bins than its
    /// kernels have room for, or a cap below what one node needs), the CPU finds the same, with a warning.
    pub fn statistical_arrivals(
        self,
        variation: &Variation,
        (form, resolution): (Form, Resolution),
        is_kept: &[bool],
        cap: Cap,
    ) -> Arrivals {
        let levelled = self.levelled();
        let graph = TimedGraph::new(levelled.graph(), levelled.timing());
        let asked = StatisticalQuery { graph: &graph, variation, form, resolution, is_kept, cap };
        let found = self.ask_gpu(|design| design.arrivals(&asked));
        found
            .unwrap_or_else(|| arrivals_in(form, &graph, variation, resolution, |node| is_kept[node.index()]))
    }

    /// The slacks of ends of [`Timed::levelled`] in each of so many samples, ticks: for each end those of all samples, in their order, on the engine that computed the update. On a GPU a batch of samples takes as many bytes as the cap allows, else up to 8 GiB and half of what is free.
    pub fn sampled_slacks(
        self,
        variation: &Variation,
        ends: &[End],
        monte_carlo: MonteCarlo,
        cap: Cap,
    ) -> Vec<Vec<Ticks>> {
        let levelled = self.levelled();
        let graph = TimedGraph::new(levelled.graph(), levelled.timing());
        let asked = SampleQuery { graph: &graph, variation, ends, monte_carlo, bytes: cap.bytes };
        let found = self.ask_gpu(|design| design.samples(&asked));
        found.unwrap_or_else(|| monte_carlo.slacks(&graph, variation, ends))
    }

    /// How long after the launch of the data at a vertex of [`Timed::graph`] the capture comes that requires something of it, by the edges of both clocks; 0 where a required time is stated without a clock. When all periods
    /// are scaled, so is this.
    pub fn capture_distance(self, by: Requirement, data: VertexId, split: Split) -> Ticks {
        let graph = self.graph();
        let capture = match by {
            Requirement::Check(check) => graph.launch_edge(graph.check(check).clock),
            Requirement::Output(output) => graph.output(output).capture,
        };
        let launch = graph.launch_edge(data);
        let (clocks, rule) = (&self.constraints().clocks, graph.capture_rule(by));
        capture.map_or(0, |capture| capture_distance(clocks, launch, capture, rule, split))
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
