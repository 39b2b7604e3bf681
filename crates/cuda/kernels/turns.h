// Blocks of threads that take turns, for `emulate.cpp`: each thread runs until it waits for others, in an order drawn from a seed.

#pragma once

// Jumps from stack to stack. Those of the compiler, where it has them, save what a function needs and nothing else.
#if defined(__GNUC__) && (!defined(__clang__) || defined(__x86_64__))
typedef void *Place[5];
#define MARK(place) __builtin_setjmp(place)
#define JUMP(place) __builtin_longjmp(place, 1)
#else
typedef jmp_buf Place;
#define MARK(place) _setjmp(place)
#define JUMP(place) _longjmp(place, 1)
#endif

// Threads of a block, at the most: four warps of eight.
const u32 MOST_TURNS = 32;

// A thread of a block, on a stack of its own. Entered once by setcontext, which is a system call; then by jumps, in later blocks too.
struct Turn {
    std::vector<char> stack = std::vector<char>(128 << 10);
    ucontext_t start;
    Place paused;
    bool has_begun = false;
    u32 exchanges; // of values with the warp, so far
};

// The threads of a block and whose turn it is. Sets of threads have a bit for each.
struct Turns {
    Turn threads[MOST_TURNS];
    const std::function<void()> *work;
    Place scheduler;
    u64 seed;
    u32 all, ready, at_warp_barrier, at_barrier, done;
    u32 awaited;             // have awaited the launch before
    u32 first, step, turn;   // of a round: who is first, who comes next, how many had their turn
    u64 given[2][MOST_TURNS]; // by every thread to its warp; in alternation, as one may be ahead by an exchange
};

__thread u32 emulated_block, emulated_blocks, emulated_warp;
static __thread Turns *turns;

static void begin_round() {
    turns->first = (u32)draw(turns->seed);
    // An odd step meets every thread of a power of two.
    turns->step = (u32)draw(turns->seed) | 1;
    turns->turn = 0;
}

// Lets those go on that all wait for each other: of the block, or of a warp.
static bool release_any() {
    u32 released = 0, lanes = (u32)(((u64)1 << WARP) - 1);
    if (turns->at_barrier == turns->all) {
        released = turns->all;
        turns->at_barrier = 0;
    }
    for (u32 warp = lanes; warp != 0 && (warp & turns->all) != 0; warp = (u32)((u64)warp << WARP)) {
        if ((turns->at_warp_barrier & warp) != warp) continue;
        released |= warp;
        turns->at_warp_barrier &= ~warp;
    }
    turns->ready |= released;
    return released != 0;
}

static void one_thread();

// Goes to the next thread that is ready, in an order that changes at every barrier; to the scheduler once none is.
static __attribute__((noinline)) void next() {
    for (;;) {
        while (turns->turn < THREADS) {
            u32 thread = (turns->first + turns->turn++ * turns->step) & (THREADS - 1);
            if (!(turns->ready >> thread & 1)) continue;
            turns->ready &= ~(1u << thread);
            emulated_thread = thread;
            Turn &turn = turns->threads[thread];
            if (turn.has_begun) JUMP(turn.paused);
            turn.has_begun = true;
            getcontext(&turn.start);
            turn.start.uc_stack.ss_sp = turn.stack.data();
            turn.start.uc_stack.ss_size = turn.stack.size();
            turn.start.uc_link = nullptr;
            makecontext(&turn.start, one_thread, 0);
            setcontext(&turn.start);
        }
        if (!release_any()) JUMP(turns->scheduler);
        begin_round();
    }
}

// Puts the current thread among those that wait in a place, until it has its turn again.
static __attribute__((noinline)) void wait(u32 &waiting) {
    waiting |= 1u << emulated_thread;
    if (MARK(turns->threads[emulated_thread].paused) == 0) next();
}

void barrier() { wait(turns->at_barrier); }
void warp_barrier() { wait(turns->at_warp_barrier); }
void await_launch_before() { turns->awaited |= 1u << emulated_thread; }

const u64 *gather_lanes(u64 value) {
    u64 *given = turns->given[turns->threads[emulated_thread].exchanges++ % 2];
    given[emulated_thread] = value;
    warp_barrier();
    return given + emulated_thread / WARP * WARP;
}

// Runs a thread in one block after the other.
static void one_thread() {
    for (;;) {
        (*turns->work)();
        wait(turns->done);
    }
}

// Runs all threads of a block.
static __attribute__((noinline)) void one_block() {
    turns->all = (u32)(((u64)1 << THREADS) - 1);
    turns->ready = turns->all;
    turns->at_warp_barrier = turns->at_barrier = turns->done = turns->awaited = 0;
    for (u32 thread = 0; thread < THREADS; thread++) turns->threads[thread].exchanges = 0;
    begin_round();
    if (MARK(turns->scheduler) == 0) next();
    if (turns->done != turns->all) {
        fputs("a barrier that some threads of a block or a warp do not meet\n", stderr);
        abort();
    }
    if (turns->awaited != turns->all) {
        fputs("a thread that does not await the launch before its own\n", stderr);
        abort();
    }
}

// Each time with other numbers of warps, of which there are no more than on a GPU, and of threads in a warp.
void in_blocks(u32 count, bool is_tiled, u32 threads, u64 seed, const std::function<void()> &work) {
    static thread_local std::unique_ptr<Turns> own(new Turns);
    turns = own.get();
    u32 warps = 1u << draw(seed) % 3;
    while (warps > 1 && warps * 32 > threads) warps /= 2;
    emulated_warp = 1u << draw(seed) % 4;
    emulated_threads = warps * emulated_warp;
    u32 each = is_tiled ? threads : emulated_threads;
    emulated_blocks = (count + each - 1) / each;
    turns->work = &work;
    turns->seed = draw(seed);
    for (u32 block : shuffled_numbers(emulated_blocks, seed)) {
        emulated_block = block;
        one_block();
    }
}
