// What paths are ordered by in a design with latches: by slack, and those that borrow by how much they do, whose slack is nothing. Twin of `Borrowing` in
// `paths/src/root.rs`. In other designs it is the slack.

#pragma once

#include "arithmetic.h"
#include "arrays.h"

// What is written of a window where there are no latches: ranks are slacks.
#define NO_WINDOW ((i64)-1)

// The rank of a path that comes so much before the latest time at which it may (late), or after the earliest, at an end with some window.
FUNCTION i64 rank_of(i64 room, i64 window) {
    if (window == NO_WINDOW) return room;
    return room < 0 ? room - LATEST_TIME : room - window;
}

// How much a path of some rank comes before that; of a rank that none has, the most of those that rank lower.
FUNCTION i64 room_of(i64 rank, i64 window) {
    if (window == NO_WINDOW) return rank;
    if (rank >= -window) return rank < NO_PATH - window ? rank + window : NO_PATH;
    i64 late = rank + LATEST_TIME;
    return late < 0 ? late : -1;
}
