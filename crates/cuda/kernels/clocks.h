// The clock network as a forest: twin of `timing/src/cppr/forest.rs`.

#pragma once

#include "forest.h"

// Before a sweep over the clock network: an index is one of the four extremes.
FUNCTION void begin_clocks(const Arrays &arrays, u32 index) {
    arrays.clocks.extremes[index] = 0;
    if (index != 0) return;
    *arrays.clocks.ordered = 0;
    *arrays.clocks.used = 0;
}

// The vertex that a worst arrival comes from; NO_VERTEX where it starts.
FUNCTION u32 worst_source(const Arrays &arrays, u32 node, u32 lane, i64 worst) {
    Way best = {~0ull, NO_VERTEX};
    u32 end = read(arrays.fanin_first, node + 1);
    for (u32 arc = read(arrays.fanin_first, node); arc < end && worst != UNDEFINED; arc += AT_ONCE) {
        Way ways[AT_ONCE];
        u32 there = ways_of_arcs(arrays, arc, end, lane, worst, ways);
        UNROLL
        for (u32 i = 0; i < AT_ONCE; i++) {
            if ((there >> i & 1) == 0 || ways[i].cost != 0) continue;
            if (best.vertex == NO_VERTEX || is_before(arrays, ways[i], best)) best = ways[i];
        }
    }
    return best.vertex;
}

// The vertex that both traces come from; NONE at a root.
FUNCTION u32 parent_of(const ClockTrace &trace) {
    return trace.from[EARLY] == trace.from[LATE] ? trace.from[EARLY] : NONE;
}

// A clock vertex's place in its domain, after those below its level. An index is a clock vertex.
FUNCTION void place_clock(const Arrays &arrays, u32 index) {
    const ClockArrays &clocks = arrays.clocks;
    u32 vertex = read(clocks.vertex, index), node = vertex / 2;
    i64 at[2];
    ClockTrace trace;
    UNROLL
    for (u32 split = 0; split < 2; split++) {
        u32 lane = split * 2 + vertex % 2;
        at[split] = arrays.arrival[(u64)node * LANES + lane];
        u32 source = worst_source(arrays, node, lane, at[split]);
        u32 from = source == NO_VERTEX ? NONE : read(clocks.number, source);
        trace.from[split] = from;
        trace.start[split] = from == NONE ? at[split] : clocks.trace[from].start[split];
    }
    clocks.trace[index] = trace;
    i64 here = at[EARLY] == UNDEFINED || at[LATE] == UNDEFINED ? 0 : at[LATE] - at[EARLY];
    u32 parent = parent_of(trace);
    if (parent == NONE) {
        clocks.place[index] = {1, 0, 0, index};
        clocks.spread[index] = {here, here, here, 0, 0};
        return;
    }
    ClockPlace above = clocks.place[parent];
    clocks.place[index] = {1, 0, above.depth + 1, above.domain};
    ClockSpread spread = clocks.spread[parent];
    i64 growth = here - spread.least, shrinkage = spread.greatest - here;
    spread.here = here;
    spread.growth = growth > spread.growth ? growth : spread.growth;
    spread.shrinkage = shrinkage > spread.shrinkage ? shrinkage : spread.shrinkage;
    spread.least = here < spread.least ? here : spread.least;
    spread.greatest = here > spread.greatest ? here : spread.greatest;
    clocks.spread[index] = spread;
}

// Lowest common ancestors in constant time: Schieber and Vishkin, "On finding lowest common ancestors: simplification and
// parallelization", 1988. A vertex and those behind it are an interval in order; the number in it that ends with the most zeros is its label.
// Vertices of one label are a run down from one of them; labels of runs further down end with fewer zeros.

// Adds what is behind a clock vertex to its parent's, after all levels above. An index is a clock vertex.
FUNCTION void count_clock(const Arrays &arrays, u32 index) {
    const ClockArrays &clocks = arrays.clocks;
    u32 parent = parent_of(clocks.trace[index]), count = clocks.place[index].label;
    u32 *before = parent == NONE ? clocks.ordered : &clocks.place[parent].label;
    clocks.order[index] = fetch_add(before, count) + (parent == NONE ? 1 : 0);
}

// A clock vertex's label, after those of the levels below. An index is a clock vertex.
FUNCTION void label_clock(const Arrays &arrays, u32 index) {
    const ClockArrays &clocks = arrays.clocks;
    u32 parent = parent_of(clocks.trace[index]), order = clocks.order[index];
    ClockPlace place = clocks.place[index], above = {0, 0, 0, 0};
    if (parent != NONE) {
        above = clocks.place[parent];
        order += clocks.order[parent];
        clocks.order[index] = order;
    }
    u32 last = order + place.label - 1, zeros = highest_one((order - 1) ^ last);
    place.label = last >> zeros << zeros;
    place.levels = above.levels | (place.label & (0 - place.label));
    clocks.place[index] = place;
    if (parent != NONE && place.label != above.label) clocks.above[place.label] = {parent, above.depth};
}

// The last vertex on the trace of another that is in some run above it, or in its own. `level` is the lowest bit of that run's label.
FUNCTION ClockPoint leaves_run(const ClockArrays &clocks, u32 vertex, const ClockPlace &place, u32 level) {
    u32 below = place.levels & (level - 1);
    if (below == 0) return {vertex, place.depth};
    u32 next = 1u << highest_one(below);
    return clocks.above[(place.label & ~(2 * next - 1)) | next];
}

// Where the traces of two vertices of one domain part.
FUNCTION ClockPoint lowest_common(const ClockArrays &clocks, u32 a, u32 b) {
    ClockPlace one = clocks.place[a], two = clocks.place[b];
    u32 levels = one.levels & two.levels & ~0u << highest_one((one.label ^ two.label) | 1);
    u32 level = levels & (0 - levels);
    ClockPoint of_one = leaves_run(clocks, a, one, level), of_two = leaves_run(clocks, b, two, level);
    return of_one.depth < of_two.depth ? of_one : of_two;
}

// The last vertex on both traces; NONE without one. `split` is that of the data and so of the launch.
FUNCTION u32 common_point(const ClockArrays &clocks, u32 launch, u32 capture, u32 split) {
    for (u32 exit = capture; exit != NONE;) {
        u32 domain = clocks.place[exit].domain;
        for (u32 other = launch; other != NONE;) {
            u32 passed = clocks.place[other].domain;
            if (passed == domain) return lowest_common(clocks, other, exit).vertex;
            other = clocks.trace[passed].from[split];
        }
        exit = clocks.trace[domain].from[split ^ 1];
    }
    return NONE;
}

// The credit of a common point.
FUNCTION i64 shared_credit(const ClockArrays &clocks, u32 common, u32 split) {
    i64 spread = clocks.spread[common].here;
    if (split == EARLY) return spread;
    const i64 *start = clocks.trace[common].start;
    return spread - (start[LATE] - start[EARLY]);
}

// The pessimism in the slack of a path from a launch to a capture, both clock vertices or NONE.
OUTLINE i64 credit(const Arrays &arrays, u32 launch, u32 capture, u32 split) {
    if (launch == NONE || capture == NONE) return 0;
    u32 common = common_point(arrays.clocks, launch, capture, split);
    return common == NONE ? 0 : shared_credit(arrays.clocks, common, split);
}

// No pair has less credit, or more: 0 counts.
FUNCTION i64 least_credit(const ClockArrays &clocks, u32 split) { return clocks.extremes[split]; }
FUNCTION i64 greatest_credit(const ClockArrays &clocks, u32 split) { return -clocks.extremes[2 + split]; }

// A block takes a tile of clock vertices.
FUNCTION void clock_extremes(const Arrays &arrays) {
    const ClockArrays &clocks = arrays.clocks;
    i64 extremes[4] = {};
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 index = BLOCK * TILE + i;
        if (index >= clocks.count) break;
        const i64 *start = clocks.trace[index].start;
        if (start[EARLY] == UNDEFINED || start[LATE] == UNDEFINED) continue;
        UNROLL
        for (u32 split = 0; split < 2; split++) {
            i64 credit = shared_credit(clocks, index, split);
            extremes[split] = credit < extremes[split] ? credit : extremes[split];
            extremes[2 + split] = -credit < extremes[2 + split] ? -credit : extremes[2 + split];
        }
    }
    UNROLL
    for (u32 i = 0; i < 4; i++) {
        i64 extreme = block_least(extremes[i]);
        if (THREAD == 0 && extreme < 0) fetch_least(&clocks.extremes[i], extreme);
    }
}
