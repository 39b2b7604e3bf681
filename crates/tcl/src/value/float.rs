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
    let scientific = format!("{value:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i32 = exponent.parse().unwrap_or(0);
    if !(-4..17).contains(&power) {
        let sign = if power < 0 { '-' } else { '+' };
        return if sign == '+' { format!("{mantissa}e+{power}") } else { format!("{mantissa}e{power}") };
    }
    let plain = format!("{value}");
    if plain.contains('.') { plain } else { format!("{plain}.0") }
}
