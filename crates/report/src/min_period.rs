//! The shortest periods that clocks could have.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_sdc::ClockId;
use zeroslack_timing::{EndpointKind, MinPeriod};
use zeroslack_units::{Ticks, ps};

use crate::analysis::Analysis;
use crate::json::time;
use crate::style::Style;

/// The shortest periods of some clocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinPeriodReport {
    /// In the order that they were asked for.
    pub clocks: Vec<PeriodOfClock>,
}

/// The shortest period of a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodOfClock {
    /// The clock's name.
    pub name: String,
    /// The shortest period; 0 where no path asks for one.
    pub period: Ticks,
    /// The pin where the path ends that asks for it, and the kind of what it is checked by.
    pub end: Option<(String, EndpointKind)>,
}

impl PeriodOfClock {
    /// The highest frequency, MHz; infinite where no path bounds it.
    pub fn highest_frequency(&self) -> f64 {
        1e6 / ps(self.period)
    }
}

impl MinPeriodReport {
    /// Of clocks, where `periods` has that of each that has any.
    pub fn new(analysis: &Analysis<'_>, periods: &[MinPeriod], clocks: &[ClockId]) -> Self {
        let of_clock = |&clock: &ClockId| {
            let found = periods.iter().find(|period| period.clock == clock);
            PeriodOfClock {
                name: analysis.names.constraints.clocks[clock].name.to_string(),
                period: found.map_or(0, |found| found.period),
                end: found.map(|found| (analysis.names.netlist.pin_name(found.end.pin), found.end.kind)),
            }
        };
        Self { clocks: clocks.iter().map(of_clock).collect() }
    }

    /// A line a clock; frequencies are MHz.
    pub fn text(&self, numbers: Style) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            for clock in &self.clocks {
                let (period, fmax) = (numbers.time(clock.period), numbers.number(clock.highest_frequency()));
                writeln!(f, "{} period_min = {period} fmax = {fmax}", clock.name)?;
            }
            Ok(())
        })
    }

    /// An array of an object for each clock: `clock`, `min_period` in ps, `max_frequency` in MHz, and `endpoint` and `check`, which ask for it; these three
    /// are `null` where none does.
    pub fn json(&self) -> Value {
        let of_clock = |clock: &PeriodOfClock| {
            let fmax = Some(clock.highest_frequency()).filter(|fmax| fmax.is_finite());
            json!({
                "clock": clock.name,
                "min_period": time(clock.period),
                "max_frequency": fmax,
                "endpoint": clock.end.as_ref().map(|(name, _)| name),
                "check": clock.end.as_ref().map(|(_, kind)| kind.name()),
            })
        };
        self.clocks.iter().map(of_clock).collect()
    }
}
