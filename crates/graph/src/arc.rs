//! How an arc and its two edges are packed.
//!
//! A node has two vertices, one a transition: see [`VertexId`]. An arc joins two nodes in
//! one polarity and so holds up to two edges, one to each transition of its target; edge `2 × arc + t` leads to
//! transition `t`. An arc that can do both polarities (non-unate) is two arcs.

use zeroslack_units::Transition;

use crate::ids::{ArcId, NodeId, VertexId};
use crate::model::ArcModel;

/// Where an arc comes from: its source node, its polarity, and which of its two edges there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct ArcSource(u32);

impl ArcSource {
    /// Nodes that can be told apart.
    pub const MOST_NODES: u32 = 1 << 29;

    /// From its parts: `has` says which transitions of the target it has an edge to.
    pub fn new(node: NodeId, negative: bool, has: [bool; 2]) -> Self {
        debug_assert!(node.0 < Self::MOST_NODES);
        Self(node.0 << 3 | u32::from(has[1]) << 2 | u32::from(has[0]) << 1 | u32::from(negative))
    }

    /// From its packed form: see [`ArcSource::bits`].
    pub(crate) fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The same arc from another node.
    pub(crate) fn with_node(self, node: NodeId) -> Self {
        Self(node.0 << 3 | self.0 & 7)
    }

    /// The same arc with other edges.
    pub(crate) fn with_edges(self, has: [bool; 2]) -> Self {
        Self::new(self.node(), self.is_negative(), has)
    }

    /// Which edges there are, by the transition of the target.
    pub(crate) fn edges(self) -> [bool; 2] {
        Transition::ALL.map(|to| self.has(to))
    }

    /// As it is packed: node × 8, plus 4 for an edge to a fall, 2 for one to a rise, 1 for a negative polarity.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The source node.
    #[inline]
    pub fn node(self) -> NodeId {
        NodeId(self.0 >> 3)
    }

    /// Whether a rise makes a fall.
    #[inline]
    pub fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether there is an edge to a transition of the target.
    #[inline]
    pub fn has(self, to: Transition) -> bool {
        self.0 >> (1 + to as u32) & 1 != 0
    }

    /// The transition of the source that makes `to` at the target.
    #[inline]
    pub fn from(self, to: Transition) -> Transition {
        Transition::of(to as u32 ^ self.0)
    }

    /// The vertex that makes `to` at the target.
    #[inline]
    pub fn vertex(self, to: Transition) -> VertexId {
        VertexId(self.0 >> 3 << 1 | (to as u32 ^ self.0) & 1)
    }
}

/// Where an arc leads to, seen from its source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fanout {
    /// As the arc's source is packed, with the target in its place: a walk need not look at the arc.
    target: ArcSource,
    /// The arc.
    pub arc: ArcId,
}

impl Fanout {
    pub(crate) fn new(source: ArcSource, target: NodeId, arc: ArcId) -> Self {
        Self { target: source.with_node(target), arc }
    }

    /// The target node.
    #[inline]
    pub fn node(self) -> NodeId {
        self.target.node()
    }

    /// Whether there is an edge to a transition of the target.
    #[inline]
    pub fn has(self, to: Transition) -> bool {
        self.target.has(to)
    }

    /// The transition of the source that makes `to` at the target.
    #[inline]
    pub fn from(self, to: Transition) -> Transition {
        self.target.from(to)
    }
}

/// What an arc's delay comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArcKind {
    /// A library cell's tables, or what is stated in an ideal network: an index into [`crate::PinGraph::arc_models`].
    Cell(u32),
    /// A net's RC network: a wire, numbered net by net.
    Wire(u32),
}

impl ArcKind {
    /// Whether a clock launches data by such an arc, where `models` are what kinds point to.
    #[inline]
    pub fn launches(self, models: &[ArcModel]) -> bool {
        match self {
            Self::Cell(model) => models[model as usize].launches,
            Self::Wire(_) => false,
        }
    }

    /// Whether such an arc is a wire, and none of a cell, where `models` are what kinds point to: in ideal networks there are wires whose delay a model states.
    #[inline]
    pub fn is_wire(self, models: &[ArcModel]) -> bool {
        match self {
            Self::Cell(model) => models[model as usize].is_wire(),
            Self::Wire(_) => true,
        }
    }

    /// Whether the delay of such an arc is stated, as in an ideal network, and does not vary.
    #[inline]
    pub fn is_ideal(self, models: &[ArcModel]) -> bool {
        matches!(self, Self::Cell(model) if models.get(model as usize).is_some_and(ArcModel::is_ideal))
    }
}

/// An [`ArcKind`] in 4 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct PackedKind(u32);

impl PackedKind {
    /// Set in the bits of a wire.
    pub const WIRE: u32 = 1 << 31;

    pub(crate) fn cell(model: u32) -> Self {
        debug_assert!(model < Self::WIRE);
        Self(model)
    }

    pub(crate) fn wire(number: u32) -> Self {
        debug_assert!(number < Self::WIRE);
        Self(number | Self::WIRE)
    }

    /// As it is packed: the number, with [`PackedKind::WIRE`] set for a wire.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Unpacked.
    #[inline]
    pub fn kind(self) -> ArcKind {
        if self.0 & Self::WIRE == 0 { ArcKind::Cell(self.0) } else { ArcKind::Wire(self.0 & !Self::WIRE) }
    }
}
