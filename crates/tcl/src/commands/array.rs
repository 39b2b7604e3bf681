//! `array`.

use super::glob_match::glob_match;
use super::{Native, Subcommands, option_index, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

pub(crate) const ARRAY: Subcommands = &[
    ("anymore", any_more),
    ("donesearch", done_search),
    ("exists", exists),
    ("get", get),
    ("names", names),
    ("nextelement", next_element),
    ("set", set),
    ("size", size),
    ("startsearch", start_search),
    ("statistics", statistics),
    ("unset", unset),
];

pub(crate) const COMMANDS: &[(&str, Native)] = &[("parray", parray)];

/// A walk through the names of an array.
pub(crate) struct Search {
    id: String,
    array: String,
    names: std::vec::IntoIter<Value>,
}

fn exists(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name] = words else { return Err(wrong_args(words, 2, "arrayName")) };
    Ok(Value::from_bool(interp.is_array(&name.text())))
}

fn get(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (name, pattern) = match words {
        [_, _, name] => (name, None),
        [_, _, name, pattern] => (name, Some(pattern.text().to_owned())),
        _ => return Err(wrong_args(words, 2, "arrayName ?pattern?")),
    };
    let entries = interp.array_entries(&name.text()).unwrap_or_default().into_iter();
    let wanted =
        entries.filter(|(key, _)| pattern.as_ref().is_none_or(|it| glob_match(it, &key.text(), false)));
    Ok(Value::list(wanted.flat_map(|(key, value)| [key, value]).collect()))
}

fn names(interp: &mut Interp, words: &[Value]) -> Outcome {
    const MODES: &[&str] = &["-exact", "-glob", "-regexp"];
    let (name, mode, pattern) = match words {
        [_, _, name] => (name, 1, None),
        [_, _, name, pattern] => (name, 1, Some(pattern)),
        [_, _, name, mode, pattern] => (name, option_index(mode, MODES, "option", false)?, Some(pattern)),
        _ => return Err(wrong_args(words, 2, "arrayName ?mode? ?pattern?")),
    };
    let mut found = Vec::new();
    for (key, _) in interp.array_entries(&name.text()).unwrap_or_default() {
        let matches = match (pattern, mode) {
            (None, _) => true,
            (Some(pattern), 0) => pattern.same_text(&key),
            (Some(pattern), 1) => glob_match(&pattern.text(), &key.text(), false),
            (Some(pattern), _) => super::regexp::find_spans(interp, pattern, &key, false)?.is_some(),
        };
        if matches {
            found.push(key);
        }
    }
    Ok(Value::list(found))
}

fn set(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name, list] = words else { return Err(wrong_args(words, 2, "arrayName list")) };
    let elements = list.elements()?;
    if elements.len() % 2 != 0 {
        let message = "list must have an even number of elements";
        return Err(Exception::coded(message, ["TCL", "ARGUMENT", "FORMAT"]));
    }
    let name = name.text();
    if elements.is_empty() && interp.var_exists(&name) && !interp.is_array(&name) {
        let message = format!("can't array set \"{name}\": variable isn't array");
        return Err(Exception::coded(message, ["TCL", "WRITE", "ARRAY"]));
    }
    if elements.is_empty() || !interp.var_exists(&name) {
        interp.make_array(&name)?;
    }
    for pair in elements.chunks_exact(2) {
        interp.set_element(&name, &pair[0], pair[1].clone())?;
    }
    Ok(Value::empty())
}

fn size(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name] = words else { return Err(wrong_args(words, 2, "arrayName")) };
    Ok(Value::from(interp.array_entries(&name.text()).map_or(0, |entries| entries.len())))
}

fn unset(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (name, pattern) = match words {
        [_, _, name] => (name, None),
        [_, _, name, pattern] => (name, Some(pattern.text().to_owned())),
        _ => return Err(wrong_args(words, 2, "arrayName ?pattern?")),
    };
    let name = name.text();
    if !interp.is_array(&name) {
        return Ok(Value::empty());
    }
    let Some(pattern) = pattern else {
        interp.unset_var(&name)?;
        return Ok(Value::empty());
    };
    for (key, _) in interp.array_entries(&name).unwrap_or_default() {
        if glob_match(&pattern, &key.text(), false) {
            interp.unset_variable(interp.frame, &name, Some(&key.text()))?;
        }
    }
    Ok(Value::empty())
}

fn statistics(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name] = words else { return Err(wrong_args(words, 2, "arrayName")) };
    let entries = interp.array_entries(&name.text()).ok_or_else(|| not_array(name))?;
    Ok(Value::from(format!("{} entries in table", entries.len())))
}

fn not_array(name: &Value) -> Exception {
    let text = name.text();
    Exception::coded(format!("\"{}\" isn't an array", &*text), ["TCL", "LOOKUP", "ARRAY", &*text])
}

fn start_search(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, name] = words else { return Err(wrong_args(words, 2, "arrayName")) };
    let entries = interp.array_entries(&name.text()).ok_or_else(|| not_array(name))?;
    let text = name.text().to_owned();
    let mut number = 1;
    while interp.searches.iter().any(|search| search.id == format!("s-{number}-{text}")) {
        number += 1;
    }
    let id = format!("s-{number}-{text}");
    let names: Vec<Value> = entries.into_iter().map(|(key, _)| key).collect();
    interp.searches.push(Search { id: id.clone(), array: text, names: names.into_iter() });
    Ok(Value::from(id))
}

/// The number of the search that the words name.
fn search(interp: &Interp, words: &[Value]) -> Result<usize, Exception> {
    let [_, _, name, id] = words else { return Err(wrong_args(words, 2, "arrayName searchId")) };
    if !interp.is_array(&name.text()) {
        return Err(not_array(name));
    }
    let found = interp.searches.iter().position(|it| it.id == *id.text() && it.array == *name.text());
    found.ok_or_else(|| {
        let text = id.text();
        let number = text.strip_prefix("s-").and_then(|rest| rest.split_once('-'));
        let spelled = number
            .is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit()));
        let problem = if spelled { "couldn't find search" } else { "illegal search identifier" };
        let message = format!("{problem} \"{id}\"");
        Exception::coded(message, ["TCL", "LOOKUP", "ARRAYSEARCH", &*id.text()])
    })
}

fn any_more(interp: &mut Interp, words: &[Value]) -> Outcome {
    let at = search(interp, words)?;
    Ok(Value::from_bool(interp.searches[at].names.len() > 0))
}

fn next_element(interp: &mut Interp, words: &[Value]) -> Outcome {
    let at = search(interp, words)?;
    Ok(interp.searches[at].names.next().unwrap_or_default())
}

fn done_search(interp: &mut Interp, words: &[Value]) -> Outcome {
    let at = search(interp, words)?;
    interp.searches.remove(at);
    Ok(Value::empty())
}

/// Prints the elements of an array in the order of their names.
fn parray(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (name, pattern) = match words {
        [_, name] => (name, "*".to_owned()),
        [_, name, pattern] => (name, pattern.text().to_owned()),
        _ => return Err(wrong_args(words, 1, "a ?pattern?")),
    };
    let entries = interp.array_entries(&name.text());
    let mut entries = entries.ok_or_else(|| Exception::error(format!("\"{name}\" isn't an array")))?;
    entries.retain(|(key, _)| glob_match(&pattern, &key.text(), false));
    entries.sort_by(|(a, _), (b, _)| a.text().cmp(&b.text()));
    let width = entries.iter().map(|(key, _)| key.chars()).max().unwrap_or(0) + name.chars() + 2;
    for (key, value) in &entries {
        let shown = format!("{name}({key})");
        let line = format!("{shown:<width$} = {value}\n");
        let written = interp.world.write("stdout", &line);
        written.map_err(|error| super::channel::file_error("error writing \"stdout\"", &error))?;
    }
    Ok(Value::empty())
}
