//! Operands that are one item: numbers, words, text, variables and commands.

use std::ops::Range;

use super::error::SyntaxError;
use super::item::Item;
use super::lexer::{Kind, Lexeme, bad_character};
use crate::parse::{backslash, bracket_end, parse_variable};
use crate::value::{Number, Value, format_float};

/// The operand that begins with a lexeme, and where it ends; `None` if none does.
pub(super) fn read(text: &str, lexeme: &Lexeme) -> Result<Option<(Item, usize)>, SyntaxError> {
    let start = lexeme.start;
    let operand = match lexeme.kind {
        Kind::Number => (Item::Literal(number(&text[start..lexeme.end])), lexeme.end),
        Kind::TruthWord => (Item::Literal(Value::from(&text[start..lexeme.end])), lexeme.end),
        Kind::Quote => quoted(text, start)?,
        Kind::Brace => braced(text, start)?,
        Kind::Bracket => {
            let end = bracket_end(text, start).map_err(|error| SyntaxError::of_word(&error, text))?;
            (Item::Command(start..end), end)
        }
        Kind::Dollar => {
            let end = variable_end(text, start)?.ok_or_else(|| bad_character(text, start))?;
            (Item::Variable(start..end), end)
        }
        _ => return Ok(None),
    };
    Ok(Some(operand))
}

/// A number that keeps its spelling, but is no text if its spelling is the usual one.
fn number(text: &str) -> Value {
    let value = Value::from(text);
    match value.number() {
        Some(Number::Int(number)) if *Value::from(number).text() == *text => Value::from(number),
        Some(Number::Float(number)) if format_float(number) == text => Value::from(number),
        _ => value,
    }
}

/// Where a variable ends; `None` if the dollar sign begins none.
fn variable_end(text: &str, start: usize) -> Result<Option<usize>, SyntaxError> {
    let (found, end) =
        parse_variable(text, start, &mut Vec::new()).map_err(|error| SyntaxError::of_word(&error, text))?;
    Ok(found.then_some(end))
}

fn quoted(text: &str, open: usize) -> Result<(Item, usize), SyntaxError> {
    let bytes = text.as_bytes();
    let mut at = open + 1;
    let mut plain = true;
    let mut fixed = true;
    loop {
        let Some(&byte) = bytes.get(at) else {
            return Err(SyntaxError::new("missing \"", open, 1, "UNBALANCED"));
        };
        at = match byte {
            b'"' => break,
            b'\\' => {
                plain = false;
                at + backslash(&text[at..]).1
            }
            b'[' => {
                fixed = false;
                bracket_end(text, at).map_err(|error| SyntaxError::of_word(&error, text))?
            }
            b'$' => match variable_end(text, at)? {
                Some(end) => {
                    fixed = false;
                    end
                }
                None => at + 1,
            },
            _ => at + 1,
        };
    }
    let inside = open + 1..at;
    let item = match (fixed, plain) {
        (true, true) => Item::Literal(Value::from(&text[inside])),
        (true, false) => Item::Literal(without_backslashes(&text[inside])),
        (false, _) => Item::Text(inside),
    };
    Ok((item, at + 1))
}

/// Text in which nothing but backslashes is substituted.
fn without_backslashes(text: &str) -> Value {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (character, length) = backslash(&rest[at..]);
        result.push_str(&rest[..at]);
        result.push(character);
        rest = &rest[at + length..];
    }
    result.push_str(rest);
    Value::from(result)
}

fn braced(text: &str, open: usize) -> Result<(Item, usize), SyntaxError> {
    let bytes = text.as_bytes();
    let mut depth = 1usize;
    let mut at = open + 1;
    let mut continued = false;
    loop {
        match bytes.get(at) {
            Some(b'{') => depth += 1,
            Some(b'}') => depth -= 1,
            Some(b'\\') => {
                continued |= bytes.get(at + 1) == Some(&b'\n');
                at += 1;
            }
            Some(_) => {}
            None => return Err(SyntaxError::new(missing_brace(&bytes[open + 1..]), open, 1, "UNBALANCED")),
        }
        if depth == 0 {
            break;
        }
        at += 1;
    }
    let inside = open + 1..at;
    let value = if continued { joined_lines(text, inside) } else { Value::from(&text[inside]) };
    Ok((Item::Literal(value), at + 1))
}

/// What is said of text without its closing brace. A brace that is opened behind what looks like a comment may be the reason.
fn missing_brace(inside: &[u8]) -> &'static str {
    let mut in_comment = false;
    let mut before = b'{';
    for &byte in inside {
        match byte {
            b'\n' => in_comment = false,
            b'#' if before.is_ascii_whitespace() => in_comment = true,
            b'{' if in_comment => return "missing close-brace: possible unbalanced brace in comment",
            _ => {}
        }
        before = byte;
    }
    "missing close-brace"
}

/// Text in braces whose continued lines are made one.
fn joined_lines(text: &str, inside: Range<usize>) -> Value {
    let mut joined = String::with_capacity(inside.len());
    let mut rest = &text[inside];
    while let Some(at) = rest.find('\\') {
        let (before, sequence) = rest.split_at(at);
        joined.push_str(before);
        let length = if sequence.as_bytes().get(1) == Some(&b'\n') {
            joined.push(' ');
            backslash(sequence).1
        } else {
            let length = sequence.chars().take(2).map(char::len_utf8).sum();
            joined.push_str(&sequence[..length]);
            length
        };
        rest = &sequence[length..];
    }
    joined.push_str(rest);
    Value::from(joined)
}
