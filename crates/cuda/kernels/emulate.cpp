// Runs the kernels without a GPU: every launch a loop over its indices, in an order drawn from a seed.

#include "platform.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <deque>
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

thread_local u32 emulated_threads, emulated_thread;

template <class Work> void shuffled(u32 first, u32 count, u32 threads, u64 seed, Work work) {
    std::vector<u32> order(count);
    std::iota(order.begin(), order.end(), 0);
    emulated_threads = threads;
    for (u32 left = count; left > 1; left--) std::swap(order[left - 1], order[draw(seed) % left]);
    for (u32 index : order) {
        emulated_thread = index % threads;
        work(first + index);
    }
}

thread_local u32 emulated_block, emulated_blocks;

// A thread of a block, on a stack of its own. Entered once by setcontext; then by jumps, which need no system call.
struct Turn {
    std::vector<char> stack = std::vector<char>(128 << 10);
    ucontext_t start;
    jmp_buf paused;
    bool has_begun, has_ended;
};

// The threads of a block take turns: each runs from barrier to barrier.
static thread_local struct {
    std::deque<Turn> threads; // which never moves them: a context points into itself
    jmp_buf scheduler;
    const Arrays *arrays;
    u32 index, count, first;
    BlockWork work;
} turns;

static void one_thread() {
    u32 index = turns.index + emulated_thread;
    turns.work(*turns.arrays, turns.first + index, index < turns.count);
    turns.threads[emulated_thread].has_ended = true;
    _longjmp(turns.scheduler, 1);
}

void barrier() {
    if (_setjmp(turns.threads[emulated_thread].paused) == 0) _longjmp(turns.scheduler, 1);
}

static void resume(u32 thread) {
    emulated_thread = thread;
    Turn &turn = turns.threads[thread];
    if (_setjmp(turns.scheduler) != 0) return;
    if (turn.has_begun) _longjmp(turn.paused, 1);
    turn.has_begun = true;
    setcontext(&turn.start);
}

static void prepare(u32 threads) {
    while (turns.threads.size() < threads) {
        Turn &turn = turns.threads.emplace_back();
        getcontext(&turn.start);
    }
    for (u32 thread = 0; thread < threads; thread++) {
        Turn &turn = turns.threads[thread];
        turn.start.uc_stack.ss_sp = turn.stack.data();
        turn.start.uc_stack.ss_size = turn.stack.size();
        turn.start.uc_link = nullptr;
        makecontext(&turn.start, one_thread, 0);
        turn.has_begun = turn.has_ended = false;
    }
}

// Runs all threads of a block, in an order that changes at every barrier.
static void one_block(u32 threads, u64 &seed) {
    prepare(threads);
    for (u32 ended = 0; ended < threads;) {
        u32 start = (u32)(draw(seed) % threads), step = (u32)draw(seed) | 1;
        ended = 0;
        for (u32 turn = 0; turn < threads; turn++) {
            // An odd step meets every thread of a power of two.
            u32 thread = (start + turn * step) % threads;
            resume(thread);
            ended += turns.threads[thread].has_ended ? 1 : 0;
        }
        if (ended != 0 && ended != threads) {
            fputs("a barrier that some threads of a block do not meet\n", stderr);
            abort();
        }
    }
}

// Blocks of a warp stay as they are; larger ones get a small number of threads, each time another one.
void in_blocks(const Arrays *arrays, u32 first, u32 count, u32 threads, u64 seed, BlockWork work) {
    u32 here = threads <= 32 ? threads : 1u << draw(seed) % 4;
    turns.arrays = arrays, turns.first = first, turns.count = count, turns.work = work;
    emulated_threads = here;
    emulated_blocks = (count + here - 1) / here;
    std::vector<u32> order(emulated_blocks);
    std::iota(order.begin(), order.end(), 0);
    for (u32 left = emulated_blocks; left > 1; left--) std::swap(order[left - 1], order[draw(seed) % left]);
    for (u32 block : order) {
        emulated_block = block;
        turns.index = block * here;
        one_block(here, seed);
    }
}

#include "kernels.cu"

extern "C" u64 zeroslack_size_of_arrays() { return sizeof(Arrays); }
