//! Commands that edit the netlist.

use zeroslack::netlist::{CellId, EditError, Editor, MasterId, NetId, PinId, PortDirection};
use zeroslack_tcl::{Exception, Outcome, Value};

use crate::own::OfShell;
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Command, Group, Run, required};
use zeroslack::constraints::object::{Kinds, Object};
use zeroslack::constraints::{one_object, pins};

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "replace_cell",
        group: Group::Edits,
        summary: "Makes a cell one of another library cell with the same pins.",
        options: &[],
        operands: &[required("cell"), required("library cell")],
        run: Run::State(replace_cell),
    },
    Command {
        name: "make_instance",
        group: Group::Edits,
        summary: "Adds a cell, connected to nothing.",
        options: &[],
        operands: &[required("path"), required("library cell")],
        run: Run::State(make_instance),
    },
    Command {
        name: "delete_instance",
        group: Group::Edits,
        summary: "Removes a cell.",
        options: &[],
        operands: &[required("cell")],
        run: Run::State(delete_instance),
    },
    Command {
        name: "make_net",
        group: Group::Edits,
        summary: "Adds a net, connected to nothing.",
        options: &[],
        operands: &[required("name")],
        run: Run::State(make_net),
    },
    Command {
        name: "delete_net",
        group: Group::Edits,
        summary: "Removes a net.",
        options: &[],
        operands: &[required("net")],
        run: Run::State(delete_net),
    },
    Command {
        name: "make_port",
        group: Group::Edits,
        summary: "Adds a port, or a bus of ports ('name[3:0]'), connected to nothing.",
        options: &[],
        operands: &[required("name"), required("direction: input, output or bidirect")],
        run: Run::State(make_port),
    },
    Command {
        name: "delete_port",
        group: Group::Edits,
        summary: "Removes a port; of a bus all of its bits.",
        options: &[],
        operands: &[required("port")],
        run: Run::State(delete_port),
    },
    Command {
        name: "connect_pin",
        group: Group::Edits,
        summary: "Connects a pin or a port to a net.",
        options: &[],
        operands: &[required("net"), required("pin")],
        run: Run::State(|state, arguments| connect(state, arguments, true)),
    },
    Command {
        name: "disconnect_pin",
        group: Group::Edits,
        summary: "Takes a pin or a port off a net.",
        options: &[],
        operands: &[required("net"), required("pin")],
        run: Run::State(|state, arguments| connect(state, arguments, false)),
    },
];

fn edit<T>(
    state: &mut State,
    edit: impl FnOnce(&mut Editor<'_>) -> Result<T, EditError>,
) -> Result<T, Exception> {
    let edited = state.session_mut()?.edit(edit);
    edited.map_err(|error| Exception::coded(error.to_string(), ["ZEROSLACK", "EDIT"]))
}

fn cell(state: &mut State, arguments: &Arguments<'_>, word: &Value) -> Result<CellId, Exception> {
    match one_object(state, word, Kinds::CELLS)? {
        Object::Cell(cell) => Ok(cell),
        _ => {
            Err(arguments
                .error(&format!("'{word}' is an instance of a module: expected a cell of a library")))
        }
    }
}

fn master(state: &mut State, word: &Value) -> Result<MasterId, Exception> {
    match one_object(state, word, Kinds::LIB_CELLS)? {
        Object::LibCell(master) => Ok(master),
        _ => Err(Exception::error(format!("'{word}' is no library cell"))),
    }
}

fn net(state: &mut State, word: &Value) -> Result<NetId, Exception> {
    match one_object(state, word, Kinds::NETS)? {
        Object::Net(net) => Ok(net),
        _ => Err(Exception::error(format!("'{word}' is no net"))),
    }
}

fn replace_cell(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let cell = cell(state, arguments, arguments.required(0)?)?;
    let master = master(state, arguments.required(1)?)?;
    edit(state, |editor| editor.set_master(cell, master))?;
    Ok(Value::from(1))
}

fn make_instance(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let name = arguments.required(0)?.text().to_owned();
    let master = master(state, arguments.required(1)?)?;
    let cell = edit(state, |editor| editor.insert_cell(&name, master))?;
    Ok(state.handle(Object::Cell(cell)))
}

fn delete_instance(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let cell = cell(state, arguments, arguments.required(0)?)?;
    edit(state, |editor| editor.remove_cell(cell))?;
    Ok(Value::empty())
}

fn make_net(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let name = arguments.required(0)?.text().to_owned();
    let net = edit(state, |editor| editor.insert_net(&name))?;
    Ok(state.handle(Object::Net(net)))
}

fn delete_net(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let net = net(state, arguments.required(0)?)?;
    edit(state, |editor| editor.remove_net(net))?;
    Ok(Value::empty())
}

fn make_port(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let name = arguments.required(0)?.text();
    let (name, range) = bus(&name);
    let direction = match &*arguments.required(1)?.text() {
        "input" => PortDirection::Input,
        "output" => PortDirection::Output,
        "bidirect" | "inout" => PortDirection::Inout,
        other => {
            let what = format!("'{other}' is no direction: expected 'input', 'output' or 'bidirect'");
            return Err(arguments.error(&what));
        }
    };
    let bit = edit(state, |editor| editor.insert_port(name, direction, range))?;
    let bits = state.netlist()?.port_of(bit).map_or_else(Vec::new, |(port, _)| port.bits().collect());
    Ok(match bits[..] {
        [bit] => state.handle(Object::Port(bit)),
        _ => state.handles(bits.into_iter().map(Object::Port)),
    })
}

/// Name and range of a bus; a name that is none stands for itself.
fn bus(name: &str) -> (&str, Option<(i32, i32)>) {
    let range = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
    let range = range.and_then(|(name, range)| {
        let (msb, lsb) = range.split_once(':')?;
        Some((name, (msb.parse().ok()?, lsb.parse().ok()?)))
    });
    range.map_or((name, None), |(name, range)| (name, Some(range)))
}

fn delete_port(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let word = arguments.required(0)?;
    let ports = pins(state, word, Kinds::PORTS)?;
    let netlist = state.netlist()?;
    let place = |&bit: &PinId| netlist.port_of(bit).map(|(port, _)| port.first_pin);
    match ports.first() {
        Some(&bit) if ports.iter().all(|other| place(other) == place(&bit)) => {
            edit(state, |editor| editor.remove_port(bit))?;
            Ok(Value::empty())
        }
        _ => Err(arguments.error(&format!("'{word}' is not one port"))),
    }
}

fn connect(state: &mut State, arguments: &Arguments<'_>, connects: bool) -> Outcome {
    let net = net(state, arguments.required(0)?)?;
    let word = arguments.required(1)?;
    let pin = match pins(state, word, Kinds::PINS.or(Kinds::PORTS))?[..] {
        [pin] => pin,
        _ => return Err(arguments.error(&format!("'{word}' is not one pin of a cell, or port"))),
    };
    if !connects && state.netlist()?.pin_net(pin) != Some(net) {
        return Err(arguments.error(&format!("'{word}' is not on that net")));
    }
    edit(state, |editor| if connects { editor.connect(pin, net) } else { editor.disconnect(pin) })?;
    Ok(Value::from(1))
}
