//! What every machine has to show: the values of the CPU engine, bit by bit.

#![expect(clippy::print_stdout, reason = "a test may fail, and says what it skips")]

use zeroslack::graph::{NodeId, TimingGraph};
use zeroslack::netlist::{Netlist, Parasitics};
use zeroslack::paths::worst_endpoints;
use zeroslack::sdc::Constraints;
use zeroslack::timing::{Calculator, CommonPoint, DelayData, Driven, Timing, endpoint_slacks, summarize};
use zeroslack::units::{Quad, Split, Ticks, Transition};
use zeroslack::{CornerId, DesignFiles, Session, Silent};
use zeroslack_cuda::Engine;

pub mod clocks;
mod cones;
pub mod edits;
mod ladder;
mod latches;
mod levels;
pub mod machine;
mod memory;
mod networks;
mod odd;
mod quotas;
mod search;
mod sessions;
pub mod several;
mod statistical;
mod ties;

use self::machine::TestMachine;
use crate::brute::design::Design;
use crate::brute::dice::Dice;
use crate::brute::load::{self, Texts};
pub use crate::brute::recipe;
use crate::brute::recipe::Recipe;
use crate::brute::{constraints, parasitics};
pub use crate::common::example_files;
use crate::common::{self, ideal};
pub use clocks::{check_clocks, cones_of_clocks, quotas_clocks, search_clocks};
pub use cones::{cones_random, cones_synthetic};
pub use edits::{
    check_given_up, check_kept, check_other_trees, check_restated, edit_files, edit_latches, edit_long,
    edit_random, edit_several, edit_synthetic,
};
pub use ladder::{check_few_paths, check_ladders, check_wide, quotas_of_ladders};
pub use latches::{check_away_from_registers, check_latches, check_slow_loops};
pub use levels::{check_levels, check_shapes};
pub use memory::check_small;
pub use networks::{check_networks, check_trees};
pub use odd::check_odd;
pub use search::{check_quotas, check_search};
pub use sessions::{
    check_edits, check_random_session, check_sharing, check_single_pins, check_synthetic_session,
};
pub use several::{check_derated, check_several, check_three_clocks, cones_several, cones_three_clocks};
pub use several::{quotas_several, quotas_three_clocks, search_several, search_three_clocks};
pub use statistical::{samples_synthetic, statistical_session, statistics_random, statistics_synthetic};
pub use ties::{check_delays_at_pins, check_ties, cones_of_ports, quotas_of_kinds, search_ties};

/// The rules of CPPR.
const CONTESTS: CommonPoint = CommonPoint::SameTransition;
const SDC: CommonPoint = CommonPoint::SamePin;

/// Times a design on both engines, without CPPR and with it by both rules, and compares everything.
pub fn check(machine: TestMachine, graph: &TimingGraph, data: &DelayData, calculator: Calculator) {
    let mut engine = Engine::new(machine, graph, data, calculator).unwrap();
    for (cppr, rule) in [(false, CONTESTS), (true, CONTESTS), (true, SDC), (false, SDC), (true, CONTESTS)] {
        let [mut expected, mut found] = [Timing::default(), Timing::default()];
        for timing in [&mut expected, &mut found] {
            timing.set_cppr(cppr);
            timing.set_common_point(rule);
        }
        expected.update(graph, data, calculator);
        engine.update_into(graph, &mut found).unwrap();
        compare(&mut expected, &mut found);
        compare_slacks(&mut engine, graph, &expected);
        compare_nodes(&mut engine, graph, &expected);
        compare_pin_slacks(&mut engine, graph, &expected);
    }
}

/// Panics where what the device sums up, or the worst that it selects, is not what the CPU has.
fn compare_slacks(engine: &mut Engine<TestMachine>, graph: &TimingGraph, expected: &Timing) {
    let slacks = endpoint_slacks(graph, expected);
    assert_eq!(engine.summaries().unwrap(), summarize(&slacks), "summaries");
    for split in Split::ALL {
        for count in [1, slacks.len() / 3, slacks.len() / 3 + 2, slacks.len() + 1] {
            let found = engine.worst_endpoints(graph, split, count).unwrap();
            assert_eq!(found, worst_endpoints(&slacks, split, count), "{count} worst {}", split.name());
        }
    }
}

/// Panics where values of nodes, fetched alone, are not what the CPU has.
fn compare_nodes(engine: &mut Engine<TestMachine>, graph: &TimingGraph, expected: &Timing) {
    let nodes = NodeId::all(0..graph.node_count());
    let first = nodes.clone().take(1);
    let asked: Vec<NodeId> = nodes.rev().step_by(7).chain(first.clone()).chain(first).collect();
    let found = engine.fetch_nodes(&asked).unwrap();
    assert_eq!(found.len(), asked.len());
    for (&node, found) in asked.iter().zip(found) {
        let pin_node = graph.pin_graph_node(node).index();
        same_floats("slew", expected.slews()[pin_node].as_flattened(), found.slew.as_flattened());
        assert_eq!(found.times.arrival, expected.arrivals()[node.index()], "arrival {node:?}");
        assert_eq!(
            found.times.required,
            expected.required_times(graph)[node.index()],
            "required time {node:?}"
        );
        let slack = |split, transition| {
            assert_eq!(
                found.times.contest_slack(split, transition),
                expected.node_times(graph, node).contest_slack(split, transition),
                "contest's slack {node:?}"
            );
        };
        Split::ALL.into_iter().for_each(|split| Transition::ALL.into_iter().for_each(|to| slack(split, to)));
    }
}

/// Compares the slacks of all pins, which a machine finds with CPPR and without latches.
pub fn compare_pin_slacks(engine: &mut Engine<TestMachine>, graph: &TimingGraph, expected: &Timing) {
    let found = engine.fetch_slacks(graph).unwrap();
    assert_eq!(
        found.is_some(),
        expected.has_cppr() && graph.latches().openings().is_empty(),
        "who finds slacks"
    );
    let Some(found) = found else { return };
    for (node, (found, expected)) in found.iter().zip(expected.slacks(graph)).enumerate() {
        assert_eq!(found, &expected.slack, "slacks of node {node}");
    }
    let few: Vec<NodeId> = NodeId::all(0..graph.node_count()).rev().step_by(11).collect();
    let asked = engine.slacks_of(graph, &few).unwrap().unwrap();
    assert!(
        few.iter().zip(asked).all(|(node, slacks)| slacks == found[node.index()]),
        "slacks of single nodes"
    );
}

/// Panics where any two values differ.
pub fn compare(expected: &mut Timing, found: &mut Timing) {
    assert_eq!(expected.credits(), found.credits(), "credits");
    // Those of the timing graph's arcs, which may have been gathered.
    same_floats(
        "delay of the timing graph",
        expected.delays().as_flattened().as_flattened(),
        found.delays().as_flattened().as_flattened(),
    );
    let (expected, found) = (expected.arrays_mut(), found.arrays_mut());
    same_floats(
        "load",
        expected.loads.as_flattened().as_flattened(),
        found.loads.as_flattened().as_flattened(),
    );
    let [ours, theirs] = [expected.arc_loads.as_deref(), found.arc_loads.as_deref()];
    assert_eq!(ours.is_some(), theirs.is_some(), "loads of arcs");
    if let (Some(ours), Some(theirs)) = (ours, theirs) {
        same_floats(
            "load of an arc",
            ours.as_flattened().as_flattened(),
            theirs.as_flattened().as_flattened(),
        );
    }
    let flat = |wires: &[zeroslack::timing::Wire]| -> Vec<f32> {
        let values = wires.iter().flat_map(|wire| [wire.delay, wire.impulse]);
        values.flatten().flatten().collect()
    };
    same_floats("wire", &flat(expected.wires), &flat(found.wires));
    let flat = |driven: &[Driven]| -> Vec<f32> {
        driven.iter().flat_map(|port| [port.slew, port.delay]).flatten().flatten().collect()
    };
    same_floats("drive", &flat(expected.driven), &flat(found.driven));
    assert_eq!(expected.sources, found.sources, "sources");
    same_floats(
        "slew",
        expected.slews.as_flattened().as_flattened(),
        found.slews.as_flattened().as_flattened(),
    );
    same_floats(
        "delay",
        expected.delays.as_flattened().as_flattened(),
        found.delays.as_flattened().as_flattened(),
    );
    same_floats("margin", expected.margins.as_flattened(), found.margins.as_flattened());
    same_times("arrival", expected.arrivals, found.arrivals);
    same_times("required time", expected.required_times, found.required_times);
}

fn same_floats(what: &str, expected: &[f32], found: &[f32]) {
    assert_eq!(expected.len(), found.len(), "number of {what}s");
    // Which NaN it is may differ between machines; that it is one may not.
    let place = expected
        .iter()
        .zip(found)
        .position(|(a, b)| a.to_bits() != b.to_bits() && !(a.is_nan() && b.to_bits() == f32::NAN.to_bits()));
    if let Some(place) = place {
        panic!("{what} {} lane {}: {}, expected {}", place / 4, place % 4, found[place], expected[place]);
    }
}

fn same_times(what: &str, expected: &[Quad<Ticks>], found: &[Quad<Ticks>]) {
    assert_eq!(expected.len(), found.len(), "number of {what}s");
    if let Some(place) = expected.iter().zip(found).position(|(a, b)| a != b) {
        panic!("{what} {place}: {:?}, expected {:?}", found[place], expected[place]);
    }
}

/// The usual size of a check, or the small one where `ZEROSLACK_SMALL` is 1: for tools that slow every launch down.
pub fn sized<T>(usual: T, small: T) -> T {
    if std::env::var_os("ZEROSLACK_SMALL").is_some_and(|stated| stated == "1") { small } else { usual }
}

/// A session's netlist and the parasitics of its nets.
fn wired(session: &Session) -> (&Netlist, &Parasitics) {
    (session.netlist(), session.parasitics(CornerId::FIRST))
}

/// A random design.
pub fn check_random(machine: TestMachine, recipe: &Recipe, is_contest: bool, calculator: Calculator) {
    let session = random(recipe, is_contest, calculator);
    check_levels(&machine, session.netlist(), session.constraints(zeroslack::ModeId::FIRST));
    check_trees(&machine, wired(&session), session.graph().unwrap());
    check(machine, session.graph().unwrap(), session.delay_data().unwrap(), calculator);
}

/// The worst paths of a random design.
pub fn search_random(
    machine: TestMachine,
    recipe: &Recipe,
    is_contest: bool,
    most: usize,
    each: usize,
) -> u32 {
    let session = random(recipe, is_contest, Calculator::Elmore);
    check_search(machine, &session, (Calculator::Elmore, CONTESTS), most, each)
}

/// So many paths of a random design to an endpoint, and of each kind.
pub fn quotas_random(
    machine: TestMachine,
    recipe: &Recipe,
    is_contest: bool,
    most: usize,
    each: usize,
) -> u32 {
    let session = random(recipe, is_contest, Calculator::Elmore);
    check_quotas(machine, (&session, Calculator::Elmore, CONTESTS), most, most / 16, 13, each)
}

fn random(recipe: &Recipe, is_contest: bool, calculator: Calculator) -> Session {
    let design = Design::new(recipe);
    let nets = if recipe.has_parasitics { parasitics::random(&design, recipe.seed) } else { vec![] };
    let texts = Texts {
        liberty: [0, 1].map(|split| design.library.text(split)),
        verilog: design.verilog(),
        spef: (!nets.is_empty()).then(|| parasitics::text(&design, &nets, recipe.seed)),
    };
    let mut constraints = if is_contest {
        constraints::contest(&design, recipe.seed)
    } else {
        constraints::waveforms(&design, recipe.seed)
    };
    let mut dice = Dice::new(recipe.seed, 22);
    if dice.chance(40) {
        constraints.ideal_networks.sources = ideal::sources(&design, &mut dice);
        ideal::add_times(&mut constraints, 0..design.pins.len(), &mut dice);
    }
    load::session(load::netlist(&texts), &constraints, calculator)
}

/// A placed-like design of so many gates.
pub fn check_synthetic(machine: TestMachine, gates: usize) {
    let session = synthetic(gates);
    check_levels(&machine, session.netlist(), session.constraints(zeroslack::ModeId::FIRST));
    check_trees(&machine, wired(&session), session.graph().unwrap());
    check(machine, session.graph().unwrap(), session.delay_data().unwrap(), Calculator::Elmore);
}

/// The worst paths of a placed-like design of so many gates.
pub fn search_synthetic(machine: TestMachine, gates: usize, most: usize, each: usize) -> u32 {
    let session = synthetic(gates);
    check_search(machine, &session, (Calculator::Elmore, CONTESTS), most, each)
}

/// So many paths of a placed-like design to an endpoint, and of each kind.
pub fn quotas_synthetic(machine: TestMachine, gates: usize, most: usize, each: usize) -> u32 {
    check_quotas(machine, (&synthetic(gates), Calculator::Elmore, CONTESTS), most, most / 16, 29, each)
}

fn synthetic(gates: usize) -> Session {
    let (netlist, constraints) = synthetic_parts(gates);
    load::session(netlist, &constraints, Calculator::Elmore)
}

fn synthetic_parts(gates: usize) -> (load::Linked, Constraints) {
    synthetic_parts_of(zeroslack_synth::Options::new(gates))
}

fn synthetic_parts_of(options: zeroslack_synth::Options) -> (load::Linked, Constraints) {
    let design = zeroslack_synth::Design::new(options).unwrap();
    let text = |write: &dyn Fn(&mut Vec<u8>) -> std::io::Result<()>| {
        let mut bytes = Vec::new();
        write(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    let liberty = [zeroslack_synth::Split::Early, zeroslack_synth::Split::Late];
    let netlist = load::netlist(&Texts {
        liberty: liberty.map(|split| text(&|out| design.write_liberty(split, out))),
        verilog: text(&|out| design.write_verilog(out)),
        spef: Some(text(&|out| design.write_spef(out))),
    });
    let (constraints, said) =
        zeroslack::sdc::tau::read_timing(&text(&|out| design.write_timing(out)), &netlist.0);
    assert!(said.is_empty(), "{said}");
    (netlist, constraints)
}

/// The example of the repository.
pub fn check_example(machine: TestMachine) {
    check_files(machine, &example_files());
}

/// New parasitics on an engine that has the design already.
pub fn check_parasitics(machine: TestMachine, calculator: Calculator) {
    let files = DesignFiles { calculator, ..example_files() };
    let mut session = Session::load(&files, &Silent).unwrap_or_else(|error| panic!("{error}"));
    let mut engine =
        Engine::new(machine, session.graph().unwrap(), session.delay_data().unwrap(), calculator).unwrap();
    let [mut before, mut after] = [Timing::default(), Timing::default()];
    engine.update_into(session.graph().unwrap(), &mut before).unwrap();
    sessions::read_slower_parasitics(&mut session);
    session.update().unwrap();
    engine.set_parasitics(session.graph().unwrap(), session.delay_data().unwrap()).unwrap();
    engine.update_into(session.graph().unwrap(), &mut after).unwrap();
    assert_ne!(before.arrivals(), after.arrivals());
    compare(&mut session.timed().unwrap().timing().clone(), &mut after);
}

fn check_files(machine: TestMachine, files: &DesignFiles) {
    let session = Session::read(files, &Silent).unwrap_or_else(|error| panic!("{error}"));
    check_levels(&machine, session.netlist(), session.constraints(zeroslack::ModeId::FIRST));
    check_trees(&machine, wired(&session), session.graph().unwrap());
    check(machine, session.graph().unwrap(), session.delay_data().unwrap(), files.calculator);
}

/// The contest designs of the shared data, with netlists of at most so many bytes.
pub fn check_contest(machine: impl Fn() -> TestMachine, largest: u64) {
    contest_designs(largest, |files| check_files(machine(), files));
}

/// The worst paths of these designs.
pub fn search_contest(machine: impl Fn() -> TestMachine, largest: u64, most: usize, each: usize) {
    contest_designs(largest, |files| {
        let session = Session::read(files, &Silent).unwrap_or_else(|error| panic!("{error}"));
        check_search(machine(), &session, (files.calculator, CONTESTS), most, each);
    });
}

fn contest_designs(largest: u64, check: impl Fn(&DesignFiles)) {
    let Some(shared) = common::shared() else { return };
    let mut designs = 0;
    for set in ["data/tau15", "data/tau15_synth"] {
        for folder in std::fs::read_dir(shared.join(set)).unwrap().map(|entry| entry.unwrap().path()) {
            if folder.is_dir() {
                designs += 1;
                let files = common::tau_files(&folder);
                if files.verilog[0].metadata().unwrap().len() <= largest {
                    check(&files);
                }
            }
        }
    }
    println!("{designs} designs");
    assert!(designs >= 21, "designs in the shared data");
}
