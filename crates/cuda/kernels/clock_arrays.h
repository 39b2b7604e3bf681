// What CPPR works on. Its place is in `Arrays`; the same fields in the same order are in `src/clock_arrays.rs`.

#pragma once

#include "platform.h"

// A vertex of the clock network in its domain: see `timing/src/cppr/forest.rs`. Both traces of it are one path from the domain's root on.
struct ALIGNED(16) ClockPlace {
    u32 label;  // that of the run of vertices that it is in; while labels are made, how many vertices are behind this one, and itself
    u32 levels; // of the labels of all runs from the root to it: the lowest bit of each
    u32 depth;
    u32 domain; // its root
};

// A vertex on a trace.
struct ALIGNED(8) ClockPoint {
    u32 vertex;
    u32 depth;
};

// Late less early arrival, and how it changes on the path from the domain's root.
struct ALIGNED(8) ClockSpread {
    i64 here;
    i64 least;
    i64 greatest;
    i64 growth; // the most between two vertices; never negative
    i64 shrinkage;
};

// Where a trace comes from, by split.
struct ALIGNED(8) ClockTrace {
    u32 from[2]; // NONE where it starts
    i64 start[2]; // the arrival there
};

// An arrival, by the launch it comes from.
struct ALIGNED(16) ListEntry {
    i64 arrival;
    u32 launch; // a clock vertex; NONE of signals that no register launches
    u32 domain; // that of the launch, or NONE
};

// A list of entries, the worst arrival first: what arrives is so much later than what they say.
struct ALIGNED(16) ListHead {
    u32 first;
    u32 count;
    i64 shift;
};

struct ClockArrays {
    // Clock vertices, growing with the design's: parents go before their children.
    const u32 *vertex; // of the design
    const u32 *number; // [vertex]: a clock vertex, or NONE
    ClockPlace *place;
    ClockSpread *spread;
    ClockTrace *trace;
    u32 *order;        // of a vertex among all, a domain's together, parents before children; counted from its parent's while labels are made
    ClockPoint *above; // [label]: the vertex above the first of a run
    u32 *ordered;      // vertices of domains that have an order
    i64 *extremes; // the least credit of all pairs, then less than none of them the negated one; of each split
    // Arrivals that can matter after CPPR: see `lists.h`.
    ListHead *heads; // [4 × node + lane]
    ListEntry *entries;
    u64 *used; // of them
    u64 room; // entries
    u32 count; // clock vertices
    u32 is_on;
};
