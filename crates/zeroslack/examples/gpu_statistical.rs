//! Statistical timing on a GPU beside the CPU: time, memory and bits, without and with caps of memory, and the table of a published system.
//!
//!   gpu_statistical arrivals DESIGN BINS COMPONENTS [CAP_MB]...
//!   gpu_statistical published PRESET GIGABYTES CAP_MB
//!   gpu_statistical samples DESIGN COUNT
//!
//! DESIGN is a number of gates, the name of a preset, or the `.tau2015` file of a contest's design.

#![expect(clippy::print_stdout, reason = "prints tables")]
#![expect(clippy::unwrap_used, reason = "generated texts are right")]

mod designs;

use std::sync::Arc;
use std::time::Instant;

use designs::{Result, design};
use zeroslack::ssta::{
    Arrivals, End, Eviction, FlatVariation, MonteCarlo, Resolution, Variation, arrivals_at,
};
use zeroslack::timing::TimedGraph;
use zeroslack_cuda::{Cap, Device, Sampler, Statistics};

/// Runs that the best time is taken of.
const REPEATS: usize = 3;

/// Designs of more arcs are not held against the CPU engine.
const MOST_COMPARED: usize = 1_000_000;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let device = Device::open(0)?;
    match &words[..] {
        ["arrivals", name, bins, components, caps @ ..] => {
            let resolution = Resolution { bins: bins.parse()?, components: components.parse()? };
            of_design(&device, name, resolution, caps)
        }
        ["published", preset, gigabytes, cap] => published(&device, preset, gigabytes.parse()?, cap.parse()?),
        ["samples", name, count] => samples(&device, name, count.parse()?),
        _ => Err("gpu_statistical arrivals|published|samples ...".into()),
    }
}

fn seconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64()
}

/// A design with what is measured on it.
struct Work<'a> {
    device: &'a Arc<Device>,
    graph: TimedGraph<'a>,
    variation: Variation,
    resolution: Resolution,
}

impl Work<'_> {
    /// Finds arrivals, of which some are kept, with a cap; prints how long it takes and what is copied, and returns what is found, if that is asked for.
    fn measure(&self, what: &str, is_kept: &[bool], cap: Cap, is_wanted: bool) -> Result<Option<Arrivals>> {
        let begun = Instant::now();
        let device = Arc::clone(self.device);
        let mut statistics =
            Statistics::new(device, &self.graph, &self.variation, self.resolution, is_kept, cap)?;
        let placed = seconds(begun);
        let mut least = f64::INFINITY;
        for _ in 0..REPEATS {
            let begun = Instant::now();
            statistics.run()?;
            least = least.min(seconds(begun));
        }
        let (plan, bytes) = (statistics.plan(), statistics.node_bytes());
        let [out, into] = plan.copies().map(|copies| (copies * bytes) as f64 / 1e9);
        println!(
            "{what:40} {:9.1} ms  {:7.3} GB of slots, {:5} steps, out {out:7.3} GB, in {into:7.3} GB, planned and placed in {placed:.2} s",
            1e3 * least,
            (plan.slots * bytes) as f64 / 1e9,
            plan.steps.len(),
        );
        Ok(if is_wanted { Some(statistics.arrivals()?) } else { None })
    }

    fn on_cpu(&self, is_kept: &[bool]) -> Arrivals {
        let begun = Instant::now();
        let found = arrivals_at(&self.graph, &self.variation, self.resolution, |node| is_kept[node.index()]);
        println!("{:40} {:9.1} ms", format!("CPU, {} threads", rayon_threads()), 1e3 * seconds(begun));
        found
    }
}

fn rayon_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn same(expected: Option<&Arrivals>, found: Option<Arrivals>) -> Result<()> {
    match (expected, found) {
        (Some(expected), Some(found)) if *expected != found => {
            Err("the bits differ from the CPU engine's".into())
        }
        _ => Ok(()),
    }
}

fn of_design(device: &Arc<Device>, name: &str, resolution: Resolution, caps: &[&str]) -> Result<()> {
    let session = design(name)?;
    let timed = session.timed()?;
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let variation = FlatVariation::new(0.08, 0.05, 0.4)?.of_graph(&graph);
    let ends = End::all(timed.graph(), timed.timing());
    let nodes = graph.node_count();
    let needed = End::needed(&ends, nodes);
    println!(
        "\n{name}: {nodes} nodes, {} arcs, {} levels, {resolution:?}",
        graph.arc_sources.len(),
        graph.level_first.len() - 1
    );
    let is_compared = graph.arc_sources.len() <= MOST_COMPARED;
    let work = Work { device, graph, variation, resolution };
    let expected = Some(work.on_cpu(&needed));
    same(expected.as_ref(), work.measure("ends are kept", &needed, Cap::default(), true)?)?;
    for cap in caps {
        let bytes = Some(cap.parse::<u64>()? << 20);
        for eviction in [Eviction::NeededLast, Eviction::Oldest] {
            let cap = Cap { bytes, eviction };
            let what = format!("ends, cap {} MiB, {eviction:?}", cap.bytes.unwrap() >> 20);
            same(expected.as_ref(), work.measure(&what, &needed, cap, is_compared)?)?;
        }
    }
    let all = vec![true; nodes];
    work.measure("all are brought back", &all, Cap::default(), false)?;
    for cap in caps {
        let bytes = cap.parse::<u64>()? << 20;
        let capped = Cap { bytes: Some(bytes), eviction: Eviction::NeededLast };
        work.measure(&format!("all, cap {} MiB", bytes >> 20), &all, capped, false)?;
    }
    println!("same bits as the CPU engine");
    Ok(())
}

/// Work of the shape of the published table: arrivals of as many bins as take so many gigabytes, four a pin, and delays of about 64 bins on the same steps.
fn published(device: &Arc<Device>, preset: &str, gigabytes: f64, cap: u64) -> Result<()> {
    let session = design(preset)?;
    let timed = session.timed()?;
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let nodes = graph.node_count();
    let bins = ((gigabytes * 1e9 / (nodes * 16) as f64) as usize).min(2974);
    let resolution = Resolution { bins, components: 0 };
    // Delays from where signals start are so wide that arrivals fill their bins; on steps of 64 ticks the others take about 64.
    let (wide, narrow) = ((bins - 4) as f64 / 2.0 / 5.5 * 64.0 / 1e4, 6.7 * 64.0 / 1e4);
    let mut all = FlatVariation::new(0.0, 0.0, 0.0)?.of_graph(&graph).all().to_vec();
    for (delays, source) in all.iter_mut().zip(graph.arc_sources) {
        let is_first = graph.fanin_range(source.node()).is_empty();
        delays
            .as_flattened_mut()
            .iter_mut()
            .for_each(|delay| delay.sigma = if is_first { wide } else { narrow } as f32);
    }
    let work = Work { device, graph, variation: Variation::new(all), resolution };
    let ends = End::all(timed.graph(), timed.timing());
    let needed = End::needed(&ends, nodes);
    println!("\n{preset}, {gigabytes} GB: {nodes} nodes, {} arcs, {bins} bins", work.graph.arc_sources.len());
    let expected = work.on_cpu(&needed);
    let capped = Cap { bytes: Some(cap << 20), eviction: Eviction::NeededLast };
    same(Some(&expected), work.measure("ends are kept", &needed, Cap::default(), true)?)?;
    same(Some(&expected), work.measure(&format!("ends, cap {cap} MiB"), &needed, capped, true)?)?;
    let all = vec![true; nodes];
    work.measure(&format!("all are brought back, cap {cap} MiB"), &all, capped, false)?;
    let found =
        ends.iter().flat_map(|end| end.terms().iter().filter_map(|term| expected.at(term.data, end.split)));
    let counts: Vec<usize> = found.map(|at| at.bins().1.len()).collect();
    let mean = counts.iter().sum::<usize>() as f64 / counts.len().max(1) as f64;
    println!("bins in use at ends, on average: {mean:.0}");
    Ok(())
}

/// How fast samples are drawn, and that they are those of the CPU engine.
fn samples(device: &Arc<Device>, name: &str, count: u32) -> Result<()> {
    let session = design(name)?;
    let timed = session.timed()?;
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let variation = FlatVariation::new(0.08, 0.05, 0.4)?.of_graph(&graph);
    let ends = End::all(timed.graph(), timed.timing());
    let (pins, arcs) = (graph.node_count(), graph.arc_sources.len());
    let new = |samples: u32| {
        let (device, drawn) = (Arc::clone(device), MonteCarlo { seed: 1, samples });
        Sampler::new(device, &graph, &variation, &ends, drawn, 32 << 30)
    };
    let few = count.min(64);
    let begun = Instant::now();
    let expected = MonteCarlo { seed: 1, samples: few }.slacks(&graph, &variation, &ends);
    let on_cpu = f64::from(few) * pins as f64 / seconds(begun);
    if new(few)?.slacks()? != expected {
        return Err("the samples differ from the CPU engine's".into());
    }
    let mut sampler = new(count)?;
    sampler.draw()?;
    let begun = Instant::now();
    sampler.draw()?;
    let elapsed = seconds(begun);
    let bytes = f64::from(count) * sampler.bytes_a_sample(arcs) as f64;
    println!(
        "{name}: {count} samples of {pins} pins in {elapsed:.3} s: {:.3e} samples times pins a second, {:.0} GB/s of times; CPU {on_cpu:.3e}; same bits",
        f64::from(count) * pins as f64 / elapsed,
        bytes / elapsed / 1e9,
    );
    Ok(())
}
