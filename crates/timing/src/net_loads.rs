//! Nets whose wires have a capacitance that constraints state, in place of their parasitics.

use zeroslack_graph::{PinGraph, Tree};
use zeroslack_netlist::{NetId, Netlist, Parasitics};
use zeroslack_units::{Quad, quad};

use crate::calculator::add;

/// What the drivers of such nets have beside the loads of their sinks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NetLoads {
    /// The trees of the nets in order, each with an index into the pool of capacitances.
    of_trees: Vec<(u32, u32)>,
    /// Places in the pool of trees whose nets have no such load any more.
    free: Vec<u32>,
}

impl NetLoads {
    /// Adds to the pool what drivers have: wires, and what a port adds that drives its net. `load_of` gives the place of each pin in the pool.
    pub(crate) fn new(
        (netlist, parasitics): (&Netlist, &Parasitics),
        graph: &PinGraph,
        load_of: &[u32],
        pool: &mut Vec<Quad<f32>>,
    ) -> Self {
        let mut loads = Self::default();
        for &(net, _) in graph.net_loads() {
            loads.update_net((netlist, parasitics), graph, net, (load_of, pool));
        }
        loads
    }

    /// Takes what the driver of a net has now: nothing, if constraints state no load of it.
    pub(crate) fn update_net(
        &mut self,
        (netlist, parasitics): (&Netlist, &Parasitics),
        graph: &PinGraph,
        net: NetId,
        (load_of, pool): (&[u32], &mut Vec<Quad<f32>>),
    ) {
        let stated = graph.net_loads().binary_search_by_key(&net, |&(net, _)| net);
        let wires = stated.ok().map(|at| wires(parasitics, net, &graph.net_loads()[at].1));
        for number in graph.trees_of(net) {
            let known = self.place_of(number);
            let Some(wires) = wires else {
                let gone = known.ok().map(|at| self.of_trees.remove(at).1);
                self.free.extend(gone);
                continue;
            };
            let at = known.unwrap_or_else(|at| {
                let place = self.free.pop().unwrap_or_else(|| {
                    pool.push(quad(0.0));
                    pool.len() as u32 - 1
                });
                self.of_trees.insert(at, (number as u32, place));
                at
            });
            let own = own_load(netlist, &graph.trees()[number], load_of);
            pool[self.of_trees[at].1 as usize] = add(wires, pool[own as usize]);
        }
    }

    /// What the driver of a tree has, if constraints state the wires of its net.
    pub(crate) fn of(&self, tree: usize) -> Option<u32> {
        self.place_of(tree).ok().map(|at| self.of_trees[at].1)
    }

    fn place_of(&self, tree: usize) -> Result<usize, usize> {
        self.of_trees.binary_search_by_key(&(tree as u32), |&(tree, _)| tree)
    }
}

/// The capacitance at a driver of its own, as an index into the pool. A driving port's stated load counts; a driving cell's own pin does not.
pub(crate) fn own_load(netlist: &Netlist, tree: &Tree, load_of: &[u32]) -> u32 {
    let is_port = netlist.has_pin(tree.driver) && netlist.pin_cell(tree.driver).is_none();
    if is_port { load_of[tree.driver.index()] } else { 0 }
}

/// Whether a tree has its driver: that of a net that has lost it names the last one, which may be none any more.
pub(crate) fn is_driven(netlist: &Netlist, tree: &Tree) -> bool {
    netlist.has_pin(tree.driver) && netlist.pin_net(tree.driver) == Some(tree.net)
}

/// The capacitance of a net's wires: as stated, and where it is not, that of all nodes of its network.
fn wires(parasitics: &Parasitics, net: NetId, stated: &Quad<Option<f32>>) -> Quad<f32> {
    let network = parasitics.net(net).map_or(0.0, |rc| rc.capacitance.iter().sum());
    stated.map(|split| split.map(|stated| stated.unwrap_or(network)))
}
