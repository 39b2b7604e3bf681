//! Commands that state ideal networks.

use zeroslack_netlist::PinId;
use zeroslack_sdc::IdealSource;
use zeroslack_tcl::{Exception, Outcome, Value};

use super::numbers::{meant, slew, stated, time};
use super::structure;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, flag, flag_that, required};
use crate::object::{Kinds, Object};
use crate::state::State;

const PINS: Kinds = Kinds::PORTS.or(Kinds::PINS);

const PLACES: &[Opt] = &[flag("-rise"), flag("-fall"), flag("-min"), flag("-max")];

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_ideal_network",
        group: Group::Structure,
        summary: "Says that ideal networks start at ports, pins or the drivers of nets: nets without load and delay, and the combinational cells between them, as far as all of their inputs are ideal or constant.",
        options: &[flag_that("-no_propagate", "only the nets there, and nothing after a cell")],
        operands: &[required("ports, pins or nets")],
        run: Run::State(|state, arguments| {
            let spreads = !arguments.has("-no_propagate");
            set_network(state, arguments, PINS.or(Kinds::NETS), spreads)
        }),
    },
    Command {
        name: "unset_ideal_network",
        group: Group::Structure,
        summary: "Takes ideal networks away that start at these ports, pins or nets.",
        options: &[],
        operands: &[required("ports, pins or nets")],
        run: Run::State(|state, arguments| unset_network(state, arguments, PINS.or(Kinds::NETS))),
    },
    Command {
        name: "set_ideal_net",
        group: Group::Structure,
        summary: "Says that nets are ideal, as set_ideal_network -no_propagate does.",
        options: &[],
        operands: &[required("nets")],
        run: Run::State(|state, arguments| set_network(state, arguments, Kinds::NETS, false)),
    },
    Command {
        name: "unset_ideal_net",
        group: Group::Structure,
        summary: "Takes away what set_ideal_net said of nets.",
        options: &[],
        operands: &[required("nets")],
        run: Run::State(|state, arguments| unset_network(state, arguments, Kinds::NETS)),
    },
    Command {
        name: "set_ideal_latency",
        group: Group::Structure,
        summary: "How long an ideal network takes from where it starts to ports or pins, and to those after them that state nothing else.",
        options: PLACES,
        operands: &[required("delay"), required("ports or pins")],
        run: Run::State(set_latency),
    },
    Command {
        name: "unset_ideal_latency",
        group: Group::Structure,
        summary: "Takes latencies of ideal networks away from ports or pins.",
        options: PLACES,
        operands: &[required("ports or pins")],
        run: Run::State(unset_latency),
    },
    Command {
        name: "set_ideal_transition",
        group: Group::Structure,
        summary: "The slew at ports or pins of an ideal network, and at those after them that state nothing else.",
        options: PLACES,
        operands: &[required("transition"), required("ports or pins")],
        run: Run::State(set_transition),
    },
    Command {
        name: "unset_ideal_transition",
        group: Group::Structure,
        summary: "Takes slews of ideal networks away from ports or pins.",
        options: PLACES,
        operands: &[required("ports or pins")],
        run: Run::State(unset_transition),
    },
];

/// Where networks start; the pin of an instance stands for its net.
fn sources(state: &mut State, list: &Value, kinds: Kinds) -> Result<Vec<IdealSource>, Exception> {
    let mut sources = Vec::new();
    for object in state.objects(list, kinds)? {
        let source = match object {
            Object::Port(pin) | Object::Pin(pin) => Some(IdealSource::Pin(pin)),
            Object::Net(net) => Some(IdealSource::Net(net)),
            Object::HierarchicalPin(pin) => state.netlist()?.hierarchical_pin_net(pin).map(IdealSource::Net),
            _ => None,
        };
        if source.is_none() {
            let name = state.name_of(object)?;
            state.leave_out(format!("'{name}' has no net: nothing is stated of it"));
        }
        sources.extend(source);
    }
    Ok(sources)
}

fn set_network(state: &mut State, arguments: &Arguments<'_>, kinds: Kinds, spreads: bool) -> Outcome {
    let sources = sources(state, arguments.required(0)?, kinds)?;
    state.edit(|editor| editor.set_ideal_network(&sources, spreads))?;
    Ok(Value::empty())
}

fn unset_network(state: &mut State, arguments: &Arguments<'_>, kinds: Kinds) -> Outcome {
    let sources = sources(state, arguments.required(0)?, kinds)?;
    state.edit(|editor| editor.unset_ideal_network(&sources))?;
    Ok(Value::empty())
}

fn pins(state: &mut State, arguments: &Arguments<'_>, operand: usize) -> Result<Vec<PinId>, Exception> {
    structure::pins(state, arguments.required(operand)?)
}

fn set_latency(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let latency = stated(arguments, time(state, arguments, arguments.required(0)?)?);
    let pins = pins(state, arguments, 1)?;
    state.edit(|editor| editor.set_ideal_latency(&pins, latency))?;
    Ok(Value::empty())
}

fn unset_latency(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let pins = pins(state, arguments, 0)?;
    state.edit(|editor| editor.unset_ideal_latency(&pins, &meant(arguments)))?;
    Ok(Value::empty())
}

fn set_transition(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let slew = stated(arguments, slew(state, arguments, arguments.required(0)?)?);
    let pins = pins(state, arguments, 1)?;
    state.edit(|editor| editor.set_ideal_transition(&pins, slew))?;
    Ok(Value::empty())
}

fn unset_transition(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let pins = pins(state, arguments, 0)?;
    state.edit(|editor| editor.unset_ideal_transition(&pins, &meant(arguments)))?;
    Ok(Value::empty())
}
