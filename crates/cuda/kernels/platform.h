// What differs between a GPU and the C++ compiler that runs the kernels without one.
//
// A kernel is a plain function of the arrays and an index. KERNEL makes of it a __global__ function, or a loop over the
// indices in a shuffled order. Kernels of a launch share nothing that one of them writes, but through the atomic functions below.
//
// BLOCK_KERNEL makes a kernel of a function whose threads work together, block by block: every thread of a block runs it to its end and
// meets every barrier. `is_in` says whether an index is below the launch's count. It must do with any power of two of threads a
// block: without a GPU there are few.

#pragma once

typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

struct Arrays;

#ifdef __CUDACC_RTC__

#define FUNCTION __device__ __forceinline__
#define METHOD __device__ __forceinline__
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

// Memory that the threads of a block share.
#define SHARED __shared__
#define BLOCK blockIdx.x
#define BLOCKS gridDim.x
FUNCTION void barrier() { __syncthreads(); }
// What this thread wrote is seen by whoever sees what it writes next.
FUNCTION void fence() { __threadfence(); }

// Atomic: all return what was there before.
FUNCTION u32 fetch_add(u32 *place, u32 value) { return atomicAdd(place, value); }
FUNCTION u64 fetch_add(u64 *place, u64 value) { return atomicAdd(place, value); }
FUNCTION i64 fetch_add(i64 *place, i64 value) { return (i64)atomicAdd((u64 *)place, (u64)value); }
FUNCTION i64 fetch_least(i64 *place, i64 value) { return atomicMin(place, value); }
FUNCTION u32 exchange(u32 *place, u32 value) { return atomicExch(place, value); }
FUNCTION u64 exchange(u64 *place, u64 value) { return atomicExch(place, value); }
FUNCTION i64 exchange(i64 *place, i64 value) { return (i64)atomicExch((u64 *)place, (u64)value); }

#define BLOCK_KERNEL(name)                                                                                        \
    extern "C" __global__ void __launch_bounds__(MOST_THREADS)                                                         \
        zeroslack_##name(const __grid_constant__ Arrays arrays, u32 first, u32 count) {                           \
        u32 index = blockIdx.x * THREADS + threadIdx.x;                                                           \
        name(arrays, first + index, index < count);                                                               \
    }

#define KERNEL(name)                                                                                              \
    extern "C" __global__ void __launch_bounds__(MOST_THREADS)                                                         \
        zeroslack_##name(const __grid_constant__ Arrays arrays, u32 first, u32 count) {                           \
        u32 index = blockIdx.x * THREADS + threadIdx.x;                                                           \
        if (index < count) name(arrays, first + index);                                                           \
    }

#else

#include <cmath>
#include <cstring>

#define FUNCTION static inline
#define METHOD inline
#define ALIGNED(bytes) alignas(bytes)
#define ON_CHIP
#define UNROLL
#define MOST_THREADS 512
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

#define SHARED static thread_local
#define BLOCK emulated_block
#define BLOCKS emulated_blocks
extern thread_local u32 emulated_block, emulated_blocks;
void barrier();
FUNCTION void fence() {}

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

template <class T> FUNCTION T exchange(T *place, T value) {
    T before = *place;
    *place = value;
    return before;
}

template <class Work> void shuffled(u32 first, u32 count, u32 threads, u64 seed, Work work);
typedef void (*BlockWork)(const Arrays &arrays, u32 index, bool is_in);
void in_blocks(const Arrays *arrays, u32 first, u32 count, u32 threads, u64 seed, BlockWork work);

#define BLOCK_KERNEL(name)                                                                                        \
    extern "C" void zeroslack_##name(const Arrays *arrays, u32 first, u32 count, u32 threads, u64 seed) {         \
        in_blocks(arrays, first, count, threads, seed, name);                                                     \
    }

#define KERNEL(name)                                                                                              \
    extern "C" void zeroslack_##name(const Arrays *arrays, u32 first, u32 count, u32 threads, u64 seed) {         \
        shuffled(first, count, threads, seed, [arrays](u32 index) { name(*arrays, index); });                     \
    }

#endif
