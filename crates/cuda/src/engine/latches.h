// What latches are given: twin of `timing/src/latches.rs` and `timing/src/cppr/giving.rs`, which say why.
//
// Before the sweeps of arrivals and of CPPR's lists come to a giving side, the delays of the arcs to it are found from the data of lower levels; the sweeps
// take these as those of any other arc that launches. Where data depends on what it is given, that of the pass before counts.

#pragma once

#include "arithmetic.h"
#include "arrays.h"
#include "graph.h"
#include "lists.h"
#include "requirements.h"

// Nothing is known yet. An index is 2 × opening + transition, and 4 × looped latch + lane.
FUNCTION void begin_latches(const ConstraintArrays &constraints, const LatchArrays &latches, u32 index) {
    if (index < 2 * latches.opening_count) {
        latches.came[index] = UNDEFINED;
        latches.credit[index] = 0;
    }
    if (index < LANES * latches.looped_count) {
        u32 place = read(latches.looped_slew, index / LANES);
        constraints.stated_slew[(u64)place * LANES + index % LANES] = not_a_number();
    }
}

// The late slew of the data counts at the giving side in the next pass. An index is a looped latch.
FUNCTION void follow_slews(const ConstraintArrays &constraints, const ResultArrays &results, const LatchArrays &latches, u32 index) {
    const float *data = results.slew + (u64)read(latches.looped_data, index) * LANES + 2 * LATE;
    float *stated = constraints.stated_slew + (u64)read(latches.looped_slew, index) * LANES + 2 * LATE;
    UNROLL
    for (u32 to = 0; to < 2; to++) {
        if (bits_of(stated[to]) == bits_of(data[to])) continue;
        stated[to] = data[to];
        fetch_add(latches.changes + 1, 1u);
    }
}

// When the data of an opening came in the pass before, less its credit.
FUNCTION i64 came_before(const LatchArrays &latches, u32 opening, u32 to) {
    i64 came = latches.came[2 * opening + to];
    return came == UNDEFINED ? UNDEFINED : came - latches.credit[2 * opening + to];
}

// When it comes, its credit counted, by its list.
FUNCTION i64 coming_by_list(const Arrays &arrays, const Check &check, u32 to) {
    ListHead head = arrays.clocks.heads[(u64)check.data * LANES + 2 * LATE + to];
    if (head.count == 0) return UNDEFINED;
    // The credit is the same whatever is required.
    i64 credit = check_credit(arrays, check.data, check.clock, 2 * LATE + to, 0);
    return head.time - credit;
}

// How long after the edge that opens its latch data goes on that comes at some time, ps; NaN where it comes before.
FUNCTION float time_given(const Arrays &arrays, const Opening &opening, const Check &check, u32 to, i64 came) {
    i64 early = arrival_at(arrays.results, opening.clock, EARLY), late = arrival_at(arrays.results, opening.clock, LATE);
    if (came == UNDEFINED || early == UNDEFINED || late == UNDEFINED) return not_a_number();
    float margin = arrays.results.margin[(u64)check.pin_check * 2 + to];
    i64 closes = data_required(check, arrival_at(arrays.results, check.clock, EARLY), margin, to);
    closes = closing(opening, early, closes);
    if (closes != UNDEFINED && came > closes) came = closes;
    i64 given = came - (arrays.clocks.is_on ? early : late) - opening.actual_shift;
    return given > 0 ? (float)((double)given / TICKS_PER_PS) : not_a_number();
}

// The delay of an arc to a giving side. An index is 4 × given arc + lane.
template <bool BY_LISTS> FUNCTION void give(const Arrays &arrays, u32 index) {
    const LatchArrays &latches = arrays.latches;
    u32 lane = index % LANES, to = lane % 2, place = index / LANES * 2 + to;
    u32 end = lane / 2 == LATE ? read(latches.gift_first, place + 1) : 0;
    float most = not_a_number();
    for (u32 gift = read(latches.gift_first, place); gift < end; gift++) {
        u32 number = read(latches.gift_opening, gift);
        Opening opening = latches.openings[number];
        Check check = arrays.constraints.checks[opening.check];
        i64 came;
        if (opening.is_looped) came = came_before(latches, number, to);
        else if (BY_LISTS) came = coming_by_list(arrays, check, to);
        else came = arrival_at(arrays.results, check.data * 2 + to, LATE);
        float given = time_given(arrays, opening, check, to, came);
        // NaN is no competitor.
        if (!is_nan(given) && !(most >= given)) most = given;
    }
    arrays.results.delay[(u64)read(latches.given_arc, index / LANES) * LANES + lane] = most;
}

FUNCTION void give_time(const Arrays &arrays, u32 index) { give<false>(arrays, index); }

// The same where the lists of lower levels are known.
FUNCTION void give_time_after_cppr(const Arrays &arrays, u32 index) { give<true>(arrays, index); }

// Takes over what a pass found, and counts the openings for which it changes what is given. An index is an opening.
FUNCTION void take_given(const Arrays &arrays, u32 index) {
    const LatchArrays &latches = arrays.latches;
    Opening opening = latches.openings[index];
    if (!opening.is_looped) return;
    Check check = arrays.constraints.checks[opening.check];
    bool is_same = true;
    UNROLL
    for (u32 to = 0; to < 2; to++) {
        i64 came = arrival_at(arrays.results, check.data * 2 + to, LATE), credit = 0;
        if (arrays.clocks.is_on) {
            float margin = arrays.results.margin[(u64)check.pin_check * 2 + to];
            i64 required = data_required(check, arrival_at(arrays.results, check.clock, EARLY), margin, to);
            credit = check_credit(arrays, check.data, check.clock, 2 * LATE + to, required);
        }
        u32 before = bits_of(time_given(arrays, opening, check, to, came_before(latches, index, to)));
        latches.came[2 * index + to] = came;
        latches.credit[2 * index + to] = credit;
        is_same = is_same && bits_of(time_given(arrays, opening, check, to, came_before(latches, index, to))) == before;
    }
    if (!is_same) fetch_add(latches.changes, 1u);
}
