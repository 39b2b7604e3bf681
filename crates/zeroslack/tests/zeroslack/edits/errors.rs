//! A wrong edit is an error, and the design stays as it was.

use expect_test::{Expect, expect};
use zeroslack::Session;
use zeroslack::netlist::{CellId, EditError, Editor as NetlistEditor, MasterId, NetId, Netlist, PinId};

use super::examples::{tiny_session, write};
use super::results::{assert_same_results, results};
use super::state::State;

/// Panics unless what `f` does, or fails to do, leaves nothing behind.
#[track_caller]
fn unchanged<T>(session: &mut Session, f: impl FnOnce(&mut Session) -> T) -> T {
    let (mark, state, answers) = (session.mark(), State::new(session), results(session));
    let value = f(session);
    assert!(session.changes_since(&mark).is_empty(), "changes are left");
    State::new(session).assert_same(&state, "after an error");
    assert_same_results(&results(session), &answers, "after an error");
    value
}

/// Edits that can be made before any of those that are refused here.
fn good(netlist: &mut NetlistEditor<'_>) -> Result<(), EditError> {
    let cell = netlist.insert_cell("good", inverter(netlist))?;
    let net = netlist.insert_net("good")?;
    netlist.connect(netlist.find_cell_pin(cell, "Y").unwrap(), net)?;
    let last = netlist.find_pin("last/A", '/').unwrap();
    netlist.disconnect(last)?;
    netlist.connect(last, net)?;
    netlist.set_master(cell, inverter(netlist))?;
    netlist.remove_net(netlist.find_net("u/m").unwrap())?;
    netlist.remove_cell(netlist.find_cell("u/one").unwrap())
}

/// Checks the text of an error, of an edit alone and as the last of a group.
#[track_caller]
fn check<T: std::fmt::Debug>(
    edit: impl Fn(&mut NetlistEditor<'_>) -> Result<T, EditError>,
    expected: Expect,
) {
    let mut session = tiny_session();
    let alone = unchanged(&mut session, |session| session.edit(&edit).unwrap_err());
    let last = unchanged(&mut session, |session| {
        session
            .edit(|netlist| {
                good(netlist)?;
                edit(netlist)
            })
            .unwrap_err()
    });
    assert_eq!(alone, last);
    expected.assert_eq(&alone.to_string());
}

fn inverter(netlist: &Netlist) -> MasterId {
    netlist.library().find("INV").unwrap()
}

fn cell(netlist: &Netlist, name: &str) -> CellId {
    netlist.find_cell(name).unwrap()
}

fn net(netlist: &Netlist, name: &str) -> NetId {
    netlist.find_net(name).unwrap()
}

fn pin(netlist: &Netlist, name: &str) -> PinId {
    netlist.find_pin(name, '/').unwrap()
}

/// Ids that no netlist of these tests has.
const CELL: CellId = CellId(1_000_000);
const NET: NetId = NetId(1_000_000);
const PIN: PinId = PinId(1_000_000);
const MASTER: MasterId = MasterId(1_000_000);

#[test]
fn names_that_are_taken() {
    check(|netlist| netlist.insert_cell("ff0", inverter(netlist)), expect!["there is already a cell 'ff0'"]);
    check(|netlist| netlist.insert_cell("u/two", MasterId(0)), expect!["there is already a cell 'u/two'"]);
    check(|netlist| netlist.insert_net("n"), expect!["there is already a net 'n'"]);
    check(|netlist| netlist.insert_net("out"), expect!["there is already a net 'out'"]);
    check(|netlist| netlist.insert_net("1'b0"), expect!["there is already a net '1'b0'"]);
    // Another name of q[0].
    check(|netlist| netlist.insert_net("u/a"), expect!["there is already a net 'u/a'"]);
}

#[test]
fn names_that_no_file_can_have() {
    check(
        |netlist| netlist.insert_cell("", inverter(netlist)),
        expect!["'' cannot name a cell: a name is one or more visible characters"],
    );
    check(
        |netlist| netlist.insert_cell("a b", inverter(netlist)),
        expect!["'a b' cannot name a cell: a name is one or more visible characters"],
    );
    check(
        |netlist| netlist.insert_net("a\u{7f}"),
        expect!["'a\u{7f}' cannot name a net: a name is one or more visible characters"],
    );
}

#[test]
fn what_is_not_there() {
    check(|netlist| netlist.insert_cell("x", MASTER), expect!["there is no library cell '#1000000'"]);
    check(|netlist| netlist.remove_cell(CELL), expect!["there is no cell '#1000000'"]);
    check(|netlist| netlist.set_master(CELL, inverter(netlist)), expect!["there is no cell '#1000000'"]);
    check(
        |netlist| netlist.set_master(cell(netlist, "last"), MASTER),
        expect!["there is no library cell '#1000000'"],
    );
    check(|netlist| netlist.remove_net(NET), expect!["there is no net '#1000000'"]);
    check(|netlist| netlist.disconnect(PIN), expect!["there is no pin '#1000000'"]);
    check(|netlist| netlist.connect(PIN, net(netlist, "n")), expect!["there is no pin '#1000000'"]);
    check(
        |netlist| {
            let pin = pin(netlist, "last/Y");
            netlist.disconnect(pin)?;
            netlist.connect(pin, NET)
        },
        expect!["there is no net '#1000000'"],
    );
}

#[test]
fn what_is_no_longer_there() {
    type Edit = fn(&mut NetlistEditor<'_>, CellId, PinId) -> Result<(), EditError>;
    let of_cell = |edit: Edit, expected: Expect| {
        check(
            |netlist| {
                let (cell, pin) = (cell(netlist, "ff1"), pin(netlist, "ff1/D"));
                netlist.remove_cell(cell)?;
                edit(netlist, cell, pin)
            },
            expected,
        );
    };
    of_cell(|netlist, cell, _| netlist.remove_cell(cell), expect!["there is no cell 'ff1'"]);
    of_cell(|netlist, cell, _| netlist.set_master(cell, MasterId(0)), expect!["there is no cell 'ff1'"]);
    of_cell(|netlist, _, pin| netlist.disconnect(pin), expect!["there is no pin 'ff1/D'"]);
    of_cell(|netlist, _, pin| netlist.connect(pin, net(netlist, "n")), expect!["there is no pin 'ff1/D'"]);
    type NetEdit = fn(&mut NetlistEditor<'_>, NetId) -> Result<(), EditError>;
    let of_net = |edit: NetEdit, expected: Expect| {
        check(
            |netlist| {
                let net = net(netlist, "q[1]");
                netlist.remove_net(net)?;
                edit(netlist, net)
            },
            expected,
        );
    };
    of_net(|netlist, net| netlist.remove_net(net), expect!["there is no net 'q[1]'"]);
    of_net(|netlist, net| netlist.connect(pin(netlist, "ff1/Q"), net), expect!["there is no net 'q[1]'"]);
}

#[test]
fn other_pins() {
    check(
        |netlist| netlist.set_master(cell(netlist, "ff0"), inverter(netlist)),
        expect!["cell 'ff0' cannot become a 'INV': its pins (A Y) are not those of a 'DFF' (D CK Q)"],
    );
}

#[test]
fn connections() {
    check(
        |netlist| netlist.connect(pin(netlist, "ff1/D"), net(netlist, "n")),
        expect!["pin 'ff1/D' is on net 'n'; it must be disconnected first"],
    );
    check(
        |netlist| netlist.connect(pin(netlist, "in[0]"), net(netlist, "n")),
        expect!["pin 'in[0]' is on net 'in[0]'; it must be disconnected first"],
    );
    check(
        |netlist| {
            netlist.disconnect(pin(netlist, "clk"))?;
            netlist.disconnect(pin(netlist, "clk"))
        },
        expect!["pin 'clk' is not connected"],
    );
}

#[test]
fn constants_stay() {
    for (constant, name) in Netlist::CONSTANTS.into_iter().zip(["1'b0", "1'b1"]) {
        let mut session = tiny_session();
        let error = unchanged(&mut session, |session| {
            session.edit(|netlist| netlist.remove_net(constant)).unwrap_err()
        });
        assert_eq!(error.to_string(), format!("net '{name}' is a constant and cannot be removed"));
    }
    check(
        |netlist| netlist.remove_net(Netlist::CONSTANTS[1]),
        expect!["net '1'b1' is a constant and cannot be removed"],
    );
}

#[test]
fn no_room() {
    // Would take 4 GiB of names.
    expect!["the netlist is too large for more"].assert_eq(&EditError::Full.to_string());
}

const HEADER: &str = "*SPEF \"x\"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n";

/// Reads a SPEF file that is refused, alone and after an edit.
#[track_caller]
fn check_spef(text: Option<&str>, expected: Expect) {
    let folder = tempfile::tempdir().unwrap();
    let file = match text {
        Some(text) => write(folder.path(), "new.spef", text),
        None => folder.path().join("new.spef"),
    };
    let mut session = tiny_session();
    let read = |session: &mut Session| {
        session.read_spef(zeroslack::CornerId::FIRST, &file, None).unwrap_err().to_string()
    };
    let alone = unchanged(&mut session, read);
    session.edit(good).unwrap();
    assert_eq!(unchanged(&mut session, read), alone);
    expected.assert_eq(&alone.replace(&format!("{}/", folder.path().display()), ""));
}

#[test]
fn a_wrong_file_of_parasitics_changes_nothing() {
    check_spef(
        None,
        expect![[r#"
            error[FILE-001]: cannot read 'new.spef': No such file or directory (os error 2)
        "#]],
    );
    let net = "*D_NET q[0] 1\n*CONN\n*I ff0:Q O\n*CAP\n1 ff0:Q 1\n*END\n";
    check_spef(
        Some(&format!("{HEADER}{net}*D_NET n 1\n*CONN\n*I u/two:Y O\n*CAP\n1 u/two:Y x\n*END\n")),
        expect![[r#"
        error[SPEF-015] new.spef:15:11: expected a number or min:typ:max, found "x"
    "#]],
    );
    check_spef(
        Some(&format!("{HEADER}{net}*D_NET n")),
        expect![[r#"
        error[SPEF-010] new.spef:11:9: expected a name or a value, found the end of the line
        error[SPEF-019] new.spef:11:8: net "n" has no *END
    "#]],
    );
}

#[test]
fn parasitics_of_what_is_not_there_are_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let text = "*D_NET no 1\n*END\n*D_NET n 1\n*CONN\n*I no:Y O\n*I ff0:Q O\n*I ff1:D I\n*CAP\n1 no:Y 1\n2 ff0:Q 2\n3 ff1:D 3\n*END\n";
    let file = write(folder.path(), "new.spef", &format!("{HEADER}{text}"));
    let mut session = tiny_session();
    let said = session.read_spef(zeroslack::CornerId::FIRST, &file, None).unwrap().to_string();
    expect![[r#"
        warning[NET-023] new.spef:5:1: net 'no' is not in the netlist; its parasitics are not used
        warning[NET-024] new.spef:7:1: pin 'no:Y' is not in the netlist
        warning[NET-025] new.spef:7:1: pin 'ff0/Q' is not on net 'n' in the netlist
        warning[NET-028] new.spef:7:1: pin 'u/two/Y' is not in the parasitics of its net 'n'; its capacitance does not count
    "#]]
    .assert_eq(&said.replace(&format!("{}/", folder.path().display()), ""));
    let rc = session.parasitics(zeroslack::CornerId::FIRST).net(net(session.netlist(), "n")).unwrap();
    assert_eq!((rc.pin(0), rc.capacitance), (Some(pin(session.netlist(), "ff1/D")), &[3.0, 2.0, 1.0][..]));
}
