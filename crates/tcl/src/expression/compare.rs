//! Comparisons: of numbers as numbers, of all else as text.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::FromPrimitive;

use super::BinaryOp;
use crate::exception::Exception;
use crate::value::{Number, Value};

pub(super) fn compare(operator: BinaryOp, left: &Value, right: &Value) -> bool {
    let ordering = match (left.number(), right.number()) {
        (Some(a), Some(b)) => compare_numbers(&a, &b),
        _ => Some(left.text().cmp(&right.text())),
    };
    match operator {
        BinaryOp::Less => ordering == Some(Ordering::Less),
        BinaryOp::Greater => ordering == Some(Ordering::Greater),
        BinaryOp::LessOrEqual => matches!(ordering, Some(Ordering::Less | Ordering::Equal)),
        BinaryOp::GreaterOrEqual => matches!(ordering, Some(Ordering::Greater | Ordering::Equal)),
        BinaryOp::Equal => ordering == Some(Ordering::Equal),
        _ => ordering != Some(Ordering::Equal),
    }
}

/// The order of two numbers; none with something that is no number.
pub(crate) fn compare_numbers(a: &Number, b: &Number) -> Option<Ordering> {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
        (Number::Float(a), Number::Float(b)) => a.partial_cmp(b),
        (Number::Float(a), b) => compare_float(*a, b),
        (a, Number::Float(b)) => compare_float(*b, a).map(Ordering::reverse),
        (a, b) => Some(a.to_big()?.cmp(&b.to_big()?)),
    }
}

/// The order of a float and an integer, without rounding the integer.
fn compare_float(float: f64, integer: &Number) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float.is_infinite() {
        return Some(if float > 0.0 { Ordering::Greater } else { Ordering::Less });
    }
    let floor = BigInt::from_f64(float.floor())?;
    match floor.cmp(&integer.to_big()?) {
        Ordering::Equal if float > float.floor() => Some(Ordering::Greater),
        other => Some(other),
    }
}

/// Whether a list has an element with this text.
pub(super) fn is_in(value: &Value, list: &Value) -> Result<bool, Exception> {
    let elements = list.elements()?;
    Ok(elements.iter().any(|element| element.same_text(value)))
}
