//! Commands that state design rules. They are kept, and written by `write_sdc`.

use zeroslack::netlist::PinId;
use zeroslack::sdc::{LimitKind, LimitTarget};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::numbers::number;
use super::objects::pins_for;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Run, flag_that, required};
use crate::object::{Handle, Kinds, Object};
use crate::state::State;

const PORTS_PINS_CELLS: Kinds = Kinds::PORTS.or(Kinds::PINS).or(Kinds::CELLS);

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_max_transition",
        group: Group::Derates,
        summary: "The longest slew at pins, in the paths of clocks, or anywhere in the design.",
        options: &[
            flag_that("-clock_path", "of clocks: in their networks only"),
            flag_that("-data_path", "of clocks: in the data that they launch only"),
            flag_that("-rise", "rise and fall are not told apart"),
            flag_that("-fall", "rise and fall are not told apart"),
        ],
        operands: &[required("slew"), required("clocks, ports, pins, cells or the design")],
        run: Run::State(set_max_transition),
    },
    Command {
        name: "set_max_capacitance",
        group: Group::Derates,
        summary: "The largest load of drivers.",
        options: &[],
        operands: &[required("capacitance"), required("ports, pins, cells or the design")],
        run: Run::State(|state, arguments| {
            set_limit(state, arguments, LimitKind::MaxCapacitance, state.units().capacitance)
        }),
    },
    Command {
        name: "set_min_capacitance",
        group: Group::Derates,
        summary: "The smallest load of drivers.",
        options: &[],
        operands: &[required("capacitance"), required("ports, pins, cells or the design")],
        run: Run::State(|state, arguments| {
            set_limit(state, arguments, LimitKind::MinCapacitance, state.units().capacitance)
        }),
    },
    Command {
        name: "set_max_fanout",
        group: Group::Derates,
        summary: "The most loads of drivers.",
        options: &[],
        operands: &[required("fanout"), required("ports, pins, cells or the design")],
        run: Run::State(|state, arguments| set_limit(state, arguments, LimitKind::MaxFanout, 1.0)),
    },
    Command {
        name: "set_max_area",
        group: Group::Derates,
        summary: "The largest area of the design.",
        options: &[],
        operands: &[required("area")],
        run: Run::State(set_max_area),
    },
    Command {
        name: "set_fanout_load",
        group: Group::Ports,
        summary: "How much of a fanout limit output ports take.",
        options: &[],
        operands: &[required("fanout"), required("ports")],
        run: Run::State(|state, arguments| set_of_ports(state, arguments, LimitKind::FanoutLoad)),
    },
    Command {
        name: "set_port_fanout_number",
        group: Group::Ports,
        summary: "How many pins there are behind ports.",
        options: &[
            flag_that("-min", "least and most are not told apart"),
            flag_that("-max", "least and most are not told apart"),
        ],
        operands: &[required("fanout"), required("ports")],
        run: Run::State(set_port_fanout_number),
    },
];

/// An error where only one of two options is given whose halves are not told apart.
fn both_or_none(arguments: &Arguments<'_>, options: [&str; 2]) -> Result<(), Exception> {
    let [first, second] = options;
    if arguments.has(first) == arguments.has(second) {
        return Ok(());
    }
    Err(arguments.error(&format!(
        "{first} and {second} are not told apart: expected neither, and the stricter of the two limits"
    )))
}

/// The objects that a rule is about. The design is named as `current_design` names it.
fn objects(state: &mut State, word: &Value, kinds: Kinds) -> Result<Option<Vec<Object>>, Exception> {
    let is_name = word.host_object::<Handle>().is_none() && word.pure_list().is_none();
    if is_name && *word.text() == *state.netlist()?.name() {
        return Ok(None);
    }
    state.objects(word, kinds).map(Some)
}

/// What a rule of ports, pins, cells or the design is about.
fn targets(
    state: &mut State,
    arguments: &Arguments<'_>,
    word: &Value,
) -> Result<Vec<LimitTarget>, Exception> {
    let Some(objects) = objects(state, word, PORTS_PINS_CELLS)? else {
        return Ok(vec![LimitTarget::Design]);
    };
    of_objects(state, arguments, objects)
}

fn of_objects(
    state: &State,
    arguments: &Arguments<'_>,
    objects: Vec<Object>,
) -> Result<Vec<LimitTarget>, Exception> {
    let mut targets = Vec::new();
    for object in objects {
        match object {
            Object::Cell(cell) => targets.push(LimitTarget::Cell(cell)),
            Object::Instance(_) => {
                let name = state.name_of(object)?;
                return Err(arguments.error(&format!(
                    "'{name}' is an instance of a module: expected ports, pins, cells of libraries, or the design"
                )));
            }
            object => {
                let mut pins: Vec<PinId> = Vec::new();
                pins_for(state.netlist()?, object, &mut pins);
                targets.extend(pins.into_iter().map(LimitTarget::Pin));
            }
        }
    }
    Ok(targets)
}

fn state_limits(state: &mut State, kind: LimitKind, targets: &[LimitTarget], limit: f64) -> Outcome {
    state.is_only_kept = true;
    // Said at the first of them.
    if state.constraints()?.kept.limits.is_empty() {
        state.warn("design rules are kept, and not checked yet: no time depends on them");
    }
    state.edit(|editor| targets.iter().try_for_each(|&target| editor.set_limit(kind, target, limit)))?;
    Ok(Value::empty())
}

fn set_limit(state: &mut State, arguments: &Arguments<'_>, kind: LimitKind, unit: f64) -> Outcome {
    let limit = number(arguments, arguments.required(0)?)? * unit;
    let targets = targets(state, arguments, arguments.required(1)?)?;
    state_limits(state, kind, &targets, limit)
}

fn set_max_transition(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    both_or_none(arguments, ["-rise", "-fall"])?;
    let limit = number(arguments, arguments.required(0)?)? * state.units().time;
    let kinds = PORTS_PINS_CELLS.or(Kinds::CLOCKS);
    let of_clocks_only = arguments.has("-clock_path") || arguments.has("-data_path");
    let parts = arguments.pair("-data_path", "-clock_path");
    let Some(objects) = objects(state, arguments.required(1)?, kinds)? else {
        if of_clocks_only {
            return Err(arguments.error("-clock_path and -data_path are for clocks"));
        }
        return state_limits(state, LimitKind::MaxTransition, &[LimitTarget::Design], limit);
    };
    let is_clock = |object: &Object| matches!(object, Object::Clock(_));
    let (clocks, others): (Vec<Object>, Vec<Object>) = objects.into_iter().partition(is_clock);
    if of_clocks_only && !others.is_empty() {
        return Err(arguments.error("-clock_path and -data_path are for clocks"));
    }
    let mut targets = of_objects(state, arguments, others)?;
    for object in clocks {
        let Object::Clock(clock) = object else { continue };
        let named = [false, true].into_iter().zip(parts).filter(|(_, is_named)| *is_named);
        targets.extend(named.map(|(is_network, _)| LimitTarget::Clock { clock, is_network }));
    }
    state_limits(state, LimitKind::MaxTransition, &targets, limit)
}

fn set_max_area(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let area = number(arguments, arguments.required(0)?)?;
    state_limits(state, LimitKind::MaxArea, &[LimitTarget::Design], area)
}

fn set_of_ports(state: &mut State, arguments: &Arguments<'_>, kind: LimitKind) -> Outcome {
    let limit = number(arguments, arguments.required(0)?)?;
    let ports = state.objects(arguments.required(1)?, Kinds::PORTS)?;
    let targets = of_objects(state, arguments, ports)?;
    state_limits(state, kind, &targets, limit)
}

fn set_port_fanout_number(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    both_or_none(arguments, ["-min", "-max"])?;
    set_of_ports(state, arguments, LimitKind::PortFanout)
}
