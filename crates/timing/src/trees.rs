//! Every driver's RC tree in parent order, made once for a netlist, and brought up to date net by net.

use std::ops::Range;

use rustc_hash::FxHashMap;
use zeroslack_graph::TimingGraph;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{NetId, Netlist, Parasitics};

use crate::library::LibraryData;
use crate::networks::{FlatTrees, RcNetworks};
use crate::pin_loads::PinLoads;
use crate::rc::{Flattener, RcNode};
use crate::unreached::{unreached, unreached_in};

/// All RC trees.
#[derive(Clone, Debug, Default)]
pub(crate) struct RcTrees {
    /// `[tree + 1]`: where each tree's nodes start, but for those that have moved.
    pub(crate) first: Vec<u32>,
    pub(crate) nodes: Vec<RcNode>,
    /// Where the nodes are of trees that have become larger.
    moved: FxHashMap<u32, Range<u32>>,
    pub(crate) loads: PinLoads,
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
        let loads = PinLoads::new((netlist, parasitics), graph, library);
        let FlatTrees { first, nodes, opened } =
            flatten(&RcNetworks { netlist, parasitics, graph, loads: &loads });
        let mut diagnostics = Diagnostics::new();
        for tree in opened {
            report_loop(netlist, graph, tree as usize, &mut diagnostics);
        }
        let trees = Self { first, nodes, loads, ..Self::default() };
        diagnostics.append(unreached(netlist, parasitics, graph, |tree| trees.tree(tree)));
        (trees, diagnostics)
    }

    /// The nodes of a tree.
    #[inline]
    pub(crate) fn tree(&self, tree: usize) -> &[RcNode] {
        let range = self.range(tree);
        &self.nodes[range.start as usize..range.end as usize]
    }

    #[inline]
    fn range(&self, tree: usize) -> Range<u32> {
        let moved = if self.moved.is_empty() { None } else { self.moved.get(&(tree as u32)) };
        moved.cloned().unwrap_or(self.first[tree]..self.first[tree + 1])
    }

    /// Makes the trees of some nets again, which may have other parasitics or other library cells at their pins, and adds them to `changed`. Warnings as of [`RcTrees::new`].
    pub(crate) fn update_nets(
        &mut self,
        (netlist, parasitics): (&Netlist, &Parasitics),
        graph: &TimingGraph,
        library: &LibraryData,
        nets: &[NetId],
        changed: &mut Vec<u32>,
    ) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        let first = changed.len();
        // Trees that came are empty until they are made.
        let end = self.first.last().copied().unwrap_or(0);
        self.first.resize(graph.pins().trees().len() + 1, end);
        self.loads.fit(netlist);
        for &net in nets {
            if !graph.pins().is_ideal_net(net) {
                self.loads.update_net((netlist, parasitics), graph, library, net);
            }
            changed.extend(graph.pins().trees_of(net).map(|tree| tree as u32));
        }
        let networks = RcNetworks { netlist, parasitics, graph, loads: &self.loads };
        let mut flattener = Flattener::new(&networks);
        let mut ends = Vec::new();
        for &tree in &changed[first..] {
            if flattener.flatten(tree as usize) {
                report_loop(netlist, graph, tree as usize, &mut diagnostics);
            }
            ends.push(flattener.nodes.len());
        }
        let made = flattener.nodes;
        let mut start = 0;
        for (&tree, end) in changed[first..].iter().zip(ends) {
            self.put(tree, &made[start..end]);
            start = end;
        }
        let trees = &changed[first..];
        diagnostics.append(unreached_in(netlist, parasitics, graph, trees, |tree| self.tree(tree)));
        self.tidy();
        diagnostics
    }

    /// Puts the nodes of a tree where it was, if they fit.
    fn put(&mut self, tree: u32, nodes: &[RcNode]) {
        let range = self.range(tree as usize);
        if nodes.len() == range.len() {
            self.nodes[range.start as usize..range.end as usize].copy_from_slice(nodes);
        } else {
            let start = self.nodes.len() as u32;
            self.nodes.extend_from_slice(nodes);
            self.moved.insert(tree, start..self.nodes.len() as u32);
        }
    }

    /// Lays trees out one after the other again, once those that have moved are many.
    fn tidy(&mut self) {
        let end = self.first.last().map_or(0, |&end| end as usize);
        if 32 * self.moved.len() > self.first.len() + 2048 || 4 * self.nodes.len() > 5 * end + 8192 {
            self.compact();
        }
    }

    /// Lays trees out one after the other, as they were made at first.
    pub(crate) fn compact(&mut self) {
        if self.moved.is_empty() {
            return;
        }
        let trees = self.first.len() - 1;
        let (mut first, mut nodes) = (Vec::with_capacity(trees + 1), Vec::with_capacity(self.nodes.len()));
        for tree in 0..trees {
            first.push(nodes.len() as u32);
            nodes.extend_from_slice(self.tree(tree));
        }
        first.push(nodes.len() as u32);
        (self.first, self.nodes, self.moved) = (first, nodes, FxHashMap::default());
    }
}

fn report_loop(netlist: &Netlist, graph: &TimingGraph, tree: usize, diagnostics: &mut Diagnostics) {
    diagnostics.warning("TIM-002", None, || {
        let net = netlist.net_name(graph.pins().trees()[tree].net);
        format!("the parasitics of net '{net}' have a loop of resistors, which is opened")
    });
}
