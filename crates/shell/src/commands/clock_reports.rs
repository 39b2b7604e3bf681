//! Reports of clocks: their properties, skew, latency and shortest periods.

use std::fmt::Write as _;

use zeroslack::sdc::ClockId;
use zeroslack::units::{Split, ps};
use zeroslack_report::{ClockLatencyReport, ClockSkewReport, MinPeriodReport, clock_properties};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::reported::{
    CLOCKS, CORNER, DIGITS, FORMAT, SCENES, analysis, check_corners, clocks, clocks_of, is_json, numbers,
    numbers_with, timed,
};
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Command, Group, Opt, Run, flag_that, optional, required};

/// Latencies inside of cells would be those that libraries state of clock trees in macros.
const INTERNAL: Opt = flag_that(
    "-include_internal_latency",
    "not supported: what libraries say of latencies in cells is not applied",
);

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "report_clock_properties",
        group: Group::Reports,
        summary: "Prints the periods and waveforms of clocks.",
        options: &[],
        operands: &[optional("clocks")],
        run: Run::State(report_clock_properties),
    },
    Command {
        name: "report_clock_skew",
        group: Group::Reports,
        summary: "Prints the largest skew of each clock between registers that have a path between them.",
        options: &[
            flag_that(
                "-setup",
                "of setup checks: the latest launch and the earliest capture; so unless told",
            ),
            flag_that("-hold", "of hold checks: the earliest launch and the latest capture"),
            CLOCKS,
            DIGITS,
            FORMAT,
            CORNER,
            SCENES,
            INTERNAL,
        ],
        operands: &[],
        run: Run::State(report_clock_skew),
    },
    Command {
        name: "worst_clock_skew",
        group: Group::Reports,
        summary: "The largest skew of all clocks between registers that have a path between them; 0 without any.",
        options: &[
            flag_that("-setup", "of setup checks: so unless told"),
            flag_that("-hold", "of hold checks"),
            CORNER,
            SCENES,
            INTERNAL,
        ],
        operands: &[],
        run: Run::State(worst_clock_skew),
    },
    Command {
        name: "report_clock_latency",
        group: Group::Reports,
        summary: "Prints the least and the greatest latency of each edge of clocks at the clock pins of registers.",
        options: &[
            CLOCKS,
            flag_that("-verbose", "also the pins on the way there"),
            DIGITS,
            FORMAT,
            CORNER,
            SCENES,
            INTERNAL,
        ],
        operands: &[],
        run: Run::State(report_clock_latency),
    },
    Command {
        name: "report_clock_min_period",
        group: Group::Reports,
        summary: "Prints the shortest period of each clock at which paths from one edge to the same edge a period later still meet setup and recovery, and the highest frequency in MHz.",
        options: &[
            CLOCKS,
            flag_that("-include_port_paths", "also paths that start or end at ports"),
            DIGITS,
            FORMAT,
            CORNER,
            SCENES,
        ],
        operands: &[],
        run: Run::State(report_clock_min_period),
    },
    Command {
        name: "sta::find_clk_min_period",
        group: Group::Reports,
        summary: "The shortest period of a clock in seconds, as report_clock_min_period finds it: with paths that start or end at ports if the flag is 1; 0 if no path asks for one.",
        options: &[],
        operands: &[required("clock"), required("include port paths")],
        run: Run::State(find_clk_min_period),
    },
];

fn report_clock_properties(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let clocks = match arguments.operand(0) {
        Some(list) => clocks_of(state, list)?,
        None => state.constraints()?.clocks.iter().map(|(clock, _)| clock).collect(),
    };
    let numbers = numbers_with(state, state.settings.digits);
    let text = clock_properties(state.constraints()?, &clocks, numbers).to_string();
    state.output.push_str(&text);
    Ok(Value::empty())
}

/// Refuses what is not there, and finds which checks are meant.
fn split_of(state: &State, arguments: &Arguments<'_>) -> Result<Split, Exception> {
    check_corners(state, arguments)?;
    refuse_internal(arguments)?;
    match (arguments.has("-setup"), arguments.has("-hold")) {
        (true, true) => Err(arguments.error("-setup and -hold are two reports")),
        (_, true) => Ok(Split::Early),
        _ => Ok(Split::Late),
    }
}

fn refuse_internal(arguments: &Arguments<'_>) -> Result<(), Exception> {
    if arguments.has("-include_internal_latency") {
        let what = "-include_internal_latency is not supported: what libraries say of latencies in cells is not applied";
        return Err(arguments.error(what));
    }
    Ok(())
}

fn skews(state: &mut State, clocks: &[ClockId], split: Split) -> Result<ClockSkewReport, Exception> {
    let timed = timed(state)?.levelled();
    Ok(ClockSkewReport::new(&analysis(timed), &timed.clock_skews(split), clocks, split))
}

fn report_clock_skew(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let (split, is_json) = (split_of(state, arguments)?, is_json(arguments)?);
    let (numbers, clocks) = (numbers(state, arguments)?, clocks(state, arguments)?);
    let report = skews(state, &clocks, split)?;
    print(state, is_json.then(|| report.json()), report.text(numbers))
}

fn worst_clock_skew(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let split = split_of(state, arguments)?;
    let clocks: Vec<ClockId> = state.constraints()?.clocks.iter().map(|(clock, _)| clock).collect();
    let largest = skews(state, &clocks, split)?.largest().unwrap_or(0);
    Ok(Value::from(ps(largest) / state.units().time))
}

fn report_clock_latency(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    check_corners(state, arguments)?;
    refuse_internal(arguments)?;
    let (is_json, numbers) = (is_json(arguments)?, numbers(state, arguments)?);
    let clocks = clocks(state, arguments)?;
    let timed = timed(state)?.levelled();
    let latencies = timed.clock_latencies();
    let report = ClockLatencyReport::new(&analysis(timed), &latencies, &clocks, arguments.has("-verbose"));
    print(state, is_json.then(|| report.json()), report.text(numbers))
}

fn report_clock_min_period(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    check_corners(state, arguments)?;
    let (is_json, numbers) = (is_json(arguments)?, numbers(state, arguments)?);
    let clocks = clocks(state, arguments)?;
    let timed = timed(state)?.levelled();
    let periods = timed.min_periods(arguments.has("-include_port_paths"));
    let report = MinPeriodReport::new(&analysis(timed), &periods, &clocks);
    print(state, is_json.then(|| report.json()), report.text(numbers))
}

fn find_clk_min_period(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let [clock] = clocks_of(state, arguments.required(0)?)?[..] else {
        return Err(arguments.error("expected one clock"));
    };
    let word = arguments.required(1)?;
    let Some(with_ports) = word.bool() else {
        return Err(arguments.error(&format!("'{word}' is neither 0 nor 1")));
    };
    let periods = timed(state)?.min_periods(with_ports);
    let found = periods.iter().find(|period| period.clock == clock);
    Ok(Value::from(found.map_or(0.0, |found| ps(found.period) * 1e-12)))
}

/// Prints JSON, or else the text.
pub(super) fn print<J: std::fmt::Display>(
    state: &mut State,
    json: Option<J>,
    text: impl std::fmt::Display,
) -> Outcome {
    // Writing to a string does not fail.
    let _ = match json {
        Some(json) => writeln!(state.output, "{json:#}"),
        None => write!(state.output, "{text}"),
    };
    Ok(Value::empty())
}
