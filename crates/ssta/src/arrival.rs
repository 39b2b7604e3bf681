//! The sweep that carries distributions from level to level.

use rayon::prelude::*;
use zeroslack_graph::{ArcId, NodeId, VertexId};
use zeroslack_timing::TimedGraph;
use zeroslack_units::{Quad, Split, Ticks, Transition};

use crate::correlated::{Correlated, Record};
use crate::distribution::Distribution;
use crate::sensitivity::Variable;
use crate::variation::{Moments, Variation};

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

/// The arrivals of a node, by split and transition; none where no signal comes.
type OfNode = Quad<Option<Correlated>>;

/// What a sweep carries from level to level.
pub(crate) trait Carried: Clone + Send + Sync {
    /// A time that does not vary.
    fn certain(time: Ticks, components: usize) -> Self;

    /// After a delay.
    fn plus(self, delay: &Moments, variable: Variable, bins: usize) -> Self;

    /// The worse of two.
    fn worse(self, other: Self, split: Split, rest: Variable, bins: usize) -> Self;
}

/// When signals arrive, of all vertices or of those of nodes that were kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrivals {
    /// Where a node's are; [`LEFT_OUT`] where they were not kept. `[node]`.
    place: Vec<u32>,
    of: Vec<OfNode>,
}

/// The place of what was not kept.
const LEFT_OUT: u32 = u32::MAX;

impl Arrivals {
    /// The early or late arrival at a vertex; none where no signal comes, or where it was not kept.
    pub fn at(&self, vertex: VertexId, split: Split) -> Option<&Distribution> {
        self.arrival(vertex, split).map(|arrival| &arrival.time)
    }

    pub(crate) fn arrival(&self, vertex: VertexId, split: Split) -> Option<&Correlated> {
        let place = self.place[vertex.node().index()];
        self.of.get(place as usize)?[split as usize][vertex.transition() as usize].as_ref()
    }

    /// Of what an engine found: for each node its arrivals, unless they were not kept.
    pub fn of_records<'r>(
        nodes: usize,
        record: impl Fn(NodeId) -> Option<Quad<Option<Record<'r>>>> + Sync,
    ) -> Self {
        let correlated = |found: Option<Record<'r>>| found.map(|found| Correlated::of_record(&found));
        let found: Vec<Option<OfNode>> = (0..nodes)
            .into_par_iter()
            .map(|node| record(NodeId(node as u32)).map(|quad| quad.map(|found| found.map(correlated))))
            .collect();
        Self::packed(found)
    }

    pub(crate) fn packed(found: Vec<Option<OfNode>>) -> Self {
        let mut arrivals = Self { place: Vec::with_capacity(found.len()), of: Vec::new() };
        for of_node in found {
            arrivals.place.push(of_node.as_ref().map_or(LEFT_OUT, |_| arrivals.of.len() as u32));
            arrivals.of.extend(of_node);
        }
        arrivals
    }
}

/// Finds the arrivals of a graph whose delays are known. The result does not depend on the number of threads.
pub fn arrivals(graph: &TimedGraph<'_>, variation: &Variation, resolution: Resolution) -> Arrivals {
    arrivals_at(graph, variation, resolution, |_| true)
}

/// The same, of which those of some nodes are kept. Others are given back as soon as nothing needs them.
pub fn arrivals_at(
    graph: &TimedGraph<'_>,
    variation: &Variation,
    resolution: Resolution,
    is_kept: impl Fn(NodeId) -> bool,
) -> Arrivals {
    Arrivals::packed(sweep(graph, variation, resolution, is_kept))
}

/// The arrivals of a graph's nodes, of those that are kept.
pub(crate) fn sweep<T: Carried>(
    graph: &TimedGraph<'_>,
    variation: &Variation,
    resolution: Resolution,
    is_kept: impl Fn(NodeId) -> bool,
) -> Vec<Option<Quad<Option<T>>>> {
    let mut uses = vec![0u32; graph.node_count()];
    graph.arc_sources.iter().for_each(|source| uses[source.node().index()] += 1);
    let mut of: Vec<Option<Quad<Option<T>>>> = Vec::with_capacity(graph.node_count());
    for level in graph.as_levels().level_first.windows(2) {
        let sweep = Sweep { graph, variation, resolution, done: &of };
        let nodes = level[0] as usize..level[1] as usize;
        let here: Vec<Option<Quad<Option<T>>>> = nodes
            .clone()
            .into_par_iter()
            .map(|node| {
                let node = NodeId(node as u32);
                Some(Split::ALL.map(|split| Transition::ALL.map(|to| sweep.at(node.vertex(to), split))))
            })
            .collect();
        of.extend(here);
        for node in NodeId::all(nodes) {
            let sources = graph.fanin(node).map(|arc| graph.arc_source(arc).node());
            sources.clone().for_each(|source| uses[source.index()] -= 1);
            for done in sources.chain([node]).filter(|done| uses[done.index()] == 0 && !is_kept(*done)) {
                of[done.index()] = None;
            }
        }
    }
    of
}

struct Sweep<'a, T> {
    graph: &'a TimedGraph<'a>,
    variation: &'a Variation,
    resolution: Resolution,
    /// Of all lower levels.
    done: &'a [Option<Quad<Option<T>>>],
}

impl<T: Carried> Sweep<'_, T> {
    /// The worst of what comes to a vertex, or starts there.
    fn at(&self, vertex: VertexId, split: Split) -> Option<T> {
        let Resolution { bins, components } = self.resolution;
        let coming =
            self.graph.fanin(vertex.node()).filter_map(|arc| self.along(arc, split, vertex.transition()));
        let start = self.graph.stated(vertex, split).map(|time| T::certain(time, components));
        coming.chain(start).reduce(|a, b| a.worse(b, split, Variable::of_merge(vertex, split), bins))
    }

    /// What comes by an arc.
    fn along(&self, arc: ArcId, split: Split, to: Transition) -> Option<T> {
        let source = self.graph.arc_source(arc);
        let from = source.has(to).then(|| source.vertex(to))?;
        let start =
            self.done[from.node().index()].as_ref()?[split as usize][from.transition() as usize].as_ref()?;
        let delay = self.variation.of_arc(arc, split, to)?;
        Some(start.clone().plus(&delay, Variable::of_arc(arc, to), self.resolution.bins))
    }
}
