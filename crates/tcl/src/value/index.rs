//! Positions in lists and strings: `3`, `end`, `end-1`, `2+1`.

use super::{Value, parse_integer};

/// A position as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// Counted from the first element, 0; may be negative.
    FromStart(i64),
    /// Counted from the last element; 0 is the last, negative ones come before.
    FromEnd(i64),
}

impl Index {
    /// The position in `len` elements. It may lie outside.
    pub fn at(self, len: usize) -> i64 {
        match self {
            Self::FromStart(at) => at,
            Self::FromEnd(offset) => (len as i64 - 1).saturating_add(offset),
        }
    }

    /// The position in `len` elements if there is an element.
    pub fn within(self, len: usize) -> Option<usize> {
        usize::try_from(self.at(len)).ok().filter(|&at| at < len)
    }
}

/// Reads a position, or says that it is none.
pub fn parse_index(value: &Value) -> Option<Index> {
    if let Some(at) = value.int() {
        return narrow(at).map(Index::FromStart);
    }
    let text = value.text();
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace());
    if let Some(rest) = strip_end(text) {
        return Some(Index::FromEnd(if rest.is_empty() { 0 } else { offset(rest)? }));
    }
    let operator = text.char_indices().skip(1).find(|(_, c)| matches!(c, '+' | '-'))?.0;
    let (first, rest) = text.split_at(operator);
    if first.ends_with(|c: char| c.is_ascii_whitespace()) {
        return None;
    }
    Some(Index::FromStart(amount(first)? + offset(rest)?))
}

/// What follows `end`, which may be cut short.
fn strip_end(text: &str) -> Option<&str> {
    let letters = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(letters);
    (!word.is_empty() && "end".starts_with(word)).then_some(rest)
}

/// `+N` or `-N`.
fn offset(text: &str) -> Option<i64> {
    let negative = match text.as_bytes().first()? {
        b'+' => false,
        b'-' => true,
        _ => return None,
    };
    let digits = &text[1..];
    if digits.starts_with(char::is_whitespace) {
        return None;
    }
    let amount = amount(digits)?;
    Some(if negative { -amount } else { amount })
}

/// An integer of a position.
fn amount(text: &str) -> Option<i64> {
    narrow(i64::try_from(&parse_integer(text)?).ok()?)
}

/// A position as Tcl keeps it, in 32 bits: what only fits without a sign wraps around, and what needs more is no position.
fn narrow(at: i64) -> Option<i64> {
    (at.unsigned_abs() <= u64::from(u32::MAX)).then_some(i64::from(at as i32))
}
