//! How far arrivals as distributions are from Monte Carlo at the endpoints of a synthetic design, by bins and components.
//!
//!   cargo run --release -p zeroslack --example statistical -- [GATES [SAMPLES]]

#![expect(clippy::print_stdout, reason = "prints a table")]
#![expect(clippy::unwrap_used, reason = "generated texts are right")]

#[path = "../tests/common/in_memory.rs"]
mod in_memory;

use std::time::Instant;

use in_memory::{session, text};
use zeroslack::Session;
use zeroslack::graph::VertexId;
use zeroslack::ssta::{Difference, FlatVariation, MonteCarlo, Resolution, Samples, arrivals};
use zeroslack::timing::TimedGraph;
use zeroslack::units::{Split, Transition};
use zeroslack_synth::{Design, Options};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn synthetic(gates: usize) -> Result<Session> {
    let design = Design::new(Options::new(gates))?;
    let [early, late] = [zeroslack_synth::Split::Early, zeroslack_synth::Split::Late]
        .map(|split| text(|out| design.write_liberty(split, out)));
    let (verilog, spef) = (text(|out| design.write_verilog(out)), text(|out| design.write_spef(out)));
    let mut session = session([&early, &late], &verilog, &spef, &text(|out| design.write_timing(out)));
    session.update()?;
    Ok(session)
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: &str| arguments.next().unwrap_or_else(|| default.to_string()).parse::<u32>();
    let (gates, samples) = (number("2000")?, number("10000")?);
    let variation = FlatVariation::new(0.08, 0.05, 0.4)?;
    let session = synthetic(gates as usize)?;
    let timed = session.timed()?;
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let checked = timed.graph().checks().iter().map(|check| (check.data, check.split));
    let ends = checked.flat_map(|(node, split)| Transition::ALL.map(|to| (node.vertex(to), split)));
    let mut ends: Vec<(VertexId, Split)> = ends.collect();
    ends.sort_unstable();
    ends.dedup();
    let start = Instant::now();
    let drawn = MonteCarlo { seed: 1, samples }.arrivals(&graph, &variation, &ends);
    println!(
        "{} pins, {samples} samples in {:.2} s",
        session.netlist().pin_count(),
        start.elapsed().as_secs_f64()
    );
    let samples: Vec<Option<Samples>> =
        (0..ends.len()).map(|place| Samples::new(drawn.iter().map(|sample| sample[place]))).collect();
    println!(
        "off by, of ends (median, 99%, most) in standard deviations: mean, sigma, 0.135%, 99.865%; distance"
    );
    let by_components = [0, 32, 64, 128, 256, 512, 2048].map(|components| (64, components));
    let by_bins = [16, 32, 128, 256, 1024].map(|bins| (bins, 128));
    for (bins, components) in by_components.into_iter().chain(by_bins) {
        let start = Instant::now();
        let found = arrivals(&graph, &variation, Resolution { bins, components });
        let elapsed = start.elapsed().as_secs_f64();
        let off: Vec<Difference> = ends
            .iter()
            .zip(&samples)
            .filter_map(|(&(vertex, split), samples)| samples.as_ref()?.difference(found.at(vertex, split)?))
            .collect();
        let columns: [fn(&Difference) -> f64; 5] =
            [|o| o.mean, |o| o.sigma, |o| o.low, |o| o.high, |o| o.distance];
        let columns = columns.map(|column| {
            let mut values: Vec<f64> = off.iter().map(|off| column(off).abs()).collect();
            values.sort_by(f64::total_cmp);
            let at = |share: f64| values.get((share * values.len() as f64) as usize).copied();
            let most = values.last().copied();
            [at(0.5), at(0.99), most].map(|value| format!("{:.3}", value.unwrap_or(f64::NAN))).join(" ")
        });
        println!("{bins:5} bins {components:5} components {elapsed:7.3} s | {}", columns.join(" | "));
    }
    Ok(())
}
