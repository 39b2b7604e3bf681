//! The functions of expressions, which are the commands of `::tcl::mathfunc`.

pub(super) mod random;
mod rounding;

use std::cmp::Ordering;

use num_traits::Signed;

use super::arithmetic::{compare, domain_error, looks_octal, not_a_number, truth};
use crate::commands::Native;
use crate::exception::{Exception, Outcome};
use crate::value::{Number, Value};

/// Makes the list of commands of functions that need nothing of the interpreter.
macro_rules! functions {
    ($($name:literal => $function:expr,)*) => {
        /// The functions that need nothing but their arguments.
        #[cfg(test)]
        pub(super) const PURE: &[(&str, fn(&[Value]) -> Outcome)] = &[$(($name, $function),)*];

        /// The commands of `::tcl::mathfunc`, by their names in there.
        pub(crate) const FUNCTIONS: &[(&str, Native)] = &[
            $(($name, |_, words| {
                let function: fn(&[Value]) -> Outcome = $function;
                function(words)
            }),)*
            ("rand", random::rand),
            ("srand", random::srand),
        ];
    };
}

functions! {
    "abs" => abs,
    "acos" => |words| of_float(words, f64::acos),
    "asin" => |words| of_float(words, f64::asin),
    "atan" => |words| of_float(words, f64::atan),
    "atan2" => |words| of_floats(words, f64::atan2),
    "bool" => |words| truth(argument(words)?).map(Value::from_bool),
    "ceil" => rounding::ceil,
    "cos" => |words| of_float(words, f64::cos),
    "cosh" => |words| of_float(words, f64::cosh),
    "double" => |words| of_float(words, |value| value),
    "entier" => rounding::entier,
    "exp" => |words| of_float(words, f64::exp),
    "floor" => rounding::floor,
    "fmod" => |words| of_floats(words, |a, b| a % b),
    "hypot" => |words| of_floats(words, f64::hypot),
    "int" => rounding::wide,
    "isqrt" => rounding::isqrt,
    "log" => |words| of_float(words, f64::ln),
    "log10" => |words| of_float(words, f64::log10),
    "max" => |words| extreme(words, Ordering::Greater),
    "min" => |words| extreme(words, Ordering::Less),
    "pow" => |words| of_floats(words, f64::powf),
    "round" => rounding::round,
    "sin" => |words| of_float(words, f64::sin),
    "sinh" => |words| of_float(words, f64::sinh),
    "sqrt" => rounding::sqrt,
    "tan" => |words| of_float(words, f64::tan),
    "tanh" => |words| of_float(words, f64::tanh),
    "wide" => rounding::wide,
}

/// The arguments, if they are so many.
fn arguments<const N: usize>(words: &[Value]) -> Result<&[Value; N], Exception> {
    let given = words.get(1..).unwrap_or_default();
    given.try_into().map_err(|_| {
        let many = if given.len() > N { "too many" } else { "not enough" };
        let path = words.first().map(Value::to_string).unwrap_or_default();
        let name = path.rsplit("::").next().unwrap_or_default();
        let message = format!("{many} arguments for math function \"{name}\"");
        Exception::coded(message, ["TCL", "WRONGARGS"])
    })
}

/// The only argument.
fn argument(words: &[Value]) -> Result<&Value, Exception> {
    let [value] = arguments::<1>(words)?;
    Ok(value)
}

/// The number that an argument is; `what` is what it should be.
fn number(value: &Value, what: &str) -> Result<Number, Exception> {
    match value.number() {
        Some(Number::Float(float)) if float.is_nan() => Err(not_a_number()),
        Some(number) => Ok(number),
        None => {
            let text = value.text();
            let (shown, _) = crate::exception::shortened(&text, 50);
            let message = format!("expected {what} but got \"{shown}\"{}", looks_octal(&text));
            Err(Exception::coded(message, ["TCL", "VALUE", "NUMBER"]))
        }
    }
}

fn float(value: &Value) -> Result<f64, Exception> {
    number(value, "floating-point number").map(|number| number.to_f64())
}

/// A result, which must be a number.
fn checked(value: f64) -> Outcome {
    if value.is_nan() { Err(domain_error()) } else { Ok(Value::from(value)) }
}

fn of_float(words: &[Value], function: fn(f64) -> f64) -> Outcome {
    checked(function(float(argument(words)?)?))
}

fn of_floats(words: &[Value], function: fn(f64, f64) -> f64) -> Outcome {
    let [a, b] = arguments(words)?;
    checked(function(float(a)?, float(b)?))
}

fn abs(words: &[Value]) -> Outcome {
    let value = argument(words)?;
    Ok(match number(value, "number")? {
        Number::Int(number) if number < 0 => match number.checked_neg() {
            Some(positive) => Value::from(positive),
            None => Value::from_big(-num_bigint::BigInt::from(number)),
        },
        Number::Big(number) if number.is_negative() => Value::from_big(-&*number),
        Number::Float(number) if number.is_sign_negative() => Value::from(-number),
        _ => value.clone(),
    })
}

/// `max` and `min`: the first of the arguments that no other is beyond. They begin with the infinity that all others are beyond.
fn extreme(words: &[Value], beyond: Ordering) -> Outcome {
    let given = words.get(1..).unwrap_or_default();
    let (name, infinity) =
        if beyond == Ordering::Greater { ("max", f64::NEG_INFINITY) } else { ("min", f64::INFINITY) };
    if given.is_empty() {
        return Err(Exception::error(format!("not enough arguments to math function \"{name}\"")));
    }
    let (mut best, mut best_number) = (Value::from(infinity), Number::Float(infinity));
    for value in given {
        let number = number(value, "floating-point number").map_err(|mut error| {
            error.error_code = None;
            error
        })?;
        if compare(&number, &best_number) == Some(beyond) {
            (best, best_number) = (value.clone(), number);
        }
    }
    Ok(best)
}
