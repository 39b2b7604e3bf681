//! The search of many paths where it is hard: ladders with more paths than can be counted, pins with 100,000 arcs, nothing to find;
//! and on a design large enough that everything is split over threads.

mod cones;
mod design;
mod hierarchy;
mod ladders;
mod threads;

use zeroslack::Session;
use zeroslack::graph::ArcId;
use zeroslack::paths::{PathQuery, PathTree};
use zeroslack::units::{Split, Ticks, Transition};

use design::{Cell, session};

/// The paths of a query, and where each deviates.
fn find(session: &Session, query: PathQuery) -> (PathTree, Vec<Vec<(u32, ArcId)>>) {
    let found = session.timed().unwrap().find_paths(&query);
    let tree = found.tree().clone();
    let mut deviations: Vec<Vec<(u32, ArcId)>> = Vec::new();
    for path in 0..tree.len() {
        let mut own = match tree.parent[path] {
            u32::MAX => Vec::new(),
            parent => deviations[parent as usize].clone(),
        };
        if tree.parent[path] != u32::MAX {
            own.push((tree.place[path], tree.way[path]));
        }
        deviations.push(own);
    }
    let order =
        |path: usize| (tree.slack[path], deviations[path].len(), tree.root[path], deviations[path].clone());
    assert!((1..tree.len()).all(|path| order(path - 1) < order(path)), "not in order");
    (tree, deviations)
}

#[test]
fn a_pin_with_100_000_arcs_into_it() {
    let inputs = 100_000;
    let session = design::joined(inputs);
    for count in [1, 3, 2 * 14_285, 2 * 14_285 + 1, 100_000, 1_000_000] {
        let (tree, _) = find(&session, PathQuery::new(count).split(Split::Late));
        // Rise and fall.
        assert_eq!(tree.len(), count.min(2 * inputs));
        let slack = |rank: usize| (7 - expected_delay(rank / 2, inputs)) * 10_000;
        let base = tree.slack[0];
        for rank in 0..tree.len() {
            assert_eq!(tree.slack[rank] - base, slack(rank), "path {rank}");
        }
    }
}

/// The delay of the arc with a rank among those of seven delays in turn, greatest first.
fn expected_delay(rank: usize, inputs: usize) -> Ticks {
    let mut delays: Vec<usize> = (1..=7).map(|delay| (inputs - delay) / 7 + 1).collect();
    let mut rank = rank;
    while rank >= delays[delays.len() - 1] {
        rank -= delays.pop().unwrap();
    }
    delays.len() as Ticks
}

#[test]
fn a_pin_with_100_000_arcs_out_of_it() {
    let session = session(&[Cell { delays: vec![1.0] }], 100_000, |_| vec![None]);
    for count in [1, 7, 200_000, 1_000_000] {
        let (tree, deviations) = find(&session, PathQuery::new(count).split(Split::Late));
        assert_eq!(tree.len(), count.min(200_000));
        assert!(deviations.iter().all(Vec::is_empty));
        assert!((0..tree.len()).all(|path| tree.root[path] as usize == path), "ties go by root");
    }
    let one_each = find(&session, PathQuery::new(1_000_000).split(Split::Late).nworst(1)).0;
    assert_eq!(one_each.len(), 100_000);
    assert!(one_each.roots.iter().all(|root| root.transition() == Transition::Rise), "a rise before a fall");
}

#[test]
fn no_path_at_all() {
    let session = design::without_arrival();
    for query in [PathQuery::new(10), PathQuery::new(10).nworst(2), PathQuery::new(10).per_group()] {
        let found = session.timed().unwrap().find_paths(&query);
        assert!(found.tree().is_empty() && found.flat(0..0).is_empty() && found.paths().is_empty());
    }
}
