//! What delays are computed from.

use zeroslack_graph::TimingGraph;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::Netlist;

use crate::library::LibraryData;
use crate::networks::{FlatTrees, RcNetworks};
use crate::rc::RcTrees;

/// Tables, capacitances and RC trees as flat arrays: made once, and again when the netlist, its parasitics or
/// its graph change.
#[derive(Debug, Default)]
pub struct DelayData {
    pub(crate) library: LibraryData,
    pub(crate) trees: RcTrees,
}

impl DelayData {
    /// For a netlist and its graph. Warnings: `TIM-001` (a table over other variables than expected), `TIM-002` (a loop of resistors).
    pub fn new(netlist: &Netlist, graph: &TimingGraph) -> (Self, Diagnostics) {
        Self::with_trees(netlist, graph, |networks| networks.flatten())
    }

    /// The same, with RC trees from another engine: `flatten` does what [`RcNetworks::flatten`] does, and the result must be the same.
    pub fn with_trees(
        netlist: &Netlist,
        graph: &TimingGraph,
        flatten: impl FnOnce(&RcNetworks<'_>) -> FlatTrees,
    ) -> (Self, Diagnostics) {
        let (library, mut diagnostics) = LibraryData::new(netlist, graph);
        let (trees, said) = RcTrees::new(netlist, graph, &library, flatten);
        diagnostics.append(said);
        (Self { library, trees }, diagnostics)
    }

    /// Takes the parasitics that nets have now; all else of netlist and graph has to be as it was. `flatten` as in
    /// [`DelayData::with_trees`]. Warnings: `TIM-002`.
    pub fn update_parasitics(
        &mut self,
        netlist: &Netlist,
        graph: &TimingGraph,
        flatten: impl FnOnce(&RcNetworks<'_>) -> FlatTrees,
    ) -> Diagnostics {
        let (trees, diagnostics) = RcTrees::new(netlist, graph, &self.library, flatten);
        self.trees = trees;
        diagnostics
    }
}
