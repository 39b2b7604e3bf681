// The clock network as a forest of points that have several vertices, which are in one lane each: twin of what
// `timing/src/cppr/forest.rs` does where there are such points.

#pragma once

#include "clocks.h"

// Where the traces of a clock vertex come from. An index is a clock vertex.
FUNCTION void trace_clock(const GraphArrays &graph, const ResultArrays &results, const ClockArrays &clocks, u32 index) {
    ClockTrace trace = sources_of(graph, results, clocks, index);
    i64 here = spread_of(trace.start);
    clocks.trace[index] = trace;
    clocks.spread[index] = {here, here, here, 0, 0};
}

// Whether nothing arrives at a vertex, whose starts are not entered yet; on no trace, it is of no account.
FUNCTION bool is_absent(const ClockTrace &trace) { return trace.start[EARLY] == UNDEFINED && trace.start[LATE] == UNDEFINED; }

// The point that both traces of all vertices of a point come from, each vertex's from one vertex; else NONE.
FUNCTION u32 shared_parent(const ClockArrays &clocks, u32 point, u32 end) {
    u32 parent = NONE;
    for (u32 vertex = point; vertex < end; vertex++) {
        ClockTrace trace = clocks.trace[vertex];
        if (is_absent(trace)) continue;
        u32 source = source_of_both(trace);
        if (source == NONE) return NONE;
        u32 above = point_of(clocks, source);
        if (parent != NONE && above != parent) return NONE;
        parent = above;
    }
    return parent;
}

// Puts a point's vertices into the order of their lanes. False if two of them are of one lane.
FUNCTION bool order_lanes(const ClockArrays &clocks, u32 point, u32 end) {
    bool are_apart = true;
    for (u32 vertex = point; vertex < end; vertex++) {
        u32 lane = lane_of(clocks, vertex), place = vertex;
        // Lanes are mostly in the order of vertices.
        for (; place > point; place--) {
            u32 before = clocks.by_lane[place - 1], other = lane_of(clocks, before);
            are_apart = are_apart && other != lane;
            if (other <= lane) break;
            clocks.by_lane[place] = before;
        }
        clocks.by_lane[place] = vertex;
    }
    return are_apart;
}

// Finds the places of a point's vertices in its clock tree. Returns the parent; NONE of a root.
FUNCTION u32 enter_places(const ClockArrays &clocks, u32 point, u32 end) {
    u32 parent = shared_parent(clocks, point, end);
    for (u32 vertex = point; parent != NONE && vertex < end; vertex++) {
        ClockTrace trace = clocks.trace[vertex];
        u32 lane = is_absent(trace) ? vertex : lane_of(clocks, trace.from[EARLY]);
        clocks.place[vertex] = {1, 0, clocks.place[parent].depth + 1, lane};
    }
    if (parent != NONE && order_lanes(clocks, point, end)) return parent;
    for (u32 vertex = point; vertex < end; vertex++) {
        clocks.by_lane[vertex] = vertex;
        clocks.place[vertex] = {1, 0, 0, vertex};
    }
    return NONE;
}

// Enters the spreads of a point's lanes: how they change, of all of them together, and by how much they differ from those at the root.
FUNCTION void enter_spreads(const ClockArrays &clocks, u32 point, u32 end, u32 parent) {
    const i64 far = (i64)1 << 61;
    i64 growth = parent == NONE ? 0 : clocks.spread[parent].growth, shrinkage = parent == NONE ? 0 : clocks.spread[parent].shrinkage;
    ClockRise rise = {{far, far}, {-far, -far}};
    for (u32 vertex = point; vertex < end; vertex++) {
        ClockTrace trace = clocks.trace[vertex];
        if (is_absent(trace)) continue;
        u32 lane = lane_of(clocks, vertex), to = read(clocks.vertex, lane) % 2;
        ClockSpread spread = clocks.spread[vertex];
        if (parent != NONE) spread = spread_after(clocks.spread[trace.from[EARLY]], spread.here);
        growth = spread.growth > growth ? spread.growth : growth;
        shrinkage = spread.shrinkage > shrinkage ? spread.shrinkage : shrinkage;
        clocks.spread[vertex] = spread;
        i64 risen = spread.here - clocks.spread[lane].here;
        rise.least[to] = risen < rise.least[to] ? risen : rise.least[to];
        rise.greatest[to] = risen > rise.greatest[to] ? risen : rise.greatest[to];
    }
    clocks.rise[point] = rise;
    for (u32 vertex = point; vertex < end; vertex++) {
        clocks.spread[vertex].growth = growth;
        clocks.spread[vertex].shrinkage = shrinkage;
    }
}

// A point's place in its clock tree, after those of lower levels. An index is a clock vertex; the first of each point counts.
FUNCTION void place_point(const GraphArrays &graph, const ClockArrays &clocks, u32 index) {
    if (point_of(clocks, index) != index) return;
    u32 end = read(clocks.point_end, index), parent = enter_places(clocks, index, end);
    clocks.parent[index] = parent;
    enter_spreads(clocks, index, end, parent);
    for (u32 vertex = index; vertex < end; vertex++) {
        ClockTrace trace = clocks.trace[vertex];
        u32 source = parent == NONE ? NONE : trace.from[EARLY];
        enter_starts(graph, clocks, vertex, trace);
        enter_tops(clocks, vertex, trace, source, clocks.spread[vertex].here);
        clocks.trace[vertex] = trace;
    }
    enter_bounds(clocks, index, end);
}
