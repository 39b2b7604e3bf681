//! Properties of cells and of instances of modules.

use zeroslack_netlist::MasterId;
use zeroslack_tcl::{Exception, Value};

use super::{Is, Property, optional, property_of, with_aliases};
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
    property_of("is_hierarchical", Is::Bool, "it is an instance of a module", |_, object| {
        Ok(Some(Value::from_bool(matches!(object, Object::Instance(_)))))
    }),
];

/// The library cell that an object is, or is one of; none of an instance of a module.
pub(super) fn master(state: &State, object: Object) -> Result<Option<MasterId>, Exception> {
    Ok(match object {
        Object::Cell(cell) => Some(state.netlist()?.cell_master(cell)),
        Object::LibCell(master) => Some(master),
        _ => None,
    })
}
