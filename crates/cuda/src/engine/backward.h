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

// What the target of a fan-out requires of a lane at the source.
FUNCTION i64 fanout_required(const GraphArrays &graph, const ResultArrays &results, u32 i, u32 split, u32 from) {
    Fanout fanout = graph.fanout[i];
    u32 there = split * 2 + other_end(fanout.target, from);
    // Both at once, whether there is an edge or not: they are far away.
    float delay = results.delay[(u64)fanout.arc * LANES + there];
    i64 at_target = results.required[(u64)packed_node(fanout.target) * LANES + there];
    // A delay is NaN where no signal comes.
    bool is_edge = has_edge(fanout.target, there % 2) && at_target != UNDEFINED && has_signal(delay);
    return is_edge ? at_target - time_along(delay) : UNDEFINED;
}

// Fan-outs that a lane takes alone. A net of hundreds would keep its level waiting: the rest of it is the whole warp's.
#define FANOUTS_ALONE 8

FUNCTION void backward(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results, u32 index, bool is_in) {
    u32 node = index / LANES, lane = index % LANES, split = lane / 2, from = lane % 2;
    u32 first = 0, last = 0;
    i64 required = UNDEFINED;
    auto work = [&](u32 i) { return fanout_required(graph, results, i, split, from); };
    auto merge = [split](i64 a, i64 b) { return tighter_required(split, a, b); };
    if (is_in) {
        u32 end = read(constraints.node_end, node);
        first = read(graph.fanout_first, node);
        last = read(graph.fanout_first, node + 1);
        if (end != NONE) required = end_required(constraints, results, end, lane);
        u32 alone = last - first > FANOUTS_ALONE ? first + FANOUTS_ALONE : last;
        for (; first < alone; first++) required = merge(required, work(first));
    }
    required = merge_together(LANES, first, last, required, UNDEFINED, work, merge);
    if (is_in) results.required[index] = required;
}

// Packs the arcs' polarities and edges with their targets, once for a graph. An index is a fan-out.
FUNCTION void pack_fanout(const GraphArrays &graph, u32 index) {
    Fanout fanout = graph.raw_fanout[index];
    u32 edges = read(graph.arc_source, fanout.arc) & 7;
    graph.fanout[index] = {fanout.target << 3 | edges, fanout.arc};
}
