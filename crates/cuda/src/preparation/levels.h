// Levels of pins, frontier by frontier: twin of `sweep` in `graph/src/level.rs`. The frontier is a queue's last part; its arcs, not its
// pins, are spread over threads, so that one pin with a hundred thousand of them is as good as any other. The sweep goes forward, as a
// level is the longest way from a pin without fan-in.

#pragma once

#include "arrays.h"
#include "primitives.h"

// Arcs of a frontier that one block expands by itself, without another launch.
#define NARROW_ARCS 4096

// Room in the queue for a pin with so many arcs out of it, if it `wants` any: place, then from bit 32 on the arcs before. Places and arcs
// are handed out together, and so both rise along the queue.
FUNCTION u64 block_append(u64 *tail, bool wants, u32 arcs) {
    SHARED u64 base;
    u64 total;
    u64 before = block_scan(wants ? (u64)arcs << 32 | 1 : (u64)0, total);
    if (THREAD == 0) base = total == 0 ? 0 : fetch_add(tail, total);
    barrier();
    u64 place = base + before;
    barrier();
    return place;
}

FUNCTION void enter(const LevelArrays &levels, u64 place, u32 pin, u32 first_target, u32 level) {
    u32 arc = (u32)(place >> 32);
    levels.queue_arc[(u32)place] = arc;
    levels.queue_shift[(u32)place] = first_target - arc;
    levels.level[pin] = level;
}

// An index is a pin.
FUNCTION void begin_levels(const LevelArrays &levels, u32 pin) {
    levels.missing[pin] = read(levels.first, pin + 1) - read(levels.first, pin);
    levels.fanouts[pin] = 0;
    levels.level[pin] = NONE;
}

// An index is an arc.
FUNCTION void count_fanouts(const LevelArrays &levels, u32 arc) {
    fetch_add(&levels.fanouts[read(levels.source, arc)], 1u);
}

// Where the fan-outs of each pin will be, in no order of pins; and the first level. An index is a pin.
FUNCTION void place_fanouts(const LevelArrays &levels, u32 pin, bool is_in) {
    SHARED u32 base;
    await_launch_before();
    u32 fanouts = is_in ? levels.fanouts[pin] : 0, total;
    u32 before = block_scan(fanouts, total);
    if (THREAD == 0) base = fetch_add(&levels.state->placed, total);
    barrier();
    u32 first = base + before;
    bool is_start = is_in && levels.missing[pin] == 0;
    u64 place = block_append(&levels.state->tail, is_start, fanouts);
    if (is_in) levels.fanout_end[pin] = first;
    if (is_start) enter(levels, place, pin, first, 0);
}

// Their targets. An index is a pin.
FUNCTION void fill_fanouts(const LevelArrays &levels, u32 pin) {
    u32 end = read(levels.first, pin + 1);
    for (u32 arc = read(levels.first, pin); arc < end; arc++) {
        u32 place = fetch_add(&levels.fanout_end[read(levels.source, arc)], 1u);
        levels.targets[place] = pin;
    }
}

// The last place in begin..end whose arcs start at or before an arc.
FUNCTION u32 place_of(const u32 *queue_arc, u32 begin, u32 end, u32 arc) {
    while (end - begin > 1) {
        u32 middle = begin + (end - begin) / 2;
        if (queue_arc[middle] <= arc) {
            begin = middle;
        } else {
            end = middle;
        }
    }
    return begin;
}

// Takes a frontier's arcs away, a block's worth from `turn` on and every `turns`; targets without any left enter the queue.
FUNCTION void expand(const LevelArrays &levels, const LevelState &state, u32 turn, u32 turns) {
    u32 arcs = state.end_arc - state.first_arc;
    for (u64 done = (u64)turn * THREADS; done < arcs; done += (u64)turns * THREADS) {
        u32 arc = state.first_arc + (u32)done + THREAD;
        u32 target = 0, fanouts = 0;
        bool is_new = false;
        if (done + THREAD < arcs) {
            target = levels.targets[levels.queue_shift[place_of(levels.queue_arc, state.begin, state.end, arc)] + arc];
            is_new = fetch_add(&levels.missing[target], 0xffffffffu) == 1;
        }
        if (is_new) fanouts = levels.fanouts[target];
        u64 place = block_append(&levels.state->tail, is_new, fanouts);
        if (is_new) enter(levels, place, target, levels.fanout_end[target] - fanouts, state.level + 1);
    }
}

// The queue's end, the same for all threads of the block.
FUNCTION u64 tail_now(u64 *tail) {
    SHARED u64 now;
    if (THREAD == 0) now = fetch_add(tail, (u64)0);
    barrier();
    u64 found = now;
    barrier();
    return found;
}

// One block: goes on to the next level, and through all that are narrow.
FUNCTION void narrow_levels(const LevelArrays &levels) {
    LevelState state = *levels.state;
    if (state.is_done) return;
    state.is_wide = 0;
    while (!state.is_wide && !state.is_done) {
        u64 tail = tail_now(&levels.state->tail);
        state.begin = state.end;
        state.end = (u32)tail;
        state.first_arc = state.end_arc;
        state.end_arc = (u32)(tail >> 32);
        state.level++;
        if (THREAD == 0) levels.level_first[state.level] = state.begin;
        if (state.begin == state.end) {
            state.is_done = 1;
        } else if (state.end_arc - state.first_arc > NARROW_ARCS) {
            state.is_wide = 1;
        } else {
            expand(levels, state, 0, 1);
        }
    }
    if (THREAD == 0) {
        state.tail = (u64)state.end_arc << 32 | state.end;
        *levels.state = state;
    }
}

// All blocks: through one level that is wide.
FUNCTION void wide_level(const LevelArrays &levels) {
    LevelState state = *levels.state;
    if (state.is_wide) expand(levels, state, BLOCK, BLOCKS);
}
