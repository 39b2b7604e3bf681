//! Objects by what they belong to: `-of_objects`.

use rustc_hash::FxHashSet;

use zeroslack_netlist::{CellOrInstance, Netlist};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::patterns::{keep_first, lib_cells};
use crate::commands::libraries;
use crate::filter::Filter;
use crate::object::{Kinds, Object};
use crate::state::State;

/// What objects of a kind can belong to.
fn owners(kind: Kinds) -> Kinds {
    match kind {
        Kinds::CELLS => Kinds::CELLS.or(Kinds::PINS).or(Kinds::NETS),
        Kinds::PINS => Kinds::CELLS.or(Kinds::PINS).or(Kinds::NETS),
        Kinds::NETS => Kinds::CELLS.or(Kinds::PINS).or(Kinds::PORTS).or(Kinds::NETS),
        Kinds::PORTS => Kinds::NETS.or(Kinds::PORTS),
        Kinds::LIB_CELLS => {
            Kinds::CELLS.or(Kinds::PINS).or(Kinds::LIB_CELLS).or(Kinds::LIB_PINS).or(Kinds::LIBS)
        }
        Kinds::LIB_PINS => Kinds::CELLS.or(Kinds::PINS).or(Kinds::LIB_CELLS).or(Kinds::LIB_PINS),
        Kinds::LIBS => Kinds::CELLS.or(Kinds::LIB_CELLS).or(Kinds::LIB_PINS).or(Kinds::LIBS),
        _ => Kinds::PINS.or(Kinds::PORTS).or(Kinds::CLOCKS),
    }
}

/// The objects of a kind that belong to others, each once, in the order of those.
pub(super) fn of_objects(state: &mut State, list: &Value, kind: Kinds) -> Result<Vec<Object>, Exception> {
    let mut found = Vec::new();
    for object in state.objects(list, owners(kind))? {
        if kind.has(object.kind()) {
            // Objects of the kind that is asked for stand for themselves.
            found.push(object);
        } else {
            related(state, object, kind, &mut found)?;
        }
    }
    keep_first(&mut found);
    Ok(found)
}

/// The nets of objects, each once, with `NULL` for each port as a pin: scripts tell by it that a path starts or ends at a port.
pub(super) fn nets_or_null(state: &mut State, list: &Value, filter: Option<&Filter>) -> Outcome {
    let (mut values, mut seen) = (Vec::new(), FxHashSet::default());
    for word in state.words(list)?.iter() {
        if state.is_pin_of_port(word)? {
            values.push(Value::from("NULL"));
            continue;
        }
        let mut nets = of_objects(state, word, Kinds::NETS)?;
        nets.retain(|net| seen.insert(*net));
        if let Some(filter) = filter {
            nets = filter.keep(state, nets)?;
        }
        values.extend(nets.into_iter().map(|net| state.handle(net)));
    }
    Ok(Value::list(values))
}

fn related(state: &State, object: Object, kind: Kinds, found: &mut Vec<Object>) -> Result<(), Exception> {
    let netlist = state.netlist()?;
    match kind {
        Kinds::CELLS => cells(netlist, object, found),
        Kinds::PINS => pins(netlist, object, found),
        Kinds::NETS => nets(netlist, object, found),
        Kinds::PORTS => {
            if let Object::Net(net) = object {
                let pins = netlist.net_pins(net).iter().map(|&pin| Object::of_pin(netlist, pin));
                found.extend(pins.filter(|pin| matches!(pin, Object::Port(_))));
            }
        }
        Kinds::LIB_CELLS => return of_library(state, object, found),
        Kinds::LIB_PINS => lib_pins(netlist, object, found),
        Kinds::LIBS => {
            let master = match object {
                Object::LibCell(master) | Object::LibPin(master, _) => Some(master),
                Object::Cell(cell) => Some(netlist.cell_master(cell)),
                _ => None,
            };
            found.extend(
                master.and_then(|master| libraries::library_of(netlist, master)).map(Object::Library),
            );
        }
        _ => {
            if let Object::Pin(pin) | Object::Port(pin) = object {
                let clocks = state.constraints()?.clocks.starting_at(pin);
                found.extend(clocks.iter().map(|&id| Object::Clock(id)));
            }
        }
    }
    Ok(())
}

fn cells(netlist: &Netlist, object: Object, found: &mut Vec<Object>) {
    match object {
        Object::Pin(pin) => found.extend(netlist.pin_cell(pin).map(Object::Cell)),
        Object::HierarchicalPin(pin) => {
            found.push(Object::Instance(netlist.hierarchical_pin_instance(pin)));
        }
        Object::Net(net) => {
            let cells = netlist.net_pins(net).iter().filter_map(|&pin| netlist.pin_cell(pin));
            found.extend(cells.map(Object::Cell));
        }
        _ => {}
    }
}

fn pins(netlist: &Netlist, object: Object, found: &mut Vec<Object>) {
    match object {
        Object::Cell(cell) => found.extend(pins_of(netlist, CellOrInstance::Cell(cell))),
        Object::Instance(instance) => {
            found.extend(pins_of(netlist, CellOrInstance::Instance(instance)));
        }
        Object::Net(net) => {
            let pins = netlist.net_pins(net).iter().map(|&pin| Object::of_pin(netlist, pin));
            found.extend(pins.filter(|pin| matches!(pin, Object::Pin(_))));
        }
        _ => {}
    }
}

/// The pins of a cell or an instance, in order.
fn pins_of(netlist: &Netlist, of: CellOrInstance) -> Vec<Object> {
    match of {
        CellOrInstance::Cell(cell) => netlist.cell_pins(cell).map(Object::Pin).collect(),
        CellOrInstance::Instance(instance) => {
            netlist.instance_pins(instance).map(Object::HierarchicalPin).collect()
        }
    }
}

fn nets(netlist: &Netlist, object: Object, found: &mut Vec<Object>) {
    match object {
        Object::Pin(pin) | Object::Port(pin) => found.extend(netlist.pin_net(pin).map(Object::Net)),
        Object::HierarchicalPin(pin) => found.extend(netlist.hierarchical_pin_net(pin).map(Object::Net)),
        Object::Cell(cell) => {
            found.extend(netlist.cell_pins(cell).filter_map(|pin| netlist.pin_net(pin)).map(Object::Net));
        }
        Object::Instance(instance) => {
            let nets = netlist.instance_pins(instance).filter_map(|pin| netlist.hierarchical_pin_net(pin));
            found.extend(nets.map(Object::Net));
        }
        _ => {}
    }
}

fn of_library(state: &State, object: Object, found: &mut Vec<Object>) -> Result<(), Exception> {
    let netlist = state.netlist()?;
    match object {
        Object::Cell(cell) => found.push(Object::LibCell(netlist.cell_master(cell))),
        Object::Pin(pin) => {
            found.extend(netlist.pin_cell(pin).map(|cell| Object::LibCell(netlist.cell_master(cell))));
        }
        Object::LibPin(master, _) => found.push(Object::LibCell(master)),
        Object::Library(library) => {
            let of = lib_cells(state)?.filter(|&id| libraries::library_of(netlist, id) == Some(library));
            found.extend(of.map(Object::LibCell));
        }
        _ => {}
    }
    Ok(())
}

fn lib_pins(netlist: &Netlist, object: Object, found: &mut Vec<Object>) {
    let master = match object {
        Object::LibCell(master) => Some(master),
        Object::Cell(cell) => Some(netlist.cell_master(cell)),
        _ => None,
    };
    if let Some(master) = master {
        let pins = netlist.library().master(master).pins.len() as u32;
        found.extend((0..pins).map(|pin| Object::LibPin(master, pin)));
    }
    if let Object::Pin(pin) = object
        && let (Some(cell), Some(index)) = (netlist.pin_cell(pin), netlist.pin_index(pin))
    {
        found.push(Object::LibPin(netlist.cell_master(cell), index as u32));
    }
}
