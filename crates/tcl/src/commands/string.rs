//! `string`.

mod class;
mod compare;
mod edit;
mod find;
mod map;
mod words;

use super::{Subcommands, position, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

pub(crate) const STRING: Subcommands = &[
    ("bytelength", byte_length),
    ("cat", cat),
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
    ("tolower", edit::to_lower),
    ("totitle", edit::to_title),
    ("toupper", edit::to_upper),
    ("trim", edit::trim),
    ("trimleft", edit::trim_left),
    ("trimright", edit::trim_right),
    ("wordend", words::word_end),
    ("wordstart", words::word_start),
];

/// Where a character begins in a text, or the end of the text.
fn byte_of(value: &Value, text: &str, character: usize) -> usize {
    if value.is_ascii() {
        return character.min(text.len());
    }
    text.char_indices().nth(character).map_or(text.len(), |(at, _)| at)
}

/// The bytes of the characters from one to another, both included, as far as they are there.
fn span(value: &Value, text: &str, first: i64, last: i64) -> std::ops::Range<usize> {
    let first = first.max(0) as usize;
    if last < first as i64 {
        return 0..0;
    }
    let start = byte_of(value, text, first);
    let count = last as usize - first + 1;
    let end = if value.is_ascii() {
        start.saturating_add(count).min(text.len())
    } else {
        text[start..].char_indices().nth(count).map_or(text.len(), |(at, _)| start + at)
    };
    start..end
}

fn byte_length(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, text] = words else { return Err(wrong_args(words, 2, "string")) };
    Ok(Value::from(text.text().len()))
}

fn cat(interp: &mut Interp, words: &[Value]) -> Outcome {
    let size = words[2..].iter().map(|word| word.text().len()).sum();
    interp.check_size(size)?;
    let mut text = String::with_capacity(size);
    for word in &words[2..] {
        text.push_str(&word.text());
    }
    Ok(Value::from(text))
}

fn index(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value, at] = words else { return Err(wrong_args(words, 2, "string charIndex")) };
    let at = position(at, value.chars())?;
    let text = value.text();
    Ok(Value::from(&text[span(value, &text, at.max(-1), at)]))
}

fn length(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value] = words else { return Err(wrong_args(words, 2, "string")) };
    Ok(Value::from(value.chars()))
}

fn range(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value, first, last] = words else { return Err(wrong_args(words, 2, "string first last")) };
    let chars = value.chars();
    let (first, last) = (position(first, chars)?, position(last, chars)?);
    let text = value.text();
    Ok(Value::from(&text[span(value, &text, first, last)]))
}

/// The error of an option that a subcommand does not have.
fn bad_option(word: &Value, options: &str) -> Exception {
    let text = word.text();
    let message = format!("bad option \"{}\": must be {options}", &*text);
    Exception::coded(message, ["TCL", "LOOKUP", "INDEX", "option", &*text])
}
