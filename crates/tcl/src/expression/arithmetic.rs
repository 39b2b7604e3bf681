//! What the operators compute.

mod compare;
mod floats;
mod integers;
mod operand;

use num_bigint::BigInt;

pub(super) use compare::{compare, same_or_ordered};
pub(super) use integers::{low_bits, to_integer};
pub(super) use operand::{domain_error, float_operand, not_a_number};
pub(crate) use operand::{finish, looks_octal, truth};

use super::parse::{BinaryOp, UnaryOp};
use crate::exception::{Exception, Outcome};
use crate::value::{Number, Value};

/// What an operator makes of two operands.
#[inline]
pub(crate) fn binary(operator: BinaryOp, left: &Value, right: &Value) -> Outcome {
    match operator {
        BinaryOp::SameText => return Ok(Value::from_bool(left.same_text(right))),
        BinaryOp::OtherText => return Ok(Value::from_bool(!left.same_text(right))),
        BinaryOp::In => return is_element(left, right).map(Value::from_bool),
        BinaryOp::NotIn => return is_element(left, right).map(|found| Value::from_bool(!found)),
        _ => {}
    }
    if let (Some(a), Some(b)) = (left.plain_int(), right.plain_int())
        && let Some(value) = of_ints(operator, a, b)
    {
        return Ok(value);
    }
    of_values(operator, left, right)
}

/// What an operator makes of one operand.
#[inline]
pub(crate) fn unary(operator: UnaryOp, value: &Value) -> Outcome {
    if let Some(number) = value.int() {
        let quick = match operator {
            UnaryOp::Plus => Some(number),
            UnaryOp::Minus => number.checked_neg(),
            UnaryOp::Not => Some(i64::from(number == 0)),
            UnaryOp::Complement => Some(!number),
        };
        if let Some(quick) = quick {
            return Ok(Value::from(quick));
        }
    }
    unary_of_value(operator, value)
}

/// The common case: `None` where the result does not fit, or is an error.
#[inline]
fn of_ints(operator: BinaryOp, a: i64, b: i64) -> Option<Value> {
    Some(match operator {
        BinaryOp::Add => Value::from(a.checked_add(b)?),
        BinaryOp::Subtract => Value::from(a.checked_sub(b)?),
        BinaryOp::Multiply => Value::from(a.checked_mul(b)?),
        BinaryOp::Divide => Value::from(floor_divide(a, b)?),
        BinaryOp::Remainder => Value::from(floor_remainder(a, b)?),
        BinaryOp::Power => Value::from(a.checked_pow(u32::try_from(b).ok()?)?),
        BinaryOp::ShiftLeft => Value::from(shift_left(a, b)?),
        BinaryOp::ShiftRight => Value::from(a >> u32::try_from(b).ok()?.min(63)),
        BinaryOp::BitAnd => Value::from(a & b),
        BinaryOp::BitXor => Value::from(a ^ b),
        BinaryOp::BitOr => Value::from(a | b),
        BinaryOp::Less => Value::from_bool(a < b),
        BinaryOp::Greater => Value::from_bool(a > b),
        BinaryOp::LessOrEqual => Value::from_bool(a <= b),
        BinaryOp::GreaterOrEqual => Value::from_bool(a >= b),
        BinaryOp::Equal => Value::from_bool(a == b),
        BinaryOp::NotEqual => Value::from_bool(a != b),
        BinaryOp::SameText | BinaryOp::OtherText | BinaryOp::In | BinaryOp::NotIn => return None,
    })
}

/// The quotient towards minus infinity.
fn floor_divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// The remainder that has the sign of the divisor.
fn floor_remainder(a: i64, b: i64) -> Option<i64> {
    let remainder = a.checked_rem(b)?;
    Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
}

fn shift_left(a: i64, b: i64) -> Option<i64> {
    let shift = u32::try_from(b).ok().filter(|&shift| shift < 63)?;
    let shifted = a << shift;
    (shifted >> shift == a).then_some(shifted)
}

/// Everything but what [`binary`] does itself.
fn of_values(operator: BinaryOp, left: &Value, right: &Value) -> Outcome {
    match operator {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Power => {
            let a = operand::number(operator.name(), left)?;
            let b = operand::number(operator.name(), right)?;
            if matches!(a, Number::Float(_)) || matches!(b, Number::Float(_)) {
                return floats::binary(operator, a.to_f64(), b.to_f64());
            }
            if operator == BinaryOp::Power && matches!(b, Number::Int(1)) {
                // An integer raised to 1 stays spelled as it is.
                return Ok(left.clone());
            }
            integers::binary(operator, &operand::whole(&a), &operand::whole(&b))
        }
        BinaryOp::Remainder
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight
        | BinaryOp::BitAnd
        | BinaryOp::BitXor
        | BinaryOp::BitOr => {
            let a = operand::integer(operator.name(), left)?;
            let b = operand::integer(operator.name(), right)?;
            integers::binary(operator, &operand::whole(&a), &operand::whole(&b))
        }
        _ => Ok(Value::from_bool(same_or_ordered(operator, left, right))),
    }
}

fn unary_of_value(operator: UnaryOp, value: &Value) -> Outcome {
    match operator {
        UnaryOp::Plus => operand::number(operator.name(), value).map(Value::from_number),
        UnaryOp::Minus => Ok(match operand::number(operator.name(), value)? {
            Number::Int(number) => Value::from_big(-BigInt::from(number)),
            Number::Big(number) => Value::from_big(-&*number),
            Number::Float(number) => Value::from(-number),
        }),
        UnaryOp::Not => match (operand::number(operator.name(), value), value.bool()) {
            (Err(error), None) => Err(error),
            (Err(error), Some(_)) if value.number().is_some() => Err(error),
            (_, truth) => Ok(Value::from_bool(truth == Some(false))),
        },
        UnaryOp::Complement => {
            let number = operand::integer(operator.name(), value)?;
            Ok(Value::from_big(-operand::whole(&number).into_owned() - 1))
        }
    }
}

/// Whether a list has an element of the same text.
fn is_element(value: &Value, list: &Value) -> Result<bool, Exception> {
    Ok(list.elements()?.iter().any(|element| element.same_text(value)))
}
