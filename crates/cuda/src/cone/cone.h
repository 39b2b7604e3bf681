// The part of a design that constrained paths can take, as a graph of its own: twin of `cone.rs` and `build.rs` in `paths`, with the same numbers. See
// `cone.rs` here for the order of the kernels.
//
// A node of the cone, a *copy*, is a node of the design in a stage: how many of the sets on its way a path has passed, each at a vertex of its
// own and as early as it can. Which stages signals come in is found for all at once: four bits a stage, a bit for each lane.

#pragma once

#include "inside.h"

// A bit of each stage of a word, and how many stages it has.
#define ONES 0x11111111u
#define STAGES 8
// The lanes of a rise; those of a fall are next to them.
#define BOTH_SPLITS 5u

// Whether a point is among those from `low` to before `end`, which grow.
FUNCTION bool is_among(const ConeArrays &cone, u32 point, u32 low, u32 end) {
    u32 high = end;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (read(cone.points, middle) < point) low = middle + 1;
        else high = middle;
    }
    return low < end && read(cone.points, low) == point;
}

// Whether a vertex, of a node with some marks, is in a set.
FUNCTION bool is_in_set(const ConeArrays &cone, u32 marks, u32 vertex, u64 set) {
    if (set >= cone.sets || (marks & PASSES << vertex % 2) == 0) return false;
    return is_among(cone, vertex, read(cone.set_first, set), read(cone.set_first, set + 1));
}

// The lanes of the stages of a word in which a node, with some marks, is the next to be passed.
FUNCTION u32 passing(const ConeArrays &cone, u32 marks, u32 node, u64 word) {
    u32 passed = 0;
    if ((marks & (PASSES | PASSES << 1)) == 0) return 0;
    for (u32 stage = 0; stage < STAGES; stage++) {
        for (u32 to = 0; to < 2; to++) {
            if (is_in_set(cone, marks, 2 * node + to, word * STAGES + stage)) passed |= BOTH_SPLITS << to << 4 * stage;
        }
    }
    return passed;
}

// The lanes, of some, that count for paths that start at a node, in their stages.
FUNCTION u32 starting(const ConeArrays &cone, u32 node, u32 lanes) {
    u32 marks = cone.marks[node], word = 0;
    for (u32 lane = 0; lane < LANES; lane++) {
        u32 to = lane % 2;
        if ((lanes >> lane & 1) == 0 || (cone.has_from && (marks & STARTS << to) == 0)) continue;
        word |= 1u << lane << (is_in_set(cone, marks, 2 * node + to, 0) ? 4 : 0);
    }
    return word;
}

// An arrival that starts at a node: what is stated there.
FUNCTION i64 stated_at(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results, u32 node, u32 lane) {
    if (read(graph.fanin_first, node) == read(graph.fanin_first, node + 1)) return results.arrival[(u64)node * LANES + lane];
    return results.start_count == 0 ? UNDEFINED : stated_arrival(constraints, results, node, lane);
}

// The first stages of paths that start at a node because of what is stated there; and at a clock pin that launches.
FUNCTION u32 starting_stated(const GraphArrays &graph, const ConstraintArrays &constraints,
                             const ResultArrays &results, const ConeArrays &cone, u32 node) {
    u32 lanes = 0;
    for (u32 lane = 0; lane < LANES; lane++) lanes |= stated_at(graph, constraints, results, node, lane) != UNDEFINED ? 1u << lane : 0;
    return starting(cone, node, lanes);
}

FUNCTION u32 starting_clock(const ResultArrays &results, const ConeArrays &cone, u32 node) {
    u32 lanes = 0;
    for (u32 lane = 0; lane < LANES; lane++) lanes |= results.arrival[(u64)node * LANES + lane] != UNDEFINED ? 1u << lane : 0;
    return starting(cone, node, lanes);
}

// A bit for each stage that has any.
FUNCTION u32 any_lane(u32 word) { return (word | word >> 1 | word >> 2 | word >> 3) & ONES; }

FUNCTION u32 lanes_of(const ConeArrays &cone, u32 node, u64 stage) {
    return cone.reached[node * cone.words + stage / STAGES] >> stage % STAGES * 4 & 15;
}

// Copies of a node in the stages before one.
FUNCTION u32 copies_below(const ConeArrays &cone, u32 node, u64 stage) {
    u32 count = 0;
    for (u64 word = 0; word < stage / STAGES; word++) count += ones(any_lane(cone.reached[node * cone.words + word]));
    u32 below = (1u << stage % STAGES * 4) - 1;
    return count + ones(any_lane(cone.reached[node * cone.words + stage / STAGES]) & below);
}

// The lanes of an arc by which a signal can come: it has the edge, and a delay.
FUNCTION u32 lanes_of_arc(const ResultArrays &results, u32 arc, u32 source) {
    u32 lanes = 0;
    UNROLL
    for (u32 lane = 0; lane < LANES; lane++) {
        bool is_edge = has_edge(source, lane % 2) && has_signal(results.delay[(u64)arc * LANES + lane]);
        lanes |= is_edge ? 1u << lane : 0;
    }
    return lanes;
}

// Lanes of a source, in any stages, as they come by an arc that passes some.
FUNCTION u32 coming(u32 source, u32 lanes, u32 word) {
    u32 rises = ONES * BOTH_SPLITS;
    u32 turned = source & 1 ? (word & rises) << 1 | (word >> 1 & rises) : word;
    return turned & ONES * lanes;
}

// In which stages signals come to a node that is held, and by how many arcs; a level after those below.
FUNCTION void reach_copies(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results,
                           const ConeArrays &cone, u32 node) {
    u32 marks = cone.marks[node], copies = 0, arcs = 0, carried = 0;
    if ((marks & HELD) == 0) return;
    u32 end = read(graph.fanin_first, node + 1);
    for (u64 word = 0; word < cone.words; word++) {
        u32 passed = passing(cone, marks, node, word);
        u32 here = carried | (word == 0 ? starting_stated(graph, constraints, results, cone, node) : 0);
        carried = 0;
        for (u32 arc = read(graph.fanin_first, node); arc < end; arc += AT_ONCE) {
            Fanins fanins(graph, arc, end);
            u32 reached[AT_ONCE];
            UNROLL
            for (u32 i = 0; i < AT_ONCE; i++) {
                u64 place = packed_node(fanins.source[i]) * cone.words + word;
                reached[i] = fanins.source[i] == NONE ? 0 : cone.reached[place];
            }
            UNROLL
            for (u32 i = 0; i < AT_ONCE; i++) {
                u32 source = fanins.source[i], there = reached[i];
                // Paths start at launches, with no more than one set passed.
                if (fanins.is_launch(graph, i)) there = word == 0 ? starting_clock(results, cone, packed_node(source)) : 0;
                if (there == 0) continue;
                u32 by_arc = coming(source, lanes_of_arc(results, arc + i, source), there), next = by_arc & passed, same = by_arc & ~passed;
                here |= same | next << 4;
                carried |= next >> 28;
                arcs += ones(any_lane(same)) + ones(any_lane(next));
            }
        }
        cone.reached[node * cone.words + word] = here;
        copies += ones(any_lane(here));
    }
    cone.numbers[COPIES(cone) + node] = copies;
    cone.numbers[ARCS(cone) + node] = arcs;
}

// All three sweeps, over the levels that can have anything. Blocks run together.
FUNCTION void sweep_cone(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results,
                         const BlockArrays &blocks, const SearchArrays &search, const ConeArrays &cone) {
    const u32 *level_first = search.level_first;
    u32 from = (u32)cone.from_level, end = (u32)cone.end_level;
    Rendezvous meeting(blocks.rendezvous);
    for (u32 level = from; level < end; level++) {
        sweep_level(meeting, level_first, level, 1, [&](u32 node) { mark_after(graph, cone, node); });
    }
    auto count_clock = [&](u32 node) { cone.numbers[COPIES_OF_CLOCKS(cone) + node] = ones(any_lane(starting_clock(results, cone, node))); };
    // Where paths may start anywhere, they do before the first set, too.
    if (!cone.has_from) from = 0;
    for (u32 level = end; level-- > from;) {
        sweep_level(meeting, level_first, level, 1, [&](u32 node) {
            if (mark_inside(graph, cone, node, count_clock)) cone.seen[level] = 1;
        });
    }
    for (u32 level = from; level < end; level++) {
        if (cone.seen[level] == 0) continue;
        sweep_level(meeting, level_first, level, 1, [&](u32 node) { reach_copies(graph, constraints, results, cone, node); });
    }
}

// An index is a node with fan-in where an arrival is stated, by its place among those.
FUNCTION void count_stated(const ConstraintArrays &constraints, const ConeArrays &cone, u32 index) {
    u32 node = read(constraints.start_node, index);
    cone.numbers[STATED(cone) + index] = copies_below(cone, node, cone.sets) + (lanes_of(cone, node, cone.sets) != 0);
}

// Which ends are in the cone. An index is a root of the design.
FUNCTION void count_roots(const ConstraintArrays &constraints, const ResultArrays &results, const ConeArrays &cone, u32 root) {
    u32 vertex = read(cone.root_vertex, root) & VERTEX_BITS, source = read(cone.root_source, root);
    bool is_in = lanes_of(cone, vertex / 2, cone.sets) != 0;
    if (is_in && cone.has_ends && (cone.marks[vertex / 2] & ENDS << vertex % 2) == 0) {
        if (source & OF_OUTPUT) {
            is_in = is_among(cone, (source & ~OF_OUTPUT) / LANES, (u32)cone.end_captures, (u32)cone.end_outputs);
        } else {
            u32 clock = constraints.checks[source / 2].clock;
            is_in = (cone.marks[clock / 2] & CAPTURES << clock % 2) != 0;
        }
    }
    cone.numbers[ROOTS(results, cone) + root] = is_in;
}

// What the host wants to see. An index is one of them.
FUNCTION void look_at_numbers(const ConeArrays &cone, u32 index) {
    cone.seen[index] = cone.numbers[read(cone.looks, index)];
}

// Writes a copy of a node whose fan-in starts at some place; what starts there arrives first, on some lanes, `time(lane)` is when.
template <class Time>
FUNCTION void write_copy(const GraphArrays &graph, const ConeArrays &cone, u32 copy, u32 node, u32 first_arc, u32 lanes, Time time) {
    cone.graph.design_node[copy] = node;
    cone.graph.node_pin[copy] = read(graph.node_pin, node);
    cone.graph.fanin_first[copy] = first_arc;
    UNROLL
    for (u32 lane = 0; lane < LANES; lane++) {
        cone.graph.arrival[(u64)copy * LANES + lane] = lanes >> lane & 1 ? time(lane) : UNDEFINED;
    }
}

FUNCTION void write_arc(const GraphArrays &graph, const ResultArrays &results, const ConeArrays &cone, u32 place, u32 arc, u32 packed) {
    cone.graph.arc_source[place] = packed;
    cone.graph.arc_kind[place] = read(graph.arc_kind, arc);
    cone.graph.design_arc[place] = arc;
    UNROLL
    for (u32 lane = 0; lane < LANES; lane++) {
        cone.graph.delay[(u64)place * LANES + lane] = results.delay[(u64)arc * LANES + lane];
    }
}

// The edges of an arc into a node that lead from one stage to another, as they are packed.
FUNCTION u32 edges_between(const ConeArrays &cone, u32 marks, u32 node, u32 source, u64 before, u64 stage) {
    u32 edges = 0;
    for (u32 to = 0; to < 2; to++) {
        bool is_next = is_in_set(cone, marks, 2 * node + to, before);
        if (has_edge(source, to) && is_next == (before != stage)) edges |= 2u << to;
    }
    return edges;
}

// Writes the arcs into a node in a stage; returns where the next ones go.
FUNCTION u32 write_arcs(const GraphArrays &graph, const ResultArrays &results, const ConeArrays &cone, u32 node, u64 stage, u32 place) {
    u32 marks = cone.marks[node], end = read(graph.fanin_first, node + 1);
    for (u32 arc = read(graph.fanin_first, node); arc < end; arc++) {
        u32 source = read(graph.arc_source, arc), from = packed_node(source);
        bool is_launch = launches(graph, arc);
        u32 starts = is_launch ? starting_clock(results, cone, from) : 0, lanes = lanes_of_arc(results, arc, source);
        for (u64 before = stage == 0 ? 0 : stage - 1; before <= stage; before++) {
            u32 there = !is_launch ? lanes_of(cone, from, before) : before < 2 ? starts >> 4 * before & 15 : 0;
            u32 edges = there == 0 ? 0 : edges_between(cone, marks, node, source, before, stage);
            if ((coming(source, lanes, there) & BOTH_SPLITS * (edges >> 1)) == 0) continue;
            u32 first = cone.numbers[(is_launch ? COPIES_OF_CLOCKS(cone) : COPIES(cone)) + from];
            u32 below = !is_launch ? copies_below(cone, from, before) : before == 1 && (starts & 15) != 0;
            write_arc(graph, results, cone, place++, arc, (first + below) << 3 | (source & 1) | edges);
        }
    }
    return place;
}

// Writes the copies of a node with their arcs, and of their arrivals what starts there. An index is a node.
FUNCTION void write_copies(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results,
                           const ConeArrays &cone, u32 node) {
    u32 copy = cone.numbers[COPIES(cone) + node], before = cone.numbers[ARCS(cone)];
    u32 place = cone.numbers[ARCS(cone) + node] - before;
    if (node == 0) cone.graph.fanin_first[before] = cone.numbers[STATED(cone)] - before;
    if (cone.marks[node] & IS_CLOCK) {
        u32 starts = starting_clock(results, cone, node), number = cone.numbers[COPIES_OF_CLOCKS(cone) + node];
        for (; starts != 0; starts >>= 4) {
            if ((starts & 15) == 0) continue;
            write_copy(graph, cone, number++, node, 0, starts & 15, [&](u32 lane) { return results.arrival[(u64)node * LANES + lane]; });
        }
    }
    if ((cone.marks[node] & HELD) == 0) return;
    u32 starts = starting_stated(graph, constraints, results, cone, node);
    for (u64 stage = 0; stage <= cone.sets; stage++) {
        if (lanes_of(cone, node, stage) == 0) continue;
        u32 lanes = stage < 2 ? starts >> 4 * stage & 15 : 0;
        write_copy(graph, cone, copy++, node, place, lanes, [&](u32 lane) { return stated_at(graph, constraints, results, node, lane); });
        place = write_arcs(graph, results, cone, node, stage, place);
    }
}

// Arrivals stated at copies with fan-in. An index is that of the design's.
FUNCTION void write_stated(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results,
                           const ConeArrays &cone, u32 index) {
    u32 node = read(constraints.start_node, index), starts = starting_stated(graph, constraints, results, cone, node);
    u32 copy = cone.numbers[COPIES(cone) + node], place = cone.numbers[STATED(cone) + index] - cone.numbers[STATED(cone)];
    for (u64 stage = 0; stage <= cone.sets; stage++) {
        if (lanes_of(cone, node, stage) == 0) continue;
        cone.graph.start_node[place] = copy++;
        for (u32 lane = 0; lane < LANES; lane++) {
            bool is_stated = stage < 2 && (starts >> (4 * stage + lane) & 1) != 0;
            cone.graph.start_arrival[(u64)place * LANES + lane] = is_stated ? read(constraints.start_arrival, (u64)index * LANES + lane) : UNDEFINED;
        }
        place++;
    }
}

// Where paths of the cone end. An index is a root of the design.
FUNCTION void write_roots(const ResultArrays &results, const ConeArrays &cone, u32 root) {
    const u32 *numbers = cone.numbers + ROOTS(results, cone);
    if (numbers[root] == numbers[root + 1]) return;
    u32 place = numbers[root] - numbers[0], packed = read(cone.root_vertex, root), vertex = packed & VERTEX_BITS;
    u32 copy = cone.numbers[COPIES(cone) + vertex / 2] + copies_below(cone, vertex / 2, cone.sets);
    cone.graph.root_vertex[place] = (packed & SPLIT) | (2 * copy + vertex % 2);
    cone.graph.root_endpoint[place] = read(cone.root_endpoint, root);
    cone.graph.root_source[place] = read(cone.root_source, root);
    cone.graph.root[place] = root;
}

// Arrivals of a level of the cone, after those below. An index is 4 × copy + lane.
FUNCTION void part_arrivals(const ConeArrays &cone, u32 index) {
    u32 copy = index / LANES, lane = index % LANES, split = lane / 2, to = lane % 2, end = cone.graph.fanin_first[copy + 1];
    i64 worst = cone.graph.arrival[index];
    for (u32 arc = cone.graph.fanin_first[copy]; arc < end; arc++) {
        u32 source = cone.graph.arc_source[arc];
        float delay = cone.graph.delay[(u64)arc * LANES + lane];
        if (!has_edge(source, to) || !has_signal(delay)) continue;
        i64 start = cone.graph.arrival[(u64)packed_node(source) * LANES + split * 2 + other_end(source, to)];
        if (start != UNDEFINED) worst = worse_arrival(split, worst, start + time_along(delay));
    }
    cone.graph.arrival[index] = worst;
}

FUNCTION void sweep_arrivals(const BlockArrays &blocks, const SearchArrays &search, const ConeArrays &cone) {
    sweep_graph(blocks, search, LANES, [&](u32 index) { part_arrivals(cone, index); });
}

// Names the vertices and arcs of a path, which were written, as the design does. An index is a place in the list, as in `write_steps`.
FUNCTION void name_steps(const SearchArrays &search, u32 index) {
    u64 first = search.offset[index] - search.offset[search.from];
    for (u64 step = first; step < first + search.length[index]; step++) {
        u32 vertex = search.vertices[step], arc = search.arcs[step];
        search.vertices[step] = 2 * read(search.design_node, vertex / 2) + vertex % 2;
        if (arc != NONE) search.arcs[step] = read(search.design_arc, arc);
    }
}
