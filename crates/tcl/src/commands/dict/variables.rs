//! Subcommands that change a dict in a variable.

use super::super::variable::sum_of;
use super::super::{wide, wrong_args};
use super::paths;
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::{Dict, Number, Value};

/// Changes the dict in a variable in place; after an error the variable is as it was.
fn change(
    interp: &mut Interp,
    name: &Value,
    change: impl FnOnce(Value) -> Result<Value, Exception>,
    check: impl FnOnce(&Value) -> Result<(), Exception>,
) -> Outcome {
    let name = name.text();
    let old = if interp.var_exists(&name) || interp.is_array(&name) {
        let old = interp.get_var(&name)?;
        old.entries()?;
        check(&old)?;
        drop(old);
        interp.take_var(&name).unwrap_or_default()
    } else {
        check(&Value::empty())?;
        Value::empty()
    };
    let new = change(old)?;
    interp.set_var(&name, new)
}

/// Whether all but the last key lead to dicts. Keys that are not there are all right if they are made.
fn check_path(dict: &Value, path: &[Value], makes: bool) -> Result<(), Exception> {
    let mut value = dict.clone();
    for (number, key) in path.iter().enumerate() {
        let entries = value.entries()?;
        if number + 1 == path.len() {
            break;
        }
        let next = match entries.get(&key.text()) {
            Some(next) => next.clone(),
            None if makes => return Ok(()),
            None => return Err(super::unknown_key(key)),
        };
        drop(entries);
        value = next;
    }
    Ok(())
}

pub(super) fn set(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name, path @ .., value] = words else {
        return Err(wrong_args(words, 2, "dictVarName key ?key ...? value"));
    };
    if path.is_empty() {
        return Err(wrong_args(words, 2, "dictVarName key ?key ...? value"));
    }
    let value = value.clone();
    change(interp, name, |dict| paths::set(dict, path, value), |dict| check_path(dict, path, true))
}

pub(super) fn unset(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name, path @ ..] = words else {
        return Err(wrong_args(words, 2, "dictVarName key ?key ...?"));
    };
    if path.is_empty() {
        return Err(wrong_args(words, 2, "dictVarName key ?key ...?"));
    }
    change(interp, name, |dict| paths::unset(dict, path), |dict| check_path(dict, path, false))
}

/// Changes the value of one key; what is not there is empty.
fn change_key(
    interp: &mut Interp,
    name: &Value,
    key: &Value,
    change_value: impl FnOnce(Option<Value>) -> Outcome,
    check: impl FnOnce(Option<Value>) -> Result<(), Exception>,
) -> Outcome {
    let key_text = key.text().to_owned();
    change(
        interp,
        name,
        |dict| {
            let mut entries = dict.into_entries()?;
            let old = entries.get_mut(&key_text).map(std::mem::take);
            let new = change_value(old)?;
            entries.insert(key.clone(), new);
            Ok(Value::dict(entries))
        },
        |dict| check(dict.entries()?.get(&key.text()).cloned()),
    )
}

pub(super) fn append(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name, key, texts @ ..] = words else {
        return Err(wrong_args(words, 2, "dictVarName key ?value ...?"));
    };
    let added: usize = texts.iter().map(|text| text.text().len()).sum();
    interp.check_size(added)?;
    let append = |value: Option<Value>| {
        let mut value = value.unwrap_or_default();
        for text in texts {
            value.append(&text.text());
        }
        Ok(value)
    };
    change_key(interp, name, key, append, |_| Ok(()))
}

pub(super) fn lappend(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name, key, new @ ..] = words else {
        return Err(wrong_args(words, 2, "dictVarName key ?value ...?"));
    };
    let append = |value: Option<Value>| {
        let mut value = value.unwrap_or_default();
        value.elements_mut()?.extend_from_slice(new);
        Ok(value)
    };
    change_key(interp, name, key, append, |value| Ok(value.unwrap_or_default().elements().map(|_| ())?))
}

pub(super) fn incr(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (name, key, by) = match words {
        [_, _, name, key] => (name, key, Value::from(1)),
        [_, _, name, key, by] => (name, key, by.clone()),
        _ => return Err(wrong_args(words, 2, "dictVarName key ?increment?")),
    };
    let sum = |old: Option<Value>| match old {
        Some(old) => sum_of(&old, &by),
        None if matches!(by.number(), Some(Number::Big(_))) => Ok(by.clone()),
        None => match wide(&by) {
            Ok(_) => Ok(by.clone()),
            Err(error) => Err(error.with_info("\n    (reading increment)")),
        },
    };
    change_key(interp, name, key, sum, |old| sum(old).map(|_| ()))
}

pub(super) fn update(interp: &mut Interp, words: &[Value]) -> Outcome {
    let usage = || wrong_args(words, 2, "dictVarName key varName ?key varName ...? script");
    let [_, _, name, pairs @ .., body] = words else { return Err(usage()) };
    if pairs.is_empty() || pairs.len() % 2 != 0 {
        return Err(usage());
    }
    let entries = interp.get_var(&name.text())?.entries()?;
    for pair in pairs.chunks_exact(2) {
        match entries.get(&pair[0].text()) {
            Some(value) => {
                interp.set_var(&pair[1].text(), value.clone())?;
            }
            None => {
                let _ = interp.unset_var(&pair[1].text());
            }
        }
    }
    drop(entries);
    let outcome = interp.eval(body).map_err(|error| in_body(error, "dict update"));
    let keys: Vec<(Value, Value)> =
        pairs.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    write_back(interp, name, &[], &keys)?;
    outcome
}

fn in_body(exception: Exception, what: &str) -> Exception {
    let text = format!("\n    (body of \"{what}\")");
    exception.with_info(&text)
}

/// Puts variables back under their keys; those that are gone take their keys with them.
fn write_back(
    interp: &mut Interp,
    name: &Value,
    path: &[Value],
    keys: &[(Value, Value)],
) -> Result<(), Exception> {
    if !interp.var_exists(&name.text()) {
        return Ok(());
    }
    let whole = interp.get_var(&name.text())?;
    let mut inner = whole.clone();
    for key in path {
        let Some(next) = inner.entries()?.get(&key.text()).cloned() else { return Ok(()) };
        inner = next;
    }
    let mut entries: Dict = inner.into_entries()?;
    for (key, variable) in keys {
        match interp.get_var(&variable.text()) {
            Ok(value) => {
                entries.insert(key.clone(), value);
            }
            Err(_) => {
                entries.remove(&key.text());
            }
        }
    }
    let new = paths::set(whole, path, Value::dict(entries))?;
    interp.set_var(&name.text(), new)?;
    Ok(())
}

pub(super) fn with(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name, path @ .., body] = words else {
        return Err(wrong_args(words, 2, "dictVarName ?key ...? script"));
    };
    let mut inner = interp.get_var(&name.text())?;
    for key in path {
        let next = inner.entries()?.get(&key.text()).cloned().ok_or_else(|| super::unknown_key(key))?;
        inner = next;
    }
    let entries = inner.entries()?;
    let mut keys = Vec::new();
    for (key, value) in entries.iter() {
        interp.set_var(&key.text(), value.clone())?;
        keys.push((key.clone(), key.clone()));
    }
    drop(entries);
    drop(inner);
    let outcome = interp.eval(body).map_err(|error| in_body(error, "dict with"));
    write_back(interp, name, path, &keys)?;
    outcome
}
