//! Arithmetic of integers of any size.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{FromPrimitive, One, Signed, ToPrimitive, Zero};

use crate::exception::{Exception, Outcome};
use crate::expression::BinaryOp;
use crate::value::Value;

/// The largest number of bits of a product, a power or a shifted integer: so much text still is made of it in reasonable time.
const MOST_BITS: u64 = 1 << 23;

/// What an operator makes of two integers.
pub(super) fn binary(operator: BinaryOp, a: &BigInt, b: &BigInt) -> Outcome {
    let value = match operator {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply if a.bits().saturating_add(b.bits()) > MOST_BITS => return Err(too_large()),
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide | BinaryOp::Remainder if b.is_zero() => {
            return Err(Exception::coded("divide by zero", ["ARITH", "DIVZERO", "divide by zero"]));
        }
        BinaryOp::Divide => a.div_floor(b),
        BinaryOp::Remainder => a.mod_floor(b),
        BinaryOp::Power => power(a, b)?,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight if b.is_negative() => {
            return Err(Exception::error("negative shift argument"));
        }
        BinaryOp::ShiftLeft => shift_left(a, b)?,
        BinaryOp::ShiftRight => shift_right(a, b),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitXor => a ^ b,
        _ => a | b,
    };
    Ok(Value::from_big(value))
}

fn power(base: &BigInt, exponent: &BigInt) -> Result<BigInt, Exception> {
    if exponent.is_zero() {
        return Ok(BigInt::one());
    }
    if base.is_zero() && exponent.is_negative() {
        return Err(zero_to_negative_power());
    }
    if base.magnitude().is_one() {
        return Ok(if exponent.is_even() { BigInt::one() } else { base.clone() });
    }
    if base.is_zero() || exponent.is_negative() {
        return Ok(BigInt::zero());
    }
    match exponent.to_u32() {
        Some(exponent) if (base.bits() - 1).saturating_mul(u64::from(exponent)) <= MOST_BITS => {
            Ok(base.pow(exponent))
        }
        _ => Err(Exception::error("exponent too large")),
    }
}

fn shift_left(value: &BigInt, shift: &BigInt) -> Result<BigInt, Exception> {
    if value.is_zero() {
        return Ok(BigInt::zero());
    }
    match shift.to_u64() {
        Some(shift) if value.bits().saturating_add(shift) <= MOST_BITS => Ok(value << shift),
        _ => Err(too_large()),
    }
}

/// The quotient by a power of two, towards minus infinity.
fn shift_right(value: &BigInt, shift: &BigInt) -> BigInt {
    match shift.to_u64() {
        Some(shift) if shift < value.bits() => value >> shift,
        _ if value.is_negative() => -BigInt::one(),
        _ => BigInt::zero(),
    }
}

fn too_large() -> Exception {
    Exception::error("integer value too large to represent")
}

pub(super) fn zero_to_negative_power() -> Exception {
    let message = "exponentiation of zero by negative power";
    Exception::coded(message, ["ARITH", "DOMAIN", message])
}

/// The integer towards zero.
pub(in crate::expression) fn to_integer(value: f64) -> Result<BigInt, Exception> {
    let message = "integer value too large to represent";
    BigInt::from_f64(value.trunc()).ok_or_else(|| Exception::coded(message, ["ARITH", "IOVERFLOW", message]))
}

/// The lowest 64 bits of the two's complement.
pub(in crate::expression) fn low_bits(value: &BigInt) -> i64 {
    let low = value.iter_u64_digits().next().unwrap_or_default();
    let low = if value.sign() == Sign::Minus { low.wrapping_neg() } else { low };
    low.cast_signed()
}
