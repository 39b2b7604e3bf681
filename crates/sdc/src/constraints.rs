//! The plain value that constraint files are read into.

use std::collections::{BTreeMap, BTreeSet};

use zeroslack_netlist::{NetId, PinId};
use zeroslack_units::{Quad, Ticks};

use crate::{
    CaseValue, ClockEdge, ClockGating, ClockGroups, ClockId, ClockSense, Clocks, DataChecks, Derates,
    Disables, Drive, Exceptions, IdealNetworks, Kept, Limit, LimitKind, LimitTarget, LogicValue,
    MaxTimeBorrow, PathObject, Rules,
};

/// All constraints of a mode, over the ids of a netlist. What is not stated is not there, or `None`.
///
/// It is plain data. [`ConstraintEditor`](crate::ConstraintEditor) has a function for each thing that SDC can state, with SDC's meaning and
/// errors; the reader of SDC, shells and programs use the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// Clocks in order of creation.
    pub clocks: Clocks,
    /// Pins and ports from which on ideal clocks that pass are propagated. Where a clock starts at the pin,
    /// [`Clock::propagated`](crate::Clock::propagated) is set instead.
    pub propagated_pins: BTreeSet<PinId>,
    /// When clocks arrive at pins where they start, in place of the times of their edges: how contests state it.
    pub clock_arrivals: BTreeMap<PinId, Quad<Option<Ticks>>>,
    /// How long the network of ideal clocks takes to the clock pins after these pins, by pin and clock; without a clock of all that pass. In place of
    /// [`Clock::network_latency`](crate::Clock::network_latency).
    pub pin_latencies: BTreeMap<(PinId, Option<ClockId>), Quad<Option<Ticks>>>,
    /// How much later than their edges clocks are at pins where they start, by pin and clock; without a clock of all that start there. In place of
    /// [`Clock::source_latency`](crate::Clock::source_latency).
    pub pin_source_latencies: BTreeMap<(PinId, Option<ClockId>), Quad<Option<Ticks>>>,
    /// Uncertainty of captures at the clock pins after these pins: `[split of the data]`. In place of
    /// [`Clock::uncertainty`](crate::Clock::uncertainty).
    pub pin_uncertainties: BTreeMap<PinId, [Option<Ticks>; 2]>,
    /// Uncertainty between a launching and a capturing edge: `[split of the data]`. In place of all others.
    pub uncertainties_between: BTreeMap<(ClockEdge, ClockEdge), [Option<Ticks>; 2]>,
    /// Which edges of a clock pass a pin of its network; without a clock, of all that come there.
    pub clock_senses: BTreeMap<(PinId, Option<ClockId>), ClockSense>,
    /// Clocks between which paths are not timed, in the order in which they were stated.
    pub clock_groups: Vec<ClockGroups>,
    /// How much later than a clock edge, or than time 0, data arrives at an input port: one entry an edge.
    pub input_delays: BTreeMap<PinId, Vec<InputDelay>>,
    /// Slews at input ports, ps.
    pub input_slews: BTreeMap<PinId, Quad<Option<f32>>>,
    /// What drives input ports, where it is no stated slew. It makes what starts at them later, too.
    pub drives: BTreeMap<PinId, Quad<Option<Drive>>>,
    /// Capacitances of nets' wires, fF, in place of their parasitics: all pins of such a net are at its driver. In a split and transition without a value they have
    /// the capacitance of all of the parasitics, or none.
    pub net_loads: BTreeMap<NetId, Quad<Option<f32>>>,
    /// What ports add to the loads of their nets.
    pub loads: BTreeMap<PinId, PortLoad>,
    /// Times that signals are required at output ports, stated outright.
    pub required_times: BTreeMap<PinId, Quad<Option<Ticks>>>,
    /// What lies between an output port and the clock edge that captures: one entry an edge.
    pub output_delays: BTreeMap<PinId, Vec<OutputDelay>>,
    /// Delays after an output port or pin that no clock captures: they count where a limit of paths (`set_max_delay`, `set_min_delay`) ends there. One entry a pin.
    pub unclocked_output_delays: BTreeMap<PinId, Vec<PortDelay<()>>>,
    /// Factors on delays and on what checks ask for.
    pub derates: Derates,
    /// Paths that are timed otherwise than their clocks say.
    pub exceptions: Exceptions,
    /// Pins and ports that are constant, or have one transition only. They count before logic values, and both before what drives the pin.
    pub case_values: BTreeMap<PinId, CaseValue>,
    /// Pins and ports that are tied to a value.
    pub logic_values: BTreeMap<PinId, LogicValue>,
    /// Pins and arcs that are not timed.
    pub disables: Disables,
    /// How signals are checked that gate clocks.
    pub clock_gating: ClockGating,
    /// The most time that data may borrow from latches.
    pub max_time_borrow: MaxTimeBorrow,
    /// Nets and cells that take no time but what is stated.
    pub ideal_networks: IdealNetworks,
    /// Checks between data.
    pub data_checks: DataChecks,
    /// Design rules and pulse widths.
    pub limits: BTreeMap<(LimitKind, LimitTarget), Limit>,
    /// What is kept, and used by no analysis yet.
    pub kept: Kept,
    /// How checks and arcs are taken from libraries.
    pub rules: Rules,
}

/// When data arrives at an input port.
pub type InputDelay = PortDelay<Option<ClockEdge>>;

/// What data still has to pass after an output port: late, the path and the setup there; early, the path less the hold.
pub type OutputDelay = PortDelay<ClockEdge>;

/// A delay between a clock edge and a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortDelay<E> {
    /// The edge that launches or captures. An input may have none: then its delay counts from time 0.
    pub edge: E,
    /// `[split][transition]`.
    pub delay: Quad<Option<Ticks>>,
    /// Which latencies of the clock are in the delay.
    pub included: LatencyIncluded,
}

impl<E> PortDelay<E> {
    /// A delay beside all latency of the clock.
    pub fn new(edge: E, delay: Quad<Option<Ticks>>) -> Self {
        Self { edge, delay, included: LatencyIncluded::default() }
    }
}

/// Latencies of a clock that a stated delay contains, so that they are not added to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LatencyIncluded {
    /// That before the clock's source (`-source_latency_included`).
    pub source: bool,
    /// That of its network (`-network_latency_included`).
    pub network: bool,
}

/// What a port adds to the load of its net, fF.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PortLoad {
    /// Of the pins outside.
    pub pins: Quad<Option<f32>>,
    /// Of the wire outside.
    pub wires: Quad<Option<f32>>,
}

impl PortLoad {
    /// Pins only.
    pub fn of_pins(pins: Quad<Option<f32>>) -> Self {
        Self { pins, ..Self::default() }
    }

    /// All of it; 0 where nothing is stated.
    pub fn total(&self) -> Quad<f32> {
        let mut total = self.pins.map(|values| values.map(|value| value.unwrap_or(0.0)));
        for (total, wires) in total.as_flattened_mut().iter_mut().zip(self.wires.as_flattened()) {
            *total += wires.unwrap_or(0.0);
        }
        total
    }
}

impl Constraints {
    /// All input delays, in the order of the ports.
    pub fn all_input_delays(&self) -> impl Iterator<Item = (PinId, &InputDelay)> {
        self.input_delays.iter().flat_map(|(&port, delays)| delays.iter().map(move |delay| (port, delay)))
    }

    /// All output delays, in the order of the ports.
    pub fn all_output_delays(&self) -> impl Iterator<Item = (PinId, &OutputDelay)> {
        self.output_delays.iter().flat_map(|(&port, delays)| delays.iter().map(move |delay| (port, delay)))
    }

    /// Takes out what is stated against some clocks.
    pub(crate) fn forget_clocks(&mut self, gone: &BTreeSet<ClockId>) {
        self.input_delays.retain(|_, delays| {
            delays.retain(|delay| delay.edge.is_none_or(|edge| !gone.contains(&edge.clock)));
            !delays.is_empty()
        });
        self.output_delays.retain(|_, delays| {
            delays.retain(|delay| !gone.contains(&delay.edge.clock));
            !delays.is_empty()
        });
        let stays = |clock: &ClockId| !gone.contains(clock);
        self.pin_latencies.retain(|(_, clock), _| clock.as_ref().is_none_or(stays));
        self.pin_source_latencies.retain(|(_, clock), _| clock.as_ref().is_none_or(stays));
        self.uncertainties_between.retain(|(from, to), _| stays(&from.clock) && stays(&to.clock));
        self.clock_gating.forget_clocks(|clock| gone.contains(&clock));
        self.max_time_borrow.forget_clocks(|clock| gone.contains(&clock));
        self.exceptions.forget(|object| match object {
            PathObject::Clock(clock) => stays(&clock),
            _ => true,
        });
        self.limits.retain(|(_, target), _| match target {
            LimitTarget::Clock { clock, .. } => stays(clock),
            _ => true,
        });
        self.clock_senses.retain(|(_, clock), _| clock.as_ref().is_none_or(stays));
        for groups in &mut self.clock_groups {
            groups.groups.iter_mut().for_each(|group| group.retain(stays));
            groups.groups.retain(|group| !group.is_empty());
        }
        self.clock_groups.retain(|groups| !groups.groups.is_empty());
    }
}
