//! Text with the number of its characters.

use std::cell::Cell;
use std::ops::Deref;

use super::format_float;

/// A string that remembers how many characters it has, once that was asked.
pub(super) struct Text {
    string: String,
    /// `usize::MAX` as long as nobody asked.
    chars: Cell<usize>,
}

const UNKNOWN: usize = usize::MAX;

impl Text {
    pub(super) fn new(string: String) -> Self {
        Self { string, chars: Cell::new(UNKNOWN) }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.string
    }

    pub(super) fn capacity(&self) -> usize {
        self.string.capacity()
    }

    pub(super) fn push(&mut self, more: &str) {
        self.string.push_str(more);
        self.chars.set(UNKNOWN);
    }

    pub(super) fn chars(&self) -> usize {
        if self.chars.get() == UNKNOWN {
            let ascii = self.string.is_ascii();
            self.chars.set(if ascii { self.string.len() } else { self.string.chars().count() });
        }
        self.chars.get()
    }
}

/// The text of a value: borrowed from it, or made of a number.
pub enum Str<'a> {
    /// Text that the value holds.
    Text(&'a str),
    /// Digits of a number, and how many bytes they are.
    Digits([u8; 31], u8),
}

impl Str<'_> {
    pub(super) fn of_int(value: i64) -> Self {
        let mut digits = [0; 31];
        let mut at = digits.len();
        let mut rest = value.unsigned_abs();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if value < 0 {
            at -= 1;
            digits[at] = b'-';
        }
        let len = digits.len() - at;
        digits.copy_within(at.., 0);
        Self::Digits(digits, len as u8)
    }

    pub(super) fn of_float(value: f64) -> Self {
        let text = format_float(value);
        let mut digits = [0; 31];
        digits[..text.len()].copy_from_slice(text.as_bytes());
        Self::Digits(digits, text.len() as u8)
    }
}

impl Deref for Str<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Digits(digits, len) => {
                std::str::from_utf8(&digits[..usize::from(*len)]).unwrap_or_default()
            }
        }
    }
}

impl std::fmt::Display for Str<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self)
    }
}
