//! What a search has to know of ways back from ends.

use zeroslack_graph::{ArcId, VertexId};
use zeroslack_units::Ticks;

use crate::deviating::Found;
use crate::root::Root;

/// A way into a vertex other than the worst one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deviation {
    /// Ticks that the path's slack grows by.
    pub(crate) cost: Ticks,
    /// The arc, or [`START`](crate::START).
    pub(crate) way: ArcId,
    /// Where the walk goes on; nowhere after a launch or a start.
    pub(crate) next: Option<VertexId>,
}

/// Ways back from ends, worst first. The worst way back from a vertex is one path; what it is may depend on the end.
pub(crate) trait Ways: Sync {
    /// The slack of the worst path to an end; none without a path.
    fn slack(&self, root: &Root) -> Option<Ticks>;

    /// Follows a path back from its last deviation, and shows each deviation there, with its place, that costs no more than `budget`: nearer the
    /// end first, at a vertex by arc, a stated start last. `roots` has the path's root.
    fn walk(&self, roots: &[Root], path: &Found, budget: Ticks, show: impl FnMut(u32, Deviation));

    /// The arc by which the worst way comes to a vertex; none where it starts.
    fn worst(&self, root: &Root, vertex: VertexId) -> Option<ArcId>;

    /// What CPPR adds to the slack of a path that a clock's vertex launches, counted in it.
    fn credit(&self, root: &Root, launch: VertexId) -> Ticks;
}
