//! What all reports have in common: results that are up to date, and the options of numbers, corners and clocks.

use zeroslack::Timed;
use zeroslack::sdc::ClockId;
use zeroslack_report::{Analysis, Names, Style, Unit};
use zeroslack_tcl::{Exception, Value};

use crate::own::OfShell;
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Opt, value, value_that};
use zeroslack::constraints::object::{Kinds, Object};
use zeroslack::constraints::settings::MOST_DIGITS;

pub(super) const DIGITS: Opt = value_that(
    "-digits",
    "count",
    "digits after the decimal point; those of sta_report_default_digits unless told",
);
pub(super) const CORNER: Opt = value_that("-corner", "corner", "the one corner that there is");
pub(super) const SCENES: Opt = value_that("-scenes", "scenes", "the one corner that there is");
pub(super) const CLOCKS: Opt = value("-clocks", "clocks");
pub(super) const FORMAT: Opt = value_that("-format", "text|json", "text unless told");

/// Results that are up to date.
pub(crate) fn timed(state: &mut State) -> Result<Timed<'_>, Exception> {
    state.update()?;
    state.session()?.timed().map_err(|error| Exception::error(error.to_string()))
}

/// What reports are made from: those that look at the graph as a whole from [`Timed::levelled`].
pub(super) fn analysis(timed: Timed<'_>) -> Analysis<'_> {
    Analysis {
        names: Names { netlist: timed.netlist(), library: timed.library(), constraints: timed.constraints() },
        parasitics: timed.parasitics(),
        graph: timed.graph(),
        timing: timed.timing(),
    }
}

/// The units of the session, with the digits that are asked for.
pub(super) fn numbers(state: &State, arguments: &Arguments<'_>) -> Result<Style, Exception> {
    Ok(numbers_with(state, digits(state, arguments)?))
}

/// Digits after the decimal point.
pub(super) fn digits(state: &State, arguments: &Arguments<'_>) -> Result<usize, Exception> {
    let Some(word) = arguments.value("-digits") else { return Ok(state.settings.digits) };
    let digits = word.int().and_then(|digits| usize::try_from(digits).ok());
    digits
        .filter(|digits| *digits <= MOST_DIGITS)
        .ok_or_else(|| arguments.error(&format!("-digits is '{word}': expected 0 to {MOST_DIGITS}")))
}

/// The units of the session, with so many digits.
pub(super) fn numbers_with(state: &State, digits: usize) -> Style {
    let units = state.units();
    let unit = Unit::Other { time: units.time, capacitance: units.capacitance };
    Style { unit, digits: digits as u32 }
}

/// Checks that the corners that `-corner` and `-scenes` name are known: all that are have the same results.
pub(super) fn check_corners(state: &State, arguments: &Arguments<'_>) -> Result<(), Exception> {
    let corners = &state.own()?.corners;
    let check = |name: &Value| corners.check(&name.text()).map_err(|error| arguments.error(&error));
    if let Some(name) = arguments.value("-corner") {
        check(name)?;
    }
    match arguments.value("-scenes") {
        Some(names) => state.words(names)?.iter().try_for_each(check),
        None => Ok(()),
    }
}

/// The clocks that `-clocks` names; all of them without it.
pub(super) fn clocks(state: &mut State, arguments: &Arguments<'_>) -> Result<Vec<ClockId>, Exception> {
    match arguments.value("-clocks") {
        Some(list) => clocks_of(state, list),
        None => Ok(state.constraints()?.clocks.iter().map(|(clock, _)| clock).collect()),
    }
}

/// The clocks of a list.
pub(super) fn clocks_of(state: &mut State, list: &Value) -> Result<Vec<ClockId>, Exception> {
    let objects = state.objects(list, Kinds::CLOCKS)?.into_iter();
    let clock = |object| if let Object::Clock(clock) = object { Some(clock) } else { None };
    Ok(objects.filter_map(clock).collect())
}

/// Whether `-format` asks for JSON.
pub(super) fn is_json(arguments: &Arguments<'_>) -> Result<bool, Exception> {
    match arguments.value("-format").map(|word| word.text().to_owned()).as_deref() {
        None | Some("text") => Ok(false),
        Some("json") => Ok(true),
        Some(other) => Err(arguments.error(&format!("-format: '{other}' is neither text nor json"))),
    }
}
