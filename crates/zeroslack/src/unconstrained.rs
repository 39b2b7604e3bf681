//! Paths that nothing is required of.
//!
//! They are the paths of the same design under constraints that make up for what is missing: signals start at time 0 where no constraint says when they
//! start, at ports and at the clock pins of registers that no clock comes to, and are required at time 0 where nothing is required of them. So the later a late path is, the less slack it has.

use std::collections::BTreeSet;
use std::sync::Arc;

use zeroslack_graph::{NodeId, Tag, TimingGraph};
use zeroslack_liberty::SequentialKind;
use zeroslack_netlist::{PinId, PortDirection};
use zeroslack_sdc::{Clock, Constraints, Exceptions, InputDelay};
use zeroslack_timing::{CornerData, DelayData, Timing};
use zeroslack_units::{Split, Ticks, quad};

use crate::once;
use crate::timed::Timed;

/// A design under constraints that make up for what is missing, or without exceptions: timed.
#[derive(Debug)]
pub(crate) struct Completed {
    pub(crate) constraints: Constraints,
    pub(crate) graph: TimingGraph,
    pub(crate) timing: Timing,
}

impl<'s> Timed<'s> {
    /// The design under constraints that make up for what is missing. Made when it is first asked for after an update.
    pub(crate) fn completed(self) -> Arc<Completed> {
        Arc::clone(once::only(&self.built.results.completed, || Arc::new(self.complete())))
    }

    fn complete(self) -> Completed {
        let mut constraints = self.constraints().clone();
        let starts: Vec<PinId> = self
            .netlist()
            .ports()
            .iter()
            .filter(|port| port.direction != PortDirection::Output)
            .flat_map(|port| port.bits())
            .filter(|pin| self.has_no_start(*pin))
            .collect();
        for pin in starts {
            let delay = InputDelay::new(None, quad(Some(0)));
            constraints.input_delays.insert(pin, vec![delay]);
        }
        let sources = self.unclocked_registers();
        if !sources.is_empty() {
            constraints.clocks.put(clock_at_0(sources));
        }
        for pin in self.unconstrained_ends() {
            constraints.required_times.insert(pin, quad(Some(0)));
        }
        self.under(constraints)
    }

    /// The design without exceptions and groups of clocks. Made when it is first asked for after an update.
    pub(crate) fn released(self) -> Arc<Completed> {
        let make = || {
            let (exceptions, clock_groups) = (Exceptions::default(), Vec::new());
            Arc::new(self.under(Constraints { exceptions, clock_groups, ..self.constraints().clone() }))
        };
        Arc::clone(once::only(&self.built.results.released, make))
    }

    /// The design under other constraints.
    fn under(self, constraints: Constraints) -> Completed {
        let (netlist, library) = (self.netlist(), self.library());
        // What is wrong with the design was said when its own graph was built.
        let (mut graph, _) = TimingGraph::new(netlist, library, &constraints);
        let _ = graph.state_source_latencies(netlist, &constraints, self.graph().source_latencies().clone());
        let corner = CornerData { library, parasitics: self.parasitics() };
        let (data, _) = DelayData::new(netlist, corner, &graph);
        let mut timing = Timing::default();
        timing.update(&graph, &data, self.session.calculator());
        Completed { constraints, graph, timing }
    }

    /// The clock pins at which flip-flops launch data and no clock comes, in order.
    fn unclocked_registers(self) -> Vec<PinId> {
        let graph = self.graph();
        let (pins, structure) = (graph.pins(), graph.pins().structure());
        let mut found: Vec<PinId> = pins.launching_nodes().map(|node| structure.pin(node)).collect();
        found.sort_unstable();
        found.dedup();
        let is_clocked = |pin: PinId| {
            let vertices = graph.all_nodes(pin).flat_map(NodeId::vertices);
            vertices.filter_map(|vertex| graph.vertex_tag(vertex)).any(Tag::clocks)
        };
        found.retain(|&pin| self.netlist().has_pin(pin) && !self.is_of_latch(pin) && !is_clocked(pin));
        found
    }

    /// Whether a pin is one of a latch, which lets data through instead of launching it.
    fn is_of_latch(self, pin: PinId) -> bool {
        let cell = self.netlist().pin_cell(pin).map(|cell| self.netlist().cell_master(cell));
        let described = cell.and_then(|master| self.library().cell(master, Split::Late));
        let mut sequentials = described.iter().flat_map(|cell| &cell.sequentials);
        sequentials.any(|sequential| sequential.kind == SequentialKind::Latch)
    }

    /// Whether no constraint says when signals start at a port.
    fn has_no_start(self, pin: PinId) -> bool {
        let constraints = self.constraints();
        constraints.clocks.starting_at(pin).is_empty()
            && !constraints.input_delays.contains_key(&pin)
            && !constraints.clock_arrivals.contains_key(&pin)
    }

    /// The pins where data ends, at a register or an output port, and nothing is required of any that comes there.
    fn unconstrained_ends(self) -> BTreeSet<PinId> {
        let graph = self.graph();
        let pins = graph.pins();
        let outputs = self.netlist().ports().iter().filter(|port| port.direction != PortDirection::Input);
        let outputs = outputs.flat_map(|port| port.bits());
        let mut ends: BTreeSet<PinId> =
            graph.endpoints().iter().map(|endpoint| endpoint.pin).chain(outputs).collect();
        ends.retain(|pin| pin.index() < pins.pin_count());
        for end in self.endpoint_slacks() {
            ends.remove(&end.pin);
        }
        // False paths are no unconstrained ones.
        if !self.constraints().exceptions.is_empty() {
            let captured = graph.captured_pins();
            let delayed = &self.constraints().output_delays;
            ends.retain(|pin| captured.binary_search(pin).is_err() && !delayed.contains_key(pin));
        }
        ends
    }
}

/// A clock without a name that makes registers launch at time 0, by whichever edge: its second edge acts as much earlier as it is later.
fn clock_at_0(sources: Vec<PinId>) -> Clock {
    let half: Ticks = 10_000_000;
    Clock {
        sources,
        period: 2 * half,
        edges: [0, half],
        network_latency: [[0, -half]; 2],
        ..Clock::default()
    }
}
