//! `format`.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::{Native, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::{Number, Value};

pub(crate) const COMMANDS: &[(&str, Native)] = &[("format", format_command)];

/// A conversion, as it stands behind `%`.
#[derive(Default)]
struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    zero: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
    size: Size,
    kind: char,
}

/// How much of an integer counts.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Size {
    #[default]
    Plain,
    Short,
    Wide,
    Big,
}

/// Takes arguments in turn, or by their numbers.
struct Arguments<'a> {
    words: &'a [Value],
    next: usize,
    numbered: Option<bool>,
}

impl<'a> Arguments<'a> {
    fn take(&mut self) -> Result<&'a Value, Exception> {
        let message = match self.numbered {
            Some(true) => "\"%n$\" argument index out of range",
            _ => "not enough arguments for all format specifiers",
        };
        let code = if self.numbered == Some(true) { "INDEXRANGE" } else { "FIELDVARMISMATCH" };
        let word = self.words.get(self.next);
        self.next += 1;
        word.ok_or_else(|| Exception::coded(message, ["TCL", "FORMAT", code]))
    }

    /// Sets whether arguments are numbered; a format may not do both.
    fn number(&mut self, number: Option<usize>) -> Result<(), Exception> {
        if self.numbered.is_some_and(|before| before != number.is_some()) {
            let message = "cannot mix \"%\" and \"%n$\" conversion specifiers";
            return Err(Exception::coded(message, ["TCL", "FORMAT", "MIXEDSPECTYPES"]));
        }
        self.numbered = Some(number.is_some());
        if let Some(number) = number {
            self.next = number.wrapping_sub(1);
        }
        Ok(())
    }
}

fn format_command(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, template, arguments @ ..] = words else {
        return Err(wrong_args(words, 1, "formatString ?arg ...?"));
    };
    let template = template.text();
    let mut arguments = Arguments { words: arguments, next: 0, numbered: None };
    let mut result = String::with_capacity(template.len() + 16);
    let mut rest: &str = &template;
    while let Some(at) = rest.find('%') {
        result.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            result.push('%');
            rest = after;
            continue;
        }
        rest = convert(interp, rest, &mut arguments, &mut result)?;
    }
    result.push_str(rest);
    Ok(Value::from(result))
}

fn take_number(text: &mut &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = text[..end].parse().ok();
    if end > 0 {
        *text = &text[end..];
    }
    if end > 0 { Some(number.unwrap_or(usize::MAX)) } else { None }
}

fn convert<'a>(
    interp: &mut Interp,
    mut rest: &'a str,
    arguments: &mut Arguments<'_>,
    result: &mut String,
) -> Result<&'a str, Exception> {
    let mut conversion = Conversion::default();
    let mut ahead = rest;
    let numbered = take_number(&mut ahead).filter(|_| ahead.starts_with('$'));
    if numbered.is_some() {
        rest = &ahead[1..];
    }
    arguments.number(numbered)?;
    while let Some(flag) = rest.chars().next() {
        match flag {
            '-' => conversion.left = true,
            '+' => conversion.plus = true,
            ' ' => conversion.space = true,
            '0' => conversion.zero = true,
            '#' => conversion.alternate = true,
            _ => break,
        }
        rest = &rest[1..];
    }
    if let Some(after) = rest.strip_prefix('*') {
        rest = after;
        let width = super::integer(arguments.take()?)?;
        conversion.left |= width < 0;
        conversion.width = width.unsigned_abs() as usize;
    } else {
        conversion.width = take_number(&mut rest).unwrap_or(0);
    }
    if let Some(after) = rest.strip_prefix('.') {
        rest = after;
        conversion.precision = if let Some(after) = rest.strip_prefix('*') {
            rest = after;
            Some(usize::try_from(super::integer(arguments.take()?)?).unwrap_or(0))
        } else {
            Some(take_number(&mut rest).unwrap_or(0))
        };
    }
    for (prefix, size) in [("ll", Size::Big), ("l", Size::Wide), ("hh", Size::Short), ("h", Size::Short)] {
        if let Some(after) = rest.strip_prefix(prefix) {
            rest = after;
            conversion.size = size;
            break;
        }
    }
    let Some(kind) = rest.chars().next() else {
        arguments.take()?;
        let message = "format string ended in middle of field specifier";
        return Err(Exception::coded(message, ["TCL", "FORMAT", "INCOMPLETE"]));
    };
    conversion.kind = kind;
    interp.check_size(
        conversion.width.saturating_add(conversion.precision.unwrap_or(0)).saturating_add(result.len()),
    )?;
    one(&conversion, arguments, result)?;
    Ok(&rest[kind.len_utf8()..])
}

fn one(conversion: &Conversion, arguments: &mut Arguments<'_>, result: &mut String) -> Result<(), Exception> {
    match conversion.kind {
        's' => {
            let value = arguments.take()?;
            let text = value.text();
            match conversion.precision {
                Some(most) => pad(conversion, &text.chars().take(most).collect::<String>(), "", result),
                None => pad(conversion, &text, "", result),
            }
        }
        'c' => {
            let code = super::integer(arguments.take()?)?;
            let character =
                u32::try_from(code & 0x1f_ffff).ok().and_then(char::from_u32).unwrap_or('\u{fffd}');
            pad(conversion, character.encode_utf8(&mut [0; 4]), "", result);
        }
        'd' | 'i' | 'u' | 'o' | 'x' | 'X' | 'b' => integer(conversion, arguments.take()?, result)?,
        'p' => {
            let hex = Conversion { kind: 'x', alternate: true, size: Size::Wide, ..Conversion::default() };
            integer(&hex, arguments.take()?, result)?;
        }
        'e' | 'E' | 'f' | 'g' | 'G' => super::format_float::float(
            &super::format_float::Style {
                kind: conversion.kind,
                precision: conversion.precision,
                alternate: conversion.alternate,
            },
            arguments.take()?,
        )
        .map(|(negative, digits, finite)| signed(conversion, negative, "", &digits, finite, result))?,
        other => {
            let message = format!("bad field specifier \"{other}\"");
            return Err(Exception::coded(message, ["TCL", "FORMAT", "BADTYPE"]));
        }
    }
    Ok(())
}

/// The integer that an argument is; a float loses its fraction.
fn whole(value: &Value) -> Result<BigInt, Exception> {
    let error =
        || Exception::coded(format!("expected integer but got \"{value}\""), ["TCL", "VALUE", "NUMBER"]);
    match value.number() {
        Some(Number::Float(_)) | None => Err(error()),
        Some(number) => number.to_big().ok_or_else(error),
    }
}

/// The lowest bits of an integer, with a sign or without.
fn truncated(value: &BigInt, bits: u32, signed: bool) -> BigInt {
    let mask = (BigInt::from(1) << bits) - 1;
    let low = value & &mask;
    if signed && low.bit(u64::from(bits) - 1) { low - (mask + 1) } else { low }
}

fn integer(conversion: &Conversion, value: &Value, result: &mut String) -> Result<(), Exception> {
    let mut number = whole(value)?;
    let signed_kind = matches!(conversion.kind, 'd' | 'i');
    match conversion.size {
        Size::Plain => number = truncated(&number, 64, signed_kind),
        Size::Short => number = truncated(&number, 16, signed_kind),
        Size::Wide => number = truncated(&number, 64, signed_kind),
        Size::Big if conversion.kind == 'u' && number.is_negative() => {
            return Err(Exception::coded(
                "unsigned bignum format is invalid",
                ["TCL", "FORMAT", "BADUNSIGNED"],
            ));
        }
        Size::Big => {}
    }
    let negative = number.is_negative();
    let magnitude = number.abs();
    let digits = match conversion.kind {
        'o' => magnitude.to_str_radix(8),
        'x' => magnitude.to_str_radix(16),
        'X' => magnitude.to_str_radix(16).to_uppercase(),
        'b' => magnitude.to_str_radix(2),
        _ => magnitude.to_string(),
    };
    let prefix = match (conversion.alternate && !magnitude.is_zero(), conversion.kind) {
        (true, 'o') => "0",
        (true, 'x' | 'X') => "0x",
        (true, 'b') => "0b",
        (true, 'd' | 'i' | 'u') => "",
        _ => "",
    };
    let least = conversion.precision.unwrap_or(0);
    let digits =
        if digits.len() < least { format!("{}{digits}", "0".repeat(least - digits.len())) } else { digits };
    signed(conversion, negative, prefix, &digits, conversion.precision.is_none(), result);
    Ok(())
}

/// Writes a number: its sign, its prefix, and zeros up to the width if those are wanted.
fn signed(
    conversion: &Conversion,
    negative: bool,
    prefix: &str,
    digits: &str,
    zeros: bool,
    result: &mut String,
) {
    let is_signed = !matches!(conversion.kind, 'u' | 'o' | 'x' | 'X' | 'b');
    let sign = match (negative, is_signed && conversion.plus, is_signed && conversion.space) {
        (true, _, _) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    };
    let head = format!("{sign}{prefix}");
    if conversion.zero && zeros && !conversion.left {
        let missing = conversion.width.saturating_sub(head.len() + digits.len());
        result.push_str(&head);
        result.extend(std::iter::repeat_n('0', missing));
        result.push_str(digits);
    } else {
        pad(conversion, digits, &head, result);
    }
}

/// Writes text with blanks up to the width.
fn pad(conversion: &Conversion, text: &str, head: &str, result: &mut String) {
    let chars = head.len() + if text.is_ascii() { text.len() } else { text.chars().count() };
    let missing = conversion.width.saturating_sub(chars);
    let fill =
        if conversion.zero && !conversion.left && matches!(conversion.kind, 's' | 'c') { '0' } else { ' ' };
    if !conversion.left {
        result.extend(std::iter::repeat_n(fill, missing));
    }
    result.push_str(head);
    result.push_str(text);
    if conversion.left {
        result.extend(std::iter::repeat_n(' ', missing));
    }
}
