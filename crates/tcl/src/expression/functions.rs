//! Functions of expressions, which are the commands `::tcl::mathfunc::NAME`.

use num_bigint::BigInt;
use num_traits::{FromPrimitive, Signed, ToPrimitive};

use super::arithmetic::{domain_error, float, too_large};
use super::compare::compare_numbers;
use crate::commands::Native;
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::namespaces::split_qualified;
use crate::value::{Number, Value, is_invalid_octal};

pub(crate) const FUNCTIONS: &[(&str, Native)] = &[
    ("abs", abs),
    ("acos", |_, words| real(words, f64::acos)),
    ("asin", |_, words| real(words, f64::asin)),
    ("atan", |_, words| real(words, f64::atan)),
    ("atan2", |_, words| two(words, f64::atan2)),
    ("bool", bool_function),
    ("ceil", |_, words| real(words, f64::ceil)),
    ("cos", |_, words| real(words, f64::cos)),
    ("cosh", |_, words| real(words, f64::cosh)),
    ("double", |_, words| real(words, |value| value)),
    ("entier", entier),
    ("exp", |_, words| real(words, f64::exp)),
    ("floor", |_, words| real(words, f64::floor)),
    ("fmod", |_, words| two(words, |a, b| a % b)),
    ("hypot", |_, words| two(words, f64::hypot)),
    ("int", int),
    ("isqrt", isqrt),
    ("log", |_, words| real(words, f64::ln)),
    ("log10", |_, words| real(words, f64::log10)),
    ("max", |_, words| extreme(words, std::cmp::Ordering::Greater)),
    ("min", |_, words| extreme(words, std::cmp::Ordering::Less)),
    ("pow", pow),
    ("rand", rand),
    ("round", round),
    ("sin", |_, words| real(words, f64::sin)),
    ("sinh", |_, words| real(words, f64::sinh)),
    ("sqrt", |_, words| real(words, f64::sqrt)),
    ("srand", srand),
    ("tan", |_, words| real(words, f64::tan)),
    ("tanh", |_, words| real(words, f64::tanh)),
    ("wide", wide),
];

/// The arguments, if there are as many as there must be.
fn arguments<const N: usize>(words: &[Value]) -> Result<&[Value; N], Exception> {
    let given = &words[1..];
    given.try_into().map_err(|_| wrong_count(words, given.len() > N))
}

fn wrong_count(words: &[Value], too_many: bool) -> Exception {
    let name = words[0].text();
    let amount = if too_many { "too many" } else { "not enough" };
    let message = format!("{amount} arguments for math function \"{}\"", split_qualified(&name).1);
    Exception::coded(message, ["TCL", "WRONGARGS"])
}

/// The number that an argument is.
fn number(value: &Value) -> Result<Number, Exception> {
    match value.number() {
        Some(Number::Float(float)) if float.is_nan() => Err(Exception::coded(
            "floating point value is Not a Number",
            ["TCL", "VALUE", "DOUBLE", "NAN"],
        )),
        Some(number) => Ok(number),
        None => {
            let text = value.text();
            let note = if is_invalid_octal(&text) { " (looks like invalid octal number)" } else { "" };
            let message = format!("expected number but got \"{}\"{note}", &*text);
            Err(Exception::coded(message, ["TCL", "VALUE", "NUMBER"]))
        }
    }
}

fn real_number(value: &Value) -> Result<f64, Exception> {
    match value.number() {
        Some(Number::Float(float)) if float.is_nan() => Err(domain_error()),
        Some(number) => Ok(number.to_f64()),
        None => {
            let text = value.text();
            let note = if is_invalid_octal(&text) { " (looks like invalid octal number)" } else { "" };
            let message = format!("expected floating-point number but got \"{}\"{note}", &*text);
            Err(Exception::coded(message, ["TCL", "VALUE", "NUMBER"]))
        }
    }
}

fn real(words: &[Value], function: fn(f64) -> f64) -> Outcome {
    let [value] = arguments(words)?;
    float(function(real_number(value)?))
}

fn two(words: &[Value], function: fn(f64, f64) -> f64) -> Outcome {
    let [a, b] = arguments(words)?;
    float(function(real_number(a)?, real_number(b)?))
}

fn abs(_: &mut Interp, words: &[Value]) -> Outcome {
    let [value] = arguments(words)?;
    Ok(match number(value)? {
        Number::Int(value) => Value::from_big(BigInt::from(value).abs()),
        Number::Big(value) => Value::from_big(value.abs()),
        Number::Float(value) => Value::from(value.abs()),
    })
}

fn bool_function(_: &mut Interp, words: &[Value]) -> Outcome {
    let [value] = arguments(words)?;
    crate::commands::boolean(value).map(Value::from_bool)
}

fn whole(value: &Value) -> Result<BigInt, Exception> {
    Ok(match number(value)? {
        Number::Int(value) => BigInt::from(value),
        Number::Big(value) => (*value).clone(),
        Number::Float(value) => BigInt::from_f64(value.trunc()).ok_or_else(too_large)?,
    })
}

fn entier(_: &mut Interp, words: &[Value]) -> Outcome {
    let [value] = arguments(words)?;
    whole(value).map(Value::from_big)
}

/// The lowest 64 bits.
fn wrapped(value: &BigInt) -> i64 {
    let low = value & BigInt::from(u64::MAX);
    low.to_u64().unwrap_or_default() as i64
}

fn wide(_: &mut Interp, words: &[Value]) -> Outcome {
    let [value] = arguments(words)?;
    whole(value).map(|value| Value::from(wrapped(&value)))
}

/// In Tcl 8.6 on 64-bit machines, the same as `wide`.
fn int(_: &mut Interp, words: &[Value]) -> Outcome {
    let [value] = arguments(words)?;
    whole(value).map(|value| Value::from(wrapped(&value)))
}

fn round(_: &mut Interp, words: &[Value]) -> Outcome {
    let [value] = arguments(words)?;
    Ok(match number(value)? {
        Number::Float(value) => Value::from_big(BigInt::from_f64(value.round()).ok_or_else(too_large)?),
        other => Value::from_number(other),
    })
}

fn isqrt(_: &mut Interp, words: &[Value]) -> Outcome {
    let [value] = arguments(words)?;
    let value = match number(value)? {
        Number::Float(value) if value < 0.0 => BigInt::from(-1),
        _ => whole(value)?,
    };
    if value.is_negative() {
        let message = "square root of negative argument";
        return Err(Exception::coded(message, ["ARITH", "DOMAIN", "domain error: argument not in valid range"]));
    }
    Ok(Value::from_big(value.sqrt()))
}

fn extreme(words: &[Value], wanted: std::cmp::Ordering) -> Outcome {
    let [first, others @ ..] = &words[1..] else { return Err(wrong_count(words, false)) };
    let mut best = number(first)?;
    for other in others {
        let other = number(other)?;
        if compare_numbers(&other, &best) == Some(wanted) {
            best = other;
        }
    }
    Ok(Value::from_number(best))
}

fn pow(_: &mut Interp, words: &[Value]) -> Outcome {
    let [a, b] = arguments::<2>(words)?;
    number(a)?;
    number(b)?;
    super::binary(super::BinaryOp::Power, a, b)
}

/// The minimal standard generator of Park and Miller (Communications of the ACM, 1988).
fn next(seed: i64) -> i64 {
    (seed * 16_807) % 2_147_483_647
}

fn draw(interp: &mut Interp) -> Outcome {
    interp.random_seed = next(interp.random_seed);
    Ok(Value::from(interp.random_seed as f64 / 2_147_483_647.0))
}

fn rand(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [] = arguments::<0>(words)?;
    if interp.random_seed == 0 {
        let (seconds, micros) = interp.world.host.now();
        interp.random_seed = usable_seed(seconds.wrapping_mul(1_000_003) ^ i64::from(micros));
    }
    draw(interp)
}

fn usable_seed(seed: i64) -> i64 {
    match seed & 0x7fff_ffff {
        0 | 0x7fff_ffff => (seed & 0x7fff_ffff) ^ 123_459_876,
        usable => usable,
    }
}

fn srand(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [seed] = arguments(words)?;
    let seed = match number(seed)? {
        Number::Float(_) => {
            let message = format!("expected integer but got \"{seed}\"");
            return Err(Exception::coded(message, ["TCL", "VALUE", "INTEGER"]));
        }
        _ => wrapped(&whole(seed)?),
    };
    interp.random_seed = usable_seed(seed);
    draw(interp)
}
