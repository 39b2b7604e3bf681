//! Ideal networks on random small designs, against the same designs of cells and nets that take no time and load nothing, and against a naive walk for what is stated of
//! their pins.

mod by_hand;

use crate::common::ideal;

use std::cell::Cell;
use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};
use zeroslack::Session;
use zeroslack::graph::PinGraph;
use zeroslack::netlist::{NetId, PinId};
use zeroslack::sdc::{Constraints, IdealSource, InputDelay};
use zeroslack::timing::Calculator;
use zeroslack::units::{Quad, Split, TICKS_PER_PS, Ticks, Transition, quad};
use zeroslack_testing::by_budget;

use crate::brute::design::{Connection, Design, Direction, Place};
use crate::brute::dice::Dice;
use crate::brute::load::{self, Texts};
use crate::brute::parasitics::{self, RcNet};
use crate::brute::recipe::{Recipe, recipes};
use crate::brute::snapshot::{Snapshot, by_name};
use crate::brute::table::Table;
use crate::brute::{constraints, library};

const CALCULATORS: [Calculator; 3] =
    [Calculator::Lumped, Calculator::Elmore, Calculator::EffectiveCapacitance];

#[track_caller]
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { max_shrink_iters: 4096, ..zeroslack_testing::config(cases) }
}

fn texts(design: &Design, nets: &[RcNet]) -> Texts {
    Texts {
        liberty: [0, 1].map(|split| design.library.text(split)),
        verilog: design.verilog(),
        spef: (!nets.is_empty()).then(|| parasitics::text(design, nets, 1)),
    }
}

/// The pins that ideal networks have, by rounds over all nets and cells until nothing is added.
struct Network {
    /// `[pin]`.
    pins: Vec<bool>,
    /// `[net of the design]`.
    nets: Vec<bool>,
    /// Cells that take no time. `[instance]`.
    cells: Vec<bool>,
}

impl Network {
    fn new(design: &Design, plain: &PinGraph, sources: &BTreeMap<IdealSource, bool>) -> Self {
        let (mut ideal, mut spreads) = (vec![false; design.pins.len()], vec![false; design.pins.len()]);
        let drives = |pin: usize| design.pins[pin].drives;
        for (&source, &spread) in sources {
            let pins: Vec<usize> = match source {
                IdealSource::Pin(pin) => vec![pin.index()],
                IdealSource::Net(net) => {
                    let on_net = |&pin: &usize| {
                        design.pins[pin].net.is_some_and(|own| design.net_id(own) == net.0) && drives(pin)
                    };
                    (0..design.pins.len()).filter(on_net).collect()
                }
            };
            for pin in pins {
                ideal[pin] = true;
                spreads[pin] |= spread;
            }
        }
        let is_still = |pin: usize| {
            let id = PinId(pin as u32);
            let is_open = match design.pins[pin].place {
                Place::Port(_) => false,
                Place::Cell(cell, pin) => {
                    matches!(design.instances[cell].connections[pin], Connection::Open { .. })
                }
            };
            is_open
                || plain.known(id).is_some_and(|value| value.constant().is_some())
                || plain.is_floating(id)
        };
        let mut nets = vec![false; design.nets.len()];
        let mut cells = vec![false; design.instances.len()];
        loop {
            let before = (ideal.clone(), spreads.clone());
            for (net, is_ideal) in nets.iter_mut().enumerate() {
                let on_net = || (0..design.pins.len()).filter(|&pin| design.pins[pin].net == Some(net));
                let drivers: Vec<usize> = on_net().filter(|&pin| drives(pin)).collect();
                if drivers.iter().any(|&pin| ideal[pin])
                    && drivers.iter().all(|&pin| ideal[pin] || is_still(pin))
                {
                    *is_ideal = true;
                    let spread = drivers.iter().any(|&pin| spreads[pin]);
                    for pin in on_net() {
                        ideal[pin] = true;
                        spreads[pin] |= spread;
                    }
                }
            }
            for (number, instance) in design.instances.iter().enumerate() {
                let cell = &design.library.cells[instance.cell];
                let first = design.first_pin(number);
                let inputs: Vec<usize> = (0..cell.pins.len())
                    .filter(|&pin| !cell.pins[pin].is_output)
                    .map(|pin| first + pin)
                    .collect();
                let keeps = cell.is_register() || cell.groups.iter().any(|group| group.is_check());
                cells[number] = !keeps && inputs.iter().all(|&pin| ideal[pin] || is_still(pin));
                if cells[number] && inputs.iter().any(|&pin| spreads[pin]) {
                    for output in (0..cell.pins.len()).filter(|&pin| cell.pins[pin].is_output) {
                        let pin = first + output;
                        let node = plain.driver_node(PinId(pin as u32));
                        if plain.structure().fanin(node).next().is_some() {
                            (ideal[pin], spreads[pin]) = (true, true);
                        }
                    }
                }
            }
            if before == (ideal.clone(), spreads.clone()) {
                return Self { pins: ideal, nets, cells };
            }
        }
    }

    fn has_net_of(&self, design: &Design, pin: usize) -> bool {
        design.pins[pin].net.is_some_and(|net| self.nets[net])
    }
}

/// Constraints without what names library cells, and the graph under them.
fn plain(recipe: &Recipe, design: &Design, nets: &[RcNet]) -> (Constraints, Session) {
    let mut constraints = constraints::waveforms(design, recipe.seed);
    constraints.disables = Default::default();
    let session = load::session(load::netlist(&texts(design, nets)), &constraints, Calculator::Elmore);
    (constraints, session)
}

/// The design in which cells and nets of an ideal network are others: without delay, slew and load.
fn replaced(design: &Design, network: &Network) -> Design {
    let mut other = design.clone();
    for (number, instance) in design.instances.iter().enumerate() {
        let first = design.first_pin(number);
        let mut cell = design.library.cells[instance.cell].clone();
        cell.name = format!("{}_{number}", cell.name).leak();
        for (pin, of_cell) in cell.pins.iter_mut().enumerate() {
            if network.has_net_of(design, first + pin) {
                of_cell.capacitance = [[0.0; 2]; 2];
            }
        }
        for group in cell.groups.iter_mut().filter(|group| !group.is_check()) {
            let output = first + group.pin;
            if network.pins[output] && network.has_net_of(design, output) {
                let zero = |tables: &mut [Option<Table>; 2]| {
                    tables.iter_mut().flatten().for_each(|table| *table = Table::constant(0.0));
                };
                let clear = |tables: &mut library::Tables| {
                    zero(&mut tables.slew);
                    if network.cells[number] {
                        zero(&mut tables.value);
                    }
                };
                for tables in group.tables.iter_mut().flatten() {
                    clear(tables);
                    tables.retaining.iter_mut().for_each(|retaining| clear(&mut retaining.tables));
                }
            }
        }
        other.instances[number].cell = other.library.cells.len();
        other.library.cells.push(cell);
    }
    other
}

/// Nothing drives its ports or loads its nets.
fn unloaded(design: &Design, network: &Network, constraints: &Constraints) -> Constraints {
    let mut constraints = constraints.clone();
    for port in (0..design.ports.len()).filter(|&port| network.has_net_of(design, port)) {
        let port = PinId(port as u32);
        constraints.loads.remove(&port);
        constraints.drives.remove(&port);
        constraints.input_slews.remove(&port);
    }
    for net in (0..design.nets.len()).filter(|&net| network.nets[net]) {
        constraints.net_loads.insert(NetId(design.net_id(net)), quad(Some(0.0)));
    }
    constraints
}

/// A design whose constraints state ideal networks.
struct Stated {
    design: Design,
    nets: Vec<RcNet>,
    constraints: Constraints,
    network: Network,
}

impl Stated {
    /// None of designs with pins of two sides.
    fn new(recipe: &Recipe) -> Option<Self> {
        let design = Design::new(recipe);
        if !design.two_sided.is_empty() {
            return None;
        }
        let nets = if recipe.has_parasitics { parasitics::random(&design, recipe.seed) } else { vec![] };
        let (mut constraints, session) = plain(recipe, &design, &nets);
        let mut dice = Dice::new(recipe.seed, 20);
        constraints.ideal_networks.sources = ideal::sources(&design, &mut dice);
        let graph = session.graph().unwrap();
        let network = Network::new(&design, graph.pins(), &constraints.ideal_networks.sources);
        Some(Self { design, nets, constraints, network })
    }

    /// How many cells within the networks drive a net of theirs.
    fn cells_inside(&self) -> usize {
        let Self { design, network, .. } = self;
        let drives = |pin: usize| design.pins[pin].drives && network.has_net_of(design, pin);
        let is_inside = |&cell: &usize| {
            network.cells[cell] && (design.first_pin(cell)..design.first_pin(cell + 1)).any(drives)
        };
        (0..design.instances.len()).filter(is_inside).count()
    }
}

/// The designs of the tests here are of use: their networks have cells.
#[test]
fn networks_have_cells() {
    let config = ProptestConfig { rng_seed: RngSeed::Fixed(0), ..ProptestConfig::default() };
    let mut runner = TestRunner::new(config);
    let recipes = recipes(14, 4);
    let recipes = std::iter::repeat_with(|| recipes.new_tree(&mut runner).unwrap().current());
    let stated = recipes.filter_map(|recipe| Stated::new(&recipe)).take(150);
    let inside: usize = stated.map(|stated| stated.cells_inside()).sum();
    assert!(3 * inside > 2 * 150, "only {inside} cells are in ideal networks");
}

#[test]
fn as_cells_without_delay_and_nets_without_load() {
    let run = |recipe: Recipe| {
        let stated = Stated::new(&recipe);
        prop_assume!(stated.is_some());
        let Stated { design, nets, constraints: stated, network } = stated.unwrap();
        let other = replaced(&design, &network);
        let mut of_other = unloaded(&design, &network, &stated);
        of_other.ideal_networks = Default::default();
        for calculator in CALCULATORS {
            let ideal = load::session(load::netlist(&texts(&design, &nets)), &stated, calculator);
            let other = load::session(load::netlist(&texts(&other, &nets)), &of_other, calculator);
            let found: Vec<&str> = ideal
                .graph()
                .unwrap()
                .pins()
                .ideal_nets()
                .iter()
                .map(|&net| ideal.netlist().net_name(net))
                .collect();
            let mut expected: Vec<u32> = (0..design.nets.len())
                .filter(|&net| network.nets[net])
                .map(|net| design.net_id(net))
                .collect();
            expected.sort_unstable();
            let expected: Vec<&str> =
                expected.into_iter().map(|net| ideal.netlist().net_name(NetId(net))).collect();
            prop_assert_eq!(found, expected, "{:?}\n{}", stated, design.verilog());
            prop_assert_eq!(by_name(&ideal), by_name(&other));
            prop_assert_eq!(Snapshot::new(&ideal), Snapshot::new(&other));
        }
        Ok(())
    };
    TestRunner::new(config(150)).run(&recipes(14, 4), run).unwrap();
}

/// What there is of a transition at a pin: (latency, slew) by split.
type AtVertex = [(Ticks, f32); 2];

/// Walks back from pins to the ports where networks start.
struct Walk<'a> {
    design: &'a Design,
    network: &'a Network,
    plain: &'a PinGraph,
    constraints: &'a Constraints,
}

impl Walk<'_> {
    /// What there is at a pin, unless no signal comes. `stated` at a port is that of the wires from it on.
    fn at(&self, pin: usize, to: Transition) -> Option<AtVertex> {
        let id = PinId(pin as u32);
        let networks = &self.constraints.ideal_networks;
        let latency = networks.latencies.get(&id).copied().unwrap_or(quad(None));
        let slew = networks.transitions.get(&id).copied().unwrap_or(quad(None));
        let stated = |upstream: AtVertex| {
            [0, 1].map(|split| {
                let of_split: (Ticks, f32) = upstream[split];
                (
                    latency[split][to as usize].unwrap_or(of_split.0),
                    slew[split][to as usize].unwrap_or(of_split.1),
                )
            })
        };
        if pin < self.design.ports.len() && self.design.pins[pin].drives {
            return Some(stated([(0, 0.0); 2]));
        }
        let node = self.plain.driver_node(id);
        let mut worst: Option<AtVertex> = None;
        for arc in self.plain.structure().fanin(node) {
            let source = self.plain.structure().arc_source(arc);
            if !source.has(to) {
                continue;
            }
            let from = self.plain.structure().pin(source.node()).index();
            let Some(upstream) = self.at(from, source.from(to)) else { continue };
            let [early, late] = stated(upstream);
            worst = Some(worst.map_or([early, late], |worst| {
                [
                    (worst[0].0.min(early.0), worst[0].1.min(early.1)),
                    (worst[1].0.max(late.0), worst[1].1.max(late.1)),
                ]
            }));
        }
        worst
    }

    /// Whether a pin is within a network, behind ports alone.
    fn is_inside(&self, pin: usize) -> bool {
        self.network.pins[pin] && self.network.has_net_of(self.design, pin)
    }
}

/// All signals start at ports, at one time in each split.
#[test]
fn what_is_stated_of_a_pin_holds_until_another_one_states_more() {
    let started: Quad<Ticks> = [[100 * TICKS_PER_PS as Ticks; 2], [130 * TICKS_PER_PS as Ticks; 2]];
    let compared = Cell::new(0);
    let run = |recipe: Recipe| {
        let design = Design::new(&recipe);
        prop_assume!(design.two_sided.is_empty());
        let nets = if recipe.has_parasitics { parasitics::random(&design, recipe.seed) } else { vec![] };
        let mut dice = Dice::new(recipe.seed, 21);
        let mut stated = Constraints::default();
        for port in (0..design.ports.len()).filter(|&port| design.ports[port].direction == Direction::Input) {
            let delay = started.map(|split| split.map(Some));
            stated.input_delays.insert(PinId(port as u32), vec![InputDelay::new(None, delay)]);
            if dice.chance(85) {
                stated.ideal_networks.sources.insert(IdealSource::Pin(PinId(port as u32)), true);
            }
        }
        let session = load::session(load::netlist(&texts(&design, &nets)), &stated, Calculator::Elmore);
        let graph = session.graph().unwrap();
        let network = Network::new(&design, graph.pins(), &stated.ideal_networks.sources);
        let pins = (0..design.pins.len()).filter(|&pin| network.pins[pin]);
        ideal::add_times(&mut stated, pins, &mut dice);
        // The walk is over the graph without ideal networks.
        let mut plain = stated.clone();
        plain.ideal_networks = Default::default();
        let plain = load::session(load::netlist(&texts(&design, &nets)), &plain, Calculator::Elmore);
        let walk = Walk {
            design: &design,
            network: &network,
            plain: plain.graph().unwrap().pins(),
            constraints: &stated,
        };
        for calculator in CALCULATORS {
            let session = load::session(load::netlist(&texts(&design, &nets)), &stated, calculator);
            let timed = session.timed().unwrap();
            for pin in (0..design.pins.len()).filter(|&pin| walk.is_inside(pin)) {
                for to in Transition::ALL {
                    let found = walk.at(pin, to);
                    let is_start = pin < design.ports.len() && design.pins[pin].drives;
                    for split in Split::ALL {
                        let id = PinId(pin as u32);
                        let at = found.map(|found| found[split as usize]);
                        let latency = at.map(|at| if is_start { 0 } else { at.0 });
                        let arrival = latency.map(|time| time + started[split as usize][to as usize]);
                        prop_assert_eq!(timed.arrival(id, split, to), arrival, "{}", design.pins[pin].name);
                        prop_assert_eq!(
                            timed.slew(id, split, to),
                            at.map(|at| at.1),
                            "{}",
                            design.pins[pin].name
                        );
                        compared.set(compared.get() + 1);
                    }
                }
            }
        }
        Ok(())
    };
    let config = config(150);
    let cases = config.cases as usize;
    TestRunner::new(config).run(&recipes(14, 4), run).unwrap();
    assert!(compared.get() > by_budget(33, 10) * cases, "only {} values were compared", compared.get());
}
