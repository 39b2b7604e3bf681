// Random bits and the scores that they stand for: the twin of `ssta/src/draw.rs`.

#pragma once

#include "platform.h"

#define GOLDEN 0x9e3779b97f4a7c15ull
#define OCTAVES 24
#define OCTAVE_POINTS 33
#define SHAPES 41

FUNCTION u64 mixed(u64 value) {
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ull;
    value = (value ^ value >> 27) * 0x94d049bb133111ebull;
    return value ^ value >> 31;
}

// Of a place in all samples; `seed` is mixed already.
FUNCTION u64 stream_of(u64 seed, u64 place) { return mixed(seed ^ place * GOLDEN); }

FUNCTION u64 bits_in(u64 stream, u32 sample) { return mixed(stream + ((u64)sample + 1) * GOLDEN); }

FUNCTION float score_at(const float *table, u32 shape, u32 zeros, u32 segment, float after) {
    u32 place = (shape * OCTAVES + (zeros - 1)) * OCTAVE_POINTS + segment;
    float low = read(table, place);
    return low + after * (read(table, place + 1) - low);
}

FUNCTION float score(const float *table, u32 shape, u64 bits) {
    u64 probability = bits >> 1 | 1ull << (63 - OCTAVES);
    u32 zeros = 63 - highest_one(probability);
    u64 within = probability << (zeros + 1);
    u32 segment = (u32)(within >> 59);
    float after = (float)((u32)(within >> 35) & 0xffffff) * 0x1p-24f;
    float share = (float)(shape & 0xffffff) * 0x1p-24f;
    u32 low = shape >> 24;
    bool is_upper = (bits & 1) != 0;
    u32 here = is_upper ? SHAPES - 1 - low : low, next = is_upper ? here - 1 : here + 1;
    float below = score_at(table, here, zeros, segment, after);
    float found = below + share * (score_at(table, next, zeros, segment, after) - below);
    return is_upper ? -found : found;
}

FUNCTION i64 nearest(float ticks) {
    double whole = (double)ticks;
    return (i64)(whole < 0.0 ? whole - 0.5 : whole + 0.5);
}

// How far a delay is from its mean in a sample, ticks. `spread` is the standard deviation, then from bit 32 on the shape.
FUNCTION i64 drawn(const float *table, u64 spread, u64 bits) {
    return nearest(float_of((u32)spread) * score(table, (u32)(spread >> 32), bits));
}
