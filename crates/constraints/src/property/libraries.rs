//! Properties of libraries, their cells and the pins of those.

use std::path::Path;

use zeroslack_liberty::{Cell, Direction, Expr, Pin};
use zeroslack_tcl::{Exception, Value};
use zeroslack_units::Split;

use super::cells::master;
use super::{Is, Property, number, optional, property_of, with_aliases};
use crate::commands::libraries::library_of;
use crate::commands::registers;
use crate::object::Object;
use crate::state::State;

pub(super) const OF_CELLS: &[Property] = &[
    property_of("library", Is::Object, "its library", |state, object| {
        let Object::LibCell(master) = object else { return Ok(None) };
        Ok(Some(optional(state, library_of(state.netlist()?, master).map(Object::Library))))
    }),
    property_of("ref_name", Is::Text, "its name without that of the library", |state, object| {
        let Object::LibCell(master) = object else { return Ok(None) };
        Ok(Some(Value::from(&*state.netlist()?.library().master(master).name)))
    }),
];

/// What libraries say of their cells, and so of the cells of a design.
pub(super) const SAID_OF_CELLS: &[Property] = &[
    property_of("area", Is::Number, "the library's `area`; 0 where there is none", |state, object| {
        let area = described_cell(state, object)?.and_then(|cell| cell.area).unwrap_or_default();
        Ok(Some(number(f64::from(area))))
    }),
    property_of("is_buffer", Is::Bool, "its one output is its one input", |state, object| {
        says(state, object, |cell| inverts(cell) == Some(false))
    }),
    property_of(
        "is_inverter",
        Is::Bool,
        "its one output is the inverse of its one input",
        |state, object| says(state, object, |cell| inverts(cell) == Some(true)),
    ),
    property_of("is_sequential", Is::Bool, "it is a flip-flop, a latch or the like", |state, object| {
        says(state, object, |cell| !cell.sequentials.is_empty())
    }),
    property_of(
        "is_clock_gate",
        Is::Bool,
        "the library states `clock_gating_integrated_cell`",
        |state, object| says(state, object, |cell| cell.clock_gating.is_some()),
    ),
    property_of("is_macro", Is::Bool, "the library's `is_macro_cell`", |state, object| {
        says(state, object, |cell| cell.is_macro)
    }),
    property_of("is_memory", Is::Bool, "the library states a `memory` group", |state, object| {
        says(state, object, |cell| cell.is_memory)
    }),
    property_of("is_pad", Is::Bool, "the library's `pad_cell`", |state, object| {
        says(state, object, |cell| cell.is_pad)
    }),
    property_of("dont_use", Is::Bool, "the library's `dont_use`", |state, object| {
        says(state, object, |cell| cell.dont_use)
    }),
    property_of("dont_touch", Is::Bool, "the library's `dont_touch`", |state, object| {
        says(state, object, |cell| cell.dont_touch)
    }),
    property_of("filename", Is::Text, "the file of the library", |state, object| {
        let Some(master) = master(state, object)? else { return Ok(None) };
        Ok(library_of(state.netlist()?, master)
            .and_then(|library| state.design.library_file(library))
            .map(shown))
    }),
];

pub(super) const OF_PINS: &[Property] = &[
    with_aliases(
        property_of("direction", Is::Text, "`input`, `output`, `bidirect` or `internal`", |state, object| {
            let Object::LibPin(master, pin) = object else { return Ok(None) };
            let own = &state.netlist()?.library().master(master).pins[pin as usize];
            Ok(Some(Value::from(direction(own.direction))))
        }),
        &["pin_direction"],
    ),
    with_aliases(
        property_of("lib_cell", Is::Object, "its library cell", |state, object| {
            let Object::LibPin(master, _) = object else { return Ok(None) };
            Ok(Some(state.handle(Object::LibCell(master))))
        }),
        &["cell"],
    ),
    property_of("lib_pin_name", Is::Text, "its own name", |state, object| {
        Ok(Some(Value::from(state.own_name_of(object)?)))
    }),
    property_of("capacitance", Is::Number, "`capacitance`", |state, object| {
        capacitance(state, object, |pin| Some(pin.capacitance))
    }),
    property_of("max_capacitance", Is::Number, "`max_capacitance`", |state, object| {
        capacitance(state, object, |pin| pin.max_capacitance)
    }),
    property_of("min_capacitance", Is::Number, "`min_capacitance`", |state, object| {
        capacitance(state, object, |pin| pin.min_capacitance)
    }),
    property_of("max_transition", Is::Number, "`max_transition`", |state, object| {
        let unit = state.units().time;
        Ok(described(state, object)?
            .and_then(|pin| pin.max_transition)
            .map(|it| number(f64::from(it) / unit)))
    }),
    property_of("max_fanout", Is::Number, "`max_fanout`", |state, object| {
        Ok(described(state, object)?.and_then(|pin| pin.max_fanout).map(|it| number(f64::from(it))))
    }),
    property_of("is_clock", Is::Bool, "`clock`", |state, object| {
        Ok(Some(Value::from_bool(described(state, object)?.is_some_and(|pin| pin.is_clock))))
    }),
    property_of("is_register_clock", Is::Bool, "it is the clock of a flip-flop or latch", |state, object| {
        let Object::LibPin(master, pin) = object else { return Ok(None) };
        let is_one = registers::is_clock_of(state.netlist()?, master, pin as usize);
        Ok(Some(Value::from_bool(is_one)))
    }),
];

pub(super) const OF_LIBRARIES: &[Property] =
    &[property_of("filename", Is::Text, "the file that it was read from", |state, object| {
        let Object::Library(library) = object else { return Ok(None) };
        Ok(state.design.library_file(library).map(shown))
    })];

/// Whether a cell with one input and one output inverts; none if it is no such cell.
fn inverts(cell: &Cell) -> Option<bool> {
    let mut outputs = cell.pins.iter().filter(|pin| pin.direction == Direction::Output);
    let (output, none) = (outputs.next()?, outputs.next());
    let inputs = cell.pins.iter().filter(|pin| pin.direction == Direction::Input).count();
    if none.is_some() || inputs != 1 || !cell.sequentials.is_empty() || output.three_state.is_some() {
        return None;
    }
    match output.function.as_ref()? {
        Expr::Pin(_) => Some(false),
        Expr::Not(inner) => matches!(**inner, Expr::Pin(_)).then_some(true),
        _ => None,
    }
}

pub(super) fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Input => "input",
        Direction::Output => "output",
        Direction::Inout => "bidirect",
        _ => "internal",
    }
}

/// What the library says of a cell for late analysis.
fn described_cell(state: &State, object: Object) -> Result<Option<&Cell>, Exception> {
    let library = state.netlist()?.library();
    Ok(master(state, object)?.and_then(|master| library.cell(master, Split::Late)))
}

/// Whether the library says so; 0 where it says nothing.
fn says(state: &State, object: Object, ask: impl Fn(&Cell) -> bool) -> Result<Option<Value>, Exception> {
    Ok(Some(Value::from_bool(described_cell(state, object)?.is_some_and(ask))))
}

/// What the library says of a pin.
fn described(state: &State, object: Object) -> Result<Option<&Pin>, Exception> {
    let Object::LibPin(master, pin) = object else { return Ok(None) };
    let library = state.netlist()?.library();
    let own = &library.master(master).pins[pin as usize];
    Ok(library.cell(master, Split::Late).and_then(|cell| cell.pins.iter().find(|pin| pin.name == own.name)))
}

fn capacitance(
    state: &State,
    object: Object,
    ask: impl Fn(&Pin) -> Option<f32>,
) -> Result<Option<Value>, Exception> {
    let unit = state.units().capacitance;
    Ok(described(state, object)?.and_then(ask).map(|value| number(f64::from(value) / unit)))
}

fn shown(file: &Path) -> Value {
    Value::from(file.to_string_lossy().as_ref())
}
