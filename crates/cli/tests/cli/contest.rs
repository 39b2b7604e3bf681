//! `zeroslack tau` on every contest design that has operations and their answers: reports among thousands of edits, CPPR on.
//!
//! `cargo test -p zeroslack-cli contest -- --nocapture` prints the table.

use std::path::Path;

use zeroslack_testing::{compared, shared, text};

/// ps; the reference's own values of s27 differ from its golden by more.
fn tolerance(design: &str) -> f64 {
    if design == "s27" { 0.05 } else { 0.005 }
}

/// What a design's answers amount to.
#[derive(Default)]
struct Compared {
    values: usize,
    undefined: usize,
    largest: f64,
    place: usize,
    /// Whether each path's pins are the golden's.
    paths: Vec<bool>,
}

/// Plays a design and gives back the answers.
fn answers(folder: &Path, design: &str) -> String {
    let out = tempfile::tempdir().unwrap();
    let file = |ending: &str| folder.join(format!("{design}.{ending}"));
    let mut command = crate::program();
    command.arg("tau").args(["tau2015", "timing", "ops.gz"].map(file)).arg(out.path().join("out"));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{design}: {}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(out.path().join("out")).unwrap()
}

/// A number, or none for what the contest writes where there is none: nan, or ±987654.
fn value(text: &str) -> Option<f64> {
    let value: f64 = text.parse().unwrap();
    (value.abs() < 987_654.0).then_some(value)
}

/// Compares line by line. Paths must have the same slack at each rank; their pins may differ where slacks are equal.
fn compare(ours: &str, golden: &str) -> Compared {
    let mut compared = Compared::default();
    assert_eq!(ours.lines().count(), golden.lines().count(), "numbers of lines");
    for (number, (ours, golden)) in ours.lines().zip(golden.lines()).enumerate() {
        let [a, b] = [ours, golden].map(|line| line.split_whitespace().collect::<Vec<_>>());
        let (ours, golden) = match (&a[..], &b[..]) {
            ([ours], [golden]) => (value(ours), value(golden)),
            (["Path", rank, _, ours, _, split], ["Path", their_rank, _, golden, _, their_split]) => {
                assert_eq!((rank, split), (their_rank, their_split), "line {}", number + 1);
                compared.paths.push(true);
                (value(ours), value(golden))
            }
            _ => {
                if let Some(is_identical) = compared.paths.last_mut() {
                    *is_identical &= a == b;
                }
                continue;
            }
        };
        assert_eq!(ours.is_some(), golden.is_some(), "line {}: only one side is undefined", number + 1);
        let (Some(ours), Some(golden)) = (ours, golden) else {
            compared.undefined += 1;
            continue;
        };
        compared.values += 1;
        if (ours - golden).abs() > compared.largest {
            (compared.largest, compared.place) = ((ours - golden).abs(), number + 1);
        }
    }
    compared
}

#[test]
fn every_answer_of_every_design() {
    let Some(shared) = shared() else { return };
    let mut folders: Vec<_> =
        std::fs::read_dir(shared.join("data/tau15")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let mut designs = 0;
    println!(
        "{:<12} {:>7} {:>9} {:>10} {:>7} {:>6} {:>9}",
        "design", "values", "undefined", "largest/ps", "at line", "paths", "identical"
    );
    for folder in folders {
        let design = folder.file_name().unwrap().to_string_lossy().into_owned();
        let golden = folder.join(format!("{design}.output.gz"));
        if !golden.exists() {
            continue;
        }
        designs += 1;
        let Compared { values, undefined, largest, place, paths } =
            compare(&answers(&folder, &design), &text(&golden));
        let identical = paths.iter().filter(|&&is_identical| is_identical).count();
        let paths = paths.len();
        println!(
            "{design:<12} {values:>7} {undefined:>9} {largest:>10.4} {place:>7} {paths:>6} {identical:>9}"
        );
        compared(values + undefined);
        assert!(values > 10, "{design}: only {values} values");
        assert!(largest <= tolerance(&design), "{design}: line {place} is {largest} ps off");
    }
    assert_eq!(designs, 19, "designs with answers");
}
