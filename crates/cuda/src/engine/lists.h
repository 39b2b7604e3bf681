// Lists of the arrivals that can matter after CPPR: twin of `timing/src/cppr/lists.rs`, which says why others cannot. What is kept may
// differ from there, being one of several sets that say the same.
//
// Where all comes by one arc a list is that of its source, shifted. Others are made among values of the thread's own, or, where that is too
// little room, among the entries.

#pragma once

#include "credit.h"
#include "primitives.h"

// Entries that a thread has room for, and how many may stay before that is thought too little.
#ifdef __CUDACC_RTC__
#define MOST_ALONE 32
#else
// Little, so that tests meet both ways.
#define MOST_ALONE 4
#endif
#define FULL (MOST_ALONE * 3 / 4)

// Where an entry's clock path parts from that of the worst entry of its lane; of the worst one itself its launch. The size of an entry.
struct ALIGNED(16) Parting {
    i64 slack; // after CPPR, for captures below that point, but for what all entries of a list share; the mere arrival where lanes differ
    u32 lane;
    u32 depth; // where lanes differ the point itself
};

// Entries at a vertex, and room for what pruning has to know of each.
struct Gathered {
    ListEntry *entries;
    Parting *partings;
    u32 count;
};

// A time that is less for the worse of two arrivals, whatever the split.
FUNCTION i64 early(u32 split, i64 time) { return split == EARLY ? time : -time; }

// Calls `list(head)` for every list that arrives at a vertex, and `one(entry)` for every entry that starts.
template <class List, class One>
FUNCTION void arriving(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results,
                       const ClockArrays &clocks, u32 node, u32 lane, List list, One one) {
    u32 split = lane / 2, to = lane % 2;
    u32 first = read(graph.fanin_first, node), end = read(graph.fanin_first, node + 1);
    for (u32 arc = first; arc < end; arc++) {
        u32 source = read(graph.arc_source, arc);
        float delay = results.delay[(u64)arc * LANES + lane];
        if (!has_edge(source, to) || !has_signal(delay)) continue;
        u32 from = other_end(source, to);
        u64 place = (u64)packed_node(source) * LANES + split * 2 + from;
        if (launches(graph, arc)) {
            i64 at_clock = results.arrival[place];
            u32 launch = read(clocks.number, (u64)packed_node(source) * 2 + from);
            if (at_clock != UNDEFINED) one({at_clock + time_along(delay), launch, lane_of(clocks, launch)});
            continue;
        }
        ListHead head = clocks.heads[place];
        if (head.count == 0) continue;
        head.shift += time_along(delay);
        list(head);
    }
    i64 stated = UNDEFINED;
    if (first == end) stated = results.arrival[(u64)node * LANES + lane];
    else if (results.start_count != 0) stated = stated_arrival(constraints, results, node, lane);
    if (stated != UNDEFINED) one({stated, NONE, NONE});
}

FUNCTION bool goes_before(u32 split, const ListEntry &a, const ListEntry &b) {
    i64 one = early(split, a.arrival), other = early(split, b.arrival);
    return one != other ? one < other : a.launch < b.launch;
}

// By arrival, then by launch.
FUNCTION void sort_entries(u32 split, ListEntry *entries, u32 count) {
    u32 gap = 1;
    while (gap < count / 3) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3) {
        for (u32 i = gap; i < count; i++) {
            ListEntry entry = entries[i];
            u32 place = i;
            for (; place >= gap && goes_before(split, entry, entries[place - gap]); place -= gap) {
                entries[place] = entries[place - gap];
            }
            entries[place] = entry;
        }
    }
}

FUNCTION Parting parting(const ClockArrays &clocks, u32 split, const ListEntry &entry, ClockPoint at) {
    i64 arrival = early(split, entry.arrival);
    if (clocks.point != 0) return {arrival, entry.lane, point_of(clocks, at.point)};
    return {arrival + clocks.spread[at.point].here, entry.lane, at.depth};
}

// By how much the spread grows at the least, in any lane that comes there, from a point to one below it in its clock tree.
FUNCTION i64 least_rise(const ClockArrays &clocks, u32 from, u32 to) {
    ClockRise above = clocks.rise[from], below = clocks.rise[to];
    return lesser(below.least[0] - above.greatest[0], below.least[1] - above.greatest[1]);
}

// Whether, for captures deeper in the worst entry's branch than `other` parts, an entry is at least as bad.
FUNCTION bool covers(const ClockArrays &clocks, const Parting &parting, const Parting &other) {
    if (parting.lane != other.lane) return false;
    if (clocks.point == 0) return parting.depth <= other.depth && parting.slack <= other.slack;
    if (clocks.place[parting.depth].depth > clocks.place[other.depth].depth) return false;
    return parting.slack - other.slack <= least_rise(clocks, parting.depth, other.depth);
}

// Whether an entry can matter beside those kept before it; then where it parts.
FUNCTION bool can_matter(const ClockArrays &clocks, u32 split, const Gathered &kept, const ListEntry &entry, Parting &here) {
    u32 lane = entry.lane, worst = 0;
    while (worst < kept.count && kept.entries[worst].lane != lane) worst++;
    if (worst == kept.count) {
        here = {0, NONE, 0};
        if (lane != NONE) here = parting(clocks, split, entry, {entry.launch, clocks.place[entry.launch].depth});
        return true;
    }
    if (lane == NONE) return false;
    u32 other = kept.entries[worst].launch;
    i64 gap = early(split, entry.arrival) - early(split, kept.entries[worst].arrival);
    i64 shrinkage = clocks.spread[entry.launch].shrinkage, growth = clocks.spread[other].growth;
    if (gap >= (shrinkage > growth ? shrinkage : growth)) return false;
    for (u32 i = worst; i < kept.count; i++) {
        if (kept.entries[i].launch == entry.launch) return false;
    }
    here = parting(clocks, split, entry, lowest_common(clocks, other, entry.launch));
    for (u32 i = 0; gap >= shrinkage && i < kept.count; i++) {
        if (covers(clocks, kept.partings[i], here)) return false;
    }
    return true;
}

// Sorts entries and drops those that cannot matter.
FUNCTION void prune(const ClockArrays &clocks, u32 split, Gathered &gathered) {
    sort_entries(split, gathered.entries, gathered.count);
    Gathered kept = {gathered.entries, gathered.partings, 0};
    for (u32 i = 0; i < gathered.count; i++) {
        ListEntry entry = gathered.entries[i];
        Parting here;
        if (!can_matter(clocks, split, kept, entry, here)) continue;
        kept.entries[kept.count] = entry;
        kept.partings[kept.count++] = here;
    }
    gathered = kept;
}

// Collects all that arrives at a vertex, sorted and pruned. False if it fills `room`, and pruning leaves more than `full`.
FUNCTION bool gather(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results,
                     const ClockArrays &clocks, u32 node, u32 lane, Gathered &gathered, u32 room, u32 full) {
    bool is_full = false;
    auto add = [&](const ListEntry &entry) {
        if (gathered.count == room) {
            prune(clocks, lane / 2, gathered);
            is_full = is_full || gathered.count > full;
        }
        if (!is_full) gathered.entries[gathered.count++] = entry;
    };
    auto add_list = [&](const ListHead &head) {
        for (u32 i = 0; i < head.count && !is_full; i++) {
            ListEntry entry = clocks.entries[head.first + i];
            entry.arrival += head.shift;
            add(entry);
        }
    };
    arriving(graph, constraints, results, clocks, node, lane, add_list, add);
    if (!is_full) prune(clocks, lane / 2, gathered);
    return !is_full;
}

// The lists of a level, after those below. An index is 4 × node + lane.
FUNCTION void clock_lists(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results,
                          const ClockArrays &clocks, u32 index, bool is_in) {
    ListEntry entries[MOST_ALONE];
    Parting partings[MOST_ALONE];
    Gathered alone = {entries, partings, 0};
    u32 node = index / LANES, lane = index % LANES, lists = 0;
    u64 all = 0, taken = 0;
    ListHead head = {0, 0, 0};
    if (is_in) {
        auto count = [&](const ListHead &list) {
            head = list;
            all += list.count;
            lists++;
        };
        auto count_one = [&](const ListEntry &entry) {
            head.count = 0;
            entries[0] = entry;
            all++;
            lists++;
        };
        arriving(graph, constraints, results, clocks, node, lane, count, count_one);
        if (lists > 1) {
            taken = gather(graph, constraints, results, clocks, node, lane, alone, MOST_ALONE, FULL) ? alone.count : 2 * all;
        } else if (lists == 1 && head.count == 0) {
            alone.count = 1;
            taken = 1;
        }
    }
    u64 first = block_take(clocks.used, taken);
    if (!is_in) return;
    if (taken != 0 && first + taken > clocks.room) {
        // Found out afterwards, by what is used.
        head = {0, 0, 0};
    } else if (taken > MOST_ALONE) {
        // An entry and a parting are of one size.
        Gathered large = {clocks.entries + first, (Parting *)(clocks.entries + first + all), 0};
        gather(graph, constraints, results, clocks, node, lane, large, (u32)all, (u32)all);
        head = {(u32)first, large.count, 0};
    } else if (taken != 0) {
        for (u32 i = 0; i < alone.count; i++) clocks.entries[first + i] = entries[i];
        head = {(u32)first, alone.count, 0};
    }
    clocks.heads[index] = head;
}

// What CPPR adds to the slack of a check, by what it requires before: its worst slack with credit less that without.
FUNCTION i64 check_credit(const Arrays &arrays, u32 data, u32 clock, u32 lane, i64 required) {
    const ClockArrays &clocks = arrays.clocks;
    ListHead head = clocks.heads[(u64)data * LANES + lane];
    u32 split = lane / 2, capture = read(clocks.number, clock);
    if (head.count == 0 || required == UNDEFINED) return 0;
    i64 least = least_credit(clocks, split), before = 0, after = 0;
    for (u32 i = 0; i < head.count; i++) {
        ListEntry entry = clocks.entries[head.first + i];
        i64 here = slack(split, entry.arrival + head.shift, required);
        if (i == 0) before = here;
        // The rest arrive no earlier.
        if (i > 0 && here + least >= after) break;
        i64 with = here + credit(arrays, entry.launch, capture, split);
        after = i == 0 || with < after ? with : after;
    }
    return after - before;
}
