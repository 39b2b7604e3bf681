//! Numbers and lists of numbers.

use zeroslack_units::{LARGEST_CAPACITANCE, LARGEST_TIME};

use crate::scan::{Scanner, TextPiece, comment_length, is_blank};
use crate::statement::Statement;

/// Powers of ten that f64 holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Below this an integer is exact as f64.
const EXACT: u64 = 1 << 53;

/// The number at the start of `bytes` and its length.
fn leading_number(bytes: &[u8]) -> Option<(f64, usize)> {
    plain_decimal(bytes).or_else(|| fast_float2::parse_partial(bytes).ok())
}

/// A number without exponent and with few enough digits to be one exact division: nearly all there are.
fn plain_decimal(bytes: &[u8]) -> Option<(f64, usize)> {
    let negative = bytes.first() == Some(&b'-');
    let mut at = usize::from(negative);
    let mut digits = 0_u64;
    let mut point = None;
    while let Some(byte) = bytes.get(at) {
        if point == Some(at)
            && digits < 100_000_000
            && let Some(eight) = eight_digits(&bytes[at..])
        {
            digits = digits * 100_000_000 + eight;
            at += 8;
            continue;
        }
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            digits = digits * 10 + u64::from(digit);
            if digits >= EXACT {
                return None;
            }
        } else if *byte == b'.' && point.is_none() {
            point = Some(at + 1);
        } else {
            break;
        }
        at += 1;
    }
    let fraction = point.map_or(0, |first| at - first);
    let digit_count = at - usize::from(negative) - usize::from(point.is_some());
    if digit_count == 0
        || digits >= EXACT
        || fraction >= POWERS.len()
        || matches!(bytes.get(at), Some(b'e' | b'E'))
    {
        return None;
    }
    let magnitude = digits as f64 / POWERS[fraction];
    Some((if negative { -magnitude } else { magnitude }, at))
}

/// The value of the first eight bytes if all are digits, in three multiplications: characterisation tools write
/// ten after the point or so, and one by one they took a fifth of the time of a whole file.
fn eight_digits(bytes: &[u8]) -> Option<u64> {
    let word = u64::from_le_bytes(*bytes.first_chunk()?);
    let values = word.wrapping_sub(0x3030_3030_3030_3030);
    if (word.wrapping_add(0x4646_4646_4646_4646) | values) & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    // Neighbours join to numbers of two digits, then of four, then of eight.
    let pairs = (values * 10 + (values >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    Some((fours * 10_000 + (fours >> 32)) & 0xffff_ffff)
}

/// The whole of `text` as a finite number.
pub(crate) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let text = text.strip_prefix('+').unwrap_or(text);
    let (value, length) = leading_number(text.as_bytes())?;
    (length == text.len() && value.is_finite()).then_some(value)
}

/// What may stand between the numbers of a list: the quotes and continuations of its lines too.
fn is_separator(byte: u8) -> bool {
    matches!(byte, b',' | b'"' | b'\\') || is_blank(byte)
}

/// Appends every number of a list, times `scale`. `Err` is the byte range in `text` of what is no number, or beyond
/// ±[`LARGEST_TIME`], whatever its unit is.
fn numbers(text: &str, scale: f64, into: &mut Vec<f32>) -> Result<(), std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if is_separator(*byte) {
            at += 1;
            continue;
        }
        if *byte == b'/'
            && let Some(Ok(length)) = comment_length(&bytes[at..])
        {
            at += length;
            continue;
        }
        let start = at + usize::from(*byte == b'+');
        let parsed =
            leading_number(&bytes[start..]).map(|(value, length)| ((value * scale) as f32, start + length));
        match parsed {
            Some((value, end)) if value.abs() <= LARGEST_TIME && ends_number(&bytes[end..]) => {
                into.push(value);
                at = end;
            }
            _ => {
                let rest = &bytes[at..];
                let length = rest.iter().position(|byte| is_separator(*byte)).unwrap_or(rest.len());
                return Err(at..at + length);
            }
        }
    }
    Ok(())
}

fn ends_number(rest: &[u8]) -> bool {
    rest.first().is_none_or(|byte| is_separator(*byte)) || comment_length(rest).is_some()
}

impl<'t> Scanner<'t> {
    /// The value of an attribute that must be a finite number. An error is reported.
    pub fn number(&mut self, statement: &Statement<'t>) -> Option<f64> {
        self.scaled(statement, 1.0).and_then(|_| number(statement.argument.first_argument().text))
    }

    /// As [`Scanner::number`], in our unit.
    pub fn scaled(&mut self, statement: &Statement<'t>, scale: f64) -> Option<f32> {
        self.bounded(statement, scale, f32::MAX)
    }

    /// As [`Scanner::scaled`], and at most `largest` either way.
    pub fn bounded(&mut self, statement: &Statement<'t>, scale: f64, largest: f32) -> Option<f32> {
        let piece = statement.argument;
        let value = piece.only_name().and_then(number).map(|value| (value * scale) as f32);
        let is_finite = value.is_some_and(f32::is_finite);
        let value = value.filter(|value| value.abs() <= largest);
        if value.is_none() {
            self.error("LIB-009", piece.span(), || {
                let most = f64::from(largest) / scale;
                let expected =
                    if is_finite { format!("at most {most}") } else { "a finite number".to_string() };
                format!("'{}' is '{}', expected {expected}", statement.name.text, piece.text)
            });
        }
        value
    }

    /// A capacitance that a pin has, times `scale`. One below 0 is 0, with a warning: no pin gives charge back, and a net that is loaded so would
    /// be read off its tables before their first row.
    pub fn capacitance(&mut self, statement: &Statement<'t>, scale: f64) -> Option<f32> {
        let value = self.bounded(statement, scale, LARGEST_CAPACITANCE)?;
        if value < 0.0 {
            self.warning("LIB-042", statement.argument.span(), || {
                let (name, stated) = (statement.name.text, statement.argument.text);
                format!("'{name}' is {stated}, less than 0: taken as 0")
            });
        }
        Some(value.max(0.0))
    }

    /// Appends the numbers of a list, times `scale`. False after an error.
    pub fn numbers(&mut self, piece: TextPiece<'t>, scale: f64, into: &mut Vec<f32>) -> bool {
        let Err(range) = numbers(piece.text, scale, into) else {
            return true;
        };
        let wrong = piece.part(range);
        self.error("LIB-010", wrong.span(), || {
            let is_number =
                number(wrong.text).is_some_and(|value| (value * scale).abs() < f64::from(f32::MAX));
            let expected = if is_number { "at most 1 ms or 1 uF" } else { "a finite number" };
            format!("'{}' in a list, expected {expected}", wrong.text)
        });
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_form() {
        for (text, expected) in [
            ("0", Some(0.0)),
            ("-12.5", Some(-12.5)),
            ("+1.0e-3", Some(1.0e-3)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("1E3", Some(1000.0)),
            ("0.0934324000", Some(0.0934324)),
            ("123456789012345678901234567890", Some(123456789012345678901234567890.0)),
            ("0.00000000000000000000000000001", Some(1e-29)),
            ("", None),
            (".", None),
            ("-", None),
            ("1.2.3", None),
            ("1e", None),
            ("1ns", None),
            ("inf", None),
            ("NaN", None),
            ("1e999", None),
            ("0x10", None),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }

    #[test]
    fn eight_digits_at_once() {
        assert_eq!(eight_digits(b"12345678"), Some(12_345_678));
        assert_eq!(eight_digits(b"999999990"), Some(99_999_999));
        assert_eq!(eight_digits(b"1234567"), None);
        for at in 0..8 {
            for byte in (0..=255).filter(|byte: &u8| !byte.is_ascii_digit()) {
                let mut bytes = *b"00000000";
                bytes[at] = byte;
                assert_eq!(eight_digits(&bytes), None, "{bytes:?}");
            }
        }
    }

    #[test]
    fn lists_with_all_separators() {
        let list = |text| {
            let mut values = Vec::new();
            numbers(text, 2.0, &mut values).map(|()| values)
        };
        assert_eq!(list("\"1, 2.5\", \\\n \"-3\t4e1\""), Ok(vec![2.0, 5.0, -6.0, 80.0]));
        assert_eq!(list("1 /* two */ 2// three\n3"), Ok(vec![2.0, 4.0, 6.0]));
        assert_eq!(list(""), Ok(vec![]));
        assert_eq!(list("1, x2, 3"), Err(3..5));
        assert_eq!(list("1, 2x, 3"), Err(3..5));
        assert_eq!(list("1 1e39"), Err(2..6));
    }
}
