//! Updates after edits that the graph takes over: the bits of a full update, from a part of its work.

use std::time::{Duration, Instant};

use rayon::prelude::*;
use zeroslack::graph::{NodeId, Role};
use zeroslack::netlist::{self, CellId, MasterId, NetId, Netlist, Parasitics, PinId};
use zeroslack::sdc::{
    Clock, ClockId, ConstraintError, DerateScope, DerateTarget, Derivation, Exception, ExceptionKind,
    ExceptionPaths, GeneratedClock, OtherClocks, PathObject, PathObjects,
};
use zeroslack::timing::{Calculator, CommonPoint, Visited};
use zeroslack::units::{Split, Transition};
use zeroslack::{DesignFiles, ModeId, Session, Timed, UpdateError};
use zeroslack_synth::Options;
use zeroslack_testing::{Dice, by_budget, cases, seeds};

use super::anew::{assert_same_as_anew, assert_same_as_anew_after};
use super::common;
use super::examples::{load, pads, phases, pulse, tiny};
use super::gates::move_pins;
use super::in_place::InPlace;
use super::long;
use super::random::{Editor, ends};
use super::reconverging;
use super::synthetic::synthetic;

/// How a design is timed.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    pub(super) cppr: Option<CommonPoint>,
    pub(super) calculator: Calculator,
    derates: bool,
}

const CALCULATORS: [Calculator; 3] =
    [Calculator::Elmore, Calculator::Lumped, Calculator::EffectiveCapacitance];

pub(super) fn ways(dice: &mut Dice) -> How {
    let cppr = [None, Some(CommonPoint::SamePin), Some(CommonPoint::SameTransition)];
    How { cppr: *dice.pick(&cppr), calculator: *dice.pick(&CALCULATORS), derates: dice.chance(40) }
}

/// How often an update was incremental, and how often that could be so.
#[derive(Default)]
pub(super) struct Counts {
    incremental: usize,
    /// Incremental ones that had to compute something.
    computed: usize,
    all: usize,
}

impl Counts {
    pub(super) fn of(is_incremental: bool) -> Self {
        Self { incremental: usize::from(is_incremental), computed: 0, all: 1 }
    }

    pub(super) fn add(&mut self, of: Self) {
        self.incremental += of.incremental;
        self.computed += of.computed;
        self.all += of.all;
    }

    /// More than one update in so many was incremental; in the few designs of a commit, one in three times as many.
    pub(super) fn assert_one_of(&self, many: usize) {
        let many = by_budget(many, 3 * many);
        assert!(many * self.incremental > self.all, "{} of {}", self.incremental, self.all);
    }
}

fn state_derates(session: &mut Session, dice: &mut Dice) {
    let cells: Vec<_> = session.netlist().cells().collect();
    let targets = [DerateTarget::Design, DerateTarget::Cell(*dice.pick(&cells))];
    for target in targets {
        let mut flag = || dice.chance(70);
        let kinds = std::array::from_fn(|_| flag());
        let parts = std::array::from_fn(|_| flag());
        let edges = std::array::from_fn(|_| std::array::from_fn(|_| flag()));
        let factor = dice.number(0.8, 1.2, 0.01) as f32;
        session.edit_constraints(ModeId::FIRST, |editor| {
            editor.set_derate(target, &DerateScope { kinds, parts, edges }, factor).unwrap();
        });
    }
}

/// Edits that leave the graph as it is, but for some of library cells of other shapes.
fn run(session: &mut Session, how: How, seed: u64, steps: usize) -> Counts {
    run_edits(session, (how, InPlace::new), seed, steps)
}

/// The same with cells that come and go, and pins that are connected elsewhere.
fn run_with_gates(session: &mut Session, how: How, seed: u64, steps: usize) -> Counts {
    run_edits(session, (how, InPlace::with_gates), seed, steps)
}

pub(super) fn run_edits(
    session: &mut Session,
    (how, edits): (How, fn(&mut Session, Editor) -> InPlace),
    seed: u64,
    steps: usize,
) -> Counts {
    let mut editor = Editor::new(session, Dice::new(seed, 0));
    if how.derates {
        state_derates(session, &mut editor.dice);
    }
    session.set_cppr(how.cppr.is_some());
    session.set_common_point(how.cppr.unwrap_or_default());
    session.set_calculator(how.calculator);
    session.update().unwrap();
    let mut edits = edits(session, editor);
    let mut counts = Counts::default();
    for step in 0..steps {
        edits.step(session);
        if edits.editor.dice.chance(30) {
            // Then the next update brings these up to date, too.
            let _ = session.timed().map(|timed| timed.summaries());
        }
        session.update().unwrap();
        let visited = session.timed().unwrap().visited();
        counts.all += 1;
        counts.incremental += usize::from(visited.is_some());
        let computed = |visited: Visited| visited.delays + visited.arrivals + visited.lists > 0;
        counts.computed += usize::from(visited.is_some_and(computed));
        let when = format!("{how:?}, seed {seed}, step {step}, {visited:?}");
        assert_same_as_anew_after(session, step, &when);
    }
    counts
}

/// Edits of a kind in designs with one clock.
pub(super) fn run_with_one_clock(edits: fn(&mut Session, Editor) -> InPlace) -> Counts {
    let mut counts = Counts::default();
    for seed in seeds(16) {
        let gates = 200 + 100 * (seed % 6) as usize;
        let mut session = synthetic(Options { seed, flip_flops: 0.3, ..Options::new(gates) });
        counts.add(run_edits(&mut session, (ways(&mut Dice::new(seed, 1)), edits), seed, 60));
    }
    counts
}

/// The same in designs with several, after other constraints are stated.
pub(super) fn run_with_several_clocks(
    edits: fn(&mut Session, Editor) -> InPlace,
    state: impl Fn(&mut Session, u64),
) -> Counts {
    let mut counts = Counts::default();
    for seed in seeds(16) {
        let mut session = of_several_clocks(200 + 60 * (seed % 8) as usize, seed);
        state(&mut session, seed);
        counts.add(run_edits(&mut session, (ways(&mut Dice::new(seed, 1)), edits), seed, 60));
    }
    counts
}

/// The same in designs that SDC constrains.
pub(super) fn run_with_a_few_cells(edits: fn(&mut Session, Editor) -> InPlace) -> Counts {
    let mut counts = Counts::default();
    for seed in seeds(32) {
        for files in [pulse(), tiny()] {
            counts.add(run_edits(&mut load(&files), (ways(&mut Dice::new(seed, 1)), edits), seed, 60));
        }
    }
    counts
}

fn run_files(files: &DesignFiles, seed: u64, steps: usize) -> Counts {
    let how = ways(&mut Dice::new(seed, 1));
    run(&mut load(files), how, seed, steps)
}

#[test]
fn designs_of_a_few_cells() {
    let mut counts = Counts::default();
    for seed in seeds(16) {
        for files in [pulse(), pads()] {
            counts.add(run_files(&files, seed, 60));
        }
    }
    counts.assert_one_of(2);
}

#[test]
fn designs_of_contests() {
    let Some(shared) = common::shared() else { return };
    let mut counts = Counts::default();
    for (seed, name) in (0..).zip(["c17", "s27", "s400", "c880", "s27", "s400", "c880", "s400"]) {
        counts.add(run_files(&common::tau_files(&shared.join("data/tau15").join(name)), seed, 100));
    }
    counts.assert_one_of(2);
}

#[test]
fn gates_that_come_and_go_in_designs_of_a_few_cells() {
    let mut counts = Counts::default();
    for seed in seeds(16) {
        for files in [pulse(), pads()] {
            let how = ways(&mut Dice::new(seed, 1));
            counts.add(run_with_gates(&mut load(&files), how, seed, 60));
        }
    }
    counts.assert_one_of(10);
}

#[test]
fn gates_that_come_and_go() {
    let mut counts = Counts::default();
    for seed in seeds(16) {
        let how = ways(&mut Dice::new(seed, 1));
        let gates = 200 + 100 * (seed % 8) as usize;
        let mut session = synthetic(Options { seed, flip_flops: 0.2, ..Options::new(gates) });
        counts.add(run_with_gates(&mut session, how, seed, 60));
    }
    counts.assert_one_of(2);
}

fn one_of(objects: &[PathObject], dice: &mut Dice) -> PathObjects {
    PathObjects::new(vec![*dice.pick(objects)], None)
}

/// States what constraints of a chip do: clocks that registers divide, clocks between which there are no paths, and exceptions between clocks and to endpoints.
pub(super) fn state_relations(session: &mut Session, dice: &mut Dice) {
    let graph = session.timed().unwrap().graph();
    let launched = |&node: &NodeId| graph.fanin(node).any(|arc| graph.is_launch(arc));
    let outputs: Vec<PinId> =
        NodeId::all(0..graph.node_count()).filter(launched).map(|node| graph.pin(node)).collect();
    let ends: Vec<PinId> = graph.endpoints().iter().map(|endpoint| endpoint.pin).collect();
    let constraints = session.constraints(ModeId::FIRST);
    let clocks: Vec<(ClockId, Clock)> =
        constraints.clocks.iter().map(|(id, clock)| (id, clock.clone())).collect();
    session
        .edit_constraints(ModeId::FIRST, |editor| {
            for number in 0..1 + dice.below(2) {
                let (master, clock) = dice.pick(&clocks);
                let source = *dice.pick(&outputs);
                let is_combinational = dice.chance(25);
                let generated = GeneratedClock {
                    source,
                    stated_master: Some(*master),
                    master: None,
                    derivation: Derivation::Divide(if is_combinational { 1 } else { 2 }),
                    is_combinational,
                    is_inverted: dice.chance(30),
                    has_own_latency: dice.chance(20),
                };
                let name = format!("divided_{number}").into();
                let made = Clock { name, sources: vec![source], generated: Some(generated), ..clock.clone() };
                editor.create_clock(made, OtherClocks::Kept)?;
            }
            editor.find_masters();
            for _ in 0..3 {
                let of_clocks = clocks.iter().map(|&(clock, _)| PathObject::Clock(clock)).collect();
                let to: [Vec<PathObject>; 2] =
                    [of_clocks, ends.iter().copied().map(PathObject::Pin).collect()];
                let [has_from, has_to] = *dice.pick(&[[true, true], [true, false], [false, true]]);
                let from = has_from.then(|| one_of(&to[0], dice));
                let to = has_to.then(|| one_of(&to[dice.below(2)], dice));
                let kind = match dice.below(3) {
                    0 if has_from && has_to => ExceptionKind::False,
                    1 => ExceptionKind::Margin(dice.below(1000) as i64),
                    _ => ExceptionKind::Multicycle { cycles: 2, moved: None },
                };
                let paths = ExceptionPaths { from, to, ..ExceptionPaths::default() };
                editor.add_exception(Exception { kind, splits: [true; 2], paths, comment: None })?;
            }
            Ok::<_, ConstraintError>(())
        })
        .unwrap();
    session.update().unwrap();
}

/// A few of some pins, or clocks, in a transition or in both.
fn some_of(pins: &[PinId], clocks: &[ClockId], dice: &mut Dice) -> PathObjects {
    let object = |dice: &mut Dice| match dice.below(6) {
        0 if !clocks.is_empty() => PathObject::Clock(*dice.pick(clocks)),
        _ => PathObject::Pin(*dice.pick(pins)),
    };
    let objects: Vec<PathObject> = (0..1 + dice.below(4)).map(|_| object(dice)).collect();
    PathObjects::new(objects, *dice.pick(&[None, None, None, Some(Transition::Rise), Some(Transition::Fall)]))
}

/// States exceptions that ask where paths start and what they pass, and limits of their own.
pub(super) fn state_exceptions(session: &mut Session, dice: &mut Dice) {
    let (netlist, graph) = (session.netlist(), session.timed().unwrap().graph());
    let arcs = NodeId::all(0..graph.node_count()).flat_map(|node| graph.fanin(node));
    let mut starts: Vec<PinId> = arcs
        .filter(|&arc| graph.is_launch(arc))
        .map(|arc| graph.pin(graph.arc_source(arc).node()))
        .chain(netlist.port_pins().filter(|&pin| netlist.is_driver(pin)))
        .collect();
    starts.dedup();
    let ends: Vec<PinId> = graph.endpoints().iter().map(|endpoint| endpoint.pin).collect();
    let passed: Vec<PinId> = netlist.pins().collect();
    let clocks: Vec<ClockId> =
        session.constraints(ModeId::FIRST).clocks.iter().map(|(clock, _)| clock).collect();
    for _ in 0..2 + dice.below(6) {
        let count = *dice.pick(&[0, 0, 1, 1, 2]);
        let has_from = count == 0 || dice.chance(60);
        let from = has_from.then(|| some_of(&starts, &clocks, dice));
        let through: Vec<PathObjects> = (0..count).map(|_| some_of(&passed, &[], dice)).collect();
        let to = dice.chance(60).then(|| some_of(&ends, &clocks, dice));
        let (one, limit) = (*dice.pick(&[[true, false], [false, true]]), dice.below(2_000_000) as i64);
        let (kind, splits) = match dice.below(6) {
            0 | 1 => (ExceptionKind::False, [true; 2]),
            2 => {
                let ignores_latency = dice.chance(50);
                (ExceptionKind::Delay { delay: limit, ignores_latency, probes: false }, one)
            }
            3 => (ExceptionKind::Group { name: Some("some".into()), weight: 1.0 }, [true; 2]),
            _ => (ExceptionKind::Multicycle { cycles: 2, moved: None }, *dice.pick(&[[true; 2], one])),
        };
        let paths = ExceptionPaths { from, through, to, transition: None };
        let exception = Exception { kind, splits, paths, comment: None };
        session.edit_constraints(ModeId::FIRST, |editor| editor.add_exception(exception)).unwrap();
    }
    session.update().unwrap();
}

/// Exceptions that ask where paths start and what they pass.
#[test]
fn gates_that_come_and_go_under_exceptions() {
    let (mut counts, mut states, mut designs) = (Counts::default(), 0, 0);
    for seed in seeds(24) {
        let gates = 200 + 60 * (seed % 12) as usize;
        let mut session = match seed % 2 {
            0 => synthetic(Options { seed, flip_flops: 0.2, ..Options::new(gates) }),
            _ => of_several_clocks(gates, seed),
        };
        let mut dice = Dice::new(seed, 3);
        if seed % 4 == 3 {
            state_relations(&mut session, &mut dice);
        }
        state_exceptions(&mut session, &mut dice);
        designs += 1;
        states += usize::from(session.timed().unwrap().graph().node_counts().most > 1);
        counts.add(run_with_gates(&mut session, ways(&mut dice), seed, 60));
    }
    assert!(3 * states + 2 > designs, "{states} of {designs} designs have several signals at a pin");
    counts.assert_one_of(3);
}

/// Several signals at a pin, derates, divided clocks and exceptions.
#[test]
fn gates_that_come_and_go_among_several_clocks() {
    // However few designs the budget draws, the generator makes ones where several signals meet.
    let most = (1..8).map(|seed| {
        let mut session = of_several_clocks(300 + 60 * seed as usize, seed);
        state_relations(&mut session, &mut Dice::new(seed, 2));
        session.timed().unwrap().graph().node_counts().most
    });
    let most = most.max().unwrap();
    assert!(most > 2, "{most} signals meet at most");
    let mut counts = Counts::default();
    for seed in seeds(16) {
        let mut session = of_several_clocks(300 + 60 * (seed % 8) as usize, seed);
        let mut dice = Dice::new(seed, 2);
        if seed % 4 > 0 {
            state_relations(&mut session, &mut dice);
        }
        counts.add(run_with_gates(&mut session, ways(&mut dice), seed, 60));
    }
    counts.assert_one_of(2);
}

/// Several clocks, each with a tree, and paths between them.
pub(super) fn of_several_clocks(gates: usize, seed: u64) -> Session {
    synthetic(Options { clocks: 3, seed, flip_flops: 0.2, ..Options::new(gates) })
}

/// Edits of every kind, constraints and questions; with a larger budget of random cases, in larger designs too.
#[test]
fn long_sequences() {
    let edits = cases(6000) as usize;
    let sizes: &[usize] = if edits > 6000 { &[0, 200, 2000, 20_000] } else { &[0, 200, 1000] };
    for (seed, &gates) in (0..).zip(sizes) {
        let mut session = if gates == 0 { load(&tiny()) } else { of_several_clocks(gates, seed) };
        let (cells, start) = (session.netlist().cell_count(), Instant::now());
        let sequence = long::run(&mut session, (seed, edits / sizes.len()), |session, dice| {
            if dice.chance(2) {
                session.set_calculator(*dice.pick(&CALCULATORS));
            }
        });
        assert!(sequence.incremental > 0, "{sequence:?}");
        println!("{cells} cells, {sequence:?}, {:.0?}", start.elapsed());
    }
}

#[test]
fn designs_of_several_clocks() {
    let mut counts = Counts::default();
    for seed in 0..by_budget(12, 5) {
        let mut session = of_several_clocks(400 + 100 * seed as usize, seed);
        counts.add(run(&mut session, ways(&mut Dice::new(seed, 1)), seed, 60));
    }
    counts.assert_one_of(2);
}

#[test]
fn a_design_with_latches_is_updated_wholly() {
    let counts = run_files(&phases(), 3, 20);
    assert_eq!(counts.computed, 0);
    assert!(counts.incremental < counts.all, "no edit changed anything");
}

/// Scenarios of one mode in two corners, which share a graph: one of parasitics that are edited, one without any.
#[test]
fn scenarios_that_share_a_graph() {
    for seed in 0..6 {
        let mut session = of_several_clocks(300, seed);
        let corner = session.add_corner("bare", None, Parasitics::default()).unwrap();
        session.add_scenario(ModeId::FIRST, corner);
        let counts = run(&mut session, ways(&mut Dice::new(seed, 1)), seed, 30);
        counts.assert_one_of(2);
    }
}

#[test]
fn alternatives_are_tried_by_themselves_and_leave_nothing() {
    let mut session = of_several_clocks(500, 5);
    session.set_cppr(true);
    let mut editor = Editor::new(&session, Dice::new(5, 0));
    let mut alternatives = Vec::new();
    for _ in 0..40 {
        let cell = editor.cell(session.netlist()).unwrap();
        let alike = &editor.alike[session.netlist().cell_master(cell).index()];
        alternatives.push((cell, *editor.dice.pick(alike)));
    }
    let slack = |session: &Session, cell: CellId| {
        let mut pins = session.netlist().cell_pins(cell);
        pins.find_map(|pin| session.timed().unwrap().slack(pin, Split::Late, Transition::Rise))
    };
    let ask = |session: &Session| session.timed().unwrap().summaries();
    let tried = session.try_each(
        &alternatives,
        |trial, &(cell, master)| {
            trial.edit(|netlist| netlist.set_master(cell, master)).unwrap();
            assert_eq!(trial.session().netlist().cell_master(cell), master);
            Ok::<_, UpdateError>(cell)
        },
        |session, cell| (ask(session), slack(session, cell)),
    );
    let tried: Vec<_> = tried.unwrap().into_iter().map(Result::unwrap).collect();
    assert_same_as_anew(&session, "after all alternatives");
    let before = ask(&session);
    assert!(tried.iter().any(|(summaries, _)| *summaries != before), "nothing makes a difference");
    assert!(tried.iter().any(|(_, slack)| slack.is_some()), "no cell has a slack");
    for (&(cell, master), tried) in alternatives.iter().zip(&tried) {
        let mark = session.mark();
        session.edit(|netlist| netlist.set_master(cell, master)).unwrap();
        session.update().unwrap();
        assert_same_as_anew(&session, "one alternative");
        assert_eq!((ask(&session), slack(&session, cell)), *tried);
        session.undo(&mark);
    }
}

#[test]
fn clocks_that_come_together_again() {
    let mut counts = Counts::default();
    for seed in seeds(150) {
        let mut session = reconverging::of_seed(seed);
        counts.add(run(&mut session, ways(&mut Dice::new(seed, 1)), seed, 40));
    }
    counts.assert_one_of(2);
}

/// A buffer from a net to some of its sinks.
pub(super) fn insert_repeater(session: &mut Session, net: NetId, sinks: &[PinId]) {
    let repeaters = Editor::new(session, Dice::new(0, 0)).repeaters;
    let masters = session.netlist().library().masters();
    let is_buffer = |master: &MasterId| masters[master.index()].name.starts_with("BUF");
    let master = repeaters.into_iter().find(is_buffer).unwrap();
    let number = session.netlist().cell_id_count();
    let [cell, new] = ["cell", "net"].map(|kind| format!("{kind}_{number}"));
    let edits = |netlist: &mut netlist::Editor<'_>| {
        let (cell, new) = (netlist.insert_cell(&cell, master)?, netlist.insert_net(&new)?);
        let [input, output] = ends(netlist, cell).unwrap();
        netlist.connect(input, net)?;
        netlist.connect(output, new)?;
        move_pins(netlist, sinks, new)
    };
    session.edit(edits).unwrap();
}

pub(super) fn sinks(session: &Session, net: NetId) -> Vec<PinId> {
    let netlist = session.netlist();
    netlist.net_pins(net).iter().copied().filter(|&pin| !netlist.is_driver(pin)).collect()
}

/// A net of data with several sinks, that a gate drives.
fn net_of_data(session: &Session) -> NetId {
    let (netlist, graph) = (session.netlist(), session.timed().unwrap().graph());
    let is_data = |pin: PinId| {
        let tags = graph.nodes(pin).flat_map(|node| node.vertices()).map(|vertex| graph.vertex_tag(vertex));
        let tags: Vec<_> = tags.collect();
        tags.iter().all(|tag| tag.is_some_and(|tag| tag.role == Role::Data))
    };
    let is_wanted = |&net: &NetId| {
        let pins = netlist.net_pins(net);
        pins.len() > 2
            && pins.iter().all(|&pin| is_data(pin))
            && !pins.iter().any(|&pin| netlist.is_port(pin))
    };
    netlist.nets().find(is_wanted).unwrap()
}

/// The update is incremental, or not, and right.
pub(super) fn assert_updated(session: &mut Session, is_in_place: bool, when: &str) {
    session.update().unwrap();
    assert_eq!(session.timed().unwrap().visited().is_some(), is_in_place, "{when}");
    assert_same_as_anew(session, when);
}

#[test]
fn what_is_taken_over_in_place_and_what_is_not() {
    for cppr in [false, true] {
        let [mut session, mut edited_first] = std::array::from_fn(|_| {
            let mut session = synthetic(Options { seed: 4, flip_flops: 0.2, ..Options::new(400) });
            session.set_cppr(cppr);
            session
        });
        session.update().unwrap();
        let start = session.mark();
        let net = net_of_data(&session);
        let moved = sinks(&session, net);
        insert_repeater(&mut session, net, &moved[1..]);
        assert_updated(&mut session, true, "a repeater");
        // Paths and slacks are those of a graph that is built of the edited design, which has other numbers.
        let paths = session.timed().unwrap().worst_paths(Split::Late, 20);
        insert_repeater(&mut edited_first, net, &moved[1..]);
        edited_first.update().unwrap();
        let [of_session, of_other] = [&session, &edited_first].map(|session| session.timed().unwrap());
        let [of_levelled, of_anew] = [of_session, of_other].map(Timed::levelled);
        assert_eq!(of_levelled.endpoint_slacks(), of_anew.endpoint_slacks());
        assert_eq!(paths, of_other.worst_paths(Split::Late, 20));
        let first = session.mark();
        insert_repeater(&mut session, net, &[]);
        assert_updated(&mut session, true, "a repeater that drives nothing");
        session.undo(&first);
        assert_updated(&mut session, true, "one is taken back");
        assert_eq!(session.timed().unwrap().worst_paths(Split::Late, 20), paths);
        session.undo(&start);
        assert_updated(&mut session, true, "all is taken back");

        // A gate whose output comes to its own input.
        let netlist = session.netlist();
        let driver = netlist.net_pins(net).iter().copied().find(|&pin| netlist.is_driver(pin)).unwrap();
        let cell = netlist.pin_cell(driver).unwrap();
        let input = netlist.cell_pins(cell).find(|&pin| !netlist.is_driver(pin)).unwrap();
        session.edit(|netlist| move_pins(netlist, &[input], net)).unwrap();
        assert_updated(&mut session, false, "a loop");
        session.undo(&start);
        assert_updated(&mut session, false, "a loop is taken back");
    }
}

#[test]
fn what_is_taken_over_under_exceptions_and_what_is_not() {
    for cppr in [false, true] {
        let mut session = synthetic(Options { seed: 4, flip_flops: 0.2, ..Options::new(400) });
        session.set_cppr(cppr);
        session.update().unwrap();
        let net = net_of_data(&session);
        let moved = sinks(&session, net);
        let netlist = session.netlist();
        let driver = netlist.net_pins(net).iter().copied().find(|&pin| netlist.is_driver(pin)).unwrap();
        let gate = netlist.pin_cell(driver).unwrap();
        let start = session.mark();
        let state = |session: &mut Session, kind: ExceptionKind, object: PathObject| {
            let through = vec![PathObjects::new([object], None)];
            let paths = ExceptionPaths { through, ..ExceptionPaths::default() };
            let exception = Exception { kind, splits: [true; 2], paths, comment: None };
            session.edit_constraints(ModeId::FIRST, |editor| editor.add_exception(exception)).unwrap();
            session.update().unwrap();
        };
        state(&mut session, ExceptionKind::Multicycle { cycles: 3, moved: None }, PathObject::Pin(driver));
        state(&mut session, ExceptionKind::Margin(5000), PathObject::Pin(moved[0]));
        insert_repeater(&mut session, net, &moved[1..]);
        assert_updated(&mut session, true, "behind a pin that is named");
        insert_repeater(&mut session, net, &moved[..1]);
        assert_updated(&mut session, true, "before a pin that is named");
        session.undo(&start);
        assert_updated(&mut session, true, "all is taken back");

        let other = session.netlist().nets().find(|&other| {
            other != net && !Netlist::CONSTANTS.contains(&other) && sinks(&session, other).len() == 1
        });
        session.edit(|netlist| move_pins(netlist, &moved[..1], other.unwrap())).unwrap();
        assert_updated(&mut session, false, "paths lead elsewhere");
        session.undo(&start);
        assert_updated(&mut session, false, "and back");

        state(&mut session, ExceptionKind::Multicycle { cycles: 2, moved: None }, PathObject::Net(net));
        insert_repeater(&mut session, net, &moved[1..]);
        assert_updated(&mut session, false, "on a net that is named");
        session.undo(&start);
        session.update().unwrap();
        session.edit(|netlist| netlist.remove_cell(gate)).unwrap();
        assert_updated(&mut session, false, "a gate goes that is named");
    }
}

/// Threads that wait for others take other work, which may ask for what they are about to make.
#[test]
fn many_threads_may_be_the_first_to_ask() {
    let (done, is_done) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut session = of_several_clocks(500, 3);
        session.set_cppr(true);
        session.update().unwrap();
        let net = net_of_data(&session);
        let sinks = sinks(&session, net);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(16).build().unwrap();
        let mut editor = Editor::new(&session, Dice::new(3, 0));
        let start = session.mark();
        for round in 0..by_budget(1000, 300) {
            if round % 50 == 0 {
                insert_repeater(&mut session, net, &sinks[..1]);
            } else {
                editor.repower(&mut session);
            }
            session.update().unwrap();
            let timed = session.timed().unwrap();
            let ask = |_: usize| (timed.worst_paths(Split::Late, 20), timed.summaries());
            let answers: Vec<_> = pool.install(|| (0..32).into_par_iter().map(ask).collect());
            assert!(answers.iter().all(|answer| *answer == answers[0]), "round {round}");
            if round % 50 == 0 {
                session.undo(&start);
            }
        }
        done.send(()).unwrap();
    });
    is_done.recv_timeout(Duration::from_secs(300)).unwrap();
}

/// So many that threads share the work of taking them over.
#[test]
fn all_cells_become_others_at_once() {
    for (threads, clocks) in [(1, 1), (2, 3), (7, 1)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut session = synthetic(Options { clocks, ..Options::new(6000) });
            session.set_cppr(true);
            session.update().unwrap();
            let start = session.mark();
            let exchanged = session.edit(|netlist| {
                let other = |cell| netlist.library().alike(netlist.cell_master(cell)).next();
                let others: Vec<_> = netlist.cells().filter_map(|cell| Some((cell, other(cell)?))).collect();
                others.iter().try_for_each(|&(cell, master)| netlist.set_master(cell, master))?;
                Ok(others.len())
            });
            assert!(exchanged.unwrap() > 5000);
            session.update().unwrap();
            assert_same_as_anew(&session, "all are others");
            session.undo(&start);
            session.update().unwrap();
            assert_same_as_anew(&session, "none is");
        });
    }
}
