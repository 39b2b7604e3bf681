//! Objects as commands: what `$path_end slack` and `$corner name` give, beside properties.

use zeroslack::constraints::object::{Handle, Object};
use zeroslack::constraints::{call_object, settle, state};
use zeroslack_tcl::{Interp, Outcome, Value};

use crate::own::OfShell;
use crate::path_properties::{METHODS, method};

/// The value of a call of an object, if the first of the words is one or the name of the corner.
pub(crate) fn call(interp: &mut Interp, words: &[Value]) -> Option<Outcome> {
    if let [first, name] = words {
        let name = name.text();
        if *name == *"name" && is_corner(interp, first) {
            return Some(Ok(first.clone()));
        }
        if METHODS.iter().any(|(known, _)| *known == &*name) && is_path(first) {
            return ask(interp, first, &name).transpose();
        }
    }
    call_object(interp, words)
}

fn is_corner(interp: &mut Interp, word: &Value) -> bool {
    let own = state(interp).and_then(|state| state.own());
    own.is_ok_and(|own| own.corners.check(&word.text()).is_ok())
}

fn is_path(word: &Value) -> bool {
    Handle::of(word).is_some_and(|handle| matches!(handle.object, Object::PathEnd(..) | Object::Path(..)))
}

fn ask(interp: &mut Interp, path: &Value, name: &str) -> Result<Option<Value>, zeroslack_tcl::Exception> {
    settle(interp)?;
    let state = state(interp)?;
    match state.object_of_handle(path)? {
        Some(object) => method(state, object, name).transpose(),
        None => Ok(None),
    }
}
