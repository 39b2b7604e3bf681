//! Clock trees: leaves by neighbourhood, branches up to a root, a trunk from the port to it.

use std::ops::Range;

use crate::Options;
use crate::connect::Connections;
use crate::library::{CLOCK_PIN, FLIP_FLOP};
use crate::place::Placement;
use crate::random::Random;

/// Flip-flops at a leaf.
const LEAF: (usize, usize) = (16, 40);

/// A buffer of a clock tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClockBuffer {
    pub(crate) position: (u16, u16),
    /// Another buffer by its index, or the port of the tree.
    pub(crate) parent: Parent,
}

/// What drives a clock buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    Buffer(u32),
    /// The clock of this number.
    Port(u32),
}

/// The trees of all clocks.
#[derive(Debug, Default)]
pub(crate) struct ClockTrees {
    /// A buffer comes before what drives it.
    pub(crate) buffers: Vec<ClockBuffer>,
    /// Where each clock's port is.
    pub(crate) ports: Vec<(u16, u16)>,
    /// The leaf of each flip-flop: (item, buffer), in the order of items.
    pub(crate) leaves: Vec<(u32, u32)>,
}

/// The clock of an item: each has a region of its own.
pub(crate) fn clock_of(options: &Options, placement: &Placement, item: usize) -> usize {
    item * options.clocks / placement.kind.len()
}

pub(crate) fn grow(options: &Options, placement: &Placement) -> ClockTrees {
    let mut trees = ClockTrees::default();
    let mut random = Random::new(options.seed, 3);
    let flip_flops: Vec<u32> =
        (0..placement.kind.len() as u32).filter(|&item| placement.kind[item as usize] == FLIP_FLOP).collect();
    let mut rest = &flip_flops[..];
    for clock in 0..options.clocks {
        let end = rest.partition_point(|&item| clock_of(options, placement, item as usize) <= clock);
        let (own, others) = rest.split_at(end);
        rest = others;
        let along = placement.side as usize * (2 * clock + 1) / (2 * options.clocks);
        trees.ports.push((along as u16, 0));
        trees.tree(options, placement, &mut random, own);
    }
    trees
}

impl ClockTrees {
    /// The tree of the last port.
    fn tree(&mut self, options: &Options, placement: &Placement, random: &mut Random, flip_flops: &[u32]) {
        let first = self.buffers.len();
        let mut rest = flip_flops;
        while !rest.is_empty() {
            let size = random.between(LEAF.0, LEAF.1).min(rest.len());
            // No leaf of a few flip-flops at the end.
            let size = if rest.len() - size < LEAF.0 { rest.len() } else { size };
            let (own, others) = rest.split_at(size);
            rest = others;
            let leaf = self.buffers.len() as u32;
            self.leaves.extend(own.iter().map(|&item| (item, leaf)));
            self.add(own.iter().map(|&item| placement.position[item as usize]));
        }
        let mut children = first..self.buffers.len();
        let mut levels = 1;
        let branching = branching(children.len(), options.clock_levels);
        while children.len() > 1 {
            children = self.branches(children, branching, random);
            levels += 1;
        }
        self.trunk(options.clock_levels.saturating_sub(levels), children.is_empty());
    }

    /// Adds the buffers that drive some others, which are neighbours in their order; their indices.
    fn branches(&mut self, children: Range<usize>, branching: f64, random: &mut Random) -> Range<usize> {
        let start = self.buffers.len();
        let parents = parents(children.len(), branching);
        let mut next = children.start;
        for number in 1..=parents {
            let share = children.len() / parents;
            let even = children.start + children.len() * number / parents;
            // One child more or less makes no branch empty where there are two or more on each.
            let end = if number == parents || share < 2 { even } else { even - random.below(2) };
            let parent = self.buffers.len() as u32;
            let own = next..end;
            let positions: Vec<(u16, u16)> =
                self.buffers[own.clone()].iter().map(|buffer| buffer.position).collect();
            self.buffers[own].iter_mut().for_each(|buffer| buffer.parent = Parent::Buffer(parent));
            self.add(positions.into_iter());
            next = end;
        }
        start..self.buffers.len()
    }

    /// Adds a buffer amid some positions. It is the port's until something else drives it.
    fn add(&mut self, positions: impl ExactSizeIterator<Item = (u16, u16)>) {
        let count = positions.len().max(1) as u64;
        let sum = positions.fold((0, 0), |(x, y), at| (x + u64::from(at.0), y + u64::from(at.1)));
        let position = ((sum.0 / count) as u16, (sum.1 / count) as u16);
        self.buffers.push(ClockBuffer { position, parent: Parent::Port(self.ports.len() as u32 - 1) });
    }

    /// Buffers on the way from the last port to the last root.
    fn trunk(&mut self, length: usize, is_empty: bool) {
        let Some(root) = self.buffers.last().map(|root| root.position).filter(|_| !is_empty) else { return };
        let port = self.ports[self.ports.len() - 1];
        for step in 1..=length {
            let between = |from: u16, to: u16| {
                let (from, to, length) = (i64::from(from), i64::from(to), length as i64 + 1);
                (from + (to - from) * step as i64 / length) as u16
            };
            let parent = Parent::Buffer(self.buffers.len() as u32);
            if let Some(last) = self.buffers.last_mut() {
                last.parent = parent;
            }
            self.add([(between(root.0, port.0), between(root.1, port.1))].into_iter());
        }
    }
}

/// How many buffers drive some children.
fn parents(children: usize, branching: f64) -> usize {
    ((children as f64 / branching) as usize).max(1)
}

/// How many children a branch has on average, at least 2, so that there are no more levels than wanted.
fn branching(leaves: usize, levels: usize) -> f64 {
    let mut branching = 2.0;
    loop {
        let (mut count, mut needed) = (leaves, 1);
        while count > 1 {
            count = parents(count, branching);
            needed += 1;
        }
        // With two levels the root drives all leaves, however many.
        if needed <= levels.max(2) {
            return branching;
        }
        branching += 0.125;
    }
}

/// Adds the trees' buffers and ports as items, and connects them. Buffers come after all other items, ports last.
pub(crate) fn connect(trees: &ClockTrees, items: usize, connections: &mut Connections) {
    let port = |number: u32| (items + trees.buffers.len()) as u32 + number;
    let buffer = |number: u32| items as u32 + number;
    for &(item, leaf) in &trees.leaves {
        let slot = connections.first_slot[item as usize] as usize + CLOCK_PIN;
        connections.driver[slot] = buffer(leaf);
    }
    for clock_buffer in &trees.buffers {
        connections.driver.push(match clock_buffer.parent {
            Parent::Buffer(parent) => buffer(parent),
            Parent::Port(number) => port(number),
        });
        connections.first_slot.push(connections.driver.len() as u32);
    }
    connections.first_slot.extend(trees.ports.iter().map(|_| connections.driver.len() as u32));
}
