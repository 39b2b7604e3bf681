// The nodes that constrained paths can take: twin of `region.rs` in `paths`. Marks go from what paths pass first forwards, and from where they end
// backwards, a level at a time.

#pragma once

#include "cone_arrays.h"
#include "forest.h"

// Marks of a node. Those of vertices are two bits, one of each transition.
#define BEHIND 1u // what is passed first
#define INSIDE 2u // and before the ends
#define ON_WAY 4u // to what is passed first, where paths may start anywhere
#define HELD (INSIDE | ON_WAY)
#define IS_END 8u
#define IS_FIRST 16u // passed first
#define IS_CLOCK 32u // launches into the part
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
    cone.numbers[COPIES_OF_CLOCKS(cone) + node] = 0;
    cone.numbers[COPIES(cone) + node] = 0;
    cone.numbers[ARCS(cone) + node] = 0;
    // Behind the last number comes the sum of all.
    if (node == 0) cone.numbers[ROOTS(arrays, cone) + cone.roots] = 0;
}

// Marks a vertex that is named. An index is a place among points.
FUNCTION void enter_points(const Arrays &arrays, u32 index) {
    Cone cone = *arrays.cone;
    u32 vertex = read(cone.points, index), marks = 0;
    u32 from = read(cone.set_first, 0), through = read(cone.set_first, cone.sets);
    u32 first = cone.has_from || cone.sets == 0 ? from : read(cone.set_first, 1);
    if (index < from) marks = STARTS << vertex % 2;
    else if (index < through) marks = PASSES << vertex % 2;
    else if (index < cone.end_data) marks = ENDS << vertex % 2 | IS_END;
    else marks = CAPTURES << vertex % 2;
    if (index < first) marks |= IS_FIRST;
    fetch_or(&cone.marks[vertex / 2], marks);
}

// Where paths may end if nothing is named. An index is an endpoint.
FUNCTION void mark_endpoints(const Arrays &arrays, u32 index) { arrays.cone->marks[arrays.endpoints[index].node] |= IS_END; }

// Where they may if clocks that capture are. An index is a check.
FUNCTION void mark_captured(const Arrays &arrays, u32 index) {
    Cone cone = *arrays.cone;
    u32 clock = arrays.checks[index].clock;
    if (cone.marks[clock / 2] & CAPTURES << clock % 2) fetch_or(&cone.marks[arrays.checks[index].data], IS_END);
}

FUNCTION bool is_bound(const Cone &cone) { return cone.has_from || cone.sets != 0; }

// What is behind the points that are passed first: a level after those below. An index is a node.
FUNCTION void mark_behind(const Arrays &arrays, u32 node) {
    Cone cone = *arrays.cone;
    if (!is_bound(cone)) return;
    u32 marks = cone.marks[node], end = read(arrays.fanin_first, node + 1);
    bool is_behind = (marks & IS_FIRST) != 0;
    for (u32 arc = read(arrays.fanin_first, node); arc < end && !is_behind; arc++) {
        u32 there = cone.marks[packed_node(read(arrays.arc_source, arc))];
        // A clock pin that is named stands for what it launches; otherwise paths start behind launches.
        if (there & (BEHIND | IS_FIRST)) is_behind = (there & (launches(arrays, arc) ? IS_FIRST : BEHIND)) != 0;
    }
    if (is_behind) cone.marks[node] = marks | BEHIND;
}

// What is before the ends, a level after those above. An index is a node.
FUNCTION void mark_inside(const Arrays &arrays, u32 node) {
    Cone cone = *arrays.cone;
    u32 marks = cone.marks[node], behind = 0, launched = 0, end = read(arrays.fanout_first, node + 1);
    for (u32 i = read(arrays.fanout_first, node); i < end; i++) {
        Fanout fanout = arrays.fanout[i];
        u32 there = cone.marks[packed_node(fanout.target)] & HELD;
        if (there != 0) (launches(arrays, fanout.arc) ? launched : behind) |= there;
    }
    if (is_bound(cone) && (marks & BEHIND) == 0) behind &= ~INSIDE;
    else if (marks & IS_END) behind |= INSIDE;
    if ((marks & IS_FIRST) != 0 && (behind & INSIDE) != 0 && !cone.has_from) behind |= ON_WAY;
    if (launched != 0) behind |= IS_CLOCK;
    cone.marks[node] = marks | behind;
}
