// The slack of the k-th worst path, by counting in bins: first by size above the least slack, then, round by round, inside the bin that it
// falls into. And the removal of what is above it.

#pragma once

#include "search.h"

// Counts a slack in its bin.
FUNCTION void put_in_bin(const SearchArrays &search, u32 *bins, i64 slack) {
    const SearchState *state = search.state;
    u64 height = (u64)slack - (u64)state->base;
    if (search.round == 0) {
        fetch_add(&bins[code_of(height, BIN_DIGITS)], 1u);
        return;
    }
    // What is below wraps to far above.
    u64 bin = (height - state->low) >> state->shift;
    if (height >= state->low && bin < BINS) fetch_add(&bins[bin], 1u);
}

// Bins that a thread reads at once: times the threads of a block they divide all.
#define BINS_AT_ONCE 8

FUNCTION void empty(u32 *bins) {
    for (u32 i = THREAD; i < BINS; i += THREADS) bins[i] = 0;
    barrier();
}

FUNCTION void give_bins(const SearchArrays &search, const u32 *bins) {
    barrier();
    for (u32 i = THREAD; i < BINS; i += THREADS) {
        if (bins[i] != 0) fetch_add(&search.bins[i], (u64)bins[i]);
    }
}

FUNCTION bool is_selecting(const SearchArrays &search) { return search.round == 0 || search.state->is_reached != 0; }

// All known paths.
FUNCTION void put_known_in_bins(const SearchArrays &search, u32 *bins) {
    u32 known = search.state->known;
    if ((u64)BLOCK * THREADS >= known) return;
    empty(bins);
    for (u64 path = (u64)BLOCK * THREADS + THREAD; path < known; path += (u64)BLOCKS * THREADS) {
        if (search.slack[path] != NO_PATH) put_in_bin(search, bins, search.slack[path]);
    }
    give_bins(search, bins);
}

// In as many blocks as there are.
FUNCTION void bin_known(const SearchArrays &search) {
    SHARED u32 bins[BINS];
    if (is_selecting(search)) put_known_in_bins(search, bins);
}

// The children of a level, in as many blocks as there are.
template <class Ways> FUNCTION void bin_children(const Arrays &arrays) {
    SHARED u32 bins[BINS];
    if (!is_selecting(arrays.search)) return;
    empty(bins);
    i64 most = arrays.search.is_sample ? arrays.search.state->threshold : NO_PATH;
    for (u64 path = (u64)arrays.search.first + BLOCK * THREADS + THREAD; path < arrays.search.end; path += (u64)BLOCKS * THREADS) {
        WalkPlace begin = {};
        if (arrays.search.slack[path] > most || !is_parent(arrays.search, (u32)path, begin)) continue;
        children_within<Ways>(arrays, (u32)path, arrays.search.state->limit, begin, [&](WalkPlace, u32, u32, i64 slack) {
            put_in_bin(arrays.search, bins, slack);
            return true;
        });
    }
    give_bins(arrays.search, bins);
}

FUNCTION void bin_children(const Arrays &arrays) { bin_children<BeforeCppr>(arrays); }

// What a selection found: a bin, and how many paths are below it.
FUNCTION void note_bin(const SearchArrays &search, u32 bin, u64 below, bool is_reached) {
    SearchState *state = search.state;
    u32 width = search.round == 0 ? code_group(bin, BIN_DIGITS) : state->shift;
    u64 low = search.round == 0 ? floor_of_code(bin, BIN_DIGITS) : state->low + ((u64)bin << width);
    i64 threshold = (i64)((u64)state->base + low + ((1ull << width) - 1));
    state->low = low;
    state->below = below;
    state->width = width;
    state->shift = width > 12 ? width - 12 : 0;
    state->threshold = threshold;
    state->is_reached = is_reached ? 1 : 0;
    state->ties = width == 0 ? (u32)(search.wanted - below) : 0xffffffffu;
    state->least = UNDEFINED;
    i64 limit = search.purpose == FOR_LEVEL ? threshold : threshold - 1;
    if (is_reached && search.purpose != FOR_SAMPLE && limit < state->limit) state->limit = limit;
}

// Goes on to the next level, if the last one has room; called by one thread.
FUNCTION void go_on(const SearchArrays &search) {
    SearchState *state = search.state;
    Level level = level_of(search);
    u32 end = level.first + level.paths;
    state->is_stuck = state->is_fitting == 0 || state->branches > search.kept_room;
    state->first = state->is_stuck ? level.first : end;
    state->end = state->is_stuck ? end : state->known;
    state->levels = (search.is_ahead ? state->levels : 0) + (state->known > end ? 1 : 0);
}

// The bin of the `wanted`-th path, or if there are fewer of the last. Empties the bins. One block, which has `bins` to work in: counts of more than
// 32 bits are cut, as no more are wanted.
FUNCTION void find_threshold_in(const SearchArrays &search, u32 *bins) {
    for (u32 first = THREAD; first < BINS; first += BINS_AT_ONCE * THREADS) {
        u64 counts[BINS_AT_ONCE];
        UNROLL
        for (u32 i = 0; i < BINS_AT_ONCE; i++) counts[i] = search.bins[first + i * THREADS];
        UNROLL
        for (u32 i = 0; i < BINS_AT_ONCE; i++) bins[first + i * THREADS] = counts[i] < 0xffffffffu ? (u32)counts[i] : 0xffffffffu;
    }
    barrier();
    for (u32 bin = THREAD; bin < BINS; bin += THREADS) search.bins[bin] = 0;
    u64 below = search.round == 0 ? 0 : search.state->below, sum = 0, total;
    // So many neighbours each that threads do not wait for each other's memory bank.
    u32 share = BINS / THREADS, first = THREAD * share;
    for (u32 i = 0; i < share; i++) sum += bins[first + (i + THREAD) % share];
    u64 before = below + block_scan(sum, total);
    bool is_reached = below + total >= search.wanted;
    u64 rank = is_reached ? search.wanted : below + total;
    if (total == 0 && THREAD == 0) note_bin(search, 0, 0, false);
    if (total == 0 || before >= rank || rank > before + sum) return;
    u32 bin = first;
    while (before + bins[bin] < rank) before += bins[bin++];
    note_bin(search, bin, before, is_reached);
}

FUNCTION void find_threshold(const SearchArrays &search) {
    SHARED u32 bins[BINS];
    if (is_selecting(search)) find_threshold_in(search, bins);
}

// A round of a selection among all known paths, in as many blocks as there are.
FUNCTION void select_known(const BlockArrays &blocks, const SearchArrays &search) {
    SHARED u32 bins[BINS];
    bool is_next = search.purpose == FOR_NEXT;
    if (!is_selecting(search) || (is_next && is_over(search))) return;
    put_known_in_bins(search, bins);
    if (!is_last_block(blocks.ticket)) return;
    find_threshold_in(search, bins);
    if (is_next && THREAD == 0) go_on(search);
}

// What is kept of a path: its slack is below the threshold in the lower half, at it in the upper.
FUNCTION u32 kept(const SearchArrays &search, u32 path) {
    const SearchState *state = search.state;
    i64 threshold = state->is_reached ? state->threshold : NO_PATH;
    i64 slack = search.slack[path];
    return slack < threshold ? 1 : slack == threshold ? 1u << 16 : 0;
}

FUNCTION u64 halves(u64 sums) { return (sums & 0xffff) | (sums >> 16) << 32; }

FUNCTION u32 place_of_kept(const SearchArrays &search, u64 before) {
    u32 below = (u32)before, at = (u32)(before >> 32), ties = search.state->is_reached ? search.state->ties : 0;
    return below + (at < ties ? at : ties);
}

FUNCTION void count_kept(const BlockArrays &blocks, const SearchArrays &search) {
    SHARED u32 values[TILE];
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 path = BLOCK * TILE + i;
        values[i] = path < search.known ? kept(search, path) : 0;
    }
    u64 total = scan_tile(values);
    if (THREAD == 0) search.tile[BLOCK] = halves(total);
    scan_by_last(blocks.ticket, search.tile, BLOCKS, [&](u64 total) { search.state->total = total; });
}

FUNCTION void write_kept(const SearchArrays &search) {
    SHARED u32 values[TILE];
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 path = BLOCK * TILE + i;
        values[i] = path < search.known ? kept(search, path) : 0;
    }
    scan_tile(values);
    u64 before = search.tile[BLOCK];
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 path = BLOCK * TILE + i;
        if (path >= search.known) break;
        u32 what = kept(search, path);
        u64 until = before + halves(values[i]);
        u32 place = place_of_kept(search, until), end = place_of_kept(search, until + halves(what));
        search.count[path] = place;
        if (place == end) continue;
        search.kept_slack[place] = search.slack[path];
        search.kept_step[place] = search.step[path];
    }
}

// Puts what was kept back to the front, with parents where they are now. An index is a path.
FUNCTION void settle_kept(const SearchArrays &search, u32 index) {
    u32 end = place_of_kept(search, search.state->total);
    u32 roots = search.roots == search.known ? end : search.count[search.roots];
    if (index == 0) {
        search.state->roots = roots;
        search.state->first = search.first == search.known ? end : search.count[search.first];
        search.state->known = end;
    }
    if (index >= end) return;
    PathStep step = search.kept_step[index];
    if (index >= roots) step.parent = search.count[step.parent];
    search.slack[index] = search.kept_slack[index];
    search.step[index] = step;
}
