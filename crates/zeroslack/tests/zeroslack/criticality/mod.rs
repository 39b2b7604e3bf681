//! Criticality of endpoints, pins and paths, slacks of paths, and yield over clock periods: against Monte Carlo, against integrals, and by hand.

mod integrals;
mod monte_carlo;
mod paths;
mod periods;

use crate::common::synthetic;

use zeroslack::graph::VertexId;
use zeroslack::ssta::{
    Arrivals, Critical, CriticalSweep, End, FlatVariation, MarginVariation, PathArcs, Resolution, Slacks,
    Variation, arrivals,
};
use zeroslack::timing::TimedGraph;
use zeroslack::units::Split;
use zeroslack::{Session, Timed};

/// A standard deviation of cells' and wires' delays as a share of them, and the skewness of both.
const VARIATION: [f32; 3] = [0.08, 0.05, 0.4];

/// By how many ps setup and hold times vary: about as much as slacks do otherwise.
const MARGIN: f32 = 20.0;

/// What statistical timing finds of a design.
struct Found<'a> {
    timed: Timed<'a>,
    graph: TimedGraph<'a>,
    variation: Variation,
    arrivals: Arrivals,
    ends: Vec<End>,
    slacks: Slacks,
    resolution: Resolution,
}

impl<'a> Found<'a> {
    /// Setup and hold times do not vary.
    fn new(session: &'a Session, variation: [f32; 3], resolution: Resolution) -> Self {
        Self::with_margins(session, variation, 0.0, resolution)
    }

    /// Two in three setup and hold times vary by so many ps to a rise of the data, half of that to a fall.
    fn with_margins(
        session: &'a Session,
        [cell, wire, skewness]: [f32; 3],
        sigma: f32,
        resolution: Resolution,
    ) -> Self {
        let timed = session.timed().unwrap();
        let graph = TimedGraph::new(timed.graph(), timed.timing());
        let variation = FlatVariation::new(cell, wire, skewness).unwrap().of_graph(&graph);
        let arrivals = arrivals(&graph, &variation, resolution);
        let of_check = |check: usize| if check % 3 == 1 { [0.0; 2] } else { [sigma, 0.5 * sigma] };
        let checks = 0..timed.graph().pins().checks().len();
        let margins = MarginVariation::new(checks.map(of_check).collect());
        let ends = End::all_with_margins(timed.graph(), timed.timing(), &margins);
        let slacks = Slacks::new(&ends, &arrivals, resolution);
        Self { timed, graph, variation, arrivals, ends, slacks, resolution }
    }

    fn sweep(&self) -> CriticalSweep<'_> {
        CriticalSweep {
            graph: &self.graph,
            variation: &self.variation,
            arrivals: &self.arrivals,
            resolution: self.resolution,
        }
    }

    fn critical(&self) -> Critical {
        self.sweep().find(&self.ends, CriticalSweep::DRAWS)
    }

    /// The place of an end among all ends.
    fn place(&self, endpoint: zeroslack::graph::EndpointId, split: Split) -> usize {
        self.ends.iter().position(|end| (end.endpoint, end.split) == (endpoint, split)).unwrap()
    }

    /// The end that a path leads to.
    fn end(&self, path: &PathArcs) -> &End {
        &self.ends[self.place(path.endpoint, path.split)]
    }

    fn vertices(&self) -> impl Iterator<Item = (VertexId, Split)> {
        let all = VertexId::all(0..2 * self.graph.node_count());
        all.flat_map(|vertex| Split::ALL.map(|split| (vertex, split)))
    }
}

fn with(components: usize) -> Resolution {
    Resolution { bins: 64, components }
}
