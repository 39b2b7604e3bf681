// The nodes that constrained paths can take: twin of `region.rs` in `paths`. Paths go from set to set: where they start, each set that they pass, where
// they end. Each of these *legs* has a bit. Bits go forwards from the set where a leg starts, then backwards from where it ends, a level at a time.

#pragma once

#include "cone_arrays.h"
#include "forest.h"

// Marks of a node. Those of vertices are two bits, one of each transition.
#define HELD 1u // inside of a leg
#define IS_END 2u
#define IS_CLOCK 4u // launches into the part
#define STARTS 64u
#define PASSES 256u // one of the sets on the way
#define ENDS 1024u
#define CAPTURES 4096u

// Where counts start among numbers. They are added up as one list, so what comes before is taken off.
#define COPIES_OF_CLOCKS(cone) 0ull
#define COPIES(cone) ((cone).nodes)
#define ARCS(cone) (2 * (cone).nodes)
#define STATED(cone) (3 * (cone).nodes)
#define ROOTS(arrays, cone) (3 * (cone).nodes + (arrays).start_count)

// An index is a node.
FUNCTION void begin_cone(const Arrays &arrays, u32 node) {
    Cone cone = *arrays.cone;
    cone.marks[node] = 0;
    for (u64 word = 0; word < cone.words; word++) cone.reached[node * cone.words + word] = 0;
    for (u64 place = node * cone.leg_words; place < (node + 1) * cone.leg_words; place++) {
        cone.starts[place] = 0;
        cone.behind[place] = 0;
        cone.inside[place] = 0;
    }
    cone.numbers[COPIES_OF_CLOCKS(cone) + node] = 0;
    cone.numbers[COPIES(cone) + node] = 0;
    cone.numbers[ARCS(cone) + node] = 0;
    // Behind the last number comes the sum of all.
    if (node == 0) cone.numbers[ROOTS(arrays, cone) + cone.roots] = 0;
}

// The leg that starts at a point: 0 where paths start, then one for each set on the way.
FUNCTION u32 leg_from(const Cone &cone, u32 index) {
    u32 low = 0, high = (u32)cone.sets;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (read(cone.set_first, middle) <= index) low = middle + 1;
        else high = middle;
    }
    return low;
}

// Marks a vertex that is named. An index is a place among points.
FUNCTION void enter_points(const Arrays &arrays, u32 index) {
    Cone cone = *arrays.cone;
    u32 vertex = read(cone.points, index), marks = 0;
    u32 from = read(cone.set_first, 0), through = read(cone.set_first, cone.sets);
    if (index < from) marks = STARTS << vertex % 2;
    else if (index < through) marks = PASSES << vertex % 2;
    else if (index < cone.end_data) marks = ENDS << vertex % 2 | IS_END;
    else marks = CAPTURES << vertex % 2;
    fetch_or(&cone.marks[vertex / 2], marks);
    if (index >= through) return;
    u32 leg = leg_from(cone, index);
    fetch_or(&cone.starts[vertex / 2 * cone.leg_words + leg / 32], 1u << leg % 32);
}

// Where paths may end if nothing is named. An index is an endpoint.
FUNCTION void mark_endpoints(const Arrays &arrays, u32 index) { arrays.cone->marks[arrays.endpoints[index].node] |= IS_END; }

// Where they may if clocks that capture are. An index is a check.
FUNCTION void mark_captured(const Arrays &arrays, u32 index) {
    Cone cone = *arrays.cone;
    u32 clock = arrays.checks[index].clock;
    if (cone.marks[clock / 2] & CAPTURES << clock % 2) fetch_or(&cone.marks[arrays.checks[index].data], IS_END);
}

// The legs that can have come to a node: a level after those below.
FUNCTION void mark_behind(const Arrays &arrays, const Cone &cone, u32 node) {
    u32 first = read(arrays.fanin_first, node), end = read(arrays.fanin_first, node + 1);
    for (u64 word = 0; word < cone.leg_words; word++) {
        u32 legs = cone.starts[node * cone.leg_words + word];
        // Before the first set anything goes.
        if (word == 0 && !cone.has_from) legs |= 1;
        for (u32 arc = first; arc < end; arc++) {
            u64 there = packed_node(read(arrays.arc_source, arc)) * cone.leg_words + word;
            u32 starts = cone.starts[there], behind = cone.behind[there];
            // A clock pin that is named stands for what it launches; otherwise paths start behind launches.
            if ((starts | behind) != 0) legs |= launches(arrays, arc) ? starts : behind;
        }
        cone.behind[node * cone.leg_words + word] = legs;
    }
}

// Of the legs of a word those that a node is inside of, by those of its fan-out. A leg ends where the next one starts, if that leads on: `leads_on`
// says whether it is inside of a later one.
FUNCTION u32 legs_inside(const Cone &cone, u32 node, u64 word, u32 marks, u32 fanout, bool &leads_on) {
    u64 place = node * cone.leg_words + word;
    u32 behind = cone.behind[place], next = cone.starts[place] >> 1, legs = 0;
    if (word + 1 < cone.leg_words) next |= cone.starts[place + 1] << 31;
    for (u32 bit = 32; bit-- > 0;) {
        u64 leg = word * 32 + bit;
        if (leg > cone.sets) continue;
        bool is_end = leg == cone.sets ? (marks & IS_END) != 0 : (next >> bit & 1) != 0 && leads_on;
        if ((behind >> bit & 1) == 0 || ((fanout >> bit & 1) == 0 && !is_end)) continue;
        legs |= 1u << bit;
        leads_on = true;
    }
    return legs;
}

// Whether no leg comes to a node, or starts there.
FUNCTION bool is_outside(const Cone &cone, u32 node) {
    u32 legs = 0;
    for (u64 place = node * cone.leg_words; place < (node + 1) * cone.leg_words; place++) legs |= cone.behind[place] | cone.starts[place];
    return legs == 0;
}

// And those that lead on from there: a level after those above.
FUNCTION void mark_inside(const Arrays &arrays, const Cone &cone, u32 node) {
    // Most are, and need not look at their fan-out. Where paths may start anywhere, clock pins launch that no leg comes to.
    if (cone.has_from && is_outside(cone, node)) return;
    u32 marks = cone.marks[node], first = read(arrays.fanout_first, node), end = read(arrays.fanout_first, node + 1);
    bool leads_on = false;
    for (u64 word = cone.leg_words; word-- > 0;) {
        u32 fanout = 0;
        for (u32 i = first; i < end; i++) {
            Fanout target = arrays.fanout[i];
            u32 there = cone.inside[packed_node(target.target) * cone.leg_words + word];
            if (there == 0) continue;
            if (launches(arrays, target.arc)) marks |= IS_CLOCK;
            else fanout |= there;
        }
        cone.inside[node * cone.leg_words + word] = legs_inside(cone, node, word, marks, fanout, leads_on);
    }
    cone.marks[node] = leads_on ? marks | HELD : marks;
}
