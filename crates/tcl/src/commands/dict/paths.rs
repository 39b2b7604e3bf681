//! Dicts in dicts.

use super::unknown_key;
use crate::exception::Exception;
use crate::value::{Dict, Value};

/// Sets what a path of keys leads to; dicts that are not there are made. What nobody else holds is changed in place.
pub(super) fn set(dict: Value, path: &[Value], value: Value) -> Result<Value, Exception> {
    let Some((last, inner)) = path.split_last() else { return Ok(value) };
    let mut outer = Vec::new();
    let mut at = dict.into_entries()?;
    for key in inner {
        let next = match at.get_mut(&key.text()) {
            Some(there) => std::mem::take(there).into_entries(),
            None => Ok(Dict::new()),
        };
        outer.push((at, key));
        at = next?;
    }
    at.insert(last.clone(), value);
    Ok(close(outer, at))
}

/// Puts dicts back into those that they were taken from.
fn close(outer: Vec<(Dict, &Value)>, innermost: Dict) -> Value {
    let mut value = Value::dict(innermost);
    for (mut dict, key) in outer.into_iter().rev() {
        dict.insert(key.clone(), value);
        value = Value::dict(dict);
    }
    value
}

/// Removes what a path of keys leads to. All but the last key must be there.
pub(super) fn unset(dict: Value, path: &[Value]) -> Result<Value, Exception> {
    let Some((last, inner)) = path.split_last() else { return Ok(dict) };
    let mut outer = Vec::new();
    let mut at = dict.into_entries()?;
    for key in inner {
        let next =
            at.get_mut(&key.text()).map(std::mem::take).ok_or_else(|| unknown_key(key))?.into_entries()?;
        outer.push((at, key));
        at = next;
    }
    at.remove(&last.text());
    Ok(close(outer, at))
}
