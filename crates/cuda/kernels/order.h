// Pins in the order of levels, and of a level in their own: a radix sort, stable, from the lowest digit on (Satish, Harris, Garland, IPDPS
// 2009). A tile of pins belongs to a block of one warp.

#pragma once

#include "arrays.h"
#include "primitives.h"

#define TILE 2048
#define MOST_DIGITS 2048

FUNCTION u32 pin_at(const LevelArrays &levels, u32 place) {
    return levels.order_before == 0 ? place : levels.order_before[place];
}

FUNCTION u32 digit_of(const LevelArrays &levels, u32 pin) {
    return levels.level[pin] >> levels.digit_shift & ((1u << levels.digit_bits) - 1);
}

// An index is 32 × tile + thread.
FUNCTION void count_digits(const Arrays &arrays, u32, bool) {
    SHARED u32 counts[MOST_DIGITS];
    const LevelArrays &levels = arrays.levels;
    u32 digits = 1u << levels.digit_bits, first = BLOCK * TILE;
    for (u32 digit = THREAD; digit < digits; digit += THREADS) counts[digit] = 0;
    barrier();
    for (u32 place = first + THREAD; place < first + TILE && place < levels.pins; place += THREADS) {
        fetch_add(&counts[digit_of(levels, pin_at(levels, place))], 1u);
    }
    barrier();
    for (u32 digit = THREAD; digit < digits; digit += THREADS) {
        arrays.scan.values[(u64)digit * levels.tiles + BLOCK] = counts[digit];
    }
}

// An index is 32 × tile + thread.
FUNCTION void place_digits(const Arrays &arrays, u32, bool) {
    SHARED u32 next[MOST_DIGITS];
    const LevelArrays &levels = arrays.levels;
    u32 digits = 1u << levels.digit_bits, first = BLOCK * TILE;
    for (u32 digit = THREAD; digit < digits; digit += THREADS) {
        next[digit] = arrays.scan.values[(u64)digit * levels.tiles + BLOCK];
    }
    barrier();
    for (u32 base = first; base < first + TILE && base < levels.pins; base += THREADS) {
        bool is_in = base + THREAD < levels.pins;
        u32 pin = is_in ? pin_at(levels, base + THREAD) : 0;
        u32 digit = is_in ? digit_of(levels, pin) : NONE;
        u32 same = warp_matches(digit), before = ones(same & ((1u << THREAD) - 1));
        u32 place = is_in ? next[digit] + before : 0;
        barrier();
        if (is_in && before == 0) next[digit] += ones(same);
        barrier();
        if (is_in) levels.order[place] = pin, levels.place[pin] = place;
    }
}
