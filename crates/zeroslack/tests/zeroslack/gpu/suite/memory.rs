//! Searches and updates that find little memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zeroslack::paths::{PathQuery, PathTree};
use zeroslack::{EngineChoice, PathPoints, Session};

use super::machine::TestMachine;
use super::sessions::{edit_example, points};
use super::synthetic;

/// What a session finds, and whether its machine did.
fn find(session: &Session, query: &PathQuery) -> (PathTree, bool) {
    find_passing(session, query, &PathPoints::new())
}

fn find_passing(session: &Session, query: &PathQuery, points: &PathPoints) -> (PathTree, bool) {
    let found = session.timed().unwrap().find_paths_passing(query, points).unwrap();
    (found.tree().clone(), found.is_of_gpu())
}

/// Constrained paths that fit, do not, and fit again.
fn check_small_part(expected: &Session, session: &Session, free: &AtomicU64) {
    let query = PathQuery::new(10);
    let found = expected.timed().unwrap().find_paths(&query);
    let worst = points(expected, &found.flat(0..1).get(0));
    let passings = [worst.len() - 2, 1].map(|place| PathPoints::new().through([worst[place].clone()]));
    let lists = passings.each_ref().map(|passing| find_passing(expected, &query, passing).0);
    assert!(find(session, &query) == (found.tree().clone(), true));
    let enough = free.swap(0, Ordering::Relaxed);
    assert!(find_passing(session, &query, &passings[0]) == (lists[0].clone(), false), "no room for the part");
    free.store(enough, Ordering::Relaxed);
    for (passing, list) in passings.iter().zip(&lists) {
        assert!(find_passing(session, &query, passing) == (list.clone(), true));
    }
    free.store(0, Ordering::Relaxed);
    assert!(
        find_passing(session, &query, &passings[1]) == (lists[1].clone(), true),
        "there is memory already"
    );
    free.store(enough, Ordering::Relaxed);
}

/// Searches, levels, RC trees and updates that do not fit.
pub fn check_small(small: TestMachine) {
    let (free, asked) = (Arc::clone(&small.free), Arc::clone(&small.asked));
    let expected = synthetic(300);
    let mut session = synthetic(300);
    session.set_engine_on(EngineChoice::Cuda, small);
    session.set_cppr(true);
    session.update().unwrap();
    session.set_cppr(false);
    session.update().unwrap();

    check_small_part(&expected, &session, &free);
    let [few, many] = [10, 100_000].map(PathQuery::new);
    let lists = [few, many].map(|query| find(&expected, &query).0);
    assert!(find(&session, &few) == (lists[0].clone(), true));
    let enough = session.timed().unwrap().gpu_bytes();
    free.store(enough, Ordering::Relaxed);
    assert!(find(&session, &many) == (lists[1].clone(), false), "more than there is room for");
    assert!(find(&session, &few) == (lists[0].clone(), true), "still as many as there is room for");
    free.store(0, Ordering::Relaxed);
    assert!(find(&session, &few) == (lists[0].clone(), true), "memory that is there already");
    let [one, other] =
        [&expected, &session].map(|session| session.timed().unwrap().find_paths(&few).flat(0..10));
    assert!(one == other, "no room for their vertices");
    let before = asked.load(Ordering::Relaxed);
    assert!(find(&session, &many) == (lists[1].clone(), false), "not tried again");
    assert_eq!(asked.load(Ordering::Relaxed), before);

    // Levels and RC trees come from the CPU then, but an update that was asked for of the GPU is an error.
    edit_example(&mut session);
    let error = session.update().unwrap_err();
    assert!(error.to_string().contains("GPU-005"), "{error}");
    assert_eq!(asked.load(Ordering::Relaxed), before + 3, "levels, RC trees, design");
    assert!(session.timed().is_err(), "no results of an update that failed");
    // From here on it is left alone.
    session.update().unwrap();
    assert!(session.timed().unwrap().gpu().is_none() && !session.timed().unwrap().summaries().is_empty());
}
