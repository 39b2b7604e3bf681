//! The laid-out graph.

use std::ops::Range;

use zeroslack_netlist::{NetId, PinId};
use zeroslack_units::{Quad, Ticks, Transition};

use crate::arc::{ArcKind, ArcSource, Fanout, PackedKind};
use crate::endpoint::{Check, Endpoint, Output};
use crate::model::{ArcModel, CheckModel};

/// A pin where signals start, because a constraint says so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source {
    /// The pin's node. Its fan-in, if it had any, is cut.
    pub node: u32,
    /// `[split][transition]`, [`zeroslack_units::UNDEFINED`] where nothing is said.
    pub arrival: Quad<Ticks>,
}

impl Source {
    /// What is stated at a node, of sources in the order of nodes.
    pub fn at(sources: &[Self], node: u32) -> Option<&Self> {
        sources.binary_search_by_key(&node, |source| source.node).ok().map(|at| &sources[at])
    }

    /// The same of many nodes, in order: the search goes on from that of the node before.
    #[inline]
    pub fn next_at<'s>(sources: &mut &'s [Self], node: u32) -> Option<&'s Self> {
        loop {
            let (first, rest) = sources.split_first()?;
            if first.node >= node {
                return (first.node == node).then_some(first);
            }
            *sources = rest;
        }
    }
}

/// A driver of a net, with the wires from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The net.
    pub net: NetId,
    /// The driver.
    pub driver: PinId,
    /// Its first wire; the others follow.
    pub first_wire: u32,
}

/// The timing graph of a netlist under constraints.
///
/// Shapes: `[node]` is by node, in level order; `[arc]` by arc, grouped by target node; an arc has up to two
/// edges (see [`ArcSource`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimingGraph {
    pub(crate) node_pin: Vec<PinId>,
    pub(crate) pin_node: Vec<u32>,
    pub(crate) level_first: Vec<u32>,
    pub(crate) fanin_first: Vec<u32>,
    pub(crate) arc_source: Vec<ArcSource>,
    pub(crate) arc_kind: Vec<PackedKind>,
    pub(crate) fanout_first: Vec<u32>,
    pub(crate) fanout: Vec<Fanout>,
    pub(crate) trees: Vec<Tree>,
    pub(crate) wire_sink: Vec<PinId>,
    pub(crate) node_tree: Vec<u32>,
    pub(crate) arc_models: Vec<ArcModel>,
    pub(crate) check_models: Vec<CheckModel>,
    pub(crate) sources: Vec<Source>,
    pub(crate) driver_slews: Vec<(u32, Quad<f32>)>,
    pub(crate) port_loads: Vec<(PinId, Quad<f32>)>,
    pub(crate) checks: Vec<Check>,
    pub(crate) outputs: Vec<Output>,
    pub(crate) endpoints: Vec<Endpoint>,
    pub(crate) cuts: Vec<(PinId, PinId)>,
}

/// An edge where a clock launches data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The arc from the clock pin to the output.
    pub arc: u32,
    /// The vertex of the clock edge: `2 × node`, plus 1 for a fall.
    pub clock: u32,
}

/// Marks a node that drives no net in [`TimingGraph::node_trees`].
pub const NO_TREE: u32 = u32::MAX;

impl TimingGraph {
    /// Number of nodes: one a pin.
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

    /// The pin of each node. `[node]`.
    pub fn node_pins(&self) -> &[PinId] {
        &self.node_pin
    }

    /// The node of a pin.
    pub fn node(&self, pin: PinId) -> usize {
        self.pin_node[pin.index()] as usize
    }

    /// Where each node's fan-in starts, and where the last one's ends. `[node + 1]`.
    pub fn fanin_first(&self) -> &[u32] {
        &self.fanin_first
    }

    /// The arcs into a node.
    pub fn fanin(&self, node: usize) -> Range<usize> {
        self.fanin_first[node] as usize..self.fanin_first[node + 1] as usize
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
    pub fn fanout(&self, node: usize) -> &[Fanout] {
        &self.fanout[self.fanout_first[node] as usize..self.fanout_first[node + 1] as usize]
    }

    /// Drivers of nets, in the order of nets.
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }

    /// The sinks of a tree's wires, by tree index.
    pub fn tree_sinks(&self, tree: usize) -> &[PinId] {
        let end = self.trees.get(tree + 1).map_or(self.wire_sink.len(), |next| next.first_wire as usize);
        &self.wire_sink[self.trees[tree].first_wire as usize..end]
    }

    /// The sink of each wire. `[wire]`.
    pub fn wire_sinks(&self) -> &[PinId] {
        &self.wire_sink
    }

    /// Number of wires.
    pub fn wire_count(&self) -> usize {
        self.wire_sink.len()
    }

    /// The tree that a node drives.
    pub fn tree_of(&self, node: usize) -> Option<usize> {
        let tree = self.node_tree[node];
        (tree != NO_TREE).then_some(tree as usize)
    }

    /// The tree that each node drives, [`NO_TREE`] at the others. `[node]`.
    pub fn node_trees(&self) -> &[u32] {
        &self.node_tree
    }

    /// The library arcs that arcs point to.
    pub fn arc_models(&self) -> &[ArcModel] {
        &self.arc_models
    }

    /// The library checks that checks point to.
    pub fn check_models(&self) -> &[CheckModel] {
        &self.check_models
    }

    /// Where signals start, in the order of nodes.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// Slews where signals enter the design (input ports, sources of clocks), ps, in the order of nodes.
    pub fn driver_slews(&self) -> &[(u32, Quad<f32>)] {
        &self.driver_slews
    }

    /// Capacitance that ports add to their nets, fF, in the order of pins.
    pub fn port_loads(&self) -> &[(PinId, Quad<f32>)] {
        &self.port_loads
    }

    /// Edges where clocks launch data, in the order of arcs.
    pub fn launches(&self) -> impl Iterator<Item = Launch> + '_ {
        (0..self.arc_count()).filter(|&arc| self.is_launch(arc)).flat_map(|arc| {
            let source = self.arc_source[arc];
            let edges = Transition::ALL.into_iter().filter(move |&to| source.has(to));
            edges.map(move |to| Launch { arc: arc as u32, clock: source.vertex(to) })
        })
    }

    /// Whether a clock launches data by an arc.
    #[inline]
    pub fn is_launch(&self, arc: usize) -> bool {
        match self.arc_kind[arc].kind() {
            ArcKind::Cell(model) => self.arc_models[model as usize].launches,
            ArcKind::Wire(_) => false,
        }
    }

    /// Checks in the order of their data nodes.
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// Output ports with required times, in the order of nodes.
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// Where paths end, in the order of pins.
    pub fn endpoints(&self) -> &[Endpoint] {
        &self.endpoints
    }

    /// Arcs (from, to) that were cut because they close a combinational loop.
    pub fn cuts(&self) -> &[(PinId, PinId)] {
        &self.cuts
    }
}
