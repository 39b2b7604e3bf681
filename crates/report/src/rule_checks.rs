//! Design rules: slews, loads and fan-out against their limits.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_units::Transition;

use crate::json::float;
use crate::path_lines::{NAME, VIOLATED};
use crate::style::Style;
use crate::words::edge;

/// What a design rule is about, and so what its numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleQuantity {
    /// Slews, ps.
    Slew,
    /// Loads, fF.
    Capacitance,
    /// Fan-out, which has no unit.
    Fanout,
}

impl RuleQuantity {
    /// What it is called in texts.
    fn name(self) -> &'static str {
        match self {
            Self::Slew => "slew",
            Self::Capacitance => "capacitance",
            Self::Fanout => "fanout",
        }
    }

    /// The title of its column.
    fn title(self) -> &'static str {
        match self {
            Self::Slew => "Slew",
            Self::Capacitance => "Cap",
            Self::Fanout => "Fanout",
        }
    }

    fn number(self, style: Style, value: f32) -> String {
        match self {
            Self::Slew => style.delay(value),
            Self::Capacitance => style.capacitance(f64::from(value)),
            Self::Fanout if value.fract() == 0.0 => format!("{value:.0}"),
            Self::Fanout => style.number(f64::from(value)),
        }
    }

    /// The width of its columns.
    fn column(self, style: Style) -> usize {
        match self {
            Self::Slew | Self::Capacitance => style.column() + 1,
            Self::Fanout => FANOUT,
        }
    }
}

/// The width of columns of fan-outs.
const FANOUT: usize = 7;

/// A design rule with some pins that are held against it.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleReport {
    /// The rule: `max slew`, `min fanout`, ….
    pub rule: &'static str,
    /// What it is about.
    pub quantity: RuleQuantity,
    /// Pins in the order in which they are listed.
    pub lines: Vec<RuleLine>,
}

/// A pin that is held against a design rule.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleLine {
    /// The pin.
    pub pin: String,
    /// In which transition; none where the rule does not tell them apart.
    pub transition: Option<Transition>,
    /// How far the rule lets it go.
    pub limit: f32,
    /// Where it is.
    pub value: f32,
    /// How far it may still go; negative where it has gone too far.
    pub slack: f32,
}

impl RuleLine {
    fn met(&self) -> &'static str {
        VIOLATED[usize::from(self.slack < 0.0)]
    }
}

impl RuleReport {
    /// A line for each pin.
    pub fn text(&self, style: Style) -> impl fmt::Display + '_ {
        let (quantity, width) = (self.quantity, self.quantity.column(style));
        fmt::from_fn(move |f| {
            writeln!(f, "{}\n", self.rule)?;
            let titles = ["Limit", quantity.title(), "Slack"];
            let row = |f: &mut fmt::Formatter<'_>, name: &str, columns: [&str; 3], end: &str| {
                write!(f, "{name:NAME$}")?;
                columns.iter().try_for_each(|column| write!(f, " {column:>0$}", width - 1))?;
                writeln!(f, "{end}")
            };
            row(f, "Pin", titles, "")?;
            writeln!(f, "{}", "-".repeat(NAME + 3 * width))?;
            for line in &self.lines {
                let numbers = [line.limit, line.value, line.slack].map(|value| quantity.number(style, value));
                row(f, &line.pin, numbers.each_ref().map(|number| &**number), line.met())?;
            }
            writeln!(f)
        })
    }

    /// A paragraph for each pin.
    pub fn verbose(&self, style: Style) -> impl fmt::Display + '_ {
        let (quantity, width) = (self.quantity, self.quantity.column(style));
        let names = self.rule.len();
        fmt::from_fn(move |f| {
            writeln!(f, "{}\n", self.rule)?;
            for line in &self.lines {
                let row = |f: &mut fmt::Formatter<'_>, name: &str, value: f32, end: &str| {
                    writeln!(f, "{name:names$} {:>1$}{end}", quantity.number(style, value), width - 1)
                };
                writeln!(f, "Pin {} {}", line.pin, line.transition.map_or(' ', edge))?;
                row(f, self.rule, line.limit, "")?;
                row(f, quantity.name(), line.value, "")?;
                writeln!(f, "{}", "-".repeat(names + width))?;
                row(f, "Slack", line.slack, line.met())?;
                writeln!(f)?;
            }
            Ok(())
        })
    }

    /// Its key in JSON: `max_slew`.
    pub fn key(&self) -> String {
        self.rule.replace(' ', "_")
    }

    /// An array of an object for each pin: `pin`, `edge` (`rise`, `fall`, or `null` of a fan-out), `limit`, the value under the name of what it is (`slew` in ps, `capacitance` in
    /// fF, `fanout`), and `slack`.
    pub fn json(&self) -> Value {
        let of_pin = |line: &RuleLine| {
            json!({
                "pin": line.pin,
                "edge": line.transition.map(Transition::name),
                "limit": float(line.limit),
                self.quantity.name(): float(line.value),
                "slack": float(line.slack),
            })
        };
        self.lines.iter().map(of_pin).collect()
    }
}
