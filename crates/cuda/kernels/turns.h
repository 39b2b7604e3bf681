// Threads of a block that take turns, for `emulate.cpp`: each runs until it waits at a barrier, in an order drawn from a seed.

#pragma once

thread_local u32 emulated_block, emulated_blocks;

enum Waiting { READY, AT_WARP_BARRIER, AT_BARRIER, DONE };

static const u32 TURN_THREADS = WARP * MOST_WARPS;

// Contexts only start threads; jumps, which need no system call, change between them.
struct Turns {
    ucontext_t main, threads[TURN_THREADS];
    jmp_buf back, places[TURN_THREADS];
    bool is_started[TURN_THREADS];
    std::vector<char> stacks[TURN_THREADS];
    Waiting waiting[TURN_THREADS];
    u64 given[TURN_THREADS];
    u32 current;
    std::function<void()> work;
};

static thread_local Turns turns;

static void wait(Waiting where) {
    u32 me = turns.current;
    turns.waiting[me] = where;
    if (_setjmp(turns.places[me]) == 0) _longjmp(turns.back, 1);
}

void barrier() { wait(AT_BARRIER); }
void warp_barrier() { wait(AT_WARP_BARRIER); }

void gather_lanes(u64 value, u64 *of_lane) {
    u32 first = emulated_thread / WARP * WARP;
    turns.given[emulated_thread] = value;
    warp_barrier();
    for (u32 lane = 0; lane < WARP; lane++) of_lane[lane] = turns.given[first + lane];
    warp_barrier();
}

static void run_thread() {
    turns.work();
    wait(DONE);
}

// Lets those go on that all wait for each other: of a warp, or all. Whether there are any.
static bool release() {
    bool is_any = false;
    u32 at_barrier = 0, done = 0;
    for (u32 first = 0; first < TURN_THREADS; first += WARP) {
        u32 here = 0;
        for (u32 i = first; i < first + WARP; i++) {
            here += turns.waiting[i] == AT_WARP_BARRIER;
            at_barrier += turns.waiting[i] == AT_BARRIER;
            done += turns.waiting[i] == DONE;
        }
        // A whole warp works together, or hangs on a GPU.
        if (here != WARP) continue;
        for (u32 i = first; i < first + WARP; i++) turns.waiting[i] = READY;
        is_any = true;
    }
    if (is_any || at_barrier + done != TURN_THREADS || at_barrier == 0) return is_any;
    for (u32 i = 0; i < TURN_THREADS; i++) {
        if (turns.waiting[i] == AT_BARRIER) turns.waiting[i] = READY;
    }
    // Threads that have left do not come to a barrier, which our kernels do not count on.
    return done == 0;
}

static void run_thread_on(u32 thread) {
    turns.current = emulated_thread = thread;
    if (_setjmp(turns.back) != 0) return;
    if (turns.is_started[thread]) _longjmp(turns.places[thread], 1);
    turns.is_started[thread] = true;
    swapcontext(&turns.main, &turns.threads[thread]);
}

static void run_block(u64 &seed) {
    for (u32 i = 0; i < TURN_THREADS; i++) {
        turns.stacks[i].resize(1 << 16);
        getcontext(&turns.threads[i]);
        turns.threads[i].uc_stack.ss_sp = turns.stacks[i].data();
        turns.threads[i].uc_stack.ss_size = turns.stacks[i].size();
        turns.threads[i].uc_link = nullptr;
        makecontext(&turns.threads[i], run_thread, 0);
        turns.waiting[i] = READY;
        turns.is_started[i] = false;
    }
    do {
        u32 first = (u32)(draw(seed) % TURN_THREADS);
        for (u32 i = 0; i < TURN_THREADS; i++) {
            u32 thread = (first + i) % TURN_THREADS;
            if (turns.waiting[thread] == READY) run_thread_on(thread);
        }
    } while (release());
    for (u32 i = 0; i < TURN_THREADS; i++) {
        if (turns.waiting[i] == DONE) continue;
        fprintf(stderr, "a block's threads wait for each other without end\n");
        abort();
    }
}

template <class Work> void blocks_in_turn(u32 blocks, u64 seed, Work work) {
    std::vector<u32> order(blocks);
    std::iota(order.begin(), order.end(), 0);
    for (u32 left = blocks; left > 1; left--) std::swap(order[left - 1], order[draw(seed) % left]);
    emulated_threads = TURN_THREADS;
    emulated_blocks = blocks;
    turns.work = work;
    for (u32 block : order) {
        emulated_block = block;
        run_block(seed);
    }
}
