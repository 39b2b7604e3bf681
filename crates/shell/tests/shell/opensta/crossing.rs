//! Where tt02's slacks differ from the golden's: on paths through nets that cross blocks. The parasitics of such a net come in
//! several files, one a block. We stitch them together; the golden takes one of them.
//!
//! The golden takes the larger one of the driving block's part and the sinks' pins: so say the loads in its printed paths, and
//! with these loads all slacks are equal.

use std::collections::BTreeMap;
use std::path::Path;

use zeroslack::netlist::{NetId, PinId};
use zeroslack::spef::{self, Name, Spef};
use zeroslack::units::{Split, Transition};
use zeroslack::{CornerId, DesignFiles, ModeId, Session};

use zeroslack_testing::opensta::endpoints::Compared;
use zeroslack_testing::opensta::golden::{self, Key};

use super::engine;

/// How many endpoints tt02 has.
const ENDPOINTS: usize = 2257;

/// Compares all endpoints of tt02, and where its worst paths start and end. A slack may differ from the golden's only where its paths of data and clock pass nets
/// that cross blocks, with less load in the golden than the files say; with the golden's loads of these nets all are equal.
pub fn check(session: &mut Session, files: &DesignFiles, golden: &Path) {
    let crossing = Crossing::new(session, files);
    for split in Split::ALL {
        let compared = Compared::new(&engine::slacks(session), golden, split);
        compared.assert_same_endpoints();
        assert_eq!(compared.pairs.len(), ENDPOINTS);
        for ((_, endpoint), pair) in compared.unequal() {
            let drivers = engine::drivers_on_worst_path(session, endpoint, split).into_iter();
            let mut loads = drivers.filter_map(|driver| crossing.loads(session, driver)).flatten();
            assert!(loads.any(|(golden, ours)| golden < ours), "{} {endpoint}: {pair:?}", split.name());
        }
    }
    crossing.take_as_the_golden_does(session);
    for split in Split::ALL {
        let mut compared = Compared::new(&engine::slacks(session), golden, split);
        compared.assert_same_endpoints();
        let keys: Vec<Key> = compared.unequal().map(|(key, _)| key.clone()).collect();
        for key in keys {
            // Of a thousand delays the golden's sums have lost more than the tolerance.
            compared.pairs.get_mut(&key).unwrap().1 += engine::rounding(session, &key.1, split);
        }
        let unequal: Vec<_> = compared.unequal().collect();
        assert!(unequal.is_empty(), "{}: {} slacks differ: {unequal:?}", split.name(), unequal.len());
        assert_eq!(engine::worst_path(session, split), golden::worst_path(golden, split));
    }
}

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
        let text = zeroslack_testing::text(&file.file);
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

/// The loads of nets that cross blocks.
pub struct Crossing {
    /// The capacitance of the wires at each driver as the file of its own block says, fF.
    wires: BTreeMap<PinId, f32>,
}

impl Crossing {
    pub fn new(session: &Session, files: &DesignFiles) -> Self {
        Self { wires: wires_of_blocks(session, files) }
    }

    /// (the golden's load, ours) of a driver whose net crosses blocks, fF, by transition.
    pub fn loads(&self, session: &Session, driver: PinId) -> Option<[(f32, f32); 2]> {
        let (_, wires) = crossing_net(session, driver)?;
        let of_block = self.wires.get(&driver).copied().unwrap_or(0.0);
        let ours = Transition::ALL.map(|to| engine::load(session, driver, to));
        Some(ours.map(|ours| (of_block.max(ours - wires), ours)))
    }

    /// Gives nets that cross blocks the loads that the golden has for them, in place of those with the stitched parts of their wires.
    fn take_as_the_golden_does(&self, session: &mut Session) {
        let mut nets = BTreeMap::new();
        for driver in session.netlist().pins().filter(|&pin| session.netlist().is_driver(pin)) {
            if let (Some((net, wires)), Some(loads)) =
                (crossing_net(session, driver), self.loads(session, driver))
            {
                let of_wires = loads.map(|(golden, ours)| Some((golden - (ours - wires)).max(0.0)));
                nets.insert(net, [of_wires; 2]);
            }
        }
        session.edit_constraints(ModeId::FIRST, |editor| {
            nets.iter().for_each(|(&net, &load)| editor.set_net_load(&[net], load).unwrap());
        });
        session.update().unwrap();
    }
}

/// The net of a driver if it crosses blocks and has parasitics, and the capacitance of its wires.
fn crossing_net(session: &Session, driver: PinId) -> Option<(NetId, f32)> {
    let net = session.netlist().pin_net(driver).filter(|&net| crosses(session, net, driver))?;
    Some((net, session.parasitics(CornerId::FIRST).net(net)?.capacitance.iter().sum()))
}
