//! Clock buffers that come and go, and clock pins that are connected elsewhere: the graph takes that over as it does gates, and with CPPR the clock network and the lists of arrivals follow.

use zeroslack::netlist::{self, MasterId, NetId, PinId};
use zeroslack::sdc::{
    Clock, ClockId, ClockSense, ConstraintEditor, Constraints, Exception, ExceptionKind, ExceptionPaths,
    OtherClocks, PathObject, PathObjects, Rules,
};
use zeroslack::timing::CommonPoint;
use zeroslack::units::quad;
use zeroslack::{ModeId, Session, Timed};
use zeroslack_synth::Options;
use zeroslack_testing::{Dice, seeds};

use super::anew::assert_same_as_anew_after;
use super::gates::move_pins;
use super::in_place::InPlace;
use super::incremental::{
    Counts, assert_updated, insert_repeater, of_several_clocks, run_edits, run_with_a_few_cells,
    run_with_one_clock, run_with_several_clocks, sinks, state_exceptions, state_relations, ways,
};
use super::random::{Editor, ends};
use super::reconverging;
use super::synthetic::synthetic;

/// Buffers of clock networks, and clock pins, on top of all other edits.
fn run(session: &mut Session, seed: u64, steps: usize) -> Counts {
    let how = ways(&mut Dice::new(seed, 1));
    run_edits(session, (how, InPlace::with_clock_networks), seed, steps)
}

#[test]
fn one_clock() {
    run_with_one_clock(InPlace::with_clock_networks).assert_one_of(2);
}

#[test]
fn several_clocks() {
    let state = |session: &mut Session, seed: u64| match seed % 4 {
        1 => state_clocks(session, &mut Dice::new(seed, 2)),
        2 => join_clocks(session, &mut Dice::new(seed, 2)),
        3 => state_relations(session, &mut Dice::new(seed, 2)),
        _ => {}
    };
    run_with_several_clocks(InPlace::with_clock_networks, state).assert_one_of(3);
}

/// Signals that gate clocks are checked, some clocks are ideal, and at some pins not all of their edges pass.
fn state_clocks(session: &mut Session, dice: &mut Dice) {
    let mut editor = Editor::new(session, dice.clone());
    let nets: Vec<NetId> = (0..dice.below(3)).filter_map(|_| editor.net_of_clock(session)).collect();
    let pins: Vec<PinId> =
        nets.iter().filter_map(|&net| session.netlist().net_pins(net).last().copied()).collect();
    session.edit_constraints(ModeId::FIRST, |editor| {
        let constraints = Constraints { rules: Rules::default(), ..(**editor).clone() };
        editor.replace(constraints);
        let clocks: Vec<ClockId> = editor.clocks.iter().map(|(clock, _)| clock).collect();
        for &clock in &clocks {
            editor.set_propagated(clock, dice.chance(60)).unwrap();
        }
        for pin in pins {
            let sense = *dice.pick(&[ClockSense::Positive, ClockSense::Negative, ClockSense::Stopped]);
            let clock = dice.chance(50).then(|| *dice.pick(&clocks));
            editor.set_clock_sense(pin, clock, Some(sense)).unwrap();
        }
    });
    session.update().unwrap();
}

/// One clock comes from all ports: paths of unconnected trees meet, or, where it is ideal, of registers that have nothing in common but behind some pins.
fn join_clocks(session: &mut Session, dice: &mut Dice) {
    let mut editor = Editor::new(session, dice.clone());
    let nets = (0..3).filter_map(|_| editor.net_of_clock(session));
    let nets: Vec<NetId> = nets.collect();
    let is_propagated = dice.chance(50);
    session.edit_constraints(ModeId::FIRST, |editor| {
        let netlist = editor.netlist();
        let drivers = nets.iter().flat_map(|&net| netlist.net_pins(net).iter().copied());
        let drivers: Vec<PinId> = drivers.filter(|&pin| netlist.is_driver(pin)).collect();
        let sources = editor.clocks.iter().flat_map(|(_, clock)| clock.sources.clone()).collect();
        let (_, first) = editor.clocks.iter().next().unwrap();
        let latency = [[0; 2], [dice.below(30_000) as i64; 2]];
        let joined = Clock { sources, propagated: is_propagated, source_latency: latency, ..first.clone() };
        editor.create_clock(joined, OtherClocks::Replaced).unwrap();
        for pin in drivers {
            editor.set_propagated_from(pin, true).unwrap();
        }
    });
    session.update().unwrap();
}

/// Designs that SDC constrains.
#[test]
fn designs_of_a_few_cells() {
    run_with_a_few_cells(InPlace::with_clock_networks).assert_one_of(10);
}

/// Exceptions that ask where paths start and what they pass, clock networks included.
#[test]
fn exceptions() {
    let mut counts = Counts::default();
    for seed in seeds(16) {
        let gates = 200 + 60 * (seed % 8) as usize;
        let mut session = match seed % 2 {
            0 => synthetic(Options { seed, flip_flops: 0.3, ..Options::new(gates) }),
            _ => of_several_clocks(gates, 50 + seed),
        };
        state_exceptions(&mut session, &mut Dice::new(seed, 3));
        counts.add(run(&mut session, seed, 60));
    }
    counts.assert_one_of(4);
}

#[test]
fn clocks_that_come_together_again() {
    let mut counts = Counts::default();
    for seed in seeds(128) {
        let mut session = reconverging::of_seed(1000 + seed);
        if seed % 2 == 1 {
            state_clocks(&mut session, &mut Dice::new(seed, 2));
        }
        counts.add(run(&mut session, seed, 40));
    }
    counts.assert_one_of(4);
}

/// Constraints that are stated at pins of a clock network that has taken buffers over.
#[test]
fn what_is_stated_at_new_buffers() {
    let mut counts = Counts::default();
    for seed in seeds(16) {
        let mut session = of_several_clocks(200, 100 + seed);
        let mut editor = Editor::new(&session, Dice::new(seed, 4));
        session.set_cppr(seed % 3 > 0);
        tell_edges_apart(&mut session);
        if seed % 2 == 1 {
            // Latencies at pins are those of ideal clocks.
            session.edit_constraints(ModeId::FIRST, |editor| {
                let clocks: Vec<ClockId> = editor.clocks.iter().map(|(clock, _)| clock).collect();
                clocks.into_iter().for_each(|clock| editor.set_propagated(clock, false).unwrap());
            });
        }
        session.update().unwrap();
        for step in 0..20 {
            let was_loose = !session.graph().unwrap().is_levelled();
            let net = editor.net_of_clock(&session).unwrap();
            if step < 10 {
                let sinks = editor.some_sinks(session.netlist(), net);
                insert_repeater(&mut session, net, &sinks);
            } else {
                let pins = session.netlist().net_pins(net).to_vec();
                let (pin, time) = (*editor.dice.pick(&pins), editor.dice.below(40_000) as i64);
                let state = |editor: &mut ConstraintEditor<'_>| match seed % 2 {
                    0 => editor.set_pin_uncertainty(pin, [Some(time), Some(time / 2)]),
                    _ => editor.set_pin_latency(pin, None, quad(Some(time))),
                };
                session.edit_constraints(ModeId::FIRST, state).unwrap();
            }
            session.update().unwrap();
            let timed = session.timed().unwrap();
            let is_stated = step >= 10 && was_loose && !timed.graph().is_levelled();
            counts.add(Counts::of(is_stated && timed.visited().is_some()));
            assert_same_as_anew_after(&session, step, &format!("seed {seed}, step {step}"));
            assert_same_nodes(timed);
        }
    }
    counts.assert_one_of(3);
}

/// Pins have as many nodes as in a graph that is built anew.
fn assert_same_nodes(timed: Timed<'_>) {
    let counts = |timed: Timed<'_>| -> Vec<usize> {
        timed.netlist().pins().map(|pin| timed.graph().nodes(pin).count()).collect()
    };
    assert_eq!(counts(timed), counts(timed.levelled()));
}

/// A net that drives clock pins.
fn net_of_clock_pins(session: &Session) -> NetId {
    let (netlist, graph) = (session.netlist(), session.timed().unwrap().graph());
    let pins = graph.checks().iter().map(|check| graph.pin(check.clock.node()));
    let mut nets = pins.map(|pin| netlist.pin_net(pin).unwrap());
    nets.find(|&net| sinks(session, net).len() > 2).unwrap()
}

/// A gate in place of a wire to some sinks: all its inputs are on the net.
fn insert_gate(session: &mut Session, net: NetId, sinks: &[PinId], is_meant: impl Fn(&str) -> bool) {
    let masters = session.netlist().library().masters();
    let found = masters.iter().position(|master| is_meant(&master.name)).unwrap();
    let edits = |netlist: &mut netlist::Editor<'_>| {
        let cell = netlist.insert_cell("gate", MasterId::new(found))?;
        let behind = netlist.insert_net("behind")?;
        for pin in netlist.cell_pins(cell) {
            netlist.connect(pin, if netlist.is_driver(pin) { behind } else { net })?;
        }
        move_pins(netlist, sinks, behind)
    };
    session.edit(edits).unwrap();
}

/// Lets the clocks fall later than they rise.
fn tell_edges_apart(session: &mut Session) {
    session.edit_constraints(ModeId::FIRST, |editor| {
        for (_, clock) in editor.clocks.clone().iter() {
            let edges = [0, clock.period / 2];
            editor.create_clock(Clock { edges, ..clock.clone() }, OtherClocks::Kept).unwrap();
        }
    });
}

/// States an exception that asks what paths pass.
fn state_exception(session: &mut Session) {
    let graph = session.timed().unwrap().graph();
    let data = graph.pin(graph.checks()[0].data);
    let paths = ExceptionPaths {
        through: vec![PathObjects::new([PathObject::Pin(data)], None)],
        ..ExceptionPaths::default()
    };
    let kind = ExceptionKind::Multicycle { cycles: 2, moved: None };
    let exception = Exception { kind, splits: [true; 2], paths, comment: None };
    session.edit_constraints(ModeId::FIRST, |editor| editor.add_exception(exception)).unwrap();
}

#[test]
fn what_is_taken_over_in_place_and_what_is_not() {
    let rules = [None, Some(CommonPoint::SamePin), Some(CommonPoint::SameTransition)];
    for (cppr, has_exception) in rules.into_iter().flat_map(|rule| [(rule, false), (rule, true)]) {
        let mut session = synthetic(Options { seed: 4, flip_flops: 0.2, ..Options::new(400) });
        session.set_cppr(cppr.is_some());
        session.set_common_point(cppr.unwrap_or_default());
        tell_edges_apart(&mut session);
        if has_exception {
            session.update().unwrap();
            state_exception(&mut session);
        }
        session.update().unwrap();
        let (start, net) = (session.mark(), net_of_clock_pins(&session));
        let behind = sinks(&session, net);
        let back = |session: &mut Session, is_in_place: bool, when: &str| {
            session.undo(&start);
            assert_updated(session, is_in_place, when);
        };
        insert_repeater(&mut session, net, &behind[..1]);
        assert_updated(&mut session, true, "a buffer before one clock pin");
        insert_repeater(&mut session, net, &behind[1..]);
        assert_updated(&mut session, true, "one before the others");
        insert_repeater(&mut session, net, &[]);
        assert_updated(&mut session, true, "one that drives nothing");
        back(&mut session, true, "buffers are taken back");

        let is_inverter = |name: &str| name.starts_with("INV");
        insert_gate(&mut session, net, &behind[..1], is_inverter);
        assert_updated(&mut session, false, "an inverter, after which other edges come");
        back(&mut session, false, "an inverter is taken back");

        let is_gate = |name: &str| name.starts_with("AND") || name.starts_with("OR");
        insert_gate(&mut session, net, &behind[..1], is_gate);
        assert_updated(&mut session, false, "a gate with two inputs");
        back(&mut session, false, "a gate is taken back");

        let other = net_before(&session, net);
        session.edit(|netlist| move_pins(netlist, &behind[..1], other)).unwrap();
        assert_updated(&mut session, !has_exception, "a clock pin on the net before");
        back(&mut session, !has_exception, "and back");

        let driver =
            session.netlist().net_pins(net).iter().copied().find(|&pin| session.netlist().is_driver(pin));
        let state = |session: &mut Session, sense: Option<ClockSense>| {
            session.edit_constraints(ModeId::FIRST, |editor| {
                editor.set_clock_sense(driver.unwrap(), None, sense).unwrap();
            });
            session.update().unwrap();
        };
        state(&mut session, Some(ClockSense::Positive));
        insert_repeater(&mut session, net, &behind[..1]);
        assert_updated(&mut session, false, "a buffer behind a pin that not all edges pass");
        session.undo(&start);
        state(&mut session, None);

        session.edit_constraints(ModeId::FIRST, |editor| {
            editor.set_pin_uncertainty(behind[0], [Some(1000), None]).unwrap();
        });
        session.update().unwrap();
        insert_repeater(&mut session, net, &behind[..1]);
        assert_updated(&mut session, false, "a buffer where pins state uncertainties");
    }
}

/// The net before the buffer that drives one.
fn net_before(session: &Session, net: NetId) -> NetId {
    let netlist = session.netlist();
    let drivers = netlist.net_pins(net).iter().copied().filter(|&pin| netlist.is_driver(pin));
    let cell = drivers.filter_map(|pin| netlist.pin_cell(pin)).next();
    let input = cell.and_then(|cell| ends(netlist, cell)).map(|[input, _]| input);
    input.and_then(|input| netlist.pin_net(input)).unwrap()
}
