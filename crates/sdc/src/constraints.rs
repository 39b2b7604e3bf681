//! The plain value that constraint files are read into.

use zeroslack_netlist::PinId;
use zeroslack_units::{Quad, Ticks, Transition};

/// Index into [`Constraints::clocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockId(pub u32);

/// An edge of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockEdge {
    /// The clock.
    pub clock: ClockId,
    /// Which of its edges.
    pub edge: Transition,
}

/// All constraints on a design. A value that is not stated is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// Clocks in order of creation; names are unique.
    pub clocks: Vec<Clock>,
    /// Pins and ports from which on ideal clocks that pass are propagated, sorted, each once. Where a clock starts at the
    /// pin, [`Clock::propagated`] is set instead.
    pub propagated_pins: Vec<PinId>,
    /// When clocks arrive at pins where they start, in place of the times of their edges: how contests state it. One entry a pin.
    pub clock_arrivals: Vec<PinQuad<Ticks>>,
    /// Arrivals of data at input ports; a port can have one per clock edge.
    pub input_arrivals: Vec<InputArrival>,
    /// Slews at input ports, ps; one entry a port.
    pub input_slews: Vec<PinQuad<f32>>,
    /// Capacitance that ports add to their nets, fF; one entry a port.
    pub loads: Vec<PinQuad<f32>>,
    /// Times that signals are required at output ports, stated outright; one entry a port.
    pub required_times: Vec<RequiredTime>,
    /// What lies between output ports and the clock edge behind them; a port can have one per clock edge.
    pub output_delays: Vec<OutputDelay>,
    /// How checks are taken from libraries: every one of them, or by the TAU contests' rule.
    pub check_rule: CheckRule,
}

/// Which of a library's checks between two pins count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CheckRule {
    /// All of them.
    #[default]
    Every,
    /// In each library only the last one, and that only if it is of the library's own split: hold and removal in the early,
    /// setup and recovery in the late library. The goldens of the TAU contests are made so.
    LastOfOwnSplit,
}

/// A clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Name.
    pub name: Box<str>,
    /// Pins and ports it starts at; none for a virtual clock.
    pub sources: Vec<PinId>,
    /// Period, more than 0.
    pub period: Ticks,
    /// First rising and first falling edge.
    pub edges: [Ticks; 2],
    /// Whether its network's own delays count (`set_propagated_clock`); otherwise it is ideal.
    pub propagated: bool,
    /// How much later than its own edges the clock is at its sources, or at what a virtual clock launches and captures:
    /// `[split][edge]`, 0 unless stated.
    pub source_latency: Quad<Ticks>,
}

/// When a signal arrives at a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputArrival {
    /// The port (one bit).
    pub port: PinId,
    /// The clock edge that launches it; none where the constraint names no clock.
    pub launch: Option<ClockEdge>,
    /// `[split][transition]`, the launching edge's own time and its clock's source latency included.
    pub arrival: Quad<Option<Ticks>>,
}

/// When a signal is required at a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequiredTime {
    /// The port (one bit).
    pub port: PinId,
    /// `[split][transition]`.
    pub required: Quad<Option<Ticks>>,
}

/// What a signal still has to pass behind a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputDelay {
    /// The port (one bit).
    pub port: PinId,
    /// The clock edge that captures it.
    pub capture: ClockEdge,
    /// `[split][transition]`: late, the path and the setup behind the port; early, the path less the hold. The source
    /// latency of the capturing clock is not included.
    pub delay: Quad<Option<Ticks>>,
}

/// A value for each split and transition at a pin.
#[derive(Clone, Debug, PartialEq)]
pub struct PinQuad<T> {
    /// The port (one bit).
    pub pin: PinId,
    /// `[split][transition]`.
    pub values: Quad<Option<T>>,
}
