//! Common path pessimism removal and the k worst paths against an oracle that walks every data path: small random
//! designs whose clock networks are trees, muxed, reconvergent, gated, divided, or fed from several sources.

pub mod cells;
mod compare;
mod constraints;
pub mod design;
pub mod netlist;
mod oracle;
mod order;
mod paths;
pub mod recipe;
mod search;

use proptest::prelude::*;
use zeroslack::Session;
use zeroslack::graph::VertexId;
use zeroslack::timing::{CommonPaths, CommonPoint};
use zeroslack::units::Split;

use recipe::{CellRecipe, Network, Recipe, Style, Wires, recipes};

#[track_caller]
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { max_shrink_iters: 20_000, ..zeroslack_testing::config(cases) }
}

/// Delays as hardware has them: late is never less than early.
const PLAIN: Style = Style { network: Network::Tree, is_crossing: false, is_ordered: true, has_slews: false };

const RULES: [CommonPoint; 2] = [CommonPoint::SameTransition, CommonPoint::SamePin];

/// Compares everything, with CPPR by both rules and without. False if there are too many paths.
fn check(recipe: &Recipe) -> bool {
    let mut session = design::session(recipe);
    session.update().unwrap();
    if !compare::compare(&session, recipe.choices) {
        return false;
    }
    session.set_cppr(true);
    RULES.into_iter().all(|rule| {
        session.set_common_point(rule);
        session.update().unwrap();
        compare::compare(&session, recipe.choices)
    })
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn trees(recipe in recipes(PLAIN)) {
        prop_assume!(check(&recipe));
    }

    /// Many launches matter to one capture or another.
    #[test]
    fn deep_trees(recipe in recipes(Style { network: Network::Chain, ..PLAIN })) {
        prop_assume!(check(&recipe));
    }

    /// Launches and captures of both edges, whose clock paths share pins in unlike transitions.
    #[test]
    fn deep_trees_of_both_edges(recipe in recipes(Style { network: Network::BothEdges, ..PLAIN })) {
        prop_assume!(check(&recipe));
    }

    #[test]
    fn deep_trees_of_both_edges_where_early_is_later_than_late(
        recipe in recipes(Style { network: Network::BothEdges, is_ordered: false, ..PLAIN })
    ) {
        prop_assume!(check(&recipe));
    }

    /// Muxes, gates and branches that meet again: the early and the late trace differ.
    #[test]
    fn reconvergence(recipe in recipes(Style { network: Network::Any, ..PLAIN })) {
        prop_assume!(check(&recipe));
    }

    /// Late delays less than early ones: credit shrinks along a branch.
    #[test]
    fn deep_trees_where_early_is_later_than_late(
        recipe in recipes(Style { network: Network::Chain, is_ordered: false, ..PLAIN })
    ) {
        prop_assume!(check(&recipe));
    }

    #[test]
    fn trees_where_early_is_later_than_late(recipe in recipes(Style { is_ordered: false, ..PLAIN })) {
        prop_assume!(check(&recipe));
    }

    #[test]
    fn reconvergence_where_early_is_later_than_late(
        recipe in recipes(Style { network: Network::Any, is_ordered: false, ..PLAIN })
    ) {
        prop_assume!(check(&recipe));
    }

    /// Divided clocks, data that gates clocks, clocks that are data, loops through registers and around gates.
    #[test]
    fn clocks_and_data_cross(
        recipe in recipes(Style { network: Network::Any, is_crossing: true, ..PLAIN })
    ) {
        prop_assume!(check(&recipe));
    }
}

/// Two registers, each fed by both, and nothing takes any time: all paths are equal. The two worst are of the first endpoint, though
/// the second one is looked at before the first one's second path.
#[test]
fn equal_paths_of_the_first_endpoint_were_left_out_for_later_ones() {
    let cell = |kind| CellRecipe { kind, picks: [0, 16, 0], delay: 0 };
    let recipe = Recipe {
        style: PLAIN,
        clocks: vec![None],
        is_many_clocks: false,
        inputs: vec![],
        outputs: vec![],
        network: vec![],
        registers: vec![cell(0), cell(0)],
        logic: vec![cell(2)],
        ranges: [1, 1],
        wires: Wires::NoTime,
        choices: 0,
    };
    assert!(check(&recipe));
    let mut session = design::session(&recipe);
    session.set_cppr(true);
    session.update().unwrap();
    let worst = session.timed().unwrap().k_worst_paths(&[Split::Late], 2);
    assert_eq!(worst[0].end.slack, worst[1].end.slack);
    assert_eq!(worst[0].end.pin, worst[1].end.pin);
}

/// A clock pin that is a smaller load late than early takes credit back. That does not make every register one to be carried along.
#[test]
fn wires_that_take_credit_back_made_lists_as_long_as_there_are_registers() {
    let lengths = |wires| {
        let style = Style { network: Network::Tree, ..PLAIN };
        let mut session = design::session(&Recipe { style, wires, ..Recipe::large(0) });
        session.update().unwrap();
        let common = CommonPaths::new(session.graph().unwrap(), session.timed().unwrap().timing());
        let vertices = VertexId::all(0..2 * session.graph().unwrap().node_count());
        vertices.map(|vertex| common.lists().entries(Split::Late, vertex).len()).collect::<Vec<_>>()
    };
    let [expected, lengths] = [lengths(Wires::MoreLate), lengths(Wires::LessLate)];
    assert!(lengths.iter().sum::<usize>() < 2 * expected.iter().sum::<usize>());
    assert!(lengths.iter().max() < Some(&30), "{:?}", lengths.iter().max());
}

/// What an update and a search give, on so many threads.
fn results(recipe: &Recipe, threads: usize) -> (Session, Vec<zeroslack::paths::Path>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut session = design::session(recipe);
        session.set_cppr(true);
        session.update().unwrap();
        let paths = session.timed().unwrap().k_worst_paths(&Split::ALL, 2000);
        (session, paths)
    })
}

/// Large enough that all sweeps are split.
#[test]
fn any_number_of_threads() {
    for seed in 0..3 {
        let recipe = Recipe::large(seed);
        let (one, paths) = results(&recipe, 1);
        assert!(one.timed().unwrap().timing().credits().iter().flatten().any(|&credit| credit > 0));
        assert_eq!(paths.len(), 2000);
        for threads in [2, 4] {
            let (other, others) = results(&recipe, threads);
            let [ours, theirs] = [&one, &other].map(|session| session.timed().unwrap().timing());
            let required = [&one, &other].map(|session| {
                let timed = session.timed().unwrap();
                timed.timing().required_times(timed.graph())
            });
            assert_eq!(ours.arrivals(), theirs.arrivals(), "{threads} threads");
            assert_eq!(ours.credits(), theirs.credits(), "{threads} threads");
            assert_eq!(required[0], required[1], "{threads} threads");
            assert_eq!(paths, others, "{threads} threads");
        }
    }
}
