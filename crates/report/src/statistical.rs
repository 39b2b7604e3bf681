//! Slacks as random variables, and timing yield.

use std::fmt::{self, Write as _};

use serde_json::{Value, json};
use zeroslack_units::{Split, Ticks};

use crate::json::time;
use crate::style::Style;
use crate::table::{Align, render};

/// A slack as a random variable, ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct SlackMoments {
    /// What it is without variation.
    pub nominal: Ticks,
    /// Mean.
    pub mean: Ticks,
    /// Standard deviation.
    pub sigma: Ticks,
    /// By [`StatisticalReport::quantiles`].
    pub quantiles: Vec<Ticks>,
}

/// The slack of an endpoint in a split.
#[derive(Clone, Debug, PartialEq)]
pub struct EndpointMoments {
    /// The pin.
    pub endpoint: String,
    /// Its least slack.
    pub slack: SlackMoments,
}

/// All of a split.
#[derive(Clone, Debug, PartialEq)]
pub struct SplitMoments {
    /// Late for setup, early for hold.
    pub split: Split,
    /// The least slack of all endpoints.
    pub worst: SlackMoments,
    /// The probability that no slack is negative.
    pub timing_yield: f64,
    /// A yield, and by how much every slack has to grow to have it; less than nothing by how much it may shrink.
    pub curve: Vec<(f64, Ticks)>,
    /// How many endpoints have a slack.
    pub endpoints: usize,
    /// The worst of them by the first quantile, worst first.
    pub shown: Vec<EndpointMoments>,
}

/// How many delays have their variation from one source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariationFrom {
    /// Delays of cells.
    pub cells: usize,
    /// Delays of wires.
    pub wires: usize,
}

/// What variation is from. A delay is that of an arc to one transition, early or late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariationReport {
    /// Tables of libraries.
    pub lvf: VariationFrom,
    /// Coefficients of side files.
    pub pocv: VariationFrom,
    /// Flat shares of delays.
    pub flat: VariationFrom,
    /// Nothing: they do not vary.
    pub none: VariationFrom,
    /// Setup and hold times that vary, as tables of libraries say.
    pub margins: usize,
    /// All setup and hold times.
    pub all_margins: usize,
}

/// What there is to say of slacks as random variables.
#[derive(Clone, Debug, PartialEq)]
pub struct StatisticalReport {
    /// What varies by how much, in words.
    pub variation: String,
    /// What varies as which source says.
    pub sources: VariationReport,
    /// Probabilities with which a slack is less than the quantiles that are shown.
    pub quantiles: Vec<f64>,
    /// Late before early; without splits that nothing is required of.
    pub splits: Vec<SplitMoments>,
}

impl SlackMoments {
    fn json(&self, quantiles: &[f64]) -> Value {
        let of_quantile = |(&probability, &slack): (&f64, &Ticks)| json!({ "probability": probability, "slack": time(slack) });
        json!({
            "nominal": time(self.nominal),
            "mean": time(self.mean),
            "sigma": time(self.sigma),
            "quantiles": quantiles.iter().zip(&self.quantiles).map(of_quantile).collect::<Value>(),
        })
    }

    fn columns(&self, style: Style) -> [String; 4] {
        let quantiles: Vec<String> = self.quantiles.iter().map(|&slack| style.time(slack)).collect();
        [style.time(self.nominal), style.time(self.mean), style.time(self.sigma), quantiles.join("  ")]
    }
}

impl VariationReport {
    /// Each source with its name in JSON and in text.
    fn each(&self) -> [(&'static str, &'static str, VariationFrom); 4] {
        [
            ("lvf", "LVF tables of libraries", self.lvf),
            ("pocv", "POCV coefficients", self.pocv),
            ("flat", "flat shares", self.flat),
            ("none", "nothing: they do not vary", self.none),
        ]
    }

    fn has_any(&self) -> bool {
        self.margins > 0 || self.each()[..3].iter().any(|(.., from)| from.cells + from.wires > 0)
    }

    fn text(&self) -> String {
        let columns =
            [("Variation from", Align::Left), ("Delays of cells", Align::Right), ("Of wires", Align::Right)];
        let rows = self
            .each()
            .map(|(_, name, from)| [name.to_string(), from.cells.to_string(), from.wires.to_string()]);
        let mut text = format!("\n{}", render(columns, rows.into_iter()));
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "Setup and hold times that vary as LVF tables say: {} of {}",
            self.margins, self.all_margins
        );
        if !self.has_any() {
            text += "Nothing varies: no library and no side file says of any delay how it does, and the flat shares are 0.\n";
        }
        text
    }

    fn json(&self) -> Value {
        let of = |from: VariationFrom| json!({ "cells": from.cells, "wires": from.wires });
        let mut value: serde_json::Map<String, Value> =
            self.each().map(|(name, _, from)| (name.to_string(), of(from))).into_iter().collect();
        let margins = json!({ "lvf": self.margins, "all": self.all_margins });
        value.insert("setup_and_hold".to_string(), margins);
        Value::Object(value)
    }
}

impl StatisticalReport {
    /// What variation is from; for each split the yield, how much every slack has to gain for others, and a line per endpoint.
    pub fn text(&self, style: Style) -> impl fmt::Display {
        let mut text = format!("\nStatistical timing: {}\n", self.variation);
        text += &self.sources.text();
        if self.splits.is_empty() {
            text += "No endpoint has a slack.\n";
        }
        for split in &self.splits {
            let name = split.split.name();
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "\nTiming yield, {name}: {} with no slack of {} endpoints below 0\n",
                percent(split.timing_yield),
                split.endpoints
            );
            let columns = [("Yield", Align::Right), ("Every slack gains", Align::Right)];
            let rows = split.curve.iter().map(|&(share, gain)| [percent(share), style.time(gain)]);
            text += &render(columns, rows);
            let _ =
                write!(text, "\nStatistical slack, {name}: {} of {}\n", split.shown.len(), split.endpoints);
            let quantiles: Vec<String> = self.quantiles.iter().map(|&share| percent(share)).collect();
            let quantiles = quantiles.join("  ");
            let columns = [
                ("Endpoint", Align::Left),
                ("Slack", Align::Right),
                ("Mean", Align::Right),
                ("Sigma", Align::Right),
                (quantiles.as_str(), Align::Right),
            ];
            let all = std::iter::once(("the least of all", &split.worst));
            let rows = all.chain(split.shown.iter().map(|end| (end.endpoint.as_str(), &end.slack)));
            text += &render(
                columns,
                rows.map(|(name, slack)| {
                    let [nominal, mean, sigma, quantiles] = slack.columns(style);
                    [name.to_string(), nominal, mean, sigma, quantiles]
                }),
            );
        }
        text
    }

    /// `variation`; `sources`: `lvf`, `pocv`, `flat` and `none`, each with numbers of delays (`cells`, `wires`), and `setup_and_hold` (`lvf` of `all`); and `splits`: each with `split`, `timing_yield`, `worst`, `curve` (`yield`, `gain`), `endpoints` (how many), `slacks` (`endpoint` beside what `worst` has:
    /// `nominal`, `mean`, `sigma`, `quantiles`).
    pub fn json(&self) -> Value {
        let of_end = |end: &EndpointMoments| {
            let mut value = json!({ "endpoint": end.endpoint });
            if let (Value::Object(to), Value::Object(from)) = (&mut value, end.slack.json(&self.quantiles)) {
                to.extend(from);
            }
            value
        };
        let of_split = |split: &SplitMoments| {
            let curve =
                split.curve.iter().map(|&(share, gain)| json!({ "yield": share, "gain": time(gain) }));
            json!({
                "split": split.split.name(),
                "timing_yield": split.timing_yield,
                "worst": split.worst.json(&self.quantiles),
                "curve": curve.collect::<Value>(),
                "endpoints": split.endpoints,
                "slacks": split.shown.iter().map(of_end).collect::<Value>(),
            })
        };
        json!({ "variation": self.variation, "sources": self.sources.json(), "splits": self.splits.iter().map(of_split).collect::<Value>() })
    }
}

/// With as many digits as tell probabilities near 0 and 1 apart.
fn percent(share: f64) -> String {
    let text = format!("{:.4}", 100.0 * share);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}
