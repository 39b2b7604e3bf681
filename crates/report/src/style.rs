//! How numbers are written.

use std::io::Write as _;

use zeroslack_units::{Ticks, ps};

/// The unit of times; capacitances go with it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Unit {
    /// ps and fF.
    #[default]
    Picoseconds,
    /// ns and pF.
    Nanoseconds,
    /// Any other: how many ps and how many fF one is.
    Other {
        /// ps.
        time: f64,
        /// fF.
        capacitance: f64,
    },
}

impl Unit {
    /// Decimals of a time's exact value in this unit; none where a power of ten is no whole number of these.
    fn exact(self) -> Option<u32> {
        match self {
            Self::Picoseconds => Some(4),
            Self::Nanoseconds => Some(7),
            Self::Other { time, .. } => (0..=16).find(|&digits| 10_f64.powi(digits as i32 - 4) == time),
        }
    }

    /// `ps`, `ns`.
    pub const fn time(self) -> &'static str {
        match self {
            Self::Picoseconds => "ps",
            Self::Nanoseconds => "ns",
            Self::Other { .. } => "units of time",
        }
    }

    /// `fF`, `pF`.
    pub const fn capacitance(self) -> &'static str {
        match self {
            Self::Picoseconds => "fF",
            Self::Nanoseconds => "pF",
            Self::Other { .. } => "units of capacitance",
        }
    }

    /// Of ps and of fF, how many one of these is.
    pub const fn factors(self) -> [f64; 2] {
        match self {
            Self::Picoseconds => [1.0, 1.0],
            Self::Nanoseconds => [1000.0, 1000.0],
            Self::Other { time, capacitance } => [time, capacitance],
        }
    }
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Unit of times and, with it, of capacitances.
    pub unit: Unit,
    /// Digits after the decimal point.
    pub digits: u32,
}

/// ps with 4 digits, which shows every time exactly.
impl Default for Style {
    fn default() -> Self {
        Self::new(Unit::Picoseconds)
    }
}

impl Style {
    /// The most digits.
    pub const MOST_DIGITS: u32 = 17;

    /// The usual digits of a unit: 4 for ps, 3 for ns.
    pub const fn new(unit: Unit) -> Self {
        let digits = match unit {
            Unit::Picoseconds => 4,
            Unit::Nanoseconds | Unit::Other { .. } => 3,
        };
        Self { unit, digits }
    }

    /// The least width of a column of numbers: a sign, three digits before the point, and those after it.
    pub(crate) fn column(self) -> usize {
        self.digits as usize + 5
    }

    /// A time.
    pub(crate) fn time(self, time: Ticks) -> String {
        let mut text = Vec::new();
        self.write_time(time, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// The same into a buffer.
    pub(crate) fn write_time(self, time: Ticks, out: &mut Vec<u8>) {
        let digits = self.digits.min(Self::MOST_DIGITS);
        match self.unit.exact() {
            Some(exact) => decimal(out, time, exact, digits),
            None => write_float(out, ps(time) / self.unit.factors()[0], digits),
        }
    }

    /// A slew or a delay in ps.
    pub(crate) fn delay(self, ps: f32) -> String {
        self.number(f64::from(ps) / self.unit.factors()[0])
    }

    /// A capacitance in fF.
    pub(crate) fn capacitance(self, capacitance: f64) -> String {
        self.number(capacitance / self.unit.factors()[1])
    }

    /// A number that has no unit, or is in its unit already.
    pub(crate) fn number(self, number: f64) -> String {
        let mut text = Vec::new();
        self.float(number, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// A slew in ps.
    pub(crate) fn write_slew(self, slew: f32, out: &mut Vec<u8>) {
        self.float(f64::from(slew) / self.unit.factors()[0], out);
    }

    /// A capacitance in fF.
    pub(crate) fn write_capacitance(self, capacitance: f32, out: &mut Vec<u8>) {
        self.float(f64::from(capacitance) / self.unit.factors()[1], out);
    }

    fn float(self, value: f64, out: &mut Vec<u8>) {
        write_float(out, value, self.digits.min(Self::MOST_DIGITS));
    }
}

/// A number of units that is 0 with so many digits after the decimal point is rounding error: where it is printed as 0 it has no sign.
const NOISE_DIGITS: u32 = 6;

fn write_float(out: &mut Vec<u8>, value: f64, digits: u32) {
    let magnitude = |digits: u32| value.abs() * 10_f64.powi(digits as i32);
    let is_zero = magnitude(NOISE_DIGITS) < 1.0 && magnitude(digits) < 0.5;
    let value = if is_zero { 0.0 } else { value };
    // A vector takes everything.
    let _ = write!(out, "{value:.digits$}", digits = digits as usize);
}

/// `value` × 10^-`exact` with `digits` digits after the decimal point, halves rounded away from 0. A negative value keeps its sign even
/// where it is rounded to 0, so that a violation can be told, unless it is rounding error.
fn decimal(out: &mut Vec<u8>, value: i64, exact: u32, digits: u32) {
    let magnitude = u128::from(value.unsigned_abs());
    let scaled = if digits >= exact {
        magnitude * 10_u128.pow(digits - exact)
    } else {
        let step = 10_u128.pow(exact - digits);
        (magnitude + step / 2) / step
    };
    let is_noise = exact >= NOISE_DIGITS && magnitude < 10_u128.pow(exact - NOISE_DIGITS);
    if value < 0 && !(scaled == 0 && is_noise) {
        out.push(b'-');
    }
    let first = out.len();
    // From the last digit on; nearly all values fit 64 bits, where division is fast.
    let (mut high, mut written) = (scaled, 0);
    while high > u128::from(u64::MAX) {
        push_digit(out, (high % 10) as u8, &mut written, digits);
        high /= 10;
    }
    let mut left = high as u64;
    while left > 0 || written <= digits {
        push_digit(out, (left % 10) as u8, &mut written, digits);
        left /= 10;
    }
    out[first..].reverse();
}

/// Adds a digit from the right, and the point before the digits after it.
fn push_digit(out: &mut Vec<u8>, digit: u8, written: &mut u32, digits: u32) {
    if *written == digits && digits > 0 {
        out.push(b'.');
    }
    out.push(b'0' + digit);
    *written += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_exact_decimals() {
        let check = |ticks: Ticks, unit, digits, expected: &str| {
            assert_eq!(Style { digits, ..Style::new(unit) }.time(ticks), expected);
        };
        check(-1_619_231, Unit::Picoseconds, 4, "-161.9231");
        check(-1_619_231, Unit::Picoseconds, 2, "-161.92");
        check(-1_619_231, Unit::Picoseconds, 0, "-162");
        check(-1_619_231, Unit::Nanoseconds, 3, "-0.162");
        check(-1_619_231, Unit::Nanoseconds, 7, "-0.1619231");
        check(-1_619_231, Unit::Nanoseconds, 9, "-0.161923100");
        check(5, Unit::Picoseconds, 3, "0.001");
        check(4, Unit::Picoseconds, 3, "0.000");
        check(-4, Unit::Picoseconds, 3, "-0.000");
        check(99_995, Unit::Picoseconds, 3, "10.000");
        // What is no more than rounding error has no sign where it is printed as 0.
        check(-9, Unit::Nanoseconds, 3, "0.000");
        check(-9, Unit::Nanoseconds, 7, "-0.0000009");
        check(-10, Unit::Nanoseconds, 3, "-0.000");
        check(i64::MAX, Unit::Picoseconds, 9, "922337203685477.580700000");
        check(0, Unit::Picoseconds, 0, "0");
    }
}
