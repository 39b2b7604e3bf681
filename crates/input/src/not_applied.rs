//! What an input says that is read and not applied.

use std::fmt;
use std::sync::Arc;

/// Places that are kept.
const SHOWN: usize = 3;

/// Something that an input says, so many times, and that is read and not applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotApplied {
    /// A command, for example, or an option of one.
    pub what: &'static str,
    /// How often.
    pub count: usize,
    /// The files and lines of the first few.
    pub places: Vec<(Option<Arc<str>>, u32)>,
}

impl NotApplied {
    pub(crate) fn new(what: &'static str) -> Self {
        Self { what, count: 0, places: Vec::new() }
    }

    /// Counts one, at a line.
    pub(crate) fn note(&mut self, line: impl FnOnce() -> u32) {
        self.count += 1;
        if self.places.len() < SHOWN {
            self.places.push((None, line()));
        }
    }

    /// Counts those of a later input.
    pub(crate) fn append(&mut self, later: Self) {
        self.count += later.count;
        let room = SHOWN - self.places.len();
        self.places.extend(later.places.into_iter().take(room));
    }

    pub(crate) fn set_file(&mut self, file: &Arc<str>) {
        for (of, _) in &mut self.places {
            of.get_or_insert_with(|| file.clone());
        }
    }

    /// The places: `top.sdc:3, top.sdc:8 and 4 more`.
    pub fn where_said(&self) -> String {
        let place = |(file, line): &(Option<Arc<str>>, u32)| match file {
            Some(file) => format!("{file}:{line}"),
            None => format!("line {line}"),
        };
        let places: Vec<String> = self.places.iter().map(place).collect();
        match self.count - places.len() {
            0 => places.join(", "),
            more => format!("{} and {more} more", places.join(", ")),
        }
    }
}

/// `2 of 'set_false_path' (top.sdc:3, top.sdc:8)`
impl fmt::Display for NotApplied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of '{}' ({})", self.count, self.what, self.where_said())
    }
}
