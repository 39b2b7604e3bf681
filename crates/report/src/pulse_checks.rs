//! Widths of clock pulses and periods.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_timing::{EdgeAtPin, PulseCheck, PulseKind};
use zeroslack_units::Ticks;

use crate::analysis::Names;
use crate::json::time;
use crate::path_lines::{NAME, VIOLATED};
use crate::path_text::RULE_FOR_DESCRIPTION;
use crate::style::Style;

/// Pulses and periods at pins, as reports list them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PulseReport {
    /// Whether they are periods, and not pulses.
    are_periods: bool,
    /// In the order in which they are listed.
    lines: Vec<PulseLine>,
}

/// A pulse or a period.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PulseLine {
    pin: String,
    check: PulseCheck,
    clock: String,
}

impl PulseLine {
    fn met(&self) -> &'static str {
        VIOLATED[usize::from(self.check.slack() < 0)]
    }
}

impl PulseReport {
    /// Of pulses, or of periods, among checks.
    pub fn new(names: &Names<'_>, checks: &[PulseCheck], are_periods: bool) -> Self {
        let of_kind = checks.iter().filter(|check| (check.kind == PulseKind::Period) == are_periods);
        let line = |&check: &PulseCheck| PulseLine {
            pin: names.netlist.pin_name(check.pin),
            check,
            clock: names.constraints.clocks[check.open.edge.clock].name.to_string(),
        };
        Self { are_periods, lines: of_kind.map(line).collect() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    fn what(&self) -> &'static str {
        if self.are_periods { "period" } else { "pulse width" }
    }

    /// A line for each.
    pub fn text(&self, style: Style) -> impl fmt::Display + '_ {
        let width = style.column() + 1;
        fmt::from_fn(move |f| {
            let row = |f: &mut fmt::Formatter<'_>, name: &str, columns: &[&str], end: &str| {
                write!(f, "{name:NAME$}")?;
                columns.iter().try_for_each(|column| write!(f, " {column:>0$}", width - 1))?;
                writeln!(f, "{end}")
            };
            let title = if self.are_periods { "Period" } else { "Width" };
            row(f, "", &["Required", "Actual"], "")?;
            row(f, "Pin", &[title, title, "Slack"], "")?;
            writeln!(f, "{}", "-".repeat(NAME + 3 * width))?;
            for line in &self.lines {
                let PulseLine { pin, check, .. } = line;
                let name =
                    if self.are_periods { pin.clone() } else { format!("{pin} ({})", check.kind.name()) };
                let numbers = [check.required, check.width(), check.slack()].map(|time| style.time(time));
                row(f, &name, &numbers.each_ref().map(|number| &**number), line.met())?;
            }
            writeln!(f)
        })
    }

    /// Both edges of each, and what is required.
    pub fn verbose(&self, style: Style) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            for line in &self.lines {
                self.paragraph(f, line, style)?;
                writeln!(f)?;
            }
            writeln!(f)
        })
    }

    fn paragraph(&self, f: &mut fmt::Formatter<'_>, line: &PulseLine, style: Style) -> fmt::Result {
        let PulseLine { pin, check, clock } = line;
        let PulseCheck { open, close, credit, required, .. } = *check;
        let listing = Listing::new(style);
        let check_name = if self.are_periods { "minimum_period" } else { "sequential_clock_pulse_width" };
        writeln!(f, "Pin: {pin}\nCheck: {check_name}\n")?;
        listing.title(f)?;
        listing.rule(f)?;
        listing.edge(f, &open, clock, pin)?;
        listing.row(f, None, open.arrival(), "open edge arrival time")?;
        writeln!(f)?;
        listing.edge(f, &close, clock, pin)?;
        listing.row(f, Some(credit), close.arrival() + credit, "clock reconvergence pessimism")?;
        listing.row(f, None, close.arrival() + credit, "close edge arrival time")?;
        listing.rule(f)?;
        let level = if self.are_periods { String::new() } else { format!(" ({})", check.kind.name()) };
        listing.row(f, None, required, &format!("required {}{level}", self.what()))?;
        listing.row(f, None, check.width(), &format!("actual {}", self.what()))?;
        listing.rule(f)?;
        listing.row(f, None, check.slack(), &format!("slack{}", line.met()))
    }

    /// An array of an object for each: `pin`, `clock`, `pulse` (`high` or `low`; not of periods), `required`, `actual`, `slack`, and `open` and `close` with `edge`, `time` (of the clock's edge),
    /// `latency` and `arrival`, and `crpr`. Times are ps.
    pub fn json(&self) -> Value {
        let of_line = |PulseLine { pin, check, clock }: &PulseLine| {
            let mut object = json!({ "pin": pin, "clock": clock });
            if !self.are_periods {
                object["pulse"] = check.kind.name().into();
            }
            object["required"] = time(check.required);
            object["actual"] = time(check.width());
            object["slack"] = time(check.slack());
            object["open"] = edge_json(&check.open);
            object["close"] = edge_json(&check.close);
            object["crpr"] = time(check.credit);
            object
        };
        self.lines.iter().map(of_line).collect()
    }
}

/// An object for a clock edge at a pin.
pub(crate) fn edge_json(edge: &EdgeAtPin) -> Value {
    json!({
        "edge": edge.edge.edge.name(),
        "time": time(edge.time),
        "latency": time(edge.latency),
        "arrival": time(edge.arrival()),
    })
}

/// Delays and times in two columns.
#[derive(Clone, Copy)]
pub(crate) struct Listing {
    style: Style,
    width: usize,
}

impl Listing {
    pub(crate) fn new(style: Style) -> Self {
        Self { style, width: style.column() }
    }

    pub(crate) fn title(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>2$} {:>2$}   Description", "Delay", "Time", self.width)
    }

    pub(crate) fn rule(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", "-".repeat(2 * self.width + RULE_FOR_DESCRIPTION))
    }

    pub(crate) fn row(
        self,
        f: &mut fmt::Formatter<'_>,
        delay: Option<Ticks>,
        at: Ticks,
        what: &str,
    ) -> fmt::Result {
        let delay = delay.map_or_else(String::new, |delay| self.style.time(delay));
        let (at, width) = (self.style.time(at), self.width);
        writeln!(f, "{delay:>width$} {at:>width$}   {what}")
    }

    pub(crate) fn edge(
        self,
        f: &mut fmt::Formatter<'_>,
        edge: &EdgeAtPin,
        clock: &str,
        pin: &str,
    ) -> fmt::Result {
        let network = if edge.is_propagated { "propagated" } else { "ideal" };
        self.row(f, Some(edge.time), edge.time, &format!("clock {clock} ({} edge)", edge.edge.edge.name()))?;
        self.row(f, Some(edge.latency), edge.arrival(), &format!("clock network delay ({network})"))?;
        self.row(f, Some(0), edge.arrival(), pin)
    }
}
