//! Handles as commands: `$cell name` is the cell's property `name`, as in scripts for tools whose handles have methods. Of a path, some names mean more than a property.

use zeroslack_tcl::{Exception, Interp, Outcome, Value};

use crate::dispatch;
use crate::object::Handle;
use crate::property::{paths, property};

/// What a call of a handle gives, if the first of the words is one, or the name of the corner.
pub(crate) fn call(interp: &mut Interp, words: &[Value]) -> Option<Outcome> {
    let first = words.first()?;
    let is_corner = dispatch::state(interp).is_ok_and(|state| state.corners.check(&first.text()).is_ok());
    if is_corner && matches!(words, [_, method] if *method.text() == *"name") {
        return Some(Ok(first.clone()));
    }
    Handle::of(first).map(|_| ask(interp, first, &words[1..]))
}

fn ask(interp: &mut Interp, handle: &Value, words: &[Value]) -> Outcome {
    dispatch::settle(interp)?;
    let state = dispatch::state(interp)?;
    let Some(object) = state.object_of_handle(handle)? else { return Ok(Value::empty()) };
    let [name] = words else {
        let kind = object.kind().names();
        let message =
            format!("'{handle}' is a {kind}, not a command: expected the name of a property behind it");
        return Err(Exception::coded(message, ["ZEROSLACK", "METHOD"]));
    };
    if let Some(outcome) = paths::method(state, object, &name.text()) {
        return outcome;
    }
    property(state, object, &name.text())
}
