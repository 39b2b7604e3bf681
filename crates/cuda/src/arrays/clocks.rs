//! What CPPR works on.

use crate::arrays::structure::structures;

structures! {
    /// A vertex of the clock network in its clock tree: see `timing/src/cppr/forest.rs`. All but the lane is its point's. A point is named by the first of
    /// its vertices, and where every point has one vertex the two are the same.
    pub(crate) struct ClockPlace align(16) {
        /// That of the run of points that it is in; while labels are made, how many points are downstream, and itself.
        label: u32,
        /// Of the labels of all runs from the root to it: the lowest bit of each.
        levels: u32,
        depth: u32,
        /// The vertex of its lane at the root of the clock tree.
        lane: u32,
    }

    /// A point on a trace.
    pub(crate) struct ClockPoint align(8) {
        point: u32,
        depth: u32,
    }

    /// Late less early arrival of a vertex, and how it changes on the path from the clock tree's root.
    pub(crate) struct ClockSpread align(8) {
        here: i64,
        least: i64,
        greatest: i64,
        /// The most between two points, in any lane; never negative.
        growth: i64,
        shrinkage: i64,
    }

    /// Where a trace comes from, by split.
    pub(crate) struct ClockTrace align(8) {
        /// NONE where it starts.
        from: [u32; 2],
        /// The arrival there; 0 where the rule credits what early and late arrival differ by there.
        start: [i64; 2],
    }

    /// By how much the spreads of lanes differ from those at the root of their clock tree, by the transition at the root.
    pub(crate) struct ClockRise align(8) {
        /// Greater than any time where no lane is left.
        least: [i64; 2],
        greatest: [i64; 2],
    }

    /// The spreads at the tops of the lanes that a vertex's traces pass.
    pub(crate) struct ClockTops align(8) {
        least: i64,
        greatest: i64,
    }

    /// Bounds of the credits of a clock vertex at an end of paths, whatever the other end.
    pub(crate) struct ClockBounds align(16) {
        /// At most 0.
        least: i64,
        /// At least 0.
        most: i64,
    }

    /// An arrival, by the launch it comes from; or a required time, by the capture that asks for it.
    pub(crate) struct ListEntry align(16) {
        /// How much later than the worst one of its list, in memory; the time itself while it is worked on.
        time: i64,
        /// A clock vertex; NONE of signals that no register launches, and of outputs.
        clock: u32,
        /// That of the clock vertex, or NONE.
        lane: u32,
    }

    /// A list of entries, the worst first.
    pub(crate) struct ListHead align(16) {
        first: u32,
        count: u32,
        /// That of the worst entry; 0 without any.
        time: i64,
    }

    pub(crate) struct ClockArrays {
        @ "Clock vertices, level by level: parents go before their children. Those of a point have consecutive numbers."
        /// Of the design.
        vertex: *const u32,
        /// [vertex]: a clock vertex, or NONE.
        number: *const u32,
        /// [clock vertex].
        place: *mut ClockPlace,
        /// [clock vertex].
        spread: *mut ClockSpread,
        /// [clock vertex].
        trace: *mut ClockTrace,
        /// Of a point among all, a clock tree's together, parents before children; counted from its parent's while labels are made.
        order: *mut u32,
        /// [label]: the point above the first of a run.
        above: *mut ClockPoint,
        /// Points of clock trees that have an order.
        ordered: *mut u32,
        /// The least credit of all pairs, then less than none of them the negated one; of each split.
        extremes: *mut i64,
        @ "Points of several vertices; none of these where every point has one."
        /// [clock vertex].
        point: *const u32,
        /// [point]: where its vertices end.
        point_end: *const u32,
        /// The vertices of each point in the order of their lanes.
        by_lane: *mut u32,
        /// [point]: NONE of a root.
        parent: *mut u32,
        /// [point].
        rise: *mut ClockRise,
        @ "None of these where all clock paths start at one pin."
        /// [2 × clock vertex + split].
        start_pin: *mut u32,
        /// [clock vertex].
        tops: *mut ClockTops,
        /// [4 × clock vertex + 2 × end + split]: of launches, then of captures.
        bounds: *mut ClockBounds,
        /// [clock vertex]: vertices that have different ones have no other end in common.
        component: *const u32,
        @ "Arrivals that can matter after CPPR, or, where those of `PinSlackArrays` do, required times: see `lists.h`."
        /// [4 × node + lane].
        heads: *mut ListHead,
        entries: *mut ListEntry,
        /// Of them.
        used: *mut u64,
        /// Entries.
        room: u64,
        /// Clock vertices.
        count: u32,
        is_on: u32,
        /// The rule for common points: see `timing/src/cppr/points.rs`.
        is_same_pin: u32,
        unused: u32,
    }

    /// Slacks of pins: see `pin_slacks.h`.
    pub(crate) struct PinSlackArrays {
        /// Lists of arrivals, where those of `ClockArrays` are of required times. [4 × node + lane].
        heads: *const ListHead,
        entries: *const ListEntry,
        /// Of them.
        room: u64,
        /// When clocks are required at clock vertices: by what they launch, by its split; then by what they capture, by the clock's split. [4 × clock vertex + 2 × end + split].
        clock_required: *mut i64,
        /// [4 × node + lane].
        slack: *mut i64,
    }
}
