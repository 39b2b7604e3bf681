//! Searches the k worst paths of synthetic designs on a GPU, checks the lists, and prints how long each part takes.
//!
//! `gpu_paths [PRESET|GATES]...`, for example `gpu_paths aes_core leon2`

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use zeroslack::Session;
use zeroslack::graph::TimingGraph;
use zeroslack::input::Diagnostics;
use zeroslack::netlist::{CellLibrary, LinkOptions, Source};
use zeroslack::timing::{Calculator, Timing};
use zeroslack::units::{Ticks, Transition, UNDEFINED, slack, ticks};
use zeroslack_cuda::{CudaEngine, Device, FoundPaths, FoundSteps, PathSearch, PathSearchQuery};
use zeroslack_synth::{Design, Options, Preset, Split};

/// Searches that the best time is taken of.
const REPEATS: usize = 5;

const COUNTS: [u32; 5] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// Lists of up to so many paths, of designs of up to so many vertices, are held against the CPU's.
const COMPARED: (u32, usize) = (100_000, 500_000);

/// The vertices of lists up to this are fetched and checked.
const CHECKED: u32 = 1_000_000;

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
    for name in std::env::args().skip(1) {
        let options = match Preset::find(&name) {
            Some(preset) => preset.options(),
            None => Options::new(name.parse()?),
        };
        search_design(&device, options)?;
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
    let (graph, timing) = (session.graph(), session.timing());
    let (vertices, arcs, levels) = (2 * graph.node_count(), graph.arc_count(), graph.level_count());
    println!("\n{}: {vertices} vertices, {arcs} arcs, {levels} levels", session.netlist().name());
    let mut engine = CudaEngine::new(Arc::clone(device), graph, session.delay_data(), Calculator::Elmore)?;
    engine.update()?;
    engine.synchronize()?;
    for splits in [[false, true], [true, true]] {
        let what = if splits[0] { "early and late" } else { "late" };
        println!("  {what}\n  {}", HEADER);
        for count in COUNTS {
            let mut search = PathSearch::new(&engine, graph, count, splits)?;
            let query = PathSearchQuery { splits, ..PathSearchQuery::new(count) };
            let found = measure(&engine, &mut search, &query)?;
            check_list(&found, count)?;
            if count <= COMPARED.0 && vertices <= COMPARED.1 {
                compare(&session, &found, &query)?;
            }
            if count <= CHECKED {
                let steps = search.fetch_steps(&engine)?;
                check_steps(graph, timing, &search, &found, &steps)?;
            }
        }
    }
    Ok(())
}

const HEADER: &str = "         k     found  levels   written  retries  forest ms  search ms  recovery ms    vertices  MiB held";

/// Prints a row; returns the list.
fn measure(
    engine: &CudaEngine,
    search: &mut PathSearch<Arc<Device>>,
    query: &PathSearchQuery,
) -> Result<FoundPaths, Failure> {
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
        query.count,
        outcome.count,
        outcome.levels,
        outcome.written,
        outcome.overflows,
        search.bytes() >> 20
    );
    Ok(search.fetch(engine)?)
}

/// The CPU finds paths of the same slacks.
fn compare(session: &Session, found: &FoundPaths, query: &PathSearchQuery) -> Result<(), Failure> {
    let splits: Vec<_> =
        zeroslack::units::Split::ALL.into_iter().filter(|&split| query.splits[split as usize]).collect();
    let paths = session.k_worst_paths(&splits, query.count as usize);
    let expected = paths.iter().map(|path| path.end.slack);
    if !expected.eq(found.slack.iter().copied()) {
        return Err(format!("the {} worst paths are not the CPU's", query.count).into());
    }
    Ok(())
}

/// Sorted, ties in order as far as the list alone tells, parents before children, none twice.
fn check_list(found: &FoundPaths, count: u32) -> Result<(), Failure> {
    if found.slack.len() > count as usize {
        return Err(format!("{} paths instead of {count}", found.slack.len()).into());
    }
    let mut depth = vec![0_u32; found.slack.len()];
    for path in 0..found.slack.len() {
        let parent = found.parent[path];
        if parent != FoundPaths::NONE {
            if parent as usize >= path {
                return Err(format!("path {path} before its parent {parent}").into());
            }
            depth[path] = depth[parent as usize] + 1;
        }
        let key = |path: usize| (found.slack[path], depth[path]);
        if path > 0 && key(path - 1) > key(path) {
            return Err(format!("path {path} behind a better one").into());
        }
    }
    let mut keys: Vec<_> = (0..found.slack.len())
        .map(|path| (found.parent[path], found.root[path], found.place[path], found.arc[path]))
        .collect();
    keys.sort_unstable();
    if keys.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("a path twice".into());
    }
    Ok(())
}

/// The delays along each path add up to its slack.
fn check_steps(
    graph: &TimingGraph,
    timing: &Timing,
    search: &PathSearch<Arc<Device>>,
    found: &FoundPaths,
    steps: &FoundSteps,
) -> Result<(), Failure> {
    for path in 0..found.slack.len() {
        let here = steps.offsets[path] as usize..steps.offsets[path + 1] as usize;
        let (vertices, arcs) = (&steps.vertices[here.clone()], &steps.arcs[here]);
        let root = &search.roots()[found.root[path] as usize];
        let split = root.kind.split();
        let end = 2 * graph.endpoints()[root.endpoint as usize].node + root.transition as u32;
        let (Some(&start), Some(&last)) = (vertices.first(), vertices.last()) else {
            return Err(format!("path {path} has no vertices").into());
        };
        let mut arrival: Ticks = timing.arrivals()[start as usize / 2][split as usize][start as usize % 2];
        for at in 1..vertices.len() {
            let (arc, to) = (arcs[at] as usize, Transition::of(vertices[at]));
            let source = graph.arc_sources()[arc];
            let comes = graph.fanin(vertices[at] as usize / 2).contains(&arc) && source.has(to);
            if !comes || source.vertex(to) != vertices[at - 1] {
                return Err(format!("path {path} steps where there is no edge").into());
            }
            arrival += ticks(timing.delays()[arc][split as usize][to as usize]);
        }
        let expected = slack(split, arrival, found.required[path]);
        if last != end || arrival == UNDEFINED || expected != found.slack[path] {
            return Err(format!("path {path} has slack {expected}, not {}", found.slack[path]).into());
        }
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
    let mut netlist = netlist.ok_or_else(|| said.to_string())?;
    let parasitics = text(&|out| design.write_spef(out))?;
    let (spef, _) = zeroslack::spef::read(&parasitics, &zeroslack::spef::Options::default());
    let _ = netlist.read_parasitics(&spef, None, &parasitics);
    let (constraints, said) =
        zeroslack::sdc::tau::read_timing(&text(&|out| design.write_timing(out))?, &netlist);
    if said.has_errors() {
        return Err(said.to_string().into());
    }
    let mut session = Session::build(netlist, constraints, Calculator::Elmore, Diagnostics::new())?;
    session.update()?;
    Ok(session)
}
