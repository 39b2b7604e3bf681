//! CPPR's clock networks: trees, chains, muxes, gates, dividers, reconvergence, several clocks.

use proptest::prelude::*;
use zeroslack::timing::Calculator;
use zeroslack_cuda::Machine;

#[path = "../../../zeroslack/tests/cppr/cells.rs"]
mod cells;
#[path = "../../../zeroslack/tests/cppr/design.rs"]
mod design;
#[path = "../../../zeroslack/tests/cppr/recipe.rs"]
pub mod recipe;

use recipe::{Network, Recipe, Style};

/// Of every style.
pub fn networks() -> impl Strategy<Value = Recipe> {
    prop::sample::select(styles().to_vec()).prop_flat_map(recipe::recipes)
}

/// All that recipes can have in common.
fn styles() -> [Style; 7] {
    let style = |network, is_crossing, is_ordered| Style { network, is_crossing, is_ordered };
    [
        style(Network::Tree, false, true),
        style(Network::Chain, false, true),
        style(Network::Any, false, true),
        style(Network::Chain, false, false),
        style(Network::Tree, false, false),
        style(Network::Any, false, false),
        style(Network::Any, true, true),
    ]
}

/// The worst paths, ranked before CPPR and after.
pub fn search_clocks<M: Machine>(machine: M, recipe: &Recipe, most: usize, each: usize) -> u32 {
    let session = design::session(recipe);
    super::check_search(machine, session.graph(), session.delay_data(), Calculator::Elmore, most, each)
}

/// So many to an endpoint, and of each kind.
pub fn quotas_clocks<M: Machine>(machine: M, recipe: &Recipe, most: usize) -> u32 {
    let session = design::session(recipe);
    super::check_quotas(machine, (&session, Calculator::Elmore), most, most / 4, 11, 1)
}

/// Parts of the design that constrained paths can take.
pub fn cones_of_clocks<M: Machine>(machine: M, recipe: &Recipe, seed: u64, queries: usize) {
    super::cones::check_cones(machine, &design::session(recipe), seed, queries);
}

/// Everything that is timed, with CPPR and without.
pub fn check_clocks<M: Machine>(machine: M, recipe: &Recipe) {
    let session = design::session(recipe);
    super::check(machine, session.graph(), session.delay_data(), Calculator::Elmore);
}
