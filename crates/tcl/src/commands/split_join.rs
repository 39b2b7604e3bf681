//! `split`, `join`, `concat`.

use super::string::character;
use super::{Native, wrong_args};
use crate::exception::Outcome;
use crate::interp::Interp;
use crate::value::{Value, is_list_space};

pub(crate) const COMMANDS: &[(&str, Native)] = &[
    ("concat", |_, words| Ok(concat_values(words.get(1..).unwrap_or_default()))),
    ("join", join),
    ("split", split),
];

/// The words as one list: their texts, trimmed, with blanks between; lists without text stay lists.
pub(crate) fn concat_values(words: &[Value]) -> Value {
    if let Some(list) = concat_lists(words) {
        return list;
    }
    let size = words.iter().map(|word| word.text().len() + 1).sum();
    let mut text = String::with_capacity(size);
    for word in words {
        let word = word.text();
        let trimmed = trimmed(&word);
        if trimmed.is_empty() {
            continue;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(trimmed);
    }
    Value::from(text)
}

/// One list of all elements, if the words are lists without text; empty words do not matter.
fn concat_lists(words: &[Value]) -> Option<Value> {
    let lists: Option<Vec<_>> = words.iter().filter(|word| !word.is_empty()).map(Value::pure_list).collect();
    match &lists?[..] {
        [] => None,
        [_] => words.iter().find(|word| !word.is_empty()).cloned(),
        lists => {
            let mut elements = Vec::with_capacity(lists.iter().map(|list| list.len()).sum());
            for list in lists {
                elements.extend_from_slice(list);
            }
            Some(Value::list(elements))
        }
    }
}

/// A text without white space around it; one blank behind a backslash at its end stays.
fn trimmed(text: &str) -> &str {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(|&byte| !is_list_space(byte)).unwrap_or(bytes.len());
    let kept = bytes.iter().rposition(|&byte| !is_list_space(byte)).map_or(start, |last| last + 1);
    let escapes = kept > start && bytes[kept - 1] == b'\\' && kept < bytes.len();
    &text[start..kept + usize::from(escapes)]
}

fn join(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (list, separator) = match words {
        [_, list] => (list, None),
        [_, list, separator] => (list, Some(separator.text())),
        _ => return Err(wrong_args(words, 1, "list ?joinString?")),
    };
    let separator = separator.as_deref().unwrap_or(" ");
    let elements = list.elements()?;
    if let [only] = &elements[..] {
        return Ok(only.clone());
    }
    let mut size = separator.len().saturating_mul(elements.len().saturating_sub(1));
    for element in elements.iter() {
        size = size.saturating_add(element.text().len());
    }
    interp.check_size(size)?;
    let mut text = String::with_capacity(size);
    for (number, element) in elements.iter().enumerate() {
        if number > 0 {
            text.push_str(separator);
        }
        text.push_str(&element.text());
    }
    Ok(Value::from(text))
}

fn split(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (text, separators) = match words {
        [_, text] => (text, None),
        [_, text, separators] => (text, Some(separators.text())),
        _ => return Err(wrong_args(words, 1, "string ?splitChars?")),
    };
    let text = text.text();
    let separators = separators.as_deref().unwrap_or(" \n\t\r");
    if text.is_empty() {
        return Ok(Value::empty());
    }
    let parts: Vec<Value> = match separators.as_bytes() {
        [] => {
            interp.check_size(text.len().saturating_mul(size_of::<Value>()))?;
            text.chars().map(character).collect()
        }
        [one] => split_at(&text, memchr::memchr_iter(*one, text.as_bytes())),
        [one, other] if separators.is_ascii() => {
            split_at(&text, memchr::memchr2_iter(*one, *other, text.as_bytes()))
        }
        bytes if separators.is_ascii() => {
            let set = bytes.iter().fold(0u128, |set, &byte| set | 1 << (byte & 127));
            let is_separator = |byte: u8| byte < 128 && set >> byte & 1 == 1;
            split_at(
                &text,
                text.bytes().enumerate().filter(|&(_, byte)| is_separator(byte)).map(|(at, _)| at),
            )
        }
        _ => text.split(|character| separators.contains(character)).map(part).collect(),
    };
    Ok(Value::list(parts))
}

/// The parts of a text between some bytes of it, which are characters of ASCII.
fn split_at(text: &str, separators: impl Iterator<Item = usize>) -> Vec<Value> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in separators {
        parts.push(part(&text[start..at]));
        start = at + 1;
    }
    parts.push(part(&text[start..]));
    parts
}

/// A part of a text; parts of one character are shared.
fn part(text: &str) -> Value {
    match text.as_bytes() {
        [byte] if byte.is_ascii() => character(char::from(*byte)),
        _ => Value::from(text),
    }
}
