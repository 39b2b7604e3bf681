// What the threads of a block do together, and what blocks do. Every thread of the block calls each of these, and gets the same order of everything.

#pragma once

#include "platform.h"

// Items that a block of a TILE_KERNEL takes at once, where it says no other number.
#define TILE 256

// The bit that a rendezvous turns.
#define TURN 0x80000000u

// Items that are looked at together, so that their loads are under way together.
#define AT_ONCE 4

#define LANE (THREAD % WARP)
#define MY_WARP (THREAD / WARP)
#define WARPS (THREADS / WARP)

// The greatest value of the warp.
FUNCTION u32 warp_greatest(u32 value) {
    UNROLL
    for (u32 step = WARP / 2; step > 0; step /= 2) {
        u32 other = from_lane(value, LANE ^ step);
        value = other > value ? other : value;
    }
    return value;
}

// The sum over the threads before this one of its crew, which are so many neighbours in the warp; `total` becomes that over the crew.
FUNCTION u32 crew_scan(u32 crew, u32 value, u32 &total) {
    u32 member = LANE % crew, sum = value;
    for (u32 step = 1; step < crew; step *= 2) {
        u32 below = from_lane(sum, LANE - step);
        if (member >= step) sum += below;
    }
    total = from_lane(sum, LANE - member + crew - 1);
    return sum - value;
}

// The sum over the threads before this one; `total` becomes that over all.
template <class T> FUNCTION T block_scan(T value, T &total) {
    SHARED T sums[MOST_WARPS];
    T sum = value;
    UNROLL
    for (u32 step = 1; step < WARP; step *= 2) {
        T below = from_lane(sum, LANE - step);
        if (LANE >= step) sum += below;
    }
    if (LANE == WARP - 1) sums[MY_WARP] = sum;
    barrier();
    T before = 0;
    total = 0;
    for (u32 warp = 0; warp < WARPS; warp++) {
        if (warp < MY_WARP) before += sums[warp];
        total += sums[warp];
    }
    barrier();
    return before + sum - value;
}

// Takes `count` places after those used for each thread, and returns the first. The order of blocks is not said.
FUNCTION u64 block_take(u64 *used, u64 count) {
    SHARED u64 taken;
    u64 total, before = block_scan(count, total);
    if (THREAD == 0) taken = total == 0 ? 0 : fetch_add(used, total);
    barrier();
    u64 first = taken + before;
    barrier();
    return first;
}

// All values of a block put together in pairs, in any order, by `both`.
template <class T, class Both> FUNCTION T block_fold(T value, Both both) {
    SHARED T folds[MOST_WARPS];
    UNROLL
    for (u32 step = WARP / 2; step > 0; step /= 2) value = both(value, from_lane(value, LANE ^ step));
    if (LANE == 0) folds[MY_WARP] = value;
    barrier();
    value = folds[0];
    for (u32 warp = 1; warp < WARPS; warp++) value = both(value, folds[warp]);
    barrier();
    return value;
}

template <class T> FUNCTION T block_sum(T value) {
    return block_fold(value, [](T a, T b) { return a + b; });
}

template <class T> FUNCTION T block_least(T value) {
    return block_fold(value, [](T a, T b) { return a < b ? a : b; });
}

// Replaces each of TILE values in shared memory by the sum of those before it, and returns the sum of all. The values are written
// before, and read after, by any thread.
FUNCTION u64 scan_tile(u32 *values) {
    u32 share = TILE / THREADS, first = THREAD * share;
    barrier();
    u64 sum = 0, total;
    for (u32 i = first; i < first + share; i++) sum += values[i];
    u64 before = block_scan(sum, total);
    for (u32 i = first; i < first + share; i++) {
        u32 value = values[i];
        values[i] = (u32)before;
        before += value;
    }
    barrier();
    return total;
}

// Replaces `count` values by the sums of those before them, and returns the sum of all. One block.
FUNCTION u64 scan_all(u64 *values, u64 count) {
    u64 share = (count + THREADS - 1) / THREADS, first = THREAD * share;
    u64 end = first + share < count ? first + share : count, sum = 0, total;
    for (u64 i = first; i < end; i++) sum += values[i];
    u64 before = block_scan(sum, total);
    for (u64 i = first; i < end; i++) {
        u64 value = values[i];
        values[i] = before;
        before += value;
    }
    return total;
}

// Whether this block is the last of the launch to come here: it then sees what all others did before. `ticket` is 0 before, and again after.
FUNCTION bool is_last_block(u32 *ticket) {
    SHARED bool is_last;
    barrier();
    if (THREAD == 0) {
        fence();
        is_last = fetch_add(ticket, 1u) == BLOCKS - 1;
        if (is_last) exchange(ticket, 0u);
        fence();
    }
    barrier();
    bool last = is_last;
    barrier();
    return last;
}

// Calls `note(total)` once, by the last block of the launch to come here, after it replaced the sums of so many tiles by those of all tiles
// before; `total` is the sum of all.
template <class Note> FUNCTION void scan_by_last(u32 *ticket, u64 *sums, u64 tiles, Note note) {
    if (!is_last_block(ticket)) return;
    u64 total = scan_all(sums, tiles);
    if (THREAD == 0) note(total);
}

// Sets counts[item] to `count(item)`, and sums[tile] to what those of the tiles before sum up to; calls `note(total)` with the sum of all, once.
// In as many blocks as there are.
template <class Count, class Note>
FUNCTION void count_in_tiles(u32 *ticket, u32 items, u32 *counts, u64 *sums, Count count, Note note) {
    SHARED u32 values[TILE];
    for (u64 tile = BLOCK; tile * TILE < items; tile += BLOCKS) {
        for (u32 i = THREAD; i < TILE; i += THREADS) {
            u32 item = (u32)tile * TILE + i, value = 0;
            if (item < items) counts[item] = value = count(item);
            values[i] = value;
        }
        u64 total = scan_tile(values);
        if (THREAD == 0) sums[tile] = total;
    }
    scan_by_last(ticket, sums, ((u64)items + TILE - 1) / TILE, note);
}

// Calls `write(item, at, end)` for every item that counted any, once the sums are those before each tile: its things go to the places
// from `at` on, where the first of all goes to `first`, up to `end` or `last`.
template <class Write> FUNCTION void write_in_tiles(u32 items, const u32 *counts, const u64 *sums, u64 first, u64 last, Write write) {
    SHARED u32 values[TILE];
    for (u64 tile = BLOCK; tile * TILE < items; tile += BLOCKS) {
        for (u32 i = THREAD; i < TILE; i += THREADS) {
            u32 item = (u32)tile * TILE + i;
            values[i] = item < items ? counts[item] : 0;
        }
        scan_tile(values);
        for (u32 i = THREAD; i < TILE; i += THREADS) {
            u32 item = (u32)tile * TILE + i;
            if (item >= items) break;
            u64 at = first + sums[tile] + values[i], end = at + counts[item];
            if (end > last) end = last;
            if (at < end) write(item, at, end);
        }
        barrier();
    }
}

// Where all blocks of a launch that runs together wait for each other. What they add turns the highest bit once all have come, and leaves the others 0,
// so that nobody has to set it back.
struct Rendezvous {
    u32 *arrived;
    u32 turned; // the highest bit before the next meeting

    METHOD explicit Rendezvous(u32 *arrived) : arrived(arrived), turned(latest(arrived) & TURN) {}

    METHOD void all() {
        barrier();
        if (BLOCKS > 1 && THREAD == 0) {
            fence();
            fetch_add(arrived, BLOCK == 0 ? TURN - (BLOCKS - 1) : 1u);
            while ((latest(arrived) & TURN) == turned) {}
            turned ^= TURN;
            fence();
        }
        barrier();
    }
};

// Calls `work(index)` for the indices of a level, of which each node has so many. All blocks of the launch have done so when it returns.
template <class Work>
FUNCTION void sweep_level(Rendezvous &meeting, const u32 *level_first, u32 level, u32 each, Work work) {
    u32 first = each * level_first[level], end = each * level_first[level + 1];
    if (first == end) return;
    for (u32 index = first + BLOCK * THREADS + THREAD; index < end; index += BLOCKS * THREADS) work(index);
    meeting.all();
}

// Merges `work(i, end, step)`, which is of AT_ONCE items `step` apart from `i` on, up to `end`, over a range of one's own into `value`. The threads of a warp take one range after the other; each range belongs to
// `group` neighbouring threads, which have it in common, and `work` differs only by the place in a group. The order must
// not matter to `merge`, nor `none` to its result.
template <class T, class Work, class Merge>
FUNCTION T merge_together(u32 group, u32 first, u32 last, T value, T none, Work work, Merge merge) {
    // A warp of fewer threads than a group has one range, and those of another warp do their own work on it.
    if (group > WARP) group = WARP;
    u32 waiting = lanes_where(first < last);
    while (waiting != 0) {
        u32 owner = lowest_one(waiting);
        u32 from = from_lane(first, owner), to = from_lane(last, owner);
        T part = none;
        u32 step = WARP / group;
        for (u32 i = from + LANE / group; i < to; i += AT_ONCE * step) part = merge(part, work(i, to, step));
        for (u32 other = group; other < WARP; other *= 2) part = merge(part, from_lane(part, LANE ^ other));
        if (LANE / group == owner / group) value = merge(value, part);
        waiting &= ~(((1u << group) - 1) << owner);
    }
    return value;
}
