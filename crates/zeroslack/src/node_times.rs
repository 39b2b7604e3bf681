//! Times and slacks at single nodes, wherever the results are.

use std::sync::{Mutex, PoisonError};

use zeroslack_graph::{NodeId, Role};
use zeroslack_timing::NodeTimes;
use zeroslack_units::{Quad, Split, Ticks, Transition, defined};

use crate::timed::Timed;

/// Nodes that a GPU is asked for one by one after an update, each of which takes some tens of microseconds; then all results are fetched, which takes some tens of milliseconds on designs of millions of pins.
const MOST_ASKED: usize = 64;

/// What a GPU said of nodes that it was asked for since an update.
#[derive(Debug)]
pub(crate) struct Asked<T>(Mutex<Vec<(NodeId, T)>>);

impl<T> Default for Asked<T> {
    fn default() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

impl<T: Copy> Asked<T> {
    /// What is at a node, which is asked for if it was not before. None if it has no answer, or too many were asked for.
    fn get(&self, node: NodeId, ask: impl FnOnce() -> Option<T>) -> Option<T> {
        let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, answer)) = asked.iter().find(|(other, _)| *other == node) {
            return Some(*answer);
        }
        let answer = (asked.len() < MOST_ASKED).then(ask)??;
        asked.push((node, answer));
        Some(answer)
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

    /// The slack at a vertex of the graph, by the last update wherever it was made.
    pub(crate) fn node_slack(self, node: NodeId, split: Split, transition: Transition) -> Option<Ticks> {
        let results = &self.built.results;
        let of = |slacks: Quad<Ticks>| defined(slacks[split as usize][transition as usize]);
        if results.timing.get().is_none() {
            if let Some(Some(all)) = results.slacks_of_gpu.get() {
                return of(all[node.index()]);
            }
            if !self.has_cppr() && self.is_of_data(node) {
                return self.node_times(node).contest_slack(split, transition);
            }
            let ask = || self.ask_gpu_briefly(|design| design.slacks_at(self.graph(), node)).flatten();
            if let Some(slacks) = results.asked_slacks.get(node, ask) {
                return of(slacks);
            }
            self.find_slacks();
            if let Some(Some(all)) = results.slacks_of_gpu.get() {
                return of(all[node.index()]);
            }
        }
        self.timing().slack(self.graph(), node, split, transition)
    }

    /// Finds the slacks of all pins at once, for who asks for many: on a GPU that has the results, else on all threads.
    pub fn find_slacks(self) {
        let results = &self.built.results;
        if results.timing.get().is_none() {
            let ask = || self.ask_gpu(|design| design.slacks(self.graph())).flatten();
            if results.slacks_of_gpu.get_or_init(ask).is_some() {
                return;
            }
        }
        self.timing().slacks(self.graph());
    }

    /// Whether what comes to a node was launched by clocks, and clocks nothing: without CPPR and latches its slack is the required time less the arrival.
    fn is_of_data(self, node: NodeId) -> bool {
        let graph = self.graph();
        let is_launched = |tag: zeroslack_graph::Tag| tag.role == Role::Data && tag.launch.is_some();
        let mut tags = node.vertices().into_iter().filter_map(|vertex| graph.vertex_tag(vertex));
        graph.latches().openings().is_empty() && !graph.has_checks_between_data() && tags.all(is_launched)
    }
}
