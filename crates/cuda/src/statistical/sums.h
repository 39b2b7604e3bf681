// Sums in an order that does not depend on the number of threads: the twin of `ssta/src/sums.rs`. All threads of a block call each of these, with the same arguments.

#pragma once

#include "primitives.h"

#define SUM_LANES 256
#define SUM_TILE 32

// The sum of so many terms, by number. What terms read was written before a barrier.
template <class T, class Term> FUNCTION T sum(u32 count, Term term) {
    SHARED T lanes[SUM_LANES];
    u32 width = 1;
    while (width < count && width < SUM_LANES) width *= 2;
    for (u32 lane = THREAD; lane < width; lane += THREADS) {
        T value = lane < count ? term(lane) : (T)0;
        for (u32 i = lane + SUM_LANES; i < count; i += SUM_LANES) value = value + term(i);
        lanes[lane] = value;
    }
    barrier();
    while (width > 1) {
        width /= 2;
        for (u32 lane = THREAD; lane < width; lane += THREADS) lanes[lane] = lanes[lane] + lanes[lane + width];
        barrier();
    }
    T all = lanes[0];
    barrier();
    return all;
}

// Puts every value together with all before it, and `before` with all of them; returns where that is, one of the two rooms. The other one is free then. There is room for a value of each
// tile in `carried`.
template <class Both> FUNCTION float *until(float before, float *values, float *room, float *carried, u32 count, Both both) {
    barrier();
    for (u32 step = 1; step < SUM_TILE; step *= 2) {
        for (u32 i = THREAD; i < count; i += THREADS) {
            float value = values[i];
            room[i] = i % SUM_TILE >= step ? both(values[i - step], value) : value;
        }
        barrier();
        float *other = values;
        values = room;
        room = other;
    }
    u32 tiles = (count + SUM_TILE - 1) / SUM_TILE;
    if (THREAD == 0) {
        float so_far = before;
        for (u32 tile = 0; tile < tiles; tile++) {
            carried[tile] = so_far;
            if (tile + 1 < tiles) so_far = both(so_far, values[tile * SUM_TILE + SUM_TILE - 1]);
        }
    }
    barrier();
    for (u32 i = THREAD; i < count; i += THREADS) values[i] = both(values[i], carried[i / SUM_TILE]);
    barrier();
    return values;
}
