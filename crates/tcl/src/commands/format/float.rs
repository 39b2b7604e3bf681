//! Floats as C writes them: `%e`, `%f`, `%g`.

use super::conversion::{Conversion, Kind};
use super::{SHOWN_BYTES, pad_number};
use crate::exception::{Exception, shortened};
use crate::value::Value;

/// More digits than any float has behind its point.
const MOST_DIGITS: usize = 1100;

/// Appends the float that an argument is.
pub(super) fn append(
    conversion: &Conversion,
    argument: &Value,
    result: &mut String,
) -> Result<(), Exception> {
    let Kind::Float { style, upper } = conversion.kind else { return Ok(()) };
    let number = float(argument)?;
    let size = number.abs();
    let mut digits = if size.is_finite() {
        let precision = conversion.precision.unwrap_or(6);
        match style {
            b'e' => scientific(size, precision, conversion.alternate),
            b'f' => fixed(size, precision, conversion.alternate),
            _ => general(size, precision.max(1), conversion.alternate),
        }
    } else {
        "inf".to_owned()
    };
    if upper {
        digits.make_ascii_uppercase();
    }
    let zeros = conversion.zero && !conversion.left && size.is_finite();
    pad_number(conversion, zeros, conversion.sign(number.is_sign_negative()), &digits, result);
    Ok(())
}

/// The float that an argument is.
fn float(argument: &Value) -> Result<f64, Exception> {
    match argument.float() {
        Some(number) if number.is_nan() => {
            let message = "floating point value is Not a Number";
            Err(Exception::coded(message, ["TCL", "VALUE", "DOUBLE", "NAN"]))
        }
        Some(number) => Ok(number),
        None => {
            let text = argument.text();
            let hint = if looks_octal(&text) { " (looks like invalid octal number)" } else { "" };
            let shown = shortened(&text, SHOWN_BYTES).0;
            let message = format!("expected floating-point number but got \"{shown}\"{hint}");
            Err(Exception::coded(message, ["TCL", "VALUE", "NUMBER"]))
        }
    }
}

/// Whether a text that is no number has just digits, and a zero first.
fn looks_octal(text: &str) -> bool {
    let digits = text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{b}');
    let digits = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    digits.starts_with('0') && digits.len() > 1 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Adds zeros for the digits that were asked for beyond those there are.
fn push_zeros(text: &mut String, precision: usize) {
    text.extend(std::iter::repeat_n('0', precision.saturating_sub(MOST_DIGITS)));
}

fn fixed(size: f64, precision: usize, point: bool) -> String {
    let mut text = format!("{size:.*}", precision.min(MOST_DIGITS));
    push_zeros(&mut text, precision);
    if point && precision == 0 {
        text.push('.');
    }
    text
}

/// The digits with one before the point, and the exponent.
fn parts(size: f64, precision: usize) -> (String, i32) {
    let text = format!("{size:.*e}", precision.min(MOST_DIGITS));
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits = digits.to_owned();
    push_zeros(&mut digits, precision);
    (digits, exponent.parse().unwrap_or(0))
}

fn with_exponent(mut digits: String, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    digits.push_str(&format!("e{sign}{:02}", exponent.unsigned_abs()));
    digits
}

fn scientific(size: f64, precision: usize, point: bool) -> String {
    let (mut digits, exponent) = parts(size, precision);
    if point && precision == 0 {
        digits.push('.');
    }
    with_exponent(digits, exponent)
}

/// The shorter of both forms with so many digits, without zeros at the end.
fn general(size: f64, precision: usize, keep_zeros: bool) -> String {
    let (mut digits, exponent) = parts(size, precision - 1);
    let wanted = i64::try_from(precision).unwrap_or(i64::MAX);
    let is_small = (-4..wanted).contains(&i64::from(exponent));
    if is_small {
        let decimals = usize::try_from(wanted - 1 - i64::from(exponent)).unwrap_or(0);
        digits = fixed(size, decimals, keep_zeros);
    } else if keep_zeros && precision == 1 {
        digits.push('.');
    }
    if !keep_zeros && digits.contains('.') {
        digits.truncate(digits.trim_end_matches('0').trim_end_matches('.').len());
    }
    if is_small { digits } else { with_exponent(digits, exponent) }
}
