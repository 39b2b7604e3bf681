//! Pins that the parasitics of their net leave out, until an edit moves them.

use zeroslack::Session;

use super::examples::{net, pin, tiny, tiny_session, write};
use super::fresh::{assert_same_as_files, assert_same_as_fresh};
use super::results::{Results, assert_same_results, results};
use super::state::State;

/// Capacitance of an inverter's pin, fF.
const PIN: u32 = 1;

/// Gives a net, driven by a flip-flop, nodes at the driver and perhaps at its sink, and so much capacitance.
fn read(session: &mut Session, sink: &str, capacitance: u32) {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "*SPEF \"x\"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*D_NET q[0] {capacitance}\n*CONN\n*I ff0:Q O\n{sink}*CAP\n1 ff0:Q {capacitance}\n*END\n"
    );
    let file = write(folder.path(), "new.spef", &text);
    session.read_spef(zeroslack::CornerId::FIRST, &file, None).unwrap();
}

/// All answers with `capacitance` at the driver and the sink named.
fn answers(capacitance: u32) -> [Results; 2] {
    let mut session = tiny_session();
    read(&mut session, "*I u/one:A I\n", capacitance);
    results(&mut session)
}

#[test]
fn pins_that_a_file_left_out_loaded_their_driver() {
    let mut session = tiny_session();
    read(&mut session, "", 8 + PIN);
    assert_same_results(&results(&mut session), &answers(8), "without the pin");
    assert_same_as_files(&mut session, &tiny(), "without the pin");
}

#[test]
fn a_pin_that_comes_back_counts() {
    let mut session = tiny_session();
    read(&mut session, "", 8);
    let (state, before, mark) = (State::new(&session), results(&mut session), session.mark());
    let (sink, net) = (pin(&session, "u/one:A"), net(&session, "q[0]"));
    session.edit(|netlist| netlist.disconnect(sink)).unwrap();
    assert_same_as_fresh(&mut session, &tiny(), "the pin is off");
    session.edit(|netlist| netlist.connect(sink, net)).unwrap();
    assert_same_results(&results(&mut session), &answers(8), "the pin is on again");
    assert_same_as_fresh(&mut session, &tiny(), "the pin is on again");
    session.undo(&mark);
    State::new(&session).assert_same(&state, "undone");
    assert_same_results(&results(&mut session), &before, "undone");
}
