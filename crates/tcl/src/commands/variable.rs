//! `set`, `unset`, `incr`, `append`, and links: `global`, `upvar`, `variable`.

use super::{Native, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::namespaces::split_qualified;
use crate::value::{Number, Value};
use crate::variables::{split_element, variable_error};

pub(crate) const COMMANDS: &[(&str, Native)] = &[
    ("append", append),
    ("global", global),
    ("incr", incr),
    ("set", set),
    ("unset", unset),
    ("upvar", upvar),
    ("variable", variable),
];

fn set(interp: &mut Interp, words: &[Value]) -> Outcome {
    match words {
        [_, name] => interp.get_var(&name.text()),
        [_, name, value] => interp.set_var(&name.text(), value.clone()),
        _ => Err(wrong_args(words, 1, "varName ?newValue?")),
    }
}

fn unset(interp: &mut Interp, words: &[Value]) -> Outcome {
    let mut names = &words[1..];
    let mut complain = true;
    if names.first().is_some_and(|word| *word.text() == *"-nocomplain") {
        complain = false;
        names = &names[1..];
    }
    if names.first().is_some_and(|word| *word.text() == *"--") {
        names = &names[1..];
    }
    for name in names {
        let outcome = interp.unset_var(&name.text());
        if complain {
            outcome?;
        }
    }
    Ok(Value::empty())
}

fn incr(interp: &mut Interp, words: &[Value]) -> Outcome {
    match words {
        [_, name] => increment(interp, &name.text(), &Value::from(1)),
        [_, name, by] => increment(interp, &name.text(), by),
        _ => Err(wrong_args(words, 1, "varName ?increment?")),
    }
}

/// Adds an integer to a variable; one that is not there begins at 0.
pub(crate) fn increment(interp: &mut Interp, name: &str, by: &Value) -> Outcome {
    let old =
        if interp.var_exists(name) || interp.is_array(name) { interp.get_var(name)? } else { Value::from(0) };
    let sum = sum_of(&old, by)?;
    interp.set_var(name, sum)
}

/// What an integer becomes when another is added.
pub(crate) fn sum_of(old: &Value, by: &Value) -> Outcome {
    if let (Some(old), Some(by)) = (old.int(), by.int())
        && let Some(sum) = old.checked_add(by)
    {
        return Ok(Value::from(sum));
    }
    // What is no number at all is told first, of the variable and then of the increment.
    if old.number().is_none() || by.number().is_some() {
        whole(old)?;
    }
    let by = whole(by).map_err(|error| error.with_info("\n    (reading increment)"))?;
    Ok(Value::from_big(whole(old)? + by))
}

fn whole(value: &Value) -> Result<num_bigint::BigInt, Exception> {
    let integer = value.number().as_ref().and_then(Number::to_big);
    integer.ok_or_else(|| {
        let message = format!("expected integer but got \"{value}\"");
        Exception::coded(message, ["TCL", "VALUE", "INTEGER"])
    })
}

fn append(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, name, values @ ..] = words else { return Err(wrong_args(words, 1, "varName ?value ...?")) };
    let name = name.text();
    if values.is_empty() {
        return interp.get_var(&name);
    }
    if interp.is_array(&name) {
        return Err(variable_error("set", &name, None, "variable is array"));
    }
    let added: usize = values.iter().map(|value| value.text().len()).sum();
    let mut text = interp.take_var(&name).unwrap_or_default();
    if let Err(error) = interp.check_size(text.text().len() + added) {
        interp.set_var(&name, text)?;
        return Err(error);
    }
    for value in values {
        text.append(&value.text());
    }
    interp.set_var(&name, text)
}

fn global(interp: &mut Interp, words: &[Value]) -> Outcome {
    if interp.frames[interp.frame].locals.is_none() {
        return Ok(Value::empty());
    }
    for name in &words[1..] {
        let name = name.text();
        let cell = interp.variable_cell(0, &name, None, "access")?;
        let local = split_qualified(&name).1;
        if split_element(local).1.is_some() {
            return Err(bad_local(local, "global"));
        }
        interp.link_variable(interp.frame, local, cell)?;
    }
    Ok(Value::empty())
}

fn bad_local(name: &str, _command: &str) -> Exception {
    let message = format!(
        "bad variable name \"{name}\": can't create a scalar variable that looks like an array element"
    );
    Exception::coded(message, ["TCL", "UPVAR", "LOCAL_ELEMENT"])
}

/// The scope that a word names as seen from the current one: `2` levels up, or `#2`. `None` if the word names none.
pub(crate) fn scope_at(interp: &Interp, word: &str) -> Option<Result<usize, Exception>> {
    let error = || Err(Exception::coded(format!("bad level \"{word}\""), ["TCL", "LOOKUP", "LEVEL", word]));
    let current = interp.frames[interp.frame].level;
    let level = match word.strip_prefix('#') {
        Some(absolute) => match absolute.parse::<usize>() {
            Ok(level) => level,
            Err(_) => return Some(error()),
        },
        None if word.starts_with(|c: char| c.is_ascii_digit()) => match word.parse::<usize>() {
            Ok(up) if up <= current => current - up,
            _ => return Some(error()),
        },
        None => return None,
    };
    let mut at = interp.frame;
    while interp.frames[at].level > level {
        at = interp.frames[at].caller;
    }
    if interp.frames[at].level == level { Some(Ok(at)) } else { Some(error()) }
}

fn upvar(interp: &mut Interp, words: &[Value]) -> Outcome {
    let usage = || wrong_args(words, 1, "?level? otherVar localVar ?otherVar localVar ...?");
    let mut pairs = &words[1..];
    if pairs.len() < 2 {
        return Err(usage());
    }
    let level = pairs[0].text();
    let scope = match scope_at(interp, &level) {
        Some(scope) if pairs.len() % 2 == 1 => {
            pairs = &pairs[1..];
            scope?
        }
        None if pairs.len() % 2 == 1 => {
            let message = format!("bad level \"{}\"", &*level);
            return Err(Exception::coded(message, ["TCL", "LOOKUP", "LEVEL", &*level]));
        }
        _ => match scope_at(interp, "1") {
            Some(scope) => scope?,
            None => return Err(usage()),
        },
    };
    for pair in pairs.chunks_exact(2) {
        link(interp, scope, &pair[0].text(), &pair[1].text())?;
    }
    Ok(Value::empty())
}

/// Makes a local name mean a variable of another scope.
pub(super) fn link(interp: &mut Interp, scope: usize, other: &str, local: &str) -> Result<(), Exception> {
    if split_element(local).1.is_some() {
        return Err(bad_local(local, "upvar"));
    }
    let (name, index) = split_element(other);
    if scope == interp.frame && index.is_none() && name == local {
        return Err(Exception::coded("can't upvar from variable to itself", ["TCL", "UPVAR", "SELF"]));
    }
    if let Some(variable) = interp.find_variable(interp.frame, local)
        && !matches!(variable, crate::variables::Variable::Unset | crate::variables::Variable::Link(_))
    {
        return Err(Exception::coded(
            format!("variable \"{local}\" already exists"),
            ["TCL", "UPVAR", "EXISTS"],
        ));
    }
    let cell = interp.variable_cell(scope, name, index, "access")?;
    interp.link_variable(interp.frame, local, cell)
}

fn variable(interp: &mut Interp, words: &[Value]) -> Outcome {
    for pair in words[1..].chunks(2) {
        let name = pair[0].text();
        if split_element(&name).1.is_some() {
            let why = "name refers to an element in an array";
            return Err(variable_error("define", &name, None, why));
        }
        let cell = declare(interp, &name)?;
        if let Some(value) = pair.get(1) {
            let (space, tail) = split_qualified(&name);
            let full = match space {
                Some(_) => name.to_string(),
                None => interp.qualified(interp.current_namespace(), tail),
            };
            interp.set_var(&full, value.clone()).map_err(|mut error| {
                let shown = format!("\"{full}\"");
                error.value = Value::from(error.value.text().replace(&shown, &format!("\"{}\"", &*name)));
                error
            })?;
        }
        let local = split_qualified(&name).1;
        if interp.frames[interp.frame].locals.is_some() {
            interp.link_variable(interp.frame, local, cell)?;
        }
    }
    Ok(Value::empty())
}

/// The variable of a namespace with a name; made if it is not there.
fn declare(interp: &mut Interp, name: &str) -> Result<crate::variables::Cell, Exception> {
    let here = interp.current_namespace();
    let (space, tail) = split_qualified(name);
    let holder = match space {
        None => Some(here),
        Some(space) => interp.find_namespace(here, space),
    };
    let Some(holder) = holder else {
        return Err(variable_error("define", name, None, "parent namespace doesn't exist"));
    };
    let variables = &mut interp.namespace_mut(holder).variables;
    Ok(variables.get_or_insert_with(tail, Default::default).cell())
}
