// The levels of the search: level L holds the paths with L deviations, in the order of ties (parent, place, arc), and each path makes
// those of the next. See `src/search.rs` for the order of the kernels.

#pragma once

#include "forest.h"
#include "primitives.h"

// Empties the bins and sets what is known at first. An index is a bin.
FUNCTION void begin_search(const Arrays &arrays, u32 index) {
    arrays.search.bins[index] = 0;
    if (index != 0) return;
    SearchState state = {};
    state.base = NO_PATH;
    state.limit = arrays.search.most;
    state.least = UNDEFINED;
    state.known = arrays.search.root_count;
    *arrays.search.state = state;
}

FUNCTION i64 required_before_cppr(const Arrays &arrays, u32 root) {
    u32 source = read(arrays.search.root_source, root), split = read(arrays.search.root_vertex, root) >> 31;
    if (source & OF_OUTPUT) return read(arrays.output_required, source & ~OF_OUTPUT);
    i64 required = arrays.check_required[source];
    if (required == UNDEFINED) return UNDEFINED;
    if (!arrays.clocks.is_on) return required;
    i64 credit = arrays.credits[source];
    return split == LATE ? required - credit : required + credit;
}

// Sets what a root requires before CPPR, and its slack; `worst(vertex, arrival)` is the arrival that counts there.
template <class Worst> FUNCTION void time_root(const Arrays &arrays, u32 root, Worst worst) {
    u32 packed = read(arrays.search.root_vertex, root), split = packed >> 31, vertex = packed & VERTEX_BITS;
    i64 arrival = arrays.arrival[(u64)(vertex / 2) * LANES + split * 2 + vertex % 2];
    i64 required = required_before_cppr(arrays, root);
    arrays.search.root_required[root] = required;
    arrays.search.root_slack[root] = slack(split, worst(vertex, arrival), required);
}

// An index is a root.
FUNCTION void time_roots(const Arrays &arrays, u32 root) {
    time_root(arrays, root, [](u32, i64 arrival) { return arrival; });
}

FUNCTION i64 root_slack(const Arrays &arrays, u32 root) {
    u32 split = read(arrays.search.root_vertex, root) >> 31;
    i64 slack = arrays.search.root_slack[root];
    bool is_wanted = (arrays.search.splits >> split & 1) != 0 && slack != UNDEFINED && slack <= arrays.search.most;
    return is_wanted ? slack : NO_PATH;
}

// Whether another root of the endpoint and split goes before this one.
FUNCTION bool is_behind(const Arrays &arrays, u32 root, i64 slack) {
    const u32 *endpoints = arrays.search.root_endpoint, *vertices = arrays.search.root_vertex;
    u32 endpoint = read(endpoints, root), split = read(vertices, root) >> 31, first = root;
    while (first > 0 && read(endpoints, first - 1) == endpoint) first--;
    for (u32 other = first; other < arrays.search.root_count && read(endpoints, other) == endpoint; other++) {
        if (read(vertices, other) >> 31 != split) continue;
        i64 there = root_slack(arrays, other);
        if (there < slack || (there == slack && other < root)) return true;
    }
    return false;
}

// The worst path of every root, those that are none included.
FUNCTION void search_roots(const Arrays &arrays) {
    i64 least = NO_PATH;
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 root = BLOCK * TILE + i;
        if (root >= arrays.search.root_count) break;
        i64 slack = root_slack(arrays, root);
        if (arrays.search.is_one_each && is_behind(arrays, root, slack)) slack = NO_PATH;
        arrays.search.slack[root] = slack;
        arrays.search.step[root] = {root, 0, NONE, read(arrays.search.root_vertex, root)};
        least = slack < least ? slack : least;
    }
    least = block_least(least);
    if (THREAD == 0 && least != NO_PATH) fetch_least(&arrays.search.state->base, least);
}

// The root of a path.
FUNCTION u32 root_of(const Arrays &arrays, u32 path) {
    PathStep step = arrays.search.step[path];
    while (path >= arrays.search.roots) {
        path = step.parent;
        step = arrays.search.step[path];
    }
    return step.parent;
}

// Whether a path can have children of at most some slack; then where their places begin.
FUNCTION bool is_parent_within(const Arrays &arrays, u32 path, i64 limit, Place &begin) {
    if (arrays.search.slack[path] > limit) return false;
    PathStep step = arrays.search.step[path];
    begin = {step.vertex, path < arrays.search.roots ? 0 : step.place + 1};
    return (step.vertex & ENDED) == 0;
}

FUNCTION bool is_parent(const Arrays &arrays, u32 path, Place &begin) {
    return is_parent_within(arrays, path, arrays.search.state->limit, begin);
}

// Calls `visit(place, arc, vertex, slack)` for every child that a path has by other ways into a place, as long as it says true.
template <class Visit>
FUNCTION bool children_at(const Arrays &arrays, Place here, u64 entry, i64 slack, u64 room, Visit visit) {
    u32 split = here.vertex >> 31, vertex = here.vertex & VERTEX_BITS, node = vertex / 2, lane = split * 2 + vertex % 2;
    i64 worst = arrays.arrival[(u64)node * LANES + lane], least = arrays.search.state->least;
    u32 taken = forest_arc(arrays, entry, vertex, split), end = read(arrays.fanin_first, node + 1);
    for (u32 arc = read(arrays.fanin_first, node); arc < end; arc += AT_ONCE) {
        Way ways[AT_ONCE];
        u32 there = ways_of_arcs(arrays, arc, end, lane, worst, ways);
        UNROLL
        for (u32 i = 0; i < AT_ONCE; i++) {
            if ((there >> i & 1) == 0 || arc + i == taken || ways[i].cost > room) continue;
            i64 total = slack + (i64)ways[i].cost;
            if (total >= least && !visit(here, arc + i, ways[i].vertex | split << 31, total)) return false;
        }
    }
    Way start;
    if (taken == NONE || !way_of_start(arrays, node, lane, worst, start) || start.cost > room) return true;
    i64 total = slack + (i64)start.cost;
    return total < least || visit(here, NONE, here.vertex, total);
}

// The same for all places from one on, in the order of ties: of children of at most some slack.
template <class Visit>
FUNCTION void children_within(const Arrays &arrays, u32 path, i64 limit, Place here, Visit visit) {
    i64 slack = arrays.search.slack[path];
    const u64 *forest = arrays.search.forest[here.vertex >> 31];
    u64 room = (u64)limit - (u64)slack;
    u32 most = code_of(room, COST_DIGITS);
    for (;; here.steps++) {
        u64 entry = forest[here.vertex & VERTEX_BITS];
        if (cheapest_on_way(entry) > most) return;
        if (cheapest_here(entry) <= most && !children_at(arrays, here, entry, slack, room, visit)) return;
        if (is_last(entry)) return;
        here.vertex = next_vertex(entry) | (here.vertex & SPLIT);
    }
}

// Ways back ranked before CPPR: calls `visit` for every child of a path of at most some slack.
struct BeforeCppr {
    template <class Visit>
    static METHOD void children(const Arrays &arrays, u32 path, i64 limit, Place here, Visit visit) {
        children_within(arrays, path, limit, here, visit);
    }
};

// The same within the limits of the search.
template <class Ways, class Visit> FUNCTION void children(const Arrays &arrays, u32 path, Place here, Visit visit) {
    Ways::children(arrays, path, arrays.search.state->limit, here, visit);
}

// How many children each path of the level has, and where the first of them leaves it.
template <class Ways> FUNCTION void count_children(const Arrays &arrays) {
    SHARED u32 counts[TILE];
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 number = BLOCK * TILE + i, path = arrays.search.first + number, count = 0;
        Place begin;
        if (path < arrays.search.end && is_parent(arrays, path, begin)) {
            Place first = begin;
            children<Ways>(arrays, path, begin, [&](Place here, u32, u32, i64) {
                if (count == 0) first = here;
                return ++count != 0xffffffffu;
            });
            if (number < arrays.search.kept_room) arrays.search.first_place[number] = first;
        }
        if (path < arrays.search.end) arrays.search.count[path] = count;
        counts[i] = count;
    }
    u64 total = scan_tile(counts);
    if (THREAD == 0) arrays.search.tile[BLOCK] = total;
}

FUNCTION void count_children(const Arrays &arrays) { count_children<BeforeCppr>(arrays); }

// Where each tile's children go, and whether all have room. One block.
FUNCTION void scan_children(const Arrays &arrays) {
    u64 total = scan_all(arrays.search.tile, (arrays.search.end - arrays.search.first + TILE - 1) / TILE);
    if (THREAD != 0) return;
    u64 taken = arrays.search.is_capped != 0 && total > arrays.search.cap ? arrays.search.cap : total;
    bool is_fitting = taken <= arrays.search.room - arrays.search.known;
    arrays.search.state->total = total;
    arrays.search.state->is_fitting = is_fitting ? 1 : 0;
    arrays.search.state->known = arrays.search.known + (is_fitting ? (u32)taken : 0);
}

// Writes the children behind all that is known, if they have room.
template <class Ways> FUNCTION void write_children(const Arrays &arrays) {
    SHARED u32 places[TILE];
    if (arrays.search.state->is_fitting == 0) return;
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 path = arrays.search.first + BLOCK * TILE + i;
        places[i] = path < arrays.search.end ? arrays.search.count[path] : 0;
    }
    scan_tile(places);
    u64 before = arrays.search.tile[BLOCK], known = arrays.search.state->known;
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 number = BLOCK * TILE + i, path = arrays.search.first + number;
        u32 count = path < arrays.search.end ? arrays.search.count[path] : 0;
        u64 at = arrays.search.known + before + places[i], end = at + count < known ? at + count : known;
        Place begin;
        if (at >= end || !is_parent(arrays, path, begin)) continue;
        if (number < arrays.search.kept_room) begin = arrays.search.first_place[number];
        children<Ways>(arrays, path, begin, [&](Place here, u32 arc, u32 vertex, i64 slack) {
            bool is_ended = arc == NONE || launches(arrays, arc);
            arrays.search.slack[at] = slack;
            arrays.search.step[at] = {path, here.steps, arc, is_ended ? vertex | ENDED : vertex};
            return ++at < end;
        });
    }
}

FUNCTION void write_children(const Arrays &arrays) { write_children<BeforeCppr>(arrays); }

// The limits for a level whose ties alone are too many: what is below the threshold (round 0), what is at it (1), and for the children of
// both (2). An index is 0.
FUNCTION void split_ties(const Arrays &arrays, u32) {
    SearchState *state = arrays.search.state;
    bool is_at = arrays.search.round == 1;
    state->limit = is_at ? state->threshold : state->threshold - 1;
    state->least = is_at ? state->threshold : UNDEFINED;
}
