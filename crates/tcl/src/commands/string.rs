//! `string`.

mod cases;
mod class;
mod compare;
mod edit;
mod find;
mod list_failure;
mod map;
mod trim;
mod words;

use super::{Subcommands, position, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::{Number, Value};

pub(crate) const STRING: Subcommands = &[
    ("bytelength", byte_length_command),
    ("cat", edit::cat),
    ("compare", compare::compare),
    ("equal", compare::equal),
    ("first", find::first),
    ("index", index),
    ("is", class::is),
    ("last", find::last),
    ("length", length),
    ("map", map::map),
    ("match", compare::match_command),
    ("range", range),
    ("repeat", edit::repeat),
    ("replace", edit::replace),
    ("reverse", edit::reverse),
    ("tolower", cases::to_lower),
    ("totitle", cases::to_title),
    ("toupper", cases::to_upper),
    ("trim", trim::trim),
    ("trimleft", trim::trim_left),
    ("trimright", trim::trim_right),
    ("wordend", words::word_end),
    ("wordstart", words::word_start),
];

/// A number of characters or bytes as a value.
fn count(number: usize) -> Value {
    Value::from(i64::try_from(number).unwrap_or(i64::MAX))
}

/// A text of one character. Those of ASCII are shared.
pub(super) fn character(character: char) -> Value {
    thread_local! {
        static ASCII: Vec<Value> = (0..128u8).map(|code| Value::from(char::from(code))).collect();
    }
    match u8::try_from(character) {
        Ok(code) if code < 128 => ASCII.with(|ascii| ascii[usize::from(code)].clone()),
        _ => Value::from(character),
    }
}

/// Where a character begins in a text, or the end of the text.
fn byte_of(value: &Value, text: &str, character: usize) -> usize {
    if value.is_ascii() {
        return character.min(text.len());
    }
    text.char_indices().nth(character).map_or(text.len(), |(at, _)| at)
}

/// The bytes of the characters from one to another, both included, as far as they are there.
fn span(value: &Value, text: &str, first: i64, last: i64) -> std::ops::Range<usize> {
    let first = usize::try_from(first.max(0)).unwrap_or(usize::MAX);
    let Some(after) =
        usize::try_from(last).ok().filter(|&last| last >= first).map(|last| last.saturating_add(1))
    else {
        return 0..0;
    };
    let start = byte_of(value, text, first);
    let end = if value.is_ascii() {
        after.min(text.len())
    } else {
        text[start..].char_indices().nth(after - first).map_or(text.len(), |(at, _)| start + at)
    };
    start..end
}

/// How many bytes a text takes in Tcl, where NUL takes two.
pub(super) fn byte_length(text: &str) -> usize {
    text.len() + memchr::memchr_iter(0, text.as_bytes()).count()
}

fn byte_length_command(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, text] = words else { return Err(wrong_args(words, 2, "string")) };
    Ok(count(byte_length(&text.text())))
}

fn index(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value, at] = words else { return Err(wrong_args(words, 2, "string charIndex")) };
    let at = position(at, value.chars())?;
    let Ok(at) = usize::try_from(at) else { return Ok(Value::empty()) };
    let text = value.text();
    let found = match value.is_ascii() {
        true => text.as_bytes().get(at).map(|&byte| char::from(byte)),
        false => text.chars().nth(at),
    };
    Ok(found.map_or_else(Value::empty, character))
}

fn length(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value] = words else { return Err(wrong_args(words, 2, "string")) };
    Ok(count(value.chars()))
}

fn range(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value, first, last] = words else { return Err(wrong_args(words, 2, "string first last")) };
    let chars = value.chars();
    let (first, last) = (position(first, chars)?, position(last, chars)?);
    let text = value.text();
    let span = span(value, &text, first, last);
    if span.len() == text.len() {
        return Ok(value.clone());
    }
    Ok(Value::from(&text[span]))
}

/// The integer of C that a word is: numbers of 32 bits without a sign are taken too, and wrap.
pub(super) fn c_integer(word: &Value) -> Result<i32, Exception> {
    let number = match word.number() {
        Some(Number::Int(number)) => number,
        Some(Number::Big(_)) => return Err(too_large()),
        Some(Number::Float(number)) if number.is_nan() => return Err(too_large()),
        _ => return super::integer(word).map(|_| 0),
    };
    if number.unsigned_abs() > u64::from(u32::MAX) { Err(too_large()) } else { Ok(number as i32) }
}

fn too_large() -> Exception {
    let message = "integer value too large to represent";
    Exception::coded(message, ["ARITH", "IOVERFLOW", message])
}

/// Whether a word is an option, in full or cut short.
fn is_option(word: &Value, option: &str) -> bool {
    let text = word.text();
    text.len() > 1 && option.starts_with(&*text)
}

/// The error of an option that a subcommand does not have.
fn bad_option(word: &Value, options: &str) -> Exception {
    let text = word.text();
    let message = format!("bad option \"{}\": must be {options}", &*text);
    Exception::coded(message, ["TCL", "LOOKUP", "INDEX", "option", &*text])
}
