// What each check asks for, and what it requires of its data and of its clock: twins of the ends of `timing/src/delay.rs` and
// of `require` in `arrival.rs`.

#pragma once

#include "arithmetic.h"
#include "arrays.h"
#include "lists.h"
#include "requirements.h"
#include "table.h"

// What a check of a cell asks for between data and clock. An index is a check of the pin graph.
FUNCTION void margins(const TableArrays &tables, const ConstraintArrays &constraints, const ResultArrays &results, u32 index) {
    PinCheck check = constraints.pin_checks[index];
    u32 split = check.data % 2;
    float clock_slew = results.slew[(u64)(check.clock / 2) * LANES + (split ^ 1) * 2 + check.clock % 2];
    UNROLL
    for (u32 transition = 0; transition < 2; transition++) {
        float margin = not_a_number();
        if (check.table[transition] != NONE) {
            float data_slew = results.slew[(u64)(check.data / 2) * LANES + split * 2 + transition];
            margin = look_up(tables, check.table[transition], data_slew, clock_slew);
            if (constraints.check_factor != nullptr) margin = margin * constraints.check_factor[(u64)index * 2 + transition];
        }
        results.margin[(u64)index * 2 + transition] = one_nan(margin);
    }
}

// What a check requires. An index is a check of the timing graph.
FUNCTION void check_times(const Arrays &arrays, u32 index) {
    Check check = arrays.constraints.checks[index];
    u32 split = check.flags & 1, opposite = split ^ 1;
    u64 clock_place = (u64)(check.clock / 2) * LANES + opposite * 2 + check.clock % 2;
    i64 clock = arrays.results.arrival[clock_place];
    i64 of_clock = UNDEFINED, opens = UNDEFINED;
    Opening opening = {};
    if (check.opening != NONE) {
        opening = arrays.latches.openings[check.opening];
        opens = arrival_at(arrays.results, opening.clock, EARLY);
    }
    UNROLL
    for (u32 transition = 0; transition < 2; transition++) {
        u64 data_place = (u64)check.data * LANES + split * 2 + transition;
        float margin = arrays.results.margin[(u64)check.pin_check * 2 + transition];
        i64 required = data_required(check, clock, margin, transition), credit = 0;
        if (check.opening != NONE) {
            if (required != UNDEFINED) required = closing(opening, opens, required);
            arrays.latches.closes[2 * check.opening + transition] = required;
            arrays.latches.window[2 * check.opening + transition] = borrowing_window(opening, opens, required);
        }
        if (arrays.clocks.is_on) {
            credit = check_credit(arrays, check.data, check.clock, split * 2 + transition, required);
            arrays.results.credits[(u64)index * 2 + transition] = credit;
            if (required != UNDEFINED) required += split == LATE ? credit : -credit;
        }
        if (check.opening != NONE) required = borrowing(opening, opens, credit, required, arrays.results.arrival[data_place]);
        arrays.results.check_required[(u64)index * 2 + transition] = required;
        // The clock's slack, in the opposite split, is the check's.
        i64 room = slack(split, arrays.results.arrival[data_place], required);
        if (room != UNDEFINED) {
            i64 latest = opposite == EARLY ? clock - room : clock + room;
            of_clock = tighter_required(opposite, of_clock, latest);
        }
    }
    arrays.results.clock_required[index] = of_clock;
}
