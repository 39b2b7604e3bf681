//! Repowers and other parasitics of a design that stays on a machine, with updates on both engines in turn.

use std::sync::atomic::Ordering;

use zeroslack::netlist::{CellId, MasterId, NetId, NetParasitics, Netlist, Parasitics};
use zeroslack::paths::PathQuery;
use zeroslack::sdc::{Clock, ClockId, ConstraintEditor, DerateScope, DerateTarget, OtherClocks};
use zeroslack::timing::{Calculator, CommonPoint};
use zeroslack::units::{Split, Ticks, quad};
use zeroslack::{CornerId, EngineChoice, ModeId, ScenarioId, Session};
use zeroslack_fuzz::edits::anew::{assert_same_as_anew, assert_same_as_anew_after};
use zeroslack_fuzz::edits::examples;
use zeroslack_fuzz::edits::in_place::InPlace;
use zeroslack_fuzz::edits::long::{self, Sequence};
use zeroslack_fuzz::edits::random::Editor;
use zeroslack_synth::Options;
use zeroslack_testing::Dice;

use super::machine::TestMachine;
use super::sessions::compare_searches;
use super::several::{Clocked, Stated};
use super::{CONTESTS, SDC, random, synthetic};
use crate::brute::recipe::Recipe;
use crate::latches::made::Made;

const ENGINES: [EngineChoice; 3] = [EngineChoice::Auto, EngineChoice::Cpu, EngineChoice::Cuda];

const CALCULATORS: [Calculator; 3] =
    [Calculator::Elmore, Calculator::Lumped, Calculator::EffectiveCapacitance];

/// Which engines updated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Updates {
    /// By the machine, after one by the machine.
    pub stayed: usize,
    /// By the machine, after one by the CPU.
    pub came_back: usize,
    /// By the CPU, incremental.
    pub incremental: usize,
}

impl Updates {
    /// Of both.
    pub fn and(self, other: Self) -> Self {
        Self {
            stayed: self.stayed + other.stayed,
            came_back: self.came_back + other.came_back,
            incremental: self.incremental + other.incremental,
        }
    }
}

/// A random design.
pub fn edit_random(
    machine: TestMachine,
    recipe: &Recipe,
    is_contest: bool,
    seed: u64,
    steps: usize,
) -> Updates {
    run(machine, || random(recipe, is_contest, Calculator::Elmore), seed, steps)
}

/// A design with several clocks.
pub fn edit_several(
    machine: TestMachine,
    clocked: &Clocked,
    stated: Stated,
    seed: u64,
    steps: usize,
) -> Updates {
    run(machine, || super::several::session(clocked, stated), seed, steps)
}

/// A design with latches.
pub fn edit_latches(machine: TestMachine, seed: u64, steps: usize) -> Updates {
    let made = Made::new(&mut Dice::new(seed, 7), !seed.is_multiple_of(4));
    run(machine, || crate::latches::load::session(&made, true), seed, steps)
}

/// A design whose text is at hand.
pub fn edit_files(machine: TestMachine, files: &zeroslack::DesignFiles, seed: u64, steps: usize) -> Updates {
    run(machine, || examples::load(files), seed, steps)
}

/// A placed-like design of so many gates.
pub fn edit_synthetic(machine: TestMachine, gates: usize, seed: u64, steps: usize) -> Updates {
    run(machine, || synthetic(gates), seed, steps)
}

/// Edits one design twice, few things or many at a time, with gates that come and go by one seed of three, and times it by the CPU alone and by whichever engine is worth it: both have all bits of a design that is timed anew.
fn run(machine: TestMachine, load: impl Fn() -> Session, seed: u64, steps: usize) -> Updates {
    let mut sessions = [load(), load()];
    let mut dice = Dice::new(seed, 31);
    let calculator = *dice.pick(&CALCULATORS);
    for session in &mut sessions {
        session.set_calculator(calculator);
        session.update().unwrap_or_else(|error| panic!("{error}"));
    }
    sessions[1].set_engine_on(EngineChoice::Auto, machine);
    sessions[1].set_auto_nodes(0);
    let mut edits = sessions.each_mut().map(|session| {
        let editor = Editor::new(session, Dice::new(seed, 32));
        if seed.is_multiple_of(3) {
            InPlace::with_gates(session, editor)
        } else {
            InPlace::new(session, editor)
        }
    });
    let mut updates = Updates::default();
    let mut was_there = false;
    for step in 0..steps {
        let rule = dice.chance(30).then(|| *dice.pick(&[None, Some(SDC), Some(CONTESTS)]));
        let times = (*dice.pick(&[0, 1, 1, 60]), *dice.pick(&[0, 0, 1, 3]));
        for (session, edits) in sessions.iter_mut().zip(&mut edits) {
            change(session, edits, rule, times);
        }
        let timed = sessions[1].timed().unwrap();
        let is_there = timed.gpu().is_some();
        updates.stayed += usize::from(is_there && was_there);
        updates.came_back += usize::from(is_there && !was_there && step > 0);
        updates.incremental += usize::from(timed.visited().is_some());
        was_there = is_there;
        // Results that nobody asked for are still there when the next edits come.
        if dice.chance(40) {
            continue;
        }
        assert_eq!(sessions[0].timed().unwrap().summaries(), timed.summaries());
        if timed.graph().latches().is_empty() {
            compare_searches(&sessions[0], &sessions[1], 20 + step, 5);
        } else {
            let late = PathQuery::new(20 + step).split(Split::Late);
            let [one, other] = sessions.each_ref().map(|session| session.timed().unwrap().find_paths(&late));
            assert!(one.tree() == other.tree(), "late paths");
        }
        assert_same_as_anew_after(&sessions[1], step, &format!("{calculator:?}, seed {seed}, step {step}"));
    }
    updates
}

/// So many edits of every kind of a design with several clocks, or of an example of few cells, with constraints and questions in between, timed by the CPU, by the machine or by whichever is worth it.
pub fn edit_long(machine: TestMachine, gates: usize, seed: u64, edits: usize) -> Sequence {
    let mut session = if gates == 0 {
        examples::load(&examples::tiny())
    } else {
        let options = Options { clocks: 3, seed, flip_flops: 0.2, ..Options::new(gates) };
        let (netlist, constraints) = super::synthetic_parts_of(options);
        super::load::session(netlist, &constraints, Calculator::Elmore)
    };
    session.set_engine_on(EngineChoice::Auto, machine.clone());
    session.set_auto_nodes(0);
    // Where the engine is replaced kernels are loaded again, which takes long.
    long::run(&mut session, (seed, edits), |session, dice| match dice.below(60) {
        0 => session.set_engine_on(*dice.pick(&ENGINES), machine.clone()),
        1 => session.set_engine_on(EngineChoice::Auto, machine.clone()),
        2..5 => session.set_calculator(*dice.pick(&CALCULATORS)),
        5..20 => session.set_auto_nodes(*dice.pick(&[0, 0, usize::MAX])),
        _ => {}
    })
}

/// Some edits, perhaps other values of what constraints state and another rule of CPPR, and an update.
fn change(
    session: &mut Session,
    edits: &mut InPlace,
    rule: Option<Option<CommonPoint>>,
    (times, restated): (usize, usize),
) {
    for _ in 0..times {
        edits.step(session);
    }
    (0..restated).for_each(|_| edits.editor.state_time(session));
    if let Some(rule) = rule {
        session.set_cppr(rule.is_some());
        session.set_common_point(rule.unwrap_or_default());
    }
    session.update().unwrap_or_else(|error| panic!("{error}"));
}

/// A session on a machine, with what was counted there.
fn counted(machine: TestMachine, gates: usize) -> (Session, TestMachine) {
    let mut session = synthetic(gates);
    session.set_engine_on(EngineChoice::Auto, machine.clone());
    session.set_auto_nodes(0);
    session.set_cppr(true);
    (session, machine)
}

/// Gives some cells the other ones of two library cells, and updates. Returns how many words were copied.
fn repower(session: &mut Session, machine: &TestMachine, pairs: &[(CellId, [MasterId; 2])]) -> u64 {
    for &(cell, masters) in pairs {
        let is_first = session.netlist().cell_master(cell) == masters[0];
        session.edit(|netlist| netlist.set_master(cell, masters[usize::from(is_first)])).unwrap();
    }
    let before = machine.written.load(Ordering::Relaxed);
    session.update().unwrap_or_else(|error| panic!("{error}"));
    machine.written.load(Ordering::Relaxed) - before
}

/// Repowers are copied alone, and arrays outlive updates by the CPU.
pub fn check_kept(machine: TestMachine, gates: usize) {
    let (mut session, machine) = counted(machine, gates);
    let pairs = pairs(&session);
    let whole = repower(&mut session, &machine, &[]);
    for (step, many) in [1, 200, 1, 100].into_iter().enumerate() {
        let copied = repower(&mut session, &machine, &pairs[7 * step..7 * step + many]);
        assert_eq!(session.timed().unwrap().gpu().is_some(), many > 50, "{many} repowers");
        assert!(
            if many > 50 { copied > 0 && 10 * copied < whole } else { copied == 0 },
            "{copied} of {whole}"
        );
        assert_same_as_anew(&session, &format!("{many} repowers"));
    }
}

/// Other values of what constraints state are copied alone, and the design stays on the machine.
pub fn check_restated(machine: TestMachine, gates: usize) {
    let (mut session, machine) = counted(machine, gates);
    session.set_engine_on(EngineChoice::Cuda, machine.clone());
    let constraints = session.constraints(ModeId::FIRST);
    let (clock, port) =
        (constraints.clocks.iter().next().unwrap().0, *constraints.loads.keys().next().unwrap());
    let all = DerateScope { kinds: [true; 3], parts: [true; 2], edges: [[true; 2]; 2] };
    let mut state = |factor: f32, period: Ticks| {
        session.edit_constraints(ModeId::FIRST, |editor| {
            editor.set_derate(DerateTarget::Design, &all, factor).unwrap();
            let waved = Clock { period, edges: [0, period / 2], ..editor.clocks[clock].clone() };
            editor.create_clock(waved, OtherClocks::Kept).unwrap();
            editor.set_uncertainty(clock, [Some(period / 50), None]).unwrap();
            editor.set_pin_load(&[port], quad(Some(20.0 * factor))).unwrap();
        });
        let copied = repower(&mut session, &machine, &[]);
        assert!(session.timed().unwrap().gpu().is_some());
        assert_same_as_anew(&session, &format!("a factor of {factor}, a period of {period}"));
        copied
    };
    let whole = state(1.1, 900_000);
    for (factor, period) in [(1.1, 700_000), (1.2, 700_000), (0.9, 1_100_000)] {
        let copied = state(factor, period);
        assert!(copied > 0 && 3 * copied < whole, "{copied} of {whole}");
    }
}

/// RC trees of as many nodes as before in other orders, of nets of which constraints state a part of the load, too.
pub fn check_other_trees(machine: TestMachine, gates: usize) {
    let (mut session, machine) = counted(machine, gates);
    let nets: Vec<NetId> = session.netlist().nets().collect();
    let stated: Vec<NetId> = nets.iter().copied().step_by(3).collect();
    let load = [[None; 2], [Some(7.0), None]];
    session.edit_constraints(ModeId::FIRST, |editor| editor.set_net_load(&stated, load)).unwrap();
    let whole = repower(&mut session, &machine, &[]);
    let may_change =
        |net: &NetId| session.parasitics(CornerId::FIRST).net(*net).is_some_and(|rc| rc.pin_node_count() > 2);
    let edited: Vec<NetId> = nets.into_iter().filter(may_change).take(150).collect();
    session.edit_parasitics(CornerId::FIRST, |parasitics, netlist| {
        for &net in &edited {
            exchange_pins(parasitics, netlist, net);
        }
    });
    let copied = repower(&mut session, &machine, &[]);
    assert!(session.timed().unwrap().gpu().is_some() && copied > 0, "{copied} words");
    assert!(2 * copied < whole, "{copied} of {whole}: trees alone");
    assert_same_as_anew(&session, "other trees");
}

/// The last two pins of a net change places in its network, and all of that has half more capacitance.
fn exchange_pins(parasitics: &mut Parasitics, netlist: &Netlist, net: NetId) {
    let rc = parasitics.net(net).unwrap();
    let last = rc.pin_node_count() - 1;
    let end = |end: u32| match end as usize {
        node if node == last => last - 1,
        node if node == last - 1 => last,
        node => node,
    };
    let nodes = (0..rc.node_count()).map(|node| (rc.pin(node), 1.5 * rc.capacitance[node])).collect();
    let resistors = rc.resistors.iter().map(|it| (end(it.low), end(it.high), it.resistance)).collect();
    parasitics.set_net(netlist, net, Some(&NetParasitics { nodes, resistors })).unwrap();
}

/// Arrays that only wait are given up when another scenario needs memory: to be placed, and for a search.
pub fn check_given_up(machine: TestMachine, gates: usize) {
    let (mut session, machine) = counted(machine, gates);
    let pairs = pairs(&session);
    let mode = session.add_mode("other", session.constraints(ModeId::FIRST).clone());
    let other = session.add_scenario(mode, CornerId::FIRST);
    repower(&mut session, &machine, &[]);
    let whole = machine.written.load(Ordering::Relaxed) / 2;
    let is_there = |session: &Session, id| session.timed_in(id).unwrap().gpu().is_some();
    for refusals_of_update in [1, 0] {
        // Both wait; then the second one is built anew.
        repower(&mut session, &machine, &pairs[..1]);
        assert!(!is_there(&session, ScenarioId::FIRST) && !is_there(&session, other), "a repower");
        let is_propagated = refusals_of_update == 0;
        let edit = |editor: &mut ConstraintEditor<'_>| editor.set_propagated(ClockId(0), is_propagated);
        session.edit_constraints(mode, edit).unwrap();
        machine.refusals.store(refusals_of_update, Ordering::Relaxed);
        repower(&mut session, &machine, &[]);
        assert!(is_there(&session, other) && machine.refusals.load(Ordering::Relaxed) == 0);
        if refusals_of_update == 0 {
            // Nor for as few paths as are asked for.
            machine.refusals.store(2, Ordering::Relaxed);
            let found = session.timed_in(other).unwrap().find_paths(&PathQuery::new(10));
            assert!(found.is_of_gpu() && machine.refusals.load(Ordering::Relaxed) == 0);
        }
        let copied = repower(&mut session, &machine, &pairs[..200]);
        assert!(is_there(&session, ScenarioId::FIRST) && is_there(&session, other));
        assert!(2 * copied > whole, "{copied} of {whole}: the first one is placed again");
        assert_same_as_anew(&session, "after memory was given up");
    }
}

/// Cells, each with another library cell that it can be and the one that it is, both in use at other cells.
fn pairs(session: &Session) -> Vec<(CellId, [MasterId; 2])> {
    let netlist = session.netlist();
    let used = netlist.used_masters();
    let other = |cell: CellId| {
        let own = netlist.cell_master(cell);
        let mut alike = used.iter().filter(|&&other| other != own && netlist.library().are_alike(own, other));
        alike.next().map(|&other| (cell, [other, own]))
    };
    netlist.cells().filter_map(other).collect()
}
