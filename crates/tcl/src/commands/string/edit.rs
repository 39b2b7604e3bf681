//! Subcommands that give another text.

use super::super::{integer, position, wrong_args};
use super::span;
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

pub(super) fn repeat(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value, count] = words else { return Err(wrong_args(words, 2, "string count")) };
    let count = usize::try_from(integer(count)?).unwrap_or(0);
    let text = value.text();
    let size = text.len().saturating_mul(count);
    interp.check_size(size).map_err(|error| {
        if interp.limits().memory == usize::MAX {
            Exception::coded("result exceeds max size for a Tcl value (2147483647 bytes)", ["TCL", "MEMORY"])
        } else {
            error
        }
    })?;
    Ok(Value::from(text.repeat(count)))
}

pub(super) fn replace(_: &mut Interp, words: &[Value]) -> Outcome {
    let (value, first, last, new) = match words {
        [_, _, value, first, last] => (value, first, last, Value::empty()),
        [_, _, value, first, last, new] => (value, first, last, new.clone()),
        _ => return Err(wrong_args(words, 2, "string first last ?string?")),
    };
    let chars = value.chars();
    let (first, last) = (position(first, chars)?, position(last, chars)?);
    let end = chars as i64 - 1;
    if first > last || first > end || last < 0 {
        return Ok(value.clone());
    }
    let text = value.text();
    let replaced = span(value, &text, first, last);
    Ok(Value::from(format!("{}{}{}", &text[..replaced.start], &*new.text(), &text[replaced.end..])))
}

pub(super) fn reverse(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value] = words else { return Err(wrong_args(words, 2, "string")) };
    Ok(Value::from(value.text().chars().rev().collect::<String>()))
}

/// Changes the characters in the range that the words name, all if they name none.
fn changed(words: &[Value], change: fn(&str) -> String) -> Outcome {
    let (value, range) = match words {
        [_, _, value] => return Ok(Value::from(change(&value.text()))),
        [_, _, value, first] => (value, (first, first)),
        [_, _, value, first, last] => (value, (first, last)),
        _ => return Err(wrong_args(words, 2, "string ?first? ?last?")),
    };
    let chars = value.chars();
    let (first, last) = (position(range.0, chars)?, position(range.1, chars)?);
    let text = value.text();
    let span = span(value, &text, first, last);
    if span.is_empty() {
        return Ok(value.clone());
    }
    Ok(Value::from(format!("{}{}{}", &text[..span.start], change(&text[span.clone()]), &text[span.end..])))
}

fn upper(character: char) -> char {
    single(character.to_uppercase(), character)
}

fn lower(character: char) -> char {
    single(character.to_lowercase(), character)
}

/// A change of case that keeps the number of characters.
fn single(mut changed: impl Iterator<Item = char>, character: char) -> char {
    match (changed.next(), changed.next()) {
        (Some(only), None) => only,
        _ => character,
    }
}

pub(super) fn to_lower(_: &mut Interp, words: &[Value]) -> Outcome {
    changed(words, |text| text.chars().map(lower).collect())
}

pub(super) fn to_upper(_: &mut Interp, words: &[Value]) -> Outcome {
    changed(words, |text| text.chars().map(upper).collect())
}

pub(super) fn to_title(_: &mut Interp, words: &[Value]) -> Outcome {
    changed(words, |text| {
        let mut chars = text.chars();
        chars.next().map(upper).into_iter().chain(chars.map(lower)).collect()
    })
}

/// What is trimmed off: the characters that are named, or all white space and NUL.
fn trimmed(words: &[Value], left: bool, right: bool) -> Outcome {
    let (value, set) = match words {
        [_, _, value] => (value, None),
        [_, _, value, set] => (value, Some(set.text().to_owned())),
        _ => return Err(wrong_args(words, 2, "string ?chars?")),
    };
    let goes = |c: char| match &set {
        Some(set) => set.contains(c),
        None => c.is_whitespace() || matches!(c, '\0' | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{180e}'),
    };
    let text = value.text();
    let mut kept: &str = &text;
    if left {
        kept = kept.trim_start_matches(goes);
    }
    if right {
        kept = kept.trim_end_matches(goes);
    }
    Ok(if kept.len() == text.len() { value.clone() } else { Value::from(kept) })
}

pub(super) fn trim(_: &mut Interp, words: &[Value]) -> Outcome {
    trimmed(words, true, true)
}

pub(super) fn trim_left(_: &mut Interp, words: &[Value]) -> Outcome {
    trimmed(words, true, false)
}

pub(super) fn trim_right(_: &mut Interp, words: &[Value]) -> Outcome {
    trimmed(words, false, true)
}
