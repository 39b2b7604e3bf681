//! A session as an optimiser or a script uses it: modes, corners and scenarios that come, change and are asked. Each gives, bit for bit, what a
//! fresh load of the same gives.

use std::path::{Path, PathBuf};

use expect_test::expect;
use zeroslack::netlist::{MasterId, NetId, NetParasitics, Netlist, Parasitics, ParasiticsError, PinId};
use zeroslack::paths::Path as TimingPath;
use zeroslack::sdc::{Clock, ClockId, ConstraintEditor, OtherClocks};
use zeroslack::units::{Split, Transition};
use zeroslack::{
    Constraint, CornerId, DesignFiles, ModeId, QueryError, ScenarioId, Session, Silent, SpefFile, Timed,
};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pulse").join(name)
}

/// The example design with some libraries, parasitics and constraints.
fn files(libraries: [&str; 2], spef: &Path, sdc: &Path) -> DesignFiles {
    let [early, late] = libraries.map(|name| vec![file(name)]);
    DesignFiles {
        liberty_early: early,
        liberty_late: late,
        verilog: vec![file("pulse.v")],
        spef: vec![SpefFile { file: spef.into(), instance: None }],
        constraints: Some(Constraint::Sdc(sdc.into())),
        ..DesignFiles::default()
    }
}

const BOTH: [&str; 2] = ["pulse_fast.lib", "pulse_slow.lib"];
const FAST: [&str; 2] = ["pulse_fast.lib", "pulse_fast.lib"];

/// A file whose numbers of a kind are changed.
fn changed(folder: &Path, name: &str, as_name: &str, change: impl Fn(&str) -> String) -> PathBuf {
    let path = folder.join(as_name);
    std::fs::write(&path, change(&std::fs::read_to_string(file(name)).unwrap())).unwrap();
    path
}

/// A session of the example with a file of constraints of this text, read strictly or not.
fn read_with(folder: &Path, text: &str, strict: bool) -> Result<Session, zeroslack::LoadError> {
    let sdc = folder.join("made.sdc");
    std::fs::write(&sdc, text).unwrap();
    let mut files = files(BOTH, &file("pulse.spef"), &sdc);
    files.link.strict = strict;
    Session::read(&files, &Silent)
}

#[test]
fn files_of_constraints_write_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("out");
    let commands = [
        "get_ports * > F",
        "get_ports * >> F",
        "set_load -help > F",
        "write_sdc F",
        "exec touch F",
        "puts [open F w] x",
    ];
    for command in commands {
        let command = command.replace('F', &into.display().to_string());
        let session = read_with(folder.path(), &command, false).unwrap();
        assert!(!into.exists(), "{command}");
        assert!(session.diagnostics().has_errors(), "{command}: {}", session.diagnostics());
    }
}

#[test]
fn files_that_read_others() {
    let folder = tempfile::tempdir().unwrap();
    let told = |text: &str| {
        std::fs::write(folder.path().join("sub.sdc"), "set_load 1 [get_ports valid]\n").unwrap();
        std::fs::write(
            folder.path().join("self.sdc"),
            "source SELF/self.sdc\n".replace("SELF", ".").repeat(2),
        )
        .unwrap();
        let text = text.replace("IN", &folder.path().display().to_string());
        let session = read_with(folder.path(), &text, false).unwrap();
        let said = session.diagnostics();
        (said.iter().map(|one| format!("{} {}", one.id, one.message)).collect::<Vec<_>>(), said.constraints())
    };
    // One that reads itself, by any name.
    let (said, counts) =
        told("cd IN\nset_load 1 [get_ports valid]\nsource self.sdc\nsource ../[file tail [pwd]]/made.sdc\n");
    assert_eq!(counts, [4, 3], "{said:?}");
    assert!(said.iter().all(|one| one.contains("it reads itself")), "{said:?}");
    // A line of which only what it reads is applied.
    let (said, counts) = told("if 1 {source IN/sub.sdc; foo}\n");
    assert_eq!(
        said,
        [
            "SDC-002 applied in part only: invalid command name \"foo\" (in 'foo'); what follows in the line is not run"
        ]
    );
    assert_eq!(counts, [1, 0]);
    let (said, _) = told("source IN/sub.sdc > IN/out\n");
    assert_eq!(said, ["SDC-001 not applied: source: files may not be written here"]);
}

/// What a file says by variables begins with what the session has, and what it says of rules ends with the file.
#[test]
fn settings_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = read_with(folder.path(), "set_load 1 $sta_crpr_enabled\n", false).unwrap();
    let read = |session: &mut Session, text: &str| {
        let sdc = folder.path().join("next.sdc");
        std::fs::write(&sdc, text).unwrap();
        let said = session.read_constraints(ModeId::FIRST, &Constraint::Sdc(sdc)).unwrap();
        assert!(said.is_empty(), "{said}");
    };
    assert!(!session.has_cppr());
    read(&mut session, "if {$sta_crpr_enabled} {error on}\nset sta_crpr_enabled 1\n");
    assert!(session.has_cppr());
    read(&mut session, "if {!$sta_crpr_enabled} {error off}\n");
    assert!(session.has_cppr());
    read(&mut session, "set sta_crpr_enabled 0\nset sta_preset_clear_arcs_enabled 1\n");
    assert!(!session.has_cppr() && session.constraints(ModeId::FIRST).rules.set_clear_arcs);
    read(&mut session, "if {$sta_preset_clear_arcs_enabled} {error on}\n");
    assert!(!session.constraints(ModeId::FIRST).rules.set_clear_arcs);
    // A file that is refused leaves all as it was.
    let sdc = folder.path().join("ended.sdc");
    std::fs::write(&sdc, "set sta_crpr_enabled 1\nset sta_preset_clear_arcs_enabled 1\nall_clocks\nexit 1\n")
        .unwrap();
    session.read_constraints(ModeId::FIRST, &Constraint::Sdc(sdc)).unwrap_err();
    assert!(!session.has_cppr() && !session.constraints(ModeId::FIRST).rules.set_clear_arcs);
}

#[test]
fn what_strict_reading_of_constraints_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let clock = "create_clock -period 1 [get_ports clk]\n";
    let refused = [
        ("set_false_path -to [get_ports nix]\n", "SDC-001"),
        ("set_false_path -to [get_pins {*/D nix}]\n", "names are of nothing (SDC-003)"),
        ("if 1 {set_input_delay 1 -clock clk a; set_load {}}\n", "SDC-00"),
        ("set_voltage 1\n", "SDC-001"),
        ("set_output_delay 1 -clock clk [get_ports {run valid}]\n", "applied in part only (SDC-002)"),
    ];
    for (line, why) in refused {
        read_with(folder.path(), &format!("{clock}{line}"), false).unwrap();
        let said = read_with(folder.path(), &format!("{clock}{line}"), true).unwrap_err().to_string();
        assert!(said.contains(why), "{line}: {said}");
    }
    for line in ["set_max_area 3\n", "set_max_dynamic_power 1\n", "set_units -time ns\n"] {
        read_with(folder.path(), &format!("{clock}{line}"), true).unwrap();
    }
}

/// Everything that is computed, to the bit.
#[derive(Debug, PartialEq)]
struct Answers {
    floats: Vec<u32>,
    times: Vec<i64>,
    slacks: Vec<(PinId, Split, i64)>,
    paths: Vec<TimingPath>,
}

fn answers(timed: Timed<'_>) -> Answers {
    let timing = timed.timing();
    let floats = timing.slews().iter().chain(timing.delays()).flatten().flatten();
    let times = timing.arrivals().iter().chain(timing.required_times(timed.graph())).flatten().flatten();
    let slacks = timed.endpoint_slacks();
    Answers {
        floats: floats.map(|value| value.to_bits()).collect(),
        times: times.copied().collect(),
        slacks: slacks.iter().map(|slack| (slack.pin, slack.kind.split(), slack.slack)).collect(),
        paths: timed.k_worst_paths(&Split::ALL, 200),
    }
}

fn load(files: &DesignFiles) -> Session {
    let mut session = Session::read(files, &Silent).unwrap();
    session.set_cppr(true);
    session.update().unwrap();
    session
}

fn fresh(files: &DesignFiles) -> Answers {
    answers(load(files).timed().unwrap())
}

/// The inputs of a design in two modes and two corners.
struct Inputs {
    _folder: tempfile::TempDir,
    heavy: PathBuf,
    relaxed: PathBuf,
}

impl Inputs {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // Capacitances in another unit are other capacitances.
        let heavy = changed(folder.path(), "pulse.spef", "heavy.spef", |text| {
            assert!(text.contains("*C_UNIT 1 FF"), "{}", &text[..400]);
            text.replace("*C_UNIT 1 FF", "*C_UNIT 2 FF")
        });
        let relaxed = changed(folder.path(), "pulse.sdc", "relaxed.sdc", |text| {
            let at = text.find("-period ").unwrap() + "-period ".len();
            format!("{}9{}", &text[..at], &text[at..])
        });
        Self { _folder: folder, heavy, relaxed }
    }
}

/// Adds a corner of the fast library with heavy parasitics.
fn add_fast(session: &mut Session, inputs: &Inputs) -> CornerId {
    let parasitics = session.parasitics(CornerId::FIRST).clone();
    let corner = session.add_corner("fast", None, parasitics).unwrap();
    let library = file("pulse_fast.lib");
    session.read_libraries(corner, &[], &[&library], &Silent).unwrap();
    session.read_spef(corner, &inputs.heavy, None).unwrap();
    corner
}

#[test]
fn every_scenario_is_a_fresh_load() {
    let inputs = Inputs::new();
    let (spef, sdc) = (file("pulse.spef"), file("pulse.sdc"));
    let mut session = load(&files(BOTH, &spef, &sdc));
    let constraints = session.constraints(ModeId::FIRST).clone();
    let relaxed = session.add_mode("relaxed", constraints);
    let said = session.read_constraints(relaxed, &Constraint::Sdc(inputs.relaxed.clone())).unwrap();
    assert!(said.is_empty(), "{said}");
    let fast = add_fast(&mut session, &inputs);
    let scenarios = [
        (ScenarioId::FIRST, files(BOTH, &spef, &sdc)),
        (session.add_scenario(relaxed, CornerId::FIRST), files(BOTH, &spef, &inputs.relaxed)),
        (session.add_scenario(ModeId::FIRST, fast), files(FAST, &inputs.heavy, &sdc)),
        (session.add_scenario(relaxed, fast), files(FAST, &inputs.heavy, &inputs.relaxed)),
    ];
    assert!(matches!(session.timed_in(scenarios[1].0), Err(QueryError::NotTimed)));
    session.update().unwrap();
    let all: Vec<Answers> = scenarios.iter().map(|(_, files)| fresh(files)).collect();
    for (index, (id, _)) in scenarios.iter().enumerate() {
        assert!(answers(session.timed_in(*id).unwrap()) == all[index], "scenario {index}");
        assert!(all[..index].iter().all(|other| *other != all[index]), "scenario {index} is one of its own");
    }
    let listed: Vec<_> = session.scenarios().collect();
    assert_eq!(listed[3], (scenarios[3].0, relaxed, fast));
    assert_eq!((session.find_mode("relaxed"), session.find_corner("fast")), (Some(relaxed), Some(fast)));
    assert_eq!((session.mode_name(ModeId::FIRST), session.corner_name(fast)), ("default", "fast"));
}

#[test]
fn corners_of_the_same_libraries_share_a_graph() {
    let inputs = Inputs::new();
    let (spef, sdc) = (file("pulse.spef"), file("pulse.sdc"));
    let mut session = load(&files(BOTH, &spef, &sdc));
    let parasitics = session.parasitics(CornerId::FIRST).clone();
    let heavy = session.add_corner("heavy", None, parasitics).unwrap();
    session.read_spef(heavy, &inputs.heavy, None).unwrap();
    let fast = add_fast(&mut session, &inputs);
    let [heavy, fast] = [heavy, fast].map(|corner| session.add_scenario(ModeId::FIRST, corner));
    session.update().unwrap();
    let graph = |id| session.timed_in(id).unwrap().graph();
    assert!(std::ptr::eq(graph(ScenarioId::FIRST), graph(heavy)));
    assert!(!std::ptr::eq(graph(ScenarioId::FIRST), graph(fast)), "other libraries");
    assert!(answers(session.timed_in(heavy).unwrap()) == fresh(&files(BOTH, &inputs.heavy, &sdc)));
}

#[test]
fn what_changed_is_done_again_and_nothing_else_is_old() {
    let inputs = Inputs::new();
    let (spef, sdc) = (file("pulse.spef"), file("pulse.sdc"));
    let mut session = load(&files(BOTH, &spef, &sdc));
    let fast = add_fast(&mut session, &inputs);
    let other = session.add_scenario(ModeId::FIRST, fast);
    session.update().unwrap();
    // Parasitics of one corner leave the other as it is.
    let mark = session.mark();
    session.read_spef(CornerId::FIRST, &inputs.heavy, None).unwrap();
    let error = session.timed().unwrap_err().to_string();
    expect!["the corner's parasitics changed since the last update: call Session::update first"]
        .assert_eq(&error);
    let before = answers(session.timed_in(other).unwrap());
    session.update_scenario(ScenarioId::FIRST).unwrap();
    assert!(answers(session.timed().unwrap()) == fresh(&files(BOTH, &inputs.heavy, &sdc)));
    assert!(answers(session.timed_in(other).unwrap()) == before);
    session.undo(&mark);
    session.update().unwrap();
    assert!(answers(session.timed().unwrap()) == fresh(&files(BOTH, &spef, &sdc)), "undone");
    // Constraints by calls.
    let scale = |by: i64| {
        move |constraints: &mut ConstraintEditor<'_>| {
            let (_, clock) = constraints.clocks.iter().next().unwrap();
            let clock = Clock { period: clock.period * by / 2, ..clock.clone() };
            constraints.create_clock(clock, OtherClocks::Kept).unwrap();
        }
    };
    // One that is refused leaves the results as they are.
    let refused = session.edit_constraints(ModeId::FIRST, |constraints| constraints.remove_clock(ClockId(9)));
    assert!(refused.is_err() && session.timed().is_ok());
    session.edit_constraints(ModeId::FIRST, scale(4));
    let error = session.timed().unwrap_err().to_string();
    expect!["the mode's constraints changed since the last update: call Session::update first"]
        .assert_eq(&error);
    session.edit_constraints(ModeId::FIRST, scale(1));
    session.read_constraints(ModeId::FIRST, &Constraint::Sdc(inputs.relaxed.clone())).unwrap();
    session.update().unwrap();
    assert!(answers(session.timed().unwrap()) == fresh(&files(BOTH, &spef, &inputs.relaxed)));
    assert!(answers(session.timed_in(other).unwrap()) == fresh(&files(FAST, &inputs.heavy, &inputs.relaxed)));
    // Libraries.
    let library = file("pulse_fast.lib");
    session.read_libraries(CornerId::FIRST, &[&library], &[], &Silent).unwrap();
    let error = session.timed().unwrap_err().to_string();
    expect!["the corner's libraries changed since the last update: call Session::update first"]
        .assert_eq(&error);
    session.update().unwrap();
    assert!(answers(session.timed().unwrap()) == fresh(&files(FAST, &spef, &inputs.relaxed)));
}

#[test]
fn edits_are_undone_back_to_when_a_corner_came() {
    let inputs = Inputs::new();
    let (spef, sdc) = (file("pulse.spef"), file("pulse.sdc"));
    let mut session = load(&files(BOTH, &spef, &sdc));
    let first = session.mark();
    let pins: Vec<PinId> =
        session.netlist().pins().filter(|&pin| !session.netlist().is_driver(pin)).collect();
    session.edit(|netlist| netlist.disconnect(pins[0])).unwrap();
    let fast = add_fast(&mut session, &inputs);
    let networks = |session: &Session| {
        let networks = session.netlist().nets().map(|net| {
            let rc = session.parasitics(fast).net(net)?;
            Some((0..rc.node_count()).map(|node| rc.pin(node)).collect::<Vec<_>>())
        });
        networks.collect::<Vec<_>>()
    };
    let second = session.mark();
    let before = networks(&session);
    session.edit(|netlist| netlist.disconnect(pins[1])).unwrap();
    assert!(networks(&session) != before);
    session.undo(&second);
    assert!(networks(&session) == before, "back to the second mark");
    session.edit(|netlist| netlist.disconnect(pins[1])).unwrap();
    session.undo(&first);
    assert!(session.netlist().pin_net(pins[0]).is_none(), "forgotten when the corner came");
    assert!(session.netlist().pin_net(pins[1]).is_some());
    session.add_scenario(ModeId::FIRST, fast);
    session.update().unwrap();
}

#[test]
fn parasitics_of_all_corners_follow_an_edit() {
    let inputs = Inputs::new();
    let (spef, sdc) = (file("pulse.spef"), file("pulse.sdc"));
    let mut session = load(&files(BOTH, &spef, &sdc));
    let fast = add_fast(&mut session, &inputs);
    let scenario = session.add_scenario(ModeId::FIRST, fast);
    session.update().unwrap();
    let net = session.netlist().nets().find(|&net| session.netlist().net_pins(net).len() > 2).unwrap();
    let sink =
        *session.netlist().net_pins(net).iter().find(|&&pin| !session.netlist().is_driver(pin)).unwrap();
    let before = [ScenarioId::FIRST, scenario].map(|id| answers(session.timed_in(id).unwrap()));
    let mark = session.mark();
    let edit = |session: &mut Session| session.edit(|netlist| netlist.disconnect(sink)).unwrap();
    edit(&mut session);
    session.update().unwrap();
    for (id, libraries, spef) in [(ScenarioId::FIRST, BOTH, &spef), (scenario, FAST, &inputs.heavy)] {
        let mut alone = load(&files(libraries, spef, &sdc));
        edit(&mut alone);
        alone.update().unwrap();
        assert!(answers(session.timed_in(id).unwrap()) == answers(alone.timed().unwrap()), "{id:?}");
    }
    session.undo(&mark);
    session.update().unwrap();
    let after = [ScenarioId::FIRST, scenario].map(|id| answers(session.timed_in(id).unwrap()));
    assert!(after == before, "undone");
}

/// The network of a net as a program would give it: pins, whose order means nothing, behind internal nodes and backwards.
fn network(session: &Session, net: NetId) -> NetParasitics {
    let rc = session.parasitics(CornerId::FIRST).net(net).unwrap();
    let (pins, count) = (rc.pin_node_count(), rc.node_count());
    let given = (pins..count).chain((0..pins).rev()).map(|node| (rc.pin(node), rc.capacitance[node]));
    let place = |node: u32| match node as usize {
        pin if pin < pins => count - 1 - pin,
        internal => internal - pins,
    };
    let resistors =
        rc.resistors.iter().rev().map(|each| (place(each.high), place(each.low), each.resistance));
    NetParasitics { nodes: given.collect(), resistors: resistors.collect() }
}

#[test]
fn parasitics_from_memory_are_those_of_a_file() {
    let (spef, sdc) = (file("pulse.spef"), file("pulse.sdc"));
    let mut session = load(&files(BOTH, &spef, &sdc));
    let expected = answers(session.timed().unwrap());
    let parasitics = session.parasitics(CornerId::FIRST);
    let wired = session.netlist().nets().filter(|&net| parasitics.net(net).is_some());
    let given: Vec<(NetId, NetParasitics)> = wired.map(|net| (net, network(&session, net))).collect();
    assert!(given.len() > 20, "{} nets", given.len());
    let clear = |parasitics: &mut Parasitics, netlist: &Netlist| {
        for (net, _) in &given {
            parasitics.set_net(netlist, *net, None).unwrap();
        }
    };
    session.edit_parasitics(CornerId::FIRST, clear);
    session.update().unwrap();
    assert!(answers(session.timed().unwrap()) != expected);
    session.edit_parasitics(CornerId::FIRST, |parasitics, netlist| {
        for (net, network) in &given {
            parasitics.set_net(netlist, *net, Some(network)).unwrap();
        }
    });
    session.update().unwrap();
    assert!(answers(session.timed().unwrap()) == expected);
}

#[test]
fn wrong_parasitics_change_nothing() {
    let (spef, sdc) = (file("pulse.spef"), file("pulse.sdc"));
    let mut session = load(&files(BOTH, &spef, &sdc));
    let netlist = session.netlist();
    let net = netlist.nets().find(|&net| netlist.net_pins(net).len() == 2).unwrap();
    let (own, foreign) = (netlist.net_pins(net)[0], netlist.pins().last().unwrap());
    let revision = session.parasitics(CornerId::FIRST).revision();
    let mut refused = |nodes: Vec<(Option<PinId>, f32)>, resistors: Vec<(usize, usize, f32)>| {
        let network = NetParasitics { nodes, resistors };
        let set = |parasitics: &mut Parasitics, netlist: &Netlist| {
            parasitics.set_net(netlist, net, Some(&network)).unwrap_err()
        };
        session.edit_parasitics(CornerId::FIRST, set)
    };
    let error = refused(vec![(Some(foreign), 1.0)], vec![]);
    assert!(matches!(error, ParasiticsError::OtherNet { .. }), "{error}");
    let error = refused(vec![(Some(own), 1.0), (Some(own), 1.0)], vec![]);
    assert!(matches!(error, ParasiticsError::TwoNodes { .. }), "{error}");
    let error = refused(vec![(Some(own), f32::NAN)], vec![]);
    assert!(matches!(error, ParasiticsError::Value { what: "capacitance", .. }), "{error}");
    let error = refused(vec![(Some(own), 1.0), (None, 0.0)], vec![(0, 1, -1.0)]);
    assert!(matches!(error, ParasiticsError::Value { what: "resistance", .. }), "{error}");
    let error = refused(vec![(Some(own), 1.0)], vec![(0, 1, 1.0)]);
    assert!(matches!(error, ParasiticsError::NoNode { node: 1, nodes: 1, .. }), "{error}");
    assert_eq!(session.parasitics(CornerId::FIRST).revision(), revision);
    session.timed().unwrap();
}

#[test]
fn a_library_without_the_designs_cells_is_refused() {
    let (spef, sdc) = (file("pulse.spef"), file("pulse.sdc"));
    let mut session = load(&files(BOTH, &spef, &sdc));
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.lib");
    std::fs::write(&empty, "library (empty) { }").unwrap();
    let error = session.read_libraries(CornerId::FIRST, &[], &[&empty], &Silent).unwrap_err();
    assert!(error.0.iter().any(|said| said.id == "NET-029"), "{error}");
    session.timed().unwrap();
}

/// An optimiser's loop: edit, update, ask.
#[test]
fn a_sizing_loop() {
    let (spef, sdc) = (file("pulse.spef"), file("pulse.sdc"));
    let mut session = load(&files(BOTH, &spef, &sdc));
    let cells: Vec<_> = session.netlist().cells().collect();
    let mut best = session.timed().unwrap().worst_endpoints(Split::Late, 1)[0].slack;
    let mut tried = 0;
    for cell in cells {
        let from = session.netlist().cell_master(cell);
        let masters = session.netlist().library().masters().len() as u32;
        for master in (0..masters).map(MasterId).filter(|&master| master != from) {
            let mark = session.mark();
            if session.edit(|netlist| netlist.set_master(cell, master)).is_err() {
                continue;
            }
            tried += 1;
            session.update().unwrap();
            let slack = session.timed().unwrap().worst_endpoints(Split::Late, 1)[0].slack;
            if slack > best {
                best = slack;
            } else {
                session.undo(&mark);
            }
        }
    }
    session.update().unwrap();
    assert!(tried > 0);
    assert_eq!(session.timed().unwrap().worst_endpoints(Split::Late, 1)[0].slack, best);
    assert!(session.timed().unwrap().slack(PinId(u32::MAX), Split::Late, Transition::Rise).is_none());
}

#[test]
fn texts_in_memory_stand_for_files() {
    let on_disk = files(BOTH, &file("pulse.spef"), &file("pulse.sdc"));
    let expected = Session::load(&on_disk, &Silent).unwrap();
    let mut in_memory = DesignFiles {
        liberty_early: vec!["early".into()],
        liberty_late: vec!["late".into()],
        verilog: vec!["netlist".into()],
        spef: vec![SpefFile { file: "wires".into(), instance: None }],
        constraints: Some(Constraint::Sdc("constraints".into())),
        ..DesignFiles::default()
    };
    let texts = [
        ("early", "pulse_fast.lib"),
        ("late", "pulse_slow.lib"),
        ("netlist", "pulse.v"),
        ("wires", "pulse.spef"),
        ("constraints", "pulse.sdc"),
    ];
    for (path, name) in texts {
        in_memory.texts.insert(path, std::fs::read(file(name)).unwrap());
    }
    let mut session = Session::load(&in_memory, &Silent).unwrap();
    assert_eq!(answers(session.timed().unwrap()), answers(expected.timed().unwrap()));
    // Nothing stays of what a design was loaded from; a session has texts of its own.
    assert!(session.read_spef(CornerId::FIRST, Path::new("wires"), None).is_err());
    session.texts_mut().insert("wires", std::fs::read(file("pulse.spef")).unwrap());
    session.read_spef(CornerId::FIRST, Path::new("wires"), None).unwrap();
    assert!(session.texts_mut().remove(Path::new("wires")));
    session.update().unwrap();
    assert_eq!(answers(session.timed().unwrap()), answers(expected.timed().unwrap()));
}
