// The pessimism that two clock paths have in common: twin of `timing/src/cppr/credit.rs`.

#pragma once

#include "clocks.h"
#include "primitives.h"

// Two vertices of one point or of one clock tree: the first on the launching path, the second on the capturing one.
struct ClockPair {
    u32 launching;
    u32 capturing;
};

// A point's vertex in a lane that passes there.
FUNCTION u32 in_lane(const ClockArrays &clocks, u32 point, u32 lane) {
    u32 low = point, high = clocks.point == 0 ? point : read(clocks.point_end, point);
    ROLLED
    while (low < high) {
        u32 middle = (low + high) / 2;
        bool is_above = lane_of(clocks, clocks.by_lane[middle]) < lane;
        low = is_above ? middle + 1 : low;
        high = is_above ? high : middle;
    }
    return clocks.point == 0 ? point : clocks.by_lane[low];
}

// Where two paths join that pass the root of one clock tree, where `at` are their lanes: the first of the points up to there that they have in
// common without a gap.
FUNCTION ClockPair joined(const ClockArrays &clocks, ClockPair at, u32 split) {
    ClockPair above = at;
    ROLLED
    do {
        at = above;
        u32 launching = clocks.trace[at.launching].from[split], capturing = clocks.trace[at.capturing].from[split ^ 1];
        bool is_one = launching != NONE && capturing != NONE;
        u32 a = is_one ? launching : at.launching, b = is_one ? capturing : at.capturing;
        is_one = is_one & (point_of(clocks, a) == point_of(clocks, b));
        above = is_one ? ClockPair{lane_of(clocks, a), lane_of(clocks, b)} : at;
    } while (above.launching != at.launching || above.capturing != at.capturing);
    return at;
}

FUNCTION i64 lesser(i64 a, i64 b) { return a < b ? a : b; }

// The credit of a common point by the lanes of the two paths in its clock tree, whatever points there are; `is_one_start` says whether they start at
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

// The first clock tree that two paths have in common, from the capture and then from the launch: where they leave it, and their lanes at its root.
// Nothing captures at the exit without one.
struct Crossing {
    ClockPair exit;
    ClockPair lanes;
};

FUNCTION Crossing crossing_of(const ClockArrays &clocks, u32 launch, u32 capture, u32 split) {
    Crossing at = {{launch, capture}, {lane_of(clocks, launch), lane_of(clocks, capture)}};
    ROLLED
    while (at.exit.capturing != NONE && point_of(clocks, at.lanes.launching) != point_of(clocks, at.lanes.capturing)) {
        // On along the launching path; at its end back to its begin, and on along the capturing one.
        u32 other = clocks.trace[at.lanes.launching].from[split];
        if (other == NONE) {
            at.exit.capturing = clocks.trace[at.lanes.capturing].from[split ^ 1];
            if (at.exit.capturing != NONE) at.lanes.capturing = lane_of(clocks, at.exit.capturing);
            other = launch;
        }
        at.exit.launching = other;
        at.lanes.launching = lane_of(clocks, other);
    }
    return at;
}

// Credit is out of line in two functions. Calls inside of calls share the barriers at which the threads of a warp meet again, of which there are
// twelve. A function that needs more than its callers leave spills them, and what driver 580 and ptxas 13.0 make of that for an H200 goes astray.
// So the general one has no loop inside of a loop and selects where it could branch, and the plain one stays small.

// The credit of two clock vertices where every point has one vertex and all clock paths start at one pin.
OUTLINE i64 plain_credit(const Arrays &arrays, u32 launch, u32 capture, u32 split) {
    const ClockArrays &clocks = arrays.clocks;
    for (u32 exit = capture; exit != NONE;) {
        u32 tree = lane_of(clocks, exit);
        for (u32 other = launch; other != NONE;) {
            u32 passed = lane_of(clocks, other);
            if (passed == tree) return shared_credit(clocks, lowest_common(clocks, other, exit).point, split);
            other = clocks.trace[passed].from[split];
        }
        exit = clocks.trace[tree].from[split ^ 1];
    }
    return 0;
}

// The credit of two clock vertices, whatever points there are.
OUTLINE i64 tagged_credit(const Arrays &arrays, u32 launch, u32 capture, u32 split) {
    const ClockArrays &clocks = arrays.clocks;
    Crossing at = crossing_of(clocks, launch, capture, split);
    if (at.exit.capturing == NONE) return 0;
    u32 point = point_of(clocks, lowest_common(clocks, at.exit.launching, at.exit.capturing).point);
    return credit_at(clocks, point, at.lanes, start_at_one_pin(clocks, launch, capture, split), split);
}

// The pessimism in the slack of a path from a launch to a capture, both clock vertices or NONE. `split` is that of the data and so of the launch.
FUNCTION i64 credit(const Arrays &arrays, u32 launch, u32 capture, u32 split) {
    if (launch == NONE || capture == NONE) return 0;
    bool is_plain = arrays.clocks.point == 0 && arrays.clocks.start_pin == 0;
    return is_plain ? plain_credit(arrays, launch, capture, split) : tagged_credit(arrays, launch, capture, split);
}

// No pair has less credit, or more: 0 counts.
FUNCTION i64 least_credit(const ClockArrays &clocks, u32 split) { return clocks.extremes[split]; }
FUNCTION i64 greatest_credit(const ClockArrays &clocks, u32 split) { return -clocks.extremes[2 + split]; }

// No two credits differ by more.
FUNCTION i64 swing(const ClockArrays &clocks, u32 split) { return greatest_credit(clocks, split) - least_credit(clocks, split); }

// A block takes a tile of clock vertices.
FUNCTION void clock_extremes(const ClockArrays &clocks) {
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
