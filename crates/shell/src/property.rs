//! Properties of objects: what `get_property` and `-filter` ask for.

use zeroslack::liberty::Direction;
use zeroslack::netlist::{MasterId, Netlist, PinId, PortDirection};
use zeroslack::units::{Split, Ticks, Transition, ps};
use zeroslack_tcl::{Exception, Outcome, Value};

use crate::commands::libraries;
use crate::commands::objects::own_name;
use crate::nearest::nearest;
use crate::object::Object;
use crate::state::State;

/// Digits behind the point.
const DIGITS: usize = 6;

/// A property of an object.
pub(crate) fn property(state: &mut State, object: Object, name: &str) -> Outcome {
    let full = state.name_of(object)?;
    let found = match name {
        "full_name" => Some(Value::from(full.as_str())),
        "name" | "base_name" => Some(Value::from(own_name(&full))),
        "object_class" | "object_type" => Some(Value::from(class(object))),
        _ => match object {
            Object::Cell(_) | Object::Instance(_) => of_cell(state, object, name)?,
            Object::Port(pin) | Object::Pin(pin) => of_pin(state, object, pin, name)?,
            Object::HierarchicalPin(pin) => {
                let netlist = state.netlist()?;
                match name {
                    "direction" | "pin_direction" | "port_direction" => {
                        Some(Value::from(direction(netlist.hierarchical_pin_direction(pin))))
                    }
                    "is_hierarchical" => Some(Value::from_bool(true)),
                    "is_port" => Some(Value::from_bool(false)),
                    "net" => Some(optional(state, netlist.hierarchical_pin_net(pin).map(Object::Net))),
                    "cell" | "instance" => {
                        Some(state.handle(Object::Instance(netlist.hierarchical_pin_instance(pin))))
                    }
                    "lib_pin_name" => Some(Value::from(own_name(&full))),
                    _ => None,
                }
            }
            Object::Net(net) => {
                let netlist = state.netlist()?;
                match name {
                    "fanout" => {
                        let loads = netlist.net_pins(net).iter().filter(|&&pin| netlist.is_load(pin));
                        Some(Value::from(loads.count()))
                    }
                    "pin_count" => Some(Value::from(netlist.net_pins(net).len())),
                    _ => None,
                }
            }
            Object::Clock(clock) => of_clock(state, clock, name)?,
            Object::LibCell(master) => of_lib_cell(state, master, name)?,
            Object::LibPin(master, pin) => of_lib_pin(state, master, pin, name)?,
            Object::Library(library) => match name {
                "filename" => state
                    .files
                    .liberty_late
                    .get(library as usize)
                    .map(|file| Value::from(file.to_string_lossy().as_ref())),
                _ => None,
            },
        },
    };
    found.ok_or_else(|| {
        let hint = match nearest(name, NAMES.iter().copied()) {
            Some(near) if near != name => format!("; did you mean '{near}'?"),
            _ => String::new(),
        };
        let message = format!("{} objects do not have a {name} property{hint}", class(object));
        Exception::coded(message, ["ZEROSLACK", "PROPERTY", name])
    })
}

/// Names of properties that may have been meant.
const NAMES: &[&str] = &[
    "area",
    "arrival_max_rise",
    "capacitance",
    "cell",
    "clocks",
    "direction",
    "dont_use",
    "edges",
    "filename",
    "full_name",
    "is_clock",
    "is_generated",
    "is_hierarchical",
    "is_port",
    "is_propagated",
    "is_virtual",
    "lib_cell",
    "library",
    "name",
    "net",
    "period",
    "ref_name",
    "slack_max",
    "slack_min",
    "sources",
];

fn class(object: Object) -> &'static str {
    match object {
        Object::Port(_) => "port",
        Object::Pin(_) | Object::HierarchicalPin(_) => "pin",
        Object::Cell(_) | Object::Instance(_) => "cell",
        Object::Net(_) => "net",
        Object::Clock(_) => "clock",
        Object::LibCell(_) => "lib_cell",
        Object::LibPin(..) => "lib_pin",
        Object::Library(_) => "library",
    }
}

fn optional(state: &State, object: Option<Object>) -> Value {
    object.map_or_else(Value::empty, |object| state.handle(object))
}

fn direction(direction: PortDirection) -> &'static str {
    match direction {
        PortDirection::Input => "input",
        PortDirection::Output => "output",
        PortDirection::Inout => "bidirect",
    }
}

fn pin_direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Input => "input",
        Direction::Output => "output",
        Direction::Inout => "bidirect",
        _ => "internal",
    }
}

fn of_cell(state: &State, object: Object, name: &str) -> Result<Option<Value>, Exception> {
    let netlist = state.netlist()?;
    Ok(match (object, name) {
        (Object::Instance(instance), "ref_name") => Some(Value::from(netlist.instance_module(instance))),
        (Object::Cell(cell), "ref_name") => Some(Value::from(&*netlist.master(cell).name)),
        (Object::Instance(_), "is_hierarchical") => Some(Value::from_bool(true)),
        (Object::Cell(_), "is_hierarchical") => Some(Value::from_bool(false)),
        (Object::Cell(cell), "lib_cell" | "cell" | "liberty_cell") => {
            Some(state.handle(Object::LibCell(netlist.cell_master(cell))))
        }
        (Object::Instance(_), "lib_cell" | "cell" | "liberty_cell") => Some(Value::empty()),
        (Object::Cell(cell), _) => of_lib_cell(state, netlist.cell_master(cell), name)?,
        (Object::Instance(_), "area") => Some(Value::from(0.0)),
        (Object::Instance(_), "is_buffer" | "is_inverter" | "is_clock_gate" | "is_macro" | "is_memory") => {
            Some(Value::from_bool(false))
        }
        _ => None,
    })
}

fn of_lib_cell(state: &State, master: MasterId, name: &str) -> Result<Option<Value>, Exception> {
    let netlist = state.netlist()?;
    let library = libraries::library_of(netlist, master);
    let cell = netlist.library().cell(master, Split::Late);
    Ok(match name {
        "library" => Some(optional(state, library.map(Object::Library))),
        "ref_name" => Some(Value::from(&*netlist.library().master(master).name)),
        "area" => Some(Value::from(f64::from(cell.and_then(|cell| cell.area).unwrap_or(0.0)))),
        "dont_use" => Some(Value::from_bool(cell.is_some_and(|cell| cell.dont_use))),
        "dont_touch" => Some(Value::from_bool(cell.is_some_and(|cell| cell.dont_touch))),
        "is_macro" | "is_memory" => Some(Value::from_bool(cell.is_some_and(|cell| cell.is_macro))),
        "is_pad" => Some(Value::from_bool(cell.is_some_and(|cell| cell.is_pad))),
        "is_clock_gate" => Some(Value::from_bool(cell.is_some_and(|cell| cell.clock_gating.is_some()))),
        "is_sequential" => Some(Value::from_bool(cell.is_some_and(|cell| !cell.sequentials.is_empty()))),
        "is_buffer" => Some(Value::from_bool(passes(netlist, master) == Some(false))),
        "is_inverter" => Some(Value::from_bool(passes(netlist, master) == Some(true))),
        "filename" => {
            let file = library.and_then(|library| state.files.liberty_late.get(library as usize));
            Some(file.map_or_else(Value::empty, |file| Value::from(file.to_string_lossy().as_ref())))
        }
        _ => None,
    })
}

/// Whether a cell with one input and one output inverts; none if it is no such cell.
fn passes(netlist: &Netlist, master: MasterId) -> Option<bool> {
    let cell = netlist.library().cell(master, Split::Late)?;
    let mut outputs = cell.pins.iter().filter(|pin| pin.direction == Direction::Output);
    let (output, none) = (outputs.next()?, outputs.next());
    let inputs = cell.pins.iter().filter(|pin| pin.direction == Direction::Input).count();
    if none.is_some() || inputs != 1 || !cell.sequentials.is_empty() || output.three_state.is_some() {
        return None;
    }
    match output.function.as_ref()? {
        zeroslack::liberty::Expr::Pin(_) => Some(false),
        zeroslack::liberty::Expr::Not(inner) => {
            matches!(**inner, zeroslack::liberty::Expr::Pin(_)).then_some(true)
        }
        _ => None,
    }
}

fn of_lib_pin(state: &State, master: MasterId, pin: u32, name: &str) -> Result<Option<Value>, Exception> {
    let netlist = state.netlist()?;
    let cell = netlist.library().cell(master, Split::Late);
    let own = &netlist.library().master(master).pins[pin as usize];
    let described = cell.and_then(|cell| cell.pins.iter().find(|pin| pin.name == own.name));
    let capacitance = state.units().capacitance;
    let shown = |value: Option<f32>| {
        value.map_or_else(Value::empty, |value| Value::from(f64::from(value) / capacitance))
    };
    Ok(match name {
        "direction" | "pin_direction" => Some(Value::from(pin_direction(own.direction))),
        "lib_cell" | "cell" => Some(state.handle(Object::LibCell(master))),
        "capacitance" => Some(shown(described.map(|pin| pin.capacitance))),
        "max_capacitance" => Some(shown(described.and_then(|pin| pin.max_capacitance))),
        "is_clock" => Some(Value::from_bool(described.is_some_and(|pin| pin.is_clock))),
        "lib_pin_name" => Some(Value::from(&*own.name)),
        _ => None,
    })
}

fn of_clock(state: &State, clock: zeroslack::sdc::ClockId, name: &str) -> Result<Option<Value>, Exception> {
    let Some(of) = state.constraints()?.clocks.get(clock) else { return Ok(None) };
    let unit = state.units().time;
    Ok(match name {
        "period" => Some(Value::from(format!("{:.DIGITS$}", ps(of.period) / unit))),
        "waveform" | "edges" => Some(Value::list(
            of.edges.iter().map(|&edge| Value::from(format!("{:.DIGITS$}", ps(edge) / unit))).collect(),
        )),
        "sources" => {
            let netlist = state.netlist()?;
            Some(state.handles(of.sources.iter().map(|&pin| Object::of_pin(netlist, pin))))
        }
        "is_propagated" => Some(Value::from_bool(of.propagated)),
        "is_virtual" => Some(Value::from_bool(of.sources.is_empty())),
        "is_generated" => Some(Value::from_bool(false)),
        _ => None,
    })
}

fn of_pin(state: &mut State, object: Object, pin: PinId, name: &str) -> Result<Option<Value>, Exception> {
    if let Some(value) = of_timing(state, pin, name)? {
        return Ok(Some(value));
    }
    let netlist = state.netlist()?;
    let is_port = matches!(object, Object::Port(_));
    Ok(match name {
        "direction" | "pin_direction" | "port_direction" => Some(Value::from(match netlist.port_of(pin) {
            Some((port, _)) if is_port => direction(port.direction),
            _ => netlist.master_pin(pin).map_or("internal", |pin| pin_direction(pin.direction)),
        })),
        "is_hierarchical" => Some(Value::from_bool(false)),
        "is_port" => Some(Value::from_bool(is_port)),
        "is_clock" => Some(Value::from_bool(is_clock_pin(netlist, pin))),
        "is_register_clock" => Some(Value::from_bool(crate::commands::registers::is_clock_pin(netlist, pin))),
        "net" => Some(optional(state, netlist.pin_net(pin).map(Object::Net))),
        "cell" | "instance" => Some(optional(state, netlist.pin_cell(pin).map(Object::Cell))),
        "lib_pin_name" => netlist.master_pin(pin).map(|pin| Value::from(&*pin.name)),
        "lib_pin" => match (netlist.pin_cell(pin), netlist.pin_index(pin)) {
            (Some(cell), Some(index)) => {
                Some(state.handle(Object::LibPin(netlist.cell_master(cell), index as u32)))
            }
            _ => None,
        },
        "clocks" | "clock_domains" => {
            let clocks = state.constraints()?.clocks.starting_at(pin);
            Some(state.handles(clocks.iter().map(|&id| Object::Clock(id))))
        }
        _ => None,
    })
}

/// Whether the library says that the pin takes a clock.
fn is_clock_pin(netlist: &Netlist, pin: PinId) -> bool {
    let (Some(cell), Some(own)) = (netlist.pin_cell(pin), netlist.master_pin(pin)) else { return false };
    let described = netlist.library().cell(netlist.cell_master(cell), Split::Late);
    described.is_some_and(|cell| cell.pins.iter().any(|pin| pin.name == own.name && pin.is_clock))
}

/// What analysis finds at a pin: `arrival_max_rise`, `required_min_fall`, `slack_max`, `slew_min_rise` and their like.
fn of_timing(state: &mut State, pin: PinId, name: &str) -> Result<Option<Value>, Exception> {
    let mut parts = name.split('_');
    let what = match parts.next() {
        Some("actual") => "slew",
        Some(what @ ("arrival" | "required" | "slack" | "slew")) => what,
        _ => return Ok(None),
    };
    let rest: Vec<&str> = parts.filter(|part| *part != "transition" && !part.is_empty()).collect();
    let (mut splits, mut transitions) = (Split::ALL.to_vec(), Transition::ALL.to_vec());
    for part in rest {
        match part {
            "max" => splits = vec![Split::Late],
            "min" => splits = vec![Split::Early],
            "rise" => transitions = vec![Transition::Rise],
            "fall" => transitions = vec![Transition::Fall],
            _ => return Ok(None),
        }
    }
    state.update()?;
    let unit = state.units().time;
    let timed = state.session()?.timed().map_err(|error| Exception::error(error.to_string()))?;
    let each =
        splits.iter().flat_map(|&split| transitions.iter().map(move |&transition| (split, transition)));
    if what == "slew" {
        let slews = each.filter_map(|(split, transition)| timed.slew(pin, split, transition));
        let worst = slews.reduce(|a, b| if splits == [Split::Early] { a.min(b) } else { a.max(b) });
        return Ok(worst.map(|slew| Value::from(format!("{:.DIGITS$}", f64::from(slew) / unit))));
    }
    let is_early = splits == [Split::Early];
    let times = each.filter_map(|(split, transition)| match what {
        "arrival" => timed.arrival(pin, split, transition),
        "required" => timed.required(pin, split, transition),
        _ => timed.slack(pin, split, transition),
    });
    // The earliest arrival of early and the latest of late analysis; the tightest required time; the least slack.
    let takes_least = match what {
        "arrival" => is_early,
        "required" => !is_early,
        _ => true,
    };
    let worst = times.reduce(|a, b| if takes_least { a.min(b) } else { a.max(b) });
    Ok(Some(Value::from(shown(
        worst,
        unit,
        what == "arrival" && !is_early || what == "required" && is_early,
    ))))
}

fn shown(time: Option<Ticks>, unit: f64, undefined_is_negative: bool) -> String {
    match time {
        Some(time) => format!("{:.DIGITS$}", ps(time) / unit),
        None if undefined_is_negative => "-INF".to_owned(),
        None => "INF".to_owned(),
    }
}
