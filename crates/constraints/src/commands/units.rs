//! Units of numbers.

use zeroslack_liberty::Units as LibraryUnits;
use zeroslack_sdc::Units;
use zeroslack_tcl::{Exception, Outcome, Value};
use zeroslack_units::Split;

use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, required, value_that};
use crate::state::State;

/// What has a unit.
#[derive(Clone, Copy, Debug)]
struct Quantity {
    option: &'static str,
    /// How its unit is written.
    symbol: &'static str,
    /// The power of ten that its numbers are multiples of here.
    base: i32,
}

const fn quantity(option: &'static str, symbol: &'static str, base: i32) -> Quantity {
    Quantity { option, symbol, base }
}

const TIME: usize = 0;
const CAPACITANCE: usize = 1;
const RESISTANCE: usize = 2;
/// How many commands take numbers of: the first ones.
const USED: usize = 3;

/// All of them.
const QUANTITIES: [Quantity; 7] = [
    quantity("-time", "s", -12),
    quantity("-capacitance", "F", -15),
    quantity("-resistance", "ohm", 3),
    quantity("-voltage", "v", 0),
    quantity("-current", "A", -3),
    quantity("-power", "W", -9),
    quantity("-distance", "m", -6),
];

/// Units of voltage, current, power and distance, where they are set.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OtherUnits([Option<f64>; 4]);

const UNITS: &[Opt] = &[
    value_that("-time", "unit", "such as ns or 10ps"),
    value_that("-capacitance", "unit", "such as pF"),
    value_that("-resistance", "unit", "such as kohm"),
    value_that("-voltage", "unit", "such as mV"),
    value_that("-current", "unit", "such as mA"),
    value_that("-power", "unit", "such as nW"),
    value_that("-distance", "unit", "such as um"),
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
        summary: "Checks that the times, capacitances and resistances of a file of constraints are in the units of the session.",
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
];

/// Letters before a unit's own: the power of ten that they stand for.
const PREFIXES: [(char, i32); 9] =
    [('a', -18), ('f', -15), ('p', -12), ('n', -9), ('u', -6), ('m', -3), ('k', 3), ('K', 3), ('M', 6)];

impl Quantity {
    /// A unit such as `10ps` as a multiple of 10^`base`.
    fn parse(self, text: &str) -> Option<f64> {
        let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let (amount, unit) = text.split_at(digits);
        let amount: f64 = if amount.is_empty() { 1.0 } else { amount.parse().ok()? };
        let letters = unit.len().checked_sub(self.symbol.len())?;
        let (prefix, symbol) = unit.split_at_checked(letters)?;
        let mut letters = prefix.chars();
        let exponent = match (letters.next(), letters.next()) {
            (None, _) => 0,
            (Some(prefix), None) => PREFIXES.iter().find(|(known, _)| *known == prefix)?.1,
            _ => return None,
        };
        let is_unit = symbol.eq_ignore_ascii_case(self.symbol) && amount.is_finite() && amount > 0.0;
        is_unit.then(|| scaled(amount, exponent - self.base))
    }

    /// The unit that a multiple of 10^`base` is.
    fn name(self, factor: f64) -> String {
        let exponent = factor.log10().floor() as i32 + self.base;
        let step = exponent.div_euclid(3) * 3;
        let prefix = PREFIXES.iter().find(|(_, power)| *power == step).map(|(prefix, _)| prefix.to_string());
        let prefix = if step == 0 { Some(String::new()) } else { prefix };
        match prefix {
            Some(prefix) => format!("{}{prefix}{}", scaled(factor, self.base - step), self.symbol),
            None => format!("{factor}e{}{}", self.base, self.symbol),
        }
    }
}

/// A number times a power of ten. Dividing by a power of ten is exact where multiplying by its inverse is not.
fn scaled(number: f64, power: i32) -> f64 {
    if power < 0 { number / 10_f64.powi(-power) } else { number * 10_f64.powi(power) }
}

/// The units of all quantities, each as a multiple of its power of ten.
fn units(state: &State) -> [f64; 7] {
    let of_library = state
        .design
        .netlist()
        .and_then(|netlist| netlist.library().libraries(Split::Late).first().map(|library| library.units));
    let LibraryUnits { voltage, current, power, .. } = of_library.unwrap_or_default();
    let [v, i, p, d] = state.other_units.0;
    let Units { time, capacitance, resistance } = state.units();
    let others = [v.unwrap_or(voltage), i.unwrap_or(current), p.unwrap_or(power), d.unwrap_or(1.0)];
    let [v, i, p, d] = others;
    [time, capacitance, resistance, v, i, p, d]
}

/// The name of the unit of times.
pub fn time_unit(state: &State) -> String {
    let name = QUANTITIES[TIME].name(units(state)[TIME]);
    name.strip_prefix('1')
        .filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()))
        .unwrap_or(&name)
        .to_owned()
}

/// The units that options name.
fn named(arguments: &Arguments<'_>) -> Result<[Option<f64>; 7], Exception> {
    let mut units = [None; 7];
    for (unit, quantity) in units.iter_mut().zip(QUANTITIES) {
        let Some(word) = arguments.value(quantity.option) else { continue };
        let text = word.text();
        let example = quantity.name(1.0);
        *unit = Some(quantity.parse(&text).ok_or_else(|| {
            arguments.error(&format!("{} is '{text}': expected a unit such as {example}", quantity.option))
        })?);
    }
    Ok(units)
}

fn set(state: &mut State, named: [Option<f64>; 7]) {
    if named[..USED].iter().any(Option::is_some) {
        let own = state.units();
        state.units = Some(Units {
            time: named[TIME].unwrap_or(own.time),
            capacitance: named[CAPACITANCE].unwrap_or(own.capacitance),
            resistance: named[RESISTANCE].unwrap_or(own.resistance),
        });
    }
    for (unit, named) in state.other_units.0.iter_mut().zip(&named[USED..]) {
        *unit = named.or(*unit);
    }
}

fn set_cmd_units(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let named = named(arguments)?;
    set(state, named);
    Ok(Value::empty())
}

fn set_units(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let named = named(arguments)?;
    let own = units(state);
    for (at, quantity) in QUANTITIES.into_iter().enumerate().take(USED) {
        let Some(unit) = named[at] else { continue };
        if (unit - own[at]).abs() > 1e-6 * own[at] {
            let (said, own) = (quantity.name(unit), quantity.name(own[at]));
            state.warn(format!(
                "set_units: {} is {said}, and numbers stay in {own}: set_cmd_units changes what numbers are in",
                quantity.option
            ));
        }
    }
    Ok(Value::empty())
}

fn report_units(state: &mut State, _: &Arguments<'_>) -> Outcome {
    let lines = QUANTITIES.into_iter().zip(units(state));
    let lines = lines.map(|(quantity, unit)| format!(" {} {}\n", &quantity.option[1..], quantity.name(unit)));
    state.output = lines.collect();
    Ok(Value::empty())
}

fn unit_scale(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let name = arguments.required(0)?.text();
    let at = QUANTITIES.iter().position(|quantity| quantity.option[1..] == *name);
    let Some(at) = at else {
        let known = QUANTITIES.map(|quantity| &quantity.option[1..]).join(", ");
        return Err(arguments.error(&format!("'{name}' has no unit: expected one of {known}")));
    };
    Ok(Value::from(scaled(units(state)[at], QUANTITIES[at].base)))
}

#[cfg(test)]
mod tests {
    use super::QUANTITIES;

    #[test]
    fn units_and_their_names() {
        for (at, text, factor, name) in [
            (0, "ns", Some(1e3), "1ns"),
            (0, "10ps", Some(10.0), "10ps"),
            (0, "1.0fs", Some(1e-3), "1fs"),
            (0, "pF", None, ""),
            (0, "nns", None, ""),
            (1, "pf", Some(1e3), "1pF"),
            (1, "100fF", Some(100.0), "100fF"),
            (2, "kOhm", Some(1.0), "1kohm"),
            (2, "ohm", Some(1e-3), "1ohm"),
            (2, "m", None, ""),
            (3, "1V", Some(1.0), "1v"),
            (3, "mV", Some(1e-3), "1mv"),
            (4, "uA", Some(1e-3), "1uA"),
            (5, "mW", Some(1e6), "1mW"),
            (6, "um", Some(1.0), "1um"),
            (6, "", None, ""),
        ] {
            assert_eq!(QUANTITIES[at].parse(text), factor, "{text}");
            if let Some(factor) = factor {
                assert_eq!(QUANTITIES[at].name(factor), name, "{text}");
            }
        }
    }
}
