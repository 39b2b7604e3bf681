//! `dict`.

mod loops;
mod paths;
mod variables;

use super::glob_match::glob_match;
use super::{Subcommands, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::{Dict, Value};

pub(crate) const DICT: Subcommands = &[
    ("append", variables::append),
    ("create", create),
    ("exists", exists),
    ("filter", loops::filter),
    ("for", loops::for_each),
    ("get", get),
    ("incr", variables::incr),
    ("info", info),
    ("keys", keys),
    ("lappend", variables::lappend),
    ("map", loops::map),
    ("merge", merge),
    ("remove", remove),
    ("replace", replace),
    ("set", variables::set),
    ("size", size),
    ("unset", variables::unset),
    ("update", variables::update),
    ("values", values),
    ("with", variables::with),
];

fn create(_: &mut Interp, words: &[Value]) -> Outcome {
    if !words.len().is_multiple_of(2) {
        return Err(wrong_args(words, 2, "?key value ...?"));
    }
    let mut dict = Dict::new();
    for pair in words[2..].chunks_exact(2) {
        dict.insert(pair[0].clone(), pair[1].clone());
    }
    Ok(Value::dict(dict))
}

fn exists(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, dict, path @ ..] = words else { return Err(wrong_args(words, 2, "dictionary key ?key ...?")) };
    if path.is_empty() {
        return Err(wrong_args(words, 2, "dictionary key ?key ...?"));
    }
    let mut value = dict.clone();
    for key in path {
        let Ok(dict) = value.entries() else { return Ok(Value::from_bool(false)) };
        let Some(next) = dict.get(&key.text()).cloned() else { return Ok(Value::from_bool(false)) };
        value = next;
    }
    Ok(Value::from_bool(true))
}

/// The error of a key that is not there.
fn unknown_key(key: &Value) -> Exception {
    let text = key.text();
    Exception::coded(format!("key \"{}\" not known in dictionary", &*text), ["TCL", "LOOKUP", "DICT", &*text])
}

fn get(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, dict, path @ ..] = words else { return Err(wrong_args(words, 2, "dictionary ?key ...?")) };
    if path.is_empty() {
        return Ok(Value::list(dict.entries()?.to_elements()));
    }
    let mut value = dict.clone();
    for key in path {
        let next = value.entries()?.get(&key.text()).cloned().ok_or_else(|| unknown_key(key))?;
        value = next;
    }
    Ok(value)
}

fn info(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, dict] = words else { return Err(wrong_args(words, 2, "dictionary")) };
    Ok(Value::from(format!("{} entries in table", dict.entries()?.len())))
}

fn keys(_: &mut Interp, words: &[Value]) -> Outcome {
    let (dict, pattern) = match words {
        [_, _, dict] => (dict, None),
        [_, _, dict, pattern] => (dict, Some(pattern.text())),
        _ => return Err(wrong_args(words, 2, "dictionary ?pattern?")),
    };
    let entries = dict.entries()?;
    let keys =
        entries.keys().filter(|key| pattern.as_ref().is_none_or(|it| glob_match(it, &key.text(), false)));
    Ok(Value::list(keys.cloned().collect()))
}

fn values(_: &mut Interp, words: &[Value]) -> Outcome {
    let (dict, pattern) = match words {
        [_, _, dict] => (dict, None),
        [_, _, dict, pattern] => (dict, Some(pattern.text())),
        _ => return Err(wrong_args(words, 2, "dictionary ?pattern?")),
    };
    let entries = dict.entries()?;
    let values = entries.iter().map(|(_, value)| value);
    let values =
        values.filter(|value| pattern.as_ref().is_none_or(|it| glob_match(it, &value.text(), false)));
    Ok(Value::list(values.cloned().collect()))
}

fn merge(_: &mut Interp, words: &[Value]) -> Outcome {
    let Some((first, others)) = words[2..].split_first() else { return Ok(Value::empty()) };
    if others.iter().all(Value::is_empty) {
        first.entries()?;
        return Ok(first.clone());
    }
    let mut merged = (*first.entries()?).clone();
    for other in others {
        for (key, value) in other.entries()?.iter() {
            merged.insert(key.clone(), value.clone());
        }
    }
    Ok(Value::dict(merged))
}

fn remove(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, dict, keys @ ..] = words else { return Err(wrong_args(words, 2, "dictionary ?key ...?")) };
    let mut dict = dict.clone().into_entries()?;
    for key in keys {
        dict.remove(&key.text());
    }
    Ok(Value::dict(dict))
}

fn replace(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, dict, pairs @ ..] = words else {
        return Err(wrong_args(words, 2, "dictionary ?key value ...?"));
    };
    if pairs.len() % 2 != 0 {
        return Err(wrong_args(words, 2, "dictionary ?key value ...?"));
    }
    let mut dict = dict.clone().into_entries()?;
    for pair in pairs.chunks_exact(2) {
        dict.insert(pair[0].clone(), pair[1].clone());
    }
    Ok(Value::dict(dict))
}

fn size(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, dict] = words else { return Err(wrong_args(words, 2, "dictionary")) };
    Ok(Value::from(dict.entries()?.len()))
}
