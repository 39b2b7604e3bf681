//! The sweep that carries distributions from level to level.

use rayon::prelude::*;
use zeroslack_graph::{ArcId, NodeId, VertexId};
use zeroslack_timing::TimedGraph;
use zeroslack_units::{Quad, Split, Transition};

use crate::distribution::Distribution;
use crate::variation::FlatVariation;

/// When signals arrive, of all vertices.
#[derive(Debug)]
pub struct Arrivals {
    /// `[node]`.
    of: Vec<Quad<Option<Distribution>>>,
}

impl Arrivals {
    /// The early or late arrival at a vertex; none where no signal comes.
    pub fn at(&self, vertex: VertexId, split: Split) -> Option<&Distribution> {
        self.of[vertex.node().index()][split as usize][vertex.transition() as usize].as_ref()
    }
}

/// Finds the arrivals of a graph whose delays are known, in at most so many bins each ([`crate::FEWEST_BINS`] at the least). The result does not depend on the number of threads.
pub fn arrivals(graph: &TimedGraph<'_>, variation: &FlatVariation, bins: usize) -> Arrivals {
    let mut of: Vec<Quad<Option<Distribution>>> = Vec::with_capacity(graph.node_count());
    for level in graph.level_first.windows(2) {
        let sweep = Sweep { graph, variation, bins, done: &of };
        let nodes = level[0] as usize..level[1] as usize;
        let here: Vec<Quad<Option<Distribution>>> = nodes
            .into_par_iter()
            .map(|node| {
                let node = NodeId(node as u32);
                Split::ALL.map(|split| Transition::ALL.map(|to| sweep.at(node.vertex(to), split)))
            })
            .collect();
        of.extend(here);
    }
    Arrivals { of }
}

struct Sweep<'a> {
    graph: &'a TimedGraph<'a>,
    variation: &'a FlatVariation,
    bins: usize,
    /// Of all lower levels.
    done: &'a [Quad<Option<Distribution>>],
}

impl Sweep<'_> {
    /// The worst of what comes to a vertex, or starts there.
    fn at(&self, vertex: VertexId, split: Split) -> Option<Distribution> {
        let coming =
            self.graph.fanin(vertex.node()).filter_map(|arc| self.along(arc, split, vertex.transition()));
        let start = self.graph.stated(vertex, split).map(Distribution::certain);
        coming.chain(start).reduce(|a, b| a.worse(b, split, self.bins))
    }

    /// What comes by an arc.
    fn along(&self, arc: ArcId, split: Split, to: Transition) -> Option<Distribution> {
        let source = self.graph.arc_source(arc);
        let from = source.has(to).then(|| source.vertex(to))?;
        let start = self.done[from.node().index()][split as usize][from.transition() as usize].as_ref()?;
        let delay = self.variation.of_arc(self.graph, arc, split, to)?;
        Some(start.clone().plus(&delay, self.bins))
    }
}
