// What arrivals depend on, in components: the twin of `ssta/src/sensitivity.rs`. All threads of a block call what works on all components, with the same arguments.

#pragma once

#include "draw.h"
#include "sums.h"

// What an arrival depends on: that of its source, with the delay of an arc.
struct Components {
    const float *source; // None where the time is certain.
    u32 index;
    float added, factor;

    METHOD float at(u32 i) const {
        if (source == 0) return 0.0f;
        float value = i == index ? source[i] + added : source[i];
        return value * factor;
    }
};

// In which component a variable is, and with which sign.
FUNCTION u32 component_of(u64 variable, u32 count) { return (u32)(mixed(variable + GOLDEN) % count); }
FUNCTION float signed_of(u64 variable, double sigma) {
    return (float)((mixed(variable + GOLDEN) >> 63 == 0 ? 1.0 : -1.0) * sigma);
}

// What makes the variance of components, which is `all`, another one; 1 where there is none.
FUNCTION float factor_to(double variance, double all) {
    return all > 0.0 ? (float)sqrt((variance > 0.0 ? variance : 0.0) / all) : 1.0f;
}

FUNCTION u64 place_of_delay(u32 arc, u32 to) { return (u64)arc << 1 | to; }
FUNCTION u64 place_of_merge(u32 vertex, u32 split) { return 1ull << 62 | (u64)vertex << 1 | split; }

// The covariance of two times, by the variance of their difference.
template <u32 TEAM> FUNCTION double covariance_of(const float *components, u32 count, const Components &other, double variance, double other_variance) {
    if (count == 0) return 0.0;
    double apart = sum<TEAM, double>(count, [&](u32 i) {
        double by = (double)(components[i] - other.at(i));
        return by * by;
    });
    return 0.5 * (variance + other_variance - apart);
}

// Makes components those of the worse of two times, which is the first by a share, and has some variance. What it varies beside them is a variable of its own.
template <u32 TEAM> FUNCTION void blend(float *components, u32 count, const Components &other, float share, double variance, u64 rest) {
    if (count == 0) return;
    barrier();
    for (u32 i = THREAD; i < count; i += THREADS) components[i] = share * components[i] + (1.0f - share) * other.at(i);
    barrier();
    auto squares = [&](u32 i) { return (double)components[i] * (double)components[i]; };
    double missing = variance - sum<TEAM, double>(count, squares);
    if (missing > 0.0) {
        if (THREAD == 0) components[component_of(rest, count)] += signed_of(rest, sqrt(missing));
        barrier();
    }
    float factor = factor_to(variance, sum<TEAM, double>(count, squares));
    for (u32 i = THREAD; i < count; i += THREADS) components[i] *= factor;
    barrier();
}
