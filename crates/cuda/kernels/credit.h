// The pessimism that two clock paths have in common: twin of `timing/src/cppr/credit.rs`.

#pragma once

#include "clocks.h"
#include "primitives.h"

// The credit that a vertex of the common point allows paths that start at one pin.
FUNCTION i64 shared_credit(const ClockArrays &clocks, u32 common, u32 split) {
    i64 spread = clocks.spread[common].here;
    if (split == EARLY) return spread;
    return spread - spread_of(clocks.trace[common].start);
}

// Two vertices of one point or of one domain: the first on the launching path, the second on the capturing one.
struct ClockPair {
    u32 launching;
    u32 capturing;
};

// A point's vertex in a lane that passes there.
FUNCTION u32 in_lane(const ClockArrays &clocks, u32 point, u32 lane) {
    if (clocks.point == 0) return point;
    u32 low = point, high = read(clocks.point_end, point);
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (lane_of(clocks, clocks.by_lane[middle]) < lane) low = middle + 1;
        else high = middle;
    }
    return clocks.by_lane[low];
}

// Where two paths join that pass the root of one domain, where `at` are their lanes: the first of the points up to there that they have in
// common without a gap.
FUNCTION ClockPair joined(const ClockArrays &clocks, ClockPair at, u32 split) {
    for (;;) {
        u32 launching = clocks.trace[at.launching].from[split], capturing = clocks.trace[at.capturing].from[split ^ 1];
        if (launching == NONE || capturing == NONE || point_of(clocks, launching) != point_of(clocks, capturing)) return at;
        at = {lane_of(clocks, launching), lane_of(clocks, capturing)};
    }
}

FUNCTION i64 lesser(i64 a, i64 b) { return a < b ? a : b; }

// The credit of a common point by the lanes of the two paths in its domain, whatever points there are; `is_one_start` says whether they start at
// one pin.
FUNCTION i64 credit_at(const ClockArrays &clocks, u32 point, ClockPair lanes, bool is_one_start, u32 split) {
    u32 launching = in_lane(clocks, point, lanes.launching), capturing = in_lane(clocks, point, lanes.capturing);
    if (is_one_start) return lesser(shared_credit(clocks, launching, split), shared_credit(clocks, capturing, split));
    ClockPair start = joined(clocks, lanes, split);
    return lesser(clocks.spread[launching].here - clocks.spread[start.launching].here,
                  clocks.spread[capturing].here - clocks.spread[start.capturing].here);
}

FUNCTION bool start_at_one_pin(const ClockArrays &clocks, u32 launch, u32 capture, u32 split) {
    return clocks.start_pin == 0 || clocks.start_pin[launch * 2 + split] == clocks.start_pin[capture * 2 + (split ^ 1)];
}

// The pessimism in the slack of a path from a launch to a capture, both clock vertices or NONE. `split` is that of the data and so of the
// launch. Not OUTLINE: calls inside of calls share the barriers at which the threads of a warp meet again, of which there are twelve, and this function needs
// more than its callers leave. They are spilled then, and what driver 580 and ptxas 13.0 make of that for an H200 goes astray.
FUNCTION i64 credit(const Arrays &arrays, u32 launch, u32 capture, u32 split) {
    if (launch == NONE || capture == NONE) return 0;
    const ClockArrays &clocks = arrays.clocks;
    for (u32 exit = capture; exit != NONE;) {
        u32 lane = lane_of(clocks, exit);
        for (u32 other = launch; other != NONE;) {
            u32 passed = lane_of(clocks, other);
            if (point_of(clocks, passed) == point_of(clocks, lane)) {
                u32 point = point_of(clocks, lowest_common(clocks, other, exit).point);
                if (clocks.point == 0 && clocks.start_pin == 0) return shared_credit(clocks, point, split);
                return credit_at(clocks, point, {passed, lane}, start_at_one_pin(clocks, launch, capture, split), split);
            }
            other = clocks.trace[passed].from[split];
        }
        exit = clocks.trace[lane].from[split ^ 1];
    }
    return 0;
}

// No pair has less credit, or more: 0 counts.
FUNCTION i64 least_credit(const ClockArrays &clocks, u32 split) { return clocks.extremes[split]; }
FUNCTION i64 greatest_credit(const ClockArrays &clocks, u32 split) { return -clocks.extremes[2 + split]; }

// A block takes a tile of clock vertices.
FUNCTION void clock_extremes(const Arrays &arrays) {
    const ClockArrays &clocks = arrays.clocks;
    i64 extremes[4] = {};
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 index = BLOCK * TILE + i;
        if (index >= clocks.count) break;
        if (clocks.tops != 0) {
            // Paths that start at different pins.
            i64 here = clocks.spread[index].here, least = here - clocks.tops[index].greatest, most = here - clocks.tops[index].least;
            UNROLL
            for (u32 split = 0; split < 2; split++) {
                extremes[split] = lesser(extremes[split], least);
                extremes[2 + split] = lesser(extremes[2 + split], -most);
            }
        }
        const i64 *start = clocks.trace[index].start;
        if (start[EARLY] == UNDEFINED || start[LATE] == UNDEFINED) continue;
        UNROLL
        for (u32 split = 0; split < 2; split++) {
            i64 credit = shared_credit(clocks, index, split);
            extremes[split] = lesser(extremes[split], credit);
            extremes[2 + split] = lesser(extremes[2 + split], -credit);
        }
    }
    UNROLL
    for (u32 i = 0; i < 4; i++) {
        i64 extreme = block_least(extremes[i]);
        if (THREAD == 0 && extreme < 0) fetch_least(&clocks.extremes[i], extreme);
    }
}
