//! Integers: `%d`, `%u`, `%o`, `%x`, `%b`.

use num_bigint::BigInt;
use num_traits::Signed;

use super::conversion::{Conversion, Kind, Size};
use super::{SHOWN_BYTES, pad_number};
use crate::exception::{Exception, shortened};
use crate::value::{Number, Value};

/// Appends the integer that an argument is.
pub(super) fn append(
    conversion: &Conversion,
    argument: &Value,
    result: &mut String,
) -> Result<(), Exception> {
    let number = match argument.number() {
        Some(number @ (Number::Int(_) | Number::Big(_))) => number,
        _ => {
            let message =
                format!("expected integer but got \"{}\"", shortened(&argument.text(), SHOWN_BYTES).0);
            return Err(Exception::coded(message, ["TCL", "VALUE", "NUMBER"]));
        }
    };
    let (negative, mut digits) = match (conversion.size, &number) {
        (Size::Big, Number::Big(big)) => big_digits(conversion.kind, big),
        (Size::Big, Number::Int(small)) => (*small < 0, small_digits(conversion.kind, small.unsigned_abs())),
        (size, number) => bits(conversion.kind, low_bits(number), size),
    };
    let with_sign = conversion.kind == Kind::Decimal || conversion.size == Size::Big;
    let mut head = if with_sign { conversion.sign(negative).to_owned() } else { String::new() };
    if conversion.alternate {
        match conversion.kind {
            Kind::Digits { radix: 16, upper: false } => head.push_str("0x"),
            Kind::Digits { radix: 16, upper: true } => head.push_str("0X"),
            Kind::Digits { radix: 2, .. } => head.push_str("0b"),
            Kind::Digits { radix: 8, .. } if digits != "0" => digits.insert(0, '0'),
            _ => {}
        }
    }
    if let Some(least) = conversion.precision.filter(|&least| least > digits.len()) {
        digits.insert_str(0, &"0".repeat(least - digits.len()));
    }
    pad_number(conversion, conversion.zero && conversion.precision.is_none(), &head, &digits, result);
    Ok(())
}

/// The lowest 64 bits of an integer.
fn low_bits(number: &Number) -> i64 {
    match number {
        Number::Int(small) => *small,
        Number::Big(big) => {
            let low = big.iter_u64_digits().next().unwrap_or(0) as i64;
            if big.is_negative() { low.wrapping_neg() } else { low }
        }
        Number::Float(_) => 0,
    }
}

/// Whether so many bits are negative, and their digits.
fn bits(kind: Kind, low: i64, size: Size) -> (bool, String) {
    let short = size == Size::Short;
    if kind == Kind::Decimal {
        let number = if short { i64::from(low as i16) } else { low };
        return (number < 0, small_digits(kind, number.unsigned_abs()));
    }
    (false, small_digits(kind, if short { u64::from(low as u16) } else { low as u64 }))
}

fn small_digits(kind: Kind, magnitude: u64) -> String {
    match kind {
        Kind::Digits { radix: 8, .. } => format!("{magnitude:o}"),
        Kind::Digits { radix: 2, .. } => format!("{magnitude:b}"),
        Kind::Digits { upper: true, .. } => format!("{magnitude:X}"),
        Kind::Digits { .. } => format!("{magnitude:x}"),
        _ => magnitude.to_string(),
    }
}

fn big_digits(kind: Kind, number: &BigInt) -> (bool, String) {
    let digits = match kind {
        Kind::Digits { radix, upper: false } => number.magnitude().to_str_radix(radix),
        Kind::Digits { radix, upper: true } => number.magnitude().to_str_radix(radix).to_ascii_uppercase(),
        _ => number.magnitude().to_string(),
    };
    (number.is_negative(), digits)
}
