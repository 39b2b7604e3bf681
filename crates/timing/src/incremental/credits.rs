//! What credits of checks follow from again: the clock network, then the lists of arrivals that can matter.

use std::sync::Arc;

use zeroslack_graph::{EndRole, NodeId, TimingGraph};
use zeroslack_units::Split;

use super::node_set::NodeSet;
use super::{Incremental, ends_at};
use crate::cppr::{ClockForest, Moved, has_checks};
use crate::timed_graph::TimedGraph;
use crate::timing::Timing;

/// What of CPPR has to be found again.
#[derive(Clone, Debug, Default)]
pub(super) struct Credits {
    /// Splits that have checks, each with the nodes whose lists have to be found again. Empty without CPPR.
    lists: Vec<(Split, NodeSet)>,
    /// Nodes with clock vertices whose arrivals, or whose traces, may be others.
    clocks: Vec<NodeId>,
    /// Whether clocks come by other ways, or to other nodes: then the clock network is made again.
    is_new: bool,
    /// Clock vertices whose credits may be others.
    moved: Moved,
}

impl Credits {
    pub(super) fn clear(&mut self) {
        self.lists.iter_mut().for_each(|(_, nodes)| nodes.clear());
        self.clocks.clear();
        self.moved.clear();
        self.is_new = false;
    }

    /// What comes to a node has changed in a split.
    #[inline]
    pub(super) fn touch(&mut self, graph: &TimingGraph, node: NodeId, split: Split) {
        for (_, nodes) in self.lists.iter_mut().filter(|(of, _)| *of == split) {
            nodes.insert(graph.place(node));
        }
    }

    /// Clocks come to other nodes.
    pub(super) fn clocks_changed(&mut self) {
        self.is_new = true;
    }

    /// The arrivals of a node were found again.
    #[inline]
    pub(super) fn visited(&mut self, timing: &Timing, node: NodeId, are_as_many: bool) {
        if has_clocks(timing, node) {
            self.clocks.push(node);
            self.is_new |= !are_as_many;
        }
    }

    /// The arrivals of a node are others: those of clocks are what lists behind their launches begin with.
    #[inline]
    pub(super) fn arrival_changed(&mut self, graph: &TimingGraph, timing: &Timing, node: NodeId) {
        if has_clocks(timing, node) {
            self.touch_launches(graph, node);
        }
    }

    fn touch_launches(&mut self, graph: &TimingGraph, node: NodeId) {
        for fanout in graph.fanout(node).iter().filter(|fanout| graph.is_launch(fanout.arc)) {
            Split::ALL.into_iter().for_each(|split| self.touch(graph, fanout.node(), split));
        }
    }
}

/// Whether vertices of a node belong to the clock network, where CPPR asks for that.
#[inline]
fn has_clocks(timing: &Timing, node: NodeId) -> bool {
    timing.cppr && timing.forest.as_ref().is_some_and(|forest| forest.has(node))
}

impl Incremental {
    /// Makes ready for CPPR, or for updates without.
    pub(super) fn prepare_credits(&mut self, graph: &TimingGraph, timing: &mut Timing) {
        if !timing.cppr {
            self.credits.lists.clear();
            return;
        }
        if graph.is_levelled() {
            timing.keep_lists(graph);
        }
        if self.credits.lists.is_empty() {
            let splits = Split::ALL.into_iter().filter(|&split| has_checks(graph, split));
            self.credits.lists = splits.map(|split| (split, NodeSet::new(graph.places()))).collect();
        }
        for (split, nodes) in &mut self.credits.lists {
            nodes.fit(graph.places());
            timing.lists[*split as usize].fit(graph.node_count());
        }
    }

    /// The clock network and the lists as far as changes reach. None if that is too far.
    pub(super) fn credits_of(&mut self, graph: &TimingGraph, timing: &mut Timing) -> Option<()> {
        let mut forest = timing.forest.take()?;
        let clocks = std::mem::take(&mut self.credits.clocks);
        let mut moved = std::mem::take(&mut self.credits.moved);
        if !self.credits.is_new && forest.may_follow(graph, timing, &clocks) {
            Arc::make_mut(&mut forest).follow(graph, timing, &clocks, &mut moved);
        } else {
            let (made, numbers) = Arc::make_mut(&mut forest).renewed(graph, timing, &clocks, &mut moved);
            if let Some(numbers) = numbers {
                timing.lists.iter_mut().for_each(|lists| lists.renumber(&numbers));
                if let Some(slacks) = timing.required.pin_slacks_mut() {
                    slacks.renumber(&numbers, made.len());
                }
            }
            forest = Arc::new(made);
        }
        self.touch_moved(graph, &forest, &moved);
        if let Some(slacks) = timing.required.pin_slacks_mut() {
            slacks.move_clocks(&moved);
        }
        (self.credits.moved, self.credits.is_new) = (moved, false);
        let done = self.lists_of(graph, timing, &forest);
        self.credits.moved.clear();
        timing.forest = Some(forest);
        done
    }

    /// What follows from clock vertices whose credits may be others.
    fn touch_moved(&mut self, graph: &TimingGraph, forest: &ClockForest, moved: &Moved) {
        for vertex in moved.vertices(forest) {
            self.credits.touch_launches(graph, vertex.node());
            self.required.insert(vertex.node().index());
            for entry in ends_at(graph, &self.ends, vertex.node()) {
                if let EndRole::Clock(check) = entry.role() {
                    self.checks.insert(check.index());
                }
            }
        }
    }

    /// Lists as far as changes reach; checks of the data where they end.
    fn lists_of(&mut self, graph: &TimingGraph, timing: &mut Timing, forest: &ClockForest) -> Option<()> {
        let mut touched = std::mem::take(&mut self.credits.lists);
        let mut done = Some(());
        for &mut (split, ref mut nodes) in &mut touched {
            let mut lists = std::mem::take(&mut timing.lists[split as usize]);
            let timed = TimedGraph::new(graph, timing);
            let (left, moved) = (&mut self.left, &self.credits.moved);
            let before = *left;
            let changed =
                lists.follow((graph, &timed), (forest, &self.sources), (split, moved), (nodes, left));
            self.visited.lists += before - *left;
            timing.lists[split as usize] = lists;
            let Some(changed) = changed else {
                done = None;
                break;
            };
            let Self { ends, checks, .. } = self;
            for entry in changed.into_iter().flat_map(|node| ends_at(graph, ends, node)) {
                if let EndRole::Data(check) = entry.role()
                    && graph.check(check).split == split
                {
                    checks.insert(check.index());
                }
            }
        }
        self.credits.lists = touched;
        done
    }
}
