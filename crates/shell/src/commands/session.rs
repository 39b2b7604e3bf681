//! Units, settings and helpers of scripts.

use zeroslack::sdc::sdc::Units;
use zeroslack_tcl::{Outcome, Value};

use super::numbers::number;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, optional, required, value, value_that};
use crate::state::State;

const UNITS: &[Opt] = &[
    value_that("-time", "unit", "such as ns or 10ps"),
    value_that("-capacitance", "unit", "such as pF"),
    value("-resistance", "unit"),
    value("-voltage", "unit"),
    value("-current", "unit"),
    value("-power", "unit"),
    value("-distance", "unit"),
];

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_cmd_units",
        group: Group::Session,
        summary: "The units that numbers of commands and reports are in; those of the first library unless they are set.",
        options: UNITS,
        operands: &[],
        run: Run::State(set_cmd_units),
    },
    Command {
        name: "set_units",
        group: Group::Session,
        summary: "Checks that the units of a file of constraints are those of the session.",
        options: UNITS,
        operands: &[],
        run: Run::State(set_units),
    },
    Command {
        name: "report_units",
        group: Group::Session,
        summary: "Prints the units of numbers.",
        options: &[],
        operands: &[],
        run: Run::State(report_units),
    },
    Command {
        name: "sta::unit_scale",
        group: Group::Session,
        summary: "How many seconds, farads and so on a unit of the session is.",
        options: &[],
        operands: &[required("quantity")],
        run: Run::State(unit_scale),
    },
    Command {
        name: "sta::format_time",
        group: Group::Session,
        summary: "A time in seconds as a number in the session's unit.",
        options: &[],
        operands: &[required("seconds"), optional("digits")],
        run: Run::State(format_time),
    },
    Command {
        name: "sta::network_leaf_instance_count",
        group: Group::Session,
        summary: "How many cells the design has.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| Ok(Value::from(state.netlist()?.cell_count()))),
    },
    Command {
        name: "sta::network_leaf_pin_count",
        group: Group::Session,
        summary: "How many pins cells have.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| {
            let netlist = state.netlist()?;
            Ok(Value::from(netlist.pin_count().saturating_sub(netlist.port_pin_count())))
        }),
    },
    Command {
        name: "sta::corners",
        group: Group::Session,
        summary: "The corners that there are.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| Ok(Value::list(vec![Value::from(state.corner_name.as_str())]))),
    },
    Command {
        name: "sta::network_changed",
        group: Group::Session,
        summary: "Nothing: results always know what changed.",
        options: &[],
        operands: &[],
        run: Run::State(|_, _| Ok(Value::empty())),
    },
];

/// Letters before a unit's own: the power of ten that they stand for.
const PREFIXES: [(char, i32); 9] =
    [('a', -18), ('f', -15), ('p', -12), ('n', -9), ('u', -6), ('m', -3), ('k', 3), ('K', 3), ('M', 6)];

/// A unit such as `10ps` in units of 10^`base`.
fn unit(
    arguments: &Arguments<'_>,
    word: &Value,
    letter: char,
    base: i32,
) -> Result<f64, zeroslack_tcl::Exception> {
    let text = word.text();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (amount, unit) = text.split_at(digits);
    let amount: Option<f64> = if amount.is_empty() { Some(1.0) } else { amount.parse().ok() };
    let mut letters = unit.chars();
    let last = letters.next_back();
    let exponent = match (letters.next(), letters.next()) {
        (None, _) => Some(0),
        (Some(prefix), None) => PREFIXES.iter().find(|(known, _)| *known == prefix).map(|it| it.1),
        _ => None,
    };
    match (amount, last, exponent) {
        (Some(amount), Some(last), Some(exponent)) if last.eq_ignore_ascii_case(&letter) && amount > 0.0 => {
            let power = exponent - base;
            // Dividing by a power of ten is exact where multiplying by its inverse is not.
            Ok(if power < 0 { amount / 10_f64.powi(-power) } else { amount * 10_f64.powi(power) })
        }
        _ => Err(arguments.error(&format!("'{text}' is no unit: expected one such as 1n{letter}"))),
    }
}

/// The units that the options name; others are checked to be units and have no use here yet.
fn named(state: &State, arguments: &Arguments<'_>) -> Result<Units, zeroslack_tcl::Exception> {
    let mut units = state.units();
    if let Some(word) = arguments.value("-time") {
        units.time = unit(arguments, word, 's', -12)?;
    }
    if let Some(word) = arguments.value("-capacitance") {
        units.capacitance = unit(arguments, word, 'f', -15)?;
    }
    if let Some(word) = arguments.value("-resistance") {
        // The unit's name is taken for its first letter alone.
        let text = word.text();
        let short = text.len().saturating_sub(2);
        let is_long = text.get(short..).is_some_and(|end| end.eq_ignore_ascii_case("hm"));
        let text = if is_long { &text[..short] } else { &*text };
        units.resistance = unit(arguments, &Value::from(text), 'o', 3)?;
    }
    Ok(units)
}

fn set_cmd_units(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    state.units = Some(named(state, arguments)?);
    Ok(Value::empty())
}

fn set_units(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let (said, own) = (named(state, arguments)?, state.units());
    if said != own {
        return Err(arguments
            .error("these are not the units of the session: set_cmd_units changes what numbers are in"));
    }
    Ok(Value::empty())
}

/// A factor of a power of ten as the unit that it is.
fn name_of(factor: f64, base: i32, letter: &str) -> String {
    let exponent = factor.log10().floor() as i32 + base;
    let step = exponent.div_euclid(3) * 3;
    let prefix = match step {
        -18 => "a",
        -15 => "f",
        -12 => "p",
        -9 => "n",
        -6 => "u",
        -3 => "m",
        0 => "",
        3 => "k",
        _ => return format!("{factor}e{base}{letter}"),
    };
    let amount = factor / 10_f64.powi(step - base);
    format!("{amount}{prefix}{letter}")
}

fn report_units(state: &mut State, _: &Arguments<'_>) -> Outcome {
    let units = state.units();
    let (time, capacitance) = (name_of(units.time, -12, "s"), name_of(units.capacitance, -15, "F"));
    state.output = format!(" time {time}\n capacitance {capacitance}\n");
    Ok(Value::empty())
}

fn unit_scale(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let units = state.units();
    match &*arguments.required(0)?.text() {
        "time" => Ok(Value::from(units.time / 1e12)),
        "capacitance" => Ok(Value::from(units.capacitance / 1e15)),
        other => {
            Err(arguments
                .error(&format!("the scale of '{other}' is not known: expected time or capacitance")))
        }
    }
}

fn format_time(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let seconds = number(arguments, arguments.required(0)?)?;
    let digits = match arguments.operand(1) {
        Some(word) => word.int().and_then(|it| usize::try_from(it).ok()).filter(|it| *it <= 17).unwrap_or(3),
        None => 3,
    };
    Ok(Value::from(format!("{:.digits$}", seconds * 1e12 / state.units().time)))
}
