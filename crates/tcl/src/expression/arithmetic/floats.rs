//! Arithmetic of floats.

use super::integers::zero_to_negative_power;
use super::operand::domain_error;
use crate::exception::Outcome;
use crate::expression::BinaryOp;
use crate::value::Value;

/// What an operator makes of two floats; it is an error if that is no number.
pub(super) fn binary(operator: BinaryOp, a: f64, b: f64) -> Outcome {
    let value = match operator {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        _ if a == 0.0 && b < 0.0 => return Err(zero_to_negative_power()),
        _ => a.powf(b),
    };
    if value.is_nan() { Err(domain_error()) } else { Ok(Value::from(value)) }
}
