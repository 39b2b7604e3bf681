//! How far arrivals as distributions are from Monte Carlo at the endpoints of a synthetic design, by bins.
//!
//!   cargo run --release -p zeroslack --example statistical -- [GATES [SAMPLES]]

#![expect(clippy::print_stdout, reason = "prints a table")]

use std::sync::Arc;
use std::time::Instant;

use zeroslack::graph::VertexId;
use zeroslack::input::Diagnostics;
use zeroslack::netlist::{CellLibrary, LinkOptions, Parasitics, Source, link};
use zeroslack::ssta::{Difference, FlatVariation, MonteCarlo, Samples, arrivals};
use zeroslack::timing::{Calculator, TimedGraph};
use zeroslack::units::{Split, Transition};
use zeroslack::{Session, SessionParts};
use zeroslack_synth::{Design, Options};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn text(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Result<String> {
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    Ok(String::from_utf8(bytes)?)
}

fn session(gates: usize) -> Result<Session> {
    let design = Design::new(Options::new(gates))?;
    let library = |split| -> Result<_> {
        let text = text(|out| design.write_liberty(split, out))?;
        Ok(vec![Arc::new(zeroslack::liberty::read(&text).0)])
    };
    let [early, late] = [zeroslack_synth::Split::Early, zeroslack_synth::Split::Late].map(library);
    let library = CellLibrary::new(early?, late?).0;
    let verilog = text(|out| design.write_verilog(out))?;
    let sources = [Source { file: "d.v", text: &verilog, design: zeroslack::verilog::read(&verilog).0 }];
    let netlist = link(&sources, library, &LinkOptions::default()).0.ok_or("no netlist")?;
    let spef = text(|out| design.write_spef(out))?;
    let mut parasitics = Parasitics::default();
    parasitics.read(
        &netlist,
        &zeroslack::spef::read(&spef, &zeroslack::spef::Options::default()).0,
        None,
        &spef,
    );
    let timing = text(|out| design.write_timing(out))?;
    let constraints = zeroslack::sdc::tau::read_timing(&timing, &netlist).0;
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    let mut session = Session::build(parts, Diagnostics::new())?;
    session.update()?;
    Ok(session)
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: &str| arguments.next().unwrap_or_else(|| default.to_string()).parse::<u32>();
    let (gates, samples) = (number("2000")?, number("10000")?);
    let variation = FlatVariation::new(0.08, 0.05, 0.4)?;
    let session = session(gates as usize)?;
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
    for bins in [16, 32, 64, 128, 256, 512, 1024] {
        let start = Instant::now();
        let found = arrivals(&graph, &variation, bins);
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
        println!("{bins:5} bins {elapsed:7.3} s | {}", columns.join(" | "));
    }
    Ok(())
}
