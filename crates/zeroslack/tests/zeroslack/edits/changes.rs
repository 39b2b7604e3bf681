//! The record of changes: what an edit touches is in it, and nothing else; undo goes by it.

use expect_test::{Expect, expect};
use zeroslack::netlist::{Change, EditError, Editor as NetlistEditor, Netlist, PortDirection};
use zeroslack::units::{Split, Transition};

use zeroslack_testing::Dice;

use super::examples::{cell, load, master, net, pin, pulse, tiny_session, write};
use super::random::Editor;
use super::results::{assert_same_results, results};
use super::state::State;

/// A line for each change, by names as they are after it.
fn shown(netlist: &Netlist, changes: &[Change]) -> String {
    let shown = |change: &Change| match change {
        Change::CellInserted(cell) => format!("cell {} inserted\n", netlist.cell_name(*cell)),
        Change::CellRemoved(cell) => format!("cell {} removed\n", netlist.cell_name(*cell)),
        Change::MasterChanged(cell, old) => {
            format!("cell {} was a {}\n", netlist.cell_name(*cell), netlist.library().master(*old).name)
        }
        Change::NetInserted(net) => format!("net {} inserted\n", netlist.net_name(*net)),
        Change::NetRemoved(net) => format!("net {} removed\n", netlist.net_name(*net)),
        Change::PortInserted(pin) => format!("port {} inserted\n", netlist.pin_name(*pin)),
        Change::PortRemoved(port) => format!("port {} removed\n", port.name),
        Change::Connected(pin, net) => {
            format!("{} to {}\n", netlist.pin_name(*pin), netlist.net_name(*net))
        }
        Change::Disconnected(pin, net) => {
            format!("{} from {}\n", netlist.pin_name(*pin), netlist.net_name(*net))
        }
    };
    changes.iter().map(shown).collect()
}

/// Checks what an edit of the tiny design records, and that undo takes it back.
#[track_caller]
fn check<T>(edits: impl FnOnce(&mut NetlistEditor<'_>) -> Result<T, EditError>, expected: Expect) {
    let mut session = tiny_session();
    let (state, answers) = (State::new(&session), results(&mut session));
    let mark = session.mark();
    session.edit(edits).unwrap();
    expected.assert_eq(&shown(session.netlist(), session.changes_since(&mark)));
    session.update().unwrap();
    session.undo(&mark);
    assert!(session.changes_since(&mark).is_empty());
    State::new(&session).assert_same(&state, "undone");
    assert_same_results(&results(&mut session), &answers, "undone");
}

#[test]
fn of_cells() {
    check(
        |netlist| netlist.insert_cell("x", netlist.cell_master(cell_of(netlist, "last"))),
        expect![[r#"
        cell x inserted
    "#]],
    );
    check(
        |netlist| netlist.remove_cell(cell_of(netlist, "u/one")),
        expect![[r#"
        u/one/A from q[0]
        u/one/Y from u/m
        cell u/one removed
    "#]],
    );
    check(
        |netlist| {
            let cell = cell_of(netlist, "last");
            netlist.set_master(cell, netlist.cell_master(cell))
        },
        expect![[r#"
            cell last was a INV
        "#]],
    );
}

#[test]
fn of_nets() {
    check(
        |netlist| netlist.insert_net("x"),
        expect![[r#"
        net x inserted
    "#]],
    );
    check(
        |netlist| netlist.remove_net(netlist.find_net("u/m").unwrap()),
        expect![[r#"
        u/one/Y from u/m
        u/two/A from u/m
        net u/m removed
    "#]],
    );
    check(
        |netlist| netlist.remove_net(netlist.find_net("out").unwrap()),
        expect![[r#"
        out from out
        last/Y from out
        net out removed
    "#]],
    );
}

#[test]
fn of_ports() {
    check(
        |netlist| {
            let bit = netlist.insert_port("x", PortDirection::Output, Some((1, 0)))?;
            netlist.connect(bit, netlist.find_net("q[1]").unwrap())
        },
        expect![[r#"
            port x[1] inserted
            x[1] to q[1]
        "#]],
    );
    check(
        |netlist| netlist.remove_port(netlist.find_port("out").unwrap()),
        expect![[r#"
            out from out
            port out removed
        "#]],
    );
    check(
        |netlist| {
            netlist.remove_net(netlist.find_net("out").unwrap())?;
            netlist.remove_port(netlist.find_port("out").unwrap())?;
            netlist.insert_net("out")?;
            netlist.insert_port("out", PortDirection::Inout, None)
        },
        expect![[r#"
            out from out
            last/Y from out
            net out removed
            port out removed
            net out inserted
            port out inserted
        "#]],
    );
}

#[test]
fn of_pins() {
    check(
        |netlist| netlist.disconnect(netlist.find_pin("ff0/Q", '/').unwrap()),
        expect![[r#"
        ff0/Q from q[0]
    "#]],
    );
    check(
        |netlist| netlist.disconnect(netlist.find_pin("last/A", '/').unwrap()),
        expect![[r#"
        last/A from q[1]
    "#]],
    );
    check(
        |netlist| {
            let clock = netlist.find_port("clk").unwrap();
            netlist.disconnect(clock)?;
            netlist.connect(clock, netlist.find_net("n").unwrap())
        },
        expect![[r#"
            clk from clk
            clk to n
        "#]],
    );
}

fn cell_of(netlist: &Netlist, name: &str) -> zeroslack::netlist::CellId {
    netlist.find_cell(name).unwrap()
}

#[test]
fn of_parasitics() {
    let folder = tempfile::tempdir().unwrap();
    let text = "*SPEF \"x\"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*D_NET n 1\n*END\n*D_NET q[0] 2\n*END\n*D_NET n 3\n*END\n";
    let file = write(folder.path(), "new.spef", text);
    let mut session = tiny_session();
    let (mark, state) = (session.mark(), State::new(&session));
    session.read_spef(zeroslack::CornerId::FIRST, &file, None).unwrap();
    assert!(session.changes_since(&mark).is_empty(), "the netlist is as it was");
    let rc = session.parasitics(zeroslack::CornerId::FIRST).net(net(&session, "n")).unwrap();
    assert_eq!(rc.capacitance, [3.0]);
    session.undo(&mark);
    State::new(&session).assert_same(&state, "undone");
}

#[test]
fn names_can_be_used_again() {
    let mut session = tiny_session();
    let (mark, state) = (session.mark(), State::new(&session));
    for _ in 0..3 {
        // u/a is another name of q[0] at first.
        for name in ["out", "n", "u/a"] {
            let again = |netlist: &mut NetlistEditor<'_>| {
                let old = netlist.find_net(name).unwrap();
                netlist.remove_net(old)?;
                let new = netlist.insert_net(name)?;
                assert_ne!(old, new);
                assert_eq!((netlist.net_name(new), netlist.find_net(name)), (name, Some(new)));
                Ok(())
            };
            session.edit(again).unwrap();
        }
        let last = cell(&session, "last");
        let inverter = session.netlist().cell_master(last);
        session.edit(|netlist| netlist.remove_cell(last)).unwrap();
        let new = session.edit(|netlist| netlist.insert_cell("last", inverter)).unwrap();
        assert_eq!(session.netlist().find_cell("last"), Some(new));
        assert!(session.netlist().find_port("out").is_some());
    }
    session.undo(&mark);
    State::new(&session).assert_same(&state, "undone");
}

#[test]
fn marks_nest_and_history_can_be_forgotten() {
    let mut session = tiny_session();
    let first = session.mark();
    session.edit(|netlist| netlist.insert_net("a")).unwrap();
    let second = session.mark();
    session.edit(|netlist| netlist.insert_net("b")).unwrap();
    let changes = |session: &zeroslack::Session, mark| session.changes_since(mark).len();
    assert!(first < second);
    assert_eq!((changes(&session, &first), changes(&session, &second)), (2, 1));
    session.forget_history();
    assert_eq!((changes(&session, &first), changes(&session, &second)), (0, 0));
    let third = session.mark();
    session.edit(|netlist| netlist.insert_net("c")).unwrap();
    session.undo(&third);
    session.undo(&first);
    let names = ["a", "b", "c"].map(|name| session.netlist().find_net(name).is_some());
    assert_eq!(names, [true, true, false]);
}

#[test]
fn an_edit_counts_though_it_is_forgotten() {
    let mut session = tiny_session();
    let last = pin(&session, "last:A");
    session.edit(|netlist| netlist.disconnect(last)).unwrap();
    session.forget_history();
    assert!(session.timed().is_err());
    session.update().unwrap();
    assert_eq!(session.timed().unwrap().arrival(last, Split::Late, Transition::Rise), None);
}

#[test]
fn nothing_old_is_answered() {
    let mut session = tiny_session();
    let inverter = master(&session, "INV");
    let new = session.edit(|netlist| netlist.insert_cell("new", inverter)).unwrap();
    let error = |session: &zeroslack::Session| session.timed().unwrap_err().to_string();
    expect!["the netlist changed since the last update: call Session::update first"]
        .assert_eq(&error(&session));
    assert!(session.graph().is_err() && session.delay_data().is_err());
    session.update().unwrap();
    let pin = session.netlist().find_cell_pin(new, "A").unwrap();
    let timed = session.timed().unwrap();
    let slew = timed.slew(pin, Split::Late, Transition::Rise);
    assert_eq!((slew, timed.slack(pin, Split::Late, Transition::Rise)), (None, None));
    session.set_cppr(true);
    expect!["how the pessimism of common clock paths is removed changed since the last update: call Session::update first"]
        .assert_eq(&error(&session));
}

/// Every cell, pin and net that is another than before is named in the changes.
#[test]
fn nothing_that_was_touched_is_left_out() {
    let mut session = load(&pulse());
    let mut editor = Editor::new(&session, Dice::new(9, 0));
    for _ in 0..400 {
        let (before, mark) = (session.netlist().clone(), session.mark());
        for _ in 0..3 {
            editor.step(&mut session);
        }
        let changes = session.changes_since(&mark);
        assert_complete(&before, session.netlist(), changes);
    }
}

fn assert_complete(before: &Netlist, after: &Netlist, changes: &[Change]) {
    let has = |wanted: &dyn Fn(&Change) -> bool| changes.iter().any(wanted);
    for cell in after.cells() {
        let was = before.find_cell(after.cell_name(cell)) == Some(cell);
        let came = has(&|change| *change == Change::CellInserted(cell));
        assert!(was || came, "cell {} came", after.cell_name(cell));
        let is_same = !was || before.cell_master(cell) == after.cell_master(cell);
        let changed = has(&|change| matches!(change, Change::MasterChanged(other, _) if *other == cell));
        assert!(is_same || changed, "cell {} changed", after.cell_name(cell));
    }
    for cell in before.cells() {
        let is = after.find_cell(before.cell_name(cell)) == Some(cell);
        assert!(is || has(&|change| *change == Change::CellRemoved(cell)), "a cell went");
    }
    for pin in after.pins() {
        let old = (pin.index() < before.pin_id_count()).then(|| before.pin_net(pin)).flatten();
        let is_named = |change: &Change| match change {
            Change::Connected(other, _) | Change::Disconnected(other, _) => *other == pin,
            _ => false,
        };
        assert!(after.pin_net(pin) == old || has(&is_named), "pin {} moved", after.pin_name(pin));
    }
    for net in after.nets() {
        let is_old = net.index() < before.net_id_count();
        assert!(is_old || has(&|change| *change == Change::NetInserted(net)), "a net came");
    }
    for net in before.nets() {
        let is = after.nets().any(|other| other == net);
        assert!(is || has(&|change| *change == Change::NetRemoved(net)), "a net went");
    }
}

#[test]
fn the_node_of_a_pin_that_leaves_becomes_an_internal_one_and_a_pin_that_comes_gets_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = "*SPEF \"x\"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*D_NET q[0] 1\n*CONN\n*I ff0:Q O\n*I u/one:A I\n
        *CAP\n1 ff0:Q 1\n2 u/one:A 2\n3 q[0]:1 3\n*RES\n1 ff0:Q q[0]:1 0.1\n2 q[0]:1 u/one:A 0.2\n*END\n";
    let file = write(folder.path(), "new.spef", text);
    let mut session = tiny_session();
    session.read_spef(zeroslack::CornerId::FIRST, &file, None).unwrap();
    let rc = |session: &zeroslack::Session| {
        let rc = session.parasitics(zeroslack::CornerId::FIRST).net(net(session, "q[0]")).unwrap();
        let pins = (0..rc.node_count()).map(|node| rc.pin(node).map(|pin| session.netlist().pin_name(pin)));
        let ends = rc.resistors.iter().map(|each| (each.low, each.high, each.resistance));
        (pins.collect::<Vec<_>>(), rc.capacitance.to_vec(), ends.collect::<Vec<_>>())
    };
    let name = |pin: &str| Some(pin.to_string());
    let first = rc(&session);
    assert_eq!(
        first,
        (vec![name("ff0/Q"), name("u/one/A"), None], vec![1.0, 2.0, 3.0], vec![(0, 2, 0.1), (1, 2, 0.2)])
    );
    let mark = session.mark();
    let driver = pin(&session, "ff0:Q");
    let old = net(&session, "q[0]");
    session.edit(|netlist| netlist.disconnect(driver)).unwrap();
    let left = (vec![name("u/one/A"), None, None], vec![2.0, 1.0, 3.0], vec![(0, 2, 0.2), (1, 2, 0.1)]);
    assert_eq!(rc(&session), left);
    let disconnected = session.mark();
    session.edit(|netlist| netlist.connect(driver, old)).unwrap();
    let again = (
        vec![name("ff0/Q"), name("u/one/A"), None, None],
        vec![0.0, 2.0, 1.0, 3.0],
        vec![(1, 3, 0.2), (2, 3, 0.1)],
    );
    assert_eq!(rc(&session), again);
    session.undo(&disconnected);
    assert_eq!(rc(&session), left);
    session.undo(&mark);
    assert_eq!(rc(&session), first);
}
