//! Nodes level by level and the arcs between them: the shape that both graphs have.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_netlist::PinId;
use zeroslack_parallel::Groups;

use crate::arc::{ArcKind, ArcSource, Fanout, PackedKind};
use crate::ids::{ArcId, Ids, NodeId};

/// Nodes in level order, with arcs by target and by source.
///
/// Shapes: `[node]` is by node, in level order; `[arc]` by arc, grouped by target node; an arc has up to two
/// edges (see [`ArcSource`]). An arc leads from a lower node to a higher one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Structure {
    pub(crate) node_pin: Vec<PinId>,
    pub(crate) level_first: Vec<u32>,
    pub(crate) fanin_first: Vec<u32>,
    pub(crate) arc_source: Vec<ArcSource>,
    pub(crate) arc_kind: Vec<PackedKind>,
    pub(crate) fanout_first: Vec<u32>,
    pub(crate) fanout: Vec<Fanout>,
}

impl Structure {
    /// A graph of nothing.
    pub(crate) fn empty() -> Self {
        Self { level_first: vec![0], fanin_first: vec![0], fanout_first: vec![0], ..Self::default() }
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.node_pin.len()
    }

    /// Number of arcs.
    pub fn arc_count(&self) -> usize {
        self.arc_source.len()
    }

    /// Number of levels.
    pub fn level_count(&self) -> usize {
        self.level_first.len() - 1
    }

    /// The nodes of a level.
    pub fn level(&self, level: usize) -> Range<usize> {
        self.level_first[level] as usize..self.level_first[level + 1] as usize
    }

    /// Where each level's nodes start, and where the last one's end. `[level + 1]`.
    pub fn level_first(&self) -> &[u32] {
        &self.level_first
    }

    /// The pin of a node.
    #[inline]
    pub fn pin(&self, node: NodeId) -> PinId {
        self.node_pin[node.index()]
    }

    /// The pin of each node. `[node]`.
    pub fn node_pins(&self) -> &[PinId] {
        &self.node_pin
    }

    /// Where each node's fan-in starts, and where the last one's ends. `[node + 1]`.
    pub fn fanin_first(&self) -> &[u32] {
        &self.fanin_first
    }

    /// The arcs into a node.
    #[inline]
    pub fn fanin(&self, node: NodeId) -> impl Ids<ArcId> + use<> {
        ArcId::all(self.fanin_range(node))
    }

    /// The arcs into a node as a range of indices.
    #[inline]
    pub fn fanin_range(&self, node: NodeId) -> Range<usize> {
        let node = node.index();
        self.fanin_first[node] as usize..self.fanin_first[node + 1] as usize
    }

    /// Where an arc comes from.
    #[inline]
    pub fn arc_source(&self, arc: ArcId) -> ArcSource {
        self.arc_source[arc.index()]
    }

    /// What an arc's delay comes from.
    #[inline]
    pub fn arc_kind(&self, arc: ArcId) -> ArcKind {
        self.arc_kind[arc.index()].kind()
    }

    /// Where each arc comes from. `[arc]`.
    pub fn arc_sources(&self) -> &[ArcSource] {
        &self.arc_source
    }

    /// What each arc's delay comes from. `[arc]`.
    pub fn arc_kinds(&self) -> &[PackedKind] {
        &self.arc_kind
    }

    /// Where each node's fan-out starts, and where the last one's ends. `[node + 1]`.
    pub fn fanout_first(&self) -> &[u32] {
        &self.fanout_first
    }

    /// The arcs out of all nodes, grouped by node.
    pub fn fanouts(&self) -> &[Fanout] {
        &self.fanout
    }

    /// The arcs out of a node, in the order of their targets.
    #[inline]
    pub fn fanout(&self, node: NodeId) -> &[Fanout] {
        let node = node.index();
        &self.fanout[self.fanout_first[node] as usize..self.fanout_first[node + 1] as usize]
    }

    /// Finds the arcs out of nodes from those into them.
    pub(crate) fn lay_out_fanouts(&mut self) {
        let (nodes, structure) = (self.node_count(), &*self);
        let fanout = Groups::new(nodes, nodes, |nodes| {
            NodeId::all(nodes).flat_map(|node| {
                structure.fanin(node).map(move |arc| {
                    let source = structure.arc_source(arc);
                    (source.node().0, Fanout::new(source, node, arc))
                })
            })
        });
        (self.fanout_first, self.fanout) = (fanout.first, fanout.values);
    }

    /// The nodes of all levels, in order.
    pub(crate) fn levels(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.level_first.windows(2).map(|pair| pair[0] as usize..pair[1] as usize)
    }

    /// Counts arcs of nodes in parallel.
    pub(crate) fn par_nodes(&self) -> impl IndexedParallelIterator<Item = usize> + use<> {
        (0..self.node_count()).into_par_iter()
    }
}
