//! Whether something is so of a node, a bit each.

use zeroslack_graph::NodeId;

/// A bit a node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// Set for some of so many nodes.
    pub(crate) fn of(count: usize, nodes: impl Iterator<Item = NodeId>) -> Self {
        let mut bits = vec![0; count.div_ceil(64)];
        nodes.for_each(|node| bits[node.index() / 64] |= 1 << (node.index() % 64));
        Self(bits)
    }

    /// Whether it is set; not for nodes that came later.
    #[inline]
    pub(crate) fn has(&self, node: NodeId) -> bool {
        self.0.get(node.index() / 64).is_some_and(|word| word >> (node.index() % 64) & 1 != 0)
    }
}
