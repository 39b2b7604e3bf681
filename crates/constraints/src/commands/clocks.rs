//! Commands that state clocks.

use std::collections::BTreeSet;

use zeroslack_netlist::{HierarchicalPinId, Pattern, PinId};
use zeroslack_sdc::{Clock, ClockId, ConstraintError, OtherClocks};
use zeroslack_tcl::{Exception, Outcome, Value};
use zeroslack_units::Ticks;

use super::numbers::time;
use super::objects::{PinsNamed, pins_in_clocks, pins_named, say_unreached};
use crate::arguments::Arguments;
use crate::command::{Command, Group, Run, flag_that, optional, required, value, value_that};
use crate::object::{Kinds, Object};
use crate::state::State;

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "create_clock",
        group: Group::Clocks,
        summary: "Creates a clock at ports or pins, or a virtual one without.",
        options: &[
            value("-name", "name"),
            value("-period", "time"),
            value_that("-waveform", "edges", "the first rise and the first fall"),
            flag_that("-add", "clocks that start there already stay"),
            value("-comment", "text"),
        ],
        operands: &[optional("sources")],
        run: Run::State(create_clock),
    },
    Command {
        name: "set_propagated_clock",
        group: Group::Clocks,
        summary: "The delays of the clock's network count.",
        options: &[],
        operands: &[required("clocks, ports or pins")],
        run: Run::State(|state, arguments| propagate(state, arguments, true)),
    },
    Command {
        name: "unset_propagated_clock",
        group: Group::Clocks,
        summary: "The clock is ideal again.",
        options: &[],
        operands: &[required("clocks, ports or pins")],
        run: Run::State(|state, arguments| propagate(state, arguments, false)),
    },
    Command {
        name: "remove_clock",
        group: Group::Clocks,
        summary: "Removes clocks and what is stated against them.",
        options: &[flag_that("-all", "all clocks")],
        operands: &[optional("clocks")],
        run: Run::State(remove_clock),
    },
];

fn create_clock(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let named = arguments.operand(0).map(|list| pins_named(state, list)).transpose()?;
    let is_virtual = named.is_none();
    let named = named.unwrap_or_default();
    let Some(name) = clock_name(state, arguments, &named)? else {
        return Err(arguments.error("the clock has no name: expected -name, or a source"));
    };
    let (sources, at) = sources(state, named, &name)?;
    let Some(period) = arguments.value("-period") else {
        return Err(arguments.error("expected -period and a time"));
    };
    let period = time(state, arguments, period)?;
    let edges = match arguments.value("-waveform") {
        None => [0, period / 2],
        Some(list) => waveform(state, arguments, list, period)?,
    };
    let others = if arguments.has("-add") { OtherClocks::Kept } else { OtherClocks::Replaced };
    let propagated = state.settings.propagates_clocks;
    let clock = Clock { name: name.as_str().into(), sources, period, edges, propagated, ..Clock::default() };
    let has_none = !is_virtual && clock.sources.is_empty() && at.is_empty();
    let (_, gone) = state.edit(|editor| editor.create_clock_at(clock, &at, others))?;
    if has_none {
        state.warn(format!("clock '{name}' starts nowhere, as its list of sources has nothing in it"));
    }
    say_replaced(state, &name, gone);
    Ok(Value::empty())
}

/// The name of a clock: as stated, or that of its first source.
pub(crate) fn clock_name(
    state: &State,
    arguments: &Arguments<'_>,
    sources: &PinsNamed,
) -> Result<Option<String>, Exception> {
    let netlist = state.netlist()?;
    let of_pin = || sources.pins.iter().min().map(|&pin| netlist.pin_name(pin));
    let of_instance = || sources.of_instances.iter().min().map(|&pin| netlist.hierarchical_pin_name(pin));
    let stated = arguments.value("-name").map(|word| Pattern::new(&word.text()).plain());
    Ok(stated.or_else(of_pin).or_else(of_instance))
}

/// Where a clock of a name starts: pins, and pins of instances that something comes through. The others are said.
pub(crate) fn sources(
    state: &mut State,
    named: PinsNamed,
    name: &str,
) -> Result<(Vec<PinId>, Vec<HierarchicalPinId>), Exception> {
    let own = state.constraints()?.clocks.find(name);
    let mut at = Vec::with_capacity(named.of_instances.len());
    for pin in named.of_instances {
        let pins = state.constraints()?.sources_at(state.netlist()?, pin, own);
        say_unreached(state, pin, &pins)?;
        at.extend((!pins.is_empty()).then_some(pin));
    }
    Ok((named.pins, at))
}

/// Says which clocks a new one took the place of.
pub(crate) fn say_replaced(state: &mut State, name: &str, gone: Vec<Clock>) {
    for gone in gone {
        let gone = gone.name;
        state.warn(format!(
            "clock '{name}' replaces clock '{gone}', and what was stated with it; -add keeps both"
        ));
    }
}

fn waveform(
    state: &State,
    arguments: &Arguments<'_>,
    list: &Value,
    period: Ticks,
) -> Result<[Ticks; 2], Exception> {
    let words = list.elements()?;
    let edges: Vec<Ticks> =
        words.iter().map(|word| time(state, arguments, word)).collect::<Result<_, _>>()?;
    match edges[..] {
        [rise, fall] if rise < fall && fall - rise < period => Ok([rise, fall]),
        _ => Err(arguments
            .error("-waveform: expected two edges, the second later than the first by less than the period")),
    }
}

/// The clocks and pins that a word stands for.
pub(crate) fn clocks_and_pins(
    state: &mut State,
    list: &Value,
) -> Result<(Vec<ClockId>, Vec<PinId>), Exception> {
    clocks_and_pins_by(state, list, pins_in_clocks)
}

/// Finds clocks and pins as above; `pins_of` resolves ports and pins.
pub(crate) fn clocks_and_pins_by(
    state: &mut State,
    list: &Value,
    pins_of: fn(&mut State, Object) -> Result<Vec<PinId>, Exception>,
) -> Result<(Vec<ClockId>, Vec<PinId>), Exception> {
    let (mut clocks, mut pins) = (Vec::new(), Vec::new());
    for object in state.objects(list, Kinds::CLOCKS.or(Kinds::PORTS).or(Kinds::PINS))? {
        match object {
            Object::Clock(clock) => clocks.push(clock),
            object => pins.extend(pins_of(state, object)?),
        }
    }
    Ok((clocks, pins))
}

fn propagate(state: &mut State, arguments: &Arguments<'_>, on: bool) -> Outcome {
    let (mut clocks, mut pins, mut at) = (Vec::new(), Vec::new(), Vec::new());
    let kinds = Kinds::CLOCKS.or(Kinds::PORTS).or(Kinds::PINS);
    for object in state.objects(arguments.required(0)?, kinds)? {
        match object {
            Object::Clock(clock) => clocks.push(clock),
            Object::HierarchicalPin(_) if pins_in_clocks(state, object)?.is_empty() => {}
            Object::HierarchicalPin(pin) => at.push(pin),
            object => pins.extend(pins_in_clocks(state, object)?),
        }
    }
    if on {
        leave_out_virtual(state, &mut clocks)?;
    }
    state.edit(|editor| {
        clocks.iter().try_for_each(|&clock| editor.set_propagated(clock, on))?;
        pins.iter().try_for_each(|&pin| editor.set_propagated_from(pin, on))?;
        at.iter().try_for_each(|&pin| editor.set_propagated_at(pin, on))
    })?;
    Ok(Value::empty())
}

/// Leaves out clocks that have no network to be propagated through, and says which.
fn leave_out_virtual(state: &mut State, clocks: &mut Vec<ClockId>) -> Result<(), Exception> {
    let known = &state.constraints()?.clocks;
    let (without, with): (Vec<ClockId>, _) = clocks.iter().partition(|&&clock| known[clock].is_virtual());
    *clocks = with;
    let said = without.iter().map(|&clock| ConstraintError::VirtualClock(known[clock].name.clone()));
    let said: Vec<String> = said.map(|error| error.to_string()).collect();
    said.into_iter().for_each(|text| state.warn(text));
    Ok(())
}

fn remove_clock(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let clocks: Vec<ClockId> = if arguments.has("-all") {
        state.constraints()?.clocks.iter().map(|(id, _)| id).collect()
    } else {
        let Some(list) = arguments.operand(0) else {
            return Err(arguments.error("expected clocks, or -all"));
        };
        clocks_and_pins(state, list)?.0
    };
    // A clock may be named twice.
    let clocks: BTreeSet<ClockId> = clocks.into_iter().collect();
    state.edit(|editor| clocks.iter().try_for_each(|&clock| editor.remove_clock(clock).map(|_| ())))?;
    Ok(Value::empty())
}
