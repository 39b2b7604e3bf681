//! Commands that state latencies and slews of clocks.

use zeroslack_netlist::PinId;
use zeroslack_sdc::ClockId;
use zeroslack_tcl::{Exception, Outcome, Value};
use zeroslack_units::{Quad, Ticks, quad};

use super::clocks::clocks_and_pins_by;
use super::numbers::{slew, stated, time};
use super::objects::pins_in_clocks;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, flag, flag_that, required, value_that};
use crate::object::{Kinds, Object};
use crate::state::State;

const SOURCE: Opt = flag_that("-source", "the latency before the clock's source, instead of its network's");
const CLOCK: Opt = value_that("-clock", "clocks", "at ports and pins: of these clocks only");

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_clock_latency",
        group: Group::Clocks,
        summary: "How much later than its edges a clock arrives. Without -source a clock becomes ideal.",
        options: &[
            SOURCE,
            CLOCK,
            flag("-rise"),
            flag("-fall"),
            flag_that("-early", "with -source: the earliest"),
            flag_that("-late", "with -source: the latest"),
            flag("-min"),
            flag("-max"),
            value_that("-dynamic", "latency", "the part that changes is not told apart"),
        ],
        operands: &[required("latency"), required("clocks, ports or pins")],
        run: Run::State(set_clock_latency),
    },
    Command {
        name: "unset_clock_latency",
        group: Group::Clocks,
        summary: "Takes latencies away.",
        options: &[SOURCE, CLOCK],
        operands: &[required("clocks, ports or pins")],
        run: Run::State(unset_clock_latency),
    },
    Command {
        name: "set_clock_transition",
        group: Group::Clocks,
        summary: "Slews of ideal clocks at the clock pins that they reach.",
        options: &[flag("-rise"), flag("-fall"), flag("-min"), flag("-max")],
        operands: &[required("slew"), required("clocks")],
        run: Run::State(set_clock_transition),
    },
    Command {
        name: "unset_clock_transition",
        group: Group::Clocks,
        summary: "Takes the slews of ideal clocks away.",
        options: &[],
        operands: &[required("clocks")],
        run: Run::State(unset_clock_transition),
    },
];

/// What latencies are of.
struct Targets {
    clocks: Vec<ClockId>,
    /// Pins, each with the clock that is meant there, or none for all.
    pins: Vec<(PinId, Option<ClockId>)>,
}

fn targets(state: &mut State, arguments: &Arguments<'_>, list: &Value) -> Result<Targets, Exception> {
    let pins_of = if arguments.has("-source") { source_pins } else { pins_in_clocks };
    let (clocks, pins) = clocks_and_pins_by(state, list, pins_of)?;
    let of: Vec<Option<ClockId>> = match arguments.value("-clock") {
        None => vec![None],
        Some(_) if !clocks.is_empty() => {
            return Err(arguments.error("-clock is given and so are clocks: it is for ports and pins"));
        }
        Some(list) => clocks_of(state, list)?.into_iter().map(Some).collect(),
    };
    let pins = pins.iter().flat_map(|&pin| of.iter().map(move |&clock| (pin, clock))).collect();
    Ok(Targets { clocks, pins })
}

/// The pins that an object stands for where clocks start: of an instance's pin those of clocks that were stated there.
fn source_pins(state: &mut State, object: Object) -> Result<Vec<PinId>, Exception> {
    let Object::HierarchicalPin(at) = object else { return pins_in_clocks(state, object) };
    let netlist = state.netlist()?;
    let pins = state.constraints()?.starts_at(netlist, at);
    if pins.is_empty() {
        let name = netlist.hierarchical_pin_name(at);
        state.leave_out(format!("no clock starts at '{name}': no source latency is stated of it"));
    }
    Ok(pins)
}

/// The clocks that a word stands for.
pub(crate) fn clocks_of(state: &mut State, list: &Value) -> Result<Vec<ClockId>, Exception> {
    let clocks = state.objects(list, Kinds::CLOCKS)?.into_iter();
    Ok(clocks
        .filter_map(|object| if let Object::Clock(clock) = object { Some(clock) } else { None })
        .collect())
}

/// Where a latency is stated.
fn latencies(
    state: &mut State,
    arguments: &Arguments<'_>,
    latency: Ticks,
) -> Result<Quad<Option<Ticks>>, Exception> {
    let named = ["-early", "-late"].map(|option| arguments.has(option));
    if !arguments.has("-source") {
        return match named {
            [false, false] => Ok(stated(arguments, latency)),
            _ => Err(arguments.error(
                "-early and -late are of latencies before sources: expected -source too, or -min and -max",
            )),
        };
    }
    // In an analysis of early and late signals at once, `-min` and `-max` say nothing else than `-early` and `-late`.
    let named = arguments.pair("-early", "-late");
    let mut values = stated(arguments, latency);
    for (values, is_named) in values.iter_mut().zip(named) {
        values.iter_mut().for_each(|value| *value = value.filter(|_| is_named));
    }
    if values == quad(None) {
        state.leave_out(
            "early and late signals are analysed at once, with -early as -min and -late as -max: a latency of the other two is not used",
        );
    }
    Ok(values)
}

fn set_clock_latency(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let latency = time(state, arguments, arguments.required(0)?)?;
    let targets = targets(state, arguments, arguments.required(1)?)?;
    let values = latencies(state, arguments, latency)?;
    if arguments.has("-dynamic") {
        state.leave_out("-dynamic is not supported: the part of a latency that changes is not told apart");
    }
    let source = arguments.has("-source");
    if source {
        warn_of_no_start(state, &targets)?;
    }
    state.edit(|editor| {
        for &clock in &targets.clocks {
            if source {
                editor.set_source_latency(clock, values)?;
            } else {
                editor.set_network_latency(clock, values)?;
            }
        }
        for &(pin, clock) in &targets.pins {
            if source {
                editor.set_pin_source_latency(pin, clock, values)?;
            } else {
                editor.set_pin_latency(pin, clock, values)?;
            }
        }
        Ok(())
    })?;
    Ok(Value::empty())
}

/// Warns of source latencies at pins where no clock starts: they do nothing until one does.
fn warn_of_no_start(state: &mut State, targets: &Targets) -> Result<(), Exception> {
    let starts = &state.constraints()?.clocks;
    let without = targets.pins.iter().filter(|(pin, _)| starts.starting_at(*pin).is_empty());
    let names: Vec<String> =
        without.map(|&(pin, _)| state.netlist().map(|it| it.pin_name(pin))).collect::<Result<_, _>>()?;
    for name in names {
        state.warn(format!("no clock starts at '{name}': its source latency counts once one does"));
    }
    Ok(())
}

fn unset_clock_latency(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let targets = targets(state, arguments, arguments.required(0)?)?;
    let source = arguments.has("-source");
    state.edit(|editor| {
        targets.clocks.iter().try_for_each(|&clock| editor.unset_latency(clock, source))?;
        targets.pins.iter().try_for_each(|&(pin, clock)| editor.unset_pin_latency(pin, clock, source))
    })?;
    Ok(Value::empty())
}

fn set_clock_transition(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let slew = slew(state, arguments, arguments.required(0)?)?;
    let clocks = clocks_of(state, arguments.required(1)?)?;
    let values = stated(arguments, slew);
    state.edit(|editor| clocks.iter().try_for_each(|&clock| editor.set_clock_transition(clock, values)))?;
    Ok(Value::empty())
}

fn unset_clock_transition(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let clocks = clocks_of(state, arguments.required(0)?)?;
    state.edit(|editor| clocks.iter().try_for_each(|&clock| editor.unset_clock_transition(clock)))?;
    Ok(Value::empty())
}
