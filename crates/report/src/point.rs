//! The ends of a path.

use zeroslack_paths::Step;

use crate::analysis::Names;

/// An end of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The pin's name.
    pub pin: String,
    /// What it is, its clock included.
    pub description: String,
    /// Its clock.
    pub clock: Option<String>,
}

impl Point {
    pub(crate) fn new(names: Names<'_>, step: &Step, clock: Option<String>, what: &str) -> Self {
        let description = match &clock {
            Some(clock) if what.starts_with("source") => format!("{what} {clock}"),
            Some(clock) => format!("{what} clocked by {clock}"),
            None => what.to_string(),
        };
        Self { pin: names.netlist.pin_name(step.pin), description, clock }
    }
}
