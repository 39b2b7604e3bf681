//! Floats as C writes them: `%e`, `%f`, `%g`.

use crate::exception::Exception;
use crate::value::Value;

/// How a float is written.
pub(super) struct Style {
    pub kind: char,
    pub precision: Option<usize>,
    pub alternate: bool,
}

/// Whether a float is negative, its digits without the sign, and whether it is finite.
pub(super) fn float(style: &Style, value: &Value) -> Result<(bool, String, bool), Exception> {
    let number = value.float().ok_or_else(|| {
        let message = format!("expected floating-point number but got \"{value}\"");
        Exception::coded(message, ["TCL", "VALUE", "NUMBER"])
    })?;
    let negative = number.is_sign_negative();
    let size = number.abs();
    if !size.is_finite() {
        let upper = style.kind.is_ascii_uppercase();
        let word = match (size.is_nan(), upper) {
            (true, false) => "nan",
            (true, true) => "NAN",
            (false, false) => "inf",
            (false, true) => "INF",
        };
        return Ok((negative, word.to_owned(), false));
    }
    let precision = style.precision.unwrap_or(6).min(1 << 20);
    let text = match style.kind.to_ascii_lowercase() {
        'e' => scientific(size, precision, style.alternate),
        'f' => fixed(size, precision, style.alternate),
        _ => general(size, precision.max(1), style.alternate),
    };
    Ok((negative, if style.kind.is_ascii_uppercase() { text.to_uppercase() } else { text }, true))
}

fn fixed(size: f64, precision: usize, alternate: bool) -> String {
    let text = format!("{size:.precision$}");
    if alternate && precision == 0 { format!("{text}.") } else { text }
}

/// The digits with one before the point, and the exponent.
fn parts(size: f64, precision: usize) -> (String, i32) {
    let text = format!("{size:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (digits.to_owned(), exponent.parse().unwrap_or(0))
}

fn scientific(size: f64, precision: usize, alternate: bool) -> String {
    let (digits, exponent) = parts(size, precision);
    let point = if alternate && precision == 0 { "." } else { "" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}{point}e{sign}{:02}", exponent.unsigned_abs())
}

/// The shorter of both forms, without zeros at the end.
fn general(size: f64, precision: usize, alternate: bool) -> String {
    let (_, exponent) = parts(size, precision - 1);
    let trim = |text: String| {
        if alternate || !text.contains('.') {
            return text;
        }
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    if exponent < -4 || exponent >= precision as i32 {
        let (digits, exponent) = parts(size, precision - 1);
        let sign = if exponent < 0 { '-' } else { '+' };
        let point = if alternate && precision == 1 { "." } else { "" };
        return format!("{}{point}e{sign}{:02}", trim(digits), exponent.unsigned_abs());
    }
    let decimals = usize::try_from(precision as i32 - 1 - exponent).unwrap_or(0);
    trim(fixed(size, decimals, alternate))
}
