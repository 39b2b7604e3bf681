//! The kernels on a real GPU against the CPU engine; skipped, with a message, where there is none.

use std::time::Instant;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use zeroslack::ssta::Resolution;
use zeroslack::timing::Calculator;
use zeroslack::{DesignFiles, EngineChoice, EngineOptions, Session, Silent};
use zeroslack_cuda::{CudaError, Device, Machine};
use zeroslack_fuzz::edits::examples;
use zeroslack_testing::{cases, config, seeds, skip};

use super::suite::machine::TestMachine;
use super::suite::recipe::{Recipe, recipes};
use super::suite::several::{Clocked, Stated};
use super::suite::{self};

/// The first GPU. A driver or GPU that is there but fails is a failure.
fn device() -> Option<TestMachine> {
    match Device::open(0) {
        Ok(device) => Some(device.into()),
        Err(CudaError::NoDriver | CudaError::NoDevice { .. }) => {
            skip("no GPU");
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
    for calculator in [Calculator::Elmore, Calculator::EffectiveCapacitance] {
        device().into_iter().for_each(|device| suite::check_parasitics(device, calculator));
    }
}

#[test]
fn arrivals_as_random_variables() {
    let Some(device) = device() else { return };
    for (bins, components) in [(64, 128), (64, 0), (1000, 0), (300, 16)] {
        let gates = suite::sized(2_000, 200);
        suite::statistics_synthetic(device.clone(), gates, Resolution { bins, components });
    }
    for seed in 0..suite::sized(12, 2) as u64 {
        suite::statistics_random(device.clone(), &Recipe::large(seed, 100));
    }
}

#[test]
fn samples() {
    let Some(device) = device() else { return };
    suite::samples_synthetic(device, suite::sized(2_000, 200), suite::sized(3_000, 100) as u32);
}

#[test]
fn statistical_answers_of_a_session() {
    let Some(device) = device() else { return };
    suite::statistical_session(device, suite::sized(2_000, 200));
}

/// One in how many of a test's queries are made: launches are what costs time where they are slow.
fn each() -> usize {
    suite::sized(1, 41)
}

#[test]
fn sessions() {
    let Some(device) = device() else { return };
    suite::check_synthetic_session(device, suite::sized(20_000, 200), suite::sized(1, 21));
}

#[test]
fn sessions_of_random_designs() {
    let Some(device) = device() else { return };
    suite::check_random_session(
        device,
        &Recipe::large(14, suite::sized(1000, 50)),
        false,
        suite::sized(1, 21),
    );
}

#[test]
fn sessions_with_edits() {
    device().into_iter().for_each(|device| suite::check_edits(device, suite::sized(1, 21)));
}

#[test]
fn repowers_are_copied_alone() {
    device().into_iter().for_each(|device| suite::check_kept(device, 2000));
}

#[test]
fn what_is_stated_is_copied_alone() {
    device().into_iter().for_each(|device| suite::check_restated(device, 2000));
}

#[test]
fn trees_of_as_many_nodes() {
    device().into_iter().for_each(|device| suite::check_other_trees(device, 2000));
}

#[test]
fn arrays_that_wait_are_given_up() {
    device().into_iter().for_each(|device| suite::check_given_up(device, 2000));
}

#[test]
fn long_sequences_of_edits() {
    if device().is_none() {
        return;
    }
    let edits = cases(suite::sized(4000, 100)) as usize;
    let many = [0, 200, 2000, 20_000, 20_000, 20_000, 2000, 200];
    let sizes = if edits > 4000 { &many[..] } else { &many[..2] };
    std::thread::scope(|scope| {
        for (seed, &gates) in (0..).zip(sizes) {
            scope.spawn(move || {
                // Sessions that share one would have to take turns.
                let (Some(device), start) = (device(), Instant::now()) else { return };
                let sequence = suite::edit_long(device, gates, seed, edits / sizes.len());
                println!("{gates} gates, {sequence:?}, {:.0?}", start.elapsed());
            });
        }
    });
}

#[test]
fn edits_of_designs_that_stay() {
    let Some(device) = device() else { return };
    let steps = suite::sized(30, 6);
    let mut updates = suite::edit_synthetic(device.clone(), suite::sized(2000, 300), 50, steps);
    for seed in 0..suite::sized(20, 2) as u64 {
        updates = updates.and(suite::edit_latches(device.clone(), seed, steps));
        for files in [examples::pulse(), examples::pads()] {
            updates = updates.and(suite::edit_files(device.clone(), &files, seed, steps));
        }
    }
    assert!(updates.stayed > 0 && updates.came_back > 0 && updates.incremental > 0, "{updates:?}");
    let config = config(50);
    let designs = (suite::several::clocked(), suite::several::stated(), any::<u64>());
    let outcome = TestRunner::new(config).run(&designs, |(clocked, stated, seed)| {
        suite::edit_several(device.clone(), &clocked, stated, seed, 8);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn times_at_single_pins() {
    device().into_iter().for_each(|device| suite::check_single_pins(device, suite::sized(2000, 200)));
}

#[test]
fn threads_that_share_a_session() {
    device().into_iter().for_each(|device| suite::check_sharing(device, suite::sized(500, 200)));
}

#[test]
fn latches() {
    device().into_iter().for_each(|device| suite::check_latches(device, 0..400));
}

#[test]
fn clocks_away_from_registers() {
    device().into_iter().for_each(|device| suite::check_away_from_registers(device, seeds(100)));
}

#[test]
fn loops_of_latches() {
    device().into_iter().for_each(suite::check_slow_loops);
}

#[test]
fn little_memory() {
    device().into_iter().for_each(suite::check_small);
}

/// The GPU that a session opens itself.
#[test]
fn session_with_a_device_of_its_own() {
    let Some(device) = device() else { return };
    let engine = EngineOptions { engine: EngineChoice::Cuda, gpu: 0 };
    let files = DesignFiles { engine, ..suite::example_files() };
    let session = Session::load(&files, &Silent).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(session.timed().unwrap().gpu(), Some(device.name()));
}

#[test]
fn odd_tables_and_wires() {
    if let Some(device) = device() {
        suite::check_odd(|| device.clone());
    }
}

#[test]
fn shapes_of_graphs() {
    if let Some(device) = device() {
        suite::check_shapes(|| device.clone());
    }
}

#[test]
fn networks_that_are_no_trees() {
    if let Some(device) = device() {
        suite::check_networks(|| device.clone());
    }
}

#[test]
fn equal_slacks() {
    device().into_iter().for_each(suite::check_ties);
}

#[test]
fn delays_at_pins() {
    if let Some(device) = device() {
        suite::check_delays_at_pins(|| device.clone());
    }
}

#[test]
fn contest_designs() {
    if let Some(device) = device() {
        suite::check_contest(|| device.clone(), suite::sized(u64::MAX, 12_000));
    }
}

#[test]
fn synthetic_design() {
    if let Some(device) = device() {
        suite::check_synthetic(device, suite::sized(100_000, 5000));
    }
}

/// Checks synthetic designs of so many gates, and random ones, for up to so many paths, by one in so many queries.
fn check_larger(
    synthetic: impl Fn(TestMachine, usize, usize, usize) -> u32,
    random: impl Fn(TestMachine, &Recipe, bool, usize, usize) -> u32,
) {
    let Some(device) = device() else { return };
    for gates in suite::sized(vec![2000, 20_000, 100_000], vec![200]) {
        synthetic(device.clone(), gates, suite::sized(100_000, 1000), each());
    }
    for seed in 0..suite::sized(4, 2) {
        let recipe = Recipe::large(seed, suite::sized(4000, 100));
        random(device.clone(), &recipe, seed % 2 == 0, suite::sized(20_000, 500), each());
    }
}

#[test]
fn worst_paths() {
    check_larger(suite::search_synthetic, suite::search_random);
}

#[test]
fn worst_paths_of_contest_designs() {
    let Some(device) = device() else { return };
    suite::search_contest(
        || device.clone(),
        suite::sized(u64::MAX, 1000),
        suite::sized(100_000, 1000),
        each(),
    );
}

#[test]
fn worst_paths_of_odd_designs() {
    let Some(device) = device() else { return };
    let machine = || device.clone();
    suite::check_few_paths(machine, each());
    suite::search_ties(machine(), 5000, each());
    suite::check_wide(machine, suite::sized(100_000, 2000), each());
}

#[test]
fn worst_paths_of_ladders() {
    let Some(device) = device() else { return };
    let most = suite::sized(&[100, 3000, 20_000][..], &[100]);
    suite::check_ladders(|| device.clone(), suite::sized(50, 6), most, suite::sized(1, 9));
}

#[test]
fn quotas() {
    check_larger(suite::quotas_synthetic, suite::quotas_random);
}

#[test]
fn quotas_of_odd_designs() {
    let Some(device) = device() else { return };
    let machine = || device.clone();
    suite::quotas_of_kinds(machine, suite::sized(&[4, 70, 900, 20_000][..], &[4, 70]), each());
    let most = suite::sized(&[5, 60, 1000, 20_000][..], &[60]);
    suite::quotas_of_ladders(machine, suite::sized(40, 8), most, each());
}

#[test]
fn cones() {
    let Some(device) = device() else { return };
    let machine = || device.clone();
    let queries = suite::sized(60, 2);
    suite::cones_of_ports(machine(), suite::sized(200, 8));
    for gates in suite::sized(vec![2000, 100_000], vec![200]) {
        suite::cones_synthetic(machine(), gates, queries);
    }
    for seed in 0..suite::sized(4, 1) {
        let recipe = Recipe::large(seed, suite::sized(4000, 200));
        suite::cones_random(machine(), &recipe, seed % 2 == 0, queries);
    }
}

#[test]
fn cones_of_clock_networks() {
    let Some(device) = device() else { return };
    for seed in 0..suite::sized(4, 1) {
        let recipe = suite::clocks::recipe::Recipe::large(seed);
        suite::cones_of_clocks(device.clone(), &recipe, seed.into(), suite::sized(60, 2));
    }
}

#[test]
fn worst_paths_of_random_designs() {
    let Some(device) = device() else { return };
    let config = config(100);
    let outcome = TestRunner::new(config).run(&recipes(16, 6), |recipe| {
        for is_contest in [false, true] {
            for most in [3, 25, 400] {
                suite::search_random(device.clone(), &recipe, is_contest, most, each());
            }
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn clock_networks() {
    let Some(device) = device() else { return };
    for seed in 0..suite::sized(3, 1) {
        suite::check_clocks(device.clone(), &suite::clocks::recipe::Recipe::large(seed));
    }
    let networks = suite::clocks::networks();
    let config = config(500);
    let outcome = TestRunner::new(config).run(&networks, |recipe| {
        suite::check_clocks(device.clone(), &recipe);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn worst_paths_of_clock_networks() {
    let Some(device) = device() else { return };
    for seed in 0..suite::sized(3, 1) {
        let recipe = suite::clocks::recipe::Recipe::large(seed);
        suite::search_clocks(device.clone(), &recipe, suite::sized(20_000, 500), each());
    }
    let config = config(200);
    let outcome = TestRunner::new(config).run(&suite::clocks::networks(), |recipe| {
        for most in [3, 25, 400] {
            suite::search_clocks(device.clone(), &recipe, most, each());
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn random_designs() {
    let Some(device) = device() else { return };
    for seed in 0..suite::sized(4, 1) {
        suite::check_random(
            device.clone(),
            &Recipe::large(seed, suite::sized(4000, 500)),
            false,
            Calculator::Elmore,
        );
    }
    let config = config(250);
    let outcome = TestRunner::new(config).run(&recipes(16, 6), |recipe| {
        for calculator in [Calculator::Elmore, Calculator::Lumped, Calculator::EffectiveCapacitance] {
            for is_contest in [false, true] {
                suite::check_random(device.clone(), &recipe, is_contest, calculator);
            }
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// Runs a check on random designs with several clocks, and on large ones, without exceptions and with some.
fn with_several_clocks(cases: u32, large: u8, check: impl Fn(TestMachine, &Clocked, Stated)) {
    let Some(device) = device() else { return };
    for seed in 0..suite::sized(large, 1) {
        let clocked = suite::several::large(seed);
        check(device.clone(), &clocked, Stated::Nothing);
        check(device.clone(), &clocked, Stated::Drawn(8, seed.into()));
    }
    let config = config(cases);
    let designs = (suite::several::clocked(), suite::several::stated());
    let outcome = TestRunner::new(config).run(&designs, |(clocked, stated)| {
        check(device.clone(), &clocked, stated);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn several_clocks() {
    with_several_clocks(500, 3, suite::check_several);
    let Some(device) = device() else { return };
    suite::check_three_clocks(device, suite::sized(100_000, 500));
}

#[test]
fn factors_on_delays() {
    let Some(device) = device() else { return };
    suite::check_derated(|| device.clone(), suite::sized(100_000, 500), suite::sized(100_000, 500));
}

#[test]
fn paths_of_several_clocks() {
    with_several_clocks(50, 2, |device, clocked, stated| {
        suite::search_several(device.clone(), clocked, stated, suite::sized(400, 25));
        suite::quotas_several(device.clone(), clocked, stated, suite::sized(400, 25));
        suite::cones_several(device, (clocked, stated), 3, suite::sized(25, 2));
    });
    let Some(device) = device() else { return };
    let gates = suite::sized(20_000, 200);
    suite::search_three_clocks(device.clone(), gates, suite::sized(100_000, 500), each());
    suite::quotas_three_clocks(device.clone(), gates, suite::sized(20_000, 500), each());
    suite::cones_three_clocks(device, gates, suite::sized(60, 2));
}
