// The slack of the k-th worst path, by counting in bins: first by size above the least slack, then, round by round, inside the bin that it
// falls into. And the removal of what is above it.

#pragma once

#include "search_arrays.h"
#include "search.h"

// Counts a slack in its bin.
FUNCTION void put_in_bin(const SearchArrays &arrays, u32 *bins, i64 slack) {
    const SearchState *state = arrays.state;
    u64 height = (u64)slack - (u64)state->base;
    if (arrays.round == 0) {
        add(&bins[code_of(height, BIN_DIGITS)], 1);
        return;
    }
    // What is below wraps to far above.
    u64 bin = (height - state->low) >> state->shift;
    if (height >= state->low && bin < BINS) add(&bins[bin], 1);
}

FUNCTION void empty(u32 *bins) {
    for (u32 i = THREAD; i < BINS; i += THREADS) bins[i] = 0;
    barrier();
}

FUNCTION void give_bins(const SearchArrays &arrays, const u32 *bins) {
    barrier();
    for (u32 i = THREAD; i < BINS; i += THREADS) {
        if (bins[i] != 0) add(&arrays.bins[i], (u64)bins[i]);
    }
}

FUNCTION bool is_selecting(const SearchArrays &arrays) { return arrays.round == 0 || arrays.state->is_reached != 0; }

// All known paths, in as many blocks as there are.
FUNCTION void bin_known(const SearchArrays &arrays) {
    SHARED u32 bins[BINS];
    if (!is_selecting(arrays)) return;
    empty(bins);
    u32 known = arrays.state->known;
    for (u64 path = (u64)BLOCK * THREADS + THREAD; path < known; path += (u64)BLOCKS * THREADS) {
        if (arrays.slack[path] != NO_PATH) put_in_bin(arrays, bins, arrays.slack[path]);
    }
    give_bins(arrays, bins);
}

// The children of a level, in as many blocks as there are.
FUNCTION void bin_children(const SearchArrays &arrays) {
    SHARED u32 bins[BINS];
    if (!is_selecting(arrays)) return;
    empty(bins);
    i64 most = arrays.is_sample ? arrays.state->threshold : NO_PATH;
    for (u64 path = (u64)arrays.first + BLOCK * THREADS + THREAD; path < arrays.end; path += (u64)BLOCKS * THREADS) {
        Place begin;
        if (arrays.slack[path] > most || !is_parent(arrays, (u32)path, begin)) continue;
        children(arrays, (u32)path, begin, [&](Place, u32, u32, i64 slack) {
            put_in_bin(arrays, bins, slack);
            return true;
        });
    }
    give_bins(arrays, bins);
}

// What a selection found: a bin, and how many paths are below it.
FUNCTION void note_bin(const SearchArrays &arrays, u32 bin, u64 below, bool is_reached) {
    SearchState *state = arrays.state;
    u32 width = arrays.round == 0 ? code_group(bin, BIN_DIGITS) : state->shift;
    u64 low = arrays.round == 0 ? floor_of_code(bin, BIN_DIGITS) : state->low + ((u64)bin << width);
    i64 threshold = (i64)((u64)state->base + low + ((1ull << width) - 1));
    state->low = low;
    state->below = below;
    state->width = width;
    state->shift = width > 12 ? width - 12 : 0;
    state->threshold = threshold;
    state->is_reached = is_reached ? 1 : 0;
    state->ties = width == 0 ? (u32)(arrays.wanted - below) : 0xffffffffu;
    state->least = UNDEFINED;
    i64 limit = arrays.purpose == FOR_LEVEL ? threshold : threshold - 1;
    if (is_reached && arrays.purpose != FOR_SAMPLE && limit < state->limit) state->limit = limit;
}

// The bin of the `wanted`-th path, or if there are fewer of the last. Empties the bins. One block.
FUNCTION void find_threshold(const SearchArrays &arrays) {
    if (!is_selecting(arrays)) return;
    u64 below = arrays.round == 0 ? 0 : arrays.state->below, sum = 0, total;
    u32 share = BINS / THREADS, first = THREAD * share;
    for (u32 bin = first; bin < first + share; bin++) sum += arrays.bins[bin];
    u64 before = below + sum_before(sum, total);
    bool is_reached = below + total >= arrays.wanted;
    u64 rank = is_reached ? arrays.wanted : below + total;
    if (total == 0 && THREAD == 0) note_bin(arrays, 0, 0, false);
    bool is_here = total != 0 && before < rank && rank <= before + sum;
    for (u32 bin = first; bin < first + share; bin++) {
        u64 count = arrays.bins[bin];
        arrays.bins[bin] = 0;
        if (is_here && before < rank && rank <= before + count) note_bin(arrays, bin, before, is_reached);
        before += count;
    }
}

// What is kept of a path: its slack is below the threshold in the lower half, at it in the upper.
FUNCTION u32 kept(const SearchArrays &arrays, u32 path) {
    const SearchState *state = arrays.state;
    i64 threshold = state->is_reached ? state->threshold : NO_PATH;
    i64 slack = arrays.slack[path];
    return slack < threshold ? 1 : slack == threshold ? 1u << 16 : 0;
}

FUNCTION u64 halves(u64 sums) { return (sums & 0xffff) | (sums >> 16) << 32; }

FUNCTION u32 place_of_kept(const SearchArrays &arrays, u64 before) {
    u32 below = (u32)before, at = (u32)(before >> 32), ties = arrays.state->is_reached ? arrays.state->ties : 0;
    return below + (at < ties ? at : ties);
}

FUNCTION void count_kept(const SearchArrays &arrays) {
    SHARED u32 values[TILE];
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 path = BLOCK * TILE + i;
        values[i] = path < arrays.known ? kept(arrays, path) : 0;
    }
    u64 total = scan_tile(values);
    if (THREAD == 0) arrays.tile[BLOCK] = halves(total);
}

// One block.
FUNCTION void scan_kept(const SearchArrays &arrays) {
    u64 total = scan_all(arrays.tile, (arrays.known + TILE - 1) / TILE);
    if (THREAD == 0) arrays.state->total = total;
}

FUNCTION void write_kept(const SearchArrays &arrays) {
    SHARED u32 values[TILE];
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 path = BLOCK * TILE + i;
        values[i] = path < arrays.known ? kept(arrays, path) : 0;
    }
    scan_tile(values);
    u64 before = arrays.tile[BLOCK];
    for (u32 i = THREAD; i < TILE; i += THREADS) {
        u32 path = BLOCK * TILE + i;
        if (path >= arrays.known) break;
        u32 what = kept(arrays, path);
        u64 until = before + halves(values[i]);
        u32 place = place_of_kept(arrays, until), end = place_of_kept(arrays, until + halves(what));
        arrays.count[path] = place;
        if (place == end) continue;
        arrays.kept_slack[place] = arrays.slack[path];
        arrays.kept_step[place] = arrays.step[path];
    }
}

// Puts what was kept back to the front, with parents where they are now. An index is a path.
FUNCTION void settle_kept(const SearchArrays &arrays, u32 index) {
    u32 end = place_of_kept(arrays, arrays.state->total);
    u32 roots = arrays.roots == arrays.known ? end : arrays.count[arrays.roots];
    if (index == 0) {
        arrays.state->roots = roots;
        arrays.state->first = arrays.first == arrays.known ? end : arrays.count[arrays.first];
        arrays.state->known = end;
    }
    if (index >= end) return;
    PathStep step = arrays.kept_step[index];
    if (index >= roots) step.parent = arrays.count[step.parent];
    arrays.slack[index] = arrays.kept_slack[index];
    arrays.step[index] = step;
}
