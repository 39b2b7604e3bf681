// At most so many paths of a set: of those to an endpoint in a split, of those of each path group, or of all. Twin of `nworst.rs` in `paths`;
// see `nworst.rs` here for the order of the kernels.
//
// Paths are known in the order of ties. So a stable sort by slack, then by set, has each set in the order of the list, and what is
// after its quota is known by who is so many places before it. A path comes before those that deviate from it: what is out stays
// out, with all of them.
//
// The kernels that make a level in parts make it of any search whose branches have no room.

#pragma once

#include "keep.h"
#include "list.h"
#include "path_sort.h"
#include "search.h"
#include "slacks.h"

// The path group of a root, a number of its own in each split; 0 where groups are not told apart.
FUNCTION u32 group_of_root(const SearchArrays &search, u32 root) {
    if (search.is_by_group == 0) return 0;
    u32 source = read(search.root_source, root);
    if (source & OF_OUTPUT) return read(search.output_group, (source & ~OF_OUTPUT) / 2);
    return read(search.check_group, source / 2);
}

// An index is a root.
FUNCTION void begin_sets(const SearchArrays &search, u32 root) {
    const u32 *endpoints = search.root_endpoint, *vertices = search.root_vertex;
    u32 endpoint = read(endpoints, root), split = read(vertices, root) >> 31, first = root;
    u32 group = group_of_root(search, root), is_mixed = 0;
    auto is_there = [&](u32 other) { return read(endpoints, other) == endpoint && read(vertices, other) >> 31 == split; };
    while (first > 0 && is_there(first - 1)) first--;
    for (u32 other = first; other < search.root_count && is_there(other); other++) {
        if (group_of_root(search, other) != group && root_slack(search, other) != NO_PATH) is_mixed = 1;
    }
    search.end_set[root] = first;
    search.group[root] = group << 1 | is_mixed;
    search.set_limit[root] = search.most;
    if (root == 0) search.state->greatest = NO_PATH;
    i64 *limits = search.set_limit + search.root_count;
    for (u32 other = root; other < search.group_count; other += search.root_count) limits[other] = search.most;
}

// Calls `visit(group)` for the group of each root with a path to the endpoint of some root, in its split.
template <class Visit> FUNCTION void groups_at_end(const SearchArrays &search, u32 root, Visit visit) {
    u32 first = search.end_set[root];
    for (u32 other = first; other < search.root_count && search.end_set[other] == first; other++) {
        if (root_slack(search, other) != NO_PATH) visit(search.group[other] / 2);
    }
}

// The greatest of the limits of the groups that a path of a root takes a place of.
FUNCTION i64 limit_of_groups(const SearchArrays &search, u32 root) {
    const i64 *limits = search.set_limit + search.root_count;
    u32 group = search.group[root];
    i64 limit = limits[group / 2];
    if (search.is_by_end && group % 2 != 0) {
        groups_at_end(search, root, [&](u32 other) { limit = limits[other] > limit ? limits[other] : limit; });
    }
    return limit;
}

// Children that count have at most this slack.
FUNCTION i64 limit_of_path(const SearchArrays &search, u32 path) {
    if (!search.is_by_end && !search.is_by_group) return search.state->limit;
    u32 root = root_of(search, path);
    i64 limit = limit_of_groups(search, root), here = search.set_limit[search.end_set[root]];
    return search.is_by_end && here < limit ? here : limit;
}

// All known paths are to be sorted by slack.
FUNCTION void key_slacks(const SearchArrays &search) {
    i64 greatest = NO_PATH;
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 path = BLOCK * TILE + i;
        if (path >= search.known) break;
        sort_keys(search, path);
        i64 slack = search.slack[path];
        if (slack != NO_PATH && ~slack < greatest) greatest = ~slack;
    }
    greatest = block_least(greatest);
    if (THREAD == 0 && greatest != NO_PATH) fetch_least(&search.state->greatest, greatest);
}

// Whether a path is one of several groups to an endpoint that has a quota. Such a path may yet lose its place to one of another group; so
// before the end it counts for nothing, unless it is the worst of all there, but takes a place.
FUNCTION bool is_mixed(const SearchArrays &search, u32 root) {
    return search.is_by_end && search.is_last == 0 && search.group[root] % 2 != 0;
}

// Whether paths of a root with some slack, or worse, may still be listed, or take the place of some that are.
FUNCTION bool matters(const SearchArrays &search, u32 root, i64 slack) {
    const i64 *limits = search.set_limit + search.root_count;
    bool matters = false;
    groups_at_end(search, root, [&](u32 group) { matters = matters || slack - 1 <= limits[group]; });
    return matters;
}

// The number of the last set: that of what is out. The one before has what waits.
FUNCTION u32 out_set(const SearchArrays &search) { return search.sets == BY_END ? search.root_count : search.group_count + 1; }

FUNCTION u32 set_of(const SearchArrays &search, u32 path) {
    i64 slack = search.slack[path];
    if (slack == NO_PATH) return out_set(search);
    u32 root = root_of(search, path);
    if (search.sets == BY_END) return search.end_set[root];
    bool is_waiting = is_mixed(search, root) && (path >= search.roots || is_after(search, root, slack));
    return is_waiting ? search.group_count : search.group[root] / 2;
}

// Then by set; those that are out are one after all. An index is a place in the order, as in those that follow.
FUNCTION void key_sets(const SearchArrays &search, u32 place) {
    u32 path = listed(search, place);
    search.key[0][place] = set_of(search, path);
    search.item[0][place] = path;
    if (place == 0) search.state->greatest = NO_PATH;
}

// Whether there are so many paths of the same set before.
FUNCTION bool is_after_others(const SearchArrays &search, u32 place, u32 others) {
    const u64 *sets = search.key[search.turn % 2];
    return place >= others && sets[place - others] == sets[place];
}

FUNCTION u32 listed_set(const SearchArrays &search, u32 place) { return (u32)search.key[search.turn % 2][place]; }

FUNCTION bool has_quota(const SearchArrays &search, u32 place) {
    return listed_set(search, place) < (search.sets == BY_END ? search.root_count : search.group_count);
}

// The last path of a quota is the limit of those with more deviations, which come after it if they have its slack.
FUNCTION void limit_sets(const SearchArrays &search, u32 place) {
    u32 quota = search.quota;
    bool is_last = is_after_others(search, place, quota - 1) && !is_after_others(search, place, quota);
    if (!is_last || !has_quota(search, place)) return;
    u32 first = search.sets == BY_END ? 0 : search.root_count;
    i64 limit = search.slack[listed(search, place)] - 1, *there = &search.set_limit[first + listed_set(search, place)];
    if (limit < *there) *there = limit;
}

FUNCTION void drop_after(const SearchArrays &search, u32 place) {
    if (listed_set(search, place) == out_set(search)) return;
    u32 path = listed(search, place), root = root_of(search, path);
    bool is_kept = search.sets == BY_GROUP && is_mixed(search, root)
                       ? matters(search, root, search.slack[path])
                       : !is_after_others(search, place, search.quota);
    if (!is_kept) search.slack[path] = NO_PATH;
}

// Of the roots of an end, which follow each other, the worst; and how many there are. None if the path is not the first of them.
FUNCTION u32 worst_root(const SearchArrays &search, u32 path, u32 &count) {
    auto set = [&](u32 other) { return search.end_set[search.step[other].parent]; };
    u32 here = set(path), worst = path;
    if (path > 0 && set(path - 1) == here) return NONE;
    for (count = 1; path + count < search.known && set(path + count) == here; count++) {
        if (search.slack[path + count] < search.slack[worst]) worst = path + count;
    }
    return worst;
}

// Children that are sure to have a place at their end, or others better than they: no more of the worst root than the quota has left. In as
// many blocks as there are.
template <class Ways> FUNCTION void bin_sample(const Arrays &arrays) {
    SHARED u32 bins[BINS];
    if (!is_selecting(arrays.search)) return;
    empty(bins);
    for (u64 path = (u64)BLOCK * THREADS + THREAD; path < arrays.search.known; path += (u64)BLOCKS * THREADS) {
        u32 roots = 0, worst = worst_root(arrays.search, (u32)path, roots);
        WalkPlace begin = {};
        if (worst == NONE || roots >= arrays.search.quota || !is_parent(arrays.search, worst, begin)) continue;
        children_within<Ways>(arrays, worst, arrays.search.state->limit, begin, [&](WalkPlace, u32, u32, i64 slack) {
            put_in_bin(arrays.search, bins, slack);
            return ++roots < arrays.search.quota;
        });
    }
    give_bins(arrays.search, bins);
}

FUNCTION void bin_sample(const Arrays &arrays) { bin_sample<BeforeCppr>(arrays); }

// The limit of all paths after such a selection. An index is 0.
FUNCTION void limit_by_sample(const SearchArrays &search, u32) {
    SearchState *state = search.state;
    if (state->is_reached) search.set_limit[search.root_count] = state->threshold;
    state->is_reached = 0;
}

// The children of a path of the level that have not been made, as `all_children` has them.
template <class Ways, class Visit> FUNCTION bool children_left(const Arrays &arrays, Ways &ways, u32 path, WalkPlace begin, Visit visit) {
    bool is_left = arrays.search.is_left && path == arrays.search.first;
    u32 place = arrays.search.left_place, last = arrays.search.left_arc;
    return all_children(arrays, ways, begin, [&](WalkPlace here, u32 arc, u32 vertex, i64 slack) {
        if (is_left && (here.steps < place || (here.steps == place && arc <= last))) return true;
        return visit(here, arc, vertex, slack);
    });
}

// How many children each path of the level has left, counted only as far as there is room, and where the first of them leaves it.
template <class Ways> FUNCTION void count_part(const Arrays &arrays) {
    u32 level = arrays.search.first, paths = arrays.search.end - level;
    auto count = [&](u32 number) {
        u32 path = level + number, count = 0;
        i64 limit = limit_of_path(arrays.search, path);
        WalkPlace begin = {};
        if (!is_parent_within(arrays.search, path, limit, begin)) return count;
        WalkPlace first = begin;
        Ways ways(arrays, path, begin.vertex >> 31, limit);
        bool is_whole = children_left(arrays, ways, path, begin, [&](WalkPlace here, u32, u32, i64) {
            if (count == 0) first = here;
            return ++count <= arrays.search.cap;
        });
        if (is_whole) ways.note_way(arrays);
        if (number < arrays.search.kept_room) arrays.search.place[number] = first;
        return count;
    };
    auto note = [&](u64 total) { note_children(arrays.search, total); };
    count_in_tiles(arrays.blocks.ticket, paths, arrays.search.count, arrays.search.tile, count, note);
}

FUNCTION void count_part(const Arrays &arrays) { count_part<BeforeCppr>(arrays); }

// Where the path of the last child that has room leaves off.
FUNCTION void note_left(const SearchArrays &search, u32 path, u32 place, u32 arc) {
    SearchState *state = search.state;
    state->at = path;
    state->left_place = place;
    state->left_arc = arc;
    state->is_left = state->total > search.cap;
}

// Writes the children that have room.
template <class Ways> FUNCTION void write_part(const Arrays &arrays) {
    u32 level = arrays.search.first;
    write_children_of(arrays.search, arrays.search.end - level, [&](u32 number, u64 at, u64 end) {
        u32 path = level + number;
        i64 limit = limit_of_path(arrays.search, path);
        WalkPlace begin = {};
        is_parent_within(arrays.search, path, limit, begin);
        if (number < arrays.search.kept_room) begin = arrays.search.place[number];
        PathStep last;
        Ways ways(arrays, path, begin.vertex >> 31, limit);
        children_left(arrays, ways, path, begin, [&](WalkPlace here, u32 arc, u32 vertex, i64 slack) {
            last = write_child(arrays.graph, arrays.search, at, path, here, arc, vertex, slack);
            return ++at < end;
        });
        if (end == arrays.search.state->known) note_left(arrays.search, path, last.place, last.arc);
    });
}

FUNCTION void write_part(const Arrays &arrays) { write_part<BeforeCppr>(arrays); }

// After paths were dropped: the first path of the level before that has children left. An index is 0.
FUNCTION void settle_part(const SearchArrays &search, u32) {
    SearchState *state = search.state;
    const u32 *places = search.count;
    bool is_kept = places[state->at] != places[state->at + 1];
    state->is_left = state->is_left && is_kept;
    state->at = places[state->at];
}
