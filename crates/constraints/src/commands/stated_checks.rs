//! Commands that state checks beside those of libraries, of what gates clocks and between data, and how much data may borrow from latches.

use zeroslack_netlist::PinId;
use zeroslack_sdc::{BorrowTarget, DataCheck, GatingTarget};
use zeroslack_tcl::{Exception, Outcome, Value};
use zeroslack_units::{Quad, Ticks, Transition, quad};

use super::numbers::time;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, flag_that, optional, required, value, value_that};
use crate::object::{Kinds, Object};
use crate::state::State;

const PINS: Kinds = Kinds::PORTS.or(Kinds::PINS);
const GATES: Kinds = Kinds::CELLS.or(Kinds::PINS);

const DATA_PINS: [Opt; 6] = [
    value_that("-from", "pins", "the pins that data is related to"),
    value_that("-rise_from", "pins", "their rises only"),
    value_that("-fall_from", "pins", "their falls only"),
    value_that("-to", "pins", "the pins of the data that is checked"),
    value_that("-rise_to", "pins", "its rises only"),
    value_that("-fall_to", "pins", "its falls only"),
];

const SET_DATA_CHECK: &[Opt] = &with_data_pins([
    value_that("-setup", "time", "how long data has to be there before the related data"),
    value_that("-hold", "time", "how long it has to stay after the related data"),
    value_that("-clock", "clock", "not supported: the clocks of both data count"),
]);

const UNSET_DATA_CHECK: &[Opt] = &with_data_pins([
    flag_that("-setup", "of setup only"),
    flag_that("-hold", "of hold only"),
    value_that("-clock", "clock", "not supported: the clocks of both data count"),
]);

const fn with_data_pins(others: [Opt; 3]) -> [Opt; 9] {
    let [a, b, c, d, e, f] = DATA_PINS;
    let [g, h, i] = others;
    [a, b, c, d, e, f, g, h, i]
}

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_clock_gating_check",
        group: Group::Checks,
        summary: "How long signals that gate clocks have to be there before the clock lets them pass, and to stay until it no longer does: of the design, clocks, cells or pins.",
        options: &[
            value("-setup", "time"),
            value("-hold", "time"),
            flag_that("-rise", "of rises of the signal only"),
            flag_that("-fall", "of falls of the signal only"),
            flag_that(
                "-high",
                "cells and pins: the signal passes while the clock is high, whatever the function",
            ),
            flag_that("-low", "the same while it is low"),
        ],
        operands: &[optional("clocks, cells or pins")],
        run: Run::State(set_clock_gating_check),
    },
    Command {
        name: "set_disable_clock_gating_check",
        group: Group::Checks,
        summary: "Checks no signals that gate clocks at cells or pins.",
        options: &[],
        operands: &[required("cells or pins")],
        run: Run::State(|state, arguments| disable_gating(state, arguments, true)),
    },
    Command {
        name: "set_disable_inferred_clock_gating",
        group: Group::Checks,
        summary: "The same.",
        options: &[],
        operands: &[required("cells or pins")],
        run: Run::State(|state, arguments| disable_gating(state, arguments, true)),
    },
    Command {
        name: "unset_disable_clock_gating_check",
        group: Group::Checks,
        summary: "Checks again what set_disable_clock_gating_check took out.",
        options: &[],
        operands: &[required("cells or pins")],
        run: Run::State(|state, arguments| disable_gating(state, arguments, false)),
    },
    Command {
        name: "unset_disable_inferred_clock_gating",
        group: Group::Checks,
        summary: "The same.",
        options: &[],
        operands: &[required("cells or pins")],
        run: Run::State(|state, arguments| disable_gating(state, arguments, false)),
    },
    Command {
        name: "set_data_check",
        group: Group::Checks,
        summary: "How long data has to be there before other data, or to stay after it. Without -setup and -hold the time is for both.",
        options: SET_DATA_CHECK,
        operands: &[optional("time")],
        run: Run::State(set_data_check),
    },
    Command {
        name: "unset_data_check",
        group: Group::Checks,
        summary: "Takes checks between data away.",
        options: UNSET_DATA_CHECK,
        operands: &[],
        run: Run::State(unset_data_check),
    },
    Command {
        name: "set_max_time_borrow",
        group: Group::Checks,
        summary: "The most time that data may borrow from latches: from those that clocks open, from cells, at data pins and enable pins. What is stated of a data pin counts before that of the enable, then of the cell, then of the clock.",
        options: &[],
        operands: &[required("time"), required("clocks, cells or pins")],
        run: Run::State(set_max_time_borrow),
    },
];

fn set_clock_gating_check(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let [rise, fall] = arguments.pair("-rise", "-fall");
    let mut times: Quad<Option<Ticks>> = quad(None);
    for (of_split, option) in times.iter_mut().zip(["-hold", "-setup"]) {
        let Some(word) = arguments.value(option) else { continue };
        let stated = time(state, arguments, word)?;
        *of_split = [rise, fall].map(|is_meant| is_meant.then_some(stated));
    }
    let level = match [arguments.has("-high"), arguments.has("-low")] {
        [true, true] => return Err(arguments.error("expected only one of -high and -low")),
        [false, false] => None,
        [high, _] => Some(high),
    };
    if times == quad(None) && level.is_none() {
        return Err(arguments.error("nothing is stated: expected -setup, -hold, -high or -low"));
    }
    let targets = match arguments.operand(0) {
        None => vec![GatingTarget::Design],
        Some(list) => targets(state, list, GATES.or(Kinds::CLOCKS).or(Kinds::PORTS))?,
    };
    let has_level = |target: &GatingTarget| matches!(target, GatingTarget::Cell(_) | GatingTarget::Pin(_));
    if level.is_some() && !targets.iter().all(has_level) {
        return Err(arguments.error("-high and -low are for cells and pins"));
    }
    state.edit(|editor| {
        targets.iter().try_for_each(|&target| {
            if times != quad(None) {
                editor.set_clock_gating_times(target, times)?;
            }
            level.map_or(Ok(()), |level| editor.set_clock_gating_level(target, level))
        })
    })?;
    Ok(Value::empty())
}

fn set_max_time_borrow(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let most = time(state, arguments, arguments.required(0)?)?;
    let targets = targets(state, arguments.required(1)?, GATES.or(Kinds::CLOCKS).or(Kinds::PORTS))?;
    let targets = targets.into_iter().filter_map(|target| match target {
        GatingTarget::Design => None,
        GatingTarget::Clock(clock) => Some(BorrowTarget::Clock(clock)),
        GatingTarget::Cell(cell) => Some(BorrowTarget::Cell(cell)),
        GatingTarget::Pin(pin) => Some(BorrowTarget::Pin(pin)),
    });
    let targets: Vec<BorrowTarget> = targets.collect();
    state.edit(|editor| {
        targets.iter().try_for_each(|&target| editor.set_max_time_borrow(target, Some(most)))
    })?;
    Ok(Value::empty())
}

/// What objects stand for; a clock's source port for its clocks.
fn targets(state: &mut State, list: &Value, kinds: Kinds) -> Result<Vec<GatingTarget>, Exception> {
    let mut targets = Vec::new();
    for object in state.objects(list, kinds)? {
        match object {
            Object::Clock(clock) => targets.push(GatingTarget::Clock(clock)),
            Object::Cell(cell) => targets.push(GatingTarget::Cell(cell)),
            Object::Instance(instance) => {
                targets.extend(state.netlist()?.cells_within(instance).into_iter().map(GatingTarget::Cell));
            }
            Object::HierarchicalPin(pin) => {
                targets.extend(state.netlist()?.loads_after(pin).into_iter().map(GatingTarget::Pin));
            }
            Object::Pin(pin) => targets.push(GatingTarget::Pin(pin)),
            Object::Port(pin) => {
                let clocks = state.constraints()?.clocks.starting_at(pin).to_vec();
                if clocks.is_empty() {
                    let name = state.name_of(object)?;
                    state.leave_out(format!("no clock starts at port '{name}': nothing is stated of it"));
                }
                targets.extend(clocks.into_iter().map(GatingTarget::Clock));
            }
            _ => {}
        }
    }
    Ok(targets)
}

fn disable_gating(state: &mut State, arguments: &Arguments<'_>, is_out: bool) -> Outcome {
    let targets = targets(state, arguments.required(0)?, GATES)?;
    state
        .edit(|editor| targets.iter().try_for_each(|&target| editor.disable_clock_gating(target, is_out)))?;
    Ok(Value::empty())
}

/// The transitions of pins that one of three options names.
fn data_pins(
    state: &mut State,
    arguments: &Arguments<'_>,
    options: [&str; 3],
) -> Result<Vec<(PinId, Transition)>, Exception> {
    let given: Vec<&str> = options.into_iter().filter(|option| arguments.has(option)).collect();
    let [option] = given[..] else {
        return Err(arguments.error(&format!("expected one of {}", options.join(", "))));
    };
    let Some(list) = arguments.value(option) else { return Ok(Vec::new()) };
    let edges: &[Transition] = match options.iter().position(|name| *name == option) {
        Some(1) => &[Transition::Rise],
        Some(2) => &[Transition::Fall],
        _ => &Transition::ALL,
    };
    let mut pins = Vec::new();
    for object in state.objects(list, PINS)? {
        match object {
            Object::Port(pin) | Object::Pin(pin) => pins.push(pin),
            Object::HierarchicalPin(pin) => pins.extend(state.netlist()?.loads_after(pin)),
            _ => {}
        }
    }
    Ok(pins.into_iter().flat_map(|pin| edges.iter().map(move |&edge| (pin, edge))).collect())
}

fn data_checks(state: &mut State, arguments: &Arguments<'_>) -> Result<Vec<DataCheck>, Exception> {
    if arguments.has("-clock") {
        return Err(arguments.error("-clock is not supported: the clocks of both data count"));
    }
    let from = data_pins(state, arguments, ["-from", "-rise_from", "-fall_from"])?;
    let to = data_pins(state, arguments, ["-to", "-rise_to", "-fall_to"])?;
    let to =
        |(from, from_edge)| to.iter().map(move |&(to, to_edge)| DataCheck { from, from_edge, to, to_edge });
    Ok(from.into_iter().flat_map(to).collect())
}

fn set_data_check(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let mut times = [None; 2];
    for (of_split, option) in times.iter_mut().zip(["-hold", "-setup"]) {
        *of_split = arguments.value(option).map(|word| time(state, arguments, word)).transpose()?;
    }
    if let Some(word) = arguments.operand(0) {
        if times != [None; 2] {
            return Err(arguments.error("expected either a time for both, or -setup and -hold"));
        }
        times = [Some(time(state, arguments, word)?); 2];
    }
    if times == [None; 2] {
        return Err(arguments.error("nothing is stated: expected a time, -setup or -hold"));
    }
    let checks = data_checks(state, arguments)?;
    state.edit(|editor| checks.iter().try_for_each(|&check| editor.set_data_check(check, times)))?;
    Ok(Value::empty())
}

fn unset_data_check(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let checks = data_checks(state, arguments)?;
    let meant = arguments.pair("-hold", "-setup");
    state.edit(|editor| {
        checks.iter().for_each(|&check| editor.unset_data_check(check, meant));
        Ok(())
    })?;
    Ok(Value::empty())
}
