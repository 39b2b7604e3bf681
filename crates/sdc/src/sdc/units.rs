//! The units that a file's numbers are in, and `set_units`.

use crate::Units;

use super::args::{Spec, operand_word, value};
use super::reader::Reader;
use super::value::Word;

/// Letters before a unit's own: the power of ten they stand for.
const PREFIXES: [(char, i32); 9] =
    [('a', -18), ('f', -15), ('p', -12), ('n', -9), ('u', -6), ('m', -3), ('k', 3), ('K', 3), ('M', 6)];

const SET_UNITS: Spec = Spec {
    command: "set_units",
    options: &[
        value("-time"),
        value("-capacitance"),
        value("-resistance"),
        value("-voltage"),
        value("-current"),
        value("-power"),
        value("-distance"),
    ],
    operands: &[],
};

impl<'t> Reader<'t, '_> {
    pub(crate) fn set_units(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<()> {
        let args = self.args(&SET_UNITS, name, words)?;
        let time = match args.value("-time") {
            Some(word) => self.unit(word, "s", -12, "ns")?,
            None => self.units.time,
        };
        let capacitance = match args.value("-capacitance") {
            Some(word) => self.unit(word, "f", -15, "pF")?,
            None => self.units.capacitance,
        };
        let resistance = match args.value("-resistance") {
            Some(word) => self.unit(word, "ohm", 3, "kohm")?,
            None => self.units.resistance,
        };
        self.units = Units { time, capacitance, resistance };
        Some(())
    }

    /// A unit such as `10ps` in units of 10^`base`.
    fn unit(&mut self, word: &Word<'t>, own: &str, base: i32, example: &str) -> Option<f64> {
        let text = operand_word(word);
        let factor = parse(text, own, base).filter(|factor| factor.is_finite() && *factor > 0.0);
        if factor.is_none() {
            self.diagnostics.error("SDC-001", self.place(word), || {
                format!("'{text}' is not a unit that is understood here: expected one such as '{example}'")
            });
        }
        factor
    }
}

/// A unit in units of 10^`base` of what its own name, in letters of either case, stands for.
fn parse(text: &str, own: &str, base: i32) -> Option<f64> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number = if number.is_empty() { 1.0 } else { number.parse().ok()? };
    let prefix = unit.get(..unit.len().checked_sub(own.len())?)?;
    if !unit[prefix.len()..].eq_ignore_ascii_case(own) {
        return None;
    }
    let mut letters = prefix.chars();
    let exponent = match (letters.next(), letters.next()) {
        (None, _) => 0,
        (Some(prefix), None) => PREFIXES.iter().find(|(known, _)| *known == prefix)?.1,
        _ => return None,
    };
    let power = exponent - base;
    // Dividing by a power of ten is exact where multiplying by its inverse is not.
    Some(if power < 0 { number / 10_f64.powi(-power) } else { number * 10_f64.powi(power) })
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn units() {
        for (text, ps) in [
            ("ns", Some(1e3)),
            ("1ns", Some(1e3)),
            ("ps", Some(1.0)),
            ("10ps", Some(10.0)),
            ("1.0fs", Some(1e-3)),
            ("us", Some(1e6)),
            ("s", Some(1e12)),
            ("nS", Some(1e3)),
            ("", None),
            ("n", None),
            ("xs", None),
            ("1", None),
            ("pF", None),
            ("nns", None),
            ("1.2.3ns", None),
        ] {
            assert_eq!(parse(text, "s", -12), ps, "{text}");
        }
        for (text, ff) in [("fF", Some(1.0)), ("pf", Some(1e3)), ("100fF", Some(100.0)), ("F", Some(1e15))] {
            assert_eq!(parse(text, "f", -15), ff, "{text}");
        }
        for (text, kohm) in [("kohm", Some(1.0)), ("1Ohm", Some(1e-3)), ("10MOhm", Some(1e4)), ("k", None)] {
            assert_eq!(parse(text, "ohm", 3), kohm, "{text}");
        }
    }
}
