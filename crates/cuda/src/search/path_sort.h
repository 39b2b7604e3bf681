// The kept paths by slack, eight bits a turn. Turns read and write in alternation. A block of many warps takes a tile.

#pragma once

#include "sort.h"

#define PATH_DIGITS 256
#define PATH_TILE 4096

// An index is a path.
FUNCTION void sort_keys(const SearchArrays &search, u32 path) {
    search.key[0][path] = (u64)search.slack[path] - (u64)search.state->base;
    search.item[0][path] = path;
}

FUNCTION u32 slack_digit(const SearchArrays &search, u32 place) {
    if (place >= search.known) return NONE;
    return (u32)(search.key[search.turn % 2][place] >> (8 * search.turn)) & (PATH_DIGITS - 1);
}

FUNCTION void count_slacks(const ScanArrays &scan, const SearchArrays &search) {
    count_digits(scan, PATH_TILE, PATH_DIGITS, [&](u32 place) { return slack_digit(search, place); });
}

FUNCTION void sort_slacks(const ScanArrays &scan, const SearchArrays &search) {
    u32 turn = search.turn % 2;
    auto digit_of = [&](u32 place) { return slack_digit(search, place); };
    place_digits(scan, PATH_TILE, PATH_DIGITS, digit_of, [&](u32 from, u32 to) {
        search.key[turn ^ 1][to] = search.key[turn][from];
        search.item[turn ^ 1][to] = search.item[turn][from];
    });
}
