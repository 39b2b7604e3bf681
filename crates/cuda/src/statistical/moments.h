// Arrivals by their moments: the twin of `ssta/src/moments.rs`, `central.rs`, `clark.rs` and `sensitivity.rs`, whose comments say what and why. A block of one warp makes one arrival. Moments are the same in each
// of its threads; components are shared out among them.

#pragma once

#include "arrivals.h"

// Words of a record before its components.
#define MOMENTS_WORDS 8

#define FURTHEST_THRESHOLD 8.0
#define SURE_SQUARE 128.0
#define MOST_BENT 2.0
#define BEND_STEPS 4
#define THRESHOLD_STEPS 2
#define SERIES_TERMS 7

// Where the normal distribution is among the shapes.
#define NORMAL_SHAPE 20

struct Central {
    double mean, variance, third;

    METHOD Central negated() const { return {-mean, variance, -third}; }

    METHOD double skewness() const {
        double cube = variance * sqrt(variance);
        return cube > 0.0 ? third / cube : 0.0;
    }

    METHOD Central without(double part) const {
        double rest = variance - part, left = rest > 0.0 ? rest : 0.0;
        double share = variance > 0.0 ? left / variance : 0.0;
        double skew = skewness(), size = skew < 0.0 ? -skew : skew;
        double within = size < (double)MOST_SKEWNESS ? (double)MOST_SKEWNESS : size > MOST_BENT ? MOST_BENT : size;
        double most = within * (left * sqrt(left)), of_rest = share * third;
        return {mean, left, of_rest < -most ? -most : of_rest > most ? most : of_rest};
    }
};

// Density and distribution function of the normal distribution.
struct NormalAt {
    double density, below;

    METHOD NormalAt(const double *shapes, double score) {
        double x = score < -SHAPE_REACH ? -SHAPE_REACH : score > SHAPE_REACH ? SHAPE_REACH : score;
        u32 place = (u32)((x + SHAPE_REACH) / SHAPE_PITCH + 0.5);
        const double *point = shapes + ((u64)NORMAL_SHAPE * SHAPE_POINTS + place) * 3;
        double at = -SHAPE_REACH + (double)place * SHAPE_PITCH, after = x - at, squared = at * at;
        double second = 0.5 * (squared - 1.0);
        double third = at * (squared - 3.0) / 6.0;
        double fourth = (squared * (squared - 6.0) + 3.0) / 24.0;
        double of_density = 1.0 - after * (at - after * (second - after * (third - after * fourth)));
        double of_function = 1.0 - after * (0.5 * at - after * (second / 3.0 - after * (0.25 * third)));
        double here = read(point, 0);
        density = here * of_density;
        below = read(point, 1) + here * after * of_function;
    }
};

// A time as a polynomial of a standard normal number.
struct Bent {
    double slope, bend;

    METHOD Bent(const Central &time) {
        double sigma = sqrt(time.variance), skewness = time.skewness(), share = skewness / 6.0;
        for (u32 step = 0; step < BEND_STEPS; step++) {
            double squared = share * share;
            share -= ((6.0 - 4.0 * squared) * share - skewness) / (6.0 - 12.0 * squared);
        }
        slope = sigma * sqrt(1.0 - 2.0 * share * share);
        bend = sigma * share;
    }
};

// Coefficients of Hermite polynomials.
struct Series {
    double of[SERIES_TERMS];

    METHOD double at(u32 place, u32 back) const { return place < back || place - back >= SERIES_TERMS ? 0.0 : of[place - back]; }

    METHOD Series times(double constant, double slope, double bend) const {
        Series result;
        UNROLL
        for (u32 place = 0; place < SERIES_TERMS; place++) {
            double n = (double)place;
            double first = at(place, 1) + (n + 1.0) * at(place + 1, 0);
            double second = at(place, 2) + 2.0 * n * at(place, 0) + (n + 2.0) * (n + 1.0) * at(place + 2, 0);
            result.of[place] = constant * at(place, 0) + slope * first + bend * second;
        }
        return result;
    }

    METHOD double edge(double correlation, double threshold) const {
        double sum = 0.0, power = 1.0, before = 0.0, polynomial = 1.0;
        UNROLL
        for (u32 n = 1; n < SERIES_TERMS; n++) {
            power *= correlation;
            sum += of[n] * power * polynomial;
            double next = threshold * polynomial - (double)(n - 1) * before;
            before = polynomial;
            polynomial = next;
        }
        return sum;
    }
};

FUNCTION double within_one(double value) { return value < -1.0 ? -1.0 : value > 1.0 ? 1.0 : value; }

// The worse of two times: the first one with a probability, which is 1 or 0 where there is no doubt.
struct WorseMoments {
    Central time;
    double share;
};

// Two times of which either can be the later.
struct Rivals {
    Bent x, y;
    double ahead, correlations[2], threshold;
    bool is_any;

    METHOD Rivals(const Central &a, const Central &b, double of_ahead, double correlation) : x(a), y(b), ahead(of_ahead), correlations{0.0, 0.0}, threshold(0.0), is_any(false) {
        double variance = x.slope * x.slope + y.slope * y.slope - 2.0 * correlation * (x.slope * y.slope);
        if (variance <= 0.0) return;
        is_any = true;
        double sigma = sqrt(variance);
        correlations[0] = within_one((x.slope - correlation * y.slope) / sigma);
        correlations[1] = within_one((correlation * x.slope - y.slope) / sigma);
        double bend = x.bend * (correlations[0] * correlations[0]) - y.bend * (correlations[1] * correlations[1]);
        double start = -ahead / sigma;
        threshold = start < -FURTHEST_THRESHOLD ? -FURTHEST_THRESHOLD : start > FURTHEST_THRESHOLD ? FURTHEST_THRESHOLD : start;
        for (u32 step = 0; step < THRESHOLD_STEPS; step++) {
            double slope = sigma + 2.0 * bend * threshold, steep = slope > 0.5 * sigma ? slope : 0.5 * sigma;
            threshold -= (ahead + sigma * threshold + bend * (threshold * threshold - 1.0)) / steep;
        }
    }

    METHOD WorseMoments moments(const double *shapes) const {
        NormalAt at(shapes, threshold);
        double share = 1.0 - at.below, raw[3];
        Series of_x = {{1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}}, of_y = of_x;
        UNROLL
        for (u32 power = 0; power < 3; power++) {
            of_x = of_x.times(0.0, x.slope, x.bend);
            of_y = of_y.times(-ahead, y.slope, y.bend);
            double first = of_x.edge(correlations[0], threshold), second = of_y.edge(correlations[1], threshold);
            raw[power] = share * of_x.of[0] + at.below * of_y.of[0] + at.density * (first - second);
        }
        double mean = raw[0], variance = raw[1] - mean * mean;
        double third = raw[2] - 3.0 * mean * raw[1] + 2.0 * (mean * mean) * mean;
        return {{mean, variance > 0.0 ? variance : 0.0, third}, share};
    }
};

FUNCTION double common_variance(double a, double b, double covariance) {
    double difference = a + b - 2.0 * covariance;
    if (covariance <= 0.0 || difference <= 0.0) return 0.0;
    double most = (a * b - covariance * covariance) / difference, within = most > 0.0 ? most : 0.0;
    return covariance < within ? covariance : within;
}

FUNCTION WorseMoments later(const double *shapes, const Central &a, const Central &b, double covariance) {
    double ahead = a.mean - b.mean, common = common_variance(a.variance, b.variance, covariance);
    Central own_a = a.without(common), own_b = b.without(common);
    double most = sqrt(own_a.variance) * sqrt(own_b.variance);
    double correlation = most > 0.0 ? within_one((covariance - common) / most) : 0.0;
    Rivals rivals(own_a, own_b, ahead, correlation);
    if (!rivals.is_any) return {a, ahead >= 0.0 ? 1.0 : 0.0};
    if (rivals.threshold <= -FURTHEST_THRESHOLD) return {a, 1.0};
    if (rivals.threshold >= FURTHEST_THRESHOLD) return {a, 0.0};
    WorseMoments merged = rivals.moments(shapes);
    double rest = merged.share * (a.third - own_a.third) + (1.0 - merged.share) * (b.third - own_b.third);
    return {{a.mean + merged.time.mean, merged.time.variance + common, merged.time.third + rest}, merged.share};
}

struct MomentsMaker {
    const StatisticalArrays &arrays;
    u32 node, lane, split;
    float *components; // Of the arrival, in the device's memory.
    Central found;
    bool is_any;

    METHOD Central followed(const Central &time) const { return {time.mean, time.variance, arrays.is_skewed != 0 ? time.third : 0.0}; }

    METHOD void keep(const Central &time, const Components &from) {
        barrier();
        for (u32 i = THREAD; i < arrays.components; i += THREADS) components[i] = from.at(i);
        found = time;
        is_any = true;
        barrier();
    }

    // What comes by an arc.
    METHOD void come(u32 arc, u32 packed) {
        u32 to = lane % 2, of_lane = 2 * split + other_end(packed, to), count = arrays.components;
        u64 moments = (u64)arc * LANES + lane;
        float mean = read(arrays.mean, moments), skewness = read(arrays.skewness, moments);
        const u32 *record = record_at(arrays, read(arrays.arc_slot, arc), of_lane);
        const MomentsHead &head = *(const MomentsHead *)record;
        if (!has_signal(mean) || head.is_any == 0) return;
        double sigma = sigma_of_delay(read(arrays.sigma, moments)), variance = sigma * sigma;
        float skew = skewness < -MOST_SKEWNESS ? -MOST_SKEWNESS : skewness > MOST_SKEWNESS ? MOST_SKEWNESS : skewness;
        Central time = followed({head.mean + (double)ticks(mean), head.variance + variance, head.third + (double)skew * variance * sigma});
        Components put = {0, 0, 0.0f, 1.0f};
        if (count > 0) {
            u64 variable = place_of_delay(arc, to);
            put = {(const float *)(record + MOMENTS_WORDS), component_of(variable, count), signed_of(variable, sigma), 1.0f};
            put.factor = factor_to(time.variance, sum<SMALL_TEAM, double>(count, [&](u32 i) { return (double)put.at(i) * (double)put.at(i); }));
        }
        merge(time, put);
    }

    METHOD void start(i64 time) { merge({(double)time, 0.0, 0.0}, {0, 0, 0.0f, 1.0f}); }

    METHOD void merge(const Central &time, const Components &from) {
        if (!is_any) return keep(time, from);
        double apart = found.mean - time.mean;
        if (apart * apart >= SURE_SQUARE * (found.variance + time.variance)) {
            bool is_first = (apart >= 0.0) == (split == LATE) || apart == 0.0;
            if (!is_first) keep(time, from);
            return;
        }
        double covariance = covariance_of<SMALL_TEAM>(components, arrays.components, from, found.variance, time.variance);
        WorseMoments worse = split == LATE ? later(arrays.shapes, found, time, covariance) : later(arrays.shapes, found.negated(), time.negated(), covariance);
        if (worse.share == 1.0) return;
        if (worse.share == 0.0) return keep(time, from);
        found = followed(split == LATE ? worse.time : worse.time.negated());
        blend<SMALL_TEAM>(components, arrays.components, from, (float)worse.share, found.variance, place_of_merge(2 * node + lane % 2, split));
    }
};

// A block makes the arrival of a lane of one of the nodes of a step.
FUNCTION void moments_arrivals(const StatisticalArrays &arrays) {
    u32 node = arrays.first_node + BLOCK / LANES, lane = BLOCK % LANES;
    u32 *record = record_at(arrays, read(arrays.node_slot, node), lane);
    MomentsMaker maker = {arrays, node, lane, lane / 2, (float *)(record + MOMENTS_WORDS), {0.0, 0.0, 0.0}, false};
    collect(arrays, node, lane, maker);
    if (THREAD != 0) return;
    MomentsHead head = {maker.found.mean, maker.found.variance, maker.found.third, maker.is_any ? 1u : 0u, 0};
    *(MomentsHead *)record = head;
}
