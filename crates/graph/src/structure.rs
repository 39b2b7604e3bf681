//! Nodes level by level and the arcs between them: the shape that both graphs have.

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use zeroslack_netlist::PinId;
use zeroslack_parallel::Groups;

use crate::arc::{ArcKind, ArcSource, Fanout, PackedKind};
use crate::ids::{ArcId, Ids, NodeId};
use crate::order::Order;
use crate::spans::Spans;

/// Nodes in level order, with arcs by target and by source.
///
/// Shapes: `[node]` is by node, in level order; `[arc]` by arc, grouped by target node; an arc has up to two
/// edges (see [`ArcSource`]). An arc leads from a lower node to a higher one.
///
/// Once nodes or arcs have come or gone ([`crate::TimingGraph::rewire`]) it is not *levelled* any more: ids stay, and new nodes and arcs have the next ones. Levels, and what is laid out by
/// them, then say nothing; what arcs a node has is said by [`Structure::fanin`] and [`Structure::fanout`], and in which order nodes can be taken by [`Structure::place`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Structure {
    pub(crate) node_pin: Vec<PinId>,
    pub(crate) level_first: Vec<u32>,
    pub(crate) fanin_first: Vec<u32>,
    pub(crate) arc_source: Vec<ArcSource>,
    pub(crate) arc_kind: Vec<PackedKind>,
    pub(crate) fanout_first: Vec<u32>,
    pub(crate) fanout: Vec<Fanout>,
    /// What is other than it was laid out, once something is.
    pub(crate) loose: Option<Box<Loose>>,
}

/// What of a structure is other than it was laid out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Loose {
    order: Order,
    fanin: Spans,
    fanout: Spans,
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
        let changed = self.loose.as_ref().and_then(|loose| loose.fanin.get(node.index()));
        changed.unwrap_or_else(|| laid_out(&self.fanin_first, node))
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

    /// The arcs out of a node, in the order of their targets where it is levelled.
    #[inline]
    pub fn fanout(&self, node: NodeId) -> &[Fanout] {
        &self.fanout[self.fanout_range(node)]
    }

    /// Where the arcs out of a node are in [`Structure::fanouts`].
    #[inline]
    pub fn fanout_range(&self, node: NodeId) -> Range<usize> {
        let changed = self.loose.as_ref().and_then(|loose| loose.fanout.get(node.index()));
        changed.unwrap_or_else(|| laid_out(&self.fanout_first, node))
    }

    /// The nodes from which arcs lead to some others, and these themselves; ways back end at nodes that `ends` says.
    pub(crate) fn leading_to(&self, nodes: Vec<NodeId>, ends: impl Fn(NodeId) -> bool) -> FxHashSet<NodeId> {
        let mut found: FxHashSet<NodeId> = nodes.iter().copied().collect();
        let mut open = nodes;
        while let Some(node) = open.pop() {
            let sources = self.fanin(node).map(|arc| self.arc_source(arc).node());
            open.extend(sources.filter(|&source| found.insert(source) && !ends(source)));
        }
        found
    }

    /// The nodes to which arcs lead from some others, and these themselves, over arcs that `passes` allows.
    pub(crate) fn led_to(&self, nodes: Vec<NodeId>, passes: impl Fn(ArcId) -> bool) -> FxHashSet<NodeId> {
        let mut found: FxHashSet<NodeId> = nodes.iter().copied().collect();
        let mut open = nodes;
        while let Some(node) = open.pop() {
            let passed = self.fanout(node).iter().filter(|fanout| passes(fanout.arc));
            open.extend(passed.map(|fanout| fanout.node()).filter(|&target| found.insert(target)));
        }
        found
    }

    /// Whether nodes are level by level, and arcs by target, as they were laid out.
    pub fn is_levelled(&self) -> bool {
        self.loose.is_none()
    }

    /// Where a node stands in an order in which arcs lead upwards: in the place of its own number where the structure is levelled.
    #[inline]
    pub fn place(&self, node: NodeId) -> usize {
        self.loose.as_ref().map_or(node.index(), |loose| loose.order.place(node) as usize)
    }

    /// The node at a place where there is one.
    #[inline]
    pub fn node_at(&self, place: usize) -> NodeId {
        self.loose.as_ref().map_or(NodeId::at(place), |loose| loose.order.node(place as u32))
    }

    /// All places are lower ones.
    pub fn places(&self) -> usize {
        self.loose.as_ref().map_or(self.node_count(), |loose| loose.order.places())
    }

    /// Lets nodes and arcs come and go from now on.
    pub(crate) fn loosen(&mut self) {
        let nodes = self.node_count();
        self.loose.get_or_insert_with(|| {
            let order = Order::new(nodes);
            Box::new(Loose { order, fanin: Spans::default(), fanout: Spans::default() })
        });
    }

    /// Whether so much has come and gone that it should be laid out again: a quarter of all places would be unused, or too few are left for nodes.
    pub(crate) fn is_worn(&self) -> bool {
        self.loose.as_ref().is_some_and(|loose| {
            let arcs = self.fanin_first.last().map_or(0, |&arcs| arcs as usize);
            let nodes = self.fanin_first.len() - 1;
            self.node_count() - nodes >= Order::most_new(nodes)
                || 4 * loose.fanin.unused() > arcs + 4096
                || 4 * loose.fanout.unused() > arcs + 4096
        })
    }

    /// Adds a node without arcs, which has a place once it is put behind another. The structure is loose.
    pub(crate) fn add_node(&mut self, pin: PinId) -> NodeId {
        let node = NodeId::at(self.node_count());
        self.node_pin.push(pin);
        self.set_fanin(node, &[]);
        self.set_fanout(node, &[]);
        node
    }

    /// Moves a node behind another one. False if there is no room left.
    #[must_use]
    pub(crate) fn put_behind(&mut self, before: NodeId, node: NodeId) -> bool {
        self.loose.as_mut().is_some_and(|loose| loose.order.put_behind(before, node))
    }

    /// Gives a node other arcs. Those out of their sources have to be given to them.
    pub(crate) fn set_fanin(&mut self, node: NodeId, arcs: &[(ArcSource, PackedKind)]) -> Range<usize> {
        let Some(loose) = &mut self.loose else { return 0..0 };
        let laid_out = laid_out(&self.fanin_first, node);
        let (places, end) = loose.fanin.fit(node.index(), laid_out, (arcs.len(), self.arc_source.len()));
        self.arc_source.resize(end, ArcSource::default());
        self.arc_kind.resize(end, PackedKind::default());
        for (place, &(source, kind)) in places.clone().zip(arcs) {
            (self.arc_source[place], self.arc_kind[place]) = (source, kind);
        }
        places
    }

    /// Gives a node other arcs out of it.
    pub(crate) fn set_fanout(&mut self, node: NodeId, arcs: &[Fanout]) {
        let Some(loose) = &mut self.loose else { return };
        let laid_out = laid_out(&self.fanout_first, node);
        let (places, end) = loose.fanout.fit(node.index(), laid_out, (arcs.len(), self.fanout.len()));
        self.fanout.resize(end, Fanout::default());
        self.fanout[places].copy_from_slice(arcs);
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

/// Where the list of a node was laid out; nothing of a node that came later.
#[inline]
pub(crate) fn laid_out(first: &[u32], node: NodeId) -> Range<usize> {
    match first.get(node.index()..node.index() + 2) {
        Some(&[first, end]) => first as usize..end as usize,
        _ => 0..0,
    }
}
