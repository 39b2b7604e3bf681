//! The lowest level: blanks, comments, strings, and the end of a group nobody reads.

use std::ops::Range;

use memchr::{memchr, memmem};
use zeroslack_input::Diagnostics;

/// How deep groups may be nested.
const MAX_NESTING: usize = 1000;

/// A part of the file and where it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextPiece<'t> {
    pub text: &'t str,
    pub at: usize,
}

impl<'t> TextPiece<'t> {
    /// Its byte range in the file.
    pub fn span(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// A part of it.
    pub fn part(self, range: Range<usize>) -> Self {
        Self { text: &self.text[range.clone()], at: self.at + range.start }
    }

    /// Without the blanks and line continuations at both ends.
    pub fn trimmed(self) -> Self {
        let bytes = self.text.as_bytes();
        let start = leading_blanks(bytes);
        let is_between = |byte: &u8| !is_blank(*byte) && *byte != b'\\';
        let end = bytes.iter().rposition(is_between).map_or(start, |last| last + 1);
        self.part(start..end.max(start))
    }
}

/// A position in the text of a file, the groups open there, and what was found wrong so far.
pub(crate) struct Scanner<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// Names of the groups that were entered and not left, outermost first.
    pub(super) open: Vec<TextPiece<'t>>,
    /// The group that the last statement opens, as long as nobody has entered it.
    pub(super) unentered: Option<TextPiece<'t>>,
    pub diagnostics: Diagnostics,
}

impl<'t> Scanner<'t> {
    /// At the start of `text`, after a byte order mark.
    pub fn new(text: &'t str) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at, open: Vec::new(), unentered: None, diagnostics: Diagnostics::new() }
    }

    /// Reports an error about the bytes `span` of the file.
    pub fn error(&mut self, id: &'static str, span: Range<usize>, message: impl FnOnce() -> String) {
        self.diagnostics.error(id, Some((self.text, span)), message);
    }

    /// Reports a warning about the bytes `span` of the file.
    pub fn warning(&mut self, id: &'static str, span: Range<usize>, message: impl FnOnce() -> String) {
        self.diagnostics.warning(id, Some((self.text, span)), message);
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn piece(&self, range: Range<usize>) -> TextPiece<'t> {
        TextPiece { text: &self.text[range.clone()], at: range.start }
    }

    /// Passes blanks, line continuations and comments.
    pub(super) fn skip_blank(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => self.at += 1,
                byte if is_blank(byte) => self.at += 1,
                b'/' if self.skip_comment() => {}
                _ => return,
            }
        }
    }

    /// Passes the comment that begins here, if one does.
    pub(super) fn skip_comment(&mut self) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        match comment_length(rest) {
            Some(Ok(length)) => self.at += length,
            Some(Err(())) => {
                let start = self.at;
                self.at = self.text.len();
                self.error("LIB-001", start..start + 2, || {
                    "comment is not closed: expected '*/'".to_string()
                });
            }
            None => return false,
        }
        true
    }

    /// What the string that begins here with a `"` holds. Passes it.
    pub(super) fn string(&mut self) -> TextPiece<'t> {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut from = start;
        while let Some(distance) = memchr(b'"', &bytes[from..]) {
            let quote = from + distance;
            if !is_escaped(&bytes[start..quote]) {
                self.at = quote + 1;
                return self.piece(start..quote);
            }
            from = quote + 1;
        }
        self.at = bytes.len();
        self.error("LIB-002", start - 1..start, || "string is not closed: expected '\"'".to_string());
        self.piece(start..bytes.len())
    }

    /// Passes the rest of a group, its `}` included, without looking at what is in it.
    pub(super) fn skip_group(&mut self, name: TextPiece<'t>) {
        let mut depth = 1;
        while depth > 0 {
            let rest = &self.text.as_bytes()[self.at..];
            let Some(distance) = rest.iter().position(|byte| STRUCTURE[usize::from(*byte)]) else {
                self.at = self.text.len();
                self.report_unclosed(name);
                return;
            };
            self.at += distance;
            match rest[distance] {
                b'"' => {
                    self.string();
                    continue;
                }
                b'/' => {
                    if self.skip_comment() {
                        continue;
                    }
                }
                b'{' => {
                    depth += 1;
                    if depth + self.open.len() == MAX_NESTING {
                        let at = self.at;
                        self.error("LIB-003", at..at + 1, || {
                            format!("groups are nested too deeply: expected at most {MAX_NESTING} levels")
                        });
                    }
                }
                _ => depth -= 1,
            }
            self.at += 1;
        }
    }

    /// The end of the file came before the end of a group. Of several such groups one is reported.
    pub(super) fn report_unclosed(&mut self, name: TextPiece<'t>) {
        self.open.clear();
        self.error("LIB-004", name.span(), || format!("group '{}' is not closed: expected '}}'", name.text));
    }
}

/// Whether `byte` parts words.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b'\x0c')
}

/// The length of the line continuation at the start of `bytes`, its line end included: a backslash that ends a line, but for blanks.
pub(crate) fn continuation_length(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.strip_prefix(b"\\")?;
    match rest.iter().position(|byte| *byte == b'\n' || !is_blank(*byte)) {
        None => Some(bytes.len()),
        Some(end) => (rest[end] == b'\n').then_some(end + 2),
    }
}

/// The length of the blanks and line continuations at the start of `bytes`.
fn leading_blanks(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match continuation_length(&bytes[at..]) {
            Some(length) => at += length,
            None if is_blank(*byte) => at += 1,
            None => break,
        }
    }
    at
}

/// The length of the comment at the start of `bytes`; `Err` if it does not end, `None` if there is none.
pub(crate) fn comment_length(bytes: &[u8]) -> Option<Result<usize, ()>> {
    match bytes {
        [b'/', b'*', rest @ ..] => Some(memmem::find(rest, b"*/").map(|end| end + 4).ok_or(())),
        [b'/', b'/', rest @ ..] => Some(Ok(2 + memchr(b'\n', rest).unwrap_or(rest.len()))),
        _ => None,
    }
}

/// Whether a quote that follows `before` is part of the string: an odd number of backslashes stands there.
fn is_escaped(before: &[u8]) -> bool {
    before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// The bytes that matter to finding the end of a group.
const STRUCTURE: [bool; 256] = {
    let mut table = [false; 256];
    table[b'{' as usize] = true;
    table[b'}' as usize] = true;
    table[b'"' as usize] = true;
    table[b'/' as usize] = true;
    table
};
