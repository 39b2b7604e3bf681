//! Repowers, other parasitics, and other values that constraints state, of a design that is on a device: only what they change is copied.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_graph::{PackedKind, Recompute, TimingGraph};
use zeroslack_timing::{Changes, DelayArrays, DelayData, NO_WIRE};

use crate::arrays::pointer::Pointer;
use crate::engine::resident::{pin_check_words, rc_node_words};
use crate::engine::update::Engine;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch};
use crate::machine::words::float_words;

impl<M: Machine> Engine<M> {
    /// Takes over that arcs and checks go by other models, that RC trees are others, and that constraints state other values of the same things: `changes` has all of them since the engine was made, or since the last call. All else of graph and data is as it was.
    ///
    /// Only what changed is copied; all nets where RC trees were laid out anew, which then need not be in `changes`, all models where some came, and all that constraints state where some of it is other. What is taken over counts from the next
    /// [`Engine::update`] on. Returns whether searches of the engine have to be made anew.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails; the engine is of no more use then.
    ///
    /// # Panics
    /// If the graph is not the engine's.
    pub fn take_changes(
        &mut self,
        graph: &TimingGraph,
        data: &DelayData,
        changes: &Changes,
    ) -> Result<bool, CudaError> {
        assert!(self.is_of(graph), "the graph that the engine was made for");
        let arrays = data.arrays();
        let has_new_models = self.has_new_models(&arrays);
        if has_new_models {
            self.set_models(graph, &arrays)?;
        }
        if changes.is_restated {
            self.set_stated(graph, &arrays)?;
        }
        self.changed.begin();
        self.replace_models(graph, &arrays, &changes.graph)?;
        if data.tree_layout() != self.tree_layout() {
            self.set_parasitics(graph, data)?;
        } else {
            self.replace_nets(graph, &arrays, changes)?;
        }
        Ok(has_new_models || changes.is_restated)
    }

    fn has_new_models(&self, data: &DelayArrays<'_>) -> bool {
        let sizes = self.sizes();
        [data.arc_tables.len(), data.tables.len()] != [sizes.arc_models, sizes.tables]
    }

    /// Says by which models arcs and checks go.
    fn replace_models(
        &mut self,
        graph: &TimingGraph,
        data: &DelayArrays<'_>,
        changed: &Recompute,
    ) -> Result<(), CudaError> {
        let Recompute { nodes, checks, .. } = changed;
        let pins = graph.pins().structure();
        let kinds = values(nodes, |node| kinds(pins.fanin_range(node), pins.arc_kinds()));
        self.replace(self.resident().pin_arc_kind(), &kinds)?;
        if !graph.is_pin_graph() {
            let of_node = |node| self::kinds(graph.fanin_range(node), graph.arc_kinds());
            let kinds = values(nodes, |node| graph.nodes_at(node).flat_map(of_node));
            self.replace(self.resident().arrays.graph.arc_kind, &kinds)?;
        }
        let check = |check| placed(check, pin_check_words(graph.pins(), data, check as usize));
        let checks = values(checks, |number| [check(number)]);
        self.replace(self.resident().arrays.constraints.pin_checks.cast(), &checks)
    }

    /// Says what loads RC trees, which have their nodes where they had them, and what those are that were made again.
    fn replace_nets(
        &mut self,
        graph: &TimingGraph,
        data: &DelayArrays<'_>,
        changed: &Changes,
    ) -> Result<(), CudaError> {
        let (loads, mut trees) = (&changed.loads, changed.trees.clone());
        trees.par_sort_unstable();
        trees.dedup();
        let trees = &trees;
        if data.pin_loads.len() != self.sizes().pin_loads {
            self.set_pin_loads(data)?;
        } else {
            self.replace_net_loads(graph, data, trees)?;
        }
        let node = |place: u32| placed(place, rc_node_words(&data.rc_nodes[place as usize]));
        let is_whole = |tree: u32| trees.binary_search(&tree).is_ok();
        let loaded =
            |[tree, place]: [u32; 2]| (!is_whole(tree)).then(|| node(data.rc_first[tree as usize] + place));
        let array = self.resident().arrays.nets.rc_nodes.cast();
        self.replace(array, &values(loads, loaded))?;
        self.replace(array, &values(trees, |tree| nodes_of(data, tree).map(node)))?;
        let wires = values(trees, |tree| wires_of(graph, data, tree));
        self.replace(self.resident().arrays.nets.wire_node, &wires)
    }

    /// Says what is at drivers of nets of which constraints state the wires.
    fn replace_net_loads(
        &mut self,
        graph: &TimingGraph,
        data: &DelayArrays<'_>,
        trees: &[u32],
    ) -> Result<(), CudaError> {
        let pins = graph.pins();
        let load = |tree: u32| {
            let is_stated = pins.has_net_load(pins.trees()[tree as usize].net);
            let root = &data.rc_nodes[data.rc_first[tree as usize] as usize];
            is_stated.then(|| placed(root.load, float_words(&data.pin_loads[root.load as usize])))
        };
        self.replace(self.resident().arrays.nets.pin_loads.cast(), &values(trees, load))
    }

    /// Replaces values of an array, each of which is given as its place there, then its words. What is given for one place more than once is the same each time.
    fn replace<const N: usize>(&mut self, array: Pointer<u32>, values: &[[u32; N]]) -> Result<(), CudaError> {
        if values.is_empty() {
            return Ok(());
        }
        let words = N as u32 - 1;
        let mut arrays = self.resident.arrays;
        arrays.changes.values = self.changed.filled(&self.machine, values.len(), |i| values[i])?;
        (arrays.changes.array, arrays.changes.words) = (array, words);
        let count = words * values.len() as u32;
        self.machine.start(&arrays, &[KernelLaunch::indices(Kernel::ReplaceValues, count)])
    }
}

/// Things that a task looks at, at least.
const THINGS: usize = 512;

/// The values that things give, in their order: where there are many, on rayon's current threads.
fn values<T: Copy + Sync, V: Send, I: IntoIterator<Item = V>>(
    things: &[T],
    of: impl Fn(T) -> I + Sync,
) -> Vec<V> {
    if things.len() < 2 * THINGS {
        return things.iter().flat_map(|&thing| of(thing)).collect();
    }
    things.par_iter().with_min_len(THINGS).flat_map_iter(|&thing| of(thing)).collect()
}

/// A value with its place before it.
fn placed(place: u32, [a, b, c, d]: [u32; 4]) -> [u32; 5] {
    [place, a, b, c, d]
}

/// What some arcs go by.
fn kinds(arcs: Range<usize>, kinds: &[PackedKind]) -> impl Iterator<Item = [u32; 2]> + '_ {
    arcs.map(|arc| [arc as u32, kinds[arc].bits()])
}

/// The places of a tree's nodes.
fn nodes_of(data: &DelayArrays<'_>, tree: u32) -> Range<u32> {
    data.rc_first[tree as usize]..data.rc_first[tree as usize + 1]
}

/// The wires of a tree, each with the node where it ends.
fn wires_of<'a>(
    graph: &TimingGraph,
    data: &'a DelayArrays<'_>,
    tree: u32,
) -> impl Iterator<Item = [u32; 2]> + 'a {
    let first = graph.pins().tree_wires(tree as usize).start as u32;
    let wires = nodes_of(data, tree).map(|place| data.rc_nodes[place as usize].wire).zip(0..);
    wires.filter(|&(wire, _)| wire != NO_WIRE).map(move |(wire, node)| [first + wire, node])
}
