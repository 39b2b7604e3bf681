//! Times at single nodes, wherever the results are.

use std::sync::{Mutex, PoisonError};

use zeroslack_graph::NodeId;
use zeroslack_timing::NodeTimes;

use crate::timed::Timed;

/// Nodes that a GPU is asked for one by one after an update, each of which takes some tens of microseconds; then all results are fetched, which takes some tens of milliseconds on designs of millions of pins.
const MOST_ASKED: usize = 64;

/// Nodes that a GPU was asked for since an update.
#[derive(Debug, Default)]
pub(crate) struct AskedNodes(Mutex<Vec<(NodeId, NodeTimes)>>);

impl AskedNodes {
    /// What is at a node, which is asked for if it was not before. None if it has no answer, or too many were asked for.
    fn get(&self, node: NodeId, ask: impl FnOnce() -> Option<NodeTimes>) -> Option<NodeTimes> {
        let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, times)) = asked.iter().find(|(other, _)| *other == node) {
            return Some(*times);
        }
        let times = (asked.len() < MOST_ASKED).then(ask)??;
        asked.push((node, times));
        Some(times)
    }
}

impl Timed<'_> {
    /// Arrivals and required times at a node of the graph. A GPU that computed them is asked for the node alone, as long as few were asked for.
    pub(crate) fn node_times(self, node: NodeId) -> NodeTimes {
        let results = &self.built.results;
        if results.timing.get().is_none() {
            let ask = || self.ask_gpu_briefly(|design| design.node_times(node));
            if let Some(times) = results.asked.get(node, ask) {
                return times;
            }
        }
        self.timing().node_times(self.graph(), node)
    }
}
