//! A whole report as JSON.

use std::io::{self, Write};

use serde_json::{Value, json};
use zeroslack_input::Diagnostics;
use zeroslack_timing::Summary;

use crate::design::DesignSummary;
use crate::not_applied::{constraints_json, not_applied_json};
use crate::slack::slack_json;
use crate::statistical::StatisticalReport;

/// A whole report as one object, which is written as its parts are made; see the crate's documentation.
#[derive(Clone, Copy, Debug)]
pub struct Document<'d> {
    /// What the design is made of.
    pub design: &'d DesignSummary,
    /// What it lacks to be timed in full, as [`SetupCheck::json`](crate::SetupCheck::json) makes it.
    pub setup: &'d Value,
    /// Messages about the inputs: the document counts constraints that are not applied.
    pub said: &'d Diagnostics,
    /// Slack by kind of check.
    pub summaries: &'d [Summary],
    /// Slacks as random variables, where that is asked for.
    pub statistical: Option<&'d StatisticalReport>,
}

impl Document<'_> {
    /// Writes the object. The paths of which only the ends are told, and those that are listed, come one by one, as [`json_item`] makes them.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(
        &self,
        out: &mut impl Write,
        endpoints: impl IntoIterator<Item = String>,
        paths: impl IntoIterator<Item = String>,
    ) -> io::Result<()> {
        let units = json!({ "time": "ps", "capacitance": "fF" });
        write!(out, "{{\n  \"format\": \"zeroslack-report\",\n  \"version\": 1")?;
        for (key, value) in [
            ("units", units),
            ("design", self.design.json()),
            ("setup", self.setup.clone()),
            ("not_applied", not_applied_json(self.said)),
            ("constraints", constraints_json(self.said)),
            ("slack", slack_json(self.summaries)),
        ] {
            write!(out, ",\n  \"{key}\": {}", indented(&value, "  "))?;
        }
        if let Some(statistical) = self.statistical {
            write!(out, ",\n  \"statistical\": {}", indented(&statistical.json(), "  "))?;
        }
        list(out, "endpoints", endpoints)?;
        list(out, "paths", paths)?;
        writeln!(out, "\n}}")
    }
}

/// The text of a path, or of its ends, in the document's lists.
pub fn json_item(value: &Value) -> String {
    indented(value, "    ")
}

/// Writes a list under a key.
fn list(out: &mut impl Write, key: &str, items: impl IntoIterator<Item = String>) -> io::Result<()> {
    write!(out, ",\n  \"{key}\": [")?;
    let mut is_empty = true;
    for item in items {
        write!(out, "{}\n    {item}", if is_empty { "" } else { "," })?;
        is_empty = false;
    }
    write!(out, "{}]", if is_empty { "" } else { "\n  " })
}

/// A value over several lines, of which all but the first are indented. A line end within a string is written as an escape.
fn indented(value: &Value, by: &str) -> String {
    format!("{value:#}").replace('\n', &format!("\n{by}"))
}
