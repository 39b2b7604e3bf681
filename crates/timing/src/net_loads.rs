//! Nets whose wires have a capacitance that constraints state, in place of their parasitics.

use zeroslack_graph::{PinGraph, Tree};
use zeroslack_netlist::{NetId, Netlist, Parasitics};
use zeroslack_units::Quad;

use crate::calculator::add;

/// The trees of such nets in order, each with what its driver has beside the loads of its sinks, as an index into the pool of capacitances.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NetLoads(Vec<(u32, u32)>);

impl NetLoads {
    /// Adds to the pool what drivers have: wires, and what a port adds that drives its net. `load_of` gives the place of each pin in the pool.
    pub(crate) fn new(
        (netlist, parasitics): (&Netlist, &Parasitics),
        graph: &PinGraph,
        load_of: &[u32],
        pool: &mut Vec<Quad<f32>>,
    ) -> Self {
        let (trees, mut loads) = (graph.trees(), Vec::new());
        for (net, stated) in graph.net_loads() {
            let wires = wires(parasitics, *net, stated);
            for number in graph.trees_of(*net) {
                let own = pool[own_load(netlist, &trees[number], load_of) as usize];
                loads.push((number as u32, pool.len() as u32));
                pool.push(add(wires, own));
            }
        }
        Self(loads)
    }

    /// Takes what the driver of a net has now, of which constraints state the load. Of `(load_of, pool)` the latter has places for it.
    pub(crate) fn update_net(
        &self,
        (netlist, parasitics): (&Netlist, &Parasitics),
        graph: &PinGraph,
        net: NetId,
        (load_of, pool): (&[u32], &mut [Quad<f32>]),
    ) {
        let Ok(at) = graph.net_loads().binary_search_by_key(&net, |&(net, _)| net) else { return };
        let wires = wires(parasitics, net, &graph.net_loads()[at].1);
        for number in graph.trees_of(net) {
            let own = own_load(netlist, &graph.trees()[number], load_of);
            if let Some(place) = self.of(number) {
                pool[place as usize] = add(wires, pool[own as usize]);
            }
        }
    }

    /// What the driver of a tree has, if constraints state the wires of its net.
    pub(crate) fn of(&self, tree: usize) -> Option<u32> {
        let at = self.0.binary_search_by_key(&(tree as u32), |&(tree, _)| tree).ok()?;
        Some(self.0[at].1)
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
