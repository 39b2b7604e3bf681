//! Latches that borrow, on random small designs, against all paths from latch to latch: with and without CPPR, slacks, the k worst paths, loops.

pub mod load;
pub mod made;
mod oracle;

use std::collections::BTreeMap;

use zeroslack::netlist::Netlist;
use zeroslack::paths::{Path, PathQuery};
use zeroslack::units::{Split, Ticks, Transition};
use zeroslack::{PathPoints, Session, Timed};
use zeroslack_testing::{Dice, by_budget, seeds};

use load::{loop_of, loop_without_clock, session};
use made::{CELLS, Clock, Kind, Made, Net, Register};
use oracle::{Found, Oracle};

fn found(netlist: &Netlist, path: &Path) -> Found {
    let is_late = path.end.kind.split() == Split::Late;
    let first = path.launch_steps().map_or(0, |steps| steps - 1);
    let steps = path.data[first..].iter();
    let named = |step: &zeroslack::paths::Step| {
        format!("{} {}", netlist.pin_name(step.pin), ["^", "v"][step.transition as usize])
    };
    Found { slack: path.end.slack, is_late, pins: steps.map(named).collect() }
}

/// The worst slack at each end.
fn worst(paths: &[Found]) -> BTreeMap<(bool, String), Ticks> {
    let mut worst = BTreeMap::new();
    for path in paths {
        let pin = path.pins.last().unwrap().split(' ').next().unwrap();
        let end = (path.is_late, pin.to_owned());
        let known = worst.entry(end).or_insert(path.slack);
        *known = path.slack.min(*known);
    }
    worst
}

#[derive(Debug, Default)]
struct Seen {
    drawn: usize,
    /// Designs that were compared, each with CPPR and without.
    designs: usize,
    borrowing: usize,
    given: usize,
    failing: usize,
    /// Designs where a latch gives on what depends on it.
    looped: usize,
    unsettled: usize,
}

impl Seen {
    /// Whether latches borrow and give on in enough designs; fewer are enough where a commit draws few.
    fn often(&self) -> bool {
        by_budget(18, 40) * self.given > 5 * self.designs
            && by_budget(9, 20) * self.borrowing > 5 * self.designs
    }
}

fn compare(made: &Made, session: &mut Session, has_credit: bool, dice: &mut Dice, seen: &mut Seen) {
    session.set_cppr(has_credit);
    session.update().unwrap();
    let timed = session.timed().unwrap();
    let (netlist, clocks) = (timed.netlist(), &timed.constraints().clocks);
    let oracle = Oracle::new(made, clocks, has_credit);
    if !oracle.is_settled {
        seen.unsettled += 1;
        return;
    }
    assert_eq!(timed.timing().unsettled_latches(), 0);
    let looped = timed.graph().latches().openings().iter().filter(|opening| opening.is_looped);
    let mut looped = looped.map(|opening| timed.graph().pin(timed.graph().check(opening.check).data));
    let borrows = timed.latch_borrows();
    seen.looped += usize::from(looped.any(|pin| borrows.iter().any(|it| it.pin == pin && it.given > 0)));
    let mut expected = oracle.paths();
    expected.sort();
    let about = || format!("credit {has_credit}\n{made:?}\n{}{}", made.verilog(), made.sdc());
    let ends: Vec<Found> = timed
        .endpoint_slacks()
        .iter()
        .map(|end| Found {
            slack: end.slack,
            is_late: end.kind.split() == Split::Late,
            pins: vec![netlist.pin_name(end.pin)],
        })
        .collect();
    assert_eq!(worst(&ends), worst(&expected), "{}", about());
    compare_pins(timed, &expected, &about);
    let most = 3000;
    let paths = timed.find_paths(&PathQuery::new(most)).paths();
    let mut all: Vec<Found> = paths.iter().map(|path| found(netlist, path)).collect();
    assert!(paths.iter().zip(paths.iter().skip(1)).all(|(a, b)| a.end.slack <= b.end.slack), "{}", about());
    for path in &paths {
        let (end, last) = (&path.end, path.data.last().unwrap());
        assert_eq!(end.arrival, last.arrival, "{}", about());
        let late = end.required - end.arrival;
        assert_eq!(end.slack, if end.kind.split() == Split::Late { late } else { -late });
        seen.borrowing +=
            usize::from(end.check.and_then(|check| check.borrow).is_some_and(|it| it.actual > 0));
        seen.failing += usize::from(end.slack < 0);
    }
    seen.given +=
        expected.iter().filter(|path| path.pins[1].contains("/D") && path.pins[0].contains("/G")).count();
    all.sort();
    let count = expected.len();
    assert!(count <= most);
    assert_eq!(all, expected, "{}", about());
    // Some of the worst: of equals any.
    for _ in 0..2 {
        let count = 1 + dice.below(count.max(1));
        let split = *dice.pick(&[None, Some(Split::Early), Some(Split::Late)]);
        let limit = dice.chance(50).then(|| 10_000 * (dice.below(400) as Ticks - 200));
        let mut query = PathQuery::new(count);
        (query.split, query.slack_less_than) = (split, limit);
        let asked = |path: &&Found| {
            split.is_none_or(|split| path.is_late == (split == Split::Late))
                && limit.is_none_or(|limit| path.slack < limit)
        };
        let slacks: Vec<Ticks> = expected.iter().filter(asked).map(|path| path.slack).take(count).collect();
        let some: Vec<Ticks> = timed.find_paths(&query).paths().iter().map(|path| path.end.slack).collect();
        assert_eq!(some, slacks, "{query:?} {}", about());
    }
    passing(made, timed, &expected, dice, &about);
    seen.designs += 1;
}

/// Slacks of pins of data, by the paths through them.
fn compare_pins(timed: Timed<'_>, expected: &[Found], about: &impl Fn() -> String) {
    let mut slacks: BTreeMap<(&str, bool), Ticks> = BTreeMap::new();
    for path in expected {
        for pin in path.pins.iter().filter(|pin| !pin.contains("/G ")) {
            let known = slacks.entry((pin, path.is_late)).or_insert(path.slack);
            *known = path.slack.min(*known);
        }
    }
    for ((name, is_late), slack) in slacks {
        let (pin, edge) = name.rsplit_once(' ').unwrap();
        let transition = if edge == "^" { Transition::Rise } else { Transition::Fall };
        let split = if is_late { Split::Late } else { Split::Early };
        let found = timed.slack(timed.netlist().find_pin(pin, '/').unwrap(), split, transition);
        assert_eq!(found, Some(slack), "slack of {name}, {split:?} {}", about());
    }
}

/// The paths from, through and to a register, and from and through its data pin.
fn passing(made: &Made, timed: Timed<'_>, expected: &[Found], dice: &mut Dice, about: &impl Fn() -> String) {
    let at = dice.below(made.registers.len());
    let (clock, data) = (format!("r{at}/G "), format!("r{at}/D "));
    let is_from = |path: &&Found| path.pins[0].starts_with(&clock);
    let gives = |path: &&Found| is_from(path) && path.pins[1].starts_with(&data);
    let is_through = |path: &&Found| path.pins.iter().any(|pin| pin.starts_with(&data));
    let ends = |path: &&Found| path.pins.last().is_some_and(|pin| pin.starts_with(&data));
    let (cell, pin) = (format!("r{at}"), format!("r{at}/D"));
    let points = PathPoints::new;
    let asked: [(PathPoints, Vec<&Found>); 4] = [
        (points().from([&*cell]), expected.iter().filter(is_from).collect()),
        (points().from([&*pin]), expected.iter().filter(gives).collect()),
        (points().through([&*pin]), expected.iter().filter(is_through).collect()),
        (points().to([&*pin]), expected.iter().filter(ends).collect()),
    ];
    for (points, expected) in &asked {
        let Ok(paths) = timed.find_paths_passing(&PathQuery::new(3000), points) else {
            assert!(expected.is_empty(), "{points:?} {}", about());
            continue;
        };
        let mut all: Vec<Found> = paths.paths().iter().map(|path| found(timed.netlist(), path)).collect();
        all.sort();
        assert_eq!(all.iter().collect::<Vec<_>>(), *expected, "{points:?} {}", about());
    }
}

fn check(has_loops: bool, seeds: impl Iterator<Item = u64>) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        seen.drawn += 1;
        let mut dice = Dice::new(seed, u64::from(has_loops));
        let made = Made::new(&mut dice, has_loops);
        let mut session = session(&made, false);
        let first = dice.chance(50);
        for has_credit in [first, !first, first] {
            compare(&made, &mut session, has_credit, &mut dice, &mut seen);
        }
    }
    seen
}

#[test]
fn all_paths_of_pipelines() {
    let seen = check(false, seeds(1200));
    assert!(seen.designs == 3 * seen.drawn && seen.often(), "{seen:?}");
    assert!(by_budget(9, 20) * seen.failing > 5 * seen.designs, "{seen:?}");
}

#[test]
fn all_paths_with_loops() {
    let seen = check(true, seeds(1200));
    assert!(36 * seen.designs > 35 * 3 * seen.drawn && seen.often(), "{seen:?}");
    assert!(by_budget(72, 200) * seen.looped > seen.designs, "{seen:?}");
}

/// A latch in a loop slower than its clock, where all signals are launched by one edge: each pin has one tag.
#[test]
fn a_loop_of_one_edge() {
    let [slow, and] = ["SLOW", "AND"].map(|name| *CELLS.iter().find(|cell| cell.name == name).unwrap());
    let gate = |at| Net::Gate(at);
    let made = Made {
        clocks: vec![Clock { period: 600, edges: [0, 300], is_ideal: false, uncertainty: [0; 2] }],
        tree: vec![(0, false)],
        inputs: 1,
        registers: vec![Register { kind: Kind::High, clock: 1, data: gate(2) }],
        gates: vec![
            (slow, vec![Net::Register(0)]),
            (slow, vec![gate(0)]),
            (and, vec![gate(1), Net::Input(0)]),
        ],
        most: Vec::new(),
        false_to: Vec::new(),
        false_from: Vec::new(),
        cycles: Vec::new(),
        derates: false,
    };
    let (mut session, mut seen) = (session(&made, false), Seen::default());
    for has_credit in [false, true] {
        compare(&made, &mut session, has_credit, &mut Dice::new(1, 0), &mut seen);
    }
    assert!(seen.designs == 2 && seen.looped == 2 && seen.given > 0, "{seen:?}");
}

/// No path from the latch counts, so that nothing goes on through it: its data has no slack while it is open all the same.
#[test]
fn data_of_a_latch_that_nothing_goes_on_through() {
    let slow = *CELLS.iter().find(|cell| cell.name == "SLOW").unwrap();
    let made = Made {
        clocks: vec![Clock { period: 600, edges: [0, 300], is_ideal: false, uncertainty: [0; 2] }],
        tree: Vec::new(),
        inputs: 1,
        registers: vec![
            Register { kind: Kind::Flop, clock: 0, data: Net::Register(1) },
            Register { kind: Kind::High, clock: 0, data: Net::Gate(0) },
        ],
        gates: vec![(slow, vec![Net::Register(0)])],
        most: Vec::new(),
        false_to: Vec::new(),
        false_from: vec![1],
        cycles: Vec::new(),
        derates: false,
    };
    let (mut session, mut seen) = (session(&made, false), Seen::default());
    for has_credit in [false, true] {
        compare(&made, &mut session, has_credit, &mut Dice::new(1, 0), &mut seen);
    }
    assert!(seen.designs == 2, "{seen:?}");
}

#[test]
fn a_loop_that_no_clock_opens_has_slews() {
    let session = loop_without_clock();
    let timed = session.timed().unwrap();
    assert_eq!(timed.latch_borrows(), []);
    let pin = |name: &str| session.netlist().find_pin(name, '/').unwrap();
    for name in ["l0/Q", "l1/D", "l1/Q"] {
        assert!(
            timed.slew(pin(name), Split::Late, Transition::Rise).is_some_and(|slew| slew > 0.0),
            "{name}"
        );
    }
}

#[test]
fn a_loop_that_does_not_settle_is_said() {
    // Rises take 596 ps around the loop.
    let session = loop_of(595.8);
    assert_eq!(
        session.diagnostics().to_string(),
        "warning[TIM-012]: loops of latches did not settle in 100 passes: they are slower than their clocks, data still borrowed more at 1 of their checks, and times there count as they are then\n"
    );
    assert_eq!(session.timed().unwrap().timing().latch_passes(), 100);
    let session = loop_of(650.0);
    assert_eq!(session.diagnostics().to_string(), "");
    let timed = session.timed().unwrap();
    // The data of the looped latch comes before that opens, so nothing is given that depends on itself.
    assert_eq!(timed.timing().latch_passes(), 1);
    let failing = |at: &zeroslack::timing::LatchBorrow| at.slack < 0;
    assert!(!timed.latch_borrows().iter().any(failing), "{:?}", timed.latch_borrows());
    // Nothing was cut.
    assert_eq!(timed.graph().pins().cuts(), []);
}
