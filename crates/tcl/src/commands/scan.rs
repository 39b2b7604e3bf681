//! `scan`.

use num_bigint::BigInt;
use num_traits::{Num, ToPrimitive};

use super::{Native, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

pub(crate) const COMMANDS: &[(&str, Native)] = &[("scan", scan)];

/// A piece of a format.
enum Piece {
    /// White space matches any white space.
    Blank,
    Literal(char),
    Conversion(Conversion),
}

struct Conversion {
    /// The variable that it sets, counted from 0; `None` if it sets none.
    target: Option<usize>,
    width: usize,
    big: bool,
    kind: Kind,
}

enum Kind {
    Integer(u32),
    /// Base by prefix.
    AnyInteger,
    Unsigned,
    Float,
    Word,
    Character,
    Set {
        members: Vec<(char, char)>,
        negated: bool,
    },
    Count,
}

fn scan(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, value, template, variables @ ..] = words else {
        return Err(wrong_args(words, 1, "string format ?varName ...?"));
    };
    let inline = variables.is_empty();
    let (pieces, targets) = pieces(&template.text(), (!inline).then_some(variables.len()))?;
    let text = value.text();
    let (results, done, at_end) = matched(&text, &pieces, targets)?;
    if inline {
        if at_end && done == 0 && pieces.iter().any(|it| matches!(it, Piece::Conversion(_))) {
            return Ok(Value::from(""));
        }
        return Ok(Value::list(results.into_iter().map(Option::unwrap_or_default).collect()));
    }
    let mut set = 0;
    for (variable, result) in variables.iter().zip(results) {
        if let Some(result) = result {
            interp.set_var(&variable.text(), result)?;
            set += 1;
        }
    }
    Ok(Value::from(if at_end && done == 0 { -1 } else { set }))
}

fn error(message: &str, code: &'static str) -> Exception {
    Exception::coded(message.to_owned(), ["TCL", "FORMAT", code])
}

/// Takes a format apart, and gives the number of results.
fn pieces(template: &str, variables: Option<usize>) -> Result<(Vec<Piece>, usize), Exception> {
    let mut pieces = Vec::new();
    let mut rest = template;
    let (mut next, mut numbered, mut most) = (0, None, 0);
    let mut assigned = Vec::new();
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if character.is_whitespace() {
            pieces.push(Piece::Blank);
            continue;
        }
        if character != '%' {
            pieces.push(Piece::Literal(character));
            continue;
        }
        if let Some(after) = rest.strip_prefix('%') {
            pieces.push(Piece::Literal('%'));
            rest = after;
            continue;
        }
        let suppressed = rest.starts_with('*');
        let mut by_number = None;
        if suppressed {
            rest = &rest[1..];
        } else {
            let mut ahead = rest;
            if let Some(number) = take_number(&mut ahead)
                && let Some(after) = ahead.strip_prefix('$')
            {
                by_number = Some(number);
                rest = after;
            }
            if numbered.is_some_and(|before| before != by_number.is_some()) {
                return Err(error("cannot mix \"%\" and \"%n$\" conversion specifiers", "MIXEDSPECTYPES"));
            }
            numbered = Some(by_number.is_some());
        }
        let width = take_number(&mut rest).unwrap_or(0);
        let mut big = false;
        for (prefix, is_big) in [("ll", true), ("l", false), ("L", false), ("h", false)] {
            if let Some(after) = rest.strip_prefix(prefix) {
                rest = after;
                big = is_big;
                break;
            }
        }
        let (kind, after) = kind(rest, width)?;
        rest = after;
        let target = match (suppressed, by_number) {
            (true, _) => None,
            (false, Some(0)) => return Err(error("\"%n$\" argument index out of range", "INDEXRANGE")),
            (false, Some(number)) => Some(number - 1),
            (false, None) => {
                next += 1;
                Some(next - 1)
            }
        };
        if let Some(target) = target {
            if variables.is_some_and(|count| target >= count) {
                return Err(match by_number {
                    Some(_) => error("\"%n$\" argument index out of range", "INDEXRANGE"),
                    None => {
                        error("different numbers of variable names and field specifiers", "FIELDVARMISMATCH")
                    }
                });
            }
            if assigned.contains(&target) {
                return Err(error(
                    "variable is assigned by multiple \"%n$\" conversion specifiers",
                    "POLYASSIGNED",
                ));
            }
            if target > 10_000 {
                return Err(error("\"%n$\" argument index out of range", "INDEXRANGE"));
            }
            assigned.push(target);
            most = most.max(target + 1);
        }
        pieces.push(Piece::Conversion(Conversion { target, width, big, kind }));
    }
    if let Some(count) = variables
        && assigned.len() < count
    {
        return Err(error("variable is not assigned by any conversion specifiers", "UNASSIGNED"));
    }
    Ok((pieces, most))
}

fn take_number(text: &mut &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    *text = &text[end..];
    Some(number)
}

fn kind(rest: &str, width: usize) -> Result<(Kind, &str), Exception> {
    let mut chars = rest.chars();
    let kind = match chars.next() {
        Some('d') => Kind::Integer(10),
        Some('o') => Kind::Integer(8),
        Some('x' | 'X') => Kind::Integer(16),
        Some('b') => Kind::Integer(2),
        Some('i') => Kind::AnyInteger,
        Some('u') => Kind::Unsigned,
        Some('e' | 'f' | 'g' | 'E' | 'G') => Kind::Float,
        Some('s') => Kind::Word,
        Some('c') if width > 0 => {
            return Err(error("field width may not be specified in %c conversion", "BADWIDTH"));
        }
        Some('c') => Kind::Character,
        Some('n') => Kind::Count,
        Some('[') => return set(chars.as_str()),
        other => {
            let shown = other.map(String::from).unwrap_or_default();
            return Err(error(&format!("bad scan conversion character \"{shown}\""), "BADTYPE"));
        }
    };
    Ok((kind, chars.as_str()))
}

fn set(rest: &str) -> Result<(Kind, &str), Exception> {
    let (negated, mut rest) = match rest.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let mut members = Vec::new();
    let mut first = true;
    loop {
        let Some(character) = rest.chars().next() else {
            return Err(error("unmatched [ in format string", "BRACKET"));
        };
        rest = &rest[character.len_utf8()..];
        if character == ']' && !first {
            return Ok((Kind::Set { members, negated }, rest));
        }
        first = false;
        let range = rest.strip_prefix('-').filter(|after| !after.starts_with(']'));
        match range.and_then(|after| after.chars().next().map(|last| (last, after))) {
            Some((last, after)) => {
                members.push((character.min(last), character.max(last)));
                rest = &after[last.len_utf8()..];
            }
            None => members.push((character, character)),
        }
    }
}

/// The results, how many conversions were made, and whether the text ended before the format did.
fn matched(
    text: &str,
    pieces: &[Piece],
    targets: usize,
) -> Result<(Vec<Option<Value>>, usize, bool), Exception> {
    let mut results = vec![None; targets];
    let mut rest = text;
    let mut done = 0;
    for piece in pieces {
        match piece {
            Piece::Blank => rest = rest.trim_start(),
            Piece::Literal(character) => match rest.strip_prefix(*character) {
                Some(after) => rest = after,
                None => return Ok((results, done, rest.is_empty())),
            },
            Piece::Conversion(conversion) => {
                if let Kind::Count = conversion.kind {
                    let count = text[..text.len() - rest.len()].chars().count();
                    if let Some(target) = conversion.target {
                        results[target] = Some(Value::from(count));
                    }
                    continue;
                }
                if !matches!(conversion.kind, Kind::Character | Kind::Set { .. }) {
                    rest = rest.trim_start();
                }
                if rest.is_empty() {
                    return Ok((results, done, true));
                }
                let Some((value, after)) = convert(conversion, rest) else {
                    return Ok((results, done, false));
                };
                rest = after;
                if let Some(target) = conversion.target {
                    results[target] = Some(value);
                }
                done += 1;
            }
        }
    }
    Ok((results, done, false))
}

/// Converts the beginning of a text; what is left of it.
fn convert<'a>(conversion: &Conversion, text: &'a str) -> Option<(Value, &'a str)> {
    let width = if conversion.width == 0 { usize::MAX } else { conversion.width };
    let limited = match text.char_indices().nth(width) {
        Some((at, _)) => &text[..at],
        None => text,
    };
    let (value, length) = match &conversion.kind {
        Kind::Integer(radix) => integer(limited, *radix, conversion.big, true)?,
        Kind::AnyInteger => any_integer(limited, conversion.big)?,
        Kind::Unsigned => unsigned(limited, conversion.big)?,
        Kind::Float => float(limited)?,
        Kind::Word => {
            let end = limited.find(char::is_whitespace).unwrap_or(limited.len());
            (Value::from(&limited[..end]), end)
        }
        Kind::Character => {
            let character = text.chars().next()?;
            (Value::from(i64::from(u32::from(character))), character.len_utf8())
        }
        Kind::Set { members, negated } => {
            let is_in = |c: char| members.iter().any(|&(from, to)| (from..=to).contains(&c)) != *negated;
            let end = limited.find(|c| !is_in(c)).unwrap_or(limited.len());
            if end == 0 {
                return None;
            }
            (Value::from(&limited[..end]), end)
        }
        Kind::Count => return None,
    };
    Some((value, &text[length..]))
}

fn sign_length(text: &str) -> usize {
    usize::from(text.starts_with(['+', '-']))
}

fn integer(text: &str, radix: u32, big: bool, prefix: bool) -> Option<(Value, usize)> {
    let sign = sign_length(text);
    let mut at = sign;
    let letter = match radix {
        16 => ['x', 'X'],
        8 => ['o', 'O'],
        2 => ['b', 'B'],
        _ => ['\0', '\0'],
    };
    let rest = &text[at..];
    if prefix
        && rest.starts_with('0')
        && rest[1..].starts_with(letter)
        && rest[2..].starts_with(|c: char| c.is_digit(radix))
    {
        at += 2;
    }
    let digits = text[at..].find(|c: char| !c.is_digit(radix)).unwrap_or(text.len() - at);
    if digits == 0 {
        return None;
    }
    let magnitude = BigInt::from_str_radix(&text[at..at + digits], radix).ok()?;
    let value = if text.starts_with('-') { -magnitude } else { magnitude };
    Some((if big { Value::from_big(value) } else { wrapped(&value) }, at + digits))
}

/// An integer of 64 bits; what is larger becomes the largest.
fn wrapped(value: &BigInt) -> Value {
    let limit = if value.sign() == num_bigint::Sign::Minus { i64::MIN } else { i64::MAX };
    Value::from(value.to_i64().unwrap_or(limit))
}

fn any_integer(text: &str, big: bool) -> Option<(Value, usize)> {
    let digits = &text[sign_length(text)..];
    let radix = match digits.as_bytes() {
        [b'0', b'x' | b'X', next, ..] if next.is_ascii_hexdigit() => 16,
        [b'0', b'o' | b'O', b'0'..=b'7', ..] => 8,
        [b'0', b'b' | b'B', b'0' | b'1', ..] => 2,
        [b'0', b'0'..=b'7', ..] => 8,
        _ => 10,
    };
    integer(text, radix, big, true)
}

fn unsigned(text: &str, big: bool) -> Option<(Value, usize)> {
    let (value, length) = integer(text, 10, true, false)?;
    let number = value.number()?.to_big()?;
    if number.sign() == num_bigint::Sign::Minus && !big {
        return Some((Value::from_big(number + (BigInt::from(1) << 64)), length));
    }
    Some((if big { value } else { Value::from_big(number) }, length))
}

fn float(text: &str) -> Option<(Value, usize)> {
    let bytes = text.as_bytes();
    let digits =
        |from: usize| bytes[from.min(bytes.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
    let sign = sign_length(text);
    for word in ["infinity", "inf", "nan"] {
        if text[sign..].get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word)) {
            let length = sign + word.len();
            return Some((Value::from(text[..length].parse::<f64>().ok()?), length));
        }
    }
    let whole = digits(sign);
    let mut at = sign + whole;
    if bytes.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if whole + fraction == 0 {
            return None;
        }
        at += 1 + fraction;
    } else if whole == 0 {
        return None;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let exponent_sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + exponent_sign);
        if exponent > 0 {
            at += 1 + exponent_sign + exponent;
        }
    }
    Some((Value::from(text[..at].parse::<f64>().ok()?), at))
}
