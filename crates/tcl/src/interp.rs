//! The interpreter.

use crate::exception::{Exception, Outcome};
use crate::value::Value;

/// An interpreter.
pub struct Interp {}

impl Interp {
    /// The value of a variable: `name` or `name(index)`, as the current scope knows it.
    pub fn get_var(&self, _name: &str) -> Outcome {
        todo!()
    }

    /// Sets a variable, and gives the value back.
    pub fn set_var(&mut self, _name: &str, _value: Value) -> Outcome {
        todo!()
    }

    /// Takes the value out of a variable to change it without a copy; the variable is then empty until it is set again. `None` if it has
    /// none.
    pub(crate) fn take_var(&mut self, _name: &str) -> Option<Value> {
        todo!()
    }

    /// Removes a variable.
    pub fn unset_var(&mut self, _name: &str) -> Result<(), Exception> {
        todo!()
    }

    /// Whether a variable or an element has a value.
    pub fn var_exists(&self, _name: &str) -> bool {
        todo!()
    }

    /// The elements of an array, `None` if there is no such array.
    pub(crate) fn array_entries(&self, _name: &str) -> Option<Vec<(Value, Value)>> {
        todo!()
    }

    /// Whether a variable is an array.
    pub(crate) fn is_array(&self, _name: &str) -> bool {
        todo!()
    }

    /// Makes a variable an array without elements, unless it is an array already.
    pub(crate) fn make_array(&mut self, _name: &str) -> Result<(), Exception> {
        todo!()
    }

    /// Sets an element of an array.
    pub(crate) fn set_element(&mut self, _array: &str, _key: &Value, _value: Value) -> Outcome {
        todo!()
    }

    /// Runs a script in the current scope. It is compiled once, as long as its value lives.
    pub fn eval(&mut self, _script: &Value) -> Outcome {
        todo!()
    }

    /// Runs a command given by its words.
    pub fn call(&mut self, _words: &[Value]) -> Outcome {
        todo!()
    }

    /// The value of an expression.
    pub fn expr(&mut self, _expression: &Value) -> Outcome {
        todo!()
    }

    /// Whether so many bytes may be taken for one value: an error if the host's limit says no.
    pub(crate) fn check_size(&self, _bytes: usize) -> Result<(), Exception> {
        todo!()
    }

    /// Counts work of a loop in a command: an error if the host interrupts or its limit of steps is reached.
    pub(crate) fn step(&mut self) -> Result<(), Exception> {
        todo!()
    }
}
