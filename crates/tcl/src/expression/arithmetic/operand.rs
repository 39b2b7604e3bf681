//! Operands: what they must be, and the errors if they are not.

use std::borrow::Cow;

use num_bigint::BigInt;

use crate::exception::{Exception, Outcome};
use crate::value::{Number, Value};

/// The number that an operand is.
pub(super) fn number(operator: &str, value: &Value) -> Result<Number, Exception> {
    match value.number() {
        Some(Number::Float(float)) if float.is_nan() => {
            Err(bad_operand(operator, "non-numeric floating-point value"))
        }
        Some(number) => Ok(number),
        None if value.is_empty() => Err(bad_operand(operator, "empty string")),
        None if is_bad_octal(&value.text()) => Err(bad_operand(operator, "invalid octal number")),
        None => Err(bad_operand(operator, "non-numeric string")),
    }
}

/// The integer that an operand is.
pub(super) fn integer(operator: &str, value: &Value) -> Result<Number, Exception> {
    match number(operator, value)? {
        Number::Float(_) => Err(bad_operand(operator, "floating-point value")),
        integer => Ok(integer),
    }
}

/// The integer that a number is; of a float, 0.
pub(super) fn whole(number: &Number) -> Cow<'_, BigInt> {
    match number {
        Number::Int(value) => Cow::Owned(BigInt::from(*value)),
        Number::Big(value) => Cow::Borrowed(value),
        Number::Float(_) => Cow::Owned(BigInt::ZERO),
    }
}

/// The operand of `::tcl::mathop` as a float.
pub(in crate::expression) fn float_operand(operator: &str, value: &Value) -> Result<f64, Exception> {
    number(operator, value).map(|number| number.to_f64())
}

fn bad_operand(operator: &str, kind: &str) -> Exception {
    Exception::coded(format!("can't use {kind} as operand of \"{operator}\""), ["ARITH", "DOMAIN", kind])
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c'])
}

/// The digits behind the zero of a number that begins with one.
fn behind_zero(text: &str) -> Option<&str> {
    let text = trim(text);
    text.strip_prefix(['+', '-']).unwrap_or(text).strip_prefix('0')
}

/// Whether this would be an octal number but for its digits.
fn is_bad_octal(text: &str) -> bool {
    behind_zero(text)
        .map(|digits| digits.strip_prefix(['o', 'O']).unwrap_or(digits))
        .is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a text begins like an octal number with wrong digits: what is said of a text that should be a number.
pub(crate) fn looks_octal(text: &str) -> &'static str {
    let Some(digits) = behind_zero(text) else { return "" };
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, behind) = digits.split_at(length);
    if digits.contains(['8', '9']) && !behind.starts_with(['.', 'e', 'E']) {
        return " (looks like invalid octal number)";
    }
    ""
}

/// The truth value of a condition or of an operand of `&&` and `||`.
#[inline]
pub(crate) fn truth(value: &Value) -> Result<bool, Exception> {
    match value.int() {
        Some(number) => Ok(number != 0),
        None => truth_of_other(value),
    }
}

fn truth_of_other(value: &Value) -> Result<bool, Exception> {
    if let Some(Number::Float(float)) = value.number() {
        return if float.is_nan() { Err(not_a_number()) } else { Ok(float != 0.0) };
    }
    value.bool().ok_or_else(|| {
        let text = value.text();
        let (shown, _) = crate::exception::shortened(&text, 50);
        let message = format!("expected boolean value but got \"{shown}\"{}", looks_octal(&text));
        Exception::coded(message, ["TCL", "VALUE", "NUMBER"])
    })
}

/// The value of an expression of which this is what is left: a number is written in the usual way, other text stays.
#[inline]
pub(crate) fn finish(value: Value) -> Outcome {
    match value.number() {
        Some(Number::Int(number)) => Ok(Value::from(number)),
        Some(Number::Float(number)) if number.is_nan() => Err(domain_error()),
        Some(number) => Ok(Value::from_number(number)),
        None => Ok(value),
    }
}

pub(in crate::expression) fn domain_error() -> Exception {
    let message = "domain error: argument not in valid range";
    Exception::coded(message, ["ARITH", "DOMAIN", message])
}

pub(in crate::expression) fn not_a_number() -> Exception {
    Exception::coded("floating point value is Not a Number", ["TCL", "VALUE", "DOUBLE", "NAN"])
}
