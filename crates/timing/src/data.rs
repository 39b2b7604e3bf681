//! What delays are computed from.

use zeroslack_graph::TimingGraph;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellId, CellLibrary, NetId, Netlist, Parasitics, PinId};
use zeroslack_units::{Quad, Split, Transition, quad};

use crate::driving::DrivingEdge;
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
#[derive(Clone, Debug, Default)]
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

    /// The capacitances of a cell's pin, fF; 0 of a port.
    pub fn pin_capacitance(&self, netlist: &Netlist, pin: PinId) -> Quad<f32> {
        let of_master =
            netlist.pin_cell(pin).map(|cell| netlist.cell_master(cell)).zip(netlist.pin_index(pin));
        of_master.map_or(quad(0.0), |(master, index)| self.library.capacitances_of(master)[index])
    }

    /// An edge of an arc model of the pin graph with some slew at its input, ps.
    pub fn driving_edge(
        &self,
        model: u32,
        (split, to): (Split, Transition),
        input_slew: f32,
    ) -> DrivingEdge<'_> {
        let edge = self.library.arcs[model as usize][split as usize][to as usize];
        DrivingEdge::new(&self.library.tables, edge, input_slew)
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

    /// Takes the models that a graph has got since by [`TimingGraph::repower`]. Warnings: `TIM-001`.
    pub fn add_models(&mut self, library: &CellLibrary, graph: &TimingGraph) -> Diagnostics {
        self.library.add_new(library, graph)
    }

    /// Takes the parasitics that some nets have now, and the library cells at their pins; all else has to be as it was. Their trees are added to `changed`. Warnings: of these
    /// nets `TIM-002` to `TIM-005`.
    pub fn update_nets(
        &mut self,
        design: (&Netlist, &Parasitics),
        graph: &TimingGraph,
        nets: &[NetId],
        changed: &mut Vec<u32>,
    ) -> Diagnostics {
        self.trees.update_nets(design, graph, &self.library, nets, changed)
    }

    /// Takes the loads that constraints state now of ports. The trees of their nets have to be made again by [`DelayData::update_nets`].
    pub fn update_ports(&mut self, graph: &TimingGraph) {
        self.trees.loads.update_ports(graph);
    }

    /// Takes what the pins of some cells load now, which have become other library cells of the same pins; all else has to be as it was. It is as [`DelayData::update_nets`] of their nets, but that no tree is made again: the nodes of
    /// trees that have other loads are added to `changed`, each as the tree and its place there.
    pub fn update_cells(
        &mut self,
        netlist: &Netlist,
        graph: &TimingGraph,
        cells: &[CellId],
        changed: &mut Vec<[u32; 2]>,
    ) {
        self.trees.update_cells(netlist, graph, &self.library, cells, changed);
    }

    /// The number of the layout of RC trees: another one after they were laid out one after the other again, by whatever method, and of every other data. As long as it is the same, each tree has its nodes
    /// where it had them, once [`DelayData::compact`] was called.
    pub fn tree_layout(&self) -> u64 {
        self.trees.layout
    }

    /// Lays RC trees out one after the other, which updates of single nets may have moved.
    pub fn compact(&mut self) {
        self.trees.compact();
    }
}
