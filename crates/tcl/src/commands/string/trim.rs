//! `trim`, `trimleft` and `trimright`.

use super::super::wrong_args;
use crate::characters::is_space;
use crate::exception::Outcome;
use crate::interp::Interp;
use crate::value::Value;

/// What is trimmed off: the characters that are named, or all white space and NUL.
fn trimmed(words: &[Value], left: bool, right: bool) -> Outcome {
    let (value, set) = match words {
        [_, _, value] => (value, None),
        [_, _, value, set] => (value, Some(set.text())),
        _ => return Err(wrong_args(words, 2, "string ?chars?")),
    };
    let text = value.text();
    let kept = match set.as_deref() {
        None => cut(&text, left, right, |character| character == '\0' || is_space(character)),
        Some(set) if set.is_ascii() => {
            let set = set.as_bytes().iter().fold(0u128, |set, &byte| set | 1 << (byte & 127));
            cut(&text, left, right, |character| character.is_ascii() && set >> (character as u32) & 1 == 1)
        }
        Some(set) => cut(&text, left, right, |character| set.contains(character)),
    };
    Ok(if kept.len() == text.len() { value.clone() } else { Value::from(kept) })
}

fn cut(text: &str, left: bool, right: bool, goes: impl Fn(char) -> bool) -> &str {
    let mut kept = text;
    if left {
        kept = kept.trim_start_matches(&goes);
    }
    if right {
        kept = kept.trim_end_matches(&goes);
    }
    kept
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
