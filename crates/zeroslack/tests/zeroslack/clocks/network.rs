//! A small design as the oracle sees it: steps between pins with their delays, checks with their margins, constraints by name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use zeroslack::graph::CheckKind;
use zeroslack::sdc::{ClockGating, ClockSense, DataChecks, Derivation, LatencyIncluded, PathPart};
use zeroslack::units::{Quad, Split, Ticks, Transition};

use super::derates::Derate;

/// A transition at a pin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    pub pin: usize,
    pub transition: Transition,
}

/// A value by [`Split`]; `None` where there is none.
pub type BySplit = [Option<Ticks>; 2];

/// An edge of a delay arc.
#[derive(Clone, Debug)]
pub struct Step {
    pub from: Spot,
    pub to: Spot,
    /// Whether a clock edge launches data here.
    pub launches: bool,
    /// Whether the delay is that of an ideal clock's edge at `from`.
    pub is_ideal: bool,
    /// Derated, of a signal that is data at `to` and of one that is a clock there.
    pub delay: [BySplit; 2],
}

impl Step {
    pub fn delay(&self, part: PathPart) -> BySplit {
        self.delay[part as usize]
    }
}

/// A check that a library states.
#[derive(Clone, Debug)]
pub struct Check {
    pub data: usize,
    pub clock: Spot,
    /// Whether the margins are those of an ideal clock's edge at `clock`.
    pub is_ideal: bool,
    pub kind: CheckKind,
    /// Derated, by the data's transition.
    pub margin: [Option<Ticks>; 2],
}

/// Pins are numbered; of two equal signals the one of the lower pin counts.
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// By pin.
    pub names: Vec<String>,
    pub steps: Vec<Step>,
    pub checks: Vec<Check>,
    /// Those that a library states between data: `clock` is what captures.
    pub between_data: Vec<Check>,
    /// The cell of each pin.
    pub cells: Vec<Option<usize>>,
    /// What each cell is, by what its library calls it.
    pub kinds: Vec<String>,
    /// Pins where clocks capture at checks that no library states.
    pub stated_captures: BTreeSet<usize>,
    /// Where no signal starts.
    pub silent: BTreeSet<Spot>,
    /// Whether some loop is cut: then what is left of steps depends on all of them.
    pub has_loops: bool,
    /// The steps from each pin.
    from: Vec<Vec<usize>>,
}

impl Network {
    pub fn new(
        (names, cells): (Vec<String>, Vec<Option<usize>>),
        steps: Vec<Step>,
        checks: Vec<Check>,
    ) -> Self {
        let mut from = vec![Vec::new(); names.len()];
        for (number, step) in steps.iter().enumerate() {
            from[step.from.pin].push(number);
        }
        Self { names, steps, checks, cells, from, ..Self::default() }
    }

    pub fn pin(&self, name: &str) -> usize {
        self.names.iter().position(|other| other == name).unwrap_or_else(|| panic!("no pin {name}"))
    }

    pub fn from(&self, spot: Spot) -> impl Iterator<Item = &Step> {
        self.from[spot.pin].iter().map(|&step| &self.steps[step]).filter(move |step| step.from == spot)
    }

    /// Whether clocks launch or capture at a pin.
    pub fn is_register_clock(&self, pin: usize) -> bool {
        let launches = || self.steps.iter().any(|step| step.launches && step.from.pin == pin);
        let captures = self.checks.iter().chain(&self.between_data).any(|check| check.clock.pin == pin);
        captures || launches() || self.stated_captures.contains(&pin)
    }
}

/// An edge of a clock, which is named by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClockEdge {
    pub clock: usize,
    pub edge: Transition,
}

/// What constraints say. Pins go by their names.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    pub clocks: Vec<Clock>,
    /// Pins from which on all clocks are propagated.
    pub propagated_pins: Vec<String>,
    /// Of the networks of ideal clocks, stated at pins that they pass.
    pub pin_latencies: Latencies,
    /// Before pins where clocks start.
    pub source_latencies: Latencies,
    /// At pins that clocks pass.
    pub pin_uncertainties: BTreeMap<String, BySplit>,
    /// From launch to capture.
    pub uncertainties_between: BTreeMap<(ClockEdge, ClockEdge), BySplit>,
    /// In the order in which they were stated.
    pub derates: Vec<Derate>,
    pub inputs: Vec<PortDelay<Option<ClockEdge>>>,
    pub outputs: Vec<PortDelay<ClockEdge>>,
    /// Times that signals are required at outputs, whatever launches them.
    pub required: Vec<(String, Quad<Option<Ticks>>)>,
    /// The slew at all input ports, ps.
    pub slew: u8,
    /// Groups of clocks between which no paths are timed; one group stands against all other clocks.
    pub groups: Vec<Vec<Vec<usize>>>,
    /// Which edges of clocks pass pins, by pin and clock; those without a clock are of all that come there.
    pub senses: BTreeMap<(String, Option<usize>), ClockSense>,
    /// How what gates clocks is checked, if it is.
    pub gating: Option<ClockGating>,
    /// Checks between data.
    pub data_checks: DataChecks,
}

/// By pin and clock; those without a clock are of all clocks.
pub type Latencies = BTreeMap<(String, Option<usize>), Quad<Option<Ticks>>>;

/// The latency at a pin: what is stated for the one clock counts before what is stated for all.
pub fn latency_at(latencies: &Latencies, pin: &str, edge: ClockEdge, split: Split) -> Option<Ticks> {
    let stated = |clock| latencies.get(&(pin.to_string(), clock))?[split as usize][edge.edge as usize];
    stated(Some(edge.clock)).or_else(|| stated(None))
}

#[derive(Clone, Debug, Default)]
pub struct Clock {
    pub sources: Vec<String>,
    pub period: Ticks,
    /// Of the first rise and the first fall.
    pub edges: [Ticks; 2],
    /// Before its sources, by split and edge.
    pub latency: Quad<Ticks>,
    /// Of its network while it is ideal, by split and edge.
    pub network_latency: Quad<Ticks>,
    /// At clock pins while it is ideal, by split and transition there, ps.
    pub slew: Quad<f32>,
    /// Of its captures, by split of the data.
    pub uncertainty: [Ticks; 2],
    pub is_propagated: bool,
    /// How it is made from another clock.
    pub generated: Option<Generated>,
}

/// How a clock is made from one of those before it.
#[derive(Clone, Debug)]
pub struct Generated {
    pub master: usize,
    pub derivation: Derivation,
    /// Whether it takes over nothing that comes through registers.
    pub is_combinational: bool,
    pub is_inverted: bool,
    /// Whether the latency before its sources is stated.
    pub has_own_latency: bool,
}

/// A delay between a port and the clock edge on its other side.
#[derive(Clone, Debug)]
pub struct PortDelay<E> {
    pub port: String,
    pub edge: E,
    pub delay: Quad<Option<Ticks>>,
    /// Latencies of the clock that are in the delay already.
    pub included: LatencyIncluded,
}

impl Setting {
    /// When an edge leaves a pin where its clock starts.
    pub fn at_source(&self, edge: ClockEdge, pin: &str, split: Split) -> Ticks {
        let clock = &self.clocks[edge.clock];
        let stated = latency_at(&self.source_latencies, pin, edge, split);
        clock.edges[edge.edge as usize] + stated.unwrap_or_else(|| self.latency_of_clock(edge, split))
    }

    /// Before the sources of a clock: the worst of them.
    pub fn source_latency(&self, edge: ClockEdge, split: Split) -> Ticks {
        let clock = &self.clocks[edge.clock];
        let latencies = clock
            .sources
            .iter()
            .map(|pin| self.at_source(edge, pin, split) - clock.edges[edge.edge as usize]);
        let worst = if split == Split::Early { latencies.min() } else { latencies.max() };
        worst.unwrap_or_else(|| self.latency_of_clock(edge, split))
    }

    /// Before those sources of a clock that state nothing. One that is made of an ideal clock has what that one has before its registers.
    fn latency_of_clock(&self, edge: ClockEdge, split: Split) -> Ticks {
        let clock = &self.clocks[edge.clock];
        let Some(generated) = clock.generated.as_ref().filter(|generated| !generated.has_own_latency) else {
            return clock.latency[split as usize][edge.edge as usize];
        };
        let master = &self.clocks[generated.master];
        let of_master = Transition::ALL.map(|edge| {
            let edge = ClockEdge { clock: generated.master, edge };
            let network = master.network_latency[split as usize][edge.edge as usize];
            self.source_latency(edge, split) + if master.is_propagated { 0 } else { network }
        });
        if split == Split::Early { of_master[0].min(of_master[1]) } else { of_master[0].max(of_master[1]) }
    }

    /// When an edge of a clock is; 0 without one.
    pub fn edge_time(&self, edge: Option<ClockEdge>) -> Ticks {
        edge.map_or(0, |edge| self.clocks[edge.clock].edges[edge.edge as usize])
    }

    /// Whether paths between two clocks are not timed.
    pub fn are_apart(&self, launch: Option<ClockEdge>, capture: ClockEdge) -> bool {
        let Some(launch) = launch else { return false };
        let are_apart = |groups: &Vec<Vec<usize>>| {
            let group_of = |clock| (0..groups.len()).find(|&group| groups[group].contains(&clock));
            match (group_of(launch.clock), group_of(capture.clock)) {
                (Some(one), Some(other)) => one != other,
                (Some(_), None) | (None, Some(_)) => groups.len() == 1,
                (None, None) => false,
            }
        };
        self.groups.iter().any(are_apart)
    }

    /// Whether an edge of a clock passes a spot.
    pub fn passes(&self, edge: ClockEdge, pin: &str, at: Transition) -> bool {
        let stated = |clock| self.senses.get(&(pin.to_string(), clock));
        match stated(Some(edge.clock)).or_else(|| stated(None)) {
            None => true,
            Some(ClockSense::Stopped) => false,
            Some(ClockSense::Positive) => edge.edge == at,
            Some(ClockSense::Negative) => edge.edge != at,
        }
    }

    /// When an edge launches or captures outside of a port, but for what the port's delay includes.
    pub fn at_port(&self, edge: ClockEdge, included: LatencyIncluded, split: Split) -> Ticks {
        let clock = &self.clocks[edge.clock];
        let mut time = clock.edges[edge.edge as usize];
        if !included.source {
            time += self.source_latency(edge, split);
        }
        if !included.network && !clock.is_propagated {
            time += clock.network_latency[split as usize][edge.edge as usize];
        }
        time
    }

    /// The uncertainty that is stated from a launch to a capture.
    pub fn uncertainty_between(
        &self,
        launch: Option<ClockEdge>,
        capture: ClockEdge,
        split: Split,
    ) -> Option<Ticks> {
        self.uncertainties_between.get(&(launch?, capture))?[split as usize]
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.pin, if self.transition == Transition::Rise { "^" } else { "v" })
    }
}

impl fmt::Debug for ClockEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "clock{}{}", self.clock, if self.edge == Transition::Rise { "^" } else { "v" })
    }
}
