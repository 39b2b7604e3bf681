//! `for`, `map` and `filter`.

use super::super::glob_match::glob_match;
use super::super::{boolean, option_index, wrong_args};
use crate::exception::{Code, Exception, Outcome};
use crate::interp::Interp;
use crate::value::{Dict, Value};

fn pair_of_names(names: &Value, what: &str) -> Result<(Value, Value), Exception> {
    match names.elements()?.as_slice() {
        [key, value] => Ok((key.clone(), value.clone())),
        _ => Err(Exception::coded("must have exactly two variable names", ["TCL", "SYNTAX", "dict", what])),
    }
}

/// Runs a body for each entry; `None` where it said `continue`. `visit` sees what it gave and says whether to go on.
fn each(
    interp: &mut Interp,
    [names, dict, body]: [&Value; 3],
    what: &str,
    mut visit: impl FnMut(&Value, &Value, Value) -> Result<(), Exception>,
) -> Result<(), Exception> {
    let (key_name, value_name) = pair_of_names(names, what.trim_start_matches("dict "))?;
    let entries = dict.entries()?;
    for (key, value) in entries.iter() {
        interp.step()?;
        interp.set_var(&key_name.text(), key.clone())?;
        interp.set_var(&value_name.text(), value.clone())?;
        match interp.eval(body) {
            Ok(result) => visit(key, value, result)?,
            Err(exception) => match exception.code {
                Code::Continue => {}
                Code::Break => break,
                _ => {
                    let text = format!("\n    (\"{what}\" body line {})", exception.line);
                    return Err(exception.with_info(&text));
                }
            },
        }
    }
    Ok(())
}

pub(super) fn for_each(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, names, dict, body] = words else {
        return Err(wrong_args(words, 2, "{keyVarName valueVarName} dictionary script"));
    };
    each(interp, [names, dict, body], "dict for", |_, _, _| Ok(()))?;
    Ok(Value::empty())
}

pub(super) fn map(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, names, dict, body] = words else {
        return Err(wrong_args(words, 2, "{keyVarName valueVarName} dictionary script"));
    };
    let mut mapped = Dict::new();
    each(interp, [names, dict, body], "dict map", |key, _, result| {
        mapped.insert(key.clone(), result);
        Ok(())
    })?;
    Ok(Value::dict(mapped))
}

pub(super) fn filter(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, dict, kind, arguments @ ..] = words else {
        return Err(wrong_args(words, 2, "dictionary filterType ?arg ...?"));
    };
    let kinds = ["key", "script", "value"];
    let kind = kinds[option_index(kind, &kinds, "filterType", false)?];
    if kind != "script" {
        let entries = dict.entries()?;
        let mut kept = Dict::new();
        for (key, value) in entries.iter() {
            let text = if kind == "key" { key.text() } else { value.text() };
            if arguments.iter().any(|pattern| glob_match(&pattern.text(), &text, false)) {
                kept.insert(key.clone(), value.clone());
            }
        }
        return Ok(Value::dict(kept));
    }
    let [names, body] = arguments else {
        return Err(wrong_args(words, 2, "dictionary script {keyVarName valueVarName} filterScript"));
    };
    let mut kept = Dict::new();
    each(interp, [names, dict, body], "dict filter", |key, value, result| {
        if boolean(&result)? {
            kept.insert(key.clone(), value.clone());
        }
        Ok(())
    })?;
    Ok(Value::dict(kept))
}
