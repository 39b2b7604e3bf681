//! Endpoints, a line each.

use std::fmt;

use crate::path::PathEnds;
use crate::style::Style;
use crate::table::{Align, render};

/// A line per path, numbered: where it ends, what is checked, the times, where it starts.
pub fn endpoint_table<'p>(paths: impl IntoIterator<Item = &'p PathEnds>, style: Style) -> impl fmt::Display {
    let columns = [
        ("#", Align::Right),
        ("Endpoint", Align::Left),
        ("Transition", Align::Left),
        ("Check", Align::Left),
        ("Arrival", Align::Right),
        ("Required", Align::Right),
        ("Slack", Align::Right),
        ("Startpoint", Align::Left),
    ];
    let rows = paths.into_iter().enumerate().map(|(rank, path)| {
        [
            (rank + 1).to_string(),
            path.endpoint.pin.clone(),
            path.transition.name().to_string(),
            path.kind.name().to_string(),
            style.time(path.arrival),
            style.time(path.required),
            style.time(path.slack),
            path.startpoint.pin.clone(),
        ]
    });
    render(columns, rows)
}
