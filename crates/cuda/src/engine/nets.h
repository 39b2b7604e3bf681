// Loads and wires: twin of `timing/src/calculator.rs`. An index is 4 × place in tree_order + lane.

#pragma once

#include "arithmetic.h"
#include "arrays.h"
#include "effective.h"

// Values that a block has on the chip for each of two arrays. A block of fewer threads can take larger trees.
#define ON_CHIP_VALUES 6144

FUNCTION float capacitance(const NetArrays &nets, const RcNode &node, u32 lane) {
    return read(nets.pin_loads, (u64)node.load * LANES + lane) + node.capacitance;
}

// Adds each node's value to its parent's, from the leaves to the root. Neighbours mostly have one parent: its sum stays in a
// register.
FUNCTION void gather(const RcNode *nodes, u32 count, float *values, u32 stride) {
    u32 parent = 0;
    float sum = values[0];
    for (u32 i = count - 1; i > 0; i--) {
        u32 next = nodes[i].parent;
        if (next != parent) {
            values[parent * stride] = sum;
            parent = next;
            sum = values[parent * stride];
        }
        sum = sum + values[i * stride];
    }
    values[parent * stride] = sum;
}

// `a` and `b` are two values for each node, `stride` apart: capacitance downstream of a node and then its delay in the one,
// capacitance × delay downstream of it and then its second moment in the other.
FUNCTION void elmore(const NetArrays &nets, const ResultArrays &results, u32 tree, u32 lane, float *a, float *b, u32 stride) {
    u32 first = read(nets.rc_first, tree), count = read(nets.rc_first, tree + 1) - first;
    const RcNode *nodes = nets.rc_nodes + first;
    for (u32 i = 0; i < count; i++) a[i * stride] = capacitance(nets, nodes[i], lane);
    gather(nodes, count, a, stride);
    results.loads[(u64)tree * LANES + lane] = a[0];
    a[0] = 0.0f;
    b[0] = capacitance(nets, nodes[0], lane) * 0.0f;
    u32 parent = 0;
    float at_parent = 0.0f;
    for (u32 i = 1; i < count; i++) {
        RcNode node = nodes[i];
        if (node.parent != parent) {
            parent = node.parent;
            at_parent = a[parent * stride];
        }
        float delay = at_parent + node.resistance * a[i * stride];
        a[i * stride] = delay;
        b[i * stride] = capacitance(nets, node, lane) * delay;
    }
    gather(nodes, count, b, stride);
    b[0] = 0.0f;
    parent = 0;
    at_parent = 0.0f;
    for (u32 i = 1; i < count; i++) {
        RcNode node = nodes[i];
        if (node.parent != parent) {
            parent = node.parent;
            at_parent = b[parent * stride];
        }
        b[i * stride] = at_parent + node.resistance * b[i * stride];
    }
    u32 end = read(nets.first_wire, tree + 1);
    for (u32 wire = read(nets.first_wire, tree); wire < end; wire++) {
        u32 node = read(nets.wire_node, wire);
        float delay = a[node * stride];
        results.wires[(u64)wire * 2 * LANES + lane] = delay;
        results.wires[(u64)wire * 2 * LANES + LANES + lane] = impulse(b[node * stride], delay);
    }
}

// The pi model of a tree, from the Elmore delays of its nodes.
FUNCTION void reduce(const NetArrays &nets, const ResultArrays &results, const DriverArrays &drivers, u32 tree,
                     u32 lane, const float *delay, u32 stride) {
    u32 first = read(nets.rc_first, tree), count = read(nets.rc_first, tree + 1) - first;
    float second = 0.0f, third = 0.0f;
    for (u32 i = 0; i < count; i++) {
        float charge = capacitance(nets, nets.rc_nodes[first + i], lane) * delay[i * stride];
        second = second + charge;
        third = third + charge * delay[i * stride];
    }
    u64 place = (u64)tree * LANES + lane;
    drivers.models[place] = pi_model(results.loads[place], second, third);
}

FUNCTION void small_nets(const NetArrays &nets, const ResultArrays &results, u32 index) {
    ON_CHIP float values[2 * ON_CHIP_VALUES];
    u32 tree = read(nets.tree_order, index / LANES);
    elmore(nets, results, tree, index % LANES, values + THREAD, values + ON_CHIP_VALUES + THREAD, THREADS);
}

FUNCTION void large_nets(const NetArrays &nets, const ResultArrays &results, u32 index) {
    u32 tree = read(nets.tree_order, index / LANES), lane = index % LANES;
    float *scratch = results.scratch + (u64)read(nets.large_first, index / LANES) * 2 * LANES + lane;
    elmore(nets, results, tree, lane, scratch, scratch + LANES, 2 * LANES);
}

// The same with pi models. When Elmore delays are computed, those of all nodes are still in the first of the two arrays.
FUNCTION void small_models(const NetArrays &nets, const ResultArrays &results, const DriverArrays &drivers, u32 index) {
    ON_CHIP float values[2 * ON_CHIP_VALUES];
    u32 tree = read(nets.tree_order, index / LANES), lane = index % LANES;
    elmore(nets, results, tree, lane, values + THREAD, values + ON_CHIP_VALUES + THREAD, THREADS);
    reduce(nets, results, drivers, tree, lane, values + THREAD, THREADS);
}

FUNCTION void large_models(const NetArrays &nets, const ResultArrays &results, const DriverArrays &drivers, u32 index) {
    u32 tree = read(nets.tree_order, index / LANES), lane = index % LANES;
    float *scratch = results.scratch + (u64)read(nets.large_first, index / LANES) * 2 * LANES + lane;
    elmore(nets, results, tree, lane, scratch, scratch + LANES, 2 * LANES);
    reduce(nets, results, drivers, tree, lane, scratch, 2 * LANES);
}

// Whole capacitances, wires without delay.
FUNCTION void lumped_nets(const NetArrays &nets, const ResultArrays &results, u32 index) {
    u32 tree = read(nets.tree_order, index / LANES), lane = index % LANES;
    u32 first = read(nets.rc_first, tree);
    float sum = 0.0f;
    for (u32 i = read(nets.rc_first, tree + 1); i > first; i--) {
        RcNode node = nets.rc_nodes[i - 1];
        sum = sum + capacitance(nets, node, lane);
    }
    results.loads[(u64)tree * LANES + lane] = sum;
    u32 end = read(nets.first_wire, tree + 1);
    for (u32 wire = read(nets.first_wire, tree); wire < end; wire++) {
        results.wires[(u64)wire * 2 * LANES + lane] = 0.0f;
        results.wires[(u64)wire * 2 * LANES + LANES + lane] = 0.0f;
    }
}
