//! A small design as the oracle sees it: steps between pins with their delays, checks with their margins, constraints by name.

use std::fmt;

use zeroslack::graph::CheckKind;
use zeroslack::units::{Quad, Split, Ticks, Transition};

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
    pub delay: BySplit,
}

/// A check of a cell.
#[derive(Clone, Debug)]
pub struct Check {
    pub data: usize,
    pub clock: Spot,
    /// Whether the margins are those of an ideal clock's edge at `clock`.
    pub is_ideal: bool,
    pub kind: CheckKind,
    /// By the data's transition.
    pub margin: [Option<Ticks>; 2],
}

/// Pins are numbered; of two equal signals the one of the lower pin counts.
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// By pin.
    pub names: Vec<String>,
    pub steps: Vec<Step>,
    pub checks: Vec<Check>,
    /// The steps from each pin.
    from: Vec<Vec<usize>>,
}

impl Network {
    pub fn new(names: Vec<String>, steps: Vec<Step>, checks: Vec<Check>) -> Self {
        let mut from = vec![Vec::new(); names.len()];
        for (number, step) in steps.iter().enumerate() {
            from[step.from.pin].push(number);
        }
        Self { names, steps, checks, from }
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
        self.checks.iter().any(|check| check.clock.pin == pin) || launches()
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
    pub inputs: Vec<PortDelay<Option<ClockEdge>>>,
    pub outputs: Vec<PortDelay<ClockEdge>>,
    /// Times that signals are required at outputs, whatever launches them.
    pub required: Vec<(String, Quad<Option<Ticks>>)>,
    /// The slew at all input ports, ps.
    pub slew: u8,
}

#[derive(Clone, Debug)]
pub struct Clock {
    pub sources: Vec<String>,
    pub period: Ticks,
    /// Of the first rise and the first fall.
    pub edges: [Ticks; 2],
    /// By split and edge.
    pub latency: Quad<Ticks>,
    pub is_propagated: bool,
}

/// A delay between a port and the clock edge on its other side.
#[derive(Clone, Debug)]
pub struct PortDelay<E> {
    pub port: String,
    pub edge: E,
    pub delay: Quad<Option<Ticks>>,
}

impl Setting {
    /// When an edge leaves its clock's sources.
    pub fn at_source(&self, edge: ClockEdge, split: Split) -> Ticks {
        let clock = &self.clocks[edge.clock];
        clock.edges[edge.edge as usize] + clock.latency[split as usize][edge.edge as usize]
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
