//! Paths one after the other, in each of the formats of a list.

use zeroslack_units::{Split, Ticks};

use crate::layout::{Layout, PathFormat};
use crate::path::{PathEnds, PathReport};
use crate::path_text::right;
use crate::point::Point;

/// A list of paths that is written path by path: what stands before the first of them, between two, and after the last one.
///
/// The text of each path depends on no other one, so that [`PathLines::path`] may be called for many at the same time.
#[derive(Clone, Debug)]
pub struct PathLines {
    layout: Layout,
    as_json: bool,
    /// The group of the last path, once there was one.
    group: Option<(Split, String)>,
}

/// The width of a column of names.
pub(crate) const NAME: usize = 36;

/// What stands after a slack that is not negative, and after one that is.
pub(crate) const VIOLATED: [&str; 2] = [" (MET)", " (VIOLATED)"];

impl PathLines {
    /// Paths as text.
    pub fn text(layout: Layout) -> Self {
        Self { layout, as_json: false, group: None }
    }

    /// Paths as one JSON object, as [`PathReport::write_checks_json`] makes them.
    pub fn json(layout: Layout) -> Self {
        Self { layout, as_json: true, group: None }
    }

    /// Whether a path needs no more than its ends.
    pub fn wants_ends_only(&self) -> bool {
        let with_lines =
            matches!(self.layout.format, PathFormat::End | PathFormat::Summary | PathFormat::SlackOnly);
        with_lines && !self.as_json
    }

    /// Adds a path, without what stands around it.
    pub fn path(&self, path: &PathReport<'_>, out: &mut Vec<u8>) {
        if self.as_json {
            return path.write_checks_json(out);
        }
        match self.layout.format {
            PathFormat::End | PathFormat::Summary | PathFormat::SlackOnly => self.ends(&path.ends, out),
            PathFormat::Full | PathFormat::FullClock | PathFormat::FullClockExpanded | PathFormat::Short => {
                path.write_text(&self.layout, out);
                out.extend_from_slice(b"\n\n");
            }
        }
    }

    /// Adds the line of a path, where a path is a line.
    fn ends(&self, ends: &PathEnds, out: &mut Vec<u8>) {
        match self.layout.format {
            PathFormat::End => {
                named(out, &ends.endpoint);
                self.time(ends.required, out);
                self.time(Some(ends.arrival), out);
                self.time(ends.slack, out);
                let met = ends.slack.map_or("", |slack| VIOLATED[usize::from(slack < 0)]);
                out.extend_from_slice(met.as_bytes());
            }
            PathFormat::Summary => {
                named(out, &ends.startpoint);
                out.push(b' ');
                named(out, &ends.endpoint);
                self.time(ends.slack, out);
            }
            _ => {
                left(out, |out| out.extend_from_slice(ends.group.as_bytes()));
                self.time(ends.slack, out);
            }
        }
        out.push(b'\n');
    }

    /// A time in its column, with what parts it from the one before.
    fn time(&self, time: Option<Ticks>, out: &mut Vec<u8>) {
        self.column(out, |out| match time {
            Some(time) => self.layout.style.write_time(time, out),
            None => out.extend_from_slice(b"INF"),
        });
    }

    fn column(&self, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
        out.push(b' ');
        right(out, self.layout.narrowest(), write);
    }

    fn titles(&self, names: &[&str], columns: &[&str], out: &mut Vec<u8>) {
        for (at, name) in names.iter().enumerate() {
            if at > 0 {
                out.push(b' ');
            }
            left(out, |out| out.extend_from_slice(name.as_bytes()));
        }
        for title in columns {
            self.column(out, |out| out.extend_from_slice(title.as_bytes()));
        }
        out.push(b'\n');
    }

    fn rule(&self, names: usize, columns: usize, out: &mut Vec<u8>) {
        let length = names * NAME + columns * (self.layout.narrowest() + 1);
        out.resize(out.len() + length, b'-');
        out.push(b'\n');
    }

    /// What stands before the next path, of a split and a group.
    pub fn before(&mut self, split: Split, group: &str, out: &mut Vec<u8>) {
        let is_first = self.group.is_none();
        let is_other = self.group.as_ref().is_none_or(|last| last.0 != split || last.1 != group);
        if is_other {
            self.group = Some((split, group.to_owned()));
        }
        match self.layout.format {
            _ if self.as_json => out.extend_from_slice(if is_first { b"{\"checks\": [\n" } else { b",\n" }),
            PathFormat::End if is_other => {
                let kind = if split == Split::Late { "max_delay/setup" } else { "min_delay/hold" };
                let gap = if is_first { "" } else { "\n" };
                out.extend_from_slice(format!("{gap}{kind} group {group}\n\n").as_bytes());
                self.titles(&[""], &["Required", "Actual"], out);
                self.titles(&["Endpoint"], &["Delay", "Delay", "Slack"], out);
                self.rule(1, 3, out);
            }
            _ if is_first => self.head(out),
            _ => {}
        }
    }

    /// The head of a table that all paths are in, whatever their groups.
    pub fn head(&self, out: &mut Vec<u8>) {
        match self.layout.format {
            _ if self.as_json => {}
            PathFormat::Summary => {
                self.titles(&["Startpoint", "Endpoint"], &["Slack"], out);
                self.rule(2, 1, out);
            }
            PathFormat::SlackOnly => {
                self.titles(&["Group"], &["Slack"], out);
                self.rule(1, 1, out);
            }
            _ => {}
        }
    }

    /// What stands after the last path.
    pub fn after(&self, out: &mut Vec<u8>) {
        match (&self.group, self.as_json) {
            (Some(_), true) => out.extend_from_slice(b"\n]\n}\n"),
            (None, true) => out.extend_from_slice(b"{\"checks\": [\n]\n}\n"),
            (None, false) => out.extend_from_slice(b"No paths found.\n"),
            (Some(_), false) if self.wants_ends_only() => out.push(b'\n'),
            (Some(_), false) => {}
        }
    }
}

/// An end with what it is, at the left of its column.
fn named(out: &mut Vec<u8>, point: &Point) {
    left(out, |out| {
        for text in [&*point.data_pin, " (", &point.kind, ")"] {
            out.extend_from_slice(text.as_bytes());
        }
    });
}

/// Writes something at the left of a column of names.
fn left(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    write(out);
    if out.len() - start < NAME {
        out.resize(start + NAME, b' ');
    }
}
