//! Distributions on a grid, and what becomes of them along an arc and where several come together.
//!
//! A distribution has a mass at each of some neighbouring multiples of its *step*, a power of two in ticks, or all of them shifted: of 1 altogether. Steps differ from one distribution to
//! another, so that each has about as many bins as are asked for, however wide it is. What a mass stands for is spread linearly between its two neighbours, which keeps means; the variance that
//! this adds is written down (`excess`), and the next arc brings so much less. So mean and variance of sums are right whatever the step, and bins only bound how well shapes
//! are followed.

use zeroslack_timing::time_along;
use zeroslack_units::{LARGEST_TIME, Split, TICKS_PER_PS, Ticks};

use crate::correlated::Record;
use crate::pair::Pair;
use crate::shape::Integral;
use crate::sums::{Two, sum, sums_until};
use crate::variation::Moments;

/// The least number of bins that distributions are asked for with.
pub const FEWEST_BINS: usize = 16;

/// Less mass than this at an end of a distribution is added to the bin next to it.
const TAIL: f32 = 1e-6;

/// How far an arc's delay reaches from its mean at the most, in standard deviations: beyond, less than [`TAIL`] is left of a normal one, and 40 times that of the most skewed.
const REACH: f64 = 5.5;

/// Of the masses of a distribution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    /// Ticks.
    pub(crate) mean: f64,
    /// Ticks².
    pub(crate) variance: f64,
}

/// A time as a random variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The time of the first bin over the step.
    first: i64,
    /// The step is 2 to this, in ticks.
    scale: u32,
    /// By how many ticks all bins are later.
    shift: Ticks,
    /// What the variance is too large by, ticks².
    excess: f64,
    /// The mass of each bin.
    mass: Vec<f32>,
}

impl Distribution {
    /// A time that does not vary.
    pub fn certain(time: Ticks) -> Self {
        Self { first: time, scale: 0, shift: 0, excess: 0.0, mass: vec![1.0] }
    }

    /// A time with a delay after it, on the finest grid that has at most so many bins for it.
    pub(crate) fn certain_with(time: Ticks, delay: &Moments, bins: usize) -> Self {
        let mut scale = 0;
        while ArcBins::most(delay, 1 << scale) > bins.max(FEWEST_BINS) {
            scale += 1;
        }
        let first = time >> scale;
        let shift = time - (first << scale);
        Self { first, scale, shift, excess: 0.0, mass: vec![1.0] }.plus(delay, bins)
    }

    pub(crate) fn of_record(record: &Record<'_>) -> Self {
        let Record { first, scale, shift, excess, mass, .. } = *record;
        Self { first, scale, shift, excess, mass: mass.to_vec() }
    }

    /// The distance of bins, ticks.
    pub fn step(&self) -> Ticks {
        1 << self.scale
    }

    /// The masses of the bins, and the time of the first one.
    pub fn bins(&self) -> (Ticks, &[f32]) {
        ((self.first << self.scale) + self.shift, &self.mass)
    }

    /// The time of the middle of a bin, ticks.
    fn time(&self, bin: i64) -> f64 {
        (((self.first + bin) << self.scale) + self.shift) as f64
    }

    /// The mean of a function of time, ticks after the first bin.
    fn mean_of(&self, function: impl Fn(f64) -> f64) -> f64 {
        let step = self.step() as f64;
        sum(self.mass.len(), |bin| f64::from(self.mass[bin]) * function(bin as f64 * step))
    }

    /// Mean and variance of the masses, by the distances of bins from the middle one.
    pub(crate) fn spread(&self) -> Spread {
        let (step, middle) = (self.step() as f64, self.mass.len() / 2);
        let Two(first, second) = sum(self.mass.len(), |bin| {
            let far = bin as f64 - middle as f64;
            let moment = f64::from(self.mass[bin]) * far;
            Two(moment, moment * far)
        });
        let variance = (second - first * first).max(0.0) * step * step;
        Spread { mean: self.time(middle as i64) + first * step, variance }
    }

    /// Ticks.
    pub fn mean(&self) -> f64 {
        self.spread().mean
    }

    /// Standard deviation, ticks.
    pub fn sigma(&self) -> f64 {
        self.variance_by(&self.spread()).sqrt()
    }

    /// The variance of the time, by that of its masses, ticks².
    pub(crate) fn variance_by(&self, spread: &Spread) -> f64 {
        (spread.variance - self.excess).max(0.0)
    }

    /// The third standardised moment; 0 of a time that does not vary.
    pub fn skewness(&self) -> f64 {
        let (mean, sigma) = (self.mean_of(|time| time), self.sigma());
        if sigma == 0.0 { 0.0 } else { self.mean_of(|time| (time - mean).powi(3)) / sigma.powi(3) }
    }

    /// The time that is not exceeded with a probability, ticks. A bin's mass is thought to lie evenly around it.
    pub fn quantile(&self, probability: f64) -> f64 {
        let mut below = 0.0;
        for (bin, &mass) in self.mass.iter().enumerate() {
            let mass = f64::from(mass);
            if below + mass >= probability && mass > 0.0 {
                return self.time(bin as i64) + ((probability - below) / mass - 0.5) * self.step() as f64;
            }
            below += mass;
        }
        self.time(self.mass.len() as i64 - 1) + 0.5 * self.step() as f64
    }

    /// The probability of a time up to this one.
    pub fn probability_until(&self, time: f64) -> f64 {
        let place = (time - self.time(0)) / self.step() as f64 + 0.5;
        let whole = place.clamp(0.0, self.mass.len() as f64) as usize;
        let below: f64 = self.mass[..whole].iter().map(|&mass| f64::from(mass)).sum();
        let share = (place - whole as f64).clamp(0.0, 1.0);
        below + self.mass.get(whole).map_or(0.0, |&mass| share * f64::from(mass))
    }

    /// With a delay that does not depend on it, in at most so many bins.
    pub fn plus(mut self, delay: &Moments, bins: usize) -> Self {
        while self.mass.len() + ArcBins::most(delay, self.step()) > bins.max(FEWEST_BINS) + 1 {
            self.coarsen();
        }
        let arc = ArcBins::new(delay, self.step(), self.shift, self.excess);
        self.mass = convolve(&self.mass, &arc.mass);
        self.first += arc.first;
        (self.shift, self.excess) = (arc.shift, arc.excess);
        self.drop_tails();
        self.make_whole();
        self
    }

    /// So many ticks later, rounded to one.
    pub(crate) fn shifted(mut self, ticks: f64) -> Self {
        let later = self.shift + ticks.round() as Ticks;
        self.first += later.div_euclid(self.step());
        self.shift = later.rem_euclid(self.step());
        self
    }

    /// Before zero as far as this is after it.
    pub(crate) fn negated(mut self) -> Self {
        self.first = 1 - self.end();
        self.shift = -self.shift;
        self.mass.reverse();
        self
    }

    /// With the same mean and another variance, ticks²: wider by a normal time, or narrower in the same shape.
    pub(crate) fn with_variance(self, variance: f64, bins: usize) -> Self {
        let now = self.sigma().powi(2);
        if variance > now {
            let sigma = (libm::sqrt(variance - now) / TICKS_PER_PS) as f32;
            return self.plus(&Moments { mean: 0.0, sigma, skewness: 0.0 }, bins);
        }
        if variance >= now { self } else { self.narrowed(libm::sqrt(variance / now), bins) }
    }

    /// With all distances from the mean times a factor up to 1. Masses are spread between neighbours of a grid that is finer in proportion.
    fn narrowed(self, factor: f64, bins: usize) -> Self {
        let mean = self.mean();
        let finer = if factor > 0.0 { (-libm::log2(factor)).floor() as u32 } else { u32::MAX };
        let scale = self.scale.saturating_sub(finer);
        let step = (1i64 << scale) as f64;
        let place = |bin: i64| (mean + factor * (self.time(bin) - mean)) / step;
        let first = place(0).floor() as i64;
        let end = place(self.mass.len() as i64 - 1).floor() as i64 + 2;
        let mut mass = vec![0.0; (end - first) as usize];
        let mut moved = 0.0;
        for (bin, &of_bin) in self.mass.iter().enumerate() {
            let at = place(bin as i64) - first as f64;
            let (low, share) = (at as usize, at.fract() as f32);
            mass[low] += (1.0 - share) * of_bin;
            mass[low + 1] += share * of_bin;
            moved += f64::from(share * (1.0 - share) * of_bin);
        }
        let excess = factor * factor * self.excess + moved * step * step;
        let mut result = Self { first, scale, shift: 0, excess, mass };
        result.drop_tails();
        result.within(bins)
    }

    /// The later of two times that do not depend on each other, in at most so many bins.
    pub fn later(self, other: Self, bins: usize) -> Self {
        self.independent(other, Split::Late, bins)
    }

    /// The earlier of two times that do not depend on each other, in at most so many bins.
    pub fn earlier(self, other: Self, bins: usize) -> Self {
        self.independent(other, Split::Early, bins)
    }

    fn independent(self, other: Self, split: Split, bins: usize) -> Self {
        if let Some(sure) = self.sure_to_be_worse(&other, split) {
            return if sure { self } else { other };
        }
        let spreads = [self.spread(), other.spread()];
        let variances = [self.variance_by(&spreads[0]), other.variance_by(&spreads[1])];
        let pair = Pair::new(spreads.map(|spread| spread.mean), variances, 0.0);
        self.worse(other, split, &pair, bins).0
    }

    /// The worse of two times that depend on each other as the pair says, of which neither is sure to be the worse, in at most so many bins: a time is the worse one's where one is there and the
    /// other is there too, or better.
    pub(crate) fn worse(self, other: Self, split: Split, pair: &Pair, bins: usize) -> (Self, Spread) {
        let [a, b] = alike(self, other, bins);
        let (first, end) = match split {
            Split::Late => (a.first.max(b.first), a.end().max(b.end())),
            Split::Early => (a.first.min(b.first), a.end().min(b.end())),
        };
        let count = (end - first) as usize;
        // From the better to the worse.
        let bin = |place: usize| first + if split == Split::Late { place } else { count - 1 - place } as i64;
        let [u, v] = [&a, &b].map(|part| {
            let better = match split {
                Split::Late => part.mass_from(part.first, first),
                Split::Early => part.mass_from(end, part.end()),
            };
            sums_until(better, (0..count).map(|place| part.mass_at(bin(place))).collect())
        });
        let together = pair.along(split, count, |place| match split {
            Split::Late => a.time((first - a.first) + place) + 0.5 * a.step() as f64,
            Split::Early => a.time((end - 1 - a.first) - place) - 0.5 * a.step() as f64,
        });
        let mut mass = vec![0.0; count];
        let mut until = 0.0f32;
        for (place, together) in together.enumerate() {
            let product = u[place] * v[place];
            let here = (product + together * (u[place].min(v[place]) - product)).max(until);
            mass[(bin(place) - first) as usize] = here - until;
            until = here;
        }
        Self::merged(first, mass, [&a, &b], pair, split).spread_within(bins)
    }

    /// Whether it is the worse one in any case; none where that varies.
    pub(crate) fn sure_to_be_worse(&self, other: &Self, split: Split) -> Option<bool> {
        let is_later = if other.is_before(self) {
            Some(true)
        } else if self.is_before(other) {
            Some(false)
        } else {
            None
        };
        is_later.map(|is_later| is_later == (split == Split::Late))
    }

    /// What two of one step make. As of the variance, as much is left of what it is too large by.
    fn merged(first: i64, mass: Vec<f32>, [a, b]: [&Self; 2], pair: &Pair, split: Split) -> Self {
        let share = pair.share(split);
        let excess = share * a.excess + (1.0 - share) * b.excess;
        let [of_a, of_b] = pair.variances();
        let before = share * (of_a + a.excess) + (1.0 - share) * (of_b + b.excess);
        let mut result = Self { first, scale: a.scale, shift: a.shift, excess: 0.0, mass };
        result.drop_tails();
        if before > 0.0 {
            result.excess = excess * (result.spread().variance / before).min(1.0);
        }
        result
    }

    /// The same in at most so many bins, with its spread.
    fn spread_within(self, bins: usize) -> (Self, Spread) {
        let result = self.within(bins);
        let spread = result.spread();
        (result, spread)
    }

    /// Whether it is over before another one begins.
    fn is_before(&self, other: &Self) -> bool {
        ((self.end() - 1) << self.scale) + self.shift < (other.first << other.scale) + other.shift
    }

    fn mass_at(&self, place: i64) -> f32 {
        usize::try_from(place - self.first).ok().and_then(|bin| self.mass.get(bin)).copied().unwrap_or(0.0)
    }

    /// The mass of some bins.
    fn mass_from(&self, first: i64, end: i64) -> f32 {
        sum((end - first).max(0) as usize, |i| self.mass_at(first + i as i64))
    }

    fn end(&self) -> i64 {
        self.first + self.mass.len() as i64
    }

    /// The same in at most so many bins.
    fn within(mut self, bins: usize) -> Self {
        while self.mass.len() > bins.max(FEWEST_BINS) {
            self.coarsen();
        }
        self
    }

    /// Puts its masses on the grid with another shift, each between two neighbours.
    fn shift_to(&mut self, shift: Ticks) {
        let (step, later) = (self.step(), self.shift - shift);
        let share = later.rem_euclid(step) as f32 / step as f32;
        self.first += later.div_euclid(step);
        self.shift = shift;
        if share > 0.0 {
            self.mass = convolve(&self.mass, &[1.0 - share, share]);
            self.excess += f64::from(share * (1.0 - share)) * (step as f64).powi(2);
        }
    }

    /// Puts a bin between each two, which takes of the masses beside it.
    fn refine(&mut self) {
        let mut mass = vec![0.0; 2 * self.mass.len() + 1];
        for (bin, &of_bin) in self.mass.iter().enumerate() {
            for (place, share) in [0.25, 0.5, 0.25].into_iter().enumerate() {
                mass[2 * bin + place] += share * of_bin;
            }
        }
        (self.first, self.scale, self.mass) = (2 * self.first - 1, self.scale - 1, mass);
        self.excess += 0.5 * (self.step() as f64).powi(2);
    }

    /// Takes every other bin away, whose mass goes to its neighbours.
    fn coarsen(&mut self) {
        let step = self.step() as f64;
        let (first, end) = (self.first.div_euclid(2), (self.end() - 1).div_euclid(2) + 2);
        let mut mass = vec![0.0; (end - first) as usize];
        for (place, &of_bin) in (self.first..).zip(&self.mass) {
            let low = (place.div_euclid(2) - first) as usize;
            if place.rem_euclid(2) == 0 {
                mass[low] += of_bin;
            } else {
                mass[low] += 0.5 * of_bin;
                mass[low + 1] += 0.5 * of_bin;
            }
        }
        let is_moved = |bin: usize| (self.first + bin as i64).rem_euclid(2) != 0;
        let moved = sum(self.mass.len(), |bin| if is_moved(bin) { f64::from(self.mass[bin]) } else { 0.0 });
        self.excess += moved * step * step;
        (self.first, self.scale, self.mass) = (first, self.scale + 1, mass);
    }

    /// Adds what is next to nothing at both ends to the bins beside it.
    fn drop_tails(&mut self) {
        let mut dropped = 0.0;
        let mut start = 0;
        while start + 1 < self.mass.len() && dropped + self.mass[start] < TAIL {
            dropped += self.mass[start];
            start += 1;
        }
        self.mass[start] += dropped;
        self.mass.drain(..start);
        self.first += start as i64;
        dropped = 0.0;
        while self.mass.len() > 1 && dropped + self.mass[self.mass.len() - 1] < TAIL {
            dropped += self.mass.pop().unwrap_or(0.0);
        }
        let last = self.mass.len() - 1;
        self.mass[last] += dropped;
    }

    /// Makes all mass 1 again, at the bin that has the most.
    fn make_whole(&mut self) {
        let all = sum(self.mass.len(), |bin| self.mass[bin]);
        if let Some(most) =
            (0..self.mass.len()).max_by(|&a, &b| self.mass[a].total_cmp(&self.mass[b]).then(b.cmp(&a)))
        {
            self.mass[most] += 1.0 - all;
        }
    }
}

/// Two on one grid, shifted as the first: the finer one's step, as a wide distribution that a narrow one meets may matter only beside it; the other one's where that would be far more bins than asked for.
fn alike(mut a: Distribution, mut b: Distribution, bins: usize) -> [Distribution; 2] {
    let most = bins.max(256);
    while a.scale != b.scale {
        let (fine, coarse) = if a.scale < b.scale { (&mut a, &mut b) } else { (&mut b, &mut a) };
        if 2 * coarse.mass.len() < most {
            coarse.refine();
        } else {
            fine.coarsen();
        }
    }
    b.shift_to(a.shift);
    [a, b]
}

/// Every sum in the order of the second's bins.
fn convolve(a: &[f32], b: &[f32]) -> Vec<f32> {
    let mut sums = vec![0.0; a.len() + b.len() - 1];
    for (j, &of_b) in b.iter().enumerate() {
        for (sum, &of_a) in sums[j..].iter_mut().zip(a) {
            *sum += of_a * of_b;
        }
    }
    sums
}

/// A delay on the grid of an arrival.
struct ArcBins {
    first: i64,
    /// What of the mean and of the arrival's shift is not on the grid.
    shift: Ticks,
    excess: f64,
    mass: Vec<f32>,
}

impl ArcBins {
    /// How many bins a delay takes at the most on a grid of so many ticks.
    fn most(delay: &Moments, step: Ticks) -> usize {
        let reach = REACH * sigma_of(delay) / step as f64;
        2 * reach.ceil() as usize + 3
    }

    /// Of a delay after an arrival with a shift, whose variance is taken to be less by what the arrival's is too large by, as far as there is any.
    fn new(delay: &Moments, step: Ticks, shift: Ticks, excess: f64) -> Self {
        let mean = time_along(delay.mean) + shift;
        let middle = (mean + step / 2).div_euclid(step);
        let rest = mean - middle * step;
        let step = step as f64;
        let (sigma, off) = (sigma_of(delay) / step, rest as f64 / step);
        let wanted = sigma * sigma - excess / (step * step);
        let variance = wanted.max(0.0);
        // The least variance of masses on the grid with this mean.
        let is_on_grid = variance >= off.abs() * (1.0 - off.abs());
        let (off, shift) = if is_on_grid { (off, 0) } else { (0.0, rest) };
        let square = variance + off * off;
        let mass = if square <= 1.0 {
            vec![0.5 * (square - off), 1.0 - square, 0.5 * (square + off)]
        } else {
            let sigma = (variance - 1.0 / 6.0).sqrt();
            let reach = (REACH * sigma).ceil() as i64 + 1;
            let integral = Integral::of(delay.skewness);
            let at = |bin: i64| sigma * integral.at((bin as f64 - off) / sigma);
            (-reach..=reach).map(|bin| (at(bin + 1) - 2.0 * at(bin) + at(bin - 1)).max(0.0)).collect()
        };
        let first = middle - (mass.len() / 2) as i64;
        let excess = (variance - wanted) * step * step;
        let mass = mass.into_iter().map(|mass: f64| mass as f32).collect();
        let mut bins = Distribution { first, scale: 0, shift: 0, excess, mass };
        bins.drop_tails();
        Self { first: bins.first, shift, excess, mass: bins.mass }
    }
}

/// A standard deviation in ticks, within its bounds.
pub(crate) fn sigma_of(delay: &Moments) -> f64 {
    f64::from(delay.sigma.clamp(0.0, LARGEST_TIME).max(0.0)) * TICKS_PER_PS
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use zeroslack_testing::config;

    use super::*;

    fn delay(mean: f32, sigma: f32, skewness: f32) -> Moments {
        Moments { mean, sigma, skewness }
    }

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} for {expected}, within {tolerance}");
    }

    /// All mass is there, and nothing is less than nothing.
    fn is_whole(distribution: &Distribution) {
        let all: f64 = distribution.mass.iter().map(|&mass| f64::from(mass)).sum();
        close(all, 1.0, 1e-6);
        assert!(distribution.mass.iter().all(|&mass| mass >= 0.0), "{:?}", distribution.mass);
    }

    #[test]
    fn a_delay_after_a_certain_time() {
        for skewness in [-0.9, -0.3, 0.0, 0.5, 0.9] {
            let time = Distribution::certain(12_345_678).plus(&delay(37.123, 2.5, skewness), 128);
            is_whole(&time);
            close(time.mean(), 12_345_678.0 + 371_230.0, 30.0);
            close(time.sigma(), 25_000.0, 50.0);
            close(time.skewness(), f64::from(skewness), 0.02);
        }
        let time = Distribution::certain(0).plus(&delay(100.0, 10.0, 0.0), 64);
        for (probability, sigmas) in
            [(0.00135, -3.0), (0.1587, -1.0), (0.5, 0.0), (0.97725, 2.0), (0.99865, 3.0)]
        {
            close(time.quantile(probability), 1e6 + sigmas * 1e5, 4e3);
            close(time.probability_until(1e6 + sigmas * 1e5), probability, 2e-3);
        }
    }

    #[test]
    fn standard_deviations_beyond_all_bounds() {
        for sigma in [f32::INFINITY, f32::MAX, 1e9] {
            let time = Distribution::certain(0).plus(&delay(1.0, sigma, 0.0), 64);
            close(time.sigma(), 1e13, 2e10);
        }
        for sigma in [f32::NAN, -1.0, 0.0] {
            assert_eq!(Distribution::certain(0).plus(&delay(1.0, sigma, 0.0), 64).sigma(), 0.0);
        }
    }

    #[test]
    fn delays_that_do_not_vary() {
        let time = Distribution::certain(5).plus(&delay(1.5, 0.0, 0.0), 16).plus(&delay(-0.25, 0.0, 0.0), 16);
        assert_eq!(time.mean(), 12_505.0);
        assert_eq!((time.sigma(), time.skewness()), (0.0, 0.0));
    }

    /// Of two independent standard normal times the later has mean 1/√π and variance 1 − 1/π.
    #[test]
    fn the_later_and_the_earlier_of_two() {
        let one = Distribution::certain(0).plus(&delay(0.0, 1.0, 0.0), 256);
        let mean = 1e4 / std::f64::consts::PI.sqrt();
        let sigma = 1e4 * (1.0 - std::f64::consts::FRAC_1_PI).sqrt();
        for (merged, sign) in
            [(one.clone().later(one.clone(), 256), 1.0), (one.clone().earlier(one.clone(), 256), -1.0)]
        {
            is_whole(&merged);
            close(merged.mean(), sign * mean, 60.0);
            close(merged.sigma(), sigma, 30.0);
            close(merged.skewness(), sign * 0.137, 0.01);
        }
    }

    #[test]
    fn shifts_and_signs() {
        let time = Distribution::certain(1_234).plus(&delay(5.0, 3.0, 0.5), 64);
        let (mean, sigma, skewness) = (time.mean(), time.sigma(), time.skewness());
        let later = time.clone().shifted(-98_765.0);
        close(later.mean(), mean - 98_765.0, 0.1);
        assert_eq!(later.bins().1, time.bins().1);
        let negated = later.negated();
        close(negated.mean(), 98_765.0 - mean, 0.1);
        close(negated.sigma(), sigma, 0.1);
        close(negated.skewness(), -skewness, 1e-4);
    }

    #[test]
    fn other_variances() {
        let time = Distribution::certain(777).plus(&delay(10.0, 4.0, 0.6), 64);
        for factor in [0.0f64, 0.001, 0.1, 0.3, 0.5, 0.77, 0.99, 1.0, 1.5, 4.0] {
            let other = time.clone().with_variance((factor * 4e4).powi(2), 64);
            is_whole(&other);
            assert!(other.bins().1.len() <= 66);
            close(other.mean(), time.mean(), 30.0);
            close(other.sigma(), factor * 4e4, 0.01 * factor * 4e4 + 1.0);
            if (0.1..=1.0).contains(&factor) {
                close(other.skewness(), 0.6, 0.02);
            }
        }
        let certain = Distribution::certain(42);
        assert_eq!(certain.clone().with_variance(0.0, 64), certain);
    }

    #[test]
    fn who_is_sure_to_win_stays_as_it_is() {
        let early = Distribution::certain(0).plus(&delay(10.0, 1.0, 0.2), 64);
        let late = Distribution::certain(0).plus(&delay(1e6, 1.0, -0.2), 64);
        assert_eq!(early.clone().later(late.clone(), 64), late);
        assert_eq!(late.clone().later(early.clone(), 256), late);
        assert_eq!(early.clone().earlier(late.clone(), 256), early);
        assert_eq!(late.earlier(early.clone(), 256), early);
    }

    /// Every merge of masses by their sums over all pairs.
    fn by_pairs(
        a: &Distribution,
        b: &Distribution,
        keep: impl Fn(i64, i64) -> i64,
    ) -> std::collections::BTreeMap<i64, f64> {
        let mut all = std::collections::BTreeMap::new();
        let bins = |of: &Distribution| (of.first..).zip(of.mass.clone()).collect::<Vec<_>>();
        for (i, of_a) in bins(a) {
            for &(j, of_b) in &bins(b) {
                *all.entry(keep(i, j)).or_insert(0.0) += f64::from(of_a) * f64::from(of_b);
            }
        }
        all
    }

    fn masses() -> impl Strategy<Value = Distribution> {
        let mass = prop::collection::vec(0u32..50, 1..9);
        (-20i64..20, mass).prop_map(|(first, mut mass)| {
            mass.push(1);
            mass.insert(0, 1);
            let all: u32 = mass.iter().sum();
            let mass = mass.into_iter().map(|mass| mass as f32 / all as f32).collect();
            let mut made = Distribution { first, scale: 0, shift: 0, excess: 0.0, mass };
            made.make_whole();
            made
        })
    }

    proptest! {
        #![proptest_config(config(256))]

        #[test]
        fn merges_are_those_of_all_pairs(a in masses(), b in masses()) {
            let later = a.clone().later(b.clone(), 256);
            for (time, expected) in by_pairs(&a, &b, i64::max) {
                let found = later.mass.get((time - later.first) as usize).copied().unwrap_or(0.0);
                prop_assert!((f64::from(found) - expected).abs() < 1e-6);
            }
            let earlier = a.clone().earlier(b.clone(), 256);
            for (time, expected) in by_pairs(&a, &b, i64::min) {
                let found = usize::try_from(time - earlier.first).ok().and_then(|bin| earlier.mass.get(bin).copied());
                prop_assert!((f64::from(found.unwrap_or(0.0)) - expected).abs() < 1e-6);
            }
        }

        /// Whatever the steps in between: means and variances of sums are sums of means and variances.
        #[test]
        fn moments_of_sums(delays in prop::collection::vec((-50.0f32..200.0, 0.0f32..20.0, -0.9f32..0.9), 1..30), bins in 16usize..200) {
            let mut time = Distribution::certain(0);
            let [mut mean, mut variance] = [0.0; 2];
            for (of_delay, sigma, skewness) in delays {
                let moments = delay(of_delay, sigma, skewness);
                time = time.plus(&moments, bins);
                mean += time_along(of_delay) as f64;
                variance += (f64::from(sigma) * 1e4).powi(2);
                is_whole(&time);
                prop_assert!(time.mass.len() <= bins + 1, "{} of {bins}", time.mass.len());
            }
            let sigma = variance.sqrt();
            prop_assert!((time.mean() - mean).abs() <= 2e-3 * sigma + 1.0, "{} for {mean}, {sigma}", time.mean());
            prop_assert!((time.sigma() - sigma).abs() <= 0.02 * sigma + 1.0, "{} for {sigma}", time.sigma());
        }
    }
}
