// Slews, delays and arrivals of a level: twins of `timing/src/delay.rs` and the first half of `arrival.rs`. Where the timing graph is the pin graph one
// sweep finds all; otherwise one over the pin graph finds slews and delays, and one over the timing graph arrivals. An index is 4 × node + lane.

#pragma once

#include "effective.h"
#include "graph.h"
#include "items.h"
#include "table.h"

// Whether it is of an arc within a latch: that has no tables.
FUNCTION bool is_within_latch(const EdgeTables &edge) { return edge.delay == NONE && (edge.slew == SAME_SLEW || edge.slew == NO_SLEW); }

// Of tables that do not run over the same axes, or are not both there.
FUNCTION Edge cell_edge_apart(const TableArrays &tables, const EdgeTables &edge, float slew, float load) {
    if (is_within_latch(edge)) return {not_a_number(), edge.slew == SAME_SLEW ? slew : not_a_number()};
    float none = 0.0f * slew;
    float delay = edge.delay == NONE ? none : look_up(tables, edge.delay, slew, load);
    return {delay, edge.slew == NONE ? none : look_up(tables, edge.slew, slew, load)};
}

FUNCTION Edge cell_edge(const TableArrays &tables, const EdgeTables &edge, float slew, float load) {
    if (edge.row_axis == NONE) return cell_edge_apart(tables, edge, slew, load);
    Position row = locate_among(tables, edge.row_axis & ~7u, edge.row_axis & 7, slew);
    Position column = locate_among(tables, edge.column_axis & ~7u, edge.column_axis & 7, load);
    const TablePair *low = tables.pairs + (edge.first + row.segment * edge.stride + 2 * column.segment);
    const TablePair *high = low + edge.stride;
    TablePair a = low[0], b = low[2], c = high[0], d = high[2];
    return {between(a.delay, b.delay, c.delay, d.delay, row, column), between(a.slew, b.slew, c.slew, d.slew, row, column)};
}

// What comes by an arc: at its target.
struct Arrival {
    float slew;
    i64 time;
};

// What is known of an arc and a lane before the level below is done. The loads and the wires are of programs that ran before.
struct ArcInLane {
    u32 source;
    u32 kind;
    u32 tree;
    EdgeTables tables; // of a cell's arc
    float load;        // the same
    float moments[2];  // of a wire
};

FUNCTION ArcInLane arc_in_lane(const GraphArrays &graph, const TableArrays &tables, const ResultArrays &results, u32 arc, u32 lane, u32 node) {
    ArcInLane known;
    known.source = read(graph.arc_source, arc);
    known.kind = read(graph.arc_kind, arc);
    if (known.kind & WIRE) {
        const float *wire = results.wires + (u64)(known.kind & ~WIRE) * 2 * LANES + lane;
        known.moments[0] = wire[0];
        known.moments[1] = wire[LANES];
    } else if (has_edge(known.source, lane % 2)) {
        known.tables = tables.arc_tables[(u64)known.kind * LANES + lane];
        known.tree = read(graph.node_tree, node);
        known.load = known.tree == NONE ? 0.0f : results.loads[(u64)known.tree * LANES + lane];
    }
    return known;
}

// Where the load depends on the driver it is found for each edge, by effective capacitance.
template <bool HAS_ARRIVALS, bool SEES_DRIVER>
FUNCTION void sweep_forward(const GraphArrays &graph, const TableArrays &tables, const ResultArrays &results,
                            const DriverArrays &drivers, u32 begin, u32 end) {
    float worst_slew = not_a_number();
    i64 worst = UNDEFINED;
    auto start = [&](u32) {
        worst_slew = not_a_number();
        worst = UNDEFINED;
    };
    auto look = [&](u32 arc, u32 lane, u32 node) { return arc_in_lane(graph, tables, results, arc, lane, node); };
    auto come = [&](const ArcInLane &known, u32 arc, u32 lane, u32) -> Arrival {
        u32 split = lane / 2, to = lane % 2;
        u64 from = (u64)packed_node(known.source) * LANES + split * 2 + other_end(known.source, to);
        bool is_edge = has_edge(known.source, to);
        float entering = results.slew[from];
        i64 time = HAS_ARRIVALS && is_edge ? results.arrival[from] : UNDEFINED;
        Edge edge = {not_a_number(), not_a_number()};
        float seen = not_a_number();
        if (is_edge && known.kind & WIRE) {
            const float *wire = known.moments;
            if (SEES_DRIVER) edge = sink_edge(drivers.slew_measure[lane], wire[0], wire[1], entering);
            else edge = {wire[0], results.is_lumped ? entering : sink_slew(entering, wire[1])};
        } else if (is_edge) {
            float load = known.load;
            if (SEES_DRIVER && !is_within_latch(known.tables)) load = seen = load_of_edge(tables, drivers, known.tables.slew, known.tree, lane, load, entering);
            edge = cell_edge(tables, known.tables, entering, load);
        }
        if (SEES_DRIVER) drivers.arc_loads[(u64)arc * LANES + lane] = seen;
        results.delay[(u64)arc * LANES + lane] = one_nan(edge.delay);
        return {edge.slew, time == UNDEFINED || !has_signal(edge.delay) ? UNDEFINED : time + time_along(edge.delay)};
    };
    auto merge = [&](u32 lane, const Arrival &arrival) {
        worst_slew = worse_slew(lane / 2, worst_slew, arrival.slew);
        worst = worse_arrival(lane / 2, worst, arrival.time);
    };
    auto finish = [&](u32 index) {
        results.slew[index] = one_nan(worst_slew);
        if (HAS_ARRIVALS) results.arrival[index] = worst;
    };
    sweep_items<Arrival>(graph.fanin_first, begin, end, start, look, come, merge, finish);
}

FUNCTION void forward(const GraphArrays &graph, const TableArrays &tables, const ResultArrays &results,
                      const DriverArrays &drivers, u32 begin, u32 end) {
    sweep_forward<true, false>(graph, tables, results, drivers, begin, end);
}
FUNCTION void forward_delays(const GraphArrays &graph, const TableArrays &tables, const ResultArrays &results,
                             const DriverArrays &drivers, u32 begin, u32 end) {
    sweep_forward<false, false>(graph, tables, results, drivers, begin, end);
}
FUNCTION void forward_effective(const GraphArrays &graph, const TableArrays &tables, const ResultArrays &results,
                                const DriverArrays &drivers, u32 begin, u32 end) {
    sweep_forward<true, true>(graph, tables, results, drivers, begin, end);
}
FUNCTION void forward_delays_effective(const GraphArrays &graph, const TableArrays &tables,
                                       const ResultArrays &results, const DriverArrays &drivers, u32 begin, u32 end) {
    sweep_forward<false, true>(graph, tables, results, drivers, begin, end);
}

// The delay of an arc of a timing graph whose delays are not the pin graph's: that arc's there, times the factor that constraints state. What a latch is
// given stands there already.
FUNCTION float own_delay(const GraphArrays &graph, const ResultArrays &results, u32 arc, u32 lane) {
    u32 pin_arc = read(graph.pin_arc, arc);
    if (pin_arc == NONE) return results.delay[(u64)arc * LANES + lane];
    float delay = graph.pin_delay[(u64)pin_arc * LANES + lane];
    if (graph.derate_class == nullptr) return delay;
    return one_nan(delay * read(graph.derate_factor, (u64)read(graph.derate_class, arc) * LANES + lane));
}

// Arrivals of a level of a timing graph with delays of its own; its arcs take those of the pin graph's on the way.
FUNCTION void forward_arrivals(const GraphArrays &graph, const ResultArrays &results, u32 begin, u32 end) {
    i64 worst = UNDEFINED;
    struct Known {
        u32 source;
        float delay;
    };
    auto look = [&](u32 arc, u32 lane, u32) -> Known {
        return {read(graph.arc_source, arc), own_delay(graph, results, arc, lane)};
    };
    auto come = [&](const Known &known, u32 arc, u32 lane, u32) -> i64 {
        results.delay[(u64)arc * LANES + lane] = known.delay;
        u32 to = lane % 2;
        if (!has_edge(known.source, to) || !has_signal(known.delay)) return UNDEFINED;
        i64 time = results.arrival[(u64)packed_node(known.source) * LANES + (lane & 2) + other_end(known.source, to)];
        return time == UNDEFINED ? UNDEFINED : time + time_along(known.delay);
    };
    sweep_items<i64>(
        graph.fanin_first, begin, end, [&](u32) { worst = UNDEFINED; }, look, come,
        [&](u32 lane, i64 time) { worst = worse_arrival(lane / 2, worst, time); },
        [&](u32 index) { results.arrival[index] = worst; });
}

// What constraints state of a level's nodes, merged in. An index is 4 × place in the list + lane.
FUNCTION void enter_slews(const ConstraintArrays &constraints, const ResultArrays &results, u32 index) {
    u32 lane = index % LANES;
    float *slew = results.slew + (u64)read(constraints.slew_node, index / LANES) * LANES + lane;
    *slew = worse_slew(lane / 2, *slew, constraints.stated_slew[index]);
}

FUNCTION void enter_arrivals(const ConstraintArrays &constraints, const ResultArrays &results, u32 index) {
    u32 lane = index % LANES;
    i64 *arrival = results.arrival + (u64)read(constraints.arrival_node, index / LANES) * LANES + lane;
    *arrival = worse_arrival(lane / 2, *arrival, constraints.stated_arrival[index]);
}
