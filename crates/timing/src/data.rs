//! What delays are computed from.

use zeroslack_graph::TimingGraph;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellLibrary, Netlist, Parasitics};

use crate::library::LibraryData;
use crate::networks::{FlatTrees, RcNetworks};
use crate::trees::RcTrees;

/// What a corner has of its own: descriptions of the library cells, in the netlist's numbers, and the parasitics of the nets.
#[derive(Clone, Copy, Debug)]
pub struct CornerData<'c> {
    /// [`Netlist::library`], or another with the same masters.
    pub library: &'c CellLibrary,
    /// They have followed all edits.
    pub parasitics: &'c Parasitics,
}

/// Tables, capacitances and RC trees as flat arrays: made once, and again when the netlist, its parasitics or
/// its graph change.
#[derive(Debug, Default)]
pub struct DelayData {
    pub(crate) library: LibraryData,
    pub(crate) trees: RcTrees,
}

impl DelayData {
    /// For a netlist in a corner, and its graph. Warnings: `TIM-001` (a table over other variables than expected), `TIM-002` (a loop of resistors).
    pub fn new(netlist: &Netlist, corner: CornerData<'_>, graph: &TimingGraph) -> (Self, Diagnostics) {
        Self::with_trees(netlist, corner, graph, |networks| networks.flatten())
    }

    /// The same, with RC trees from another engine: `flatten` does what [`RcNetworks::flatten`] does, and the result must be the same.
    pub fn with_trees(
        netlist: &Netlist,
        corner: CornerData<'_>,
        graph: &TimingGraph,
        flatten: impl FnOnce(&RcNetworks<'_>) -> FlatTrees,
    ) -> (Self, Diagnostics) {
        let (library, mut diagnostics) = LibraryData::new(corner.library, graph);
        let (trees, said) = RcTrees::new((netlist, corner.parasitics), graph, &library, flatten);
        diagnostics.append(said);
        (Self { library, trees }, diagnostics)
    }

    /// Takes the parasitics that nets have now; all else of netlist and graph has to be as it was. `flatten` as in
    /// [`DelayData::with_trees`]. Warnings: `TIM-002`.
    pub fn update_parasitics(
        &mut self,
        netlist: &Netlist,
        parasitics: &Parasitics,
        graph: &TimingGraph,
        flatten: impl FnOnce(&RcNetworks<'_>) -> FlatTrees,
    ) -> Diagnostics {
        let (trees, diagnostics) = RcTrees::new((netlist, parasitics), graph, &self.library, flatten);
        self.trees = trees;
        diagnostics
    }
}
