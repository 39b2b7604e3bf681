//! The engine against brute force: random small designs, written and read as ordinary files, timed by direct formulas
//! and by walking every path.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{TestRunner, contextualize_config};
use zeroslack::graph::{Exclusion, TimingGraph};
use zeroslack::sdc::{Constraints, Rules};
use zeroslack::timing::{Calculator, CommonPoint};
use zeroslack_testing::by_budget;

use crate::brute::compare::{Case, compare_delays};
use crate::brute::design::Design;
use crate::brute::dice::Dice;
use crate::brute::load::Texts;
use crate::brute::parasitics::RcNet;
use crate::brute::recipe::{Recipe, recipes};
use crate::brute::snapshot::{Snapshot, are_close, by_name};
use crate::brute::times::compare_times;
use crate::brute::{constraints, load, parasitics};

#[track_caller]
fn config(cases: u32) -> ProptestConfig {
    let (max_shrink_iters, max_global_rejects) = (4096, 1_000_000);
    ProptestConfig { max_shrink_iters, max_global_rejects, ..zeroslack_testing::config(cases) }
}

/// A recipe made into a design with its parasitics.
fn prepare(recipe: &Recipe) -> (Design, Vec<RcNet>) {
    let design = Design::new(recipe);
    let nets = if recipe.has_parasitics { parasitics::random(&design, recipe.seed) } else { vec![] };
    (design, nets)
}

fn texts(design: &Design, nets: &[RcNet], shuffle: u64) -> Texts {
    Texts {
        liberty: [0, 1].map(|split| design.library.text(split)),
        verilog: design.verilog(),
        spef: (!nets.is_empty()).then(|| parasitics::text(design, nets, shuffle)),
    }
}

/// How much of a design was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compared {
    /// It has too many paths.
    Nothing,
    /// Slews, delays and margins: signals of different tags meet at its pins, which the brute force reads as one.
    Delays,
    Everything,
}

/// Times a design and compares what can be compared.
fn check(recipe: &Recipe, constraints: impl Fn(&Design) -> Constraints, calculator: Calculator) -> Compared {
    let (design, nets) = prepare(recipe);
    let constraints = constraints(&design);
    let netlist = load::netlist(&texts(&design, &nets, recipe.seed));
    let mut session = load::session(netlist, &constraints, calculator);
    let constraints = constraints::by_sides(&constraints, &design);
    let case =
        Case { design: &design, parasitics: &nets, constraints: &constraints, calculator, session: &session };
    let weights = compare_delays(&case);
    if !session.graph().unwrap().is_pin_graph() {
        return Compared::Delays;
    }
    if !compare_times(&case, &weights) {
        return Compared::Nothing;
    }
    session.set_cppr(true);
    let are_compared = [CommonPoint::SameTransition, CommonPoint::SamePin].into_iter().all(|rule| {
        session.set_common_point(rule);
        session.update().unwrap();
        let case = Case {
            design: &design,
            parasitics: &nets,
            constraints: &constraints,
            calculator,
            session: &session,
        };
        compare_times(&case, &weights)
    });
    if are_compared { Compared::Everything } else { Compared::Nothing }
}

/// Compares random designs. At least a third of them have to be compared in full.
fn compare(cases: u32, recipes: impl Strategy<Value = Recipe>, check: impl Fn(&Recipe) -> Compared) {
    let config = contextualize_config(config(cases));
    let cases = config.cases;
    let full = Cell::new(0);
    let result = TestRunner::new(config).run(&recipes, |recipe| match check(&recipe) {
        Compared::Nothing => Err(TestCaseError::reject("too many paths")),
        Compared::Delays => Ok(()),
        Compared::Everything => {
            full.set(full.get() + 1);
            Ok(())
        }
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    // Of few designs there may be fewer by chance.
    assert!(cases < 100 || 3 * full.get() >= cases, "{} of {cases} in full", full.get());
}

#[test]
fn contest_constraints() {
    compare(1200, recipes(12, 4), |recipe| {
        let constraints = |design: &Design| {
            let constraints = constraints::contest(design, recipe.seed);
            let text = constraints::contest_text(design, &constraints);
            let (netlist, _) = load::netlist(&texts(design, &[], 0));
            let (read, said) = zeroslack::sdc::tau::read_timing(&text, &netlist);
            assert!(said.is_empty(), "{said}");
            // The rule is the contest player's, not the file's.
            let read = Constraints { rules: constraints.rules, ..read };
            assert_eq!(read, constraints);
            read
        };
        check(recipe, constraints, Calculator::Elmore)
    });
}

/// Compares designs under random waveforms.
fn compare_waveforms(recipes: impl Strategy<Value = Recipe>, calculator: Calculator) {
    compare(1200, recipes, |recipe| {
        check(recipe, |design| constraints::waveforms(design, recipe.seed), calculator)
    });
}

#[test]
fn waveforms() {
    compare_waveforms(recipes(12, 4), Calculator::Elmore);
}

#[test]
fn loops() {
    let recipes = recipes(9, 4).prop_map(|recipe| Recipe { feedback: true, ..recipe });
    compare_waveforms(recipes, Calculator::Elmore);
}

#[test]
fn lumped_nets() {
    compare_waveforms(recipes(8, 4), Calculator::Lumped);
}

#[test]
fn effective_capacitance() {
    compare_waveforms(recipes(12, 4), Calculator::EffectiveCapacitance);
}

/// Clock networks of some depth, where launch and capture share much and credits differ.
#[test]
fn common_clock_paths() {
    let recipes = recipes(16, 12).prop_map(|recipe| Recipe {
        clocks: 1,
        plain: recipe.seed % 2 == 0,
        ..recipe.with_registers()
    });
    // What differs between launches has to be about what their paths differ by: that is rare.
    compare(3000, recipes, |recipe| {
        let constraints = |design: &Design| Constraints {
            rules: Rules::default(),
            ..constraints::contest(design, recipe.seed)
        };
        check(recipe, constraints, Calculator::Elmore)
    });
}

proptest! {
    #![proptest_config(config(1200))]

    /// Neither the order of nets and lines in a SPEF file nor which end of a resistor comes first matters.
    #[test]
    fn any_order_of_parasitics(recipe in recipes(12, 4), shuffle in any::<u64>()) {
        let (design, nets) = prepare(&recipe);
        let constraints = constraints::waveforms(&design, recipe.seed);
        let snapshot = |shuffle| {
            let netlist = load::netlist(&texts(&design, &nets, shuffle));
            Snapshot::new(&load::session(netlist, &constraints, Calculator::Elmore))
        };
        assert_eq!(snapshot(recipe.seed), snapshot(shuffle));
    }

    /// Instances in another order give pins other ids, and sums another order: without rounding all values are equal.
    #[test]
    fn any_order_of_instances(recipe in recipes(12, 4), shuffle in any::<u64>()) {
        let (design, nets) = prepare(&recipe);
        let constraints = constraints::waveforms(&design, recipe.seed);
        let texts = texts(&design, &nets, recipe.seed);
        let time = |design: &Design, constraints: &Constraints| {
            let netlist = load::netlist(&Texts { verilog: design.verilog(), ..texts.clone() });
            load::session(netlist, constraints, Calculator::Elmore)
        };
        let first = time(&design, &constraints);
        // Where a loop is cut depends on ids.
        prop_assume!(first.graph().unwrap().pins().cuts().is_empty());
        let mut other = design.clone();
        Dice::new(shuffle, 0).shuffle(&mut other.instances);
        other.number_pins();
        let second = time(&other, &constraints::renumbered(&constraints, &design, &other));
        let (first, second) = (by_name(&first), by_name(&second));
        assert!(first.keys().eq(second.keys()));
        for (name, values) in &first {
            let is_exact = recipe.plain && !recipe.has_parasitics;
            let same = if is_exact { values == &second[name] } else { are_close(values, &second[name]) };
            assert!(same, "{name}: {values:?}, {:?}", second[name]);
        }
    }

    /// What was read, or what was linked, written out and read again gives the same bits.
    #[test]
    fn written_and_read_again(recipe in recipes(12, 4)) {
        let (design, nets) = prepare(&recipe);
        let constraints = constraints::waveforms(&design, recipe.seed);
        let texts = texts(&design, &nets, recipe.seed);
        let netlist = load::netlist(&texts);
        let snapshot = |netlist| Snapshot::new(&load::session(netlist, &constraints, Calculator::Elmore));
        let again = [load::rewritten(&texts), load::written(&netlist, &texts)];
        let first = snapshot(netlist);
        for texts in again {
            assert_eq!(snapshot(load::netlist(&texts)), first, "{texts:?}");
        }
    }
}

/// Large enough that all sweeps are split.
#[test]
fn any_number_of_threads() {
    let calculators = [Calculator::Elmore, Calculator::EffectiveCapacitance];
    for (seed, calculator) in
        (0..by_budget(4, 1)).flat_map(|seed| calculators.map(|calculator| (seed, calculator)))
    {
        let (design, nets) = prepare(&Recipe::large(seed, 4000));
        let constraints = constraints::waveforms(&design, seed);
        let texts = texts(&design, &nets, seed);
        let snapshot = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut session = load::session(load::netlist(&texts), &constraints, calculator);
                session.set_cppr(true);
                session.update().unwrap();
                (
                    Snapshot::new(&session),
                    session.timed().unwrap().endpoint_slacks(),
                    session.graph().unwrap().pins().cuts().to_vec(),
                )
            })
        };
        let first = snapshot(1);
        for threads in [2, 3, 4] {
            assert!(first == snapshot(threads), "{threads} threads");
        }
    }
}

/// What is drawn has all that constants and constraints can take out.
#[test]
fn arcs_and_checks_are_out_for_every_reason() {
    let (mut arcs, mut checks, mut blocked) = ([0; 3], [0; 3], 0);
    for seed in 0..60 {
        let (design, nets) = prepare(&Recipe::large(seed, 60));
        let constraints = constraints::waveforms(&design, seed);
        let (netlist, _) = load::netlist(&texts(&design, &nets, seed));
        let (graph, _) = TimingGraph::new(&netlist, netlist.library(), &constraints);
        let pins = graph.pins();
        for arc in pins.excluded_arcs() {
            arcs[arc.why as usize] += 1;
            let is_free = |pin| pins.known(pin).is_none() && !pins.is_floating(pin);
            blocked += usize::from(arc.why == Exclusion::Constant && is_free(arc.from) && is_free(arc.to));
        }
        pins.excluded_checks().iter().for_each(|check| checks[check.why as usize] += 1);
    }
    let counts = arcs.into_iter().chain(checks).chain([blocked]);
    assert!(counts.clone().all(|count| count >= 5), "{arcs:?} {checks:?} {blocked}");
}
