//! What a file of constraints says that is warned of or not applied, as diagnostics with their places.

use std::ops::Range;
use std::path::Path;

use rustc_hash::FxHashMap;
use zeroslack_input::{Diagnostics, owned_text};

/// A file that commands stand in.
#[derive(Debug)]
struct File {
    text: String,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl File {
    fn open(path: &str) -> Self {
        let bytes = std::fs::read(Path::new(path)).unwrap_or_default();
        let text = owned_text(bytes, &mut Diagnostics::silent()).unwrap_or_default();
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Self { text, lines }
    }

    /// A line, counted from 1, without blanks around it.
    fn line(&self, number: usize) -> Range<usize> {
        let Some(&start) = self.lines.get(number.saturating_sub(1)) else { return 0..0 };
        let end = self.lines.get(number).map_or(self.text.len(), |next| next - 1);
        let line = &self.text[start..end.max(start)];
        let start = start + (line.len() - line.trim_start().len());
        start..start + line.trim().len()
    }
}

/// Collects what is said while a file of constraints is run.
#[derive(Debug, Default)]
pub struct Said {
    diagnostics: Diagnostics,
    files: FxHashMap<String, File>,
}

impl Said {
    /// A warning of the command at a place.
    pub fn warn(&mut self, place: Option<&(String, usize)>, message: String) {
        self.note(place, |diagnostics, span| diagnostics.warning("TCL-001", span, || message));
    }

    /// Counts something that the command at a place states and that is not applied.
    pub fn not_applied(&mut self, place: Option<&(String, usize)>, what: &'static str) {
        self.note(place, |diagnostics, span| diagnostics.note_not_applied(what, span.unwrap_or(("", 0..0))));
    }

    fn note(
        &mut self,
        place: Option<&(String, usize)>,
        note: impl FnOnce(&mut Diagnostics, Option<(&str, Range<usize>)>),
    ) {
        let mut one = Diagnostics::new();
        match place {
            None => note(&mut one, None),
            Some((name, line)) => {
                if !self.files.contains_key(name) {
                    self.files.insert(name.clone(), File::open(name));
                }
                if let Some(file) = self.files.get(name) {
                    note(&mut one, Some((&file.text, file.line(*line))));
                }
                one.set_file(name);
            }
        }
        self.diagnostics.append(one);
    }

    /// All that was said.
    pub fn into_diagnostics(self) -> Diagnostics {
        self.diagnostics
    }
}
