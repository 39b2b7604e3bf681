// Slacks of endpoints and what they sum up to: twin of `timing/src/summary.rs`.

#pragma once

#include "arithmetic.h"
#include "arrays.h"
#include "primitives.h"

#define LATEST 0x7fffffffffffffffll

// A kind is that of a check (even ones are late), or an output's: 4 early, 5 late.
#define OUTPUT_KINDS 4

FUNCTION u32 split_of(u32 kind) { return kind < OUTPUT_KINDS ? 1 - kind % 2 : kind - OUTPUT_KINDS; }

FUNCTION u32 kind_of_slot(const SlotNumbers &slots, u32 slot) { return slots.endpoint_kinds >> 4 * slot & 15; }

// Whether an end is worse than the worst so far: of equal slacks the rise goes first, then the check or output. These come in their order.
FUNCTION bool is_worse(i64 slack, u32 transition, const SlackRecord &worst) {
    if (slack == UNDEFINED || worst.slack == UNDEFINED) return slack != UNDEFINED;
    return slack != worst.slack ? slack < worst.slack : transition < worst.transition;
}

// Keeps the worse of an endpoint's worst so far and of a check or an output, by what it requires of both transitions of a node.
FUNCTION void keep_worse(const ResultArrays &results, SlackRecord &worst, u32 check, u32 output, u32 node, const i64 *required) {
    u32 split = split_of(worst.kind);
    const i64 *arrivals = results.arrival + (u64)node * LANES + split * 2;
    UNROLL
    for (u32 transition = 0; transition < 2; transition++) {
        i64 arrival = arrivals[transition], found = slack(split, arrival, required[transition]);
        if (!is_worse(found, transition, worst)) continue;
        worst = {worst.endpoint, worst.kind, check, transition, arrival, required[transition], found, output, 0};
    }
}

FUNCTION SlackRecord endpoint_slack(const ConstraintArrays &constraints, const ResultArrays &results,
                                    const EndpointArrays &endpoints, u32 number, u32 kind) {
    Endpoint endpoint = endpoints.endpoints[number];
    SlackRecord worst = {number, kind, NONE, 0, UNDEFINED, UNDEFINED, UNDEFINED, NONE, 0};
    if (kind < OUTPUT_KINDS) {
        for (u32 index = endpoint.first_check; index < endpoint.end_check; index++) {
            const Check &check = constraints.checks[index];
            // Both at once, whether it is of the kind or not.
            const i64 *there = results.check_required + (u64)index * 2;
            i64 required[2] = {there[0], there[1]};
            if ((check.flags >> 3 & 3) == kind) keep_worse(results, worst, index, NONE, check.data, required);
        }
    } else {
        for (u32 index = endpoint.first_output; index < endpoint.end_output; index++) {
            u64 there = (u64)index * LANES + split_of(kind) * 2;
            i64 required[2] = {read(constraints.output_required, there), read(constraints.output_required, there + 1)};
            keep_worse(results, worst, NONE, index, read(constraints.output_node, index), required);
        }
    }
    return worst;
}

// An index is slot × padded_endpoints + endpoint. Blocks never span slots.
FUNCTION void endpoint_slacks(const ConstraintArrays &constraints, const ResultArrays &results,
                              const EndpointArrays &endpoints, const BlockArrays &blocks, const SlotNumbers &slots,
                              u32 index, bool) {
    await_launch_before();
    u32 slot = index / slots.padded_endpoints, endpoint = index % slots.padded_endpoints;
    i64 found = UNDEFINED;
    if (endpoint < slots.endpoint_count) found = endpoint_slack(constraints, results, endpoints, endpoint, kind_of_slot(slots, slot)).slack;
    endpoints.endpoint_slacks[index] = found;
    bool is_there = found != UNDEFINED, fails = is_there && found < 0;
    u32 counts = block_sum((is_there ? 1u : 0u) + (fails ? 1u << 16 : 0u));
    i64 worst = block_least(is_there ? found : LATEST);
    i64 negative = block_sum(fails ? found : (i64)0);
    if (THREAD == 0 && counts != 0) {
        Total &total = endpoints.totals[slot];
        fetch_add(&total.counts, (u64)(counts >> 16) << 32 | (counts & 0xffff));
        fetch_least(&total.worst, worst);
        fetch_add(&total.negative, negative);
    }
    if (!is_last_block(blocks.ticket)) return;
    u32 kinds = BLOCKS / (slots.padded_endpoints / THREADS);
    for (u32 other = THREAD; other < kinds; other += THREADS) {
        Total &total = endpoints.totals[other];
        u64 all = exchange(&total.counts, (u64)0);
        i64 least = exchange(&total.worst, (i64)LATEST);
        i64 sum = exchange(&total.negative, (i64)0);
        endpoints.summaries[other] = {all, least, sum, 0};
    }
}

// What a query asks of nodes, node by node: slews, arrivals, required times, slacks if they were found. An index is 4 × place in the query + lane.
#define QUERY_WORDS 28
FUNCTION void gather_nodes(const GraphArrays &graph, const ResultArrays &results, const PinSlackArrays &pin_slacks, const QueryArrays &queries, u32 index) {
    u32 lane = index % LANES, node = read(queries.query_nodes, index / LANES);
    u32 pin_node = graph.pin_node ? read(graph.pin_node, node) : node;
    u64 from = (u64)node * LANES + lane;
    u32 *values = queries.query_values + (u64)(index / LANES) * QUERY_WORDS;
    ((float *)values)[lane] = results.slew[(u64)pin_node * LANES + lane];
    ((i64 *)(values + LANES))[lane] = results.arrival[from];
    ((i64 *)(values + 3 * LANES))[lane] = results.required[from];
    ((i64 *)(values + 5 * LANES))[lane] = pin_slacks.slack == 0 ? UNDEFINED : pin_slacks.slack[from];
}
