//! Constraints by calls.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use zeroslack::ModeId;
use zeroslack::netlist::PinId;
use zeroslack::sdc::{
    Clock, ClockEdge, ClockId, Constraints, InputArrival, OutputDelay, PinQuad, RequiredTime,
};
use zeroslack::units::{Quad, Ticks, Transition, quad, ticks_of};

use crate::border::{Outcome, given, slice, text, wrong};
use crate::session::{change, zs_session};
use crate::types::{ZS_NONE, zs_clock, zs_mode, zs_pin, zs_status};

/// The four values of an array: early rise, early fall, late rise, late fall; none where it is NaN.
///
/// # Safety
/// As [`slice`] of four values.
unsafe fn stated(values: *const f64) -> Outcome<Quad<Option<f64>>> {
    // SAFETY: as this function asks.
    let values = unsafe { slice(values, 4, "values") }?;
    if let Some(value) = values.iter().find(|value| value.is_infinite()) {
        return Err(wrong(format!("{value} cannot be a constraint: expected a number, or NaN for none")));
    }
    let value = |index: usize| Some(values[index]).filter(|value| !value.is_nan());
    Ok([[value(0), value(1)], [value(2), value(3)]])
}

/// The same of times.
///
/// # Safety
/// As [`stated`].
unsafe fn stated_times(values: *const f64) -> Outcome<Quad<Option<Ticks>>> {
    // SAFETY: as this function asks.
    Ok(unsafe { stated(values) }?.map(|pair| pair.map(|value| value.map(ticks_of))))
}

/// The same of slews or capacitances, which are 0 or more.
///
/// # Safety
/// As [`stated`].
unsafe fn stated_sizes(values: *const f64) -> Outcome<Quad<Option<f32>>> {
    // SAFETY: as this function asks.
    let values = unsafe { stated(values) }?.map(|pair| pair.map(|value| value.map(|value| value as f32)));
    match values.iter().flatten().flatten().find(|&&value| !value.is_finite() || value < 0.0) {
        Some(value) => Err(wrong(format!("{value} is no slew or capacitance: expected 0 or more"))),
        None => Ok(values),
    }
}

/// Puts an entry in the place of the one that `is_it` finds, or where its pin belongs; nothing
/// stated takes it away.
fn put<T>(
    list: &mut Vec<T>,
    entry: T,
    is_stated: bool,
    pin: impl Fn(&T) -> PinId,
    is_it: impl Fn(&T) -> bool,
) {
    let found = list.iter().position(is_it);
    match (found, is_stated) {
        (Some(place), true) => list[place] = entry,
        (Some(place), false) => drop(list.remove(place)),
        (None, true) => {
            let place = list.partition_point(|other| pin(other) <= pin(&entry));
            list.insert(place, entry);
        }
        (None, false) => {}
    }
}

fn is_stated<T>(values: &Quad<Option<T>>) -> bool {
    values.iter().flatten().any(Option::is_some)
}

impl zs_session {
    /// A port bit that drives the design, or is driven by it.
    fn port(&self, port: zs_pin, drives: bool) -> Outcome<PinId> {
        let pin = self.pin(port)?;
        let (what, needed) = if drives { ("input", "drives") } else { ("output", "is driven by") };
        let found = self.netlist().port_of(pin).map(|(port, _)| port.direction);
        use zeroslack::netlist::PortDirection::{Inout, Input, Output};
        match found {
            Some(Inout) => Ok(pin),
            Some(Input) if drives => Ok(pin),
            Some(Output) if !drives => Ok(pin),
            _ => {
                let name = self.netlist().pin_name(pin);
                Err(wrong(format!("'{name}' is no {what} port: expected one that {needed} the design")))
            }
        }
    }

    /// An edge of a clock of a mode.
    fn clock_edge(&self, mode: ModeId, clock: zs_clock, edge: u32) -> Outcome<ClockEdge> {
        let clock = self.clock(mode, clock)?;
        let found = Transition::ALL.into_iter().find(|&found| found as u32 == edge);
        let edge = found.ok_or_else(|| wrong(format!("{edge} is neither ZS_RISE nor ZS_FALL")))?;
        Ok(ClockEdge { clock, edge })
    }

    fn clock(&self, mode: ModeId, clock: zs_clock) -> Outcome<ClockId> {
        let is_there = (clock as usize) < self.session.constraints(mode).clocks.len();
        is_there.then_some(ClockId(clock)).ok_or_else(|| wrong(format!("no clock #{clock}")))
    }

    fn constrain(&mut self, mode: ModeId, edits: impl FnOnce(&mut Constraints)) -> Outcome {
        self.session.edit_constraints(mode, |constraints, _| edits(constraints));
        Ok(())
    }
}

/// Takes all constraints of a mode away. Here and below: constraints take effect at the next
/// update, and no mark undoes them.
#[unsafe(no_mangle)]
pub extern "C" fn zs_clear_constraints(session: Option<&mut zs_session>, mode: zs_mode) -> zs_status {
    change(session, |session| {
        let mode = session.mode(mode)?;
        session.constrain(mode, |constraints| {
            *constraints = Constraints { check_rule: constraints.check_rule, ..Constraints::default() };
        })
    })
}

/// Adds a clock with a name of its own at some pins or ports, or, without any, a virtual one.
/// Period and first rising and falling edge are ps; the falling edge is later than the rising one
/// by less than the period. A propagated clock has the delays of its network, an ideal one is at
/// registers at its edges.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_add_clock(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    name: *const c_char,
    sources: *const zs_pin,
    source_count: usize,
    period: f64,
    rise: f64,
    fall: f64,
    propagated: bool,
    clock: Option<&mut MaybeUninit<zs_clock>>,
) -> zs_status {
    change(session, |session| {
        let (mode, place) = (session.mode(mode)?, given(clock, "clock")?);
        // SAFETY: as the header asks.
        let (name, sources) = unsafe { (text(name, "name")?, slice(sources, source_count, "sources")?) };
        let mut sources: Vec<PinId> = sources.iter().map(|&pin| session.pin(pin)).collect::<Outcome<_>>()?;
        sources.sort_unstable();
        sources.dedup();
        let known = &session.session.constraints(mode).clocks;
        if name.is_empty() || known.iter().any(|clock| &*clock.name == name) {
            return Err(wrong(format!("a clock needs a name of its own, and '{name}' is none")));
        }
        let (period, edges) = waveform(period, rise, fall)?;
        place.write(known.len() as u32);
        let source_latency = quad(0);
        let clock = Clock { name: name.into(), sources, period, edges, propagated, source_latency };
        session.constrain(mode, |constraints| constraints.clocks.push(clock))
    })
}

/// A period and two edges.
fn waveform(period: f64, rise: f64, fall: f64) -> Outcome<(Ticks, [Ticks; 2])> {
    if ![period, rise, fall].iter().all(|time| time.is_finite()) {
        return Err(wrong("period and edges of a clock are numbers"));
    }
    let [period, rise, fall] = [period, rise, fall].map(ticks_of);
    if period <= 0 || rise >= fall || fall - rise >= period {
        return Err(wrong(
            "expected a period of at least 0.0001 ps, and a falling edge later than the rising one by less than it",
        ));
    }
    Ok((period, [rise, fall]))
}

/// How much later than its own edges a clock is at its sources, ps: `values[4]` are early rise,
/// early fall, late rise, late fall, of the clock's edges; NaN is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_source_latency(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    clock: zs_clock,
    values: *const f64,
) -> zs_status {
    change(session, |session| {
        let mode = session.mode(mode)?;
        // SAFETY: as the header asks.
        let (clock, values) = (session.clock(mode, clock)?, unsafe { stated_times(values) }?);
        session.constrain(mode, |constraints| {
            let values = values.map(|pair| pair.map(|value| value.unwrap_or(0)));
            constraints.clocks[clock.0 as usize].source_latency = values;
        })
    })
}

/// When a signal arrives at an input port, ps: `values[4]` are early rise, early fall, late rise,
/// late fall, NaN for none, the time of the launching edge and its clock's source latency included.
/// `clock` and `edge` (`ZS_RISE` or `ZS_FALL`) launch it; without a clock (`ZS_NONE`) nothing does,
/// and `edge` is ignored. It replaces what was stated of the port and that edge; four times NaN
/// take that away.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_input_arrival(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    port: zs_pin,
    clock: zs_clock,
    edge: u32,
    values: *const f64,
) -> zs_status {
    change(session, |session| {
        let (mode, port) = (session.mode(mode)?, session.port(port, true)?);
        let launch = (clock != ZS_NONE).then(|| session.clock_edge(mode, clock, edge)).transpose()?;
        // SAFETY: as the header asks.
        let arrival = unsafe { stated_times(values) }?;
        let entry = InputArrival { port, launch, arrival };
        session.constrain(mode, |constraints| {
            let is_it = |other: &InputArrival| other.port == port && other.launch == launch;
            put(&mut constraints.input_arrivals, entry, is_stated(&arrival), |other| other.port, is_it);
        })
    })
}

/// What a signal still has to pass after an output port, ps, before the edge of a clock that
/// captures it: late, the path and the setup after the port; early, the path less the hold. Else
/// as `zs_set_input_arrival`; there has to be a clock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_output_delay(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    port: zs_pin,
    clock: zs_clock,
    edge: u32,
    values: *const f64,
) -> zs_status {
    change(session, |session| {
        let (mode, port) = (session.mode(mode)?, session.port(port, false)?);
        // SAFETY: as the header asks.
        let (capture, delay) = (session.clock_edge(mode, clock, edge)?, unsafe { stated_times(values) }?);
        let entry = OutputDelay { port, capture, delay };
        session.constrain(mode, |constraints| {
            let is_it = |other: &OutputDelay| other.port == port && other.capture == capture;
            put(&mut constraints.output_delays, entry, is_stated(&delay), |other| other.port, is_it);
        })
    })
}

/// When a signal is required at an output port, ps, stated outright: `values[4]` as in
/// `zs_set_input_arrival`. It replaces what was stated of the port.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_required_time(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    port: zs_pin,
    values: *const f64,
) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        let required = unsafe { stated_times(values) }?;
        let (mode, port) = (session.mode(mode)?, session.port(port, false)?);
        let entry = RequiredTime { port, required };
        session.constrain(mode, |constraints| {
            let is_it = |other: &RequiredTime| other.port == port;
            put(&mut constraints.required_times, entry, is_stated(&required), |other| other.port, is_it);
        })
    })
}

/// The slew at an input port, ps, 0 or more: `values[4]` as in `zs_set_input_arrival`. It replaces
/// what was stated of the port.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_input_slew(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    port: zs_pin,
    values: *const f64,
) -> zs_status {
    change(session, |session| {
        let (mode, pin) = (session.mode(mode)?, session.port(port, true)?);
        // SAFETY: as the header asks.
        let values = unsafe { stated_sizes(values) }?;
        session.constrain(mode, |constraints| {
            let entry = PinQuad { pin, values };
            put(
                &mut constraints.input_slews,
                entry,
                is_stated(&values),
                |other| other.pin,
                |other| other.pin == pin,
            );
        })
    })
}

/// The capacitance that a port adds to its net, fF, 0 or more: `values[4]` as in
/// `zs_set_input_arrival`. It replaces what was stated of the port.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_port_load(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    port: zs_pin,
    values: *const f64,
) -> zs_status {
    change(session, |session| {
        let (mode, pin) = (session.mode(mode)?, session.pin(port)?);
        if session.netlist().port_of(pin).is_none() {
            return Err(wrong(format!("'{}' is no port", session.netlist().pin_name(pin))));
        }
        // SAFETY: as the header asks.
        let values = unsafe { stated_sizes(values) }?;
        session.constrain(mode, |constraints| {
            let entry = PinQuad { pin, values };
            put(
                &mut constraints.loads,
                entry,
                is_stated(&values),
                |other| other.pin,
                |other| other.pin == pin,
            );
        })
    })
}
