//! Numbers: exact for every decimal, quick for the short ones that extractors write.

/// Powers of ten that an f64 holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Digits beyond this many might not fit a u64.
const MOST_DIGITS: usize = 19;

/// The number that `text` is, all of it; none if it is not one. `nan` and `inf` are numbers here.
pub(crate) fn parse(text: &[u8]) -> Option<f64> {
    quick_all(text).or_else(|| fast_float2::parse(text).ok())
}

/// The number at place `triplet` (0, 1, 2) of `min:typ:max`, or the only one there is.
pub(crate) fn parse_triplet(text: &[u8], triplet: usize) -> Option<f64> {
    let mut parts = text.split(|byte| *byte == b':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(only), None, ..) => parse(only),
        (Some(minimum), Some(typical), Some(maximum), None) => {
            let values = [parse(minimum)?, parse(typical)?, parse(maximum)?];
            values.get(triplet.min(2)).copied()
        }
        _ => None,
    }
}

fn quick_all(text: &[u8]) -> Option<f64> {
    quick(text, 0).filter(|(_, end)| *end == text.len()).map(|(value, _)| value)
}

/// The decimal at `start` and where it ends, if its mantissa and power of ten are both exact as f64, so that
/// one multiplication or division rounds correctly (Clinger, "How to read floating point numbers
/// accurately", PLDI 1990).
#[inline]
pub(crate) fn quick(text: &[u8], start: usize) -> Option<(f64, usize)> {
    let mut mantissa = 0;
    let mut end = digits(text, start, &mut mantissa);
    let mut count = end - start;
    let mut exponent = 0;
    if text.get(end) == Some(&b'.') {
        let point = end;
        end = digits(text, point + 1, &mut mantissa);
        count = end - start - 1;
        exponent = point as i32 + 1 - end as i32;
    }
    if let Some(b'e' | b'E') = text.get(end) {
        let (power, power_end) = power(text, end + 1)?;
        exponent += power;
        end = power_end;
    }
    if count == 0 || count > MOST_DIGITS || mantissa >= 1 << 53 {
        return None;
    }
    let power = POWERS.get(exponent.unsigned_abs() as usize)?;
    Some((if exponent < 0 { mantissa as f64 / power } else { mantissa as f64 * power }, end))
}

/// Appends the digits from `at` on to `mantissa` and returns where they end.
#[inline]
fn digits(text: &[u8], mut at: usize, mantissa: &mut u64) -> usize {
    while let Some(digit) = text.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        *mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    at
}

/// The power of ten at `start`, after the `e`, and where it ends.
#[inline]
fn power(text: &[u8], start: usize) -> Option<(i32, usize)> {
    let (negative, from) = match text.get(start)? {
        b'-' => (true, start + 1),
        b'+' => (false, start + 1),
        _ => (false, start),
    };
    let mut value = 0;
    let end = digits(text, from, &mut value);
    if end == from || end > from + 3 {
        return None;
    }
    Some((if negative { -(value as i32) } else { value as i32 }, end))
}

#[cfg(test)]
mod tests {
    use super::{parse, parse_triplet};
    use proptest::prelude::*;
    use zeroslack_testing::config;

    #[test]
    fn what_is_and_is_not_a_number() {
        for (text, value) in [
            ("0", Some(0.0)),
            ("1.", Some(1.0)),
            (".5", Some(0.5)),
            ("0.000161493", Some(0.000161493)),
            ("2.36259e-05", Some(2.36259e-05)),
            ("1E+3", Some(1000.0)),
            ("1e3", Some(1000.0)),
            ("-0.25", Some(-0.25)),
            ("1e400", Some(f64::INFINITY)),
            ("123456789012345678901234567890", Some(123456789012345678901234567890.0)),
            ("", None),
            (".", None),
            ("e5", None),
            ("1e", None),
            ("1e+", None),
            ("1.2.3", None),
            ("12a", None),
            ("0x10", None),
        ] {
            assert_eq!(parse(text.as_bytes()), value, "{text}");
        }
    }

    #[test]
    fn triplets() {
        for (text, values) in [
            ("1:2:3", [Some(1.0), Some(2.0), Some(3.0)]),
            ("1.5", [Some(1.5); 3]),
            ("1:2", [None; 3]),
            ("1:2:3:4", [None; 3]),
            ("1:x:3", [None; 3]),
            ("::", [None; 3]),
        ] {
            for (place, value) in values.into_iter().enumerate() {
                assert_eq!(parse_triplet(text.as_bytes(), place), value, "{text} {place}");
            }
        }
    }

    proptest! {
        #![proptest_config(config(256))]

        #[test]
        fn agrees_with_the_standard_library(mantissa in any::<u64>(), shift in 0u32..64, point in 0usize..20, exponent in -30i32..30) {
            let mut text = (mantissa >> shift).to_string();
            text.insert(point.min(text.len()), '.');
            if exponent % 3 != 0 {
                text.push_str(&format!("e{exponent}"));
            }
            let expected: f64 = text.parse().unwrap();
            prop_assert_eq!(parse(text.as_bytes()).map(f64::to_bits), Some(expected.to_bits()), "{}", text);
        }
    }
}
