// Pins in the order of levels, and of a level in their own: a radix sort, stable, from the lowest digit on (Satish, Harris, Garland, IPDPS
// 2009). A tile of pins belongs to a block of one warp.

#pragma once

#include "arrays.h"
#include "primitives.h"

#define TILE 2048
#define MOST_DIGITS 2048
#define CHUNK 2048

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
        levels.counts[(u64)digit * levels.tiles + BLOCK] = counts[digit];
    }
}

// Sums of chunks of the counts, and what comes before each chunk. Indices only say how many threads there are, as in the next.
FUNCTION void sum_counts(const Arrays &arrays, u32, bool) {
    const LevelArrays &levels = arrays.levels;
    u32 chunks = (levels.count_count + CHUNK - 1) / CHUNK;
    for (u32 chunk = BLOCK; chunk < chunks; chunk += BLOCKS) {
        u32 sum = 0;
        for (u32 i = chunk * CHUNK + THREAD; i < (chunk + 1) * CHUNK && i < levels.count_count; i += THREADS) {
            sum += levels.counts[i];
        }
        sum = block_sum(sum);
        if (THREAD == 0) exchange(&levels.sums[chunk], sum);
    }
    if (!is_last_block(&levels.state->ticket)) return;
    u32 before = 0;
    for (u32 first = 0; first < chunks; first += THREADS) {
        u32 chunk = first + THREAD, total;
        u32 sum = chunk < chunks ? fetch_add(&levels.sums[chunk], 0u) : 0;
        u32 place = block_scan(sum, total);
        if (chunk < chunks) levels.sums[chunk] = before + place;
        before += total;
    }
}

// Each count becomes the sum of all before it.
FUNCTION void scan_counts(const Arrays &arrays, u32, bool) {
    const LevelArrays &levels = arrays.levels;
    u32 chunks = (levels.count_count + CHUNK - 1) / CHUNK;
    for (u32 chunk = BLOCK; chunk < chunks; chunk += BLOCKS) {
        u32 before = levels.sums[chunk];
        for (u32 first = chunk * CHUNK; first < (chunk + 1) * CHUNK; first += THREADS) {
            u32 i = first + THREAD, total;
            u32 count = i < levels.count_count ? levels.counts[i] : 0;
            u32 place = block_scan(count, total);
            if (i < levels.count_count) levels.counts[i] = before + place;
            before += total;
        }
    }
}

// An index is 32 × tile + thread.
FUNCTION void place_digits(const Arrays &arrays, u32, bool) {
    SHARED u32 next[MOST_DIGITS];
    const LevelArrays &levels = arrays.levels;
    u32 digits = 1u << levels.digit_bits, first = BLOCK * TILE;
    for (u32 digit = THREAD; digit < digits; digit += THREADS) {
        next[digit] = levels.counts[(u64)digit * levels.tiles + BLOCK];
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
