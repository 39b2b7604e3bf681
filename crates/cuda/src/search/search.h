// The levels of the search: level L holds the paths with L deviations, in the order of ties (parent, place, arc), and each path makes
// those of the next. See `path_search.rs` for the order of the kernels.

#pragma once

#include "forest.h"
#include "primitives.h"
#include "ranks.h"

// What a selection is for: a limit below its threshold, as paths with fewer deviations go first; one at it, for the level that is selected
// from; no limit; or a limit as in the first case, after which the search goes on to the next level.
#define FOR_LATER 0
#define FOR_LEVEL 1
#define FOR_SAMPLE 2
#define FOR_NEXT 3

// Branches of a path that are noted at once while they are counted.
#define MOST_NOTED 32

// What sets of paths are counted: those to an endpoint in a split, or those of a path group in a split.
#define BY_END 0
#define BY_GROUP 1

#define BINS 4096
#define BIN_DIGITS 6
// SearchState.shift of bins by code_of, not of equal widths.
#define BY_SIZE 64

// Empties the bins and sets what is known at first. An index is a bin.
FUNCTION void begin_search(const SearchArrays &search, u32 index) {
    search.bins[index] = 0;
    if (index != 0) return;
    SearchState state = {};
    state.base = NO_PATH;
    state.limit = search.most;
    state.least = UNDEFINED;
    state.known = search.root_count;
    *search.state = state;
}

// What a root requires before CPPR, and how much data may borrow there.
struct Requirement {
    i64 required;
    i64 window;
};

FUNCTION Requirement required_before_cppr(const Arrays &arrays, u32 root) {
    const SearchArrays &search = arrays.search;
    u32 source = read(search.root_source, root), split = read(search.root_vertex, root) >> 31;
    if (source & OF_OUTPUT) return {read(arrays.constraints.output_required, source & ~OF_OUTPUT), 0};
    u32 opening = search.root_window == nullptr ? NONE : arrays.constraints.checks[source / 2].opening;
    if (opening != NONE) {
        u32 place = 2 * opening + source % 2;
        return {arrays.latches.closes[place], arrays.latches.window[place]};
    }
    i64 required = arrays.results.check_required[source];
    if (required == UNDEFINED || !arrays.clocks.is_on) return {required, 0};
    i64 credit = arrays.results.credits[source];
    return {split == LATE ? required - credit : required + credit, 0};
}

// Sets what a root requires before CPPR, and its slack; `worst(vertex, arrival)` is the arrival that counts there.
template <class Worst> FUNCTION void time_root(const Arrays &arrays, u32 root, Worst worst) {
    const SearchArrays &search = arrays.search;
    u32 packed = read(search.root_vertex, root), split = packed >> 31, vertex = packed & VERTEX_BITS;
    i64 arrival = arrays.results.arrival[(u64)(vertex / 2) * LANES + split * 2 + vertex % 2];
    Requirement needs = required_before_cppr(arrays, root);
    i64 found = slack(split, worst(vertex, arrival), needs.required);
    search.root_required[root] = needs.required;
    if (search.root_window != nullptr) {
        search.root_window[root] = needs.window;
        if (found != UNDEFINED) found = rank_of(found, needs.window);
    }
    search.root_slack[root] = found;
}

// An index is a root.
FUNCTION void time_roots(const Arrays &arrays, u32 root) {
    time_root(arrays, root, [](u32, i64 arrival) { return arrival; });
}

FUNCTION i64 root_slack(const SearchArrays &search, u32 root) {
    u32 split = read(search.root_vertex, root) >> 31;
    i64 slack = search.root_slack[root];
    bool is_wanted = (search.splits >> split & 1) != 0 && slack != UNDEFINED && slack <= search.most;
    return is_wanted ? slack : NO_PATH;
}

// Whether another root of the endpoint and split goes before this one.
FUNCTION bool is_after(const SearchArrays &search, u32 root, i64 slack) {
    const u32 *endpoints = search.root_endpoint, *vertices = search.root_vertex;
    u32 endpoint = read(endpoints, root), split = read(vertices, root) >> 31, first = root;
    while (first > 0 && read(endpoints, first - 1) == endpoint) first--;
    for (u32 other = first; other < search.root_count && read(endpoints, other) == endpoint; other++) {
        if (read(vertices, other) >> 31 != split) continue;
        i64 there = root_slack(search, other);
        if (there < slack || (there == slack && other < root)) return true;
    }
    return false;
}

// The worst path of every root, those that are none included.
FUNCTION void search_roots(const SearchArrays &search) {
    i64 least = NO_PATH;
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 root = BLOCK * TILE + i;
        if (root >= search.root_count) break;
        i64 slack = root_slack(search, root);
        if (search.is_one_each && is_after(search, root, slack)) slack = NO_PATH;
        search.slack[root] = slack;
        search.step[root] = {root, 0, NONE, read(search.root_vertex, root)};
        least = slack < least ? slack : least;
    }
    least = block_least(least);
    if (THREAD == 0 && least != NO_PATH) fetch_least(&search.state->base, least);
}

// The root of a path.
FUNCTION u32 root_of(const SearchArrays &search, u32 path) {
    PathStep step = search.step[path];
    while (path >= search.roots) {
        path = step.parent;
        step = search.step[path];
    }
    return step.parent;
}

// The place where a path leaves its parent.
FUNCTION u32 place_of(const PathStep &step) { return step.place & ~PLAIN; }

// Whether a path can have children of at most some slack; then where their places begin.
FUNCTION bool is_parent_within(const SearchArrays &search, u32 path, i64 limit, WalkPlace &begin) {
    if (search.slack[path] > limit) return false;
    PathStep step = search.step[path];
    begin = {step.vertex, path < search.roots ? 0 : place_of(step) + 1};
    return (step.vertex & ENDED) == 0;
}

FUNCTION bool is_parent(const SearchArrays &search, u32 path, WalkPlace &begin) {
    return is_parent_within(search, path, search.state->limit, begin);
}

// How much data may borrow at the end of a path. Those who rank children keep it: where they look for the root at each child, driver 580 makes kernels that
// read beside their local memory.
FUNCTION i64 window_of(const SearchArrays &search, u32 path) {
    return search.root_window == nullptr ? NO_WINDOW : search.root_window[root_of(search, path)];
}

// Calls `visit(place, arc, vertex, slack)` for every child that a path has by other ways into a place, as long as it says true. `slack`, of the path itself, is how
// much it comes before the latest time at which it may, and `room` by how much more ways may cost.
template <class Visit>
FUNCTION bool children_at(const GraphArrays &graph, const ConstraintArrays &constraints, const ResultArrays &results,
                          const SearchArrays &search, WalkPlace here, i64 slack, u64 room, i64 window, Visit visit) {
    u32 split = here.vertex >> 31, vertex = here.vertex & VERTEX_BITS, node = vertex / 2, lane = split * 2 + vertex % 2;
    u64 entry = search.forest[split][vertex];
    i64 worst = results.arrival[(u64)node * LANES + lane], least = search.state->least;
    u32 taken = forest_arc(graph, results, entry, vertex, split), end = read(graph.fanin_first, node + 1);
    for (u32 arc = read(graph.fanin_first, node); arc < end; arc += AT_ONCE) {
        Way ways[AT_ONCE];
        u32 there = ways_of_arcs(graph, results, arc, end, lane, worst, ways);
        UNROLL
        for (u32 i = 0; i < AT_ONCE; i++) {
            if ((there >> i & 1) == 0 || arc + i == taken || ways[i].cost > room) continue;
            i64 total = rank_of(slack + (i64)ways[i].cost, window);
            if (total >= least && !visit(here, arc + i, ways[i].vertex | split << 31, total)) return false;
        }
    }
    Way start;
    if (taken == NONE || !way_of_start(constraints, results, node, lane, worst, start) || start.cost > room) return true;
    i64 total = rank_of(slack + (i64)start.cost, window);
    return total < least || visit(here, NONE, here.vertex, total);
}

// Goes on by the forest to the next place, from this one on, where before CPPR another way costs no more than some code; false if there
// is none. The last vertex is one or the other.
FUNCTION bool follow(const SearchArrays &search, u32 most, WalkPlace &here, u64 &entry) {
    const u64 *forest = search.forest[here.vertex >> 31];
    for (;; here.steps++) {
        entry = forest[here.vertex & VERTEX_BITS];
        if (cheapest_on_way(entry) > most) return false;
        if (cheapest_here(entry) <= most) return true;
        here.vertex = next_vertex(entry) | (here.vertex & SPLIT);
    }
}

// The children of one path up to a slack, ranked before CPPR.
struct BeforeCppr {
    i64 slack; // how much the path comes before the latest time at which it may
    u64 room;
    u32 most;
    i64 window;

    METHOD BeforeCppr(const Arrays &arrays, u32 path, u32, i64 limit) {
        window = window_of(arrays.search, path);
        slack = room_of(arrays.search.slack[path], window);
        room = (u64)room_of(limit, window) - (u64)slack;
        most = code_of(room, COST_DIGITS);
    }

    METHOD void note_way(const Arrays &) {}

    // Calls `visit(place)` for the places from one on, in the order of ties, that can have children, as long as it says true.
    template <class Visit> METHOD void branches(const Arrays &arrays, WalkPlace here, Visit visit) {
        u64 entry;
        while (follow(arrays.search, most, here, entry) && visit(here) && !is_last(entry)) {
            here = {next_vertex(entry) | (here.vertex & SPLIT), here.steps + 1};
        }
    }

    // Calls `visit(place, arc, vertex, slack)` for the children at a place, as long as it says true.
    template <class Visit> METHOD bool children(const Arrays &arrays, WalkPlace here, Visit visit) {
        return children_at(arrays.graph, arrays.constraints, arrays.results, arrays.search, here, slack, room, window, visit);
    }
};

// All children of a path, by places from one on, as long as `visit` says true. Returns whether it always did.
template <class Ways, class Visit> FUNCTION bool all_children(const Arrays &arrays, Ways &ways, WalkPlace here, Visit visit) {
    bool goes_on = true;
    ways.branches(arrays, here, [&](WalkPlace place) { return goes_on = ways.children(arrays, place, visit); });
    return goes_on;
}

// Those of at most some slack.
template <class Ways, class Visit>
FUNCTION void children_within(const Arrays &arrays, u32 path, i64 limit, WalkPlace here, Visit visit) {
    Ways ways(arrays, path, here.vertex >> 31, limit);
    all_children(arrays, ways, here, visit);
}

// The level whose children are made.
struct Level {
    u32 first;
    u32 paths;
};

// What the host says, or where a search is that the host has not looked at. There it is over where there is no path, or no room.
FUNCTION Level level_of(const SearchArrays &search) {
    if (search.is_ahead == 0) return {search.first, search.end - search.first};
    const SearchState *state = search.state;
    return {state->first, state->is_stuck ? 0 : state->end - state->first};
}

FUNCTION bool is_over(const SearchArrays &search) { return search.is_ahead != 0 && level_of(search).paths == 0; }

// How many branches of each path of a level have room to be noted.
FUNCTION u32 most_noted(const SearchArrays &search, const Level &level) {
    u32 rows = level.paths == 0 ? 0 : search.kept_room / level.paths;
    return rows < MOST_NOTED ? rows : MOST_NOTED;
}

// How many branches each path of the level has; the first ones are noted.
template <class Ways> FUNCTION void count_branches(const Arrays &arrays) {
    if (is_over(arrays.search)) return;
    Level level = level_of(arrays.search);
    u32 noted = most_noted(arrays.search, level);
    auto count = [&](u32 number) {
        u32 count = 0, path = level.first + number;
        WalkPlace begin = {};
        if (!is_parent(arrays.search, path, begin)) return count;
        Ways ways(arrays, path, begin.vertex >> 31, arrays.search.state->limit);
        ways.branches(arrays, begin, [&](WalkPlace here) {
            if (count < noted) arrays.search.place[(u64)count * level.paths + number] = here;
            return ++count != 0;
        });
        ways.note_way(arrays);
        return count;
    };
    auto note = [&](u64 total) { arrays.search.state->branches = total; };
    count_in_tiles(arrays.blocks.ticket, level.paths, arrays.search.count, arrays.search.tile, count, note);
}

FUNCTION void count_branches(const Arrays &arrays) { count_branches<BeforeCppr>(arrays); }

// None if not all have room.
FUNCTION u32 branch_count(const SearchArrays &search) {
    u64 branches = search.state->branches;
    return branches <= search.kept_room ? (u32)branches : 0;
}

// Writes those branches of a path that were not noted, from its last that was on.
template <class Ways> FUNCTION void write_rest(const Arrays &arrays, u32 path, bool is_noted, WalkPlace begin, u64 at, u64 end) {
    u32 last = begin.steps;
    if (!is_noted) is_parent(arrays.search, path, begin);
    Ways ways(arrays, path, begin.vertex >> 31, arrays.search.state->limit);
    ways.branches(arrays, begin, [&](WalkPlace here) {
        if (is_noted && here.steps == last) return true;
        arrays.search.branch[at] = {path, here.vertex, here.steps, 0};
        return ++at < end;
    });
}

template <class Ways> FUNCTION void write_branches(const Arrays &arrays) {
    if (is_over(arrays.search)) return;
    Level level = level_of(arrays.search);
    u32 most = most_noted(arrays.search, level);
    auto write = [&](u32 number, u64 at, u64 end) {
        u32 path = level.first + number;
        WalkPlace here = {};
        for (u32 i = 0; i < most && at < end; i++, at++) {
            here = arrays.search.place[(u64)i * level.paths + number];
            arrays.search.branch[at] = {path, here.vertex, here.steps, 0};
        }
        if (at < end) write_rest<Ways>(arrays, path, most != 0, here, at, end);
    };
    write_in_tiles(branch_count(arrays.search) == 0 ? 0 : level.paths, arrays.search.count, arrays.search.tile, 0, ~0ull, write);
}

FUNCTION void write_branches(const Arrays &arrays) { write_branches<BeforeCppr>(arrays); }

// Calls `visit(place, arc, vertex, slack)` for every child at a branch, as long as it says true.
template <class Ways, class Visit> FUNCTION void children_of(const Arrays &arrays, const Branch &branch, Visit visit) {
    Ways ways(arrays, branch.path, branch.vertex >> 31, arrays.search.state->limit);
    ways.children(arrays, {branch.vertex, branch.steps}, visit);
}

// Paths that are known before the children of the level are.
FUNCTION u32 known_before(const SearchArrays &search) { return search.is_ahead ? search.state->end : search.known; }

// Notes how many children a level has, and whether all have room.
FUNCTION void note_children(const SearchArrays &search, u64 total) {
    u64 taken = search.is_capped != 0 && total > search.cap ? search.cap : total;
    u32 known = known_before(search);
    bool is_fitting = taken <= search.room - known;
    search.state->total = total;
    search.state->is_fitting = is_fitting ? 1 : 0;
    search.state->known = known + (is_fitting ? (u32)taken : 0);
}

// How many children there are at each branch.
template <class Ways> FUNCTION void count_children(const Arrays &arrays) {
    if (is_over(arrays.search)) return;
    auto count = [&](u32 index) {
        u32 count = 0;
        children_of<Ways>(arrays, arrays.search.branch[index], [&](WalkPlace, u32, u32, i64) { return ++count != 0; });
        return count;
    };
    auto note = [&](u64 total) { note_children(arrays.search, total); };
    count_in_tiles(arrays.blocks.ticket, branch_count(arrays.search), arrays.search.count, arrays.search.tile, count, note);
}

FUNCTION void count_children(const Arrays &arrays) { count_children<BeforeCppr>(arrays); }

// Writes a child; returns its step.
FUNCTION PathStep write_child(const GraphArrays &graph, const SearchArrays &search, u64 at, u32 parent,
                              WalkPlace here, u32 arc, u32 vertex, i64 slack) {
    bool is_ended = arc == NONE || launches(graph, arc);
    PathStep step = {parent, here.steps, arc, is_ended ? vertex | ENDED : vertex};
    search.slack[at] = slack;
    search.step[at] = step;
    return step;
}

// Writes the children of items after all that is known, if they have room: `write(item, at, end)`.
template <class Write> FUNCTION void write_children_of(const SearchArrays &search, u32 items, Write write) {
    const SearchState *state = search.state;
    if (state->is_fitting == 0) return;
    write_in_tiles(items, search.count, search.tile, known_before(search), state->known, write);
}

template <class Ways> FUNCTION void write_children(const Arrays &arrays) {
    if (is_over(arrays.search)) return;
    write_children_of(arrays.search, branch_count(arrays.search), [&](u32 index, u64 at, u64 end) {
        Branch branch = arrays.search.branch[index];
        children_of<Ways>(arrays, branch, [&](WalkPlace here, u32 arc, u32 vertex, i64 slack) {
            write_child(arrays.graph, arrays.search, at, branch.path, here, arc, vertex, slack);
            return ++at < end;
        });
    });
}

FUNCTION void write_children(const Arrays &arrays) { write_children<BeforeCppr>(arrays); }

// The limits for a level whose ties alone are too many: what is below the threshold (round 0), what is at it (1), and for the children of
// both (2). An index is 0.
FUNCTION void split_ties(const SearchArrays &search, u32) {
    SearchState *state = search.state;
    bool is_at = search.round == 1;
    state->limit = is_at ? state->threshold : state->threshold - 1;
    state->least = is_at ? state->threshold : UNDEFINED;
}
