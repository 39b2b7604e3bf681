// The tree of worst arrivals, a split at a time: twin of `Search::rank` in `paths`.
//
// An entry says by which arc a vertex's worst arrival comes, what the cheapest other way into it costs, and what the cheapest costs on
// the whole way back from it: 8 bytes, so that a step of a walk is one load.

#pragma once

#include "arithmetic.h"
#include "codes.h"
#include "forward.h"
#include "primitives.h"

#define NO_VERTEX VERTEX_BITS
#define COST_DIGITS 7
#define NO_COST 0x1fffu // greater than every code
#define FAR_ORDINAL 127u

// From the lowest bit: vertex 30, whether a clock launches there 1, place of the arc in the fan-in 7, cheapest other way 13, cheapest
// on the way 13.
FUNCTION u32 next_vertex(u64 entry) { return (u32)entry & VERTEX_BITS; }
FUNCTION bool is_launched(u64 entry) { return (entry >> 30 & 1) != 0; }
FUNCTION u32 ordinal(u64 entry) { return (u32)(entry >> 31) & 127; }
FUNCTION u32 cheapest_here(u64 entry) { return (u32)(entry >> 38) & NO_COST; }
FUNCTION u32 cheapest_on_way(u64 entry) { return (u32)(entry >> 51); }
FUNCTION bool is_last(u64 entry) { return is_launched(entry) || next_vertex(entry) == NO_VERTEX; }

FUNCTION bool launches_by(const Arrays &arrays, u32 kind) { return (kind & WIRE) == 0 && read(arrays.model_launches, kind) != 0; }

FUNCTION bool launches(const Arrays &arrays, u32 arc) { return launches_by(arrays, read(arrays.arc_kind, arc)); }

// A way into a vertex.
struct Way {
    u64 cost;   // how much better than the worst arrival what comes by it is
    u32 vertex; // where it comes from
};

// Arcs that are looked at together, so that their loads are under way together.
#define AT_ONCE 4

// The ways by the arcs from `first` on, up to `end`; a bit is set for each by which a signal comes.
FUNCTION u32 ways_of_arcs(const Arrays &arrays, u32 first, u32 end, u32 lane, i64 worst, Way *ways) {
    u32 source[AT_ONCE], to = lane % 2, there = 0;
    float delay[AT_ONCE];
    i64 start[AT_ONCE];
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) {
        bool is_arc = i < end - first;
        source[i] = is_arc ? read(arrays.arc_source, first + i) : 0;
        delay[i] = is_arc ? arrays.delay[(u64)(first + i) * LANES + lane] : not_a_number();
    }
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) {
        bool is_edge = has_edge(source[i], to) && has_signal(delay[i]);
        u64 place = (u64)packed_node(source[i]) * LANES + (lane & 2) + other_end(source[i], to);
        start[i] = is_edge ? arrays.arrival[place] : UNDEFINED;
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
FUNCTION i64 stated_arrival(const Arrays &arrays, u32 node, u32 lane) {
    u32 low = 0, high = arrays.start_count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (read(arrays.start_node, middle) < node) low = middle + 1;
        else high = middle;
    }
    if (low == arrays.start_count || read(arrays.start_node, low) != node) return UNDEFINED;
    return read(arrays.start_arrival, (u64)low * LANES + lane);
}

// False where no constraint states an arrival beside the fan-in's.
FUNCTION bool way_of_start(const Arrays &arrays, u32 node, u32 lane, i64 worst, Way &way) {
    i64 stated = arrays.start_count == 0 ? UNDEFINED : stated_arrival(arrays, node, lane);
    if (stated == UNDEFINED) return false;
    way = {(u64)(lane / 2 == LATE ? worst - stated : stated - worst), NO_VERTEX};
    return true;
}

// Of equally cheap ways the one from the lowest (pin, transition) goes first.
FUNCTION bool is_before(const Arrays &arrays, const Way &way, const Way &other) {
    if (way.cost != other.cost) return way.cost < other.cost;
    u32 pin = read(arrays.node_pin, way.vertex / 2), other_pin = read(arrays.node_pin, other.vertex / 2);
    return pin != other_pin ? pin < other_pin : way.vertex % 2 < other.vertex % 2;
}

// An index is a vertex.
FUNCTION void forest(const Arrays &arrays, u32 vertex) {
    u32 node = vertex / 2, lane = arrays.search.split * 2 + vertex % 2;
    i64 worst = arrays.arrival[(u64)node * LANES + lane];
    u32 first = read(arrays.fanin_first, node), end = read(arrays.fanin_first, node + 1), best_arc = NONE;
    Way best = {~0ull, NO_VERTEX};
    u64 least = ~0ull;
    for (u32 arc = first; arc < end && worst != UNDEFINED; arc += AT_ONCE) {
        Way ways[AT_ONCE];
        u32 there = ways_of_arcs(arrays, arc, end, lane, worst, ways);
        UNROLL
        for (u32 i = 0; i < AT_ONCE; i++) {
            if ((there >> i & 1) == 0) continue;
            if (best_arc == NONE || is_before(arrays, ways[i], best)) {
                if (best.cost < least) least = best.cost;
                best = ways[i];
                best_arc = arc + i;
            } else if (ways[i].cost < least) {
                least = ways[i].cost;
            }
        }
    }
    Way start;
    if (best_arc != NONE && way_of_start(arrays, node, lane, worst, start)) {
        if (start.cost < best.cost) {
            least = best.cost;
            best_arc = NONE;
        } else if (start.cost < least) {
            least = start.cost;
        }
    }
    u64 code = least == ~0ull ? NO_COST : code_of(least, COST_DIGITS);
    u64 entry = best_arc == NONE ? NO_VERTEX : best.vertex;
    if (best_arc != NONE && launches(arrays, best_arc)) entry |= 1ull << 30;
    u32 place = best_arc - first < FAR_ORDINAL ? best_arc - first : FAR_ORDINAL;
    // Until `forest_way` has seen it, nothing is known of the way, and so assumed.
    arrays.search.forest[arrays.search.split][vertex] = entry | (u64)place << 31 | code << 38;
}

// Calls `work(index)` for all levels of the graph, one after the other, where each node has so many indices. Blocks run together.
template <class Work> FUNCTION void sweep_graph(const Arrays &arrays, u32 each, Work work) {
    Rendezvous meeting(arrays.rendezvous);
    for (u32 level = 0; level < arrays.search.level_count; level++) sweep_level(meeting, arrays.search.level_first, level, each, work);
}

// The cheapest other way on the whole way back, for a level after those below it.
FUNCTION void forest_way(const Arrays &arrays, u32 vertex) {
    u64 *forest = arrays.search.forest[arrays.search.split], entry = forest[vertex];
    u32 cheapest = cheapest_here(entry);
    if (!is_last(entry)) {
        u32 further = cheapest_on_way(forest[next_vertex(entry)]);
        cheapest = further < cheapest ? further : cheapest;
    }
    forest[vertex] = entry | (u64)cheapest << 51;
}

FUNCTION void sweep_forest(const Arrays &arrays) {
    sweep_graph(arrays, 2, [&](u32 vertex) { forest_way(arrays, vertex); });
}

// The arc by which a vertex's worst arrival comes; NONE where it starts.
FUNCTION u32 forest_arc(const Arrays &arrays, u64 entry, u32 vertex, u32 split) {
    if (next_vertex(entry) == NO_VERTEX) return NONE;
    u32 node = vertex / 2, lane = split * 2 + vertex % 2, first = read(arrays.fanin_first, node);
    if (ordinal(entry) != FAR_ORDINAL) return first + ordinal(entry);
    i64 worst = arrays.arrival[(u64)node * LANES + lane];
    // The first of the cheapest from that vertex.
    u64 least = ~0ull;
    u32 best_arc = NONE, end = read(arrays.fanin_first, node + 1);
    for (u32 arc = first; arc < end; arc += AT_ONCE) {
        Way ways[AT_ONCE];
        u32 there = ways_of_arcs(arrays, arc, end, lane, worst, ways);
        UNROLL
        for (u32 i = 0; i < AT_ONCE; i++) {
            if ((there >> i & 1) == 0 || ways[i].vertex != next_vertex(entry) || ways[i].cost >= least) continue;
            least = ways[i].cost;
            best_arc = arc + i;
        }
    }
    return best_arc;
}
