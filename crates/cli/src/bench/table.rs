//! Results as text and JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use zeroslack::graph::NodeCounts;

use super::constrained;
use super::edits::{Edits, OfSize, Worn};
use super::input::Texts;
use super::published::{self, Figure};
use super::queries::Answer;
use super::workload::Row;

/// A table of all rows, with published figures beside them.
pub(crate) fn text(texts: &Texts, rows: &[Row]) -> String {
    let mut text = String::new();
    let threads = rows.first().map_or(1, |row| row.threads);
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "{}: {:.1} MB of text, {threads} {}\n",
        texts.design,
        texts.bytes() as f64 / 1e6,
        if threads == 1 { "thread" } else { "threads" }
    );
    let _ = writeln!(
        text,
        "{:<18} {:>6} {:>5} {:>12} {:>12} {:>12} {:>14} {:>10}",
        "workload", "engine", "runs", "median/ms", "min/ms", "max/ms", "throughput", "peak"
    );
    for row in rows {
        let name = row.k.map_or(row.workload.to_string(), |k| format!("{} {k}", row.workload));
        let peak = row.peak_bytes.map_or("-".to_string(), |bytes| format!("{:.0} MB", bytes as f64 / 1e6));
        let _ = writeln!(
            text,
            "{name:<18} {:>6} {:>5} {:>12.3} {:>12.3} {:>12.3} {:>14} {peak:>10}",
            row.engine,
            row.times.runs(),
            row.times.median(),
            row.times.least(),
            row.times.greatest(),
            throughput(row)
        );
        for line in details(row) {
            let _ = writeln!(text, "{:<18} {line}", "");
        }
    }
    text
}

/// What there is to say of a line besides.
fn details(row: &Row) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(deviations) = row.deviations {
        let of = row.max_deviations.map_or(String::new(), |most| format!(" of {most}"));
        let exact = match row.is_exact {
            None => "",
            Some(true) => ", all of the exact paths",
            Some(false) => ", not all of the exact paths",
        };
        lines.push(format!("at most {deviations}{of} deviations{exact}"));
    }
    if let Some(NodeCounts { pins, nodes, most }) = row.nodes {
        let mean = nodes as f64 / pins.max(1) as f64;
        lines.push(format!("{nodes} nodes of the timing graph, {mean:.3} a pin, {most} at the most"));
    }
    if let Some(Edits { cppr, batch, visited, full, by_visits }) = &row.edits {
        let with = if *cppr { "with" } else { "without" };
        let [median, most] = [row.times.median(), row.times.percentile(99)].map(|ms| 1e3 * ms);
        lines.push(format!(
            "{batch} at a time, {with} CPPR: median {median:.1} µs, 99th percentile {most:.1} µs an edit; {visited} visits of pins an update, {full} full updates"
        ));
        let of_size = |OfSize { visits, updates, median_us }: &OfSize| {
            format!("up to {visits} visits: {updates} updates, median {median_us:.1} µs")
        };
        lines.extend(by_visits.iter().map(of_size));
    }
    if let Some(Worn { cppr, edits, first_ms, anew_ms, is_same }) = row.worn {
        let with = if cppr { "with" } else { "without" };
        let same = if is_same { "the same" } else { "other" };
        lines.push(format!(
            "after {edits} edits, {with} CPPR: the first took {first_ms:.3} ms; of the design built anew {anew_ms:.3} ms, {same} slacks"
        ));
    }
    lines.extend(constrained::by_size(&row.answers));
    lines.extend(published::text(row).map(|figures| format!("published: {figures}")));
    lines
}

/// Millions of bytes or pins a second.
fn throughput(row: &Row) -> String {
    if row.workload == "constrained" || row.edits.is_some() {
        return "-".to_string();
    }
    let millions = row.amount / row.times.median() / 1e3;
    let unit = if row.workload == "read" { "MB/s" } else { "Mpins/s" };
    format!("{millions:.1} {unit}")
}

/// Where the time goes.
pub(crate) fn profile(stages: &[(&'static str, f64)]) -> String {
    let total: f64 = stages.iter().map(|(_, time)| time).sum();
    let mut text = format!("{:<28} {:>12} {:>7}\n", "stage", "ms", "share");
    for (stage, time) in stages {
        let _ = writeln!(text, "{stage:<28} {time:>12.3} {:>6.1}%", 100.0 * time / total);
    }
    text
}

/// A list of objects with the keys below; `deviations` are the most of a path that was found, `max_deviations` the most that were
/// let through.
pub(crate) fn json(rows: &[Row]) -> Value {
    let published = |Figure { ms, on }: &Figure| json!({ "ms": ms, "on": on });
    let query = |Answer { ms, nodes, paths }: &Answer| json!({ "ms": ms, "nodes": nodes, "paths": paths });
    let of_size = |OfSize { visits, updates, median_us }: &OfSize| json!({ "visits": visits, "updates": updates, "median_us": median_us });
    let object = |row: &Row| {
        json!({
            "design": row.design,
            "engine": row.engine,
            "threads": row.threads,
            "workload": row.workload,
            "k": row.k,
            "deviations": row.deviations,
            "max_deviations": row.max_deviations,
            "is_exact": row.is_exact,
            "runs": row.times.runs(),
            "median_ms": row.times.median(),
            "min_ms": row.times.least(),
            "max_ms": row.times.greatest(),
            "median_us": row.edits.as_ref().map(|_| 1e3 * row.times.median()),
            "p99_us": row.edits.as_ref().map(|_| 1e3 * row.times.percentile(99)),
            "batch": row.edits.as_ref().map(|edits| edits.batch),
            "cppr": row.edits.as_ref().map(|edits| edits.cppr),
            "full_updates": row.edits.as_ref().map(|edits| edits.full),
            "visited": row.edits.as_ref().map(|edits| edits.visited),
            "by_visits": row.edits.as_ref().map(|edits| edits.by_visits.iter().map(of_size).collect::<Value>()),
            "worn": row.worn.map(|Worn { cppr, edits, first_ms, anew_ms, is_same }| json!({ "cppr": cppr, "edits": edits, "first_ms": first_ms, "anew_ms": anew_ms, "is_same": is_same })),
            "peak_bytes": row.peak_bytes,
            "nodes": row.nodes.map(|counts| json!({ "pins": counts.pins, "nodes": counts.nodes, "most": counts.most })),
            "queries": row.answers.iter().map(query).collect::<Value>(),
            "published": published::figures(row).0.iter().map(published).collect::<Value>(),
        })
    };
    rows.iter().map(object).collect()
}
