//! Commands that say what is constant, and what is not timed.

use zeroslack_netlist::{CellId, MasterId, Netlist, PinId};
use zeroslack_sdc::{ArcEnds, CaseValue, ConstraintEditor, ConstraintError, LogicValue};
use zeroslack_tcl::{Exception, Outcome, Value};

use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, required, value_that};
use crate::object::{Kinds, Object};
use crate::state::State;

const PINS: Kinds = Kinds::PORTS.or(Kinds::PINS);
const DISABLED: Kinds = PINS.or(Kinds::CELLS).or(Kinds::LIB_CELLS).or(Kinds::LIB_PINS);

const ENDS: &[Opt] = &[
    value_that("-from", "pins", "only arcs of cells, or library cells, that start at these of their pins"),
    value_that("-to", "pins", "only arcs that end at these"),
];

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_case_analysis",
        group: Group::Structure,
        summary: "Says what pins and ports are in this mode: 0, 1 (or zero, one), rising or falling.",
        options: &[],
        operands: &[required("value"), required("pins")],
        run: Run::State(set_case_analysis),
    },
    Command {
        name: "unset_case_analysis",
        group: Group::Structure,
        summary: "Takes away what was said that pins and ports are.",
        options: &[],
        operands: &[required("pins")],
        run: Run::State(unset_case_analysis),
    },
    Command {
        name: "set_logic_zero",
        group: Group::Structure,
        summary: "Says that ports are 0.",
        options: &[],
        operands: &[required("ports")],
        run: Run::State(|state, arguments| set_logic(state, arguments, LogicValue::Zero)),
    },
    Command {
        name: "set_logic_one",
        group: Group::Structure,
        summary: "Says that ports are 1.",
        options: &[],
        operands: &[required("ports")],
        run: Run::State(|state, arguments| set_logic(state, arguments, LogicValue::One)),
    },
    Command {
        name: "set_logic_dc",
        group: Group::Structure,
        summary: "Says that it does not matter what ports are: they are timed as others.",
        options: &[],
        operands: &[required("ports")],
        run: Run::State(|state, arguments| set_logic(state, arguments, LogicValue::DontCare)),
    },
    Command {
        name: "set_disable_timing",
        group: Group::Structure,
        summary: "Takes arcs of cells, library cells or their pins, or what passes pins and ports, out of what is timed.",
        options: ENDS,
        operands: &[required("objects")],
        run: Run::State(|state, arguments| disable(state, arguments, true)),
    },
    Command {
        name: "unset_disable_timing",
        group: Group::Structure,
        summary: "Times again what set_disable_timing took out, named in the same way.",
        options: ENDS,
        operands: &[required("objects")],
        run: Run::State(|state, arguments| disable(state, arguments, false)),
    },
];

/// The pins of a list: of a pin of an instance the loads that paths through it come to.
pub(super) fn pins(state: &mut State, list: &Value) -> Result<Vec<PinId>, Exception> {
    let mut pins = Vec::new();
    for object in state.objects(list, PINS)? {
        let of_object = pins_of(state.netlist()?, object);
        if of_object.is_empty() {
            let name = state.name_of(object)?;
            state.leave_out(format!("nothing comes through '{name}': nothing is stated of it"));
        }
        pins.extend(of_object);
    }
    Ok(pins)
}

fn pins_of(netlist: &Netlist, object: Object) -> Vec<PinId> {
    match object {
        Object::Port(pin) | Object::Pin(pin) => vec![pin],
        Object::HierarchicalPin(pin) => netlist.loads_after(pin),
        _ => Vec::new(),
    }
}

fn set_case_analysis(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let word = arguments.required(0)?;
    let Some(value) = CaseValue::parse(&word.text()) else {
        let expected = "expected 0, 1, zero, one, rising or falling";
        return Err(arguments.error(&format!("'{word}' is no case value: {expected}")));
    };
    let pins = pins(state, arguments.required(1)?)?;
    state.edit(|editor| editor.set_case_value(&pins, Some(value)))?;
    Ok(Value::empty())
}

fn unset_case_analysis(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let pins = pins(state, arguments.required(0)?)?;
    state.edit(|editor| editor.set_case_value(&pins, None))?;
    Ok(Value::empty())
}

fn set_logic(state: &mut State, arguments: &Arguments<'_>, value: LogicValue) -> Outcome {
    let pins = pins(state, arguments.required(0)?)?;
    state.edit(|editor| pins.iter().try_for_each(|&pin| editor.set_logic_value(pin, Some(value))))?;
    Ok(Value::empty())
}

/// What is taken out, or in again.
enum Target {
    Pins(Vec<PinId>),
    Cell(CellId, ArcEnds<PinId>),
    LibraryCell(MasterId, ArcEnds<u32>),
    LibraryPin(MasterId, u32),
}

impl Target {
    fn state(&self, editor: &mut ConstraintEditor<'_>, is_out: bool) -> Result<(), ConstraintError> {
        match self {
            Self::Pins(pins) => editor.disable_pins(pins, is_out),
            Self::Cell(cell, ends) => editor.disable_cell(*cell, *ends, is_out),
            Self::LibraryCell(master, ends) => editor.disable_library_cell(*master, *ends, is_out),
            Self::LibraryPin(master, pin) => editor.disable_library_pin(*master, *pin, is_out),
        }
    }
}

fn disable(state: &mut State, arguments: &Arguments<'_>, is_out: bool) -> Outcome {
    let [from, to] = [names(state, arguments, "-from")?, names(state, arguments, "-to")?];
    let has_ends = from.is_some() || to.is_some();
    let objects = state.objects(arguments.required(0)?, DISABLED)?;
    let netlist = state.netlist()?;
    let ends = |master: MasterId| ends(netlist, arguments, master, [&from, &to]);
    let mut targets = Vec::new();
    for object in objects {
        match object {
            Object::Cell(cell) => {
                let first = netlist.cell_pins(cell).next().map_or(0, |pin| pin.0);
                let pin = |place: Option<u32>| place.map(|place| PinId(first + place));
                let of_cell = ends(netlist.cell_master(cell))?.into_iter();
                targets.extend(of_cell.map(|ArcEnds { from, to }| {
                    Target::Cell(cell, ArcEnds { from: pin(from), to: pin(to) })
                }));
            }
            Object::LibCell(master) => {
                targets.extend(ends(master)?.into_iter().map(|ends| Target::LibraryCell(master, ends)));
            }
            _ if has_ends => {
                let name = state.name_of(object)?;
                let expected = "-from and -to name pins of cells and library cells";
                return Err(arguments.error(&format!("'{name}' is neither: {expected}")));
            }
            Object::Instance(instance) => {
                let cells = netlist.cells_within(instance).into_iter();
                targets.extend(cells.map(|cell| Target::Cell(cell, ArcEnds::any())));
            }
            Object::LibPin(master, pin) => targets.push(Target::LibraryPin(master, pin)),
            _ => targets.push(Target::Pins(pins_of(netlist, object))),
        }
    }
    state.edit(|editor| targets.iter().try_for_each(|target| target.state(editor, is_out)))?;
    Ok(Value::empty())
}

/// Names of pins within a cell that an option gives; none where it is not given. Pins and pins of library cells stand for their own names.
fn names(state: &State, arguments: &Arguments<'_>, option: &str) -> Result<Option<Vec<String>>, Exception> {
    let Some(list) = arguments.value(option) else { return Ok(None) };
    let mut names = Vec::new();
    for word in state.words(list)?.iter() {
        match state.object_of_handle(word)? {
            Some(object @ (Object::Pin(_) | Object::LibPin(..))) => names.push(state.own_name_of(object)?),
            Some(object) => return Err(state.of_another_kind(object, Kinds::PINS.or(Kinds::LIB_PINS))),
            None => names.push(word.text().to_string()),
        }
    }
    if names.is_empty() {
        return Err(arguments.error(&format!("{option} names no pin")));
    }
    Ok(Some(names))
}

/// The ends that names stand for in a library cell, as places of its pins: each start with each end.
fn ends(
    netlist: &Netlist,
    arguments: &Arguments<'_>,
    master: MasterId,
    names: [&Option<Vec<String>>; 2],
) -> Result<Vec<ArcEnds<u32>>, Exception> {
    let master = netlist.library().master(master);
    let place = |name: &String| match master.pin(name) {
        Some(pin) => Ok(Some(pin as u32)),
        None => Err(arguments.error(&format!("library cell '{}' has no pin '{name}'", master.name))),
    };
    let places = |names: &Option<Vec<String>>| match names {
        None => Ok(vec![None]),
        Some(names) => names.iter().map(place).collect::<Result<Vec<_>, _>>(),
    };
    let (from, to) = (places(names[0])?, places(names[1])?);
    Ok(from.iter().flat_map(|&from| to.iter().map(move |&to| ArcEnds { from, to })).collect())
}
