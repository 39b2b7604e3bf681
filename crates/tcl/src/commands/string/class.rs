//! `is`.

use super::super::{option_index, wrong_args};
use super::bad_option;
use crate::exception::Outcome;
use crate::interp::Interp;
use crate::regex::{Flags, Regex};
use crate::value::{Number, Value, parse_integer, parse_list};

const CLASSES: &[&str] = &[
    "alnum",
    "alpha",
    "ascii",
    "control",
    "boolean",
    "digit",
    "double",
    "entier",
    "false",
    "graph",
    "integer",
    "list",
    "lower",
    "print",
    "punct",
    "space",
    "true",
    "upper",
    "wideinteger",
    "wordchar",
    "xdigit",
];

pub(super) fn is(interp: &mut Interp, words: &[Value]) -> Outcome {
    let usage = || wrong_args(words, 2, "class ?-strict? ?-failindex var? str");
    let [class, options @ .., value] = &words[2..] else { return Err(usage()) };
    if options.len() > 3 {
        return Err(usage());
    }
    let class = CLASSES[option_index(class, CLASSES, "class", false)?];
    let mut strict = false;
    let mut fail_variable = None;
    let mut at = 0;
    while at < options.len() {
        let text = options[at].text();
        if text.len() > 1 && "-strict".starts_with(&*text) {
            strict = true;
        } else if text.len() > 1 && "-failindex".starts_with(&*text) {
            at += 1;
            let Some(name) = options.get(at) else { return Err(usage()) };
            fail_variable = Some(name.clone());
        } else {
            return Err(bad_option(&options[at], "-strict or -failindex"));
        }
        at += 1;
    }
    let failed = if value.is_empty() {
        let list = class == "list";
        (strict && !list).then_some(0)
    } else {
        failure(class, value)
    };
    if let (Some(name), Some(at)) = (fail_variable, failed) {
        interp.set_var(&name.text(), Value::from(at))?;
    }
    Ok(Value::from_bool(failed.is_none()))
}

/// Where a text that is not empty fails to be of a class, if it does.
fn failure(class: &str, value: &Value) -> Option<i64> {
    let text = value.text();
    let chars: fn(char) -> bool = match class {
        "boolean" => return value.bool_word().is_none().then_some(0),
        "true" => return (value.bool_word() != Some(true)).then_some(0),
        "false" => return (value.bool_word() != Some(false)).then_some(0),
        "double" => {
            return value
                .number()
                .is_none()
                .then(|| longest(&text, |part| Value::from(part).number().is_some()));
        }
        "entier" | "integer" | "wideinteger" => return integer_failure(class, value, &text),
        "list" => return parse_list(&text).err().map(|_| list_failure(&text)),
        "alnum" => char::is_alphanumeric,
        "alpha" => char::is_alphabetic,
        "ascii" => |c| c.is_ascii(),
        "control" => |c| c.is_control() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{feff}'),
        "digit" => |c| {
            c.is_ascii_digit()
                || (!c.is_ascii() && c.is_numeric() && c.is_alphanumeric() && !c.is_alphabetic())
        },
        "graph" => |c| !c.is_whitespace() && !c.is_control(),
        "lower" => char::is_lowercase,
        "print" => |c| !c.is_control() && (c == ' ' || !c.is_whitespace() || !c.is_ascii()),
        "punct" => is_punctuation,
        "space" => |c| c.is_whitespace() || matches!(c, '\u{180e}' | '\u{200b}' | '\u{2060}' | '\u{feff}'),
        "upper" => char::is_uppercase,
        "wordchar" => |c| c.is_alphanumeric() || c == '_',
        _ => |c| c.is_ascii_hexdigit(),
    };
    text.chars().position(|c| !chars(c)).map(|at| at as i64)
}

fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation() && !matches!(c, '$' | '+' | '<' | '=' | '>' | '^' | '`' | '|' | '~');
    }
    thread_local! {
        static PUNCTUATION: Option<Regex> = Regex::new("[[:punct:]]", Flags::default()).ok();
    }
    let mut bytes = [0; 4];
    let text = &*c.encode_utf8(&mut bytes);
    PUNCTUATION.with(|pattern| pattern.as_ref().is_some_and(|it| it.find(text, 0, false, &mut Vec::new())))
}

/// The length of the longest beginning that is of a kind.
fn longest(text: &str, fits: impl Fn(&str) -> bool) -> i64 {
    let ends = text.char_indices().map(|(at, _)| at).enumerate();
    ends.filter(|&(_, at)| at > 0 && fits(&text[..at]) && !text[..at].ends_with(char::is_whitespace))
        .last()
        .map_or(0, |(count, _)| count as i64)
}

fn integer_failure(class: &str, value: &Value, text: &str) -> Option<i64> {
    let fits = match value.number() {
        Some(Number::Int(number)) => class != "integer" || (-0xffff_ffff..=0xffff_ffff).contains(&number),
        Some(Number::Big(big)) => match class {
            "entier" => true,
            "wideinteger" => big.bits() <= 64,
            _ => false,
        },
        _ => return Some(longest(text, |part| parse_integer(part).is_some())),
    };
    // A number that is too large fails as a whole.
    (!fits).then_some(-1)
}

/// Where the element begins that makes a text no list.
fn list_failure(text: &str) -> i64 {
    let mut good = 0;
    for (count, (at, c)) in text.char_indices().enumerate() {
        if !c.is_whitespace()
            && at > 0
            && text[..at].ends_with(char::is_whitespace)
            && parse_list(&text[..at]).is_ok()
        {
            good = count;
        }
    }
    good as i64
}
