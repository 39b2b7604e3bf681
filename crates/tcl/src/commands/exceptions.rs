//! `catch`, `try`, `error`, `throw`, `return`.

use super::{Native, option_index, wrong_args};
use crate::exception::{Code, Exception, Outcome};
use crate::interp::Interp;
use crate::value::{Dict, Value};

pub(crate) const COMMANDS: &[(&str, Native)] =
    &[("catch", catch), ("error", error), ("return", return_command), ("throw", throw), ("try", try_command)];

fn catch(interp: &mut Interp, words: &[Value]) -> Outcome {
    if !(2..=4).contains(&words.len()) {
        return Err(wrong_args(words, 1, "script ?resultVarName? ?optionVarName?"));
    }
    let outcome = interp.eval(&words[1]);
    let (code, result, options) = interp.caught(outcome)?;
    if let Some(name) = words.get(2) {
        interp.set_var(&name.text(), result)?;
    }
    if let Some(name) = words.get(3) {
        interp.set_var(&name.text(), options)?;
    }
    Ok(Value::from(code))
}

impl Interp {
    /// Code, result and options of how a script ended; an error if scripts may not catch it.
    pub(crate) fn caught(&mut self, outcome: Outcome) -> Result<(i64, Value, Value), Exception> {
        match outcome {
            Ok(value) => Ok((0, value, crate::procedure::no_options())),
            Err(exception) if exception.stopped().is_some() => Err(exception),
            Err(exception) => {
                self.note_error(&exception);
                let code = i64::from(exception.code.number());
                Ok((code, exception.value.clone(), self.return_options(&exception)))
            }
        }
    }
}

fn error(_: &mut Interp, words: &[Value]) -> Outcome {
    if !(2..=4).contains(&words.len()) {
        return Err(wrong_args(words, 1, "message ?errorInfo? ?errorCode?"));
    }
    let mut exception = Exception::error(words[1].clone());
    if let Some(info) = words.get(2).filter(|info| !info.is_empty()) {
        exception.info = Some(info.text().to_owned());
        exception.logged = true;
    }
    exception.error_code = words.get(3).cloned();
    Err(exception)
}

fn throw(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, kind, message] = words else { return Err(wrong_args(words, 1, "type message")) };
    if kind.elements()?.is_empty() {
        let code = ["TCL", "OPERATION", "THROW", "BADEXCEPTION"];
        return Err(Exception::coded("type must be non-empty list", code));
    }
    let mut exception = Exception::error(message.clone());
    exception.error_code = Some(kind.clone());
    Err(exception)
}

/// The number of a code by name or number.
pub(crate) fn completion_code(word: &Value) -> Result<i32, Exception> {
    let names = ["ok", "error", "return", "break", "continue"];
    if let Some(code) = names.iter().position(|name| *name == &*word.text()) {
        return Ok(code as i32);
    }
    word.int().and_then(|code| i32::try_from(code).ok()).ok_or_else(|| {
        let message = format!(
            "bad completion code \"{word}\": must be ok, error, return, break, continue, or an integer"
        );
        Exception::coded(message, ["TCL", "RESULT", "ILLEGAL_CODE"])
    })
}

fn return_command(_: &mut Interp, words: &[Value]) -> Outcome {
    let options = &words[1..];
    let (pairs, value) = match options.len() % 2 {
        0 => (options, Value::empty()),
        _ => (&options[..options.len() - 1], options[options.len() - 1].clone()),
    };
    let mut given = Dict::new();
    for pair in pairs.chunks_exact(2) {
        if *pair[0].text() == *"-options" {
            let more = pair[1].entries().map_err(|_| {
                let message = format!("bad -options value: expected dictionary but got \"{}\"", pair[1]);
                Exception::coded(message, ["TCL", "RESULT", "ILLEGAL_OPTIONS"])
            })?;
            for (key, value) in more.iter() {
                given.insert(key.clone(), value.clone());
            }
        } else {
            given.insert(pair[0].clone(), pair[1].clone());
        }
    }
    with_options(given, value)
}

/// How a command ends with these options of `return`.
pub(crate) fn with_options(mut options: Dict, value: Value) -> Outcome {
    let code = options.remove("-code").map_or(Ok(0), |code| completion_code(&code))?;
    let level = options.remove("-level").map_or(Ok(1), |word| {
        word.int().and_then(|level| u32::try_from(level).ok()).ok_or_else(|| {
            let message = format!("bad -level value: expected non-negative integer but got \"{word}\"");
            Exception::coded(message, ["TCL", "RESULT", "ILLEGAL_LEVEL"])
        })
    })?;
    let (code, level) = if code == 2 { (0, level + 1) } else { (code, level) };
    if level == 0 && code == 0 {
        return Ok(value);
    }
    let kind = if level == 0 { Code::of_number(code) } else { Code::Return };
    let mut exception = Exception::new(kind, value);
    exception.level = level;
    exception.then = code;
    let line = options.remove("-errorline").and_then(|line| line.int());
    exception.line = line.and_then(|line| usize::try_from(line).ok()).unwrap_or(1);
    options.remove("-errorstack");
    if code == 1 {
        exception.info = options.remove("-errorinfo").map(|info| info.text().to_owned());
        exception.error_code = options.remove("-errorcode");
        exception.logged = level == 0 && exception.info.is_some();
    }
    exception.options = (!options.is_empty()).then_some(options);
    Err(exception)
}

/// A handler of `try`.
struct Handler<'a> {
    kind: HandlerKind,
    variables: Value,
    body: &'a Value,
}

enum HandlerKind {
    On(i32),
    Trap(Vec<Value>),
}

fn try_command(interp: &mut Interp, words: &[Value]) -> Outcome {
    let Some(body) = words.get(1) else {
        return Err(wrong_args(words, 1, "body ?handler ...? ?finally script?"));
    };
    let (handlers, finally) = handlers(&words[2..])?;
    let mut outcome = interp.eval(body).map_err(|error| in_try(error, "\"try\" body"));
    if outcome.as_ref().is_err_and(|exception| exception.stopped().is_some()) {
        return outcome;
    }
    if let Some(at) = handlers.iter().position(|handler| handler.takes(&outcome)) {
        outcome = handle(interp, &handlers, at, outcome);
    }
    if let Some(finally) = finally {
        interp.eval(finally).map_err(|error| in_try(error, "\"try ... finally\" body"))?;
    }
    outcome
}

fn in_try(mut exception: Exception, what: &str) -> Exception {
    let text = format!("\n    ({what} line {})", exception.line);
    exception.add_info(&text);
    exception.logged = exception.is_error();
    exception
}

fn handlers(words: &[Value]) -> Result<(Vec<Handler<'_>>, Option<&Value>), Exception> {
    let wrong = |text: &str, kind: &str| {
        Exception::coded(text.to_owned(), ["TCL", "OPERATION", "TRY", kind, "ARGUMENT"])
    };
    let mut handlers = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let kinds = ["finally", "on", "trap"];
        match kinds[option_index(&words[at], &kinds, "handler type", false)?] {
            "finally" => {
                let Some(body) = words.get(at + 1) else {
                    return Err(wrong(
                        "wrong # args to finally clause: must be \"... finally script\"",
                        "FINALLY",
                    ));
                };
                if at + 2 < words.len() {
                    return Err(Exception::coded(
                        "finally clause must be last",
                        ["TCL", "OPERATION", "TRY", "FINALLY", "NONTERMINAL"],
                    ));
                }
                check_fall_through(&handlers)?;
                return Ok((handlers, Some(body)));
            }
            "on" => {
                let [code, variables, body] = clause(&words[at + 1..]).ok_or_else(|| {
                    wrong("wrong # args to on clause: must be \"... on code variableList script\"", "ON")
                })?;
                let kind = HandlerKind::On(completion_code(code)?);
                handlers.push(Handler { kind, variables: variables.clone(), body });
            }
            _ => {
                let [pattern, variables, body] = clause(&words[at + 1..]).ok_or_else(|| {
                    wrong(
                        "wrong # args to trap clause: must be \"... trap pattern variableList script\"",
                        "TRAP",
                    )
                })?;
                let prefix = pattern.elements().map_err(|_| {
                    let message = format!("bad prefix '{pattern}': must be a list");
                    Exception::coded(message, ["TCL", "OPERATION", "TRY", "TRAP", "EXNFORMAT"])
                })?;
                let kind = HandlerKind::Trap(prefix.to_vec());
                handlers.push(Handler { kind, variables: variables.clone(), body });
            }
        }
        at += 4;
    }
    check_fall_through(&handlers)?;
    Ok((handlers, None))
}

fn clause(words: &[Value]) -> Option<[&Value; 3]> {
    match words {
        [first, second, third, ..] => Some([first, second, third]),
        _ => None,
    }
}

fn check_fall_through(handlers: &[Handler<'_>]) -> Result<(), Exception> {
    match handlers.last() {
        Some(last) if *last.body.text() == *"-" => Err(Exception::coded(
            "last non-finally clause must not have a body of \"-\"",
            ["TCL", "OPERATION", "TRY", "BADFALLTHROUGH"],
        )),
        _ => Ok(()),
    }
}

impl Handler<'_> {
    fn takes(&self, outcome: &Outcome) -> bool {
        match &self.kind {
            HandlerKind::On(code) => match outcome {
                Ok(_) => *code == 0,
                Err(exception) => exception.code.number() == *code,
            },
            HandlerKind::Trap(prefix) => outcome.as_ref().is_err_and(|exception| {
                let code = exception.is_error().then(|| exception.error_code().elements());
                matches!(code, Some(Ok(words)) if words.starts_with(prefix))
            }),
        }
    }
}

/// Runs the handler, or the next one with a body. What it ends with takes the place of what it handles.
fn handle(interp: &mut Interp, handlers: &[Handler<'_>], at: usize, outcome: Outcome) -> Outcome {
    let (_, result, options) = interp.caught(outcome)?;
    let names = handlers[at].variables.elements()?;
    for (name, value) in names.iter().zip([result, options]) {
        interp.set_var(&name.text(), value)?;
    }
    let Some(runs) = handlers[at..].iter().find(|handler| *handler.body.text() != *"-") else {
        return Ok(Value::empty());
    };
    let what = match runs.kind {
        HandlerKind::On(_) => "\"try ... on\" handler",
        HandlerKind::Trap(_) => "\"try ... trap\" handler",
    };
    interp.eval(runs.body).map_err(|error| in_try(error, what))
}
