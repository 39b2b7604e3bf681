//! One diagnostic type for all readers and for linking.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::NotApplied;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Wrong, but it can be lived with.
    Warning,
    /// Not understood, and needed.
    Error,
}

/// Where in a text: for the reader of the message, not for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The line itself, cut to at most 160 bytes around the marked part.
    pub excerpt: String,
    /// The offending part, as a byte range of `excerpt`.
    pub mark: Range<usize>,
}

impl Place {
    /// The place of the byte range `span` of `text`. A span past the end marks the end.
    pub fn of(text: &str, span: Range<usize>) -> Self {
        let start = floor_boundary(text, span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let end = floor_boundary(text, span.end.max(start).min(line_end));
        let from = floor_boundary(text, line_start.max(start.saturating_sub(60)));
        let to = floor_boundary(text, line_end.min(from + 160)).max(start);
        let excerpt = text[from..to].trim_end_matches('\r').to_string();
        let mark = (start - from).min(excerpt.len())..(end.min(to).max(start) - from).min(excerpt.len());
        Self {
            line: line_of(text, line_start),
            column: 1 + text[line_start..start].chars().count() as u32,
            excerpt,
            mark,
        }
    }
}

/// The line, from 1, that a byte of a text is in.
fn line_of(text: &str, at: usize) -> u32 {
    let before = &text.as_bytes()[..at.min(text.len())];
    u32::try_from(memchr::memchr_iter(b'\n', before).count()).unwrap_or(u32::MAX).saturating_add(1)
}

fn floor_boundary(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at.min(text.len()))
}

/// One message about an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable id, for example `SPEF-012`: the same message always has the same id.
    pub id: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong, with the offending names in quotes, and what was expected.
    pub message: String,
    /// The file, set by whoever opened it.
    pub file: Option<Arc<str>>,
    /// The place in the file, where there is one.
    pub place: Option<Place>,
    /// The byte range in the text, of which the place is still to be found.
    unplaced: Option<Range<usize>>,
}

/// `error[SPEF-012] top.spef:7:3: message`
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}[{}]", self.id)?;
        if let Some(file) = &self.file {
            write!(f, " {file}")?;
        }
        if let Some(place) = &self.place {
            let separator = if self.file.is_some() { "" } else { " " };
            write!(f, "{separator}:{}:{}", place.line, place.column)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Diagnostics in the order they were found, at most [`Diagnostics::CAP`] per id; the rest is counted. Beside them, what an input says that is
/// read and not applied.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// By id, in order of first appearance.
    counts: Vec<Count>,
    not_applied: Vec<NotApplied>,
    /// How many constraints an input states, and how many of these are not applied.
    constraints: [u32; 2],
    errors: u32,
    /// Whether messages are only counted.
    is_silent: bool,
    /// Whether places are found later.
    is_unplaced: bool,
}

/// Messages of one id.
#[derive(Clone, Copy, Debug)]
struct Count {
    id: &'static str,
    seen: usize,
    kept: usize,
}

impl Count {
    /// Whether one more message is to be kept, which is counted.
    fn keep_one(&mut self) -> bool {
        let is_kept = self.kept < Diagnostics::most();
        self.kept += usize::from(is_kept);
        is_kept
    }
}

/// How many messages of one id are kept.
static CAP: AtomicUsize = AtomicUsize::new(Diagnostics::CAP);

/// A text and the byte range in it that a message is about.
type Span<'t> = Option<(&'t str, Range<usize>)>;

impl Diagnostics {
    /// How many messages of one id are kept, unless [`Diagnostics::keep_all`] was called.
    pub const CAP: usize = 20;

    /// From now on, in all of this program, keeps every message.
    pub fn keep_all() {
        CAP.store(usize::MAX, Ordering::Relaxed);
    }

    /// How many messages of one id are kept now.
    pub fn most() -> usize {
        CAP.load(Ordering::Relaxed)
    }

    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// None yet, and no message will be made: what is reported is only counted.
    pub fn silent() -> Self {
        Self { is_silent: true, ..Self::default() }
    }

    /// None yet, and places will be found by [`Diagnostics::place_in`]. To find one takes time in proportion to the text before it: many parts of one text,
    /// each with diagnostics of its own, would take the square of that.
    pub fn unplaced() -> Self {
        Self { is_unplaced: true, ..Self::default() }
    }

    /// Finds the places that are still to be found, all of them in `text`.
    pub fn place_in(&mut self, text: &str) {
        for diagnostic in &mut self.list {
            if let Some(span) = diagnostic.unplaced.take() {
                diagnostic.place = Some(Place::of(text, span));
            }
        }
    }

    /// Adds an error about `span` of a text. The message is made only if it is kept.
    pub fn error(&mut self, id: &'static str, span: Span<'_>, message: impl FnOnce() -> String) {
        self.report(Severity::Error, id, span, message);
    }

    /// Adds a warning about `span` of a text. The message is made only if it is kept.
    pub fn warning(&mut self, id: &'static str, span: Span<'_>, message: impl FnOnce() -> String) {
        self.report(Severity::Warning, id, span, message);
    }

    fn report(
        &mut self,
        severity: Severity,
        id: &'static str,
        span: Span<'_>,
        message: impl FnOnce() -> String,
    ) {
        self.errors += u32::from(severity == Severity::Error);
        let count = self.count_of(id);
        count.seen += 1;
        if count.keep_one() && !self.is_silent {
            let (place, unplaced) = match span {
                Some((_, range)) if self.is_unplaced => (None, Some(range)),
                span => (span.map(|(text, range)| Place::of(text, range)), None),
            };
            self.list.push(Diagnostic { id, severity, message: message(), file: None, place, unplaced });
        }
    }

    fn count_of(&mut self, id: &'static str) -> &mut Count {
        let at = self.counts.iter().position(|count| count.id == id).unwrap_or_else(|| {
            self.counts.push(Count { id, seen: 0, kept: 0 });
            self.counts.len() - 1
        });
        &mut self.counts[at]
    }

    /// Counts what is read at `span` of a text and not applied, a command for example.
    pub fn note_not_applied(&mut self, what: &'static str, (text, span): (&str, Range<usize>)) {
        let at = self.not_applied.iter().position(|known| known.what == what).unwrap_or_else(|| {
            self.not_applied.push(NotApplied::new(what));
            self.not_applied.len() - 1
        });
        self.not_applied[at].note(|| line_of(text, span.start));
    }

    /// What was read and not applied, in the order in which it was first found.
    pub fn not_applied(&self) -> &[NotApplied] {
        &self.not_applied
    }

    /// Counts a constraint that an input states.
    pub fn count_constraint(&mut self, is_applied: bool) {
        self.constraints[0] += 1;
        self.constraints[1] += u32::from(!is_applied);
    }

    /// How many constraints inputs state, and how many of these are not applied.
    pub fn constraints(&self) -> [u32; 2] {
        self.constraints
    }

    /// How many constraints are not applied, in words: `3 of 412 constraints were not applied`. None where all are.
    pub fn constraints_left_out(&self) -> Option<String> {
        let [stated, left_out] = self.constraints;
        let were = if left_out == 1 { "was" } else { "were" };
        let constraints = if stated == 1 { "constraint" } else { "constraints" };
        (left_out > 0).then(|| format!("{left_out} of {stated} {constraints} {were} not applied"))
    }

    /// Appends those of a later part of the input, keeping the cap per id.
    pub fn append(&mut self, later: Self) {
        self.errors += later.errors;
        self.constraints[0] += later.constraints[0];
        self.constraints[1] += later.constraints[1];
        for diagnostic in later.list {
            if self.count_of(diagnostic.id).keep_one() {
                self.list.push(diagnostic);
            }
        }
        for Count { id, seen, .. } in later.counts {
            self.count_of(id).seen += seen;
        }
        for later in later.not_applied {
            match self.not_applied.iter_mut().find(|known| known.what == later.what) {
                Some(known) => known.append(later),
                None => self.not_applied.push(later),
            }
        }
    }

    /// Takes those of an id out.
    pub fn take(&mut self, id: &str) -> Self {
        let mut taken = Self::default();
        (taken.list, self.list) = std::mem::take(&mut self.list).into_iter().partition(|one| one.id == id);
        (taken.counts, self.counts) =
            std::mem::take(&mut self.counts).into_iter().partition(|of| of.id == id);
        taken.errors = taken.list.iter().filter(|one| one.severity == Severity::Error).count() as u32;
        self.errors -= taken.errors;
        taken
    }

    /// Names the file of every diagnostic that has none yet.
    pub fn set_file(&mut self, file: &str) {
        let file: Arc<str> = file.into();
        for diagnostic in &mut self.list {
            diagnostic.file.get_or_insert_with(|| file.clone());
        }
        self.not_applied.iter_mut().for_each(|each| each.set_file(&file));
    }

    /// The kept messages, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Ids of which some messages were not kept, with the number left out.
    pub fn left_out(&self) -> impl Iterator<Item = (&'static str, usize)> + '_ {
        let most = Self::most();
        self.counts
            .iter()
            .filter(move |count| count.seen > most)
            .map(move |count| (count.id, count.seen - most))
    }

    /// Whether there is any error, kept or not.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether anything was reported, kept or not.
    pub fn has_any(&self) -> bool {
        !self.counts.is_empty()
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl<'d> IntoIterator for &'d Diagnostics {
    type Item = &'d Diagnostic;
    type IntoIter = std::slice::Iter<'d, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// One line per diagnostic, then a line per id of which some were left out.
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for diagnostic in &self.list {
            writeln!(f, "{diagnostic}")?;
        }
        for (id, count) in self.left_out() {
            writeln!(f, "{id}: {count} more like this were left out")?;
        }
        Ok(())
    }
}
