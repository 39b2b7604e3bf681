//! What inputs say that is read and not applied.

use serde_json::{Value, json};
use zeroslack_input::NotApplied;

use crate::table::{Align, render};

/// A line for each kind of it, under a title; nothing where all is applied.
pub fn not_applied_table(not_applied: &[NotApplied]) -> String {
    if not_applied.is_empty() {
        return String::new();
    }
    let columns = [("Read and not applied", Align::Left), ("Times", Align::Right), ("Where", Align::Left)];
    let rows =
        not_applied.iter().map(|each| [each.what.to_string(), each.count.to_string(), each.where_said()]);
    format!("\n{}", render(columns, rows))
}

/// The same as an array of objects: `what`, `count`, and the first few `places`, each with `file` and `line`.
pub fn not_applied_json(not_applied: &[NotApplied]) -> Value {
    let one = |each: &NotApplied| {
        let places: Vec<Value> =
            each.places.iter().map(|(file, line)| json!({ "file": file.as_deref(), "line": line })).collect();
        json!({ "what": each.what, "count": each.count, "places": places })
    };
    not_applied.iter().map(one).collect()
}
