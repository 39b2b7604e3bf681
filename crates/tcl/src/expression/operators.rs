//! Operators as the commands `::tcl::mathop::OPERATOR`.

use super::{BinaryOp, UnaryOp, binary, unary};
use crate::commands::{Native, wrong_args};
use crate::exception::Outcome;
use crate::interp::Interp;
use crate::value::Value;

pub(crate) const OPERATORS: &[(&str, Native)] = &[
    ("!", not),
    ("!=", |_, words| pair(words, BinaryOp::NotEqual)),
    ("%", |_, words| two(words, BinaryOp::Modulo, "integer integer")),
    ("&", |_, words| fold(words, BinaryOp::BitAnd, -1)),
    ("*", |_, words| fold(words, BinaryOp::Multiply, 1)),
    ("**", power),
    ("+", |_, words| fold(words, BinaryOp::Add, 0)),
    ("-", |_, words| reduce(words, BinaryOp::Subtract)),
    ("/", |_, words| reduce(words, BinaryOp::Divide)),
    ("<", |_, words| ascending(words, BinaryOp::Less)),
    ("<<", |_, words| two(words, BinaryOp::ShiftLeft, "integer shift")),
    ("<=", |_, words| ascending(words, BinaryOp::LessOrEqual)),
    ("==", |_, words| ascending(words, BinaryOp::Equal)),
    (">", |_, words| ascending(words, BinaryOp::Greater)),
    (">=", |_, words| ascending(words, BinaryOp::GreaterOrEqual)),
    (">>", |_, words| two(words, BinaryOp::ShiftRight, "integer shift")),
    ("^", |_, words| fold(words, BinaryOp::BitXor, 0)),
    ("eq", |_, words| ascending(words, BinaryOp::TextEqual)),
    ("in", |_, words| two(words, BinaryOp::In, "value list")),
    ("ne", |_, words| pair(words, BinaryOp::TextNotEqual)),
    ("ni", |_, words| two(words, BinaryOp::NotIn, "value list")),
    ("|", |_, words| fold(words, BinaryOp::BitOr, 0)),
    ("~", bit_not),
];

fn not(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, value] = words else { return Err(wrong_args(words, 1, "boolean")) };
    unary(UnaryOp::Not, value)
}

fn bit_not(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, value] = words else { return Err(wrong_args(words, 1, "integer")) };
    unary(UnaryOp::BitNot, value)
}

fn two(words: &[Value], operator: BinaryOp, usage: &str) -> Outcome {
    let [_, a, b] = words else { return Err(wrong_args(words, 1, usage)) };
    binary(operator, a, b)
}

fn pair(words: &[Value], operator: BinaryOp) -> Outcome {
    two(words, operator, "value value")
}

fn fold(words: &[Value], operator: BinaryOp, neutral: i64) -> Outcome {
    let mut result = Value::from(neutral);
    for value in &words[1..] {
        result = binary(operator, &result, value)?;
    }
    Ok(result)
}

/// `-` and `/`: one operand is taken from 0, or divides 1.
fn reduce(words: &[Value], operator: BinaryOp) -> Outcome {
    match &words[1..] {
        [] => Err(wrong_args(words, 1, "value ?value ...?")),
        [only] if operator == BinaryOp::Subtract => unary(UnaryOp::Negate, only),
        [only] => binary(operator, &Value::from(1.0), only),
        [first, others @ ..] => {
            let mut result = first.clone();
            for value in others {
                result = binary(operator, &result, value)?;
            }
            Ok(result)
        }
    }
}

fn power(_: &mut Interp, words: &[Value]) -> Outcome {
    let mut result = Value::from(1);
    for value in words[1..].iter().rev() {
        result = binary(BinaryOp::Power, value, &result)?;
    }
    Ok(result)
}

fn ascending(words: &[Value], operator: BinaryOp) -> Outcome {
    for pair in words[1..].windows(2) {
        if binary(operator, &pair[0], &pair[1])?.bool() != Some(true) {
            return Ok(Value::from_bool(false));
        }
    }
    Ok(Value::from_bool(true))
}
