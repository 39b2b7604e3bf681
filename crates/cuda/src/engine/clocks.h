// The clock network as a forest: twin of `timing/src/cppr/forest.rs`.

#pragma once

#include "graph.h"

// Before a sweep over the clock network: an index is one of the four extremes.
FUNCTION void begin_clocks(const ClockArrays &clocks, u32 index) {
    clocks.extremes[index] = 0;
    if (index != 0) return;
    *clocks.ordered = 0;
    *clocks.used = 0;
}

// The vertex that a worst arrival comes from; NO_VERTEX where it starts.
FUNCTION u32 worst_source(const GraphArrays &graph, const ResultArrays &results, u32 node, u32 lane, i64 worst) {
    Way best = {~0ull, NO_VERTEX};
    u32 end = read(graph.fanin_first, node + 1);
    for (u32 arc = read(graph.fanin_first, node); arc < end && worst != UNDEFINED; arc += AT_ONCE) {
        Way ways[AT_ONCE];
        u32 there = ways_of_arcs(graph, results, arc, end, lane, worst, ways);
        UNROLL
        for (u32 i = 0; i < AT_ONCE; i++) {
            if ((there >> i & 1) == 0 || ways[i].cost != 0) continue;
            if (best.vertex == NO_VERTEX || is_before(graph, ways[i], best)) best = ways[i];
        }
    }
    return best.vertex;
}

// The point of a clock vertex.
FUNCTION u32 point_of(const ClockArrays &clocks, u32 vertex) { return clocks.point == 0 ? vertex : read(clocks.point, vertex); }

// The vertex of a clock vertex's lane at the root of its clock tree.
FUNCTION u32 lane_of(const ClockArrays &clocks, u32 vertex) { return clocks.place[vertex].lane; }

// The vertex that both traces come from; NONE without one.
FUNCTION u32 source_of_both(const ClockTrace &trace) {
    return trace.from[EARLY] == trace.from[LATE] ? trace.from[EARLY] : NONE;
}

// The point that a point's traces come from inside of its clock tree; NONE of a root.
FUNCTION u32 parent_of(const ClockArrays &clocks, u32 point) {
    return clocks.point == 0 ? source_of_both(clocks.trace[point]) : clocks.parent[point];
}

// Where the traces of a clock vertex come from, with its own arrivals in place of those at their starts.
FUNCTION ClockTrace sources_of(const GraphArrays &graph, const ResultArrays &results, const ClockArrays &clocks, u32 index) {
    u32 vertex = read(clocks.vertex, index), node = vertex / 2;
    ClockTrace trace;
    UNROLL
    for (u32 split = 0; split < 2; split++) {
        u32 lane = split * 2 + vertex % 2;
        trace.start[split] = results.arrival[(u64)node * LANES + lane];
        u32 source = worst_source(graph, results, node, lane, trace.start[split]);
        trace.from[split] = source == NO_VERTEX ? NONE : read(clocks.number, source);
    }
    return trace;
}

// Late less early arrival; 0 unless there are both.
FUNCTION i64 spread_of(const i64 *at) { return at[EARLY] == UNDEFINED || at[LATE] == UNDEFINED ? 0 : at[LATE] - at[EARLY]; }

// Finds the starts of a clock vertex's traces, which has its own arrivals there, after all levels above.
FUNCTION void enter_starts(const GraphArrays &graph, const ClockArrays &clocks, u32 index, ClockTrace &trace) {
    UNROLL
    for (u32 split = 0; split < 2; split++) {
        u32 from = trace.from[split];
        if (clocks.start_pin != 0) {
            u32 pin = from == NONE ? read(graph.node_pin, read(clocks.vertex, index) / 2) : clocks.start_pin[from * 2 + split];
            clocks.start_pin[index * 2 + split] = pin;
        }
        if (from != NONE) trace.start[split] = clocks.trace[from].start[split];
        else if (clocks.is_same_pin && trace.start[split] != UNDEFINED) trace.start[split] = 0;
    }
}

// Finds the spreads at the tops of the lanes that a vertex's traces pass; `parent` is the vertex above it in its lane, or NONE at the top.
FUNCTION void enter_tops(const ClockArrays &clocks, u32 index, const ClockTrace &trace, u32 parent, i64 spread) {
    if (clocks.tops == 0) return;
    ClockTops tops = {spread, spread};
    if (parent != NONE) tops = clocks.tops[parent];
    UNROLL
    for (u32 split = 0; split < 2; split++) {
        if (parent != NONE || trace.from[split] == NONE) continue;
        ClockTops above = clocks.tops[trace.from[split]];
        tops.least = above.least < tops.least ? above.least : tops.least;
        tops.greatest = above.greatest > tops.greatest ? above.greatest : tops.greatest;
    }
    clocks.tops[index] = tops;
}

// The credit that a vertex of the common point allows paths that start at one pin.
FUNCTION i64 shared_credit(const ClockArrays &clocks, u32 common, u32 split) {
    i64 spread = clocks.spread[common].here;
    if (split == EARLY) return spread;
    return spread - spread_of(clocks.trace[common].start);
}

// Bounds of the credit where a vertex is at the common point, on the way of the launch or of the capture.
FUNCTION ClockBounds credits_at(const ClockArrays &clocks, u32 vertex, u32 split) {
    i64 shared = shared_credit(clocks, vertex, split), spread = clocks.spread[vertex].here;
    i64 least = spread - clocks.tops[vertex].greatest, most = spread - clocks.tops[vertex].least;
    return {shared < least ? shared : least, shared > most ? shared : most};
}

// Finds the bounds of the vertices of a point, as launches and as captures, whose spreads, traces and tops are there, after those of lower levels.
FUNCTION void enter_bounds(const ClockArrays &clocks, u32 point, u32 end) {
    if (clocks.bounds == 0) return;
    UNROLL
    for (u32 split = 0; split < 2; split++) {
        i64 least = 0;
        for (u32 vertex = point; vertex < end; vertex++) {
            i64 here = credits_at(clocks, vertex, split).least;
            least = here < least ? here : least;
        }
        for (u32 vertex = point; vertex < end; vertex++) {
            i64 most = credits_at(clocks, vertex, split).most;
            UNROLL
            for (u32 end = 0; end < 2; end++) {
                ClockBounds above = {0, 0};
                u32 from = clocks.trace[vertex].from[split ^ end];
                if (from != NONE) above = clocks.bounds[from * 4 + end * 2 + split];
                clocks.bounds[vertex * 4 + end * 2 + split] = {above.least < least ? above.least : least, above.most > most ? above.most : most};
            }
        }
    }
}

// What becomes of a lane's spread one vertex further.
FUNCTION ClockSpread spread_after(ClockSpread spread, i64 here) {
    i64 growth = here - spread.least, shrinkage = spread.greatest - here;
    spread.here = here;
    spread.growth = growth > spread.growth ? growth : spread.growth;
    spread.shrinkage = shrinkage > spread.shrinkage ? shrinkage : spread.shrinkage;
    spread.least = here < spread.least ? here : spread.least;
    spread.greatest = here > spread.greatest ? here : spread.greatest;
    return spread;
}

// A clock vertex's place in its clock tree, after those of lower levels; where every point has one vertex. An index is a clock vertex.
FUNCTION void place_clock(const GraphArrays &graph, const ResultArrays &results, const ClockArrays &clocks, u32 index) {
    ClockTrace trace = sources_of(graph, results, clocks, index);
    i64 here = spread_of(trace.start);
    enter_starts(graph, clocks, index, trace);
    clocks.trace[index] = trace;
    u32 parent = source_of_both(trace);
    enter_tops(clocks, index, trace, parent, here);
    if (parent == NONE) {
        clocks.place[index] = {1, 0, 0, index};
        clocks.spread[index] = {here, here, here, 0, 0};
    } else {
        ClockPlace above = clocks.place[parent];
        clocks.place[index] = {1, 0, above.depth + 1, above.lane};
        clocks.spread[index] = spread_after(clocks.spread[parent], here);
    }
    enter_bounds(clocks, index, index + 1);
}

// Lowest common ancestors in constant time: Schieber and Vishkin, "On finding lowest common ancestors: simplification and
// parallelization", 1988. A point and those downstream are an interval in order; the number in it that ends with the most zeros is its label.
// Points of one label are a run down from one of them; labels of runs further down end with fewer zeros.

// Adds what is downstream of a point to its parent's, after all levels above. An index is a clock vertex; the first of each point counts.
FUNCTION void count_clock(const ClockArrays &clocks, u32 index) {
    if (point_of(clocks, index) != index) return;
    u32 parent = parent_of(clocks, index), count = clocks.place[index].label;
    u32 *before = parent == NONE ? clocks.ordered : &clocks.place[parent].label;
    clocks.order[index] = fetch_add(before, count) + (parent == NONE ? 1 : 0);
}

// A point's label, after those of the levels below. An index is a clock vertex; the first of each point counts.
FUNCTION void label_clock(const ClockArrays &clocks, u32 index) {
    if (point_of(clocks, index) != index) return;
    u32 parent = parent_of(clocks, index), order = clocks.order[index];
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
    if (clocks.point == 0) return;
    for (u32 vertex = index + 1; vertex < read(clocks.point_end, index); vertex++) {
        clocks.place[vertex] = {place.label, place.levels, place.depth, lane_of(clocks, vertex)};
    }
}

// The last point on the way to a vertex's that is in some run above it, or in its own. `level` is the lowest bit of that run's label.
FUNCTION ClockPoint leaves_run(const ClockArrays &clocks, u32 vertex, const ClockPlace &place, u32 level) {
    u32 below = place.levels & (level - 1);
    if (below == 0) return {vertex, place.depth};
    u32 next = 1u << highest_one(below);
    return clocks.above[(place.label & ~(2 * next - 1)) | next];
}

// The point where the traces of two vertices of one clock tree part, by any of its vertices.
FUNCTION ClockPoint lowest_common(const ClockArrays &clocks, u32 a, u32 b) {
    ClockPlace one = clocks.place[a], two = clocks.place[b];
    u32 levels = one.levels & two.levels & ~0u << highest_one((one.label ^ two.label) | 1);
    u32 level = levels & (0 - levels);
    ClockPoint of_one = leaves_run(clocks, a, one, level), of_two = leaves_run(clocks, b, two, level);
    return of_one.depth < of_two.depth ? of_one : of_two;
}
