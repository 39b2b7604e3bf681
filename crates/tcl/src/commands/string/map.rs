//! `map`.

use super::super::wrong_args;
use super::bad_option;
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

pub(super) fn map(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (nocase, pairs, value) = match words {
        [_, _, pairs, value] => (false, pairs, value),
        [_, _, option, pairs, value] => {
            let word = option.text();
            if word.len() < 2 || !"-nocase".starts_with(&*word) {
                return Err(bad_option(option, "-nocase"));
            }
            (true, pairs, value)
        }
        _ => return Err(wrong_args(words, 2, "?-nocase? charMap string")),
    };
    let pairs = pairs.elements()?;
    if pairs.len() % 2 != 0 {
        return Err(Exception::coded("char map list unbalanced", ["TCL", "OPERATION", "MAP", "UNBALANCED"]));
    }
    let keys: Vec<(String, String)> = pairs
        .chunks_exact(2)
        .filter(|pair| !pair[0].is_empty())
        .map(|pair| (pair[0].text().to_owned(), pair[1].text().to_owned()))
        .collect();
    let text = value.text();
    let mapped = if nocase { map_folded(&text, &keys) } else { map_exact(&text, &keys) };
    interp.check_size(mapped.len())?;
    Ok(Value::from(mapped))
}

fn map_exact(text: &str, keys: &[(String, String)]) -> String {
    if let [(key, replacement)] = keys {
        return text.replace(key.as_str(), replacement);
    }
    let mut begins = [false; 256];
    for (key, _) in keys {
        begins[usize::from(key.as_bytes()[0])] = true;
    }
    let bytes = text.as_bytes();
    let mut result = String::with_capacity(text.len());
    let (mut at, mut copied) = (0, 0);
    while at < bytes.len() {
        if begins[usize::from(bytes[at])]
            && let Some((key, replacement)) =
                keys.iter().find(|(key, _)| bytes[at..].starts_with(key.as_bytes()))
        {
            result.push_str(&text[copied..at]);
            result.push_str(replacement);
            at += key.len();
            copied = at;
        } else {
            at += 1;
        }
    }
    result.push_str(&text[copied..]);
    result
}

fn map_folded(text: &str, keys: &[(String, String)]) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        match keys.iter().find_map(|(key, replacement)| Some((prefix_folded(rest, key)?, replacement))) {
            Some((length, replacement)) => {
                result.push_str(replacement);
                rest = &rest[length..];
            }
            None => {
                result.push(character);
                rest = &rest[character.len_utf8()..];
            }
        }
    }
    result
}

/// How many bytes at the beginning of a text are a key, whatever the case of letters.
fn prefix_folded(text: &str, key: &str) -> Option<usize> {
    let mut chars = text.chars();
    for wanted in key.chars() {
        let found = chars.next()?;
        if !found.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    Some(text.len() - chars.as_str().len())
}
