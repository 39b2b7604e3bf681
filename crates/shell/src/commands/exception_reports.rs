//! Why paths are timed as they are: what exceptions decide, how clocks meet, what matches a path.

use zeroslack::GroupQuery;
use zeroslack::graph::ExceptionCoverage;
use zeroslack::paths::Path;
use zeroslack::{QueryError, Timed};
use zeroslack_report::{ClockInteractionReport, ExceptionReport, Names, PathExplanation};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::clock_reports::print;
use super::path_selection::{path_delay, points};
use super::report_paths::names;
use super::reported::{
    CLOCKS, CORNER, DIGITS, FORMAT, SCENES, check_corners, clocks_of, is_json, numbers, timed,
};
use crate::path_properties as paths;
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Command, Group, Run, flag_that, optional, value_that};
use zeroslack::constraints::exception_texts;
use zeroslack::constraints::object::Object;

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "report_exceptions",
        group: Group::Exceptions,
        summary: "Prints of each exception how many endpoints and paths it decides, of all that it matches, and which others decide in its place; and how many tags pins have.",
        options: &[flag_that("-ignored", "only those that decide nothing"), FORMAT],
        operands: &[],
        run: Run::State(report_exceptions),
    },
    Command {
        name: "report_clock_interaction",
        group: Group::Exceptions,
        summary: "Prints of each pair of a launching and a capturing clock the worst slack, how many endpoints there are and how their paths are constrained.",
        options: &[CLOCKS, DIGITS, FORMAT, CORNER, SCENES],
        operands: &[],
        run: Run::State(report_clock_interaction),
    },
    Command {
        name: "explain_path",
        group: Group::Exceptions,
        summary: "Prints between which edges a path is timed and why, which exceptions match it, and which of these decide: of a path, or of the worst one by -from, -through and -to, false ones too.",
        options: &[
            value_that("-path_delay", "delay", "min (hold) or max (setup); max unless it is given"),
            value_that("-from", "objects", "clocks, ports, cells or clock pins where the path starts"),
            value_that("-rise_from", "objects", "the same, with a rising edge there"),
            value_that("-fall_from", "objects", "the same, with a falling edge there"),
            value_that(
                "-through",
                "objects",
                "pins, ports, cells or nets that it passes; again for what it passes then",
            ),
            value_that("-rise_through", "objects", "the same, with a rising edge there"),
            value_that("-fall_through", "objects", "the same, with a falling edge there"),
            value_that("-to", "objects", "clocks, ports, cells or data pins where it ends"),
            value_that("-rise_to", "objects", "the same, with a rising edge there"),
            value_that("-fall_to", "objects", "the same, with a falling edge there"),
            DIGITS,
            FORMAT,
        ],
        operands: &[optional("path")],
        run: Run::State(explain_path),
    },
];

/// What exceptions decide, and how clocks meet.
fn coverage(timed: Timed<'_>) -> Result<ExceptionCoverage, Exception> {
    let (coverage, said) = timed.exception_coverage();
    coverage.ok_or_else(|| {
        let said: Vec<String> = said.iter().map(|one| one.message.to_string()).collect();
        Exception::error(said.join("; "))
    })
}

fn report_exceptions(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let is_json = is_json(arguments)?;
    let texts = exception_texts(state)?;
    let timed = timed(state)?;
    let report =
        ExceptionReport::new(&names(timed), &coverage(timed)?, timed.levelled().graph().tag_counts(), texts);
    let report = if arguments.has("-ignored") { report.ignored() } else { report };
    print(state, is_json.then(|| report.json()), report.text())
}

fn report_clock_interaction(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    check_corners(state, arguments)?;
    let (is_json, numbers) = (is_json(arguments)?, numbers(state, arguments)?);
    let among = arguments.value("-clocks").map(|list| clocks_of(state, list)).transpose()?;
    let timed = timed(state)?;
    let (coverage, slacks) = (coverage(timed)?, timed.crossing_slacks());
    let report = ClockInteractionReport::new(&names(timed), &coverage, &slacks, among.as_deref());
    print(state, is_json.then(|| report.json()), report.text(numbers))
}

fn explain_path(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let (is_json, numbers) = (is_json(arguments)?, numbers(state, arguments)?);
    let texts = exception_texts(state)?;
    let explained = match arguments.operand(0) {
        Some(word) => of_handle(state, arguments, word, &texts)?,
        None => of_points(state, arguments, &texts)?,
    };
    print(state, is_json.then(|| explained.json()), explained.text(numbers))
}

/// Of a path that a script holds.
fn of_handle(
    state: &State,
    arguments: &Arguments<'_>,
    word: &Value,
    texts: &[String],
) -> Result<PathExplanation, Exception> {
    let path = match state.object_of_handle(word)? {
        Some(path @ (Object::PathEnd(..) | Object::Path(..))) => path,
        _ => return Err(arguments.error(&format!("'{word}' is no path: expected one of find_timing_paths"))),
    };
    let said = paths::of(state, path, |of| of.is_constrained.then(|| explained(&of.names, of.path, texts)))?;
    said.ok_or_else(|| arguments.error("nothing is required of this path"))
}

/// Of the worst path of some, timed or else false.
fn of_points(
    state: &mut State,
    arguments: &Arguments<'_>,
    texts: &[String],
) -> Result<PathExplanation, Exception> {
    let (split, transition) = path_delay(arguments)?;
    let points = points(state, arguments)?;
    let query = GroupQuery { split, transition, ..GroupQuery::default() };
    let timed = timed(state)?;
    let found = match timed.find_by_group(&query, &points) {
        Ok(found) if !found.is_empty() => Ok(found),
        _ => timed.find_without_exceptions(&query, &points),
    };
    let found = found.map_err(|error| match error {
        QueryError::Points(said) => {
            let texts: Vec<String> = said.iter().map(|one| one.message.to_string()).collect();
            arguments.error(&texts.join("; "))
        }
        error => arguments.error(&error.to_string()),
    })?;
    let found = found.sorted_by_slack();
    let first = found.map_paths(0..found.len().min(1), |path| explained(&names(timed), &path, texts));
    first.into_iter().next().ok_or_else(|| arguments.error("there is no such path"))
}

/// What is said of a path, of what applies to the netlist.
fn explained(names: &Names<'_>, path: &Path, texts: &[String]) -> PathExplanation {
    let constraints = &*names.constraints.applicable(names.netlist);
    PathExplanation::new(&Names { constraints, ..*names }, path, texts)
}
