//! `report_html`: a report as one page.

use std::io::Write;

use zeroslack::Timed;
use zeroslack::paths::{Path, PathQuery};
use zeroslack::units::Split;
use zeroslack_report::{Page, PageSources, PageUnits, PathReport, within_bytes};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::check_types::page_checks;
use super::reported::{DIGITS, analysis, digits};
use crate::own::OfShell;
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Command, Group, Run, required, value_that};
use zeroslack::constraints::time_unit;
use zeroslack::constraints::unwritten;
use zeroslack::input::Diagnostics;

pub(crate) const COMMANDS: &[Command] = &[Command {
    name: "report_html",
    group: Group::Reports,
    summary: "Writes a page with slacks by check and path group, histograms, the worst endpoints, the worst paths, design rules, pulse widths and skews, clock trees, and what the analysis lacks. It is one file that needs nothing else.",
    options: &[
        value_that(
            "-max_endpoints",
            "count",
            "of the worst slacks of late and of early analysis each; 1000 unless told, or fewer if their names are long",
        ),
        value_that(
            "-max_paths",
            "count",
            "of the worst paths of late and of early analysis each; 100 unless told, or fewer if they are long",
        ),
        DIGITS,
    ],
    operands: &[required("file")],
    run: Run::File(report_html),
}];

/// Paths whose texts are in memory at a time.
const BATCH: usize = 256;

fn report_html(state: &mut State, arguments: &Arguments<'_>, out: &mut dyn Write) -> Outcome {
    let endpoints = Most::of(arguments, "-max_endpoints", (Page::ENDPOINTS, Page::ENDPOINT_BYTES))?;
    let paths = Most::of(arguments, "-max_paths", (Page::PATHS, Page::PATH_BYTES))?;
    let units =
        PageUnits { time: state.units().time, name: time_unit(state), digits: digits(state, arguments)? };
    state.update()?;
    let session = state.session()?;
    let timed = session.timed().map_err(|error| Exception::error(error.to_string()))?;
    let mut said = session.diagnostics().clone();
    said.append(state.said.clone());
    let page = page(timed, &said);
    let written = page.write(out, &units, end_texts(timed, endpoints), path_texts(timed, paths));
    written.map_err(|error| unwritten(&error))?;
    Ok(Value::empty())
}

/// How many of something a page has, and of how many bytes.
#[derive(Clone, Copy)]
struct Most {
    count: usize,
    /// Any where a number is asked for.
    bytes: Option<usize>,
}

impl Most {
    fn of(arguments: &Arguments<'_>, option: &str, usual: (usize, usize)) -> Result<Self, Exception> {
        let Some(word) = arguments.value(option) else {
            return Ok(Self { count: usual.0, bytes: Some(usual.1) });
        };
        let count = word.int().and_then(|count| usize::try_from(count).ok());
        let count = count.ok_or_else(|| arguments.error(&format!("{option}: '{word}' is no count")))?;
        Ok(Self { count, bytes: None })
    }
}

fn page(timed: Timed<'_>, said: &Diagnostics) -> Page {
    let timed = timed.levelled();
    Page::new(&PageSources {
        analysis: &analysis(timed),
        scenario: "default",
        calculator: timed.calculator(),
        said,
        summaries: &timed.summaries(),
        slacks: &timed.endpoint_slacks(),
        group_slacks: &timed.group_slacks(),
        checks: &page_checks(timed),
    })
}

/// The ends of the worst paths of endpoints: late ones, then early ones.
fn end_texts(timed: Timed<'_>, most: Most) -> impl Iterator<Item = String> {
    let names = analysis(timed).names;
    let text = move |path: Path| Some(PathReport::of_ends(&names, &path)?.ends.json().to_string());
    [Split::Late, Split::Early].into_iter().flat_map(move |split| {
        within_bytes(timed.map_worst_paths(split, most.count, text).into_iter().flatten(), most.bytes)
    })
}

/// The worst paths: late ones, then early ones.
fn path_texts(timed: Timed<'_>, most: Most) -> impl Iterator<Item = String> {
    let names = analysis(timed).names;
    [Split::Late, Split::Early].into_iter().flat_map(move |split| {
        let found = timed.find_paths(&PathQuery::new(most.count).split(split));
        let count = found.tree().len();
        let batches = (0..count).step_by(BATCH).map(move |start| start..count.min(start + BATCH));
        let texts = batches.flat_map(move |range| {
            found.map_paths(range, |path| Some(PathReport::new(&names, &path)?.json().to_string()))
        });
        within_bytes(texts.flatten(), most.bytes)
    })
}
