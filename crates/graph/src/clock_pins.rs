//! What constraints state at pins of clock networks, carried along to the clock pins of registers: latencies of ideal clocks, and uncertainties.

use rustc_hash::FxHashMap;
use zeroslack_netlist::PinId;
use zeroslack_sdc::{ClockEdge, Constraints};
use zeroslack_units::{Split, Ticks, Transition, worse_arrival};

use crate::graph::TimingGraph;
use crate::ids::{NodeId, VertexId};
use crate::tag::Role;

/// What is true of a clock edge at a vertex of its network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AtClockPin {
    /// How long the network takes to it while the clock is ideal. `[split]`.
    pub(crate) latency: [Ticks; 2],
    /// By how much captures there are uncertain. `[split of the data]`.
    pub(crate) uncertainty: [Ticks; 2],
}

impl AtClockPin {
    /// What the clock itself states.
    fn of_clock(constraints: &Constraints, edge: ClockEdge) -> Self {
        let clock = &constraints.clocks[edge.clock];
        let latency = Split::ALL.map(|split| clock.network_latency[split as usize][edge.edge as usize]);
        Self { latency, uncertainty: clock.uncertainty }
    }

    /// Of two ways: the earliest and the latest, and the most uncertain.
    fn merged(self, other: Self) -> Self {
        let latency = Split::ALL
            .map(|split| worse_arrival(split, self.latency[split as usize], other.latency[split as usize]));
        let uncertainty = [0, 1].map(|split| self.uncertainty[split].max(other.uncertainty[split]));
        Self { latency, uncertainty }
    }

    /// What a pin states counts from there on.
    fn after(mut self, constraints: &Constraints, pin: PinId, edge: ClockEdge) -> Self {
        for clock in [None, Some(edge.clock)] {
            let Some(stated) = constraints.pin_latencies.get(&(pin, clock)) else { continue };
            for (latency, stated) in self.latency.iter_mut().zip(stated) {
                *latency = stated[edge.edge as usize].unwrap_or(*latency);
            }
        }
        if let Some(stated) = constraints.pin_uncertainties.get(&pin) {
            for (uncertainty, stated) in self.uncertainty.iter_mut().zip(stated) {
                *uncertainty = stated.unwrap_or(*uncertainty);
            }
        }
        self
    }
}

/// What is stated at pins of clock networks. Where nothing is, it takes neither time nor memory.
#[derive(Debug, Default)]
pub(crate) struct ClockPins {
    /// By vertex of the clock network; empty if no pin states anything.
    at: FxHashMap<VertexId, AtClockPin>,
}

impl ClockPins {
    /// Carries what pins state along the clock network. Where ways meet of which some state something, the others have what the clock states.
    pub(crate) fn new(graph: &TimingGraph, constraints: &Constraints) -> Self {
        let mut pins = Self::default();
        if constraints.pin_latencies.is_empty() && constraints.pin_uncertainties.is_empty() {
            return pins;
        }
        for node in clock_nodes(graph) {
            for vertex in Transition::ALL.map(|transition| node.vertex(transition)) {
                if let Some(edge) = clock_edge(graph, vertex) {
                    let arriving = pins.arriving(graph, vertex, edge);
                    let own = arriving.unwrap_or_else(|| AtClockPin::of_clock(constraints, edge));
                    pins.at.insert(vertex, own.after(constraints, graph.pin(node), edge));
                }
            }
        }
        for node in graph.pins().ideal_nodes() {
            pins.enter_ideal(graph, node);
        }
        pins
    }

    /// What comes to a vertex by its arcs.
    fn arriving(&self, graph: &TimingGraph, vertex: VertexId, edge: ClockEdge) -> Option<AtClockPin> {
        let to = vertex.transition();
        let arcs = graph.fanin(vertex.node()).filter(|&arc| graph.arc_source(arc).has(to));
        let sources = arcs.map(|arc| graph.arc_source(arc).vertex(to));
        let of_edge = sources.filter(|&source| clock_edge(graph, source) == Some(edge));
        of_edge.filter_map(|source| self.at.get(&source).copied()).reduce(AtClockPin::merged)
    }

    /// Gives the ideal node of a clock pin what its pin's own nodes have. `node` is one of the pin graph.
    fn enter_ideal(&mut self, graph: &TimingGraph, node: NodeId) {
        let pin = graph.pins().structure().pin(node);
        for at_ideal in graph.nodes_at(node) {
            for transition in Transition::ALL {
                let tag = graph.vertex_tag(at_ideal.vertex(transition));
                let same = graph.nodes(pin).map(|own| own.vertex(transition));
                let same = same.filter(|&own| tag.is_some() && graph.vertex_tag(own) == tag);
                let found = same.filter_map(|own| self.at.get(&own).copied()).reduce(AtClockPin::merged);
                if let Some(found) = found {
                    self.at.insert(at_ideal.vertex(transition), found);
                }
            }
        }
    }

    /// What is true of a clock edge at a vertex.
    pub(crate) fn at(&self, constraints: &Constraints, vertex: VertexId, edge: ClockEdge) -> AtClockPin {
        self.at.get(&vertex).copied().unwrap_or_else(|| AtClockPin::of_clock(constraints, edge))
    }
}

/// The nodes of clock networks, but for ideal ones, sources before those behind them.
fn clock_nodes(graph: &TimingGraph) -> Vec<NodeId> {
    let has_clocks = |node: NodeId| graph.clock_transitions(node) != 0;
    let all = NodeId::all(0..graph.node_count());
    let mut nodes: Vec<NodeId> = all.filter(|&node| !graph.is_ideal(node) && has_clocks(node)).collect();
    if !graph.is_levelled() {
        nodes.sort_unstable_by_key(|&node| graph.place(node));
    }
    nodes
}

/// The edge of the clock at a vertex, if what comes there is a clock.
fn clock_edge(graph: &TimingGraph, vertex: VertexId) -> Option<ClockEdge> {
    graph.vertex_tag(vertex).filter(|tag| tag.role != Role::Data)?.launch
}
