//! What inputs say that is read and not applied.

use serde_json::{Value, json};
use zeroslack_input::{Diagnostics, NotApplied};

use crate::table::{Align, render};

/// A line for each kind of it, under a title, and how many constraints of all these are; nothing where all is applied.
pub fn not_applied_table(said: &Diagnostics) -> String {
    let (not_applied, left_out) = (said.not_applied(), said.constraints_left_out());
    let left_out = left_out.map_or_else(String::new, |left_out| format!("\n{left_out}\n"));
    if not_applied.is_empty() {
        return left_out;
    }
    let columns = [("Read and not applied", Align::Left), ("Times", Align::Right), ("Where", Align::Left)];
    let rows =
        not_applied.iter().map(|each| [each.what.to_string(), each.count.to_string(), each.where_said()]);
    format!("\n{}{left_out}", render(columns, rows))
}

/// An array of objects: `what`, `count`, and the first few `places`, each with `file` and `line`.
pub fn not_applied_json(said: &Diagnostics) -> Value {
    let one = |each: &NotApplied| {
        let places: Vec<Value> =
            each.places.iter().map(|(file, line)| json!({ "file": file.as_deref(), "line": line })).collect();
        json!({ "what": each.what, "count": each.count, "places": places })
    };
    said.not_applied().iter().map(one).collect()
}

/// How many constraints are `stated`, and how many of these are `not_applied`.
pub fn constraints_json(said: &Diagnostics) -> Value {
    let [stated, not_applied] = said.constraints();
    json!({ "stated": stated, "not_applied": not_applied })
}
