// What CPPR works on. Its place is in `Arrays`; the same fields in the same order are in `clocks.rs`.

#pragma once

#include "platform.h"

// A vertex of the clock network in its domain: see `timing/src/cppr/forest.rs`. All but the lane is its point's. A point is named by the first of
// its vertices, and where every point has one vertex the two are the same.
struct ALIGNED(16) ClockPlace {
    u32 label;  // that of the run of points that it is in; while labels are made, how many points are downstream, and itself
    u32 levels; // of the labels of all runs from the root to it: the lowest bit of each
    u32 depth;
    u32 lane; // the vertex of its lane at the root of the domain
};

// A point on a trace.
struct ALIGNED(8) ClockPoint {
    u32 point;
    u32 depth;
};

// Late less early arrival of a vertex, and how it changes on the path from the domain's root.
struct ALIGNED(8) ClockSpread {
    i64 here;
    i64 least;
    i64 greatest;
    i64 growth; // the most between two points, in any lane; never negative
    i64 shrinkage;
};

// Where a trace comes from, by split.
struct ALIGNED(8) ClockTrace {
    u32 from[2]; // NONE where it starts
    i64 start[2]; // the arrival there; 0 where the rule credits what early and late arrival differ by there
};

// By how much the spreads of lanes differ from those at the root of their domain, by the transition at the root.
struct ALIGNED(8) ClockRise {
    i64 least[2]; // greater than any time where no lane is left
    i64 greatest[2];
};

// The spreads at the tops of the lanes that a vertex's traces pass.
struct ALIGNED(8) ClockTops {
    i64 least;
    i64 greatest;
};

// An arrival, by the launch it comes from.
struct ALIGNED(16) ListEntry {
    i64 arrival;
    u32 launch; // a clock vertex; NONE of signals that no register launches
    u32 lane;   // that of the launch, or NONE
};

// A list of entries, the worst arrival first: what arrives is so much later than what they say.
struct ALIGNED(16) ListHead {
    u32 first;
    u32 count;
    i64 shift;
};

struct ClockArrays {
    // Clock vertices, level by level: parents go before their children. Those of a point have consecutive numbers.
    const u32 *vertex; // of the design
    const u32 *number; // [vertex]: a clock vertex, or NONE
    ClockPlace *place;   // [clock vertex]
    ClockSpread *spread; // [clock vertex]
    ClockTrace *trace;   // [clock vertex]
    u32 *order;        // of a point among all, a domain's together, parents before children; counted from its parent's while labels are made
    ClockPoint *above; // [label]: the point above the first of a run
    u32 *ordered;      // points of domains that have an order
    i64 *extremes; // the least credit of all pairs, then less than none of them the negated one; of each split
    // Points of several vertices; none of these where every point has one.
    const u32 *point;     // [clock vertex]
    const u32 *point_end; // [point]: where its vertices end
    u32 *by_lane;         // the vertices of each point in the order of their lanes
    u32 *parent;          // [point]: NONE of a root
    ClockRise *rise;      // [point]
    // Neither of these where all clock paths start at one pin.
    u32 *start_pin;       // [2 × clock vertex + split]
    ClockTops *tops;      // [clock vertex]
    // Arrivals that can matter after CPPR: see `lists.h`.
    ListHead *heads; // [4 × node + lane]
    ListEntry *entries;
    u64 *used; // of them
    u64 room; // entries
    u32 count; // clock vertices
    u32 is_on;
    u32 is_same_pin; // the rule for common points: see `timing/src/cppr/points.rs`
    u32 unused;
};
