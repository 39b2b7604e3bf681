// What differs between a GPU and the C++ compiler that runs the kernels without one.
//
// KERNEL makes a kernel of a plain function of arrays and an index: a __global__ function, or a loop over the indices in a shuffled
// order. What follows the kernel's name is handed to the function: the families of arrays that it reads and writes, or `arrays`, which is
// all of them. Indices of a launch share nothing that one of them writes, but through the atomic functions below.
//
// BLOCK_KERNEL and TILE_KERNEL make one of a function whose threads work together, block by block: every thread of a block runs it to
// its end and meets every barrier. To the first a thread is an index; `is_in` says whether that is below the launch's count. To the
// second a block is what the launch counts; where `Kernel::TOGETHER` has it, all blocks are there at once and may wait for each other. Both must do with any number of threads a block, and of lanes a warp, that is a power of two:
// without a GPU there are few. LEVEL_KERNEL is for the nodes of a level: it tells each block which indices are its share of the launch's, of
// which there may be fewer or more than it has threads. Threads of a CROWDED_LEVEL_KERNEL wait for memory most of the time: they have few registers, so that more of them run at once.
//
// A launch of a program may begin while the one before it is still at work, where a GPU can: see await_launch_before. KERNEL and TILE_KERNEL wait for it
// first of all. The functions of the other two call it themselves, in every thread, as they may have something to read before.

#pragma once

typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

struct Arrays;

// Of a block, at the most.
#define MOST_THREADS 512
#define MOST_WARPS 16
// Of a block of a LEVEL_KERNEL.
#define LEVEL_THREADS 128

#ifdef __CUDACC_RTC__

#define FUNCTION __device__ __forceinline__
#define METHOD __device__ __forceinline__
// Of what is large and called from many places.
#define OUTLINE __device__ __noinline__
#define ALIGNED(bytes) __align__(bytes)
#define ON_CHIP __shared__
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")

// How many threads a block has, and which of them this is: each has a column of its own in ON_CHIP memory. A warp's go together.
#define THREADS blockDim.x
#define THREAD threadIdx.x
#define WARP 32

// Of what no launch of a program writes.
template <class T> FUNCTION T read(const T *values, u64 index) { return __ldg(values + index); }
template <class T> T read(T *values, u64 index) = delete;
FUNCTION i64 bits_of(double value) { return __double_as_longlong(value); }
FUNCTION u32 bits_of(float value) { return __float_as_uint(value); }
FUNCTION float float_of(u32 bits) { return __uint_as_float(bits); }
FUNCTION float square_root(float value) { return __fsqrt_rn(value); }

// Memory that the threads of a block share.
#define SHARED __shared__
#define BLOCK blockIdx.x
#define BLOCKS gridDim.x
FUNCTION void barrier() { __syncthreads(); }
FUNCTION void warp_barrier() { __syncwarp(); }
// What this thread wrote is seen by whoever sees what it writes next.
FUNCTION void fence() { __threadfence(); }
// What is there now, whoever wrote it.
FUNCTION u32 latest(const u32 *place) { return *(const volatile u32 *)place; }

// What all lanes of a warp do together: the value that some lane of it gives; which lanes give the same, and which give true, a bit each.
template <class T> FUNCTION T from_lane(T value, u32 lane) { return __shfl_sync(0xffffffffu, value, lane); }
FUNCTION u32 lanes_alike(u32 value) { return __match_any_sync(0xffffffffu, value); }
FUNCTION u32 lanes_where(bool is_so) { return __ballot_sync(0xffffffffu, is_so); }

FUNCTION u32 ones(u32 bits) { return __popc(bits); }
FUNCTION u32 lowest_one(u32 bits) { return __ffs(bits) - 1; }
FUNCTION u32 highest_one(u64 bits) { return 63 - __clzll((i64)bits); }

// Atomic: all return what was there before.
FUNCTION u32 fetch_add(u32 *place, u32 value) { return atomicAdd(place, value); }
FUNCTION u64 fetch_add(u64 *place, u64 value) { return atomicAdd(place, value); }
FUNCTION i64 fetch_add(i64 *place, i64 value) { return (i64)atomicAdd((u64 *)place, (u64)value); }
FUNCTION i64 fetch_least(i64 *place, i64 value) { return atomicMin(place, value); }
FUNCTION u32 fetch_or(u32 *place, u32 bits) { return atomicOr(place, bits); }
FUNCTION u32 exchange(u32 *place, u32 value) { return atomicExch(place, value); }
FUNCTION u64 exchange(u64 *place, u64 value) { return atomicExch(place, value); }
FUNCTION i64 exchange(i64 *place, i64 value) { return (i64)atomicExch((u64 *)place, (u64)value); }

// Returns once the launches before this one are done, and lets the next one begin. Until then only what no launch of the program writes may be read, and
// nothing written. These lines are comments that `machine/ptx.rs` makes instructions of for GPUs that have them.
FUNCTION void await_launch_before() {
    asm volatile("//early griddepcontrol.wait;\n\t//early griddepcontrol.launch_dependents;" ::: "memory");
}

#define LEVEL_KERNEL(name, ...) LEVEL_KERNEL_WITHIN((LEVEL_THREADS), name, __VA_ARGS__)
#define CROWDED_LEVEL_KERNEL(name, ...) LEVEL_KERNEL_WITHIN((LEVEL_THREADS, 8), name, __VA_ARGS__)
#define LEVEL_KERNEL_WITHIN(bounds, name, ...)                                                                 \
    extern "C" __global__ void __launch_bounds__ bounds                                                        \
        zeroslack_##name(const __grid_constant__ Arrays arrays, u32 first, u32 count, u32 share) {             \
        u32 begin = blockIdx.x * share;                                                                        \
        name(__VA_ARGS__, first + begin, first + (begin + share < count ? begin + share : count));             \
    }

#define BLOCK_KERNEL(name, ...)                                                                                \
    extern "C" __global__ void __launch_bounds__(MOST_THREADS)                                                 \
        zeroslack_##name(const __grid_constant__ Arrays arrays, u32 first, u32 count, u32) {                   \
        u32 index = blockIdx.x * THREADS + threadIdx.x;                                                        \
        name(__VA_ARGS__, first + index, index < count);                                                       \
    }

#define TILE_KERNEL(name, ...)                                                                                 \
    extern "C" __global__ void __launch_bounds__(MOST_THREADS)                                                 \
        zeroslack_##name(const __grid_constant__ Arrays arrays, u32, u32, u32) {                               \
        await_launch_before();                                                                                 \
        name(__VA_ARGS__);                                                                                     \
    }

#define KERNEL(name, ...)                                                                                      \
    extern "C" __global__ void __launch_bounds__(MOST_THREADS)                                                 \
        zeroslack_##name(const __grid_constant__ Arrays arrays, u32 first, u32 count, u32) {                   \
        u32 index = blockIdx.x * THREADS + threadIdx.x;                                                        \
        await_launch_before();                                                                                 \
        if (index < count) name(__VA_ARGS__, first + index);                                                   \
    }

#else

#include <cmath>
#include <cstring>
#include <functional>

#define FUNCTION static inline
#define METHOD inline
#define OUTLINE static inline
#define ALIGNED(bytes) alignas(bytes)
#define ON_CHIP
#define UNROLL
#define ROLLED
#define THREADS emulated_threads
#define THREAD emulated_thread
#define WARP emulated_warp
extern __thread u32 emulated_threads, emulated_thread, emulated_warp;

template <class T> FUNCTION T read(const T *values, u64 index) { return values[index]; }
template <class T> T read(T *values, u64 index) = delete;

FUNCTION i64 bits_of(double value) {
    i64 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

FUNCTION u32 bits_of(float value) {
    u32 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

FUNCTION float float_of(u32 bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

FUNCTION float square_root(float value) { return std::sqrt(value); }

#define SHARED static thread_local
#define BLOCK emulated_block
#define BLOCKS emulated_blocks
extern __thread u32 emulated_block, emulated_blocks;
// Let the other threads of the block, or of the warp, come here too.
void barrier();
void warp_barrier();
void await_launch_before();
FUNCTION void fence() {}
FUNCTION u32 latest(const u32 *place) { return *place; }

// What each lane of the warp gives.
const u64 *gather_lanes(u64 value);

template <class T> FUNCTION T from_lane(T value, u32 lane) { return (T)gather_lanes((u64)value)[lane % WARP]; }

FUNCTION u32 lanes_alike(u32 value) {
    const u64 *given = gather_lanes(value);
    u32 alike = 0;
    for (u32 lane = 0; lane < WARP; lane++) alike |= given[lane] == value ? 1u << lane : 0;
    return alike;
}

FUNCTION u32 lanes_where(bool is_so) {
    u32 alike = lanes_alike(is_so ? 1 : 0), all = (u32)(((u64)1 << WARP) - 1);
    return is_so ? alike : all & ~alike;
}

FUNCTION u32 ones(u32 bits) { return __builtin_popcount(bits); }
FUNCTION u32 lowest_one(u32 bits) { return __builtin_ctz(bits); }
FUNCTION u32 highest_one(u64 bits) { return 63 - __builtin_clzll(bits); }

template <class T> FUNCTION T fetch_add(T *place, T value) {
    T before = *place;
    *place = before + value;
    return before;
}

FUNCTION i64 fetch_least(i64 *place, i64 value) {
    i64 before = *place;
    if (value < before) *place = value;
    return before;
}

FUNCTION u32 fetch_or(u32 *place, u32 bits) {
    u32 before = *place;
    *place = before | bits;
    return before;
}

template <class T> FUNCTION T exchange(T *place, T value) {
    T before = *place;
    *place = value;
    return before;
}

template <class Work> void shuffled(u32 first, u32 count, u32 threads, u64 seed, Work work);
// Runs `work` by the threads of as many blocks as `count` indices, or as a GPU's blocks of so many threads, make.
void in_blocks(u32 count, bool is_tiled, u32 threads, u64 seed, const std::function<void()> &work);

#define CROWDED_LEVEL_KERNEL(name, ...) LEVEL_KERNEL(name, __VA_ARGS__)
#define LEVEL_KERNEL(name, ...)                                                                                \
    extern "C" void zeroslack_##name(const Arrays *all, u32 first, u32 count, u32, u32 share, u64 seed) {      \
        const Arrays &arrays = *all;                                                                           \
        in_blocks(count, true, share, seed, [&, first, count, share] {                                         \
            u32 begin = BLOCK * share;                                                                         \
            name(__VA_ARGS__, first + begin, first + (begin + share < count ? begin + share : count));         \
        });                                                                                                    \
    }

#define BLOCK_KERNEL(name, ...)                                                                                \
    extern "C" void zeroslack_##name(const Arrays *all, u32 first, u32 count, u32 threads, u32, u64 seed) {    \
        const Arrays &arrays = *all;                                                                           \
        in_blocks(count, false, threads, seed, [&, first, count] {                                             \
            u32 index = BLOCK * THREADS + THREAD;                                                              \
            name(__VA_ARGS__, first + index, index < count);                                                   \
        });                                                                                                    \
    }

#define TILE_KERNEL(name, ...)                                                                                 \
    extern "C" void zeroslack_##name(const Arrays *all, u32, u32 count, u32 threads, u32, u64 seed) {          \
        const Arrays &arrays = *all;                                                                           \
        in_blocks(count, true, threads, seed, [&] {                                                            \
            await_launch_before();                                                                             \
            name(__VA_ARGS__);                                                                                 \
        });                                                                                                    \
    }

#define KERNEL(name, ...)                                                                                      \
    extern "C" void zeroslack_##name(const Arrays *all, u32 first, u32 count, u32 threads, u32, u64 seed) {    \
        const Arrays &arrays = *all;                                                                           \
        shuffled(first, count, threads, seed, [&](u32 index) { name(__VA_ARGS__, index); });                   \
    }

#endif
