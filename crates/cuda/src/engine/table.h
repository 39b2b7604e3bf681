// Look-up in tables: twin of `timing/src/table.rs`.

#pragma once

#include "arithmetic.h"
#include "arrays.h"

struct ALIGNED(16) Float4 {
    float value[4];
};

struct Position {
    u32 segment;
    float fraction;
};

// On the axis whose knots start with `first`, `groups` times eight of them. They are padded to that, and so aligned for reads of four.
FUNCTION Position locate_among(const TableArrays &tables, u32 first, u32 groups, float value) {
    const Float4 *knots = (const Float4 *)(tables.knots + first);
    u32 segment = 0;
    for (u32 group = 0; group < 2 * groups; group += 2) {
        Float4 low = knots[group], high = knots[group + 1];
        UNROLL
        for (u32 i = 0; i < 4; i++) segment += (value >= low.value[i] ? 1 : 0) + (value >= high.value[i] ? 1 : 0);
    }
    Segment here = tables.segments[first + segment];
    return {segment, (value - here.start) * here.inverse};
}

FUNCTION Position locate(const TableArrays &tables, u32 id, float value) {
    Axis axis = tables.axes[id];
    return locate_among(tables, axis.first, axis.padded / 8, value);
}

// A result as look-ups give it.
FUNCTION float limited(float value) {
    const float largest = 1e9f;
    if (value < -largest) value = -largest;
    if (value > largest) value = largest;
    return value;
}

// Between the values at the corners of a cell of a table: two of its lower row, two of its upper one.
FUNCTION float between(float a, float b, float c, float d, Position row, Position column) {
    float at_low = a + column.fraction * (b - a);
    float at_high = c + column.fraction * (d - c);
    return limited(at_low + row.fraction * (at_high - at_low));
}

FUNCTION float interpolate(const TableArrays &tables, const Table &table, Position row, Position column) {
    const float *low = tables.values + (table.first + row.segment * table.stride + column.segment);
    const float *high = low + table.stride;
    return between(read(low, 0), read(low, 1), read(high, 0), read(high, 1), row, column);
}

FUNCTION float look_up(const TableArrays &tables, u32 id, float row, float column) {
    Table table = tables.tables[id];
    return interpolate(tables, table, locate(tables, table.row_axis, row), locate(tables, table.column_axis, column));
}
