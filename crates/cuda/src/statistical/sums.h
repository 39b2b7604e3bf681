// Sums in an order that does not depend on the number of threads: the twin of `ssta/src/sums.rs`. All threads of a block call each of these, with the same arguments.

#pragma once

#include "primitives.h"

#define SUM_LANES 256
#define SUM_TILE 32

// Two numbers that are added up side by side.
struct Two {
    double first, second;
    METHOD Two operator+(Two other) const { return {first + other.first, second + other.second}; }
};

#ifdef __CUDACC_RTC__

FUNCTION float from_above(float value, u32 step) { return __shfl_down_sync(0xffffffffu, value, step); }
FUNCTION double from_above(double value, u32 step) { return __shfl_down_sync(0xffffffffu, value, step); }
FUNCTION Two from_above(Two value, u32 step) { return {from_above(value.first, step), from_above(value.second, step)}; }
FUNCTION float from_first(float value) { return __shfl_sync(0xffffffffu, value, 0); }
FUNCTION double from_first(double value) { return __shfl_sync(0xffffffffu, value, 0); }
FUNCTION Two from_first(Two value) { return {from_first(value.first), from_first(value.second)}; }

// What is in the first lanes of a warp, up to so many, added up in halves.
template <class T> FUNCTION T warp_sum(T value, u32 width) {
    UNROLL
    for (u32 step = 16; step > 0; step /= 2) {
        T above = from_above(value, step);
        if (width > step) value = value + above;
    }
    return value;
}

// The same sum where a block is one warp, without shared memory.
template <class T, class Term> FUNCTION T sum_of_warp(u32 count, u32 width, Term term) {
    constexpr u32 EACH = SUM_LANES / 32;
    T lanes[EACH];
    UNROLL
    for (u32 k = 0; k < EACH; k++) {
        u32 lane = THREAD + 32 * k;
        lanes[k] = T{};
        if (32 * k >= width) continue;
        if (lane < count) lanes[k] = term(lane);
        for (u32 i = lane + SUM_LANES; i < count; i += SUM_LANES) lanes[k] = lanes[k] + term(i);
    }
    UNROLL
    for (u32 half = EACH / 2; half > 0; half /= 2) {
        if (width <= 32 * half) continue;
        UNROLL
        for (u32 k = 0; k < EACH / 2; k++)
            if (k < half) lanes[k] = lanes[k] + lanes[k + half];
    }
    return from_first(warp_sum(lanes[0], width));
}

#endif

// The sum of so many terms, by number. What terms read was written before a barrier.
template <class T, class Term> FUNCTION T sum(u32 count, Term term) {
    SHARED T lanes[SUM_LANES];
    u32 width = 1;
    while (width < count && width < SUM_LANES) width *= 2;
#ifdef __CUDACC_RTC__
    if (THREADS == 32) return sum_of_warp<T>(count, width, term);
#endif
    for (u32 lane = THREAD; lane < width; lane += THREADS) {
        T value = lane < count ? term(lane) : T{};
        for (u32 i = lane + SUM_LANES; i < count; i += SUM_LANES) value = value + term(i);
        lanes[lane] = value;
    }
    barrier();
    while (width > WARP) {
        width /= 2;
        for (u32 lane = THREAD; lane < width; lane += THREADS) lanes[lane] = lanes[lane] + lanes[lane + width];
        barrier();
    }
#ifdef __CUDACC_RTC__
    if (THREAD < 32) {
        T value = THREAD < width ? lanes[THREAD] : T{};
        value = warp_sum(value, width);
        if (THREAD == 0) lanes[0] = value;
    }
    barrier();
#else
    while (width > 1) {
        width /= 2;
        for (u32 lane = THREAD; lane < width; lane += THREADS) lanes[lane] = lanes[lane] + lanes[lane + width];
        barrier();
    }
#endif
    T all = lanes[0];
    barrier();
    return all;
}

#ifdef __CUDACC_RTC__

// What `until` does where a block is one warp.
template <class Both> FUNCTION void until_of_warp(float before, float *values, u32 count, Both both) {
    barrier();
    for (u32 first = 0; first < count; first += SUM_TILE) {
        u32 i = first + THREAD;
        float value = i < count ? values[i] : 0.0f;
        UNROLL
        for (u32 step = 1; step < SUM_TILE; step *= 2) {
            float below = __shfl_up_sync(0xffffffffu, value, step);
            if (THREAD >= step) value = both(below, value);
        }
        if (i < count) values[i] = both(value, before);
        before = both(before, __shfl_sync(0xffffffffu, value, 31));
    }
    barrier();
}

#endif

// Puts every value together with all before it, and `before` with all of them; returns where that is, one of the two rooms. The other one is free then. There is room for a value of each
// tile in `carried`.
template <class Both> FUNCTION float *until(float before, float *values, float *room, float *carried, u32 count, Both both) {
#ifdef __CUDACC_RTC__
    if (THREADS == 32) {
        until_of_warp(before, values, count, both);
        return values;
    }
#endif
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
