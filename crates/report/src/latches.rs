//! What data borrows from latches.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_timing::LatchBorrow;
use zeroslack_units::Transition;

use crate::analysis::Names;
use crate::json::time;
use crate::path_lines::{NAME, VIOLATED};
use crate::style::Style;

/// Data pins of latches with what they borrow, as reports list them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatchReport {
    lines: Vec<LatchLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct LatchLine {
    pin: String,
    enable: String,
    clock: String,
    borrow: LatchBorrow,
}

impl LatchReport {
    /// Of some latches, in the order in which they are given.
    pub fn new(names: &Names<'_>, borrows: &[LatchBorrow]) -> Self {
        let line = |&borrow: &LatchBorrow| LatchLine {
            pin: names.netlist.pin_name(borrow.pin),
            enable: names.netlist.pin_name(borrow.enable),
            clock: names.constraints.clocks[borrow.opening.clock].name.to_string(),
            borrow,
        };
        Self { lines: borrows.iter().map(line).collect() }
    }

    /// A line for each.
    pub fn text(&self, style: Style) -> impl fmt::Display + '_ {
        let width = style.column() + 1;
        fmt::from_fn(move |f| {
            if self.lines.is_empty() {
                return writeln!(f, "No latches that data may borrow from.");
            }
            let row = |f: &mut fmt::Formatter<'_>, name: &str, columns: [&str; 4], end: &str| {
                write!(f, "{name:NAME$}")?;
                columns.iter().try_for_each(|column| write!(f, " {column:>0$}", width - 1))?;
                writeln!(f, "{end}")
            };
            row(f, "", ["Max", "", "", ""], "")?;
            row(f, "Pin (opened by)", ["Borrow", "Borrowed", "Given", "Slack"], "")?;
            writeln!(f, "{}", "-".repeat(NAME + 4 * width))?;
            for LatchLine { pin, clock, borrow, .. } in &self.lines {
                let mark = if borrow.transition == Transition::Rise { "^" } else { "v" };
                let name = format!("{pin} {mark} ({clock} {})", borrow.opening.edge.name());
                let numbers = [borrow.most, borrow.borrowed, borrow.given, borrow.slack];
                let numbers = numbers.map(|time| style.time(time));
                let met = VIOLATED[usize::from(borrow.slack < 0)];
                row(f, &name, numbers.each_ref().map(|number| &**number), met)?;
            }
            writeln!(f)
        })
    }

    /// An array of an object for each: `pin`, `transition`, `enable`, `clock`, `edge` (of the clock), `max_borrow`, `borrowed`, `given`, `slack`. Times are ps.
    pub fn json(&self) -> Value {
        let object = |LatchLine { pin, enable, clock, borrow }: &LatchLine| {
            json!({
                "pin": pin,
                "transition": borrow.transition.name(),
                "enable": enable,
                "clock": clock,
                "edge": borrow.opening.edge.name(),
                "max_borrow": time(borrow.most),
                "borrowed": time(borrow.borrowed),
                "given": time(borrow.given),
                "slack": time(borrow.slack),
            })
        };
        self.lines.iter().map(object).collect()
    }
}
