//! Where numbers in an expression end.

/// How many bytes of a text, from its first on, are a number; `None` if it does not begin with one.
pub(super) fn number_length(bytes: &[u8]) -> Option<usize> {
    match bytes.first()? {
        b'0' if prefixed(bytes, b'x') => Some(after_prefix(bytes, |b| b.is_ascii_hexdigit())),
        b'0' if prefixed(bytes, b'b') => Some(after_prefix(bytes, |b| matches!(b, b'0' | b'1'))),
        b'0' if prefixed(bytes, b'o') => Some(after_prefix(bytes, |b| matches!(b, b'0'..=b'7'))),
        b'0'..=b'9' => Some(decimal(bytes)),
        b'.' if bytes.get(1).is_some_and(u8::is_ascii_digit) => Some(decimal(bytes)),
        b'i' | b'I' if starts_with(bytes, b"infinity") => Some(8),
        b'i' | b'I' if starts_with(bytes, b"inf") => Some(3),
        b'n' | b'N' if starts_with(bytes, b"nan") => Some(3 + payload(&bytes[3..])),
        _ => None,
    }
}

/// What a word that is no number was probably meant to be.
pub(super) fn bad_number(word: &[u8]) -> Option<&'static str> {
    let length = number_length(word)?;
    match word {
        [b'0', b'b', rest @ ..] => (length == 1 || digit_follows(rest, length - 2)).then_some("binary"),
        [b'0', b'o', rest @ ..] => (length == 1 || digit_follows(rest, length - 2)).then_some("octal"),
        [b'0', ..] => digit_follows(word, length).then_some("octal"),
        _ => None,
    }
}

fn digit_follows(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(u8::is_ascii_digit)
}

fn prefixed(bytes: &[u8], letter: u8) -> bool {
    bytes.get(1).is_some_and(|b| b.eq_ignore_ascii_case(&letter))
}

fn starts_with(bytes: &[u8], word: &[u8]) -> bool {
    bytes.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

fn count(bytes: &[u8], is_digit: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().take_while(|b| is_digit(b)).count()
}

/// A prefix and its digits, or the zero alone if no digit follows.
fn after_prefix(bytes: &[u8], is_digit: impl Fn(&u8) -> bool) -> usize {
    match count(&bytes[2..], is_digit) {
        0 => 1,
        digits => 2 + digits,
    }
}

/// Digits, a point, an exponent; without a point and an exponent a leading zero makes the digits octal.
fn decimal(bytes: &[u8]) -> usize {
    let digits = count(bytes, u8::is_ascii_digit);
    let mut end = digits;
    if bytes.get(end) == Some(&b'.') {
        end += 1;
        end += count(&bytes[end..], u8::is_ascii_digit);
    }
    end += exponent(&bytes[end..]);
    if end == digits && bytes.first() == Some(&b'0') {
        return count(bytes, |b| matches!(b, b'0'..=b'7'));
    }
    end
}

fn exponent(bytes: &[u8]) -> usize {
    if !matches!(bytes.first(), Some(b'e' | b'E')) {
        return 0;
    }
    let start = if matches!(bytes.get(1), Some(b'+' | b'-')) { 2 } else { 1 };
    match count(&bytes[start..], u8::is_ascii_digit) {
        0 => 0,
        digits => start + digits,
    }
}

/// Up to 13 hexadecimal digits in parentheses behind `nan`.
fn payload(bytes: &[u8]) -> usize {
    if bytes.first() != Some(&b'(') {
        return 0;
    }
    match count(&bytes[1..], u8::is_ascii_hexdigit) {
        digits @ 1..=13 if bytes.get(digits + 1) == Some(&b')') => digits + 2,
        _ => 0,
    }
}
