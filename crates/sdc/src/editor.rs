//! Edits of constraints: a function for each thing that SDC can state.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use zeroslack_netlist::{Netlist, PinId, PortDirection};
use zeroslack_units::{LARGEST_CAPACITANCE, LARGEST_TIME, LATEST_TIME, Quad, Split, Ticks, quad};

use crate::{Clock, ClockEdge, ClockId, Constraints, InputDelay, OutputDelay, PortDelay, PortLoad};

/// Why constraints cannot be stated. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConstraintError {
    /// The netlist has no such pin, or has it no longer.
    #[error("there is no pin {0} in the netlist: its cell may be removed")]
    NoPin(u32),
    /// A pin of a cell where a port is expected.
    #[error("'{0}' is no port: expected a port of the design")]
    NotAPort(String),
    /// An output where an input is expected, or the other way around.
    #[error("port '{port}' has the wrong direction: expected {}", directions(*.expected))]
    WrongDirection {
        /// The port.
        port: String,
        /// What it had to be; a port in both directions will do.
        expected: PortDirection,
    },
    /// There is no such clock, or no longer.
    #[error("there is no clock {0}: expected one of the mode")]
    NoClock(u32),
    /// A clock without a name.
    #[error("the clock has no name")]
    NoName,
    /// A period or edges that make no clock.
    #[error(
        "clock '{0}' has no waveform: expected a period of more than 0, and a fall later than the rise by less than it"
    )]
    NoWaveform(Box<str>),
    /// A time that is too far from 0.
    #[error("{0} ticks are out of range: expected at most 112 ms")]
    OutOfRange(Ticks),
    /// A slew or a capacitance that is negative, or not finite.
    #[error("{0} is negative or not finite: expected a slew or capacitance of 0 or more")]
    Negative(String),
}

fn directions(direction: PortDirection) -> &'static str {
    if direction == PortDirection::Input { "inputs" } else { "outputs" }
}

/// What becomes of clocks that start at a new clock's sources already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherClocks {
    /// They no longer start there; one that starts nowhere else is removed, and what was stated against it.
    Replaced,
    /// They stay (`-add`).
    Kept,
}

/// What becomes of the delays that a port has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherDelays {
    /// Only what was stated against the same edge stays, as far as it is not stated anew.
    Replaced,
    /// All stay; of two against the same edge the worse one counts (`-add_delay`).
    Kept,
}

/// Edits constraints over the objects of a netlist. Each method checks all that it is given before it changes anything.
///
/// Times are ticks, slews ps, capacitances fF. Of a `Quad` of options what is `None` stays as it was.
#[derive(Debug)]
pub struct ConstraintEditor<'e> {
    constraints: &'e mut Constraints,
    netlist: &'e Netlist,
    is_edited: bool,
}

impl Deref for ConstraintEditor<'_> {
    type Target = Constraints;

    fn deref(&self) -> &Constraints {
        self.constraints
    }
}

impl<'e> ConstraintEditor<'e> {
    /// An editor of constraints on a netlist.
    pub fn new(constraints: &'e mut Constraints, netlist: &'e Netlist) -> Self {
        Self { constraints, netlist, is_edited: false }
    }

    /// The netlist that the constraints are on.
    pub fn netlist(&self) -> &'e Netlist {
        self.netlist
    }

    /// Whether something was stated or removed: not by calls that failed alone.
    pub fn is_edited(&self) -> bool {
        self.is_edited
    }

    /// Other constraints in place of all that there are, with clocks in their numbers. The pins that they name have to be in the netlist.
    pub fn replace(&mut self, constraints: Constraints) {
        *self.edited() = constraints;
    }

    /// Takes all constraints away; how checks and arcs are taken from libraries stays.
    pub fn clear(&mut self) {
        let mut clocks = std::mem::take(&mut self.edited().clocks);
        clocks.clear();
        let (check_rule, set_clear_arcs) = (self.check_rule, self.set_clear_arcs);
        *self.constraints = Constraints { clocks, check_rule, set_clear_arcs, ..Constraints::default() };
    }

    /// The constraints, to be changed.
    fn edited(&mut self) -> &mut Constraints {
        self.is_edited = true;
        self.constraints
    }

    /// Creates a clock, in place of one of the same name. Returns its id, and the clocks that it removed.
    ///
    /// # Errors
    /// If it has no name, no waveform, or a source that is not there.
    pub fn create_clock(
        &mut self,
        mut clock: Clock,
        others: OtherClocks,
    ) -> Result<(ClockId, Vec<Clock>), ConstraintError> {
        self.check_clock(&clock)?;
        clock.sources.sort_unstable();
        clock.sources.dedup();
        for pin in &clock.sources {
            self.edited().clock_arrivals.remove(pin);
        }
        let gone = if others == OtherClocks::Replaced { self.clear_sources(&clock) } else { Vec::new() };
        Ok((self.edited().clocks.put(clock), gone))
    }

    fn check_clock(&self, clock: &Clock) -> Result<(), ConstraintError> {
        if clock.name.is_empty() {
            return Err(ConstraintError::NoName);
        }
        let [rise, fall] = clock.edges;
        let times = [clock.period, rise, fall].into_iter();
        self.check_times(times.chain(clock.source_latency.into_iter().flatten()))?;
        // Both edges at one time are the contests' clock.
        if clock.period <= 0 || fall < rise || fall - rise >= clock.period {
            return Err(ConstraintError::NoWaveform(clock.name.clone()));
        }
        clock.sources.iter().try_for_each(|&pin| self.check_pin(pin))
    }

    /// Takes all other clocks away from the sources of a new one. Those that start nowhere then are gone.
    fn clear_sources(&mut self, new: &Clock) -> Vec<Clock> {
        let at_sources = new.sources.iter().flat_map(|&pin| self.clocks.starting_at(pin));
        let others: BTreeSet<ClockId> =
            at_sources.copied().filter(|&id| self.clocks[id].name != new.name).collect();
        let mut gone = BTreeSet::new();
        for id in others {
            let mut clock = self.clocks[id].clone();
            clock.sources.retain(|source| new.sources.binary_search(source).is_err());
            if clock.sources.is_empty() {
                gone.insert(id);
            } else {
                self.edited().clocks.put(clock);
            }
        }
        self.remove(&gone)
    }

    /// Removes clocks, and what is stated against them.
    fn remove(&mut self, gone: &BTreeSet<ClockId>) -> Vec<Clock> {
        if gone.is_empty() {
            return Vec::new();
        }
        let constraints = self.edited();
        constraints.forget_clocks(gone);
        let removed: Vec<Clock> = gone.iter().filter_map(|&id| constraints.clocks.remove(id)).collect();
        for pin in removed.iter().flat_map(|clock| &clock.sources) {
            if constraints.clocks.starting_at(*pin).is_empty() {
                constraints.clock_arrivals.remove(pin);
            }
        }
        removed
    }

    /// Removes a clock, and what is stated against it.
    ///
    /// # Errors
    /// If there is no such clock.
    pub fn remove_clock(&mut self, clock: ClockId) -> Result<Clock, ConstraintError> {
        self.check_is_there(clock)?;
        self.remove(&BTreeSet::from([clock])).pop().ok_or(ConstraintError::NoClock(clock.0))
    }

    /// Says whether the delays of a clock's network count, or whether it is ideal.
    ///
    /// # Errors
    /// If there is no such clock.
    pub fn set_propagated(&mut self, clock: ClockId, propagated: bool) -> Result<(), ConstraintError> {
        let known = self.clock_mut(clock)?;
        known.propagated = propagated;
        if !propagated {
            for pin in known.sources.clone() {
                self.edited().propagated_pins.remove(&pin);
            }
        }
        Ok(())
    }

    /// Says of the clocks that start at a pin whether the delays of their networks count; where none starts, of ideal clocks from there on.
    ///
    /// # Errors
    /// If there is no such pin.
    pub fn set_propagated_from(&mut self, pin: PinId, propagated: bool) -> Result<(), ConstraintError> {
        self.check_pin(pin)?;
        let clocks = self.clocks.starting_at(pin).to_vec();
        if !propagated {
            self.edited().propagated_pins.remove(&pin);
        } else if clocks.is_empty() {
            self.edited().propagated_pins.insert(pin);
        }
        clocks.into_iter().try_for_each(|clock| self.set_propagated(clock, propagated))
    }

    /// States how much later than its edges a clock is at its sources: `[split][edge]`.
    ///
    /// # Errors
    /// If there is no such clock, or a time is out of range.
    pub fn set_source_latency(
        &mut self,
        clock: ClockId,
        latency: Quad<Option<Ticks>>,
    ) -> Result<(), ConstraintError> {
        self.check_times(latency.into_iter().flatten().flatten())?;
        let known = &mut self.clock_mut(clock)?.source_latency;
        for (known, value) in known.as_flattened_mut().iter_mut().zip(latency.as_flattened()) {
            *known = value.unwrap_or(*known);
        }
        Ok(())
    }

    /// States when data arrives at input ports.
    ///
    /// # Errors
    /// If one of them is no input, the clock is not there, or a time is out of range.
    pub fn set_input_delay(
        &mut self,
        ports: &[PinId],
        delay: InputDelay,
        others: OtherDelays,
    ) -> Result<(), ConstraintError> {
        self.check_ports(ports, PortDirection::Input)?;
        self.check_delay(delay.edge, &delay.delay)?;
        ports.iter().for_each(|&port| state(&mut self.edited().input_delays, port, delay, others));
        Ok(())
    }

    /// States what lies between output ports and the edge that captures.
    ///
    /// # Errors
    /// If one of them is no output, the clock is not there, or a time is out of range.
    pub fn set_output_delay(
        &mut self,
        ports: &[PinId],
        delay: OutputDelay,
        others: OtherDelays,
    ) -> Result<(), ConstraintError> {
        self.check_ports(ports, PortDirection::Output)?;
        self.check_delay(Some(delay.edge), &delay.delay)?;
        ports.iter().for_each(|&port| state(&mut self.edited().output_delays, port, delay, others));
        Ok(())
    }

    /// Takes all away that is stated of a port: delays, slew, loads, required times.
    ///
    /// # Errors
    /// If it is no port.
    pub fn clear_port(&mut self, port: PinId) -> Result<(), ConstraintError> {
        self.check_port(port)?;
        let constraints = self.edited();
        constraints.input_delays.remove(&port);
        constraints.output_delays.remove(&port);
        constraints.input_slews.remove(&port);
        constraints.loads.remove(&port);
        constraints.required_times.remove(&port);
        constraints.clock_arrivals.remove(&port);
        Ok(())
    }

    /// States slews at input ports.
    ///
    /// # Errors
    /// If one of them is no input, or a slew is negative.
    pub fn set_input_slew(
        &mut self,
        ports: &[PinId],
        slew: Quad<Option<f32>>,
    ) -> Result<(), ConstraintError> {
        self.check_ports(ports, PortDirection::Input)?;
        check_amounts(&slew, LARGEST_TIME)?;
        for &port in ports {
            merge(self.edited().input_slews.entry(port).or_insert(quad(None)), &slew);
        }
        Ok(())
    }

    /// States what the pins outside add to the loads of ports.
    ///
    /// # Errors
    /// If one of them is no port, or a capacitance is negative.
    pub fn set_pin_load(&mut self, ports: &[PinId], load: Quad<Option<f32>>) -> Result<(), ConstraintError> {
        self.set_load(ports, &load, |known| &mut known.pins)
    }

    /// States what the wires outside add to the loads of ports.
    ///
    /// # Errors
    /// If one of them is no port, or a capacitance is negative.
    pub fn set_wire_load(&mut self, ports: &[PinId], load: Quad<Option<f32>>) -> Result<(), ConstraintError> {
        self.set_load(ports, &load, |known| &mut known.wires)
    }

    fn set_load(
        &mut self,
        ports: &[PinId],
        load: &Quad<Option<f32>>,
        part: impl Fn(&mut PortLoad) -> &mut Quad<Option<f32>>,
    ) -> Result<(), ConstraintError> {
        ports.iter().try_for_each(|&port| self.check_port(port))?;
        check_amounts(load, LARGEST_CAPACITANCE)?;
        for &port in ports {
            merge(part(self.edited().loads.entry(port).or_default()), load);
        }
        Ok(())
    }

    /// States when signals are required at output ports.
    ///
    /// # Errors
    /// If one of them is no output, or a time is out of range.
    pub fn set_required_time(
        &mut self,
        ports: &[PinId],
        required: Quad<Option<Ticks>>,
    ) -> Result<(), ConstraintError> {
        self.check_ports(ports, PortDirection::Output)?;
        self.check_times(required.into_iter().flatten().flatten())?;
        for &port in ports {
            merge(self.edited().required_times.entry(port).or_insert(quad(None)), &required);
        }
        Ok(())
    }

    fn clock_mut(&mut self, clock: ClockId) -> Result<&mut Clock, ConstraintError> {
        self.check_is_there(clock)?;
        self.edited().clocks.get_mut(clock).ok_or(ConstraintError::NoClock(clock.0))
    }

    fn check_is_there(&self, clock: ClockId) -> Result<(), ConstraintError> {
        if self.clocks.get(clock).is_some() { Ok(()) } else { Err(ConstraintError::NoClock(clock.0)) }
    }

    fn check_pin(&self, pin: PinId) -> Result<(), ConstraintError> {
        let is_there = pin.index() < self.netlist.pin_id_count() && self.netlist.has_pin(pin);
        if is_there { Ok(()) } else { Err(ConstraintError::NoPin(pin.0)) }
    }

    fn check_port(&self, pin: PinId) -> Result<(), ConstraintError> {
        self.check_pin(pin)?;
        match self.netlist.port_of(pin) {
            Some(_) => Ok(()),
            None => Err(ConstraintError::NotAPort(self.netlist.pin_name(pin))),
        }
    }

    fn check_ports(&self, ports: &[PinId], expected: PortDirection) -> Result<(), ConstraintError> {
        for &pin in ports {
            self.check_port(pin)?;
            let goes = self.netlist.port_of(pin).map(|(port, _)| port.direction);
            if goes != Some(expected) && goes != Some(PortDirection::Inout) {
                return Err(ConstraintError::WrongDirection { port: self.netlist.pin_name(pin), expected });
            }
        }
        Ok(())
    }

    fn check_delay(
        &self,
        edge: Option<ClockEdge>,
        delay: &Quad<Option<Ticks>>,
    ) -> Result<(), ConstraintError> {
        self.check_times(delay.iter().flatten().flatten().copied())?;
        match edge {
            Some(edge) if self.clocks.get(edge.clock).is_none() => {
                Err(ConstraintError::NoClock(edge.clock.0))
            }
            _ => Ok(()),
        }
    }

    fn check_times(&self, mut times: impl Iterator<Item = Ticks>) -> Result<(), ConstraintError> {
        let wrong = times.find(|time| !(-LATEST_TIME..=LATEST_TIME).contains(time));
        wrong.map_or(Ok(()), |time| Err(ConstraintError::OutOfRange(time)))
    }
}

fn check_amounts(values: &Quad<Option<f32>>, largest: f32) -> Result<(), ConstraintError> {
    let wrong = values.iter().flatten().flatten().find(|value| !(0.0..=largest).contains(*value));
    wrong.map_or(Ok(()), |value| Err(ConstraintError::Negative(value.to_string())))
}

/// Takes what is stated.
fn merge<T: Copy>(known: &mut Quad<Option<T>>, stated: &Quad<Option<T>>) {
    for (known, stated) in known.as_flattened_mut().iter_mut().zip(stated.as_flattened()) {
        *known = stated.or(*known);
    }
}

fn state<E: Copy + PartialEq>(
    all: &mut BTreeMap<PinId, Vec<PortDelay<E>>>,
    port: PinId,
    stated: PortDelay<E>,
    others: OtherDelays,
) {
    let delays = all.entry(port).or_default();
    if others == OtherDelays::Replaced {
        delays.retain(|delay| delay.edge == stated.edge);
    }
    let place = delays.iter().position(|delay| delay.edge == stated.edge).unwrap_or_else(|| {
        delays.push(PortDelay { edge: stated.edge, delay: quad(None) });
        delays.len() - 1
    });
    let known = &mut delays[place].delay;
    for split in Split::ALL {
        for (known, new) in known[split as usize].iter_mut().zip(stated.delay[split as usize]) {
            *known = match (*known, new, split) {
                (Some(old), Some(new), Split::Early) if others == OtherDelays::Kept => Some(old.min(new)),
                (Some(old), Some(new), Split::Late) if others == OtherDelays::Kept => Some(old.max(new)),
                (old, new, _) => new.or(old),
            };
        }
    }
}
