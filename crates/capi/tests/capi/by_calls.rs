//! A design made by calls alone, but for its libraries, is the one that files make: the same results to the bit.

use std::ptr::{null, null_mut};

use zeroslack::netlist::{Netlist, PortDirection};
use zeroslack::units::{Quad, ps};
use zeroslack::{CornerId, ModeId, Session};
use zeroslack_capi::*;

use crate::pulse::{answers, c, c_file, c_load, expected_answers, got, load, ok};

/// The ports of a design, and nothing in it.
fn ports(netlist: &Netlist) -> Box<zs_session> {
    let mut files = zs_files_new();
    for (split, name) in [(zs_split::ZS_EARLY, "pulse_fast.lib"), (zs_split::ZS_LATE, "pulse_slow.lib")] {
        ok(unsafe { zs_files_add_liberty(Some(&mut files), split as u32, c_file(name).as_ptr()) });
    }
    ok(unsafe { zs_files_set_top(Some(&mut files), c(netlist.name()).as_ptr()) });
    for port in netlist.ports() {
        let direction = match port.direction {
            PortDirection::Input => zs_direction::ZS_INPUT,
            PortDirection::Output => zs_direction::ZS_OUTPUT,
            PortDirection::Inout => zs_direction::ZS_INOUT,
        } as u32;
        let name = c(&port.name);
        ok(unsafe {
            match port.range {
                None => zs_files_add_port(Some(&mut files), name.as_ptr(), direction),
                Some((msb, lsb)) => zs_files_add_bus(Some(&mut files), name.as_ptr(), direction, msb, lsb),
            }
        });
    }
    got(|session| zs_read(Some(&files), session)).unwrap().unwrap()
}

/// Cells and nets, each kind in one group.
fn fill(session: &mut zs_session, netlist: &Netlist) {
    let cells: Vec<_> = netlist.cells().map(|cell| c(netlist.cell_name(cell))).collect();
    let insert = |(cell, name): (_, &std::ffi::CString)| {
        let master = c(&netlist.master(cell).name);
        let to = got(|found| unsafe { zs_find_master(Some(session), master.as_ptr(), found) }).unwrap();
        zs_edit { kind: zs_edit_kind::ZS_INSERT_CELL as u32, object: 0, to, name: name.as_ptr() }
    };
    let inserts: Vec<zs_edit> = netlist.cells().zip(&cells).map(insert).collect();
    let mut made = vec![0; inserts.len()];
    ok(unsafe { zs_apply_edits(Some(session), inserts.as_ptr(), inserts.len(), made.as_mut_ptr(), None) });
    assert!(made.into_iter().eq(0..inserts.len() as u32));
    // Ports have nets of their own already; one that is on another's is moved.
    let mut edits = Vec::new();
    for net in netlist.nets() {
        let name = c(netlist.net_name(net));
        let known = got(|found| unsafe { zs_find_net(Some(session), name.as_ptr(), found) }).unwrap();
        let to = if known != ZS_NONE {
            known
        } else {
            got(|made| unsafe { zs_insert_net(Some(session), name.as_ptr(), made) }).unwrap()
        };
        for pin in netlist.net_pins(net) {
            let now = got(|net| zs_pin_net(Some(session), pin.0, net)).unwrap();
            let edit = |kind: zs_edit_kind| zs_edit { kind: kind as u32, object: pin.0, to, name: null() };
            if now == to {
                continue;
            }
            if now != ZS_NONE {
                edits.push(edit(zs_edit_kind::ZS_DISCONNECT));
            }
            edits.push(edit(zs_edit_kind::ZS_CONNECT));
        }
    }
    ok(unsafe { zs_apply_edits(Some(session), edits.as_ptr(), edits.len(), null_mut(), None) });
}

fn times(values: Quad<Option<i64>>) -> [f64; 4] {
    let [early, late] = values.map(|pair| pair.map(|value| value.map_or(f64::NAN, ps)));
    [early[0], early[1], late[0], late[1]]
}

fn sizes(values: Quad<Option<f32>>) -> [f64; 4] {
    let [early, late] = values.map(|pair| pair.map(|value| value.map_or(f64::NAN, f64::from)));
    [early[0], early[1], late[0], late[1]]
}

/// The constraints of the first mode.
fn constrain(session: &mut zs_session, library: &Session) {
    let constraints = library.constraints(ModeId::FIRST);
    let mut clocks = std::collections::BTreeMap::new();
    for (id, clock) in constraints.clocks.iter() {
        let sources: Vec<u32> = clock.sources.iter().map(|pin| pin.0).collect();
        let [period, rise, fall] = [clock.period, clock.edges[0], clock.edges[1]].map(ps);
        let made = got(|made| unsafe {
            let (name, sources, count) = (c(&clock.name), sources.as_ptr(), sources.len());
            zs_create_clock(Some(session), 0, name.as_ptr(), sources, count, period, rise, fall, true, made)
        });
        clocks.insert(id, made.unwrap());
        let latency = times(clock.source_latency.map(|pair| pair.map(Some)));
        ok(unsafe { zs_set_source_latency(Some(session), 0, made.unwrap(), latency.as_ptr()) });
        ok(zs_set_propagated_clock(Some(session), 0, made.unwrap(), clock.propagated));
    }
    for pin in &constraints.propagated_pins {
        ok(zs_set_propagated_from(Some(session), 0, pin.0, true));
    }
    for (port, input) in constraints.all_input_delays() {
        let (clock, edge) = input.edge.map_or((ZS_NONE, 0), |edge| (clocks[&edge.clock], edge.edge as u32));
        let values = times(input.delay);
        ok(unsafe { zs_set_input_delay(Some(session), 0, port.0, clock, edge, values.as_ptr(), true) });
    }
    for (port, output) in constraints.all_output_delays() {
        let (clock, edge) = (clocks[&output.edge.clock], output.edge.edge as u32);
        let values = times(output.delay);
        ok(unsafe { zs_set_output_delay(Some(session), 0, port.0, clock, edge, values.as_ptr(), true) });
    }
    for (port, slew) in &constraints.input_slews {
        ok(unsafe { zs_set_input_slew(Some(session), 0, port.0, sizes(*slew).as_ptr()) });
    }
    for (port, load) in &constraints.loads {
        ok(unsafe { zs_set_pin_load(Some(session), 0, port.0, sizes(load.pins).as_ptr()) });
        ok(unsafe { zs_set_wire_load(Some(session), 0, port.0, sizes(load.wires).as_ptr()) });
    }
    assert!(constraints.required_times.is_empty());
}

/// The parasitics of the first corner, all in one call.
fn wire(session: &mut zs_session, library: &Session) {
    let (netlist, parasitics) = (library.netlist(), library.parasitics(CornerId::FIRST));
    let (mut nets, mut first_node, mut first_resistor) = (Vec::new(), vec![0], vec![0]);
    let (mut pins, mut capacitances) = (Vec::new(), Vec::new());
    let (mut ends, mut resistances) = (Vec::new(), Vec::new());
    for net in netlist.nets() {
        let Some(network) = parasitics.net(net) else { continue };
        let name = c(netlist.net_name(net));
        nets.push(got(|found| unsafe { zs_find_net(Some(session), name.as_ptr(), found) }).unwrap());
        pins.extend((0..network.node_count()).map(|node| network.pin(node).map_or(ZS_NONE, |pin| pin.0)));
        capacitances.extend_from_slice(network.capacitance);
        for resistor in network.resistors {
            ends.extend([resistor.low, resistor.high]);
            resistances.push(resistor.resistance);
        }
        first_node.push(pins.len() as u32);
        first_resistor.push(resistances.len() as u32);
    }
    ok(unsafe {
        zs_set_parasitics(
            Some(session),
            0,
            nets.as_ptr(),
            nets.len(),
            first_node.as_ptr(),
            pins.as_ptr(),
            capacitances.as_ptr(),
            first_resistor.as_ptr(),
            ends.as_ptr(),
            resistances.as_ptr(),
        )
    });
}

#[test]
fn a_design_by_calls_is_that_of_files() {
    let library = load();
    let mut session = ports(library.netlist());
    fill(&mut session, library.netlist());
    constrain(&mut session, &library);
    wire(&mut session, &library);
    ok(zs_forget_history(Some(&mut session)));
    ok(zs_update(Some(&mut session)));
    assert_eq!(answers(&session), expected_answers(&library));
}

#[test]
fn constraints_are_replaced_and_taken_away() {
    let (mut session, mut library) = (c_load(), load());
    let port = library.netlist().find_port("run").unwrap();
    library.edit_constraints(ModeId::FIRST, |constraints| constraints.clear_port(port)).unwrap();
    library.update().unwrap();
    ok(zs_clear_port(Some(&mut session), 0, port.0));
    ok(zs_update(Some(&mut session)));
    assert_eq!(answers(&session), expected_answers(&library));
    ok(zs_clear_constraints(Some(&mut session), 0));
    constrain(&mut session, &load());
    ok(zs_update(Some(&mut session)));
    assert_eq!(answers(&session), expected_answers(&load()));
    let output = library.netlist().find_port("hit").unwrap();
    let none = [f64::NAN; 4];
    let failed = unsafe { zs_set_input_delay(Some(&mut session), 0, output.0, 0, 0, none.as_ptr(), false) };
    assert_eq!(failed, zs_status::ZS_ARGUMENT);
    let infinite = [f64::INFINITY; 4];
    let failed = unsafe { zs_set_input_slew(Some(&mut session), 0, port.0, infinite.as_ptr()) };
    assert_eq!(failed, zs_status::ZS_ARGUMENT);
}

#[test]
fn a_clock_that_is_removed_takes_along_what_is_stated_against_it() {
    let mut session = c_load();
    let clock = got(|clock| unsafe {
        let name = c("late");
        zs_create_clock(Some(&mut session), 0, name.as_ptr(), null(), 0, 1e3, 0.0, 500.0, false, clock)
    });
    let clock = clock.unwrap();
    let port = got(|pin| unsafe { zs_find_port(Some(&session), c("run").as_ptr(), pin) }).unwrap();
    let delay = [400.0; 4];
    ok(unsafe { zs_set_input_delay(Some(&mut session), 0, port, clock, 0, delay.as_ptr(), true) });
    ok(zs_update(Some(&mut session)));
    assert_ne!(answers(&session), expected_answers(&load()));
    ok(zs_remove_clock(Some(&mut session), 0, clock));
    ok(zs_update(Some(&mut session)));
    assert_eq!(answers(&session), expected_answers(&load()));
    assert_eq!(zs_remove_clock(Some(&mut session), 0, clock), zs_status::ZS_ARGUMENT);
}

#[test]
fn a_second_scenario_is_a_session_of_its_own() {
    let (mut session, fast) = (c_load(), c_file("pulse_fast.lib"));
    let mode = got(|mode| unsafe { zs_add_mode(Some(&mut session), c("m").as_ptr(), mode) }).unwrap();
    let corner = got(|corner| unsafe { zs_add_corner(Some(&mut session), c("f").as_ptr(), corner) }).unwrap();
    let scenario = got(|scenario| zs_add_scenario(Some(&mut session), mode, corner, scenario)).unwrap();
    assert_eq!((mode, corner, scenario), (1, 1, 1));
    unsafe {
        ok(zs_read_sdc(Some(&mut session), mode, c_file("pulse.sdc").as_ptr()));
        ok(zs_read_spef(Some(&mut session), corner, c_file("pulse.spef").as_ptr(), null()));
        ok(zs_read_liberty(Some(&mut session), corner, &fast.as_ptr(), 1, null(), 0));
    }
    assert_eq!(got(|found| unsafe { zs_find_corner(Some(&session), c("f").as_ptr(), found) }), Ok(1));
    assert_eq!(got(|found| unsafe { zs_find_mode(Some(&session), c("f").as_ptr(), found) }), Ok(ZS_NONE));
    ok(zs_set_cppr(Some(&mut session), true));
    ok(zs_update(Some(&mut session)));
    let worst = |scenario: u32| {
        let mut tns = std::mem::MaybeUninit::uninit();
        let late = zs_split::ZS_LATE as u32;
        got(|wns| zs_get_wns_tns(Some(&session), scenario, late, wns, Some(&mut tns))).unwrap()
    };
    assert!(worst(0) < worst(1), "{} {}", worst(0), worst(1));
    // Many threads may read.
    let session = &*session;
    std::thread::scope(|scope| {
        let all = [0, 1, 2, 3].map(|_| scope.spawn(|| answers(session)));
        let all = all.map(|thread| thread.join().unwrap());
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]));
    });
}

/// Copies on threads of their own try library cells of one cell at the same time.
#[test]
fn replicas_go_their_own_way() {
    let mut session = c_load();
    ok(zs_set_cppr(Some(&mut session), true));
    ok(zs_update(Some(&mut session)));
    let before = answers(&session);
    let cell = got(|cell| unsafe { zs_find_cell(Some(&session), c("cb_root").as_ptr(), cell) }).unwrap();
    let own = got(|master| zs_cell_master(Some(&session), cell, master)).unwrap();
    let mut alike = vec![0; 16];
    let count =
        got(|count| unsafe { zs_get_alike_masters(Some(&session), own, alike.as_mut_ptr(), 16, count) });
    alike.truncate(count.unwrap());
    assert!(alike.iter().any(|&other| other != own), "{alike:?}");
    let mark = got(|mark| zs_mark_new(Some(&mut session), mark)).unwrap().unwrap();
    let answers_with = |session: &mut zs_session, master: u32| {
        ok(zs_set_master(Some(session), cell, master));
        ok(zs_update(Some(session)));
        answers(session)
    };
    let tried: Vec<_> = std::thread::scope(|scope| {
        let (session, mark, before) = (&*session, &*mark, &before);
        let trial = |&master: &u32| {
            scope.spawn(move || {
                let mut replica = got(|replica| zs_replicate(Some(session), 1, replica)).unwrap().unwrap();
                assert_eq!(answers(&replica), *before);
                let tried = answers_with(&mut replica, master);
                ok(zs_undo(Some(&mut replica), Some(mark)));
                ok(zs_update(Some(&mut replica)));
                assert_eq!(answers(&replica), *before);
                zs_session_free(Some(replica));
                tried
            })
        };
        let trials: Vec<_> = alike.iter().map(trial).collect();
        trials.into_iter().map(|trial| trial.join().unwrap()).collect()
    });
    assert_eq!(answers(&session), before);
    for (&master, tried) in alike.iter().zip(&tried) {
        assert_eq!(answers_with(&mut session, master), *tried);
        assert_eq!(*tried == before, master == own);
    }
}
