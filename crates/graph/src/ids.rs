//! The numbers of a graph's parts, each of a type of its own, so that none is taken for another.
//!
//! They are those of one graph: one that is built anew after an edit has others, and the pin graph has others than the timing graph, unless
//! the two are one. What has to stay, as a path that somebody holds, names pins instead.

use std::ops::Range;

use zeroslack_units::Transition;

/// Ids that follow each other.
pub trait Ids<I>: DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone {}
impl<I, T: DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone> Ids<I> for T {}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The id at an index of the arrays of its kind.
            #[inline]
            pub fn at(index: usize) -> Self {
                debug_assert!(index <= u32::MAX as usize);
                Self(index as u32)
            }

            /// The ids at a range of indices.
            #[inline]
            pub fn all(range: Range<usize>) -> impl Ids<Self> + use<> {
                range.map(Self::at)
            }

            /// As an index into the arrays of its kind.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A node of a pin graph or of a timing graph.
    NodeId
}
id! {
    /// A node in one transition: `2 × node` for a rise, one more for a fall.
    VertexId
}
id! {
    /// An arc of a pin graph or of a timing graph.
    ArcId
}
id! {
    /// A pin where paths end.
    EndpointId
}
id! {
    /// A check of a timing graph.
    CheckId
}
id! {
    /// The required times at an output port, of the signals of one node.
    OutputId
}

impl NodeId {
    /// The vertex of this node in a transition.
    #[inline]
    pub const fn vertex(self, transition: Transition) -> VertexId {
        VertexId::new(self, transition)
    }

    /// Both vertices of this node, that of the rise first.
    #[inline]
    pub fn vertices(self) -> [VertexId; 2] {
        Transition::ALL.map(|transition| self.vertex(transition))
    }
}

impl VertexId {
    /// The vertex of a node in a transition.
    #[inline]
    pub const fn new(node: NodeId, transition: Transition) -> Self {
        Self(node.0 << 1 | transition as u32)
    }

    /// The node that it is of.
    #[inline]
    pub const fn node(self) -> NodeId {
        NodeId(self.0 >> 1)
    }

    /// The transition that it is of.
    #[inline]
    pub const fn transition(self) -> Transition {
        Transition::of(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_is_a_node_in_a_transition() {
        for node in NodeId::all(0..4) {
            for (vertex, transition) in node.vertices().into_iter().zip(Transition::ALL) {
                assert_eq!((vertex.node(), vertex.transition()), (node, transition));
                assert_eq!(vertex.index(), 2 * node.index() + transition as usize);
            }
        }
    }
}
