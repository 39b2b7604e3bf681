//! Every driver's RC tree in parent order, made once for a netlist.

use rayon::prelude::*;
use zeroslack_graph::TimingGraph;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{NetId, Netlist, Parasitics, PinId};
use zeroslack_units::{Quad, quad};

use crate::library::LibraryData;
use crate::net_loads::NetLoads;
use crate::networks::{FlatTrees, RcNetworks};
use crate::rc::RcNode;
use crate::unreached::unreached;

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
    /// A loop of resistors is opened where a breadth-first walk from the driver meets itself, with a warning (`TIM-002`); what the walk does not reach
    /// is warned of too. `flatten` does what [`RcNetworks::flatten`] does.
    pub(crate) fn new(
        (netlist, parasitics): (&Netlist, &Parasitics),
        graph: &TimingGraph,
        library: &LibraryData,
        flatten: impl FnOnce(&RcNetworks<'_>) -> FlatTrees,
    ) -> (Self, Diagnostics) {
        let mut loads = vec![quad(0.0)];
        let load_of = gather_loads(&mut loads, (netlist, parasitics), graph, library);
        let net_loads = NetLoads::new((netlist, parasitics), graph.pins(), &load_of, &mut loads);
        let networks = RcNetworks { netlist, parasitics, graph, load_of, net_loads };
        let FlatTrees { first, nodes, opened } = flatten(&networks);
        let mut diagnostics = Diagnostics::new();
        for tree in opened {
            diagnostics.warning("TIM-002", None, || {
                let net = netlist.net_name(graph.pins().trees()[tree as usize].net);
                format!("the parasitics of net '{net}' have a loop of resistors, which is opened")
            });
        }
        let trees = Self { first, nodes, loads };
        diagnostics.append(unreached(netlist, parasitics, graph, |tree| trees.tree(tree)));
        (trees, diagnostics)
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
    // The place of the first pin of each library cell in use.
    let mut first = vec![0; library.master_count()];
    for master in netlist.used_masters() {
        first[master.index()] = loads.len() as u32;
        loads.extend_from_slice(library.capacitances_of(master));
    }
    let place = |pin: PinId| match (netlist.pin_cell(pin), netlist.pin_index(pin)) {
        (Some(cell), Some(index)) if netlist.has_pin(pin) => {
            first[netlist.cell_master(cell).index()] + index as u32
        }
        _ => 0,
    };
    let pins = (0..netlist.pin_id_count()).into_par_iter();
    let mut load_of: Vec<u32> = pins.map(|pin| place(PinId(pin as u32))).collect();
    for &(pin, load) in graph.pins().port_loads() {
        loads.push(load);
        load_of[pin.index()] = loads.len() as u32 - 1;
    }
    for pin in left_out_pins(netlist, parasitics, graph) {
        load_of[pin.index()] = 0;
    }
    for &net in graph.pins().ideal_nets() {
        netlist.net_pins(net).iter().for_each(|pin| load_of[pin.index()] = 0);
    }
    load_of
}

/// All pins that the parasitics of their nets leave out, where these count.
fn left_out_pins(netlist: &Netlist, parasitics: &Parasitics, graph: &TimingGraph) -> Vec<PinId> {
    let nets = (0..netlist.net_id_count() as u32).into_par_iter().with_min_len(NETS).map(NetId);
    let nets = nets.filter(|&net| !graph.pins().has_net_load(net));
    nets.flat_map_iter(|net| parasitics.left_out_pins(netlist, net)).collect()
}
