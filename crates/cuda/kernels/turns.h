// Blocks of threads that take turns, for `emulate.cpp`: each thread runs until it waits for others, in an order drawn from a seed.

#pragma once

thread_local u32 emulated_block, emulated_blocks, emulated_warp;

enum Waiting { READY, AT_WARP_BARRIER, AT_BARRIER, DONE };

// A thread of a block, on a stack of its own. Entered once by setcontext; then by jumps, which need no system call.
struct Turn {
    std::vector<char> stack = std::vector<char>(128 << 10);
    ucontext_t start;
    jmp_buf paused;
    bool has_begun;
    Waiting waiting;
    u32 exchanges; // of values with the warp, so far
    bool has_awaited; // the launch before
};

static thread_local struct {
    std::deque<Turn> threads; // which never moves them: a context points into itself
    jmp_buf scheduler;
    const std::function<void()> *work;
    u64 given[2][MOST_THREADS]; // by every thread to its warp; in alternation, as one may be ahead by an exchange
} turns;

static void wait(Waiting where) {
    Turn &turn = turns.threads[emulated_thread];
    turn.waiting = where;
    if (_setjmp(turn.paused) == 0) _longjmp(turns.scheduler, 1);
}

void barrier() { wait(AT_BARRIER); }
void warp_barrier() { wait(AT_WARP_BARRIER); }
void await_launch_before() { turns.threads[emulated_thread].has_awaited = true; }

const u64 *gather_lanes(u64 value) {
    u64 *given = turns.given[turns.threads[emulated_thread].exchanges++ % 2];
    given[emulated_thread] = value;
    warp_barrier();
    return given + emulated_thread / WARP * WARP;
}

static void one_thread() {
    (*turns.work)();
    wait(DONE);
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
        turn.has_begun = false;
        turn.waiting = READY;
        turn.exchanges = 0;
        turn.has_awaited = false;
    }
}

// Whether threads from `first` on all wait in the same place; lets them go on then.
static bool release(u32 first, u32 count, Waiting where) {
    for (u32 thread = first; thread < first + count; thread++) {
        if (turns.threads[thread].waiting != where) return false;
    }
    for (u32 thread = first; thread < first + count; thread++) turns.threads[thread].waiting = READY;
    return true;
}

// Lets those go on that all wait for each other: of a warp, or of the block.
static bool release_any() {
    bool is_any = release(0, THREADS, AT_BARRIER);
    for (u32 first = 0; first < THREADS; first += WARP) is_any |= release(first, WARP, AT_WARP_BARRIER);
    return is_any;
}

// Runs all threads of a block, in an order that changes at every barrier.
static void one_block(u64 &seed) {
    prepare(THREADS);
    do {
        u32 start = (u32)(draw(seed) % THREADS), step = (u32)draw(seed) | 1;
        for (u32 turn = 0; turn < THREADS; turn++) {
            // An odd step meets every thread of a power of two.
            u32 thread = (start + turn * step) % THREADS;
            if (turns.threads[thread].waiting == READY) resume(thread);
        }
    } while (release_any());
    if (!release(0, THREADS, DONE)) {
        fputs("a barrier that some threads of a block or a warp do not meet\n", stderr);
        abort();
    }
    for (u32 thread = 0; thread < THREADS; thread++) {
        if (turns.threads[thread].has_awaited) continue;
        fputs("a thread that does not await the launch before its own\n", stderr);
        abort();
    }
}

// Each time with other numbers of warps, of which there are no more than on a GPU, and of threads in a warp.
void in_blocks(u32 count, bool is_tiled, u32 threads, u64 seed, const std::function<void()> &work) {
    u32 warps = 1u << draw(seed) % 3;
    while (warps > 1 && warps * 32 > threads) warps /= 2;
    emulated_warp = 1u << draw(seed) % 4;
    emulated_threads = warps * emulated_warp;
    u32 each = is_tiled ? threads : emulated_threads;
    emulated_blocks = (count + each - 1) / each;
    turns.work = &work;
    for (u32 block : shuffled_numbers(emulated_blocks, seed)) {
        emulated_block = block;
        one_block(seed);
    }
}
