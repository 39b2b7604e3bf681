//! Reports of pins and of the arcs between them.

use zeroslack::netlist::PinId;
use zeroslack::units::Split;
use zeroslack_report::{DelayCalculation, PinTime, disabled_edges, edge_report, pin_slews, pin_times};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::reported::{CORNER, DIGITS, SCENES, analysis, check_corners, numbers, timed};
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Command, Group, Operand, Opt, Run, flag_that, required, value_that};
use zeroslack::constraints::object::Kinds;
use zeroslack::constraints::pins;

const FROM: Opt = value_that("-from", "pin", "where arcs start");
const TO: Opt = value_that("-to", "pin", "where arcs end");

const PINS: &[Operand] = &[required("pins")];

const fn times(name: &'static str, summary: &'static str, run: Run) -> Command {
    let options = &[DIGITS, CORNER, SCENES];
    Command { name, group: Group::Reports, summary, options, operands: PINS, run }
}

pub(crate) const COMMANDS: &[Command] = &[
    times(
        "report_arrivals",
        "Prints when signals arrive at pins, by the clock edges that launched them: earliest:latest of rises and of falls.",
        Run::State(|state, arguments| print_times(state, arguments, PinTime::Arrival)),
    ),
    times(
        "report_requireds",
        "Prints when signals are required at pins, by the clock edges that launched them: early:late of rises and of falls.",
        Run::State(|state, arguments| print_times(state, arguments, PinTime::Required)),
    ),
    times(
        "report_slacks",
        "Prints the slacks of signals at pins, by the clock edges that launched them: early:late of rises and of falls.",
        Run::State(|state, arguments| print_times(state, arguments, PinTime::Slack)),
    ),
    times(
        "report_slews",
        "Prints the slews at pins: least:greatest of rises and of falls.",
        Run::State(report_slews),
    ),
    Command {
        name: "report_edges",
        group: Group::Reports,
        summary: "Prints arcs of cells and wires with their delays, early:late, before factors of set_timing_derate.",
        options: &[FROM, TO, DIGITS],
        operands: &[],
        run: Run::State(report_edges),
    },
    Command {
        name: "report_dcalc",
        group: Group::Reports,
        summary: "Prints how the delays and slews of a cell's arcs were looked up, before factors of set_timing_derate.",
        options: &[
            FROM,
            TO,
            flag_that("-min", "of early analysis"),
            flag_that("-max", "of late analysis; so unless told"),
            DIGITS,
            CORNER,
            SCENES,
        ],
        operands: &[],
        run: Run::State(report_dcalc),
    },
    Command {
        name: "report_disabled_edges",
        group: Group::Reports,
        summary: "Prints the arcs and checks that are not timed, with the reason: constants, a condition, a constraint, or that they close a combinational loop.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| {
            let timed = timed(state)?.levelled();
            let text = disabled_edges(&analysis(timed)).to_string();
            state.output.push_str(&text);
            Ok(Value::empty())
        }),
    },
];

/// The pins and ports of a list, at least one.
fn pins_named(state: &mut State, arguments: &Arguments<'_>, list: &Value) -> Result<Vec<PinId>, Exception> {
    let found = pins(state, list, Kinds::PORTS.or(Kinds::PINS))?;
    if found.is_empty() {
        return Err(arguments.error(&format!("'{list}' is no pin or port")));
    }
    Ok(found)
}

fn print_times(state: &mut State, arguments: &Arguments<'_>, which: PinTime) -> Outcome {
    let numbers = numbers(state, arguments)?;
    check_corners(state, arguments)?;
    let pins = pins_named(state, arguments, arguments.required(0)?)?;
    let timed = timed(state)?;
    let mut text = String::new();
    for &pin in &pins {
        if pins.len() > 1 {
            text.push_str(&format!("{}\n", timed.netlist().pin_name(pin)));
        }
        text.push_str(&pin_times(&analysis(timed), pin, which, numbers).to_string());
    }
    state.output.push_str(&text);
    Ok(Value::empty())
}

fn report_slews(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let numbers = numbers(state, arguments)?;
    check_corners(state, arguments)?;
    let pins = pins_named(state, arguments, arguments.required(0)?)?;
    let timed = timed(state)?;
    let text: String = pins.iter().map(|&pin| pin_slews(&analysis(timed), pin, numbers)).collect();
    state.output.push_str(&text);
    Ok(Value::empty())
}

/// The pins that `-from` and `-to` name; one of them at least.
fn ends(state: &mut State, arguments: &Arguments<'_>) -> Result<(Option<PinId>, Option<PinId>), Exception> {
    let mut end = |option: &str| match arguments.value(option) {
        None => Ok(None),
        Some(list) => match pins_named(state, arguments, list)?[..] {
            [pin] => Ok(Some(pin)),
            _ => Err(arguments.error(&format!("{option}: expected one pin"))),
        },
    };
    let ends = (end("-from")?, end("-to")?);
    if ends == (None, None) {
        return Err(arguments.error("expected -from, -to or both"));
    }
    Ok(ends)
}

fn report_edges(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let numbers = numbers(state, arguments)?;
    let ends = ends(state, arguments)?;
    let timed = timed(state)?.levelled();
    let text = edge_report(&analysis(timed), ends, numbers).to_string();
    if text.is_empty() {
        return Err(arguments.error("there is no arc between these pins"));
    }
    state.output.push_str(&text);
    Ok(Value::empty())
}

fn report_dcalc(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let numbers = numbers(state, arguments)?;
    check_corners(state, arguments)?;
    let split = match (arguments.has("-min"), arguments.has("-max")) {
        (true, true) => return Err(arguments.error("-min and -max are two reports")),
        (true, false) => Split::Early,
        _ => Split::Late,
    };
    let ends = ends(state, arguments)?;
    let timed = timed(state)?.levelled();
    let report = DelayCalculation::new((&analysis(timed), timed.delay_data()), ends, split);
    if report.arcs.is_empty() {
        return Err(arguments.error("no arc of a cell leads from this pin, or to it"));
    }
    state.output.push_str(&report.text(numbers).to_string());
    Ok(Value::empty())
}
