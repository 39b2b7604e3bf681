//! Edges of clocks at pins, whether registers launch and capture there or not.

use zeroslack_graph::{NodeId, Role, TimingGraph, VertexId};
use zeroslack_netlist::PinId;
use zeroslack_sdc::{ClockEdge, Constraints};
use zeroslack_units::{Split, Ticks, defined};

use crate::timed_graph::value_at;
use crate::timing::Timing;

/// A clock edge at a pin, at one of all times at which it comes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeAtPin {
    /// Where: the vertex of the timing graph.
    pub vertex: VertexId,
    /// The clock's edge that makes it.
    pub edge: ClockEdge,
    /// When that edge is.
    pub time: Ticks,
    /// By how much later it comes to the pin: the latest, or the earliest.
    pub latency: Ticks,
    /// Whether the clock's network counts with its own delays.
    pub is_propagated: bool,
}

impl EdgeAtPin {
    /// When it comes to the pin.
    pub fn arrival(&self) -> Ticks {
        self.time + self.latency
    }
}

/// An edge of a clock that comes to a pin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComingEdge {
    pub(crate) vertex: VertexId,
    pub(crate) edge: ClockEdge,
    pub(crate) role: Role,
    /// Earliest and latest, from the clock's own edge on.
    pub(crate) arrivals: [Ticks; 2],
    /// Whether it is an ideal clock on its way, of which its constraints alone say when it comes.
    pub(crate) is_on_its_way: bool,
}

impl ComingEdge {
    /// The edge that comes at a time of the clock, as early or as late as it can.
    pub(crate) fn at(&self, time: Ticks, split: Split) -> EdgeAtPin {
        EdgeAtPin {
            vertex: self.vertex,
            edge: self.edge,
            time,
            latency: self.arrivals[split as usize],
            is_propagated: self.role == Role::PropagatedClock,
        }
    }
}

/// Finds edges of clocks in a timed design.
#[derive(Clone, Copy)]
pub(crate) struct ClockEdges<'a> {
    pub(crate) graph: &'a TimingGraph,
    pub(crate) timing: &'a Timing,
    pub(crate) constraints: &'a Constraints,
}

impl ClockEdges<'_> {
    /// The edges at a pin.
    pub(crate) fn at(&self, pin: PinId) -> Vec<ComingEdge> {
        let graph = self.graph;
        let has_ideal_node = graph.pins().ideal_node(pin).is_some();
        let edge = |vertex: VertexId| {
            let tag = graph.vertex_tag(vertex).filter(|tag| tag.clocks() && !tag.is_bare)?;
            let is_at_ideal = graph.is_ideal(vertex.node());
            let is_on_its_way = tag.role == Role::IdealClock && !is_at_ideal;
            if is_on_its_way && has_ideal_node || is_at_ideal && tag.role != Role::IdealClock {
                return None;
            }
            let edge = tag.launch?;
            let arrivals = match is_on_its_way {
                true => Split::ALL.map(|split| Some(self.ideal_latency(edge, split))),
                false => Split::ALL.map(|split| defined(value_at(self.timing.arrivals(), vertex, split))),
            };
            let [Some(early), Some(late)] = arrivals else { return None };
            Some(ComingEdge { vertex, edge, role: tag.role, arrivals: [early, late], is_on_its_way })
        };
        graph.all_nodes(pin).flat_map(NodeId::vertices).filter_map(edge).collect()
    }

    /// How late an ideal clock is outside of where it launches and captures.
    fn ideal_latency(&self, edge: ClockEdge, split: Split) -> Ticks {
        let network = self.constraints.clocks[edge.clock].network_latency[split as usize][edge.edge as usize];
        self.graph.source_latencies().source_latency(self.constraints, edge, split) + network
    }

    /// The slew of an edge; 0 where none is known.
    pub(crate) fn slew(&self, edge: &ComingEdge, split: Split) -> f32 {
        let node = self.graph.pin_graph_node(edge.vertex.node());
        self.timing.slew(node, split, edge.vertex.transition()).unwrap_or(0.0)
    }
}
