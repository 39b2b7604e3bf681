//! A forest that is kept from update to update.

use std::sync::Arc;

use zeroslack_graph::{NodeId, TimingGraph};
use zeroslack_timing::{NodeSet, TimedGraph, Timing};
use zeroslack_units::Split;

use crate::forest::Forest;

/// Where more than one node in so many has changed, all ways are found again.
const NODES_PER_CHANGE: usize = 4;

/// The forest of a design in both splits, kept from update to update: what changed is noted, and followed when somebody asks.
#[derive(Debug, Default)]
pub struct KeptForest {
    forest: Option<Arc<Forest>>,
    changed: Vec<NodeId>,
    open: NodeSet,
}

impl KeptForest {
    /// Forgets it.
    pub fn forget(&mut self) {
        (self.forest, self.changed) = (None, Vec::new());
    }

    /// Notes nodes with other arrivals, or other arcs into them, or other delays of these.
    pub fn note(&mut self, graph: &TimingGraph, nodes: &[NodeId]) {
        if self.forest.is_none() {
            return;
        }
        self.changed.extend_from_slice(nodes);
        if self.changed.len() * NODES_PER_CHANGE > graph.node_count() {
            self.forget();
        }
    }

    /// The forest of a timed graph, of which all changes since the last time were noted. What takes several threads is left to `apart`: it has to run on threads that take no other work meanwhile, as
    /// others may wait for this one.
    pub fn of(
        &mut self,
        graph: &TimingGraph,
        timing: &Timing,
        apart: impl FnOnce(&mut (dyn FnMut() + Send)),
    ) -> Arc<Forest> {
        let timed = TimedGraph::new(graph, timing);
        let Self { forest, changed, open } = self;
        let is_new = forest.is_none();
        let kept = forest.get_or_insert_default();
        if is_new && graph.is_levelled() {
            apart(&mut || Arc::make_mut(kept).update(&timed, &Split::ALL));
        } else if is_new || !changed.is_empty() {
            open.fit(graph.places());
            if is_new {
                open_all(graph, open);
            }
            for node in changed.drain(..) {
                open.insert(graph.place(node));
                graph.fanout(node).iter().for_each(|fanout| open.insert(graph.place(fanout.node())));
            }
            Arc::make_mut(kept).follow(graph, &timed, (&Split::ALL, open));
        }
        changed.clear();
        debug_assert!(
            kept.is_same(&anew(graph, &timed), graph),
            "ways are those that all ways found again give"
        );
        Arc::clone(kept)
    }
}

fn open_all(graph: &TimingGraph, open: &mut NodeSet) {
    NodeId::all(0..graph.node_count()).for_each(|node| open.insert(graph.place(node)));
}

/// The forest of all ways.
fn anew(graph: &TimingGraph, timed: &TimedGraph<'_>) -> Forest {
    let (mut forest, mut open) = (Forest::default(), NodeSet::new(graph.places()));
    open_all(graph, &mut open);
    forest.follow(graph, timed, (&Split::ALL, &mut open));
    forest
}
