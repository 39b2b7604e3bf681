//! Repeated timing, and the process's peak memory.

use std::time::Instant;

/// Milliseconds of several runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Times {
    /// In rising order; at least one.
    sorted: Vec<f64>,
}

impl Times {
    /// Of at least one run, in any order.
    pub(crate) fn new(mut times: Vec<f64>) -> Self {
        times.sort_unstable_by(f64::total_cmp);
        Self { sorted: times }
    }

    pub(crate) fn runs(&self) -> usize {
        self.sorted.len()
    }

    /// Of an even number of runs the mean of the middle two.
    pub(crate) fn median(&self) -> f64 {
        let middle = self.sorted.len() / 2;
        if self.sorted.len() % 2 == 1 {
            self.sorted[middle]
        } else {
            (self.sorted[middle - 1] + self.sorted[middle]) / 2.0
        }
    }

    /// The least time that so large a share of the runs does not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        self.sorted[(self.sorted.len() * percent).div_ceil(100).max(1) - 1]
    }

    pub(crate) fn least(&self) -> f64 {
        self.sorted[0]
    }

    pub(crate) fn greatest(&self) -> f64 {
        self.sorted[self.sorted.len() - 1]
    }
}

/// Runs `work` once to warm up, unless told not to, and then `runs` times; what it made last comes back. What a run made is dropped
/// before the next, outside of the time.
pub(crate) fn measure<T>(warm_up: bool, runs: usize, mut work: impl FnMut() -> T) -> (Times, T) {
    if warm_up {
        drop(work());
    }
    let mut timed = || {
        let start = Instant::now();
        let made = work();
        (start.elapsed().as_secs_f64() * 1e3, made)
    };
    let (first, mut made) = timed();
    let mut times = vec![first];
    for _ in 1..runs {
        drop(made);
        let (time, again) = timed();
        times.push(time);
        made = again;
    }
    (Times::new(times), made)
}

/// Forgets the peak so far, where the system can.
pub(crate) fn reset_peak_memory() {
    // Only Linux has this; elsewhere there is no peak to report either.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The process's peak memory in bytes since the last reset; none where the system does not say.
pub(crate) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_odd_and_even() {
        let times = |sorted: &[f64]| Times { sorted: sorted.to_vec() };
        assert_eq!(times(&[1.0, 2.0, 9.0]).median(), 2.0);
        assert_eq!(times(&[1.0, 2.0, 4.0, 9.0]).median(), 3.0);
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!((times(&hundred).percentile(99), times(&[7.0]).percentile(99)), (99.0, 7.0));
    }

    #[test]
    fn every_run_is_counted_but_the_warm_up() {
        let mut ran = 0;
        let (times, last) = measure(true, 3, || {
            ran += 1;
            ran
        });
        assert_eq!((times.runs(), last), (3, 4));
        assert!(times.least() <= times.median() && times.median() <= times.greatest());
    }
}
