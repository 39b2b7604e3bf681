//! Numbers in a text that is scanned.

use num_bigint::BigInt;
use num_traits::{Num, Signed, ToPrimitive};

use super::super::number_prefix::{Bases, Prefix, float_prefix, integer_prefix};
use super::format::{Integer, Kind};
use crate::value::Value;

/// Reads the number at the beginning of a text: how much of the text it is, and its value if it is one.
pub(super) fn read(text: &str, kind: &Kind) -> (Prefix, Option<Value>) {
    let (bases, integer) = match kind {
        Kind::Integer { bases, integer } => (*bases, *integer),
        _ => {
            let prefix = float_prefix(text);
            let number = text.get(..prefix.length).filter(|text| !text.is_empty());
            return (prefix, number.map(|text| Value::from(float(text))));
        }
    };
    let prefix = integer_prefix(text, bases);
    if prefix.length == 0 {
        return (prefix, None);
    }
    let value = text.get(prefix.digits..prefix.length).and_then(|digits| {
        let negative = text.starts_with('-');
        if let Ok(small) = i64::from_str_radix(digits, prefix.radix) {
            return Some(of_small(if negative { -small } else { small }, integer));
        }
        let magnitude = BigInt::from_str_radix(digits, prefix.radix).ok()?;
        Some(of_big(if negative { -magnitude } else { magnitude }, integer))
    });
    (prefix, value)
}

/// The float that a text is. Digits alone are an integer first, of which there is one zero only.
fn float(text: &str) -> f64 {
    let is_integer = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-'));
    match text.parse() {
        Ok(number) if is_integer && number == 0.0 => 0.0,
        Ok(number) => number,
        Err(_) => f64::NAN,
    }
}

fn of_small(number: i64, integer: Integer) -> Value {
    match (integer, u64::try_from(number)) {
        (Integer::Unsigned, Err(_)) => Value::from_big(BigInt::from(number as u64)),
        _ => Value::from(number),
    }
}

/// An integer that may not fit: one of at most 64 bits wraps, and a larger one is as large as can be.
fn of_big(number: BigInt, integer: Integer) -> Value {
    if integer == Integer::Big {
        return Value::from_big(number);
    }
    let wrapped = match number.magnitude().to_u64() {
        Some(low) if number.is_negative() => (low as i64).wrapping_neg(),
        Some(low) => low as i64,
        None if number.is_negative() => i64::MIN,
        None => i64::MAX,
    };
    of_small(wrapped, integer)
}

/// The bases that a letter of a format allows.
pub(super) fn bases_of(letter: char) -> Option<Bases> {
    Some(match letter {
        'd' | 'u' => Bases::Only(10),
        'o' => Bases::Only(8),
        'x' | 'X' => Bases::Only(16),
        'b' => Bases::Only(2),
        'i' => Bases::HexadecimalAndOctal,
        _ => return None,
    })
}
