//! Many paths, each in a few bytes: what a million of them are written as.

use serde_json::to_writer;
use zeroslack_paths::{FlatPath, Root};
use zeroslack_timing::time_along;
use zeroslack_units::{Ticks, Transition};

use crate::analysis::Analysis;
use crate::style::Style;

/// How a list of paths is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ListFormat {
    /// A line a path, then a line a pin, then a blank line.
    Text(Style),
    /// An object a line: `number`, `check`, `split`, `slack`, `arrival`, `required` (ps, exact), and for each pin from the start to the
    /// end `pins`, `transitions` (`r`, `f`), `times`.
    JsonLines,
}

/// Adds a path that is ranked before CPPR to a text: from the clock pin that launches it, or where it is stated to start.
pub fn write_path(
    out: &mut Vec<u8>,
    analysis: &Analysis<'_>,
    (number, root, path): (usize, &Root, FlatPath<'_>),
    format: ListFormat,
) {
    let times = times(analysis, root, path);
    match format {
        ListFormat::Text(style) => text(out, analysis, (number, root, path), &times, style),
        ListFormat::JsonLines => json(out, analysis, (number, root, path), &times),
    }
}

fn text(
    out: &mut Vec<u8>,
    analysis: &Analysis<'_>,
    (number, root, path): (usize, &Root, FlatPath<'_>),
    times: &[Ticks],
    style: Style,
) {
    out.extend_from_slice(format!("Path {number}: {}", root.kind.name()).as_bytes());
    for (name, time) in [(" slack ", path.slack), (" arrival ", path.arrival), (" required ", path.required)]
    {
        out.extend_from_slice(name.as_bytes());
        style.write_time(time, out);
    }
    out.push(b'\n');
    for ((pin, transition), &time) in path.points(analysis.graph).zip(times) {
        style.write_time(time, out);
        out.extend_from_slice(if transition == Transition::Rise { b" ^ " } else { b" v " });
        analysis.names.write_pin_name(pin, out);
        out.push(b'\n');
    }
    out.push(b'\n');
}

fn json(
    out: &mut Vec<u8>,
    analysis: &Analysis<'_>,
    (number, root, path): (usize, &Root, FlatPath<'_>),
    times: &[Ticks],
) {
    let exact = Style::default();
    let (check, split) = (root.kind.name(), root.split().name());
    out.extend_from_slice(
        format!("{{\"number\":{number},\"check\":\"{check}\",\"split\":\"{split}\"").as_bytes(),
    );
    for (key, time) in
        [(",\"slack\":", path.slack), (",\"arrival\":", path.arrival), (",\"required\":", path.required)]
    {
        out.extend_from_slice(key.as_bytes());
        exact.write_time(time, out);
    }
    let mut name = Vec::new();
    list(out, "pins", path.points(analysis.graph), |out, (pin, _)| {
        name.clear();
        analysis.names.write_pin_name(pin, &mut name);
        // Names may hold what JSON escapes; a vector takes everything.
        let _ = to_writer(out, &String::from_utf8_lossy(&name));
    });
    list(out, "transitions", path.points(analysis.graph), |out, (_, transition)| {
        out.extend_from_slice(if transition == Transition::Rise { b"\"r\"" } else { b"\"f\"" });
    });
    list(out, "times", times, |out, &time| exact.write_time(time, out));
    out.extend_from_slice(b"}\n");
}

/// Adds a list under a key.
fn list<T>(
    out: &mut Vec<u8>,
    key: &str,
    values: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(key.as_bytes());
    out.extend_from_slice(b"\":[");
    for (at, value) in values.into_iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write(out, value);
    }
    out.push(b']');
}

/// When the signal is at each vertex: back from the end, which is exact.
pub(crate) fn times(analysis: &Analysis<'_>, root: &Root, path: FlatPath<'_>) -> Vec<Ticks> {
    let split = root.split() as usize;
    let mut times = vec![path.arrival; path.vertices.len()];
    for step in (1..path.vertices.len()).rev() {
        let delay = analysis.timing.delays()[path.arcs[step].index()];
        times[step - 1] = times[step] - time_along(delay[split][path.vertices[step].transition() as usize]);
    }
    times
}
