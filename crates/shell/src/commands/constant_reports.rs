//! Which pins are constant, and why.

use std::collections::BTreeSet;

use zeroslack::Timed;
use zeroslack::netlist::{Netlist, PinId};
use zeroslack_tcl::{Outcome, Value};

use super::reported::timed;
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Command, Group, Run, flag_that, required};
use zeroslack::constraints::object::{Kinds, Object};

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "report_constant",
        group: Group::Reports,
        summary: "Prints what ports and pins are in this mode, of cells and nets all of their pins: 0, 1, rising, falling, or X if they rise and fall; and what states it.",
        options: &[],
        operands: &[required("objects")],
        run: Run::State(report_constant),
    },
    Command {
        name: "report_case_analysis",
        group: Group::Reports,
        summary: "Prints the ports and pins of which a value is stated.",
        options: &[flag_that("-all", "those also that are constant because of other pins")],
        operands: &[],
        run: Run::State(report_case_analysis),
    },
];

fn report_constant(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let kinds = Kinds::PORTS.or(Kinds::PINS).or(Kinds::CELLS).or(Kinds::NETS);
    let objects = state.objects(arguments.required(0)?, kinds)?;
    let netlist = state.netlist()?;
    let pins: Vec<PinId> = objects.into_iter().flat_map(|object| pins_of(netlist, object)).collect();
    if pins.is_empty() {
        return Err(arguments.error("nothing is named that has pins"));
    }
    print(state, &pins)
}

/// The pins that an object has in the flat design.
fn pins_of(netlist: &Netlist, object: Object) -> Vec<PinId> {
    match object {
        Object::Port(pin) | Object::Pin(pin) => vec![pin],
        Object::HierarchicalPin(pin) => {
            netlist.hierarchical_pin_net(pin).map_or_else(Vec::new, |net| netlist.net_pins(net).to_vec())
        }
        Object::Cell(cell) => netlist.cell_pins(cell).collect(),
        Object::Net(net) => netlist.net_pins(net).to_vec(),
        _ => Vec::new(),
    }
}

fn report_case_analysis(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let constraints = state.constraints()?;
    let stated = constraints.case_values.keys().chain(constraints.logic_values.keys());
    let mut pins: BTreeSet<PinId> = stated.copied().collect();
    if arguments.has("-all") {
        let timed = timed(state)?.levelled();
        let known = timed.netlist().pins().filter(|&pin| timed.graph().pins().known(pin).is_some());
        pins.extend(known);
    }
    let netlist = state.netlist()?;
    let pins: Vec<PinId> = pins.into_iter().filter(|&pin| netlist.has_pin(pin)).collect();
    if pins.is_empty() {
        state.output.push_str("No values are stated.\n");
        return Ok(Value::empty());
    }
    print(state, &pins)
}

/// A line for each pin: its name, what it is, and what states it.
fn print(state: &mut State, pins: &[PinId]) -> Outcome {
    let timed = timed(state)?.levelled();
    let names: Vec<String> = pins.iter().map(|&pin| timed.netlist().pin_name(pin)).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for (&pin, name) in pins.iter().zip(&names) {
        let value = timed.graph().pins().known(pin).map_or("X", |value| value.name());
        let line = format!("{name:<width$} {value:<7} {}", stated_by(timed, pin));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    state.output.push_str(&text);
    Ok(Value::empty())
}

/// What states the value of a pin; nothing where it follows from other pins.
fn stated_by(timed: Timed<'_>, pin: PinId) -> &'static str {
    let constraints = timed.constraints();
    let is_tied = || timed.netlist().pin_net(pin).is_some_and(|net| Netlist::CONSTANTS.contains(&net));
    if constraints.case_values.contains_key(&pin) {
        "set_case_analysis"
    } else if constraints.logic_values.contains_key(&pin) {
        "set_logic"
    } else if is_tied() {
        "tied in the netlist"
    } else {
        ""
    }
}
