//! Numbers: integers of any size, and floats.

use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::{Num, ToPrimitive};

/// A number as `expr` knows it.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// An integer of 64 bits.
    Int(i64),
    /// An integer of more.
    Big(Rc<BigInt>),
    /// A float.
    Float(f64),
}

impl Number {
    /// An integer, in the smaller form that holds it.
    pub fn of_big(value: BigInt) -> Self {
        match i64::try_from(&value) {
            Ok(small) => Self::Int(small),
            Err(_) => Self::Big(Rc::new(value)),
        }
    }

    /// The nearest float.
    pub fn to_f64(&self) -> f64 {
        match self {
            Self::Int(value) => *value as f64,
            Self::Big(value) => value.to_f64().unwrap_or(f64::INFINITY),
            Self::Float(value) => *value,
        }
    }

    /// The integer, if it is one.
    pub fn to_big(&self) -> Option<BigInt> {
        match self {
            Self::Int(value) => Some(BigInt::from(*value)),
            Self::Big(value) => Some((**value).clone()),
            Self::Float(_) => None,
        }
    }
}

/// Whether a byte is white space of Tcl's.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_ascii() && is_space(c as u8))
}

/// Reads a number in any of its spellings, with white space around it.
pub fn parse_number(text: &str) -> Option<Number> {
    if let Some(small) = parse_small(text) {
        return Some(Number::Int(small));
    }
    let text = trim(text);
    let first = *text.as_bytes().first()?;
    if !(first.is_ascii_digit() || matches!(first, b'+' | b'-' | b'.' | b'i' | b'I' | b'n' | b'N')) {
        return None;
    }
    match parse_integer(text) {
        Some(value) => Some(Number::of_big(value)),
        None => parse_float(text).map(Number::Float),
    }
}

/// Reads up to 18 plain digits, the common case.
fn parse_small(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let (negative, digits) = match bytes.first()? {
        b'-' => (true, &bytes[1..]),
        _ => (false, bytes),
    };
    if digits.is_empty() || digits.len() > 18 || (digits[0] == b'0' && digits.len() > 1) {
        return None;
    }
    let mut value = 0i64;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(digit - b'0');
    }
    Some(if negative { -value } else { value })
}

/// Reads an integer: decimal, `0x`, `0o`, `0b`, or octal with a leading zero; with white space around it.
pub fn parse_integer(text: &str) -> Option<BigInt> {
    let text = trim(text);
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (radix, digits) = radix_of(digits);
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let value = BigInt::from_str_radix(digits, radix).ok()?;
    Some(if negative { -value } else { value })
}

/// The base that a prefix names, and the digits that follow.
fn radix_of(digits: &str) -> (u32, &str) {
    let bytes = digits.as_bytes();
    if bytes.len() < 2 || bytes[0] != b'0' {
        return (10, digits);
    }
    match bytes[1] {
        b'x' | b'X' => (16, &digits[2..]),
        b'o' | b'O' => (8, &digits[2..]),
        b'b' | b'B' => (2, &digits[2..]),
        b'0'..=b'9' => (8, &digits[1..]),
        _ => (10, digits),
    }
}

/// Reads a float that is no integer by its spelling.
fn parse_float(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let negative = text.starts_with('-');
    let first = *unsigned.as_bytes().first()?;
    if first.is_ascii_digit() || first == b'.' {
        let all =
            unsigned.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
        let looks_like_octal =
            unsigned.len() > 1 && first == b'0' && unsigned.bytes().all(|b| b.is_ascii_digit());
        return if all && !looks_like_octal { text.parse().ok() } else { None };
    }
    let value = match unsigned.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => f64::INFINITY,
        "nan" => f64::NAN,
        word if is_nan_with_payload(word) => f64::NAN,
        _ => return None,
    };
    Some(if negative { -value } else { value })
}

/// `nan(HEX)`.
fn is_nan_with_payload(word: &str) -> bool {
    let payload = word.strip_prefix("nan(").and_then(|rest| rest.strip_suffix(')'));
    payload
        .is_some_and(|hex| !hex.is_empty() && hex.len() <= 13 && hex.chars().all(|c| c.is_ascii_hexdigit()))
}

/// A word that stands for a truth value.
pub(super) fn parse_bool_word(text: &str) -> Option<bool> {
    let word = text.to_ascii_lowercase();
    if word.is_empty() || word.len() > 5 {
        return None;
    }
    if "true".starts_with(&word) || "yes".starts_with(&word) || word == "on" {
        return Some(true);
    }
    if "false".starts_with(&word) || "no".starts_with(&word) || word == "off" || word == "of" {
        return Some(false);
    }
    None
}
