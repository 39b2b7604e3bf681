//! Numbers of commands, in the units of the session.

use zeroslack_tcl::{Exception, Value};
use zeroslack_units::{Quad, Ticks, ticks_within_range};

use crate::arguments::Arguments;
use crate::state::State;

/// A number, of which 1e30 and more stands for none at all.
///
/// # Errors
/// If it is no number.
pub fn number(arguments: &Arguments<'_>, word: &Value) -> Result<f64, Exception> {
    match word.float() {
        Some(number) if !number.is_nan() => Ok(number),
        _ => Err(arguments.error(&format!("'{word}' is no number"))),
    }
}

/// A time in ticks.
pub(crate) fn time(state: &State, arguments: &Arguments<'_>, word: &Value) -> Result<Ticks, Exception> {
    let ps = number(arguments, word)? * state.units().time;
    ticks_within_range(ps).ok_or_else(|| arguments.error(&format!("'{word}' is too large for a time")))
}

/// A slew in ps.
pub(crate) fn slew(state: &State, arguments: &Arguments<'_>, word: &Value) -> Result<f32, Exception> {
    Ok((number(arguments, word)? * state.units().time) as f32)
}

/// A capacitance in fF.
pub(crate) fn capacitance(state: &State, arguments: &Arguments<'_>, word: &Value) -> Result<f32, Exception> {
    Ok((number(arguments, word)? * state.units().capacitance) as f32)
}

/// A resistance in kΩ.
pub(crate) fn resistance(state: &State, arguments: &Arguments<'_>, word: &Value) -> Result<f32, Exception> {
    Ok((number(arguments, word)? * state.units().resistance) as f32)
}

/// A value where `-min`, `-max`, `-rise` and `-fall` state it.
pub(crate) fn stated<T: Copy>(arguments: &Arguments<'_>, value: T) -> Quad<Option<T>> {
    let transitions = arguments.pair("-rise", "-fall");
    let splits = arguments.pair("-min", "-max");
    splits.map(|split| transitions.map(|transition| (split && transition).then_some(value)))
}

/// The places that `-min`, `-max`, `-rise` and `-fall` name.
pub(crate) fn meant(arguments: &Arguments<'_>) -> Quad<bool> {
    stated(arguments, ()).map(|split| split.map(|place| place.is_some()))
}
