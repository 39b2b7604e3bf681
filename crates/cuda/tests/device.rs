//! The kernels on a real GPU against the CPU engine; skipped, with a message, where there is none.

#![expect(clippy::print_stdout, reason = "says what is skipped")]

mod suite;

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use zeroslack::timing::Calculator;
use zeroslack::{DesignFiles, EngineChoice, EngineOptions, Session, Silent};
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
fn new_parasitics() {
    device().into_iter().for_each(suite::check_parasitics);
}

#[test]
fn sessions() {
    let Some(device) = device() else { return };
    suite::check_edits(Arc::clone(&device));
    suite::check_synthetic_session(Arc::clone(&device), 20_000);
    suite::check_sharing(Arc::clone(&device));
    suite::check_small(Arc::clone(&device));
    suite::check_random_session(device, &Recipe::large(14, 1000), false);
}

/// The GPU that a session opens itself.
#[test]
fn session_with_a_device_of_its_own() {
    let Some(device) = device() else { return };
    let engine = EngineOptions { engine: EngineChoice::Cuda, gpu: 0 };
    let files = DesignFiles { engine, ..suite::example_files() };
    let session = Session::load(&files, &Silent).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(session.gpu(), Some(device.name()));
}

#[test]
fn odd_tables_and_wires() {
    if let Some(device) = device() {
        suite::check_odd(|| Arc::clone(&device));
    }
}

#[test]
fn shapes_of_graphs() {
    if let Some(device) = device() {
        suite::check_shapes(|| Arc::clone(&device));
    }
}

#[test]
fn networks_that_are_no_trees() {
    if let Some(device) = device() {
        suite::check_networks(|| Arc::clone(&device));
    }
}

#[test]
fn equal_slacks() {
    device().into_iter().for_each(suite::check_ties);
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
    suite::search_ties(machine(), 5000);
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
fn quotas() {
    let Some(device) = device() else { return };
    let machine = || Arc::clone(&device);
    suite::quotas_of_kinds(machine, &[4, 70, 900, 20_000]);
    suite::quotas_of_ladders(machine, &[5, 60, 1000, 20_000]);
    for gates in [2000, 20_000, 100_000] {
        suite::quotas_synthetic(machine(), gates, 100_000);
    }
    for seed in 0..4 {
        suite::quotas_random(machine(), &Recipe::large(seed, 4000), seed % 2 == 0, 20_000);
    }
}

#[test]
fn cones() {
    let Some(device) = device() else { return };
    let machine = || Arc::clone(&device);
    suite::cones_of_ports(machine(), 200);
    for gates in [2000, 100_000] {
        suite::cones_synthetic(machine(), gates, 60);
    }
    for seed in 0..4_u8 {
        suite::cones_random(machine(), &Recipe::large(seed.into(), 4000), seed % 2 == 0, 60);
        suite::cones_of_clocks(machine(), &suite::clocks::recipe::Recipe::large(seed), seed.into(), 60);
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
fn clock_networks() {
    let Some(device) = device() else { return };
    for seed in 0..3 {
        suite::check_clocks(Arc::clone(&device), &suite::clocks::recipe::Recipe::large(seed));
    }
    let networks = suite::clocks::networks();
    let cases = suite::random_designs(500);
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(&networks, |recipe| {
        suite::check_clocks(Arc::clone(&device), &recipe);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn worst_paths_of_clock_networks() {
    let Some(device) = device() else { return };
    for seed in 0..3 {
        let recipe = suite::clocks::recipe::Recipe::large(seed);
        suite::search_clocks(Arc::clone(&device), &recipe, 20_000);
    }
    let cases = suite::random_designs(200);
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(&suite::clocks::networks(), |recipe| {
        for most in [3, 25, 400] {
            suite::search_clocks(Arc::clone(&device), &recipe, most);
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
    let cases = suite::random_designs(250);
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
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
