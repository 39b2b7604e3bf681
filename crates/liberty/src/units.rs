//! Units of the file as factors to ours.

use crate::number::number;
use crate::scan::{Scanner, TextPiece};
use crate::statement::Statement;

/// A kind of unit: how its base is spelled, and what one of it is in ours.
pub(crate) struct UnitKind {
    suffix: &'static str,
    /// One of it is ten to this of ours.
    exponent: i32,
    example: &'static str,
}

pub(crate) const TIME: UnitKind = UnitKind { suffix: "s", exponent: 12, example: "1ns" };
pub(crate) const CAPACITANCE: UnitKind = UnitKind { suffix: "f", exponent: 15, example: "1,pf" };
pub(crate) const RESISTANCE: UnitKind = UnitKind { suffix: "ohm", exponent: -3, example: "1kohm" };
pub(crate) const VOLTAGE: UnitKind = UnitKind { suffix: "v", exponent: 0, example: "1V" };
pub(crate) const CURRENT: UnitKind = UnitKind { suffix: "a", exponent: 3, example: "1mA" };
pub(crate) const POWER: UnitKind = UnitKind { suffix: "w", exponent: 9, example: "1nW" };

impl UnitKind {
    /// Converts `text`, a number and a unit in one word or in two, to our unit.
    pub(crate) fn factor(&self, text: &str) -> Option<f64> {
        let mut words = TextPiece { text, at: 0 }.names().map(|word| word.text);
        let first = words.next()?;
        let digits = first.find(|char: char| char.is_ascii_alphabetic());
        let (count, unit) = match digits {
            Some(digits) => first.split_at(digits),
            None => (first, words.next()?),
        };
        if words.next().is_some() {
            return None;
        }
        let count = if count.is_empty() { 1.0 } else { number(count)? };
        let unit = unit.to_ascii_lowercase();
        let prefix = match unit.strip_suffix(self.suffix)? {
            "" => 0,
            "m" => -3,
            "u" => -6,
            "n" => -9,
            "p" => -12,
            "f" => -15,
            "k" => 3,
            _ => return None,
        };
        let exponent = prefix + self.exponent;
        // Dividing by a power of ten is exact where multiplying by its inverse is not.
        let factor =
            if exponent < 0 { count / 10_f64.powi(-exponent) } else { count * 10_f64.powi(exponent) };
        (factor > 0.0 && factor.is_finite()).then_some(factor)
    }
}

impl<'t> Scanner<'t> {
    /// What the unit that `statement` states is in ours. An error is reported.
    pub fn unit(&mut self, statement: &Statement<'t>, kind: &UnitKind) -> Option<f64> {
        let factor = kind.factor(statement.argument.text);
        if factor.is_none() {
            self.error("LIB-011", statement.argument.span(), || {
                let (name, text) = (statement.name.text, statement.argument.text);
                format!("'{name}' is '{text}', expected a number and a unit as in '{}'", kind.example)
            });
        }
        factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors() {
        let near = |kind: &UnitKind, text, expected: f64| {
            let factor = kind.factor(text).unwrap();
            assert!((factor / expected - 1.0).abs() < 1e-12, "{text}: {factor}");
        };
        near(&TIME, "1ns", 1e3);
        near(&TIME, "10ps", 10.0);
        near(&TIME, "100 fs", 0.1);
        near(&CAPACITANCE, "1,pf", 1e3);
        near(&CAPACITANCE, "1.0000, \"pf\"", 1e3);
        near(&CAPACITANCE, " 1 , fF ", 1.0);
        near(&RESISTANCE, "1kohm", 1.0);
        near(&RESISTANCE, "100ohm", 0.1);
        near(&CAPACITANCE, "1.000000, \\\n\t\"ff\"", 1.0);
        near(&CAPACITANCE, "\"1\" /* of */, \"pf\"\\\n", 1e3);
        near(&VOLTAGE, "1mV", 1e-3);
        near(&CURRENT, "1uA", 1e-3);
        near(&POWER, "1pW", 1e-3);
        for wrong in ["", "1", "1pf", "0ns", "-1ns", "ns1", "1e999s", "é", "1 ns 2", "1 2 ns"] {
            assert_eq!(TIME.factor(wrong), None, "{wrong}");
        }
    }
}
