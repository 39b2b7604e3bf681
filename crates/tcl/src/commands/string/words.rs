//! `wordstart` and `wordend`.

use super::super::{position, wrong_args};
use crate::exception::Outcome;
use crate::interp::Interp;
use crate::value::Value;

fn in_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

pub(super) fn word_end(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value, at] = words else { return Err(wrong_args(words, 2, "string index")) };
    let chars: Vec<char> = value.text().chars().collect();
    let at = position(at, chars.len())?.max(0) as usize;
    if at >= chars.len() {
        return Ok(Value::from(chars.len()));
    }
    let length = chars[at..].iter().take_while(|&&c| in_word(c)).count();
    Ok(Value::from(at + length.max(1)))
}

pub(super) fn word_start(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, value, at] = words else { return Err(wrong_args(words, 2, "string index")) };
    let chars: Vec<char> = value.text().chars().collect();
    let at = position(at, chars.len())?.min(chars.len() as i64 - 1);
    if at <= 0 {
        return Ok(Value::from(0));
    }
    let at = at as usize;
    let length = chars[..=at].iter().rev().take_while(|&&c| in_word(c)).count();
    Ok(Value::from(at + 1 - length.max(1)))
}
