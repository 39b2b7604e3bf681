//! All kinds of checks together.

use std::fmt;

use serde_json::{Value, json};

use crate::pulse_checks::PulseReport;
use crate::rule_checks::RuleReport;
use crate::skew_checks::SkewReport;
use crate::style::Style;

/// Checks of some kinds. What is none was not asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckTypesReport {
    /// Paths as [`PathReport::json`](crate::PathReport::json) or [`PathEnds::json`](crate::PathEnds::json) have them.
    pub paths: Option<Vec<Value>>,
    /// Design rules.
    pub rules: Vec<RuleReport>,
    /// Pulse widths.
    pub pulses: Option<PulseReport>,
    /// Periods.
    pub periods: Option<PulseReport>,
    /// Skews between clock pins of cells.
    pub skews: Option<SkewReport>,
}

impl CheckTypesReport {
    /// All but paths: a table for each kind of which there is anything, or a paragraph for each check.
    pub fn text(&self, style: Style, is_verbose: bool) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            for rule in self.rules.iter().filter(|rule| !rule.lines.is_empty()) {
                if is_verbose {
                    write!(f, "{}", rule.verbose(style))?;
                } else {
                    write!(f, "{}", rule.text(style))?;
                }
            }
            let pulses = [&self.pulses, &self.periods].into_iter().flatten();
            for pulses in pulses.filter(|pulses| !pulses.is_empty()) {
                if is_verbose {
                    write!(f, "{}", pulses.verbose(style))?;
                } else {
                    write!(f, "{}", pulses.text(style))?;
                }
            }
            if let Some(skews) = self.skews.as_ref().filter(|skews| !skews.is_empty()) {
                if is_verbose {
                    write!(f, "{}", skews.verbose(style))?;
                } else {
                    write!(f, "{}", skews.text(style))?;
                }
            }
            Ok(())
        })
    }

    /// An object with an array for each kind that was asked for: `paths`, `max_slew`, `min_slew`, `max_fanout`, `min_fanout`, `max_capacitance`, `min_capacitance` ([`RuleReport::json`]),
    /// `min_pulse_width` and `min_period` ([`PulseReport::json`]), `max_skew` ([`SkewReport::json`]).
    pub fn json(&self) -> Value {
        let mut object = json!({});
        if let Some(paths) = &self.paths {
            object["paths"] = paths.iter().cloned().collect();
        }
        for rule in &self.rules {
            object[rule.key()] = rule.json();
        }
        for (name, pulses) in [("min_pulse_width", &self.pulses), ("min_period", &self.periods)] {
            if let Some(pulses) = pulses {
                object[name] = pulses.json();
            }
        }
        if let Some(skews) = &self.skews {
            object["max_skew"] = skews.json();
        }
        object
    }
}
