//! Numbers in the units of a session.

use zeroslack_units::{Ticks, Transition, ps};

/// The units that a report's numbers are in, and their digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// A unit of time, ps.
    pub time: f64,
    /// A unit of capacitance, fF.
    pub capacitance: f64,
    /// A unit of resistance, kΩ.
    pub resistance: f64,
    /// Digits after the decimal point.
    pub digits: usize,
}

impl Numbers {
    /// A time.
    pub(crate) fn time(self, time: Ticks) -> String {
        self.number(ps(time) / self.time)
    }

    /// A slew or a delay in ps.
    pub(crate) fn delay(self, ps: f32) -> String {
        self.number(f64::from(ps) / self.time)
    }

    /// A capacitance in fF.
    pub(crate) fn capacitance(self, capacitance: f64) -> String {
        self.number(capacitance / self.capacitance)
    }

    /// A number that has no unit, or is in its unit already.
    pub(crate) fn number(self, number: f64) -> String {
        format!("{number:.*}", self.digits)
    }
}

/// The sign of a transition in texts.
pub(crate) const fn edge(transition: Transition) -> char {
    match transition {
        Transition::Rise => '^',
        Transition::Fall => 'v',
    }
}

/// How many there are of something.
pub(crate) fn counted(count: usize, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}
