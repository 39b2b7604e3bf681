//! The kernels on a real GPU against the CPU engine; skipped, with a message, where there is none.

#![expect(clippy::print_stdout, reason = "says what is skipped")]

mod suite;

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use zeroslack::timing::Calculator;
use zeroslack_cuda::{CudaError, Device};

use suite::recipe::{Recipe, recipes};

/// The first GPU. A driver or GPU that is there but fails is a failure.
fn device() -> Option<Arc<Device>> {
    match Device::open(0) {
        Ok(device) => Some(device),
        Err(error @ (CudaError::NoDriver | CudaError::NoDevice { .. })) => {
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn example() {
    device().into_iter().for_each(suite::check_example);
}

#[test]
fn odd_tables_and_wires() {
    if let Some(device) = device() {
        suite::check_odd(|| Arc::clone(&device));
    }
}

#[test]
fn contest_designs() {
    if let Some(device) = device() {
        suite::check_contest(|| Arc::clone(&device));
    }
}

#[test]
fn synthetic_design() {
    if let Some(device) = device() {
        suite::check_synthetic(device, 100_000);
    }
}

#[test]
fn worst_paths() {
    let Some(device) = device() else { return };
    let machine = || Arc::clone(&device);
    suite::check_few_paths(machine);
    suite::check_ladders(machine, &[100, 3000, 20_000]);
    suite::check_wide(machine, 100_000);
    suite::search_contest(machine, 100_000);
    for gates in [2000, 20_000, 100_000] {
        suite::search_synthetic(machine(), gates, 100_000);
    }
    for seed in 0..4 {
        suite::search_random(machine(), &Recipe::large(seed, 4000), seed % 2 == 0, 20_000);
    }
}

#[test]
fn worst_paths_of_random_designs() {
    let Some(device) = device() else { return };
    let config = ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(&recipes(16, 6), |recipe| {
        for is_contest in [false, true] {
            for most in [3, 25, 400] {
                suite::search_random(Arc::clone(&device), &recipe, is_contest, most);
            }
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn random_designs() {
    let Some(device) = device() else { return };
    for seed in 0..4 {
        suite::check_random(Arc::clone(&device), &Recipe::large(seed, 4000), false, Calculator::Elmore);
    }
    let config = ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(&recipes(16, 6), |recipe| {
        for calculator in [Calculator::Elmore, Calculator::Lumped] {
            for is_contest in [false, true] {
                suite::check_random(Arc::clone(&device), &recipe, is_contest, calculator);
            }
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
