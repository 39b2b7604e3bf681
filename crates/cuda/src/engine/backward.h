// Required times: twin of the second half of `timing/src/arrival.rs`. An index is 4 × node + lane.

#pragma once

#include "graph.h"
#include "items.h"

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

FUNCTION void backward(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results, u32 begin, u32 end) {
    i64 required = UNDEFINED;
    auto start = [&](u32 index) {
        u32 end_of_node = read(constraints.node_end, index / LANES);
        required = end_of_node == NONE ? UNDEFINED : end_required(constraints, results, end_of_node, index % LANES);
    };
    auto work = [&](u32 i, u32 lane, u32) { return fanout_required(graph, results, i, lane / 2, lane % 2); };
    auto merge = [&](u32 lane, i64 by_fanout) { required = tighter_required(lane / 2, required, by_fanout); };
    sweep_items<i64>(graph.fanout_first, begin, end, start, work, merge, [&](u32 index) { results.required[index] = required; });
}

// Packs the arcs' polarities and edges with their targets, once for a graph. An index is a fan-out.
FUNCTION void pack_fanout(const GraphArrays &graph, u32 index) {
    Fanout fanout = graph.raw_fanout[index];
    u32 edges = read(graph.arc_source, fanout.arc) & 7;
    graph.fanout[index] = {fanout.target << 3 | edges, fanout.arc};
}
