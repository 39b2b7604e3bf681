//! The pin graph: what delays are computed on. It follows from the netlist, and knows no clock and no time.

use std::ops::Range;
use std::sync::Arc;

use zeroslack_netlist::{NetId, PinId};
use zeroslack_sdc::CaseValue;
use zeroslack_units::{Quad, Transition};

use crate::arc::{ArcKind, PackedKind};
use crate::checked::{Gated, PortCheck};
use crate::constants::{Constants, NodeState};
use crate::drives::PortDrives;
use crate::excluded::{Excluded, ExcludedArc, ExcludedCheck};
use crate::ids::{ArcId, NodeId, VertexId};
use crate::latch::Latch;
use crate::model::{ArcModel, CheckModel, LatchArc, Template};
use crate::repower::Masters;
use crate::sides::Sides;
use crate::sorted::range_near;
use crate::spans::Spans;
use crate::structure::Structure;
use crate::tag::{Passage, Sets};

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

/// The first wire of a tree that came after others were laid out.
pub(crate) const LATER: u32 = u32::MAX;

/// Marks a node that drives no net in [`PinGraph::node_trees`].
pub const NO_TREE: u32 = u32::MAX;

/// A check of a cell between its own pins, whatever is clocked there, in ids of the pin graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PinCheck {
    /// The node of the data pin.
    pub data: NodeId,
    /// The vertex of the clock edge.
    pub clock: VertexId,
    /// Index into [`PinGraph::check_models`].
    pub model: u32,
    /// Which transitions of the data are checked.
    pub has: [bool; 2],
}

/// Pins, the arcs between them, nets and the checks of cells.
///
/// A node is a pin; but a pin that both drives its net and loads it, as a pad does, has one for each *side*: what comes by its net comes to its
/// load side, and its driver side drives the net. Nothing leads from the driver side of a pin to its load side. A clock pin of a register to
/// which an ideal clock comes has a second one, its *ideal node*, without fan-in and with the slew that is stated of the clock. What ideal
/// clocks launch and capture is launched and captured there. All node and arc ids here are those
/// of this graph: see [`crate::TimingGraph::pin_graph_node`] and [`crate::TimingGraph::nodes_at`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PinGraph {
    pub(crate) structure: Arc<Structure>,
    /// As `sides` numbers them: of pins, then of driver sides and giving sides.
    pub(crate) pin_node: Vec<u32>,
    pub(crate) sides: Sides,
    /// In the order of pins; the nodes follow each other from `first_ideal` on.
    pub(crate) ideal_pins: Vec<PinId>,
    pub(crate) first_ideal: u32,
    pub(crate) trees: Vec<Tree>,
    /// Where the wires are of trees whose nets have other pins than when they were laid out.
    pub(crate) other_wires: Spans,
    pub(crate) wire_sink: Vec<PinId>,
    /// Wires that were laid out tree by tree.
    pub(crate) laid_out_wire_count: usize,
    pub(crate) node_tree: Vec<u32>,
    pub(crate) arc_models: Vec<ArcModel>,
    pub(crate) check_models: Vec<CheckModel>,
    pub(crate) driver_slews: Vec<(NodeId, Quad<f32>)>,
    pub(crate) port_loads: Vec<(PinId, Quad<f32>)>,
    pub(crate) drives: PortDrives,
    pub(crate) net_loads: Vec<(NetId, Quad<Option<f32>>)>,
    pub(crate) checks: Vec<PinCheck>,
    pub(crate) cuts: Vec<(PinId, PinId)>,
    pub(crate) constants: Constants,
    pub(crate) excluded: Excluded,
    /// For each model by which clocks launch, one of the same delays by which they go on; of others themselves. Empty without generated clocks. `[arc model]`.
    pub(crate) passing_models: Vec<u32>,
    pub(crate) latches: Vec<Latch>,
    /// In order.
    pub(crate) ideal_nets: Vec<NetId>,
    pub(crate) masters: Masters,
    /// Where clocks are gated by the functions of cells.
    pub(crate) gated: Gated,
    /// Whether constraints want an earlier edge for hold at some gates.
    pub(crate) has_earlier_hold: bool,
    /// Delays of output ports that are checked where clocks start, in order.
    pub(crate) port_checks: Vec<PortCheck>,
}

impl PinGraph {
    /// Its nodes and arcs.
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    /// The node of a pin; the load side of one with two sides.
    #[inline]
    pub fn node(&self, pin: PinId) -> NodeId {
        NodeId(self.pin_node[pin.index()])
    }

    /// The node where a pin drives its net: its driver side, or its only node.
    #[inline]
    pub fn driver_node(&self, pin: PinId) -> NodeId {
        NodeId(self.pin_node[self.sides.driver(pin)])
    }

    /// The pins with two sides, in order.
    pub fn two_sided(&self) -> &[PinId] {
        self.sides.two_sided()
    }

    /// The driver side of a pin with two sides.
    pub fn driver_side(&self, pin: PinId) -> Option<NodeId> {
        self.sides.driver_side(pin).map(|number| NodeId(self.pin_node[number]))
    }

    /// The giving side of a data pin of a latch.
    pub fn giving_node(&self, pin: PinId) -> Option<NodeId> {
        self.sides.giving(pin).map(|number| NodeId(self.pin_node[number]))
    }

    /// Whether a node is the giving side of its pin.
    pub fn is_giving(&self, node: NodeId) -> bool {
        !self.latches.is_empty() && self.latch_at(node).is_some()
    }

    /// Whether a node is the driver side of its pin.
    pub fn is_driver_side(&self, node: NodeId) -> bool {
        self.driver_side(self.structure.pin(node)) == Some(node)
    }

    /// The nodes of a pin through which signals come: both sides, or the only one.
    pub fn side_nodes(&self, pin: PinId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        std::iter::once(self.node(pin)).chain(self.driver_side(pin))
    }

    /// All nodes of a pin but an ideal one: those that signals come through, and the giving side.
    pub fn own_nodes(&self, pin: PinId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        self.sides.all(pin).map(|number| NodeId(self.pin_node[number]))
    }

    /// The nodes where signals start that are stated of a pin: its driver side, and the load side of a cell's pin, or its only node.
    pub(crate) fn start_nodes(&self, pin: PinId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        self.sides.starts(pin).map(|number| NodeId(self.pin_node[number]))
    }

    /// The ideal node of a clock pin, where an ideal clock comes there.
    pub fn ideal_node(&self, pin: PinId) -> Option<NodeId> {
        let place = self.ideal_pins.binary_search(&pin).ok()?;
        Some(NodeId(self.first_ideal + place as u32))
    }

    /// Whether a node is the ideal one of its pin.
    #[inline]
    pub fn is_ideal(&self, node: NodeId) -> bool {
        node.index().wrapping_sub(self.first_ideal as usize) < self.ideal_pins.len()
    }

    /// The nodes of clock pins that have an ideal one, each with that.
    pub(crate) fn ideal_by_pin_node(&self) -> Vec<(NodeId, NodeId)> {
        self.ideal_pins.iter().zip(self.ideal_nodes()).map(|(&pin, ideal)| (self.node(pin), ideal)).collect()
    }

    /// All ideal nodes, in the order of pins.
    pub(crate) fn ideal_nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        let first = self.first_ideal as usize;
        NodeId::all(first..first + self.ideal_pins.len())
    }

    /// Number of pins that have a node.
    pub fn pin_count(&self) -> usize {
        self.sides.pin_count()
    }

    /// Drivers of nets, in the order of nets.
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }

    /// The trees of a net, by tree index.
    pub fn trees_of(&self, net: NetId) -> Range<usize> {
        // Nearly every net has one tree.
        let nets = self.trees.last().map_or(1, |last| last.net.index() as u64 + 1);
        let near = (net.index() as u64 * self.trees.len() as u64 / nets) as usize;
        range_near(&self.trees, &net, near, |tree| tree.net)
    }

    /// The first wire of a tree, and the one after its last.
    pub fn tree_wires(&self, tree: usize) -> Range<usize> {
        self.other_wires.get(tree).unwrap_or_else(|| self.laid_out_wires(tree))
    }

    /// The same as they were laid out; none of a tree that came later.
    pub(crate) fn laid_out_wires(&self, tree: usize) -> Range<usize> {
        match self.trees[tree].first_wire {
            LATER => 0..0,
            first => {
                first as usize..self.trees.get(tree + 1).map_or(self.laid_out_wire_count, |next| {
                    next.first_wire.min(self.laid_out_wire_count as u32) as usize
                })
            }
        }
    }

    /// The sinks of a tree's wires, by tree index.
    pub fn tree_sinks(&self, tree: usize) -> &[PinId] {
        &self.wire_sink[self.tree_wires(tree)]
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
    pub fn tree_of(&self, node: NodeId) -> Option<usize> {
        let tree = self.node_tree[node.index()];
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

    /// Slews where signals enter the design (input ports, sources of clocks) and of ideal clocks, ps, in the order of nodes. Where something drives a port they are 0
    /// until delays are computed, or NaN if no signal comes from there.
    pub fn driver_slews(&self) -> &[(NodeId, Quad<f32>)] {
        &self.driver_slews
    }

    /// Capacitance that ports add to their nets, fF, in the order of pins.
    pub fn port_loads(&self) -> &[(PinId, Quad<f32>)] {
        &self.port_loads
    }

    /// What drives ports from outside.
    pub fn drives(&self) -> &PortDrives {
        &self.drives
    }

    /// Capacitances of wires that constraints state in place of parasitics, fF, in the order of nets. They may name nets that the netlist has no more.
    pub fn net_loads(&self) -> &[(NetId, Quad<Option<f32>>)] {
        &self.net_loads
    }

    /// Whether constraints state the capacitance of a net's wires.
    pub fn has_net_load(&self, net: NetId) -> bool {
        self.net_loads.binary_search_by_key(&net, |&(net, _)| net).is_ok()
    }

    /// The nets of ideal networks, in order: they have no load, and their wires and what drives them from within take only what is stated. They are not those that ideal
    /// clocks come to.
    pub fn ideal_nets(&self) -> &[NetId] {
        &self.ideal_nets
    }

    /// Whether a net belongs to an ideal network.
    pub fn is_ideal_net(&self, net: NetId) -> bool {
        !self.ideal_nets.is_empty() && self.ideal_nets.binary_search(&net).is_ok()
    }

    /// Whether an arc is a wire, and none of a cell.
    #[inline]
    pub fn is_wire(&self, kind: ArcKind) -> bool {
        kind.is_wire(&self.arc_models)
    }

    /// The kind that the library gives an arc, where it has another one in an ideal network.
    pub fn kind_of_library(&self, kind: ArcKind) -> ArcKind {
        let ArcKind::Cell(model) = kind else { return kind };
        let ideal = self.arc_models[model as usize].ideal;
        ideal.and_then(|ideal| ideal.of).map_or(kind, ArcKind::Cell)
    }

    /// Whether the delay of an arc is stated, as in an ideal network, and does not vary.
    #[inline]
    pub fn is_ideal_arc(&self, kind: ArcKind) -> bool {
        kind.is_ideal(&self.arc_models)
    }

    /// Checks of cells, in the order of their data nodes.
    pub fn checks(&self) -> &[PinCheck] {
        &self.checks
    }

    /// Arcs (from, to) that were cut because they close a combinational loop.
    pub fn cuts(&self) -> &[(PinId, PinId)] {
        &self.cuts
    }

    /// Arcs that are out, wholly or for some edges, but for those that were cut: in the order of the pins that they lead to.
    pub fn excluded_arcs(&self) -> &[ExcludedArc] {
        &self.excluded.arcs
    }

    /// Checks that are out, in the order of cells.
    pub fn excluded_checks(&self) -> &[ExcludedCheck] {
        &self.excluded.checks
    }

    /// What a pin is, where it does not both rise and fall: a constant, or one transition. Of a pin with two sides it is what comes by its net.
    pub fn known(&self, pin: PinId) -> Option<CaseValue> {
        match self.constants.of(pin.index()) {
            NodeState::Zero => Some(CaseValue::Zero),
            NodeState::One => Some(CaseValue::One),
            NodeState::Rising => Some(CaseValue::Rising),
            NodeState::Falling => Some(CaseValue::Falling),
            NodeState::Free | NodeState::Floating => None,
        }
    }

    /// Whether a pin never changes, as nothing drives it: its three-state output is switched off for good.
    pub fn is_floating(&self, pin: PinId) -> bool {
        self.constants.of(self.sides.driver(pin)) == NodeState::Floating
    }

    /// Whether a pin may make a transition where it drives its net.
    pub(crate) fn may_drive(&self, pin: PinId, transition: Transition) -> bool {
        self.constants.of(self.sides.driver(pin)).has(transition)
    }

    /// The nodes where a transition starts that is stated of a pin: those of [`PinGraph::start_nodes`] that have it.
    pub(crate) fn nodes_that_start(
        &self,
        pin: PinId,
        transition: Transition,
    ) -> impl Iterator<Item = NodeId> + Clone + '_ {
        let numbers = self.sides.starts(pin);
        let there = numbers.filter(move |&number| self.constants.of(number).has(transition));
        there.map(|number| NodeId(self.pin_node[number]))
    }

    /// The nodes at which clocks launch data, whatever comes there; one may come more than once.
    pub fn launching_nodes(&self) -> impl Iterator<Item = NodeId> {
        let launches = ArcId::all(0..self.structure.arc_count()).filter(|&arc| self.is_launch(arc));
        launches.map(|arc| self.structure.arc_source(arc).node())
    }

    /// The pins of a library cell at which clocks launch data or check it, by their places in the master; one may come more than once.
    pub(crate) fn clock_pins<'t>(&'t self, template: &'t Template) -> impl Iterator<Item = u32> + 't {
        let captures = |model: u32| !self.check_models[model as usize].origin.is_between_data();
        let launching = template.arcs.iter().filter(|arc| self.arc_models[arc.model as usize].launches);
        let capturing = template.checks.iter().filter(move |check| captures(check.model));
        launching.map(|arc| arc.from).chain(capturing.map(|check| check.clock))
    }

    /// Whether a clock launches data by an arc.
    #[inline]
    pub fn is_launch(&self, arc: ArcId) -> bool {
        self.structure.arc_kind(arc).launches(&self.arc_models)
    }

    /// Where a clock goes on through a register: the kind of an arc by which nothing is launched.
    pub(crate) fn passing(&self, kind: PackedKind) -> PackedKind {
        match kind.kind() {
            ArcKind::Cell(model) => PackedKind::cell(self.passing_models[model as usize]),
            ArcKind::Wire(_) => kind,
        }
    }

    /// Whether no signal goes on by an arc as what it is: by launches, and from the data of a latch.
    #[inline]
    pub(crate) fn ends_signals(&self, arc: ArcId) -> bool {
        match self.structure.arc_kind(arc) {
            ArcKind::Cell(model) => {
                let model = &self.arc_models[model as usize];
                model.launches || model.latch == Some(LatchArc::Follows)
            }
            ArcKind::Wire(_) => false,
        }
    }

    /// What an edge of an arc into a node does to tags, but for pins from which on clocks are propagated.
    #[inline]
    pub(crate) fn passage(&self, sets: &Sets<'_>, (node, arc, to): (NodeId, ArcId, Transition)) -> Passage {
        let generated = sets.generated();
        let is_leaving = !generated.is_empty() && !generated.can_be_reached_from(node);
        let plain = if is_leaving { Passage::Leaving } else { Passage::Plain };
        let ArcKind::Cell(model) = self.structure.arc_kind(arc) else { return plain };
        let model = &self.arc_models[model as usize];
        match (model.launches, model.latch) {
            (true, _) => self.launch(sets, self.structure.arc_source(arc).vertex(to), node),
            (false, Some(LatchArc::Follows)) => Passage::Shut,
            (false, _) => plain,
        }
    }

    /// What an edge does to tags by which a clock at a vertex launches, to a node.
    fn launch(&self, sets: &Sets<'_>, clock: VertexId, to: NodeId) -> Passage {
        let start = sets.rules().start(clock);
        if self.is_ideal(clock.node()) {
            Passage::IdealLaunch(start)
        } else if sets.generated().can_be_reached_from(to) && !self.is_giving(to) {
            Passage::GeneratingLaunch(start)
        } else {
            Passage::Launch(start)
        }
    }
}
