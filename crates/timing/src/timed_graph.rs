//! A timed graph as path search sees it.

use std::ops::Range;

use zeroslack_graph::{
    ArcId, ArcModel, ArcSource, Ids, Levels, NodeId, PackedKind, Source, Structure, TimingGraph, VertexId,
};
use zeroslack_netlist::PinId;
use zeroslack_units::{Quad, Split, Ticks, Transition, defined};

use crate::timing::Timing;

/// Nodes in level order, arcs by target, delays and arrivals: of a whole design, or of a part of it in numbers of its own.
///
/// Shapes as in [`TimingGraph`] and [`Timing`].
#[derive(Clone, Copy, Debug)]
pub struct TimedGraph<'a> {
    /// Where each level's nodes start, and where the last one's end. `[level + 1]`.
    pub level_first: &'a [u32],
    /// `[node + 1]`.
    pub fanin_first: &'a [u32],
    /// What says where arcs are instead, where the graph is not levelled.
    pub loose: Option<&'a Structure>,
    /// `[arc]`.
    pub arc_sources: &'a [ArcSource],
    /// `[arc]`.
    pub arc_kinds: &'a [PackedKind],
    /// What kinds point to.
    pub arc_models: &'a [ArcModel],
    /// `[node]`.
    pub node_pins: &'a [PinId],
    /// Where signals start, in the order of nodes.
    pub sources: &'a [Source],
    /// `[node]`.
    pub arrivals: &'a [Quad<Ticks>],
    /// `[arc]`.
    pub delays: &'a [Quad<f32>],
    /// The design's node of each node; none where they are the same. `[node]`.
    pub design_nodes: Option<&'a [NodeId]>,
}

impl<'a> TimedGraph<'a> {
    /// A whole design.
    pub fn new(graph: &'a TimingGraph, timing: &'a Timing) -> Self {
        Self {
            level_first: graph.level_first(),
            fanin_first: graph.fanin_first(),
            loose: (!graph.is_levelled()).then_some(graph.structure()),
            arc_sources: graph.arc_sources(),
            arc_kinds: graph.arc_kinds(),
            arc_models: graph.pins().arc_models(),
            node_pins: graph.node_pins(),
            sources: timing.sources(graph),
            arrivals: timing.arrivals(),
            delays: timing.delays(),
            design_nodes: None,
        }
    }

    /// Its levels.
    ///
    /// # Panics
    /// If the graph is not levelled.
    pub fn as_levels(&self) -> Levels<'a> {
        assert!(self.loose.is_none(), "nodes are swept level by level");
        Levels { level_first: self.level_first, fanin_first: self.fanin_first }
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.node_pins.len()
    }

    /// The arcs into a node.
    #[inline]
    pub fn fanin(&self, node: NodeId) -> impl Ids<ArcId> + use<> {
        ArcId::all(self.fanin_range(node))
    }

    /// The arcs into a node as a range of indices.
    #[inline]
    pub fn fanin_range(&self, node: NodeId) -> Range<usize> {
        if let Some(structure) = self.loose {
            return structure.fanin_range(node);
        }
        let node = node.index();
        self.fanin_first[node] as usize..self.fanin_first[node + 1] as usize
    }

    /// Where an arc comes from.
    #[inline]
    pub fn arc_source(&self, arc: ArcId) -> ArcSource {
        self.arc_sources[arc.index()]
    }

    /// The delay along an arc to a transition of its target, ps; NaN where no signal comes.
    #[inline]
    pub fn delay(&self, arc: ArcId, split: Split, to: Transition) -> f32 {
        self.delays[arc.index()][split as usize][to as usize]
    }

    /// Whether a clock launches data by an arc.
    #[inline]
    pub fn is_launch(&self, arc: ArcId) -> bool {
        self.arc_kinds[arc.index()].kind().launches(self.arc_models)
    }

    /// The arrival at a vertex, [`zeroslack_units::UNDEFINED`] where there is none.
    #[inline]
    pub fn arrival(&self, vertex: VertexId, split: Split) -> Ticks {
        value_at(self.arrivals, vertex, split)
    }

    /// The arrival of a signal that starts at a vertex, as constraints say.
    pub fn stated(&self, vertex: VertexId, split: Split) -> Option<Ticks> {
        let source = Source::at(self.sources, vertex.node())?;
        defined(source.arrival[split as usize][vertex.transition() as usize])
    }

    /// The design's vertex of a vertex.
    #[inline]
    pub fn design_vertex(&self, vertex: VertexId) -> VertexId {
        self.design_nodes.map_or(vertex, |nodes| nodes[vertex.node().index()].vertex(vertex.transition()))
    }
}

/// What there is of a vertex among values by node, split and transition.
#[inline]
pub fn value_at<T: Copy>(values: &[Quad<T>], vertex: VertexId, split: Split) -> T {
    values[vertex.node().index()][split as usize][vertex.transition() as usize]
}
