//! Commands that state design rules and pulse widths. Reports check them, and `write_sdc` writes them.

use zeroslack_netlist::PinId;
use zeroslack_sdc::{ClockId, LimitKind, LimitTarget};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::numbers::number;
use super::objects::pins_for;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Operand, Opt, Run, flag_that, optional, required};
use crate::object::{Handle, Kinds, Object};
use crate::state::State;

const PORTS_PINS_CELLS: Kinds = Kinds::PORTS.or(Kinds::PINS).or(Kinds::CELLS);
const WITH_CLOCKS: Kinds = PORTS_PINS_CELLS.or(Kinds::CLOCKS);

const RISE: Opt = flag_that("-rise", "of rising signals only");
const FALL: Opt = flag_that("-fall", "of falling signals only");
const TARGETS: Operand = required("ports, pins, cells or the design");
const CAPACITANCE: &[Operand] = &[required("capacitance"), TARGETS];
const FANOUT: &[Operand] = &[required("fanout"), TARGETS];

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_max_transition",
        group: Group::Derates,
        summary: "The longest slew at pins, in the paths of clocks, or anywhere in the design.",
        options: &[
            flag_that("-clock_path", "of clocks: in their networks only"),
            flag_that("-data_path", "of clocks: in the data that they launch only"),
            RISE,
            FALL,
        ],
        operands: &[required("slew"), required("clocks, ports, pins, cells or the design")],
        run: Run::State(set_max_transition),
    },
    Command {
        name: "set_min_transition",
        group: Group::Derates,
        summary: "The shortest slew at pins, or anywhere in the design.",
        options: &[RISE, FALL],
        operands: &[required("slew"), TARGETS],
        run: Run::State(|state, arguments| {
            let transitions = arguments.pair("-rise", "-fall");
            set_limit(state, arguments, LimitKind::MinTransition, transitions, state.units().time)
        }),
    },
    Command {
        name: "set_max_capacitance",
        group: Group::Derates,
        summary: "The largest load of drivers; at a port or pin that drives nothing, of what drives its net.",
        options: &[],
        operands: CAPACITANCE,
        run: Run::State(|state, arguments| {
            set_limit(state, arguments, LimitKind::MaxCapacitance, BOTH, state.units().capacitance)
        }),
    },
    Command {
        name: "set_min_capacitance",
        group: Group::Derates,
        summary: "The smallest load of drivers; at a port or pin that drives nothing, of what drives its net.",
        options: &[],
        operands: CAPACITANCE,
        run: Run::State(|state, arguments| {
            set_limit(state, arguments, LimitKind::MinCapacitance, BOTH, state.units().capacitance)
        }),
    },
    Command {
        name: "set_max_fanout",
        group: Group::Derates,
        summary: "The largest fanout of drivers: what the pins that they drive take of it, 1 each unless libraries say otherwise, and ports as much as set_fanout_load says.",
        options: &[],
        operands: FANOUT,
        run: Run::State(|state, arguments| set_limit(state, arguments, LimitKind::MaxFanout, BOTH, 1.0)),
    },
    Command {
        name: "set_min_fanout",
        group: Group::Derates,
        summary: "The smallest fanout of drivers.",
        options: &[],
        operands: FANOUT,
        run: Run::State(|state, arguments| set_limit(state, arguments, LimitKind::MinFanout, BOTH, 1.0)),
    },
    Command {
        name: "set_min_pulse_width",
        group: Group::Derates,
        summary: "The shortest pulse of clocks at the clock pins of registers, or at pins. That of a pin counts before its cell's, then its clock's, then the design's; a library that asks for more counts too.",
        options: &[flag_that("-high", "of high pulses only"), flag_that("-low", "of low pulses only")],
        operands: &[
            required("width"),
            optional("clocks, ports, pins, cells or the design, which it is without any"),
        ],
        run: Run::State(set_min_pulse_width),
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

/// Both transitions.
const BOTH: [bool; 2] = [true; 2];

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

fn state_limits(
    state: &mut State,
    kind: LimitKind,
    targets: &[LimitTarget],
    transitions: [bool; 2],
    limit: f64,
) -> Outcome {
    state.edit(|editor| {
        targets.iter().try_for_each(|&target| editor.set_limit(kind, target, transitions, limit))
    })?;
    Ok(Value::empty())
}

/// States what no report depends on.
fn keep_limits(state: &mut State, kind: LimitKind, targets: &[LimitTarget], limit: f64) -> Outcome {
    // Said at the first of each kind.
    if !targets.is_empty() && !state.constraints()?.limits.keys().any(|(known, _)| *known == kind) {
        state.warn(match kind {
            LimitKind::MaxArea => "the largest area is kept, and not checked: no time depends on it",
            _ => "numbers of pins behind ports are kept, and not used: no time depends on them",
        });
    }
    state_limits(state, kind, targets, BOTH, limit)
}

fn set_limit(
    state: &mut State,
    arguments: &Arguments<'_>,
    kind: LimitKind,
    transitions: [bool; 2],
    unit: f64,
) -> Outcome {
    let limit = number(arguments, arguments.required(0)?)? * unit;
    let targets = targets(state, arguments, arguments.required(1)?)?;
    state_limits(state, kind, &targets, transitions, limit)
}

fn set_min_pulse_width(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let width = number(arguments, arguments.required(0)?)? * state.units().time;
    let objects = match arguments.operand(1) {
        Some(word) => objects(state, word, WITH_CLOCKS)?,
        None => None,
    };
    let targets = match objects {
        None => vec![LimitTarget::Design],
        Some(objects) => {
            let (clocks, others) = apart(objects);
            let mut targets = of_objects(state, arguments, others)?;
            targets.extend(clocks.map(|clock| LimitTarget::Clock { clock, is_network: true }));
            targets
        }
    };
    let levels = arguments.pair("-high", "-low");
    state_limits(state, LimitKind::MinPulseWidth, &targets, levels, width)
}

/// Clocks, and what is none.
fn apart(objects: Vec<Object>) -> (impl Iterator<Item = ClockId>, Vec<Object>) {
    let (clocks, others): (Vec<Object>, Vec<Object>) =
        objects.into_iter().partition(|object| matches!(object, Object::Clock(_)));
    let clock = |object| if let Object::Clock(clock) = object { Some(clock) } else { None };
    (clocks.into_iter().filter_map(clock), others)
}

fn set_max_transition(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let transitions = arguments.pair("-rise", "-fall");
    let limit = number(arguments, arguments.required(0)?)? * state.units().time;
    let of_clocks_only = arguments.has("-clock_path") || arguments.has("-data_path");
    let parts = arguments.pair("-data_path", "-clock_path");
    let Some(objects) = objects(state, arguments.required(1)?, WITH_CLOCKS)? else {
        if of_clocks_only {
            return Err(arguments.error("-clock_path and -data_path are for clocks"));
        }
        return state_limits(state, LimitKind::MaxTransition, &[LimitTarget::Design], transitions, limit);
    };
    let (clocks, others) = apart(objects);
    if of_clocks_only && !others.is_empty() {
        state.warn(
            "-clock_path and -data_path are of clocks: the limit is of all that comes to the other objects",
        );
    }
    let mut targets = of_objects(state, arguments, others)?;
    for clock in clocks {
        let named = [false, true].into_iter().zip(parts).filter(|(_, is_named)| *is_named);
        targets.extend(named.map(|(is_network, _)| LimitTarget::Clock { clock, is_network }));
    }
    state_limits(state, LimitKind::MaxTransition, &targets, transitions, limit)
}

fn set_max_area(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let area = number(arguments, arguments.required(0)?)?;
    keep_limits(state, LimitKind::MaxArea, &[LimitTarget::Design], area)
}

fn set_of_ports(state: &mut State, arguments: &Arguments<'_>, kind: LimitKind) -> Outcome {
    let limit = number(arguments, arguments.required(0)?)?;
    let ports = state.objects(arguments.required(1)?, Kinds::PORTS)?;
    let targets = of_objects(state, arguments, ports)?;
    match kind {
        LimitKind::PortFanout => keep_limits(state, kind, &targets, limit),
        _ => state_limits(state, kind, &targets, BOTH, limit),
    }
}

fn set_port_fanout_number(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    both_or_none(arguments, ["-min", "-max"])?;
    set_of_ports(state, arguments, LimitKind::PortFanout)
}
