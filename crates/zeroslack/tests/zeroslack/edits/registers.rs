//! Registers that come and go, and data that ends elsewhere: the graph makes its checks and endpoints again and keeps the rest.

use zeroslack::input::Diagnostics;
use zeroslack::netlist::{self, CellId, NetId, Netlist, Parasitics, PinId};
use zeroslack::sdc::{
    Clock, ClockEdge, ConstraintEditor, DerateScope, DerateTarget, Exception, ExceptionKind, ExceptionPaths,
    InputDelay, OtherClocks, OtherDelays, PathObject, PathObjects,
};
use zeroslack::units::{Transition, quad};
use zeroslack::{ModeId, ScenarioId, Session};
use zeroslack_synth::Options;
use zeroslack_testing::{Dice, seeds};

use super::anew::assert_same_as_anew;
use super::common;
use super::examples::load;
use super::gates::move_pins;
use super::in_place::InPlace;
use super::incremental::{
    Counts, assert_updated, of_several_clocks, run_edits, run_with_a_few_cells, run_with_one_clock,
    run_with_several_clocks, sinks, state_exceptions, state_relations, ways,
};
use super::random::Editor;
use super::synthetic::synthetic;

/// Registers, on top of all other edits.
fn run(session: &mut Session, seed: u64, steps: usize) -> Counts {
    let how = ways(&mut Dice::new(seed, 1));
    run_edits(session, (how, InPlace::with_registers), seed, steps)
}

#[test]
fn one_clock() {
    run_with_one_clock(InPlace::with_registers).assert_one_of(2);
}

#[test]
fn several_clocks() {
    let state = |session: &mut Session, seed: u64| {
        if seed % 2 == 1 {
            state_relations(session, &mut Dice::new(seed, 2));
        }
    };
    run_with_several_clocks(InPlace::with_registers, state).assert_one_of(3);
}

#[test]
fn designs_of_a_few_cells() {
    run_with_a_few_cells(InPlace::with_registers).assert_one_of(10);
}

#[test]
fn exceptions() {
    let mut counts = Counts::default();
    for seed in seeds(16) {
        let mut session = of_several_clocks(200 + 60 * (seed % 8) as usize, 50 + seed);
        state_exceptions(&mut session, &mut Dice::new(seed, 3));
        counts.add(run(&mut session, seed, 60));
    }
    counts.assert_one_of(10);
}

#[test]
fn designs_of_contests() {
    let Some(shared) = common::shared() else { return };
    let mut counts = Counts::default();
    for (seed, name) in (0..).zip(["s27", "s400", "s27", "s400"]) {
        let files = common::tau_files(&shared.join("data/tau15").join(name));
        counts.add(run(&mut load(&files), seed, 60));
    }
    counts.assert_one_of(3);
}

/// Of two corners that share a graph one is brought up to date later than the other.
#[test]
fn a_corner_that_is_left_behind() {
    let mut counts = Counts::default();
    for seed in seeds(16) {
        let mut session = synthetic(Options { seed, flip_flops: 0.3, ..Options::new(300) });
        session.set_cppr(seed % 2 == 0);
        let corner = session.add_corner("bare", None, Parasitics::default()).unwrap();
        let second = session.add_scenario(ModeId::FIRST, corner);
        session.update().unwrap();
        let editor = Editor::new(&session, Dice::new(seed, 0));
        let mut edits = InPlace::with_registers(&mut session, editor);
        for step in 0..30 {
            for _ in 0..1 + edits.editor.dice.below(3) {
                edits.editor.repower(&mut session);
                edits.step(&mut session);
                session.update_scenario(ScenarioId::FIRST).unwrap();
            }
            session.update().unwrap();
            counts.add(Counts::of(session.timed_in(second).unwrap().visited().is_some()));
            assert_same_as_anew(&session, &format!("seed {seed}, step {step}"));
        }
    }
    counts.assert_one_of(3);
}

/// A register that drives something, with the pin of its data and the net that it drives.
fn register(session: &Session) -> (CellId, PinId, NetId) {
    let (netlist, graph) = (session.netlist(), session.timed().unwrap().graph());
    let data = graph.checks().iter().map(|check| graph.pin(check.data));
    let found = data.filter_map(|data| {
        let cell = netlist.pin_cell(data)?;
        let output = netlist.cell_pins(cell).find(|&pin| netlist.is_driver(pin))?;
        let net = netlist.pin_net(output)?;
        (sinks(session, net).len() > 1).then_some((cell, data, net))
    });
    found.into_iter().next().unwrap()
}

/// A second one beside a register, with the same inputs, that drives some pins.
fn copy(session: &mut Session, cell: CellId, sinks: &[PinId]) {
    let netlist = session.netlist();
    let (master, inputs) = (netlist.cell_master(cell), nets_at(netlist, cell));
    let edits = |netlist: &mut netlist::Editor<'_>| {
        let cell = netlist.insert_cell("copy", master)?;
        let behind = netlist.insert_net("behind")?;
        for (pin, net) in netlist.cell_pins(cell).zip(inputs) {
            let net = if netlist.is_driver(pin) { Some(behind) } else { net };
            net.map_or(Ok(()), |net| netlist.connect(pin, net))?;
        }
        move_pins(netlist, sinks, behind)
    };
    session.edit(edits).unwrap();
}

fn nets_at(netlist: &Netlist, cell: CellId) -> Vec<Option<NetId>> {
    netlist.cell_pins(cell).map(|pin| netlist.pin_net(pin)).collect()
}

/// An exception that asks what paths pass.
fn state_exception(session: &mut Session, through: PinId) {
    let through = vec![PathObjects::new([PathObject::Pin(through)], None)];
    let paths = ExceptionPaths { through, ..ExceptionPaths::default() };
    let kind = ExceptionKind::Multicycle { cycles: 2, moved: None };
    let exception = Exception { kind, splits: [true; 2], paths, comment: None };
    session.edit_constraints(ModeId::FIRST, |editor| editor.add_exception(exception)).unwrap();
    session.update().unwrap();
}

fn wave(session: &mut Session, propagated: bool) {
    let (id, known) = session.constraints(ModeId::FIRST).clocks.iter().next().unwrap();
    let clock = Clock { edges: [0, known.period / 2], propagated: false, ..known.clone() };
    let edit = |editor: &mut ConstraintEditor<'_>| {
        editor.create_clock(clock, OtherClocks::Kept)?;
        editor.set_propagated(id, propagated)
    };
    session.edit_constraints(ModeId::FIRST, edit).unwrap();
    session.update().unwrap();
}

/// Factors on all that there are factors on, so that the timing graph has a structure of its own.
fn state_factor(session: &mut Session) {
    let scope = DerateScope { kinds: [true; 3], parts: [true; 2], edges: [[true; 2]; 2] };
    let edit = |editor: &mut ConstraintEditor<'_>| editor.set_derate(DerateTarget::Design, &scope, 1.1);
    session.edit_constraints(ModeId::FIRST, edit).unwrap();
}

/// Clocks without a common period that come together are warned of, once.
#[test]
fn clocks_that_come_together_for_the_first_time() {
    let mut session = synthetic(Options { seed: 4, flip_flops: 0.2, ..Options::new(400) });
    wave(&mut session, true);
    let (_, first, _) = register(&session);
    let graph = session.timed().unwrap().graph();
    let data: Vec<PinId> = graph.endpoints().iter().map(|endpoint| endpoint.pin).collect();
    let netlist = session.netlist();
    let second = data.into_iter().find(|&pin| pin != first && !netlist.is_port(pin)).unwrap();
    let (_, clock) = session.constraints(ModeId::FIRST).clocks.iter().next().unwrap();
    let is_free = |pin: &PinId| netlist.is_driver(*pin) && !clock.sources.contains(pin);
    let port = netlist.port_pins().find(is_free).unwrap();
    let net = netlist.pin_net(port).unwrap();
    let behind = sinks(&session, net);
    session.edit(|netlist| behind.iter().try_for_each(|&pin| netlist.disconnect(pin))).unwrap();
    let other = Clock { name: "other".into(), period: 10_009, edges: [0, 5_000], ..Clock::default() };
    let edit = |editor: &mut ConstraintEditor<'_>| {
        let (id, known) = editor.clocks.iter().next().unwrap();
        let clock = Clock { period: 10_007, edges: [0, 5_000], propagated: false, ..known.clone() };
        editor.create_clock(clock, OtherClocks::Kept)?;
        editor.set_propagated(id, true)?;
        let (other, _) = editor.create_clock(other, OtherClocks::Kept)?;
        let edge = ClockEdge { clock: other, edge: Transition::Rise };
        let delay = InputDelay::new(Some(edge), quad(Some(0)));
        editor.set_input_delay(&[port], delay, OtherDelays::Replaced)
    };
    session.edit_constraints(ModeId::FIRST, edit).unwrap();
    let far = |said: Diagnostics| said.iter().filter(|said| said.id == "GRAPH-004").count();
    assert_eq!(far(session.update().unwrap()), 0, "no path leads from one to the other");
    for (pin, warnings) in [(first, 1), (second, 0)] {
        session.edit(|netlist| move_pins(netlist, &[pin], net)).unwrap();
        assert_eq!(far(session.update().unwrap()), warnings);
        assert!(session.timed().unwrap().visited().is_some(), "data that comes from elsewhere");
        assert_same_as_anew(&session, "data of another clock");
    }
}

#[test]
fn what_is_taken_over_in_place_and_what_is_not() {
    for cppr in [false, true] {
        let mut session = synthetic(Options { seed: 4, flip_flops: 0.2, ..Options::new(400) });
        session.set_cppr(cppr);
        wave(&mut session, true);
        let (start, (cell, data, net)) = (session.mark(), register(&session));
        let (behind, before) = (sinks(&session, net), session.netlist().pin_net(data).unwrap());
        let back = |session: &mut Session, is_in_place: bool, when: &str| {
            session.undo(&start);
            assert_updated(session, is_in_place, when);
        };
        for others in [&behind[..1], &behind, &[]] {
            copy(&mut session, cell, others);
            assert_updated(&mut session, true, "a second register");
            back(&mut session, true, "and none any more");
        }
        session.edit(|netlist| move_pins(netlist, &[data], net)).unwrap();
        assert_updated(&mut session, true, "its own output as data");
        session.edit(|netlist| netlist.disconnect(data)).unwrap();
        assert_updated(&mut session, true, "no data");
        session.edit(|netlist| netlist.connect(data, before)).unwrap();
        assert_updated(&mut session, true, "the same data again");
        session.edit(|netlist| netlist.remove_cell(cell)).unwrap();
        assert_updated(&mut session, true, "no register");
        session.edit(|netlist| move_pins(netlist, &behind, before)).unwrap();
        assert_updated(&mut session, true, "its data in place of its output");
        back(&mut session, true, "the register again");

        for has_factors in [false, true] {
            if has_factors {
                state_factor(&mut session);
            }
            wave(&mut session, false);
            copy(&mut session, cell, &behind[..1]);
            assert_updated(&mut session, false, "a register that an ideal clock comes to");
            session.undo(&start);
            wave(&mut session, true);
            copy(&mut session, cell, &behind[..1]);
            assert_updated(&mut session, true, "one that a propagated clock comes to");
            session.undo(&start);
            session.update().unwrap();
        }
        let input = session.netlist().net_pins(net).iter().copied().find(|&pin| !behind.contains(&pin));
        state_exception(&mut session, input.unwrap());
        copy(&mut session, cell, &behind[..1]);
        assert_updated(&mut session, false, "a register where exceptions ask for what paths pass");
    }
}
