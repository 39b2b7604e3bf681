//! Answers that OpenSTA printed, as values.

use std::collections::BTreeMap;
use std::path::Path;

use zeroslack_units::{Split, Transition};

use crate::shared::{lines, text};

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

/// A golden of a folder, if there is such a file or a packed one.
pub fn file(folder: &Path, name: &str) -> Option<String> {
    let paths = [folder.join(name), folder.join(format!("{name}.gz"))];
    paths.iter().find(|path| path.exists()).map(|path| text(path))
}

/// Whether the goldens of a folder are in ps: most are in ns.
pub fn is_in_ps(folder: &Path) -> bool {
    file(folder, "units.txt").is_some_and(|units| units.contains(" time 1ps"))
}

/// The goldens' unit of time, in ns.
fn unit(folder: &Path) -> f64 {
    if is_in_ps(folder) { 1e-3 } else { 1.0 }
}

/// The endpoints that `endpoints.max.txt` (late) or `endpoints.min.txt` (early) lists.
pub fn endpoints(folder: &Path, split: Split) -> BTreeMap<Key, Endpoint> {
    let name = if split == Split::Late { "endpoints.max.txt" } else { "endpoints.min.txt" };
    let mut endpoints = BTreeMap::new();
    let (mut group, unit) = (None, unit(folder));
    for line in lines(&folder.join(name)) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if let Some((_, name)) = line.split_once(" group ") {
            group = Some(name.to_string());
        }
        let [endpoint, kind, _, arrival, slack, _] = fields[..] else { continue };
        let kind = kind.trim_matches(['(', ')']).to_string();
        let [arrival, slack] = [arrival, slack].map(|number| unit * number.parse::<f64>().unwrap());
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
    /// The cell where it starts.
    pub start: String,
    /// The cell where it ends.
    pub end: String,
    /// The launching edge: `18.0000 sc_clk_out fall`.
    pub launch: String,
}

/// The ends of the worst path.
pub fn worst_path(folder: &Path, split: Split) -> Ends {
    let name = if split == Split::Late { "paths1.max.txt" } else { "paths1.min.txt" };
    let lines = lines(&folder.join(name));
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
    /// Full name.
    pub pin: String,
    /// Early or late.
    pub split: Split,
    /// Rise or fall.
    pub transition: Transition,
    /// None for a port: OpenSTA prints none there.
    pub arrival: Option<Option<f64>>,
    /// ns.
    pub slew: f64,
}

/// All rows of a folder's `pins.tsv`.
pub fn pins(folder: &Path) -> Vec<PinRow> {
    let unit = unit(folder);
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [pin, split, transition, arrival, _, slew] = fields[..] else { panic!("{line}") };
        let arrival = match arrival {
            "nan" => None,
            "INF" | "-INF" => Some(None),
            number => Some(Some(unit * number.parse::<f64>().unwrap())),
        };
        PinRow {
            pin: pin.to_string(),
            split: if split == "max" { Split::Late } else { Split::Early },
            transition: if transition == "rise" { Transition::Rise } else { Transition::Fall },
            arrival,
            slew: unit * slew.parse::<f64>().unwrap(),
        }
    };
    let text = file(folder, "pins.tsv").unwrap_or_else(|| panic!("{}: no pins.tsv", folder.display()));
    text.lines().skip(1).map(row).collect()
}
