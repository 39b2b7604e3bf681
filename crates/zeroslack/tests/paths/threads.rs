//! A design of thousands of gates: any number of threads, and every k, give the same list.

use std::collections::BTreeMap;

use zeroslack::Session;
use zeroslack::paths::{PathQuery, PathTree};
use zeroslack::units::Ticks;

use crate::find;
use crate::synthetic::synthetic;

/// Slack, root and deviations of a path.
type Listed = (Ticks, u32, Vec<(u32, u32)>);

fn listed(session: &Session, query: PathQuery) -> Vec<Listed> {
    let (tree, deviations) = find(session, query);
    let PathTree { slack, root, .. } = tree;
    slack.into_iter().zip(root).zip(deviations).map(|((slack, root), way)| (slack, root, way)).collect()
}

#[test]
fn any_number_of_threads_and_any_k() {
    let session = synthetic(5_000);
    let most = 60_000;
    let all = listed(&session, PathQuery::new(most));
    assert_eq!(all.len(), most);
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for count in [1, 10, 999, 20_000, most] {
            let found = pool.install(|| listed(&session, PathQuery::new(count)));
            assert!(found[..] == all[..count], "{count} paths on {threads} threads");
        }
    }
    // The paths of one endpoint and split among all that there are.
    let roots = session.find_paths(&PathQuery::new(0)).tree().roots.clone();
    for nworst in [1, 2, 30] {
        let mut counts = BTreeMap::new();
        let expected: Vec<_> = all
            .iter()
            .filter(|path| {
                let root = &roots[path.1 as usize];
                let count = counts.entry((root.endpoint, root.split())).or_insert(0);
                *count += 1;
                *count <= nworst
            })
            .cloned()
            .collect();
        for count in [10, expected.len() / 2, expected.len()] {
            let found = listed(&session, PathQuery::new(count).nworst(nworst));
            assert!(found[..] == expected[..count], "{count} paths, {nworst} an endpoint");
        }
    }
}
