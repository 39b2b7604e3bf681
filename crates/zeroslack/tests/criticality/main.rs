//! Criticality of endpoints, pins and paths, slacks of paths, and yield over clock periods: against Monte Carlo, against integrals, and by hand.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/in_memory.rs"]
mod in_memory;
mod integrals;
mod monte_carlo;
mod paths;
mod periods;
#[path = "../common/synthetic.rs"]
mod synthetic;

use zeroslack::graph::VertexId;
use zeroslack::ssta::{
    Arrivals, Critical, CriticalSweep, End, FlatVariation, Resolution, Slacks, Variation, arrivals,
};
use zeroslack::timing::TimedGraph;
use zeroslack::units::Split;
use zeroslack::{Session, Timed};

/// A standard deviation of cells' and wires' delays as a share of them, and the skewness of both.
const VARIATION: [f32; 3] = [0.08, 0.05, 0.4];

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
    fn new(session: &'a Session, [cell, wire, skewness]: [f32; 3], resolution: Resolution) -> Self {
        let timed = session.timed().unwrap();
        let graph = TimedGraph::new(timed.graph(), timed.timing());
        let variation = FlatVariation::new(cell, wire, skewness).unwrap().of_graph(&graph);
        let arrivals = arrivals(&graph, &variation, resolution);
        let ends = End::all(timed.graph(), timed.timing());
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

    fn vertices(&self) -> impl Iterator<Item = (VertexId, Split)> {
        let all = VertexId::all(0..2 * self.graph.node_count());
        all.flat_map(|vertex| Split::ALL.map(|split| (vertex, split)))
    }
}

fn with(components: usize) -> Resolution {
    Resolution { bins: 64, components }
}
