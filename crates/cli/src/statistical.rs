//! `--statistical`

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use zeroslack::ssta::{FEWEST_BINS, FlatVariation, Form, MOST_SKEWNESS, Resolution, Variation};
use zeroslack::timing::TimedGraph;
use zeroslack::units::Split;
use zeroslack::{Progress, Timed};
use zeroslack_report::StatisticalReport;

use super::statistics::{PathStatistics, Statistics};

/// Statistical timing.
#[derive(Args, Debug)]
#[command(next_help_heading = "Statistical timing")]
pub(crate) struct StatisticalArgs {
    /// Also report slacks as random variables, the timing yield, and the criticality of endpoints, pins and listed paths, of delays that vary by a share of themselves; takes about 3 KB of memory a pin
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
    pub(crate) quantiles: Vec<f64>,

    /// Timing yields of which the report tells what they take
    #[arg(long, value_name = "P", value_delimiter = ',', default_value = "0.01,0.1,0.25,0.5,0.75,0.9,0.99,0.99865,0.9999", value_parser = probability, requires = "statistical")]
    pub(crate) yields: Vec<f64>,

    /// The most critical pins that are shown, early and late
    #[arg(long, value_name = "N", default_value_t = 10, requires = "statistical")]
    pub(crate) critical_pins: usize,

    /// Beside its slack as a random variable each listed path has the one with late delays longer and early ones shorter by this share, without the path that launching and capturing clock have in common
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = derate, requires = "statistical")]
    pub(crate) ocv_derate: f64,

    /// What an arrival is carried as through the design: bins (a distribution), or moments (mean, standard deviation and skewness)
    #[arg(long, value_name = "FORM", value_enum, default_value_t = FormArg::Bins, hide_possible_values = true, requires = "statistical")]
    form: FormArg,

    /// Bins of a distribution, at the most
    #[arg(long, value_name = "N", default_value_t = Resolution::default().bins, value_parser = RangedU64ValueParser::<usize>::new().range(FEWEST_BINS as u64..=4096), requires = "statistical")]
    bins: usize,

    /// In how many components it is kept what an arrival depends on; with 0 all that meets is taken for independent
    #[arg(long, value_name = "N", default_value_t = Resolution::default().components, value_parser = RangedU64ValueParser::<usize>::new().range(0..=65536), requires = "statistical")]
    components: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormArg {
    Bins,
    Moments,
}

impl FormArg {
    fn form(self) -> Form {
        match self {
            Self::Bins => Form::Bins,
            Self::Moments => Form::Moments,
        }
    }
}

impl StatisticalArgs {
    /// What there is to report of some splits, and of listed paths, if that is asked for.
    pub(crate) fn report<'s>(
        &self,
        timed: Timed<'s>,
        splits: &[Split],
        most: usize,
        progress: &dyn Progress,
    ) -> anyhow::Result<Option<(StatisticalReport, PathStatistics<'s>)>> {
        if !self.statistical {
            return Ok(None);
        }
        let resolution = Resolution { bins: self.bins, components: self.components };
        let variation = self.variation(&TimedGraph::new(timed.graph(), timed.timing()))?;
        let statistics = Statistics::new(timed, variation, (self.form.form(), resolution), progress);
        let splits = splits.iter().filter_map(|&split| statistics.of_split(self, (split, most))).collect();
        let report =
            StatisticalReport { variation: self.in_words(), quantiles: self.quantiles.clone(), splits };
        Ok(Some((report, statistics.of_paths(self))))
    }

    fn variation(&self, graph: &TimedGraph<'_>) -> anyhow::Result<Variation> {
        Ok(FlatVariation::new(self.cell_sigma, self.wire_sigma, self.skewness)?.of_graph(graph))
    }

    fn in_words(&self) -> String {
        let [cell, wire] =
            [self.cell_sigma, self.wire_sigma].map(|share| f64::from(share * 1e6).round() / 1e4);
        let form = if self.form == FormArg::Moments { "moments, " } else { "" };
        format!(
            "standard deviations of {cell}% of cells' delays and {wire}% of wires', skewness {}, {form}{} bins, {} components",
            self.skewness, self.bins, self.components
        )
    }
}

/// A number within bounds.
fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let value = text.parse::<f64>().map_err(|error| error.to_string())?;
    if (least..=most).contains(&value) { Ok(value) } else { Err(format!("expected {least} to {most}")) }
}

fn derate(text: &str) -> Result<f64, String> {
    within(text, 0.0, 1.0)
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
