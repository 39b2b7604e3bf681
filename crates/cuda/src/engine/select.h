// The worst of all endpoint slacks of a split, exactly as many as are wanted: radix selection from the highest bits on (Alabi et al.,
// ACM JEA 2012). Equal slacks go by item: endpoint, then kind.

#pragma once

#include "arrays.h"
#include "primitives.h"
#include "slacks.h"

#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)
#define SLACK_ROUNDS 6
#define ITEM_ROUNDS 3

// An order of times in unsigned words.
FUNCTION u64 slack_key(i64 slack) { return (u64)slack ^ (u64)1 << 63; }

FUNCTION u32 item_key(const SlotNumbers &slots, const Selection &selection, u32 index) {
    return index % slots.padded_endpoints * selection.slots + index / slots.padded_endpoints;
}

// The lowest bit of a round's digit.
FUNCTION u32 digit_shift(u32 round) {
    u32 last = round < SLACK_ROUNDS ? SLACK_ROUNDS - 1 : SLACK_ROUNDS + ITEM_ROUNDS - 1;
    return (last - round) * DIGIT_BITS;
}

// The digit of a slack that can still be the last that is wanted; NONE of others.
FUNCTION u32 candidate_digit(const EndpointArrays &endpoints, const SlotNumbers &slots, const Selection &selection, u32 index) {
    i64 slack = endpoints.endpoint_slacks[(u64)selection.first_slot * slots.padded_endpoints + index];
    if (slack == UNDEFINED) return NONE;
    u32 round = selection.round, shift = digit_shift(round);
    u64 key = slack_key(slack);
    bool is_first = round == 0 || round == SLACK_ROUNDS;
    if (round >= SLACK_ROUNDS) {
        if (key != selection.slack_limit) return NONE;
        key = item_key(slots, selection, index);
    }
    if (!is_first && (key ^ selection.prefix) >> shift >> DIGIT_BITS != 0) return NONE;
    return (u32)(key >> shift) & (DIGITS - 1);
}

// What is known once the digit is: `digit` of `count` candidates, of which `wanted` are wanted.
FUNCTION Selection narrowed(Selection selection, u32 digit, u32 count, u32 wanted) {
    u32 round = selection.round, shift = digit_shift(round);
    selection.prefix |= (u64)digit << shift;
    selection.wanted = wanted;
    selection.round = round + 1;
    selection.is_done = count == wanted ? 1 : 0;
    u64 limit = selection.prefix | (((u64)1 << shift) - 1);
    if (round < SLACK_ROUNDS) {
        selection.slack_limit = limit;
    } else {
        selection.item_limit = (u32)limit;
    }
    // On to items.
    if (round == SLACK_ROUNDS - 1) selection.prefix = 0;
    return selection;
}

// Finds the digit in `counts`, by one block.
FUNCTION void narrow(const QueryArrays &queries, const Selection &selection, const u32 *counts) {
    u32 each = DIGITS / THREADS, first = THREAD * each;
    u32 here = 0;
    for (u32 digit = first; digit < first + each; digit++) here += counts[digit];
    u32 total;
    u32 before = block_scan(here, total);
    if (total <= selection.wanted) {
        if (THREAD == 0) queries.selection->is_done = 1;
        return;
    }
    if (before >= selection.wanted || before + here < selection.wanted) return;
    u32 digit = first;
    while (before + counts[digit] < selection.wanted) before += counts[digit++];
    *queries.selection = narrowed(selection, digit, counts[digit], selection.wanted - before);
}

// One round over all slacks of the split: counts digits and finds the one that is wanted.
FUNCTION void select_digit(const EndpointArrays &endpoints, const BlockArrays &blocks, const SlotNumbers &slots,
                           const QueryArrays &queries) {
    SHARED u32 counts[DIGITS];
    Selection selection = *queries.selection;
    if (selection.is_done) return;
    for (u32 digit = THREAD; digit < DIGITS; digit += THREADS) counts[digit] = 0;
    barrier();
    u32 items = selection.slots * slots.padded_endpoints;
    for (u32 index = BLOCK * THREADS + THREAD; index < items; index += BLOCKS * THREADS) {
        u32 digit = candidate_digit(endpoints, slots, selection, index);
        if (digit != NONE) fetch_add(&counts[digit], 1u);
    }
    barrier();
    for (u32 digit = THREAD; digit < DIGITS; digit += THREADS) {
        if (counts[digit] != 0) fetch_add(&queries.bins[digit], counts[digit]);
    }
    if (!is_last_block(blocks.ticket)) return;
    if (selection.round == 0 && THREAD == 0) queries.records->endpoint = 0;
    for (u32 digit = THREAD; digit < DIGITS; digit += THREADS) counts[digit] = exchange(&queries.bins[digit], 0u);
    barrier();
    narrow(queries, selection, counts);
}

// Hands out records of the slacks that are wanted, in any order. An index is a slack of the split.
FUNCTION void take_selected(const ConstraintArrays &constraints, const ResultArrays &results,
                            const EndpointArrays &endpoints, const SlotNumbers &slots, const QueryArrays &queries,
                            u32 index) {
    Selection selection = *queries.selection;
    u32 slot = selection.first_slot + index / slots.padded_endpoints, endpoint = index % slots.padded_endpoints;
    i64 slack = endpoints.endpoint_slacks[(u64)slot * slots.padded_endpoints + endpoint];
    // There may be anything before the first update.
    if (slack == UNDEFINED || endpoint >= slots.endpoint_count) return;
    u64 key = slack_key(slack);
    if (key > selection.slack_limit) return;
    if (key == selection.slack_limit && item_key(slots, selection, index) > selection.item_limit) return;
    u32 place = fetch_add(&queries.records->endpoint, 1u) + 1;
    queries.records[place] = endpoint_slack(constraints, results, endpoints, endpoint, kind_of_slot(slots, slot));
}
