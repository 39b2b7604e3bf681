//! What the other timer printed.

use std::collections::BTreeMap;
use std::path::Path;

use zeroslack::units::Split;

use crate::common;

/// The name of a path group, and that of an endpoint in it.
pub type Key = (String, String);

/// An endpoint in a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Endpoint {
    /// `output`, or the name of the cell.
    pub kind: String,
    /// ns.
    pub arrival: f64,
    /// ns.
    pub slack: f64,
}

/// The endpoints that `endpoints.max.txt` (late) or `endpoints.min.txt` (early) lists.
pub fn endpoints(folder: &Path, split: Split) -> BTreeMap<Key, Endpoint> {
    let name = if split == Split::Late { "endpoints.max.txt" } else { "endpoints.min.txt" };
    let mut endpoints = BTreeMap::new();
    let mut group = None;
    for line in common::lines(&folder.join(name)) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if let Some((_, name)) = line.split_once(" group ") {
            group = Some(name.to_string());
        }
        let [endpoint, kind, _, arrival, slack, _] = fields[..] else { continue };
        let kind = kind.trim_matches(['(', ')']).to_string();
        let [arrival, slack] = [arrival, slack].map(|number| number.parse().unwrap());
        let key = (group.clone().unwrap(), endpoint.to_string());
        let known = endpoints.insert(key, Endpoint { kind, arrival, slack });
        assert_eq!(known, None, "{line}");
    }
    assert!(!endpoints.is_empty(), "{}", folder.display());
    endpoints
}

/// What `paths1.*.txt` says first of the worst path: registers and edge.
#[derive(Debug, PartialEq)]
pub struct Ends {
    /// Cells.
    pub start: String,
    pub end: String,
    /// The launching edge: `18.0000 sc_clk_out fall`.
    pub launch: String,
}

/// The ends of the worst path.
pub fn worst_path(folder: &Path, split: Split) -> Ends {
    let name = if split == Split::Late { "paths1.max.txt" } else { "paths1.min.txt" };
    let lines = common::lines(&folder.join(name));
    let value = |label: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(label)).unwrap();
        line.split_whitespace().next().unwrap().to_string()
    };
    let edge = lines.iter().find(|line| line.contains("  clock ") && line.contains(" edge)")).unwrap();
    let fields: Vec<&str> = edge.split_whitespace().collect();
    let [_, time, "clock", clock, transition, "edge)"] = fields[..] else { panic!("{edge}") };
    let launch = format!("{time} {clock} {}", transition.trim_start_matches('('));
    Ends { start: value("Startpoint: "), end: value("Endpoint: "), launch }
}

/// A row of `pins.tsv`: times in ns, none where there is no signal.
pub struct PinRow {
    pub pin: String,
    pub split: Split,
    pub is_rise: bool,
    /// None of a port, which has none there.
    pub arrival: Option<Option<f64>>,
    pub slew: f64,
}

/// All rows of `pins.tsv`.
pub fn pins(file: &Path) -> Vec<PinRow> {
    let row = |line: &String| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [pin, split, transition, arrival, _, slew] = fields[..] else { panic!("{line}") };
        let arrival = match arrival {
            "nan" => None,
            "INF" | "-INF" => Some(None),
            number => Some(Some(number.parse().unwrap())),
        };
        PinRow {
            pin: pin.to_string(),
            split: if split == "max" { Split::Late } else { Split::Early },
            is_rise: transition == "rise",
            arrival,
            slew: slew.parse().unwrap(),
        }
    };
    common::lines(file)[1..].iter().map(row).collect()
}
