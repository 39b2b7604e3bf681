//! How late clocks leave their sources, and launch and capture outside of ports, as far as constraints say it.

use zeroslack_netlist::PinId;
use zeroslack_units::{Quad, Split, Ticks, Transition, quad, worse_arrival};

use crate::{Clock, ClockEdge, ClockId, Constraints, LatencyIncluded};

impl Constraints {
    /// The latency that is stated at a source of a clock.
    pub fn stated_at_source(&self, id: ClockId, pin: PinId, split: Split, edge: Transition) -> Option<Ticks> {
        let stated =
            |of: Option<ClockId>| self.pin_source_latencies.get(&(pin, of))?[split as usize][edge as usize];
        stated(Some(id)).or_else(|| stated(None))
    }

    /// How much later than its own edge a clock leaves its sources: the earliest, or the latest, of them. A generated clock of which no latency is stated has that of its master while that
    /// one is ideal; how long a propagated master takes is found by timing it.
    pub fn source_latency(&self, id: ClockId, split: Split, edge: Transition) -> Ticks {
        self.worst_of_sources(id, split, edge, self.latency_of_clock(id)[split as usize][edge as usize])
    }

    /// The worst latency before the sources of a clock, if those that state none have this one.
    pub fn worst_of_sources(&self, id: ClockId, split: Split, edge: Transition, of_clock: Ticks) -> Ticks {
        if self.pin_source_latencies.is_empty() {
            return of_clock;
        }
        let sources = self.clocks[id].sources.iter();
        let latencies = sources.map(|&pin| self.stated_at_source(id, pin, split, edge).unwrap_or(of_clock));
        latencies.reduce(|a, b| worse_arrival(split, a, b)).unwrap_or(of_clock)
    }

    /// The latency of a clock before those of its sources that state none.
    pub fn latency_of_clock(&self, id: ClockId) -> Quad<Ticks> {
        // Clocks can be stated to be made of each other.
        let chain = std::iter::successors(Some(id), |&id| self.master_with_latency(id));
        let chain: Vec<ClockId> = chain.take(self.clocks.id_count()).collect();
        let Some(&top) = chain.last() else { return quad(0) };
        let states_own =
            self.clocks[top].generated.as_ref().is_none_or(|generated| generated.has_own_latency);
        let of_top = if states_own { self.clocks[top].source_latency } else { quad(0) };
        chain
            .iter()
            .skip(1)
            .rev()
            .fold(of_top, |latency, &id| self.behind_network((id, &self.clocks[id]), latency))
    }

    /// The master whose latency a generated clock has, as it states none itself.
    fn master_with_latency(&self, id: ClockId) -> Option<ClockId> {
        let generated = self.clocks[id].generated.as_ref().filter(|generated| !generated.has_own_latency)?;
        generated.master.filter(|&master| self.clocks.get(master).is_some())
    }

    /// When the earliest and the latest edge of a clock have left its sources, of which those that state no latency have this one, and have passed its network.
    fn behind_network(&self, (id, clock): (ClockId, &Clock), of_clock: Quad<Ticks>) -> Quad<Ticks> {
        Split::ALL.map(|split| {
            let of_edge = |edge: Transition| {
                let of_clock = of_clock[split as usize][edge as usize];
                self.worst_of_sources(id, split, edge, of_clock) + clock.ideal_latency(split, edge)
            };
            let [rise, fall] = Transition::ALL.map(of_edge);
            [worse_arrival(split, rise, fall); 2]
        })
    }

    /// Whether latency before a source of a generated clock is stated, in place of that of the way from its master.
    pub fn has_own_latency(&self, id: ClockId, pin: PinId) -> bool {
        let generated = self.clocks[id].generated.as_ref();
        let is_stated = |of: Option<ClockId>| self.pin_source_latencies.contains_key(&(pin, of));
        generated.is_none_or(|generated| generated.has_own_latency) || is_stated(Some(id)) || is_stated(None)
    }

    /// Whether the source latency of a clock is timed along its master: a generated clock without a stated one, of a propagated master.
    pub fn is_timed_at_source(&self, id: ClockId) -> bool {
        let clock = &self.clocks[id];
        let master = clock.generated.as_ref().and_then(|generated| generated.master);
        let Some(master) = master.and_then(|master| self.clocks.get(master)) else { return false };
        let is_propagated = master.propagated || !self.propagated_pins.is_empty();
        is_propagated && clock.sources.iter().any(|&pin| !self.has_own_latency(id, pin))
    }

    /// When an edge of a clock, of the first cycle, launches or captures outside of a port, but for the latencies that the port's delay contains.
    pub fn at_port(&self, edge: ClockEdge, included: LatencyIncluded, split: Split) -> Ticks {
        self.clocks[edge.clock].edges[edge.edge as usize] + self.latency_at_port(edge, included, split)
    }

    /// How much later than its own edge a clock launches or captures outside of a port, but for the latencies that the port's delay contains, and for a timed source latency.
    pub fn latency_at_port(&self, edge: ClockEdge, included: LatencyIncluded, split: Split) -> Ticks {
        let clock = &self.clocks[edge.clock];
        let mut time = 0;
        if !included.source {
            time += self.source_latency(edge.clock, split, edge.edge);
        }
        if !included.network {
            time += clock.ideal_latency(split, edge.edge);
        }
        time
    }
}
