//! Commands that find objects and tell of them.

mod patterns;
mod relations;

use zeroslack::netlist::{Netlist, PinId, PortDirection};
use zeroslack_tcl::{Exception, Outcome, Value};

use self::patterns::{all_at_top, all_of, by_patterns};
use self::relations::of_objects;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, flag_that, optional, required, value, value_that};
use crate::filter::{Filter, Patterns};
use crate::object::{Kinds, Object};
use crate::property::property;
use crate::state::State;

const FILTER: Opt = value_that(
    "-filter",
    "expression",
    "keeps objects whose properties fulfil it, such as {ref_name =~ BUF* && is_hierarchical == 0}",
);
const QUIET: Opt = flag_that("-quiet", "does not warn of names that stand for nothing");
const REGEXP: Opt = flag_that(
    "-regexp",
    "patterns, and what =~ and !~ of -filter compare with, are regular expressions of whole names",
);
const NOCASE: Opt = flag_that("-nocase", "with -regexp, upper and lower case are the same");
const HIERARCHICAL: Opt = flag_that("-hierarchical", "patterns are of names at every level of the hierarchy");

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "get_cells",
        group: Group::Objects,
        summary: "Finds cells and instances of modules.",
        options: &[
            HIERARCHICAL,
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of pins or nets"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::CELLS)),
    },
    Command {
        name: "get_pins",
        group: Group::Objects,
        summary: "Finds pins of cells and of instances of modules.",
        options: &[
            HIERARCHICAL,
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of cells or nets"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::PINS)),
    },
    Command {
        name: "get_nets",
        group: Group::Objects,
        summary: "Finds nets.",
        options: &[
            HIERARCHICAL,
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of cells, pins or ports"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::NETS)),
    },
    Command {
        name: "get_ports",
        group: Group::Objects,
        summary: "Finds ports of the design.",
        options: &[FILTER, value_that("-of_objects", "objects", "those of nets"), REGEXP, NOCASE, QUIET],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::PORTS)),
    },
    Command {
        name: "get_clocks",
        group: Group::Objects,
        summary: "Finds clocks.",
        options: &[
            FILTER,
            value_that("-of_objects", "objects", "those that start at pins or ports"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::CLOCKS)),
    },
    Command {
        name: "get_lib_cells",
        group: Group::Objects,
        summary: "Finds library cells, by library/cell or cell.",
        options: &[
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of cells, pins, library pins or libraries"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::LIB_CELLS)),
    },
    Command {
        name: "get_lib_pins",
        group: Group::Objects,
        summary: "Finds pins of library cells, by library/cell/pin or cell/pin.",
        options: &[
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of library cells, cells or pins"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::LIB_PINS)),
    },
    Command {
        name: "get_libs",
        group: Group::Objects,
        summary: "Finds libraries.",
        options: &[
            FILTER,
            value_that("-of_objects", "objects", "those of library cells, library pins or cells"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::LIBS)),
    },
    Command {
        name: "all_clocks",
        group: Group::Objects,
        summary: "All clocks.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| Ok(state.handles(all_of(state, Kinds::CLOCKS)?))),
    },
    Command {
        name: "all_inputs",
        group: Group::Objects,
        summary: "All input and inout ports.",
        options: &[flag_that("-no_clocks", "without those where clocks start")],
        operands: &[],
        run: Run::State(|state, arguments| {
            ports_going(state, PortDirection::Input, arguments.has("-no_clocks"))
        }),
    },
    Command {
        name: "all_outputs",
        group: Group::Objects,
        summary: "All output and inout ports.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| ports_going(state, PortDirection::Output, false)),
    },
    Command {
        name: "all_registers",
        group: Group::Objects,
        summary: "All flip-flops and latches, or pins of them.",
        options: &[
            flag_that("-cells", "the cells, as without any of these"),
            flag_that("-data_pins", "the inputs that are checked against a clock"),
            flag_that("-clock_pins", "the pins that clocks come to"),
            flag_that("-async_pins", "the pins that set or clear without a clock"),
            flag_that("-output_pins", "the outputs"),
            flag_that("-edge_triggered", "only flip-flops"),
            flag_that("-level_sensitive", "only latches"),
        ],
        operands: &[],
        run: Run::State(crate::commands::registers::all_registers),
    },
    Command {
        name: "get_property",
        group: Group::Objects,
        summary: "A property of an object.",
        options: &[
            value_that(
                "-object_type",
                "kind",
                "what a name names: cell, pin, net, port, clock, lib_cell, lib_pin or library",
            ),
            flag_that("-quiet", "of an object that is not there: empty, instead of an error"),
        ],
        operands: &[required("object"), required("property")],
        run: Run::State(get_property),
    },
    Command {
        name: "get_name",
        group: Group::Objects,
        summary: "The own name of an object, without the path to it.",
        options: &[],
        operands: &[required("object")],
        run: Run::State(|state, arguments| name(state, arguments, "name")),
    },
    Command {
        name: "get_full_name",
        group: Group::Objects,
        summary: "The name of an object, with the path to it.",
        options: &[],
        operands: &[required("object")],
        run: Run::State(|state, arguments| name(state, arguments, "full_name")),
    },
];

/// `get_cells` and its like.
fn find(state: &mut State, arguments: &Arguments<'_>, kind: Kinds) -> Outcome {
    let warned = state.warnings.len();
    let patterns = match arguments.has("-regexp") {
        true => Patterns::Regexes { nocase: arguments.has("-nocase") },
        false => Patterns::Globs,
    };
    let filter = arguments.value("-filter");
    let filter = filter.map(|text| Filter::read(&text.text(), kind, patterns)).transpose()?;
    if arguments.has("-nocase") && !arguments.has("-regexp") {
        state.warn("-nocase counts only with -regexp");
    }
    let found = match (arguments.value("-of_objects"), arguments.operand(0)) {
        (Some(_), Some(_)) => return Err(arguments.error("either patterns or -of_objects can be given")),
        (Some(of), None) => of_objects(state, of, kind)?,
        (None, Some(patterns)) => by_patterns(state, arguments, patterns, kind)?,
        (None, None) if is_hierarchical(arguments) => all_of(state, kind)?,
        (None, None) => all_at_top(state, kind)?,
    };
    if arguments.has("-quiet") {
        state.warnings.truncate(warned);
    }
    let found = match filter {
        Some(filter) => filter.keep(state, found)?,
        None => found,
    };
    Ok(state.handles(found))
}

/// Whether a command has `-hierarchical`, and it is given.
fn is_hierarchical(arguments: &Arguments<'_>) -> bool {
    let has_option = arguments.command.options.iter().any(|option| option.name == HIERARCHICAL.name);
    has_option && arguments.has(HIERARCHICAL.name)
}

fn ports_going(state: &State, direction: PortDirection, without_clocks: bool) -> Outcome {
    let netlist = state.netlist()?;
    let clocks = &state.constraints()?.clocks;
    let going = netlist
        .ports()
        .iter()
        .filter(|port| port.direction == direction || port.direction == PortDirection::Inout);
    let bits = going.flat_map(|port| port.bits());
    let kept = bits.filter(|&pin| !without_clocks || clocks.starting_at(pin).is_empty());
    Ok(state.handles(kept.map(Object::Port)))
}

/// The one object that a word stands for.
pub(crate) fn one_object(state: &mut State, word: &Value, kinds: Kinds) -> Result<Object, Exception> {
    let warned = state.warnings.len();
    match state.objects(word, kinds)?[..] {
        [object] => Ok(object),
        [] if state.warnings.len() > warned => {
            // What would be a warning of one name among several is the error here.
            let message = state.warnings.pop().unwrap_or_default();
            Err(Exception::coded(message, ["ZEROSLACK", "MISSING"]))
        }
        [] => {
            let message = format!("there is no {} '{word}'", kinds.names());
            Err(Exception::coded(message, ["ZEROSLACK", "MISSING"]))
        }
        ref several => {
            let message = format!("'{word}' stands for {} objects: expected one", several.len());
            Err(Exception::coded(message, ["ZEROSLACK", "MANY"]))
        }
    }
}

const ANY: Kinds = Kinds::CLOCKS
    .or(Kinds::PORTS)
    .or(Kinds::PINS)
    .or(Kinds::CELLS)
    .or(Kinds::NETS)
    .or(Kinds::LIB_CELLS)
    .or(Kinds::LIB_PINS)
    .or(Kinds::LIBS);

fn get_property(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let kinds = match arguments.value("-object_type").map(|word| word.text().to_owned()).as_deref() {
        None => ANY,
        Some("cell" | "instance") => Kinds::CELLS,
        Some("pin") => Kinds::PINS,
        Some("net") => Kinds::NETS,
        Some("port") => Kinds::PORTS,
        Some("clock") => Kinds::CLOCKS,
        Some("lib_cell" | "liberty_cell") => Kinds::LIB_CELLS,
        Some("lib_pin" | "liberty_port") => Kinds::LIB_PINS,
        Some("library" | "lib" | "liberty_library") => Kinds::LIBS,
        Some(other) => return Err(arguments.error(&format!("'{other}' is no kind of objects"))),
    };
    let warned = state.warnings.len();
    let object = match one_object(state, arguments.required(0)?, kinds) {
        Err(_) if arguments.has("-quiet") => {
            state.warnings.truncate(warned);
            return Ok(Value::empty());
        }
        object => object?,
    };
    property(state, object, &arguments.required(1)?.text())
}

fn name(state: &mut State, arguments: &Arguments<'_>, which: &str) -> Outcome {
    let object = one_object(state, arguments.required(0)?, ANY)?;
    property(state, object, which)
}

/// Pins of cells, ports and the drivers that pins of instances stand for.
pub(crate) fn pins(state: &mut State, list: &Value, kinds: Kinds) -> Result<Vec<PinId>, Exception> {
    let mut pins = Vec::new();
    for object in state.objects(list, kinds)? {
        pins_for(state.netlist()?, object, &mut pins);
    }
    Ok(pins)
}

/// The pin of an object; of an instance's pin those that drive its net.
pub(crate) fn pins_for(netlist: &Netlist, object: Object, pins: &mut Vec<PinId>) {
    match object {
        Object::Port(pin) | Object::Pin(pin) => pins.push(pin),
        Object::HierarchicalPin(pin) => {
            if let Some(net) = netlist.hierarchical_pin_net(pin) {
                pins.extend(netlist.net_pins(net).iter().filter(|&&pin| netlist.is_driver(pin)));
            }
        }
        _ => {}
    }
}
