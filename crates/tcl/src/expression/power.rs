//! Powers of integers.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::arithmetic::MOST_BITS;
use crate::exception::{Exception, Outcome};
use crate::value::Value;

/// An integer raised to a power: 0 where the result is below 1.
pub(super) fn power(base: &BigInt, exponent: &BigInt) -> Outcome {
    let even = !exponent.bit(0);
    if exponent.is_negative() && base.is_zero() {
        let message = "exponentiation of zero by negative power";
        return Err(Exception::coded(message, ["ARITH", "DOMAIN", message]));
    }
    if base.is_one() || exponent.is_zero() {
        return Ok(Value::from(1));
    }
    if *base == BigInt::from(-1) {
        return Ok(Value::from(if even { 1 } else { -1 }));
    }
    if exponent.is_negative() || base.is_zero() {
        return Ok(Value::from(0));
    }
    let too_large = || Exception::error("exponent too large");
    let exponent = exponent.to_u32().filter(|&it| it < 1 << 28).ok_or_else(too_large)?;
    if base.bits().saturating_sub(1).saturating_mul(u64::from(exponent)) > MOST_BITS {
        return Err(too_large());
    }
    Ok(Value::from_big(base.pow(exponent)))
}
