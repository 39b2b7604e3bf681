//! `if`, loops and `switch` whose words are not known before they run; code contains the others.

use super::{Native, glob_match::glob_match, wrong_args};
use crate::exception::{Code, Exception, Outcome, shortened};
use crate::interp::Interp;
use crate::value::Value;

pub(crate) const COMMANDS: &[(&str, Native)] = &[
    ("break", break_command),
    ("continue", continue_command),
    ("for", for_command),
    ("foreach", foreach),
    ("if", if_command),
    ("lmap", lmap),
    ("switch", super::switch::switch),
    ("while", while_command),
];

fn break_command(_: &mut Interp, words: &[Value]) -> Outcome {
    if words.len() != 1 {
        return Err(wrong_args(words, 1, ""));
    }
    Err(Exception::new(Code::Break, Value::empty()))
}

fn continue_command(_: &mut Interp, words: &[Value]) -> Outcome {
    if words.len() != 1 {
        return Err(wrong_args(words, 1, ""));
    }
    Err(Exception::new(Code::Continue, Value::empty()))
}

fn if_command(interp: &mut Interp, words: &[Value]) -> Outcome {
    let wrong = |text: String| Exception::coded(text, ["TCL", "WRONGARGS"]);
    let mut at = 1;
    loop {
        let Some(condition) = words.get(at) else {
            let message = format!("wrong # args: no expression after \"{}\" argument", words[at - 1]);
            return Err(wrong(message));
        };
        at += 1;
        if words.get(at).is_some_and(|word| *word.text() == *"then") {
            at += 1;
        }
        let Some(body) = words.get(at) else {
            return Err(wrong(format!("wrong # args: no script following \"{}\" argument", words[at - 1])));
        };
        if crate::expression::truth(&interp.expr(condition)?)? {
            return interp.eval(body);
        }
        at += 1;
        let Some(next) = words.get(at) else { return Ok(Value::empty()) };
        if *next.text() == *"elseif" {
            at += 1;
            continue;
        }
        if *next.text() == *"else" {
            at += 1;
        }
        let Some(body) = words.get(at) else {
            return Err(wrong(format!("wrong # args: no script following \"{}\" argument", words[at - 1])));
        };
        if at + 1 < words.len() {
            return Err(wrong(
                "wrong # args: extra words after \"else\" clause in \"if\" command".to_owned(),
            ));
        }
        return interp.eval(body);
    }
}

/// Runs the body of a loop once; `false` ends the loop.
pub(super) fn round(interp: &mut Interp, body: &Value, name: &str) -> Result<bool, Exception> {
    interp.step()?;
    match interp.eval(body) {
        Ok(_) => Ok(true),
        Err(exception) => match exception.code {
            Code::Continue => Ok(true),
            Code::Break => Ok(false),
            _ => Err(in_body(exception, name)),
        },
    }
}

fn in_body(exception: Exception, name: &str) -> Exception {
    let text = format!("\n    (\"{name}\" body line {})", exception.line);
    exception.with_info(&text)
}

fn while_command(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, condition, body] = words else { return Err(wrong_args(words, 1, "test command")) };
    while crate::expression::truth(&interp.expr(condition)?)? {
        if !round(interp, body, "while")? {
            break;
        }
    }
    Ok(Value::empty())
}

fn for_command(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, start, condition, next, body] = words else {
        return Err(wrong_args(words, 1, "start test next command"));
    };
    interp.eval(start).map_err(|error| error.with_info("\n    (\"for\" initial command)"))?;
    while crate::expression::truth(&interp.expr(condition)?)? {
        if !round(interp, body, "for")? {
            break;
        }
        match interp.eval(next) {
            Ok(_) => {}
            Err(exception) if exception.code == Code::Break => break,
            Err(exception) => return Err(exception.with_info("\n    (\"for\" loop-end command)")),
        }
    }
    Ok(Value::empty())
}

fn foreach(interp: &mut Interp, words: &[Value]) -> Outcome {
    each(interp, words, "foreach").map(|_| Value::empty())
}

fn lmap(interp: &mut Interp, words: &[Value]) -> Outcome {
    each(interp, words, "lmap").map(Value::list)
}

fn each(interp: &mut Interp, words: &[Value], name: &str) -> Result<Vec<Value>, Exception> {
    if words.len() < 4 || !words.len().is_multiple_of(2) {
        return Err(wrong_args(words, 1, "varList list ?varList list ...? command"));
    }
    let body = &words[words.len() - 1];
    let mut lists = Vec::new();
    for pair in words[1..words.len() - 1].chunks_exact(2) {
        let names = pair[0].elements()?;
        if names.is_empty() {
            let code = ["TCL", "OPERATION", if name == "lmap" { "LMAP" } else { "FOREACH" }, "NEEDVARS"];
            return Err(Exception::coded(format!("{name} varlist is empty"), code));
        }
        lists.push((names, pair[1].elements()?));
    }
    let rounds = lists.iter().map(|(names, list)| list.len().div_ceil(names.len())).max().unwrap_or(0);
    let mut collected = Vec::new();
    for number in 0..rounds {
        for (names, list) in &lists {
            for (offset, variable) in names.iter().enumerate() {
                let element = list.get(number * names.len() + offset).cloned().unwrap_or_default();
                interp.set_var(&variable.text(), element).map_err(|error| {
                    error.with_info(&format!("\n    (setting {name} loop variable \"{variable}\")"))
                })?;
            }
        }
        interp.step()?;
        match interp.eval(body) {
            // A list that a body appends to would be copied if its earlier values were kept.
            Ok(value) if name == "lmap" => collected.push(value),
            Ok(_) => {}
            Err(exception) => match exception.code {
                Code::Continue => {}
                Code::Break => break,
                _ => return Err(in_body(exception, name)),
            },
        }
    }
    Ok(collected)
}

/// Whether a text matches a pattern of `switch`, other than a regular expression.
pub(super) fn arm_matches(pattern: &Value, text: &Value, glob: bool, nocase: bool) -> bool {
    match glob {
        true => glob_match(&pattern.text(), &text.text(), nocase),
        false if nocase => pattern.text().to_lowercase() == text.text().to_lowercase(),
        false => pattern.same_text(text),
    }
}

/// Adds the arm of a `switch` that failed to where the error came from.
pub(super) fn in_arm(exception: Exception, pattern: &Value) -> Exception {
    let text = pattern.text();
    let (shown, dots) = shortened(&text, 50);
    let info = format!("\n    (\"{shown}{dots}\" arm line {})", exception.line);
    exception.with_info(&info)
}
