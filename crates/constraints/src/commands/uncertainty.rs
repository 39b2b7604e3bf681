//! `set_clock_uncertainty` and what takes it back.

use zeroslack_netlist::PinId;
use zeroslack_sdc::{ClockEdge, ClockId};
use zeroslack_tcl::{Exception, Outcome, Value};
use zeroslack_units::Transition;

use super::clocks::clocks_and_pins;
use super::latencies::clocks_of;
use super::numbers::time;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, flag_that, optional, required, value, value_that};
use crate::state::State;

const OPTIONS: &[Opt] = &[
    value_that("-from", "clocks", "between clocks: those that launch"),
    value("-rise_from", "clocks"),
    value("-fall_from", "clocks"),
    value_that("-to", "clocks", "between clocks: those that capture"),
    value("-rise_to", "clocks"),
    value("-fall_to", "clocks"),
    flag_that("-rise", "between clocks: at rising edges that capture"),
    flag_that("-fall", "between clocks: at falling edges that capture"),
    flag_that("-setup", "of setup checks only"),
    flag_that("-hold", "of hold checks only"),
];

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_clock_uncertainty",
        group: Group::Clocks,
        summary: "By how much captures are uncertain: of clocks, at clock pins, or between clocks.",
        options: OPTIONS,
        operands: &[required("uncertainty"), optional("clocks, ports or pins")],
        run: Run::State(set_clock_uncertainty),
    },
    Command {
        name: "unset_clock_uncertainty",
        group: Group::Clocks,
        summary: "Takes uncertainties away.",
        options: OPTIONS,
        operands: &[optional("clocks, ports or pins")],
        run: Run::State(unset_clock_uncertainty),
    },
];

/// What uncertainties are of.
#[derive(Default)]
struct Targets {
    clocks: Vec<ClockId>,
    pins: Vec<PinId>,
    /// Launching and capturing edges.
    between: Vec<(ClockEdge, ClockEdge)>,
}

fn targets(state: &mut State, arguments: &Arguments<'_>, list: Option<&Value>) -> Result<Targets, Exception> {
    let from = edges(state, arguments, ["-from", "-rise_from", "-fall_from"])?;
    let to = edges(state, arguments, ["-to", "-rise_to", "-fall_to"])?;
    let of_edges = arguments.has("-rise") || arguments.has("-fall");
    match (from, to, list) {
        (None, None, Some(_)) if of_edges => Err(arguments
            .error("-rise and -fall are for edges that capture between clocks: expected -from and -to too")),
        (None, None, Some(list)) => {
            let (clocks, pins) = clocks_and_pins(state, list)?;
            Ok(Targets { clocks, pins, ..Targets::default() })
        }
        (Some(from), Some(to), None) => {
            let captures = arguments.pair("-rise", "-fall");
            let to: Vec<ClockEdge> = to.into_iter().filter(|to| captures[to.edge as usize]).collect();
            let between = from.iter().flat_map(|&from| to.iter().map(move |&to| (from, to))).collect();
            Ok(Targets { between, ..Targets::default() })
        }
        _ => Err(arguments.error("expected either clocks, ports or pins, or both -from and -to")),
    }
}

/// The edges that one of three options names: both of clocks, the rising ones, the falling ones.
fn edges(
    state: &mut State,
    arguments: &Arguments<'_>,
    options: [&str; 3],
) -> Result<Option<Vec<ClockEdge>>, Exception> {
    let given: Vec<&str> = options.into_iter().filter(|option| arguments.has(option)).collect();
    let option = match given[..] {
        [] => return Ok(None),
        [option] => option,
        _ => return Err(arguments.error(&format!("expected only one of {}", given.join(", ")))),
    };
    let Some(list) = arguments.value(option) else { return Ok(None) };
    let meant: &[Transition] = match options.iter().position(|name| *name == option) {
        Some(1) => &[Transition::Rise],
        Some(2) => &[Transition::Fall],
        _ => &Transition::ALL,
    };
    let clocks = clocks_of(state, list)?.into_iter();
    Ok(Some(clocks.flat_map(|clock| meant.iter().map(move |&edge| ClockEdge { clock, edge })).collect()))
}

fn set_clock_uncertainty(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let uncertainty = time(state, arguments, arguments.required(0)?)?;
    let Targets { clocks, pins, between } = targets(state, arguments, arguments.operand(1))?;
    let values = arguments.pair("-hold", "-setup").map(|is_meant| is_meant.then_some(uncertainty));
    state.edit(|editor| {
        clocks.iter().try_for_each(|&clock| editor.set_uncertainty(clock, values))?;
        pins.iter().try_for_each(|&pin| editor.set_pin_uncertainty(pin, values))?;
        between.iter().try_for_each(|&(from, to)| editor.set_uncertainty_between(from, to, values))
    })?;
    Ok(Value::empty())
}

fn unset_clock_uncertainty(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let Targets { clocks, pins, between } = targets(state, arguments, arguments.operand(0))?;
    let meant = arguments.pair("-hold", "-setup");
    state.edit(|editor| {
        let none = meant.map(|is_meant| is_meant.then_some(0));
        clocks.iter().try_for_each(|&clock| editor.set_uncertainty(clock, none))?;
        pins.iter().try_for_each(|&pin| editor.unset_pin_uncertainty(pin, meant))?;
        between.iter().try_for_each(|&(from, to)| editor.unset_uncertainty_between(from, to, meant))
    })?;
    Ok(Value::empty())
}
