//! `wordstart` and `wordend`.

use super::super::{position, wrong_args};
use super::{byte_of, count};
use crate::characters::is_word;
use crate::exception::Outcome;
use crate::interp::Interp;
use crate::value::Value;

pub(super) fn word_end(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value, at] = words else { return Err(wrong_args(words, 2, "string index")) };
    let chars = value.chars();
    let at = usize::try_from(position(at, chars)?.max(0)).unwrap_or(usize::MAX);
    if at >= chars {
        return Ok(count(chars));
    }
    let text = value.text();
    let from = byte_of(value, &text, at);
    let length = text[from..].chars().take_while(|&character| is_word(character)).count();
    Ok(count(at + length.max(1)))
}

pub(super) fn word_start(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value, at] = words else { return Err(wrong_args(words, 2, "string index")) };
    let chars = value.chars();
    let at = usize::try_from(position(at, chars)?).unwrap_or(0).min(chars.saturating_sub(1));
    if at == 0 {
        return Ok(Value::from(0));
    }
    let text = value.text();
    let end = byte_of(value, &text, at + 1);
    let length = text[..end].chars().rev().take_while(|&character| is_word(character)).count();
    Ok(count(at + 1 - length.max(1)))
}
