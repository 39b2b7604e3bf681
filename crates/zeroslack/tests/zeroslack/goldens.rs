//! Every pin of real designs against another tool's answers.
//!
//! `cargo test -p zeroslack --test zeroslack goldens:: -- --nocapture` prints the table.

#![expect(clippy::print_stdout, reason = "a test may fail, and prints its table")]

use crate::common;

use std::collections::HashSet;
use std::path::Path;

use zeroslack::paths::Path as TimingPath;
use zeroslack::units::{Split, Transition, ps};
use zeroslack::{Session, Silent};

/// ps: what the other tool's own arithmetic differs by.
const TOLERANCE: f64 = 0.05;

/// Columns of a golden and what they are compared with.
const QUANTITIES: [&str; 4] = ["at", "rat", "slack", "slew"];

struct Compared {
    quantity: &'static str,
    values: usize,
    undefined: usize,
    largest: f64,
    place: String,
}

fn ours(
    session: &Session,
    quantity: &str,
    pin: zeroslack::netlist::PinId,
    split: Split,
    transition: Transition,
) -> Option<f64> {
    match quantity {
        "at" => session.timed().unwrap().arrival(pin, split, transition).map(ps),
        "rat" => session.timed().unwrap().required(pin, split, transition).map(ps),
        "slack" => session.timed().unwrap().contest_slack(pin, split, transition).map(ps),
        "slew" => session.timed().unwrap().slew(pin, split, transition).map(f64::from),
        _ => unreachable!(),
    }
}

/// Compares some columns of a golden; a value that only one side has is an infinite difference.
fn compare(session: &Session, golden: &Path, quantities: &[&'static str]) -> Vec<Compared> {
    let lines = common::lines(golden);
    let header: Vec<&str> = lines[0].split('\t').collect();
    let mut compared: Vec<Compared> = quantities
        .iter()
        .map(|quantity| Compared { quantity, values: 0, undefined: 0, largest: 0.0, place: String::new() })
        .collect();
    for line in &lines[1..] {
        let fields: Vec<&str> = line.split('\t').collect();
        let pin =
            session.netlist().find_pin(fields[0], ':').unwrap_or_else(|| panic!("no pin {}", fields[0]));
        let split = if fields[1] == "E" { Split::Early } else { Split::Late };
        let transition = if fields[2] == "R" { Transition::Rise } else { Transition::Fall };
        for compared in &mut compared {
            let column = header.iter().position(|name| *name == compared.quantity).unwrap();
            let theirs: f64 = fields[column].parse().unwrap();
            let difference = match ours(session, compared.quantity, pin, split, transition) {
                None if theirs.is_nan() => {
                    compared.undefined += 1;
                    continue;
                }
                Some(ours) if !theirs.is_nan() => (ours - theirs).abs(),
                _ => f64::INFINITY,
            };
            compared.values += 1;
            if difference > compared.largest {
                compared.largest = difference;
                compared.place = fields[..3].join(" ");
            }
        }
    }
    compared
}

/// Loads a design, times it with or without CPPR, prints and returns the largest difference.
fn check(shared: &Path, design: &str, set: &str, cppr: bool, quantities: &[&'static str]) -> f64 {
    let files = common::tau_files(&shared.join("data").join(set).join(design));
    let mut session = Session::read(&files, &Silent).unwrap_or_else(|error| panic!("{design}:\n{error}"));
    session.set_cppr(cppr);
    session.update().unwrap();
    let golden = if cppr { "pins.tsv.gz" } else { "pins_nocppr.tsv.gz" };
    let mut worst: f64 = 0.0;
    for row in compare(&session, &shared.join("golden/opentimer").join(design).join(golden), quantities) {
        let Compared { quantity, values, undefined, largest, place } = row;
        let cppr = if cppr { "on" } else { "off" };
        println!("{design:<10} {cppr:<5} {quantity:<6} {values:>8} {undefined:>10} {largest:>12.4}  {place}");
        assert!(values > 1000, "{design} {quantity}: only {values} values");
        worst = worst.max(largest);
    }
    worst
}

#[test]
fn every_pin_of_the_contest_designs() {
    let Some(shared) = common::shared() else { return };
    println!(
        "{:<10} {:<5} {:<6} {:>8} {:>10} {:>12}  at",
        "design", "CPPR", "value", "values", "undefined", "largest/ps"
    );
    let designs = [
        ("wb_dma", "tau15", false),
        ("wb_dma", "tau15", true),
        ("tv80", "tau15_synth", false),
        ("tv80", "tau15_synth", true),
        ("aes_core", "tau15_synth", true),
    ];
    let all = designs.map(|(design, set, cppr)| check(&shared, design, set, cppr, &QUANTITIES));
    let worst = all.into_iter().fold(0.0, f64::max);
    assert!(worst <= TOLERANCE, "the largest difference is {worst} ps");
}

/// A path of a golden: its slack, and its pins with their transitions from the endpoint back.
struct GoldenPath {
    slack: f64,
    pins: Vec<String>,
}

/// `Path n: KIND SLACK COUNT E|L`, then a line `pin R|F` a step.
fn golden_paths(file: &Path) -> Vec<GoldenPath> {
    let mut paths: Vec<GoldenPath> = Vec::new();
    for line in common::lines(file) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if fields[0] == "Path" {
            paths.push(GoldenPath { slack: fields[3].parse().unwrap(), pins: Vec::new() });
        } else if let Some(path) = paths.last_mut() {
            path.pins.push(line);
        }
    }
    paths
}

/// A path's pins from the endpoint back to the launching clock pin, as the golden has them.
fn pins_of(session: &Session, path: &TimingPath) -> Vec<String> {
    let first = path.launch_steps().map_or(0, |steps| steps - 1);
    let name = |step: &zeroslack::paths::Step| {
        let pin = session.netlist().pin_name_with(step.pin, ':');
        format!("{pin} {}", if step.transition == Transition::Rise { "R" } else { "F" })
    };
    path.data[first..].iter().rev().map(name).collect()
}

#[test]
fn ten_thousand_worst_paths_with_cppr() {
    let Some(shared) = common::shared() else { return };
    println!("{:<10} {:>8} {:>12} {:>10}", "design", "paths", "largest/ps", "identical");
    for (design, set) in [("wb_dma", "tau15"), ("tv80", "tau15_synth"), ("aes_core", "tau15_synth")] {
        let files = common::tau_files(&shared.join("data").join(set).join(design));
        let mut session = Session::read(&files, &Silent).unwrap_or_else(|error| panic!("{design}:\n{error}"));
        session.set_cppr(true);
        session.update().unwrap();
        let golden = golden_paths(&shared.join("golden/opentimer").join(design).join("paths.10000.gz"));
        let ours = session.timed().unwrap().k_worst_paths(&Split::ALL, golden.len());
        assert_eq!(ours.len(), golden.len(), "{design}");
        let difference =
            |(ours, golden): (&TimingPath, &GoldenPath)| (ps(ours.end.slack) - golden.slack).abs();
        let largest = ours.iter().zip(&golden).map(difference).fold(0.0, f64::max);
        let identical =
            ours.iter().zip(&golden).filter(|(ours, golden)| pins_of(&session, ours) == golden.pins).count();
        println!("{design:<10} {:>8} {largest:>12.4} {identical:>10}", golden.len());
        assert!(largest <= TOLERANCE, "{design}: the largest difference is {largest} ps");
        let known: HashSet<&[String]> = golden.iter().map(|path| &path.pins[..]).collect();
        let unknown = ours.iter().filter(|path| !known.contains(&pins_of(&session, path)[..])).count();
        assert!(unknown * 100 < golden.len(), "{design}: {unknown} paths are not in the golden");
    }
}
