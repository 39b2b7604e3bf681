//! The part of a timed graph that constrained paths can take, as a graph of its own.
//!
//! How many of the sets on its way a path has passed, each at a vertex of its own and as early as it can, is its *stage*. A node of the
//! cone is a node of the graph in a stage, so that every constrained path is one path of the cone, and whatever searches graphs
//! searches cones. Arrivals in it are the worst over the paths that count. (Guo and others, TCAD 2023, section V, label copies of the graph;
//! a cone holds only what lies between the sets.)

use std::ops::Range;

use zeroslack_graph::{ArcId, ArcSource, NodeId, PackedKind, Source, TimingGraph};
use zeroslack_netlist::PinId;
use zeroslack_timing::TimedGraph;
use zeroslack_units::{Quad, Ticks};

use crate::inside::Inside;

/// A graph by fan-ins, with delays and arrivals. Nodes are in level order, clock pins where paths start before all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cone {
    pub(crate) level_first: Vec<u32>,
    pub(crate) nodes: Nodes,
    pub(crate) arcs: Arcs,
    pub(crate) sources: Vec<Source>,
    /// How many of its nodes are clock pins where paths start.
    pub(crate) starts: usize,
}

/// Nodes of a cone. `[node]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    /// The graph's node of each of ours.
    pub(crate) of: Vec<NodeId>,
    /// How many sets are passed after it.
    pub(crate) stage: Vec<u32>,
    pub(crate) pin: Vec<PinId>,
    pub(crate) arrival: Vec<Quad<Ticks>>,
    /// Where its fan-in starts.
    pub(crate) fanin_first: Vec<u32>,
}

/// Arcs of a cone by target. `[arc]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arcs {
    /// The graph's arc of each of ours.
    pub(crate) of: Vec<ArcId>,
    pub(crate) source: Vec<ArcSource>,
    pub(crate) kind: Vec<PackedKind>,
    pub(crate) delay: Vec<Quad<f32>>,
}

impl Nodes {
    pub(crate) fn clear(&mut self) {
        let Self { of, stage, pin, arrival, fanin_first } = self;
        of.clear();
        stage.clear();
        fanin_first.clear();
        pin.clear();
        arrival.clear();
    }

    /// Adds nodes whose arcs are added after `arcs` others.
    pub(crate) fn append(&mut self, other: &Self, arcs: u32) {
        self.of.extend_from_slice(&other.of);
        self.stage.extend_from_slice(&other.stage);
        self.pin.extend_from_slice(&other.pin);
        self.arrival.extend_from_slice(&other.arrival);
        self.fanin_first.extend(other.fanin_first.iter().map(|first| arcs + first));
    }
}

impl Arcs {
    pub(crate) fn clear(&mut self) {
        let Self { of, source, kind, delay } = self;
        of.clear();
        source.clear();
        kind.clear();
        delay.clear();
    }

    pub(crate) fn append(&mut self, other: &Self) {
        self.of.extend_from_slice(&other.of);
        self.source.extend_from_slice(&other.source);
        self.kind.extend_from_slice(&other.kind);
        self.delay.extend_from_slice(&other.delay);
    }
}

impl Cone {
    /// As search sees it.
    pub(crate) fn timed<'a>(&'a self, graph: &'a TimingGraph) -> TimedGraph<'a> {
        TimedGraph {
            level_first: &self.level_first,
            fanin_first: &self.nodes.fanin_first,
            loose: None,
            arc_sources: &self.arcs.source,
            arc_kinds: &self.arcs.kind,
            arc_models: graph.pins().arc_models(),
            node_pins: &self.nodes.pin,
            sources: &self.sources,
            arrivals: &self.nodes.arrival,
            delays: &self.arcs.delay,
            design_nodes: Some(&self.nodes.of),
        }
    }

    /// The graph's arc of one of ours.
    pub(crate) fn design_arc(&self, arc: ArcId) -> ArcId {
        self.arcs.of[arc.index()]
    }

    /// Whether both are of the same nodes and arcs, with the same times.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let bits = |cone: &Self| -> Vec<u32> {
            cone.arcs
                .delay
                .iter()
                .flat_map(|delay| delay.as_flattened())
                .map(|delay| delay.to_bits())
                .collect()
        };
        let nodes = [self, other]
            .map(|cone| (&cone.nodes.of, &cone.nodes.stage, &cone.nodes.pin, &cone.nodes.arrival));
        let arcs = [self, other].map(|cone| (&cone.nodes.fanin_first, &cone.arcs.of, &cone.arcs.source));
        let rest = [self, other].map(|cone| (&cone.level_first, &cone.sources, cone.starts));
        nodes[0] == nodes[1] && arcs[0] == arcs[1] && rest[0] == rest[1] && bits(self) == bits(other)
    }

    /// Whether a node is a clock pin where paths start.
    pub(crate) fn starts_at(&self, node: NodeId) -> bool {
        self.nodes.of[..self.starts].binary_search(&node).is_ok()
    }

    pub(crate) fn node_count(&self) -> usize {
        self.nodes.of.len()
    }

    /// The copies of a node inside of the inside.
    pub(crate) fn copies(&self, inside: &Inside, node: NodeId) -> Range<usize> {
        if !inside.holds(node) {
            return 0..0;
        }
        // Of a node that has none the place is an old one.
        let first = inside.place(node) as usize;
        if first < self.starts || first >= self.node_count() {
            return 0..0;
        }
        let count = self.nodes.of[first..].iter().take_while(|&&other| other == node).count();
        first..first + count
    }

    /// The node of a vertex of the graph in a stage.
    pub(crate) fn find(&self, inside: &Inside, node: NodeId, stage: u32) -> Option<NodeId> {
        self.copies(inside, node).find(|&copy| self.nodes.stage[copy] == stage).map(NodeId::at)
    }
}
