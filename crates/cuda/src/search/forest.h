// The tree of worst arrivals, a split at a time: twin of `Search::rank` in `paths`.
//
// An entry says by which arc a vertex's worst arrival comes, what the cheapest other way into it costs, and what the cheapest costs on
// the whole way back from it: 8 bytes, so that a step of a walk is one load.

#pragma once

#include "codes.h"
#include "graph.h"

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

// An index is a vertex.
FUNCTION void forest(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results,
                     const SearchArrays &search, u32 vertex) {
    u32 node = vertex / 2, lane = search.split * 2 + vertex % 2;
    i64 worst = results.arrival[(u64)node * LANES + lane];
    u32 first = read(graph.fanin_first, node), end = read(graph.fanin_first, node + 1), best_arc = NONE;
    Way best = {~0ull, NO_VERTEX};
    u64 least = ~0ull;
    for (u32 arc = first; arc < end && worst != UNDEFINED; arc += AT_ONCE) {
        Way ways[AT_ONCE];
        u32 there = ways_of_arcs(graph, results, arc, end, lane, worst, ways);
        UNROLL
        for (u32 i = 0; i < AT_ONCE; i++) {
            if ((there >> i & 1) == 0) continue;
            if (best_arc == NONE || is_before(graph, ways[i], best)) {
                if (best.cost < least) least = best.cost;
                best = ways[i];
                best_arc = arc + i;
            } else if (ways[i].cost < least) {
                least = ways[i].cost;
            }
        }
    }
    Way start;
    if (best_arc != NONE && way_of_start(constraints, results, node, lane, worst, start)) {
        if (start.cost < best.cost) {
            least = best.cost;
            best_arc = NONE;
        } else if (start.cost < least) {
            least = start.cost;
        }
    }
    u64 code = least == ~0ull ? NO_COST : code_of(least, COST_DIGITS);
    u64 entry = best_arc == NONE ? NO_VERTEX : best.vertex;
    if (best_arc != NONE && launches(graph, best_arc)) entry |= 1ull << 30;
    u32 place = best_arc - first < FAR_ORDINAL ? best_arc - first : FAR_ORDINAL;
    // Until `forest_way` has seen it, nothing is known of the way, and so assumed.
    search.forest[search.split][vertex] = entry | (u64)place << 31 | code << 38;
}

// The cheapest other way on the whole way back, for a level after those below it.
FUNCTION void forest_way(const SearchArrays &search, u32 vertex) {
    u64 *forest = search.forest[search.split], entry = forest[vertex];
    u32 cheapest = cheapest_here(entry);
    if (!is_last(entry)) {
        u32 further = cheapest_on_way(forest[next_vertex(entry)]);
        cheapest = further < cheapest ? further : cheapest;
    }
    forest[vertex] = entry | (u64)cheapest << 51;
}

FUNCTION void sweep_forest(const BlockArrays &blocks, const SearchArrays &search) {
    sweep_graph(blocks, search, 2, [&](u32 vertex) { forest_way(search, vertex); });
}

// The arc by which a vertex's worst arrival comes; NONE where it starts.
FUNCTION u32 forest_arc(const GraphArrays &graph, const ResultArrays &results, u64 entry, u32 vertex, u32 split) {
    if (next_vertex(entry) == NO_VERTEX) return NONE;
    u32 node = vertex / 2, lane = split * 2 + vertex % 2, first = read(graph.fanin_first, node);
    if (ordinal(entry) != FAR_ORDINAL) return first + ordinal(entry);
    i64 worst = results.arrival[(u64)node * LANES + lane];
    // The first of the cheapest from that vertex.
    u64 least = ~0ull;
    u32 best_arc = NONE, end = read(graph.fanin_first, node + 1);
    for (u32 arc = first; arc < end; arc += AT_ONCE) {
        Way ways[AT_ONCE];
        u32 there = ways_of_arcs(graph, results, arc, end, lane, worst, ways);
        UNROLL
        for (u32 i = 0; i < AT_ONCE; i++) {
            if ((there >> i & 1) == 0 || ways[i].vertex != next_vertex(entry) || ways[i].cost >= least) continue;
            least = ways[i].cost;
            best_arc = arc + i;
        }
    }
    return best_arc;
}
