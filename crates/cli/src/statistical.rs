//! `--statistical`

use clap::Args;
use clap::builder::RangedU64ValueParser;
use zeroslack::ssta::{
    Distribution, End, FEWEST_BINS, FlatVariation, MOST_SKEWNESS, Resolution, Slacks, arrivals,
};
use zeroslack::timing::{TimedGraph, slacks_of};
use zeroslack::units::{Split, Ticks};
use zeroslack::{Progress, Timed};
use zeroslack_report::{EndpointMoments, SlackMoments, SplitMoments, StatisticalReport};

/// Statistical timing.
#[derive(Args, Debug)]
#[command(next_help_heading = "Statistical timing")]
pub(crate) struct StatisticalArgs {
    /// Also report slacks as random variables and the timing yield, of delays that vary by a share of themselves; takes about 3 KB of memory a pin
    #[arg(long)]
    statistical: bool,

    /// The standard deviation of cells' delays, as a share of them
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, requires = "statistical")]
    cell_sigma: f32,

    /// The standard deviation of wires' delays, as a share of them
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, requires = "statistical")]
    wire_sigma: f32,

    /// The skewness of delays
    #[arg(long, value_name = "SKEWNESS", default_value_t = 0.0, allow_negative_numbers = true, value_parser = skewness, requires = "statistical")]
    skewness: f32,

    /// Slacks that are met with all but these probabilities are shown
    #[arg(long, value_name = "P", value_delimiter = ',', default_value = "0.00135,0.99865", value_parser = probability, requires = "statistical")]
    quantiles: Vec<f64>,

    /// Bins of a distribution, at the most
    #[arg(long, value_name = "N", default_value_t = Resolution::default().bins, value_parser = RangedU64ValueParser::<usize>::new().range(FEWEST_BINS as u64..=4096), requires = "statistical")]
    bins: usize,

    /// In how many components it is kept what an arrival depends on; with 0 all that meets is taken for independent
    #[arg(long, value_name = "N", default_value_t = Resolution::default().components, value_parser = RangedU64ValueParser::<usize>::new().range(0..=65536), requires = "statistical")]
    components: usize,
}

/// Yields that the report tells the cost of.
const YIELDS: [f64; 9] = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.99865, 0.9999];

impl StatisticalArgs {
    /// What there is to report of some splits, if that is asked for.
    pub(crate) fn report(
        &self,
        timed: Timed<'_>,
        splits: &[Split],
        most: usize,
        progress: &dyn Progress,
    ) -> anyhow::Result<Option<StatisticalReport>> {
        if !self.statistical {
            return Ok(None);
        }
        let resolution = Resolution { bins: self.bins, components: self.components };
        let graph = TimedGraph::new(timed.graph(), timed.timing());
        let variation = FlatVariation::new(self.cell_sigma, self.wire_sigma, self.skewness)?.of_graph(&graph);
        progress.begin("statistical timing", 2);
        let found = arrivals(&graph, &variation, resolution);
        progress.advance(1);
        let ends = End::all(timed.graph(), timed.timing());
        let slacks = Slacks::new(&ends, &found, resolution);
        progress.advance(1);
        let splits =
            splits.iter().filter_map(|&split| self.of_split(timed, &ends, &slacks, (split, most))).collect();
        Ok(Some(StatisticalReport { variation: self.in_words(), quantiles: self.quantiles.clone(), splits }))
    }

    fn in_words(&self) -> String {
        let [cell, wire] =
            [self.cell_sigma, self.wire_sigma].map(|share| f64::from(share * 1e6).round() / 1e4);
        format!(
            "standard deviations of {cell}% of cells' delays and {wire}% of wires', skewness {}, {} bins, {} components",
            self.skewness, self.bins, self.components
        )
    }

    fn of_split(
        &self,
        timed: Timed<'_>,
        ends: &[End],
        slacks: &Slacks,
        (split, most): (Split, usize),
    ) -> Option<SplitMoments> {
        let worst = slacks.worst(split)?;
        let nominal = |end: &End| {
            let all = slacks_of(timed.graph(), timed.timing(), end.endpoint);
            all.filter(|slack| slack.kind.split() == split).map(|slack| slack.slack).min()
        };
        let of_split = ends.iter().enumerate().filter(|(_, end)| end.split == split);
        let mut found: Vec<(&End, SlackMoments)> = of_split
            .filter_map(|(place, end)| Some((end, self.moments(slacks.of(place)?, nominal(end)?))))
            .collect();
        // Ties stay in the order of endpoints.
        found.sort_by_key(|(_, slack)| (slack.quantiles.first().copied(), slack.mean));
        let least = found.iter().map(|(_, slack)| slack.nominal).min()?;
        let name = |end: &End| timed.netlist().pin_name(timed.graph().endpoint(end.endpoint).pin);
        Some(SplitMoments {
            split,
            worst: self.moments(worst, least),
            timing_yield: slacks.timing_yield(split, 0),
            curve: YIELDS.map(|share| (share, -ticks(worst.quantile(1.0 - share)))).into(),
            endpoints: found.len(),
            shown: found
                .into_iter()
                .take(most)
                .map(|(end, slack)| EndpointMoments { endpoint: name(end), slack })
                .collect(),
        })
    }

    fn moments(&self, of: &Distribution, nominal: Ticks) -> SlackMoments {
        SlackMoments {
            nominal,
            mean: ticks(of.mean()),
            sigma: ticks(of.sigma()),
            quantiles: self.quantiles.iter().map(|&share| ticks(of.quantile(share))).collect(),
        }
    }
}

fn ticks(value: f64) -> Ticks {
    value.round() as Ticks
}

/// A number within bounds.
fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let value = text.parse::<f64>().map_err(|error| error.to_string())?;
    if (least..=most).contains(&value) { Ok(value) } else { Err(format!("expected {least} to {most}")) }
}

fn share(text: &str) -> Result<f32, String> {
    within(text, 0.0, f64::from(FlatVariation::MOST_SHARE)).map(|share| share as f32)
}

fn skewness(text: &str) -> Result<f32, String> {
    within(text, -0.99, 0.99).map(|skewness| (skewness as f32).clamp(-MOST_SKEWNESS, MOST_SKEWNESS))
}

fn probability(text: &str) -> Result<f64, String> {
    within(text, 0.0, 1.0)
}
