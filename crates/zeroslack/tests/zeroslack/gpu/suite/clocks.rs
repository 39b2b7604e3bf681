//! CPPR's clock networks: trees, chains, muxes, gates, dividers, reconvergence, several clocks.

use proptest::prelude::*;
use zeroslack::timing::{Calculator, CommonPoint};

use crate::cppr::design;
pub use crate::cppr::{netlist, recipe};

use super::machine::TestMachine;
use super::{CONTESTS, SDC};
use recipe::{Network, Recipe, Style};

/// Of every style.
pub fn networks() -> impl Strategy<Value = Recipe> {
    prop::sample::select(styles().to_vec()).prop_flat_map(recipe::recipes)
}

/// Deep, with clock paths of both transitions through the same pins, where early may be later than late: other lanes than an entry's
/// own decide what lists may leave out.
pub fn both_edges() -> impl Strategy<Value = Recipe> {
    recipe::recipes(Style {
        network: Network::BothEdges,
        is_crossing: false,
        is_ordered: false,
        has_slews: false,
    })
}

/// All that recipes can have in common.
fn styles() -> [Style; 9] {
    let has_slews = false;
    let style = |network, is_crossing, is_ordered| Style { network, is_crossing, is_ordered, has_slews };
    [
        style(Network::Tree, false, true),
        style(Network::Chain, false, true),
        style(Network::BothEdges, false, true),
        style(Network::Any, false, true),
        style(Network::Chain, false, false),
        style(Network::BothEdges, false, false),
        style(Network::Tree, false, false),
        style(Network::Any, false, false),
        style(Network::Any, true, true),
    ]
}

/// The rule of CPPR by which a design's paths are ranked.
fn rule(recipe: &Recipe) -> CommonPoint {
    if recipe.choices.is_multiple_of(2) { CONTESTS } else { SDC }
}

/// The worst paths, ranked before CPPR and after.
pub fn search_clocks(machine: TestMachine, recipe: &Recipe, most: usize, each: usize) -> u32 {
    let session = design::session(recipe);
    let how = (Calculator::Elmore, rule(recipe));
    super::check_search(machine, &session, how, most, each)
}

/// So many to an endpoint, and of each kind.
pub fn quotas_clocks(machine: TestMachine, recipe: &Recipe, most: usize) -> u32 {
    let session = design::session(recipe);
    super::check_quotas(machine, (&session, Calculator::Elmore, rule(recipe)), most, most / 4, 11, 1)
}

/// Parts of the design that constrained paths can take.
pub fn cones_of_clocks(machine: TestMachine, recipe: &Recipe, seed: u64, queries: usize) {
    super::cones::check_cones(machine, (&design::session(recipe), rule(recipe)), seed, queries);
}

/// Everything that is timed, with CPPR and without.
pub fn check_clocks(machine: TestMachine, recipe: &Recipe) {
    let session = design::session(recipe);
    super::check(machine, session.graph().unwrap(), session.delay_data().unwrap(), Calculator::Elmore);
}
