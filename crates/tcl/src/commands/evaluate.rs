//! Commands whose work is to run a script: `eval`, `uplevel`, `expr`, `subst`, `source`, `apply`.

use std::rc::Rc;

use super::variable::scope_at;
use super::{Native, option_index, wrong_args};
use crate::compile;
use crate::exception::{Code, Exception, Outcome};
use crate::interp::{Interp, Source};
use crate::machine::Kind;
use crate::namespaces::{Called, FrameCommand, NamespaceId};
use crate::parse::{Substitutions, Token, TokenKind, backslash, parse_parts};
use crate::procedure::Procedure;
use crate::value::Value;

pub(crate) const COMMANDS: &[(&str, Native)] = &[("source", source), ("subst", subst)];

pub(crate) const FRAMES: &[(&str, FrameCommand)] =
    &[("apply", apply), ("eval", eval), ("expr", expr), ("uplevel", uplevel)];

/// Enters a script that is given by the words of a command: one word is the script, more are joined.
pub(crate) fn enter_words(
    interp: &mut Interp,
    words: &[Value],
    frame: usize,
    kind: Kind,
    outer_frames: usize,
) -> Result<Called, Exception> {
    interp.check_depth()?;
    let script = match words {
        [script] => script.clone(),
        words => super::split_join::concat_values(words),
    };
    let outer = std::mem::replace(&mut interp.frame, frame);
    let code = compile::script(interp, &script);
    interp.frame = outer;
    interp.enter(code?, frame, kind, outer_frames);
    Ok(Called::Entered)
}

fn eval(interp: &mut Interp, words: &[Value]) -> Result<Called, Exception> {
    if words.len() < 2 {
        return Err(wrong_args(words, 1, "arg ?arg ...?"));
    }
    let frames = interp.frames.len();
    enter_words(interp, &words[1..], interp.frame, Kind::Body("eval"), frames)
}

fn uplevel(interp: &mut Interp, words: &[Value]) -> Result<Called, Exception> {
    let usage = || wrong_args(words, 1, "?level? command ?arg ...?");
    let Some(first) = words.get(1) else { return Err(usage()) };
    let (frame, script) = match scope_at(interp, &first.text()) {
        Some(_) if words.len() == 2 => return Err(usage()),
        Some(frame) => (frame?, &words[2..]),
        None => {
            let one = scope_at(interp, "1").unwrap_or(Ok(0));
            (one?, &words[1..])
        }
    };
    let frames = interp.frames.len();
    enter_words(interp, script, frame, Kind::Body("uplevel"), frames)
}

fn expr(interp: &mut Interp, words: &[Value]) -> Result<Called, Exception> {
    if words.len() < 2 {
        return Err(wrong_args(words, 1, "arg ?arg ...?"));
    }
    interp.check_depth()?;
    let expression = match &words[1..] {
        [one] => one.clone(),
        more => {
            let texts: Vec<_> = more.iter().map(|word| word.text().to_owned()).collect();
            Value::from(texts.join(" "))
        }
    };
    let code = compile::expression(interp, &expression)?;
    interp.enter(code, interp.frame, Kind::Plain, interp.frames.len());
    Ok(Called::Entered)
}

fn apply(interp: &mut Interp, words: &[Value]) -> Result<Called, Exception> {
    let Some(lambda) = words.get(1) else { return Err(wrong_args(words, 1, "lambdaExpr ?arg ...?")) };
    let procedure = match lambda.cached::<Procedure>() {
        Some(procedure) if !interp.namespace(procedure.namespace).deleted => procedure,
        _ => {
            let procedure = Rc::new(lambda_procedure(interp, lambda)?);
            lambda.keep_cached(procedure.clone());
            procedure
        }
    };
    interp.enter_call(&procedure, words.to_vec(), 2, Kind::Lambda(lambda.clone()))
}

fn lambda_procedure(interp: &Interp, lambda: &Value) -> Result<Procedure, Exception> {
    let error = || {
        let message = format!("can't interpret \"{lambda}\" as a lambda expression");
        Exception::coded(message, ["TCL", "VALUE", "LAMBDA"])
    };
    let parts = lambda.elements().map_err(|_| error())?;
    let (parameters, body, namespace) = match parts.as_slice() {
        [parameters, body] => (parameters, body, NamespaceId::GLOBAL),
        [parameters, body, namespace] => {
            let path = namespace.text();
            let full = if path.starts_with("::") { path.to_string() } else { format!("::{}", &*path) };
            let found = interp.find_namespace(NamespaceId::GLOBAL, &full).ok_or_else(|| {
                let message = format!("namespace \"{full}\" not found");
                Exception::coded(message, ["TCL", "LOOKUP", "NAMESPACE", &*full])
            })?;
            (parameters, body, found)
        }
        _ => return Err(error()),
    };
    Procedure::new(parameters, body.clone(), namespace, "lambda")
        .map_err(|error| error.with_info(&format!("\n    (parsing lambda expression \"{lambda}\")")))
}

fn source(interp: &mut Interp, words: &[Value]) -> Outcome {
    let file = match words {
        [_, file] => file,
        [_, option, _, file] if *option.text() == *"-encoding" => file,
        _ => return Err(wrong_args(words, 1, "?-encoding name? fileName")),
    };
    let text = super::channel::read_whole(interp, &file.text())?;
    interp.run_source(file, &text)
}

impl Interp {
    /// Runs the commands of a file, one after the other. Errors name the file and the line.
    pub(crate) fn run_source(&mut self, file: &Value, text: &str) -> Outcome {
        self.enter_nested()?;
        let text = Value::from(text);
        self.sources.push(Source { path: file.clone(), text: text.clone(), at: 0, counted: (0, 1) });
        let outcome = self.run_text(&text);
        self.sources.pop();
        self.nested -= 1;
        match outcome {
            Err(exception) if exception.is_return() => exception.after_return(),
            Err(exception) if exception.is_error() => {
                let name = file.text();
                let (shown, dots) = crate::exception::shortened(&name, 150);
                let text = format!("\n    (file \"{shown}{dots}\" line {})", exception.line);
                Err(exception.with_info(&text))
            }
            other => other,
        }
    }
}

const SUBST: &[&str] = &["-nobackslashes", "-nocommands", "-novariables"];

fn subst(interp: &mut Interp, words: &[Value]) -> Outcome {
    let Some((text, options)) = words[1..].split_last() else {
        return Err(wrong_args(words, 1, "?-nobackslashes? ?-nocommands? ?-novariables? string"));
    };
    let mut which = Substitutions::ALL;
    for option in options {
        match option_index(option, SUBST, "option", false)? {
            0 => which.backslashes = false,
            1 => which.commands = false,
            _ => which.variables = false,
        }
    }
    substitute(interp, &text.text(), which)
}

/// A text with what is in it put in place.
pub(crate) fn substitute(interp: &mut Interp, text: &str, which: Substitutions) -> Outcome {
    let mut tokens = Vec::new();
    parse_parts(text, which, &mut tokens).map_err(|error| Exception::error(error.message).with_info(""))?;
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        match substituted(interp, text, token, &tokens[at + 1..]) {
            Ok(value) => result.push_str(&value.text()),
            Err(exception) => match exception.code {
                Code::Break => break,
                Code::Continue => {}
                Code::Error => return Err(exception),
                _ => result.push_str(&exception.value.text()),
            },
        }
        interp.check_size(result.len())?;
        at += 1 + token.count as usize;
    }
    Ok(Value::from(result))
}

/// The value of one piece of a text.
fn substituted(interp: &mut Interp, text: &str, token: &Token, after: &[Token]) -> Outcome {
    let source = &text[token.range()];
    match token.kind {
        TokenKind::Text => Ok(Value::from(source)),
        TokenKind::Backslash => Ok(Value::from(backslash(source).0)),
        TokenKind::Command => interp.eval(&Value::from(&source[1..source.len() - 1])),
        TokenKind::Variable => interp.get_var_whole(&text[after[0].range()]),
        TokenKind::Element => {
            let array = &text[after[0].range()];
            let inner = &after[1..token.count as usize];
            let mut index = String::new();
            let mut at = 0;
            while at < inner.len() {
                index.push_str(&substituted(interp, text, &inner[at], &inner[at + 1..])?.text());
                at += 1 + inner[at].count as usize;
            }
            interp.get_element(array, &index)
        }
        TokenKind::Word | TokenKind::ExpandedWord => Ok(Value::empty()),
    }
}
