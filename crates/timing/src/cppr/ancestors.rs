//! Lowest common ancestors in a forest.

use super::forest::NONE;
use crate::near::ask_for;

/// Lowest common ancestors in constant time: vertices in depth-first order, and a table of minima over it
/// (Bender and Farach-Colton, "The LCA problem revisited", 2000). Leaves are most of a clock network and are left out of the table:
/// two of them have their parents' common ancestor.
#[derive(Clone, Debug, Default)]
pub(super) struct Ancestors {
    /// A leaf's parent, any other vertex itself. `[vertex]`.
    inner: Vec<u32>,
    /// Place of an inner vertex in depth-first order. `[vertex]`.
    place: Vec<u32>,
    /// `[power][place]`: the least (depth of the parent, parent) over 2^power places.
    least: Vec<Vec<(u32, u32)>>,
}

impl Ancestors {
    /// Parents come before their children; [`NONE`] is no parent.
    pub(super) fn new(parent: &[u32], depth: &[u32]) -> Self {
        let inner = inner_vertices(parent);
        let is_inner = |vertex: usize| inner[vertex] as usize == vertex;
        // Sizes of subtrees give places without a walk: a child's place follows its elder siblings' subtrees.
        let mut size: Vec<u32> = (0..parent.len()).map(|vertex| u32::from(is_inner(vertex))).collect();
        for vertex in (0..parent.len()).rev() {
            if parent[vertex] != NONE {
                size[parent[vertex] as usize] += size[vertex];
            }
        }
        let mut next = vec![0_u32; parent.len()];
        let mut place = vec![0_u32; parent.len()];
        let mut next_root = 0;
        for vertex in (0..parent.len()).filter(|&vertex| is_inner(vertex)) {
            let from = match parent[vertex] {
                NONE => &mut next_root,
                parent => &mut next[parent as usize],
            };
            place[vertex] = *from;
            *from += size[vertex];
            next[vertex] = place[vertex] + 1;
        }
        let mut first = vec![(0, NONE); next_root as usize];
        for vertex in (0..parent.len()).filter(|&vertex| is_inner(vertex) && parent[vertex] != NONE) {
            first[place[vertex] as usize] = (depth[parent[vertex] as usize], parent[vertex]);
        }
        Self { inner, place, least: minima(first) }
    }

    /// Asks for what the ancestors of a vertex are found by.
    #[inline]
    pub(super) fn ask_for(&self, vertex: u32) {
        ask_for(&self.inner, vertex as usize);
    }

    /// Of two vertices of one tree.
    #[inline]
    pub(super) fn lowest_common(&self, a: u32, b: u32) -> u32 {
        if a == b {
            return a;
        }
        let (a, b) = (self.inner[a as usize], self.inner[b as usize]);
        if a == b {
            return a;
        }
        let (a, b) = (self.place[a as usize], self.place[b as usize]);
        // The parents met after the first of the two, up to the second.
        let (low, high) = (a.min(b) as usize + 1, a.max(b) as usize + 1);
        let power = (high - low).ilog2() as usize;
        let row = &self.least[power];
        row[low].min(row[high - (1 << power)]).1
    }
}

/// The parent of each leaf, and every other vertex itself.
fn inner_vertices(parent: &[u32]) -> Vec<u32> {
    let mut is_leaf = vec![true; parent.len()];
    for &parent in parent.iter().filter(|&&parent| parent != NONE) {
        is_leaf[parent as usize] = false;
    }
    let inner = |(vertex, &parent): (usize, &u32)| {
        if is_leaf[vertex] && parent != NONE { parent } else { vertex as u32 }
    };
    parent.iter().enumerate().map(inner).collect()
}

/// `[power][place]`: the least of 2^power values from a place on.
fn minima(first: Vec<(u32, u32)>) -> Vec<Vec<(u32, u32)>> {
    let count = first.len();
    let mut least = vec![first];
    let mut width = 1;
    while 2 * width <= count {
        let below = &least[least.len() - 1];
        let wider = (0..=count - 2 * width).map(|at| below[at].min(below[at + width])).collect();
        least.push(wider);
        width *= 2;
    }
    least
}
