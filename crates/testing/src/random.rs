//! How many random cases a test draws, and from which seed: one budget for the whole workspace.

use std::panic::Location;

use proptest::test_runner::{Config, RngSeed};

use crate::tally;

/// The share of its full number of random cases that each test draws: `ZEROSLACK_RANDOM`, or [`DEFAULT_SHARE`].
fn budget() -> f64 {
    let Ok(stated) = std::env::var("ZEROSLACK_RANDOM") else { return DEFAULT_SHARE };
    let share = stated.parse().ok().filter(|share: &f64| share.is_finite() && *share > 0.0);
    share.unwrap_or_else(|| panic!("ZEROSLACK_RANDOM is '{stated}', not a positive number"))
}

/// A share that `cargo test` takes a few minutes for. `.ci/run` draws three times as many, `.ci/long` far more.
const DEFAULT_SHARE: f64 = 0.05;

/// How large or how many: `full` at a budget of 1 and more, `less` in a commit, where small designs have to show what large ones do.
pub fn by_budget<T>(full: T, less: T) -> T {
    if budget() >= 1.0 { full } else { less }
}

/// The seed of all random cases: any text in `ZEROSLACK_SEED`, such as the name of a commit. 0 if that is not set, so that a run can be repeated.
fn seed() -> u64 {
    std::env::var("ZEROSLACK_SEED").map_or(0, |text| hash(text.as_bytes()))
}

/// Whether this is the long run of all tests (`ZEROSLACK_LONG=1`, as `.ci/long` sets it), where nothing that a test needs may be missing.
pub fn is_long() -> bool {
    std::env::var("ZEROSLACK_LONG").as_deref() == Ok("1")
}

/// FNV-1a (Fowler, Noll, Vo), 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The number of random cases to draw where `full` is the number at a budget of 1; at least 1.
pub fn cases(full: u32) -> u32 {
    let cases = ((f64::from(full) * budget()).round() as u32).max(1);
    tally::note(tally::Kind::Random, u64::from(cases), "");
    cases
}

/// Seeds of random cases, `full` of them at a budget of 1. The first one is 0 or a multiple of 5040, for what a test makes of a seed by small divisors.
pub fn seeds(full: u32) -> impl Iterator<Item = u64> {
    let first = (seed() >> 32) / 5040 * 5040;
    (0..u64::from(cases(full))).map(move |number| first + number)
}

/// Configures `proptest` to draw `full` cases at a budget of 1. Tests in other places draw other cases from the same seed.
#[track_caller]
pub fn config(full: u32) -> Config {
    let place = Location::caller();
    let own = hash(format!("{} {}", place.file(), place.line()).as_bytes());
    Config {
        cases: cases(full),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed() ^ own),
        ..Config::default()
    }
}
