//! What constrained queries cost, by the size of the part of the design that their paths can take: the data of a plot in docs/paths.md.
//!
//! `query_cost DESIGN.tau2015 DESIGN.timing [K]` asks for the K (1,000 by default) worst late paths to, and from, runs of neighbouring registers of
//! rising lengths, and prints a line a query: `kind,nodes,milliseconds`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use zeroslack::graph::TimingGraph;
use zeroslack::paths::{Ends, Ground, Passing, PathQuery, PathSearch, Searched};
use zeroslack::units::Split;
use zeroslack::{Session, Silent};

/// Queries of each kind and length.
const QUERIES: usize = 8;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = match &arguments[..] {
        [list, timing] => ask_all(list, timing, 1000),
        [list, timing, k] => match k.parse() {
            Ok(k) => ask_all(list, timing, k),
            Err(error) => Err(format!("'{k}' is no number of paths: {error}").into()),
        },
        _ => Err("usage: query_cost DESIGN.tau2015 DESIGN.timing [K]".into()),
    };
    match asked {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("query_cost: {error}");
            ExitCode::FAILURE
        }
    }
}

fn ask_all(list: &str, timing: &str, k: usize) -> Result<(), Box<dyn std::error::Error>> {
    let files = zeroslack::tau::design_files(Path::new(list), Path::new(timing))?;
    let session = Session::load(&files, &Silent)?;
    let (graph, timing) = (session.graph(), session.timing());
    let searched = Searched { graph, timing, split: Some(Split::Late), clocks: None };
    let ends: Vec<u32> = graph.endpoints().iter().map(|endpoint| endpoint.node).collect();
    let starts = starts(graph);
    let mut ground = Ground::default();
    println!("kind,nodes,milliseconds");
    for length in std::iter::successors(Some(1), |length| Some(length * 4)) {
        if length > ends.len().max(starts.len()) {
            return Ok(());
        }
        for (kind, nodes) in [("to", &ends), ("from", &starts)] {
            for part in parts(nodes, length) {
                let passing = passing(kind, part);
                let begun = Instant::now();
                ground.narrow(&searched, &passing);
                let found =
                    PathSearch::new(graph, timing, &ground).find(&PathQuery::new(k).split(Split::Late));
                let time = begun.elapsed().as_secs_f64() * 1e3;
                drop(found);
                println!("{kind},{},{time:.4}", ground.part().map_or(0, |part| part.nodes));
            }
        }
    }
    Ok(())
}

/// The clock pins that launch, in the order of pins.
fn starts(graph: &TimingGraph) -> Vec<u32> {
    let mut starts: Vec<u32> = graph.launches().map(|launch| launch.clock / 2).collect();
    starts.sort_unstable_by_key(|&node| graph.node_pins()[node as usize]);
    starts.dedup();
    starts
}

/// Runs of neighbours, spread over all.
fn parts(nodes: &[u32], length: usize) -> impl Iterator<Item = &[u32]> {
    let last = nodes.len().saturating_sub(length);
    let count = QUERIES.min(last + 1);
    (0..count).map(move |number| {
        let first = last * number / count;
        &nodes[first..nodes.len().min(first + length)]
    })
}

fn passing(kind: &str, nodes: &[u32]) -> Passing {
    let mut vertices: Vec<u32> = nodes.iter().flat_map(|node| [2 * node, 2 * node + 1]).collect();
    vertices.sort_unstable();
    if kind == "to" {
        Passing { to: Some(Ends { data: vertices, captures: Vec::new() }), ..Passing::default() }
    } else {
        Passing { from: Some(vertices), ..Passing::default() }
    }
}
