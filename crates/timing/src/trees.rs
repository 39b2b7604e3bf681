//! Every driver's RC tree in parent order, made once for a netlist, and brought up to date net by net.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_graph::{PinGraph, TimingGraph};
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellId, NetId, Netlist, Parasitics, PinId};
use zeroslack_parallel::scatter;

use crate::library::LibraryData;
use crate::near::ask_for;
use crate::net_loads::is_driven;
use crate::networks::{FlatTrees, RcNetworks};
use crate::pin_loads::PinLoads;
use crate::rc::{NO_WIRE, RcNode};
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
    /// Another number whenever trees were laid out.
    pub(crate) layout: u64,
}

/// The number of the next layout.
static NEXT_LAYOUT: AtomicU64 = AtomicU64::new(1);

fn next_layout() -> u64 {
    NEXT_LAYOUT.fetch_add(1, Ordering::Relaxed)
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
        let trees = Self { first, nodes, loads, layout: next_layout(), ..Self::default() };
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
        // Trees that came are empty until they are made.
        let end = self.first.last().copied().unwrap_or(0);
        self.first.resize(graph.pins().trees().len() + 1, end);
        self.loads.fit(netlist);
        for &net in nets {
            if !graph.pins().is_ideal_net(net) {
                self.loads.update_net((netlist, parasitics), graph, library, net);
            }
        }
        // A net that is named twice has its trees made once.
        let trees = nets.iter().flat_map(|&net| graph.pins().trees_of(net));
        let mut trees: Vec<u32> = trees.map(|tree| tree as u32).collect();
        trees.sort_unstable();
        trees.dedup();
        changed.extend(&trees);
        let networks = RcNetworks { netlist, parasitics, graph, loads: &self.loads };
        let mut numbers = trees.iter();
        for FlatTrees { first, nodes, opened } in networks.flatten_some(&trees) {
            for tree in opened {
                report_loop(netlist, graph, tree as usize, &mut diagnostics);
            }
            for (ends, &tree) in first.windows(2).zip(&mut numbers) {
                self.put(tree, &nodes[ends[0] as usize..ends[1] as usize]);
            }
        }
        trees.retain(|&tree| is_driven(netlist, &graph.pins().trees()[tree as usize]));
        diagnostics.append(unreached_in(netlist, parasitics, graph, &trees, |tree| self.tree(tree)));
        self.tidy();
        diagnostics
    }

    /// Takes what the pins of some cells load now, which are other library cells of the same pins, and adds the nodes of trees where that is another to `changed`. All else of the trees stays.
    pub(crate) fn update_cells(
        &mut self,
        netlist: &Netlist,
        graph: &TimingGraph,
        library: &LibraryData,
        cells: &[CellId],
        changed: &mut Vec<[u32; 2]>,
    ) {
        for &cell in cells {
            self.loads.add_master(netlist.cell_master(cell), library);
        }
        let found = if cells.len() < 2 * CELLS {
            vec![self.reloaded(netlist, graph, cells)]
        } else {
            cells.par_chunks(CELLS).map(|cells| self.reloaded(netlist, graph, cells)).collect()
        };
        let count: usize = found.iter().map(|piece| piece.pins.len()).sum();
        let pins = || found.iter().flat_map(|piece| &piece.pins).map(|&(pin, load)| (pin.index(), load));
        scatter(&mut self.loads.of_pin, count, pins, |there, load| *there = load);
        let count: usize = found.iter().map(|piece| piece.nodes.len()).sum();
        let nodes =
            || found.iter().flat_map(|piece| &piece.nodes).map(|node| (node.place as usize, node.load));
        scatter(&mut self.nodes, count, nodes, |there, load| there.load = load);
        let mut large = Vec::new();
        for Reloaded { nodes, large: more, .. } in found {
            changed.extend(nodes.iter().map(|node| node.of_tree));
            large.extend(more);
        }
        large.sort_unstable();
        large.dedup();
        for tree in large {
            self.load_all(graph, tree, changed);
        }
    }

    /// Gives all nodes of a tree where wires end the loads of their pins.
    fn load_all(&mut self, graph: &TimingGraph, tree: usize, changed: &mut Vec<[u32; 2]>) {
        let sinks = graph.pins().tree_sinks(tree);
        for node in 0..self.range(tree).len() as u32 {
            let wire = self.tree(tree)[node as usize].wire;
            if wire != NO_WIRE {
                let load = self.loads.of_pin[sinks[wire as usize].index()];
                let place = self.range(tree).start + node;
                if std::mem::replace(&mut self.nodes[place as usize].load, load) != load {
                    changed.push([tree as u32, node]);
                }
            }
        }
    }

    /// Which pins of some cells load trees with another capacitance than they did, and where. Each step is made for all pins before the next: what it needs lies far apart.
    fn reloaded(&self, netlist: &Netlist, graph: &TimingGraph, cells: &[CellId]) -> Reloaded {
        let (pins, mut found) = (graph.pins(), Reloaded::default());
        found.pins.extend(cells.iter().flat_map(|&cell| self.loads.of_other_cell(netlist, cell)));
        let mut on_trees = Vec::with_capacity(found.pins.len());
        for &(pin, load) in &found.pins {
            let trees = netlist.pin_net(pin).into_iter().flat_map(|net| pins.trees_of(net));
            on_trees.extend(trees.map(|tree| (pin, load, tree)));
        }
        for &(.., tree) in &on_trees {
            ask_for(pins.wire_sinks(), pins.tree_wires(tree).start);
            ask_for(&self.nodes, self.range(tree).start as usize);
        }
        for (pin, load, tree) in on_trees {
            if pins.tree_wires(tree).len() > MANY_WIRES {
                found.large.push(tree);
            } else if let Some(of_tree) = self.node_of(pins, tree, pin) {
                let place = self.range(tree).start + of_tree[1];
                found.nodes.push(Loaded { of_tree, place, load });
            }
        }
        found
    }

    /// The tree and the node in it where a pin is, if it is on that tree.
    fn node_of(&self, graph: &PinGraph, tree: usize, pin: PinId) -> Option<[u32; 2]> {
        let wire = graph.tree_sinks(tree).iter().position(|&sink| sink == pin)?;
        let node = self.tree(tree).iter().position(|node| node.wire == wire as u32)?;
        Some([tree as u32, node as u32])
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
        self.layout = next_layout();
    }
}

/// Cells that a task looks at, at least.
const CELLS: usize = 64;

/// Trees of more wires are gone through once, instead of once for each pin.
const MANY_WIRES: usize = 64;

/// Pins of cells that load trees with other capacitances.
#[derive(Default)]
struct Reloaded {
    /// With their places in the pool.
    pins: Vec<(PinId, u32)>,
    /// Where they are, but on trees of many wires.
    nodes: Vec<Loaded>,
    /// Those trees, once for each pin.
    large: Vec<usize>,
}

/// A node that a pin loads with another capacitance.
struct Loaded {
    /// The tree, and the place in it.
    of_tree: [u32; 2],
    /// Among all nodes.
    place: u32,
    /// In the pool.
    load: u32,
}

fn report_loop(netlist: &Netlist, graph: &TimingGraph, tree: usize, diagnostics: &mut Diagnostics) {
    diagnostics.warning("TIM-002", None, || {
        let net = netlist.net_name(graph.pins().trees()[tree].net);
        format!("the parasitics of net '{net}' have a loop of resistors, which is opened")
    });
}
