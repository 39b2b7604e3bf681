//! Reports of objects as text: equal line by line, and numbers within a tolerance.

use crate::tally;

/// How much of a unit of time the numbers of two timers may differ by, beside 2 millionths of their value.
#[derive(Clone, Copy)]
pub struct Tolerance(pub f64);

/// A text without its numbers, and these, each with its digits after the point.
fn split(line: &str) -> (String, Vec<(f64, usize)>) {
    let (mut text, mut numbers) = (String::new(), Vec::new());
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let is_signed = bytes[at] == b'-' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if !is_signed && !bytes[at].is_ascii_digit() {
            let character = line[at..].chars().next().unwrap();
            text.push(character);
            at += character.len_utf8();
            continue;
        }
        let start = at;
        at += 1;
        while at < bytes.len() && (bytes[at].is_ascii_digit() || bytes[at] == b'.') {
            at += 1;
        }
        let word = &line[start..at];
        match word.parse() {
            Ok(number) => {
                text.push('#');
                numbers.push((number, word.split_once('.').map_or(0, |(_, digits)| digits.len())));
            }
            Err(_) => text.push_str(word),
        }
    }
    (text, numbers)
}

/// A line where ranges of two numbers that are equal but for rounding are one number.
fn without_narrow_ranges(line: &str) -> String {
    let is_narrow = |(low, high): (&str, &str)| {
        let [low, high] = [low, high].map(|end| end.parse::<f64>().unwrap_or(f64::NAN));
        (high - low).abs() <= 2e-6 + 2e-7 * high.abs()
    };
    let word = |word: &str| match word.split_once('-').filter(|&ends| is_narrow(ends)) {
        Some((low, _)) => low.to_owned(),
        None => word.to_owned(),
    };
    line.split(' ').map(word).collect::<Vec<String>>().join(" ")
}

/// The first difference of two texts: the same line by line once numbers are taken out, and numbers that are close.
pub fn difference(ours: &str, golden: &str, tolerance: Tolerance) -> Option<String> {
    tally::compared(golden.lines().count());
    let (mut ours, mut theirs) = (ours.lines(), golden.lines());
    for line in 1.. {
        let (our, their) = match (ours.next(), theirs.next()) {
            (None, None) => return None,
            (our, their) => (our.unwrap_or("(the end)"), their.unwrap_or("(the end)")),
        };
        if differs(our, their, tolerance) {
            return Some(format!("line {line} is '{our}', expected '{their}'"));
        }
    }
    None
}

fn differs(our: &str, their: &str, Tolerance(tolerance): Tolerance) -> bool {
    let ((our_text, ours), (their_text, theirs)) =
        (split(&without_narrow_ranges(our)), split(&without_narrow_ranges(their)));
    if our_text.trim_end() != their_text.trim_end() || ours.len() != theirs.len() {
        return true;
    }
    ours.iter().zip(theirs).any(|(&(our, our_digits), (their, digits))| {
        let last_digit = if digits < 6 { 1.001 * 10_f64.powi(-(digits as i32)) } else { 0.0 };
        // A frequency in MHz is as exact as its period, of which one in 1/tolerance is not.
        let scale = tolerance / 1e-5;
        let of_period =
            if their_text.contains("fmax") { their * their * 1e-3 / scale * tolerance } else { 0.0 };
        let allowed =
            tolerance + 2e-6 * their.abs() + if digits > 0 { last_digit + of_period } else { -tolerance };
        our_digits != digits || (our - their).abs() > allowed
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_equal_but_for_the_last_digits_of_numbers() {
        let check = |ours: &str, theirs: &str| difference(ours, theirs, Tolerance(1e-5)).is_none();
        assert!(check("0.123456 r1/CK ^", "0.123459 r1/CK ^"));
        assert!(!check("0.123456 r1/CK ^", "0.123656 r1/CK ^"));
        assert!(!check("0.123456 r1/CK ^", "0.123456 r2/CK ^"));
        assert!(!check("0.123456 r1/CK ^", "0.12345 r1/CK ^"));
        assert!(!check("1", "1\n2"));
        assert!(check("period_min = 0.19 fmax = 5226.08", "period_min = 0.19 fmax = 5226.20"));
        assert!(!check("period_min = 0.19 fmax = 5226.08", "period_min = 0.19 fmax = 5228.20"));
    }
}
