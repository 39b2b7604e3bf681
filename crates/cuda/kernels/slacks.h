// Slacks of endpoints and what they sum up to: twin of `timing/src/summary.rs`.

#pragma once

#include "arithmetic.h"
#include "arrays.h"
#include "primitives.h"

#define LATEST 0x7fffffffffffffffll

// A kind is that of a check (even ones are late), or an output's: 4 early, 5 late.
#define OUTPUT_KINDS 4

FUNCTION u32 split_of(u32 kind) { return kind < OUTPUT_KINDS ? 1 - kind % 2 : kind - OUTPUT_KINDS; }

FUNCTION u32 kind_of_slot(const Arrays &arrays, u32 slot) { return arrays.endpoint_kinds >> 4 * slot & 15; }

struct Required {
    i64 time;
    u32 check;
};

// The tightest of all that an endpoint's checks of a kind require, and of equals the first.
FUNCTION Required tightest_check(const Arrays &arrays, const Endpoint &endpoint, u32 kind, u32 transition) {
    Required tightest = {UNDEFINED, NONE};
    for (u32 index = endpoint.first_check; index < endpoint.end_check; index++) {
        if ((arrays.checks[index].flags >> 3 & 3) != kind) continue;
        i64 required = tighter_required(split_of(kind), tightest.time, arrays.check_required[(u64)index * 2 + transition]);
        if (required != tightest.time) tightest = {required, index};
    }
    return tightest;
}

FUNCTION SlackRecord endpoint_slack(const Arrays &arrays, u32 number, u32 kind) {
    Endpoint endpoint = arrays.endpoints[number];
    u32 split = split_of(kind);
    SlackRecord worst = {number, kind, NONE, 0, UNDEFINED, UNDEFINED, UNDEFINED, 0};
    UNROLL
    for (u32 transition = 0; transition < 2; transition++) {
        u32 lane = split * 2 + transition;
        Required required = {UNDEFINED, NONE};
        if (kind < OUTPUT_KINDS) {
            required = tightest_check(arrays, endpoint, kind, transition);
        } else if (endpoint.output != NONE) {
            required.time = read(arrays.output_required, (u64)endpoint.output * LANES + lane);
        }
        i64 arrival = arrays.arrival[(u64)endpoint.node * LANES + lane];
        i64 found = slack(split, arrival, required.time);
        if (found != UNDEFINED && (worst.slack == UNDEFINED || found < worst.slack)) {
            worst = {number, kind, required.check, transition, arrival, required.time, found, 0};
        }
    }
    return worst;
}

// An index is slot × padded_endpoints + endpoint. Blocks never span slots.
FUNCTION void endpoint_slacks(const Arrays &arrays, u32 index, bool) {
    u32 slot = index / arrays.padded_endpoints, endpoint = index % arrays.padded_endpoints;
    i64 found = UNDEFINED;
    if (endpoint < arrays.endpoint_count) found = endpoint_slack(arrays, endpoint, kind_of_slot(arrays, slot)).slack;
    arrays.endpoint_slacks[index] = found;
    bool is_there = found != UNDEFINED, fails = is_there && found < 0;
    u32 counts = block_sum((is_there ? 1u : 0u) + (fails ? 1u << 16 : 0u));
    i64 worst = block_least(is_there ? found : LATEST);
    i64 negative = block_sum(fails ? found : (i64)0);
    if (THREAD == 0 && counts != 0) {
        Total &total = arrays.totals[slot];
        fetch_add(&total.counts, (u64)(counts >> 16) << 32 | (counts & 0xffff));
        fetch_least(&total.worst, worst);
        fetch_add(&total.negative, negative);
    }
    if (!is_last_block(arrays.ticket)) return;
    u32 slots = BLOCKS / (arrays.padded_endpoints / THREADS);
    for (u32 other = THREAD; other < slots; other += THREADS) {
        Total &total = arrays.totals[other];
        u64 all = exchange(&total.counts, (u64)0);
        i64 least = exchange(&total.worst, (i64)LATEST);
        i64 sum = exchange(&total.negative, (i64)0);
        arrays.summaries[other] = {all, least, sum, 0};
    }
}

// What a query asks of nodes, node by node: slews, arrivals, required times. An index is 4 × place in the query + lane.
#define QUERY_WORDS 20
FUNCTION void gather_nodes(const Arrays &arrays, u32 index) {
    u32 lane = index % LANES;
    u64 from = (u64)read(arrays.query_nodes, index / LANES) * LANES + lane;
    u32 *values = arrays.query_values + (u64)(index / LANES) * QUERY_WORDS;
    ((float *)values)[lane] = arrays.slew[from];
    ((i64 *)(values + LANES))[lane] = arrays.arrival[from];
    ((i64 *)(values + 3 * LANES))[lane] = arrays.required[from];
}
