//! How far slacks and yields by distributions, and by moments, are from Monte Carlo at the endpoints of a design, by bins and components.
//!
//!   cargo run --release -p zeroslack --example statistical -- [DESIGN [SAMPLES]]
//!
//! DESIGN is a number of gates, the name of a preset, or the `.tau2015` file of a contest's design.

#![expect(clippy::print_stdout, reason = "prints a table")]
#![expect(clippy::unwrap_used, reason = "generated texts are right")]

mod designs;

use std::time::Instant;

use rayon::prelude::*;
use zeroslack::graph::VertexId;
use zeroslack::ssta::{
    CriticalSweep, Criticalities, Difference, End, FlatVariation, Form, MonteCarlo, Resolution, Samples,
    Slacks, arrivals_in,
};
use zeroslack::timing::TimedGraph;
use zeroslack::units::{Split, Ticks};
use zeroslack_cuda::{Device, Sampler};

use designs::{Result, design};

/// Bytes of a batch of samples on a GPU, where there is one.
const BATCH_BYTES: u64 = 16 << 30;

/// Samples whose worst paths are traced at the most, on the CPU.
const MOST_TRACED: u32 = 20_000;

/// Of a difference, and of the standard deviation as a share of the distance of two quantiles.
type Column = fn(&(Difference, f64)) -> f64;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |default: &str| arguments.next().unwrap_or_else(|| default.to_string());
    let (name, samples) = (argument("2000"), argument("10000").parse::<u32>()?);
    let session = design(&name)?;
    let timed = session.timed()?;
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let variation = FlatVariation::new(0.08, 0.05, 0.4)?.of_graph(&graph);
    let ends = End::all(timed.graph(), timed.timing());
    let start = Instant::now();
    let monte_carlo = MonteCarlo { seed: 1, samples };
    // Samples of both engines are the same.
    let drawn = match Device::open(0) {
        Ok(device) => Sampler::new(device, &graph, &variation, &ends, monte_carlo, BATCH_BYTES)?.slacks()?,
        Err(_) => monte_carlo.slacks(&graph, &variation, &ends),
    };
    let traced = MonteCarlo { samples: samples.min(MOST_TRACED), ..monte_carlo };
    let critical = traced.criticalities(&graph, &variation, &ends);
    println!(
        "{} pins, {} ends, {samples} samples in {:.2} s",
        session.netlist().pin_count(),
        ends.len(),
        start.elapsed().as_secs_f64()
    );
    let worst: [Vec<Ticks>; 2] = Split::ALL.map(|split| {
        let of_split = |sample: usize| {
            let slacks = ends.iter().zip(&drawn).filter(|(end, _)| end.split == split);
            slacks.map(|(_, slacks)| slacks[sample]).min().unwrap_or(Ticks::MAX)
        };
        let mut worst: Vec<Ticks> = (0..samples as usize).into_par_iter().map(of_split).collect();
        worst.par_sort_unstable();
        worst
    });
    let samples: Vec<Option<Samples>> =
        drawn.par_iter().map(|slacks| Samples::new(slacks.iter().copied())).collect();
    println!(
        "slacks off by, of ends (median, 99%, most): mean, sigma, 0.135%, 99.865% and the slack met with 99.865% in shares of the distance of these quantiles; distance"
    );
    println!("then the late and early yield where samples have 10, 50, 90, 99%");
    println!("then criticalities of ends and vertices off by (median of those of 1% or more, most)");
    println!(
        "times: of arrivals where those that slacks need are kept, of all arrivals and slacks, of criticalities"
    );
    let by_components = [0, 32, 64, 128, 256, 512, 2048].map(|components| (Form::Bins, 64, components));
    let by_bins = [16, 32, 128, 256, 1024].map(|bins| (Form::Bins, bins, 128));
    let by_moments = [Form::Moments, Form::Normal]
        .into_iter()
        .flat_map(|form| [0, 32, 128, 512].map(|components| (form, 64, components)));
    let is_needed = End::needed(&ends, graph.node_count());
    for (form, bins, components) in by_components.into_iter().chain(by_bins).chain(by_moments) {
        let resolution = Resolution { bins, components };
        let start = Instant::now();
        let needed = arrivals_in(form, &graph, &variation, resolution, |node| is_needed[node.index()]);
        let needed_in = start.elapsed().as_secs_f64();
        drop(needed);
        let start = Instant::now();
        let arrivals = arrivals_in(form, &graph, &variation, resolution, |_| true);
        let slacks = Slacks::new(&ends, &arrivals, resolution);
        let elapsed = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let sweep = CriticalSweep { graph: &graph, variation: &variation, arrivals: &arrivals, resolution };
        let swept = sweep.find(&ends, CriticalSweep::DRAWS);
        let swept_in = start.elapsed().as_secs_f64();
        let off: Vec<(Difference, f64)> = (0..ends.len())
            .into_par_iter()
            .filter_map(|end| {
                let samples = samples[end].as_ref()?;
                let range = samples.quantile(0.99865) - samples.quantile(0.00135);
                Some((samples.difference(slacks.of(end)?)?, samples.sigma() / range))
            })
            .collect();
        let columns: [Column; 5] =
            [|o| o.0.mean * o.1, |o| o.0.sigma, |o| o.0.low * o.1, |o| o.0.high * o.1, |o| o.0.distance];
        let columns = columns.map(|column| {
            let mut values: Vec<f64> = off.iter().map(|off| column(off).abs()).collect();
            values.sort_by(f64::total_cmp);
            let at = |share: f64| values.get((share * values.len() as f64) as usize).copied();
            let most = values.last().copied();
            [at(0.5), at(0.99), most].map(|value| format!("{:.3}", value.unwrap_or(f64::NAN))).join(" ")
        });
        let yields = [Split::Late, Split::Early].map(|split| {
            let of_split = &worst[split as usize];
            let at = |share: f64| of_split[((1.0 - share) * of_split.len() as f64) as usize];
            let of_merges = |gain| slacks.timing_yield(split, gain);
            let of_draws = |gain| swept.timing_yield(split, gain);
            let found = |of: &dyn Fn(Ticks) -> f64| {
                [0.1, 0.5, 0.9, 0.99].map(|share| format!("{:.3}", of(-at(share)))).join(" ")
            };
            format!("{}, by draws {}", found(&of_merges), found(&of_draws))
        });
        println!(
            "{form:?} {bins:5} bins {components:5} components {needed_in:7.3} s, {elapsed:.3} s, {swept_in:.3} s | {} | {} | {}",
            columns.join(" | "),
            yields.join(" | "),
            critical_columns(&swept.criticalities, &critical, ends.len(), graph.node_count())
        );
    }
    Ok(())
}

/// The errors of criticalities of ends and of vertices.
fn critical_columns(found: &Criticalities, drawn: &Criticalities, ends: usize, nodes: usize) -> String {
    let of_ends = (0..ends).map(|end| [found.of_end(end), drawn.of_end(end)]);
    let at = |vertex, split| [found.at(vertex, split), drawn.at(vertex, split)];
    let of_vertices =
        VertexId::all(0..2 * nodes).flat_map(|vertex| Split::ALL.map(|split| at(vertex, split)));
    [of_ends.collect(), of_vertices.collect::<Vec<[f64; 2]>>()]
        .map(|pairs: Vec<[f64; 2]>| {
            let counted = pairs.into_iter().filter(|[found, drawn]| found.max(*drawn) >= 0.01);
            let mut errors: Vec<f64> = counted.map(|[found, drawn]| (found - drawn).abs()).collect();
            errors.sort_by(f64::total_cmp);
            let [median, most] = [errors.get(errors.len() / 2), errors.last()].map(|error| error.copied());
            format!("{:.3} {:.3}", median.unwrap_or(0.0), most.unwrap_or(0.0))
        })
        .join(" | ")
}
