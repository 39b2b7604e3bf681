//! Worst and total negative slack.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_timing::Summary;
use zeroslack_units::{Split, Ticks};

use crate::json::time;
use crate::style::Style;
use crate::table::{Align, render};

/// A line per kind of check: endpoints, those that fail, WNS, TNS, worst slack.
pub fn slack_table(summaries: &[Summary], style: Style) -> impl fmt::Display {
    let columns = [
        ("Check", Align::Left),
        ("Endpoints", Align::Right),
        ("Failing", Align::Right),
        ("WNS", Align::Right),
        ("TNS", Align::Right),
        ("Worst slack", Align::Right),
    ];
    let rows = summaries.iter().map(|summary| {
        [
            summary.kind.name().to_string(),
            summary.endpoints.to_string(),
            summary.failing.to_string(),
            style.time(summary.worst_negative_slack()),
            style.time(summary.total_negative_slack),
            style.time(summary.worst_slack),
        ]
    });
    if summaries.is_empty() {
        return "No endpoint has a slack: no constraint says both when a signal starts and when it is required.\n".to_string();
    }
    render(columns, rows)
}

/// A line with one sum of slacks: its name, `max` for late and `min` for early, and the time, `INF` where there is none.
pub fn slack_line(name: &str, split: Split, slack: Option<Ticks>, numbers: Style) -> String {
    let split = match split {
        Split::Late => "max",
        Split::Early => "min",
    };
    let slack = slack.map_or_else(|| "INF".to_string(), |slack| numbers.time(slack));
    format!("{name} {split} {slack}\n")
}

/// The same table as an array of objects: `check`, `split`, `endpoints`, `failing`, `wns`, `tns`, `worst_slack`.
pub fn slack_json(summaries: &[Summary]) -> Value {
    let one = |summary: &Summary| {
        json!({
            "check": summary.kind.name(),
            "split": summary.kind.split().name(),
            "endpoints": summary.endpoints,
            "failing": summary.failing,
            "wns": time(summary.worst_negative_slack()),
            "tns": time(summary.total_negative_slack),
            "worst_slack": time(summary.worst_slack),
        })
    };
    summaries.iter().map(one).collect()
}
