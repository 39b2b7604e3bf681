//! A timed graph as path search sees it.

use std::ops::Range;

use zeroslack_graph::{ArcKind, ArcModel, ArcSource, PackedKind, Source, TimingGraph};
use zeroslack_netlist::PinId;
use zeroslack_units::{Quad, Split, Ticks, defined};

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
    /// `[arc]`.
    pub arc_sources: &'a [ArcSource],
    /// `[arc]`.
    pub arc_kinds: &'a [PackedKind],
    /// What kinds point to.
    pub arc_models: &'a [ArcModel],
    /// `[node]`.
    pub node_pins: &'a [PinId],
    /// Where arrivals are stated, in the order of nodes.
    pub sources: &'a [Source],
    /// `[node]`.
    pub arrivals: &'a [Quad<Ticks>],
    /// `[arc]`.
    pub delays: &'a [Quad<f32>],
    /// The design's node of each node; none where they are the same. `[node]`.
    pub design_nodes: Option<&'a [u32]>,
}

impl<'a> TimedGraph<'a> {
    /// A whole design.
    pub fn new(graph: &'a TimingGraph, timing: &'a Timing) -> Self {
        Self {
            level_first: graph.level_first(),
            fanin_first: graph.fanin_first(),
            arc_sources: graph.arc_sources(),
            arc_kinds: graph.arc_kinds(),
            arc_models: graph.pins().arc_models(),
            node_pins: graph.node_pins(),
            sources: graph.sources(),
            arrivals: timing.arrivals(),
            delays: timing.delays(),
            design_nodes: None,
        }
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.node_pins.len()
    }

    /// The levels' nodes, in order.
    pub fn levels(&self) -> impl Iterator<Item = Range<usize>> + use<'a> {
        self.level_first.windows(2).map(|pair| pair[0] as usize..pair[1] as usize)
    }

    /// The arcs into a node.
    #[inline]
    pub fn fanin(&self, node: usize) -> Range<usize> {
        self.fanin_first[node] as usize..self.fanin_first[node + 1] as usize
    }

    /// Whether a clock launches data by an arc.
    #[inline]
    pub fn is_launch(&self, arc: usize) -> bool {
        match self.arc_kinds[arc].kind() {
            ArcKind::Cell(model) => self.arc_models[model as usize].launches,
            ArcKind::Wire(_) => false,
        }
    }

    /// The arrival at a vertex, [`zeroslack_units::UNDEFINED`] where there is none.
    #[inline]
    pub fn arrival(&self, vertex: u32, split: Split) -> Ticks {
        self.arrivals[vertex as usize / 2][split as usize][vertex as usize % 2]
    }

    /// The arrival that a constraint states at a vertex.
    pub fn stated(&self, vertex: u32, split: Split) -> Option<Ticks> {
        let source = Source::at(self.sources, vertex / 2)?;
        defined(source.arrival[split as usize][vertex as usize % 2])
    }

    /// The design's vertex of a vertex.
    #[inline]
    pub fn design_vertex(&self, vertex: u32) -> u32 {
        self.design_nodes.map_or(vertex, |nodes| 2 * nodes[vertex as usize / 2] + vertex % 2)
    }
}
