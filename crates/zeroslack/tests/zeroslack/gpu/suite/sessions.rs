//! A session on a machine answers as one on the CPU, through edits and back.

use std::sync::atomic::Ordering;

use rayon::prelude::*;
use zeroslack::graph::Role;
use zeroslack::netlist::MasterId;
use zeroslack::paths::{FlatPath, PathQuery};
use zeroslack::timing::Calculator;
use zeroslack::units::{Split, Transition};
use zeroslack::{EngineChoice, EngineOptions, FoundPaths, PathPoints, Point, Session, Silent, Timed};

use super::machine::TestMachine;
use super::recipe::Recipe;
use super::{compare, example_files, random, synthetic};

/// Something that is done to a session.
type Change<'c> = &'c dyn Fn(&mut Session);

/// The example of the repository with other parasitics, an edit, and all of that taken back.
pub fn check_edits(machine: TestMachine, each: usize) {
    let load = || Session::load(&example_files(), &Silent).unwrap_or_else(|error| panic!("{error}"));
    let mark = load().mark();
    let undo = |session: &mut Session| session.undo(&mark);
    check_sessions(machine, load, &[&read_slower_parasitics, &edit_example, &undo], each);
}

/// A placed-like design of so many gates.
pub fn check_synthetic_session(machine: TestMachine, gates: usize, each: usize) {
    check_sessions(machine, || synthetic(gates), &[&edit_example], each);
}

/// A random design.
pub fn check_random_session(machine: TestMachine, recipe: &Recipe, is_contest: bool, each: usize) {
    check_sessions(machine, || random(recipe, is_contest, Calculator::Elmore), &[], each);
}

/// By one in `each` searches.
fn check_sessions(machine: TestMachine, load: impl Fn() -> Session, changes: &[Change<'_>], each: usize) {
    let mut sessions = [load(), load()];
    sessions[1].set_engine_on(EngineChoice::Cuda, machine);
    for has_cppr in [true, false] {
        after(&mut sessions, &|session| session.set_cppr(has_cppr), each);
        assert!(sessions[1].timed().unwrap().gpu().is_some() && sessions[1].timed().unwrap().gpu_bytes() > 0);
    }
    for rule in [super::SDC, super::CONTESTS] {
        after(&mut sessions, &|session| session.set_common_point(rule), each);
        after(&mut sessions, &|session| session.set_cppr(true), each);
    }
    after(&mut sessions, &|session| session.set_cppr(false), each);
    for change in changes {
        after(&mut sessions, change, each);
    }
    // What is only on the machine is not lost with it.
    for has_cppr in [true, false] {
        for session in &mut sessions {
            session.set_cppr(has_cppr);
            session.update().unwrap_or_else(|error| panic!("{error}"));
        }
    }
    sessions[1].set_engine(EngineOptions { engine: EngineChoice::Cpu, gpu: 0 });
    after(&mut sessions, &|_| (), each);
    for has_cppr in [true, false] {
        after(&mut sessions, &|session| session.set_cppr(has_cppr), each);
        assert!(
            sessions[1].timed().unwrap().gpu().is_none() && sessions[1].timed().unwrap().gpu_bytes() == 0
        );
    }
}

/// Compares what sessions answer after a change.
fn after(sessions: &mut [Session; 2], change: Change<'_>, each: usize) {
    for session in sessions.iter_mut() {
        change(session);
        session.update().unwrap_or_else(|error| panic!("{error}"));
    }
    let [one, other] = &*sessions;
    let (first, second) = (one.timed().unwrap(), other.timed().unwrap());
    assert_eq!(first.summaries(), second.summaries());
    // Most paths first and last, so that there is room before it is needed, and after.
    for count in [10, 5000, 100] {
        compare_searches(one, other, count, each);
    }
    compare_constrained(one, other, each);
    compare_side_by_side(one, other);
    for split in Split::ALL {
        assert_eq!(first.worst_endpoints(split, 7), second.worst_endpoints(split, 7));
        assert_eq!(first.worst_paths(split, 20), second.worst_paths(split, 20));
        assert_eq!(first.k_worst_paths(&[split], 100), second.k_worst_paths(&[split], 100));
    }
    compare_pins(one, other);
    compare(&mut first.timing().clone(), &mut second.timing().clone());
    // Once more, with everything fetched.
    compare_searches(one, other, 30, each);
}

pub(super) fn compare_pins(one: &Session, other: &Session) {
    for pin in one.netlist().pins() {
        for (split, transition) in
            Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (split, to)))
        {
            let of = |session: &Session| {
                let slew = session.timed().unwrap().slew(pin, split, transition).map(f32::to_bits);
                let times = [Timed::arrival, Timed::required, Timed::slack];
                (slew, times.map(|time| time(session.timed().unwrap(), pin, split, transition)))
            };
            assert_eq!(of(one), of(other));
        }
    }
}

/// Queries under every option. The machine finds them, if there is anything to find.
pub(super) fn compare_searches(one: &Session, other: &Session, count: usize, each: usize) {
    let has_kernels = other.timed().unwrap().gpu().is_some();
    let splits = [Some(Split::Late), Some(Split::Early), None];
    let queries = splits.into_iter().flat_map(|split| {
        let query = PathQuery { split, ..PathQuery::new(count) };
        [
            query,
            query.slack_less_than(0),
            query.max_deviations(1),
            query.nworst(1),
            query.nworst(2),
            query.per_group(),
            PathQuery { max_paths: 0, ..query },
        ]
    });
    // As many as there are ends.
    let ends = PathQuery::new(usize::MAX).nworst(1).split(Split::Late);
    for query in queries.chain([ends]).skip(count % each).step_by(each) {
        let found = [one, other].map(|session| session.timed().unwrap().find_paths(&query));
        compare_found(&found);
        assert_eq!(found[1].is_of_gpu(), has_kernels && query.max_paths > 0, "{query:?}");
    }
}

/// The list, and its paths in batches.
fn compare_found(found: &[FoundPaths<'_>; 2]) {
    let [one, other] = found;
    assert!(one.tree() == other.tree(), "the list");
    let count = one.tree().len();
    for range in [0..count / 3, count / 3..count] {
        assert!(one.flat(range.clone()) == other.flat(range), "paths of the list");
    }
}

/// The points of a path, by name.
pub fn points(session: &Session, path: &FlatPath<'_>) -> Vec<Point> {
    let point =
        |(pin, transition)| Point { transition: Some(transition), ..session.netlist().pin_name(pin).into() };
    path.points(session.graph().unwrap()).map(point).collect()
}

/// Constraints drawn from paths that there are: one after the other, and many at once.
fn compare_constrained(one: &Session, other: &Session, each: usize) {
    let query = PathQuery::new(50);
    let found = one.timed().unwrap().find_paths(&query);
    let flat = found.flat(0..found.tree().len());
    let mut queries = vec![(query, PathPoints::new())];
    for path in flat.iter().step_by(13 * each) {
        let points = points(one, &path);
        let (start, end) = (&points[0], &points[points.len() - 1]);
        let to = PathPoints::new().to([end.clone()]);
        queries.push((query, PathPoints::new().from([start.clone()])));
        queries.push((query.nworst(2), to.clone()));
        queries.push((query, to.through([points[points.len() / 2].clone()])));
    }
    for (query, points) in &queries {
        let found =
            [one, other].map(|session| session.timed().unwrap().find_paths_passing(query, points).unwrap());
        assert_eq!(found[1].is_of_gpu(), other.timed().unwrap().gpu().is_some(), "{query:?}, {points:?}");
        compare_found(&found);
        assert_eq!(found[0].paths(), found[1].paths());
    }
    let each = |session: &Session| {
        let found = session.timed().unwrap().find_each(&queries, |index, found| {
            assert!(!found.is_of_gpu(), "many at once are the CPU's");
            (index, found.tree().clone(), found.paths())
        });
        found.unwrap()
    };
    assert!(each(one) == each(other), "many queries at once");
}

/// Paths of one list are written out while there is another.
fn compare_side_by_side(one: &Session, other: &Session) {
    let points = PathPoints::new().through(["*"]);
    let queries = [
        (PathQuery::new(60).split(Split::Late), PathPoints::new()),
        (PathQuery::new(60), PathPoints::new()),
        (PathQuery::new(60).split(Split::Early), points),
    ];
    let found = [one, other].map(|session| {
        let timed = session.timed().unwrap();
        queries.each_ref().map(|(query, points)| timed.find_paths_passing(query, points).unwrap())
    });
    let [one, other] = found;
    assert!(other.iter().all(|found| found.is_of_gpu() == other[0].is_of_gpu()), "constrained paths too");
    for first in (0..60).step_by(20) {
        for (one, other) in one.iter().zip(&other) {
            let end = (first + 20).min(one.tree().len());
            let range = first.min(end)..end;
            assert!(one.flat(range.clone()) == other.flat(range), "paths {first}");
        }
    }
}

/// Threads that ask for everything at once, before anything is fetched.
pub fn check_sharing(machine: TestMachine, gates: usize) {
    let mut sessions = [synthetic(gates), synthetic(gates)];
    let [one, other] = &mut sessions;
    other.set_engine_on(EngineChoice::Cuda, machine);
    for has_cppr in [true, false] {
        other.set_cppr(has_cppr);
        other.update().unwrap();
    }
    let [one, other] = [&*one, &*other];
    let pins: Vec<_> = one.netlist().pins().collect();
    let ask = |turn: usize| {
        let split = Split::ALL[turn % 2];
        if turn.is_multiple_of(3) {
            let query = PathQuery::new(100 * turn + 1).split(split);
            compare_found(&[one, other].map(|session| session.timed().unwrap().find_paths(&query)));
        } else {
            let same = |&pin| {
                let slack = |session: &Session| session.timed().unwrap().slack(pin, split, Transition::Rise);
                slack(one) == slack(other)
            };
            assert!(pins.par_iter().all(same), "slacks");
        }
        assert_eq!(one.timed().unwrap().summaries(), other.timed().unwrap().summaries());
    };
    let threads = rayon::ThreadPoolBuilder::new().num_threads(5).build().unwrap();
    threads.install(|| (0..24).into_par_iter().with_max_len(1).for_each(ask));
}

/// Times at a few pins are fetched alone, and at all of them with everything else.
pub fn check_single_pins(machine: TestMachine, gates: usize) {
    let mut sessions = [synthetic(gates), synthetic(gates)];
    sessions[1].set_engine_on(EngineChoice::Cuda, machine.clone());
    for has_cppr in [true, false] {
        let timed = sessions.each_mut().map(|session| {
            session.set_cppr(has_cppr);
            session.update().unwrap();
            session.timed().unwrap()
        });
        let pins: Vec<_> = timed[0].netlist().pins().collect();
        let times = |timed: Timed<'_>, pin| {
            let of = |split, to| {
                [timed.slack(pin, split, to), timed.arrival(pin, split, to), timed.required(pin, split, to)]
            };
            Split::ALL.map(|split| Transition::ALL.map(|to| of(split, to)))
        };
        let before = machine.read.load(Ordering::Relaxed);
        // Without CPPR no slack of a clock's pin is found there.
        let has_clock = |pin| {
            let vertices = timed[0].graph().all_nodes(pin).flat_map(|node| node.vertices());
            let mut tags = vertices.filter_map(|vertex| timed[0].graph().vertex_tag(vertex));
            tags.any(|tag| tag.role != Role::Data || tag.launch.is_none())
        };
        let few = pins.iter().step_by(pins.len() / 10).filter(|&&pin| has_cppr || !has_clock(pin));
        for &pin in few {
            assert_eq!(times(timed[1], pin), times(timed[0], pin));
        }
        let of_few = machine.read.load(Ordering::Relaxed) - before;
        for &pin in &pins {
            assert_eq!(times(timed[1], pin), times(timed[0], pin));
        }
        let of_all = machine.read.load(Ordering::Relaxed) - before;
        let most = 20 * 64 + 16 * pins.len() as u64;
        assert!(of_few > 0 && of_few < 1000 && of_all > most, "{of_few} and {of_all} words");
    }
}

/// The example with other parasitics: resistances three times as high.
pub fn read_slower_parasitics(session: &mut Session) {
    let text = std::fs::read_to_string(&example_files().spef[0].file).unwrap();
    let slower = text.replace("*R_UNIT 1 OHM", "*R_UNIT 3 OHM");
    assert_ne!(text, slower);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("slower.spef");
    std::fs::write(&file, slower).unwrap();
    session.read_spef(zeroslack::CornerId::FIRST, &file, None).unwrap();
}

/// Gives the first cell that can have it another library cell with the same pins.
pub fn edit_example(session: &mut Session) {
    let netlist = session.netlist();
    let masters: Vec<MasterId> = (0..netlist.library().masters().len() as u32).map(MasterId).collect();
    let choices: Vec<_> =
        netlist.cells().flat_map(|cell| masters.iter().map(move |&master| (cell, master))).collect();
    let is_other = |session: &Session, (cell, master)| session.netlist().cell_master(cell) != master;
    let made = choices.into_iter().any(|(cell, master)| {
        is_other(session, (cell, master)) && session.edit(|netlist| netlist.set_master(cell, master)).is_ok()
    });
    assert!(made, "a cell with another drive strength");
}
