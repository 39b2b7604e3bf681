//! Capacitances of pins, in a pool: those of all pins of a library cell side by side, once for each library cell in use.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_graph::TimingGraph;
use zeroslack_netlist::{CellId, MasterId, NetId, Netlist, Parasitics, PinId};
use zeroslack_units::{Quad, quad};

use crate::library::LibraryData;
use crate::net_loads::NetLoads;

/// Nets that a task looks at, at least.
const NETS: usize = 4096;

/// A library cell whose pins are not in the pool.
const NONE: u32 = u32::MAX;

/// What pins, and constraints in place of wires, load the drivers of nets with.
#[derive(Clone, Debug, Default)]
pub(crate) struct PinLoads {
    /// fF. The first is 0.
    pub(crate) pool: Vec<Quad<f32>>,
    /// Each pin's place in the pool. `[pin]`.
    pub(crate) of_pin: Vec<u32>,
    pub(crate) of_nets: NetLoads,
    /// The place of the first pin, [`NONE`] of one that is not in use. `[master]`.
    of_master: Vec<u32>,
    /// The places of ports that constraints give a load, or did.
    of_ports: FxHashMap<PinId, u32>,
}

impl PinLoads {
    pub(crate) fn new(
        (netlist, parasitics): (&Netlist, &Parasitics),
        graph: &TimingGraph,
        library: &LibraryData,
    ) -> Self {
        let (pool, of_master) = (vec![quad(0.0)], vec![NONE; library.master_count()]);
        let mut loads = Self { pool, of_master, ..Self::default() };
        for master in netlist.used_masters() {
            loads.add_master(master, library);
        }
        let pins = (0..netlist.pin_id_count()).into_par_iter();
        loads.of_pin = pins.map(|pin| loads.of_cell(netlist, PinId(pin as u32))).collect();
        loads.update_ports(graph);
        for &(pin, _) in graph.pins().port_loads() {
            loads.of_pin[pin.index()] = loads.of_ports[&pin];
        }
        for pin in left_out_pins(netlist, parasitics, graph) {
            loads.of_pin[pin.index()] = 0;
        }
        for &net in graph.pins().ideal_nets() {
            netlist.net_pins(net).iter().for_each(|pin| loads.of_pin[pin.index()] = 0);
        }
        let PinLoads { pool, of_pin, .. } = &mut loads;
        loads.of_nets = NetLoads::new((netlist, parasitics), graph.pins(), of_pin, pool);
        loads
    }

    pub(crate) fn add_master(&mut self, master: MasterId, library: &LibraryData) {
        let place = &mut self.of_master[master.index()];
        if *place == NONE {
            *place = self.pool.len() as u32;
            self.pool.extend_from_slice(library.capacitances_of(master));
        }
    }

    /// The place of a cell's pin; 0 of a port and of a pin that is not there.
    fn of_cell(&self, netlist: &Netlist, pin: PinId) -> u32 {
        match (netlist.pin_cell(pin), netlist.pin_index(pin)) {
            (Some(cell), Some(index)) if netlist.has_pin(pin) => {
                self.of_master[netlist.cell_master(cell).index()] + index as u32
            }
            _ => 0,
        }
    }

    /// The pins of a cell whose places are others now, with these: its library cell, which is in the pool, may be another one than before. Pins that are left out, or of an ideal network, are not among them.
    pub(crate) fn of_other_cell(
        &self,
        netlist: &Netlist,
        cell: CellId,
    ) -> impl Iterator<Item = (PinId, u32)> + '_ {
        let first = self.of_master[netlist.cell_master(cell).index()];
        let places = netlist.cell_pins(cell).zip(first..);
        places.filter(|&(pin, place)| {
            let before = self.of_pin[pin.index()];
            before != 0 && before != place
        })
    }

    /// Makes room for pins that came.
    pub(crate) fn fit(&mut self, netlist: &Netlist) {
        if self.of_pin.len() < netlist.pin_id_count() {
            self.of_pin.resize(netlist.pin_id_count(), 0);
        }
    }

    /// Takes what constraints state of ports. Which of them have some, their nets say when they are updated.
    pub(crate) fn update_ports(&mut self, graph: &TimingGraph) {
        let Self { pool, of_ports, .. } = self;
        for &(port, load) in graph.pins().port_loads() {
            let place = *of_ports.entry(port).or_insert_with(|| {
                pool.push(load);
                pool.len() as u32 - 1
            });
            pool[place as usize] = load;
        }
    }

    /// Takes what the pins of a net, which is none of an ideal network, load it with now: they may be of other library cells, and its parasitics may be others.
    pub(crate) fn update_net(
        &mut self,
        (netlist, parasitics): (&Netlist, &Parasitics),
        graph: &TimingGraph,
        library: &LibraryData,
        net: NetId,
    ) {
        for &pin in netlist.net_pins(net) {
            if let Some(cell) = netlist.pin_cell(pin) {
                self.add_master(netlist.cell_master(cell), library);
                self.of_pin[pin.index()] = self.of_cell(netlist, pin);
            } else {
                let stated = graph.pins().port_loads().binary_search_by_key(&pin, |&(port, _)| port);
                self.of_pin[pin.index()] = if stated.is_ok() { self.of_ports[&pin] } else { 0 };
            }
        }
        let Self { pool, of_pin, of_nets, .. } = self;
        of_nets.update_net((netlist, parasitics), graph.pins(), net, (of_pin, pool));
        if !graph.pins().has_net_load(net) {
            for pin in parasitics.left_out_pins(netlist, net) {
                self.of_pin[pin.index()] = 0;
            }
        }
    }
}

/// All pins that the parasitics of their nets leave out, where these count.
fn left_out_pins(netlist: &Netlist, parasitics: &Parasitics, graph: &TimingGraph) -> Vec<PinId> {
    let nets = (0..netlist.net_id_count() as u32).into_par_iter().with_min_len(NETS).map(NetId);
    let nets = nets.filter(|&net| !graph.pins().has_net_load(net));
    nets.flat_map_iter(|net| parasitics.left_out_pins(netlist, net)).collect()
}
