// The graph as kernels walk it: arcs, the ways into a vertex, and sweeps over levels by blocks that run together.

#pragma once

#include "arithmetic.h"
#include "arrays.h"
#include "primitives.h"

#define NO_VERTEX VERTEX_BITS
#define WIRE 0x80000000u

// How an arc's source is packed.
FUNCTION u32 packed_node(u32 packed) { return packed >> 3; }
FUNCTION bool has_edge(u32 packed, u32 to) { return (packed >> (1 + to) & 1) != 0; }
FUNCTION u32 other_end(u32 packed, u32 transition) { return (transition ^ packed) & 1; }

// Whether a signal comes by an edge with some delay, and the time that it takes along it: twins of `timing/src/edge.rs`.
FUNCTION bool has_signal(float delay) { return !is_nan(delay); }
FUNCTION i64 time_along(float delay) { return ticks(delay); }

FUNCTION bool launches_by(const GraphArrays &graph, u32 kind) { return (kind & WIRE) == 0 && read(graph.model_launches, kind) != 0; }

FUNCTION bool launches(const GraphArrays &graph, u32 arc) { return launches_by(graph, read(graph.arc_kind, arc)); }

// A way into a vertex.
struct Way {
    u64 cost;   // how much better than the worst arrival what comes by it is
    u32 vertex; // where it comes from
};

// The ways by the arcs from `first` on, up to `end`; a bit is set for each by which a signal comes.
FUNCTION u32 ways_of_arcs(const GraphArrays &graph, const ResultArrays &results, u32 first, u32 end, u32 lane, i64 worst, Way *ways) {
    u32 source[AT_ONCE], to = lane % 2, there = 0;
    float delay[AT_ONCE];
    i64 start[AT_ONCE];
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) {
        bool is_arc = i < end - first;
        source[i] = is_arc ? read(graph.arc_source, first + i) : 0;
        delay[i] = is_arc ? results.delay[(u64)(first + i) * LANES + lane] : not_a_number();
    }
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) {
        bool is_edge = has_edge(source[i], to) && has_signal(delay[i]);
        u64 place = (u64)packed_node(source[i]) * LANES + (lane & 2) + other_end(source[i], to);
        start[i] = is_edge ? results.arrival[place] : UNDEFINED;
    }
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) {
        if (start[i] == UNDEFINED) continue;
        i64 sum = start[i] + time_along(delay[i]);
        ways[i].cost = (u64)(lane / 2 == LATE ? worst - sum : sum - worst);
        ways[i].vertex = packed_node(source[i]) * 2 + other_end(source[i], to);
        there |= 1u << i;
    }
    return there;
}

// The arrival that a constraint states at a node that has fan-in as well.
FUNCTION i64 stated_arrival(const ConstraintArrays &constraints, const ResultArrays &results, u32 node, u32 lane) {
    u32 low = 0, high = results.start_count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (read(constraints.start_node, middle) < node) low = middle + 1;
        else high = middle;
    }
    if (low == results.start_count || read(constraints.start_node, low) != node) return UNDEFINED;
    return read(constraints.start_arrival, (u64)low * LANES + lane);
}

// False where no constraint states an arrival beside the fan-in's.
FUNCTION bool way_of_start(const ConstraintArrays &constraints, const ResultArrays &results, u32 node, u32 lane, i64 worst, Way &way) {
    i64 stated = results.start_count == 0 ? UNDEFINED : stated_arrival(constraints, results, node, lane);
    if (stated == UNDEFINED) return false;
    way = {(u64)(lane / 2 == LATE ? worst - stated : stated - worst), NO_VERTEX};
    return true;
}

// Of equally cheap ways the one from the lowest (pin, transition) goes first.
FUNCTION bool is_before(const GraphArrays &graph, const Way &way, const Way &other) {
    if (way.cost != other.cost) return way.cost < other.cost;
    u32 pin = read(graph.node_pin, way.vertex / 2), other_pin = read(graph.node_pin, other.vertex / 2);
    return pin != other_pin ? pin < other_pin : way.vertex % 2 < other.vertex % 2;
}

// Calls `work(index)` for all levels of the graph, one after the other, where each node has so many indices. Blocks run together.
template <class Work> FUNCTION void sweep_graph(const BlockArrays &blocks, const SearchArrays &search, u32 each, Work work) {
    Rendezvous meeting(blocks.rendezvous);
    for (u32 level = 0; level < search.level_count; level++) sweep_level(meeting, search.level_first, level, each, work);
}
