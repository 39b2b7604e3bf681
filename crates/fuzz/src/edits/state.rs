//! Everything that can be seen of a netlist.

use zeroslack::netlist::{CellId, MasterId, NetId, Netlist, Parasitics, PinId, RcNet};
use zeroslack::{CornerId, Session};

/// A net's nodes (pin, bits of fF), and its resistors (ends, bits of kΩ).
type Network = (Vec<(Option<PinId>, u32)>, Vec<(u32, u32, u32)>);

/// Cells, pins and nets by id, parasitics to the bit, and the files that are written.
#[derive(Debug, PartialEq)]
pub struct State {
    counts: [usize; 6],
    cells: Vec<(CellId, String, MasterId)>,
    pins: Vec<(PinId, String, Option<NetId>)>,
    nets: Vec<(NetId, String, Vec<PinId>)>,
    parasitics: Vec<(NetId, Network)>,
    verilog: String,
    spef: String,
}

impl State {
    /// What a session is now.
    pub fn new(session: &Session) -> Self {
        let netlist = session.netlist();
        let parasitics = session.parasitics(CornerId::FIRST);
        assert_consistent(wired(session));
        Self {
            counts: [
                netlist.cell_count(),
                netlist.pin_count(),
                netlist.pin_id_count(),
                netlist.net_count(),
                netlist.net_id_count(),
                parasitics.node_count(),
            ],
            cells: netlist
                .cells()
                .map(|cell| (cell, netlist.cell_name(cell).to_string(), netlist.cell_master(cell)))
                .collect(),
            pins: netlist.pins().map(|pin| (pin, netlist.pin_name(pin), netlist.pin_net(pin))).collect(),
            nets: netlist
                .nets()
                .map(|net| (net, netlist.net_name(net).to_string(), netlist.net_pins(net).to_vec()))
                .collect(),
            parasitics: netlist
                .nets()
                .filter_map(|net| Some((net, network(&parasitics.net(net)?))))
                .collect(),
            verilog: verilog(netlist),
            spef: spef(wired(session)),
        }
    }

    /// Panics, with the first difference, unless both are the same.
    #[track_caller]
    pub fn assert_same(&self, other: &Self, when: &str) {
        assert_eq!(self.counts, other.counts, "{when}: counts");
        assert_same_items(&self.cells, &other.cells, when);
        assert_same_items(&self.pins, &other.pins, when);
        assert_same_items(&self.nets, &other.nets, when);
        assert_same_items(&self.parasitics, &other.parasitics, when);
        assert!(self.verilog == other.verilog, "{when}: the Verilog differs");
        assert!(self.spef == other.spef, "{when}: the SPEF differs");
    }
}

/// Panics, with the first difference, unless two lists are the same.
#[track_caller]
pub fn assert_same_items<T: PartialEq + std::fmt::Debug>(ours: &[T], theirs: &[T], when: &str) {
    for (ours, theirs) in ours.iter().zip(theirs) {
        assert_eq!(ours, theirs, "{when}");
    }
    assert_eq!(ours.len(), theirs.len(), "{when}: numbers of {}", std::any::type_name::<T>());
}

/// The nodes and resistors of a net.
pub fn network(rc: &RcNet<'_>) -> Network {
    let nodes = (0..rc.node_count()).map(|node| (rc.pin(node), rc.capacitance[node].to_bits()));
    let resistors = rc.resistors.iter().map(|each| (each.low, each.high, each.resistance.to_bits()));
    (nodes.collect(), resistors.collect())
}

/// The netlist as Verilog.
pub fn verilog(netlist: &Netlist) -> String {
    let mut out = Vec::new();
    netlist.write_verilog(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A netlist and the parasitics of its nets.
pub type Wired<'a> = (&'a Netlist, &'a Parasitics);

/// The netlist and the parasitics of a session's first corner.
pub fn wired(session: &Session) -> Wired<'_> {
    (session.netlist(), session.parasitics(CornerId::FIRST))
}

/// The parasitics as SPEF.
pub fn spef((netlist, parasitics): Wired<'_>) -> String {
    let mut out = Vec::new();
    parasitics.write_spef(netlist, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Panics unless names find what they name, and pins and nets know each other.
fn assert_consistent((netlist, parasitics): Wired<'_>) {
    assert_eq!(netlist.cells().count(), netlist.cell_count());
    assert_eq!(netlist.pins().count(), netlist.pin_count());
    assert_eq!(netlist.nets().count(), netlist.net_count());
    for cell in netlist.cells() {
        assert_eq!(netlist.find_cell(netlist.cell_name(cell)), Some(cell));
        assert_eq!(netlist.cell_pins(cell).len(), netlist.master(cell).pins.len());
    }
    for net in netlist.nets() {
        assert!(netlist.find_net(netlist.net_name(net)).is_some());
        assert!(netlist.net_pins(net).is_sorted());
        assert!(netlist.net_pins(net).iter().all(|&pin| netlist.pin_net(pin) == Some(net)));
        if let Some(rc) = parasitics.net(net) {
            let pins: Vec<PinId> = (0..rc.pin_node_count()).map(|node| rc.pin(node).unwrap()).collect();
            assert!(pins.is_sorted());
            assert!(pins.iter().all(|pin| netlist.net_pins(net).contains(pin)));
            assert!((rc.pin_node_count()..rc.node_count()).all(|node| rc.pin(node).is_none()));
        }
    }
    let connected = netlist.pins().filter(|&pin| netlist.pin_net(pin).is_some()).count();
    assert_eq!(connected, netlist.nets().map(|net| netlist.net_pins(net).len()).sum::<usize>());
}
