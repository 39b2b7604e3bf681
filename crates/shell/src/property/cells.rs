//! Properties of cells and of instances of modules.

use zeroslack::netlist::MasterId;
use zeroslack_tcl::{Exception, Value};

use super::libraries::{self, Described};
use super::{Is, Property, number, optional, property_of, with_aliases};
use crate::commands::libraries::library_of;
use crate::object::Object;
use crate::state::State;

pub(super) const OF_CELLS: &[Property] = &[
    property_of("ref_name", Is::Text, "the library cell or the module that it is one of", |state, object| {
        let netlist = state.netlist()?;
        Ok(match object {
            Object::Instance(instance) => Some(Value::from(netlist.instance_module(instance))),
            Object::Cell(cell) => Some(Value::from(&*netlist.master(cell).name)),
            _ => None,
        })
    }),
    with_aliases(
        property_of("lib_cell", Is::Object, "the library cell", |state, object| {
            Ok(master(state, object)?.map(|master| state.handle(Object::LibCell(master))))
        }),
        &["liberty_cell", "cell"],
    ),
    property_of("library", Is::Object, "the library of that", |state, object| {
        let netlist = state.netlist()?;
        let library = master(state, object)?.and_then(|master| library_of(netlist, master));
        Ok(Some(optional(state, library.map(Object::Library))))
    }),
    property_of("area", Is::Number, "the area; 0 of an instance of a module", |state, object| {
        Ok(Some(number(of_library(state, object, |of| of.area())?.unwrap_or_default())))
    }),
    property_of("is_hierarchical", Is::Bool, "it is an instance of a module", |_, object| {
        Ok(Some(Value::from_bool(matches!(object, Object::Instance(_)))))
    }),
    property_of("is_buffer", Is::Bool, "its one output is its one input", |state, object| {
        says(state, object, |of| of.is_buffer())
    }),
    property_of(
        "is_inverter",
        Is::Bool,
        "its one output is the inverse of its one input",
        |state, object| says(state, object, |of| of.is_inverter()),
    ),
    property_of("is_sequential", Is::Bool, "it is a flip-flop, a latch or the like", |state, object| {
        says(state, object, |of| of.is_sequential())
    }),
    property_of("is_clock_gate", Is::Bool, "the library says that it gates clocks", |state, object| {
        says(state, object, |of| of.is_clock_gate())
    }),
    with_aliases(
        property_of("is_macro", Is::Bool, "the library says that it is a macro cell", |state, object| {
            says(state, object, |of| of.is_macro())
        }),
        &["is_memory"],
    ),
    property_of("is_pad", Is::Bool, "the library says that it is a pad", |state, object| {
        says(state, object, |of| of.is_pad())
    }),
    property_of("dont_use", Is::Bool, "the library's `dont_use`", |state, object| {
        says(state, object, |of| of.dont_use())
    }),
    property_of("dont_touch", Is::Bool, "the library's `dont_touch`", |state, object| {
        says(state, object, |of| of.dont_touch())
    }),
    property_of("filename", Is::Text, "the file of the library", |state, object| {
        let master = master(state, object)?;
        Ok(master.map(|master| libraries::file_of_cell(state, master)).transpose()?.flatten())
    }),
];

/// The library cell of a cell; none of an instance of a module.
fn master(state: &State, object: Object) -> Result<Option<MasterId>, Exception> {
    Ok(match object {
        Object::Cell(cell) => Some(state.netlist()?.cell_master(cell)),
        _ => None,
    })
}

fn of_library<T>(
    state: &State,
    object: Object,
    ask: impl Fn(Described<'_>) -> T,
) -> Result<Option<T>, Exception> {
    let netlist = state.netlist()?;
    Ok(master(state, object)?.and_then(|master| Described::new(netlist, master)).map(ask))
}

/// What the library says; 0 where it says nothing.
fn says(
    state: &State,
    object: Object,
    ask: impl Fn(Described<'_>) -> bool,
) -> Result<Option<Value>, Exception> {
    Ok(Some(Value::from_bool(of_library(state, object, ask)?.unwrap_or(false))))
}
