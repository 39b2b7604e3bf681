//! Skews between clock pins of a cell.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_timing::{EdgeAtPin, SkewCheck};

use crate::analysis::Names;
use crate::json::time;
use crate::path_lines::{NAME, VIOLATED};
use crate::pulse_checks::{Listing, edge_json};
use crate::style::Style;
use crate::words;

/// Skews between pins, as reports list them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkewReport {
    /// In the order in which they are listed.
    lines: Vec<SkewLine>,
}

/// A skew.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SkewLine {
    check: SkewCheck,
    constrained: EdgeNames,
    related: EdgeNames,
}

/// What an edge at a pin is called.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EdgeNames {
    pin: String,
    clock: String,
}

impl SkewLine {
    fn met(&self) -> &'static str {
        VIOLATED[usize::from(self.check.slack() < 0)]
    }
}

impl SkewReport {
    /// Of checks, in their order.
    pub fn new(names: &Names<'_>, checks: &[SkewCheck]) -> Self {
        let named = |pin, edge: &EdgeAtPin| EdgeNames {
            pin: names.netlist.pin_name(pin),
            clock: names.constraints.clocks[edge.edge.clock].name.to_string(),
        };
        let line = |&check: &SkewCheck| SkewLine {
            check,
            constrained: named(check.pin, &check.constrained),
            related: named(check.related_pin, &check.related),
        };
        Self { lines: checks.iter().map(line).collect() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
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
            row(f, "", &["Allowed", "Actual"], "")?;
            row(f, "Pin", &["Skew", "Skew", "Slack"], "")?;
            writeln!(f, "{}", "-".repeat(NAME + 3 * width))?;
            for line in &self.lines {
                let SkewLine { check, constrained, related } = line;
                let [to, from] = [check.constrained, check.related].map(|edge| edge.vertex.transition());
                let name = format!(
                    "{} {} after {} {}",
                    constrained.pin,
                    words::edge(to),
                    related.pin,
                    words::edge(from)
                );
                let numbers = [check.allowed, check.skew(), check.slack()].map(|time| style.time(time));
                row(f, &name, &numbers.each_ref().map(|number| &**number), line.met())?;
            }
            writeln!(f)
        })
    }

    /// Both edges of each, and what is allowed.
    pub fn verbose(&self, style: Style) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            for line in &self.lines {
                paragraph(f, line, style)?;
                writeln!(f)?;
            }
            writeln!(f)
        })
    }

    /// An array of an object for each: `pin` and `related_pin`, `clock` and `related_clock`, `allowed`, `actual`, `slack`, `constrained` and `related` with `edge`, `time` (of the clock's edge),
    /// `latency` and `arrival`, and `crpr`. Times are ps.
    pub fn json(&self) -> Value {
        let of_line = |SkewLine { check, constrained, related }: &SkewLine| {
            json!({
                "pin": constrained.pin,
                "related_pin": related.pin,
                "clock": constrained.clock,
                "related_clock": related.clock,
                "allowed": time(check.allowed),
                "actual": time(check.skew()),
                "slack": time(check.slack()),
                "constrained": edge_json(&check.constrained),
                "related": edge_json(&check.related),
                "crpr": time(check.credit),
            })
        };
        self.lines.iter().map(of_line).collect()
    }
}

fn paragraph(f: &mut fmt::Formatter<'_>, line: &SkewLine, style: Style) -> fmt::Result {
    let SkewLine { check, constrained, related } = line;
    let listing = Listing::new(style);
    writeln!(f, "Constrained pin: {}\nRelated pin: {}\nCheck: max_skew\n", constrained.pin, related.pin)?;
    listing.title(f)?;
    listing.rule(f)?;
    listing.edge(f, &check.related, &related.clock, &related.pin)?;
    listing.row(f, None, check.related.arrival(), "related edge arrival time")?;
    writeln!(f)?;
    listing.edge(f, &check.constrained, &constrained.clock, &constrained.pin)?;
    let arrival = check.constrained.arrival() - check.credit;
    listing.row(f, Some(-check.credit), arrival, "clock reconvergence pessimism")?;
    listing.row(f, None, arrival, "constrained edge arrival time")?;
    listing.rule(f)?;
    listing.row(f, None, check.allowed, "allowed skew")?;
    listing.row(f, None, check.skew(), "actual skew")?;
    listing.rule(f)?;
    listing.row(f, None, check.slack(), &format!("slack{}", line.met()))
}
