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

#endif
