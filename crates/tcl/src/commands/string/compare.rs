//! Comparing and matching.

use std::cmp::Ordering;

use super::super::glob_match::glob_match;
use super::super::{integer, wrong_args};
use super::bad_option;
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

const USAGE: &str = "?-nocase? ?-length int? string1 string2";

fn order(words: &[Value]) -> Result<Ordering, Exception> {
    let [options @ .., a, b] = &words[2..] else { return Err(wrong_args(words, 2, USAGE)) };
    let mut nocase = false;
    let mut length = None;
    let mut at = 0;
    while at < options.len() {
        let text = options[at].text();
        if text.len() > 1 && "-nocase".starts_with(&*text) {
            nocase = true;
        } else if text.len() > 1 && "-length".starts_with(&*text) {
            at += 1;
            let Some(count) = options.get(at) else { return Err(wrong_args(words, 2, USAGE)) };
            length = usize::try_from(integer(count)?).ok();
        } else {
            return Err(bad_option(&options[at], "-nocase or -length"));
        }
        at += 1;
    }
    if !nocase && length.is_none() {
        return Ok(a.text().cmp(&b.text()));
    }
    let prepared = |value: &Value| {
        let text: String = value.text().chars().take(length.unwrap_or(usize::MAX)).collect();
        if nocase { text.to_lowercase() } else { text }
    };
    Ok(prepared(a).cmp(&prepared(b)))
}

pub(super) fn compare(_: &mut Interp, words: &[Value]) -> Outcome {
    order(words).map(|order| Value::from(order as i64))
}

pub(super) fn equal(_: &mut Interp, words: &[Value]) -> Outcome {
    order(words).map(|order| Value::from_bool(order == Ordering::Equal))
}

pub(super) fn match_command(_: &mut Interp, words: &[Value]) -> Outcome {
    let (nocase, pattern, text) = match words {
        [_, _, pattern, text] => (false, pattern, text),
        [_, _, option, pattern, text] => {
            let word = option.text();
            if word.len() < 2 || !"-nocase".starts_with(&*word) {
                return Err(bad_option(option, "-nocase"));
            }
            (true, pattern, text)
        }
        _ => return Err(wrong_args(words, 2, "?-nocase? pattern string")),
    };
    Ok(Value::from_bool(glob_match(&pattern.text(), &text.text(), nocase)))
}
