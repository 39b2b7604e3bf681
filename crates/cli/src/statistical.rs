//! `--statistical`

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use zeroslack::cuda::Cap;
use zeroslack::input::Diagnostics;
use zeroslack::ssta::{FEWEST_BINS, FlatVariation, Form, MOST_SKEWNESS, MonteCarlo, Resolution};
use zeroslack::units::Split;
use zeroslack::{
    LoadError, PocvFile, Progress, Texts, Timed, VariationCounts, VariationSource, VariationSources,
};
use zeroslack_report::{SampleRun, StatisticalReport, VariationFrom, VariationReport};

use super::statistics::{Method, PathStatistics, Statistics};

/// What is reported of a design, and what is told of listed paths.
pub(crate) type StatisticsOf<'s> = (StatisticalReport, PathStatistics<'s>);

/// Statistical timing.
#[derive(Args, Debug)]
#[command(next_help_heading = "Statistical timing")]
pub(crate) struct StatisticalArgs {
    /// Also report slacks as random variables, the timing yield, and the criticality of endpoints, pins and listed paths, of delays that vary as libraries (LVF tables), side files or shares of them say; takes about 3 KB of memory a pin
    #[arg(long)]
    statistical: bool,

    /// Side files (POCV) with coefficients by library cell, cell and net, for delays of which no library has the variation; what a later file says counts
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "statistical")]
    pub(crate) pocv: Vec<PathBuf>,

    /// The standard deviation of cells' delays as a share of them, where neither a library nor a side file says more
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, requires = "statistical")]
    cell_sigma: f32,

    /// The standard deviation of wires' delays as a share of them, where no side file says more
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, requires = "statistical")]
    wire_sigma: f32,

    /// The skewness of the delays that --cell-sigma and --wire-sigma are of
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

    /// Also draw so many samples of all delays (Monte Carlo) and show what slacks and timing yields are in them; a sample takes up to 16 bytes of memory for each endpoint and split
    #[arg(long, value_name = "N", requires = "statistical")]
    monte_carlo: Option<u32>,

    /// Other seeds, other samples
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "monte_carlo")]
    seed: u64,

    /// Memory of the GPU that statistical timing may take: bytes, or with K, M or G a number of KiB, MiB or GiB [default: what is free]
    #[arg(long, value_name = "SIZE", value_parser = size, requires = "statistical")]
    device_memory: Option<u64>,
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
    /// The side files, with what is said of them.
    pub(crate) fn read_pocv(&self, strict: bool) -> Result<(Vec<PocvFile>, Diagnostics), LoadError> {
        PocvFile::read_all(&self.pocv, &Texts::default(), strict)
    }

    /// What there is to report of some splits, and of listed paths, if that is asked for, and what is said of where variation comes from.
    pub(crate) fn report<'s>(
        &self,
        timed: Timed<'s>,
        pocv: Vec<PocvFile>,
        (splits, most): (&[Split], usize),
        progress: &dyn Progress,
    ) -> anyhow::Result<(Option<StatisticsOf<'s>>, Diagnostics)> {
        if !self.statistical {
            return Ok((None, Diagnostics::new()));
        }
        let flat = FlatVariation::new(self.cell_sigma, self.wire_sigma, self.skewness)?;
        progress.begin("statistical timing", 4);
        let variation = timed.variation(&VariationSources { pocv, flat });
        progress.advance(1);
        let varying = (variation.delays, &variation.margins);
        let statistics = Statistics::new(timed, varying, self.method(), progress)?;
        let splits = splits.iter().filter_map(|&split| statistics.of_split(self, (split, most))).collect();
        let report = StatisticalReport {
            variation: self.in_words(),
            sources: sources(&variation.counts),
            quantiles: self.quantiles.clone(),
            samples: self.drawn().map(|MonteCarlo { seed, samples: count }| SampleRun { count, seed }),
            splits,
        };
        Ok((Some((report, statistics.of_paths(self))), variation.diagnostics))
    }

    fn method(&self) -> Method {
        Method {
            form: self.form.form(),
            resolution: Resolution { bins: self.bins, components: self.components },
            cap: Cap { bytes: self.device_memory, ..Cap::default() },
            monte_carlo: self.drawn(),
        }
    }

    /// The samples that are asked for; none of 0.
    fn drawn(&self) -> Option<MonteCarlo> {
        let samples = self.monte_carlo.filter(|&samples| samples > 0)?;
        Some(MonteCarlo { seed: self.seed, samples })
    }

    fn in_words(&self) -> String {
        let [cell, wire] =
            [self.cell_sigma, self.wire_sigma].map(|share| f64::from(share * 1e6).round() / 1e4);
        let form = if self.form == FormArg::Moments { "moments, " } else { "" };
        format!(
            "flat standard deviations of {cell}% of cells' delays and {wire}% of wires', skewness {}, {form}{} bins, {} components",
            self.skewness, self.bins, self.components
        )
    }
}

/// The source of the variation of delays.
fn sources(counts: &VariationCounts) -> VariationReport {
    let of_source = |source: VariationSource| {
        let [cells, wires] = [counts.cells, counts.wires].map(|of| of[source as usize]);
        VariationFrom { cells, wires }
    };
    let [lvf, pocv, flat, none] = VariationSource::ALL.map(of_source);
    VariationReport { lvf, pocv, flat, none, margins: counts.margins, all_margins: counts.all_margins }
}

/// A number within bounds.
fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let value = text.parse::<f64>().map_err(|error| error.to_string())?;
    if (least..=most).contains(&value) { Ok(value) } else { Err(format!("expected {least} to {most}")) }
}

/// Bytes, with a suffix for powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let suffixes = [("K", 10), ("M", 20), ("G", 30)];
    let with_suffix = suffixes.iter().find_map(|&(suffix, bits)| Some((text.strip_suffix(suffix)?, bits)));
    let (number, bits) = with_suffix.unwrap_or((text, 0));
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << bits));
    bytes.ok_or_else(|| "expected bytes, for example 4G or 512M".to_string())
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
