//! Lines: a name, a colon, words.

use std::ops::Range;

use zeroslack_input::Diagnostics;

/// A part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece<'t> {
    pub text: &'t str,
    /// Where it begins in the whole text.
    pub at: usize,
}

impl<'t> Piece<'t> {
    pub fn span(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    fn part(&self, range: Range<usize>) -> Self {
        Self { text: &self.text[range.clone()], at: self.at + range.start }
    }

    fn trimmed(&self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start..start + self.text.trim().len())
    }

    /// What blanks separate.
    pub fn words(self) -> impl Iterator<Item = Piece<'t>> {
        let begin = self.text.as_ptr() as usize;
        self.text.split_whitespace().map(move |word| {
            let start = word.as_ptr() as usize - begin;
            self.part(start..start + word.len())
        })
    }
}

/// What a line says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement<'t> {
    pub name: Piece<'t>,
    pub value: Piece<'t>,
}

/// The statements of a text. A line that is none is an error (`POCV-001`).
pub(crate) fn statements<'t>(text: &'t str, diagnostics: &mut Diagnostics) -> Vec<Statement<'t>> {
    let mut found = Vec::new();
    let mut at = 0;
    for whole in text.split_inclusive('\n') {
        let line = without_comment(Piece { text: whole, at }).trimmed();
        at += whole.len();
        if line.text.is_empty() {
            continue;
        }
        let Some(colon) = line.text.find(':') else {
            if found.last().is_some_and(|last: &Statement<'_>| last.name.text == "table") && is_row(line) {
                continue;
            }
            diagnostics.error("POCV-001", Some((text, line.span())), || {
                format!("'{}' is no statement: expected a name, ':' and a value", shortened(line.text))
            });
            continue;
        };
        let name = line.part(0..colon).trimmed();
        // A comment may follow the colon, too.
        let value = without_comment(line.part(colon + 1..line.text.len())).trimmed();
        found.push(Statement { name, value });
    }
    found
}

/// Whether a line goes on with the numbers of a table.
fn is_row(line: Piece<'_>) -> bool {
    line.words().all(|word| word.text == "\\" || word.text.parse::<f64>().is_ok())
}

/// What stands before a `#` or `//` that begins a line or follows a blank.
fn without_comment(line: Piece<'_>) -> Piece<'_> {
    let mut words = line.words();
    let comment = words.find(|word| word.text.starts_with('#') || word.text.starts_with("//"));
    let end = comment.map_or(line.text.len(), |comment| comment.at - line.at);
    line.part(0..end)
}

/// A text as messages have it.
pub(crate) fn shortened(text: &str) -> &str {
    &text[..text.floor_char_boundary(80)]
}
