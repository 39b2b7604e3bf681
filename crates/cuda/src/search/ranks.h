// What paths are ordered by in a design with latches: by slack, and those that borrow by how much they do, whose slack is nothing. Twin of `Borrowing` in
// `paths/src/root.rs`. In other designs it is the slack.

#pragma once

#include "arithmetic.h"
#include "arrays.h"

// Ranks at an end.
struct Ranks {
    bool borrows;
    i64 window;

    // Of a path that comes so much before the latest time at which it may (late), or after the earliest.
    METHOD i64 of(i64 room) const {
        if (!borrows) return room;
        return room < 0 ? room - LATEST_TIME : room - window;
    }

    // How much a path of some rank comes before that; of a rank that none has, the most of those that rank lower.
    METHOD i64 room(i64 rank) const {
        if (!borrows) return rank;
        if (rank >= -window) return rank < NO_PATH - window ? rank + window : NO_PATH;
        i64 late = rank + LATEST_TIME;
        return late < 0 ? late : -1;
    }
};

FUNCTION Ranks ranks_at(const SearchArrays &search, u32 root) {
    if (search.root_window == nullptr) return {false, 0};
    return {true, search.root_window[root]};
}
