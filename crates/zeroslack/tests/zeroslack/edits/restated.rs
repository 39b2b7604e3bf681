//! Constraints that state other values of the same things, which the graph takes over.

use zeroslack::netlist::{CellId, MasterId, NetId, Netlist, PinId};
use zeroslack::sdc::{
    Clock, ClockId, ConstraintEditor, ConstraintError, DerateScope, DerateTarget, Drive, DrivingCell,
    InputDelay, LimitKind, LimitTarget, OtherClocks, OtherDelays,
};
use zeroslack::units::{Ticks, quad};
use zeroslack::{ModeId, Session};
use zeroslack_synth::Options;
use zeroslack_testing::{Dice, seeds};

use super::anew::{assert_same_as_anew, assert_same_as_anew_after};
use super::examples::{load, pads};
use super::gates::move_pins;
use super::in_place::InPlace;
use super::incremental::{of_several_clocks, state_exceptions, state_relations, ways};
use super::random::Editor;
use super::synthetic::synthetic;

/// What constraints are about in a design.
struct Stated {
    clock: ClockId,
    /// Where the clock starts.
    source: PinId,
    /// An input with a delay.
    input: PinId,
    output: PinId,
    net: NetId,
    /// Where the clock comes to registers.
    clock_pins: Vec<PinId>,
}

/// Kinds of edits, in their order: the first one makes the clock an ideal one.
const KINDS: [&str; 16] = [
    "latency of a network",
    "latency before a source",
    "latency at a pin",
    "latency at another pin",
    "no latency at a pin",
    "latency before a source that is a pin",
    "input delay",
    "slew",
    "load of pins",
    "load of wires",
    "load of a driving port",
    "load of a net",
    "waveform",
    "slews of a clock",
    "a limit",
    "no latency",
];

impl Stated {
    fn of(session: &Session) -> Self {
        let (netlist, constraints) = (session.netlist(), session.constraints(ModeId::FIRST));
        let (clock, known) = constraints.clocks.iter().next().unwrap();
        let input = constraints.all_input_delays().next().unwrap().0;
        let output = netlist.port_pins().find(|&port| !netlist.is_driver(port)).unwrap();
        let is_plain = |net: &NetId| !Netlist::CONSTANTS.contains(net) && netlist.net_pins(*net).len() > 2;
        let net = netlist.nets().find(is_plain).unwrap();
        let graph = session.timed().unwrap().graph();
        let clock_pins = graph.checks().iter().map(|check| graph.pin(check.clock.node())).collect();
        Self { clock, source: known.sources[0], input, output, net, clock_pins }
    }

    /// Makes an edit of a kind, with values that follow from a number.
    fn edit(&self, session: &mut Session, kind: &str, number: usize) {
        let Self { clock, source, input, output, net, ref clock_pins } = *self;
        let ticks = 1000 * number as Ticks;
        let (time, amount) = (quad(Some(ticks)), quad(Some(number as f32)));
        let edited = session.edit_constraints(ModeId::FIRST, |editor| match kind {
            "latency of a network" => editor.set_network_latency(clock, time),
            "latency before a source" => editor.set_source_latency(clock, time),
            "latency at a pin" => editor.set_pin_latency(source, None, time),
            "latency at another pin" => {
                editor.set_pin_latency(clock_pins[number % clock_pins.len()], None, time)
            }
            "no latency at a pin" => editor.unset_pin_latency(source, None, false),
            "latency before a source that is a pin" => {
                editor.set_pin_source_latency(source, Some(clock), time)
            }
            "input delay" => {
                let known = editor.input_delays[&input][0];
                let delay = known.delay.map(|split| split.map(|time| time.map(|_| ticks)));
                editor.set_input_delay(&[input], InputDelay { delay, ..known }, OtherDelays::Replaced)
            }
            "slew" => editor.set_input_slew(&[input], amount),
            "load of pins" => editor.set_pin_load(&[output], amount),
            "load of wires" => editor.set_wire_load(&[output], amount),
            "load of a driving port" => editor.set_pin_load(&[input], amount),
            "load of a net" => editor.set_net_load(&[net], amount),
            "waveform" => {
                let waved = Clock { period: 1_000_000 + ticks, ..editor.clocks[clock].clone() };
                editor.create_clock(waved, OtherClocks::Replaced).map(|_| ())
            }
            "slews of a clock" => editor.set_clock_transition(clock, amount),
            "a limit" => {
                editor.set_limit(LimitKind::MaxTransition, LimitTarget::Design, [true; 2], number as f64)
            }
            "no latency" => editor.unset_latency(clock, false),
            _ => unreachable!("{kind}"),
        });
        edited.unwrap();
    }
}

fn small_design() -> Session {
    synthetic(Options { seed: 4, flip_flops: 0.2, ..Options::new(400) })
}

/// Makes the first clock an ideal one with other edges.
fn wave(session: &mut Session, edges: [Ticks; 2]) -> ClockId {
    let (clock, known) = session.constraints(ModeId::FIRST).clocks.iter().next().unwrap();
    let waved = Clock { edges, propagated: false, ..known.clone() };
    session
        .edit_constraints(ModeId::FIRST, |editor| editor.create_clock(waved, OtherClocks::Replaced))
        .unwrap();
    session.update().unwrap();
    clock
}

/// Makes an edit and updates. The graph is the one that was there, or another one, and the result is right.
fn assert_kept(session: &mut Session, edit: impl FnOnce(&mut Session), is_kept: bool, when: &str) {
    let graph = |session: &Session| std::ptr::from_ref(session.timed().unwrap().graph());
    let before = graph(session);
    edit(session);
    session.update().unwrap();
    // Another graph may be where the one before was.
    let may_be_another = !is_kept && session.timed().unwrap().visited().is_none();
    assert_eq!(graph(session) == before && !may_be_another, is_kept, "{when}");
    assert_same_as_anew(session, when);
}

#[test]
fn what_is_taken_over_in_place_and_what_is_not() {
    for (cppr, is_driven) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut session = small_design();
        session.set_cppr(cppr);
        wave(&mut session, [0, 500_000]);
        let stated = Stated::of(&session);
        for (number, kind) in KINDS.into_iter().enumerate() {
            stated.edit(&mut session, kind, number);
        }
        if is_driven {
            let drive = quad(Some(Drive::Resistance(0.5)));
            let state = |editor: &mut ConstraintEditor<'_>| editor.set_drive(&[stated.input], drive);
            session.edit_constraints(ModeId::FIRST, state).unwrap();
        }
        session.update().unwrap();
        for (number, kind) in KINDS.into_iter().enumerate() {
            let mut edit = |number, when: &str| {
                assert_kept(&mut session, |session| stated.edit(session, kind, number), true, when);
                if kind == "a limit" {
                    let visited = session.timed().unwrap().visited().unwrap();
                    assert_eq!([visited.delays, visited.arrivals, visited.lists], [0; 3]);
                }
            };
            edit(20 + number, kind);
            edit(40 + number, &format!("{kind} once more"));
        }
    }
}

/// Loads, and what drives ports, that are stated for the first time or taken away.
#[test]
fn loads_and_drives_that_come_and_go() {
    for cppr in [false, true] {
        let mut session = small_design();
        session.set_cppr(cppr);
        let clock = wave(&mut session, [0, 500_000]);
        assert_taken_over(
            &mut session,
            clock,
            &[
                ("a load of pins", true, |editor, _| {
                    let port = port(editor, false);
                    editor.set_pin_load(&[port], quad(Some(20.0)))
                }),
                ("a load of a driving port", true, |editor, _| {
                    let port = port(editor, true);
                    editor.set_wire_load(&[port], quad(Some(3.0)))
                }),
                ("a load of a net", true, |editor, _| {
                    let net = net(editor);
                    editor.set_net_load(&[net], quad(Some(7.0)))
                }),
                ("a resistance", true, |editor, _| {
                    let port = port(editor, true);
                    editor.set_drive(&[port], quad(Some(Drive::Resistance(0.5))))
                }),
                ("no load of a net", true, |editor, _| {
                    let net = net(editor);
                    editor.unset_net_load(&[net])
                }),
                ("a slew in place of a drive", true, |editor, _| {
                    let port = port(editor, true);
                    editor.set_input_slew(&[port], quad(Some(9.0)))
                }),
                ("a library cell", true, |editor, _| {
                    let port = port(editor, true);
                    let drive = driving_cell(editor.netlist());
                    editor.set_drive(&[port], quad(Some(drive)))
                }),
                ("no drive", true, |editor, _| {
                    let port = port(editor, true);
                    editor.unset_drive(&[port])
                }),
            ],
        );
    }
}

/// What is stated of a port that is connected to nothing counts once it is.
#[test]
fn loads_of_ports_that_are_not_connected() {
    let mut session = small_design();
    let clock = wave(&mut session, [0, 500_000]);
    let is_source = |pin: &PinId| session.constraints(ModeId::FIRST).clocks[clock].sources.contains(pin);
    let netlist = session.netlist();
    let port = netlist.port_pins().find(|pin| netlist.is_driver(*pin) && !is_source(pin)).unwrap();
    let net = netlist.pin_net(port).unwrap();
    session.edit(|netlist| netlist.disconnect(port)).unwrap();
    session.update().unwrap();
    for load in [3.0, 5.0] {
        let state = |editor: &mut ConstraintEditor<'_>| editor.set_pin_load(&[port], quad(Some(load)));
        let state = |session: &mut Session| session.edit_constraints(ModeId::FIRST, state).unwrap();
        assert_kept(&mut session, state, true, "a load of a port that is not connected");
        let connect = |session: &mut Session| session.edit(|netlist| netlist.connect(port, net)).unwrap();
        assert_kept(&mut session, connect, true, "the port is connected");
        let disconnect = |session: &mut Session| session.edit(|netlist| netlist.disconnect(port)).unwrap();
        assert_kept(&mut session, disconnect, true, "the port is disconnected");
    }
}

/// A load of a net that goes and comes back counts again.
#[test]
fn loads_of_nets_that_come_back() {
    let mut session = small_design();
    session.update().unwrap();
    let netlist = session.netlist();
    let is_plain = |net: &NetId| !Netlist::CONSTANTS.contains(net) && netlist.net_pins(*net).len() > 2;
    let before = netlist.nets().find(is_plain).unwrap();
    let pins = netlist.net_pins(before).to_vec();
    let net = session.edit(|netlist| {
        let net = netlist.insert_net("new").unwrap();
        move_pins(netlist, &pins, net).map(|()| net)
    });
    let net = net.unwrap();
    session.update().unwrap();
    let state = |editor: &mut ConstraintEditor<'_>| editor.set_net_load(&[net], quad(Some(50.0)));
    session.edit_constraints(ModeId::FIRST, state).unwrap();
    session.update().unwrap();
    assert_same_as_anew(&session, "a load of a net");
    let mark = session.mark();
    session.edit(|netlist| netlist.remove_net(net)).unwrap();
    session.update().unwrap();
    assert_same_as_anew(&session, "the net is gone");
    session.undo(&mark);
    session.update().unwrap();
    assert_same_as_anew(&session, "the net is there again");
}

/// An input or output that is no clock's source.
fn port(editor: &ConstraintEditor<'_>, drives: bool) -> PinId {
    let is_source = |pin: &PinId| editor.clocks.iter().any(|(_, clock)| clock.sources.contains(pin));
    let mut ports = editor.netlist().port_pins().filter(|pin| !is_source(pin));
    ports.find(|&pin| editor.netlist().is_driver(pin) == drives).unwrap()
}

/// A net of several sinks.
fn net(editor: &ConstraintEditor<'_>) -> NetId {
    let netlist = editor.netlist();
    let is_plain = |net: &NetId| !Netlist::CONSTANTS.contains(net) && netlist.net_pins(*net).len() > 2;
    netlist.nets().find(is_plain).unwrap()
}

/// The first library cell that can drive something.
fn driving_cell(netlist: &Netlist) -> Drive {
    let library = netlist.library();
    let outputs =
        |master: MasterId| (0..library.master(master).pins.len() as u32).map(move |pin| (master, pin));
    let outputs = (0..library.masters().len()).map(MasterId::new).flat_map(outputs);
    let found = outputs.flat_map(|(master, output)| {
        let inputs = DrivingCell::inputs_of(library, master, output).into_iter();
        inputs.map(move |input| DrivingCell { master, output, input, slews: [20.0, 30.0] })
    });
    Drive::Cell(found.into_iter().next().unwrap())
}

/// Where both edges of a clock are at one time, latencies may tell them apart.
#[test]
fn edges_at_one_time() {
    let mut session = small_design();
    let clock = wave(&mut session, [0; 2]);
    let latencies = [([5, 5], true), ([7, 9], false), ([8, 2], true), ([3, 3], false), ([4, 4], true)];
    for ([rise, fall], is_kept) in latencies {
        let latency = [[Some(1000 * rise), Some(1000 * fall)]; 2];
        let edit = |editor: &mut ConstraintEditor<'_>| {
            editor.set_network_latency(clock, latency)?;
            editor.set_source_latency(clock, latency)
        };
        let edit = |session: &mut Session| session.edit_constraints(ModeId::FIRST, edit).unwrap();
        assert_kept(&mut session, edit, is_kept, &format!("latencies of {rise} and {fall}"));
    }
}

/// An edit of constraints, in words, and whether the graph is to take it over.
type Restating = (&'static str, bool, fn(&mut ConstraintEditor<'_>, ClockId) -> Result<(), ConstraintError>);

/// Makes edits in turn, of which those that are taken over change little.
fn assert_taken_over(session: &mut Session, clock: ClockId, edits: &[Restating]) {
    for &(what, is_kept, edit) in edits {
        let edit = |session: &mut Session| {
            session.edit_constraints(ModeId::FIRST, |editor| edit(editor, clock)).unwrap();
        };
        assert_kept(session, edit, is_kept, what);
        assert_eq!(
            session.timed().unwrap().visited().is_some(),
            is_kept,
            "{what}: only what it changes is computed"
        );
    }
}

/// The same clock with another waveform.
fn waved(
    editor: &mut ConstraintEditor<'_>,
    clock: ClockId,
    wave: impl FnOnce(Clock) -> Clock,
) -> Result<(), ConstraintError> {
    let known = editor.clocks[clock].clone();
    editor.create_clock(wave(known), OtherClocks::Kept).map(|_| ())
}

#[test]
fn waveforms() {
    for cppr in [false, true] {
        let mut session = small_design();
        session.set_cppr(cppr);
        let clock = wave(&mut session, [0, 500_000]);
        assert_taken_over(
            &mut session,
            clock,
            &[
                ("shorter", true, |editor, clock| {
                    waved(editor, clock, |known| Clock { period: 700_000, ..known })
                }),
                ("later", true, |editor, clock| {
                    waved(editor, clock, |known| Clock { edges: [9, 77_777], ..known })
                }),
                ("at one time", false, |editor, clock| {
                    waved(editor, clock, |known| Clock { edges: [9; 2], ..known })
                }),
                ("apart again", false, |editor, clock| {
                    waved(editor, clock, |known| Clock { edges: [0, 9], ..known })
                }),
                ("propagated", false, |editor, clock| editor.set_propagated(clock, true)),
                ("made again as it was", true, |editor, clock| {
                    waved(editor, clock, |known| Clock { period: 900_000, propagated: false, ..known })?;
                    editor.set_propagated(clock, true)
                }),
                ("made again with latencies and an uncertainty", true, |editor, clock| {
                    waved(editor, clock, |known| Clock {
                        period: 800_000,
                        uncertainty: [7, 77],
                        source_latency: quad(50),
                        ..known
                    })
                }),
                ("ideal", false, |editor, clock| {
                    waved(editor, clock, |known| Clock { propagated: false, ..known })
                }),
                ("nowhere", false, |editor, clock| {
                    waved(editor, clock, |known| Clock { sources: vec![], ..known })
                }),
            ],
        );
    }
}

/// The clocks that are made of a clock follow its waveform, in place.
#[test]
fn waveforms_of_masters() {
    let mut session = of_several_clocks(300, 2);
    state_relations(&mut session, &mut Dice::new(0, 0));
    let find = |session: &Session| {
        let clocks = &session.constraints(ModeId::FIRST).clocks;
        let (id, made) = clocks.iter().find(|(_, clock)| clock.generated.is_some()).unwrap();
        (made.generated.as_ref().unwrap().master.unwrap(), id, made.period)
    };
    let (master, made, before) = find(&session);
    // It has no arrivals of its own any more then.
    let edit = |editor: &mut ConstraintEditor<'_>| waved(editor, master, |known| known);
    session.edit_constraints(ModeId::FIRST, edit).unwrap();
    session.update().unwrap();
    assert_taken_over(
        &mut session,
        master,
        &[("twice as long", true, |editor, master| {
            waved(editor, master, |known| Clock {
                period: 2 * known.period,
                edges: known.edges.map(|edge| 2 * edge),
                ..known
            })
        })],
    );
    assert_eq!(find(&session), (master, made, 2 * before));
}

/// Clocks that come to have no common period are named, and those that have one are not.
#[test]
fn waveforms_without_a_common_period() {
    let mut session = of_several_clocks(300, 2);
    session.update().unwrap();
    let clock = wave(&mut session, [0, 500_000]);
    let beside = |editor: &mut ConstraintEditor<'_>| {
        let beside = Clock { name: "beside".into(), ..editor.clocks[clock].clone() };
        editor.create_clock(beside, OtherClocks::Kept).map(|_| ())
    };
    session.edit_constraints(ModeId::FIRST, beside).unwrap();
    session.update().unwrap();
    let mut said = |period: Ticks| {
        let edit =
            |editor: &mut ConstraintEditor<'_>| waved(editor, clock, |known| Clock { period, ..known });
        session.edit_constraints(ModeId::FIRST, edit).unwrap();
        session.update().unwrap().iter().filter(|said| said.id == "GRAPH-004").count()
    };
    assert!(said(1_000_003) > 0);
    assert_eq!(said(1_000_000), 0);
}

/// All of the delays that factors can be on.
const EVERYTHING: DerateScope = DerateScope { kinds: [true; 3], parts: [true; 2], edges: [[true; 2]; 2] };

fn derate(
    editor: &mut ConstraintEditor<'_>,
    target: DerateTarget,
    factor: f32,
) -> Result<(), ConstraintError> {
    editor.set_derate(target, &EVERYTHING, factor)
}

/// The n-th cell of those that are there.
fn cell(editor: &ConstraintEditor<'_>, number: usize) -> CellId {
    editor.netlist().cells().nth(number).unwrap()
}

/// Makes an edit that changes most of the design, so that all is computed again, in whatever graph.
fn assert_right(
    session: &mut Session,
    when: &str,
    edit: impl FnOnce(&mut ConstraintEditor<'_>) -> Result<(), ConstraintError>,
) {
    session.edit_constraints(ModeId::FIRST, edit).unwrap();
    session.update().unwrap();
    assert_same_as_anew(session, when);
}

#[test]
fn factors() {
    for cppr in [false, true] {
        let mut session = small_design();
        session.set_cppr(cppr);
        let clock = wave(&mut session, [0, 500_000]);
        let of_design =
            |factor| move |editor: &mut ConstraintEditor<'_>| derate(editor, DerateTarget::Design, factor);
        assert_right(&mut session, "the first", of_design(1.1));
        assert_right(&mut session, "another", of_design(1.2));
        assert_taken_over(
            &mut session,
            clock,
            &[
                ("of a cell", true, |editor, _| {
                    let target = DerateTarget::Cell(cell(editor, 7));
                    derate(editor, target, 0.7)
                }),
                ("of what a register asks for", true, |editor, _| {
                    let (netlist, kinds) = (editor.netlist(), [false, false, true]);
                    let is_clock =
                        |cell| netlist.cell_pins(cell).any(|pin| netlist.pin_name(pin).ends_with("CK"));
                    let target = DerateTarget::Cell(netlist.cells().find(|&cell| is_clock(cell)).unwrap());
                    editor.set_derate(target, &DerateScope { kinds, ..EVERYTHING }, 2.0)
                }),
                ("of a net", true, |editor, _| {
                    let target = DerateTarget::Net(editor.netlist().nets().nth(9).unwrap());
                    derate(editor, target, 3.0)
                }),
            ],
        );
        assert_right(&mut session, "none of the design", |editor| {
            editor.unset_derate(DerateTarget::Design);
            Ok(())
        });
        let repower = |session: &mut Session| {
            let netlist = session.netlist();
            let resized = |cell| Some((cell, netlist.library().alike(netlist.cell_master(cell)).next()?));
            let (cell, master) = netlist.cells().skip(20).find_map(resized).unwrap();
            session.edit(|netlist| netlist.set_master(cell, master)).unwrap();
        };
        assert_kept(&mut session, repower, true, "another library cell");
        let master = session.netlist().cell_master(session.netlist().cells().nth(11).unwrap());
        let target = DerateTarget::LibraryCell(master);
        assert_right(&mut session, "of a library cell", |editor| derate(editor, target, 1.3));
        assert_kept(&mut session, repower, false, "factors may be those of its library cell");
        assert_right(&mut session, "none of a library cell", |editor| {
            editor.unset_derate(target);
            Ok(())
        });
        assert_kept(&mut session, repower, true, "another library cell");
        assert_taken_over(
            &mut session,
            clock,
            &[("none any more", false, |editor, _| {
                editor.unset_derates();
                Ok(())
            })],
        );
    }
}

/// Something drives some of the inputs.
fn drive_ports(session: &mut Session, seed: u64) {
    let mut editor = Editor::new(session, Dice::new(seed, 6));
    let netlist = session.netlist();
    let inputs: Vec<PinId> = netlist.port_pins().filter(|&port| netlist.is_driver(port)).collect();
    for _ in 0..3 {
        let (port, drive) = (*editor.dice.pick(&inputs), editor.drive(session.netlist()));
        let state = |editor: &mut ConstraintEditor<'_>| editor.set_drive(&[port], quad(Some(drive)));
        session.edit_constraints(ModeId::FIRST, state).unwrap();
    }
}

/// Other times, factors, slews and loads that constraints state, among edits of gates.
#[test]
fn other_times_of_the_same_constraints() {
    let (mut restated, mut incremental) = (0, 0);
    for seed in seeds(24) {
        let mut session = match seed % 3 {
            0 => load(&pads()),
            1 => {
                synthetic(Options { seed, flip_flops: 0.2, ..Options::new(300 + 20 * (seed % 24) as usize) })
            }
            _ => of_several_clocks(300 + 20 * (seed % 24) as usize, seed),
        };
        let mut dice = Dice::new(seed, 4);
        if seed % 6 == 2 {
            state_relations(&mut session, &mut dice);
        }
        if seed % 2 == 1 {
            state_exceptions(&mut session, &mut dice);
        }
        if seed % 4 == 0 {
            drive_ports(&mut session, seed);
        }
        let how = ways(&mut dice);
        session.set_cppr(how.cppr.is_some());
        session.set_common_point(how.cppr.unwrap_or_default());
        session.set_calculator(how.calculator);
        session.update().unwrap();
        let editor = Editor::new(&session, Dice::new(seed, 5));
        let mut edits = InPlace::with_gates(&mut session, editor);
        for step in 0..60 {
            let has_gates = dice.chance(20);
            if has_gates {
                edits.step(&mut session);
                if dice.chance(50) {
                    session.update().unwrap();
                }
            }
            (0..1 + dice.below(2)).for_each(|_| edits.editor.state_time(&mut session));
            if dice.chance(30) {
                let _ = session.timed().map(|timed| timed.summaries());
            }
            session.update().unwrap();
            let visited = session.timed().unwrap().visited();
            restated += 1;
            incremental += usize::from(visited.is_some());
            let when = format!("{how:?}, seed {seed}, step {step}, {visited:?}");
            assert_same_as_anew_after(&session, step, &when);
        }
    }
    assert!(zeroslack_testing::by_budget(3, 9) * incremental > restated, "{incremental} of {restated}");
}
