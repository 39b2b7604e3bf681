// Loads and wires: twin of `timing/src/calculator.rs`. An index is 4 × place in tree_order + lane.

#pragma once

#include "arithmetic.h"
#include "arrays.h"
#include "effective.h"

// Words that a block has on the chip. For each node of a tree four lanes take two values each, and the tree two words; in a block for one tree
// these two stay in memory.
#define ON_CHIP_WORDS 12288
#define WORDS_OF_NODE 10
// Values of a kind, of all nodes and lanes: a block of fewer threads can take larger trees.
#define ON_CHIP_VALUES (ON_CHIP_WORDS / WORDS_OF_NODE * LANES)
#define ON_CHIP_VALUES_ALONE (ON_CHIP_WORDS / 2)

FUNCTION float capacitance(const NetArrays &nets, const RcNode &node, u32 lane) {
    return read(nets.pin_loads, (u64)node.load * LANES + lane) + node.capacitance;
}

// A value for each node of a tree, `stride` apart.
template <class T> struct OfNodes {
    T *values;
    u32 stride;
    METHOD T &operator[](u32 node) const { return values[(u64)node * stride]; }
};

// What is known of the nodes of a tree while its delays are found: the parents and the resistances to them, copied or where they are, and two values of
// a lane.
struct TreeRoom {
    OfNodes<u32> parent;
    OfNodes<float> resistance;
    OfNodes<float> a, b;
    bool is_copy;
};

// Adds each node's value to its parent's, from the leaves to the root. Neighbours mostly have one parent: its sum stays in a register. What the next
// node needs is read ahead, unless it is the sum that was just made.
FUNCTION void gather(const OfNodes<u32> &parents, u32 count, const OfNodes<float> &values) {
    u32 parent = 0, next = parents[count - 1];
    float sum = values[0], value = values[count - 1];
    for (u32 i = count - 1; i > 0; i--) {
        u32 next_after = parents[i - 1];
        float value_after = values[i - 1];
        if (next != parent) {
            values[parent] = sum;
            if (parent == i) value = sum;
            if (parent == i - 1) value_after = sum;
            parent = next;
            sum = values[parent];
        }
        sum = sum + value;
        next = next_after;
        value = value_after;
    }
    values[parent] = sum;
}

// Multiplies each node's value by its resistance and adds its parent's, from the root, which has 0, to the leaves. What the next node needs is read ahead.
FUNCTION void spread(const TreeRoom &tree, u32 count, const OfNodes<float> &values) {
    u32 parent = 0, last = count - 1, next = tree.parent[last == 0 ? 0 : 1];
    float at_parent = values[0] = 0.0f, resistance = tree.resistance[last == 0 ? 0 : 1], value = values[last == 0 ? 0 : 1];
    for (u32 i = 1; i < count; i++) {
        u32 ahead = i < last ? i + 1 : i, next_after = tree.parent[ahead];
        float resistance_after = tree.resistance[ahead], value_after = values[ahead];
        if (next != parent) {
            parent = next;
            at_parent = values[parent];
        }
        values[i] = at_parent + resistance * value;
        next = next_after;
        resistance = resistance_after;
        value = value_after;
    }
}

// Reads the nodes of a tree, AT_A_TIME of them so that their loads are under way together, with the capacitances of a lane as both values.
template <u32 AT_A_TIME> FUNCTION void read_nodes(const NetArrays &nets, const RcNode *nodes, u32 count, u32 lane, const TreeRoom &tree) {
    for (u32 first = 0; first < count; first += AT_A_TIME) {
        RcNode node[AT_A_TIME];
        float at_pin[AT_A_TIME];
        UNROLL
        for (u32 i = 0; i < AT_A_TIME; i++) node[i] = nodes[first + i < count ? first + i : count - 1];
        UNROLL
        for (u32 i = 0; i < AT_A_TIME; i++) at_pin[i] = capacitance(nets, node[i], lane);
        UNROLL
        for (u32 i = 0; i < AT_A_TIME; i++) {
            if (first + i >= count) break;
            if (tree.is_copy) {
                tree.parent[first + i] = node[i].parent;
                tree.resistance[first + i] = node[i].resistance;
            }
            tree.a[first + i] = tree.b[first + i] = at_pin[i];
        }
    }
}

// The first of the two values is capacitance downstream of a node and then its delay; the other its capacitance, then capacitance × delay, the sum of
// those downstream of it, and its second moment.
template <u32 AT_A_TIME>
FUNCTION void elmore(const NetArrays &nets, const ResultArrays &results, u32 number, u32 lane, const TreeRoom &tree) {
    u32 first = read(nets.rc_first, number), count = read(nets.rc_first, number + 1) - first;
    read_nodes<AT_A_TIME>(nets, nets.rc_nodes + first, count, lane, tree);
    gather(tree.parent, count, tree.a);
    results.loads[(u64)number * LANES + lane] = tree.a[0];
    spread(tree, count, tree.a);
    for (u32 i = 0; i < count; i++) tree.b[i] = tree.b[i] * tree.a[i];
    gather(tree.parent, count, tree.b);
    spread(tree, count, tree.b);
    u32 end = read(nets.first_wire, number + 1);
    for (u32 wire = read(nets.first_wire, number); wire < end; wire++) {
        u32 node = read(nets.wire_node, wire);
        float delay = tree.a[node];
        results.wires[(u64)wire * 2 * LANES + lane] = delay;
        results.wires[(u64)wire * 2 * LANES + LANES + lane] = impulse(tree.b[node], delay);
    }
}

// The pi model of a tree, from the Elmore delays of its nodes.
FUNCTION void reduce(const NetArrays &nets, const ResultArrays &results, const DriverArrays &drivers, u32 tree,
                     u32 lane, const OfNodes<float> &delay) {
    u32 first = read(nets.rc_first, tree), count = read(nets.rc_first, tree + 1) - first;
    float second = 0.0f, third = 0.0f;
    for (u32 i = 0; i < count; i++) {
        float charge = capacitance(nets, nets.rc_nodes[first + i], lane) * delay[i];
        second = second + charge;
        third = third + charge * delay[i];
    }
    u64 place = (u64)tree * LANES + lane;
    drivers.models[place] = pi_model(results.loads[place], second, third);
}

// Room on the chip for a tree: for its values a column of the block's memory, for the rest one that its lanes have in common, and all write alike.
FUNCTION TreeRoom room_on_chip(u32 *words) {
    u32 trees = THREADS / LANES, tree = THREAD / LANES;
    float *values = (float *)words;
    u32 *of_trees = words + 2 * ON_CHIP_VALUES;
    return {{of_trees + tree, trees},
            {(float *)of_trees + ON_CHIP_VALUES / LANES + tree, trees},
            {values + THREAD, THREADS},
            {values + ON_CHIP_VALUES + THREAD, THREADS},
            true};
}

// The parents and resistances of a tree where they are.
FUNCTION TreeRoom room_beside(const NetArrays &nets, u32 tree, float *a, float *b, u32 stride) {
    RcNode *nodes = (RcNode *)nets.rc_nodes + read(nets.rc_first, tree);
    u32 words = sizeof(RcNode) / sizeof(u32);
    return {{&nodes->parent, words}, {&nodes->resistance, words}, {a, stride}, {b, stride}, false};
}

// Room for the only tree of a block.
FUNCTION TreeRoom room_alone(const NetArrays &nets, u32 tree, u32 *words) {
    float *values = (float *)words;
    return room_beside(nets, tree, values + THREAD, values + ON_CHIP_VALUES_ALONE + THREAD, THREADS);
}

// Room for a tree that is too large for the chip. An index is 4 × place among them + lane.
FUNCTION TreeRoom room_in_scratch(const NetArrays &nets, const ResultArrays &results, u32 tree, u32 index) {
    float *scratch = results.scratch + (u64)read(nets.large_first, index / LANES) * 2 * LANES + index % LANES;
    return room_beside(nets, tree, scratch, scratch + LANES, 2 * LANES);
}

FUNCTION void small_nets(const NetArrays &nets, const ResultArrays &results, u32 index) {
    ON_CHIP u32 words[ON_CHIP_WORDS];
    elmore<1>(nets, results, read(nets.tree_order, index / LANES), index % LANES, room_on_chip(words));
}

// Many nodes at a time take so many registers that large blocks would be too few.
FUNCTION void medium_nets(const NetArrays &nets, const ResultArrays &results, u32 index) {
    ON_CHIP u32 words[ON_CHIP_WORDS];
    u32 tree = read(nets.tree_order, index / LANES), lane = index % LANES;
    if (THREADS == LANES) elmore<8>(nets, results, tree, lane, room_alone(nets, tree, words));
    else elmore<8>(nets, results, tree, lane, room_on_chip(words));
}

FUNCTION void large_nets(const NetArrays &nets, const ResultArrays &results, u32 index) {
    u32 tree = read(nets.tree_order, index / LANES);
    elmore<8>(nets, results, tree, index % LANES, room_in_scratch(nets, results, tree, index));
}

// The same with pi models. When Elmore delays are computed, those of all nodes are still in the first of the two values.
FUNCTION void small_models(const NetArrays &nets, const ResultArrays &results, const DriverArrays &drivers, u32 index) {
    ON_CHIP u32 words[ON_CHIP_WORDS];
    u32 tree = read(nets.tree_order, index / LANES), lane = index % LANES;
    TreeRoom room = THREADS == LANES ? room_alone(nets, tree, words) : room_on_chip(words);
    elmore<1>(nets, results, tree, lane, room);
    reduce(nets, results, drivers, tree, lane, room.a);
}

FUNCTION void large_models(const NetArrays &nets, const ResultArrays &results, const DriverArrays &drivers, u32 index) {
    u32 tree = read(nets.tree_order, index / LANES), lane = index % LANES;
    TreeRoom room = room_in_scratch(nets, results, tree, index);
    elmore<8>(nets, results, tree, lane, room);
    reduce(nets, results, drivers, tree, lane, room.a);
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
