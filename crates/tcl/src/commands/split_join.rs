//! `split`, `join`, `concat`.

use super::{Native, wrong_args};
use crate::exception::Outcome;
use crate::interp::Interp;
use crate::value::{Value, is_list_space};

pub(crate) const COMMANDS: &[(&str, Native)] =
    &[("concat", |_, words| Ok(concat_values(&words[1..]))), ("join", join), ("split", split)];

/// The words as one list: their texts, trimmed, with blanks between; lists without text stay lists.
pub(crate) fn concat_values(words: &[Value]) -> Value {
    let lists: Option<Vec<_>> =
        words.iter().map(|word| word.pure_list().filter(|list| !list.is_empty())).collect();
    if let Some(lists) = lists.filter(|lists| !lists.is_empty()) {
        return Value::list(lists.iter().flat_map(|list| list.iter().cloned()).collect());
    }
    let mut text = String::new();
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

/// A text without white space around it; white space behind a backslash at its end stays.
fn trimmed(text: &str) -> &str {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(|&byte| !is_list_space(byte)).unwrap_or(bytes.len());
    let mut end = bytes.len();
    while end > start && is_list_space(bytes[end - 1]) {
        end -= 1;
    }
    let backslashes = bytes[start..end].iter().rev().take_while(|&&byte| byte == b'\\').count();
    if backslashes % 2 == 1 && end < bytes.len() {
        end += 1;
    }
    &text[start..end]
}

fn join(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (list, separator) = match words {
        [_, list] => (list, " ".to_owned()),
        [_, list, separator] => (list, separator.text().to_owned()),
        _ => return Err(wrong_args(words, 1, "list ?joinString?")),
    };
    let elements = list.elements()?;
    let size: usize = elements.iter().map(|element| element.text().len() + separator.len()).sum();
    interp.check_size(size)?;
    let mut text = String::with_capacity(size);
    for (number, element) in elements.iter().enumerate() {
        if number > 0 {
            text.push_str(&separator);
        }
        text.push_str(&element.text());
    }
    Ok(Value::from(text))
}

fn split(_: &mut Interp, words: &[Value]) -> Outcome {
    let (text, separators) = match words {
        [_, text] => (text, " \n\t\r".to_owned()),
        [_, text, separators] => (text, separators.text().to_owned()),
        _ => return Err(wrong_args(words, 1, "string ?splitChars?")),
    };
    let text = text.text();
    if text.is_empty() {
        return Ok(Value::empty());
    }
    if separators.is_empty() {
        return Ok(Value::list(text.chars().map(Value::from).collect()));
    }
    let parts: Vec<Value> = match separators.as_bytes() {
        [one] if one.is_ascii() => text.split(char::from(*one)).map(Value::from).collect(),
        _ => text.split(|c| separators.contains(c)).map(Value::from).collect(),
    };
    Ok(Value::list(parts))
}
