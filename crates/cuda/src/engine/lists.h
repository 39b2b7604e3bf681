// Lists of the arrivals that can matter after CPPR, and of the required times: twin of `timing/src/cppr/lists.rs`; `cppr.rs` there says why others cannot.
//
// Where all that can matter comes by one arc a list is that of its other end, later. Others are merges, each made by a few neighbouring threads of a warp, its crew, or by a warp where much comes,
// on the chip; what is too much for that is made among the entries. All crews of a warp go through the same steps, so that its threads meet.

#pragma once

#include "credit.h"
#include "primitives.h"

// Threads of a small crew at the most, such crews of a block, and entries that each has room for on the chip; a warp has the room of its crews.
#ifdef __CUDACC_RTC__
#define MOST_OF_CREW 8
#define MOST_CREWS (LEVEL_THREADS / MOST_OF_CREW)
#define MOST_ON_CHIP 24
#else
// Little, so that tests meet several crews in a warp, and both ways.
#define MOST_OF_CREW 2
#define MOST_CREWS 32
#define MOST_ON_CHIP 4
#endif
#define CREW (WARP < MOST_OF_CREW ? WARP : MOST_OF_CREW)

// Where an entry's clock path parts from that of the worst entry of its lane; of the worst one itself its launch. The size of an entry.
struct ALIGNED(16) Parting {
    i64 slack; // after CPPR, for other ends below that point, but for what all entries of a list share; the mere time where lanes differ
    u32 lane;  // NONE of what covers no other
    u32 depth; // where lanes differ the point itself
};

// Entries at a vertex, and room for what pruning has to know of each. All threads of a crew have the same.
struct Gathered {
    ListEntry *entries;
    Parting *partings;
    u32 count;
};

// A time that is less for the worse of two arrivals, whatever the split.
FUNCTION i64 early(u32 split, i64 time) { return split == EARLY ? time : -time; }

// Which entries a list has: those of an end of paths, in a split of the data.
struct Side {
    u32 split;
    u32 end; // 0 of launches, whose times are arrivals; 1 of captures, whose times are required
};

// A time that is less for the worse of two entries.
FUNCTION i64 early(Side side, i64 time) { return early(side.split ^ side.end, time); }

// What comes to a vertex by one arc, or starts there, is a head: that of a list, whose count may be 0, or one of these in place of the count.
#define LIST_OF 0xffffffffu // the list of the vertex that `first` names, later by the time
#define ENTRY_OF 0xfffffffeu // an entry: `first` is its launch, the time its arrival

// Later than any arrival or required time.
#define NEVER 0x3fffffffffffffffll

// What is known of an arc before the lists of the levels before are.
FUNCTION ListHead way_by(const GraphArrays &graph, const ResultArrays &results, const ClockArrays &clocks, u32 arc, u32 lane) {
    u32 source = read(graph.arc_source, arc), kind = read(graph.arc_kind, arc), to = lane % 2, from = other_end(source, to);
    float delay = results.delay[(u64)arc * LANES + lane];
    if (!has_edge(source, to) || !has_signal(delay)) return {0, 0, 0};
    u32 place = packed_node(source) * LANES + (lane & 2) + from;
    if (!launches_by(graph, kind)) return {place, LIST_OF, time_along(delay)};
    i64 at_clock = results.arrival[place];
    if (at_clock == UNDEFINED) return {0, 0, 0};
    return {read(clocks.number, (u64)packed_node(source) * 2 + from), ENTRY_OF, at_clock + time_along(delay)};
}

// What comes by it, after those levels.
FUNCTION ListHead coming_by(const ClockArrays &clocks, const ListHead &way) {
    if (way.count != LIST_OF) return way;
    ListHead list = clocks.heads[way.first];
    list.time += way.time;
    return list;
}

// What starts at a vertex, after what comes by arcs.
FUNCTION ListHead starting_at(const ConstraintArrays &constraints, const ResultArrays &results, u32 node, u32 lane, bool has_fanin) {
    i64 stated = UNDEFINED;
    if (!has_fanin) stated = results.arrival[(u64)node * LANES + lane];
    else if (results.start_count != 0) stated = stated_arrival(constraints, results, node, lane);
    return stated == UNDEFINED ? ListHead{0, 0, 0} : ListHead{NONE, ENTRY_OF, stated};
}

// What comes to vertices from the levels before, and starts there. Arrivals come by the arcs into a node, and one may start there.
struct LaunchedWays {
    const GraphArrays &graph;
    const ConstraintArrays &constraints;
    const ResultArrays &results;
    const ClockArrays &clocks;

    METHOD Side side(u32 lane) const { return {lane / 2, 0}; }
    METHOD u32 first(u32 node) const { return read(graph.fanin_first, node); }
    METHOD u32 last(u32 node) const { return read(graph.fanin_first, node + 1); }
    METHOD ListHead way(u32 arc, u32, u32 lane) const { return way_by(graph, results, clocks, arc, lane); }
    METHOD u32 starts(u32) const { return 1; }
    METHOD ListHead start(u32, u32 node, u32 lane, bool has_ways) const {
        return starting_at(constraints, results, node, lane, has_ways);
    }
};

// How many entries come.
FUNCTION u32 entries_of(const ListHead &coming) { return coming.count == ENTRY_OF ? 1 : coming.count; }

// The entry that comes alone.
FUNCTION ListEntry entry_of(const ClockArrays &clocks, const ListHead &coming) {
    return {coming.time, coming.first, coming.first == NONE ? NONE : lane_of(clocks, coming.first)};
}

FUNCTION bool goes_before(Side side, const ListEntry &a, const ListEntry &b) {
    i64 one = early(side, a.time), other = early(side, b.time);
    return one != other ? one < other : a.clock < b.clock;
}

// Sorts each crew's entries by time, then by clock vertex; `crew` is its number of threads. This is a bitonic sort (Batcher, "Sorting networks and their applications", 1968) whose first step of a
// run compares its halves in opposite order, so that all pairs are ordered alike and any number of entries can be sorted. No crew has more than `most`.
FUNCTION void sort_together(u32 crew, Side side, ListEntry *entries, u32 count, u32 most) {
    for (u32 run = 0; 1u << run < most; run++) {
        for (u32 bit = run + 1; bit-- > 0;) {
            u32 step = 1u << bit, mirror = bit == run ? 2 * step - 1 : step;
            for (u32 pair = LANE % crew;; pair += crew) {
                u32 low = (pair >> bit << (bit + 1)) | (pair & (step - 1)), high = low ^ mirror;
                if (low >= count) break;
                if (high >= count) continue;
                ListEntry one = entries[low], other = entries[high];
                if (!goes_before(side, other, one)) continue;
                entries[low] = other;
                entries[high] = one;
            }
            warp_barrier();
        }
    }
}

FUNCTION Parting parting(const ClockArrays &clocks, Side side, const ListEntry &entry, ClockPoint at) {
    i64 time = early(side, entry.time);
    if (clocks.point != 0) return {time, entry.lane, point_of(clocks, at.point)};
    return {time + clocks.spread[at.point].here, entry.lane, at.depth};
}

// By how much the spread grows at the least, in any lane that comes there, from a point to one below it in its clock tree.
FUNCTION i64 least_rise(const ClockArrays &clocks, u32 from, u32 to) {
    ClockRise above = clocks.rise[from], below = clocks.rise[to];
    return lesser(below.least[0] - above.greatest[0], below.least[1] - above.greatest[1]);
}

// Whether, for other ends deeper in the worst entry's branch than `other` parts, an entry is at least as bad. What covers one that covers a third
// covers that too.
FUNCTION bool covers(const ClockArrays &clocks, const Parting &parting, const Parting &other) {
    if (parting.lane != other.lane) return false;
    if (clocks.point == 0) return parting.depth <= other.depth && parting.slack <= other.slack;
    if (clocks.place[parting.depth].depth > clocks.place[other.depth].depth) return false;
    return parting.slack - other.slack <= least_rise(clocks, parting.depth, other.depth);
}

// What is known of an entry by the worst one of its lane.
enum Standing { LEAVES, STAYS, STAYS_UNCOVERED };

FUNCTION Standing standing(const ClockArrays &clocks, Side side, const ListEntry &worst, const ListEntry &entry, Parting &here) {
    i64 gap = early(side, entry.time) - early(side, worst.time);
    i64 shrinkage = clocks.spread[entry.clock].shrinkage, growth = clocks.spread[worst.clock].growth;
    if (worst.clock == entry.clock || gap >= (shrinkage > growth ? shrinkage : growth)) return LEAVES;
    here = parting(clocks, side, entry, lowest_common(clocks, worst.clock, entry.clock));
    return gap >= shrinkage ? STAYS_UNCOVERED : STAYS;
}

// Bounds of the credit of a clock vertex at an end of paths, whatever the other end.
FUNCTION ClockBounds bounds_of(const ClockArrays &clocks, Side side, u32 clock) {
    if (clock == NONE) return {0, 0};
    return clocks.bounds[clock * 4 + side.end * 2 + side.split];
}

FUNCTION u32 component_of(const ClockArrays &clocks, u32 clock) { return clock == NONE ? NONE : read(clocks.component, clock); }

// Whether one of the entries up to `other` is at least as bad, whatever the other end, as one whose time is `soonest` with the least credit: `other`, or, where no other end credits both, it or the first.
FUNCTION bool is_as_bad(const ClockArrays &clocks, Side side, const ListEntry &first, const ListEntry &other, i64 soonest) {
    i64 at = early(side, other.time);
    bool are_apart = component_of(clocks, first.clock) != component_of(clocks, other.clock);
    return (are_apart ? at : at + bounds_of(clocks, side, other.clock).most) <= soonest;
}

// The bits of one's own crew, from the lowest on.
FUNCTION u32 of_crew(u32 crew, u32 lanes) { return lanes >> (LANE - LANE % crew) & ((2u << (crew - 1)) - 1); }

// Sorts each crew's entries and drops those that cannot matter, as many at once as a crew has threads.
FUNCTION void prune_together(u32 crew, const ClockArrays &clocks, Side side, Gathered &gathered) {
    u32 member = LANE % crew, most = warp_greatest(gathered.count), kept = 0;
    ListEntry *entries = gathered.entries;
    Parting *partings = gathered.partings;
    sort_together(crew, side, entries, gathered.count, most);
    i64 latest = gathered.count == 0 ? NEVER : early(side, entries[0].time) + swing(clocks, side.split);
    for (u32 base = 0; base < most; base += crew) {
        u32 own = base + member;
        ListEntry entry = {0, NONE, NONE};
        Parting here = {0, NONE, 0};
        Standing stands = LEAVES;
        // Those kept before, and then those at work now.
        auto next = [&](u32 i) { return i + 1 == kept ? base : i + 1; };
        if (own < gathered.count) {
            entry = entries[own];
            u32 worst = 0;
            while (worst != own && entries[worst].lane != entry.lane) worst = next(worst);
            if (early(side, entry.time) > latest) {
                stands = LEAVES;
            } else if (worst == own) {
                stands = STAYS;
                if (entry.lane != NONE) here = parting(clocks, side, entry, {entry.clock, clocks.place[entry.clock].depth});
            } else if (entry.lane != NONE) {
                stands = standing(clocks, side, entries[worst], entry, here);
            }
            if (stands == LEAVES) here.lane = NONE;
            partings[own] = here;
        }
        warp_barrier();
        bool is_bounded = clocks.bounds != 0 && stands != LEAVES;
        i64 soonest = is_bounded ? early(side, entry.time) + bounds_of(clocks, side, entry.clock).least : 0;
        for (u32 i = 0; stands != LEAVES && i != own; i = next(i)) {
            bool is_same = entry.clock != NONE && entries[i].clock == entry.clock;
            if (is_bounded && is_as_bad(clocks, side, entries[0], entries[i], soonest)) stands = LEAVES;
            if (is_same || (stands == STAYS_UNCOVERED && covers(clocks, partings[i], here))) stands = LEAVES;
        }
        u32 staying = of_crew(crew, lanes_where(stands != LEAVES));
        warp_barrier();
        if (stands != LEAVES) {
            u32 place = kept + ones(staying & ((1u << member) - 1));
            entries[place] = entry;
            partings[place] = here;
        }
        kept += ones(staying);
        warp_barrier();
    }
    gathered.count = kept;
}

// Adds what comes to the threads of each crew to its entries.
FUNCTION void add_together(u32 crew, const ClockArrays &clocks, const ListHead &coming, Gathered &gathered) {
    u32 total, count = entries_of(coming), offset = gathered.count + crew_scan(crew, count, total);
    bool is_entry = coming.count == ENTRY_OF;
    // Where an entry is that comes, and how much later it comes, stands in the place of what pruning will know of it.
    for (u32 i = 0; i < count; i++) gathered.partings[offset + i] = {coming.time, is_entry ? NONE : coming.first + i, 0};
    if (is_entry) gathered.entries[offset] = entry_of(clocks, coming);
    warp_barrier();
    for (u32 i = gathered.count + LANE % crew; i < gathered.count + total; i += crew) {
        Parting at = gathered.partings[i];
        if (at.lane == NONE) continue;
        ListEntry entry = clocks.entries[at.lane];
        entry.time += at.slack;
        gathered.entries[i] = entry;
    }
    warp_barrier();
    gathered.count += total;
}

// The lists and single entries that come to a vertex and can matter: those no later than `latest`, which is the soonest time plus the swing of credits. `lists` counts both, `entries` counts all their entries. `by` holds
// them all if there are at most AT_ONCE and `are_known`: where several entries start at the vertex they are only counted.
struct Seen {
    ListHead by[AT_ONCE];
    ListHead last;
    u32 lists;
    u64 entries;
    i64 latest;
    bool are_known;
};

FUNCTION void see(Side side, const ListHead &coming, Seen &seen) {
    if (coming.count == 0 || early(side, coming.time) > seen.latest) return;
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) {
        if (i == seen.lists) seen.by[i] = coming;
    }
    seen.last = coming;
    seen.lists++;
    seen.entries += entries_of(coming);
}

FUNCTION i64 sooner(Side side, i64 soonest, const ListHead &coming) {
    return coming.count == 0 ? soonest : lesser(soonest, early(side, coming.time));
}

// AT_ONCE ways of a node's lane, or fewer before the last: those that are `step` apart from `at` on.
struct LookedAt {
    ListHead ways[AT_ONCE];
};

template <class Flow> FUNCTION LookedAt look_at(const Flow &flow, u32 index, u32 at, u32 last, u32 step) {
    LookedAt found;
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) {
        bool is_way = at + i * step < last;
        found.ways[i] = is_way ? flow.way(at + i * step, index / LANES, index % LANES) : ListHead{0, 0, 0};
    }
    await_launch_before();
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) found.ways[i] = coming_by(flow.clocks, found.ways[i]);
    return found;
}

FUNCTION i64 soonest_of(Side side, i64 soonest, const LookedAt &found) {
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) soonest = sooner(side, soonest, found.ways[i]);
    return soonest;
}

FUNCTION void see_all(Side side, const LookedAt &found, Seen &seen) {
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) see(side, found.ways[i], seen);
}

// A warp has looked at the vertices of one group of threads, which begins at `owner`. Each thread looked at some ways of the vertex whose thread has the same place in its group, and saw `part`. Adds these parts to `seen`
// in the threads of the vertices.
FUNCTION void add_parts(Side side, u32 group, u32 owner, const Seen &part, Seen &seen) {
    u32 place = LANE % group, lists = part.lists;
    u64 entries = part.entries;
    for (u32 other = group; other < WARP; other *= 2) {
        lists += from_lane(lists, LANE ^ other);
        entries += from_lane(entries, LANE ^ other);
    }
    bool is_own = LANE / group == owner / group;
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) {
        ListHead head = part.by[i];
        for (u32 there = lanes_where(lists <= AT_ONCE && i < part.lists); there != 0; there &= there - 1) {
            u32 lane = lowest_one(there);
            ListHead coming = {from_lane(head.first, lane), from_lane(head.count, lane), from_lane(head.time, lane)};
            if (is_own && lane % group == place) see(side, coming, seen);
        }
    }
    if (is_own && lists > AT_ONCE) {
        seen.lists += lists;
        seen.entries += entries;
    }
}

// Looks at the ways, from `first` to `last`, of the vertices that have more than AT_ONCE. The whole warp looks at one node after the other, all lanes at once: a single thread with a net of hundreds of loads would keep
// its level waiting. `soonest` is the soonest start at the vertex.
template <class Flow> FUNCTION void see_wide(const Flow &flow, u32 index, u32 first, u32 last, i64 soonest, Seen &seen) {
    u32 group = WARP < LANES ? WARP : LANES, step = WARP / group;
    for (u32 waiting = lanes_where(last - first > AT_ONCE); waiting != 0;) {
        u32 owner = lowest_one(waiting) / group * group, own = owner + LANE % group;
        u32 its = from_lane(index, own), from = from_lane(first, own) + LANE / group, to = from_lane(last, own);
        i64 its_soonest = from_lane(soonest, own);
        Side side = flow.side(its % LANES);
        LookedAt found;
        for (u32 at = from; at < to; at += AT_ONCE * step) {
            found = look_at(flow, its, at, to, step);
            its_soonest = soonest_of(side, its_soonest, found);
        }
        for (u32 other = group; other < WARP; other *= 2) its_soonest = lesser(its_soonest, from_lane(its_soonest, LANE ^ other));
        i64 latest = its_soonest == NEVER ? NEVER : its_soonest + swing(flow.clocks, side.split);
        Seen part = {{}, {0, 0, 0}, 0, 0, latest, true};
        for (u32 at = from; at < to; at += AT_ONCE * step) {
            if (to - from > AT_ONCE * step) found = look_at(flow, its, at, to, step);
            see_all(side, found, part);
        }
        if (LANE / group == owner / group) seen.latest = latest;
        add_parts(side, group, owner, part, seen);
        waiting &= ~(((1u << group) - 1) << owner);
    }
}

// An index is 4 × node + lane; `end` and those beyond are no vertices.
template <class Flow> FUNCTION Seen see_vertex(const Flow &flow, u32 index, u32 end) {
    u32 node = index / LANES, lane = index % LANES, first = 0, last = 0;
    if (index < end) {
        first = flow.first(node);
        last = flow.last(node);
    }
    Side side = flow.side(lane);
    LookedAt found = look_at(flow, index, first, last - first > AT_ONCE ? first : last, 1);
    u32 starts = index < end ? flow.starts(node) : 0, started = 0;
    ListHead start = {0, 0, 0};
    i64 soonest = soonest_of(side, NEVER, found);
    ROLLED
    for (u32 i = 0; i < starts; i++) {
        ListHead here = flow.start(i, node, lane, first != last);
        if (here.count == 0) continue;
        soonest = sooner(side, soonest, here);
        start = here;
        started++;
    }
    Seen seen = {{}, {0, 0, 0}, 0, 0, soonest == NEVER ? NEVER : soonest + swing(flow.clocks, side.split), started < 2};
    see_all(side, found, seen);
    see_wide(flow, index, first, last, soonest, seen);
    if (started == 1) see(side, start, seen);
    if (started > 1) {
        seen.lists += started;
        seen.entries += started;
    }
    return seen;
}

// A merge: its vertex, where its entries go, of which there is room for all that come, and how many that are. Where there is no room for them on the chip their partings come after them.
// If little comes, `Bench::heads` holds it and `lists` says how many lists and single entries there are. Otherwise `lists` is 0, and the ways are looked at again for all that is no later than `latest`.
struct Merge {
    u32 index;
    u32 first;
    u32 entries;
    u32 lists;
    i64 latest;
};

// Collects what comes by all ways to each crew's vertex, or starts there; nothing to those that are not `is_in`. Where there is no room left on the chip what cannot matter is dropped; the entries
// move to the merge's place among all if there is none then.
template <class Flow> FUNCTION void gather_together(u32 crew, const Flow &flow, const Merge &merge, bool is_in, Gathered &gathered) {
    u32 node = merge.index / LANES, lane = merge.index % LANES, first = is_in ? flow.first(node) : 0, room = MOST_ON_CHIP * (crew / CREW);
    u32 ways = is_in ? flow.last(node) - first : 0, all = is_in ? ways + flow.starts(node) : 0, most = warp_greatest(all);
    Side side = flow.side(lane);
    for (u32 base = 0; base < most; base += crew * AT_ONCE) {
        u32 own = base + LANE % crew;
        LookedAt found = look_at(flow, merge.index, first + own, first + ways, crew);
        ROLLED
        for (u32 i = 0; i < AT_ONCE; i++) {
            u32 way = own + i * crew, total;
            ListHead coming = found.ways[0];
            UNROLL
            for (u32 j = 1; j < AT_ONCE; j++) coming = i == j ? found.ways[j] : coming;
            if (way >= ways && way < all) coming = flow.start(way - ways, node, lane, ways != 0);
            if (coming.count != 0 && early(side, coming.time) > merge.latest) coming = {0, 0, 0};
            if (lanes_where(coming.count != 0) == 0) continue;
            crew_scan(crew, entries_of(coming), total);
            if (lanes_where(gathered.count + total > room) != 0) prune_together(crew, flow.clocks, side, gathered);
            bool moves = gathered.count + total > room;
            if (lanes_where(moves) != 0) {
                ListEntry *there = flow.clocks.entries + merge.first;
                bool are_there = gathered.entries == there;
                for (u32 i = LANE % crew; moves && !are_there && i < gathered.count; i += crew) there[i] = gathered.entries[i];
                warp_barrier();
                if (moves) {
                    gathered = {there, (Parting *)(there + merge.entries), gathered.count};
                    room = 2 * (gathered.count + total);
                }
            }
            add_together(crew, flow.clocks, coming, gathered);
        }
    }
}

// Memory that the threads of a block share: merges, those with their lists in `heads` from the front and the others from the back; AT_ONCE heads for each of the former; and room for the entries of each small crew.
struct Bench {
    ListEntry *entries;
    Parting *partings;
    ListHead *heads;
    Merge *merges;
};

// Makes the lists of a block's merges, each crew one after the other: small crews make those whose lists are in `Bench::heads`, warps make the others.
template <class Flow> FUNCTION void make_lists(const Flow &flow, const Bench &bench, u32 known, u32 others) {
    const ClockArrays &clocks = flow.clocks;
    ROLLED
    for (u32 turn = 0; turn < 2; turn++) {
        bool are_known = turn == 0;
        u32 crew = are_known ? CREW : WARP, count = are_known ? known : others, member = LANE % crew;
        for (u32 mine = THREAD / crew; mine - LANE / crew < count; mine += THREADS / crew) {
            bool is_in = mine < count;
            Merge merge = {0, 0, 0, 0, NEVER};
            if (is_in) merge = bench.merges[are_known ? mine : THREADS - 1 - mine];
            u32 on_chip = THREAD / crew * (crew / CREW) * MOST_ON_CHIP;
            Gathered gathered = {bench.entries + on_chip, bench.partings + on_chip, 0};
            if (!are_known) gather_together(crew, flow, merge, is_in, gathered);
            for (u32 base = 0, most = warp_greatest(merge.lists); base < most; base += crew) {
                u32 way = base + member;
                add_together(crew, clocks, way < merge.lists ? bench.heads[mine * AT_ONCE + way] : ListHead{0, 0, 0}, gathered);
            }
            prune_together(crew, clocks, flow.side(merge.index % LANES), gathered);
            i64 worst = gathered.count == 0 ? 0 : gathered.entries[0].time;
            warp_barrier();
            for (u32 i = member; i < gathered.count; i += crew) {
                ListEntry entry = gathered.entries[i];
                entry.time -= worst;
                clocks.entries[merge.first + i] = entry;
            }
            if (is_in && member == 0) clocks.heads[merge.index] = {merge.first, gathered.count, worst};
            warp_barrier();
        }
    }
}

// The lists of a level, after those of the levels before. Indices are 4 × node + lane.
template <class Flow> FUNCTION void lists_of_level(const Flow &flow, const Bench &bench, u32 begin, u32 end) {
    const ClockArrays &clocks = flow.clocks;
    for (u32 part = begin; part < end; part += THREADS) {
        u32 index = part + THREAD, merges;
        Seen seen = see_vertex(flow, index, end);
        bool is_merge = seen.lists > 1, is_entry = seen.lists == 1 && seen.last.count == ENTRY_OF;
        bool is_on_chip = seen.entries <= MOST_ON_CHIP, is_known = is_on_chip && seen.are_known && seen.lists <= AT_ONCE;
        u64 taken = is_entry ? 1 : !is_merge ? 0 : is_on_chip ? seen.entries : 2 * seen.entries;
        u64 first = block_take(clocks.used, taken);
        // What exceeds the room is found out afterwards, by what is used.
        bool has_room = first + taken <= clocks.room;
        if (is_entry) {
            ListEntry entry = entry_of(clocks, seen.last);
            if (has_room) clocks.entries[first] = {0, entry.clock, entry.lane};
            seen.last = {(u32)first, 1, entry.time};
        }
        if (!has_room) seen.last = {0, 0, 0};
        is_merge = is_merge && has_room;
        if (index < end && !is_merge) clocks.heads[index] = seen.last;
        // Counts merges whose lists are known in the low half, others in the high half: a block has fewer than 65536.
        u32 numbers = block_scan(!is_merge ? 0u : is_known ? 1u : 0x10000u, merges);
        if (is_merge) {
            u32 number = is_known ? numbers % 0x10000 : THREADS - 1 - numbers / 0x10000;
            bench.merges[number] = {index, (u32)first, (u32)seen.entries, is_known ? seen.lists : 0, seen.latest};
            UNROLL
            for (u32 i = 0; is_known && i < AT_ONCE; i++) bench.heads[number * AT_ONCE + i] = seen.by[i];
        }
        barrier();
        make_lists(flow, bench, merges % 0x10000, merges / 0x10000);
        barrier();
    }
}

// Those of arrivals.
FUNCTION void clock_lists(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results,
                          const ClockArrays &clocks, u32 begin, u32 end) {
    SHARED ListEntry entries[MOST_CREWS * MOST_ON_CHIP];
    SHARED Parting partings[MOST_CREWS * MOST_ON_CHIP];
    SHARED ListHead heads[LEVEL_THREADS * AT_ONCE];
    SHARED Merge merges[LEVEL_THREADS];
    lists_of_level(LaunchedWays{graph, constraints, results, clocks}, {entries, partings, heads, merges}, begin, end);
}

// Before lists are made again. The only index is 0.
FUNCTION void begin_lists(const ClockArrays &clocks, u32) { *clocks.used = 0; }

// What CPPR adds to the slack of a check, by what it requires before: its worst slack with credit less that without.
FUNCTION i64 check_credit(const Arrays &arrays, u32 data, u32 clock, u32 lane, i64 required) {
    const ClockArrays &clocks = arrays.clocks;
    ListHead head = clocks.heads[(u64)data * LANES + lane];
    u32 split = lane / 2, capture = read(clocks.number, clock);
    if (head.count == 0 || required == UNDEFINED) return 0;
    i64 least = least_credit(clocks, split), before = 0, after = 0;
    for (u32 i = 0; i < head.count; i++) {
        ListEntry entry = clocks.entries[head.first + i];
        i64 here = slack(split, entry.time + head.time, required);
        if (i == 0) before = here;
        // The rest arrive no earlier.
        if (i > 0 && here + least >= after) break;
        i64 with = here + credit(arrays, entry.clock, capture, split);
        after = i == 0 || with < after ? with : after;
    }
    return after - before;
}
