// What differs between a GPU and the C++ compiler that runs the kernels without one.
//
// A kernel is a plain function of the arrays and an index. KERNEL makes of it a __global__ function, or a loop over the
// indices in a shuffled order. Kernels of a launch share nothing that one of them writes.

#pragma once

typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

#ifdef __CUDACC_RTC__

#define FUNCTION __device__ __forceinline__
#define ALIGNED(bytes) __align__(bytes)
#define ON_CHIP __shared__
#define UNROLL _Pragma("unroll")

// Threads of a block at the most; how many there are, and which of them this is: each has a column of its own in ON_CHIP
// memory.
#define MOST_THREADS 512
#define THREADS blockDim.x
#define THREAD threadIdx.x

template <class T> FUNCTION T read(const T *values, u64 index) { return __ldg(values + index); }
FUNCTION i64 bits_of(double value) { return __double_as_longlong(value); }
FUNCTION float float_of(u32 bits) { return __uint_as_float(bits); }
FUNCTION float square_root(float value) { return __fsqrt_rn(value); }

#define KERNEL(name)                                                                                              \
    extern "C" __global__ void __launch_bounds__(MOST_THREADS)                                                         \
        zeroslack_##name(const __grid_constant__ Arrays arrays, u32 first, u32 count) {                           \
        u32 index = blockIdx.x * THREADS + threadIdx.x;                                                           \
        if (index < count) name(arrays, first + index);                                                           \
    }

// The same where the threads of a warp help each other: those without an index come along.
#define KERNEL_OF_WARPS(name)                                                                                     \
    extern "C" __global__ void __launch_bounds__(MOST_THREADS)                                                         \
        zeroslack_##name(const __grid_constant__ Arrays arrays, u32 first, u32 count) {                           \
        u32 index = blockIdx.x * THREADS + threadIdx.x;                                                           \
        name(arrays, first + index, index < count);                                                               \
    }

#define WARP 32u

// Merges `work(i)` over a range of one's own into `value`. The warp takes one range after the other; each range belongs to
// `group` neighbouring threads, which have it in common, and `work` differs only by the place in a group. The order must
// not matter to `merge`, and `none` must not matter to its result.
template <class T, class Work, class Merge>
FUNCTION T merge_together(u32 group, u32 first, u32 last, T value, T none, Work work, Merge merge) {
    u32 thread = THREAD % WARP;
    u32 waiting = __ballot_sync(~0u, first < last);
    while (waiting != 0) {
        u32 owner = __ffs(waiting) - 1;
        u32 from = __shfl_sync(~0u, first, owner), to = __shfl_sync(~0u, last, owner);
        T part = none;
        for (u32 i = from + thread / group; i < to; i += WARP / group) part = merge(part, work(i));
        for (u32 other = group; other < WARP; other *= 2) part = merge(part, __shfl_xor_sync(~0u, part, other));
        if (thread / group == owner / group) value = merge(value, part);
        waiting &= ~(((1u << group) - 1) << owner);
    }
    return value;
}

#else

#include <cmath>
#include <cstring>

#define FUNCTION static inline
#define ALIGNED(bytes) alignas(bytes)
#define ON_CHIP
#define UNROLL
#define THREADS emulated_threads
#define THREAD emulated_thread
extern thread_local u32 emulated_threads, emulated_thread;

template <class T> FUNCTION T read(const T *values, u64 index) { return values[index]; }

FUNCTION i64 bits_of(double value) {
    i64 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

FUNCTION float float_of(u32 bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

FUNCTION float square_root(float value) { return std::sqrt(value); }

template <class Work> void shuffled(u32 first, u32 count, u32 threads, u64 seed, Work work);

#define KERNEL(name)                                                                                              \
    extern "C" void zeroslack_##name(const Arrays *arrays, u32 first, u32 count, u32 threads, u64 seed) {         \
        shuffled(first, count, threads, seed, [arrays](u32 index) { name(*arrays, index); });                     \
    }

#define KERNEL_OF_WARPS(name)                                                                                     \
    extern "C" void zeroslack_##name(const Arrays *arrays, u32 first, u32 count, u32 threads, u64 seed) {         \
        shuffled(first, count, threads, seed, [arrays](u32 index) { name(*arrays, index, true); });               \
    }

template <class T, class Work, class Merge>
FUNCTION T merge_together(u32, u32 first, u32 last, T value, T, Work work, Merge merge) {
    for (u32 i = first; i < last; i++) value = merge(value, work(i));
    return value;
}

#endif
