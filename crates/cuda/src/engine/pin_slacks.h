// Slacks of pins after CPPR: twin of `timing/src/pin_slacks`, for designs without latches.
//
// Lists of required times are made level by level, backward, as those of arrivals are forward. Then each vertex looks at pairs of a launch and a capture from its two lists. Of clock
// networks it is found level by level when clocks are required, by what they launch and by what they capture.

#pragma once

#include "backward.h"
#include "lists.h"
#include "requirements.h"

// Required times come by the arcs out of a node, but where clocks launch data, and from what checks and outputs require of it.
struct CapturedWays {
    const GraphArrays &graph;
    const ConstraintArrays &constraints;
    const ResultArrays &results;
    const ClockArrays &clocks;

    METHOD Side side(u32 lane) const { return {lane / 2, 1}; }
    METHOD u32 first(u32 node) const { return read(graph.fanout_first, node); }
    METHOD u32 last(u32 node) const { return read(graph.fanout_first, node + 1); }

    METHOD ListHead way(u32 at, u32 node, u32 lane) const {
        Fanout fanout = graph.fanout[at];
        u32 there = (lane & 2) + other_end(fanout.target, lane % 2);
        if (!has_edge(fanout.target, there % 2)) return {0, 0, 0};
        float delay = results.delay[(u64)fanout.arc * LANES + there];
        if (!has_signal(delay)) return {0, 0, 0};
        // Nothing else launches.
        if (read(clocks.number, node * 2 + lane % 2) != NONE && launches(graph, fanout.arc)) return {0, 0, 0};
        return {packed_node(fanout.target) * LANES + there, LIST_OF, -time_along(delay)};
    }

    METHOD u32 starts(u32 node) const {
        u32 end = read(constraints.node_end, node);
        return end == NONE ? 0 : read(constraints.end_first, end + 1) - read(constraints.end_first, end);
    }

    METHOD ListHead start(u32 number, u32 node, u32 lane, bool) const {
        u32 entry = read(constraints.end_entry, read(constraints.end_first, read(constraints.node_end, node)) + number);
        u32 capture = NONE, split = lane / 2, index = entry / 2;
        i64 required = UNDEFINED;
        if (entry & OF_OUTPUT) {
            required = read(constraints.output_required, (u64)(entry & ~OF_OUTPUT) * LANES + lane);
        } else if (entry % 2 == 0 && (constraints.checks[index].flags & 1) == split) {
            Check check = constraints.checks[index];
            float margin = results.margin[(u64)check.pin_check * 2 + lane % 2];
            required = data_required(check, arrival_at(results, check.clock, split ^ 1), margin, lane % 2);
            capture = read(clocks.number, check.clock);
        }
        return required == UNDEFINED ? ListHead{0, 0, 0} : ListHead{capture, ENTRY_OF, required};
    }
};

// The lists of required times of a level, after those above. Indices are 4 × node + lane.
FUNCTION void capture_lists(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results,
                            const ClockArrays &clocks, u32 begin, u32 end) {
    SHARED ListEntry entries[MOST_CREWS * MOST_ON_CHIP];
    SHARED Parting partings[MOST_CREWS * MOST_ON_CHIP];
    SHARED ListHead heads[LEVEL_THREADS * AT_ONCE];
    SHARED Merge merges[LEVEL_THREADS];
    lists_of_level(CapturedWays{graph, constraints, results, clocks}, {entries, partings, heads, merges}, begin, end);
}

// The worst slack of data of a launch that arrives at some time with each capture of a list, if it is less than the worst so far; UNDEFINED is none so far.
FUNCTION i64 worst_capture(const Arrays &arrays, const ListEntry &launch, const ListHead &captures, u32 split, i64 worst) {
    i64 least = least_credit(arrays.clocks, split);
    for (u32 i = 0; i < captures.count; i++) {
        ListEntry capture = arrays.clocks.entries[captures.first + i];
        i64 before = slack(split, launch.time, capture.time + captures.time);
        // The rest require no earlier.
        if (worst != UNDEFINED && before + least >= worst) break;
        i64 after = before + credit(arrays, launch.clock, capture.clock, split);
        if (worst == UNDEFINED || after < worst) worst = after;
    }
    return worst;
}

// By what a clock is required at a vertex, in a split of its own: an end of what it launches (0) or captures (1).
struct ClockWay {
    u32 clock;
    u32 end;
    u32 split;
};

// What a fan-out of a clock's vertex requires of it.
FUNCTION i64 fanout_of_clock(const Arrays &arrays, const ClockWay &of, u32 vertex, const Fanout &fanout) {
    const ClockArrays &clocks = arrays.clocks;
    u32 there = of.split * 2 + other_end(fanout.target, vertex % 2), node = packed_node(fanout.target);
    float delay = arrays.results.delay[(u64)fanout.arc * LANES + there];
    if (!has_edge(fanout.target, there % 2) || !has_signal(delay)) return UNDEFINED;
    i64 required = UNDEFINED;
    if (launches(arrays.graph, fanout.arc)) {
        if (of.end == 1) return UNDEFINED;
        ListHead captures = clocks.heads[(u64)node * LANES + there];
        required = worst_capture(arrays, {0, of.clock, NONE}, captures, of.split, UNDEFINED);
        if (required != UNDEFINED && of.split == EARLY) required = -required;
    } else {
        u32 number = read(clocks.number, node * 2 + there % 2);
        if (number != NONE) required = arrays.pin_slacks.clock_required[(u64)number * 4 + of.end * 2 + of.split];
    }
    return required == UNDEFINED ? UNDEFINED : required - time_along(delay);
}

// When a clock is required at a vertex, after the levels above. An index is 4 × clock vertex + 2 × end + split.
FUNCTION void clock_required(const Arrays &arrays, u32 index) {
    const ConstraintArrays &constraints = arrays.constraints;
    ClockWay of = {index / 4, index / 2 % 2, index % 2};
    u32 vertex = read(arrays.clocks.vertex, of.clock), node = vertex / 2, last = read(arrays.graph.fanout_first, node + 1);
    i64 required = UNDEFINED;
    ROLLED
    for (u32 i = read(arrays.graph.fanout_first, node); i < last; i++) {
        required = tighter_required(of.split, required, fanout_of_clock(arrays, of, vertex, arrays.graph.fanout[i]));
    }
    u32 end = of.end == 0 ? NONE : read(constraints.node_end, node);
    if (end != NONE) last = read(constraints.end_first, end + 1);
    for (u32 i = end == NONE ? last : read(constraints.end_first, end); i < last; i++) {
        u32 entry = read(constraints.end_entry, i);
        if ((entry & OF_OUTPUT) != 0 || entry % 2 == 0) continue;
        const Check &check = constraints.checks[entry / 2];
        if ((check.flags & 1) == of.split || check.clock != vertex) continue;
        required = tighter_required(of.split, required, arrays.results.clock_required[entry / 2]);
    }
    arrays.pin_slacks.clock_required[index] = required;
}

FUNCTION i64 less_slack(i64 a, i64 b) { return a == UNDEFINED ? b : b == UNDEFINED || a < b ? a : b; }

// The worst slack of the paths through a vertex. An index is 4 × node + lane.
FUNCTION void pin_slacks(const Arrays &arrays, u32 index) {
    const ClockArrays &clocks = arrays.clocks;
    const PinSlackArrays &slacks = arrays.pin_slacks;
    u32 split = index / 2 % 2, number = read(clocks.number, index / LANES * 2 + index % 2);
    ListHead launches = slacks.heads[index], captures = clocks.heads[index];
    i64 worst = UNDEFINED, least = least_credit(clocks, split);
    for (u32 i = 0; i < launches.count && captures.count != 0; i++) {
        ListEntry launch = slacks.entries[launches.first + i];
        launch.time += launches.time;
        i64 before = slack(split, launch.time, captures.time);
        // The rest arrive no earlier.
        if (worst != UNDEFINED && before + least >= worst) break;
        worst = worst_capture(arrays, launch, captures, split, worst);
    }
    if (number != NONE) {
        u32 other = split ^ 1;
        const i64 *required = slacks.clock_required + (u64)number * 4;
        worst = less_slack(worst, slack(split, arrays.results.arrival[index], required[split]));
        worst = less_slack(worst, slack(other, arrays.results.arrival[index ^ 2], required[2 + other]));
    }
    slacks.slack[index] = worst;
}
