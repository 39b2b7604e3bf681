//! What operators give.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::compare::{compare, is_in};
use super::power::power;
use super::{BinaryOp, UnaryOp};
use crate::exception::{Exception, Outcome};
use crate::value::{Number, Value, is_invalid_octal};

/// The most bits that a number may get by shifting or raising to a power.
pub(super) const MOST_BITS: u64 = 1 << 28;

/// What an operator gives for two operands.
#[inline]
pub(crate) fn binary(operator: BinaryOp, left: &Value, right: &Value) -> Outcome {
    if let (Some(a), Some(b)) = (left.plain_int(), right.plain_int())
        && let Some(value) = small(operator, a, b)
    {
        return Ok(value);
    }
    general(operator, left, right)
}

/// Operators on integers whose result is one, too.
#[inline]
fn small(operator: BinaryOp, a: i64, b: i64) -> Option<Value> {
    Some(match operator {
        BinaryOp::Add => Value::from(a.checked_add(b)?),
        BinaryOp::Subtract => Value::from(a.checked_sub(b)?),
        BinaryOp::Multiply => Value::from(a.checked_mul(b)?),
        BinaryOp::Less => Value::from_bool(a < b),
        BinaryOp::Greater => Value::from_bool(a > b),
        BinaryOp::LessOrEqual => Value::from_bool(a <= b),
        BinaryOp::GreaterOrEqual => Value::from_bool(a >= b),
        BinaryOp::Equal => Value::from_bool(a == b),
        BinaryOp::NotEqual => Value::from_bool(a != b),
        BinaryOp::BitAnd => Value::from(a & b),
        BinaryOp::BitOr => Value::from(a | b),
        BinaryOp::BitXor => Value::from(a ^ b),
        BinaryOp::Divide if b != 0 && (a, b) != (i64::MIN, -1) => Value::from(Integer::div_floor(&a, &b)),
        BinaryOp::Modulo if b != 0 && b != -1 => Value::from(Integer::mod_floor(&a, &b)),
        _ => return None,
    })
}

fn general(operator: BinaryOp, left: &Value, right: &Value) -> Outcome {
    match operator {
        BinaryOp::TextEqual => Ok(Value::from_bool(left.same_text(right))),
        BinaryOp::TextNotEqual => Ok(Value::from_bool(!left.same_text(right))),
        BinaryOp::In => is_in(left, right).map(Value::from_bool),
        BinaryOp::NotIn => is_in(left, right).map(|is| Value::from_bool(!is)),
        BinaryOp::Less
        | BinaryOp::Greater
        | BinaryOp::LessOrEqual
        | BinaryOp::GreaterOrEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual => Ok(Value::from_bool(compare(operator, left, right))),
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Power => {
            let symbol = operator.symbol();
            let (a, b) = (operand(left, symbol)?, operand(right, symbol)?);
            numbers(operator, a, b)
        }
        BinaryOp::Modulo
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight
        | BinaryOp::BitAnd
        | BinaryOp::BitXor
        | BinaryOp::BitOr => {
            let symbol = operator.symbol();
            let (a, b) = (whole(left, symbol)?, whole(right, symbol)?);
            integers(operator, &a, &b).map(Value::from_big)
        }
    }
}

/// The number that an operand is.
pub(super) fn operand(value: &Value, symbol: &str) -> Result<Number, Exception> {
    match value.number() {
        Some(Number::Float(float)) if float.is_nan() => {
            Err(bad_operand("non-numeric floating-point value", symbol))
        }
        Some(number) => Ok(number),
        None => Err(bad_operand(kind_of_text(value), symbol)),
    }
}

fn kind_of_text(value: &Value) -> &'static str {
    let text = value.text();
    match text.is_empty() {
        true => "empty string",
        false if is_invalid_octal(&text) => "invalid octal number",
        false => "non-numeric string",
    }
}

fn whole(value: &Value, symbol: &str) -> Result<BigInt, Exception> {
    match operand(value, symbol)? {
        Number::Float(_) => Err(bad_operand("floating-point value", symbol)),
        number => number.to_big().ok_or_else(|| bad_operand("floating-point value", symbol)),
    }
}

fn bad_operand(what: &str, symbol: &str) -> Exception {
    Exception::coded(format!("can't use {what} as operand of \"{symbol}\""), ["ARITH", "DOMAIN", what])
}

pub(super) fn divide_by_zero() -> Exception {
    Exception::coded("divide by zero", ["ARITH", "DIVZERO", "divide by zero"])
}

pub(super) fn domain_error() -> Exception {
    let message = "domain error: argument not in valid range";
    Exception::coded(message, ["ARITH", "DOMAIN", message])
}

pub(super) fn too_large() -> Exception {
    let message = "integer value too large to represent";
    Exception::coded(message, ["ARITH", "IOVERFLOW", message])
}

/// A float that is no number is an error.
pub(super) fn float(value: f64) -> Outcome {
    if value.is_nan() { Err(domain_error()) } else { Ok(Value::from(value)) }
}

fn numbers(operator: BinaryOp, a: Number, b: Number) -> Outcome {
    if let (Some(a), Some(b)) = (a.to_big(), b.to_big()) {
        return match operator {
            BinaryOp::Add => Ok(Value::from_big(a + b)),
            BinaryOp::Subtract => Ok(Value::from_big(a - b)),
            BinaryOp::Multiply if a.bits() + b.bits() > MOST_BITS => Err(too_large()),
            BinaryOp::Multiply => Ok(Value::from_big(a * b)),
            BinaryOp::Divide if b.is_zero() => Err(divide_by_zero()),
            BinaryOp::Divide => Ok(Value::from_big(a.div_floor(&b))),
            _ => power(&a, &b),
        };
    }
    let (a, b) = (a.to_f64(), b.to_f64());
    float(match operator {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        _ if a == 0.0 && b < 0.0 => {
            let message = "exponentiation of zero by negative power";
            return Err(Exception::coded(message, ["ARITH", "DOMAIN", message]));
        }
        _ => a.powf(b),
    })
}

fn integers(operator: BinaryOp, a: &BigInt, b: &BigInt) -> Result<BigInt, Exception> {
    Ok(match operator {
        BinaryOp::Modulo if b.is_zero() => return Err(divide_by_zero()),
        BinaryOp::Modulo => a.mod_floor(b),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::ShiftLeft => return shift_left(a, b),
        _ => return shift_right(a, b),
    })
}

fn negative_shift() -> Exception {
    Exception::coded("negative shift argument", ["ARITH", "DOMAIN", "domain error: argument not in valid range"])
}

fn shift_left(a: &BigInt, b: &BigInt) -> Result<BigInt, Exception> {
    if b.is_negative() {
        return Err(negative_shift());
    }
    if a.is_zero() {
        return Ok(BigInt::zero());
    }
    match b.to_u64().filter(|bits| bits.saturating_add(a.bits()) < MOST_BITS) {
        Some(bits) => Ok(a << bits),
        None => Err(too_large()),
    }
}

fn shift_right(a: &BigInt, b: &BigInt) -> Result<BigInt, Exception> {
    if b.is_negative() {
        return Err(negative_shift());
    }
    match b.to_u64().filter(|&bits| bits <= a.bits()) {
        Some(bits) => Ok(a >> bits),
        None if a.is_negative() => Ok(BigInt::from(-1)),
        None => Ok(BigInt::zero()),
    }
}

/// What an operator gives for one operand.
pub(crate) fn unary(operator: UnaryOp, value: &Value) -> Outcome {
    let symbol = operator.symbol();
    match operator {
        UnaryOp::Not => match value.number() {
            Some(Number::Float(float)) if float.is_nan() => {
                Err(bad_operand("non-numeric floating-point value", symbol))
            }
            _ => match value.bool() {
                Some(truth) => Ok(Value::from_bool(!truth)),
                None => Err(bad_operand(kind_of_text(value), symbol)),
            },
        },
        UnaryOp::Plus => operand(value, symbol).map(Value::from_number),
        UnaryOp::BitNot => whole(value, symbol).map(|value| Value::from_big(!value)),
        UnaryOp::Negate => Ok(match operand(value, symbol)? {
            Number::Float(float) => Value::from(-float),
            number => match number.to_big() {
                Some(big) => Value::from_big(-big),
                None => Value::empty(),
            },
        }),
    }
}

/// The truth value of a condition.
#[inline]
pub(crate) fn truth(value: &Value) -> Result<bool, Exception> {
    match value.plain_int() {
        Some(value) => Ok(value != 0),
        None => crate::commands::boolean(value),
    }
}

/// What an expression gives that is a single operand: a number in its plain form.
pub(crate) fn finish(value: Value) -> Outcome {
    if value.plain_int().is_some() {
        return Ok(value);
    }
    match value.number() {
        Some(Number::Float(float)) if float.is_nan() => Err(domain_error()),
        Some(number) => Ok(Value::from_number(number)),
        None => Ok(value),
    }
}
