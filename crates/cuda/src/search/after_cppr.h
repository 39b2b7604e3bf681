// Ways back from ends, ranked after CPPR: twin of `paths/src/after_cppr.rs`, which says why the forest of before CPPR leads past most vertices.
//
// What a way is worth depends on the path's root, whose clock captures. It is found from parent to parent, and only where a walk comes to
// ways that may change places: paths are made parent by parent, so neighbours find much the same ones, and no path has to carry
// its root.

#pragma once

#include "keep.h"
#include "list.h"
#include "lists.h"
#include "nworst.h"

// More than any time.
#define FAR ((i64)1 << 62)

// Launches that a walk knows the credit of: the same ones arrive at one vertex after the other.
#define KNOWN_BITS 3
#define KNOWN_LAUNCHES (1u << KNOWN_BITS)

// What all ways back from an end have in common.
struct End {
    u32 split;
    u32 capture; // a clock vertex; NONE at an output
    u32 launches[KNOWN_LAUNCHES];
    i64 credits[KNOWN_LAUNCHES];

    METHOD End(u32 split, u32 capture) : split(split), capture(capture) {
        for (u32 i = 0; i < KNOWN_LAUNCHES; i++) launches[i] = NONE;
    }
};

FUNCTION i64 credit_of(const Arrays &arrays, End &end, u32 launch) {
    if (launch == NONE) return 0;
    u32 place = launch * 0x9e3779b1u >> (32 - KNOWN_BITS);
    if (end.launches[place] != launch) {
        end.launches[place] = launch;
        end.credits[place] = credit(arrays, launch, end.capture, end.split);
    }
    return end.credits[place];
}

// What arrives somewhere: a list, or what one launch sends.
struct Arrivals {
    ListHead head;
    bool is_one;
    u32 launch; // of that one; it arrives at head.time
};

FUNCTION Arrivals arrivals_at(const ClockArrays &clocks, const End &end, u32 vertex) {
    return {clocks.heads[(u64)(vertex / 2) * LANES + end.split * 2 + vertex % 2], false, NONE};
}

// The worst of some arrivals, with credit, of those worth at most `limit`: turned so that less is worse. NO_PATH without one.
OUTLINE i64 worst_of(const Arrays &arrays, End &end, const Arrivals &arrivals, i64 limit) {
    const ListHead &head = arrivals.head;
    i64 least = least_credit(arrays.clocks, end.split), worst = NO_PATH;
    for (u32 i = 0; i < head.count; i++) {
        ListEntry entry = {0, arrivals.launch, 0};
        if (!arrivals.is_one) entry = arrays.clocks.entries[head.first + i];
        i64 arrival = early(end.split, entry.time + head.time);
        // The rest arrive no earlier.
        if (arrival + least > limit) break;
        i64 worth = arrival + credit_of(arrays, end, entry.clock);
        if (worth <= limit) limit = worst = worth;
    }
    return worst;
}

// A vertex where ways meet.
struct Meeting {
    u32 vertex;
    u32 lane;
    i64 arrival; // the worst, before CPPR
    i64 worth;   // the worst, with credit
};

FUNCTION Meeting meeting_at(const Arrays &arrays, End &end, u32 vertex) {
    u32 lane = end.split * 2 + vertex % 2;
    i64 arrival = arrays.results.arrival[(u64)(vertex / 2) * LANES + lane];
    return {vertex, lane, arrival, worst_of(arrays, end, arrivals_at(arrays.clocks, end, vertex), FAR)};
}

// What a way by an arc is worth; NO_PATH if that is more than `limit`.
FUNCTION i64 worth_of(const Arrays &arrays, End &end, const Meeting &at, u32 arc, const Way &way, i64 limit) {
    Arrivals arrivals;
    if (launches(arrays.graph, arc)) {
        i64 before = early(end.split, early(end.split, at.arrival) + (i64)way.cost);
        arrivals = {{0, 1, before}, true, read(arrays.clocks.number, way.vertex)};
    } else {
        arrivals = arrivals_at(arrays.clocks, end, way.vertex);
        arrivals.head.time += time_along(arrays.results.delay[(u64)arc * LANES + at.lane]);
    }
    return worst_of(arrays, end, arrivals, limit);
}

// Calls `visit(arc, way, worth)` for the ways by arcs that are worth at most `over` more than the worst, in order, as long as it says true.
template <class Visit>
FUNCTION bool ways_within(const Arrays &arrays, End &end, const Meeting &at, i64 over, Visit visit) {
    u64 most = (u64)over + (u64)swing(arrays.clocks, end.split);
    u32 node = at.vertex / 2, last = read(arrays.graph.fanin_first, node + 1);
    for (u32 arc = read(arrays.graph.fanin_first, node); arc < last; arc += AT_ONCE) {
        Way ways[AT_ONCE];
        u32 there = ways_of_arcs(arrays.graph, arrays.results, arc, last, at.lane, at.arrival, ways);
        ROLLED
        for (u32 i = 0; i < AT_ONCE; i++) {
            // By credit no way comes nearer than that.
            if ((there >> i & 1) == 0 || ways[i].cost > most) continue;
            i64 worth = worth_of(arrays, end, at, arc + i, ways[i], at.worth + over);
            if (worth != NO_PATH && !visit(arc + i, ways[i], worth)) return false;
        }
    }
    return true;
}

// The step back by the worst way; of equals by that from the source with the lowest (pin, transition), then the first, a stated start last.
OUTLINE Step worst_step(const Arrays &arrays, End &end, const Meeting &at) {
    u32 best_arc = NONE;
    Way best = {0, NO_VERTEX};
    ways_within(arrays, end, at, 0, [&](u32 arc, const Way &way, i64) {
        Way here = {0, way.vertex};
        if (best_arc != NONE && !is_before(arrays.graph, here, best)) return true;
        best = here;
        best_arc = arc;
        return true;
    });
    return {best_arc, 0, best.vertex, best_arc != NONE && launches(arrays.graph, best_arc)};
}

// Whether before CPPR no other way comes so near that credit could make it the worst.
FUNCTION bool is_sure(const ClockArrays &clocks, const End &end, u64 entry) {
    return end.capture == NONE || cheapest_here(entry) > code_of((u64)swing(clocks, end.split), COST_DIGITS);
}

// The step back by the worst way into a vertex, wherever that is.
OUTLINE Step step_after_cppr(const Arrays &arrays, End &end, u32 vertex) {
    u64 entry = arrays.search.forest[end.split][vertex];
    if (is_sure(arrays.clocks, end, entry)) return forest_step(arrays.graph, arrays.results, arrays.search, vertex, end.split);
    return worst_step(arrays, end, meeting_at(arrays, end, vertex));
}

// The arc of the worst way. Out of line, or what driver 580 makes of those who call it for an H200 leaves some of the other ways out.
OUTLINE u32 worst_arc(const Arrays &arrays, End &end, const Meeting &at) {
    u64 entry = arrays.search.forest[end.split][at.vertex];
    if (!is_sure(arrays.clocks, end, entry)) return worst_step(arrays, end, at).arc();
    return forest_arc(arrays.graph, arrays.results, entry, at.vertex, end.split);
}

// Calls `visit(place, arc, vertex, slack)` for every child that a path has by ways other than the worst one into a place, as long as it says
// true. `over`: what they may cost.
template <class Visit>
FUNCTION bool others_at(const Arrays &arrays, End &end, const Meeting &at, u32 taken, i64 slack, i64 over, i64 window, WalkPlace here, Visit visit) {
    i64 least = arrays.search.state->least;
    auto child = [&](u32 arc, u32 vertex, i64 worth) {
        i64 total = rank_of(slack + (worth - at.worth), window);
        return total < least || visit(here, arc, vertex, total);
    };
    bool goes_on = ways_within(arrays, end, at, over, [&](u32 arc, const Way &way, i64 worth) {
        return arc == taken || child(arc, way.vertex | (here.vertex & SPLIT), worth);
    });
    Way start;
    if (!goes_on || taken == NONE ||
        !way_of_start(arrays.constraints, arrays.results, at.vertex / 2, at.lane, at.arrival, start)) {
        return goes_on;
    }
    i64 worth = early(end.split, at.arrival) + (i64)start.cost;
    return worth > at.worth + over || child(NONE, here.vertex, worth);
}

// The children of one path up to a slack, ranked after CPPR.
struct AfterCppr {
    u32 path;
    i64 slack;
    i64 over;
    i64 window;
    u32 most;
    End end;
    bool is_known; // whether the end's capture is
    bool is_plain; // whether the whole way is known to go by the forest
    bool stays;    // whether it did as far as was seen

    METHOD AfterCppr(const Arrays &arrays, u32 path, u32 split, i64 limit)
        : path(path), end(split, NONE), is_known(false), stays(true) {
        is_plain = (arrays.search.step[path].place & PLAIN) != 0;
        window = window_of(arrays.search, path);
        slack = room_of(arrays.search.slack[path], window);
        u64 room = (u64)room_of(limit, window) - (u64)slack;
        over = room < FAR ? (i64)room : FAR;
        most = code_of((u64)over + (u64)swing(arrays.clocks, split), COST_DIGITS);
    }

    METHOD void know_capture(const Arrays &arrays) {
        if (!is_known) end.capture = arrays.search.root_capture[root_of(arrays.search, path)];
        is_known = true;
    }

    // After all branches were seen, those who come to the path later need not find out: after the last, no credit counts.
    METHOD void note_way(const Arrays &arrays) {
        if (stays) arrays.search.step[path].place |= PLAIN;
    }

    // As those of `BeforeCppr`.
    template <class Visit> METHOD void branches(const Arrays &arrays, WalkPlace here, Visit visit) {
        u32 unsure = code_of((u64)swing(arrays.clocks, end.split), COST_DIGITS);
        u64 entry;
        while (follow(arrays.search, most, here, entry) && visit(here)) {
            Step back = {NONE, 0, next_vertex(entry), is_launched(entry)};
            if (!is_plain && cheapest_here(entry) <= unsure) {
                know_capture(arrays);
                u32 vertex = here.vertex & VERTEX_BITS;
                back = step_after_cppr(arrays, end, vertex);
                if (back.arc() != forest_arc(arrays.graph, arrays.results, entry, vertex, end.split)) stays = false;
            }
            if (back.is_launched || back.vertex == NO_VERTEX) return;
            here = {back.vertex | (here.vertex & SPLIT), here.steps + 1};
        }
    }

    template <class Visit> METHOD bool children(const Arrays &arrays, WalkPlace here, Visit visit) {
        know_capture(arrays);
        u32 vertex = here.vertex & VERTEX_BITS;
        if (end.capture == NONE) {
            return children_at(arrays.graph, arrays.constraints, arrays.results, arrays.search, here, slack, (u64)over, window, visit);
        }
        Meeting at = meeting_at(arrays, end, vertex);
        return others_at(arrays, end, at, worst_arc(arrays, end, at), slack, over, window, here, visit);
    }
};

FUNCTION void count_branches_after_cppr(const Arrays &arrays) { count_branches<AfterCppr>(arrays); }
FUNCTION void write_branches_after_cppr(const Arrays &arrays) { write_branches<AfterCppr>(arrays); }
FUNCTION void count_children_after_cppr(const Arrays &arrays) { count_children<AfterCppr>(arrays); }
FUNCTION void write_children_after_cppr(const Arrays &arrays) { write_children<AfterCppr>(arrays); }
FUNCTION void bin_children_after_cppr(const Arrays &arrays) { bin_children<AfterCppr>(arrays); }
FUNCTION void bin_sample_after_cppr(const Arrays &arrays) { bin_sample<AfterCppr>(arrays); }
FUNCTION void count_part_after_cppr(const Arrays &arrays) { count_part<AfterCppr>(arrays); }
FUNCTION void write_part_after_cppr(const Arrays &arrays) { write_part<AfterCppr>(arrays); }

// The number of the clock that captures. An index is a root.
FUNCTION void find_capture(const ConstraintArrays &constraints, const ClockArrays &clocks, const SearchArrays &search, u32 root) {
    u32 source = read(search.root_source, root);
    bool is_output = (source & OF_OUTPUT) != 0;
    search.root_capture[root] = is_output ? NONE : read(clocks.number, constraints.checks[source / 2].clock);
}

// The numbers of clock vertices in a cone of the design, before its lists. An index is a vertex of it.
FUNCTION void number_part(const ClockArrays &clocks, const SearchArrays &search, u32 vertex) {
    u32 node = read(search.design_node, vertex / 2);
    search.cone_number[vertex] = read(clocks.number, (u64)node * 2 + vertex % 2);
    if (vertex == 0) *clocks.used = 0;
}

// An index is a root.
FUNCTION void time_roots_after_cppr(const Arrays &arrays, u32 root) {
    u32 packed = read(arrays.search.root_vertex, root);
    End end(packed >> 31, arrays.search.root_capture[root]);
    time_root(arrays, root, [&](u32 vertex, i64 arrival) {
        if (end.capture == NONE) return arrival;
        i64 worth = worst_of(arrays, end, arrivals_at(arrays.clocks, end, vertex), FAR);
        return worth == NO_PATH ? UNDEFINED : early(end.split, worth);
    });
}

FUNCTION End end_of_listed(const SearchArrays &search, u32 place, u32 vertex) {
    return End(vertex >> 31, search.root_capture[search.out_root[place]]);
}

// Vertices from where a path leaves its parent to its start; `launch` becomes what launches it, if a clock does.
FUNCTION u32 length_after_cppr(const Arrays &arrays, u32 path, const PathStep &step, End &end, u32 &launch) {
    u32 vertex = step.vertex & VERTEX_BITS;
    launch = NONE;
    if (path >= arrays.search.roots && step.arc == NONE) return 0;
    if (step.vertex & ENDED) launch = vertex;
    u32 count = 1;
    while (launch == NONE) {
        bool is_plain = (step.place & PLAIN) != 0;
        Step back = is_plain ? forest_step(arrays.graph, arrays.results, arrays.search, vertex, end.split)
                             : step_after_cppr(arrays, end, vertex);
        if (back.vertex == NO_VERTEX) return count;
        vertex = back.vertex;
        if (back.is_launched) launch = vertex;
        count++;
    }
    return count;
}

// What CPPR adds to the slack of each path comes with its length.
FUNCTION void measure_paths_after_cppr(const Arrays &arrays) {
    measure_each(arrays.blocks, arrays.search, [&](u32 place, u32 path, const PathStep &step) {
        End end = end_of_listed(arrays.search, place, step.vertex);
        u32 launch, length = length_after_cppr(arrays, path, step, end, launch);
        u32 number = launch == NONE ? NONE : read(arrays.clocks.number, launch);
        arrays.search.credit[place] = credit(arrays, number, end.capture, end.split);
        return length;
    });
}

FUNCTION void write_steps_after_cppr(const Arrays &arrays, u32 index) {
    u32 root = arrays.search.out_root[index];
    End end(read(arrays.search.root_vertex, root) >> 31, arrays.search.root_capture[root]);
    write_each(arrays.search, index, [&](const PathStep &step, u64 last, u32 first, u32 stop, u32 arc) {
        if (step.place & PLAIN) return write_plain(arrays.graph, arrays.results, arrays.search, step, last, first, stop, arc);
        u32 vertex = step.vertex & VERTEX_BITS;
        write_own(arrays.search, last, first, stop, vertex, arc, [&](u32 at) { return step_after_cppr(arrays, end, at); });
    });
}
