//! Commands that state what is around the design.

use zeroslack::sdc::{ClockEdge, OtherDelays, PortDelay};
use zeroslack::units::{Quad, Ticks, Transition};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::numbers::{capacitance, slew, stated, time};
use super::objects::{one_object, pins};
use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, flag, flag_that, required, value_that};
use crate::object::{Kinds, Object};
use crate::state::State;

const DELAY: &[Opt] = &[
    value_that("-clock", "clock", "the clock that launches or captures outside"),
    flag_that("-clock_fall", "its falling edge"),
    flag("-rise"),
    flag("-fall"),
    flag("-min"),
    flag("-max"),
    flag_that("-add_delay", "delays against other edges stay"),
    value_that("-reference_pin", "pin", "not supported"),
    flag_that("-source_latency_included", "not supported"),
    flag_that("-network_latency_included", "not supported"),
    flag_that("-level_sensitive", "not supported"),
];

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_input_delay",
        group: Group::Ports,
        summary: "When data arrives at input ports.",
        options: DELAY,
        operands: &[required("delay"), required("ports")],
        run: Run::State(set_input_delay),
    },
    Command {
        name: "set_output_delay",
        group: Group::Ports,
        summary: "What lies between output ports and the edge that captures.",
        options: DELAY,
        operands: &[required("delay"), required("ports")],
        run: Run::State(set_output_delay),
    },
    Command {
        name: "set_input_transition",
        group: Group::Ports,
        summary: "Slews at input ports.",
        options: &[
            flag("-rise"),
            flag("-fall"),
            flag("-min"),
            flag("-max"),
            value_that("-clock", "clock", "a slew is the same for all clocks"),
            flag("-clock_fall"),
        ],
        operands: &[required("slew"), required("ports")],
        run: Run::State(set_input_transition),
    },
    Command {
        name: "set_load",
        group: Group::Ports,
        summary: "What pins or wires outside add to the loads of ports.",
        options: &[
            flag_that("-pin_load", "of pins, as without -wire_load"),
            flag_that("-wire_load", "of wires"),
            flag("-rise"),
            flag("-fall"),
            flag("-min"),
            flag("-max"),
        ],
        operands: &[required("capacitance"), required("ports")],
        run: Run::State(set_load),
    },
];

/// What one delay command states.
struct Statement {
    edge: Option<ClockEdge>,
    /// Where a value is stated.
    delay: Quad<Option<Ticks>>,
    /// `-add_delay`.
    others: OtherDelays,
}

fn statement(state: &mut State, arguments: &Arguments<'_>) -> Result<Statement, Exception> {
    let ticks = time(state, arguments, arguments.required(0)?)?;
    let edge = match arguments.value("-clock") {
        Some(word) => match one_object(state, word, Kinds::CLOCKS)? {
            Object::Clock(clock) => {
                let edge = if arguments.has("-clock_fall") { Transition::Fall } else { Transition::Rise };
                Some(ClockEdge { clock, edge })
            }
            _ => None,
        },
        None if arguments.has("-clock_fall") => {
            return Err(arguments.error("-clock_fall is given without a clock: expected -clock too"));
        }
        None => None,
    };
    if arguments.has("-reference_pin") {
        return Err(
            arguments.error("-reference_pin is not supported yet: expected a delay from a clock's edge")
        );
    }
    for option in ["-source_latency_included", "-network_latency_included", "-level_sensitive"] {
        if arguments.has(option) {
            state.warn(format!("{option} is not supported yet; the delay is used without it"));
        }
    }
    let others = if arguments.has("-add_delay") { OtherDelays::Kept } else { OtherDelays::Replaced };
    Ok(Statement { edge, delay: stated(arguments, ticks), others })
}

fn set_input_delay(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let Statement { edge, delay, others } = statement(state, arguments)?;
    let ports = pins(state, arguments.required(1)?, Kinds::PORTS)?;
    state.edit(|editor| editor.set_input_delay(&ports, PortDelay::new(edge, delay), others))?;
    Ok(Value::empty())
}

fn set_output_delay(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let Statement { edge, delay, others } = statement(state, arguments)?;
    let Some(edge) = edge else {
        return Err(arguments.error("an output delay needs a clock that captures: expected -clock"));
    };
    let ports = pins(state, arguments.required(1)?, Kinds::PORTS)?;
    state.edit(|editor| editor.set_output_delay(&ports, PortDelay::new(edge, delay), others))?;
    Ok(Value::empty())
}

fn set_input_transition(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let slew = slew(state, arguments, arguments.required(0)?)?;
    let ports = pins(state, arguments.required(1)?, Kinds::PORTS)?;
    let values = stated(arguments, slew);
    state.edit(|editor| editor.set_input_slew(&ports, values))?;
    Ok(Value::empty())
}

fn set_load(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let load = capacitance(state, arguments, arguments.required(0)?)?;
    let ports = pins(state, arguments.required(1)?, Kinds::PORTS)?;
    let values = stated(arguments, load);
    let (of_pins, of_wires) = (arguments.has("-pin_load"), arguments.has("-wire_load"));
    state.edit(|editor| {
        if of_pins || !of_wires {
            editor.set_pin_load(&ports, values)?;
        }
        if of_wires { editor.set_wire_load(&ports, values) } else { Ok(()) }
    })?;
    Ok(Value::empty())
}
