//! What the kernels need that the graph does not have: derived on the host, once for a graph.

use std::ops::Range;

use zeroslack_graph::{PinGraph, TimingGraph};
use zeroslack_timing::{DelayArrays, NO_WIRE};

use crate::arrays::NONE;
use crate::engine::slots::Slots;
use crate::machine::kernel::MOST_THREADS;

/// Values of a kind that a block has on the chip, as in `nets.h`: so many nodes, in four lanes.
const ON_CHIP_VALUES: u32 = 12288 / 10 * 4;

/// Threads of a block for the largest trees: those of one tree, of which less has to be on the chip.
const FEWEST_THREADS: u32 = 4;
const ON_CHIP_VALUES_ALONE: u32 = 12288 / 2;

/// Threads of the largest block that is said to be of trees of a medium size.
const MOST_OF_MEDIUM: u32 = 128;

/// Trees of up to so many nodes are sorted by counting.
const COUNTED: u32 = 64;

/// Trees that one task takes at the most.
const GRAIN: usize = 1 << 13;

/// Orders and groups that the kernels work by.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Trees by size, the largest first: neighbouring threads then have as much to do.
    pub(crate) tree_order: Vec<u32>,
    /// Which places in that order are worked on with how many threads a block. What comes before is too large for the chip.
    pub(crate) classes: Vec<Class>,
    /// Where each large tree's nodes are in the scratch memory, and where the last one's end. `[large tree + 1]`.
    pub(crate) large_first: Vec<u32>,
    /// The node of its tree where each wire ends. `[wire]`.
    pub(crate) wire_node: Vec<u32>,
    /// [`NONE`], or a place among the nodes of [`zeroslack_graph::Ends`]. `[node]`.
    pub(crate) end_of_node: Vec<u32>,
    /// Kinds of endpoints.
    pub(crate) slots: Slots,
}

/// Trees of like size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    /// In the order of trees.
    pub(crate) trees: Range<usize>,
    /// Threads of a block: the larger the trees, the fewer.
    pub(crate) threads: u32,
}

impl Class {
    /// Whether its trees are so few and large that many of their nodes are better read at a time.
    pub(crate) fn is_medium(&self) -> bool {
        self.threads <= MOST_OF_MEDIUM
    }
}

impl Plan {
    pub(crate) fn new(graph: &TimingGraph, data: &DelayArrays<'_>) -> Self {
        let ((tree_order, end_of_node), wire_node) = rayon::join(
            || rayon::join(|| order_trees(data.rc_first), || end_of_node(graph)),
            || wire_nodes(graph.pins(), data),
        );
        let (large, classes) = classes(data.rc_first, &tree_order);
        let mut large_first = vec![0];
        let mut end = 0;
        for &tree in &tree_order[..large] {
            end += nodes_of(data.rc_first, tree as usize).len() as u32;
            large_first.push(end);
        }
        let slots = Slots::new(graph);
        Self { tree_order, classes, large_first, wire_node, end_of_node, slots }
    }

    /// Number of trees that do not fit into memory on the chip.
    pub(crate) fn large_trees(&self) -> usize {
        self.large_first.len() - 1
    }
}

fn nodes_of(rc_first: &[u32], tree: usize) -> Range<usize> {
    rc_first[tree] as usize..rc_first[tree + 1] as usize
}

/// Trees by falling size.
fn order_trees(rc_first: &[u32]) -> Vec<u32> {
    let trees = rc_first.len() - 1;
    let size = |tree: usize| nodes_of(rc_first, tree).len() as u32;
    let is_counted = |tree: usize| size(tree) <= COUNTED;
    let mut order: Vec<u32> = (0..trees).filter(|&tree| !is_counted(tree)).map(|tree| tree as u32).collect();
    order.sort_by_key(|&tree| std::cmp::Reverse(size(tree as usize)));
    // Nearly all are small, and of few sizes.
    let rank = |tree: usize| (COUNTED - size(tree)) as usize;
    let mut next = [0; COUNTED as usize + 2];
    for tree in (0..trees).filter(|&tree| is_counted(tree)) {
        next[rank(tree) + 1] += 1;
    }
    next[0] = order.len();
    for rank in 0..=COUNTED as usize {
        next[rank + 1] += next[rank];
    }
    order.resize(trees, 0);
    for tree in (0..trees).filter(|&tree| is_counted(tree)) {
        let place = &mut next[rank(tree)];
        order[*place] = tree as u32;
        *place += 1;
    }
    order
}

/// (number of trees that are too large for the chip, classes of the others).
fn classes(rc_first: &[u32], order: &[u32]) -> (usize, Vec<Class>) {
    let larger_than =
        |most: u32| order.partition_point(|&tree| nodes_of(rc_first, tree as usize).len() > most as usize);
    let large = larger_than(ON_CHIP_VALUES_ALONE / FEWEST_THREADS);
    let mut classes = Vec::new();
    let (mut threads, mut first) = (FEWEST_THREADS, large);
    while threads <= MOST_THREADS {
        let end =
            if threads == MOST_THREADS { order.len() } else { larger_than(ON_CHIP_VALUES / (2 * threads)) };
        classes.push(Class { trees: first..end, threads });
        (threads, first) = (2 * threads, end);
    }
    (large, classes)
}

fn wire_nodes(graph: &PinGraph, data: &DelayArrays<'_>) -> Vec<u32> {
    let mut nodes = vec![0; graph.wire_count()];
    enter_wire_nodes(graph, data, 0..graph.trees().len(), &mut nodes);
    nodes
}

/// Enters the nodes of some trees' wires, which are all that `out` has.
fn enter_wire_nodes(graph: &PinGraph, data: &DelayArrays<'_>, trees: Range<usize>, out: &mut [u32]) {
    let first_wire = |tree: usize| graph.trees()[tree].first_wire as usize;
    if trees.len() > GRAIN {
        let middle = trees.start + trees.len() / 2;
        let (left, right) = out.split_at_mut(first_wire(middle) - first_wire(trees.start));
        rayon::join(
            || enter_wire_nodes(graph, data, trees.start..middle, left),
            || enter_wire_nodes(graph, data, middle..trees.end, right),
        );
        return;
    }
    let mut start = 0;
    for index in trees {
        let tree = nodes_of(data.rc_first, index);
        let wires = graph.tree_sinks(index).len();
        for (number, node) in data.rc_nodes[tree].iter().enumerate() {
            if node.wire != NO_WIRE {
                out[start + node.wire as usize] = number as u32;
            }
        }
        start += wires;
    }
}

/// Each node's place among the nodes of which something is required; [`NONE`] without one. `[node]`.
fn end_of_node(graph: &TimingGraph) -> Vec<u32> {
    let mut of_node = vec![NONE; graph.node_count()];
    for (node, end) in graph.ends().nodes().iter().zip(0..) {
        of_node[node.index()] = end;
    }
    of_node
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_by_size_in_classes_that_fit() {
        let sizes = [3, 1536, 32, 33, 1537, 1, 700, 64, 5000, 2, 65, 32, 3];
        let mut first = vec![0];
        for size in sizes {
            first.push(first[first.len() - 1] + size);
        }
        let order = order_trees(&first);
        assert_eq!(order, [8, 4, 1, 6, 10, 7, 3, 2, 11, 0, 12, 9, 5]);
        let (large, classes) = classes(&first, &order);
        assert_eq!(large, 2);
        let mut next = large;
        for Class { trees, threads } in classes {
            assert_eq!(trees.start, next);
            next = trees.end;
            for &tree in &order[trees] {
                let most = if threads == FEWEST_THREADS { ON_CHIP_VALUES_ALONE } else { ON_CHIP_VALUES };
                assert!(sizes[tree as usize] * threads <= most, "{}", sizes[tree as usize]);
            }
        }
        assert_eq!(next, order.len());
    }
}
