//! Designs with several clocks, generated ones among them, and exceptions: related and unrelated, shifted, on one port, within the design, ideal and propagated, through any gates.

use proptest::prelude::*;
use zeroslack::input::Diagnostics;
use zeroslack::netlist::{Netlist, PinId};
use zeroslack::sdc::{
    Clock, ClockEdge, ClockGroupKind, ClockGroups, ClockId, ClockSense, ConstraintEditor, Constraints,
    DerateScope, DerateTarget, Derivation, Drive, GeneratedClock, OtherClocks, OutputDelay,
};
use zeroslack::timing::{Calculator, CommonPoint};
use zeroslack::units::{Transition, quad};
use zeroslack::{Session, SessionParts};

use super::clocks::{netlist, recipe};
use super::machine::TestMachine;
use super::{CONTESTS, SDC};
use crate::brute::{dice, load};
use crate::clocks::{clocking, draws};
use clocking::Manner;
pub use clocking::{Clocked, ideal_beside_propagated, two_clocks_of_one_inner_source};
use netlist::Texts;
use recipe::{Network, Style};

/// Up to three propagated clocks that start at ports; ideal and propagated ones that start anywhere, up to eight.
const SEVERAL: Manner = Manner { most_clocks: 3, ideal: 0, is_anywhere: false, has_latencies: false };
const ANY: Manner = Manner { most_clocks: 8, ideal: 4, is_anywhere: true, has_latencies: true };

/// Of every kind.
pub fn clocked() -> impl Strategy<Value = Clocked> {
    prop::sample::select(kinds().to_vec()).prop_flat_map(|(manner, style)| clocking::clocked(manner, style))
}

/// A design with thousands of registers.
pub fn large(seed: u8) -> Clocked {
    clocking::large(seed, ANY)
}

fn kinds() -> [(Manner, Style); 9] {
    let style =
        |network, is_crossing, is_ordered| Style { network, is_crossing, is_ordered, has_slews: true };
    let tree = style(Network::Tree, false, true);
    [
        (SEVERAL, tree),
        (Manner { ideal: 10, ..SEVERAL }, tree),
        (Manner { most_clocks: 1, ..ANY }, tree),
        (ANY, tree),
        (Manner { has_latencies: true, ..SEVERAL }, style(Network::Any, false, true)),
        (ANY, style(Network::Any, true, true)),
        (ANY, style(Network::Any, true, false)),
        (ANY, style(Network::Chain, false, true)),
        (ANY, style(Network::BothEdges, false, true)),
    ]
}

/// What exceptions there are.
#[derive(Clone, Copy, Debug)]
pub enum Stated {
    /// None.
    Nothing,
    /// So many times one to six, drawn by a seed.
    Drawn(usize, u64),
}

impl Stated {
    fn state(self, constraints: &mut Constraints, netlist: &Netlist) {
        let Self::Drawn(times, seed) = self else { return };
        let mut dice = dice::Dice::new(seed, 1);
        for _ in 0..times {
            draws::draw(&mut dice, constraints, netlist);
        }
    }
}

/// Makes about half of the clocks ones that are made of those before them, stops edges at a pin, and puts clocks into groups.
fn relate(constraints: &mut Constraints, netlist: &Netlist, seed: u64) {
    let mut dice = dice::Dice::new(seed, 2);
    let pins: Vec<PinId> = netlist.pins().filter(|&pin| netlist.pin_cell(pin).is_some()).collect();
    let clocks = constraints.clocks.iter();
    let clocks: Vec<(ClockId, Clock)> = clocks.map(|(id, clock)| (id, clock.clone())).collect();
    let mut editor = ConstraintEditor::new(constraints, netlist);
    for (number, (_, clock)) in clocks.iter().enumerate().skip(1).filter(|_| !pins.is_empty()) {
        if dice.chance(50) {
            continue;
        }
        let source = *dice.pick(&pins);
        let derivations =
            [Derivation::Divide(2), Derivation::Divide(1), Derivation::Edges([1, 3, 5], [0, 100, 200])];
        let generated = GeneratedClock {
            source,
            stated_master: Some(clocks[dice.below(number)].0),
            master: None,
            derivation: dice.pick(&derivations).clone(),
            is_combinational: false,
            is_inverted: dice.chance(30),
            has_own_latency: dice.chance(20),
        };
        let made = Clock { sources: vec![source], generated: Some(generated), ..clock.clone() };
        editor.create_clock(made, OtherClocks::Kept).unwrap();
    }
    if dice.chance(50) && !pins.is_empty() {
        let senses = [ClockSense::Positive, ClockSense::Negative, ClockSense::Stopped];
        editor.set_clock_sense(*dice.pick(&pins), None, Some(*dice.pick(&senses))).unwrap();
    }
    if dice.chance(50) && clocks.len() > 1 {
        let (kind, groups) = (ClockGroupKind::Asynchronous, vec![vec![dice.pick(&clocks).0]]);
        let groups = ClockGroups { name: "one".into(), kind, allows_paths: false, groups };
        editor.set_clock_groups(groups).unwrap();
    }
}

/// Nothing, or some exceptions.
pub fn stated() -> impl Strategy<Value = Stated> {
    prop_oneof![1 => Just(Stated::Nothing), 2 => any::<u64>().prop_map(|seed| Stated::Drawn(1, seed))]
}

/// The design, not yet timed.
pub(super) fn session(clocked: &Clocked, stated: Stated) -> Session {
    let mut texts = Texts::new(&clocked.design);
    let has_checks = matches!(stated, Stated::Drawn(_, seed) if seed.is_multiple_of(3));
    if has_checks {
        draws::relate_data(&mut texts.libraries);
    }
    let (netlist, parasitics) = texts.netlist();
    let mut constraints = clocked.setting(&netlist).constraints(&netlist);
    stated.state(&mut constraints, &netlist);
    if let Stated::Drawn(_, seed) = stated
        && seed.is_multiple_of(2)
    {
        relate(&mut constraints, &netlist, seed);
    }
    if let Stated::Drawn(_, seed) = stated
        && has_checks
    {
        draws::draw_checks(&mut dice::Dice::new(seed, 3), &mut constraints, &netlist);
        constraints.rules.no_clock_gating = false;
    }
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    Session::build(parts, Diagnostics::new()).unwrap()
}

/// The rule of CPPR by which a design's paths are ranked.
fn rule(clocked: &Clocked) -> CommonPoint {
    if clocked.design.choices.is_multiple_of(2) { CONTESTS } else { SDC }
}

/// Everything that is timed, with CPPR and without.
pub fn check_several(machine: TestMachine, clocked: &Clocked, stated: Stated) {
    let session = session(clocked, stated);
    super::check(machine, session.graph().unwrap(), session.delay_data().unwrap(), Calculator::Elmore);
}

/// The worst paths, ranked before CPPR and after.
pub fn search_several(machine: TestMachine, clocked: &Clocked, stated: Stated, most: usize) -> u32 {
    let (session, how) = (session(clocked, stated), (Calculator::Elmore, rule(clocked)));
    super::check_search(machine, &session, how, most, 1)
}

/// So many to an endpoint, and of each path group.
pub fn quotas_several(machine: TestMachine, clocked: &Clocked, stated: Stated, most: usize) -> u32 {
    let how = (&session(clocked, stated), Calculator::Elmore, rule(clocked));
    super::check_quotas(machine, how, most, most / 4, 11, 1)
}

/// Parts of the design that constrained paths can take.
pub fn cones_several(machine: TestMachine, (clocked, stated): (&Clocked, Stated), seed: u64, queries: usize) {
    super::cones::check_cones(machine, (&session(clocked, stated), rule(clocked)), seed, queries);
}

/// A placed-like design of so many gates under three clocks on its one clock port, one of which is ideal. Outputs are required by all of them.
fn three_clocks(gates: usize) -> Session {
    let (netlist, mut constraints) = super::synthetic_parts(gates);
    let first = constraints.clocks[ClockId(0)].clone();
    let other = |name: &str, thirds: i64, is_propagated: bool| {
        let period = first.period / 3 * thirds;
        let edges = first.edges.map(|edge| edge / 3 * thirds + 700);
        let (name, propagated) = (name.into(), is_propagated);
        Clock { name, period, edges, propagated, source_latency: quad(0), ..first.clone() }
    };
    constraints.clocks.put(other("slow", 4, true));
    constraints.clocks.put(other("ideal", 2, false));
    for &port in constraints.required_times.keys() {
        let delays = (0..3).map(|clock| {
            let edge = ClockEdge { clock: ClockId(clock), edge: Transition::Rise };
            OutputDelay::new(edge, quad(Some(i64::from(clock) * 1000)))
        });
        constraints.output_delays.insert(port, delays.collect());
    }
    state_derates(&netlist.0, &mut constraints);
    let session = load::session(netlist, &constraints, Calculator::Elmore);
    assert!(!session.graph().unwrap().is_pin_graph(), "pins with several tags");
    session
}

/// Factors on delays, of every kind of object, and resistances that drive all ports.
fn state_derates(netlist: &Netlist, constraints: &mut Constraints) {
    let mut editor = ConstraintEditor::new(constraints, netlist);
    let cell = netlist.cells().nth(netlist.cell_count() / 2).unwrap();
    let net = netlist.nets().nth(netlist.net_count() / 2).unwrap();
    let [cells, nets, checks] = [[true, false, false], [false, true, false], [false, false, true]];
    let data = [true, false];
    let clock = [false, true];
    let both = [true; 2];
    let early = [[true; 2], [false; 2]];
    let late = [[false; 2], [true, true]];
    let late_rise = [[false; 2], [true, false]];
    let factors = [
        (DerateTarget::Design, cells, data, late, 1.07),
        (DerateTarget::Design, cells, clock, early, 0.9),
        (DerateTarget::Design, nets, both, late_rise, 1.3),
        (DerateTarget::Design, checks, both, late, 1.2),
        (DerateTarget::LibraryCell(netlist.cell_master(cell)), cells, both, late, 1.11),
        (DerateTarget::Cell(cell), cells, both, late_rise, 1.9),
        (DerateTarget::Net(net), nets, both, early, 0.5),
    ];
    for (target, kinds, parts, edges, factor) in factors {
        editor.set_derate(target, &DerateScope { kinds, parts, edges }, factor).unwrap();
    }
    let ports = netlist.port_pins().filter(|&pin| netlist.is_driver(pin));
    let ports: Vec<PinId> = ports.collect();
    editor.set_drive(&ports, quad(Some(Drive::Resistance(1.5)))).unwrap();
}

/// Everything that is timed of a design of so many gates under one propagated clock, with factors on its delays, and its worst paths.
pub fn check_derated(machine: impl Fn() -> TestMachine, gates: usize, most: usize) {
    let (netlist, mut constraints) = super::synthetic_parts(gates);
    let plain = load::session(netlist.clone(), &constraints, Calculator::Elmore);
    assert!(plain.graph().unwrap().is_pin_graph(), "one tag a pin");
    state_derates(&netlist.0, &mut constraints);
    for calculator in [Calculator::Elmore, Calculator::EffectiveCapacitance] {
        let session = load::session(netlist.clone(), &constraints, calculator);
        let graph = session.graph().unwrap();
        assert!(
            std::ptr::eq(graph.structure(), graph.pins().structure()),
            "derates need no arcs of their own"
        );
        super::check(machine(), graph, session.delay_data().unwrap(), calculator);
        super::check_search(machine(), &session, (calculator, SDC), most, 1);
    }
}

/// All that is timed of such a design.
pub fn check_three_clocks(machine: TestMachine, gates: usize) {
    let session = three_clocks(gates);
    super::check(machine, session.graph().unwrap(), session.delay_data().unwrap(), Calculator::Elmore);
}

/// The worst paths of such a design.
pub fn search_three_clocks(machine: TestMachine, gates: usize, most: usize, each: usize) -> u32 {
    let session = three_clocks(gates);
    super::check_search(machine, &session, (Calculator::Elmore, SDC), most, each)
}

/// So many paths of such a design to an endpoint, and of each path group.
pub fn quotas_three_clocks(machine: TestMachine, gates: usize, most: usize, each: usize) -> u32 {
    super::check_quotas(machine, (&three_clocks(gates), Calculator::Elmore, SDC), most, most / 16, 29, each)
}

/// Parts of such a design.
pub fn cones_three_clocks(machine: TestMachine, gates: usize, queries: usize) {
    super::cones::check_cones(machine, (&three_clocks(gates), SDC), 5, queries);
}
