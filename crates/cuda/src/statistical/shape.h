// Tables of the skew-normal distributions and of the normal copula: twins of `ssta/src/shape.rs`, `normal.rs` and `pair.rs`.

#pragma once

#include "arithmetic.h"
#include "arrays.h"
#include "platform.h"

#define SHAPE_POINTS 577
#define SHAPE_PITCH (1.0 / 32.0)
#define SHAPE_REACH 9.0
#define SKEWNESS_PITCH 0.0495
#define MOST_SKEWNESS 0.99f

#define MOST_SCORE 5.0
#define SCORE_PITCH (1.0 / 128.0)
#define SCORES 1281
#define MEAN_PITCH 0.25
#define MEANS 41
#define DISTANCE_PITCH 0.125
#define MOST_DISTANCE 6.0
#define DISTANCES 49
#define CORRELATIONS 17
// Bins between two places where the dependence is looked up.
#define STRIDE 4

// The integral of the distribution function of a standardised skew-normal distribution.
struct Integral {
    const double *below, *above;
    double share;

    METHOD Integral(const double *shapes, float skewness) {
        float within = skewness < -MOST_SKEWNESS ? -MOST_SKEWNESS : skewness > MOST_SKEWNESS ? MOST_SKEWNESS : skewness;
        double place = (double)within / SKEWNESS_PITCH + 20.0;
        u32 low = (u32)place < 39 ? (u32)place : 39;
        share = place - (double)low;
        below = shapes + (u64)low * SHAPE_POINTS * 3;
        above = below + SHAPE_POINTS * 3;
    }

    METHOD static double of(const double *points, double x) {
        if (x <= -SHAPE_REACH) return 0.0;
        u32 place = (u32)((x + SHAPE_REACH) / SHAPE_PITCH);
        if (place >= SHAPE_POINTS - 1) return read(points, (SHAPE_POINTS - 1) * 3 + 2) + (x - SHAPE_REACH);
        double density = read(points, place * 3), function = read(points, place * 3 + 1), integral = read(points, place * 3 + 2);
        double after = x - (-SHAPE_REACH + (double)place * SHAPE_PITCH);
        double slope = (read(points, place * 3 + 3) - density) / SHAPE_PITCH;
        return integral + after * (function + after * (0.5 * density + after * slope / 6.0));
    }

    METHOD double at(double x) const {
        double from_below = of(below, x);
        return from_below + share * (of(above, x) - from_below);
    }
};

FUNCTION double cumulative(const double *normal, double x) {
    if (x <= -MOST_SCORE) return 0.0;
    if (x >= MOST_SCORE) return 1.0;
    double place = (x + MOST_SCORE) / SCORE_PITCH;
    u32 low = (u32)place < SCORES - 2 ? (u32)place : SCORES - 2;
    double at = read(normal, low);
    return at + (place - (double)low) * (read(normal, low + 1) - at);
}

FUNCTION double within_score(double score) {
    return score < -MOST_SCORE ? -MOST_SCORE : score > MOST_SCORE ? MOST_SCORE : score;
}

// Between two correlations of the copula's table.
struct Blend {
    const float *below, *above;
    double root;
    float share;

    METHOD Blend(const float *copula, double of_root) {
        root = of_root;
        double from_one = 1.0 - root;
        double place = (from_one < 0.0 ? 0.0 : from_one > 1.0 ? 1.0 : from_one) * (CORRELATIONS - 1);
        u32 low = (u32)place < CORRELATIONS - 2 ? (u32)place : CORRELATIONS - 2;
        share = (float)(place - (double)low);
        below = copula + low * MEANS * DISTANCES;
        above = below + MEANS * DISTANCES;
    }

    METHOD static float row(const float *table, u32 row, u32 low, float after) {
        u32 first = row * DISTANCES + low;
        float at = read(table, first);
        return at + after * (read(table, first + 1) - at);
    }

    METHOD static float value(const float *table, u32 mean, float after_mean, u32 distance, float after_distance) {
        float low = row(table, mean, distance, after_distance);
        return low + after_mean * (row(table, mean + 1, distance, after_distance) - low);
    }

    METHOD float at(double first, double second) const {
        double x = within_score(first), y = within_score(second);
        double apart = x - y < 0.0 ? -(x - y) : x - y;
        double distance = apart < MOST_DISTANCE * root ? apart / root : MOST_DISTANCE;
        double mean_place = (0.5 * (x + y) + MOST_SCORE) / MEAN_PITCH, distance_place = distance / DISTANCE_PITCH;
        u32 mean = (u32)mean_place < MEANS - 2 ? (u32)mean_place : MEANS - 2;
        u32 far = (u32)distance_place < DISTANCES - 2 ? (u32)distance_place : DISTANCES - 2;
        float after_mean = (float)(mean_place - (double)mean), after_far = (float)(distance_place - (double)far);
        float low = value(below, mean, after_mean, far, after_far);
        return low + share * (value(above, mean, after_mean, far, after_far) - low);
    }
};
