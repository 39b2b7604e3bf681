//! `first` and `last`.

use memchr::memmem;

use super::super::{position, wrong_args};
use super::{byte_of, count};
use crate::exception::Outcome;
use crate::interp::Interp;
use crate::value::Value;

const USAGE: &str = "needleString haystackString ?startIndex?";

/// The number of the character at a byte, or -1.
fn found(value: &Value, text: &str, byte: Option<usize>) -> Outcome {
    let Some(byte) = byte else { return Ok(Value::from(-1)) };
    Ok(count(if value.is_ascii() { byte } else { text[..byte].chars().count() }))
}

pub(super) fn first(_: &mut Interp, words: &[Value]) -> Outcome {
    let (needle, value, start) = match words {
        [_, _, needle, value] => (needle, value, 0),
        [_, _, needle, value, start] => (needle, value, position(start, value.chars())?.max(0)),
        _ => return Err(wrong_args(words, 2, USAGE)),
    };
    let (needle, text) = (needle.text(), value.text());
    if needle.is_empty() {
        return Ok(Value::from(-1));
    }
    let from = match start {
        0 => 0,
        start => byte_of(value, &text, usize::try_from(start).unwrap_or(usize::MAX)),
    };
    let at = match needle.as_bytes() {
        [byte] => memchr::memchr(*byte, &text.as_bytes()[from..]),
        bytes => memmem::find(&text.as_bytes()[from..], bytes),
    };
    found(value, &text, at.map(|at| from + at))
}

pub(super) fn last(_: &mut Interp, words: &[Value]) -> Outcome {
    let (needle, value, last) = match words {
        [_, _, needle, value] => (needle, value, i64::MAX),
        [_, _, needle, value, last] => (needle, value, position(last, value.chars())?),
        _ => return Err(wrong_args(words, 2, USAGE)),
    };
    let (needle, text) = (needle.text(), value.text());
    if needle.is_empty() {
        return Ok(Value::from(-1));
    }
    let end = match last {
        ..0 => 0,
        i64::MAX => text.len(),
        last => {
            byte_of(value, &text, usize::try_from(last).map_or(usize::MAX, |last| last.saturating_add(1)))
        }
    };
    found(value, &text, memmem::rfind(&text.as_bytes()[..end], needle.as_bytes()))
}
