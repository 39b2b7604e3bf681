//! Constraints by calls.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use zeroslack::ModeId;
use zeroslack::netlist::PinId;
use zeroslack::sdc::{
    Clock, ClockEdge, ClockId, ConstraintEditor, ConstraintError, InputDelay, OtherClocks, OtherDelays,
    OutputDelay,
};
use zeroslack::units::{Quad, Ticks, Transition, quad, ticks_within_range};

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

/// A time in ps as ticks.
fn time(ps: f64) -> Outcome<Ticks> {
    let time = ticks_within_range(ps);
    time.ok_or_else(|| wrong(format!("{ps} ps is out of range: expected a number of at most 112 ms")))
}

/// The same of times.
///
/// # Safety
/// As [`stated`].
unsafe fn stated_times(values: *const f64) -> Outcome<Quad<Option<Ticks>>> {
    // SAFETY: as this function asks.
    let values = unsafe { stated(values) }?;
    let mut times = quad(None);
    for (time_of, value) in times.as_flattened_mut().iter_mut().zip(values.as_flattened()) {
        *time_of = value.map(time).transpose()?;
    }
    Ok(times)
}

/// The same of slews or capacitances.
///
/// # Safety
/// As [`stated`].
unsafe fn stated_sizes(values: *const f64) -> Outcome<Quad<Option<f32>>> {
    // SAFETY: as this function asks.
    Ok(unsafe { stated(values) }?.map(|pair| pair.map(|value| value.map(|value| value as f32))))
}

impl zs_session {
    /// An edge of a clock.
    fn clock_edge(clock: zs_clock, edge: u32) -> Outcome<ClockEdge> {
        let found = Transition::ALL.into_iter().find(|&found| found as u32 == edge);
        let edge = found.ok_or_else(|| wrong(format!("{edge} is neither ZS_RISE nor ZS_FALL")))?;
        Ok(ClockEdge { clock: ClockId(clock), edge })
    }

    /// Edits the constraints of a mode.
    fn constrain<T>(
        &mut self,
        mode: ModeId,
        edits: impl FnOnce(&mut ConstraintEditor<'_>) -> Result<T, ConstraintError>,
    ) -> Outcome<T> {
        self.session.edit_constraints(mode, edits).map_err(|error| wrong(error.to_string()))
    }
}

/// Takes all constraints of a mode away. Here and below: constraints take effect at the next
/// update, and no mark undoes them. A call that fails changes none.
#[unsafe(no_mangle)]
pub extern "C" fn zs_clear_constraints(session: Option<&mut zs_session>, mode: zs_mode) -> zs_status {
    change(session, |session| {
        let mode = session.mode(mode)?;
        session.constrain(mode, |constraints| {
            constraints.clear();
            Ok(())
        })
    })
}

/// Creates an ideal clock at some pins or ports, or, without any, a virtual one, in place of one of
/// the same name. Period and first rising and falling edge are ps; the falling edge is later than
/// the rising one by less than the period. Other clocks that start at its sources no longer do,
/// unless `add` is set; one that starts nowhere else is gone then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_create_clock(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    name: *const c_char,
    sources: *const zs_pin,
    source_count: usize,
    period: f64,
    rise: f64,
    fall: f64,
    add: bool,
    clock: Option<&mut MaybeUninit<zs_clock>>,
) -> zs_status {
    change(session, |session| {
        let (mode, place) = (session.mode(mode)?, given(clock, "clock")?);
        // SAFETY: as the header asks.
        let (name, sources) = unsafe { (text(name, "name")?, slice(sources, source_count, "sources")?) };
        let sources = sources.iter().map(|&pin| PinId(pin)).collect();
        let (period, edges, source_latency) = (time(period)?, [time(rise)?, time(fall)?], quad(0));
        let name = name.into();
        let clock = Clock { name, sources, period, edges, source_latency, ..Clock::default() };
        let others = if add { OtherClocks::Kept } else { OtherClocks::Replaced };
        let (created, _) = session.constrain(mode, |constraints| constraints.create_clock(clock, others))?;
        place.write(created.0);
        Ok(())
    })
}

/// Removes a clock, and what is stated against it. No other clock ever has its id.
#[unsafe(no_mangle)]
pub extern "C" fn zs_remove_clock(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    clock: zs_clock,
) -> zs_status {
    change(session, |session| {
        let mode = session.mode(mode)?;
        session.constrain(mode, |constraints| constraints.remove_clock(ClockId(clock)).map(|_| ()))
    })
}

/// Says whether the delays of a clock's network count, or whether it is ideal: at registers at its
/// edges.
#[unsafe(no_mangle)]
pub extern "C" fn zs_set_propagated_clock(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    clock: zs_clock,
    propagated: bool,
) -> zs_status {
    change(session, |session| {
        let mode = session.mode(mode)?;
        session.constrain(mode, |constraints| constraints.set_propagated(ClockId(clock), propagated))
    })
}

/// Says the same of the clocks that start at a pin, or, where none does, of ideal clocks from there
/// on.
#[unsafe(no_mangle)]
pub extern "C" fn zs_set_propagated_from(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    pin: zs_pin,
    propagated: bool,
) -> zs_status {
    change(session, |session| {
        let mode = session.mode(mode)?;
        session.constrain(mode, |constraints| constraints.set_propagated_from(PinId(pin), propagated))
    })
}

/// How much later than its own edges a clock is at its sources, ps: `values[4]` are early rise,
/// early fall, late rise, late fall, of the clock's edges; NaN leaves what was stated.
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
        let values = unsafe { stated_times(values) }?;
        session.constrain(mode, |constraints| constraints.set_source_latency(ClockId(clock), values))
    })
}

/// How much later than a clock edge a signal arrives at an input port, ps: `values[4]` are early
/// rise, early fall, late rise, late fall; NaN leaves what was stated. `clock` and `edge` (`ZS_RISE`
/// or `ZS_FALL`) launch it; without a clock (`ZS_NONE`) nothing does, the delay counts from time 0,
/// and `edge` is ignored. What the port has from other edges is taken away, unless `add` is set;
/// then of two delays from one edge the worse one counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_input_delay(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    port: zs_pin,
    clock: zs_clock,
    edge: u32,
    values: *const f64,
    add: bool,
) -> zs_status {
    change(session, |session| {
        let mode = session.mode(mode)?;
        let edge = (clock != ZS_NONE).then(|| zs_session::clock_edge(clock, edge)).transpose()?;
        // SAFETY: as the header asks.
        let delay = InputDelay::new(edge, unsafe { stated_times(values) }?);
        session.constrain(mode, |constraints| constraints.set_input_delay(&[PinId(port)], delay, others(add)))
    })
}

/// What a signal still has to pass after an output port, ps, before the edge of a clock that
/// captures it: late, the path and the setup there; early, the path less the hold. Else as
/// `zs_set_input_delay`; there has to be a clock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_output_delay(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    port: zs_pin,
    clock: zs_clock,
    edge: u32,
    values: *const f64,
    add: bool,
) -> zs_status {
    change(session, |session| {
        if clock == ZS_NONE {
            return Err(wrong("an output delay needs a clock that captures: expected one, not ZS_NONE"));
        }
        let (mode, edge) = (session.mode(mode)?, zs_session::clock_edge(clock, edge)?);
        // SAFETY: as the header asks.
        let delay = OutputDelay::new(edge, unsafe { stated_times(values) }?);
        session
            .constrain(mode, |constraints| constraints.set_output_delay(&[PinId(port)], delay, others(add)))
    })
}

/// States values of a mode.
fn state<T>(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    values: impl FnOnce() -> Outcome<T>,
    edit: impl FnOnce(&mut ConstraintEditor<'_>, T) -> Result<(), ConstraintError>,
) -> zs_status {
    change(session, |session| {
        let (mode, values) = (session.mode(mode)?, values()?);
        session.constrain(mode, |constraints| edit(constraints, values))
    })
}

fn others(add: bool) -> OtherDelays {
    if add { OtherDelays::Kept } else { OtherDelays::Replaced }
}

/// Takes all that is stated of a port away: delays, slew, load, required times.
#[unsafe(no_mangle)]
pub extern "C" fn zs_clear_port(session: Option<&mut zs_session>, mode: zs_mode, port: zs_pin) -> zs_status {
    change(session, |session| {
        let mode = session.mode(mode)?;
        session.constrain(mode, |constraints| constraints.clear_port(PinId(port)))
    })
}

/// When a signal is required at an output port, ps, stated outright: `values[4]` are early rise,
/// early fall, late rise, late fall; NaN leaves what was stated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_required_time(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    port: zs_pin,
    values: *const f64,
) -> zs_status {
    // SAFETY: as the header asks.
    let required = || unsafe { stated_times(values) };
    state(session, mode, required, |constraints, required| {
        constraints.set_required_time(&[PinId(port)], required)
    })
}

/// The slew at an input port, ps, 0 or more: `values[4]` as in `zs_set_required_time`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_input_slew(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    port: zs_pin,
    values: *const f64,
) -> zs_status {
    // SAFETY: as the header asks.
    let slew = || unsafe { stated_sizes(values) };
    state(session, mode, slew, |constraints, slew| constraints.set_input_slew(&[PinId(port)], slew))
}

/// The capacitance of the pins outside that a port adds to its net, fF, 0 or more: `values[4]` as in
/// `zs_set_required_time`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_pin_load(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    port: zs_pin,
    values: *const f64,
) -> zs_status {
    // SAFETY: as the header asks.
    let load = || unsafe { stated_sizes(values) };
    state(session, mode, load, |constraints, load| constraints.set_pin_load(&[PinId(port)], load))
}

/// The capacitance of the wire outside that a port adds to its net, fF, 0 or more: `values[4]` as in
/// `zs_set_required_time`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_wire_load(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    port: zs_pin,
    values: *const f64,
) -> zs_status {
    // SAFETY: as the header asks.
    let load = || unsafe { stated_sizes(values) };
    state(session, mode, load, |constraints, load| constraints.set_wire_load(&[PinId(port)], load))
}
