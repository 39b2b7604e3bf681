//! Data of the plots in docs/statistical.md, as JSON: the yield over the clock's period and the slack of an endpoint, as distributions and from samples. `benches/plot` draws them.
//!
//!   cargo run --release -p zeroslack --example yield_curve -- [GATES [SAMPLES]] > DATA.json
//!
//! The endpoint is the one that is critical most often for setup.

#![expect(clippy::print_stdout, reason = "prints JSON")]
#![expect(clippy::unwrap_used, reason = "generated texts are right")]

#[path = "../tests/zeroslack/common/in_memory.rs"]
mod in_memory;

use in_memory::{session, text};
use zeroslack::ssta::{
    CriticalSweep, End, FlatVariation, MonteCarlo, PeriodYield, Resolution, Slacks, arrivals,
};
use zeroslack::timing::{TimedGraph, slacks_of};
use zeroslack::units::{Split, Ticks, ps};
use zeroslack::{Session, Timed};
use zeroslack_synth::{Design, Options};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Bars of the histogram.
const BARS: usize = 60;

fn design(gates: usize) -> Result<Session> {
    let design = Design::new(Options::new(gates))?;
    let [early, late] = [zeroslack_synth::Split::Early, zeroslack_synth::Split::Late]
        .map(|split| text(|out| design.write_liberty(split, out)));
    let (verilog, spef) = (text(|out| design.write_verilog(out)), text(|out| design.write_spef(out)));
    let mut session = session([&early, &late], &verilog, &spef, &text(|out| design.write_timing(out)));
    session.update()?;
    Ok(session)
}

/// How long after launch an end's capture comes.
fn distance(timed: Timed<'_>, end: &End) -> Ticks {
    let mut all = slacks_of(timed.graph(), timed.timing(), end.endpoint);
    let slack = all.find(|slack| slack.kind.split() == end.split);
    slack.map_or(0, |slack| timed.capture_distance(slack.by, slack.vertex(timed.graph()), end.split))
}

/// Pairs of numbers as JSON.
fn pairs(pairs: impl IntoIterator<Item = (f64, f64)>) -> String {
    let pairs: Vec<String> = pairs.into_iter().map(|(x, y)| format!("[{x:.6}, {y:.8}]")).collect();
    format!("[{}]", pairs.join(", "))
}

/// Shares of samples by ps, in bars of the same width.
fn histogram(samples: &[f64]) -> Vec<(f64, f64)> {
    let [least, most] = [f64::min, f64::max].map(|of| samples.iter().copied().reduce(of).unwrap_or_default());
    let width = ((most - least) / BARS as f64).max(1e-4);
    let mut bars = [0usize; BARS];
    samples.iter().for_each(|sample| bars[(((sample - least) / width) as usize).min(BARS - 1)] += 1);
    let bar = |(place, count): (usize, usize)| {
        (least + (place as f64 + 0.5) * width, count as f64 / (samples.len() as f64 * width))
    };
    bars.into_iter().enumerate().map(bar).collect()
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |default: &str| arguments.next().unwrap_or_else(|| default.to_string());
    let (gates, samples) = (argument("2000").parse()?, argument("20000").parse()?);
    let session = design(gates)?;
    let timed = session.timed()?;
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let variation = FlatVariation::new(0.08, 0.05, 0.4)?.of_graph(&graph);
    let ends = End::all(timed.graph(), timed.timing());
    let resolution = Resolution::default();
    let arrivals = arrivals(&graph, &variation, resolution);
    let slacks = Slacks::new(&ends, &arrivals, resolution);
    let sweep = CriticalSweep { graph: &graph, variation: &variation, arrivals: &arrivals, resolution };
    let critical = sweep.find(&ends, CriticalSweep::DRAWS).criticalities;
    let late: Vec<usize> = (0..ends.len()).filter(|&end| ends[end].split == Split::Late).collect();
    let share = |end: &usize| critical.of_end(*end);
    let worst = *late.iter().max_by(|a, b| share(a).total_cmp(&share(b))).ok_or("no end")?;
    let drawn = MonteCarlo { seed: 1, samples }.slacks(&graph, &variation, &ends);

    let of_requirement = |by, data| timed.capture_distance(by, data, Split::Late);
    let periods = PeriodYield::new(&ends, &arrivals, (Split::Late, resolution), of_requirement);
    let curve = periods.curve(101);
    let distances: Vec<Ticks> = late.iter().map(|&end| distance(timed, &ends[end])).collect();
    let of_samples = curve.iter().map(|&(scale, _)| {
        let is_met = |&sample: &u32| {
            let mut slacks = late.iter().map(|&end| drawn[end][sample as usize]).zip(&distances);
            slacks.all(|(slack, &distance)| slack as f64 + (scale - 1.0) * distance as f64 >= 0.0)
        };
        (scale, (0..samples).filter(is_met).count() as f64 / f64::from(samples))
    });
    let of_samples: Vec<(f64, f64)> = of_samples.collect();
    let period = timed.constraints().clocks.iter().next().map_or(0, |(_, clock)| clock.period);
    let over_period =
        |points: Vec<(f64, f64)>| pairs(points.into_iter().map(|(scale, share)| (scale * ps(period), share)));

    let slack = slacks.of(worst).ok_or("no slack")?;
    let ((first, masses), step) = (slack.bins(), slack.step());
    let bins =
        masses.iter().zip(0..).map(|(&mass, bin)| (ps(first + bin * step), f64::from(mass) / ps(step)));
    let of_end: Vec<f64> = drawn[worst].iter().map(|&slack| ps(slack)).collect();
    let name = timed.netlist().pin_name(timed.graph().endpoint(ends[worst].endpoint).pin);
    println!("{{\n  \"gates\": {gates},\n  \"samples\": {samples},\n  \"endpoint\": \"{name}\",");
    println!("  \"yield\": {},", over_period(curve));
    println!("  \"yield_of_samples\": {},", over_period(of_samples));
    println!("  \"slack\": {},", pairs(bins));
    println!("  \"slack_of_samples\": {}\n}}", pairs(histogram(&of_end)));
    Ok(())
}
