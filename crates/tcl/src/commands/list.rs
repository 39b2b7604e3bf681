//! Lists, but for sorting and searching.

use super::{Native, bad_index, integer, position, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::{Index, Value, parse_index};

pub(crate) const COMMANDS: &[(&str, Native)] = &[
    ("lappend", lappend),
    ("lassign", lassign),
    ("lindex", lindex),
    ("linsert", linsert),
    ("list", |_, words| Ok(Value::list(words[1..].to_vec()))),
    ("llength", llength),
    ("lrange", lrange),
    ("lrepeat", lrepeat),
    ("lreplace", lreplace),
    ("lreverse", lreverse),
    ("lset", lset),
    ("lsearch", super::lsearch::lsearch),
    ("lsort", super::lsort::lsort),
];

fn lappend(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, name, values @ ..] = words else { return Err(wrong_args(words, 1, "varName ?value ...?")) };
    let name = name.text();
    if values.is_empty() {
        if !interp.var_exists(&name) {
            return interp.set_var(&name, Value::empty());
        }
        let value = interp.get_var(&name)?;
        value.elements()?;
        return Ok(value);
    }
    if interp.is_array(&name) {
        return Err(crate::variables::variable_error("set", &name, None, "variable is array"));
    }
    let mut list = interp.take_var(&name).unwrap_or_default();
    match list.elements_mut() {
        Ok(elements) => elements.extend_from_slice(values),
        Err(error) => {
            interp.set_var(&name, list)?;
            return Err(error.into());
        }
    }
    interp.set_var(&name, list)
}

fn lassign(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, list, names @ ..] = words else { return Err(wrong_args(words, 1, "list ?varName ...?")) };
    let elements = list.elements()?;
    for (number, name) in names.iter().enumerate() {
        interp.set_var(&name.text(), elements.get(number).cloned().unwrap_or_default())?;
    }
    Ok(Value::list(elements.get(names.len()..).unwrap_or_default().to_vec()))
}

/// The element that positions lead to, each into the element that the one before gave.
pub(crate) fn element_at(list: &Value, path: &[Value]) -> Outcome {
    let mut value = list.clone();
    for at in path {
        let elements = value.elements()?;
        let index = parse_index(at).ok_or_else(|| bad_index(at))?;
        let Some(at) = index.within(elements.len()) else { return rest_is_good(path) };
        let element = elements[at].clone();
        drop(elements);
        value = element;
    }
    Ok(value)
}

fn rest_is_good(path: &[Value]) -> Outcome {
    for at in path {
        parse_index(at).ok_or_else(|| bad_index(at))?;
    }
    Ok(Value::empty())
}

fn lindex(_: &mut Interp, words: &[Value]) -> Outcome {
    match words {
        [_, list] => Ok(list.clone()),
        [_, list, at] => match parse_index(at) {
            Some(index) => {
                let elements = list.elements()?;
                Ok(index.within(elements.len()).map(|at| elements[at].clone()).unwrap_or_default())
            }
            None => match at.elements() {
                Ok(path) if path.len() != 1 => element_at(list, &path),
                Ok(path) => {
                    list.elements()?;
                    Err(bad_index(&path[0]))
                }
                Err(_) => {
                    list.elements()?;
                    Err(bad_index(at))
                }
            },
        },
        [_, list, path @ ..] => element_at(list, path),
        _ => Err(wrong_args(words, 1, "list ?index ...?")),
    }
}

fn llength(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, list] = words else { return Err(wrong_args(words, 1, "list")) };
    Ok(Value::from(list.elements()?.len()))
}

fn linsert(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, list, at, new @ ..] = words else { return Err(wrong_args(words, 1, "list index ?element ...?")) };
    let mut elements = list.clone().into_elements()?;
    let index = parse_index(at).ok_or_else(|| bad_index(at))?;
    // The end is behind the last element here.
    let at = match index {
        Index::FromEnd(offset) => (elements.len() as i64).saturating_add(offset),
        Index::FromStart(at) => at,
    };
    let at = at.clamp(0, elements.len() as i64) as usize;
    elements.splice(at..at, new.iter().cloned());
    Ok(Value::list(elements))
}

fn lrange(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, list, first, last] = words else { return Err(wrong_args(words, 1, "list first last")) };
    let elements = list.elements()?;
    let (first, last) = (position(first, elements.len())?, position(last, elements.len())?);
    let first = first.max(0) as usize;
    let end = last.saturating_add(1).clamp(0, elements.len() as i64) as usize;
    Ok(Value::list(elements.get(first..end).unwrap_or_default().to_vec()))
}

fn lrepeat(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, count, values @ ..] = words else { return Err(wrong_args(words, 1, "count ?value ...?")) };
    let count = match usize::try_from(integer(count)?) {
        Ok(count) => count,
        Err(_) => {
            let message = format!("bad count \"{count}\": must be integer >= 0");
            return Err(Exception::coded(message, ["TCL", "OPERATION", "LREPEAT", "NEGARG"]));
        }
    };
    let size = count.saturating_mul(values.len());
    interp.check_size(size.saturating_mul(size_of::<Value>()))?;
    let mut elements = Vec::with_capacity(size);
    for _ in 0..count {
        elements.extend_from_slice(values);
    }
    Ok(Value::list(elements))
}

fn lreplace(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, list, first, last, new @ ..] = words else {
        return Err(wrong_args(words, 1, "list first last ?element ...?"));
    };
    let mut elements = list.clone().into_elements()?;
    let len = elements.len();
    let (first, last) = (position(first, len)?, position(last, len)?);
    let from = first.clamp(0, len as i64) as usize;
    let to = last.saturating_add(1).clamp(from as i64, len as i64) as usize;
    elements.splice(from..to, new.iter().cloned());
    Ok(Value::list(elements))
}

fn lreverse(_: &mut Interp, words: &[Value]) -> Outcome {
    let [_, list] = words else { return Err(wrong_args(words, 1, "list")) };
    let mut elements = list.clone().into_elements()?;
    if elements.is_empty() {
        return Ok(list.clone());
    }
    elements.reverse();
    Ok(Value::list(elements))
}

fn lset(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, name, path @ .., value] = words else {
        return Err(wrong_args(words, 1, "listVar ?index? ?index ...? value"));
    };
    let name = name.text();
    let old = interp.get_var(&name)?;
    let nested;
    let path = match path {
        [] => return interp.set_var(&name, value.clone()),
        [one] if parse_index(one).is_none() => {
            nested = one.elements().map_err(|_| bad_index(one))?;
            nested.as_slice()
        }
        path => path,
    };
    if path.is_empty() {
        return interp.set_var(&name, value.clone());
    }
    check_path(&old, path)?;
    drop(old);
    let mut list = interp.take_var(&name).unwrap_or_default();
    set_element(&mut list, path, value.clone())?;
    interp.set_var(&name, list)
}

/// Whether the positions lead to elements, or to the place behind the last one.
fn check_path(list: &Value, path: &[Value]) -> Result<(), Exception> {
    let mut value = list.clone();
    for at in path {
        let elements = value.elements()?;
        let index = parse_index(at).ok_or_else(|| bad_index(at))?;
        let place = index.at(elements.len());
        if place < 0 || place > elements.len() as i64 {
            return Err(Exception::coded(
                "list index out of range",
                ["TCL", "OPERATION", "LSET", "BADINDEX"],
            ));
        }
        let next = elements.get(place as usize).cloned().unwrap_or_default();
        drop(elements);
        value = next;
    }
    Ok(())
}

/// Sets the element that checked positions lead to; what nobody else holds is changed in place.
fn set_element(list: &mut Value, path: &[Value], new: Value) -> Result<(), Exception> {
    let mut at = list;
    for step in path {
        let elements = at.elements_mut()?;
        let place = parse_index(step).map_or(0, |index| index.at(elements.len())).max(0) as usize;
        if place >= elements.len() {
            elements.push(Value::empty());
        }
        let last = elements.len() - 1;
        at = &mut elements[place.min(last)];
    }
    *at = new;
    Ok(())
}
