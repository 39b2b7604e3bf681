//! The commands of `::tcl::mathop`: operators with any number of operands where that has a meaning.

use super::arithmetic::{binary, float_operand, unary};
use super::parse::{BinaryOp, UnaryOp};
use crate::commands::{Native, wrong_args};
use crate::exception::Outcome;
use crate::value::Value;

/// Makes the list of commands.
macro_rules! operators {
    ($($name:literal => $function:expr,)*) => {
        /// What the commands do, which needs nothing of the interpreter.
        #[cfg(test)]
        pub(super) const PURE: &[(&str, fn(&[Value]) -> Outcome)] = &[$(($name, $function),)*];

        /// The commands of `::tcl::mathop`, by their names in there.
        pub(crate) const OPERATORS: &[(&str, Native)] = &[
            $(($name, |_, words| {
                let function: fn(&[Value]) -> Outcome = $function;
                function(words)
            }),)*
        ];
    };
}

operators! {
    "!" => |words| one(words, UnaryOp::Not, "boolean"),
    "!=" => |words| two(words, BinaryOp::NotEqual, "value value"),
    "%" => |words| two(words, BinaryOp::Remainder, "integer integer"),
    "&" => |words| fold(words, BinaryOp::BitAnd, -1),
    "*" => |words| fold(words, BinaryOp::Multiply, 1),
    "**" => power,
    "+" => |words| fold(words, BinaryOp::Add, 0),
    "-" => minus,
    "/" => divide,
    "<" => |words| chain(words, BinaryOp::Less),
    "<<" => |words| two(words, BinaryOp::ShiftLeft, "integer shift"),
    "<=" => |words| chain(words, BinaryOp::LessOrEqual),
    "==" => |words| chain(words, BinaryOp::Equal),
    ">" => |words| chain(words, BinaryOp::Greater),
    ">=" => |words| chain(words, BinaryOp::GreaterOrEqual),
    ">>" => |words| two(words, BinaryOp::ShiftRight, "integer shift"),
    "^" => |words| fold(words, BinaryOp::BitXor, 0),
    "eq" => |words| chain(words, BinaryOp::SameText),
    "in" => |words| two(words, BinaryOp::In, "value list"),
    "ne" => |words| two(words, BinaryOp::OtherText, "value value"),
    "ni" => |words| two(words, BinaryOp::NotIn, "value list"),
    "|" => |words| fold(words, BinaryOp::BitOr, 0),
    "~" => |words| one(words, UnaryOp::Complement, "integer"),
}

fn operands(words: &[Value]) -> &[Value] {
    words.get(1..).unwrap_or_default()
}

fn one(words: &[Value], operator: UnaryOp, usage: &str) -> Outcome {
    match operands(words) {
        [value] => unary(operator, value),
        _ => Err(wrong_args(words, 1, usage)),
    }
}

fn two(words: &[Value], operator: BinaryOp, usage: &str) -> Outcome {
    match operands(words) {
        [left, right] => binary(operator, left, right),
        _ => Err(wrong_args(words, 1, usage)),
    }
}

/// From left to right, beginning with the value that changes nothing.
fn fold(words: &[Value], operator: BinaryOp, neutral: i64) -> Outcome {
    match operands(words) {
        [] => Ok(Value::from(neutral)),
        [only] => binary(operator, &Value::from(neutral), only),
        [first, others @ ..] => from_left(first, others, operator),
    }
}

fn from_left(first: &Value, others: &[Value], operator: BinaryOp) -> Outcome {
    others.iter().try_fold(first.clone(), |left, right| binary(operator, &left, right))
}

/// Whether a comparison holds of each operand and the next.
fn chain(words: &[Value], operator: BinaryOp) -> Outcome {
    for pair in operands(words).windows(2) {
        let holds = binary(operator, &pair[0], &pair[1])?;
        if holds.int() == Some(0) {
            return Ok(holds);
        }
    }
    Ok(Value::from_bool(true))
}

/// From right to left.
fn power(words: &[Value]) -> Outcome {
    match operands(words) {
        [] => Ok(Value::from(1i64)),
        [only] => binary(BinaryOp::Power, only, &Value::from(1i64)),
        [others @ .., last] => {
            others.iter().rev().try_fold(last.clone(), |right, left| binary(BinaryOp::Power, left, &right))
        }
    }
}

fn minus(words: &[Value]) -> Outcome {
    match operands(words) {
        [] => Err(wrong_args(words, 1, "value ?value ...?")),
        [only] => unary(UnaryOp::Minus, only),
        [first, others @ ..] => from_left(first, others, BinaryOp::Subtract),
    }
}

fn divide(words: &[Value]) -> Outcome {
    match operands(words) {
        [] => Err(wrong_args(words, 1, "value ?value ...?")),
        [only] => Ok(Value::from(1.0 / float_operand("/", only)?)),
        [first, others @ ..] => from_left(first, others, BinaryOp::Divide),
    }
}
