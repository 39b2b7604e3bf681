// The levels of the search: level L holds the paths with L deviations, in the order of ties (parent, place, arc), and each path makes
// those of the next. See `src/search.rs` for the order of the kernels.

#pragma once

#include "forest.h"

// Empties the bins and sets what is known at first. An index is a bin.
FUNCTION void begin_search(const SearchArrays &arrays, u32 index) {
    arrays.bins[index] = 0;
    if (index != 0) return;
    SearchState state = {};
    state.base = NO_PATH;
    state.limit = arrays.most;
    state.least = UNDEFINED;
    state.known = arrays.root_count;
    *arrays.state = state;
}

// Before CPPR.
FUNCTION i64 root_required(const SearchArrays &arrays, u32 root) {
    u32 source = read(arrays.root_source, root), split = read(arrays.root_vertex, root) >> 31;
    if (source & OF_OUTPUT) return read(arrays.output_required, source & ~OF_OUTPUT);
    i64 required = arrays.check_required[source];
    if (required == UNDEFINED) return UNDEFINED;
    i64 credit = arrays.credits[source];
    return split == LATE ? required - credit : required + credit;
}

FUNCTION i64 root_slack(const SearchArrays &arrays, u32 root) {
    u32 packed = read(arrays.root_vertex, root), split = packed >> 31, vertex = packed & VERTEX_BITS;
    if ((arrays.splits >> split & 1) == 0) return NO_PATH;
    i64 arrival = arrays.arrival[(u64)(vertex / 2) * LANES + split * 2 + vertex % 2];
    i64 room = slack(split, arrival, root_required(arrays, root));
    return room == UNDEFINED || room > arrays.most ? NO_PATH : room;
}

// The worst path of every root, those that are none included.
FUNCTION void search_roots(const SearchArrays &arrays) {
    i64 least = NO_PATH;
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 root = BLOCK * TILE + i;
        if (root >= arrays.root_count) break;
        i64 slack = root_slack(arrays, root);
        arrays.slack[root] = slack;
        arrays.step[root] = {root, 0, NONE, read(arrays.root_vertex, root)};
        least = slack < least ? slack : least;
    }
    least = block_least(least);
    if (THREAD == 0 && least != NO_PATH) lower(&arrays.state->base, least);
}

// Calls `visit(place, arc, vertex, slack)` for every child of a path within the limits, in the order of ties, as long as it says true.
template <class Visit> FUNCTION void children(const SearchArrays &arrays, u32 path, Visit visit) {
    i64 slack = arrays.slack[path], limit = arrays.state->limit, least = arrays.state->least;
    if (slack > limit) return;
    PathStep step = arrays.step[path];
    if (step.vertex & ENDED) return;
    u32 split = step.vertex >> 31, vertex = step.vertex & VERTEX_BITS;
    u32 place = path < arrays.roots ? 0 : step.place + 1;
    const u64 *forest = arrays.forest[split];
    u64 room = (u64)limit - (u64)slack;
    u32 most = code_of(room, COST_DIGITS);
    for (;; place++) {
        u64 entry = forest[vertex];
        if (cheapest_on_way(entry) > most) return;
        if (cheapest_here(entry) <= most) {
            u32 node = vertex / 2, lane = split * 2 + vertex % 2;
            i64 worst = arrays.arrival[(u64)node * LANES + lane];
            u32 taken = forest_arc(arrays, entry, vertex, split), end = read(arrays.fanin_first, node + 1);
            Way way;
            for (u32 arc = read(arrays.fanin_first, node); arc < end; arc++) {
                if (arc == taken || !way_of_arc(arrays, arc, lane, worst, way) || way.cost > room) continue;
                i64 there = slack + (i64)way.cost;
                if (there >= least && !visit(place, arc, way.vertex | split << 31, there)) return;
            }
            if (taken != NONE && way_of_start(arrays, node, lane, worst, way) && way.cost <= room) {
                i64 there = slack + (i64)way.cost;
                if (there >= least && !visit(place, NONE, vertex | split << 31, there)) return;
            }
        }
        if (is_last(entry)) return;
        vertex = next_vertex(entry);
    }
}

// How many children each path of the level has.
FUNCTION void count_children(const SearchArrays &arrays) {
    SHARED u32 counts[TILE];
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 path = arrays.first + BLOCK * TILE + i, count = 0;
        if (path < arrays.end) {
            children(arrays, path, [&](u32, u32, u32, i64) { return ++count != 0xffffffffu; });
            arrays.count[path] = count;
        }
        counts[i] = count;
    }
    u64 total = scan_tile(counts);
    if (THREAD == 0) arrays.tile[BLOCK] = total;
}

// Where each tile's children go, and whether all have room. One block.
FUNCTION void scan_children(const SearchArrays &arrays) {
    u64 total = scan_all(arrays.tile, (arrays.end - arrays.first + TILE - 1) / TILE);
    if (THREAD != 0) return;
    u64 taken = arrays.is_capped != 0 && total > arrays.cap ? arrays.cap : total;
    bool is_fitting = taken <= arrays.room - arrays.known;
    arrays.state->total = total;
    arrays.state->is_fitting = is_fitting ? 1 : 0;
    arrays.state->known = arrays.known + (is_fitting ? (u32)taken : 0);
}

// Writes the children behind all that is known, if they have room.
FUNCTION void write_children(const SearchArrays &arrays) {
    SHARED u32 places[TILE];
    if (arrays.state->is_fitting == 0) return;
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 path = arrays.first + BLOCK * TILE + i;
        places[i] = path < arrays.end ? arrays.count[path] : 0;
    }
    scan_tile(places);
    u64 before = arrays.tile[BLOCK], known = arrays.state->known;
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 path = arrays.first + BLOCK * TILE + i;
        u32 count = path < arrays.end ? arrays.count[path] : 0;
        u64 at = arrays.known + before + places[i], end = at + count < known ? at + count : known;
        if (at >= end) continue;
        children(arrays, path, [&](u32 place, u32 arc, u32 vertex, i64 slack) {
            bool is_ended = arc == NONE || launches(arrays, arc);
            arrays.slack[at] = slack;
            arrays.step[at] = {path, place, arc, is_ended ? vertex | ENDED : vertex};
            return ++at < end;
        });
    }
}

// The limits for a level whose ties alone are too many: what is below the threshold (round 0), what is at it (1), and for the children of
// both (2). An index is 0.
FUNCTION void split_ties(const SearchArrays &arrays, u32) {
    SearchState *state = arrays.state;
    bool is_at = arrays.round == 1;
    state->limit = is_at ? state->threshold : state->threshold - 1;
    state->least = is_at ? state->threshold : UNDEFINED;
}
