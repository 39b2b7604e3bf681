//! Times at single nodes, wherever the results are.

use std::sync::{Mutex, PoisonError};

use zeroslack_graph::NodeId;
use zeroslack_units::{Quad, Split, Ticks, Transition, defined, slack};

use crate::timed::Timed;

/// Nodes that a GPU is asked for one by one after an update, each of which takes some tens of microseconds; then all results are fetched, which takes some tens of milliseconds on designs of millions of pins.
const MOST_ASKED: usize = 64;

/// Arrivals and required times at a node, ticks from the edge that launched the signal; [`zeroslack_units::UNDEFINED`] where there is none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeTimes {
    pub(crate) arrival: Quad<Ticks>,
    pub(crate) required: Quad<Ticks>,
}

impl NodeTimes {
    pub(crate) fn arrival(&self, split: Split, transition: Transition) -> Option<Ticks> {
        defined(self.arrival[split as usize][transition as usize])
    }

    pub(crate) fn required(&self, split: Split, transition: Transition) -> Option<Ticks> {
        defined(self.required[split as usize][transition as usize])
    }

    pub(crate) fn slack(&self, split: Split, transition: Transition) -> Option<Ticks> {
        let (row, column) = (split as usize, transition as usize);
        defined(slack(split, self.arrival[row][column], self.required[row][column]))
    }
}

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
    /// Arrivals and required times at a node of the scenario's own graph. A GPU that computed them is asked for the node alone, as long as few were asked for.
    pub(crate) fn node_times(self, node: NodeId) -> NodeTimes {
        let results = &self.built.results;
        if results.timing.get().is_none() {
            let ask = || self.ask_gpu(|design| design.node_times(node));
            if let Some(times) = results.asked.get(node, ask) {
                return times;
            }
        }
        let timing = self.own_timing();
        let (arrival, required) = (timing.arrivals()[node.index()], timing.required_times()[node.index()]);
        NodeTimes { arrival, required }
    }
}
