// Times, slews and their merges: twins of the functions of the crates `units` and `timing`, equal to the last bit.

#pragma once

#include "platform.h"

// Of a quad, [split][transition]: lane = 2 × split + transition.
#define LANES 4
#define EARLY 0
#define LATE 1

#define UNDEFINED ((i64)1 << 63)
// The slack of what is no path.
#define NO_PATH 0x7fffffffffffffffll
#define LATEST_TIME ((i64)1 << 50)
#define TICKS_PER_PS 1e4

// The NaN of the CPU engine: a GPU makes others.
FUNCTION float not_a_number() { return float_of(0x7fc00000); }

FUNCTION bool is_nan(float value) { return value != value; }

FUNCTION float one_nan(float value) { return is_nan(value) ? not_a_number() : value; }

FUNCTION i64 ticks(float ps) {
    const double limit = 1099511627776.0; // 2^40
    const double magic = 6755399441055744.0; // 3 × 2^51
    double scaled = (double)ps * 1e4;
    double below = scaled < limit ? scaled : limit;
    double clamped = below > -limit ? below : -limit;
    return bits_of(clamped + magic) - bits_of(magic);
}

// UNDEFINED counts as the greatest time.
FUNCTION i64 least(i64 a, i64 b) {
    u64 low = (u64)a - 1, other = (u64)b - 1;
    return (i64)(((i64)low < (i64)other ? low : other) + 1);
}

FUNCTION i64 worse_arrival(u32 split, i64 a, i64 b) {
    if (split == EARLY) return least(a, b);
    return a > b ? a : b;
}

FUNCTION i64 tighter_required(u32 split, i64 a, i64 b) { return worse_arrival(split ^ 1, a, b); }

FUNCTION i64 slack(u32 split, i64 arrival, i64 required) {
    if (arrival == UNDEFINED || required == UNDEFINED) return UNDEFINED;
    return split == EARLY ? arrival - required : required - arrival;
}

// The worse slew, the first of equals; NaN is no competitor.
FUNCTION float worse_slew(u32 split, float worst, float slew) {
    bool is_worse = split == EARLY ? slew < worst : slew > worst;
    return is_worse || is_nan(worst) ? slew : worst;
}

FUNCTION float sink_slew(float driver, float impulse) { return square_root(driver * driver + impulse); }

FUNCTION float impulse(float second, float delay) {
    float impulse = 2.0f * second - delay * delay;
    return impulse > 0.0f ? impulse : 0.0f;
}
