// Effective capacitance: twin of `timing/src/effective.rs`, which names the methods.

#pragma once

#include "arithmetic.h"
#include "arrays.h"
#include "table.h"

struct Edge {
    float delay;
    float slew;
};

FUNCTION Pi pi_model(float load, float second, float third) {
    float time = third / second;
    float far = second / time;
    if (!(time > 0.0f && far > 0.0f)) return {0.0f, 0.0f};
    return {far < load ? far : load, time};
}

// e^-x for x from 0 on.
FUNCTION float decay(float x) {
    if (!(x < 80.0f)) return 0.0f;
    const float log2_e = 1.44269504f;
    u32 halvings = (u32)(x * log2_e + 0.5f);
    float rest = ((float)halvings * (355.0f / 512.0f) - x) - (float)halvings * 2.1219444e-4f;
    float tail = 1.0f / 6.0f + rest * (1.0f / 24.0f + rest * (1.0f / 120.0f + rest * (1.0f / 720.0f)));
    float value = 1.0f + rest * (1.0f + rest * (0.5f + rest * tail));
    return value * float_of((127 - halvings) << 23);
}

FUNCTION float share(float x) {
    if (x <= 0.0f) return 0.0f;
    if (x < 0.5f) {
        float rest = -1.0f / 120.0f + x * (1.0f / 720.0f - x / 5040.0f);
        return x * (0.5f + x * (-1.0f / 6.0f + x * (1.0f / 24.0f + x * rest)));
    }
    return 1.0f - (1.0f - decay(x)) / x;
}

#define MOST_LOOK_UPS 8
#define LAST_STEP (1.0f / 8192.0f)

// What an edge with some slew at its input makes of a pi model.
struct Charge {
    const TableArrays &tables;
    Table slews;
    Position row;
    Pi pi;
    float near, per_slew;

    // Until the output ramp ends that is made with some load.
    METHOD float at(float load) const {
        float ramp = interpolate(tables, slews, row, locate(tables, slews.column_axis, load)) * per_slew;
        return near + pi.far * share(ramp / pi.time);
    }
};

FUNCTION float effective(const Charge &charge, float load) {
    float at = load;
    float next = charge.at(at);
    float excess = next - at;
    ROLLED
    for (u32 i = 1; i < MOST_LOOK_UPS; i++) {
        float step = next - at;
        if (!((step < 0.0f ? -step : step) > LAST_STEP * load)) break;
        float next_excess = charge.at(next) - next;
        float slope = (next_excess - excess) / step;
        at = next;
        excess = next_excess;
        float root = slope < 0.0f ? at - excess / slope : at + excess;
        next = root > charge.near ? root : charge.near;
        next = next < load ? next : load;
    }
    return next < load ? next : load;
}

FUNCTION float load_of_edge(const TableArrays &tables, const DriverArrays &drivers, u32 slew_table, u32 tree,
                            u32 lane, float load, float slew) {
    if (tree == NONE || slew_table == NONE) return load;
    Pi pi = drivers.models[(u64)tree * LANES + lane];
    if (pi.far == 0.0f) return load;
    Table slews = tables.tables[slew_table];
    Position row = locate(tables, slews.row_axis, slew);
    return effective({tables, slews, row, pi, load - pi.far, drivers.slew_measure[lane].ramp}, load);
}

FUNCTION float delay_of_ramp(float elmore, float variance, float ramp) {
    const float ln_2 = 0.693147181f;
    float square = elmore * elmore;
    float second = 0.5f * (variance + square);
    float step = ln_2 * square / square_root(second);
    float part = variance / (variance + ramp * ramp / 12.0f);
    float delay = elmore + part * part * square_root(part) * (step - elmore);
    return delay < elmore ? delay : elmore;
}

// A wire after a driver with some slew.
FUNCTION Edge sink_edge(SlewMeasure measure, float elmore, float variance, float slew) {
    float at_sink = square_root(slew * slew + measure.tail * variance);
    return {delay_of_ramp(elmore, variance, slew * measure.ramp), at_sink};
}
