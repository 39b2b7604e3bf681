// What a block does at the nodes of its share of a level: all its threads work on the items of these nodes (their arcs, or their fan-outs), so that a node
// with many of them does not keep its neighbours waiting. An index is 4 × node + lane.

#pragma once

#include "arithmetic.h"
#include "primitives.h"

// Items that are on the chip at once.
#ifdef __CUDACC_RTC__
#define ITEMS 128
#else
// Few, so that tests meet nodes with more.
#define ITEMS 4
#endif

// Calls, for the indices from `begin` on, up to `end`: `start(index)`; `look(item, lane, node)` for each item in the index's lane, for what is known of it
// before the launch before this one is done, and `work(known, item, lane, node)` after, by any thread of the block; `merge(lane, found)` with what `work` found,
// in the order of items; and `finish(index)`. All but `look` and `work` is done by one thread for each index. `first` says where the items of each node start,
// and where the last one's end.
template <class Found, class Start, class Look, class Work, class Merge, class Finish>
FUNCTION void sweep_items(const u32 *first, u32 begin, u32 end, Start start, Look look, Work work, Merge merge, Finish finish) {
    SHARED Found found[ITEMS * LANES];
    SHARED u32 owners[ITEMS];
    u32 group = THREADS < LANES ? THREADS : LANES, in_group = THREAD % group;
    for (u32 part = begin; part < end; part += THREADS) {
        u32 part_end = end - part < THREADS ? end : part + THREADS, index = part + THREAD, node = index / LANES, lane = index % LANES;
        u32 first_node = part / LANES, end_node = (part_end - 1) / LANES + 1;
        u32 from = read(first, first_node), to = read(first, end_node), own_from = 0, own_to = 0;
        bool is_in = index < part_end;
        if (is_in) {
            own_from = read(first, node);
            own_to = read(first, node + 1);
            start(index);
        }
        if (to - from <= end_node - first_node) {
            // Mostly one each.
            for (u32 item = own_from; item < own_to; item++) {
                auto known = look(item, lane, node);
                await_launch_before();
                merge(lane, work(known, item, lane, node));
            }
            await_launch_before();
            if (is_in) finish(index);
            continue;
        }
        for (u32 chunk = from; chunk < to; chunk += ITEMS) {
            u32 stop = to - chunk < ITEMS ? to : chunk + ITEMS;
            u32 mine = own_from > chunk ? own_from : chunk, mine_end = own_to < stop ? own_to : stop;
            for (u32 item = mine + in_group; item < mine_end; item += group) owners[item - chunk] = node;
            barrier();
            for (u32 i = THREAD; i < (stop - chunk) * group; i += THREADS) {
                u32 item = i / group, its_lane = (part + i % group) % LANES, owner = owners[item];
                auto known = look(chunk + item, its_lane, owner);
                await_launch_before();
                found[i] = work(known, chunk + item, its_lane, owner);
            }
            await_launch_before();
            barrier();
            for (u32 item = mine; item < mine_end; item++) merge(lane, found[(item - chunk) * group + in_group]);
            barrier();
        }
        if (is_in) finish(index);
    }
}
