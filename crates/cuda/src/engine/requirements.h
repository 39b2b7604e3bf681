// What checks require of data: twins of `required_by` in `timing/src/arrival.rs` and of what `timing/src/timing.rs` makes of it at latches.

#pragma once

#include "arithmetic.h"
#include "arrays.h"

FUNCTION i64 arrival_at(const ResultArrays &results, u32 vertex, u32 split) {
    return results.arrival[(u64)(vertex / 2) * LANES + split * 2 + vertex % 2];
}

// Before CPPR, and whatever constraints let data borrow.
FUNCTION i64 data_required(const Check &check, i64 clock, float margin, u32 transition) {
    bool has = (check.flags >> (1 + transition) & 1) != 0;
    if (clock == UNDEFINED || !has || is_nan(margin)) return UNDEFINED;
    i64 captured = clock + check.shift;
    return (check.flags & 1) == LATE ? captured - ticks(margin) : captured + ticks(margin);
}

// The latest time at which data may come that borrows: as the check says, or as constraints let it.
FUNCTION i64 closing(const Opening &opening, i64 opens, i64 required) {
    if (opening.most == UNDEFINED || opens == UNDEFINED) return required;
    i64 latest = opens + opening.shift + opening.most;
    return required == UNDEFINED || latest < required ? latest : required;
}

// How much data may borrow until then.
FUNCTION i64 borrowing_window(const Opening &opening, i64 opens, i64 closes) {
    if (closes == UNDEFINED || opens == UNDEFINED) return 0;
    i64 window = closes - opens - opening.shift;
    return window < 0 ? 0 : window < LATEST_TIME ? window : LATEST_TIME;
}

// When data is required that arrives at some time: from the opening on when it comes, if it borrows. `closes` and the opening have their credit.
FUNCTION i64 borrowing(const Opening &opening, i64 opens, i64 credit, i64 closes, i64 arrival) {
    if (closes == UNDEFINED || opens == UNDEFINED || arrival == UNDEFINED) return closes;
    i64 from = opens + opening.shift + credit;
    i64 least = from < closes ? from : closes;
    return arrival < least ? least : arrival > closes ? closes : arrival;
}
