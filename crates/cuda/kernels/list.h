// The sorted list of paths, and the pins of each.

#pragma once

#include "search.h"

FUNCTION u32 listed(const Arrays &arrays, u32 place) { return arrays.search.item[arrays.search.turn % 2][place]; }

// An index is a place in the list, in each of these but `write_steps`.
FUNCTION void rank_paths(const Arrays &arrays, u32 place) { arrays.search.rank[listed(arrays, place)] = place; }

FUNCTION void list_paths(const Arrays &arrays, u32 place) {
    u32 path = listed(arrays, place);
    PathStep step = arrays.search.step[path];
    bool is_root = path < arrays.search.roots;
    arrays.search.out_slack[place] = arrays.search.slack[path];
    arrays.search.out_parent[place] = is_root ? NONE : arrays.search.rank[step.parent];
    arrays.search.out_place[place] = is_root ? NONE : step.place;
    arrays.search.out_arc[place] = is_root ? NONE : step.arc;
    arrays.search.out_root[place] = root_of(arrays, path);
}

// Vertices from where a path leaves its parent to its start.
FUNCTION u32 own_length(const Arrays &arrays, u32 path, const PathStep &step) {
    bool is_root = path < arrays.search.roots;
    if (!is_root && step.arc == NONE) return 0;
    if (step.vertex & ENDED) return 1;
    const u64 *forest = arrays.search.forest[step.vertex >> 31];
    u32 count = 1, vertex = step.vertex & VERTEX_BITS;
    for (;; count++) {
        u64 entry = forest[vertex];
        if (next_vertex(entry) == NO_VERTEX) return count;
        if (is_launched(entry)) return count + 1;
        vertex = next_vertex(entry);
    }
}

// Numbers of vertices, and their sums before each path in its tile.
FUNCTION void measure_paths(const Arrays &arrays) {
    SHARED u32 lengths[TILE];
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 place = BLOCK * TILE + i, length = 0;
        if (place < arrays.search.known) {
            u32 path = listed(arrays, place);
            PathStep step = arrays.search.step[path];
            length = own_length(arrays, path, step) + (path < arrays.search.roots ? 0 : step.place + 1);
        }
        lengths[i] = length;
        if (place < arrays.search.known) arrays.search.length[place] = length;
    }
    u64 total = scan_tile(lengths);
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 place = BLOCK * TILE + i;
        if (place < arrays.search.known) arrays.search.offset[place] = lengths[i];
    }
    if (THREAD == 0) arrays.search.tile[BLOCK] = total;
}

// One block.
FUNCTION void scan_lengths(const Arrays &arrays) {
    u64 total = scan_all(arrays.search.tile, (arrays.search.known + TILE - 1) / TILE);
    if (THREAD == 0) {
        arrays.search.offset[arrays.search.known] = total;
        arrays.search.state->total = total;
    }
}

FUNCTION void place_paths(const Arrays &arrays, u32 place) { arrays.search.offset[place] += arrays.search.tile[place / TILE]; }

// The vertices of a path from its start to its end, each with the arc by which it is reached. An index is a place in the list, `from` the
// first of those that are written.
FUNCTION void write_steps(const Arrays &arrays, u32 index) {
    u64 offset = arrays.search.offset[index] - arrays.search.offset[arrays.search.from];
    u32 path = listed(arrays, index), stop = arrays.search.length[index];
    // The last place, so that places count from the root.
    u64 last = offset + stop - 1;
    for (;;) {
        PathStep step = arrays.search.step[path];
        bool is_root = path < arrays.search.roots;
        u32 split = step.vertex >> 31, vertex = step.vertex & VERTEX_BITS;
        const u64 *forest = arrays.search.forest[split];
        for (u32 place = is_root ? 0 : step.place + 1; place < stop; place++) {
            arrays.search.vertices[last - place] = vertex;
            if (place + 1 == stop) {
                // Its arc is that of the deviation there, or it is the start.
                if (stop == arrays.search.length[index]) arrays.search.arcs[last - place] = NONE;
                break;
            }
            u64 entry = forest[vertex];
            arrays.search.arcs[last - place] = forest_arc(arrays, entry, vertex, split);
            vertex = next_vertex(entry);
        }
        if (is_root) return;
        arrays.search.arcs[last - step.place] = step.arc;
        stop = step.place + 1;
        path = step.parent;
    }
}
