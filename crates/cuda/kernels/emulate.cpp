// Runs the kernels without a GPU: every launch a loop over its indices, in an order drawn from a seed.

#include "platform.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <ucontext.h>
#include <utility>
#include <vector>

// The next of a sequence of random numbers (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
static u64 draw(u64 &state) {
    u64 value = state += 0x9e3779b97f4a7c15;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
    value = (value ^ value >> 27) * 0x94d049bb133111eb;
    return value ^ value >> 31;
}

static std::vector<u32> shuffled_numbers(u32 count, u64 &seed) {
    std::vector<u32> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (u32 left = count; left > 1; left--) std::swap(order[left - 1], order[(draw(seed) >> 32) * left >> 32]);
    return order;
}

__thread u32 emulated_threads, emulated_thread;

template <class Work> void shuffled(u32 first, u32 count, u32 threads, u64 seed, Work work) {
    emulated_threads = threads;
    for (u32 index : shuffled_numbers(count, seed)) {
        emulated_thread = index % threads;
        work(first + index);
    }
}

#include "turns.h"

#include "kernels.cu"
