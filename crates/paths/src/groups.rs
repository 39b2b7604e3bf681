//! The path groups of roots.

use zeroslack_graph::{PathGroup, TimingGraph};
use zeroslack_units::Split;

use crate::root::Root;

/// Which group each root is in, where groups are told apart: a path group in a split. Groups are numbered as they are found in order.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    keys: Vec<(Split, PathGroup)>,
    /// `[root]`; empty where groups are not told apart.
    of_root: Vec<u32>,
}

impl Groups {
    /// The groups of roots; all of them are one if `are_apart` says so.
    pub fn new(graph: &TimingGraph, roots: &[Root], are_apart: bool) -> Self {
        if !are_apart {
            return Self::default();
        }
        let key = |root: &Root| (root.split(), root.group(graph));
        let of_roots: Vec<(Split, PathGroup)> = roots.iter().map(key).collect();
        let mut keys = of_roots.clone();
        keys.sort_unstable();
        keys.dedup();
        let of_root = of_roots.iter().map(|key| keys.partition_point(|other| other < key) as u32).collect();
        Self { keys, of_root }
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.keys.len().max(1) as u32
    }

    /// The group of a root, by its index.
    #[inline]
    pub fn of(&self, root: usize) -> u32 {
        self.of_root.get(root).copied().unwrap_or(0)
    }
}
