// Stable radix sorts, from the lowest digit on (Satish, Harris, Garland, IPDPS 2009). A turn counts digits tile by tile, adds the counts
// up (`scan.h`), and moves items to their places. What is sorted, and by which digits, is said by those that call.

#pragma once

#include "arrays.h"
#include "primitives.h"

// A block has counters for each digit, and for each of its warps.
#define MOST_COUNTERS 2048

// A block takes the tile of `size` items from `size` × BLOCK on. `digit_of(place)` is below `digits`, or NONE where there is no item.
template <class DigitOf> FUNCTION void count_digits(const ScanArrays &scan, u32 size, u32 digits, DigitOf digit_of) {
    SHARED u32 counts[MOST_COUNTERS];
    for (u32 digit = THREAD; digit < digits; digit += THREADS) counts[digit] = 0;
    barrier();
    for (u32 i = THREAD; i < size; i += THREADS) {
        u32 digit = digit_of(BLOCK * size + i);
        if (digit != NONE) fetch_add(&counts[digit], 1u);
    }
    barrier();
    for (u32 digit = THREAD; digit < digits; digit += THREADS) scan.values[(u64)digit * BLOCKS + BLOCK] = counts[digit];
}

// Where the first item of each digit goes, of the part of the tile that each warp has.
template <class DigitOf>
FUNCTION void place_parts(const ScanArrays &scan, u32 first, u32 part, u32 digits, u32 *next, DigitOf digit_of) {
    u32 *mine = next + MY_WARP * digits;
    for (u32 i = THREAD; i < WARPS * digits; i += THREADS) next[i] = 0;
    barrier();
    for (u32 i = LANE; i < part && WARPS > 1; i += WARP) {
        u32 digit = digit_of(first + i);
        if (digit != NONE) fetch_add(&mine[digit], 1u);
    }
    barrier();
    for (u32 digit = THREAD; digit < digits; digit += THREADS) {
        u32 place = scan.values[(u64)digit * BLOCKS + BLOCK];
        for (u32 warp = 0; warp < WARPS; warp++) {
            u32 count = next[warp * digits + digit];
            next[warp * digits + digit] = place;
            place += count;
        }
    }
    barrier();
}

// Calls `move(from, to)` for each item of the tile.
template <class DigitOf, class Move>
FUNCTION void place_digits(const ScanArrays &scan, u32 size, u32 digits, DigitOf digit_of, Move move) {
    SHARED u32 next[MOST_COUNTERS];
    u32 *mine = next + MY_WARP * digits, part = size / WARPS, first = BLOCK * size + MY_WARP * part;
    place_parts(scan, first, part, digits, next, digit_of);
    for (u32 i = LANE; i < part; i += WARP) {
        u32 digit = digit_of(first + i), alike = lanes_alike(digit);
        u32 before = ones(alike & ((1u << LANE) - 1));
        u32 place = digit == NONE ? 0 : mine[digit] + before;
        warp_barrier();
        if (digit != NONE && before == 0) mine[digit] += ones(alike);
        if (digit != NONE) move(first + i, place);
        warp_barrier();
    }
}
