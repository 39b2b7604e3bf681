//! Comparisons: of numbers as numbers, of other text character by character.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use num_traits::FromPrimitive;

use crate::expression::BinaryOp;
use crate::value::{Number, Value};

/// Whether a comparison holds: of numbers if both are, of text otherwise.
pub(in crate::expression) fn same_or_ordered(operator: BinaryOp, left: &Value, right: &Value) -> bool {
    let ordering = match (left.number(), right.number()) {
        (Some(a), Some(b)) => compare(&a, &b),
        _ => Some((*left.text()).cmp(&*right.text())),
    };
    match operator {
        BinaryOp::Less => ordering.is_some_and(Ordering::is_lt),
        BinaryOp::Greater => ordering.is_some_and(Ordering::is_gt),
        BinaryOp::LessOrEqual => ordering.is_some_and(Ordering::is_le),
        BinaryOp::GreaterOrEqual => ordering.is_some_and(Ordering::is_ge),
        BinaryOp::NotEqual => ordering != Some(Ordering::Equal),
        _ => ordering == Some(Ordering::Equal),
    }
}

/// The order of two numbers, without rounding either; `None` if one is not a number.
pub(in crate::expression) fn compare(a: &Number, b: &Number) -> Option<Ordering> {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
        (Number::Float(a), Number::Float(b)) => a.partial_cmp(b),
        (Number::Int(a), Number::Float(b)) => int_and_float(*a, *b),
        (Number::Float(a), Number::Int(b)) => int_and_float(*b, *a).map(Ordering::reverse),
        (Number::Big(a), Number::Float(b)) => big_and_float(a, *b),
        (Number::Float(a), Number::Big(b)) => big_and_float(b, *a).map(Ordering::reverse),
        (Number::Big(a), Number::Big(b)) => Some(a.cmp(b)),
        (Number::Big(a), Number::Int(_)) => Some(sign_order(a)),
        (Number::Int(_), Number::Big(b)) => Some(sign_order(b).reverse()),
    }
}

/// The order of a large integer and any small one.
fn sign_order(large: &BigInt) -> Ordering {
    if large.sign() == Sign::Minus { Ordering::Less } else { Ordering::Greater }
}

fn int_and_float(a: i64, b: f64) -> Option<Ordering> {
    const BEYOND: f64 = 9_223_372_036_854_775_808.0;
    if b >= BEYOND {
        return Some(Ordering::Less);
    }
    if b < -BEYOND {
        return Some(Ordering::Greater);
    }
    if b.is_nan() {
        return None;
    }
    Some(a.cmp(&(b as i64)).then_with(|| 0.0.partial_cmp(&b.fract()).unwrap_or(Ordering::Equal)))
}

fn big_and_float(a: &BigInt, b: f64) -> Option<Ordering> {
    if b.is_nan() {
        return None;
    }
    match BigInt::from_f64(b) {
        Some(whole) => {
            Some(a.cmp(&whole).then_with(|| 0.0.partial_cmp(&b.fract()).unwrap_or(Ordering::Equal)))
        }
        None => Some(if b > 0.0 { Ordering::Less } else { Ordering::Greater }),
    }
}
