//! Times designs on a GPU and on the CPU, holds all values against each other bit by bit, and prints how long each stage takes.
//!
//! `gpu_check [DESIGN.tau2015 DESIGN.timing]...`

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

mod preparation;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use zeroslack::graph::{NodeId, TimingGraph};
use zeroslack::paths::worst_endpoints;
use zeroslack::timing::{Timing, Wire, endpoint_slacks, summarize};
use zeroslack::units::Split;
use zeroslack::{Session, Silent};
use zeroslack_cuda::{CudaEngine, CudaError, Device, Measure, NodeTiming};

/// What an H200 moves, measured, bytes a second.
const BANDWIDTH: f64 = 4.3e12;

/// Updates that a median is taken of.
const REPEATS: usize = 20;

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    match check_all() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("gpu_check: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Whether both engines agree on all designs of the command line.
fn check_all() -> Result<bool, Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (designs, []) = arguments.as_chunks::<2>() else {
        return Err("usage: gpu_check [DESIGN.tau2015 DESIGN.timing]...".into());
    };
    let begun = Instant::now();
    let device = Device::open(0)?;
    let multiprocessors = device.multiprocessors().unwrap_or_default();
    println!("{}, {multiprocessors} multiprocessors, opened in {:.1} ms", device.name(), ms(begun));
    let mut is_same = true;
    for [list, timing] in designs {
        is_same &= check(&device, Path::new(list), Path::new(timing))?;
    }
    Ok(is_same)
}

fn ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// Whether both engines agree on a design.
fn check(device: &Arc<Device>, list: &Path, timing: &Path) -> Result<bool, Failure> {
    let files = zeroslack::tau::design_files(list, timing)?;
    let session = Session::read(&files, &Silent)?;
    let name = list.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (graph, data) = (session.graph()?, session.delay_data()?);
    println!(
        "\n{name}: {} nodes, {} arcs, {} trees of {} nodes, {} levels, {} checks",
        graph.node_count(),
        graph.arc_count(),
        graph.pins().trees().len(),
        data.arrays().rc_nodes.len(),
        graph.level_count(),
        graph.checks().len(),
    );
    let largest = data.arrays().rc_first.windows(2).map(|pair| pair[1] - pair[0]).max();
    println!("  largest tree: {} nodes", largest.unwrap_or_default());

    let wired = (session.netlist(), session.parasitics(zeroslack::CornerId::FIRST));
    let mut is_same =
        preparation::check_levels(device, session.netlist(), session.constraints(zeroslack::ModeId::FIRST))?;
    is_same &= preparation::check_trees(device, wired, graph)?;
    let expected = &mut Timing::default();
    let begun = Instant::now();
    let mut engine = CudaEngine::new(Arc::clone(device), graph, data, files.calculator)?;
    let made = ms(begun);
    engine.update()?;
    engine.synchronize()?;
    println!(
        "  to the device {made:.2} ms, {} MiB; with the first update {:.2} ms",
        engine.bytes() >> 20,
        ms(begun)
    );

    let mut found = Timing::default();
    for cppr in [false, true, false] {
        expected.set_cppr(cppr);
        found.set_cppr(cppr);
        expected.update(graph, data, files.calculator);
        engine.update_into(graph, &mut found)?;
        let mut differing = differences(expected, &mut found);
        differing.extend(different_answers(&mut engine, graph, expected)?);
        let verdict =
            if differing.is_empty() { "all values equal".to_string() } else { differing.join(", ") };
        println!("  CPPR {}: {verdict}", if cppr { "on" } else { "off" });
        is_same &= differing.is_empty();
    }
    let begun = Instant::now();
    engine.fetch_all(&mut found)?;
    println!("  fetch of everything {:.2} ms", ms(begun));

    time_queries(&mut engine, graph)?;

    for cppr in [false, true] {
        engine.set_cppr(graph, cppr)?;
        engine.update()?;
        expected.set_cppr(cppr);
        let mut cpu: Vec<f64> = (0..5)
            .map(|_| {
                let begun = Instant::now();
                expected.update(graph, data, files.calculator);
                ms(begun)
            })
            .collect();
        cpu.sort_by(f64::total_cmp);
        println!("  CPPR {}, {} MiB", if cppr { "on" } else { "off" }, engine.bytes() >> 20);
        print(&engine.measure(REPEATS)?, cpu[cpu.len() / 2]);
    }
    Ok(is_same)
}

/// Which answers of the device to queries are not what the CPU has.
fn different_answers(
    engine: &mut CudaEngine,
    graph: &TimingGraph,
    expected: &Timing,
) -> Result<Vec<String>, Failure> {
    let slacks = endpoint_slacks(graph, expected);
    let mut differing = Vec::new();
    let summaries = engine.summaries()?;
    if summaries != summarize(&slacks) {
        differing.push(format!("summaries differ: {summaries:?}"));
    }
    for split in Split::ALL {
        for count in [1, 100, 10_000] {
            if engine.worst_endpoints(graph, split, count)? != worst_endpoints(&slacks, split, count) {
                differing.push(format!("{count} worst {} endpoints differ", split.name()));
            }
        }
    }
    let nodes: Vec<NodeId> = NodeId::all(0..graph.node_count()).step_by(97).collect();
    let same = |(node, found): (&NodeId, NodeTiming)| found.times == expected.node_times(graph, *node);
    if !nodes.iter().zip(engine.fetch_nodes(&nodes)?).all(same) {
        differing.push("values of single nodes differ".to_string());
    }
    Ok(differing)
}

/// Prints how long queries take, the answer on the host included: the median.
fn time_queries(engine: &mut CudaEngine, graph: &TimingGraph) -> Result<(), Failure> {
    let median_us = |ask: &mut dyn FnMut() -> Result<(), CudaError>| -> Result<f64, Failure> {
        let mut times = Vec::new();
        for _ in 0..=REPEATS {
            let begun = Instant::now();
            ask()?;
            times.push(1e3 * ms(begun));
        }
        times.sort_by(f64::total_cmp);
        Ok(times[times.len() / 2])
    };
    let summaries = median_us(&mut || engine.summaries().map(drop))?;
    print!("  queries, µs: summaries {summaries:.1}");
    for count in [1, 100, 10_000] {
        let time = median_us(&mut || engine.worst_endpoints(graph, Split::Late, count).map(drop))?;
        print!(", {count} worst endpoints {time:.1}");
    }
    let nodes: Vec<NodeId> = NodeId::all(0..graph.node_count()).step_by(97).take(1000).collect();
    let time = median_us(&mut || engine.fetch_nodes(&nodes).map(drop))?;
    println!(", {} nodes {time:.1}", nodes.len());
    Ok(())
}

/// What differs between the engines, with the first place of each.
fn differences(expected: &mut Timing, found: &mut Timing) -> Vec<String> {
    let (expected, found) = (expected.arrays_mut(), found.arrays_mut());
    let flat = |wires: &[Wire]| -> Vec<f32> {
        wires.iter().flat_map(|wire| [wire.delay, wire.impulse]).flatten().flatten().collect()
    };
    let (wires, found_wires) = (flat(expected.wires), flat(found.wires));
    let floats = [
        ("loads", expected.loads.as_flattened().as_flattened(), found.loads.as_flattened().as_flattened()),
        ("wires", &wires, &found_wires),
        ("slews", expected.slews.as_flattened().as_flattened(), found.slews.as_flattened().as_flattened()),
        ("delays", expected.delays.as_flattened().as_flattened(), found.delays.as_flattened().as_flattened()),
        ("margins", expected.margins.as_flattened(), found.margins.as_flattened()),
    ];
    let times = [
        ("arrivals", &*expected.arrivals, &*found.arrivals),
        ("required times", &*expected.required_times, &*found.required_times),
    ];
    let equal = |a: &f32, b: &f32| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    let floats = floats.into_iter().filter_map(|(what, a, b)| difference(what, a, b, equal));
    floats.chain(times.into_iter().filter_map(|(what, a, b)| difference(what, a, b, PartialEq::eq))).collect()
}

fn difference<T: std::fmt::Debug>(
    what: &str,
    expected: &[T],
    found: &[T],
    equal: impl Fn(&T, &T) -> bool,
) -> Option<String> {
    if expected.len() != found.len() {
        return Some(format!("{} {what} instead of {}", found.len(), expected.len()));
    }
    let mut places = (0..expected.len()).filter(|&i| !equal(&expected[i], &found[i]));
    let first = places.next()?;
    Some(format!(
        "{} {what} differ, the first at {first}: {:?} instead of {:?}",
        1 + places.count(),
        found[first],
        expected[first]
    ))
}

fn print(measure: &Measure, cpu: f64) {
    head("stage");
    for stage in &measure.stages {
        row(stage.stage.name(), stage.milliseconds, stage.bytes);
    }
    row("update", measure.milliseconds, measure.stages.iter().map(|stage| stage.bytes).sum());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "  CPU, {threads} threads: {cpu:.3} ms, {:.1} times the GPU's",
        cpu / f64::from(measure.milliseconds)
    );
}

fn head(what: &str) {
    println!("  {what:<10} {:>9} {:>9} {:>8} {:>12}", "ms", "MB", "GB/s", "of 4.3 TB/s");
}

fn row(name: &str, milliseconds: f32, bytes: u64) {
    let rate = bytes as f64 / (f64::from(milliseconds) * 1e-3);
    println!(
        "  {name:<10} {milliseconds:>9.4} {:>9.2} {:>8.1} {:>11.1}%",
        bytes as f64 / 1e6,
        rate / 1e9,
        100.0 * rate / BANDWIDTH
    );
}
