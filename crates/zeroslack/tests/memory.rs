//! Query after query takes no more memory. A test of its own, as it looks at the whole process.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "zeroslack/common/in_memory.rs"]
mod in_memory;
#[path = "zeroslack/common/synthetic.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod synthetic;

use zeroslack::paths::PathQuery;
use zeroslack::units::Split;
use zeroslack::{PathPoints, Session};

/// Bytes of memory that the process has; none where the system does not say.
fn resident() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(text.split(' ').nth(1)?.parse::<usize>().ok()? * 4096)
}

/// Queries to one endpoint after the other, some of them at a time.
fn ask(session: &Session, queries: usize) {
    let graph = session.graph().unwrap();
    let points = |number: usize| {
        let endpoint = &graph.endpoints()[number * 7 % graph.endpoints().len()];
        PathPoints::new().to([session.netlist().pin_name(endpoint.pin)])
    };
    let query = PathQuery::new(100).split(Split::Late);
    for first in (0..queries).step_by(10) {
        let numbers = first..first + 10;
        let found = numbers
            .map(|number| session.timed().unwrap().find_paths_passing(&query, &points(number)).unwrap());
        let found: Vec<_> = found.collect();
        assert!(found.iter().any(|found| !found.tree().is_empty()));
    }
}

#[test]
fn five_hundred_queries_take_no_more_memory_than_some() {
    let mut session = synthetic::unwired(20_000);
    for cppr in [false, true] {
        session.set_cppr(cppr);
        session.update().unwrap();
        // The same queries first: what is kept is as large as the largest needs.
        ask(&session, 500);
        let before = resident();
        ask(&session, 500);
        let (Some(before), Some(after)) = (before, resident()) else { continue };
        let pins = session.graph().unwrap().node_count();
        // Losing the 5 bytes a pin of a search_graph each time would be 2,500 a pin; allocators round generously.
        assert!(after < before + 500 * pins, "{before} bytes, then {after}, of {pins} pins");
    }
}
