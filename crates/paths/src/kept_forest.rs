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
        *self = Self::default();
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
        let Self { changed, open, .. } = self;
        // Whatever ends this early leaves no forest.
        let kept = match self.forest.take() {
            Some(kept) if changed.is_empty() => kept,
            Some(mut kept) => {
                open.fit(graph.places());
                for node in changed.drain(..) {
                    open.insert(graph.place(node));
                    graph.fanout(node).iter().for_each(|fanout| open.insert(graph.place(fanout.node())));
                }
                Arc::make_mut(&mut kept).follow(graph, &timed, open);
                debug_assert!(
                    kept.is_same(&anew(graph, &timed), graph),
                    "ways are those that all ways found again give"
                );
                kept
            }
            None if graph.is_levelled() => {
                let mut made = Forest::default();
                apart(&mut || made.update(&timed, &Split::ALL));
                Arc::new(made)
            }
            None => Arc::new(anew(graph, &timed)),
        };
        changed.clear();
        self.forest = Some(Arc::clone(&kept));
        kept
    }
}

/// The forest of all ways, found on one thread whether the graph is levelled or not.
fn anew(graph: &TimingGraph, timed: &TimedGraph<'_>) -> Forest {
    let (mut forest, mut open) = (Forest::default(), NodeSet::new(graph.places()));
    NodeId::all(0..graph.node_count()).for_each(|node| open.insert(graph.place(node)));
    forest.follow(graph, timed, &mut open);
    forest
}
