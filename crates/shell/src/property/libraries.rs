//! Properties of libraries, their cells and the pins of those.

use std::path::Path;

use zeroslack::liberty::{Cell, Direction, Expr, Pin};
use zeroslack::netlist::{MasterId, Netlist};
use zeroslack::units::Split;
use zeroslack_tcl::{Exception, Value};

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
    property_of("area", Is::Number, "`area`; 0 where the library has none", |state, object| {
        Ok(Some(number(of(state, object, |of| of.area())?.unwrap_or_default())))
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
    property_of("is_clock_gate", Is::Bool, "`clock_gating_integrated_cell` is stated", |state, object| {
        says(state, object, |of| of.is_clock_gate())
    }),
    with_aliases(
        property_of("is_macro", Is::Bool, "`is_macro_cell`", |state, object| {
            says(state, object, |of| of.is_macro())
        }),
        &["is_memory"],
    ),
    property_of("is_pad", Is::Bool, "`pad_cell`", |state, object| says(state, object, |of| of.is_pad())),
    property_of("dont_use", Is::Bool, "`dont_use`", |state, object| says(state, object, |of| of.dont_use())),
    property_of("dont_touch", Is::Bool, "`dont_touch`", |state, object| {
        says(state, object, |of| of.dont_touch())
    }),
    property_of("filename", Is::Text, "the file of its library", |state, object| {
        let Object::LibCell(master) = object else { return Ok(None) };
        file_of_cell(state, master)
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
        Ok(file(state, library).map(shown))
    })];

/// What a library says of a cell for late analysis.
#[derive(Clone, Copy)]
pub(super) struct Described<'n>(&'n Cell);

impl<'n> Described<'n> {
    pub fn new(netlist: &'n Netlist, master: MasterId) -> Option<Self> {
        netlist.library().cell(master, Split::Late).map(Self)
    }

    pub fn area(self) -> f64 {
        f64::from(self.0.area.unwrap_or_default())
    }

    pub fn is_buffer(self) -> bool {
        self.inverts() == Some(false)
    }

    pub fn is_inverter(self) -> bool {
        self.inverts() == Some(true)
    }

    pub fn is_sequential(self) -> bool {
        !self.0.sequentials.is_empty()
    }

    pub fn is_clock_gate(self) -> bool {
        self.0.clock_gating.is_some()
    }

    pub fn is_macro(self) -> bool {
        self.0.is_macro
    }

    pub fn is_pad(self) -> bool {
        self.0.is_pad
    }

    pub fn dont_use(self) -> bool {
        self.0.dont_use
    }

    pub fn dont_touch(self) -> bool {
        self.0.dont_touch
    }

    /// Whether a cell with one input and one output inverts; none if it is no such cell.
    fn inverts(self) -> Option<bool> {
        let mut outputs = self.0.pins.iter().filter(|pin| pin.direction == Direction::Output);
        let (output, none) = (outputs.next()?, outputs.next());
        let inputs = self.0.pins.iter().filter(|pin| pin.direction == Direction::Input).count();
        if none.is_some() || inputs != 1 || self.is_sequential() || output.three_state.is_some() {
            return None;
        }
        match output.function.as_ref()? {
            Expr::Pin(_) => Some(false),
            Expr::Not(inner) => matches!(**inner, Expr::Pin(_)).then_some(true),
            _ => None,
        }
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

fn of<T>(state: &State, object: Object, ask: impl Fn(Described<'_>) -> T) -> Result<Option<T>, Exception> {
    let Object::LibCell(master) = object else { return Ok(None) };
    Ok(Described::new(state.netlist()?, master).map(ask))
}

/// What the library says; 0 where it says nothing.
fn says(
    state: &State,
    object: Object,
    ask: impl Fn(Described<'_>) -> bool,
) -> Result<Option<Value>, Exception> {
    Ok(Some(Value::from_bool(of(state, object, ask)?.unwrap_or(false))))
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

/// The file of a library. Libraries of one analysis alone serve both.
fn file(state: &State, library: u32) -> Option<&Path> {
    let files = &state.files;
    let late = if files.liberty_late.is_empty() { &files.liberty_early } else { &files.liberty_late };
    late.get(library as usize).map(std::path::PathBuf::as_path)
}

pub(super) fn file_of_cell(state: &State, master: MasterId) -> Result<Option<Value>, Exception> {
    Ok(library_of(state.netlist()?, master).and_then(|library| file(state, library)).map(shown))
}
