//! Commands that state loads of ports and nets.

use zeroslack_netlist::{NetId, PinId};
use zeroslack_tcl::{Outcome, Value};

use super::numbers::{capacitance, stated};
use crate::arguments::Arguments;
use crate::command::{Command, Group, Run, flag, flag_that, required};
use crate::object::{Kinds, Object};
use crate::state::State;

pub(crate) const COMMANDS: &[Command] = &[Command {
    name: "set_load",
    group: Group::Ports,
    summary: "What pins or wires outside add to the loads of ports, or the capacitance of nets' wires in place of their parasitics.",
    options: &[
        flag_that("-pin_load", "of ports: of pins, as without -wire_load"),
        flag_that("-wire_load", "of ports: of wires"),
        flag_that("-subtract_pin_load", "not supported"),
        flag("-rise"),
        flag("-fall"),
        flag("-min"),
        flag("-max"),
    ],
    operands: &[required("capacitance"), required("ports or nets")],
    run: Run::State(set_load),
}];

fn set_load(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    if arguments.has("-subtract_pin_load") {
        return Err(arguments.error(
            "-subtract_pin_load is not supported: expected the load without that of the net's own pins",
        ));
    }
    let load = capacitance(state, arguments, arguments.required(0)?)?;
    let objects = state.objects(arguments.required(1)?, Kinds::PORTS.or(Kinds::NETS))?;
    let ports: Vec<PinId> = objects
        .iter()
        .filter_map(|&object| if let Object::Port(port) = object { Some(port) } else { None })
        .collect();
    let nets: Vec<NetId> = objects
        .iter()
        .filter_map(|&object| if let Object::Net(net) = object { Some(net) } else { None })
        .collect();
    let values = stated(arguments, load);
    let (of_pins, of_wires) = (arguments.has("-pin_load"), arguments.has("-wire_load"));
    if of_pins && !nets.is_empty() {
        return Err(
            arguments.error("-pin_load is of ports, and a net is in the list: its load is that of its wire")
        );
    }
    state.edit(|editor| {
        editor.set_net_load(&nets, values)?;
        if of_pins || !of_wires {
            editor.set_pin_load(&ports, values)?;
        }
        if of_wires { editor.set_wire_load(&ports, values) } else { Ok(()) }
    })?;
    Ok(Value::empty())
}
