// Required times: twin of the second half of `timing/src/arrival.rs`. An index is 4 × node + lane.

#pragma once

#include "graph.h"

// What an end's outputs and checks require of a lane.
FUNCTION i64 end_required(const ConstraintArrays &constraints, const ResultArrays &results, u32 end, u32 lane) {
    u32 split = lane / 2, transition = lane % 2, last = read(constraints.end_first, end + 1);
    i64 required = UNDEFINED;
    for (u32 i = read(constraints.end_first, end); i < last; i++) {
        u32 entry = read(constraints.end_entry, i), index = entry / 2;
        if (entry & OF_OUTPUT) {
            u64 place = (u64)(entry & ~OF_OUTPUT) * LANES + lane;
            required = tighter_required(split, required, read(constraints.output_required, place));
            continue;
        }
        const Check &check = constraints.checks[index];
        u32 checked = check.flags & 1;
        if (entry % 2 == 0 && checked == split) {
            required = tighter_required(split, required, results.check_required[(u64)index * 2 + transition]);
        }
        if (entry % 2 == 1 && checked != split && check.clock % 2 == transition) {
            required = tighter_required(split, required, results.clock_required[index]);
        }
    }
    return required;
}

// AT_ONCE fan-outs of a lane: of each the vertex that it leads to and how long it takes, which is NaN where no signal goes by it.
struct Ways {
    u64 target[AT_ONCE];
    float delay[AT_ONCE];
};

// Those that are `step` apart from `first` on, up to `end`. Delays are of a program that ran before.
FUNCTION Ways ways_on(const GraphArrays &graph, const ResultArrays &results, u32 first, u32 end, u32 step, u32 split, u32 from) {
    Fanout fanouts[AT_ONCE];
    Ways ways;
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) {
        // One that has no edges.
        fanouts[i] = {0, 0};
        if (first + i * step < end) fanouts[i] = graph.fanout[first + i * step];
    }
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) {
        u32 there = split * 2 + other_end(fanouts[i].target, from);
        bool is_edge = has_edge(fanouts[i].target, there % 2);
        ways.delay[i] = is_edge ? results.delay[(u64)fanouts[i].arc * LANES + there] : not_a_number();
        ways.target[i] = (u64)packed_node(fanouts[i].target) * LANES + there;
    }
    return ways;
}

// What the targets of fan-outs require of a lane at the source.
FUNCTION i64 ways_required(const ResultArrays &results, const Ways &ways, u32 split) {
    i64 at_target[AT_ONCE], required = UNDEFINED;
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) at_target[i] = has_signal(ways.delay[i]) ? results.required[ways.target[i]] : UNDEFINED;
    UNROLL
    for (u32 i = 0; i < AT_ONCE; i++) {
        i64 here = at_target[i] == UNDEFINED ? UNDEFINED : at_target[i] - time_along(ways.delay[i]);
        required = tighter_required(split, required, here);
    }
    return required;
}

// Fan-outs that a lane takes alone. A net of hundreds would keep its level waiting: the rest of it is the whole warp's.
#define FANOUTS_ALONE 8

FUNCTION void backward(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results, u32 index, bool is_in) {
    u32 node = index / LANES, lane = index % LANES, split = lane / 2, from = lane % 2;
    u32 first = 0, last = 0;
    i64 required = UNDEFINED;
    auto look = [&](u32 i, u32 end, u32 step) { return ways_on(graph, results, i, end, step, split, from); };
    auto work = [&](u32 i, u32 end, u32 step) { return ways_required(results, look(i, end, step), split); };
    auto merge = [split](i64 a, i64 b) { return tighter_required(split, a, b); };
    if (is_in) {
        u32 end = read(constraints.node_end, node);
        first = read(graph.fanout_first, node);
        last = read(graph.fanout_first, node + 1);
        if (end != NONE) required = end_required(constraints, results, end, lane);
        u32 alone = last - first > FANOUTS_ALONE ? first + FANOUTS_ALONE : last;
        Ways ways = look(first, alone, 1);
        await_launch_before();
        required = merge(required, ways_required(results, ways, split));
        for (first += AT_ONCE; first < alone; first += AT_ONCE) required = merge(required, work(first, alone, 1));
        if (first > last) first = last;
    }
    await_launch_before();
    required = merge_together(LANES, first, last, required, UNDEFINED, work, merge);
    if (is_in) results.required[index] = required;
}

// Packs the arcs' polarities and edges with their targets, once for a graph. An index is a fan-out.
FUNCTION void pack_fanout(const GraphArrays &graph, u32 index) {
    Fanout fanout = graph.raw_fanout[index];
    u32 edges = read(graph.arc_source, fanout.arc) & 7;
    graph.fanout[index] = {fanout.target << 3 | edges, fanout.arc};
}
