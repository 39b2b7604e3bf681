//! A report as one HTML page that needs nothing else: it holds its data as JSON, and a script that shows them.

mod checks;
mod clock_tree;
mod groups;
mod histogram;

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};
use zeroslack_graph::PathGroup;
use zeroslack_input::Diagnostics;
use zeroslack_timing::{Calculator, EndpointSlack, Summary};
use zeroslack_units::Split;

use crate::analysis::Analysis;
use crate::design::DesignSummary;
use crate::not_applied::not_applied_json;
use crate::setup::{Lack, SetupCheck};
use crate::slack::slack_json;

pub use checks::PageChecks;
pub use clock_tree::{ClockTree, ClockTreeNode};
pub use groups::GroupSlacks;
pub use histogram::SlackHistogram;

const FRAME: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Bars of a histogram, about.
const BARS: usize = 60;
/// Names of each thing that a design lacks.
const NAMED: usize = 200;
/// The most nodes of clock trees that a page shows.
const MOST_TREE_NODES: usize = 4000;

/// What a page shows beside endpoints and paths.
#[derive(Debug)]
pub struct Page {
    /// The name of the scenario.
    scenario: String,
    data: Value,
}

/// What a page is made from.
#[derive(Clone, Copy, Debug)]
pub struct PageSources<'p> {
    /// The timed design.
    pub analysis: &'p Analysis<'p>,
    /// The name of the scenario.
    pub scenario: &'p str,
    /// How delays are computed.
    pub calculator: Calculator,
    /// Messages about the inputs: the page counts constraints that are not applied.
    pub said: &'p Diagnostics,
    /// Slack by kind of check.
    pub summaries: &'p [Summary],
    /// The slacks of endpoints, in the order of endpoints.
    pub slacks: &'p [EndpointSlack],
    /// The worst slack of each endpoint in each path group, in the order of endpoints.
    pub group_slacks: &'p [(PathGroup, EndpointSlack)],
    /// Design rules, pulse widths, periods and skews: the kinds of which there is anything.
    pub checks: &'p [PageChecks],
}

/// What the page's times are in. Its data are in ps.
#[derive(Clone, Debug, PartialEq)]
pub struct PageUnits {
    /// A unit, ps.
    pub time: f64,
    /// What it is called.
    pub name: String,
    /// Digits after the decimal point.
    pub digits: usize,
}

impl Page {
    /// Of a timed design. It takes about the time of a sweep over the timing graph.
    pub fn new(sources: &PageSources<'_>) -> Self {
        let PageSources { analysis, slacks, .. } = *sources;
        let names = analysis.names;
        let histogram = |split| SlackHistogram::new(slacks, split, BARS).json();
        let groups = GroupSlacks::of_all(analysis, sources.group_slacks);
        let trees = ClockTree::of_all(analysis, MOST_TREE_NODES);
        let data = json!({
            "design": DesignSummary::new(analysis, slacks, sources.calculator).json(),
            "setup": SetupCheck::new(analysis, slacks).json(names.netlist, NAMED),
            "lacks": Lack::ALL.iter().map(|lack| (lack.key(), lack.name())).collect::<BTreeMap<_, _>>(),
            "not_applied": not_applied_json(sources.said),
            "left_out": sources.said.constraints_left_out(),
            "slack": slack_json(sources.summaries),
            "checks": sources.checks.iter().map(PageChecks::json).collect::<Value>(),
            "groups": groups.iter().map(GroupSlacks::json).collect::<Value>(),
            "histograms": { "late": histogram(Split::Late), "early": histogram(Split::Early) },
            "clock_trees": trees.iter().map(|tree| tree.json(names)).collect::<Value>(),
        });
        Self { scenario: sources.scenario.to_string(), data }
    }

    /// So many of the worst slacks of each split are usual in a page.
    pub const ENDPOINTS: usize = 1000;
    /// So many of the worst paths of each split are usual in a page.
    pub const PATHS: usize = 100;

    /// So many bytes the endpoints of a split take at the most, unless somebody asks for a number of them.
    pub const ENDPOINT_BYTES: usize = 500_000;
    /// So many bytes the paths of a split take at the most, unless somebody asks for a number of them.
    pub const PATH_BYTES: usize = 1_300_000;

    /// Writes the page. The ends of the worst paths of endpoints and the paths that are listed come one by one, as texts of what [`PathEnds::json`](crate::PathEnds::json) and
    /// [`PathReport::json`](crate::PathReport::json) make.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(
        &self,
        out: &mut dyn Write,
        units: &PageUnits,
        endpoints: impl IntoIterator<Item = String>,
        paths: impl IntoIterator<Item = String>,
    ) -> io::Result<()> {
        let (before, after) = FRAME.split_once("{{data}}").unwrap_or((FRAME, ""));
        out.write_all(self.filled(before).as_bytes())?;
        let head = json!({
            "format": "zeroslack-report",
            "version": 1,
            "units": { "time": "ps", "capacitance": "fF" },
            "shown": { "time": units.name, "scale": units.time, "digits": units.digits },
            "scenario": self.scenario,
        });
        let mut members = member_texts(&head);
        members.extend(member_texts(&self.data));
        write!(out, "{{{}", members.join(","))?;
        write_list(out, "endpoints", endpoints)?;
        write_list(out, "paths", paths)?;
        write!(out, "}}{}", self.filled(after))
    }

    /// A part of the frame with all that is known before the lists.
    fn filled(&self, part: &str) -> String {
        let title = escaped_text(self.data["design"]["name"].as_str().unwrap_or_default());
        let part = part.replace("{{style}}", STYLE).replace("{{script}}", SCRIPT);
        part.replace("{{title}}", &title)
    }
}

/// The first of some texts that take so many bytes together: all of them if `most` is none.
pub fn within_bytes(
    texts: impl IntoIterator<Item = String>,
    most: Option<usize>,
) -> impl Iterator<Item = String> {
    let mut taken = 0_usize;
    texts.into_iter().take_while(move |text| {
        taken += text.len();
        most.is_none_or(|most| taken <= most)
    })
}

/// `"key":value` for each member of an object.
fn member_texts(value: &Value) -> Vec<String> {
    let members = value.as_object().into_iter().flatten();
    members.map(|(key, value)| format!("\"{key}\":{}", script_text(value.to_string()))).collect()
}

fn write_list(out: &mut dyn Write, key: &str, items: impl IntoIterator<Item = String>) -> io::Result<()> {
    write!(out, ",\n\"{key}\":[")?;
    for (number, item) in items.into_iter().enumerate() {
        write!(out, "{}\n{}", if number == 0 { "" } else { "," }, script_text(item))?;
    }
    out.write_all(b"]")
}

/// JSON that ends no script it stands in, whatever its texts say.
fn script_text(json: String) -> String {
    if json.contains('<') { json.replace('<', "\\u003c") } else { json }
}

/// A text between tags.
fn escaped_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_end_no_script_and_no_title() {
        assert_eq!(script_text(json!({ "pin": "\\</script>" }).to_string()), r#"{"pin":"\\\u003c/script>"}"#);
        assert_eq!(escaped_text("a<b&c"), "a&lt;b&amp;c");
    }

    #[test]
    fn a_page_has_as_many_texts_as_fit() {
        let texts = || ["ab", "cd", "ef"].map(str::to_string);
        let within = |most| within_bytes(texts(), most).collect::<String>();
        assert_eq!([None, Some(6), Some(5), Some(1)].map(within), ["abcdef", "abcdef", "abcd", ""]);
    }

    #[test]
    fn the_frame_has_a_place_for_everything() {
        for place in ["{{title}}", "{{style}}", "{{data}}", "{{script}}"] {
            assert_eq!(FRAME.matches(place).count(), 1, "{place}");
        }
        assert!(!SCRIPT.contains("</script") && !STYLE.contains("</style"));
    }
}
