//! How much of the beginning of a text is a number.

/// The beginning of a text, read as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    /// How many bytes are the number, 0 if there is none.
    pub length: usize,
    /// Where the digits begin, behind a sign and what names the base.
    pub digits: usize,
    /// The base of an integer.
    pub radix: u32,
    /// Where reading ended, which is behind a sign or a point that no digit follows.
    pub stopped: usize,
}

/// What may stand before the digits of an integer to name its base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bases {
    /// `0x`, `0o`, `0b`, or `0` for octal.
    All,
    /// `0x`, or `0` for octal.
    HexadecimalAndOctal,
    /// One base; `0x` may stand before hexadecimal digits, and `0b` before binary ones.
    Only(u32),
}

/// How many bytes the sign at the beginning takes.
fn sign_length(bytes: &[u8]) -> usize {
    usize::from(matches!(bytes.first(), Some(b'+' | b'-')))
}

fn count_digits(bytes: &[u8], from: usize, radix: u32) -> usize {
    bytes.iter().skip(from).take_while(|&&byte| char::from(byte).is_digit(radix)).count()
}

/// Reads an integer.
pub(super) fn integer_prefix(text: &str, bases: Bases) -> Prefix {
    let bytes = text.as_bytes();
    let start = sign_length(bytes);
    let letter = match bytes.get(start) {
        Some(b'0') => bytes.get(start + 1).map(u8::to_ascii_lowercase),
        _ => None,
    };
    let (radix, marked) = match (bases, letter) {
        (Bases::Only(16) | Bases::All | Bases::HexadecimalAndOctal, Some(b'x')) => (16, true),
        (Bases::All, Some(b'o')) => (8, true),
        (Bases::All | Bases::Only(2), Some(b'b')) => (2, true),
        (Bases::All | Bases::HexadecimalAndOctal, Some(b'0'..=b'9')) => (8, false),
        (Bases::Only(radix), _) => (radix, false),
        _ => (10, false),
    };
    if marked {
        let count = count_digits(bytes, start + 2, radix);
        if count > 0 {
            let length = start + 2 + count;
            return Prefix { length, digits: start + 2, radix, stopped: length };
        }
        // It is the digit 0 alone.
        return Prefix { length: start + 1, digits: start, radix: 10, stopped: start + 1 };
    }
    let end = start + count_digits(bytes, start, radix);
    Prefix { length: if end > start { end } else { 0 }, digits: start, radix, stopped: end }
}

/// How many bytes at the beginning are those of a word, whatever the case of letters.
fn same_letters(bytes: &[u8], word: &[u8]) -> usize {
    bytes.iter().zip(word).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
}

/// How many bytes at the beginning are an infinity or a NaN, and how many might be the beginning of one.
fn special_length(bytes: &[u8]) -> (usize, usize) {
    match (same_letters(bytes, b"infinity"), same_letters(bytes, b"nan")) {
        (8, _) => (8, 8),
        (3.., _) => (3, 3),
        (_, 3) => {
            let length = 3 + payload_length(&bytes[3..]);
            (length, length)
        }
        (infinity, nan) => (0, infinity.max(nan)),
    }
}

/// The bits of a NaN in parentheses.
fn payload_length(bytes: &[u8]) -> usize {
    if bytes.first() != Some(&b'(') {
        return 0;
    }
    let digits = bytes.iter().skip(1).take_while(|byte| byte.is_ascii_hexdigit()).count();
    if digits > 0 && bytes.get(1 + digits) == Some(&b')') { digits + 2 } else { 0 }
}

/// Reads a float in decimal digits, an infinity or a NaN.
pub(super) fn float_prefix(text: &str) -> Prefix {
    let bytes = text.as_bytes();
    let start = sign_length(bytes);
    let prefix = |length, stopped| Prefix { length, digits: start, radix: 10, stopped };
    if bytes.get(start).is_some_and(u8::is_ascii_alphabetic) {
        let (length, stopped) = special_length(&bytes[start..]);
        return prefix(if length == 0 { 0 } else { start + length }, start + stopped);
    }
    let whole = count_digits(bytes, start, 10);
    let mut end = start + whole;
    if bytes.get(end) == Some(&b'.') {
        let fraction = count_digits(bytes, end + 1, 10);
        if whole + fraction == 0 {
            return prefix(0, end + 1);
        }
        end += 1 + fraction;
    } else if whole == 0 {
        return prefix(0, start);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = count_digits(bytes, end + 1 + sign, 10);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    prefix(end, end)
}

/// How many bytes at the beginning are a number in any of its spellings.
pub(super) fn number_length(text: &str) -> usize {
    let integer = integer_prefix(text, Bases::All);
    let float = float_prefix(text);
    // Digits alone are an integer, and octal ones behind a zero.
    let digits = text.as_bytes().get(float.digits..float.length).unwrap_or_default();
    if digits.iter().all(u8::is_ascii_digit) { integer.length } else { float.length }
}
