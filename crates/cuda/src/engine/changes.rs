//! Repowers and other parasitics of a design that is on a device: only values that they change are copied.

use std::ops::Range;

use zeroslack_graph::{Recompute, TimingGraph};
use zeroslack_timing::{Changes, DelayArrays, DelayData, NO_WIRE};

use crate::arrays::pointer::Pointer;
use crate::engine::resident::{pin_check_words, rc_node_words};
use crate::engine::update::Engine;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch};
use crate::machine::words::float_words;

impl<M: Machine> Engine<M> {
    /// Takes over that arcs and checks go by other models, and that RC trees are others: `changes` has all of them since the engine was made, or since the last call. All else of graph and data is as it was.
    ///
    /// Only what changed is copied; all nets where RC trees were laid out anew, which then need not be in `changes`, and all models where some came. What is taken over counts from the next
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
        let (arrays, mut changed) = (data.arrays(), changes.clone());
        changed.keep_each_once();
        let has_new_models = self.has_new_models(&arrays);
        if has_new_models {
            self.set_models(graph, &arrays)?;
        }
        self.changed.begin();
        self.replace_models(graph, &arrays, &changed.graph)?;
        if data.tree_layout() != self.tree_layout() {
            self.set_parasitics(graph, data)?;
        } else {
            self.replace_nets(graph, &arrays, &changed)?;
        }
        Ok(has_new_models)
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
        let pins = graph.pins().structure();
        let arcs: Vec<u32> = changed.nodes.iter().flat_map(|&node| numbers(pins.fanin_range(node))).collect();
        let kinds = pins.arc_kinds();
        self.replace(self.resident().pin_arc_kind(), arcs.len(), |i| {
            [arcs[i], kinds[arcs[i] as usize].bits()]
        })?;
        if !graph.is_pin_graph() {
            let nodes = changed.nodes.iter().flat_map(|&node| graph.nodes_at(node));
            let arcs: Vec<u32> = nodes.flat_map(|node| numbers(graph.fanin_range(node))).collect();
            let (array, kinds) = (self.resident().arrays.graph.arc_kind, graph.arc_kinds());
            self.replace(array, arcs.len(), |i| [arcs[i], kinds[arcs[i] as usize].bits()])?;
        }
        let checks = &changed.checks;
        let array = self.resident().arrays.constraints.pin_checks.cast();
        self.replace(array, checks.len(), |i| {
            let [data, clock, rise, fall] = pin_check_words(graph.pins(), data, checks[i] as usize);
            [checks[i], data, clock, rise, fall]
        })
    }

    /// Says what loads RC trees, which have their nodes where they had them, and what those are that were made again.
    fn replace_nets(
        &mut self,
        graph: &TimingGraph,
        data: &DelayArrays<'_>,
        changed: &Changes,
    ) -> Result<(), CudaError> {
        let Changes { trees, loads, .. } = changed;
        if data.pin_loads.len() != self.sizes().pin_loads {
            self.set_pin_loads(data)?;
        } else {
            self.replace_net_loads(graph, data, trees)?;
        }
        let of_tree = |tree: u32| data.rc_first[tree as usize]..data.rc_first[tree as usize + 1];
        let loads = loads.iter().filter(|[tree, _]| trees.binary_search(tree).is_err());
        let loaded = loads.map(|&[tree, node]| data.rc_first[tree as usize] + node);
        let nodes: Vec<u32> = trees.iter().flat_map(|&tree| of_tree(tree)).chain(loaded).collect();
        let array = self.resident().arrays.nets.rc_nodes.cast();
        self.replace(array, nodes.len(), |i| {
            let [parent, resistance, capacitance, load] = rc_node_words(&data.rc_nodes[nodes[i] as usize]);
            [nodes[i], parent, resistance, capacitance, load]
        })?;
        let wires: Vec<[u32; 2]> = trees
            .iter()
            .flat_map(|&tree| {
                let first = graph.pins().tree_wires(tree as usize).start as u32;
                let nodes =
                    of_tree(tree).zip(0..).map(|(place, node)| (data.rc_nodes[place as usize].wire, node));
                nodes.filter(|&(wire, _)| wire != NO_WIRE).map(move |(wire, node)| [first + wire, node])
            })
            .collect();
        self.replace(self.resident().arrays.nets.wire_node, wires.len(), |i| wires[i])
    }

    /// Says what is at drivers of nets of which constraints state the wires.
    fn replace_net_loads(
        &mut self,
        graph: &TimingGraph,
        data: &DelayArrays<'_>,
        trees: &[u32],
    ) -> Result<(), CudaError> {
        let pins = graph.pins();
        let trees =
            trees.iter().map(|&tree| tree as usize).filter(|&tree| pins.has_net_load(pins.trees()[tree].net));
        let loads: Vec<u32> = trees.map(|tree| data.rc_nodes[data.rc_first[tree] as usize].load).collect();
        self.replace(self.resident().arrays.nets.pin_loads.cast(), loads.len(), |i| {
            let [a, b, c, d] = float_words(&data.pin_loads[loads[i] as usize]);
            [loads[i], a, b, c, d]
        })
    }

    /// Replaces so many values of an array: each is given as its place there, and its words.
    fn replace<const N: usize>(
        &mut self,
        array: Pointer<u32>,
        count: usize,
        value: impl Fn(usize) -> [u32; N] + Sync,
    ) -> Result<(), CudaError> {
        if count == 0 {
            return Ok(());
        }
        let words = N as u32 - 1;
        let mut arrays = self.resident.arrays;
        arrays.changes.values = self.changed.filled(&self.machine, count, value)?;
        (arrays.changes.array, arrays.changes.words) = (array, words);
        self.machine.start(&arrays, &[KernelLaunch::indices(Kernel::ReplaceValues, words * count as u32)])
    }
}

/// Of arcs.
fn numbers(arcs: Range<usize>) -> Range<u32> {
    arcs.start as u32..arcs.end as u32
}
