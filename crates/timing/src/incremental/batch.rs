//! Nodes of one level, taken together: what they need lies far apart, and is asked for of all of them before the first is computed. Of a graph that is not levelled each is taken by itself.

use zeroslack_graph::{Direction, NodeId, Structure};
use zeroslack_units::{Quad, Ticks};

use super::node_set::NodeSet;
use crate::near::{ask_for, ask_for_arcs, ask_for_ranges};

/// Arcs of a node of which values are asked for, of those into it and of those out of it: what is behind them comes while these are computed.
pub(crate) const MOST_ARCS: usize = 16;

/// The next nodes that wait, of one level.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    nodes: Vec<NodeId>,
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

    /// Asks for what the times of the nodes follow from, for what follows from them, and for where the arcs of the nodes after them are.
    pub(crate) fn ask_for(
        &self,
        graph: &Structure,
        direction: Direction,
        delays: &[Quad<f32>],
        times: &[Quad<Ticks>],
    ) {
        for &node in &self.nodes {
            ask_for_arcs(graph, node);
            ask_for(delays, graph.fanin_range(node).start);
            ask_for(times, node.index());
        }
        for &node in &self.nodes {
            for source in graph.arc_sources()[graph.fanin_range(node)].iter().take(MOST_ARCS) {
                ask_for(times, source.node().index());
                if direction == Direction::Backward {
                    ask_for_ranges(graph, source.node());
                }
            }
            for fanout in graph.fanout(node).iter().take(MOST_ARCS) {
                ask_for(times, fanout.node().index());
                ask_for(delays, fanout.arc.index());
                if direction == Direction::Forward {
                    ask_for_ranges(graph, fanout.node());
                }
            }
        }
    }
}
