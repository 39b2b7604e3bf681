//! `report_checks`, `find_timing_paths` and `report_path`.

use std::io::Write;
use std::rc::Rc;

use zeroslack::graph::{Role, TimingGraph};
use zeroslack::paths::{Path, Step, Via, clock_network};
use zeroslack::timing::Timing;
use zeroslack::units::{Split, Transition};
use zeroslack::{GroupedPaths, Timed};
use zeroslack_report::{Fields, Layout, Names, PathFormat, PathLines, PathReport, Style};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::path_selection::{Selection, selecting};
use super::reported::{DIGITS, numbers};
use crate::own::OfShell;
use crate::path_properties as paths;
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Command, Group, Opt, Run, flag_that, optional, required, value_that};
use zeroslack::constraints::nearest;
use zeroslack::constraints::object::{Kinds, Object};
use zeroslack::constraints::one_object;
use zeroslack::constraints::unwritten;

const FORMAT: Opt = value_that(
    "-format",
    "format",
    "full, full_clock, full_clock_expanded, short, end, summary, slack_only or json; full unless it is given",
);
const FIELDS: Opt = value_that(
    "-fields",
    "fields",
    "what is told of pins beside delay and time: capacitance, slew, fanout, input_pins, nets, hierarchical_pins",
);
const NO_LINE_SPLITS: Opt =
    flag_that("-no_line_splits", "lines are not split, however long names are; they never are");

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "report_checks",
        group: Group::Reports,
        summary: "Prints the worst paths of each path group: where they start, the pins that they pass, where they end, what is required there and the slack.",
        options: selecting![FORMAT, FIELDS, DIGITS, NO_LINE_SPLITS,],
        operands: &[],
        run: Run::Stream(report_checks),
    },
    Command {
        name: "find_timing_paths",
        group: Group::Reports,
        summary: "The worst paths of each path group as a list of objects, whose properties get_property gives, and which report_path prints.",
        options: selecting![],
        operands: &[],
        run: Run::State(find_timing_paths),
    },
    Command {
        name: "report_path",
        group: Group::Reports,
        summary: "Prints a path that find_timing_paths gave, or the path of the worst arrival at a pin by an edge: rise, r or ^, fall, f or v.",
        options: &[
            FORMAT,
            FIELDS,
            DIGITS,
            NO_LINE_SPLITS,
            flag_that("-max", "the latest arrival at the pin; so it is unless -min is given"),
            flag_that("-min", "the earliest arrival at the pin"),
        ],
        operands: &[required("path or pin"), optional("edge")],
        run: Run::Stream(report_path),
    },
];

/// Paths whose texts are in memory at a time.
const BATCH: usize = 4096;

fn report_checks(state: &mut State, arguments: &Arguments<'_>, out: &mut dyn Write) -> Outcome {
    let selection = Selection::read(state, arguments)?;
    let listed = Listed::read(state, arguments)?;
    state.update()?;
    let timed = state.session()?.timed().map_err(|error| Exception::error(error.to_string()))?;
    let why = match selection.find(timed)? {
        Ok(found) => {
            listed.write(timed, &found, out).map_err(|error| unwritten(&error))?;
            None
        }
        Err(why) => {
            let mut text = Vec::new();
            listed.lines().after(&mut text);
            out.write_all(&text).map_err(|error| unwritten(&error))?;
            Some(why)
        }
    };
    why.into_iter().for_each(|why| state.warn(why));
    Ok(Value::empty())
}

fn find_timing_paths(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let selection = Selection::read(state, arguments)?;
    state.update()?;
    let timed = state.session()?.timed().map_err(|error| Exception::error(error.to_string()))?;
    let paths = selection.find(timed)?.map(|found| found.held().map(Rc::new));
    let paths = match paths {
        Ok(Some(paths)) => paths,
        Ok(None) => return Ok(Value::empty()),
        Err(why) => {
            state.warn(why);
            return Ok(Value::empty());
        }
    };
    let list = state.own_mut()?.path_lists.add(&paths);
    Ok(state.handles((0..paths.len() as u32).map(|number| Object::PathEnd(list, number))))
}

fn report_path(state: &mut State, arguments: &Arguments<'_>, out: &mut dyn Write) -> Outcome {
    let listed = Listed::read(state, arguments)?;
    let word = arguments.required(0)?;
    let object = state.object_of_handle(word)?;
    let text = match (object, arguments.operand(1)) {
        (Some(path @ (Object::PathEnd(..) | Object::Path(..))), None) => held_path(state, listed, path)?,
        (Some(Object::PathEnd(..) | Object::Path(..)), Some(_)) => {
            return Err(arguments.error("a path has one edge: leave the edge out"));
        }
        (_, Some(edge)) => path_to_pin(state, arguments, listed, (word, edge))?,
        (_, None) => return Err(arguments.error("the edge at the pin is missing: expected rise or fall")),
    };
    out.write_all(&text).map_err(|error| unwritten(&error))?;
    Ok(Value::empty())
}

/// The text of a path that a script holds.
fn held_path(state: &State, listed: Listed, object: Object) -> Result<Vec<u8>, Exception> {
    let mut lines = listed.lines();
    let mut text = Vec::new();
    let found = paths::of(state, object, |of| {
        listed.listed((of.found_in, of.is_constrained), &of.names, &lines, of.path)
    })?;
    if let Some((split, group, path)) = found {
        lines.before(split, &group, &mut text);
        text.extend_from_slice(&path);
    }
    lines.after(&mut text);
    Ok(text)
}

/// The text of the path of the worst arrival at a pin.
fn path_to_pin(
    state: &mut State,
    arguments: &Arguments<'_>,
    listed: Listed,
    (pin, edge): (&Value, &Value),
) -> Result<Vec<u8>, Exception> {
    let (Object::Pin(pin) | Object::Port(pin)) = one_object(state, pin, Kinds::PINS.or(Kinds::PORTS))? else {
        return Err(
            arguments.error(&format!("'{pin}' is a pin of an instance: expected a pin of a cell, or a port"))
        );
    };
    let transition = match &*edge.text() {
        "rise" | "r" | "^" => Transition::Rise,
        "fall" | "f" | "v" => Transition::Fall,
        other => return Err(arguments.error(&format!("'{other}' is no edge: expected rise or fall"))),
    };
    let split = match [arguments.has("-min"), arguments.has("-max")] {
        [true, true] => return Err(arguments.error("either -min or -max can be given")),
        [true, false] => Split::Early,
        [false, _] => Split::Late,
    };
    state.update()?;
    let timed = state.session()?.timed().map_err(|error| Exception::error(error.to_string()))?;
    let path = Path::worst_at(timed.graph(), timed.timing(), pin, split, transition);
    let mut text = Vec::new();
    match path.as_ref().and_then(|path| PathReport::unconstrained(&names(timed), path)) {
        Some(report) => report.write_listing(&listed.layout, &mut text),
        None => listed.lines().after(&mut text),
    }
    Ok(text)
}

/// How paths are listed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed {
    layout: Layout,
    is_json: bool,
}

const FORMATS: [(&str, Option<PathFormat>); 8] = [
    ("full", Some(PathFormat::Full)),
    ("full_clock", Some(PathFormat::FullClock)),
    ("full_clock_expanded", Some(PathFormat::FullClockExpanded)),
    ("short", Some(PathFormat::Short)),
    ("end", Some(PathFormat::End)),
    ("summary", Some(PathFormat::Summary)),
    ("slack_only", Some(PathFormat::SlackOnly)),
    ("json", None),
];

impl Listed {
    /// As text in a format.
    pub fn text(style: Style, format: PathFormat) -> Self {
        Self { layout: Layout { style, format, fields: Fields::default() }, is_json: false }
    }

    /// The format that `-format` names; none if it is JSON.
    pub fn format_named(arguments: &Arguments<'_>, word: &str) -> Result<Option<PathFormat>, Exception> {
        format(arguments, word)
    }

    pub fn read(state: &State, arguments: &Arguments<'_>) -> Result<Self, Exception> {
        let format = match arguments.value("-format") {
            None => Some(PathFormat::Full),
            Some(word) => format(arguments, &word.text())?,
        };
        let style = numbers(state, arguments)?;
        let fields = fields(state, arguments)?;
        let layout = Layout { style, format: format.unwrap_or_default(), fields };
        Ok(Self { layout, is_json: format.is_none() })
    }

    fn lines(self) -> PathLines {
        if self.is_json { PathLines::json(self.layout) } else { PathLines::text(self.layout) }
    }

    /// The text where there are no paths in a report of more than paths.
    pub fn none(self) -> Vec<u8> {
        let (lines, mut text) = (self.lines(), Vec::new());
        lines.head(&mut text);
        lines.after(&mut text);
        text.push(b'\n');
        text
    }

    /// Writes paths as they are made, some at a time.
    pub fn write(
        self,
        timed: Timed<'_>,
        found: &GroupedPaths<'_>,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let mut lines = self.lines();
        let names = Names { constraints: found.constraints(), ..names(timed) };
        let found_in = (found.graph_and_timing(), found.are_constrained());
        let mut text = Vec::new();
        for start in (0..found.len()).step_by(BATCH) {
            let batch = found.map_paths(start..found.len().min(start + BATCH), |path| {
                self.listed(found_in, &names, &lines, &path)
            });
            for (split, group, path) in batch.into_iter().flatten() {
                lines.before(split, &group, &mut text);
                text.extend_from_slice(&path);
            }
            out.write_all(&text)?;
            text.clear();
        }
        lines.after(&mut text);
        out.write_all(&text)
    }

    /// A path: its split, its group, its text.
    fn listed(
        self,
        (found_in, is_constrained): ((&TimingGraph, &Timing), bool),
        names: &Names<'_>,
        lines: &PathLines,
        path: &Path,
    ) -> Option<(Split, String, Vec<u8>)> {
        let mut report = match is_constrained {
            true if lines.wants_ends_only() => PathReport::of_ends(names, path)?,
            true => PathReport::new(names, path)?,
            false => PathReport::unconstrained(names, path)?,
        };
        if self.is_json {
            let [launch, capture] = ideal_networks(found_in, path);
            report = report.with_ideal_networks(names, [&launch, &capture]);
        }
        let mut text = Vec::new();
        lines.path(&report, &mut text);
        Some((report.ends.split, report.ends.group, text))
    }
}

/// What reports name things by.
pub(crate) fn names(timed: Timed<'_>) -> Names<'_> {
    Names { netlist: timed.netlist(), library: timed.library(), constraints: timed.constraints() }
}

/// The steps of the networks of the clocks that launch and capture a path, where these are ideal or their latencies do not count.
fn ideal_networks((graph, timing): (&TimingGraph, &Timing), path: &Path) -> [Vec<Step>; 2] {
    let split = path.end.kind.split();
    let of = |step: Option<&Step>, split: Split| {
        let is_bare = |step: &Step| step.tag.is_some_and(|tag| tag.is_bare && tag.role != Role::Data);
        let step = step.filter(|step| step.via == Some(Via::IdealNetwork) || is_bare(step));
        step.map_or_else(Vec::new, |step| clock_network(graph, timing, step, split))
    };
    [of(path.data.first(), split), of(path.capture.last(), split.opposite())]
}

fn format(arguments: &Arguments<'_>, text: &str) -> Result<Option<PathFormat>, Exception> {
    let found = FORMATS.iter().find(|(name, _)| *name == text);
    found.map(|(_, format)| *format).ok_or_else(|| {
        let names = FORMATS.map(|(name, _)| name);
        let hint = match nearest(text, names) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("expected {}", names.join(", ")),
        };
        arguments.error(&format!("there is no format '{text}': {hint}"))
    })
}

fn fields(state: &State, arguments: &Arguments<'_>) -> Result<Fields, Exception> {
    let mut fields = Fields::default();
    let Some(word) = arguments.value("-fields") else { return Ok(fields) };
    for name in state.words(word)?.iter() {
        let name = name.text();
        let field = match &*name {
            "" => continue,
            "capacitance" | "cap" => &mut fields.capacitance,
            "slew" => &mut fields.slew,
            "fanout" => &mut fields.fanout,
            "input_pin" | "input_pins" | "input" | "inputs" => &mut fields.input_pins,
            "net" | "nets" => &mut fields.nets,
            "hierarchical_pin" | "hierarchical_pins" => &mut fields.hierarchy,
            "src_attr" => {
                return Err(arguments.error("-fields: attributes of netlists are not kept, so that there is no src_attr: leave it out"));
            }
            "variation" => {
                return Err(arguments.error("-fields: delays are no random variables here, so that there is no variation: 'zeroslack report --statistical' has it"));
            }
            other => {
                let known = ["capacitance", "slew", "fanout", "input_pins", "nets", "hierarchical_pins"];
                let hint = match nearest(other, known) {
                    Some(near) => format!("did you mean {near}?"),
                    None => format!("expected {}", known.join(", ")),
                };
                return Err(arguments.error(&format!("-fields: there is no field '{other}': {hint}")));
            }
        };
        *field = true;
    }
    Ok(fields)
}
