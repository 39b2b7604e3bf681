//! What RC trees are made from, and what comes out: for this engine or one on another device.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_graph::{TimingGraph, Tree};
use zeroslack_netlist::{Netlist, NodeResistor, Parasitics};
use zeroslack_parallel::append;

use crate::net_loads::own_load;
use crate::pin_loads::PinLoads;
use crate::rc::{Flattener, RcNode};

/// Trees that one task flattens.
const BLOCK: usize = 1024;

/// The same where some trees are made again.
pub(crate) const PIECE: usize = 256;

/// Trees that are flattened before they are put with the others: what is made on the way has the memory of so many, not of all.
const ROUND: usize = 128 * BLOCK;

/// The RC networks of all nets, as lists of resistors.
#[derive(Debug)]
pub struct RcNetworks<'n> {
    pub(crate) netlist: &'n Netlist,
    pub(crate) parasitics: &'n Parasitics,
    pub(crate) graph: &'n TimingGraph,
    pub(crate) loads: &'n PinLoads,
}

/// Where a tree comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RcSource {
    /// Its net's nodes in [`RcNetworks::node_pins`]; empty without parasitics, or where a load of the net is stated in place of them. The pins come first, by their ids.
    pub nodes: Range<u32>,
    /// Its net's resistors, in the order of their ends.
    pub resistors: Range<u32>,
    /// The pin that drives it.
    pub driver: u32,
    /// The capacitance at the driver, as an index into the pool.
    pub load: u32,
    /// Its first wire.
    pub first_wire: u32,
}

/// RC trees in parent order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlatTrees {
    /// Where each tree's nodes start, and where the last one's end. `[tree + 1]`.
    pub first: Vec<u32>,
    /// Nodes, tree by tree.
    pub nodes: Vec<RcNode>,
    /// Trees where a loop of resistors was opened, in order.
    pub opened: Vec<u32>,
}

impl FlatTrees {
    /// Appends blocks of trees; where the last tree ends is left out.
    fn append(&mut self, blocks: Vec<Self>) {
        let (mut firsts, mut nodes) = (Vec::new(), Vec::new());
        let (mut bases, mut base) = (Vec::new(), self.nodes.len() as u32);
        for block in blocks {
            bases.push(base);
            base += block.nodes.len() as u32;
            firsts.push(block.first);
            nodes.push(block.nodes);
            self.opened.extend(block.opened);
        }
        append(&mut self.first, firsts, |block, first| bases[block] + first);
        append(&mut self.nodes, nodes, |_, node| node);
    }
}

impl RcNetworks<'_> {
    /// Number of trees.
    pub fn tree_count(&self) -> usize {
        self.graph.pins().trees().len()
    }

    /// Number of wires.
    pub fn wire_count(&self) -> usize {
        self.graph.pins().wire_count()
    }

    /// Where a tree comes from.
    pub fn tree(&self, tree: usize) -> RcSource {
        let of = self.graph.pins().trees()[tree];
        let Tree { net, driver, first_wire } = of;
        if let Some(load) = self.loads.of_nets.of(tree) {
            return RcSource { nodes: 0..0, resistors: 0..0, driver: driver.0, load, first_wire };
        }
        let [nodes, resistors] = self.parasitics.places(net);
        let load = own_load(self.netlist, &of, &self.loads.of_pin);
        RcSource { nodes, resistors, driver: driver.0, load, first_wire }
    }

    /// The pin where each wire ends. `[wire]`.
    pub fn wire_sink(&self, wire: usize) -> u32 {
        self.graph.pins().wire_sinks()[wire].0
    }

    /// The capacitance of each pin, as an index into the pool. `[pin]`.
    pub fn pin_loads(&self) -> &[u32] {
        &self.loads.of_pin
    }

    /// The pin at each node of a network, `u32::MAX` at internal ones.
    pub fn node_pins(&self) -> &[u32] {
        self.parasitics.arrays().0
    }

    /// fF to ground of each node of a network.
    pub fn node_capacitances(&self) -> &[f32] {
        self.parasitics.arrays().1
    }

    /// All resistors.
    pub fn resistors(&self) -> &[NodeResistor] {
        self.parasitics.arrays().2
    }

    /// One tree's nodes, and whether a loop of resistors was opened.
    pub fn flatten_tree(&self, tree: usize) -> (Vec<RcNode>, bool) {
        let mut flattener = Flattener::new(self);
        let is_opened = flattener.flatten(tree);
        (flattener.nodes, is_opened)
    }

    /// Trees by breadth-first walks from the drivers, neighbours in the order of their nodes, on rayon's current threads.
    pub fn flatten(&self) -> FlatTrees {
        let mut flat = FlatTrees::default();
        for (round, trees) in self.graph.pins().trees().chunks(ROUND).enumerate() {
            let blocks = trees.par_chunks(BLOCK).enumerate();
            let blocks = blocks.map(|(block, trees)| {
                let first = round * ROUND + block * BLOCK;
                self.flatten_in_turn(first..first + trees.len())
            });
            flat.append(blocks.collect());
        }
        flat.first.push(flat.nodes.len() as u32);
        flat
    }

    /// Some trees, in pieces: on the caller's thread, but for many on all.
    pub(crate) fn flatten_some(&self, trees: &[u32]) -> Vec<FlatTrees> {
        let flatten = |trees: &[u32]| {
            let mut flat = self.flatten_in_turn(trees.iter().map(|&tree| tree as usize));
            flat.first.push(flat.nodes.len() as u32);
            flat
        };
        if trees.len() < 2 * PIECE {
            vec![flatten(trees)]
        } else {
            trees.par_chunks(PIECE).map(flatten).collect()
        }
    }

    /// Some trees; where the last one ends is left out.
    fn flatten_in_turn(&self, trees: impl ExactSizeIterator<Item = usize>) -> FlatTrees {
        let mut flattener = Flattener::new(self);
        let (mut first, mut opened) = (Vec::with_capacity(trees.len() + 1), Vec::new());
        for tree in trees {
            first.push(flattener.nodes.len() as u32);
            if flattener.flatten(tree) {
                opened.push(tree as u32);
            }
        }
        FlatTrees { first, nodes: flattener.nodes, opened }
    }
}
