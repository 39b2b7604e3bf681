//! Criticality of endpoints, pins and paths against Monte Carlo, which traces the worst path of each sample.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

#[path = "common/in_memory.rs"]
mod in_memory;
#[path = "common/synthetic.rs"]
mod synthetic;

use synthetic::{synthetic, timed};
use zeroslack::Session;
use zeroslack::graph::VertexId;
use zeroslack::ssta::{
    Arrivals, Critical, CriticalSweep, Criticalities, End, FlatVariation, MonteCarlo, Resolution, Slacks,
    Variation, arrivals,
};
use zeroslack::timing::TimedGraph;
use zeroslack::units::{Split, Ticks, Transition};

/// All that criticalities come from.
struct Found<'a> {
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
        Self { graph, variation, arrivals, ends, slacks, resolution }
    }

    fn sweep(&self) -> CriticalSweep<'_> {
        CriticalSweep {
            graph: &self.graph,
            variation: &self.variation,
            arrivals: &self.arrivals,
            resolution: self.resolution,
        }
    }

    fn criticalities(&self) -> Criticalities {
        self.critical().criticalities
    }

    fn critical(&self) -> Critical {
        self.sweep().find(&self.ends, CriticalSweep::DRAWS)
    }

    fn vertices(&self) -> impl Iterator<Item = (VertexId, Split)> {
        let all = VertexId::all(0..2 * self.graph.node_count());
        all.flat_map(|vertex| Split::ALL.map(|split| (vertex, split)))
    }
}

fn with(components: usize) -> Resolution {
    Resolution { bins: 64, components }
}

/// The greatest errors of ends and of vertices, and those of all together: half the sum of differences of ends.
fn errors(found: &Found<'_>, drawn: &Criticalities) -> [f64; 3] {
    let criticalities = found.criticalities();
    let of_ends: Vec<f64> =
        (0..found.ends.len()).map(|end| (criticalities.of_end(end) - drawn.of_end(end)).abs()).collect();
    let of_vertices = found
        .vertices()
        .map(|(vertex, split)| (criticalities.at(vertex, split) - drawn.at(vertex, split)).abs());
    [
        of_ends.iter().copied().fold(0.0, f64::max),
        of_vertices.fold(0.0, f64::max),
        0.25 * of_ends.iter().sum::<f64>(),
    ]
}

#[test]
fn near_those_of_monte_carlo() {
    for gates in [200, 500, 1000] {
        let session = synthetic(gates);
        let found = Found::new(&session, [0.08, 0.05, 0.4], with(128));
        let drawn = MonteCarlo { seed: 3, samples: 10_000 }.criticalities(
            &found.graph,
            &found.variation,
            &found.ends,
        );
        eprintln!("{gates} {:?}", errors(&found, &drawn));
        for components in [0, 512, 2048] {
            let found = Found::new(&session, [0.08, 0.05, 0.4], with(components));
            eprintln!("{gates} {components} {:?}", errors(&found, &drawn));
        }
    }
}
#[test]
fn look() {
    let session = synthetic(200);
    let found = Found::new(&session, [0.08, 0.05, 0.4], with(2048));
    let drawn =
        MonteCarlo { seed: 3, samples: 10_000 }.criticalities(&found.graph, &found.variation, &found.ends);
    let c = found.criticalities();
    let mc = MonteCarlo { seed: 3, samples: 10_000 }.slacks(&found.graph, &found.variation, &found.ends);
    for end in 0..found.ends.len() {
        if c.of_end(end).max(drawn.of_end(end)) > 0.01 {
            let s = found.slacks.of(end).unwrap();
            let m: f64 = mc.iter().map(|x| x[end] as f64).sum::<f64>() / 1e4;
            let sg: f64 = (mc.iter().map(|x| (x[end] as f64 - m).powi(2)).sum::<f64>() / 1e4).sqrt();
            eprintln!(
                "{end} {:?} {:.4} {:.4} | {:.0} {:.0} | {m:.0} {sg:.0} | skew {:.3}",
                found.ends[end].split,
                c.of_end(end),
                drawn.of_end(end),
                s.mean(),
                s.sigma(),
                s.skewness()
            );
        }
    }
}
