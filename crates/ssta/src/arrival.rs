//! The sweep that carries distributions from level to level.

use rayon::prelude::*;
use zeroslack_graph::{ArcId, NodeId, VertexId};
use zeroslack_timing::TimedGraph;
use zeroslack_units::{Quad, Split, Transition};

use crate::correlated::Correlated;
use crate::distribution::Distribution;
use crate::sensitivity::Variable;
use crate::variation::Variation;

/// How finely distributions are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The most bins of a distribution; [`crate::FEWEST_BINS`] at the least.
    pub bins: usize,
    /// In how many components it is kept what times depend on; with none, all that meets is taken for independent.
    pub components: usize,
}

impl Default for Resolution {
    fn default() -> Self {
        Self { bins: 64, components: 128 }
    }
}

/// When signals arrive, of all vertices.
#[derive(Debug)]
pub struct Arrivals {
    /// `[node]`.
    of: Vec<Quad<Option<Correlated>>>,
}

impl Arrivals {
    /// The early or late arrival at a vertex; none where no signal comes.
    pub fn at(&self, vertex: VertexId, split: Split) -> Option<&Distribution> {
        self.arrival(vertex, split).map(|arrival| &arrival.time)
    }

    pub(crate) fn arrival(&self, vertex: VertexId, split: Split) -> Option<&Correlated> {
        self.of[vertex.node().index()][split as usize][vertex.transition() as usize].as_ref()
    }
}

/// Finds the arrivals of a graph whose delays are known. The result does not depend on the number of threads.
pub fn arrivals(graph: &TimedGraph<'_>, variation: &Variation, resolution: Resolution) -> Arrivals {
    let mut of: Vec<Quad<Option<Correlated>>> = Vec::with_capacity(graph.node_count());
    for level in graph.level_first.windows(2) {
        let sweep = Sweep { graph, variation, resolution, done: &of };
        let nodes = level[0] as usize..level[1] as usize;
        let here: Vec<Quad<Option<Correlated>>> = nodes
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
    variation: &'a Variation,
    resolution: Resolution,
    /// Of all lower levels.
    done: &'a [Quad<Option<Correlated>>],
}

impl Sweep<'_> {
    /// The worst of what comes to a vertex, or starts there.
    fn at(&self, vertex: VertexId, split: Split) -> Option<Correlated> {
        let Resolution { bins, components } = self.resolution;
        let coming =
            self.graph.fanin(vertex.node()).filter_map(|arc| self.along(arc, split, vertex.transition()));
        let start = self.graph.stated(vertex, split).map(|time| Correlated::certain(time, components));
        coming.chain(start).reduce(|a, b| a.worse(b, split, Variable::of_merge(vertex, split), bins))
    }

    /// What comes by an arc.
    fn along(&self, arc: ArcId, split: Split, to: Transition) -> Option<Correlated> {
        let source = self.graph.arc_source(arc);
        let from = source.has(to).then(|| source.vertex(to))?;
        let start = self.done[from.node().index()][split as usize][from.transition() as usize].as_ref()?;
        let delay = self.variation.of_arc(arc, split, to)?;
        Some(start.clone().plus(&delay, Variable::of_arc(arc, to), self.resolution.bins))
    }
}
