//! An order of nodes that keeps to arcs while nodes come and go: on the CPU any order will do in which arcs lead upwards.

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::ids::NodeId;

/// Places of nodes, in which arcs lead upwards. At first they are those of the levels, with a free place after each node; nodes that come take places in between, and where there is none
/// their neighbours move apart, in the smallest window that is not too full (as in the packed-memory array of Itai, Konheim and Rodeh, 1981).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Order {
    /// Nodes that were laid out level by level: each has twice its number as its place, unless it has moved.
    laid_out: u32,
    places: u32,
    /// A bit for each place that has a node.
    is_taken: Bits,
    /// A bit for each node that has moved, and each that came.
    has_moved: Bits,
    place_of: FxHashMap<u32, u32>,
    /// A bit for each place whose node has moved there.
    is_other: Bits,
    node_at: FxHashMap<u32, u32>,
}

/// Places of the smallest window in which nodes move apart.
const WINDOW: u32 = 16;

impl Order {
    /// Of so many nodes in level order, with room for some more.
    pub(crate) fn new(nodes: usize) -> Self {
        let laid_out = nodes as u32;
        let places = 2 * (laid_out + Self::most_new(nodes) as u32);
        Self {
            laid_out,
            places,
            is_taken: Bits::every_second(nodes),
            has_moved: Bits::default(),
            place_of: FxHashMap::default(),
            is_other: Bits::default(),
            node_at: FxHashMap::default(),
        }
    }

    /// How many nodes may come to so many before all are laid out again.
    pub(crate) fn most_new(nodes: usize) -> usize {
        nodes / 8 + 512
    }

    /// Number of places.
    pub(crate) fn places(&self) -> usize {
        self.places as usize
    }

    /// The place of a node that has one.
    #[inline]
    pub(crate) fn place(&self, node: NodeId) -> u32 {
        if node.0 >= self.laid_out || self.has_moved.has(node.0 as usize) {
            self.place_of.get(&node.0).copied().unwrap_or(0)
        } else {
            2 * node.0
        }
    }

    /// The node at a place that has one.
    #[inline]
    pub(crate) fn node(&self, place: u32) -> NodeId {
        let moved = if self.is_other.has(place as usize) { self.node_at.get(&place) } else { None };
        NodeId(moved.copied().unwrap_or(place / 2))
    }

    /// Puts a new node, or one that has to come later, behind another one. False if there is no room left.
    #[must_use]
    pub(crate) fn put_behind(&mut self, before: NodeId, node: NodeId) -> bool {
        if node.0 < self.laid_out || self.place_of.contains_key(&node.0) {
            self.take(node);
        }
        let place = self.place(before) + 1;
        if place < self.places && !self.is_taken.has(place as usize) {
            self.put(node, place);
            return true;
        }
        self.move_apart(before, node)
    }

    fn take(&mut self, node: NodeId) {
        let place = self.place(node);
        self.is_taken.set(place as usize, false);
        if self.is_other.has(place as usize) {
            self.is_other.set(place as usize, false);
            self.node_at.remove(&place);
        }
    }

    fn put(&mut self, node: NodeId, place: u32) {
        self.is_taken.set(place as usize, true);
        let is_own = node.0 < self.laid_out && place == 2 * node.0;
        if is_own {
            self.place_of.remove(&node.0);
        } else {
            self.place_of.insert(node.0, place);
            self.node_at.insert(place, node.0);
        }
        self.is_other.set(place as usize, !is_own);
        if node.0 < self.laid_out {
            self.has_moved.set(node.0 as usize, !is_own);
        }
    }

    /// Moves the nodes around one apart, so that another comes behind it.
    fn move_apart(&mut self, before: NodeId, node: NodeId) -> bool {
        let at = self.place(before);
        let mut width = WINDOW;
        loop {
            let first = at / width * width;
            let end = self.places.min(first.saturating_add(width));
            let taken: Vec<u32> = (first..end).filter(|&place| self.is_taken.has(place as usize)).collect();
            // Small windows may be fuller than large ones, so that what was moved apart does not fill at once.
            let most = u64::from(end - first) * (9 - u64::from((width / WINDOW).ilog2()).min(3)) / 10;
            if (taken.len() as u64) < most {
                let mut nodes = Vec::with_capacity(taken.len() + 1);
                for place in taken {
                    let here = self.node(place);
                    nodes.push(here);
                    self.take(here);
                    if here == before {
                        nodes.push(node);
                    }
                }
                let (count, room) = (nodes.len() as u64, u64::from(end - first));
                for (number, node) in nodes.into_iter().enumerate() {
                    self.put(node, first + (number as u64 * room / count) as u32);
                }
                return true;
            }
            if first == 0 && end == self.places {
                return false;
            }
            width = width.saturating_mul(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use zeroslack_testing::Noise;

    use super::*;

    fn all(order: &Order) -> Vec<NodeId> {
        let places = (0..order.places).filter(|&place| order.is_taken.has(place as usize));
        places.map(|place| order.node(place)).collect()
    }

    #[test]
    fn nodes_come_behind_others() {
        for seed in 0..20 {
            let mut noise = Noise(seed);
            let laid_out = 1 + noise.below(300) as usize;
            let mut order = Order::new(laid_out);
            let mut naive: Vec<NodeId> = NodeId::all(0..laid_out).collect();
            assert_eq!(all(&order), naive);
            let most = laid_out + Order::most_new(laid_out);
            let mut count = laid_out;
            for _ in 0..2000 {
                // Mostly at one place, where there is no room soon.
                let at = if noise.below(4) > 0 { 0 } else { noise.below(naive.len() as u64) as usize };
                let before = naive[at];
                let is_new = count < most && noise.below(2) == 0;
                let node = if is_new {
                    count += 1;
                    NodeId::at(count - 1)
                } else {
                    let other = naive[noise.below(naive.len() as u64) as usize];
                    if other == before {
                        continue;
                    }
                    naive.retain(|&node| node != other);
                    other
                };
                let at = naive.iter().position(|&node| node == before).unwrap_or(0);
                naive.insert(at + 1, node);
                assert!(order.put_behind(before, node));
            }
            assert_eq!(all(&order), naive);
            for pair in naive.windows(2) {
                assert!(order.place(pair[0]) < order.place(pair[1]));
            }
        }
    }
}
