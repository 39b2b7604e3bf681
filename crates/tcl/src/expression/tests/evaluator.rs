//! A machine for expressions that is just good enough for tests: it knows no commands and but a few variables.

use std::ops::Range;

use crate::exception::{Exception, Outcome};
use crate::expression::functions::{self, random};
use crate::expression::{
    Constant, Expression, Item, Purpose, binary, finish, operators, parse_expression, truth, unary,
};
use crate::parse::backslash;
use crate::value::Value;

/// The variables that there are.
pub(super) const VARIABLES: &[(&str, &str)] =
    &[("a", "7"), ("b", "2.5"), ("c", "word"), ("d", " 0x10 "), ("big", "123456789012345678901234567890")];

/// What a command ends with: its value, or the message, the code and the additional information of its error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Value(String),
    Error(String, String, String),
}

/// What a command of these words gives.
pub(super) fn answer(command: &[String]) -> Answer {
    let words: Vec<Value> = command.iter().map(|word| Value::from(word.as_str())).collect();
    match run(&words) {
        Ok(value) => Answer::Value(value.to_string()),
        Err(error) => {
            let info = error.error_info().to_string();
            let info = info.strip_prefix(&error.message()).unwrap_or_default().trim_start().to_owned();
            Answer::Error(error.message(), error.error_code().to_string(), info)
        }
    }
}

fn run(words: &[Value]) -> Outcome {
    let path = words[0].to_string();
    if path == "expr" {
        return evaluate(&words[1].text());
    }
    let name = path.rsplit("::").next().unwrap_or_default();
    let list = if path.contains("mathop") { operators::PURE } else { functions::PURE };
    let (_, function) = list.iter().find(|(known, _)| *known == name).expect("a known command");
    function(words)
}

/// The value of an expression that is part of code.
pub(super) fn evaluate(text: &str) -> Outcome {
    let Expression { items, constants, finishes } = parse_expression(text, Purpose::Code)?;
    let value = value_of(text, &items, 0..items.len(), &constants)?;
    if finishes { finish(value) } else { Ok(value) }
}

/// The value of some items, whose constants are computed by themselves.
fn value_of(text: &str, items: &[Item], range: Range<usize>, constants: &[Constant]) -> Outcome {
    let mut stack: Vec<Value> = Vec::new();
    let mut seed = 1;
    let mut at = range.start;
    while at < range.end {
        if let Some(constant) = constants.iter().find(|constant| constant.range.start == at) {
            let value = value_of(text, items, constant.range.clone(), &[])?;
            stack.push(if constant.finishes { finish(value)? } else { value });
            at = constant.range.end;
            continue;
        }
        let item = &items[at];
        at += 1;
        match item {
            Item::Literal(value) => stack.push(value.clone()),
            Item::Text(range) => stack.push(Value::from(substituted(&text[range.clone()])?)),
            Item::Variable(range) => stack.push(variable(&text[range.start + 1..range.end])?),
            Item::Command(_) => return Err(Exception::error("no commands here")),
            Item::Unary(operator) => {
                let value = stack.pop().expect("an operand");
                stack.push(unary(*operator, &value)?);
            }
            Item::Binary(operator) => {
                let (right, left) = (stack.pop().expect("an operand"), stack.pop().expect("an operand"));
                stack.push(binary(*operator, &left, &right)?);
            }
            Item::And(end) | Item::Or(end) => {
                let left = truth(&stack.pop().expect("an operand"))?;
                if left == matches!(item, Item::Or(_)) {
                    stack.push(Value::from_bool(left));
                    at = *end;
                }
            }
            Item::NotTrue => {
                let value = truth(&stack.pop().expect("an operand"))?;
                stack.push(Value::from_bool(!value));
            }
            Item::Truth => {
                let value = truth(&stack.pop().expect("an operand"))?;
                stack.push(Value::from_bool(value));
            }
            Item::Unless(place) => {
                if !truth(&stack.pop().expect("a condition"))? {
                    at = *place;
                }
            }
            Item::Jump(place) => at = *place,
            Item::Call(name, count) => {
                let arguments = stack.split_off(stack.len() - count);
                stack.push(call(name, arguments, &mut seed)?);
            }
        }
    }
    assert_eq!(stack.len(), 1, "{text}");
    Ok(stack.remove(0))
}

fn call(name: &str, arguments: Vec<Value>, seed: &mut i64) -> Outcome {
    if name == "srand" {
        *seed = random::seed_of(&arguments[0])?;
    }
    if name == "rand" || name == "srand" {
        return Ok(Value::from(random::next(seed)));
    }
    let Some((_, function)) = functions::PURE.iter().find(|(known, _)| *known == name) else {
        let path = format!("tcl::mathfunc::{name}");
        let message = format!("invalid command name \"{path}\"");
        return Err(Exception::coded(message, ["TCL", "LOOKUP", "COMMAND", &path]));
    };
    let mut words = vec![Value::from(format!("::tcl::mathfunc::{name}"))];
    words.extend(arguments);
    function(&words)
}

fn variable(name: &str) -> Outcome {
    let name = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name);
    match VARIABLES.iter().find(|(known, _)| *known == name) {
        Some((_, value)) => Ok(Value::from(*value)),
        None => {
            let message = format!("can't read \"{name}\": no such variable");
            Err(Exception::coded(message, ["TCL", "READ", "VARNAME"]))
        }
    }
}

/// Text whose backslash sequences and simple variables are substituted.
fn substituted(text: &str) -> Result<String, Exception> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '$']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with('\\') {
            let (character, length) = backslash(rest);
            plain.push(character);
            rest = &rest[length..];
            continue;
        }
        let length = rest[1..].bytes().take_while(u8::is_ascii_alphanumeric).count();
        if length == 0 {
            plain.push('$');
        } else {
            plain.push_str(&variable(&rest[1..1 + length])?.text());
        }
        rest = &rest[1 + length..];
    }
    plain.push_str(rest);
    Ok(plain)
}
