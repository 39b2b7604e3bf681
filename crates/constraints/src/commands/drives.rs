//! Commands that state what drives input ports.

use zeroslack_netlist::{Master, MasterId, PortDirection};
use zeroslack_sdc::{Drive, DrivingCell};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::libraries;
use super::numbers::{resistance, slew, stated};
use super::objects::{one_object, ports_toward};
use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, flag, flag_that, required, value, value_that};
use crate::object::{Kinds, Object};
use crate::state::State;

const OF_ALL_CLOCKS: Opt =
    value_that("-clock", "clock", "not told apart: what drives a port is the same for all clocks");

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_input_transition",
        group: Group::Ports,
        summary: "Slews at input ports.",
        options: &[
            flag("-rise"),
            flag("-fall"),
            flag("-min"),
            flag("-max"),
            OF_ALL_CLOCKS,
            flag("-clock_fall"),
        ],
        operands: &[required("slew"), required("ports")],
        run: Run::State(set_input_transition),
    },
    Command {
        name: "set_driving_cell",
        group: Group::Ports,
        summary: "The library cell that drives input ports.",
        options: &[
            value("-lib_cell", "library cell"),
            value_that("-library", "library", "the library that it is of"),
            value_that("-pin", "output", "needed where the cell has several outputs"),
            value_that("-from_pin", "input", "the first with an arc to the output unless told"),
            value_that("-input_transition_rise", "slew", "at the input, 0 unless told"),
            value_that("-input_transition_fall", "slew", "at the input, 0 unless told"),
            flag("-rise"),
            flag("-fall"),
            flag("-min"),
            flag("-max"),
            value_that("-multiply_by", "factor", "only 1"),
            flag_that("-dont_scale", "the cell's delays are never scaled"),
            flag_that("-no_design_rule", "the cell's design rules are never those of the port"),
            OF_ALL_CLOCKS,
            flag("-clock_fall"),
        ],
        operands: &[required("ports")],
        run: Run::State(set_driving_cell),
    },
    Command {
        name: "set_drive",
        group: Group::Ports,
        summary: "The resistance that drives input ports.",
        options: &[flag("-rise"), flag("-fall"), flag("-min"), flag("-max")],
        operands: &[required("resistance"), required("ports")],
        run: Run::State(set_drive),
    },
    Command {
        name: "remove_driving_cell",
        group: Group::Ports,
        summary: "Takes away what drives input ports, cell or resistance.",
        options: &[],
        operands: &[required("ports")],
        run: Run::State(remove_driving_cell),
    },
];

fn warn_of_clock(state: &mut State, arguments: &Arguments<'_>) {
    if arguments.has("-clock") || arguments.has("-clock_fall") {
        state.leave_out(
            "-clock and -clock_fall are not told apart: this counts for the signals of all clocks",
        );
    }
}

fn set_input_transition(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let slew = slew(state, arguments, arguments.required(0)?)?;
    let ports = ports_toward(state, (arguments.required(1)?, Kinds::PORTS), PortDirection::Input)?;
    let values = stated(arguments, slew);
    warn_of_clock(state, arguments);
    state.edit(|editor| editor.set_input_slew(&ports, values))?;
    Ok(Value::empty())
}

fn set_driving_cell(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    if let Some(word) = arguments.value("-multiply_by")
        && word.float() != Some(1.0)
    {
        return Err(arguments.error(&format!("-multiply_by {word} is not supported: expected 1")));
    }
    let ports = ports_toward(state, (arguments.required(0)?, Kinds::PORTS), PortDirection::Input)?;
    let master = library_cell(state, arguments)?;
    if let Some(why) = drives_nothing(state, arguments, master)? {
        state.warn(format!("set_driving_cell: {why}: the ports are as without a driving cell"));
        state.edit(|editor| editor.unset_drive(&ports))?;
        return Ok(Value::empty());
    }
    let cell = driving_cell(state, arguments, master)?;
    warn_of_clock(state, arguments);
    let drive = stated(arguments, Drive::Cell(cell));
    state.edit(|editor| editor.set_drive(&ports, drive))?;
    Ok(Value::empty())
}

/// Says why the pin of a library cell that `-pin` names drives nothing: no arc leads to it, as to the pad of an input cell.
fn drives_nothing(
    state: &State,
    arguments: &Arguments<'_>,
    master: MasterId,
) -> Result<Option<String>, Exception> {
    let Some(word) = arguments.value("-pin") else { return Ok(None) };
    let library = state.netlist()?.library();
    let (known, name) = (library.master(master), pin_name(&word.text()));
    let Some(place) = known.pins.iter().position(|pin| *pin.name == *name) else { return Ok(None) };
    let has_arc = !DrivingCell::inputs_of(library, master, place as u32).is_empty();
    let drives = known.pins[place].drives() && has_arc;
    Ok((!drives).then(|| format!("no arc of library cell '{}' leads to its pin '{name}'", known.name)))
}

fn driving_cell(
    state: &mut State,
    arguments: &Arguments<'_>,
    master: MasterId,
) -> Result<DrivingCell, Exception> {
    let slews = ["-input_transition_rise", "-input_transition_fall"]
        .map(|option| arguments.value(option).map_or(Ok(0.0), |word| slew(state, arguments, word)));
    let [rise, fall] = slews;
    let library = state.netlist()?.library();
    let known = library.master(master);
    let output = output(arguments, known)?;
    let inputs = DrivingCell::inputs_of(library, master, output);
    let name = |pin: u32| known.pins.get(pin as usize).map_or("", |pin| &*pin.name);
    let input = match arguments.value("-from_pin") {
        None => inputs.first().copied(),
        Some(word) => inputs.iter().copied().find(|&input| *name(input) == *pin_name(&word.text())),
    };
    let Some(input) = input else {
        let from = arguments.value("-from_pin").map_or_else(String::new, |word| format!(" from '{word}'"));
        let names: Vec<&str> = inputs.iter().map(|&input| name(input)).collect();
        let expected = if names.is_empty() { "another output".to_owned() } else { names.join(" or ") };
        return Err(arguments.error(&format!(
            "library cell '{}' has no arc{from} to '{}': expected {expected}",
            known.name,
            name(output)
        )));
    };
    Ok(DrivingCell { master, output, input, slews: [rise?, fall?] })
}

fn library_cell(state: &mut State, arguments: &Arguments<'_>) -> Result<MasterId, Exception> {
    let Some(word) = arguments.value("-lib_cell") else {
        return Err(arguments.error("expected -lib_cell and a library cell"));
    };
    let Object::LibCell(master) = one_object(state, word, Kinds::LIB_CELLS)? else {
        return Err(arguments.error(&format!("'{word}' is no library cell")));
    };
    if let Some(library) = arguments.value("-library") {
        let named = state.objects(library, Kinds::LIBS)?;
        let netlist = state.netlist()?;
        let of = libraries::library_of(netlist, master);
        if !of.is_some_and(|of| named.contains(&Object::Library(of))) {
            let own = of.map_or("none", |of| libraries::name(netlist, of));
            return Err(
                arguments.error(&format!("'{word}' is not taken from library '{library}' but from '{own}'"))
            );
        }
    }
    Ok(master)
}

/// The last part of `library/cell/pin`.
fn pin_name(text: &str) -> String {
    text.rsplit('/').next().unwrap_or(text).to_owned()
}

/// The output of a library cell that is named, or its only one.
fn output(arguments: &Arguments<'_>, master: &Master) -> Result<u32, Exception> {
    let outputs = || (0..).zip(&master.pins).filter(|(_, pin)| pin.drives());
    let names = || outputs().map(|(_, pin)| &*pin.name).collect::<Vec<_>>().join(", ");
    match arguments.value("-pin") {
        Some(word) => {
            let found = outputs().find(|(_, pin)| *pin.name == *pin_name(&word.text()));
            found.map(|(place, _)| place).ok_or_else(|| {
                arguments.error(&format!(
                    "library cell '{}' has no output '{word}': expected {}",
                    master.name,
                    names()
                ))
            })
        }
        None => match outputs().collect::<Vec<_>>()[..] {
            [(place, _)] => Ok(place),
            [] => Err(arguments.error(&format!("library cell '{}' has no output", master.name))),
            _ => Err(arguments.error(&format!(
                "library cell '{}' has the outputs {}: expected -pin and one of them",
                master.name,
                names()
            ))),
        },
    }
}

fn set_drive(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let resistance = resistance(state, arguments, arguments.required(0)?)?;
    let ports = ports_toward(state, (arguments.required(1)?, Kinds::PORTS), PortDirection::Input)?;
    let drive = stated(arguments, Drive::Resistance(resistance));
    state.edit(|editor| editor.set_drive(&ports, drive))?;
    Ok(Value::empty())
}

fn remove_driving_cell(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let ports = ports_toward(state, (arguments.required(0)?, Kinds::PORTS), PortDirection::Input)?;
    state.edit(|editor| editor.unset_drive(&ports))?;
    Ok(Value::empty())
}
