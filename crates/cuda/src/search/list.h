// The sorted list of paths, and the pins of each.

#pragma once

#include "search.h"

FUNCTION u32 listed(const SearchArrays &search, u32 place) { return search.item[search.turn % 2][place]; }

// An index is a place in the list, in each of these.
FUNCTION void rank_paths(const SearchArrays &search, u32 place) { search.rank[listed(search, place)] = place; }

FUNCTION void list_paths(const SearchArrays &search, u32 place) {
    u32 path = listed(search, place);
    PathStep step = search.step[path];
    bool is_root = path < search.roots;
    search.out_slack[place] = search.slack[path];
    search.out_parent[place] = is_root ? NONE : search.rank[step.parent];
    search.out_place[place] = is_root ? NONE : place_of(step);
    search.out_arc[place] = is_root ? NONE : step.arc;
    search.out_root[place] = root_of(search, path);
}

// A step back. Its arc is the sum of two numbers, so that nobody has to wait for the first, which is read far away, before the next step: to
// write out ten million paths takes 7% longer with one.
struct Step {
    u32 first; // NONE where a path starts
    u32 ordinal;
    u32 vertex;
    bool is_launched; // A clock launches there: the path starts at that vertex.

    METHOD u32 arc() const { return first + ordinal; }
};

// A step back by the forest.
FUNCTION Step forest_step(const GraphArrays &graph, const ResultArrays &results, const SearchArrays &search, u32 vertex, u32 split) {
    u64 entry = search.forest[split][vertex];
    Step step = {NONE, 0, next_vertex(entry), is_launched(entry)};
    if (step.vertex == NO_VERTEX) return step;
    if (ordinal(entry) == FAR_ORDINAL) {
        step.first = forest_arc(graph, results, entry, vertex, split);
    } else {
        step.first = read(graph.fanin_first, vertex / 2);
        step.ordinal = ordinal(entry);
    }
    return step;
}

// Vertices from where a path leaves its parent to its start.
FUNCTION u32 own_length(const SearchArrays &search, u32 path, const PathStep &step) {
    bool is_root = path < search.roots;
    if (!is_root && step.arc == NONE) return 0;
    if (step.vertex & ENDED) return 1;
    const u64 *forest = search.forest[step.vertex >> 31];
    u32 count = 1, vertex = step.vertex & VERTEX_BITS;
    for (;; count++) {
        u64 entry = forest[vertex];
        if (next_vertex(entry) == NO_VERTEX) return count;
        if (is_launched(entry)) return count + 1;
        vertex = next_vertex(entry);
    }
}

// Numbers of vertices, and their sums before each path in its tile and before each tile. `own_length(place, path, step)` is that after where a path
// leaves its parent.
template <class Length> FUNCTION void measure_each(const BlockArrays &blocks, const SearchArrays &search, Length own_length) {
    SHARED u32 lengths[TILE];
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 place = BLOCK * TILE + i, length = 0;
        if (place < search.known) {
            u32 path = listed(search, place);
            PathStep step = search.step[path];
            length = own_length(place, path, step) + (path < search.roots ? 0 : place_of(step) + 1);
        }
        lengths[i] = length;
        if (place < search.known) search.length[place] = length;
    }
    u64 total = scan_tile(lengths);
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 place = BLOCK * TILE + i;
        if (place < search.known) search.offset[place] = lengths[i];
    }
    if (THREAD == 0) search.tile[BLOCK] = total;
    scan_by_last(blocks.ticket, search.tile, BLOCKS, [&](u64 total) {
        search.offset[search.known] = total;
        search.state->total = total;
    });
}

FUNCTION void measure_paths(const BlockArrays &blocks, const SearchArrays &search) {
    measure_each(blocks, search, [&](u32, u32 path, const PathStep &step) { return own_length(search, path, step); });
}

FUNCTION void place_paths(const SearchArrays &search, u32 place) { search.offset[place] += search.tile[place / TILE]; }

// Vertices, or arcs, that are written together.
struct ALIGNED(16) Four {
    u32 at[4];
};

// Writes `count` vertices of a path with their arcs from `top` down, where no more are before a multiple of four: the first is
// `vertex`, whose step back comes by `back(vertex)`. The last of all, if it is among them, has `arc`. Returns the vertex that follows.
template <class Back>
FUNCTION u32 write_four(const SearchArrays &search, u64 top, u32 count, u32 vertex, bool has_last, u32 arc, Back back) {
    Four vertices = {}, firsts = {}, ordinals = {};
    UNROLL
    for (u32 i = 0; i < 4; i++) {
        if (i >= count) break;
        Step step = {arc, 0, vertex, false};
        if (!has_last || i + 1 < count) step = back(vertex);
        vertices.at[3 - i] = vertex;
        firsts.at[3 - i] = step.first;
        ordinals.at[3 - i] = step.ordinal;
        vertex = step.vertex;
    }
    UNROLL
    for (u32 i = 0; i < 4; i++) firsts.at[i] += ordinals.at[i];
    if (count == 4) {
        *(Four *)(search.vertices + top - 3) = vertices;
        *(Four *)(search.arcs + top - 3) = firsts;
        return vertex;
    }
    UNROLL
    for (u32 i = 0; i < 3; i++) {
        if (i >= count) break;
        search.vertices[top - i] = vertices.at[3 - i];
        search.arcs[top - i] = firsts.at[3 - i];
    }
    return vertex;
}

// Writes a path's own vertices: those from `first` to before `stop`, counted from the root, which is at `last`. The arc by which the last of them
// is reached is `arc`: there what is written already leaves the path, or it starts there.
template <class Back>
FUNCTION void write_own(const SearchArrays &search, u64 last, u32 first, u32 stop, u32 vertex, u32 arc, Back back) {
    for (u32 place = first; place < stop;) {
        u64 top = last - place;
        u32 left = stop - place, count = (u32)(top % 4) + 1;
        if (count > left) count = left;
        vertex = write_four(search, top, count, vertex, count == left, arc, back);
        place += count;
    }
}

// The vertices of a path from its start to its end, each with the arc by which it is reached. An index is a place in the list, `from` the
// first of those that are written. `write_own(step, last, first, stop, arc)` does so with those that a path has not in common with its
// parent.
template <class WriteOwn> FUNCTION void write_each(const SearchArrays &search, u32 index, WriteOwn write_own) {
    u64 offset = search.offset[index] - search.offset[search.from];
    u32 path = listed(search, index), stop = search.length[index], arc = NONE;
    u64 last = offset + stop - 1;
    for (;;) {
        PathStep step = search.step[path];
        bool is_root = path < search.roots;
        u32 first = is_root ? 0 : place_of(step) + 1;
        write_own(step, last, first, stop, arc);
        if (is_root) return;
        arc = step.arc;
        stop = first;
        path = step.parent;
    }
}

// By the forest.
FUNCTION void write_plain(const GraphArrays &graph, const ResultArrays &results, const SearchArrays &search,
                          const PathStep &step, u64 last, u32 first, u32 stop, u32 arc) {
    u32 split = step.vertex >> 31;
    auto back = [&](u32 vertex) { return forest_step(graph, results, search, vertex, split); };
    write_own(search, last, first, stop, step.vertex & VERTEX_BITS, arc, back);
}

FUNCTION void write_steps(const GraphArrays &graph, const ResultArrays &results, const SearchArrays &search, u32 index) {
    write_each(search, index, [&](const PathStep &step, u64 last, u32 first, u32 stop, u32 arc) {
        write_plain(graph, results, search, step, last, first, stop, arc);
    });
}
