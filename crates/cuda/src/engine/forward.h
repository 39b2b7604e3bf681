// Slews, delays and arrivals of a level: twins of `timing/src/delay.rs` and the first half of `arrival.rs`. Where the timing graph is the pin graph one
// sweep finds all; otherwise one over the pin graph finds slews and delays, and one over the timing graph arrivals. An index is 4 × node + lane.

#pragma once

#include "effective.h"
#include "graph.h"
#include "table.h"

// Where a load lies on the columns of a table, kept from arc to arc.
struct Column {
    u32 axis;
    Position position;
};

FUNCTION Edge cell_edge(const TableArrays &tables, EdgeTables edge, float slew, float load, Column &column) {
    float no_slew = 0.0f * slew;
    if (edge.delay == NONE) return {no_slew, edge.slew == NONE ? no_slew : look_up(tables, edge.slew, slew, load)};
    Table table = tables.tables[edge.delay];
    if (column.axis != table.column_axis) {
        column = {table.column_axis, locate(tables, table.column_axis, load)};
    }
    Position row = locate(tables, table.row_axis, slew);
    float delay = interpolate(tables, table, row, column.position);
    if (edge.slew == NONE) return {delay, no_slew};
    Table slews = tables.tables[edge.slew];
    Position slew_row = slews.row_axis == table.row_axis ? row : locate(tables, slews.row_axis, slew);
    Position slew_column =
        slews.column_axis == table.column_axis ? column.position : locate(tables, slews.column_axis, load);
    return {delay, interpolate(tables, slews, slew_row, slew_column)};
}

// Where the load depends on the driver it is found for each edge, by effective capacitance.
template <bool HAS_ARRIVALS, bool SEES_DRIVER> FUNCTION void sweep_forward(const Arrays &arrays, u32 index) {
    u32 node = index / LANES, lane = index % LANES, split = lane / 2, to = lane % 2;
    u32 tree = read(arrays.node_tree, node);
    float load = tree == NONE ? 0.0f : read(arrays.loads, (u64)tree * LANES + lane);
    Column column = {NONE, {0, 0.0f}};
    float worst_slew = not_a_number();
    i64 worst = UNDEFINED;
    u32 end = read(arrays.fanin_first, node + 1);
    for (u32 arc = read(arrays.fanin_first, node); arc < end; arc++) {
        u32 source = read(arrays.arc_source, arc), kind = read(arrays.arc_kind, arc);
        u64 from = (u64)packed_node(source) * LANES + split * 2 + other_end(source, to);
        Edge edge = {not_a_number(), not_a_number()};
        float seen = not_a_number();
        if (kind & WIRE) {
            const float *wire = arrays.wires + (u64)(kind & ~WIRE) * 2 * LANES + lane;
            float entering = arrays.slew[from];
            if (SEES_DRIVER) edge = sink_edge(arrays.drivers.slew_measure[lane], wire[0], wire[LANES], entering);
            else edge = {wire[0], arrays.is_lumped ? entering : sink_slew(entering, wire[LANES])};
        } else if (has_edge(source, to)) {
            EdgeTables by_lane = arrays.tables.arc_tables[(u64)kind * LANES + lane];
            if (SEES_DRIVER) {
                seen = load_of_edge(arrays, by_lane.slew, tree, lane, load, arrays.slew[from]);
                column.axis = NONE;
            }
            edge = cell_edge(arrays.tables, by_lane, arrays.slew[from], SEES_DRIVER ? seen : load, column);
        }
        if (SEES_DRIVER) arrays.drivers.arc_loads[(u64)arc * LANES + lane] = seen;
        arrays.delay[(u64)arc * LANES + lane] = one_nan(edge.delay);
        worst_slew = worse_slew(split, worst_slew, edge.slew);
        if (!HAS_ARRIVALS || !has_edge(source, to)) continue;
        i64 start = arrays.arrival[from];
        if (start != UNDEFINED) worst = worse_arrival(split, worst, start + time_along(edge.delay));
    }
    arrays.slew[index] = one_nan(worst_slew);
    if (HAS_ARRIVALS) arrays.arrival[index] = worst;
}

FUNCTION void forward(const Arrays &arrays, u32 index) { sweep_forward<true, false>(arrays, index); }
FUNCTION void forward_delays(const Arrays &arrays, u32 index) { sweep_forward<false, false>(arrays, index); }
FUNCTION void forward_effective(const Arrays &arrays, u32 index) { sweep_forward<true, true>(arrays, index); }
FUNCTION void forward_delays_effective(const Arrays &arrays, u32 index) { sweep_forward<false, true>(arrays, index); }

// Arrivals of a level of a timing graph with nodes of its own; its arcs take the delays of the pin graph's on the way.
FUNCTION void forward_arrivals(const Arrays &arrays, u32 index) {
    u32 node = index / LANES, lane = index % LANES, split = lane / 2, to = lane % 2;
    i64 worst = UNDEFINED;
    u32 end = read(arrays.fanin_first, node + 1);
    for (u32 arc = read(arrays.fanin_first, node); arc < end; arc++) {
        u32 source = read(arrays.arc_source, arc), pin_arc = read(arrays.pin_arc, arc);
        float delay = read(arrays.pin_delay, (u64)pin_arc * LANES + lane);
        arrays.delay[(u64)arc * LANES + lane] = delay;
        if (!has_edge(source, to)) continue;
        i64 start = arrays.arrival[(u64)packed_node(source) * LANES + split * 2 + other_end(source, to)];
        if (start != UNDEFINED) worst = worse_arrival(split, worst, start + time_along(delay));
    }
    arrays.arrival[index] = worst;
}

// What constraints state of a level's nodes, merged in. An index is 4 × place in the list + lane.
FUNCTION void enter_slews(const Arrays &arrays, u32 index) {
    u32 lane = index % LANES;
    float *slew = arrays.slew + (u64)read(arrays.constraints.slew_node, index / LANES) * LANES + lane;
    *slew = worse_slew(lane / 2, *slew, read(arrays.constraints.stated_slew, index));
}

FUNCTION void enter_arrivals(const Arrays &arrays, u32 index) {
    u32 lane = index % LANES;
    i64 *arrival = arrays.arrival + (u64)read(arrays.constraints.arrival_node, index / LANES) * LANES + lane;
    *arrival = worse_arrival(lane / 2, *arrival, read(arrays.constraints.stated_arrival, index));
}
