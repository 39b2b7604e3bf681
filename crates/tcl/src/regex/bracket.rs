//! Sets of characters in brackets.

use super::RegexError;
use super::translate::{escaped, push_literal};

const UNBALANCED: RegexError = RegexError::new("EBRACK", "brackets [] not balanced");
const BAD_RANGE: RegexError = RegexError::new("ERANGE", "invalid character range");

/// A member of a set: a character, or a class in the other syntax.
enum Member {
    Character(char),
    Class(String),
}

/// Translates a set whose bracket is open, and gives what follows it.
pub(super) fn bracket<'a>(
    set: &'a str,
    escapes: bool,
    line_stop: bool,
    out: &mut String,
) -> Result<&'a str, RegexError> {
    let (negated, mut rest) = match set.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, set),
    };
    out.push_str(if negated { "[^" } else { "[" });
    if negated && line_stop {
        out.push_str("\\n");
    }
    let mut first = true;
    loop {
        if !first && let Some(after) = rest.strip_prefix(']') {
            out.push(']');
            return Ok(after);
        }
        first = false;
        let (member, after) = member(rest, escapes)?;
        rest = after;
        let Member::Character(from) = member else {
            if let Member::Class(class) = member {
                out.push_str(&class);
            }
            continue;
        };
        let range = rest.strip_prefix('-').filter(|after| !after.starts_with(']'));
        let Some(after) = range else {
            push_member(out, from);
            continue;
        };
        let (to, after) = self::member(after, escapes)?;
        let Member::Character(to) = to else { return Err(BAD_RANGE) };
        if to < from {
            return Err(BAD_RANGE);
        }
        rest = after;
        push_member(out, from);
        out.push('-');
        push_member(out, to);
    }
}

/// Writes a member so that it is none of the signs of sets.
fn push_member(out: &mut String, character: char) {
    if matches!(character, '&' | '~' | '-' | '^' | '[' | ']' | '\\') {
        out.push('\\');
        out.push(character);
    } else {
        push_literal(out, character);
    }
}

fn member(set: &str, escapes: bool) -> Result<(Member, &str), RegexError> {
    for (open, close) in [("[:", ":]"), ("[.", ".]"), ("[=", "=]")] {
        if let Some(rest) = set.strip_prefix(open) {
            let (name, rest) = rest.split_once(close).ok_or(UNBALANCED)?;
            return if open == "[:" {
                class(name).map(|it| (it, rest))
            } else {
                element(name).map(|it| (it, rest))
            };
        }
    }
    let mut chars = set.chars();
    let first = chars.next().ok_or(UNBALANCED)?;
    let rest = chars.as_str();
    if first != '\\' || !escapes {
        return Ok((Member::Character(first), rest));
    }
    let escape = chars.next().ok_or(UNBALANCED)?;
    let rest = chars.as_str();
    if matches!(escape, 'd' | 'w' | 's') {
        return Ok((Member::Class(format!("\\{escape}")), rest));
    }
    if !escape.is_ascii_alphanumeric() {
        return Ok((Member::Character(escape), rest));
    }
    let bad = RegexError::new("EESCAPE", "invalid escape \\ sequence");
    let (character, rest) = escaped(escape, rest).ok_or(bad)?;
    Ok((Member::Character(character), rest))
}

fn class(name: &str) -> Result<Member, RegexError> {
    let class = match name {
        "alnum" => "\\p{Alphabetic}\\p{Nd}",
        "alpha" => "\\p{Alphabetic}",
        "blank" => "\\t\\x20",
        "cntrl" => "\\p{Cc}",
        "digit" => "\\p{Nd}",
        "graph" => "[^\\s\\p{Cc}]",
        "lower" => "\\p{Lowercase}",
        "print" => "[^\\p{Cc}]",
        "punct" => "\\p{P}",
        "space" => "\\s",
        "upper" => "\\p{Uppercase}",
        "xdigit" => "0-9a-fA-F",
        _ => return Err(RegexError::new("ECTYPE", "invalid character class")),
    };
    Ok(Member::Class(class.to_owned()))
}

fn element(name: &str) -> Result<Member, RegexError> {
    let mut chars = name.chars();
    match (chars.next(), chars.next()) {
        (Some(only), None) => Ok(Member::Character(only)),
        _ => Err(RegexError::new("ECOLLATE", "invalid collating element")),
    }
}
