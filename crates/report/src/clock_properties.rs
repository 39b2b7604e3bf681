//! A line a clock: its period and its edges.

use std::fmt;

use zeroslack_sdc::{ClockId, Constraints};

use crate::style::Style;

/// The table of clocks.
pub fn clock_properties<'a>(
    constraints: &'a Constraints,
    clocks: &'a [ClockId],
    numbers: Style,
) -> impl fmt::Display + 'a {
    fmt::from_fn(move |f| {
        writeln!(f, "{:<20}{:>10}{:>18}", "Clock", "Period", "Waveform")?;
        writeln!(f, "{:-<52}", "")?;
        for &clock in clocks {
            let clock = &constraints.clocks[clock];
            let [period, rise, fall] =
                [clock.period, clock.edges[0], clock.edges[1]].map(|time| numbers.time(time));
            let generated = if clock.generated.is_some() { " (generated)" } else { "" };
            writeln!(f, "{:<20}{period:>10}  {rise:>10}{fall:>10}{generated}", clock.name)?;
        }
        Ok(())
    })
}
