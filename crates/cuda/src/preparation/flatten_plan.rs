//! Which trees are made where.

use rayon::prelude::*;
use zeroslack_timing::{NO_WIRE, RcNetworks, RcNode, RcSource};

use crate::machine::kernel::{Kernel, KernelLaunch, THREADS};

/// Words on the chip, and what marks a tree where a loop was opened, as in `flatten.h`.
const ON_CHIP_WORDS: u32 = 12_288;
pub(crate) const OPENED: u32 = 1 << 31;

/// Classes of trees: those that are too large for the chip and made by the host, then blocks of 1, 2, 4 … [`THREADS`] threads.
const CLASSES: usize = 2 + THREADS.ilog2() as usize;

/// Which trees are walked how.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) order: Vec<u32>,
    /// Where each class ends in that order.
    pub(crate) ends: [u32; CLASSES],
    /// Where each tree has room for its nodes: the large ones first, and as much as they need. `[tree]`.
    pub(crate) scratch: Vec<u32>,
    /// Room for all of them.
    pub(crate) room: usize,
    pub(crate) large: Large,
}

/// Trees that the host makes.
#[derive(Debug, Default)]
pub(crate) struct Large {
    pub(crate) nodes: Vec<RcNode>,
    /// (wire, its node).
    pub(crate) wires: Vec<[u32; 2]>,
    /// (tree, its number of nodes, marked if a loop was opened).
    pub(crate) sizes: Vec<[u32; 2]>,
}

/// The first wire of a tree, or the number of wires after the last tree.
pub(crate) fn first_wire(networks: &RcNetworks<'_>, tree: usize) -> usize {
    if tree < networks.tree_count() { networks.tree(tree).first_wire as usize } else { networks.wire_count() }
}

/// Words that a walk needs, as `Walk` in `flatten.h` lays them out.
fn words(source: &RcSource) -> u32 {
    4 * source.nodes.len() as u32 + 2 + 2 * source.resistors.len() as u32
}

/// The class of a tree: the more words, the fewer threads a block.
fn class(words: u32) -> usize {
    if words > ON_CHIP_WORDS { 0 } else { 1 + (ON_CHIP_WORDS / words).ilog2().min(THREADS.ilog2()) as usize }
}

impl Plan {
    pub(crate) fn new(networks: &RcNetworks<'_>) -> Self {
        let trees = networks.tree_count();
        let mut plan = Self { order: vec![0; trees], ..Self::default() };
        let classes: Vec<u8> =
            (0..trees).into_par_iter().map(|tree| class(words(&networks.tree(tree))) as u8).collect();
        for &class in &classes {
            plan.ends[class as usize] += 1;
        }
        for class in 1..CLASSES {
            plan.ends[class] += plan.ends[class - 1];
        }
        let mut next = [0; CLASSES];
        next[1..].copy_from_slice(&plan.ends[..CLASSES - 1]);
        for (tree, &class) in classes.iter().enumerate() {
            plan.order[next[class as usize] as usize] = tree as u32;
            next[class as usize] += 1;
        }
        plan.large = Large::new(networks, &plan.order[..plan.ends[0] as usize]);
        plan.lay_out(networks, &classes);
        plan
    }

    /// Gives every tree its room. Places are wrong where there is more of it than can be numbered.
    fn lay_out(&mut self, networks: &RcNetworks<'_>, classes: &[u8]) {
        let mut sizes = self.large.sizes.iter().map(|&[_, size]| size & !OPENED);
        let (mut large, mut room) = (0, self.large.nodes.len());
        for (tree, &class) in classes.iter().enumerate() {
            if class == 0 {
                self.scratch.push(large);
                large += sizes.next().unwrap_or_default();
            } else {
                let source = networks.tree(tree);
                self.scratch.push(room as u32);
                // The driver, every node, and every sink, should none of them be on the network.
                let wires = first_wire(networks, tree + 1) - source.first_wire as usize;
                room += 1 + source.nodes.len() + wires;
            }
        }
        self.room = room;
    }

    pub(crate) fn launches(&self) -> Vec<KernelLaunch> {
        let mut launches = Vec::new();
        let mut first = 0;
        for (class, &end) in self.ends.iter().enumerate() {
            launches.push(match class {
                0 => KernelLaunch::over(Kernel::EnterLarge, 0..self.large.pairs(), THREADS),
                class => KernelLaunch::over(Kernel::FlattenTrees, first..end, 1 << (class - 1)),
            });
            first = end;
        }
        launches.retain(|launch| !launch.is_empty());
        launches
    }
}

impl Large {
    /// Makes some trees, on rayon's current threads.
    fn new(networks: &RcNetworks<'_>, trees: &[u32]) -> Self {
        let made: Vec<_> = trees.par_iter().map(|&tree| networks.flatten_tree(tree as usize)).collect();
        let mut large = Self::default();
        for (&tree, (nodes, is_opened)) in trees.iter().zip(made) {
            let first = networks.tree(tree as usize).first_wire;
            let ends = nodes.iter().zip(0..).filter(|(node, _)| node.wire != NO_WIRE);
            large.wires.extend(ends.map(|(node, place)| [first + node.wire, place]));
            large.sizes.push([tree, nodes.len() as u32 | if is_opened { OPENED } else { 0 }]);
            large.nodes.extend(nodes);
        }
        large
    }

    /// What [`Kernel::EnterLarge`] enters.
    pub(crate) fn pairs(&self) -> u32 {
        (self.wires.len() + self.sizes.len()) as u32
    }
}
