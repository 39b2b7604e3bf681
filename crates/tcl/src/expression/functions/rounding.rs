//! Functions whose results depend on whether the argument is an integer.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use super::{argument, checked, number};
use crate::exception::{Exception, Outcome};
use crate::expression::arithmetic::{compare, low_bits, to_integer};
use crate::value::{Number, Value};

/// The integer below an argument, as a float that is not above it either.
pub(super) fn floor(words: &[Value]) -> Outcome {
    let exact = number(argument(words)?, "floating-point number")?;
    let rounded = match exact {
        Number::Float(value) => value.floor(),
        _ => exact.to_f64(),
    };
    let above = compare(&Number::Float(rounded), &exact).is_some_and(|order| order.is_gt());
    checked(if above { rounded.next_down() } else { rounded })
}

/// The integer above an argument, as a float that is not below it either.
pub(super) fn ceil(words: &[Value]) -> Outcome {
    let exact = number(argument(words)?, "floating-point number")?;
    let rounded = match exact {
        Number::Float(value) => value.ceil(),
        _ => exact.to_f64(),
    };
    let below = compare(&Number::Float(rounded), &exact).is_some_and(|order| order.is_lt());
    checked(if below { rounded.next_up() } else { rounded })
}

/// The nearest integer, of two the one farther from zero. An integer stays as it is spelled.
pub(super) fn round(words: &[Value]) -> Outcome {
    let value = argument(words)?;
    match number(value, "number")? {
        Number::Float(number) => to_integer(number.round()).map(Value::from_big),
        _ => Ok(value.clone()),
    }
}

/// The integer towards zero. An integer stays as it is spelled.
pub(super) fn entier(words: &[Value]) -> Outcome {
    let value = argument(words)?;
    match number(value, "number")? {
        Number::Float(number) => to_integer(number).map(Value::from_big),
        _ => Ok(value.clone()),
    }
}

/// `wide` and `int`: the lowest 64 bits of the integer towards zero.
pub(super) fn wide(words: &[Value]) -> Outcome {
    Ok(Value::from(match number(argument(words)?, "number")? {
        Number::Int(number) => number,
        Number::Big(number) => low_bits(&number),
        Number::Float(number) => low_bits(&to_integer(number)?),
    }))
}

/// The square root of an integer, rounded down.
pub(super) fn isqrt(words: &[Value]) -> Outcome {
    let negative = || {
        let kind = "domain error: argument not in valid range";
        Exception::coded("square root of negative argument", ["ARITH", "DOMAIN", kind])
    };
    let square = match number(argument(words)?, "number")? {
        Number::Int(number) => BigInt::from(number),
        Number::Big(number) => (*number).clone(),
        Number::Float(number) if number < 0.0 => return Err(negative()),
        Number::Float(number) => to_integer(number)?,
    };
    if square.is_negative() {
        return Err(negative());
    }
    Ok(Value::from_big(square.sqrt()))
}

/// The square root, also of integers that are no floats while their roots are. That of a negative number is no number, which is an
/// error only where it is used.
pub(super) fn sqrt(words: &[Value]) -> Outcome {
    let exact = number(argument(words)?, "floating-point number")?;
    let nearest = exact.to_f64();
    match exact {
        Number::Big(number) if nearest == f64::INFINITY => {
            checked(number.sqrt().to_f64().unwrap_or(f64::INFINITY))
        }
        _ if nearest < 0.0 => Ok(Value::from(-f64::NAN)),
        _ => Ok(Value::from(nearest.sqrt())),
    }
}
