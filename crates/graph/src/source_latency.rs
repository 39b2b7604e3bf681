//! Source latencies of generated clocks that are timed along their masters.
//!
//! A propagated clock brings its source latency to clock pins by its arrivals. Input ports and ideal clock pins, with all clocks that are made of ideal ones, are not reached by such arrivals: the graph is told the
//! latency once it was timed. It depends on clock networks alone.

use std::collections::BTreeMap;

use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{Clock, ClockEdge, ClockId, Constraints, LatencyIncluded};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, worse_arrival};

use crate::exceptions::Matching;
use crate::graph::TimingGraph;
use crate::ids::VertexId;
use crate::restate::Restated;
use crate::stated::is_propagated;

/// Timed source latencies of generated clocks, and those that follow for clocks that are made of them, by clock edge and split, ticks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLatencies(BTreeMap<ClockEdge, [Ticks; 2]>);

impl SourceLatencies {
    /// The source latency of a clock edge, if it follows from a timed one.
    pub fn at_source(&self, edge: ClockEdge, split: Split) -> Option<Ticks> {
        self.0.get(&edge).map(|found| found[split as usize])
    }

    /// The source latency of a clock edge: timed, or else stated.
    pub fn source_latency(&self, constraints: &Constraints, edge: ClockEdge, split: Split) -> Ticks {
        let stated = || constraints.source_latency(edge.clock, split, edge.edge);
        self.at_source(edge, split).unwrap_or_else(stated)
    }

    /// The latency of a clock edge at a pin where the clock starts.
    pub(crate) fn at_pin(
        &self,
        constraints: &Constraints,
        edge: ClockEdge,
        pin: PinId,
        split: Split,
    ) -> Ticks {
        let stated = constraints.stated_at_source(edge.clock, pin, split, edge.edge);
        let of_clock = || constraints.latency_of_clock(edge.clock)[split as usize][edge.edge as usize];
        stated.or_else(|| self.of_master(constraints, edge.clock, split)).unwrap_or_else(of_clock)
    }

    /// The latency before the sources of a generated clock that is made of an ideal one, if it follows from a timed one: when the earliest or the latest of the master's edges has left the master's sources and has passed its network.
    fn of_master(&self, constraints: &Constraints, id: ClockId, split: Split) -> Option<Ticks> {
        let generated = constraints.clocks[id].generated.as_ref().filter(|of| !of.has_own_latency)?;
        let clock = generated.master?;
        let master = constraints.clocks.get(clock).filter(|master| is_ideal(constraints, master))?;
        let edges = Transition::ALL.into_iter().filter_map(|edge| {
            Some(self.at_source(ClockEdge { clock, edge }, split)? + master.ideal_latency(split, edge))
        });
        edges.reduce(|a, b| worse_arrival(split, a, b))
    }

    /// Adds clocks that are made of ideal ones.
    fn add_those_made(&mut self, constraints: &Constraints) {
        let is_made = |id: &ClockId| !constraints.is_timed_at_source(*id);
        let mut open: Vec<ClockId> = constraints.clocks.iter().map(|(id, _)| id).filter(is_made).collect();
        // Masters first.
        loop {
            let before = open.len();
            open.retain(|&clock| {
                let [Some(early), Some(late)] =
                    Split::ALL.map(|split| self.of_master(constraints, clock, split))
                else {
                    return true;
                };
                for edge in Transition::ALL {
                    let worst = |split, of_clock| constraints.worst_of_sources(clock, split, edge, of_clock);
                    let latency = [worst(Split::Early, early), worst(Split::Late, late)];
                    self.0.insert(ClockEdge { clock, edge }, latency);
                }
                false
            });
            if open.len() == before {
                break;
            }
        }
    }

    /// The latency of a clock edge at a port, without the parts that the port's delay includes.
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

/// Whether arrivals of input ports or of ideal clock pins depend on the timed source latency of a clock.
fn waits(constraints: &Constraints, id: ClockId) -> bool {
    let is_of_input = || {
        let mut delays = constraints.all_input_delays();
        delays.any(|(_, input)| !input.included.source && input.edge.is_some_and(|edge| edge.clock == id))
    };
    constraints.is_timed_at_source(id) && (is_ideal(constraints, &constraints.clocks[id]) || is_of_input())
}

/// Whether a clock is ideal from one of its sources on.
fn is_ideal(constraints: &Constraints, clock: &Clock) -> bool {
    clock.sources.iter().any(|&pin| !is_propagated(constraints, clock, pin))
}

impl TimingGraph {
    /// The timed source latencies that the graph uses.
    pub fn source_latencies(&self) -> &SourceLatencies {
        &self.found
    }

    /// Whether arrivals or required times depend on timed source latencies.
    pub fn needs_source_latencies(&self, constraints: &Constraints) -> bool {
        constraints.clocks.iter().any(|(id, _)| waits(constraints, id))
    }

    /// Finds the source latencies that the graph needs from arrivals at vertices: `[split]`, [`UNDEFINED`] where nothing arrives.
    pub fn find_source_latencies(
        &self,
        constraints: &Constraints,
        arrival: impl Fn(VertexId) -> [Ticks; 2],
    ) -> SourceLatencies {
        let mut found = SourceLatencies::default();
        for (id, _) in constraints.clocks.iter().filter(|&(id, _)| waits(constraints, id)) {
            for edge in Transition::ALL {
                let launch = ClockEdge { clock: id, edge };
                let arrivals = self.leaving(constraints, launch).map(&arrival);
                let worst = arrivals.reduce(|a, b| {
                    Split::ALL.map(|split| worse_arrival(split, a[split as usize], b[split as usize]))
                });
                if let Some(worst) = worst.filter(|worst| !worst.contains(&UNDEFINED)) {
                    found.0.insert(launch, worst);
                }
            }
        }
        found.add_those_made(constraints);
        found
    }

    /// The vertices at which a clock edge leaves the sources of its clock: none where constants keep it from that.
    pub(crate) fn leaving(
        &self,
        constraints: &Constraints,
        launch: ClockEdge,
    ) -> impl Iterator<Item = VertexId> {
        let sources = constraints.clocks[launch.clock].sources.iter();
        let vertices =
            sources.flat_map(|&pin| self.start_nodes(pin)).map(move |node| node.vertex(launch.edge));
        vertices.filter(move |&vertex| {
            let tag = self.vertex_tag(vertex);
            tag.is_some_and(|tag| tag.clocks() && !tag.is_bare && tag.launch == Some(launch))
        })
    }

    /// Uses these source latencies from now on. None if the graph has to be built anew, and is of no use any more.
    pub fn state_source_latencies(
        &mut self,
        netlist: &Netlist,
        constraints: &Constraints,
        found: SourceLatencies,
    ) -> Option<Restated> {
        if self.found == found {
            return Some(Restated::default());
        }
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
