//! Commands that find objects and tell of them.

mod helpers;
mod patterns;
mod relations;
mod table;

use zeroslack_netlist::{HierarchicalPinId, Netlist, PinId, PortDirection};
use zeroslack_tcl::{Exception, Outcome, Value};

use self::patterns::{all_at_top, all_of, by_patterns};
use self::relations::{nets_or_null, of_objects};
use crate::arguments::{Arguments, OF_NOTHING};
use crate::command::Command;
use crate::filter::{Filter, Patterns};
use crate::object::{Kinds, Object};
use crate::property::property;
use crate::state::State;

pub(crate) const COMMANDS: &[Command] = table::COMMANDS;

/// `get_cells` and its like.
fn find(state: &mut State, arguments: &Arguments<'_>, kind: Kinds) -> Outcome {
    let warned = state.warnings.len();
    let patterns = match arguments.has("-regexp") {
        true => Patterns::Regexes { nocase: arguments.has("-nocase") },
        false => Patterns::Globs,
    };
    let filter = arguments.value("-filter");
    let filter = filter.map(|text| Filter::read(state.tables, &text.text(), kind, patterns)).transpose()?;
    if arguments.has("-nocase") && !arguments.has("-regexp") {
        state.warn("-nocase counts only with -regexp");
    }
    if let (Some(of), None, Kinds::NETS) = (arguments.value("-of_objects"), arguments.operand(0), kind)
        && has_pin_of_port(state, of)?
    {
        return nets_or_null(state, of, filter.as_ref());
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

/// Whether a list has a port as a pin.
fn has_pin_of_port(state: &State, list: &Value) -> Result<bool, Exception> {
    for word in state.words(list)?.iter() {
        if state.is_pin_of_port(word)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a command has `-hierarchical`, and it is given.
fn is_hierarchical(arguments: &Arguments<'_>) -> bool {
    let has_option = arguments.command.options.iter().any(|option| option.name == "-hierarchical");
    has_option && arguments.has("-hierarchical")
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
///
/// # Errors
/// If it stands for none, or for several.
pub fn one_object(state: &mut State, word: &Value, kinds: Kinds) -> Result<Object, Exception> {
    let warned = state.warnings.len();
    match state.objects(word, kinds)?[..] {
        [object] => Ok(object),
        [] if state.warnings.len() > warned => {
            // What would be a warning of one name among several is the error here.
            let message = state.warnings.pop().map(|warning| warning.text).unwrap_or_default();
            Err(Exception::coded(message, ["ZEROSLACK", "MISSING"]))
        }
        [] if word.is_empty() => {
            let expected = kinds.with_names().names();
            Err(Exception::coded(format!("nothing is given: expected a {expected}"), OF_NOTHING))
        }
        [] => {
            let message = format!("there is no {} '{word}'", kinds.with_names().names());
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
    .or(Kinds::PATH_ENDS)
    .or(Kinds::PATHS)
    .or(Kinds::PATH_POINTS)
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
///
/// # Errors
/// If the list has other objects in it.
pub fn pins(state: &mut State, list: &Value, kinds: Kinds) -> Result<Vec<PinId>, Exception> {
    let mut pins = Vec::new();
    for object in state.objects(list, kinds)? {
        pins_for(state.netlist()?, object, &mut pins);
    }
    Ok(pins)
}

/// The ports of a list that go in a direction, or in both, and, where such kinds are asked for, pins. The other ports are warned of and left out.
pub(crate) fn ports_toward(
    state: &mut State,
    (list, kinds): (&Value, Kinds),
    direction: PortDirection,
) -> Result<Vec<PinId>, Exception> {
    let mut ports = pins(state, list, kinds)?;
    let netlist = state.netlist()?;
    let goes = |&pin: &PinId| {
        let port = netlist.port_of(pin);
        port.is_none_or(|(port, _)| port.direction == direction || port.direction == PortDirection::Inout)
    };
    let mut others: Vec<String> = Vec::new();
    ports.retain(|pin| {
        let goes = goes(pin);
        others.extend((!goes).then(|| netlist.pin_name(*pin)));
        goes
    });
    let expected = if direction == PortDirection::Input { "an input" } else { "an output" };
    others
        .iter()
        .for_each(|name| state.leave_out(format!("port '{name}' is not {expected}, and is left out")));
    Ok(ports)
}

/// The pin of an object; of an instance's pin those that drive its net.
pub fn pins_for(netlist: &Netlist, object: Object, pins: &mut Vec<PinId>) {
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

/// Ports, pins of cells and pins of instances of modules.
#[derive(Debug, Default)]
pub(crate) struct PinsNamed {
    pub pins: Vec<PinId>,
    pub of_instances: Vec<HierarchicalPinId>,
}

/// The ports and pins that a word stands for.
pub(crate) fn pins_named(state: &mut State, list: &Value) -> Result<PinsNamed, Exception> {
    let mut named = PinsNamed::default();
    for object in state.objects(list, Kinds::PORTS.or(Kinds::PINS))? {
        match object {
            Object::HierarchicalPin(pin) => named.of_instances.push(pin),
            Object::Port(pin) | Object::Pin(pin) => named.pins.push(pin),
            _ => {}
        }
    }
    Ok(named)
}

/// The pins that an object stands for in what is stated of clocks: of an instance's pin those by which the constraint is for what is reached through it
/// alone. What nothing comes through is said.
pub(crate) fn pins_in_clocks(state: &mut State, object: Object) -> Result<Vec<PinId>, Exception> {
    match object {
        Object::Port(pin) | Object::Pin(pin) => Ok(vec![pin]),
        Object::HierarchicalPin(pin) => {
            let pins = state.constraints()?.pins_at(state.netlist()?, pin);
            say_unreached(state, pin, &pins)?;
            Ok(pins)
        }
        _ => Ok(Vec::new()),
    }
}

/// Says if nothing comes through a pin of an instance, which pins stand for.
pub(crate) fn say_unreached(
    state: &mut State,
    pin: HierarchicalPinId,
    pins: &[PinId],
) -> Result<(), Exception> {
    let netlist = state.netlist()?;
    let has_loads = !netlist.loads_after(pin).is_empty();
    let name = netlist.hierarchical_pin_name(pin);
    if pins.is_empty() && has_loads {
        state.leave_out(format!("other clocks start farther inside than '{name}', at all that is behind it: nothing is stated of it"));
    } else if pins.is_empty() {
        state.leave_out(format!("nothing comes through '{name}': nothing is stated of it"));
    } else if !has_loads {
        state
            .warn(format!("nothing comes through '{name}': what is stated of it counts once something does"));
    }
    Ok(())
}
