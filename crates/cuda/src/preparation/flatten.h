// RC trees in parent order from lists of resistors: twin of `Flattener` in `timing/src/rc.rs`. A thread walks a tree in memory on the chip,
// many to a block if they are small. A walk is a chain of look-ups, so the few trees that do not fit are better off on the CPU.

#pragma once

#include "arrays.h"
#include "platform.h"

#define ON_CHIP_WORDS 12288
#define OPENED 0x80000000u

// A thread's words, `stride` apart: where the resistors at each node start (two more than nodes); for each node its place in the tree;
// for each place its node and its parent; then the resistors.
struct Walk {
    u32 *words;
    u32 stride, nodes;
    METHOD u32 &word(u32 at) { return words[at * stride]; }
    METHOD u32 &first(u32 node) { return word(node); }
    METHOD u32 &place(u32 node) { return word(nodes + 2 + node); }
    METHOD u32 &reached(u32 place) { return word(2 * nodes + 2 + place); }
    METHOD u32 &parent(u32 place) { return word(3 * nodes + 2 + place); }
    METHOD u32 &neighbour(u32 at) { return word(4 * nodes + 2 + at); }
};

struct Flat {
    u32 nodes;
    bool is_opened;
};

FUNCTION float parallel(float a, float b) { return a + b > 0.0f ? a * b / (a + b) : 0.0f; }

// The node of a pin; NONE without one. Pins come first, by their ids.
FUNCTION u32 node_of(const u32 *node_pin, u32 count, u32 pin) {
    u32 low = 0, high = count;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (read(node_pin, middle) < pin) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && read(node_pin, low) == pin ? low : NONE;
}

// Both ends of every resistor, grouped by node, in the order of resistors.
FUNCTION void gather_neighbours(const Resistor *resistors, u32 count, Walk &walk) {
    for (u32 node = 0; node < walk.nodes + 2; node++) walk.first(node) = 0;
    for (u32 i = 0; i < count; i++) {
        walk.first(resistors[i].low + 2)++;
        walk.first(resistors[i].high + 2)++;
    }
    for (u32 node = 2; node < walk.nodes + 2; node++) walk.first(node) += walk.first(node - 1);
    for (u32 i = 0; i < count; i++) {
        walk.neighbour(walk.first(resistors[i].low + 1)++) = i;
        walk.neighbour(walk.first(resistors[i].high + 1)++) = i;
    }
}

// Breadth first from `root`, neighbours in the order of their nodes.
FUNCTION Flat walk_from(const FlattenArrays &flatten, const NetTree &tree, u32 root, RcNode *nodes, Walk &walk) {
    const Resistor *resistors = flatten.resistors + tree.resistor;
    gather_neighbours(resistors, tree.resistors, walk);
    walk.place(root) = 0, walk.reached(0) = root, walk.parent(0) = 0;
    nodes[0].capacitance = read(flatten.capacitance, (u64)tree.node + root);
    u32 count = 1;
    bool is_opened = false;
    for (u32 next = 0; next < count; next++) {
        u32 node = walk.reached(next), parent = walk.parent(next), end = walk.first(node + 1);
        for (u32 i = walk.first(node); i < end; i++) {
            Resistor resistor = resistors[walk.neighbour(i)];
            u32 other = resistor.low == node ? resistor.high : resistor.low, place = walk.place(other);
            if (place == NONE) {
                walk.place(other) = count, walk.reached(count) = other, walk.parent(count) = next;
                nodes[count++] = {next, resistor.resistance, read(flatten.capacitance, (u64)tree.node + other), 0};
            } else if (place > next && walk.parent(place) == next) {
                // A second resistor beside the first.
                nodes[place].resistance = parallel(nodes[place].resistance, resistor.resistance);
            } else {
                is_opened = is_opened || next == 0 || place != parent;
            }
        }
    }
    return {count, is_opened};
}

// What hangs in the air still loads the driver.
FUNCTION float stray(const FlattenArrays &flatten, const NetTree &tree, Walk &walk) {
    float sum = -0.0f;
    for (u32 node = 0; node < tree.nodes; node++) {
        if (walk.place(node) == NONE) sum = sum + read(flatten.capacitance, (u64)tree.node + node);
    }
    return sum;
}

FUNCTION void flatten_tree(const ScanArrays &scan, const FlattenArrays &flatten, u32 number, u32 *words, u32 stride) {
    NetTree tree = flatten.trees[number];
    RcNode *nodes = flatten.scratch + tree.scratch;
    Walk walk = {words, stride, tree.nodes};
    nodes[0] = {0, 0.0f, 0.0f, tree.load};
    Flat flat = {1, false};
    if (tree.nodes != 0) {
        const u32 *pins = flatten.node_pin + tree.node;
        u32 root = node_of(pins, tree.nodes, tree.driver);
        for (u32 node = 0; node < tree.nodes; node++) walk.place(node) = NONE;
        if (root != NONE) flat = walk_from(flatten, tree, root, nodes, walk);
        nodes[0].capacitance = nodes[0].capacitance + stray(flatten, tree, walk);
    }
    u32 end = flatten.trees[number + 1].first_wire;
    for (u32 wire = tree.first_wire; wire < end; wire++) {
        u32 sink = read(flatten.wire_sink, wire), load = read(flatten.pin_load, sink);
        u32 node = node_of(flatten.node_pin + tree.node, tree.nodes, sink);
        u32 place = node == NONE ? NONE : walk.place(node);
        if (place == NONE) {
            // A sink without parasitics sits at the driver.
            place = flat.nodes++;
            nodes[place] = {0, 0.0f, 0.0f, load};
        } else {
            nodes[place].load = load;
        }
        flatten.wire_node[wire] = place;
    }
    flatten.sizes[number] = flat.nodes | (flat.is_opened ? OPENED : 0);
    scan.values[number] = flat.nodes;
}

// An index is a place in the order of trees.
FUNCTION void flatten_trees(const ScanArrays &scan, const FlattenArrays &flatten, u32 index) {
    ON_CHIP u32 words[ON_CHIP_WORDS];
    flatten_tree(scan, flatten, read(flatten.order, index), words + THREAD, THREADS);
}

// Trees that are too large come from the host: their nodes are in place, and this is the rest. An index is a pair.
FUNCTION void enter_large(const ScanArrays &scan, const FlattenArrays &flatten, u32 index) {
    u32 place = read(flatten.large, 2 * index), value = read(flatten.large, 2 * index + 1);
    if (index < flatten.large_wires) {
        flatten.wire_node[place] = value;
    } else {
        flatten.sizes[place] = value;
        scan.values[place] = value & ~OPENED;
    }
}

// Closes the gaps between trees, once it is known where each starts. An index is 8 × tree + thread.
#define MOVERS 8
FUNCTION void close_gaps(const ScanArrays &scan, const FlattenArrays &flatten, u32 index) {
    u32 tree = index / MOVERS;
    const RcNode *from = flatten.scratch + flatten.trees[tree].scratch;
    u32 first = scan.values[tree], count = scan.values[tree + 1] - first;
    for (u32 i = index % MOVERS; i < count; i += MOVERS) flatten.nodes[first + i] = from[i];
}
