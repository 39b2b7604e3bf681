//! Many paths, each in a few bytes: what a million of them are written as.

use std::io::{self, Write};

use serde_json::json;
use zeroslack_paths::{FlatPath, Root};
use zeroslack_units::{Ticks, Transition, ps, ticks};

use crate::analysis::Analysis;
use crate::style::Style;

/// How a list of paths is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFormat {
    /// A line a path, then a line a pin, then a blank line.
    Text(Style),
    /// An object a line: `number`, `check`, `split`, `slack`, `arrival`, `required` (ps, exact), and for each pin from the start to the
    /// end `pins`, `transitions`, `times`.
    JsonLines,
}

/// Writes a path that is ranked before CPPR, from the clock pin that launches it, or where it is stated to start.
///
/// # Errors
/// Those of `out`.
pub fn write_path(
    out: &mut impl Write,
    analysis: &Analysis<'_>,
    (number, root, path): (usize, &Root, FlatPath<'_>),
    format: ListFormat,
) -> io::Result<()> {
    let times = times(analysis, root, path);
    match format {
        ListFormat::Text(style) => {
            let time = |ticks| style.time(ticks);
            writeln!(
                out,
                "Path {number}: {} slack {} arrival {} required {}",
                root.kind.name(),
                time(path.slack),
                time(path.arrival),
                time(path.required)
            )?;
            for (&vertex, &at) in path.vertices.iter().zip(&times) {
                let mark = if Transition::of(vertex) == Transition::Rise { '^' } else { 'v' };
                writeln!(out, "{} {mark} {}", time(at), analysis.pin_name(vertex / 2))?;
            }
        }
        ListFormat::JsonLines => {
            let pins: Vec<String> =
                path.vertices.iter().map(|&vertex| analysis.pin_name(vertex / 2)).collect();
            let transitions: Vec<&str> =
                path.vertices.iter().map(|&vertex| Transition::of(vertex).name()).collect();
            let object = json!({
                "number": number,
                "check": root.kind.name(),
                "split": root.split().name(),
                "slack": ps(path.slack),
                "arrival": ps(path.arrival),
                "required": ps(path.required),
                "pins": pins,
                "transitions": transitions,
                "times": times.into_iter().map(ps).collect::<Vec<f64>>(),
            });
            serde_json::to_writer(&mut *out, &object)?;
        }
    }
    writeln!(out)
}

/// When the signal is at each vertex: back from the end, which is exact.
fn times(analysis: &Analysis<'_>, root: &Root, path: FlatPath<'_>) -> Vec<Ticks> {
    let split = root.split() as usize;
    let mut times = vec![path.arrival; path.vertices.len()];
    for step in (1..path.vertices.len()).rev() {
        let delay = analysis.timing.delays()[path.arcs[step] as usize];
        times[step - 1] = times[step] - ticks(delay[split][path.vertices[step] as usize % 2]);
    }
    times
}
