// What threads of a block do together: sums over a tile, histograms, ranks of digits.
//
// Kernels here come in two kinds. SEARCH_KERNEL is as KERNEL: a function of an index. SEARCH_BLOCKS is a function that all threads of a
// block call together; it loops `for (i = THREAD; i < n; i += THREADS)` and so holds for any number of threads. Without a GPU a block
// is a few threads that take turns at barriers (`emulate.cpp`), in warps of a few.

#pragma once

#include "platform.h"

// Items that a block takes at once.
#define TILE 256

#ifdef __CUDACC_RTC__

#define WARP 32
#define MOST_WARPS (TILE / WARP)
#define BLOCK blockIdx.x
#define BLOCKS gridDim.x
#define SHARED __shared__

FUNCTION void barrier() { __syncthreads(); }
FUNCTION void warp_barrier() { __syncwarp(); }
// Which lanes of the warp have the same value. All lanes take part.
FUNCTION u32 peers(u32 value) { return __match_any_sync(0xffffffffu, value); }
FUNCTION u64 lane_below(u64 value, u32 distance) { return __shfl_up_sync(0xffffffffu, value, distance); }
FUNCTION u32 ones(u32 bits) { return __popc(bits); }
FUNCTION u32 highest_bit(u64 value) { return 63 - __clzll((i64)value); }

FUNCTION u32 add(u32 *place, u32 value) { return atomicAdd(place, value); }
FUNCTION void add(u64 *place, u64 value) { atomicAdd(place, value); }
FUNCTION void lower(i64 *place, i64 value) { atomicMin(place, value); }

#define SEARCH_KERNEL(name)                                                                                       \
    extern "C" __global__ void __launch_bounds__(TILE)                                                            \
        zeroslack_##name(const __grid_constant__ SearchArrays arrays, u32 first, u32 count) {                     \
        u32 index = blockIdx.x * THREADS + threadIdx.x;                                                           \
        if (index < count) name(arrays, first + index);                                                           \
    }

#define SEARCH_BLOCKS(name)                                                                                       \
    extern "C" __global__ void __launch_bounds__(TILE)                                                            \
        zeroslack_##name(const __grid_constant__ SearchArrays arrays, u32, u32) {                                 \
        name(arrays);                                                                                             \
    }

#else

#define WARP 4
#define MOST_WARPS 2
#define BLOCK emulated_block
#define BLOCKS emulated_blocks
#define SHARED static thread_local
extern thread_local u32 emulated_block, emulated_blocks;

// Hand the turn to the other threads of the block, or of the warp, until all of them wait here.
void barrier();
void warp_barrier();
// What each lane of the warp gives.
void gather_lanes(u64 value, u64 *of_lane);

static inline u32 peers(u32 value) {
    u64 of_lane[WARP];
    gather_lanes(value, of_lane);
    u32 same = 0;
    for (u32 lane = 0; lane < WARP; lane++) same |= of_lane[lane] == value ? 1u << lane : 0;
    return same;
}

static inline u64 lane_below(u64 value, u32 distance) {
    u64 of_lane[WARP];
    gather_lanes(value, of_lane);
    u32 lane = THREAD % WARP;
    return of_lane[lane < distance ? lane : lane - distance];
}

static inline u32 ones(u32 bits) { return __builtin_popcount(bits); }
static inline u32 highest_bit(u64 value) { return 63 - __builtin_clzll(value); }

static inline u32 add(u32 *place, u32 value) {
    u32 before = *place;
    *place += value;
    return before;
}
static inline void add(u64 *place, u64 value) { *place += value; }
static inline void lower(i64 *place, i64 value) { *place = value < *place ? value : *place; }

template <class Work> void blocks_in_turn(u32 blocks, u64 seed, Work work);

#define SEARCH_KERNEL(name)                                                                                       \
    extern "C" void zeroslack_##name(const SearchArrays *arrays, u32 first, u32 count, u32 threads, u64 seed) {   \
        shuffled(first, count, threads, seed, [arrays](u32 index) { name(*arrays, index); });                     \
    }

#define SEARCH_BLOCKS(name)                                                                                       \
    extern "C" void zeroslack_##name(const SearchArrays *arrays, u32, u32 count, u32 threads, u64 seed) {         \
        blocks_in_turn(count / threads, seed, [arrays]() { name(*arrays); });                                     \
    }

#endif

#define LANE (THREAD % WARP)
#define MY_WARP (THREAD / WARP)
#define WARPS (THREADS / WARP)

// The sum of the values of all threads before this one; `total` is that of all. All threads of the block call it.
FUNCTION u64 sum_before(u64 value, u64 &total) {
    SHARED u64 of_warp[MOST_WARPS];
    u64 sum = value;
    for (u32 distance = 1; distance < WARP; distance *= 2) {
        u64 below = lane_below(sum, distance);
        if (LANE >= distance) sum += below;
    }
    barrier(); // The last call may still be reading.
    if (LANE == WARP - 1) of_warp[MY_WARP] = sum;
    barrier();
    u64 before = 0;
    total = 0;
    for (u32 warp = 0; warp < WARPS; warp++) {
        if (warp < MY_WARP) before += of_warp[warp];
        total += of_warp[warp];
    }
    return before + sum - value;
}

// Replaces each of TILE values in shared memory by the sum of those before it, and returns the sum of all. The values are written
// before, and read after, by any thread.
FUNCTION u64 scan_tile(u32 *values) {
    u32 share = TILE / THREADS, first = THREAD * share;
    barrier();
    u64 sum = 0, total;
    for (u32 i = first; i < first + share; i++) sum += values[i];
    u64 before = sum_before(sum, total);
    for (u32 i = first; i < first + share; i++) {
        u32 value = values[i];
        values[i] = (u32)before;
        before += value;
    }
    barrier();
    return total;
}

// Replaces `count` values by the sums of those before them, and returns the sum of all. One block.
FUNCTION u64 scan_all(u64 *values, u64 count) {
    u64 share = (count + THREADS - 1) / THREADS, first = THREAD * share;
    u64 end = first + share < count ? first + share : count, sum = 0, total;
    for (u64 i = first; i < end; i++) sum += values[i];
    u64 before = sum_before(sum, total);
    for (u64 i = first; i < end; i++) {
        u64 value = values[i];
        values[i] = before;
        before += value;
    }
    return total;
}

// The least of the values of all threads, in thread 0. All threads of the block call it.
FUNCTION i64 block_least(i64 value) {
    SHARED i64 of_warp[MOST_WARPS];
    for (u32 distance = 1; distance < WARP; distance *= 2) {
        i64 below = (i64)lane_below((u64)value, distance);
        if (LANE >= distance && below < value) value = below;
    }
    barrier();
    if (LANE == WARP - 1) of_warp[MY_WARP] = value;
    barrier();
    i64 least = of_warp[0];
    for (u32 warp = 1; warp < WARPS; warp++) least = of_warp[warp] < least ? of_warp[warp] : least;
    return least;
}

// Numbers by their size: exact below 2^digits, above to `digits` binary digits behind the first. Growing; a code stands for the numbers
// from floor_of_code on.
FUNCTION u32 code_of(u64 value, u32 digits) {
    if (value >> digits == 0) return (u32)value;
    u32 group = highest_bit(value) - digits;
    return ((group + 1) << digits) + (u32)(value >> group) - (1u << digits);
}

FUNCTION u32 code_group(u32 code, u32 digits) { return code >> digits == 0 ? 0 : (code >> digits) - 1; }

FUNCTION u64 floor_of_code(u32 code, u32 digits) {
    if (code >> digits == 0) return code;
    u64 leading = (code & ((1u << digits) - 1)) | 1u << digits;
    return leading << code_group(code, digits);
}
