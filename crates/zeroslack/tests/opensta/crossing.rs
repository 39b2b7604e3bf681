//! Where tt02's slacks differ from the golden's: on paths through nets that cross blocks. The parasitics of such a net come in
//! several files, one a block. We stitch them together; the golden takes one of them.
//!
//! The golden takes the larger one of the driving block's part and the sinks' pins: so say the loads in its printed paths, and
//! with these loads we get its delay of a stage of the scan chain's clock, 0.301384 ns (fall) and 0.299255 ns (rise).

use std::collections::BTreeMap;

use zeroslack::netlist::{NetId, NetParasitics, PinId};
use zeroslack::spef::{self, Name, Spef};
use zeroslack::units::{Split, Transition};
use zeroslack::{CornerId, DesignFiles, Session};

use crate::compare::Compared;
use crate::{common, design, engine, real};

/// The instance of the block that a pin's cell is in; empty at the top.
fn block(session: &Session, pin: PinId) -> &str {
    let cell = session.netlist().pin_cell(pin).map_or("", |cell| session.netlist().cell_name(cell));
    cell.rsplit_once('/').map_or("", |(block, _)| block)
}

fn crosses(session: &Session, net: NetId, driver: PinId) -> bool {
    let pins = session.netlist().net_pins(net);
    pins.iter().any(|&pin| block(session, pin) != block(session, driver))
}

/// The capacitance of the wires at each driver as the file of its own block says, fF.
fn wires_of_blocks(session: &Session, files: &DesignFiles) -> BTreeMap<PinId, f32> {
    let mut wires = BTreeMap::new();
    for file in &files.spef {
        let text = common::text(&file.file);
        let (spef, _) = spef::read(&text, &files.spef_options);
        for (nets, net) in spef.nets() {
            let nodes = &nets.nodes[net.nodes.start as usize..net.nodes.end as usize];
            let capacitance: f32 = nodes.iter().map(|node| node.capacitance).sum();
            let pins = nodes.iter().filter_map(|node| {
                let name = full_name(&spef, file.instance.as_deref()?, node.name, node.tail?);
                session.netlist().find_pin(&name, '/')
            });
            let drivers = pins.filter(|&pin| session.netlist().is_driver(pin));
            wires.extend(drivers.map(|driver| (driver, capacitance)));
        }
    }
    wires
}

fn full_name<'t>(spef: &Spef<'t>, instance: &str, name: Name<'t>, tail: &str) -> String {
    format!("{instance}/{}/{tail}", spef::unescape(spef.name(name)))
}

/// Gives nets that cross blocks the capacitance that the golden has for them, in place of their stitched parts.
pub fn take_as_the_golden_does(session: &mut Session, files: &DesignFiles) {
    let wires = wires_of_blocks(session, files);
    let mut nets: Vec<(NetId, f32)> = Vec::new();
    for net in session.netlist().nets() {
        let mut drivers =
            session.netlist().net_pins(net).iter().filter(|&&pin| session.netlist().is_driver(pin));
        let Some(&driver) = drivers.next() else { continue };
        if !crosses(session, net, driver) || session.parasitics(CornerId::FIRST).net(net).is_none() {
            continue;
        }
        let wire: f32 = session.parasitics(CornerId::FIRST).net(net).unwrap().capacitance.iter().sum();
        let pins = engine::load(session, driver, Transition::Rise) - wire;
        nets.push((net, (wires.get(&driver).copied().unwrap_or(0.0) - pins).max(0.0)));
    }
    session.edit_parasitics(CornerId::FIRST, |parasitics, netlist| {
        for (net, capacitance) in nets {
            let lumped = NetParasitics { nodes: vec![(None, capacitance)], resistors: Vec::new() };
            parasitics.set_net(netlist, net, Some(&lumped)).unwrap();
        }
    });
    session.update().unwrap();
}

/// (the golden's load of a driver, ours), fF.
fn loads(
    session: &Session,
    wires: &BTreeMap<PinId, f32>,
    (driver, net): (PinId, NetId),
    transition: Transition,
) -> (f32, f32) {
    let ours = engine::load(session, driver, transition);
    let wire = session.parasitics(CornerId::FIRST).net(net).map_or(0.0, |net| net.capacitance.iter().sum());
    (wires.get(&driver).map_or(0.0, |&wire| wire).max(ours - wire), ours)
}

/// Lists endpoints with another slack than the golden's, and the nets that cross blocks on our worst paths there.
#[test]
#[ignore = "prints a list for a developer"]
fn tt02_nets_that_cross_blocks() {
    let Some(shared) = common::shared() else { return };
    let (files, golden) = real::tt02(&shared);
    let mut session = design::timed(&files);
    let mut nets: BTreeMap<NetId, PinId> = BTreeMap::new();
    for split in Split::ALL {
        let compared = Compared::new(&mut session, &golden, split);
        let unequal = compared.unequal().count();
        println!("{}: {unequal} of {} slacks differ", split.name(), compared.pairs.len());
        for ((_, endpoint), (theirs, ours)) in compared.unequal() {
            let drivers = engine::drivers_on_worst_path(&session, endpoint, split);
            let driven = drivers.iter().map(|&pin| (session.netlist().pin_net(pin).unwrap(), pin));
            let crossing: Vec<_> = driven.filter(|&(net, pin)| crosses(&session, net, pin)).collect();
            let count = crossing.len();
            println!("{endpoint}: golden {:.6} ns, ours {ours:.6} ns, {count} crossing nets", theirs.slack);
            nets.extend(crossing);
        }
    }
    let wires = wires_of_blocks(&session, &files);
    println!("{} crossing nets on these paths: load in fF, rise and fall", nets.len());
    for (&net, &driver) in &nets {
        let [rise, fall] = Transition::ALL.map(|to| loads(&session, &wires, (driver, net), to));
        println!(
            "{} ({}): golden {:.3} {:.3}, ours {:.3} {:.3}",
            session.netlist().net_name(net),
            session.netlist().pin_name(driver),
            rise.0,
            fall.0,
            rise.1,
            fall.1
        );
    }
}
