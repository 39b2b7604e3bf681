//! `zeroslack report`

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;
use clap::error::ErrorKind;
use zeroslack::input::Diagnostics;
use zeroslack::paths::{Path, PathQuery};
use zeroslack::sdc::Rules;
use zeroslack::ssta::PathArcs;
use zeroslack::timing::{EndpointSlack, Summary};
use zeroslack::units::Split;
use zeroslack::{FoundPaths, LoadError, ModeId, PathPoints, PocvFile, Progress, QueryError, Session, Timed};
use zeroslack_report::{
    Analysis, DesignSummary, Document, Layout, Names, Page, PageSources, PageUnits, PathEnds, PathReport,
    SetupCheck, StatisticalReport, endpoint_table, json_item, not_applied_table, slack_table, within_bytes,
};
use zeroslack_shell::page_checks;

use super::analysis::analysis;
use super::args::{Amounts, Cli, ReportArgs, ShownArgs};
use super::diagnostics;
use super::output::{OutputFile, check_outputs};
use super::paths;
use super::progress::StageLine;
use super::statistics::PathStatistics;

/// Loads, times, reports.
pub(crate) fn run(arguments: &ReportArgs) -> anyhow::Result<ExitCode> {
    let files = arguments.files();
    let outputs = [&arguments.shown.output, &arguments.shown.paths_out, &arguments.shown.html];
    let outputs: Vec<&std::path::Path> = outputs.into_iter().flatten().map(AsRef::as_ref).collect();
    let inputs = [files.paths(), arguments.statistical.pocv.clone()].concat();
    if let Err(message) = check_outputs(&inputs, &outputs) {
        Cli::command().error(ErrorKind::ArgumentConflict, message).exit();
    }
    arguments.run.pool()?.install(|| load_and_report(arguments))
}

fn load_and_report(arguments: &ReportArgs) -> anyhow::Result<ExitCode> {
    let quiet = arguments.run.quiet;
    let progress = StageLine::new(quiet);
    let session = load(arguments, &progress);
    drop(progress);
    match session {
        Err(error) => {
            diagnostics::print(&error.0, quiet)?;
            Ok(ExitCode::FAILURE)
        }
        Ok(Loaded { session, pocv, said }) => {
            diagnostics::print(&said, quiet)?;
            let points = &arguments.points.0;
            let timed = session.timed()?;
            diagnostics::print(&timed.clamped(), quiet)?;
            // No path is wanted yet, only what is wrong with the points, before anything is written.
            if let Err(error) = timed.find_paths_passing(&PathQuery::new(0), points) {
                diagnostics::print(&error.into_diagnostics(), quiet)?;
                return Ok(ExitCode::FAILURE);
            }
            let listed = arguments.shown.paths_out.as_ref().map_or(Ok(()), |file| {
                paths::write(timed, &arguments.shown, points, file, &StageLine::new(quiet))
            });
            let splits = arguments.shown.splits();
            let most = arguments.shown.amounts(false).endpoints;
            let shown = (splits, most);
            let (statistical, said_of_variation) =
                arguments.statistical.report(timed, pocv, shown, &StageLine::new(quiet))?;
            diagnostics::print(&said_of_variation, quiet)?;
            // A list that nobody reads to its end does not keep the report from being written.
            write_report(timed, &said, statistical, &arguments.shown, points)?;
            if let Some(file) = &arguments.shown.html {
                write_page(timed, &said, (&arguments.shown, points), file)?;
            }
            diagnostics::print(&session.take_warnings(), quiet)?;
            listed?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// What was read and timed.
struct Loaded {
    session: Session,
    pocv: Vec<PocvFile>,
    said: Diagnostics,
}

fn load(arguments: &ReportArgs, progress: &dyn Progress) -> Result<Loaded, LoadError> {
    let files = arguments.files();
    // A few lines, whose errors need not wait for the design.
    let (pocv, said_of_pocv) = arguments.statistical.read_pocv(files.link.strict)?;
    let mut session = Session::read(&files, progress)?;
    // Standard output is the report's. Whether somebody reads this is no reason to fail.
    let _ = io::stderr().write_all(session.take_printed().as_bytes());
    // An option counts before what a file of constraints says.
    if let Some(on) = arguments.delays.cppr() {
        session.set_cppr(on);
    }
    if let Some(rule) = arguments.delays.common_point() {
        session.set_common_point(rule);
    }
    if let Some(set_clear_arcs) = arguments.delays.set_clear_arcs() {
        session.edit_constraints(ModeId::FIRST, |editor| {
            let rules = Rules { set_clear_arcs, ..editor.rules };
            if rules != editor.rules {
                editor.set_rules(rules);
            }
        });
    }
    progress.begin("timing", 1);
    let mut said = session.diagnostics().clone();
    said.append(said_of_pocv);
    said.append(session.update()?);
    progress.advance(1);
    Ok(Loaded { session, pocv, said })
}

fn write_report(
    timed: Timed<'_>,
    said: &Diagnostics,
    statistical: Option<(StatisticalReport, PathStatistics<'_>)>,
    shown: &ShownArgs,
    points: &PathPoints,
) -> anyhow::Result<()> {
    let amounts = shown.amounts(false);
    let amounts = Amounts { paths: if shown.paths_out.is_some() { 0 } else { amounts.paths }, ..amounts };
    let contents = Contents::new(timed, said, statistical, (shown, points), amounts)?;
    let Some(path) = &shown.output else {
        return write_to(BufWriter::new(io::stdout().lock()), &contents, shown)
            .context("cannot write the report");
    };
    let mut file = OutputFile::create(path)?;
    match write_to(&mut file, &contents, shown) {
        Ok(()) => file.finish(),
        Err(error) => match error.downcast::<io::Error>() {
            Ok(error) => Err(file.failed(&error)),
            Err(error) => Err(error),
        },
    }
}

/// Writes the page of a report to a file.
fn write_page(
    timed: Timed<'_>,
    said: &Diagnostics,
    (shown, points): (&ShownArgs, &PathPoints),
    file: &std::path::Path,
) -> anyhow::Result<()> {
    let analysis = analysis(timed);
    let slacks = timed.endpoint_slacks();
    let splits = Worst::of_all(timed, &analysis, &slacks, (shown, points), shown.amounts(true))?;
    let style = shown.style();
    let page = Page::new(&PageSources {
        analysis: &analysis,
        scenario: "default",
        calculator: timed.calculator(),
        said,
        summaries: &timed.summaries(),
        slacks: &slacks,
        group_slacks: &timed.group_slacks(),
        checks: &page_checks(timed),
    });
    let units = PageUnits {
        time: style.unit.factors()[0],
        name: style.unit.time().to_string(),
        digits: style.digits as usize,
    };
    let mut out = OutputFile::create(file)?;
    let [endpoint_bytes, path_bytes] = shown.page_bytes();
    let ends = |worst: &Worst<'_>| {
        let texts = worst.endpoints.iter().map(|ends| ends.json().to_string());
        within_bytes(texts, endpoint_bytes).collect::<Vec<String>>()
    };
    let path = |path: &PathReport<'_>| path.json().to_string();
    let paths = |worst| within_bytes(path_texts(&analysis.names, None, worst, &path), path_bytes);
    let (ends, paths) = (splits.iter().flat_map(ends), splits.iter().flat_map(paths));
    match page.write(&mut out, &units, ends, paths) {
        Ok(()) => out.finish(),
        Err(error) => Err(out.failed(&error)),
    }
}

fn write_to(mut out: impl Write, contents: &Contents<'_>, shown: &ShownArgs) -> anyhow::Result<()> {
    if shown.json {
        contents.json(&mut out)?;
    } else {
        contents.text(&mut out, &shown.layout())?;
    }
    Ok(out.flush()?)
}

/// Paths whose texts are in memory at a time.
const BATCH: usize = 1024;

/// What a report shows.
struct Contents<'s> {
    analysis: Analysis<'s>,
    design: DesignSummary,
    setup: SetupCheck,
    /// How many pins are named of each thing that is missing.
    named: usize,
    said: &'s Diagnostics,
    summaries: Vec<Summary>,
    statistical: Option<(StatisticalReport, PathStatistics<'s>)>,
    splits: Vec<Worst<'s>>,
    /// Whether paths were looked for that have to pass something, and there are none.
    has_no_such_path: bool,
}

/// The worst of one split, worst first.
struct Worst<'s> {
    split: Split,
    /// Slacks of this split, whether they are shown or not.
    slacks: usize,
    /// The ends of the worst paths of the worst endpoints.
    endpoints: Vec<PathEnds>,
    /// The worst paths over all endpoints.
    paths: FoundPaths<'s>,
}

impl<'s> Contents<'s> {
    fn new(
        timed: Timed<'s>,
        said: &'s Diagnostics,
        statistical: Option<(StatisticalReport, PathStatistics<'s>)>,
        (shown, points): (&ShownArgs, &PathPoints),
        amounts: Amounts,
    ) -> Result<Self, QueryError> {
        let analysis = analysis(timed);
        let slacks = timed.endpoint_slacks();
        let splits = Worst::of_all(timed, &analysis, &slacks, (shown, points), amounts)?;
        let is_asked = !points.is_any() && amounts.paths > 0;
        Ok(Self {
            design: DesignSummary::new(&analysis, &slacks, timed.calculator()),
            setup: SetupCheck::new(&analysis, &slacks),
            named: shown.check_setup.unwrap_or(0),
            said,
            summaries: timed.summaries(),
            statistical,
            has_no_such_path: is_asked && splits.iter().all(|worst| worst.path_count() == 0),
            splits,
            analysis,
        })
    }

    fn text(&self, out: &mut impl Write, layout: &Layout) -> io::Result<()> {
        let style = layout.style;
        write!(out, "{}\n{}", self.design.text(style), slack_table(&self.summaries, style))?;
        write!(out, "{}", self.setup.text(self.analysis.names.netlist, self.named))?;
        write!(out, "{}", not_applied_table(self.said))?;
        for worst in self.splits.iter().filter(|worst| !worst.endpoints.is_empty()) {
            let (split, shown) = (worst.split.name(), worst.endpoints.len());
            writeln!(out, "\nWorst endpoints, {split}: {shown} of {}", worst.slacks)?;
            write!(out, "{}", endpoint_table(&worst.endpoints, style))?;
        }
        if let Some((statistical, _)) = &self.statistical {
            write!(out, "{}", statistical.text(style))?;
        }
        for path in self.paths(&|path| format!("\n\n{}", path.text(layout))) {
            out.write_all(path.as_bytes())?;
        }
        if self.has_no_such_path {
            writeln!(out, "\n\nNo path passes what is asked for.")?;
        }
        Ok(())
    }

    fn json(&self, out: &mut impl Write) -> io::Result<()> {
        let endpoints = self.splits.iter().flat_map(|worst| &worst.endpoints);
        let paths = self.paths(&|path| json_item(&path.json()));
        let setup = self.setup.json(self.analysis.names.netlist, self.named);
        let document = Document {
            design: &self.design,
            setup: &setup,
            said: self.said,
            summaries: &self.summaries,
            statistical: self.statistical.as_ref().map(|(statistical, _)| statistical),
        };
        document.write(out, endpoints.map(|ends| json_item(&ends.json())), paths)
    }

    /// The texts of all paths that are listed.
    fn paths(&self, text: &(impl Fn(&PathReport<'_>) -> String + Sync)) -> impl Iterator<Item = String> {
        let statistics = self.statistical.as_ref().map(|(_, statistics)| statistics);
        self.splits.iter().flat_map(move |worst| path_texts(&self.analysis.names, statistics, worst, text))
    }
}

/// The texts of the paths of a split, made on all threads, some at a time.
fn path_texts(
    names: &Names<'_>,
    statistics: Option<&PathStatistics<'_>>,
    worst: &Worst<'_>,
    text: &(impl Fn(&PathReport<'_>) -> String + Sync),
) -> impl Iterator<Item = String> {
    let text = move |path: Path, arcs: &dyn Fn() -> PathArcs| {
        let report = PathReport::new(names, &path)?;
        let moments = statistics.and_then(|statistics| statistics.of(&arcs()));
        Some(text(&match moments {
            Some(moments) => report.with_statistical(moments),
            None => report,
        }))
    };
    let (found, count) = (&worst.paths, worst.path_count());
    let batches = (0..count).step_by(BATCH).map(move |start| start..count.min(start + BATCH));
    batches.flat_map(move |range| found.map_paths_with_arcs(range, text)).flatten()
}

impl<'s> Worst<'s> {
    /// Of each split that is shown.
    fn of_all(
        timed: Timed<'s>,
        analysis: &Analysis<'s>,
        slacks: &[EndpointSlack],
        (shown, points): (&ShownArgs, &PathPoints),
        amounts: Amounts,
    ) -> Result<Vec<Self>, QueryError> {
        let worst = |&split: &Split| Self::new(timed, analysis, slacks, split, (shown, points), amounts);
        shown.splits().iter().map(worst).collect()
    }

    fn new(
        timed: Timed<'s>,
        analysis: &Analysis<'s>,
        slacks: &[EndpointSlack],
        split: Split,
        (shown, points): (&ShownArgs, &PathPoints),
        amounts: Amounts,
    ) -> Result<Self, QueryError> {
        let ends = |path: Path| Some(PathReport::of_ends(&analysis.names, &path)?.ends);
        Ok(Self {
            split,
            slacks: slacks.iter().filter(|slack| slack.kind.split() == split).count(),
            endpoints: timed.map_worst_paths(split, amounts.endpoints, ends).into_iter().flatten().collect(),
            paths: timed.find_paths_passing(&shown.query(split, amounts.paths), points)?,
        })
    }

    fn path_count(&self) -> usize {
        self.paths.tree().len()
    }
}
