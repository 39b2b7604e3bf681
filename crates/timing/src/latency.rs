//! When clocks come to the clock pins of registers.

use std::collections::BTreeMap;

use zeroslack_graph::{CheckOrigin, NodeId, PinCheck, TimingGraph, VertexId};
use zeroslack_netlist::PinId;
use zeroslack_sdc::ClockId;
use zeroslack_units::{Split, Ticks, Transition, defined};

use crate::timed_graph::value_at;
use crate::timing::Timing;
use crate::trace::worst_fanin;

/// A clock edge at a clock pin of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockArrival {
    /// The vertex of the timing graph.
    pub vertex: VertexId,
    /// Its pin.
    pub pin: PinId,
    /// How much later than the clock's own edge it leaves the clock's source.
    pub source: Ticks,
    /// How long the clock's network takes from there.
    pub network: Ticks,
}

impl ClockArrival {
    /// By how much later than the clock's own edge it comes.
    pub fn latency(&self) -> Ticks {
        self.source + self.network
    }
}

/// The least and the greatest latency of an edge of a clock, among the clock pins of registers where it makes one transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLatency {
    /// The clock.
    pub clock: ClockId,
    /// Its edge.
    pub edge: Transition,
    /// The transition at the clock pins.
    pub at: Transition,
    /// The earliest of early analysis, then the latest of late analysis; of equals the first pin.
    pub ends: [ClockArrival; 2],
}

/// An edge of a clock, and the transition that it makes at clock pins.
type Key = (ClockId, Transition, Transition);

/// The least early and the greatest late latency, with where they are.
type Extremes = [Option<(Ticks, VertexId)>; 2];

/// The latencies of all clocks, in the order of clocks, edges and transitions. An ideal clock has those that its network gives it, too.
pub fn clock_latencies(graph: &TimingGraph, timing: &Timing) -> Vec<ClockLatency> {
    let latency = |((clock, edge, at), [least, greatest]): (Key, Extremes)| {
        let (least, greatest) = least.zip(greatest)?;
        let end = |(latency, vertex), split| {
            let source = source_latency(graph, timing, (vertex, latency), split);
            ClockArrival { vertex, pin: graph.pin(vertex.node()), source, network: latency - source }
        };
        let ends = [end(least, Split::Early), end(greatest, Split::Late)];
        Some(ClockLatency { clock, edge, at, ends })
    };
    extremes(graph, timing).into_iter().filter_map(latency).collect()
}

fn extremes(graph: &TimingGraph, timing: &Timing) -> BTreeMap<Key, Extremes> {
    let mut extremes: BTreeMap<Key, Extremes> = BTreeMap::new();
    for vertex in
        clock_pins(graph).into_iter().flat_map(|pin| graph.side_nodes(pin)).flat_map(NodeId::vertices)
    {
        let tag = graph.vertex_tag(vertex).filter(|tag| tag.clocks());
        let Some(edge) = tag.and_then(|tag| tag.launch) else { continue };
        let known = extremes.entry((edge.clock, edge.edge, vertex.transition())).or_default();
        for (place, split) in known.iter_mut().zip(Split::ALL) {
            let Some(latency) = defined(value_at(timing.arrivals(), vertex, split)) else { continue };
            let is_further = place.is_none_or(|(known, _)| match split {
                Split::Early => latency < known,
                Split::Late => latency > known,
            });
            if is_further {
                *place = Some((latency, vertex));
            }
        }
    }
    extremes
}

/// The pins at which cells launch data or check it, whatever comes there, in order, each once.
pub(crate) fn clock_pins(graph: &TimingGraph) -> Vec<PinId> {
    let (pins, structure) = (graph.pins(), graph.pins().structure());
    let origin = |check: &PinCheck| pins.check_models()[check.model as usize].origin;
    let checks = pins.checks().iter();
    let of_cells = checks.filter(|check| matches!(origin(check), CheckOrigin::Library { .. }));
    let nodes = pins.launching_nodes().chain(of_cells.map(|check| check.clock.node()));
    let mut pins: Vec<PinId> = nodes.map(|node| structure.pin(node)).collect();
    pins.sort_unstable();
    pins.dedup();
    pins
}

/// What part of a latency a clock edge has already where it starts, before what drives the port there makes it later.
fn source_latency(
    graph: &TimingGraph,
    timing: &Timing,
    (mut vertex, latency): (VertexId, Ticks),
    split: Split,
) -> Ticks {
    let (to, clock) = (vertex, graph.launch_edge(vertex).map(|edge| edge.clock));
    // A generated clock's source latency is that of the way from its master.
    while let Some(arc) = worst_fanin(graph, timing, vertex, split) {
        let before = graph.arc_source(arc).vertex(vertex.transition());
        if graph.launch_edge(before).map(|edge| edge.clock) != clock {
            break;
        }
        vertex = before;
    }
    let arrival = |vertex| value_at(timing.arrivals(), vertex, split);
    let drive = timing.drive_delay(graph, vertex.node(), split, vertex.transition());
    latency - (arrival(to) - arrival(vertex)) - drive
}
