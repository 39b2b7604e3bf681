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
template <bool HAS_ARRIVALS, bool SEES_DRIVER>
FUNCTION void sweep_forward(const GraphArrays &graph, const TableArrays &tables, const ResultArrays &results,
                            const DriverArrays &drivers, u32 index) {
    u32 node = index / LANES, lane = index % LANES, split = lane / 2, to = lane % 2;
    u32 tree = read(graph.node_tree, node);
    float load = tree == NONE ? 0.0f : read(results.loads, (u64)tree * LANES + lane);
    Column column = {NONE, {0, 0.0f}};
    float worst_slew = not_a_number();
    i64 worst = UNDEFINED;
    u32 end = read(graph.fanin_first, node + 1);
    for (u32 arc = read(graph.fanin_first, node); arc < end; arc++) {
        u32 source = read(graph.arc_source, arc), kind = read(graph.arc_kind, arc);
        u64 from = (u64)packed_node(source) * LANES + split * 2 + other_end(source, to);
        Edge edge = {not_a_number(), not_a_number()};
        float seen = not_a_number();
        if (kind & WIRE) {
            const float *wire = results.wires + (u64)(kind & ~WIRE) * 2 * LANES + lane;
            float entering = results.slew[from];
            if (SEES_DRIVER) edge = sink_edge(drivers.slew_measure[lane], wire[0], wire[LANES], entering);
            else edge = {wire[0], results.is_lumped ? entering : sink_slew(entering, wire[LANES])};
        } else if (has_edge(source, to)) {
            EdgeTables by_lane = tables.arc_tables[(u64)kind * LANES + lane];
            if (SEES_DRIVER) {
                seen = load_of_edge(tables, drivers, by_lane.slew, tree, lane, load, results.slew[from]);
                column.axis = NONE;
            }
            edge = cell_edge(tables, by_lane, results.slew[from], SEES_DRIVER ? seen : load, column);
        }
        if (SEES_DRIVER) drivers.arc_loads[(u64)arc * LANES + lane] = seen;
        results.delay[(u64)arc * LANES + lane] = one_nan(edge.delay);
        worst_slew = worse_slew(split, worst_slew, edge.slew);
        if (!HAS_ARRIVALS || !has_edge(source, to)) continue;
        i64 start = results.arrival[from];
        if (start != UNDEFINED) worst = worse_arrival(split, worst, start + time_along(edge.delay));
    }
    results.slew[index] = one_nan(worst_slew);
    if (HAS_ARRIVALS) results.arrival[index] = worst;
}

FUNCTION void forward(const GraphArrays &graph, const TableArrays &tables, const ResultArrays &results,
                      const DriverArrays &drivers, u32 index) {
    sweep_forward<true, false>(graph, tables, results, drivers, index);
}
FUNCTION void forward_delays(const GraphArrays &graph, const TableArrays &tables, const ResultArrays &results,
                             const DriverArrays &drivers, u32 index) {
    sweep_forward<false, false>(graph, tables, results, drivers, index);
}
FUNCTION void forward_effective(const GraphArrays &graph, const TableArrays &tables, const ResultArrays &results,
                                const DriverArrays &drivers, u32 index) {
    sweep_forward<true, true>(graph, tables, results, drivers, index);
}
FUNCTION void forward_delays_effective(const GraphArrays &graph, const TableArrays &tables,
                                       const ResultArrays &results, const DriverArrays &drivers, u32 index) {
    sweep_forward<false, true>(graph, tables, results, drivers, index);
}

// Arrivals of a level of a timing graph with nodes of its own; its arcs take the delays of the pin graph's on the way.
FUNCTION void forward_arrivals(const GraphArrays &graph, const ResultArrays &results, u32 index) {
    u32 node = index / LANES, lane = index % LANES, split = lane / 2, to = lane % 2;
    i64 worst = UNDEFINED;
    u32 end = read(graph.fanin_first, node + 1);
    for (u32 arc = read(graph.fanin_first, node); arc < end; arc++) {
        u32 source = read(graph.arc_source, arc), pin_arc = read(graph.pin_arc, arc);
        float delay = read(graph.pin_delay, (u64)pin_arc * LANES + lane);
        results.delay[(u64)arc * LANES + lane] = delay;
        if (!has_edge(source, to)) continue;
        i64 start = results.arrival[(u64)packed_node(source) * LANES + split * 2 + other_end(source, to)];
        if (start != UNDEFINED) worst = worse_arrival(split, worst, start + time_along(delay));
    }
    results.arrival[index] = worst;
}

// What constraints state of a level's nodes, merged in. An index is 4 × place in the list + lane.
FUNCTION void enter_slews(const ConstraintArrays &constraints, const ResultArrays &results, u32 index) {
    u32 lane = index % LANES;
    float *slew = results.slew + (u64)read(constraints.slew_node, index / LANES) * LANES + lane;
    *slew = worse_slew(lane / 2, *slew, read(constraints.stated_slew, index));
}

FUNCTION void enter_arrivals(const ConstraintArrays &constraints, const ResultArrays &results, u32 index) {
    u32 lane = index % LANES;
    i64 *arrival = results.arrival + (u64)read(constraints.arrival_node, index / LANES) * LANES + lane;
    *arrival = worse_arrival(lane / 2, *arrival, read(constraints.stated_arrival, index));
}
