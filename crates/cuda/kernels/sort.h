// A stable sort of the kept paths by slack, eight bits a turn from the lowest (LSD radix sort). Turns read and write in alternation.

#pragma once

#include "search_arrays.h"

#define DIGITS 256
#define SORT_TILE 4096
static_assert(DIGITS == TILE, "starts are summed as a tile");

FUNCTION void sort_keys(const SearchArrays &arrays, u32 path) {
    arrays.key[0][path] = (u64)arrays.slack[path] - (u64)arrays.state->base;
    arrays.item[0][path] = path;
}

// DIGITS: there is none.
FUNCTION u32 digit(const SearchArrays &arrays, u32 place) {
    if (place >= arrays.known) return DIGITS;
    return (u32)(arrays.key[arrays.turn % 2][place] >> (8 * arrays.turn)) & (DIGITS - 1);
}

FUNCTION u32 sort_tiles(const SearchArrays &arrays) { return (arrays.known + SORT_TILE - 1) / SORT_TILE; }

FUNCTION void sort_count(const SearchArrays &arrays) {
    SHARED u32 counts[DIGITS];
    for (u32 i = THREAD; i < DIGITS; i += THREADS) counts[i] = 0;
    barrier();
    for (u32 i = THREAD; i < SORT_TILE; i += THREADS) {
        u32 value = digit(arrays, BLOCK * SORT_TILE + i);
        if (value < DIGITS) add(&counts[value], 1);
    }
    barrier();
    u32 tiles = sort_tiles(arrays);
    for (u32 i = THREAD; i < DIGITS; i += THREADS) arrays.digits[(u64)i * tiles + BLOCK] = counts[i];
}

// Where in its digit's range each tile starts. A block a digit.
FUNCTION void sort_offsets(const SearchArrays &arrays) {
    u32 tiles = sort_tiles(arrays);
    u32 *row = arrays.digits + (u64)BLOCK * tiles;
    u64 carry = 0;
    for (u32 first = 0; first < tiles; first += THREADS) {
        u32 at = first + THREAD, value = at < tiles ? row[at] : 0;
        u64 total, before = sum_before(value, total);
        if (at < tiles) row[at] = (u32)(carry + before);
        carry += total;
    }
    if (THREAD == 0) arrays.digit_first[BLOCK] = carry;
}

// Each warp has a part of the tile. `next` is where its next item of each digit goes.
FUNCTION void sort_scatter(const SearchArrays &arrays) {
    SHARED u32 starts[DIGITS];
    SHARED u32 next[MOST_WARPS * DIGITS];
    for (u32 i = THREAD; i < DIGITS; i += THREADS) starts[i] = (u32)arrays.digit_first[i];
    for (u32 i = THREAD; i < WARPS * DIGITS; i += THREADS) next[i] = 0;
    scan_tile(starts);
    u32 *mine = next + MY_WARP * DIGITS, part = SORT_TILE / WARPS, first = BLOCK * SORT_TILE + MY_WARP * part;
    for (u32 i = LANE; i < part; i += WARP) {
        u32 value = digit(arrays, first + i);
        if (value < DIGITS) add(&mine[value], 1);
    }
    barrier();
    u32 tiles = sort_tiles(arrays);
    for (u32 i = THREAD; i < DIGITS; i += THREADS) {
        u32 place = starts[i] + arrays.digits[(u64)i * tiles + BLOCK];
        for (u32 warp = 0; warp < WARPS; warp++) {
            u32 count = next[warp * DIGITS + i];
            next[warp * DIGITS + i] = place;
            place += count;
        }
    }
    barrier();
    u32 turn = arrays.turn % 2;
    for (u32 i = LANE; i < part; i += WARP) {
        u32 value = digit(arrays, first + i), same = peers(value);
        u32 before = ones(same & ((1u << LANE) - 1));
        u32 place = value < DIGITS ? mine[value] + before : 0;
        warp_barrier();
        if (value < DIGITS) {
            if (before == 0) mine[value] += ones(same);
            arrays.key[turn ^ 1][place] = arrays.key[turn][first + i];
            arrays.item[turn ^ 1][place] = arrays.item[turn][first + i];
        }
        warp_barrier();
    }
}
