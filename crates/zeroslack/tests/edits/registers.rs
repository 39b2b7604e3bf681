//! Registers that come and go, and data that ends elsewhere: the graph makes its checks and endpoints again and keeps the rest.

use zeroslack::netlist::{self, CellId, NetId, Netlist, PinId};
use zeroslack::sdc::{
    Clock, ConstraintEditor, Exception, ExceptionKind, ExceptionPaths, OtherClocks, PathObject, PathObjects,
};
use zeroslack::{ModeId, Session};
use zeroslack_synth::Options;
use zeroslack_testing::{Dice, design_count};

use crate::common;
use crate::examples::{load, pulse, tiny};
use crate::gates::move_pins;
use crate::in_place::InPlace;
use crate::incremental::{
    Counts, assert_updated, of_several_clocks, run_edits, sinks, state_exceptions, state_relations, ways,
};
use crate::synthetic::synthetic;

/// Registers, on top of all other edits.
fn run(session: &mut Session, seed: u64, steps: usize) -> Counts {
    let how = ways(&mut Dice::new(seed, 1));
    run_edits(session, (how, InPlace::with_registers), seed, steps)
}

#[test]
fn one_clock() {
    let mut counts = Counts::default();
    for seed in 0..design_count(16).into() {
        let gates = 200 + 100 * (seed % 6) as usize;
        let mut session = synthetic(Options { seed, flip_flops: 0.3, ..Options::new(gates) });
        counts.add(run(&mut session, seed, 60));
    }
    counts.assert_one_of(2);
}

#[test]
fn several_clocks() {
    let mut counts = Counts::default();
    for seed in 0..design_count(16).into() {
        let mut session = of_several_clocks(200 + 60 * (seed % 8) as usize, seed);
        if seed % 2 == 1 {
            state_relations(&mut session, &mut Dice::new(seed, 2));
        }
        counts.add(run(&mut session, seed, 60));
    }
    counts.assert_one_of(3);
}

#[test]
fn designs_of_a_few_cells() {
    let mut counts = Counts::default();
    for seed in 0..(2 * design_count(16)).into() {
        for files in [pulse(), tiny()] {
            counts.add(run(&mut load(&files), seed, 60));
        }
    }
    counts.assert_one_of(10);
}

#[test]
fn exceptions() {
    let mut counts = Counts::default();
    for seed in 0..design_count(16).into() {
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

        wave(&mut session, false);
        copy(&mut session, cell, &behind[..1]);
        assert_updated(&mut session, false, "a register that an ideal clock comes to");
        session.undo(&start);
        wave(&mut session, true);
        let input = session.netlist().net_pins(net).iter().copied().find(|&pin| !behind.contains(&pin));
        state_exception(&mut session, input.unwrap());
        copy(&mut session, cell, &behind[..1]);
        assert_updated(&mut session, false, "a register where exceptions ask for what paths pass");
    }
}
