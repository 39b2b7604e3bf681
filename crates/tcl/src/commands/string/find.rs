//! `first` and `last`.

use super::super::{position, wrong_args};
use super::byte_of;
use crate::exception::Outcome;
use crate::interp::Interp;
use crate::value::Value;

/// The number of the character at a byte.
fn char_at(value: &Value, text: &str, byte: usize) -> i64 {
    if value.is_ascii() { byte as i64 } else { text[..byte].chars().count() as i64 }
}

pub(super) fn first(_: &mut Interp, words: &[Value]) -> Outcome {
    let (needle, value, start) = match words {
        [_, _, needle, value] => (needle, value, 0),
        [_, _, needle, value, start] => (needle, value, position(start, value.chars())?.max(0)),
        _ => return Err(wrong_args(words, 2, "needleString haystackString ?startIndex?")),
    };
    let (needle, text) = (needle.text(), value.text());
    if needle.is_empty() {
        return Ok(Value::from(-1));
    }
    let from = byte_of(value, &text, usize::try_from(start).unwrap_or(usize::MAX));
    let found = memchr::memmem::find(&text.as_bytes()[from..], needle.as_bytes());
    Ok(Value::from(found.map_or(-1, |at| char_at(value, &text, from + at))))
}

pub(super) fn last(_: &mut Interp, words: &[Value]) -> Outcome {
    let (needle, value, end) = match words {
        [_, _, needle, value] => (needle, value, None),
        [_, _, needle, value, last] => (needle, value, Some(position(last, value.chars())?)),
        _ => return Err(wrong_args(words, 2, "needleString haystackString ?startIndex?")),
    };
    let (needle, text) = (needle.text(), value.text());
    let end = match end {
        None => text.len(),
        Some(last) if last < 0 => 0,
        Some(last) => byte_of(value, &text, last as usize + 1),
    };
    if needle.is_empty() {
        return Ok(Value::from(-1));
    }
    Ok(Value::from(text[..end].rfind(&*needle).map_or(-1, |at| char_at(value, &text, at))))
}
