// Monte Carlo: the twin of `ssta/src/monte_carlo.rs`.

#pragma once

#include "arithmetic.h"
#include "arrays.h"
#include "draw.h"
#include "graph.h"

FUNCTION u64 place_of(u32 arc, u32 to) { return (u64)arc << 1 | to; }

// What comes by an arc to a transition, early and late, in a sample.
FUNCTION void come(const SampleArrays &samples, u32 arc, u32 to, u32 sample, i64 *here) {
    u32 packed = read(samples.arc_source, arc);
    if (!has_edge(packed, to)) return;
    u64 bits = bits_in(stream_of(samples.seed, place_of(arc, to)), samples.first_sample + sample);
    for (u32 split = EARLY; split <= LATE; split++) {
        u64 draw = (u64)arc * LANES + 2 * split + to;
        u64 place = (u64)packed_node(packed) * LANES + 2 * split + other_end(packed, to);
        i64 mean = read(samples.mean, draw), start = samples.times[place << samples.batch_bits | sample];
        if (mean == UNDEFINED || start == UNDEFINED) continue;
        i64 time = start + (mean + drawn(samples.scores, read(samples.spread, draw), bits));
        here[2 * split + to] = worse_arrival(split, here[2 * split + to], time);
    }
}

// An index is a node, then the number of a sample in the batch.
FUNCTION void sample_arrivals(const SampleArrays &samples, u32 index) {
    u32 node = index >> samples.batch_bits, sample = index & ((1u << samples.batch_bits) - 1);
    i64 here[LANES];
    for (u32 lane = 0; lane < LANES; lane++) here[lane] = read(samples.stated, (u64)node * LANES + lane);
    u32 end = read(samples.fanin_first, node + 1);
    for (u32 arc = read(samples.fanin_first, node); arc < end; arc++) {
        come(samples, arc, 0, sample, here);
        come(samples, arc, 1, sample, here);
    }
    for (u32 lane = 0; lane < LANES; lane++) samples.times[((u64)node * LANES + lane) << samples.batch_bits | sample] = here[lane];
}

FUNCTION i64 sampled(const SampleArrays &samples, u32 vertex, u32 split, u32 sample) {
    u64 place = (u64)(vertex / 2) * LANES + 2 * split + vertex % 2;
    return samples.times[place << samples.batch_bits | sample];
}

// By how much a setup or hold time is off in a sample; nothing is drawn where it does not vary.
FUNCTION i64 margin_of(const SampleArrays &samples, u32 term, u32 sample) {
    u64 spread = read(samples.term_spread, term);
    if (float_of((u32)spread) == 0.0f) return 0;
    u64 stream = stream_of(samples.seed, read(samples.term_place, term));
    return drawn(samples.scores, spread, bits_in(stream, samples.first_sample + sample));
}

// An index is an end, then the number of a sample in the batch: the least slack there.
FUNCTION void sample_slacks(const SampleArrays &samples, u32 index) {
    u32 end = index >> samples.batch_bits, sample = index & ((1u << samples.batch_bits) - 1);
    i64 worst = ~UNDEFINED;
    u32 last = read(samples.term_first, end + 1);
    for (u32 term = read(samples.term_first, end); term < last; term++) {
        u32 data = read(samples.term_data, term), capture = read(samples.term_capture, term), split = data >> 31;
        i64 clock = capture == NONE ? 0 : sampled(samples, capture, split ^ 1, sample);
        i64 late = clock + read(samples.term_offset, term) - sampled(samples, data & ~SPLIT, split, sample) - margin_of(samples, term, sample);
        i64 slack = split == LATE ? late : -late;
        worst = slack < worst ? slack : worst;
    }
    samples.slacks[(u64)end << samples.batch_bits | sample] = worst;
}
