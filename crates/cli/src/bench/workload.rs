//! The workloads, each timed on what the one before it made.

use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use zeroslack::graph::{NodeCounts, TimingGraph};
use zeroslack::input::Diagnostics;
use zeroslack::liberty::Library;
use zeroslack::netlist::{CellLibrary, LinkOptions, Netlist, Parasitics, Source, link};
use zeroslack::paths::{PathTree, Searched};
use zeroslack::sdc::Constraints;
use zeroslack::spef::Spef;
use zeroslack::timing::{Calculator, CornerData, DelayData, Timing};
use zeroslack::{EngineChoice, LoadError, Progress, SessionParts};

use super::super::args::{BenchArgs, Workload};
use super::edits::{self, Edits, Worn};
use super::gpu;
use super::input::{Text, Texts};
use super::measure::{Times, measure, peak_memory, reset_peak_memory};
use super::queries::Answer;

/// One line of the result.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) design: String,
    /// `cpu` or `cuda`.
    pub(crate) engine: &'static str,
    pub(crate) threads: usize,
    pub(crate) workload: &'static str,
    /// Number of paths.
    pub(crate) k: Option<usize>,
    pub(crate) times: Times,
    pub(crate) peak_bytes: Option<u64>,
    /// What is got through: bytes for reading, pins for all else.
    pub(crate) amount: f64,
    /// Of paths, how many times one deviates from the worst at the most.
    pub(crate) deviations: Option<u32>,
    /// How many times one may.
    pub(crate) max_deviations: Option<u32>,
    /// Whether they are those that are found without such a limit, where that was looked at.
    pub(crate) is_exact: Option<bool>,
    /// Of the graph, how many nodes it has.
    pub(crate) nodes: Option<NodeCounts>,
    /// Of edits, how they were made.
    pub(crate) edits: Option<Edits>,
    /// Of full updates after edits, what they are held against.
    pub(crate) worn: Option<Worn>,
    /// Of each constrained query, its part of the design, its paths and its least time.
    pub(crate) answers: Vec<Answer>,
}

/// Runs workloads and keeps what they show.
pub(crate) struct Bench<'a> {
    pub(crate) arguments: &'a BenchArgs,
    texts: &'a Texts,
    threads: usize,
    /// What the workloads at hand run on.
    pub(crate) engine: &'static str,
    pub(crate) rows: Vec<Row>,
    /// (stage, milliseconds) of one pass through everything, for the profile.
    pub(crate) stages: Vec<(&'static str, f64)>,
    /// Of the design that is measured.
    pub(crate) said: Diagnostics,
}

/// What was read.
struct Read<'t> {
    libraries: [Vec<Arc<Library>>; 2],
    sources: Vec<Source<'t>>,
    parasitics: Vec<Spef<'t>>,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(arguments: &'a BenchArgs, texts: &'a Texts, threads: usize) -> Self {
        Self {
            arguments,
            texts,
            threads,
            engine: "cpu",
            rows: Vec::new(),
            stages: Vec::new(),
            said: Diagnostics::new(),
        }
    }

    /// Runs what was asked for, and whatever that needs.
    pub(crate) fn run(&mut self, progress: &dyn Progress) -> Result<(), LoadError> {
        let searches = 4 + self.arguments.max_deviations.len();
        let edits = 2 * edits::wanted(self.arguments).count();
        progress.begin("measuring", (8 + searches * self.arguments.k.len() + edits) as u64);
        let bytes = self.texts.bytes() as f64;
        let read = self.workload(Workload::Read, None, |_| bytes, |bench| bench.read(), progress)?;
        let pins = |(netlist, _): &(Netlist, Parasitics)| netlist.pin_count() as f64;
        let linked = self.workload(Workload::Link, None, pins, |bench| bench.link(&read), progress)?;
        drop(read);
        let pins = pins(&linked);
        let (netlist, parasitics) = linked;
        let (constraints, said) = self.texts.constraints(&netlist)?;
        self.said.append(said);
        let build = |bench: &mut Self| bench.graph((&netlist, &parasitics), &constraints);
        let (graph, data) = self.workload(Workload::Graph, None, |_| pins, build, progress)?;
        if let Some(row) = self.rows.iter_mut().rev().find(|row| row.workload == Workload::Graph.name()) {
            row.nodes = Some(graph.node_counts());
        }
        let (timing, engine) = match gpu::open(self.arguments.run.engine(), graph.node_count())? {
            Some(device) => {
                let (timing, engine) = self.gpu_passes(&device, (&graph, &data), pins, progress)?;
                (timing, Some(engine))
            }
            None => (self.passes(&graph, &data, pins, progress)?, None),
        };
        let searched = Searched { graph: &graph, timing: &timing, split: None, clocks: None };
        match &engine {
            Some(engine) => self.gpu_paths(engine, &searched, pins, progress)?,
            None => {
                self.paths(&searched, pins, progress)?;
                self.cppr_paths(&searched, pins, progress)?;
            }
        }
        match engine.as_ref().filter(|_| self.arguments.run.engine().engine == EngineChoice::Cuda) {
            Some(engine) => self.gpu_queries(engine, &searched, pins, progress)?,
            None => self.cpu_queries(&searched, pins, progress)?,
        }
        drop((graph, data, timing, engine));
        let calculator = Calculator::Elmore;
        self.edits(SessionParts { netlist, parasitics, constraints, calculator }, pins, progress)
    }

    /// The passes over arrays that are there already, as in a full update.
    fn passes(
        &mut self,
        graph: &TimingGraph,
        data: &DelayData,
        pins: f64,
        progress: &dyn Progress,
    ) -> Result<Timing, LoadError> {
        let calculator = Calculator::Elmore;
        let mut timing = Timing::default();
        timing.update(graph, data, calculator);
        let pass = |bench: &mut Self, workload, timing: &mut Timing, work: &dyn Fn(&mut Timing)| {
            bench.workload(
                workload,
                None,
                |()| pins,
                |bench| {
                    bench.pass(workload, || work(timing));
                    Ok(())
                },
                progress,
            )
        };
        pass(self, Workload::Delay, &mut timing, &|timing| timing.update_delays(graph, data, calculator))?;
        pass(self, Workload::Timing, &mut timing, &|timing| timing.update_times(graph))?;
        pass(self, Workload::Update, &mut timing, &|timing| timing.update(graph, data, calculator))?;
        timing.set_cppr(true);
        timing.update(graph, data, calculator);
        pass(self, Workload::Cppr, &mut timing, &|timing| timing.update(graph, data, calculator))?;
        // Lists of launches are kept from the first question on.
        if self.arguments.is_wanted(Workload::Slacks) {
            timing.slacks(graph);
            pass(self, Workload::Slacks, &mut timing, &|timing| {
                timing.update(graph, data, calculator);
                std::hint::black_box(timing.slacks(graph));
            })?;
        }
        Ok(timing)
    }

    /// Notes the passes that a full update consists of; the others repeat them.
    fn pass(&mut self, workload: Workload, work: impl FnOnce()) {
        match workload {
            Workload::Delay => self.stage("delay pass", work),
            Workload::Timing => self.stage("timing pass", work),
            _ => work(),
        }
    }

    /// Times one workload if it was asked for, else does it once.
    pub(crate) fn workload<T>(
        &mut self,
        workload: Workload,
        k: Option<usize>,
        amount: impl Fn(&T) -> f64,
        mut work: impl FnMut(&mut Self) -> Result<T, LoadError>,
        progress: &dyn Progress,
    ) -> Result<T, LoadError> {
        let is_wanted = self.arguments.is_wanted(workload);
        reset_peak_memory();
        let runs = if is_wanted { self.arguments.runs } else { 1 };
        let (times, made) = measure(is_wanted && runs > 1, runs, || work(self));
        let made = made?;
        if is_wanted {
            self.note(workload, k, times, amount(&made));
        }
        progress.advance(1);
        Ok(made)
    }

    /// How many threads there are.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Adds a line.
    pub(crate) fn note(&mut self, workload: Workload, k: Option<usize>, times: Times, amount: f64) {
        self.rows.push(Row {
            design: self.texts.design.clone(),
            engine: self.engine,
            threads: self.threads,
            workload: workload.name(),
            k,
            times,
            peak_bytes: peak_memory(),
            amount,
            deviations: None,
            max_deviations: None,
            is_exact: None,
            nodes: None,
            edits: None,
            worn: None,
            answers: Vec::new(),
        });
    }

    /// How deep the search of the last line had to go.
    pub(crate) fn note_depth(&mut self, workload: Workload, paths: &PathTree) {
        if let Some(row) = self.rows.last_mut().filter(|_| self.arguments.is_wanted(workload)) {
            row.deviations = Some(paths.most_deviations());
        }
    }

    /// How deep the search of the last line might go, and whether that left anything out.
    pub(super) fn note_limit(&mut self, max_deviations: Option<u32>, is_exact: Option<bool>) {
        if let Some(row) = self.rows.last_mut() {
            (row.max_deviations, row.is_exact) = (max_deviations, is_exact);
        }
    }

    /// Notes how long a stage took, the last time it ran.
    fn stage<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let made = work();
        let time = start.elapsed().as_secs_f64() * 1e3;
        match self.stages.iter_mut().find(|(known, _)| *known == name) {
            Some(stage) => stage.1 = time,
            None => self.stages.push((name, time)),
        }
        made
    }

    fn read(&mut self) -> Result<Read<'a>, LoadError> {
        let texts = self.texts;
        let libraries = self.stage("read libraries", || {
            [&texts.early, &texts.late].map(|texts| {
                texts
                    .par_iter()
                    .map(|text| read_text(text, zeroslack::liberty::read))
                    .collect::<Result<Vec<_>, _>>()
            })
        });
        let [early, late] = libraries;
        let shared = |libraries: Vec<Library>| libraries.into_iter().map(Arc::new).collect();
        let libraries = [shared(early?), shared(late?)];
        let sources = self.stage("read Verilog", || {
            let read = |text: &'a Text| {
                let design = read_text(text, zeroslack::verilog::read)?;
                Ok(Source { file: &text.name, text: &text.content, design })
            };
            texts.verilog.iter().map(read).collect::<Result<Vec<_>, LoadError>>()
        })?;
        let options = zeroslack::spef::Options::default();
        let parasitics = self.stage("read SPEF", || {
            let read = |text| read_text(text, |text| zeroslack::spef::read(text, &options));
            texts.spef.iter().map(read).collect::<Result<Vec<_>, _>>()
        })?;
        Ok(Read { libraries, sources, parasitics })
    }

    fn link(&mut self, read: &Read<'_>) -> Result<(Netlist, Parasitics), LoadError> {
        let texts = self.texts;
        let netlist = self.stage("link", || {
            let [early, late] = read.libraries.clone();
            let (library, mut said) = CellLibrary::new(early, late);
            let (netlist, more) = link(&read.sources, library, &LinkOptions::default());
            said.append(more);
            netlist.ok_or(LoadError(said))
        });
        let (netlist, mut bound) = (netlist?, Parasitics::default());
        self.stage("bind parasitics", || {
            for (text, parasitics) in texts.spef.iter().zip(&read.parasitics) {
                bound.read(&netlist, parasitics, None, &text.content);
            }
        });
        Ok((netlist, bound))
    }

    fn graph(
        &mut self,
        (netlist, parasitics): (&Netlist, &Parasitics),
        constraints: &Constraints,
    ) -> Result<(TimingGraph, DelayData), LoadError> {
        let library = netlist.library();
        let (graph, said) = self.stage("build graph", || TimingGraph::new(netlist, library, constraints));
        if said.has_errors() {
            return Err(LoadError(said));
        }
        let corner = CornerData { library, parasitics };
        let (data, _) = self.stage("lay out tables and RC trees", || DelayData::new(netlist, corner, &graph));
        Ok((graph, data))
    }
}

/// Reads one text; an error in it ends the benchmark.
fn read_text<'t, T>(text: &'t Text, read: impl FnOnce(&'t str) -> (T, Diagnostics)) -> Result<T, LoadError> {
    let (value, mut said) = read(&text.content);
    if said.has_errors() {
        said.set_file(&text.name);
        return Err(LoadError(said));
    }
    Ok(value)
}
