//! What scripts call in the namespace `sta` about objects.

use zeroslack_tcl::{Outcome, Value};

use super::one_object;
use crate::arguments::Arguments;
use crate::object::{Kinds, Object};
use crate::state::State;

/// Whether clocks start at a pin or port.
pub(super) fn is_clock_src(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let object = one_object(state, arguments.required(0)?, Kinds::PORTS.or(Kinds::PINS))?;
    let (Object::Pin(pin) | Object::Port(pin)) = object else { return Ok(Value::from_bool(false)) };
    Ok(Value::from_bool(!state.constraints()?.clocks.starting_at(pin).is_empty()))
}

/// A port as a pin of the design.
pub(super) fn port_pin(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let object = match one_object(state, arguments.required(0)?, Kinds::PORTS)? {
        Object::Port(pin) => Object::Pin(pin),
        object => object,
    };
    Ok(state.handle(object))
}
