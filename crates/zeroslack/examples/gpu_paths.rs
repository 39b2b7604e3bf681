//! Searches the k worst paths of synthetic designs on a GPU, ranked before CPPR and after, with numbers of paths to an endpoint and of each kind
//! too, checks the lists, and prints how long each part takes.
//!
//! `gpu_paths [PRESET|GATES]...`, for example `gpu_paths aes_core leon2`
//!
//! `gpu_paths --profile K PRESET` searches K late paths only, a few times before CPPR and after it, and checks nothing: for a profiler.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use zeroslack::graph::TimingGraph;
use zeroslack::input::Diagnostics;
use zeroslack::netlist::{CellLibrary, LinkOptions, Parasitics, Source};
use zeroslack::paths::{self, FlatPath, PathQuery, PathTree, SearchGraph, Searched};
use zeroslack::timing::{Calculator, ClockForest, Timing, value_at};
use zeroslack::units::{Ticks, UNDEFINED, slack, ticks};
use zeroslack::{Session, SessionParts};
use zeroslack_cuda::{CudaEngine, Device, PathSearch};
use zeroslack_synth::{Design, Options, Preset, Split};

/// Searches that the best time is taken of.
const REPEATS: usize = 5;

const COUNTS: [usize; 5] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
const COUNTS_AFTER_CPPR: [usize; 2] = [100_000, 1_000_000];

/// Lists of up to so many paths are held against the CPU's, and their vertices are checked.
const COMPARED: usize = 1_000_000;

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    match search_all() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("gpu_paths: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn search_all() -> Result<(), Failure> {
    let device = Device::open(0)?;
    println!("{}", device.name());
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    let mut profiled = None;
    if names.first().is_some_and(|name| name == "--profile") {
        profiled = Some(names.get(1).ok_or("--profile K PRESET")?.parse()?);
        names.drain(..2);
    }
    for name in names {
        let options = match Preset::find(&name) {
            Some(preset) => preset.options(),
            None => Options::new(name.parse()?),
        };
        match profiled {
            Some(count) => profile(&device, options, count)?,
            None => search_design(&device, options)?,
        }
    }
    Ok(())
}

fn ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// The least of several times, ms.
fn least(mut measure: impl FnMut() -> Result<(), Failure>) -> Result<f64, Failure> {
    let mut least = f64::INFINITY;
    for _ in 0..REPEATS {
        let begun = Instant::now();
        measure()?;
        least = least.min(ms(begun));
    }
    Ok(least)
}

fn search_design(device: &Arc<Device>, options: Options) -> Result<(), Failure> {
    let session = timed(options)?;
    let graph = session.graph()?;
    let (vertices, arcs, levels) = (2 * graph.node_count(), graph.arc_count(), graph.level_count());
    println!("\n{}: {vertices} vertices, {arcs} arcs, {levels} levels", session.netlist().name());
    let mut engine = CudaEngine::new(Arc::clone(device), graph, session.delay_data()?, Calculator::Elmore)?;
    for (has_cppr, counts) in [(false, &COUNTS[..]), (true, &COUNTS_AFTER_CPPR)] {
        engine.set_cppr(graph, has_cppr)?;
        engine.update()?;
        let update = least(|| {
            engine.update()?;
            Ok(engine.synchronize()?)
        })?;
        println!("  update {update:.3} ms, {} MiB", engine.bytes() >> 20);
        let timing = session.timed()?.timing();
        let clocks = has_cppr.then(|| Arc::new(ClockForest::new(graph, timing)));
        search_splits(&engine, &session, clocks.as_ref(), counts)?;
    }
    Ok(())
}

fn profile(device: &Arc<Device>, options: Options, count: usize) -> Result<(), Failure> {
    let session = timed(options)?;
    let graph = session.graph()?;
    let mut engine = CudaEngine::new(Arc::clone(device), graph, session.delay_data()?, Calculator::Elmore)?;
    for has_cppr in [false, true] {
        engine.set_cppr(graph, has_cppr)?;
        engine.update()?;
        let late = Some(zeroslack::units::Split::Late);
        let mut search = PathSearch::new(&engine, graph, count, late)?;
        println!("  {HEADER}");
        measure(&engine, &mut search, &PathQuery { split: late, ..PathQuery::new(count) })?;
    }
    Ok(())
}

fn search_splits(
    engine: &CudaEngine,
    session: &Session,
    clocks: Option<&Arc<ClockForest>>,
    counts: &[usize],
) -> Result<(), Failure> {
    let ranked = if clocks.is_some() { "after CPPR" } else { "before CPPR" };
    for split in [Some(zeroslack::units::Split::Late), None] {
        let what = if split.is_none() { "early and late" } else { "late" };
        println!("  {what}, {ranked}\n  {HEADER}");
        for &count in counts {
            let mut search = PathSearch::new(engine, session.graph()?, count, split)?;
            let query = PathQuery { split, ..PathQuery::new(count) };
            let found = measure(engine, &mut search, &query)?;
            if count <= COMPARED {
                compare((engine, session, clocks), &mut search, &found, &query)?;
            }
        }
        search_with_quotas((engine, session, clocks), split)?;
    }
    Ok(())
}

/// So many paths to an endpoint, and of each kind of endpoint.
fn search_with_quotas(
    (engine, session, clocks): (&CudaEngine, &Session, Option<&Arc<ClockForest>>),
    split: Option<zeroslack::units::Split>,
) -> Result<(), Failure> {
    let query = PathQuery { split, ..PathQuery::new(COMPARED) };
    for (what, query) in [
        ("1 an endpoint", query.nworst(1)),
        ("10 an endpoint", query.nworst(10)),
        ("1000 an endpoint", query.nworst(1000)),
        ("of each kind", query.per_group()),
        ("of each kind, 10 an endpoint", query.nworst(10).per_group()),
    ] {
        println!("  {what}");
        let mut search = PathSearch::new(engine, session.graph()?, COMPARED, split)?;
        let found = measure(engine, &mut search, &query)?;
        compare((engine, session, clocks), &mut search, &found, &query)?;
    }
    Ok(())
}

const HEADER: &str = "         k     found  levels   written  retries  forest ms  search ms  recovery ms    vertices  MiB held";

/// Prints a row; returns the list.
fn measure(
    engine: &CudaEngine,
    search: &mut PathSearch<Arc<Device>>,
    query: &PathQuery,
) -> Result<PathTree, Failure> {
    let forest = least(|| {
        search.grow(engine)?;
        Ok(engine.synchronize()?)
    })?;
    let mut outcome = search.search(engine, query)?;
    let searching = least(|| {
        outcome = search.search(engine, query)?;
        Ok(engine.synchronize()?)
    })?;
    let mut vertices = search.measure(engine)?;
    // The first time takes the memory.
    search.recover(engine, 0..outcome.count, vertices)?;
    let recovery = least(|| {
        vertices = search.measure(engine)?;
        search.recover(engine, 0..outcome.count, vertices)?;
        Ok(engine.synchronize()?)
    })?;
    println!(
        "{:>10} {:>9} {:>7} {:>9} {:>8} {forest:>10.3} {searching:>10.3} {recovery:>12.3} {vertices:>11} {:>9}",
        query.max_paths,
        outcome.count,
        outcome.levels,
        outcome.written,
        outcome.overflows,
        search.bytes() >> 20
    );
    Ok(search.tree(engine)?)
}

/// The CPU finds the same paths, and the delays along each add up to its slack.
fn compare(
    (engine, session, clocks): (&CudaEngine, &Session, Option<&Arc<ClockForest>>),
    search: &mut PathSearch<Arc<Device>>,
    found: &PathTree,
    query: &PathQuery,
) -> Result<(), Failure> {
    let (graph, timing) = (session.graph()?, session.timed()?.timing());
    let mut search_graph = SearchGraph::default();
    search_graph.fill(&Searched { graph, timing, split: query.split, clocks });
    let on_cpu = paths::PathSearch::new(graph, timing, &search_graph);
    let flat = search.flat(engine, found, 0..found.len())?;
    if *found != on_cpu.find(query) || flat != on_cpu.flat(found, 0..found.len()) {
        return Err(format!("the {} worst paths are not the CPU's", query.max_paths).into());
    }
    flat.iter().try_for_each(|path| check_path(graph, timing, found, &path))
}

fn check_path(
    graph: &TimingGraph,
    timing: &Timing,
    found: &PathTree,
    path: &FlatPath<'_>,
) -> Result<(), Failure> {
    let root = &found.roots[path.root as usize];
    let (split, vertices) = (root.split(), path.vertices);
    let mut arrival: Ticks = value_at(timing.arrivals(), vertices[0], split);
    for (pair, &arc) in vertices.windows(2).zip(&path.arcs[1..]) {
        let (source, to) = (graph.arc_source(arc), pair[1].transition());
        let comes = graph.fanin(pair[1].node()).any(|into| into == arc) && source.has(to);
        if !comes || source.vertex(to) != pair[0] {
            return Err("a path steps where there is no edge".into());
        }
        arrival += ticks(timing.delays()[arc.index()][split as usize][to as usize]);
    }
    let expected = slack(split, arrival, path.required);
    if vertices[vertices.len() - 1] != root.vertex || arrival == UNDEFINED || expected != path.slack {
        return Err(format!("a path has slack {expected}, not {}", path.slack).into());
    }
    Ok(())
}

/// Written, read and timed as files would be.
fn timed(options: Options) -> Result<Session, Failure> {
    let design = Design::new(options)?;
    let text = |write: &dyn Fn(&mut Vec<u8>) -> std::io::Result<()>| -> Result<String, Failure> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        Ok(String::from_utf8(bytes)?)
    };
    let library = |split| -> Result<_, Failure> {
        let (library, _) = zeroslack::liberty::read(&text(&|out| design.write_liberty(split, out))?);
        Ok(vec![Arc::new(library)])
    };
    let (library, _) = CellLibrary::new(library(Split::Early)?, library(Split::Late)?);
    let verilog = text(&|out| design.write_verilog(out))?;
    let (modules, _) = zeroslack::verilog::read(&verilog);
    let source = Source { file: "design.v", text: &verilog, design: modules };
    let (netlist, said) = zeroslack::netlist::link(&[source], library, &LinkOptions::default());
    let netlist = netlist.ok_or_else(|| said.to_string())?;
    let written = text(&|out| design.write_spef(out))?;
    let (spef, _) = zeroslack::spef::read(&written, &zeroslack::spef::Options::default());
    let mut parasitics = Parasitics::default();
    let _ = parasitics.read(&netlist, &spef, None, &written);
    let (constraints, said) =
        zeroslack::sdc::tau::read_timing(&text(&|out| design.write_timing(out))?, &netlist);
    if said.has_errors() {
        return Err(said.to_string().into());
    }
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    let mut session = Session::build(parts, Diagnostics::new())?;
    session.update()?;
    Ok(session)
}
