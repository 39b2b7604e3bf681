//! Every driver's RC tree in parent order, made once for a netlist.

use rayon::prelude::*;
use zeroslack_graph::TimingGraph;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{NetId, Netlist, Parasitics, PinId};
use zeroslack_units::{Quad, quad};

use crate::library::LibraryData;
use crate::networks::{FlatTrees, RcNetworks};
use crate::rc::RcNode;

/// Nets that a task looks at, at least.
const NETS: usize = 4096;

/// All RC trees.
#[derive(Debug, Default)]
pub(crate) struct RcTrees {
    /// `[tree + 1]`: where each tree's nodes start.
    pub(crate) first: Vec<u32>,
    pub(crate) nodes: Vec<RcNode>,
    /// Capacitances of pins, fF. The first is 0.
    pub(crate) loads: Vec<Quad<f32>>,
}

impl RcTrees {
    /// A loop of resistors is opened where a breadth-first walk from the driver meets itself, with a warning (`TIM-002`). `flatten` does
    /// what [`RcNetworks::flatten`] does.
    pub(crate) fn new(
        (netlist, parasitics): (&Netlist, &Parasitics),
        graph: &TimingGraph,
        library: &LibraryData,
        flatten: impl FnOnce(&RcNetworks<'_>) -> FlatTrees,
    ) -> (Self, Diagnostics) {
        let mut loads = vec![quad(0.0)];
        let load_of = gather_loads(&mut loads, (netlist, parasitics), graph, library);
        let FlatTrees { first, nodes, opened } = flatten(&RcNetworks { netlist, parasitics, graph, load_of });
        let mut diagnostics = Diagnostics::new();
        for tree in opened {
            diagnostics.warning("TIM-002", None, || {
                let net = netlist.net_name(graph.pins().trees()[tree as usize].net);
                format!("the parasitics of net '{net}' have a loop of resistors, which is opened")
            });
        }
        (Self { first, nodes, loads }, diagnostics)
    }

    /// The nodes of a tree.
    #[inline]
    pub(crate) fn tree(&self, tree: usize) -> &[RcNode] {
        &self.nodes[self.first[tree] as usize..self.first[tree + 1] as usize]
    }
}

/// Fills the pool of capacitances and returns each pin's place in it. `[pin]`.
fn gather_loads(
    loads: &mut Vec<Quad<f32>>,
    (netlist, parasitics): (&Netlist, &Parasitics),
    graph: &TimingGraph,
    library: &LibraryData,
) -> Vec<u32> {
    // The place of each library cell's pins in the pool; most library cells are not used.
    let mut places: Vec<Vec<u32>> = vec![Vec::new(); library.master_count()];
    let mut load_of = vec![0; netlist.pin_id_count()];
    for cell in netlist.cells() {
        let places = &mut places[netlist.cell_master(cell).index()];
        if places.is_empty() {
            let first = loads.len() as u32;
            loads.extend(netlist.cell_pins(cell).map(|pin| library.capacitance(netlist, pin)));
            places.extend(first..loads.len() as u32);
        }
        for (pin, &place) in netlist.cell_pins(cell).zip(&*places) {
            load_of[pin.index()] = place;
        }
    }
    for &(pin, load) in graph.pins().port_loads() {
        loads.push(load);
        load_of[pin.index()] = loads.len() as u32 - 1;
    }
    for pin in left_out_pins(netlist, parasitics) {
        load_of[pin.index()] = 0;
    }
    load_of
}

/// All pins that the parasitics of their nets leave out.
fn left_out_pins(netlist: &Netlist, parasitics: &Parasitics) -> Vec<PinId> {
    let nets = (0..netlist.net_id_count() as u32).into_par_iter().with_min_len(NETS);
    nets.flat_map_iter(|net| parasitics.left_out_pins(netlist, NetId(net))).collect()
}
