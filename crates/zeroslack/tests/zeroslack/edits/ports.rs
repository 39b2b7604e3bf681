//! Ports that come and go.

use zeroslack::netlist::{NetId, Netlist, Parasitics, PinId, PortDirection};
use zeroslack::units::{Split, Transition};
use zeroslack::{CornerId, DesignFiles, ModeId, Session};

use super::examples::{load, pads, pulse, tiny};
use super::results::{assert_same_results, results};
use super::state::{State, wired};
use zeroslack_fuzz::edits::ports::given;

/// Removes a port and makes it again, with its net, its parasitics and its constraints.
fn make_again(session: &mut Session, bit: PinId) {
    let netlist = session.netlist();
    let port = netlist.port_of(bit).unwrap().0.clone();
    let nets: Vec<NetId> = port.bits().map(|bit| netlist.pin_net(bit).unwrap()).collect();
    let mut networks: Vec<_> =
        nets.iter().map(|&net| given(wired(session).0, wired(session).1, net)).collect();
    let first = session
        .edit(|netlist| {
            netlist.remove_port(bit)?;
            let first = netlist.insert_port(&port.name, port.direction, port.range)?;
            (first.0..).map(PinId).zip(&nets).try_for_each(|(bit, &net)| netlist.connect(bit, net))?;
            Ok(first)
        })
        .unwrap();
    for ((old, new), network) in port.bits().zip((first.0..).map(PinId)).zip(&mut networks) {
        for (pin, _) in network.iter_mut().flat_map(|network| &mut network.nodes) {
            *pin = pin.map(|pin| if pin == old { new } else { pin });
        }
    }
    for (&net, network) in nets.iter().zip(&networks) {
        let edit = |parasitics: &mut Parasitics, netlist: &Netlist| {
            parasitics.set_net(netlist, net, network.as_ref())
        };
        session.edit_parasitics(CornerId::FIRST, edit).unwrap();
    }
}

/// A design of whose ports each is made again, in their order: its times are those of the design, but for what floats say when they are added up in
/// another order.
fn check(files: &DesignFiles) {
    let mut session = load(files);
    let mut again = load(files);
    session.update().unwrap();
    for port in session.netlist().ports().to_vec() {
        make_again(&mut again, port.first_pin);
    }
    again.read_constraints(ModeId::FIRST, files.constraints.as_ref().unwrap()).unwrap();
    again.update().unwrap();
    let (before, after) = (session.timed().unwrap(), again.timed().unwrap());
    let mut compared = 0;
    for pin in session.netlist().pins() {
        let name = session.netlist().pin_name(pin);
        let other = again.netlist().find_pin(&name, '/').unwrap();
        for (split, transition) in
            Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|t| (split, t)))
        {
            let times = [before.slack(pin, split, transition), after.slack(other, split, transition)];
            assert_eq!(times[0].is_some(), times[1].is_some(), "{name}: {times:?}");
            if let [Some(a), Some(b)] = times {
                assert!((a - b).abs() <= 20, "{name}: {times:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "there was little to compare: {compared}");
}

#[test]
fn ports_that_are_made_again_time_as_before() {
    check(&tiny());
    check(&pulse());
    check(&pads());
}

#[test]
fn what_constraints_say_of_a_port_that_is_gone_does_not_count_until_it_is_back() {
    let mut session = load(&pulse());
    let (state, answers) = (State::new(&session), results(&mut session));
    let mark = session.mark();
    let clock = session.netlist().find_port("clk").unwrap();
    session.edit(|netlist| netlist.remove_port(clock)).unwrap();
    session.update().unwrap();
    assert!(session.timed().unwrap().endpoint_slacks().iter().all(|slack| slack.by.check().is_none()));
    session.undo(&mark);
    State::new(&session).assert_same(&state, "undone");
    assert_same_results(&results(&mut session), &answers, "undone");
}

#[test]
fn a_port_needs_a_name_of_its_own() {
    let mut session = load(&pulse());
    let mut error = |name: &str, range| {
        session
            .edit(|netlist| netlist.insert_port(name, PortDirection::Input, range))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(error("clk", None), "there is already a port 'clk'");
    assert_eq!(error("", None), "'' cannot name a port: a name is one or more visible characters");
    assert_eq!(
        error("a", Some((i32::MIN, i32::MAX))),
        "port 'a' would have 4294967296 bits; expected at most 1048576"
    );
    assert_eq!(
        error("a", Some((9, 2_000_008))),
        "port 'a' would have 2000000 bits; expected at most 1048576"
    );
    session.edit(|netlist| netlist.insert_port("b", PortDirection::Input, Some((1, 0)))).unwrap();
    let mut error = |name: &str| {
        session.edit(|netlist| netlist.insert_port(name, PortDirection::Input, None)).unwrap_err().to_string()
    };
    assert_eq!(error("b"), "there is already a port 'b'");
    assert_eq!(error("b[0]"), "there is already a port 'b[0]'");
    let pin = session
        .netlist()
        .cells()
        .next()
        .map(|cell| session.netlist().cell_pins(cell).next().unwrap())
        .unwrap();
    let name = session.netlist().pin_name(pin);
    let said = session.edit(|netlist| netlist.remove_port(pin)).unwrap_err().to_string();
    assert_eq!(said, format!("there is no port '{name}'"));
}
