//! `cat`, `repeat`, `replace` and `reverse`.

use super::super::{position, wrong_args};
use super::{c_integer, span};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

pub(super) fn cat(interp: &mut Interp, words: &[Value]) -> Outcome {
    if let [_, _, only] = words {
        return Ok(only.clone());
    }
    let parts = words.get(2..).unwrap_or_default();
    let size = parts.iter().map(|word| word.text().len()).fold(0, usize::saturating_add);
    interp.check_size(size)?;
    let mut text = String::with_capacity(size);
    for word in parts {
        text.push_str(&word.text());
    }
    Ok(Value::from(text))
}

pub(super) fn repeat(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value, count] = words else { return Err(wrong_args(words, 2, "string count")) };
    let count = usize::try_from(c_integer(count)?).unwrap_or(0);
    if count == 1 {
        return Ok(value.clone());
    }
    let text = value.text();
    let size = text.len().saturating_mul(count);
    interp.check_size(size).map_err(|error| {
        if interp.limits().memory == usize::MAX {
            Exception::coded("result exceeds max size for a Tcl value (2147483647 bytes)", ["TCL", "MEMORY"])
        } else {
            error
        }
    })?;
    Ok(if size == 0 { Value::empty() } else { Value::from(text.repeat(count)) })
}

pub(super) fn replace(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (value, first, last, new) = match words {
        [_, _, value, first, last] => (value, first, last, None),
        [_, _, value, first, last, new] => (value, first, last, Some(new.text())),
        _ => return Err(wrong_args(words, 2, "string first last ?string?")),
    };
    let chars = value.chars();
    let (first, last) = (position(first, chars)?, position(last, chars)?);
    // In an empty text, what comes before its end can be replaced.
    let end = i64::try_from(chars).unwrap_or(i64::MAX) - 1;
    if first > last || first > end || last < 0 {
        return Ok(value.clone());
    }
    let text = value.text();
    let replaced = span(value, &text, first, last);
    let new = new.as_deref().unwrap_or_default();
    let size = text.len() - replaced.len() + new.len();
    interp.check_size(size)?;
    let mut result = String::with_capacity(size);
    result.push_str(&text[..replaced.start]);
    result.push_str(new);
    result.push_str(&text[replaced.end..]);
    Ok(Value::from(result))
}

pub(super) fn reverse(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value] = words else { return Err(wrong_args(words, 2, "string")) };
    let text = value.text();
    if !value.is_ascii() {
        return Ok(Value::from(text.chars().rev().collect::<String>()));
    }
    let mut bytes = text.as_bytes().to_vec();
    bytes.reverse();
    Ok(Value::from(String::from_utf8(bytes).unwrap_or_default()))
}
