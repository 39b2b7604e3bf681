//! Clocks and tags against brute force: random small designs with up to eight clocks, all paths of which a second, naive reading writes down. It takes delays
//! and margins from the engine and nothing else.

mod by_hand;
mod clock_paths;
mod clock_reports;
pub mod clocking;
mod compare;
mod constants;
mod constrained;
pub mod constraints;
mod coverage;
mod credit;
pub mod cycles;
mod deciding;
pub mod derates;
pub mod details;
pub mod draws;
mod engine;
mod exceptions;
mod masters;
pub mod network;
mod noise;
mod oracle;
mod pulses;
mod relations;
mod script;
mod skews;
mod stated_checks;
mod vertex;

use crate::brute::dice;
use crate::common::constrained;
use crate::cppr::{cells, netlist, recipe};
use proptest::prelude::*;
use zeroslack::input::Diagnostics;
use zeroslack::paths::PathQuery;
use zeroslack::sdc::Units;
use zeroslack::sdc::{ClockEdge, Constraints};
use zeroslack::timing::Calculator;
use zeroslack::units::{Split, Transition};
use zeroslack::{CornerId, ModeId, Session, SessionParts};
use zeroslack_testing::by_budget;

use clocking::{Clocked, Manner, clocked, large};
use constants::Constants;
use credit::CommonPoint;
use dice::Dice;
use engine::Found;
use netlist::Texts;
use network::Setting;
use oracle::Oracle;
use recipe::{Network, Style};

#[track_caller]
fn config(cases: u32) -> ProptestConfig {
    let (max_shrink_iters, max_global_rejects) = (20_000, 1_000_000);
    ProptestConfig { max_shrink_iters, max_global_rejects, ..zeroslack_testing::config(cases) }
}

const PLAIN: Style = Style { network: Network::Tree, is_crossing: false, is_ordered: true, has_slews: true };

/// Clock networks of any gates.
const GATED: Style = Style { network: Network::Any, ..PLAIN };

/// Clocks may come from data, and data from clocks.
const CROSSING: Style = Style { is_crossing: true, ..GATED };

const ONE: Manner = Manner { most_clocks: 1, ideal: 0, is_anywhere: false, has_latencies: false };

/// Compares everything, with CPPR and without. False if there are too many paths.
fn check(clocked: &Clocked) -> bool {
    let texts = Texts::new(&clocked.design);
    let (netlist, parasitics) = texts.netlist();
    let plain = clocked.without_details().setting(&netlist);
    let constraints = plain.constraints(&netlist);
    let inputs: Vec<String> = constraints.input_slews.keys().map(|&pin| netlist.pin_name(pin)).collect();
    let sdc = plain.sdc(&inputs);
    let (read, said) = zeroslack::constraints::read_text(&sdc, &netlist, &Units::of_library(&netlist));
    assert!(!said.has_errors(), "{said}\n{sdc}");
    // SDC has no command for times that are required outright, nor for rules.
    let others = |of: &Constraints| (of.required_times.clone(), of.rules);
    let (required_times, rules) = others(&constraints);
    assert_eq!(Constraints { required_times, rules, ..read }, constraints, "{sdc}");
    let setting = clocked.setting(&netlist);
    let constraints = setting.constraints(&netlist);
    let script = setting.script(&inputs);
    let (required_times, rules) = others(&constraints);
    let read = Constraints { required_times, rules, ..run_script(&texts, &script) };
    assert_eq!(read, constraints, "{script}");
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    check_session(clocked, &texts, parts, (&setting, &script))
}

/// The constraints that a script states.
fn run_script(texts: &Texts, script: &str) -> Constraints {
    let (netlist, parasitics) = texts.netlist();
    let constraints = Constraints::default();
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    let session = constrained(Session::build(parts, Diagnostics::new()).unwrap(), script);
    session.constraints(ModeId::FIRST).clone()
}

/// The same for constraints that stand for a setting.
fn check_session(
    clocked: &Clocked,
    texts: &Texts,
    parts: SessionParts,
    (setting, sdc): (&Setting, &str),
) -> bool {
    let mut session = Session::build(parts, Diagnostics::new()).unwrap();
    let network = engine::network(&mut session, setting);
    let rules = [None, Some(CommonPoint::SamePin), Some(CommonPoint::SameTransition)];
    let said = format!("{}\n{sdc}", texts.verilog);
    compare_by(&mut session, (&network, setting), (&rules, &said), |session, oracle, rule| {
        compare_all(session, oracle, rule, clocked);
    })
}

/// Times a design by each of some rules of CPPR, and compares it with what the oracle says. What was stated is in the message. False if there are too many paths.
fn compare_by(
    session: &mut Session,
    (network, setting): (&network::Network, &Setting),
    (rules, said): (&[Option<CommonPoint>], &str),
    compare: impl Fn(&Session, &Oracle<'_>, Option<CommonPoint>),
) -> bool {
    for &rule in rules {
        engine::update(session, rule);
        let Some(oracle) = Oracle::new(network, setting, rule) else { return false };
        let compared = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            compare(session, &oracle, rule);
        }));
        if let Err(panic) = compared {
            let names: Vec<String> =
                network.names.iter().enumerate().map(|(pin, name)| format!("{pin} {name}")).collect();
            let text = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            panic!("{text}\n{rule:?}\n{said}\n{setting:?}\n{}", names.join(", "));
        }
    }
    true
}

/// Times, slacks, paths, reports of clocks, and constrained paths.
fn compare_all(session: &Session, oracle: &Oracle<'_>, rule: Option<CommonPoint>, clocked: &Clocked) {
    compare::compare(session, oracle);
    clock_reports::compare(session, oracle, rule);
    constrained::compare_constrained(session, oracle, clocked.design.choices);
}

const SEVERAL: Manner = Manner { most_clocks: 3, ideal: 0, is_anywhere: false, has_latencies: false };

/// Ideal and propagated clocks, anywhere.
const ANY: Manner = Manner { most_clocks: 8, ideal: 4, is_anywhere: true, has_latencies: true };

/// The network of a session, with constants and arcs taken out by a seed. The session has to be timed again after this.
fn network_with_constants(session: &mut Session, setting: &Setting, seed: u64) -> network::Network {
    let plain = engine::network(session, setting);
    session.edit_constraints(ModeId::FIRST, |editor| {
        let mut constraints = (**editor).clone();
        constants::draw(&mut Dice::new(seed, 2), &mut constraints, editor.netlist());
        editor.replace(constraints);
    });
    let mut network = engine::network(session, setting);
    let constants = Constants::new(session.netlist(), session.constraints(ModeId::FIRST));
    // Without an arc a loop may be cut elsewhere.
    if !plain.has_loops {
        let ports = session.netlist().port_pins().map(|pin| pin.index());
        let sources = setting.clocks.iter().flat_map(|clock| &clock.sources).map(|name| plain.pin(name));
        constants::compare(&network, &plain, &constants, &ports.chain(sources).collect());
    }
    network.silent = constants.silent();
    network
}

/// A session with a design and a setting.
fn session_of(texts: &Texts, setting: &Setting) -> Session {
    let (netlist, parasitics) = texts.netlist();
    let constraints = setting.constraints(&netlist);
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    Session::build(parts, Diagnostics::new()).unwrap()
}

/// What is stated beside clocks and delays of ports, all by one seed.
#[derive(Clone, Copy, Default)]
struct Drawn {
    /// Clocks that are made of each other, belong to groups, and whose edges do not pass everywhere.
    relations: bool,
    constants: bool,
    exceptions: bool,
}

/// Compares everything with what is drawn by a seed. False if there are too many paths.
fn check_drawn(clocked: &Clocked, drawn: Drawn, seed: u64) -> bool {
    let texts = Texts::new(&clocked.design);
    let mut setting = clocked.setting(&texts.netlist().0);
    let mut session = session_of(&texts, &setting);
    if drawn.relations {
        let plain = engine::network(&mut session, &setting);
        relations::draw(&mut Dice::new(seed, 1), &mut setting, &plain);
        relations::state(&mut session, &setting);
    }
    let network = if drawn.constants {
        network_with_constants(&mut session, &setting, seed)
    } else {
        engine::network(&mut session, &setting)
    };
    let plain = session.constraints(ModeId::FIRST).clone();
    if drawn.exceptions {
        let mut constraints = plain.clone();
        draws::draw(&mut Dice::new(seed, 1), &mut constraints, session.netlist());
        session.edit_constraints(ModeId::FIRST, |editor| editor.replace(constraints));
    }
    let stated = session.constraints(ModeId::FIRST);
    let said = format!(
        "{}\n{:#?}",
        texts.verilog,
        (stated.exceptions.list(), &stated.case_values, &stated.disables)
    );
    let rules = [None, Some(CommonPoint::SamePin)];
    compare_by(&mut session, (&network, &setting), (&rules, &said), |session, oracle, rule| {
        if !drawn.exceptions {
            return compare_all(session, oracle, rule, clocked);
        }
        exceptions::compare(session, oracle);
        // Paths between clocks of different groups are none to the oracle, but counted.
        if rule.is_none() && setting.groups.is_empty() {
            let design = (session.netlist(), session.library(CornerId::FIRST));
            deciding::compare(design, (session.constraints(ModeId::FIRST), plain.clone()), oracle);
        }
    })
}

/// Compares paths under exceptions that are drawn by a seed. False if there are too many paths.
fn check_exceptions(clocked: &Clocked, seed: u64) -> bool {
    check_drawn(clocked, Drawn { exceptions: true, ..Drawn::default() }, seed)
}

/// Compares everything where clocks are made of each other, belong to groups, and not all of their edges pass everywhere. False if there are too many paths.
fn check_relations(clocked: &Clocked, seed: u64) -> bool {
    check_drawn(clocked, Drawn { relations: true, ..Drawn::default() }, seed)
}

/// Compares slacks and paths where cells gate clocks, and data is checked against data, also by libraries. False if there are too many paths.
fn check_stated_checks(clocked: &Clocked, seed: u64) -> bool {
    let mut texts = Texts::new(&clocked.design);
    draws::relate_data(&mut texts.libraries);
    let (netlist, parasitics) = texts.netlist();
    let mut setting = clocked.setting(&netlist);
    let mut constraints = setting.constraints(&netlist);
    draws::draw_checks(&mut Dice::new(seed, 1), &mut constraints, &netlist);
    constraints.rules.no_clock_gating = false;
    setting.gating = Some(constraints.clock_gating.clone());
    setting.data_checks = constraints.data_checks.clone();
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    let mut session = Session::build(parts, Diagnostics::new()).unwrap();
    let mut network = engine::network(&mut session, &setting);
    network.stated_captures = stated_checks::captures(&network, &setting);
    let rules = [None, Some(CommonPoint::SamePin), Some(CommonPoint::SameTransition)];
    compare_by(&mut session, (&network, &setting), (&rules, &texts.verilog), |session, oracle, _| {
        stated_checks::compare(session, oracle);
    })
}

/// Compares pulse widths and periods where some are stated, and skews between clock pins. False if there are too many paths.
fn check_pulses(clocked: &Clocked, seed: u64) -> bool {
    let mut texts = Texts::new(&clocked.design);
    skews::limit(&mut texts);
    let (netlist, parasitics) = texts.netlist();
    let setting = clocked.setting(&netlist);
    let constraints = setting.constraints(&netlist);
    let stated = pulses::draw(&mut Dice::new(seed, 1), &netlist, setting.clocks.len());
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    let mut session = Session::build(parts, Diagnostics::new()).unwrap();
    let network = engine::network(&mut session, &setting);
    session.edit_constraints(ModeId::FIRST, |editor| pulses::state(editor, &stated));
    let rules = [None, Some(CommonPoint::SamePin), Some(CommonPoint::SameTransition)];
    compare_by(&mut session, (&network, &setting), (&rules, &texts.verilog), |session, oracle, rule| {
        pulses::compare(session, oracle, rule, &stated);
        skews::compare(session, oracle, rule);
    })
}

proptest! {
    #![proptest_config(config(80))]

    #[test]
    fn gated_clocks_and_data_checks_in_trees(clocked in clocked(SEVERAL, PLAIN), seed in any::<u64>()) {
        prop_assume!(check_stated_checks(&clocked, seed));
    }

    #[test]
    fn gated_clocks_and_data_checks_anywhere(
        clocked in clocked(ANY, Style { network: Network::Any, is_crossing: true, ..PLAIN }),
        seed in any::<u64>(),
    ) {
        prop_assume!(check_stated_checks(&clocked, seed));
    }

    #[test]
    fn pulses_of_one_clock(clocked in clocked(ONE, PLAIN), seed in any::<u64>()) {
        prop_assume!(check_pulses(&clocked, seed));
    }

    #[test]
    fn pulses_of_ideal_and_propagated_clocks(clocked in clocked(ANY, PLAIN), seed in any::<u64>()) {
        prop_assume!(check_pulses(&clocked, seed));
    }

    #[test]
    fn pulses_through_any_gates(
        clocked in clocked(ANY, Style { network: Network::Any, is_crossing: true, ..PLAIN }),
        seed in any::<u64>(),
    ) {
        prop_assume!(check_pulses(&clocked, seed));
    }

    #[test]
    fn generated_clocks_in_trees(clocked in clocked(SEVERAL, PLAIN), seed in any::<u64>()) {
        prop_assume!(check_relations(&clocked, seed));
    }

    #[test]
    fn generated_clocks_anywhere(
        clocked in clocked(ANY, Style { network: Network::Any, is_crossing: true, ..PLAIN }),
        seed in any::<u64>(),
    ) {
        prop_assume!(check_relations(&clocked, seed));
    }

    #[test]
    fn exceptions_of_one_clock(clocked in clocked(ONE, PLAIN), seed in any::<u64>()) {
        prop_assume!(check_exceptions(&clocked, seed));
    }

    #[test]
    fn exceptions_of_several_clocks(clocked in clocked(Manner { ideal: 3, ..SEVERAL }, PLAIN), seed in any::<u64>()) {
        prop_assume!(check_exceptions(&clocked, seed));
    }

    /// Clocks that arrive as data, and data at clock pins.
    #[test]
    fn exceptions_of_any_clocks(
        clocked in clocked(ANY, Style { network: Network::Any, is_crossing: true, ..PLAIN }),
        seed in any::<u64>(),
    ) {
        prop_assume!(check_exceptions(&clocked, seed));
    }

    #[test]
    fn constants_of_several_clocks(clocked in clocked(Manner { ideal: 3, ..SEVERAL }, GATED), seed in any::<u64>()) {
        prop_assume!(check_drawn(&clocked, Drawn { constants: true, ..Drawn::default() }, seed));
    }

    #[test]
    fn constants_of_generated_clocks(clocked in clocked(ANY, CROSSING), seed in any::<u64>()) {
        prop_assume!(check_drawn(&clocked, Drawn { constants: true, relations: true, ..Drawn::default() }, seed));
    }

    #[test]
    fn constants_with_exceptions(clocked in clocked(ANY, CROSSING), seed in any::<u64>()) {
        prop_assume!(check_drawn(&clocked, Drawn { constants: true, exceptions: true, ..Drawn::default() }, seed));
    }

    #[test]
    fn exceptions_of_generated_clocks(clocked in clocked(SEVERAL, GATED), seed in any::<u64>()) {
        prop_assume!(check_drawn(&clocked, Drawn { relations: true, exceptions: true, ..Drawn::default() }, seed));
    }

    #[test]
    fn constants_with_exceptions_of_generated_clocks(clocked in clocked(ANY, CROSSING), seed in any::<u64>()) {
        prop_assume!(check_drawn(&clocked, Drawn { constants: true, relations: true, exceptions: true }, seed));
    }

    /// One tag at every pin.
    #[test]
    fn one_edge(clocked in clocked(ONE, Style { network: Network::Chain, ..PLAIN })) {
        let mut clocked = clocked;
        clocked.design.inputs.clear();
        clocked.design.outputs.clear();
        prop_assume!(check(&clocked));
    }

    #[test]
    fn one_clock(clocked in clocked(ONE, PLAIN)) {
        prop_assume!(check(&clocked));
    }

    #[test]
    fn one_clock_through_any_gates(clocked in clocked(ONE, Style { network: Network::Any, ..PLAIN })) {
        prop_assume!(check(&clocked));
    }

    #[test]
    fn several_clocks(clocked in clocked(SEVERAL, PLAIN)) {
        prop_assume!(check(&clocked));
    }

    #[test]
    fn ideal_clocks(clocked in clocked(Manner { ideal: 10, ..SEVERAL }, PLAIN)) {
        prop_assume!(check(&clocked));
    }

    #[test]
    fn ideal_and_propagated_clocks_of_any_source(clocked in clocked(ANY, PLAIN)) {
        prop_assume!(check(&clocked));
    }

    #[test]
    fn several_clocks_through_any_gates(
        clocked in clocked(Manner { has_latencies: true, ..SEVERAL }, Style { network: Network::Any, ..PLAIN })
    ) {
        prop_assume!(check(&clocked));
    }

    /// Dividers that nobody declared, data that gates clocks, clocks that are data.
    #[test]
    fn clocks_and_data_cross(
        clocked in clocked(ANY, Style { network: Network::Any, is_crossing: true, ..PLAIN })
    ) {
        prop_assume!(check(&clocked));
    }

    #[test]
    fn clocks_and_data_cross_where_early_is_later_than_late(
        clocked in clocked(ANY, Style { network: Network::Any, is_crossing: true, is_ordered: false, ..PLAIN })
    ) {
        prop_assume!(check(&clocked));
    }

    #[test]
    fn deep_trees_of_any_clocks(clocked in clocked(ANY, Style { network: Network::Chain, ..PLAIN })) {
        prop_assume!(check(&clocked));
    }

    #[test]
    fn deep_trees_of_both_edges(clocked in clocked(ANY, Style { network: Network::BothEdges, ..PLAIN })) {
        prop_assume!(check(&clocked));
    }
}

/// Nothing of what makes clocks hard is missing from the designs.
#[test]
fn designs_have_what_they_are_drawn_for() {
    let any = Style { network: Network::Any, is_crossing: true, ..PLAIN };
    for (what, count) in coverage::cover(ANY, any) {
        assert!(count > 0, "no design of 200 has {what}");
    }
}

/// Clocks take over what comes of their masters, directly and through registers, or have latencies by those of ideal masters that do.
#[test]
fn generated_clocks_have_what_they_are_drawn_for() {
    let style = Style { network: Network::Any, is_crossing: true, ..PLAIN };
    let mut counts = [0; 3];
    for number in 0..100 {
        let drawn = coverage::draw(ANY, style, number);
        let (netlist, parasitics) = Texts::new(&drawn.design).netlist();
        let mut setting = drawn.setting(&netlist);
        let constraints = setting.constraints(&netlist);
        let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
        let mut session = Session::build(parts, Diagnostics::new()).unwrap();
        let plain = engine::network(&mut session, &setting);
        relations::draw(&mut Dice::new(number.into(), 1), &mut setting, &plain);
        relations::state(&mut session, &setting);
        session.update().unwrap();
        let (graph, constraints) = (session.graph().unwrap(), session.constraints(ModeId::FIRST));
        let [takes_over, through_register] = relations::takes_over(graph);
        let is_made = |clock| {
            let edge = ClockEdge { clock, edge: Transition::Rise };
            let latency = graph.source_latencies().at_source(edge, Split::Late);
            latency.is_some() && !constraints.is_timed_at_source(clock)
        };
        let by_ideal_master = constraints.clocks.iter().any(|(id, _)| is_made(id));
        let has = [takes_over, through_register, by_ideal_master];
        counts = [0, 1, 2].map(|what| counts[what] + usize::from(has[what]));
    }
    assert!(counts[0] > 10 && counts[1] > 5 && counts[2] > 2, "of 100 designs so many have it: {counts:?}");
}

/// Constants take steps out, also where none is stated, and leave others.
#[test]
fn constants_have_what_they_are_drawn_for() {
    let mut counts = [0; 2];
    for number in 0..100 {
        let drawn = coverage::draw(ANY, CROSSING, number);
        let texts = Texts::new(&drawn.design);
        let setting = drawn.setting(&texts.netlist().0);
        let mut session = session_of(&texts, &setting);
        let plain = engine::network(&mut session, &setting);
        let network = network_with_constants(&mut session, &setting, number.into());
        let constraints = session.constraints(ModeId::FIRST);
        let is_stated = |spot: &network::Spot| {
            let pin = zeroslack::netlist::PinId::new(spot.pin);
            constraints.case_values.contains_key(&pin) || constraints.logic_values.contains_key(&pin)
        };
        counts[0] += usize::from((1..plain.steps.len()).contains(&network.steps.len()));
        counts[1] += usize::from(network.silent.iter().any(|spot| !is_stated(spot)));
    }
    assert!(counts[0] > 30 && counts[1] > 20, "of 100 designs so many have it: {counts:?}");
}

/// What an update and a search give, on so many threads.
fn results(clocked: &Clocked, threads: usize) -> (Session, Vec<Found>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let (netlist, parasitics) = Texts::new(&clocked.design).netlist();
        let constraints = clocked.setting(&netlist).constraints(&netlist);
        let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
        let mut session = Session::build(parts, Diagnostics::new()).unwrap();
        engine::update(&mut session, Some(CommonPoint::SamePin));
        let paths = engine::paths(&session, &PathQuery::new(2000));
        (session, paths)
    })
}

/// Large enough that all sweeps are split.
#[test]
fn any_number_of_threads() {
    for &seed in by_budget(&[1, 3][..], &[3]) {
        let clocked = large(seed, ANY);
        let (one, paths) = results(&clocked, 1);
        assert!(one.graph().unwrap().node_count() > one.graph().unwrap().pins().structure().node_count());
        assert!(one.timed().unwrap().timing().credits().iter().flatten().any(|&credit| credit > 0));
        assert_eq!(paths.len(), 2000);
        for threads in [2, 4] {
            let (other, others) = results(&clocked, threads);
            assert!(one.graph().unwrap() == other.graph().unwrap(), "{threads} threads");
            let [ours, theirs] = [&one, &other].map(|session| session.timed().unwrap().timing());
            let required = [&one, &other].map(|session| {
                let timed = session.timed().unwrap();
                timed.timing().required_times(timed.graph())
            });
            assert_eq!(ours.arrivals(), theirs.arrivals(), "{threads} threads");
            assert_eq!(ours.credits(), theirs.credits(), "{threads} threads");
            assert_eq!(required[0], required[1], "{threads} threads");
            assert_eq!(paths, others, "{threads} threads");
            for split in Split::ALL {
                let [ours, theirs] =
                    [&one, &other].map(|session| session.timed().unwrap().clock_skews(split));
                assert!(ours.iter().any(|skew| skew.credit != 0), "{split:?}");
                assert_eq!(ours, theirs, "{threads} threads, {split:?}");
            }
        }
    }
}

#[test]
fn an_ideal_clock_beside_a_propagated_one() {
    assert!(check(&clocking::ideal_beside_propagated()));
}

/// What is propagated to a clock pin and what is ideal there have nothing in common.
#[test]
fn two_clocks_of_one_inner_source() {
    assert!(check(&clocking::two_clocks_of_one_inner_source()));
}
