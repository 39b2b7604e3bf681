// A time as a random variable, in the memory of a block: the twin of `ssta/src/distribution.rs`, whose comments say what and why. All threads of a block call these together; what
// is no mass is the same in each of them.

#pragma once

#include "shape.h"
#include "sums.h"

#define FEWEST_BINS 16
#define TAIL 1e-6f
#define REACH 5.5
#define LARGEST_TIME 1e9f

template <u32 TEAM> struct Law {
    i64 first, shift;
    double excess;
    u32 scale, count;
    float *mass, *room; // The masses, and the room that they are in.

    METHOD i64 end() const { return first + (i64)count; }
    METHOD i64 step() const { return (i64)1 << scale; }
    METHOD double time(i64 bin) const { return (double)(((first + bin) << scale) + shift); }
    METHOD float at(i64 place) const { return place < first || place >= end() ? 0.0f : mass[place - first]; }
};

FUNCTION i64 floor_of_half(i64 value) { return value >> 1; }

FUNCTION double square(double value) { return value * value; }

// Mean and variance of the masses.
struct Spread {
    double mean, variance;
};

template <u32 TEAM> FUNCTION Spread spread_of(const Law<TEAM> &law) {
    u32 middle = law.count / 2;
    Two moments = sum<TEAM, Two>(law.count, [&](u32 bin) -> Two {
        double far = (double)bin - (double)middle, moment = (double)law.mass[bin] * far;
        return {moment, moment * far};
    });
    double step = (double)law.step(), left = moments.second - moments.first * moments.first;
    return {law.time(middle) + moments.first * step, (left > 0.0 ? left : 0.0) * step * step};
}

FUNCTION double sigma_of_delay(float sigma) {
    float within = sigma < 0.0f ? 0.0f : sigma > LARGEST_TIME ? LARGEST_TIME : sigma;
    return (double)(within > 0.0f ? within : 0.0f) * TICKS_PER_PS;
}

// Masses of the greatest one's size go first; of equal ones the lowest bin.
template <u32 TEAM> FUNCTION u32 greatest_bin(const Law<TEAM> &law) {
    u64 best = 0;
    for (u32 bin = THREAD; bin < law.count; bin += THREADS) {
        u64 key = (u64)bits_of(law.mass[bin]) << 32 | (0xffffffffu - bin);
        best = key > best ? key : best;
    }
    best = block_fold(best, [](u64 a, u64 b) { return a > b ? a : b; });
    return 0xffffffffu - (u32)best;
}

template <u32 TEAM> FUNCTION void drop_tails(Law<TEAM> &law) {
    barrier();
    u32 start = 0, end = law.count;
    float below = 0.0f, above = 0.0f;
    while (start + 1 < end && below + law.mass[start] < TAIL) {
        below += law.mass[start];
        start++;
    }
    while (end - start > 1 && above + law.mass[end - 1] < TAIL) {
        above += law.mass[end - 1];
        end--;
    }
    barrier();
    if (THREAD == 0) {
        law.mass[start] += below;
        law.mass[end - 1] += above;
    }
    law.mass += start;
    law.first += start;
    law.count = end - start;
    barrier();
}

template <u32 TEAM> FUNCTION void make_whole(Law<TEAM> &law) {
    float all = sum<TEAM, float>(law.count, [&](u32 bin) { return law.mass[bin]; });
    u32 most = greatest_bin(law);
    if (THREAD == 0) law.mass[most] += 1.0f - all;
    barrier();
}

// Moves a law to another room; returns the one that is free then.
template <u32 TEAM> FUNCTION float *moved(Law<TEAM> &law, float *room, u32 count) {
    float *before = law.room;
    law.mass = law.room = room;
    law.count = count;
    return before;
}

template <u32 TEAM> OUTLINE void coarsen(Law<TEAM> &law, float *&spare) {
    barrier();
    double step = (double)law.step();
    i64 first = floor_of_half(law.first), end = floor_of_half(law.end() - 1) + 2;
    const Law<TEAM> &before = law;
    double passed = sum<TEAM, double>(law.count, [&](u32 bin) { return ((before.first + (i64)bin) & 1) != 0 ? (double)before.mass[bin] : 0.0; });
    u32 count = (u32)(end - first);
    for (u32 bin = THREAD; bin < count; bin += THREADS) {
        i64 place = 2 * (first + (i64)bin);
        spare[bin] = 0.5f * law.at(place - 1) + law.at(place) + 0.5f * law.at(place + 1);
    }
    law.excess += passed * step * step;
    law.first = first;
    law.scale++;
    spare = moved(law, spare, count);
    barrier();
}

template <u32 TEAM> OUTLINE void refine(Law<TEAM> &law, float *&spare) {
    barrier();
    u32 count = 2 * law.count + 1;
    for (u32 bin = THREAD; bin < count; bin += THREADS) {
        u32 before = bin / 2;
        if (bin % 2 != 0) spare[bin] = 0.5f * law.mass[before];
        else spare[bin] = (before > 0 ? 0.25f * law.mass[before - 1] : 0.0f) + (before < law.count ? 0.25f * law.mass[before] : 0.0f);
    }
    law.first = 2 * law.first - 1;
    law.scale--;
    spare = moved(law, spare, count);
    double step = (double)law.step();
    law.excess += 0.5 * square(step);
    barrier();
}

template <u32 TEAM> FUNCTION void shift_to(Law<TEAM> &law, i64 shift, float *&spare) {
    i64 step = law.step(), later = law.shift - shift;
    i64 whole = later >> law.scale, rest = later - (whole << law.scale);
    float share = (float)rest / (float)step;
    law.first += whole;
    law.shift = shift;
    if (!(share > 0.0f)) return;
    barrier();
    u32 count = law.count + 1;
    for (u32 bin = THREAD; bin < count; bin += THREADS) {
        float value = 0.0f;
        if (bin < law.count) value += law.mass[bin] * (1.0f - share);
        if (bin > 0) value += law.mass[bin - 1] * share;
        spare[bin] = value;
    }
    spare = moved(law, spare, count);
    law.excess += (double)(share * (1.0f - share)) * square((double)step);
    barrier();
}

FUNCTION u64 most_bins(double sigma, i64 step) { return 2 * (u64)ceil(REACH * sigma / (double)step) + 3; }

// A delay on the grid of an arrival, in a room. `middle` is the time of its mean on the grid.
template <u32 TEAM> FUNCTION Law<TEAM> delay_on_grid(const double *shapes, const Law<TEAM> &law, float mean_ps, double sigma_ticks, float skewness, float *room) {
    i64 whole_step = law.step(), mean = ticks(mean_ps) + law.shift;
    i64 middle = (mean + whole_step / 2) >> law.scale, rest = mean - (middle << law.scale);
    double step = (double)whole_step, sigma = sigma_ticks / step, off = (double)rest / step;
    double wanted = sigma * sigma - law.excess / (step * step);
    double variance = wanted > 0.0 ? wanted : 0.0, far = off < 0.0 ? -off : off;
    i64 shift = 0;
    if (!(variance >= far * (1.0 - far))) {
        off = 0.0;
        shift = rest;
    }
    double squared = variance + off * off;
    Law<TEAM> delay = {0, shift, (variance - wanted) * step * step, 0, 3, room, room};
    barrier();
    if (squared <= 1.0) {
        if (THREAD == 0) {
            room[0] = (float)(0.5 * (squared - off));
            room[1] = (float)(1.0 - squared);
            room[2] = (float)(0.5 * (squared + off));
        }
    } else {
        double narrower = sqrt(variance - 1.0 / 6.0);
        i64 reach = (i64)ceil(REACH * narrower) + 1;
        Integral integral(shapes, skewness);
        delay.count = (u32)(2 * reach + 1);
        auto at = [&](i64 bin) { return narrower * integral.at(((double)bin - off) / narrower); };
        for (u32 i = THREAD; i < delay.count; i += THREADS) {
            i64 bin = (i64)i - reach;
            double here = at(bin + 1) - 2.0 * at(bin) + at(bin - 1);
            room[i] = (float)(here > 0.0 ? here : 0.0);
        }
    }
    delay.first = middle - (i64)(delay.count / 2);
    drop_tails(delay);
    return delay;
}

// Outputs that a thread makes together: an odd number, so that its neighbours read other banks. After so many taps its values of `a` are in the same registers again.
template <u32 OUTPUTS> FUNCTION void convolve_by(const float *a, u32 a_count, const float *b, u32 b_count, float *out) {
    u32 count = a_count + b_count - 1;
    for (u32 first = THREAD * OUTPUTS; first < count; first += THREADS * OUTPUTS) {
        // Taps before do not reach the values of `a`, nor do those after.
        u32 start = first < a_count ? 0 : (first - a_count + 1) / OUTPUTS * OUTPUTS;
        u32 stop = b_count < first + OUTPUTS ? b_count : first + OUTPUTS;
        float sums[OUTPUTS], window[OUTPUTS];
        UNROLL
        for (u32 i = 0; i < OUTPUTS; i++) {
            u32 place = first + i - start;
            sums[i] = 0.0f;
            window[i] = place < a_count ? a[place] : 0.0f;
        }
        for (u32 group = start; group < stop; group += OUTPUTS) {
            UNROLL
            for (u32 tap = 0; tap < OUTPUTS; tap++) {
                u32 j = group + tap;
                float weight = j < b_count ? b[j] : 0.0f;
                UNROLL
                for (u32 i = 0; i < OUTPUTS; i++) sums[i] += window[(i + OUTPUTS - tap) % OUTPUTS] * weight;
                u32 place = first - 1 - j;
                window[OUTPUTS - 1 - tap] = place < a_count ? a[place] : 0.0f;
            }
        }
        UNROLL
        for (u32 i = 0; i < OUTPUTS; i++)
            if (first + i < count) out[first + i] = sums[i];
    }
}

FUNCTION void convolve(const float *a, u32 a_count, const float *b, u32 b_count, float *out) {
    u32 each = (a_count + b_count - 2) / THREADS + 1;
    if (each <= 3) convolve_by<3>(a, a_count, b, b_count, out);
    else if (each <= 5) convolve_by<5>(a, a_count, b, b_count, out);
    else if (each <= 7) convolve_by<7>(a, a_count, b, b_count, out);
    else convolve_by<11>(a, a_count, b, b_count, out);
}

// With a delay that does not depend on it. Both rooms are free before; the law is in one of the three after, and the other two are free.
template <u32 TEAM> FUNCTION void plus(Law<TEAM> &law, const double *shapes, float mean, double sigma, float skewness, u32 bins, float *&spare, float *&other) {
    u64 most = (u64)(bins > FEWEST_BINS ? bins : FEWEST_BINS) + 1;
    while (law.count + most_bins(sigma, law.step()) > most) coarsen(law, spare);
    Law<TEAM> delay = delay_on_grid(shapes, law, mean, sigma, skewness, other);
    convolve(law.mass, law.count, delay.mass, delay.count, spare);
    law.first += delay.first;
    law.shift = delay.shift;
    law.excess = delay.excess;
    spare = moved(law, spare, law.count + delay.count - 1);
    drop_tails(law);
    make_whole(law);
}

template <u32 TEAM> FUNCTION bool is_within(const Law<TEAM> &law, u32 bins) { return law.count <= (bins > FEWEST_BINS ? bins : FEWEST_BINS); }

template <u32 TEAM> FUNCTION void within(Law<TEAM> &law, u32 bins, float *&spare) {
    while (!is_within(law, bins)) coarsen(law, spare);
}

// Whether it is over before another one begins.
template <u32 TEAM> FUNCTION bool is_before(const Law<TEAM> &law, const Law<TEAM> &other) {
    return ((law.end() - 1) << law.scale) + law.shift < (other.first << other.scale) + other.shift;
}

// Two times with normal dependence.
struct Pair {
    double mean[2], variance[2], sigma[2], correlation;
};

FUNCTION double sign_of(u32 split) { return split == LATE ? 1.0 : -1.0; }

FUNCTION Pair pair_of(Spread a, Spread b, double covariance) {
    Pair pair = {{a.mean, b.mean}, {a.variance, b.variance}, {sqrt(a.variance), sqrt(b.variance)}, 0.0};
    double most = pair.sigma[0] * pair.sigma[1], correlation = covariance / most;
    if (most > 0.0) pair.correlation = correlation < -1.0 ? -1.0 : correlation > 1.0 ? 1.0 : correlation;
    return pair;
}

// The probability that the first is the worse.
FUNCTION double share_of(const Pair &pair, const double *normal, u32 split) {
    double covariance = pair.correlation * pair.sigma[0] * pair.sigma[1];
    double apart = pair.variance[0] + pair.variance[1] - 2.0 * covariance;
    double variance = apart > 0.0 ? apart : 0.0, ahead = sign_of(split) * (pair.mean[0] - pair.mean[1]);
    if (variance > 0.0) return cumulative(normal, ahead / sqrt(variance));
    return 0.5 + 0.5 * (ahead == 0.0 ? 0.0 : ahead < 0.0 ? -1.0 : 1.0);
}

template <u32 TEAM> FUNCTION void alike(Law<TEAM> &a, Law<TEAM> &b, u32 bins, float *&spare) {
    u32 most = bins > 256 ? bins : 256;
    while (a.scale != b.scale) {
        bool is_fine = a.scale < b.scale;
        Law<TEAM> &fine = is_fine ? a : b, &coarse = is_fine ? b : a;
        if (2 * coarse.count < most) refine(coarse, spare);
        else coarsen(fine, spare);
    }
    shift_to(b, a.shift, spare);
}

// The worse of two that depend on each other as the pair says; returns its spread. `a` becomes it; the room of `b` and `spare` are free after. There is room for what is known of every STRIDE-th bin, and of
// each tile of sums.
template <u32 TEAM> FUNCTION Spread worse(Law<TEAM> &a, Law<TEAM> &b, const StatisticalArrays &arrays, u32 split, const Pair &pair, u32 bins, float *&spare, float *together, float *carried) {
    alike(a, b, bins, spare);
    double share = share_of(pair, arrays.normal, split);
    double excess = share * a.excess + (1.0 - share) * b.excess;
    double before = share * (pair.variance[0] + a.excess) + (1.0 - share) * (pair.variance[1] + b.excess);
    bool is_late = split == LATE;
    i64 first = is_late == (a.first > b.first) ? a.first : b.first;
    i64 end = is_late == (a.end() > b.end()) ? a.end() : b.end();
    u32 count = (u32)(end - first);
    auto bin = [&](u32 place) { return first + (i64)(is_late ? place : count - 1 - place); };
    auto until_law = [&](const Law<TEAM> &law) {
        i64 from = is_late ? law.first : end, to = is_late ? first : law.end();
        u32 outside = to > from ? (u32)(to - from) : 0;
        float better = sum<TEAM, float>(outside, [&](u32 i) { return law.at(from + (i64)i); });
        for (u32 place = THREAD; place < count; place += THREADS) spare[place] = law.at(bin(place));
        float *found = until<TEAM>(better, spare, law.room, carried, count, [](float value, float other) { return value + other; });
        spare = found == spare ? law.room : spare;
        return found;
    };
    // Where the scores of its places are.
    double half = 0.5 * (double)a.step();
    i64 origin = is_late ? first - a.first : end - 1 - a.first;
    Law<TEAM> grid = a;
    float *u = until_law(a), *v = until_law(b);
    u32 strides = (count + STRIDE - 1) / STRIDE + 1;
    if (pair.correlation != 0.0) {
        double strength = pair.correlation < 0.0 ? -pair.correlation : pair.correlation;
        Blend blend(arrays.copula, sqrt(1.0 - strength));
        float direction = pair.correlation < 0.0 ? -1.0f : 1.0f;
        for (u32 i = THREAD; i < strides; i += THREADS) {
            i64 place = (i64)i * STRIDE;
            double time = is_late ? grid.time(origin + place) + half : grid.time(origin - place) - half;
            double score[2];
            for (u32 of = 0; of < 2; of++) score[of] = sign_of(split) * (time - pair.mean[of]) / pair.sigma[of];
            together[i] = direction * blend.at(score[0], score[1]);
        }
    } else {
        for (u32 i = THREAD; i < strides; i += THREADS) together[i] = 0.0f;
    }
    barrier();
    for (u32 place = THREAD; place < count; place += THREADS) {
        float low = together[place / STRIDE], high = together[place / STRIDE + 1];
        float mixed = low + ((float)(place % STRIDE) / (float)STRIDE) * (high - low);
        float product = u[place] * v[place], least = u[place] < v[place] ? u[place] : v[place];
        spare[place] = product + mixed * (least - product);
    }
    float *ranked = until<TEAM>(0.0f, spare, u, carried, count, [](float value, float other) { return value > other ? value : other; });
    spare = ranked == spare ? u : spare;
    for (u32 place = THREAD; place < count; place += THREADS) v[bin(place) - first] = ranked[place] - (place > 0 ? ranked[place - 1] : 0.0f);
    b.room = ranked;
    a = {first, a.shift, 0.0, a.scale, count, v, v};
    drop_tails(a);
    Spread spread = spread_of(a);
    if (before > 0.0) {
        double kept = spread.variance / before;
        a.excess = excess * (kept < 1.0 ? kept : 1.0);
    }
    if (!is_within(a, bins)) {
        within(a, bins, spare);
        spread = spread_of(a);
    }
    return spread;
}
