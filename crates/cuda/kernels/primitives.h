// What the threads of a block do together. Every thread of the block calls each of these, and gets the same order of everything.

#pragma once

#include "platform.h"

#ifdef __CUDACC_RTC__

#define WARP 32

// The sum over the threads before this one; `total` becomes that over all.
template <class T> FUNCTION T block_scan(T value, T &total) {
    SHARED T sums[MOST_THREADS / WARP];
    u32 lane = THREAD % WARP, warp = THREAD / WARP;
    T sum = value;
    UNROLL
    for (u32 step = 1; step < WARP; step *= 2) {
        T below = __shfl_up_sync(0xffffffffu, sum, step);
        if (lane >= step) sum += below;
    }
    if (lane == WARP - 1) sums[warp] = sum;
    barrier();
    T before = 0;
    total = 0;
    for (u32 other = 0; other < THREADS / WARP; other++) {
        if (other < warp) before += sums[other];
        total += sums[other];
    }
    barrier();
    return before + sum - value;
}

// All values of a block put together in pairs, in any order, by `both`.
template <class T, class Both> FUNCTION T block_fold(T value, Both both) {
    SHARED T folds[MOST_THREADS / WARP];
    UNROLL
    for (u32 step = WARP / 2; step > 0; step /= 2) value = both(value, __shfl_xor_sync(0xffffffffu, value, step));
    if (THREAD % WARP == 0) folds[THREAD / WARP] = value;
    barrier();
    value = folds[0];
    for (u32 other = 1; other < THREADS / WARP; other++) value = both(value, folds[other]);
    barrier();
    return value;
}

// Which threads have the same value, a bit each; in a block of one warp.
FUNCTION u32 warp_matches(u32 value) { return __match_any_sync(0xffffffffu, value); }

FUNCTION u32 ones(u32 bits) { return __popc(bits); }

// Merges `work(i)` over a range of one's own into `value`. The threads of a warp take one range after the other; each range belongs to
// `group` neighbouring threads, which have it in common, and `work` differs only by the place in a group. The order must
// not matter to `merge`, nor `none` to its result.
template <class T, class Work, class Merge>
FUNCTION T merge_together(u32 group, u32 first, u32 last, T value, T none, Work work, Merge merge) {
    u32 thread = THREAD % WARP;
    u32 waiting = __ballot_sync(0xffffffffu, first < last);
    while (waiting != 0) {
        u32 owner = __ffs(waiting) - 1;
        u32 from = __shfl_sync(0xffffffffu, first, owner), to = __shfl_sync(0xffffffffu, last, owner);
        T part = none;
        for (u32 i = from + thread / group; i < to; i += WARP / group) part = merge(part, work(i));
        for (u32 other = group; other < WARP; other *= 2) part = merge(part, __shfl_xor_sync(0xffffffffu, part, other));
        if (thread / group == owner / group) value = merge(value, part);
        waiting &= ~(((1u << group) - 1) << owner);
    }
    return value;
}

#else

// Serial twins: each thread looks at what all of them have put down.

template <class T> FUNCTION T block_scan(T value, T &total) {
    SHARED T values[MOST_THREADS];
    values[THREAD] = value;
    barrier();
    T before = 0;
    total = 0;
    for (u32 other = 0; other < THREADS; other++) {
        if (other < THREAD) before += values[other];
        total += values[other];
    }
    barrier();
    return before;
}

template <class T, class Both> FUNCTION T block_fold(T value, Both both) {
    SHARED T values[MOST_THREADS];
    values[THREAD] = value;
    barrier();
    value = values[0];
    for (u32 other = 1; other < THREADS; other++) value = both(value, values[other]);
    barrier();
    return value;
}

FUNCTION u32 warp_matches(u32 value) {
    SHARED u32 values[MOST_THREADS];
    values[THREAD] = value;
    barrier();
    u32 same = 0;
    for (u32 other = 0; other < THREADS; other++) same |= values[other] == value ? 1u << other : 0;
    barrier();
    return same;
}

FUNCTION u32 ones(u32 bits) {
    u32 count = 0;
    for (; bits != 0; bits &= bits - 1) count++;
    return count;
}

// Of a block of fewer threads than a group each works alone.
template <class T, class Work, class Merge>
FUNCTION T merge_together(u32 group, u32 first, u32 last, T value, T none, Work work, Merge merge) {
    SHARED u32 firsts[MOST_THREADS], lasts[MOST_THREADS];
    SHARED T parts[MOST_THREADS];
    if (THREADS < group) {
        for (u32 i = first; i < last; i++) value = merge(value, work(i));
        return value;
    }
    firsts[THREAD] = first;
    lasts[THREAD] = last;
    barrier();
    for (u32 owner = 0; owner < THREADS; owner += group) {
        T part = none;
        for (u32 i = firsts[owner] + THREAD / group; i < lasts[owner]; i += THREADS / group) part = merge(part, work(i));
        parts[THREAD] = part;
        barrier();
        if (THREAD / group == owner / group) {
            for (u32 other = THREAD % group; other < THREADS; other += group) value = merge(value, parts[other]);
        }
        barrier();
    }
    return value;
}

#endif

template <class T> FUNCTION T block_sum(T value) {
    return block_fold(value, [](T a, T b) { return a + b; });
}

template <class T> FUNCTION T block_least(T value) {
    return block_fold(value, [](T a, T b) { return a < b ? a : b; });
}

// Whether this block is the last of the launch to come here: it then sees what all others did through atomic functions before, and
// should look at that through atomic functions too. `ticket` is 0 before, and again after.
FUNCTION bool is_last_block(u32 *ticket) {
    SHARED bool is_last;
    fence();
    barrier();
    if (THREAD == 0) {
        is_last = fetch_add(ticket, 1u) == BLOCKS - 1;
        if (is_last) exchange(ticket, 0u);
    }
    barrier();
    bool last = is_last;
    fence();
    barrier();
    return last;
}
