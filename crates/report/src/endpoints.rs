//! Endpoints, a line each.

use std::fmt;

use zeroslack_timing::EndpointKind;
use zeroslack_units::Ticks;

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
    let time = |time: Option<Ticks>| time.map_or_else(String::new, |time| style.time(time));
    let rows = paths.into_iter().enumerate().map(|(rank, path)| {
        [
            (rank + 1).to_string(),
            path.endpoint.pin.clone(),
            path.transition.name().to_string(),
            path.kind.map_or("none", EndpointKind::name).to_string(),
            style.time(path.arrival),
            time(path.required),
            time(path.slack),
            path.startpoint.pin.clone(),
        ]
    });
    render(columns, rows)
}
