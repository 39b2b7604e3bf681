//! Worst and total negative slack, as reports and as numbers.

use zeroslack::timing::SlackSum;
use zeroslack::units::{Split, Ticks, ps};
use zeroslack_report::slack_line;
use zeroslack_tcl::{Exception, Outcome, Value};

use super::path_selection::groups;
use super::reported::{CORNER, DIGITS, SCENES, check_corners, numbers, timed};
use crate::own::OfShell;
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Command, Group, Opt, Run, flag_that, required, value_that};
use zeroslack::constraints::number;

const MIN: Opt = flag_that("-min", "of hold and other early checks");
const MAX: Opt = flag_that("-max", "of setup and other late checks; so unless -min is given");
const GROUP: Opt = value_that(
    "-path_group",
    "names",
    "only of these path groups: clocks, asynchronous (recovery and removal), or unclocked (required times without a clock)",
);
const GROUPS: Opt = value_that("-path_groups", "names", "the same");

const fn report(name: &'static str, summary: &'static str, run: Run) -> Command {
    let options = &[MIN, MAX, DIGITS, GROUP, GROUPS, CORNER, SCENES];
    Command { name, group: Group::Reports, summary, options, operands: &[], run }
}

const fn number_of(name: &'static str, summary: &'static str, run: Run) -> Command {
    let options = &[MIN, MAX, GROUP, GROUPS, CORNER, SCENES];
    Command { name, group: Group::Reports, summary, options, operands: &[], run }
}

pub(crate) const COMMANDS: &[Command] = &[
    report(
        "report_worst_slack",
        "Prints the worst slack of all endpoints.",
        Run::State(|state, arguments| print(state, arguments, "worst slack", |sum| sum.worst_slack)),
    ),
    report(
        "report_wns",
        "Prints the worst slack if it is negative, else 0.",
        Run::State(|state, arguments| print(state, arguments, "wns", |sum| Some(sum.worst_negative_slack()))),
    ),
    report(
        "report_tns",
        "Prints the sum of the worst slacks of all endpoints where it is negative.",
        Run::State(|state, arguments| print(state, arguments, "tns", |sum| Some(sum.total_negative_slack))),
    ),
    number_of(
        "worst_slack",
        "The worst slack of all endpoints; 1e30 without any.",
        Run::State(|state, arguments| give(state, arguments, |sum| sum.worst_slack)),
    ),
    number_of(
        "worst_negative_slack",
        "The worst slack if it is negative, else 0.",
        Run::State(|state, arguments| give(state, arguments, |sum| Some(sum.worst_negative_slack()))),
    ),
    number_of(
        "total_negative_slack",
        "The sum of the worst slacks of all endpoints where it is negative.",
        Run::State(|state, arguments| give(state, arguments, |sum| Some(sum.total_negative_slack))),
    ),
    Command {
        name: "sta::worst_slack_cmd",
        group: Group::Reports,
        summary: "The worst slack of all endpoints in seconds; 1e30 without any.",
        options: &[],
        operands: &[required("min or max")],
        run: Run::State(|state, arguments| worst_in_seconds(state, arguments, 0)),
    },
    Command {
        name: "sta::worst_slack_corner",
        group: Group::Reports,
        summary: "The worst slack of all endpoints in a corner, in seconds; 1e30 without any.",
        options: &[],
        operands: &[required("corner"), required("min or max")],
        run: Run::State(|state, arguments| {
            let known = state.own()?.corners.check(&arguments.required(0)?.text());
            known.map_err(|error| arguments.error(&error))?;
            worst_in_seconds(state, arguments, 1)
        }),
    },
    Command {
        name: "sta::endpoint_count",
        group: Group::Reports,
        summary: "How many endpoints there are: pins with a check of a cell, and ports of which a time is required; with a slack or without.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| Ok(Value::from(timed(state)?.graph().endpoints().len()))),
    },
    Command {
        name: "sta::endpoint_violation_count",
        group: Group::Reports,
        summary: "How many endpoints have a negative slack.",
        options: &[],
        operands: &[required("min or max")],
        run: Run::State(|state, arguments| {
            let split = split_named(arguments, 0)?;
            Ok(Value::from(timed(state)?.slack_sum(split, None).failing))
        }),
    },
    Command {
        name: "sta::time_sta_ui",
        group: Group::Reports,
        summary: "A time in seconds as a number in the session's unit.",
        options: &[],
        operands: &[required("seconds")],
        run: Run::State(|state, arguments| {
            let seconds = number(arguments, arguments.required(0)?)?;
            let is_none = seconds.abs() >= NONE;
            Ok(Value::from(if is_none { seconds } else { seconds * 1e12 / state.units().time }))
        }),
    },
];

/// What stands for no slack at all.
const NONE: f64 = 1e30;

/// The splits that `-min` and `-max` name: late before early.
fn splits(arguments: &Arguments<'_>) -> Vec<Split> {
    match (arguments.has("-max"), arguments.has("-min")) {
        (true, true) => vec![Split::Late, Split::Early],
        (false, true) => vec![Split::Early],
        _ => vec![Split::Late],
    }
}

/// The split that `min` or `max` names.
fn split_named(arguments: &Arguments<'_>, place: usize) -> Result<Split, Exception> {
    let word = arguments.required(place)?;
    match &*word.text() {
        "min" => Ok(Split::Early),
        "max" => Ok(Split::Late),
        other => Err(arguments.error(&format!("'{other}' is neither min nor max"))),
    }
}

fn sum(state: &mut State, arguments: &Arguments<'_>, split: Split) -> Result<SlackSum, Exception> {
    check_corners(state, arguments)?;
    let groups = groups(state, arguments)?;
    Ok(timed(state)?.slack_sum(split, groups.as_deref()))
}

fn print(
    state: &mut State,
    arguments: &Arguments<'_>,
    name: &str,
    which: fn(&SlackSum) -> Option<Ticks>,
) -> Outcome {
    let numbers = numbers(state, arguments)?;
    for split in splits(arguments) {
        let sum = sum(state, arguments, split)?;
        let line = slack_line(name, split, which(&sum), numbers);
        state.output.push_str(&line);
    }
    Ok(Value::empty())
}

fn give(state: &mut State, arguments: &Arguments<'_>, which: fn(&SlackSum) -> Option<Ticks>) -> Outcome {
    let [split] = splits(arguments)[..] else {
        return Err(arguments.error("-min and -max are two numbers"));
    };
    let slack = which(&sum(state, arguments, split)?);
    Ok(Value::from(slack.map_or(NONE, |slack| ps(slack) / state.units().time)))
}

fn worst_in_seconds(state: &mut State, arguments: &Arguments<'_>, place: usize) -> Outcome {
    let split = split_named(arguments, place)?;
    let worst = timed(state)?.slack_sum(split, None).worst_slack;
    Ok(Value::from(worst.map_or(NONE, |worst| ps(worst) * 1e-12)))
}
