//! What samples of all delays (Monte Carlo) say of slacks.

use std::fmt::Write as _;

use serde_json::{Value, json};
use zeroslack_units::Ticks;

use crate::json::time;
use crate::statistical::{percent, quantiles_json};
use crate::style::Style;

/// How samples were drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleRun {
    /// How many.
    pub count: u32,
    /// Other seeds, other draws.
    pub seed: u64,
}

/// A slack in samples, ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledMoments {
    /// Mean.
    pub mean: Ticks,
    /// Standard deviation.
    pub sigma: Ticks,
    /// By [`StatisticalReport::quantiles`](crate::StatisticalReport::quantiles).
    pub quantiles: Vec<Ticks>,
}

/// A split in samples.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledSplit {
    /// The least slack of all endpoints.
    pub worst: SampledMoments,
    /// The share of samples in which no slack is negative.
    pub timing_yield: f64,
}

impl SampleRun {
    pub(crate) fn text(self) -> String {
        format!("Samples: {}, seed {}\n", self.count, self.seed)
    }

    pub(crate) fn json(self) -> Value {
        json!({ "count": self.count, "seed": self.seed })
    }
}

impl SampledMoments {
    /// Titles of [`SampledMoments::columns`], with those of the quantiles.
    pub(crate) fn titles(quantiles: &str) -> [String; 3] {
        ["Sampled mean".to_string(), "Sampled sigma".to_string(), format!("Sampled {quantiles}")]
    }

    pub(crate) fn columns(&self, style: Style) -> [String; 3] {
        let quantiles: Vec<String> = self.quantiles.iter().map(|&slack| style.time(slack)).collect();
        [style.time(self.mean), style.time(self.sigma), quantiles.join("  ")]
    }

    pub(crate) fn json(&self, quantiles: &[f64]) -> Value {
        json!({
            "mean": time(self.mean),
            "sigma": time(self.sigma),
            "quantiles": quantiles_json(quantiles, &self.quantiles),
        })
    }
}

impl SampledSplit {
    pub(crate) fn write(&self, name: &str, text: &mut String) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "Timing yield of the samples, {name}: {}", percent(self.timing_yield));
    }

    pub(crate) fn json(&self, quantiles: &[f64]) -> Value {
        json!({ "timing_yield": self.timing_yield, "worst": self.worst.json(quantiles) })
    }
}
