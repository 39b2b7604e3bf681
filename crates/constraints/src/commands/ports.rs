//! Commands that state delays at ports.

use zeroslack_netlist::PortDirection;
use zeroslack_sdc::{ClockEdge, LatencyIncluded, OtherDelays, PortDelay};
use zeroslack_tcl::{Exception, Outcome, Value};
use zeroslack_units::Transition;

use super::numbers::{meant, stated, time};
use super::objects::{one_object, ports_toward};
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
    flag_that("-source_latency_included", "the delay has the latency before the clock's source in it"),
    flag_that("-network_latency_included", "the delay has the latency of the clock's network in it"),
    flag_that("-level_sensitive", "not supported"),
];

const UNSET: &[Opt] = &[
    value_that(
        "-clock",
        "clock",
        "only delays from an edge of this clock, the rising one unless -clock_fall is given",
    ),
    flag_that("-clock_fall", "its falling edge"),
    flag("-rise"),
    flag("-fall"),
    flag("-min"),
    flag("-max"),
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
        name: "unset_input_delay",
        group: Group::Ports,
        summary: "Takes delays of input ports away.",
        options: UNSET,
        operands: &[required("ports")],
        run: Run::State(unset_input_delay),
    },
    Command {
        name: "unset_output_delay",
        group: Group::Ports,
        summary: "Takes delays of output ports away.",
        options: UNSET,
        operands: &[required("ports")],
        run: Run::State(unset_output_delay),
    },
];

/// The clock edge that `-clock` and `-clock_fall` name.
fn edge(state: &mut State, arguments: &Arguments<'_>) -> Result<Option<ClockEdge>, Exception> {
    let Some(word) = arguments.value("-clock") else {
        return if arguments.has("-clock_fall") {
            Err(arguments.error("-clock_fall is given without a clock: expected -clock too"))
        } else {
            Ok(None)
        };
    };
    Ok(match one_object(state, word, Kinds::CLOCKS)? {
        Object::Clock(clock) => {
            let edge = if arguments.has("-clock_fall") { Transition::Fall } else { Transition::Rise };
            Some(ClockEdge { clock, edge })
        }
        _ => None,
    })
}

/// What one delay command states of all its ports.
fn statement(
    state: &mut State,
    arguments: &Arguments<'_>,
) -> Result<(PortDelay<Option<ClockEdge>>, OtherDelays), Exception> {
    let ticks = time(state, arguments, arguments.required(0)?)?;
    let edge = edge(state, arguments)?;
    if arguments.has("-reference_pin") {
        return Err(
            arguments.error("-reference_pin is not supported yet: expected a delay from a clock's edge")
        );
    }
    if arguments.has("-level_sensitive") {
        state.leave_out("-level_sensitive is not supported yet; the delay is used without it");
    }
    let included = LatencyIncluded {
        source: arguments.has("-source_latency_included"),
        network: arguments.has("-network_latency_included"),
    };
    let others = if arguments.has("-add_delay") { OtherDelays::Kept } else { OtherDelays::Replaced };
    Ok((PortDelay { edge, delay: stated(arguments, ticks), included }, others))
}

fn set_input_delay(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let (delay, others) = statement(state, arguments)?;
    let ports =
        ports_toward(state, (arguments.required(1)?, Kinds::PORTS.or(Kinds::PINS)), PortDirection::Input)?;
    state.edit(|editor| editor.set_input_delay(&ports, delay, others))?;
    Ok(Value::empty())
}

fn set_output_delay(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let (PortDelay { edge, delay, included }, others) = statement(state, arguments)?;
    let ports =
        ports_toward(state, (arguments.required(1)?, Kinds::PORTS.or(Kinds::PINS)), PortDirection::Output)?;
    state.edit(|editor| match edge {
        Some(edge) => editor.set_output_delay(&ports, PortDelay { edge, delay, included }, others),
        None => editor.set_unclocked_output_delay(&ports, delay, others),
    })?;
    Ok(Value::empty())
}

/// The edges that a port has delays from: the one that is named, or all.
fn edges<E: Copy>(delays: Option<&Vec<PortDelay<E>>>, named: Option<E>) -> Vec<E> {
    let all = || delays.into_iter().flatten().map(|delay| delay.edge).collect();
    named.map_or_else(all, |edge| vec![edge])
}

fn unset_input_delay(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let (named, meant) = (edge(state, arguments)?, meant(arguments));
    let ports =
        ports_toward(state, (arguments.required(0)?, Kinds::PORTS.or(Kinds::PINS)), PortDirection::Input)?;
    state.edit(|editor| {
        ports.iter().try_for_each(|&port| {
            let edges = edges(editor.input_delays.get(&port), named.map(Some));
            edges.into_iter().try_for_each(|edge| editor.unset_input_delay(&[port], edge, &meant))
        })
    })?;
    Ok(Value::empty())
}

fn unset_output_delay(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let (named, meant) = (edge(state, arguments)?, meant(arguments));
    let ports =
        ports_toward(state, (arguments.required(0)?, Kinds::PORTS.or(Kinds::PINS)), PortDirection::Output)?;
    state.edit(|editor| {
        ports.iter().try_for_each(|&port| {
            let edges = edges(editor.output_delays.get(&port), named);
            edges.into_iter().try_for_each(|edge| editor.unset_output_delay(&[port], edge, &meant))?;
            if named.is_none() { editor.unset_unclocked_output_delay(&[port], &meant) } else { Ok(()) }
        })
    })?;
    Ok(Value::empty())
}
