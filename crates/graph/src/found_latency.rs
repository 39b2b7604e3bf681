//! When generated clocks leave their sources, where timing their masters says it.
//!
//! At clock pins a propagated clock has that from its way. Ports outside of which it launches, and ideal generated clocks of propagated masters, are on no such way: there it is stated to the graph once it was found. It depends on clock networks alone,
//! so that it is found once for all.

use std::collections::BTreeMap;

use zeroslack_netlist::Netlist;
use zeroslack_sdc::{ClockEdge, ClockId, Constraints, LatencyIncluded};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, worse_arrival};

use crate::exceptions::Matching;
use crate::graph::TimingGraph;
use crate::ids::VertexId;
use crate::restate::Restated;
use crate::stated::is_propagated;

/// How much later than their own edges generated clocks leave their sources, as far as it was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundLatencies(BTreeMap<ClockEdge, [Ticks; 2]>);

impl FoundLatencies {
    /// How much later than its own edge a clock leaves its sources, if that was found.
    pub fn at_source(&self, edge: ClockEdge, split: Split) -> Option<Ticks> {
        self.0.get(&edge).map(|found| found[split as usize])
    }

    /// How much later than its own edge a clock leaves its sources: as it was found, else as it is stated.
    pub fn source_latency(&self, constraints: &Constraints, edge: ClockEdge, split: Split) -> Ticks {
        let stated = || constraints.source_latency(edge.clock, split, edge.edge);
        self.at_source(edge, split).unwrap_or_else(stated)
    }

    /// How much later than its own edge a clock launches or captures outside of a port, but for the latencies that the port's delay contains.
    pub(crate) fn at_port(
        &self,
        constraints: &Constraints,
        edge: ClockEdge,
        included: LatencyIncluded,
        split: Split,
    ) -> Ticks {
        match self.at_source(edge, split).filter(|_| !included.source) {
            Some(source) => {
                let of_network = LatencyIncluded { source: true, ..included };
                source + constraints.latency_at_port(edge, of_network, split)
            }
            None => constraints.latency_at_port(edge, included, split),
        }
    }
}

/// Whether something has to know when a clock leaves its sources that is not on its way: ports, or ideal clock pins.
fn waits(constraints: &Constraints, id: ClockId) -> bool {
    let clock = &constraints.clocks[id];
    let is_ideal = clock.sources.iter().any(|&pin| !is_propagated(constraints, clock, pin));
    let is_of_input = || {
        let mut delays = constraints.all_input_delays();
        delays.any(|(_, input)| !input.included.source && input.edge.is_some_and(|edge| edge.clock == id))
    };
    constraints.is_timed_at_source(id) && (is_ideal || is_of_input())
}

impl TimingGraph {
    /// What was found of when clocks leave their sources, and is in times of ports and ideal clocks.
    pub fn found_latencies(&self) -> &FoundLatencies {
        &self.found
    }

    /// Whether times of ports and ideal clocks depend on when clocks leave their sources.
    pub fn waits_for_latencies(&self, constraints: &Constraints) -> bool {
        constraints.clocks.iter().any(|(id, _)| waits(constraints, id))
    }

    /// When clocks leave their sources on which times of ports and ideal clocks depend, by arrivals at vertices. `[split]`, [`UNDEFINED`] where nothing comes.
    pub fn find_latencies(
        &self,
        constraints: &Constraints,
        arrival: impl Fn(VertexId) -> [Ticks; 2],
    ) -> FoundLatencies {
        let mut found = FoundLatencies::default();
        for (id, clock) in constraints.clocks.iter().filter(|&(id, _)| waits(constraints, id)) {
            for edge in Transition::ALL {
                let launch = ClockEdge { clock: id, edge };
                let nodes = clock.sources.iter().flat_map(|&pin| self.start_nodes(pin));
                let leaves = |vertex: &VertexId| {
                    let tag = self.vertex_tag(*vertex);
                    tag.is_some_and(|tag| tag.clocks() && !tag.is_bare && tag.launch == Some(launch))
                };
                let arrivals = nodes.map(|node| node.vertex(edge)).filter(leaves).map(&arrival);
                let worst = arrivals.reduce(|a, b| {
                    Split::ALL.map(|split| worse_arrival(split, a[split as usize], b[split as usize]))
                });
                if let Some(worst) = worst.filter(|worst| !worst.contains(&UNDEFINED)) {
                    found.0.insert(launch, worst);
                }
            }
        }
        found
    }

    /// Takes over what was found of when clocks leave their sources. None if the graph has to be built anew, and is of no use any more.
    pub fn state_latencies(
        &mut self,
        netlist: &Netlist,
        constraints: &Constraints,
        found: FoundLatencies,
    ) -> Option<Restated> {
        self.found = found;
        let mut restated = Restated { has_starts: true, ..Restated::default() };
        let of = (netlist, &*constraints.applicable(netlist));
        let matching = Matching::again(of.0, of.1, self.rules.take())?;
        let is_done = self.restate_starts(of, &matching, &mut restated.changed)
            && self.restate_ends(of, &matching, false, &mut restated);
        if matching.has_items() {
            self.rules = Some(Box::new(matching.into_states()));
        }
        is_done.then_some(restated)
    }
}
