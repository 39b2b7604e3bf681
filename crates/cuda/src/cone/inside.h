// The nodes that constrained paths can take: twin of `inside.rs` in `paths`. Paths go from set to set: where they start, each set that they pass, where
// they end. Each of these *legs* has a bit. Bits go forwards from the set where a leg starts, then backwards from where it ends, a level at a time.

#pragma once

#include "graph.h"

// Marks of a node. Those of vertices are two bits, one of each transition.
#define HELD 1u // inside of a leg
#define IS_END 2u
#define IS_CLOCK 4u // launches into the cone
#define STARTS 64u
#define PASSES 256u // one of the sets on the way
#define ENDS 1024u
#define CAPTURES 4096u

// Where counts start among numbers. They are added up as one list, so what comes before is taken off.
#define COPIES_OF_CLOCKS(cone) 0ull
#define COPIES(cone) ((cone).nodes)
#define ARCS(cone) (2 * (cone).nodes)
#define STATED(cone) (3 * (cone).nodes)
#define ROOTS(results, cone) (3 * (cone).nodes + (results).start_count)

// The legs of a word that come everywhere: before the first set anything goes, unless it is named where paths start.
FUNCTION u32 first_after(const ConeArrays &cone, u64 word) { return word == 0 && !cone.has_from ? 1 : 0; }

// An index is a node, or a level: there may be more of these, where some have no nodes.
FUNCTION void begin_cone(const ResultArrays &results, const SearchArrays &search, const ConeArrays &cone, u32 node) {
    if (node < search.level_count) cone.seen[node] = 0;
    if (node >= cone.nodes) return;
    cone.marks[node] = 0;
    for (u64 word = 0; word < cone.words; word++) cone.reached[node * cone.words + word] = 0;
    for (u64 word = 0; word < cone.leg_words; word++) {
        cone.starts[node * cone.leg_words + word] = 0;
        cone.after[node * cone.leg_words + word] = first_after(cone, word);
        cone.inside[node * cone.leg_words + word] = 0;
    }
    cone.numbers[COPIES_OF_CLOCKS(cone) + node] = 0;
    cone.numbers[COPIES(cone) + node] = 0;
    cone.numbers[ARCS(cone) + node] = 0;
    // Behind the last number comes the sum of all.
    if (node == 0) cone.numbers[ROOTS(results, cone) + cone.roots] = 0;
}

// The leg that starts at a point: 0 where paths start, then one for each set on the way.
FUNCTION u32 leg_from(const ConeArrays &cone, u32 index) {
    u32 low = 0, high = (u32)cone.sets;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (read(cone.set_first, middle) <= index) low = middle + 1;
        else high = middle;
    }
    return low;
}

// Marks a vertex that is named, or the node of an output. An index is a place among points.
FUNCTION void enter_points(const ConstraintArrays &constraints, const ConeArrays &cone, u32 index) {
    u32 vertex = read(cone.points, index), marks = 0;
    u32 from = read(cone.set_first, 0), through = read(cone.set_first, cone.sets);
    if (index >= cone.end_captures) {
        fetch_or(&cone.marks[read(constraints.output_node, vertex)], IS_END);
        return;
    }
    if (index < from) marks = STARTS << vertex % 2;
    else if (index < through) marks = PASSES << vertex % 2;
    else if (index < cone.end_data) marks = ENDS << vertex % 2 | IS_END;
    else marks = CAPTURES << vertex % 2;
    fetch_or(&cone.marks[vertex / 2], marks);
    if (index >= through) return;
    u32 leg = leg_from(cone, index);
    fetch_or(&cone.starts[vertex / 2 * cone.leg_words + leg / 32], 1u << leg % 32);
}

// Where paths may end if nothing is named. An index is a node where some do, by its place among those.
FUNCTION void mark_endpoints(const ConeArrays &cone, u32 index) { cone.marks[read(cone.end_nodes, index)] |= IS_END; }

// Where they may if clocks that capture are. An index is a check.
FUNCTION void mark_captured(const ConstraintArrays &constraints, const ConeArrays &cone, u32 index) {
    u32 clock = constraints.checks[index].clock;
    if (cone.marks[clock / 2] & CAPTURES << clock % 2) fetch_or(&cone.marks[constraints.checks[index].data], IS_END);
}

// Arcs into a node, looked at together, with where they come from.
struct Fanins {
    u32 source[AT_ONCE]; // NONE: no arc
    u32 kind[AT_ONCE];

    METHOD Fanins(const GraphArrays &graph, u32 first, u32 end) {
        UNROLL
        for (u32 i = 0; i < AT_ONCE; i++) {
            source[i] = i < end - first ? read(graph.arc_source, first + i) : NONE;
            kind[i] = i < end - first ? read(graph.arc_kind, first + i) : WIRE;
        }
    }

    METHOD bool is_launch(const GraphArrays &graph, u32 i) const { return launches_by(graph, kind[i]); }
};

// The legs that can have come to a node: a level after those below.
FUNCTION void mark_after(const GraphArrays &graph, const ConeArrays &cone, u32 node) {
    u32 end = read(graph.fanin_first, node + 1);
    for (u64 word = 0; word < cone.leg_words; word++) {
        u32 legs = cone.starts[node * cone.leg_words + word] | first_after(cone, word);
        for (u32 arc = read(graph.fanin_first, node); arc < end; arc += AT_ONCE) {
            Fanins fanins(graph, arc, end);
            u32 starts[AT_ONCE], after[AT_ONCE];
            UNROLL
            for (u32 i = 0; i < AT_ONCE; i++) {
                u64 there = packed_node(fanins.source[i]) * cone.leg_words + word;
                starts[i] = fanins.source[i] == NONE ? 0 : cone.starts[there];
                after[i] = fanins.source[i] == NONE ? 0 : cone.after[there];
            }
            UNROLL
            for (u32 i = 0; i < AT_ONCE; i++) {
                // A clock pin that is named stands for what it launches; otherwise paths start after launches.
                legs |= starts[i] != after[i] && fanins.is_launch(graph, i) ? starts[i] : after[i];
            }
        }
        cone.after[node * cone.leg_words + word] = legs;
    }
}

// Of the legs of a word those that a node is inside of, by those of its fan-out. A leg ends where the next one starts, if that leads on: `leads_on`
// says whether it is inside of a later one.
FUNCTION u32 legs_inside(const ConeArrays &cone, u32 node, u64 word, u32 marks, u32 after, bool &leads_on) {
    u64 place = node * cone.leg_words + word, left = cone.sets - word * 32;
    u32 fanout = cone.inside[place], next = cone.starts[place] >> 1, legs = 0;
    if (word + 1 < cone.leg_words) next |= cone.starts[place + 1] << 31;
    for (u32 bit = left < 31 ? (u32)left + 1 : 32; bit-- > 0;) {
        bool is_end = bit == left ? (marks & IS_END) != 0 : (next >> bit & 1) != 0 && leads_on;
        if ((after >> bit & 1) == 0 || ((fanout >> bit & 1) == 0 && !is_end)) continue;
        legs |= 1u << bit;
        leads_on = true;
    }
    return legs;
}

// Tells those who lead to a node of a leg that they do. Calls `meet(clock)` once for each clock pin that launches one.
template <class Meet> FUNCTION void tell_fanin(const GraphArrays &graph, const ConeArrays &cone, u32 node, u64 word, u32 legs, Meet meet) {
    u32 end = read(graph.fanin_first, node + 1);
    for (u32 arc = read(graph.fanin_first, node); arc < end; arc += AT_ONCE) {
        Fanins fanins(graph, arc, end);
        UNROLL
        for (u32 i = 0; i < AT_ONCE; i++) {
            if (fanins.source[i] == NONE) continue;
            u32 from = packed_node(fanins.source[i]);
            if (!fanins.is_launch(graph, i)) {
                u32 *inside = &cone.inside[from * cone.leg_words + word];
                // Many may tell the same one the same.
                if ((legs & ~*inside) != 0) fetch_or(inside, legs);
            } else if ((fetch_or(&cone.marks[from], IS_CLOCK) & IS_CLOCK) == 0) {
                meet(from);
            }
        }
    }
}

// And those that lead on from there: a level after those above, which told it. Returns whether there are any.
template <class Meet> FUNCTION bool mark_inside(const GraphArrays &graph, const ConeArrays &cone, u32 node, Meet meet) {
    bool leads_on = false;
    u32 marks = 0;
    for (u64 word = cone.leg_words; word-- > 0;) {
        u32 after = cone.after[node * cone.leg_words + word];
        if (after == 0) continue;
        marks = cone.marks[node];
        u32 legs = legs_inside(cone, node, word, marks, after, leads_on);
        if (legs != 0) tell_fanin(graph, cone, node, word, legs, meet);
    }
    if (leads_on) cone.marks[node] = marks | HELD;
    return leads_on;
}
