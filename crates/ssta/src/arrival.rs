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
        let nodes = level[0] as usize..level[1] as usize;
        let here: Vec<Quad<Option<Distribution>>> = nodes
            .into_par_iter()
            .map(|node| {
                let node = NodeId(node as u32);
                let at = |split, to| at_vertex(graph, variation, &of, node.vertex(to), split, bins);
                Split::ALL.map(|split| Transition::ALL.map(|to| at(split, to)))
            })
            .collect();
        of.extend(here);
    }
    Arrivals { of }
}

fn at_vertex(
    graph: &TimedGraph<'_>,
    variation: &FlatVariation,
    done: &[Quad<Option<Distribution>>],
    vertex: VertexId,
    split: Split,
    bins: usize,
) -> Option<Distribution> {
    let (node, to) = (vertex.node(), vertex.transition());
    let come = |arc: ArcId| along(graph, variation, done, arc, split, to, bins);
    let start = graph.stated(vertex, split).map(Distribution::certain);
    graph.fanin(node).filter_map(come).chain(start).reduce(|a, b| match split {
        Split::Early => a.earlier(b, bins),
        Split::Late => a.later(b, bins),
    })
}

/// What comes by an arc.
fn along(
    graph: &TimedGraph<'_>,
    variation: &FlatVariation,
    done: &[Quad<Option<Distribution>>],
    arc: ArcId,
    split: Split,
    to: Transition,
    bins: usize,
) -> Option<Distribution> {
    let source = graph.arc_source(arc);
    let from = source.has(to).then(|| source.vertex(to))?;
    let start = done[from.node().index()][split as usize][from.transition() as usize].as_ref()?;
    let delay = variation.of_arc(graph, arc, split, to)?;
    Some(start.clone().plus(&delay, bins))
}
