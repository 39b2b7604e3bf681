// Pins in the order of levels, and of a level in their own. A tile of pins belongs to a block of one warp, which leaves room for digits of
// 11 bits: hardly any design has more levels.

#pragma once

#include "sort.h"

#define PIN_TILE 2048

FUNCTION u32 pin_at(const LevelArrays &levels, u32 place) {
    return levels.order_before == 0 ? place : levels.order_before[place];
}

FUNCTION u32 level_digits(const LevelArrays &levels) { return 1u << levels.digit_bits; }

FUNCTION u32 level_digit(const LevelArrays &levels, u32 place) {
    if (place >= levels.pins) return NONE;
    return levels.level[pin_at(levels, place)] >> levels.digit_shift & (level_digits(levels) - 1);
}

FUNCTION void count_levels(const LevelArrays &levels, const ScanArrays &scan) {
    count_digits(scan, PIN_TILE, level_digits(levels), [&](u32 place) { return level_digit(levels, place); });
}

FUNCTION void place_pins(const LevelArrays &levels, const ScanArrays &scan) {
    auto digit_of = [&](u32 place) { return level_digit(levels, place); };
    place_digits(scan, PIN_TILE, level_digits(levels), digit_of, [&](u32 from, u32 to) {
        u32 pin = pin_at(levels, from);
        levels.order[to] = pin;
        levels.place[pin] = to;
    });
}
