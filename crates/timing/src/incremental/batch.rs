//! Nodes of one level, taken together: what they need lies far apart, and is brought near for all of them at the same time. Of a graph that is not levelled each is taken by itself.

use std::hint::black_box;

use zeroslack_graph::{ArcSource, Direction, Fanout, NodeId, Structure};
use zeroslack_units::{Quad, Ticks};

use super::node_set::NodeSet;

/// The next nodes that wait, of one level.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    nodes: Vec<NodeId>,
    sources: Vec<ArcSource>,
    fanouts: Vec<Fanout>,
}

impl Batch {
    /// Nodes that are taken together, at the most.
    pub(crate) const MOST: usize = 32;

    /// Takes the next nodes out, the first ones or, backward, the last; false if there are none.
    pub(crate) fn take(&mut self, graph: &Structure, direction: Direction, waiting: &mut NodeSet) -> bool {
        self.nodes.clear();
        let Some(next) = waiting.pop(direction) else { return false };
        self.nodes.push(graph.node_at(next));
        if !graph.is_levelled() {
            return true;
        }
        let levels = graph.level_first();
        let end = levels.partition_point(|&level| level as usize <= next);
        let level = levels[end - 1] as usize..levels[end] as usize;
        while self.nodes.len() < Self::MOST
            && let Some(next) = waiting.pop_if(direction, |next| level.contains(&next))
        {
            self.nodes.push(NodeId::at(next));
        }
        true
    }

    /// The nodes, which were taken out.
    pub(crate) fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Looks at what the nodes need first: by loops that wait for many values at once, and whose results nothing depends on.
    pub(crate) fn bring_near(&mut self, graph: &Structure, delays: &[Quad<f32>], times: &[Quad<Ticks>]) {
        if self.nodes.len() == 1 {
            return;
        }
        let Self { nodes, sources, fanouts } = self;
        let mut seen = 0;
        sources.clear();
        fanouts.clear();
        for &node in &*nodes {
            let (fanin, fanout) = (graph.fanin_range(node).start, graph.fanout_range(node).start);
            sources.extend(graph.arc_sources().get(fanin));
            fanouts.extend(graph.fanouts().get(fanout));
            seen ^= delays.get(fanin).map_or(0, |delay| delay[0][0].to_bits());
            seen ^= times[node.index()][0][0] as u32;
        }
        for source in &*sources {
            seen ^= times[source.node().index()][0][0] as u32;
        }
        for fanout in &*fanouts {
            seen ^= times[fanout.node().index()][0][0] as u32;
            seen ^= delays[fanout.arc.index()][0][0].to_bits();
        }
        black_box(seen);
    }
}
