//! Slacks as random variables, timing yield, and criticality.

use std::fmt::{self, Write as _};

use serde_json::{Value, json};
use zeroslack_units::{Split, Ticks};

use crate::json::time;
use crate::period::PeriodCurve;
use crate::sampled::{SampleRun, SampledMoments, SampledSplit};
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
    /// The same in samples; none where none are drawn.
    pub samples: Option<SampledMoments>,
    /// The probability that it is the worst of all.
    pub criticality: f64,
}

/// A pin, and with what probability the worst path goes through it.
#[derive(Clone, Debug, PartialEq)]
pub struct CriticalPin {
    /// The pin.
    pub pin: String,
    /// The probability.
    pub criticality: f64,
}

/// What a timing yield takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct YieldPoint {
    /// The yield.
    pub timing_yield: f64,
    /// By how much every slack has to grow; less than nothing by how much it may shrink.
    pub gain: Ticks,
    /// How many times as long as they are the periods of all clocks have to be; none where no factor is enough.
    pub scale: Option<f64>,
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
    /// What samples say of both; none where none are drawn.
    pub samples: Option<SampledSplit>,
    /// What some yields take.
    pub curve: Vec<YieldPoint>,
    /// The yield over the periods of clocks.
    pub periods: PeriodCurve,
    /// How many endpoints have a slack.
    pub endpoints: usize,
    /// The worst of them by the first quantile, worst first.
    pub shown: Vec<EndpointMoments>,
    /// The most critical pins, the most critical first.
    pub critical_pins: Vec<CriticalPin>,
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
    /// How samples were drawn; none where none are.
    pub samples: Option<SampleRun>,
    /// Late before early; without splits that nothing is required of.
    pub splits: Vec<SplitMoments>,
}

impl SlackMoments {
    pub(crate) fn json(&self, quantiles: &[f64]) -> Value {
        json!({
            "nominal": time(self.nominal),
            "mean": time(self.mean),
            "sigma": time(self.sigma),
            "quantiles": quantiles_json(quantiles, &self.quantiles),
        })
    }

    pub(crate) fn columns(&self, style: Style) -> [String; 4] {
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
    /// What variation is from; for each split the yield, what others take, a line per endpoint and the most critical pins.
    pub fn text(&self, style: Style) -> impl fmt::Display {
        let mut text = format!("\nStatistical timing: {}\n", self.variation);
        text += &self.sources.text();
        text += &self.samples.map_or_else(String::new, SampleRun::text);
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
            if let Some(samples) = &split.samples {
                samples.write(name, &mut text);
            }
            text += &split.yield_table(style);
            let _ =
                write!(text, "\nStatistical slack, {name}: {} of {}\n", split.shown.len(), split.endpoints);
            text += &split.slack_table(&self.quantiles, style);
            if !split.critical_pins.is_empty() {
                let _ = write!(text, "\nMost critical pins, {name}\n");
                text += &split.pin_table();
            }
        }
        text
    }

    /// `variation`; `sources`: `lvf`, `pocv`, `flat` and `none`, each with numbers of delays (`cells`, `wires`), and `setup_and_hold` (`lvf` of `all`); and `splits`: each with `split`, `timing_yield`,
    /// `worst`, `curve` (`yield`, `gain`, `scale`, `period`), `periods` (`scale`, `period`, `yield`), `endpoints` (how many), `slacks` (`endpoint` and `criticality` beside what `worst` has: `nominal`,
    /// `mean`, `sigma`, `quantiles`), `critical_pins` (`pin`, `criticality`). `period` is `null` where there are several clocks.
    ///
    /// Where samples are drawn, there is also `samples` (`count`, `seed`), in each split `samples` (`timing_yield`, `worst`), and in each of `slacks` `samples`, which has `mean`, `sigma` and `quantiles` as that `worst` does.
    pub fn json(&self) -> Value {
        let splits = self.splits.iter().map(|split| split.json(&self.quantiles));
        let mut value = json!({ "variation": self.variation, "sources": self.sources.json(), "splits": splits.collect::<Value>() });
        if let Some(samples) = self.samples {
            value["samples"] = samples.json();
        }
        value
    }
}

impl SplitMoments {
    fn yield_table(&self, style: Style) -> String {
        let [share, gain] = ["Yield", "Every slack gains"].map(|title| (title, Align::Right));
        let row = |point: &YieldPoint| [percent(point.timing_yield), style.time(point.gain)];
        if self.periods.points.is_empty() {
            return render([share, gain], self.curve.iter().map(row));
        }
        let title = if self.periods.period.is_some() { "Clock period" } else { "Times all periods" };
        let of_scale = |scale: f64| {
            self.periods.scaled(scale).map_or_else(|| format!("{scale:.4}"), |period| style.time(period))
        };
        let rows = self.curve.iter().map(|point| {
            let [share, gain] = row(point);
            [share, gain, point.scale.map_or_else(|| "-".to_string(), of_scale)]
        });
        render([share, gain, (title, Align::Right)], rows)
    }

    fn slack_table(&self, quantiles: &[f64], style: Style) -> String {
        let quantiles: Vec<String> = quantiles.iter().map(|&share| percent(share)).collect();
        let quantiles = quantiles.join("  ");
        let columns = [
            ("Endpoint", Align::Left),
            ("Slack", Align::Right),
            ("Mean", Align::Right),
            ("Sigma", Align::Right),
            (quantiles.as_str(), Align::Right),
            ("Critical", Align::Right),
        ];
        let worst = self.samples.as_ref().map(|samples| &samples.worst);
        let all = std::iter::once(("the least of all", &self.worst, worst, None));
        let shown = self
            .shown
            .iter()
            .map(|end| (end.endpoint.as_str(), &end.slack, end.samples.as_ref(), Some(end.criticality)));
        let rows = all.chain(shown).map(|(name, slack, samples, criticality)| {
            let [nominal, mean, sigma, quantiles] = slack.columns(style);
            let critical = criticality.map(of_hundred).unwrap_or_default();
            let sampled = samples.map(|samples| samples.columns(style)).unwrap_or_default();
            ([name.to_string(), nominal, mean, sigma, quantiles, critical], sampled)
        });
        if self.samples.is_none() {
            return render(columns, rows.map(|(row, _)| row));
        }
        let titles = SampledMoments::titles(&quantiles);
        let sampled = titles.each_ref().map(|title| (title.as_str(), Align::Right));
        render(beside(columns, sampled), rows.map(|(row, sampled)| beside(row, sampled)))
    }

    fn pin_table(&self) -> String {
        let columns = [("Pin", Align::Left), ("Critical", Align::Right)];
        render(columns, self.critical_pins.iter().map(|pin| [pin.pin.clone(), of_hundred(pin.criticality)]))
    }

    fn json(&self, quantiles: &[f64]) -> Value {
        let of_end = |end: &EndpointMoments| {
            let mut value = json!({ "endpoint": end.endpoint, "criticality": share_json(end.criticality) });
            if let (Value::Object(to), Value::Object(from)) = (&mut value, end.slack.json(quantiles)) {
                to.extend(from);
            }
            if let Some(samples) = &end.samples {
                value["samples"] = samples.json(quantiles);
            }
            value
        };
        let of_point = |point: &YieldPoint| {
            json!({
                "yield": point.timing_yield,
                "gain": time(point.gain),
                "scale": point.scale.map(share_json),
                "period": point.scale.and_then(|scale| self.periods.scaled(scale)).map(time),
            })
        };
        let of_pin =
            |pin: &CriticalPin| json!({ "pin": pin.pin, "criticality": share_json(pin.criticality) });
        let mut value = json!({
            "split": self.split.name(),
            "timing_yield": self.timing_yield,
            "worst": self.worst.json(quantiles),
            "curve": self.curve.iter().map(of_point).collect::<Value>(),
            "periods": self.periods.json(),
            "endpoints": self.endpoints,
            "slacks": self.shown.iter().map(of_end).collect::<Value>(),
            "critical_pins": self.critical_pins.iter().map(of_pin).collect::<Value>(),
        });
        if let Some(samples) = &self.samples {
            value["samples"] = samples.json(quantiles);
        }
        value
    }
}

/// A line of slacks, and what samples say of them.
fn beside<T>([name, slack, mean, sigma, quantiles, critical]: [T; 6], [m, s, q]: [T; 3]) -> [T; 9] {
    [name, slack, mean, sigma, quantiles, m, s, q, critical]
}

/// Slacks by their probabilities.
pub(crate) fn quantiles_json(probabilities: &[f64], slacks: &[Ticks]) -> Value {
    let of_quantile = |(&probability, &slack)| json!({ "probability": probability, "slack": time(slack) });
    probabilities.iter().zip(slacks).map(of_quantile).collect()
}

/// In percent with one digit more, which is what draws tell of a criticality.
pub(crate) fn of_hundred(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// A share, a factor or a skewness, rounded to 6 decimals.
pub(crate) fn share_json(share: f64) -> Value {
    ((share * 1e6).round() / 1e6).into()
}

/// With as many digits as tell probabilities near 0 and 1 apart.
pub(crate) fn percent(share: f64) -> String {
    let text = format!("{:.4}", 100.0 * share);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}
