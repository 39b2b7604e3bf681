//! Handles as commands: `$cell name` is the cell's property `name`, as in scripts for tools whose handles have methods.

use zeroslack_tcl::{Exception, Interp, Outcome, Value};

use crate::dispatch;
use crate::object::Handle;
use crate::property::property;

/// The value of a call of a handle, if the first of the words is one.
pub fn call(interp: &mut Interp, words: &[Value]) -> Option<Outcome> {
    let first = words.first()?;
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
    property(state, object, &name.text())
}
