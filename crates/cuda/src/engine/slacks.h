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
FUNCTION void keep_worse(const Arrays &arrays, SlackRecord &worst, u32 check, u32 output, u32 node, const i64 *required) {
    u32 split = split_of(worst.kind);
    const i64 *arrivals = arrays.arrival + (u64)node * LANES + split * 2;
    UNROLL
    for (u32 transition = 0; transition < 2; transition++) {
        i64 arrival = arrivals[transition], found = slack(split, arrival, required[transition]);
        if (!is_worse(found, transition, worst)) continue;
        worst = {worst.endpoint, worst.kind, check, transition, arrival, required[transition], found, output, 0};
    }
}

FUNCTION SlackRecord endpoint_slack(const Arrays &arrays, u32 number, u32 kind) {
    Endpoint endpoint = arrays.endpoints.endpoints[number];
    SlackRecord worst = {number, kind, NONE, 0, UNDEFINED, UNDEFINED, UNDEFINED, NONE, 0};
    if (kind < OUTPUT_KINDS) {
        for (u32 index = endpoint.first_check; index < endpoint.end_check; index++) {
            const Check &check = arrays.constraints.checks[index];
            // Both at once, whether it is of the kind or not.
            const i64 *there = arrays.check_required + (u64)index * 2;
            i64 required[2] = {there[0], there[1]};
            if ((check.flags >> 3 & 3) == kind) keep_worse(arrays, worst, index, NONE, check.data, required);
        }
    } else {
        for (u32 index = endpoint.first_output; index < endpoint.end_output; index++) {
            u64 there = (u64)index * LANES + split_of(kind) * 2;
            i64 required[2] = {read(arrays.constraints.output_required, there), read(arrays.constraints.output_required, there + 1)};
            keep_worse(arrays, worst, NONE, index, read(arrays.constraints.output_node, index), required);
        }
    }
    return worst;
}

// An index is slot × padded_endpoints + endpoint. Blocks never span slots.
FUNCTION void endpoint_slacks(const Arrays &arrays, u32 index, bool) {
    u32 slot = index / arrays.slots.padded_endpoints, endpoint = index % arrays.slots.padded_endpoints;
    i64 found = UNDEFINED;
    if (endpoint < arrays.slots.endpoint_count) found = endpoint_slack(arrays, endpoint, kind_of_slot(arrays.slots, slot)).slack;
    arrays.endpoints.endpoint_slacks[index] = found;
    bool is_there = found != UNDEFINED, fails = is_there && found < 0;
    u32 counts = block_sum((is_there ? 1u : 0u) + (fails ? 1u << 16 : 0u));
    i64 worst = block_least(is_there ? found : LATEST);
    i64 negative = block_sum(fails ? found : (i64)0);
    if (THREAD == 0 && counts != 0) {
        Total &total = arrays.endpoints.totals[slot];
        fetch_add(&total.counts, (u64)(counts >> 16) << 32 | (counts & 0xffff));
        fetch_least(&total.worst, worst);
        fetch_add(&total.negative, negative);
    }
    if (!is_last_block(arrays.blocks.ticket)) return;
    u32 kinds = BLOCKS / (arrays.slots.padded_endpoints / THREADS);
    for (u32 other = THREAD; other < kinds; other += THREADS) {
        Total &total = arrays.endpoints.totals[other];
        u64 all = exchange(&total.counts, (u64)0);
        i64 least = exchange(&total.worst, (i64)LATEST);
        i64 sum = exchange(&total.negative, (i64)0);
        arrays.endpoints.summaries[other] = {all, least, sum, 0};
    }
}

// What a query asks of nodes, node by node: slews, arrivals, required times. An index is 4 × place in the query + lane.
#define QUERY_WORDS 20
FUNCTION void gather_nodes(const Arrays &arrays, u32 index) {
    u32 lane = index % LANES, node = read(arrays.queries.query_nodes, index / LANES);
    u32 pin_node = arrays.pin_node ? read(arrays.pin_node, node) : node;
    u64 from = (u64)node * LANES + lane;
    u32 *values = arrays.queries.query_values + (u64)(index / LANES) * QUERY_WORDS;
    ((float *)values)[lane] = arrays.slew[(u64)pin_node * LANES + lane];
    ((i64 *)(values + LANES))[lane] = arrays.arrival[from];
    ((i64 *)(values + 3 * LANES))[lane] = arrays.required[from];
}
