//! The slack of a path as a random variable.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_units::Ticks;

use crate::json::time;
use crate::statistical::{SlackMoments, of_hundred, percent, share_json};
use crate::style::Style;
use crate::table::{Align, render};

/// The slack of a path with flat on-chip variation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatOcv {
    /// By how much late delays are longer and early ones shorter, as a share of them.
    pub derate: f64,
    /// The slack with that.
    pub slack: Ticks,
}

/// The slack of a path as a random variable.
#[derive(Clone, Debug, PartialEq)]
pub struct PathMoments {
    /// Without variation, mean, standard deviation and quantiles.
    pub slack: SlackMoments,
    /// The third standardised moment.
    pub skewness: f64,
    /// Probabilities with which the slack is less than its quantiles.
    pub quantiles: Vec<f64>,
    /// Beside it, what flat on-chip variation makes of it.
    pub flat_ocv: FlatOcv,
    /// The probability that it is the worst path of its split.
    pub criticality: f64,
}

impl PathMoments {
    /// A table of one line.
    pub fn text(&self, style: Style) -> impl fmt::Display {
        let quantiles: Vec<String> = self.quantiles.iter().map(|&share| percent(share)).collect();
        let (quantiles, ocv) = (quantiles.join("  "), format!("OCV {}", percent(self.flat_ocv.derate)));
        let columns = ["Slack", &ocv, "Mean", "Sigma", "Skewness", &quantiles, "Critical"]
            .map(|title| (title, Align::Right));
        let [nominal, mean, sigma, quantiles] = self.slack.columns(style);
        let row = [
            nominal,
            style.time(self.flat_ocv.slack),
            mean,
            sigma,
            format!("{:.3}", self.skewness),
            quantiles,
            of_hundred(self.criticality),
        ];
        render(columns, [row])
    }

    /// `nominal`, `mean`, `sigma`, `quantiles`, `skewness`, `flat_ocv` (`derate`, `slack`), `criticality`.
    pub fn json(&self) -> Value {
        let mut value = self.slack.json(&self.quantiles);
        value["skewness"] = share_json(self.skewness);
        value["flat_ocv"] =
            json!({ "derate": share_json(self.flat_ocv.derate), "slack": time(self.flat_ocv.slack) });
        value["criticality"] = share_json(self.criticality);
        value
    }
}
