//! The kernels, compiled as C++, against the CPU engine: every launch in a shuffled order.

use proptest::prelude::*;
use zeroslack::ssta::Resolution;
use zeroslack::timing::Calculator;
use zeroslack_cuda::Emulator;
use zeroslack_fuzz::edits::examples;
use zeroslack_testing::{by_budget, cases, seeds, skip};

use super::suite::edits::Updates;
use super::suite::machine::TestMachine;
use super::suite::recipe::{Recipe, recipes};
use super::suite::several::Stated;
use super::suite::{self};

/// Ends a test where there is no emulator.
macro_rules! needs_emulator {
    () => {
        if !is_available() {
            return;
        }
    };
}

/// Whether there is an emulator.
fn is_available() -> bool {
    if !Emulator::IS_AVAILABLE {
        assert_ne!(
            std::env::var("CI").as_deref(),
            Ok("true"),
            "no C++ compiler was found when the emulator was built"
        );
        skip("no C++ compiler for the emulator of the GPU");
    }
    Emulator::IS_AVAILABLE
}

/// The emulator, with a seed for orders of indices.
fn emulator(seed: u64) -> TestMachine {
    Emulator::new(seed).into()
}

/// Large designs are searched by all queries, in a commit by one of so many.
fn some() -> usize {
    by_budget(1, 5)
}

/// So many random cases; none where there is no emulator.
#[track_caller]
fn config(cases: u32) -> ProptestConfig {
    let config = zeroslack_testing::config(cases);
    if is_available() { config } else { ProptestConfig { cases: 0, ..config } }
}

#[test]
fn example() {
    needs_emulator!();
    suite::check_example(emulator(1));
}

#[test]
fn new_parasitics() {
    needs_emulator!();
    for calculator in [Calculator::Elmore, Calculator::EffectiveCapacitance] {
        suite::check_parasitics(emulator(5), calculator);
    }
}

#[test]
fn sessions() {
    needs_emulator!();
    suite::check_edits(emulator(12), by_budget(1, 3));
    suite::check_synthetic_session(emulator(13), 400, by_budget(1, 3));
    suite::check_random_session(emulator(14), &Recipe::large(14, 100), false, 1);
}

#[test]
fn times_at_single_pins() {
    needs_emulator!();
    suite::check_single_pins(emulator(22), 500);
}

#[test]
fn repowers_are_copied_alone() {
    needs_emulator!();
    suite::check_kept(emulator(19), 2000);
}

#[test]
fn what_is_stated_is_copied_alone() {
    needs_emulator!();
    suite::check_restated(emulator(23), 2000);
}

#[test]
fn trees_of_as_many_nodes() {
    needs_emulator!();
    suite::check_other_trees(emulator(21), 2000);
}

#[test]
fn arrays_that_wait_are_given_up() {
    needs_emulator!();
    suite::check_given_up(emulator(20), 2000);
}

#[test]
fn long_sequences_of_edits() {
    needs_emulator!();
    let edits = cases(3000) as usize;
    let sizes: &[usize] = if edits > 3000 { &[0, 200, 1000] } else { &[0, 200] };
    for (seed, &gates) in (0..).zip(sizes) {
        let sequence = suite::edit_long(emulator(seed), gates, seed, edits / sizes.len());
        println!("{gates} gates, {sequence:?}");
    }
}

#[test]
fn edits_of_designs_that_stay() {
    needs_emulator!();
    let mut updates = suite::edit_synthetic(emulator(50), 300, 50, 30);
    for seed in [51, 54].into_iter().take(by_budget(2, 0)) {
        updates = updates.and(suite::edit_synthetic(emulator(seed), 300, seed, 30));
    }
    for seed in 51..by_budget(55, 53) {
        for files in [examples::pulse(), examples::pads()] {
            updates = updates.and(suite::edit_files(emulator(seed), &files, seed, 15));
        }
    }
    let Updates { stayed, came_back, incremental } = updates;
    let least = by_budget(10, 3);
    assert!(stayed > least && came_back > least && incremental > least, "{updates:?}");
}

#[test]
fn edits_of_designs_with_latches() {
    needs_emulator!();
    let all = (0..12).map(|seed| suite::edit_latches(emulator(seed), seed, 12));
    let updates = all.reduce(Updates::and).unwrap();
    assert!(updates.stayed > 20, "{updates:?}");
}

#[test]
fn latches() {
    needs_emulator!();
    suite::check_latches(emulator(17), 0..by_budget(250, 60));
}

#[test]
fn clocks_away_from_registers() {
    needs_emulator!();
    suite::check_away_from_registers(emulator(51), seeds(100));
}

#[test]
fn loops_of_latches() {
    needs_emulator!();
    suite::check_slow_loops(emulator(18));
}

#[test]
fn threads_that_share_a_session() {
    needs_emulator!();
    suite::check_sharing(emulator(15), 500);
}

#[test]
fn little_memory() {
    needs_emulator!();
    suite::check_small(emulator(16));
}

#[test]
fn odd_tables_and_wires() {
    needs_emulator!();
    suite::check_odd(|| emulator(3));
}

#[test]
fn shapes_of_graphs() {
    needs_emulator!();
    suite::check_shapes(|| emulator(5));
}

#[test]
fn networks_that_are_no_trees() {
    needs_emulator!();
    suite::check_networks(|| emulator(6));
}

#[test]
fn equal_slacks() {
    needs_emulator!();
    suite::check_ties(emulator(7));
}

#[test]
fn delays_at_pins() {
    needs_emulator!();
    suite::check_delays_at_pins(|| emulator(3));
}

#[test]
fn contest_designs() {
    needs_emulator!();
    suite::check_contest(|| emulator(2), by_budget(u64::MAX, 200_000));
}

#[test]
fn synthetic_design() {
    needs_emulator!();
    suite::check_synthetic(emulator(4), by_budget(20_000, 5000));
}

#[test]
fn arrivals_as_random_variables() {
    needs_emulator!();
    for (seed, bins, components) in [(20, 64, 128), (21, 300, 0), (22, 17, 3)] {
        suite::statistics_synthetic(emulator(seed), 200, Resolution { bins, components });
    }
    for seed in 0..by_budget(3, 1) {
        suite::statistics_random(emulator(seed), &Recipe::large(seed, 40));
    }
}

#[test]
fn samples() {
    needs_emulator!();
    suite::samples_synthetic(emulator(23), 200, 37);
}

#[test]
fn statistical_answers_of_a_session() {
    needs_emulator!();
    suite::statistical_session(emulator(24), 200);
}

#[test]
fn large_random_designs() {
    needs_emulator!();
    for (seed, calculator) in
        (0..by_budget(4, 2)).zip([Calculator::Elmore, Calculator::EffectiveCapacitance].repeat(2))
    {
        suite::check_random(emulator(seed), &Recipe::large(seed, by_budget(4000, 2000)), false, calculator);
    }
}

#[test]
fn large_clock_networks() {
    needs_emulator!();
    for seed in 0..by_budget(3, 1) {
        suite::check_clocks(emulator(seed.into()), &suite::clocks::recipe::Recipe::large(seed));
    }
}

#[test]
fn worst_paths_of_large_random_designs() {
    needs_emulator!();
    for seed in 0..by_budget(4, 2) {
        suite::search_random(emulator(seed), &Recipe::large(seed, 500), false, 3000, some());
    }
}

#[test]
fn worst_paths_of_large_clock_networks() {
    needs_emulator!();
    for seed in 0..by_budget(2, 1) {
        let recipe = suite::clocks::recipe::Recipe::large(seed);
        suite::search_clocks(emulator(seed.into()), &recipe, 2000, some());
    }
}

#[test]
fn worst_paths_of_contest_designs() {
    needs_emulator!();
    suite::search_contest(|| emulator(6), by_budget(u64::MAX, 100_000), 1000, some());
}

#[test]
fn worst_paths_of_equal_slacks() {
    needs_emulator!();
    suite::search_ties(emulator(11), 5000, some());
}

#[test]
fn worst_paths_of_ladders() {
    needs_emulator!();
    suite::check_ladders(|| emulator(7), 50, &[100, 3000], 1);
}

#[test]
fn worst_paths_through_a_wide_cell() {
    needs_emulator!();
    suite::check_wide(|| emulator(8), by_budget(20_000, 5000), some());
}

#[test]
fn worst_paths_where_there_are_few() {
    needs_emulator!();
    suite::check_few_paths(|| emulator(9), 1);
}

#[test]
fn worst_paths_of_a_synthetic_design() {
    needs_emulator!();
    suite::search_synthetic(emulator(5), 2000, 10_000, some());
    suite::search_synthetic(emulator(10), by_budget(20_000, 5000), by_budget(100_000, 20_000), some());
}

#[test]
fn cones_of_ports() {
    needs_emulator!();
    suite::cones_of_ports(emulator(20), by_budget(200, 80));
}

#[test]
fn cones_of_larger_designs() {
    needs_emulator!();
    suite::cones_random(emulator(17), &Recipe::large(6, 500), false, by_budget(40, 10));
    suite::cones_synthetic(emulator(18), 2000, by_budget(30, 8));
    suite::cones_of_clocks(emulator(19), &suite::clocks::recipe::Recipe::large(3), 19, by_budget(20, 8));
}

#[test]
fn quotas_of_ladders() {
    needs_emulator!();
    suite::quotas_of_ladders(|| emulator(12), 40, by_budget(&[5, 60, 1000], &[5, 60]), 1);
}

#[test]
fn quotas_of_kinds_of_ends() {
    needs_emulator!();
    suite::quotas_of_kinds(|| emulator(13), by_budget(&[4, 70, 900], &[4, 70]), some());
}

#[test]
fn larger_design_of_several_clocks() {
    needs_emulator!();
    if by_budget(true, false) {
        suite::check_several(emulator(30), &suite::several::large(1), Stated::Nothing);
    }
    let (gates, most, queries) = by_budget((800, 2000, 30), (200, 500, 10));
    suite::check_three_clocks(emulator(31), by_budget(1500, 500));
    suite::search_three_clocks(emulator(32), gates, most, some());
    suite::quotas_three_clocks(emulator(33), by_budget(500, 200), most, some());
    suite::cones_three_clocks(emulator(34), gates, queries);
}

#[test]
fn exceptions_of_a_larger_design() {
    needs_emulator!();
    let large = suite::several::large(2);
    let drawn = [(40, Stated::Drawn(4, 1)), (41, Stated::Drawn(12, 2))];
    for (seed, stated) in drawn.into_iter().skip(by_budget(0, 1)) {
        suite::check_several(emulator(seed), &large, stated);
        suite::search_several(emulator(seed), &large, stated, 1500);
        suite::quotas_several(emulator(seed), &large, stated, 300);
        suite::cones_several(emulator(seed), (&large, stated), seed, 20);
    }
}

#[test]
fn factors_on_delays() {
    needs_emulator!();
    suite::check_derated(|| emulator(36), by_budget(1500, 500), by_budget(2000, 500));
}

#[test]
fn quotas_of_larger_designs() {
    needs_emulator!();
    suite::quotas_random(emulator(14), &Recipe::large(5, 500), false, by_budget(3000, 500), some());
    suite::quotas_synthetic(emulator(15), 2000, by_budget(5000, 1000), some());
}

proptest! {
    #![proptest_config(config(24))]

    /// Each with two kinds of constraints and all delay calculators.
    #[test]
    fn small_random_designs(recipe in recipes(16, 6), seed: u64) {
        for calculator in [Calculator::Elmore, Calculator::Lumped, Calculator::EffectiveCapacitance] {
            for is_contest in [false, true] {
                suite::check_random(emulator(seed), &recipe, is_contest, calculator);
            }
        }
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn clock_networks(
        recipe in suite::clocks::networks(), seed: u64
    ) {
        suite::check_clocks(emulator(seed), &recipe);
    }

    #[test]
    fn deep_clock_networks_of_both_edges(recipe in suite::clocks::both_edges(), seed: u64) {
        suite::check_clocks(emulator(seed), &recipe);
    }
}

proptest! {
    #![proptest_config(config(12))]

    #[test]
    fn worst_paths_of_small_random_designs(recipe in recipes(16, 6), seed: u64) {
        for is_contest in [false, true] {
            suite::search_random(emulator(seed), &recipe, is_contest, [3, 25, 400][seed as usize % 3], 1);
        }
    }
}

proptest! {
    #![proptest_config(config(5))]

    #[test]
    fn cones_of_small_random_designs(recipe in recipes(16, 6), seed: u64) {
        for is_contest in [false, true] {
            suite::cones_random(emulator(seed), &recipe, is_contest, 25);
        }
    }

    #[test]
    fn cones_of_clock_networks(recipe in suite::clocks::networks(), seed: u64) {
        suite::cones_of_clocks(emulator(seed), &recipe, seed, 25);
    }
}

proptest! {
    #![proptest_config(config(3))]

    #[test]
    fn sessions_of_small_random_designs(recipe in recipes(16, 6), seed: u64) {
        suite::check_random_session(emulator(seed), &recipe, seed % 2 == 0, 1);
    }
}

proptest! {
    #![proptest_config(config(12))]

    #[test]
    fn edits_of_random_designs(recipe in recipes(16, 6), seed: u64) {
        suite::edit_random(emulator(seed), &recipe, seed.is_multiple_of(2), seed, 8);
    }

    #[test]
    fn edits_of_several_clocks(clocked in suite::several::clocked(), stated in suite::several::stated(), seed: u64) {
        suite::edit_several(emulator(seed), &clocked, stated, seed, 8);
    }
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn worst_paths_of_clock_networks(recipe in suite::clocks::networks(), seed: u64) {
        suite::search_clocks(emulator(seed), &recipe, [3, 25, 400][seed as usize % 3], 1);
    }
}

proptest! {
    #![proptest_config(config(5))]

    #[test]
    fn quotas_of_small_random_designs(recipe in recipes(16, 6), seed: u64) {
        for is_contest in [false, true] {
            suite::quotas_random(emulator(seed), &recipe, is_contest, [3, 25, 400][seed as usize % 3], 1);
        }
    }
}

proptest! {
    #![proptest_config(config(2))]

    #[test]
    fn quotas_of_clock_networks(recipe in suite::clocks::networks(), seed: u64) {
        suite::quotas_clocks(emulator(seed), &recipe, [3, 25, 400][seed as usize % 3]);
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn several_clocks(clocked in suite::several::clocked(), stated in suite::several::stated(), seed: u64) {
        suite::check_several(emulator(seed), &clocked, stated);
    }
}

proptest! {
    #![proptest_config(config(12))]

    #[test]
    fn worst_paths_of_several_clocks(clocked in suite::several::clocked(), stated in suite::several::stated(), seed: u64) {
        suite::search_several(emulator(seed), &clocked, stated, [3, 25, 400][seed as usize % 3]);
    }
}

proptest! {
    #![proptest_config(config(5))]

    #[test]
    fn quotas_of_several_clocks(clocked in suite::several::clocked(), stated in suite::several::stated(), seed: u64) {
        suite::quotas_several(emulator(seed), &clocked, stated, [3, 25, 400][seed as usize % 3]);
    }

    #[test]
    fn cones_of_several_clocks(clocked in suite::several::clocked(), stated in suite::several::stated(), seed: u64) {
        suite::cones_several(emulator(seed), (&clocked, stated), seed, 25);
    }
}

#[test]
fn an_ideal_clock_beside_a_propagated_one() {
    needs_emulator!();
    for seed in 0..20 {
        suite::check_several(emulator(seed), &suite::several::ideal_beside_propagated(), Stated::Nothing);
    }
}

#[test]
fn two_clocks_of_one_inner_source() {
    needs_emulator!();
    for seed in 0..20 {
        suite::check_several(
            emulator(seed),
            &suite::several::two_clocks_of_one_inner_source(),
            Stated::Nothing,
        );
    }
}
