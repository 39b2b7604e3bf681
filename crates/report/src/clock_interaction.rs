//! How clocks meet: which launch what others capture, with what slack, and how that is constrained.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_graph::{CrossingUse, ExceptionCoverage};
use zeroslack_sdc::ClockId;
use zeroslack_timing::CrossingSlack;
use zeroslack_units::{Split, Ticks};

use crate::analysis::Names;
use crate::exception_report::numbers;
use crate::json::time;
use crate::style::Style;
use crate::table::{Align, render};

/// Pairs of clocks between which there are paths, setup before hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockInteractionReport {
    /// In the order of the clocks that launch, then of those that capture.
    pub pairs: Vec<ClockPair>,
}

/// The paths from one clock to another, late or early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockPair {
    /// The clock that launches; none for what no clock does.
    pub launch: Option<String>,
    /// The clock that captures; none where a limit or a required time without a clock does.
    pub capture: Option<String>,
    /// Late for setup, early for hold.
    pub split: Split,
    /// Pins where such paths end, timed or not.
    pub endpoints: usize,
    /// Of these, pins where some are false, or all are not timed as groups of clocks part the two.
    pub untimed: usize,
    /// Pins where the slack is negative.
    pub failing: usize,
    /// The worst slack, and the pin; none where nothing arrives that is timed.
    pub worst: Option<(Ticks, String)>,
    /// How they are constrained.
    pub constrained: Constrained,
    /// The numbers of the exceptions that decide, but for path groups.
    pub exceptions: Vec<u32>,
}

/// How the paths from one clock to another are constrained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constrained {
    /// By their clocks.
    Timed,
    /// All are timed, some as exceptions say.
    Excepted,
    /// Some are false.
    PartlyFalse,
    /// All are false.
    False,
    /// None are timed, as groups of clocks part the two.
    Parted,
}

impl Constrained {
    fn of(of: &CrossingUse) -> Self {
        match (of.untimed, of.timed, of.exceptions.is_empty()) {
            _ if of.is_parted => Self::Parted,
            (0, _, true) => Self::Timed,
            (0, _, false) => Self::Excepted,
            (_, 0, _) => Self::False,
            _ => Self::PartlyFalse,
        }
    }

    /// A few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Timed => "timed",
            Self::Excepted => "timed with exceptions",
            Self::PartlyFalse => "partly false",
            Self::False => "false",
            Self::Parted => "clock groups",
        }
    }
}

/// What stands in place of a clock.
const NO_CLOCK: &str = "(none)";

impl ClockInteractionReport {
    /// Of pairs as structure and constraints make them, with their slacks; of all clocks, or of those between some.
    pub fn new(
        names: &Names<'_>,
        coverage: &ExceptionCoverage,
        slacks: &[CrossingSlack],
        among: Option<&[ClockId]>,
    ) -> Self {
        let name =
            |clock: Option<ClockId>| clock.map(|clock| names.constraints.clocks[clock].name.to_string());
        let is_asked = |clock: Option<ClockId>| {
            among.is_none_or(|among| clock.is_some_and(|clock| among.contains(&clock)))
        };
        let mut pairs = Vec::new();
        for crossing in &coverage.crossings {
            let (launch, capture) = (crossing.launch, crossing.capture);
            if !is_asked(launch) || !is_asked(capture) {
                continue;
            }
            for split in [Split::Late, Split::Early] {
                let of = &crossing.splits[split as usize];
                if of.endpoints == 0 {
                    continue;
                }
                let is_it = |slack: &&CrossingSlack| {
                    (slack.launch, slack.capture, slack.split) == (launch, capture, split)
                };
                let slack = slacks.iter().find(is_it);
                pairs.push(ClockPair {
                    launch: name(launch),
                    capture: name(capture),
                    split,
                    endpoints: of.endpoints,
                    untimed: if of.is_parted { of.endpoints } else { of.untimed },
                    failing: slack.map_or(0, |slack| slack.failing),
                    worst: slack.map(|slack| (slack.worst.slack, names.netlist.pin_name(slack.worst.pin))),
                    constrained: Constrained::of(of),
                    exceptions: of.exceptions.iter().map(|place| place + 1).collect(),
                });
            }
        }
        Self { pairs }
    }

    /// A table with a row for each pair and split.
    pub fn text(&self, style: Style) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            let columns = [
                ("From", Align::Left),
                ("To", Align::Left),
                ("Check", Align::Left),
                ("Slack", Align::Right),
                ("Endpoints", Align::Right),
                ("Failing", Align::Right),
                ("Untimed", Align::Right),
                ("Constrained", Align::Left),
                ("Exceptions", Align::Left),
            ];
            let clock = |name: &Option<String>| name.clone().unwrap_or_else(|| NO_CLOCK.to_owned());
            let row = |pair: &ClockPair| {
                [
                    clock(&pair.launch),
                    clock(&pair.capture),
                    check(pair.split).to_owned(),
                    pair.worst.as_ref().map_or_else(|| "-".to_owned(), |(slack, _)| style.time(*slack)),
                    pair.endpoints.to_string(),
                    pair.failing.to_string(),
                    pair.untimed.to_string(),
                    pair.constrained.name().to_owned(),
                    numbers(&pair.exceptions),
                ]
            };
            f.write_str(&render(columns, self.pairs.iter().map(row)))
        })
    }

    /// An array of an object for each pair and split: `from` and `to` (`null` without a clock), `check`, `slack` in ps and `endpoint` (`null` where nothing is timed),
    /// `endpoints`, `failing`, `untimed`, `constrained` and `exceptions`.
    pub fn json(&self) -> Value {
        let of_pair = |pair: &ClockPair| {
            json!({
                "from": pair.launch,
                "to": pair.capture,
                "check": check(pair.split),
                "slack": pair.worst.as_ref().map(|(slack, _)| time(*slack)),
                "endpoint": pair.worst.as_ref().map(|(_, pin)| pin),
                "endpoints": pair.endpoints,
                "failing": pair.failing,
                "untimed": pair.untimed,
                "constrained": pair.constrained.name(),
                "exceptions": pair.exceptions,
            })
        };
        self.pairs.iter().map(of_pair).collect()
    }
}

/// Late data is checked by setup, early data by hold.
fn check(split: Split) -> &'static str {
    if split == Split::Late { "setup" } else { "hold" }
}
