//! `tolower`, `toupper` and `totitle`.

use super::super::{position, wrong_args};
use super::span;
use crate::characters;
use crate::exception::Outcome;
use crate::interp::Interp;
use crate::value::Value;

/// Adds a text to another with its cases changed.
type Change = fn(&str, &mut String);

/// Changes the characters in the range that the words name, all if they name none.
fn changed(words: &[Value], change: Change) -> Outcome {
    let (value, range) = match words {
        [_, _, value] => (value, None),
        [_, _, value, first] => {
            let first = position(first, value.chars())?.max(0);
            (value, Some((first, first)))
        }
        [_, _, value, first, last] => {
            let chars = value.chars();
            (value, Some((position(first, chars)?, position(last, chars)?)))
        }
        _ => return Err(wrong_args(words, 2, "string ?first? ?last?")),
    };
    let text = value.text();
    let span = range.map_or(0..text.len(), |(first, last)| span(value, &text, first, last));
    if span.is_empty() {
        return Ok(value.clone());
    }
    let mut result = String::with_capacity(text.len());
    result.push_str(&text[..span.start]);
    change(&text[span.clone()], &mut result);
    result.push_str(&text[span.end..]);
    Ok(Value::from(result))
}

/// A character with its case changed; as in Tcl, it never takes more bytes than before.
fn fitting(character: char, change: fn(char) -> char) -> char {
    let changed = change(character);
    if changed.len_utf8() > character.len_utf8() { character } else { changed }
}

fn push_lower(text: &str, result: &mut String) {
    if text.is_ascii() {
        result.push_str(&text.to_ascii_lowercase());
    } else {
        result.extend(text.chars().map(|character| fitting(character, characters::lower)));
    }
}

fn push_upper(text: &str, result: &mut String) {
    if text.is_ascii() {
        result.push_str(&text.to_ascii_uppercase());
    } else {
        result.extend(text.chars().map(|character| fitting(character, characters::upper)));
    }
}

fn push_title(text: &str, result: &mut String) {
    let mut rest = text.chars();
    result.extend(rest.next().map(|first| fitting(first, characters::title)));
    // As in Tcl, letters that have no capital form in titles stay so.
    let small = |character| match character {
        '\u{1c90}'..='\u{1cbf}' => character,
        _ => fitting(character, characters::lower),
    };
    result.extend(rest.map(small));
}

pub(super) fn to_lower(_: &mut Interp, words: &[Value]) -> Outcome {
    changed(words, push_lower)
}

pub(super) fn to_upper(_: &mut Interp, words: &[Value]) -> Outcome {
    changed(words, push_upper)
}

pub(super) fn to_title(_: &mut Interp, words: &[Value]) -> Outcome {
    changed(words, push_title)
}
