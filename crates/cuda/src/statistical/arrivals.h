// Arrivals as random variables: the twin of `ssta/src/arrival.rs`, `correlated.rs` and `sensitivity.rs`. A block makes one arrival.

#pragma once

#include "components.h"
#include "graph.h"
#include "law.h"

// Bins of the rooms of a block, where few are asked for and where many are: as in `capacity.rs`.
#define SMALL_ROOM 288
#define LARGE_ROOM 2976

// Threads of these blocks.
#define SMALL_TEAM 32
#define LARGE_TEAM 256

// Words of a record before its masses.
#define HEAD_WORDS 12

FUNCTION u32 *record_at(const StatisticalArrays &arrays, u32 slot, u32 lane) {
    return arrays.records + ((u64)slot * LANES + lane) * arrays.record_words;
}

template <u32 TEAM> struct Candidate {
    Law<TEAM> law;
    Spread spread; // Of the time, not of its masses.
    Components components;
};

template <u32 ROOM, u32 TEAM> struct ArrivalMaker {
    const StatisticalArrays &arrays;
    u32 node, lane, split;
    float *mass, *components; // Of the arrival, in the device's memory.
    float *rooms[3], *together, *carried;
    Law<TEAM> found;
    Spread spread;
    bool is_any;

    // Copies masses of the device's memory to a room.
    METHOD Law<TEAM> taken(const ArrivalHead &head, const float *from, float *room) const {
        barrier();
        for (u32 i = THREAD; i < head.count; i += THREADS) room[i] = from[i];
        barrier();
        return {head.first, head.shift, head.excess, head.scale, head.count, room, room};
    }

    METHOD void keep(const Candidate<TEAM> &candidate) {
        barrier();
        for (u32 i = THREAD; i < candidate.law.count; i += THREADS) mass[i] = candidate.law.mass[i];
        for (u32 i = THREAD; i < arrays.components; i += THREADS) components[i] = candidate.components.at(i);
        found = candidate.law;
        spread = candidate.spread;
        is_any = true;
        barrier();
    }

    // What comes by an arc.
    METHOD void come(u32 arc, u32 packed) {
        u32 to = lane % 2, of_lane = 2 * split + other_end(packed, to), slot = read(arrays.arc_slot, arc);
        u64 moments = (u64)arc * LANES + lane;
        float mean = read(arrays.mean, moments);
        const u32 *record = record_at(arrays, slot, of_lane);
        const ArrivalHead &head = *(const ArrivalHead *)record;
        if (!has_signal(mean) || head.count == 0) return;
        const float *from = (const float *)(record + HEAD_WORDS);
        double sigma = sigma_of_delay(read(arrays.sigma, moments));
        Spread after = {head.mean + (double)ticks(mean), head.variance + sigma * sigma};
        Candidate<TEAM> candidate = {taken(head, from, rooms[0]), after, {}};
        float *spare = rooms[1], *other = rooms[2];
        plus(candidate.law, arrays.shapes, mean, sigma, read(arrays.skewness, moments), arrays.bins, spare, other);
        if (arrays.components > 0) {
            u64 variable = place_of_delay(arc, to);
            Components &put = candidate.components;
            put = {from + arrays.capacity, component_of(variable, arrays.components), signed_of(variable, sigma), 1.0f};
            put.factor = factor_to(after.variance, sum<TEAM, double>(arrays.components, [&](u32 i) { return (double)put.at(i) * (double)put.at(i); }));
        }
        merge(candidate, spare, other);
    }

    METHOD void start(i64 time) {
        Candidate<TEAM> candidate = {{time, 0, 0.0, 0, 1, rooms[0], rooms[0]}, {(double)time, 0.0}, {0, 0, 0.0f, 1.0f}};
        barrier();
        if (THREAD == 0) rooms[0][0] = 1.0f;
        barrier();
        merge(candidate, rooms[1], rooms[2]);
    }

    METHOD void merge(Candidate<TEAM> &candidate, float *spare, float *other) {
        if (!is_any) return keep(candidate);
        bool is_after = is_before(candidate.law, found), is_over = is_before(found, candidate.law);
        if (is_after || is_over) {
            if (is_after != (split == LATE)) keep(candidate);
            return;
        }
        worsen(candidate, spare, other);
    }

    METHOD void worsen(Candidate<TEAM> &candidate, float *spare, float *other) {
        u32 count = arrays.components;
        double covariance = covariance_of<TEAM>(components, count, candidate.components, spread.variance, candidate.spread.variance);
        barrier();
        for (u32 i = THREAD; i < found.count; i += THREADS) other[i] = mass[i];
        found.mass = found.room = other;
        barrier();
        Pair pair = pair_of(spread, candidate.spread, covariance);
        spread = worse(found, candidate.law, arrays, split, pair, arrays.bins, spare, together, carried);
        double left = spread.variance - found.excess;
        spread.variance = left > 0.0 ? left : 0.0;
        u64 rest = place_of_merge(2 * node + lane % 2, split);
        blend<TEAM>(components, count, candidate.components, (float)share_of(pair, arrays.normal, split), spread.variance, rest);
        for (u32 i = THREAD; i < found.count; i += THREADS) mass[i] = found.mass[i];
        barrier();
    }
};

// Hands a maker all that comes to a lane of a node: by arcs, in their order, then what is stated there.
template <class Maker> FUNCTION void collect(const StatisticalArrays &arrays, u32 node, u32 lane, Maker &maker) {
    u32 end = read(arrays.fanin_first, node + 1);
    for (u32 arc = read(arrays.fanin_first, node); arc < end; arc++) {
        u32 packed = read(arrays.arc_source, arc);
        if (has_edge(packed, lane % 2)) maker.come(arc, packed);
    }
    i64 stated = read(arrays.stated, (u64)node * LANES + lane);
    if (stated != UNDEFINED) maker.start(stated);
    barrier();
}

// A block makes the arrival of a lane of one of the nodes of a step.
template <u32 ROOM, u32 TEAM> FUNCTION void make_arrival(const StatisticalArrays &arrays) {
    SHARED float rooms[3 * ROOM];
    SHARED float together[ROOM / STRIDE + 2];
    SHARED float carried[ROOM / SUM_TILE + 1];
    u32 node = arrays.first_node + BLOCK / LANES, lane = BLOCK % LANES;
    u32 *record = record_at(arrays, read(arrays.node_slot, node), lane);
    float *mass = (float *)(record + HEAD_WORDS);
    ArrivalMaker<ROOM, TEAM> maker = {arrays, node, lane, lane / 2, mass, mass + arrays.capacity, {rooms, rooms + ROOM, rooms + 2 * ROOM}, together, carried, {}, {0.0, 0.0}, false};
    collect(arrays, node, lane, maker);
    if (THREAD != 0) return;
    Law<TEAM> &law = maker.found;
    ArrivalHead head = {0, 0, 0.0, 0.0, 0.0, 0, 0};
    if (maker.is_any) head = {law.first, law.shift, law.excess, maker.spread.mean, maker.spread.variance, law.scale, law.count};
    *(ArrivalHead *)record = head;
}

FUNCTION void small_arrivals(const StatisticalArrays &arrays) { make_arrival<SMALL_ROOM, SMALL_TEAM>(arrays); }
FUNCTION void large_arrivals(const StatisticalArrays &arrays) { make_arrival<LARGE_ROOM, LARGE_TEAM>(arrays); }
