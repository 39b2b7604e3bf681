//! Text of floats.

/// The shortest text that reads back as the float, as Tcl writes it: with a point or an exponent, so that it stays a float; an exponent
/// below 1e-4 and from 1e17 on.
pub fn format_float(value: f64) -> String {
    if value.is_nan() {
        return if value.is_sign_negative() { "-NaN".to_owned() } else { "NaN".to_owned() };
    }
    if value.is_infinite() {
        return if value > 0.0 { "Inf".to_owned() } else { "-Inf".to_owned() };
    }
    if value == 0.0 {
        return if value.is_sign_negative() { "-0.0".to_owned() } else { "0.0".to_owned() };
    }
    let scientific = shortest(value);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i32 = exponent.parse().unwrap_or(0);
    if !(-4..17).contains(&power) {
        let sign = if power < 0 { '-' } else { '+' };
        return if sign == '+' { format!("{mantissa}e+{power}") } else { format!("{mantissa}e{power}") };
    }
    let digits = mantissa.len() - usize::from(value < 0.0) - usize::from(mantissa.contains('.'));
    let behind_point = usize::try_from(digits as i32 - 1 - power).unwrap_or(0);
    format!("{value:.*}", behind_point.max(1))
}

/// The shortest digits that read back, as `1.5e0`; of two that are equally near, the even ones.
fn shortest(value: f64) -> String {
    let near = format!("{value:e}");
    let digits = near.bytes().take_while(|&byte| byte != b'e').filter(u8::is_ascii_digit).count();
    if digits < 16 {
        return near;
    }
    let even = format!("{value:.*e}", digits - 1);
    if even.parse() == Ok(value) { even } else { near }
}
