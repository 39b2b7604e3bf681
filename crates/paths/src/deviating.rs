//! A path as what it deviates from.

use zeroslack_graph::{ArcId, VertexId};
use zeroslack_units::{Split, Ticks};

use crate::root::Root;

/// The way of a path that starts at a vertex because a constraint states an arrival there; other ways are arcs.
pub const START: ArcId = ArcId(u32::MAX);

/// Marks that there is no parent, no vertex to go on from.
pub(crate) const NONE: u32 = u32::MAX;

/// A path that was found, as what it deviates from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is ordered by: its slack, but in a design with latches. See [`Borrowing`](crate::Borrowing).
    pub slack: Ticks,
    /// Index of the path it deviates from in the same list; [`u32::MAX`] for the worst path of a root.
    pub parent: u32,
    /// Index of its root.
    pub root: u32,
    /// How many times it deviates.
    pub deviations: u32,
    /// Where it leaves its parent: steps back from the end.
    pub place: u32,
    /// By which way: an arc of the graph that is searched, or [`crate::START`], as for the worst path of a root.
    pub way: ArcId,
    /// Where its worst way back goes on: 2 × vertex, plus 1 for late; [`u32::MAX`] nowhere.
    pub next: u32,
}

impl Found {
    /// The vertex where its worst way back goes on, how many steps from the end that is, and its split.
    #[inline]
    pub(crate) fn start(&self) -> (VertexId, u32, Split) {
        (VertexId(self.next >> 1), self.place.wrapping_add(1), Split::ALL[(self.next & 1) as usize])
    }

    /// The worst path of a root.
    pub(crate) fn worst(index: u32, root: &Root) -> Self {
        let next = root.at.0 << 1 | root.split() as u32;
        Self {
            slack: root.worst_rank(),
            parent: NONE,
            root: index,
            deviations: 0,
            place: NONE,
            way: START,
            next,
        }
    }
}
