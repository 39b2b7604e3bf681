//! Variables: of procedures and of namespaces, scalars, arrays, and links to others.

use std::cell::RefCell;
use std::rc::Rc;

use crate::code::Locals;
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::namespaces::{NamespaceId, split_qualified};
use crate::value::{OrderedMap, Value};

/// A variable. One that somebody else links to is a link itself, to a cell that both hold.
#[derive(Clone, Default)]
pub(crate) enum Variable {
    #[default]
    Unset,
    Scalar(Value),
    Array(Box<Array>),
    Link(Cell),
}

/// The elements of an array; those that are unset are held by links only.
pub(crate) type Array = OrderedMap<Variable>;

/// A variable that several names mean. It is never a link itself.
pub(crate) type Cell = Rc<RefCell<Variable>>;

/// A scope: the variables of a call of a procedure, or of a namespace.
pub(crate) struct Frame {
    pub namespace: NamespaceId,
    /// The names of the slots; `None` where the scope is a namespace.
    pub locals: Option<Rc<Locals>>,
    pub slots: Vec<Variable>,
    /// Variables that the code of the procedure does not name.
    pub others: OrderedMap<Variable>,
    /// As `info level` counts.
    pub level: usize,
    /// The scope that called.
    pub caller: usize,
    /// The words of the call.
    pub words: Vec<Value>,
}

/// A name of a variable, taken apart: `name` or `name(index)`.
pub(crate) fn split_element(name: &str) -> (&str, Option<&str>) {
    match name.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
        Some((array, index)) => (array, Some(index)),
        None => (name, None),
    }
}

impl Variable {
    pub fn is_set(&self) -> bool {
        match self {
            Self::Unset => false,
            Self::Link(cell) => !matches!(*cell.borrow(), Self::Unset),
            _ => true,
        }
    }

    /// Looks at the variable itself, wherever it is held.
    pub fn see<R>(&self, look: impl FnOnce(&Self) -> R) -> R {
        match self {
            Self::Link(cell) => look(&cell.borrow()),
            other => look(other),
        }
    }

    /// Changes the variable itself, wherever it is held.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut Self) -> R) -> R {
        match self {
            Self::Link(cell) => change(&mut cell.borrow_mut()),
            other => change(other),
        }
    }

    /// The cell to link to: a variable that has none moves into one.
    pub fn cell(&mut self) -> Cell {
        if let Self::Link(cell) = self {
            return cell.clone();
        }
        let cell = Rc::new(RefCell::new(std::mem::take(self)));
        *self = Self::Link(cell.clone());
        cell
    }

    fn read(&self, index: Option<&str>) -> Result<Value, &'static str> {
        self.see(|variable| match (variable, index) {
            (Self::Scalar(value), None) => Ok(value.clone()),
            (Self::Array(array), Some(index)) => match array.get(index) {
                Some(element) => element.read(None).map_err(|_| NO_ELEMENT),
                None => Err(NO_ELEMENT),
            },
            (Self::Array(_), None) => Err(IS_ARRAY),
            (Self::Scalar(_), Some(_)) => Err(NOT_ARRAY),
            _ => Err(NO_VARIABLE),
        })
    }

    fn write(&mut self, index: Option<&str>, value: Value) -> Result<(), &'static str> {
        self.change(|variable| match (&mut *variable, index) {
            (Self::Unset | Self::Scalar(_), None) => {
                *variable = Self::Scalar(value);
                Ok(())
            }
            (Self::Array(array), Some(index)) => {
                array.get_or_insert_with(index, Self::default).write(None, value)
            }
            (Self::Unset, Some(index)) => {
                let mut array = Array::default();
                array.insert(Value::from(index), Self::Scalar(value));
                *variable = Self::Array(Box::new(array));
                Ok(())
            }
            (Self::Array(_), None) => Err(IS_ARRAY),
            _ => Err(NOT_ARRAY),
        })
    }

    fn unset(&mut self, index: Option<&str>) -> Result<(), &'static str> {
        self.change(|variable| match (&mut *variable, index) {
            (Self::Unset, _) => Err(NO_VARIABLE),
            (_, None) => {
                if let Self::Array(array) = variable {
                    array.iter_mut().for_each(|element| element.change(|it| *it = Self::Unset));
                }
                *variable = Self::Unset;
                Ok(())
            }
            (Self::Array(array), Some(index)) => match array.get_mut(index) {
                Some(element) if element.is_set() => {
                    element.change(|element| *element = Self::Unset);
                    array.remove(index);
                    Ok(())
                }
                _ => Err(NO_ELEMENT),
            },
            _ => Err(NOT_ARRAY),
        })
    }
}

const NO_VARIABLE: &str = "no such variable";
const NO_ELEMENT: &str = "no such element in array";
const IS_ARRAY: &str = "variable is array";
const NOT_ARRAY: &str = "variable isn't array";
const NO_PARENT: &str = "parent namespace doesn't exist";

/// The error of something that cannot be done with a variable.
pub(crate) fn variable_error(verb: &str, name: &str, index: Option<&str>, why: &str) -> Exception {
    error_of(verb, name, index, why, false)
}

/// The same; what is known of a variable that has a slot is told by other codes.
fn error_of(verb: &str, name: &str, index: Option<&str>, why: &str, has_slot: bool) -> Exception {
    let shown = match index {
        Some(index) => format!("{name}({index})"),
        None => name.to_owned(),
    };
    let message = format!("can't {verb} \"{shown}\": {why}");
    let code: Vec<&str> = match (verb, why) {
        ("read", NO_VARIABLE) if has_slot => vec!["TCL", "READ", "VARNAME"],
        ("unset", NO_VARIABLE) if has_slot => vec!["TCL", "UNSET", "VARNAME"],
        ("set", NOT_ARRAY) if has_slot => vec!["TCL", "LOOKUP", "VARNAME"],
        ("read", NO_ELEMENT | IS_ARRAY) => vec!["TCL", "READ", "VARNAME"],
        (_, NO_ELEMENT) => vec!["TCL", "LOOKUP", "ELEMENT", index.unwrap_or_default()],
        ("set", IS_ARRAY) => vec!["TCL", "WRITE", "VARNAME"],
        _ => vec!["TCL", "LOOKUP", "VARNAME", name],
    };
    Exception::coded(message, code)
}

impl Interp {
    /// The variable that a name means in a scope, as it is held there.
    pub(crate) fn find_variable(&self, frame: usize, name: &str) -> Option<&Variable> {
        let scope = &self.frames[frame];
        if name.contains("::") {
            return self.find_qualified(scope.namespace, name);
        }
        if let Some(locals) = &scope.locals {
            return match locals.slots.get(name) {
                Some(&slot) => scope.slots.get(slot as usize),
                None => scope.others.get(name),
            };
        }
        let here = self.namespace(scope.namespace).variables.get(name);
        here.or_else(|| self.namespace(NamespaceId::GLOBAL).variables.get(name))
    }

    fn find_qualified(&self, from: NamespaceId, name: &str) -> Option<&Variable> {
        let (space, tail) = split_qualified(name);
        let look = |base| {
            let id = self.find_namespace(base, space.unwrap_or_default())?;
            self.namespace(id).variables.get(tail)
        };
        look(from).or_else(|| if name.starts_with("::") { None } else { look(NamespaceId::GLOBAL) })
    }

    /// The same, to change; made where it is missing.
    pub(crate) fn make_variable(&mut self, frame: usize, name: &str) -> Result<&mut Variable, &'static str> {
        let namespace = self.frames[frame].namespace;
        if name.contains("::") {
            return self.make_qualified(namespace, name);
        }
        if self.frames[frame].locals.is_some() {
            return Ok(self.make_local(frame, name));
        }
        let only_global = namespace != NamespaceId::GLOBAL
            && !self.namespace(namespace).variables.contains(name)
            && self.namespace(NamespaceId::GLOBAL).variables.contains(name);
        let holder = if only_global { NamespaceId::GLOBAL } else { namespace };
        Ok(self.namespace_mut(holder).variables.get_or_insert_with(name, Variable::default))
    }

    fn make_local(&mut self, frame: usize, name: &str) -> &mut Variable {
        let scope = &mut self.frames[frame];
        match scope.locals.as_ref().and_then(|locals| locals.slots.get(name)) {
            Some(&slot) => &mut scope.slots[slot as usize],
            None => scope.others.get_or_insert_with(name, Variable::default),
        }
    }

    fn make_qualified(&mut self, from: NamespaceId, name: &str) -> Result<&mut Variable, &'static str> {
        let (space, tail) = split_qualified(name);
        let space = space.unwrap_or_default();
        let mut holder = self.find_namespace(from, space);
        let there = |id: NamespaceId| self.namespace(id).variables.contains(tail);
        if !name.starts_with("::") && !holder.is_some_and(there) {
            let global = self.find_namespace(NamespaceId::GLOBAL, space).filter(|&id| there(id));
            holder = global.or(holder);
        }
        let holder = holder.ok_or(NO_PARENT)?;
        Ok(self.namespace_mut(holder).variables.get_or_insert_with(tail, Variable::default))
    }

    pub(crate) fn read_variable(&self, frame: usize, name: &str, index: Option<&str>) -> Outcome {
        let read = match self.find_variable(frame, name) {
            Some(variable) => variable.read(index),
            None => Err(NO_VARIABLE),
        };
        read.map_err(|why| variable_error("read", name, index, why))
    }

    pub(crate) fn write_variable(
        &mut self,
        frame: usize,
        name: &str,
        index: Option<&str>,
        value: Value,
    ) -> Result<(), Exception> {
        let written = self.make_variable(frame, name).and_then(|variable| variable.write(index, value));
        written.map_err(|why| variable_error("set", name, index, why))
    }

    pub(crate) fn unset_variable(
        &mut self,
        frame: usize,
        name: &str,
        index: Option<&str>,
    ) -> Result<(), Exception> {
        let unset = match self.find_variable(frame, name) {
            None => Err(NO_VARIABLE),
            Some(_) => self.make_variable(frame, name).and_then(|variable| variable.unset(index)),
        };
        let known = self.find_variable(frame, name).is_some();
        unset.map_err(|why| error_of("unset", name, index, why, known))?;
        self.drop_unset(frame, name);
        Ok(())
    }

    /// An unset variable that nobody links to leaves its table.
    fn drop_unset(&mut self, frame: usize, name: &str) {
        let gone = |variable: &Variable| match variable {
            Variable::Unset => true,
            Variable::Link(cell) => Rc::strong_count(cell) == 1 && !variable.is_set(),
            _ => false,
        };
        if !self.find_variable(frame, name).is_some_and(gone) {
            return;
        }
        let scope = &mut self.frames[frame];
        if scope.locals.is_some() && !name.contains("::") {
            scope.others.remove(name);
        } else if let (None, tail) = split_qualified(name) {
            let namespace = scope.namespace;
            let here = self.namespace(namespace).variables.contains(tail);
            let holder = if here { namespace } else { NamespaceId::GLOBAL };
            self.namespace_mut(holder).variables.remove(tail);
        }
    }

    /// The cell of a variable or an element, to link to.
    pub(crate) fn variable_cell(
        &mut self,
        frame: usize,
        name: &str,
        index: Option<&str>,
        verb: &str,
    ) -> Result<Cell, Exception> {
        let cell = self.make_variable(frame, name).and_then(|variable| match index {
            None => Ok(variable.cell()),
            Some(index) => variable.change(|variable| {
                if matches!(variable, Variable::Unset) {
                    *variable = Variable::Array(Box::default());
                }
                match variable {
                    Variable::Array(array) => Ok(array.get_or_insert_with(index, Variable::default).cell()),
                    _ => Err(NOT_ARRAY),
                }
            }),
        });
        cell.map_err(|why| variable_error(verb, name, index, why))
    }

    /// Makes a name in a scope mean a cell.
    pub(crate) fn link_variable(&mut self, frame: usize, name: &str, cell: Cell) -> Result<(), Exception> {
        let error = |message: String| Exception::coded(message, ["TCL", "UPVAR", "EXISTS"]);
        let variable =
            self.make_variable(frame, name).map_err(|why| variable_error("access", name, None, why))?;
        match variable {
            Variable::Link(old) if Rc::ptr_eq(old, &cell) => Ok(()),
            Variable::Unset | Variable::Link(_) => {
                *variable = Variable::Link(cell);
                Ok(())
            }
            _ => Err(error(format!("variable \"{name}\" already exists"))),
        }
    }

    pub(crate) fn read_slot(&self, frame: usize, slot: u32) -> Outcome {
        let scope = &self.frames[frame];
        match &scope.slots[slot as usize] {
            Variable::Scalar(value) => Ok(value.clone()),
            other => {
                other.read(None).map_err(|why| error_of("read", &scope.slot_name(slot), None, why, true))
            }
        }
    }

    pub(crate) fn write_slot(&mut self, frame: usize, slot: u32, value: Value) -> Result<(), Exception> {
        let scope = &mut self.frames[frame];
        match &mut scope.slots[slot as usize] {
            Variable::Scalar(old) => {
                *old = value;
                Ok(())
            }
            other => other
                .write(None, value)
                .map_err(|why| variable_error("set", &scope.slot_name(slot), None, why)),
        }
    }

    pub(crate) fn read_slot_element(&self, frame: usize, slot: u32, index: &str) -> Outcome {
        let scope = &self.frames[frame];
        let read = scope.slots[slot as usize].read(Some(index));
        read.map_err(|why| variable_error("read", &scope.slot_name(slot), Some(index), why))
    }

    pub(crate) fn write_slot_element(
        &mut self,
        frame: usize,
        slot: u32,
        index: &str,
        value: Value,
    ) -> Result<(), Exception> {
        let scope = &mut self.frames[frame];
        let written = scope.slots[slot as usize].write(Some(index), value);
        written.map_err(|why| error_of("set", &scope.slot_name(slot), Some(index), why, true))
    }

    /// Adds to an integer in a slot, in place. `None` if this is not so simple a case.
    pub(crate) fn increment_slot(&mut self, frame: usize, slot: u32, by: i64) -> Option<i64> {
        match &mut self.frames[frame].slots[slot as usize] {
            Variable::Scalar(value) => {
                let sum = value.int()?.checked_add(by)?;
                *value = Value::from(sum);
                Some(sum)
            }
            _ => None,
        }
    }
}

impl Frame {
    pub fn slot_name(&self, slot: u32) -> String {
        let name = self.locals.as_ref().and_then(|locals| locals.names.get(slot as usize));
        name.map(|name| name.text().to_owned()).unwrap_or_default()
    }
}
