//! Settings and helpers of scripts that know the design.

use zeroslack_tcl::{Interp, Outcome, Value};

use crate::own::OfShell;
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Command, Group, Run, optional, required};
use zeroslack::constraints::number;
use zeroslack::constraints::settings::MOST_DIGITS;
use zeroslack::constraints::settle;
use zeroslack::constraints::state;

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "sta::format_time",
        group: Group::Session,
        summary: "A time in seconds as a number in the session's unit, with so many digits or those of sta_report_default_digits.",
        options: &[],
        operands: &[required("seconds"), optional("digits")],
        run: Run::Interp(format_time),
    },
    Command {
        name: "sta::network_leaf_instance_count",
        group: Group::Session,
        summary: "How many cells the design has.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| Ok(Value::from(state.netlist()?.cell_count()))),
    },
    Command {
        name: "sta::network_leaf_pin_count",
        group: Group::Session,
        summary: "How many pins cells have.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| {
            let netlist = state.netlist()?;
            Ok(Value::from(netlist.pin_count().saturating_sub(netlist.port_pin_count())))
        }),
    },
    Command {
        name: "sta::corners",
        group: Group::Session,
        summary: "The names of the corners; '[$corner name]' gives the name again.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| Ok(Value::list(state.own()?.corners.names().map(Value::from).collect()))),
    },
    Command {
        name: "sta::find_corner",
        group: Group::Session,
        summary: "A corner by its name; an empty word where there is none.",
        options: &[],
        operands: &[required("name")],
        run: Run::State(find_corner),
    },
    Command {
        name: "sta::set_cmd_corner",
        group: Group::Session,
        summary: "Checks that a corner is there: they all have the same values until scenarios come.",
        options: &[],
        operands: &[required("name")],
        run: Run::State(|state, arguments| {
            let known = state.own()?.corners.check(&arguments.required(0)?.text());
            known.map(|()| Value::empty()).map_err(|error| arguments.error(&error))
        }),
    },
    Command {
        name: "sta::find_timing",
        group: Group::Session,
        summary: "Brings times up to date. Whatever asks for times does so by itself.",
        options: &[],
        operands: &[],
        run: Run::State(update),
    },
    Command {
        name: "sta::find_requireds",
        group: Group::Session,
        summary: "Brings times up to date. Whatever asks for times does so by itself.",
        options: &[],
        operands: &[],
        run: Run::State(update),
    },
    Command {
        name: "sta::network_changed",
        group: Group::Session,
        summary: "Nothing: results always know what changed.",
        options: &[],
        operands: &[],
        run: Run::State(|_, _| Ok(Value::empty())),
    },
    Command {
        name: "sta::set_thread_count",
        group: Group::Session,
        summary: "Nothing: '-threads' when the program starts says on how many threads it computes. Results are the same on any number.",
        options: &[],
        operands: &[required("count")],
        run: Run::State(|_, arguments| {
            number(arguments, arguments.required(0)?)?;
            Ok(Value::empty())
        }),
    },
];

fn update(state: &mut State, _: &Arguments<'_>) -> Outcome {
    state.update()?;
    Ok(Value::empty())
}

fn find_corner(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let name = arguments.required(0)?;
    let is_known = state.own()?.corners.check(&name.text()).is_ok();
    Ok(if is_known { name.clone() } else { Value::empty() })
}

fn format_time(interp: &mut Interp, arguments: &Arguments<'_>) -> Outcome {
    settle(interp)?;
    let seconds = number(arguments, arguments.required(0)?)?;
    let digits = match arguments.operand(1) {
        None => state(interp)?.settings.digits,
        Some(word) => {
            let digits = word.int().and_then(|digits| usize::try_from(digits).ok());
            digits.filter(|digits| *digits <= MOST_DIGITS).ok_or_else(|| {
                arguments.error(&format!("'{word}' is no number of digits: expected 0 to {MOST_DIGITS}"))
            })?
        }
    };
    let unit = state(interp)?.units().time;
    Ok(Value::from(format!("{:.digits$}", seconds * 1e12 / unit)))
}
