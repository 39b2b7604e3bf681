//! What exceptions decide.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_graph::{ExceptionCoverage, PathCount, TagCounts};

use crate::analysis::Names;
use crate::table::{Align, render};
use crate::words::counted;

/// What each exception decides, and how many tags they make.
#[derive(Clone, Debug, PartialEq)]
pub struct ExceptionReport {
    /// In the order in which they were stated.
    pub exceptions: Vec<ReportedException>,
    /// How many tags there are.
    pub tags: TagCounts,
    /// The pin with the most of them.
    pub most_tags_at: Option<String>,
}

/// What one exception decides.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedException {
    /// Its number, from 1.
    pub number: u32,
    /// As a command.
    pub text: String,
    /// All that it matches.
    pub matched: PathCount,
    /// Of that, what it decides.
    pub decided: PathCount,
    /// The numbers of those that decide in its place.
    pub shadowed_by: Vec<u32>,
    /// Whether some of what it matches is not timed because of groups of clocks.
    pub is_parted: bool,
}

/// How much an exception decides of what it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// All of it.
    Decides,
    /// A part: of the rest others decide.
    PartlyShadowed,
    /// Nothing: others decide of all of it.
    Shadowed,
    /// There is nothing that it matches.
    MatchesNothing,
}

impl Standing {
    /// A word or two.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decides => "decides",
            Self::PartlyShadowed => "partly shadowed",
            Self::Shadowed => "shadowed",
            Self::MatchesNothing => "matches nothing",
        }
    }
}

impl ReportedException {
    /// How much it decides.
    pub fn standing(&self) -> Standing {
        let decides_all = self.shadowed_by.is_empty() && !self.is_parted;
        match (self.matched.endpoints, self.decided.endpoints, decides_all) {
            (0, ..) => Standing::MatchesNothing,
            (_, 0, _) => Standing::Shadowed,
            (_, _, true) => Standing::Decides,
            (_, _, false) => Standing::PartlyShadowed,
        }
    }

    /// Whether it decides of nothing.
    pub fn is_ignored(&self) -> bool {
        self.decided.endpoints == 0
    }
}

impl ExceptionReport {
    /// Of exceptions, each with its text.
    pub fn new(names: &Names<'_>, coverage: &ExceptionCoverage, tags: TagCounts, texts: Vec<String>) -> Self {
        let of_one =
            |((number, text), of): ((u32, String), &zeroslack_graph::ExceptionUse)| ReportedException {
                number,
                text,
                matched: of.matched,
                decided: of.decided,
                shadowed_by: of.shadowed_by.iter().map(|place| place + 1).collect(),
                is_parted: of.is_parted,
            };
        Self {
            exceptions: (1..).zip(texts).zip(&coverage.exceptions).map(of_one).collect(),
            tags,
            most_tags_at: tags.at.map(|pin| names.netlist.pin_name(pin)),
        }
    }

    /// Only those that decide of nothing.
    #[must_use]
    pub fn ignored(mut self) -> Self {
        self.exceptions.retain(ReportedException::is_ignored);
        self
    }

    /// A table with a row for each exception, and a line on tags.
    pub fn text(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            let columns = [
                ("No", Align::Right),
                ("Endpoints", Align::Right),
                ("Paths", Align::Right),
                ("Standing", Align::Left),
                ("Shadowed by", Align::Left),
                ("Exception", Align::Left),
            ];
            let row = |one: &ReportedException| {
                [
                    one.number.to_string(),
                    part(one.decided.endpoints, one.matched.endpoints),
                    part(Paths(one.decided.paths), Paths(one.matched.paths)),
                    one.standing().name().to_owned(),
                    shadowed_by(one),
                    one.text.clone(),
                ]
            };
            f.write_str(&render(columns, self.exceptions.iter().map(row)))?;
            let TagCounts { pins, tags, most, states, .. } = self.tags;
            let average = tags as f64 / pins.max(1) as f64;
            write!(f, "\nTags at pins: {average:.2} on average, {most} at most")?;
            if let Some(pin) = &self.most_tags_at {
                write!(f, " ({pin})")?;
            }
            writeln!(
                f,
                "; {}",
                counted(states.saturating_sub(1), "state of exceptions", "states of exceptions")
            )
        })
    }

    /// `exceptions`, an array of an object for each: `number`, `exception` (the command), `standing`, `endpoints` and `paths` that it decides, `matched_endpoints` and
    /// `matched_paths`, `shadowed_by`, the numbers of those that decide in its place, and `clock_groups`, whether groups of clocks part some; and `tags`: `pins`, `tags`, `most`, `pin` and `states`.
    pub fn json(&self) -> Value {
        let of_one = |one: &ReportedException| {
            json!({
                "number": one.number,
                "exception": one.text,
                "standing": one.standing().name(),
                "endpoints": one.decided.endpoints,
                "paths": one.decided.paths,
                "matched_endpoints": one.matched.endpoints,
                "matched_paths": one.matched.paths,
                "shadowed_by": one.shadowed_by,
                "clock_groups": one.is_parted,
            })
        };
        let TagCounts { pins, tags, most, states, .. } = self.tags;
        let tags = json!({
            "pins": pins,
            "tags": tags,
            "most": most,
            "pin": self.most_tags_at,
            "states": states.saturating_sub(1),
        });
        json!({ "exceptions": self.exceptions.iter().map(of_one).collect::<Value>(), "tags": tags })
    }
}

/// A number of paths: a whole one, or with an exponent where not all of its digits are known.
#[derive(Clone, Copy, PartialEq)]
struct Paths(f64);

impl fmt::Display for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1e15 { write!(f, "{:.0}", self.0) } else { write!(f, "{:.3e}", self.0) }
    }
}

/// What decides in place of an exception.
fn shadowed_by(one: &ReportedException) -> String {
    let groups = one.is_parted.then(|| "clock groups".to_owned());
    let all: Vec<String> = one.shadowed_by.iter().map(u32::to_string).chain(groups).collect();
    all.join(", ")
}

/// A number, and of how many where that is more.
fn part<T: PartialEq + fmt::Display>(decided: T, matched: T) -> String {
    if decided == matched { decided.to_string() } else { format!("{decided} of {matched}") }
}

/// Numbers of exceptions in a row.
pub(crate) fn numbers(of: &[u32]) -> String {
    let all: Vec<String> = of.iter().map(u32::to_string).collect();
    all.join(", ")
}
