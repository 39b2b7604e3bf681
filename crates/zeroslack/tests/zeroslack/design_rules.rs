//! Design rules on random small designs, against a naive reading of what libraries and constraints say of each pin.

use std::collections::BTreeMap;

use proptest::prelude::*;
use zeroslack::graph::{NodeId, Role};
use zeroslack::netlist::{CellId, Netlist, PinId};
use zeroslack::sdc::{Clock, ClockId, Clocks, Constraints, LimitKind, LimitTarget};
use zeroslack::timing::Calculator;
use zeroslack::units::{Split, Transition};
use zeroslack::{DesignRule, ModeId, Quantity, RuleCheck, Session};
use zeroslack_testing::by_budget;

use crate::brute::design::Design;
use crate::brute::dice::Dice;
use crate::brute::load::{self, Texts};
use crate::brute::recipe::{Recipe, recipes};
use crate::brute::{constraints, parasitics};

/// Attributes of pins, each with the default of a library that counts where a pin states none.
const ATTRIBUTES: [(&str, Option<&str>); 7] = [
    ("max_transition", Some("default_max_transition")),
    ("min_transition", None),
    ("max_capacitance", Some("default_max_capacitance")),
    ("min_capacitance", None),
    ("max_fanout", Some("default_max_fanout")),
    ("fanout_load", Some("default_fanout_load")),
    ("", None),
];

/// The place of what loads take of a fan-out.
const FANOUT_LOAD: usize = 5;
/// Of what no library states.
const NOTHING: usize = 6;

/// What a rule is stated by: its attribute, and constraints.
fn stated_by(rule: DesignRule) -> (usize, LimitKind) {
    match rule {
        DesignRule::MaxSlew => (0, LimitKind::MaxTransition),
        DesignRule::MinSlew => (1, LimitKind::MinTransition),
        DesignRule::MaxCapacitance => (2, LimitKind::MaxCapacitance),
        DesignRule::MinCapacitance => (3, LimitKind::MinCapacitance),
        DesignRule::MaxFanout => (4, LimitKind::MaxFanout),
        DesignRule::MinFanout => (NOTHING, LimitKind::MinFanout),
    }
}

/// By split, cell and pin: a value for each of [`ATTRIBUTES`].
type OfLibraries = BTreeMap<(usize, String, String), [Option<f32>; 7]>;

/// Writes limits into a library; notes them.
fn limited(text: &str, split: usize, dice: &mut Dice, noted: &mut OfLibraries) -> String {
    let value = |dice: &mut Dice| dice.below(160) as f32 / 4.0;
    let defaults = ATTRIBUTES.map(|(_, default)| default.filter(|_| dice.chance(30)).map(|_| value(dice)));
    let (mut written, mut cell) = (String::new(), String::new());
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("cell (") {
            if cell.is_empty() {
                for ((_, default), value) in ATTRIBUTES.iter().zip(defaults) {
                    if let (Some(default), Some(value)) = (default, value) {
                        written.push_str(&format!("{default} : {value};\n"));
                    }
                }
            }
            cell = name.split(')').next().unwrap().to_owned();
        }
        written.push_str(line);
        written.push('\n');
        if let Some(pin) = line.strip_prefix("pin (") {
            let name = pin.split(')').next().unwrap().to_owned();
            let [drives, loads] =
                [["direction : output", "direction : inout"], ["direction : input", "direction : inout"]]
                    .map(|directions| directions.iter().any(|direction| line.contains(direction)));
            let mut values = [None; 7];
            for (at, (attribute, _)) in ATTRIBUTES.iter().enumerate().filter(|(at, _)| *at != NOTHING) {
                let takes_default = match at {
                    0 => true,
                    FANOUT_LOAD => loads,
                    _ => drives,
                };
                values[at] = defaults[at].filter(|_| takes_default);
                if dice.chance(25) {
                    values[at] = Some(value(dice));
                    written.push_str(&format!("{attribute} : {};\n", values[at].unwrap()));
                }
            }
            noted.insert((split, cell.clone(), name), values);
        }
    }
    written
}

/// A constraint: what it limits, which transitions, and the limit.
#[derive(Clone, Copy, Debug)]
struct Stated {
    kind: LimitKind,
    target: LimitTarget,
    transitions: [bool; 2],
    limit: f64,
}

const KINDS: [LimitKind; 7] = [
    LimitKind::MaxTransition,
    LimitKind::MinTransition,
    LimitKind::MaxCapacitance,
    LimitKind::MinCapacitance,
    LimitKind::MaxFanout,
    LimitKind::MinFanout,
    LimitKind::FanoutLoad,
];

fn draw(dice: &mut Dice, netlist: &Netlist, clocks: usize) -> Vec<Stated> {
    let cells: Vec<CellId> = netlist.cells().collect();
    let pins: Vec<PinId> = netlist.pins().collect();
    let ports: Vec<PinId> = netlist.port_pins().collect();
    let mut stated = Vec::new();
    for _ in 0..dice.below(16) {
        let kind = *dice.pick(&KINDS);
        let of_slew = matches!(kind, LimitKind::MaxTransition | LimitKind::MinTransition);
        let target = match dice.below(4) {
            _ if kind == LimitKind::FanoutLoad => LimitTarget::Pin(*dice.pick(&ports)),
            0 if kind == LimitKind::MaxTransition && clocks > 0 => {
                let clock = ClockId(dice.below(clocks) as u32);
                LimitTarget::Clock { clock, is_network: dice.chance(50) }
            }
            0 => LimitTarget::Design,
            1 if !cells.is_empty() => LimitTarget::Cell(*dice.pick(&cells)),
            _ => LimitTarget::Pin(*dice.pick(&pins)),
        };
        let transitions =
            if of_slew { *dice.pick(&[[true, true], [true, false], [false, true]]) } else { [true; 2] };
        stated.push(Stated { kind, target, transitions, limit: dice.below(120) as f64 / 4.0 });
    }
    stated
}

/// What is known of a design.
struct Case<'a> {
    session: &'a Session,
    libraries: &'a OfLibraries,
    stated: &'a [Stated],
}

impl Case<'_> {
    fn of_library(&self, split: usize, pin: PinId, attribute: usize) -> Option<f32> {
        let netlist = self.session.netlist();
        let cell = netlist.master(netlist.pin_cell(pin)?).name.to_string();
        let name = netlist.master_pin(pin)?.name.to_string();
        self.libraries.get(&(split, cell, name))?[attribute]
    }

    /// What was stated last of a target.
    fn of_constraints(&self, kind: LimitKind, target: LimitTarget, transition: usize) -> Option<f32> {
        let is_it = |one: &&Stated| one.kind == kind && one.target == target && one.transitions[transition];
        self.stated.iter().rev().find(is_it).map(|one| one.limit as f32)
    }

    /// All limits of a pin in a transition but for those of clocks.
    fn limits(&self, rule: DesignRule, pin: PinId, transition: usize) -> Vec<f32> {
        let (attribute, kind) = stated_by(rule);
        let split = usize::from(rule.is_max());
        let mut targets = vec![LimitTarget::Design, LimitTarget::Pin(pin)];
        targets.extend(self.session.netlist().pin_cell(pin).map(LimitTarget::Cell));
        let stated = targets.into_iter().filter_map(|target| self.of_constraints(kind, target, transition));
        stated.chain(self.of_library(split, pin, attribute)).collect()
    }

    /// The slack that the tightest limit leaves.
    fn slack(rule: DesignRule, value: f32, limits: &[f32]) -> Option<f32> {
        let slacks = limits.iter().map(|limit| if rule.is_max() { limit - value } else { value - limit });
        slacks.reduce(f32::min)
    }

    /// The least slack of each pin that is checked.
    fn slacks(&self, rule: DesignRule) -> BTreeMap<PinId, f32> {
        let netlist = self.session.netlist();
        let slack = |pin: PinId| match rule.quantity() {
            Quantity::Slew => self.slack_of_slews(rule, pin),
            _ => self.slack_of_loads(rule, pin),
        };
        netlist.pins().filter_map(|pin| Some((pin, slack(pin)?))).collect()
    }

    fn slack_of_slews(&self, rule: DesignRule, pin: PinId) -> Option<f32> {
        let (graph, timing) = (self.session.graph().unwrap(), self.session.timed().unwrap().timing());
        let split = if rule.is_max() { Split::Late } else { Split::Early };
        let mut worst: Option<f32> = None;
        for node in graph.pins().side_nodes(pin) {
            for transition in Transition::ALL {
                let tags: Vec<_> = graph
                    .nodes_at(node)
                    .filter_map(|node: NodeId| graph.vertex_tag(node.vertex(transition)))
                    .collect();
                let ideal = tags.iter().filter(|tag| tag.role == Role::IdealClock).count();
                let Some(slew) = timing.slew(node, split, transition) else { continue };
                if ideal > 0 && ideal == tags.len() {
                    continue;
                }
                let mut limits = self.limits(rule, pin, transition as usize);
                for tag in tags.iter().filter(|tag| tag.role != Role::IdealClock) {
                    let is_network = tag.role == Role::PropagatedClock;
                    let of_clock = tag.launch.and_then(|edge| {
                        let target = LimitTarget::Clock { clock: edge.clock, is_network };
                        self.of_constraints(stated_by(rule).1, target, transition as usize)
                    });
                    limits.extend(of_clock);
                }
                worst = [worst, Self::slack(rule, slew, &limits)].into_iter().flatten().reduce(f32::min);
            }
        }
        worst
    }

    /// What a driver drives by transition, or its fan-out.
    fn driven(&self, rule: DesignRule, driver: PinId) -> Option<Vec<f32>> {
        let pins = self.session.graph().unwrap().pins();
        let tree = pins.trees().iter().position(|tree| tree.driver == driver)?;
        if self.is_of_ideal_clocks(driver) {
            return Some(Vec::new());
        }
        if rule.quantity() == Quantity::Capacitance {
            let split = usize::from(rule.is_max());
            return Some(self.session.timed().unwrap().timing().loads()[tree][split].to_vec());
        }
        let netlist = self.session.netlist();
        let loads = netlist.net_pins(netlist.pin_net(driver)?).iter().copied();
        let loads = loads.filter(|&pin| netlist.is_load(pin) && pin != driver);
        Some(vec![loads.map(|pin| self.fanout_load(pin)).sum()])
    }

    fn fanout_load(&self, pin: PinId) -> f32 {
        match self.session.netlist().pin_cell(pin) {
            Some(_) => self.of_library(1, pin, FANOUT_LOAD).unwrap_or(1.0),
            None => self.of_constraints(LimitKind::FanoutLoad, LimitTarget::Pin(pin), 0).unwrap_or(0.0),
        }
    }

    /// Whether nothing but ideal clocks comes to where a pin drives its net.
    fn is_of_ideal_clocks(&self, driver: PinId) -> bool {
        let graph = self.session.graph().unwrap();
        let nodes = graph.nodes_at(graph.pins().driver_node(driver));
        let vertices = nodes.flat_map(NodeId::vertices);
        let roles: Vec<Role> =
            vertices.filter_map(|vertex| graph.vertex_tag(vertex)).map(|tag| tag.role).collect();
        !roles.is_empty() && roles.iter().all(|role| *role == Role::IdealClock)
    }

    fn slack_of_loads(&self, rule: DesignRule, pin: PinId) -> Option<f32> {
        let worst_of = |values: Vec<f32>, limits: &dyn Fn(usize) -> Vec<f32>| {
            let slacks = values.into_iter().enumerate();
            slacks.filter_map(|(at, value)| Self::slack(rule, value, &limits(at))).reduce(f32::min)
        };
        if let Some(values) = self.driven(rule, pin) {
            return worst_of(values, &|transition| self.limits(rule, pin, transition));
        }
        // A limit at a pin without drive is about what drives its net.
        let own = self.of_constraints(stated_by(rule).1, LimitTarget::Pin(pin), 0)?;
        let netlist = self.session.netlist();
        let drivers = netlist.net_pins(netlist.pin_net(pin)?).iter().filter(|&&pin| netlist.is_driver(pin));
        let values: Vec<f32> = drivers.filter_map(|&driver| self.driven(rule, driver)).flatten().collect();
        worst_of(values, &|_| vec![own])
    }

    fn check(&self, rule: DesignRule) -> usize {
        let expected = self.slacks(rule);
        let checks = self.session.timed().unwrap().design_rule(rule);
        let all = checks.most(usize::MAX, |_| true);
        let found: BTreeMap<PinId, f32> = all.iter().map(|check| (check.pin, check.slack())).collect();
        assert_eq!(found, expected, "{rule:?}");
        assert_eq!(found.len(), all.len());
        let netlist = self.session.netlist();
        let name = |pin: PinId| (netlist.pin_cell(pin).is_some(), netlist.pin_name(pin));
        let slack_then_name = |check: &RuleCheck| (check.slack(), name(check.pin));
        assert!(all.is_sorted_by(|a, b| slack_then_name(a) <= slack_then_name(b)), "{all:?}");
        let violations: Vec<RuleCheck> = all.iter().copied().filter(|check| check.slack() < 0.0).collect();
        assert_eq!(checks.violations(), violations);
        assert_eq!(checks.violation_count(), violations.len());
        assert_eq!(checks.worst(), all.first().copied());
        assert_eq!(checks.most(3, |_| true), all[..all.len().min(3)]);
        for net in netlist.nets() {
            let pins = netlist.net_pins(net);
            let of_net: Vec<RuleCheck> =
                all.iter().copied().filter(|check| pins.contains(&check.pin)).collect();
            assert_eq!(checks.at(pins), of_net, "{}", netlist.net_name(net));
        }
        violations.len()
    }
}

/// Some of the clocks are ideal.
fn with_ideal(constraints: Constraints, dice: &mut Dice) -> Constraints {
    let clocks = constraints.clocks.iter().map(|(_, clock)| clock.clone());
    let clocks: Clocks = clocks.map(|clock| Clock { propagated: dice.chance(60), ..clock }).collect();
    Constraints { clocks, ..constraints }
}

/// Checks all rules; how many pins break each.
fn check(recipe: &Recipe) -> [usize; 6] {
    let design = Design::new(recipe);
    let mut dice = Dice::new(recipe.seed, 31);
    let mut libraries = OfLibraries::new();
    let liberty = [0, 1].map(|split| {
        let text = design.library.text(split);
        limited(&text, split, &mut dice, &mut libraries)
    });
    let nets = if recipe.has_parasitics { parasitics::random(&design, recipe.seed) } else { vec![] };
    let spef = (!nets.is_empty()).then(|| parasitics::text(&design, &nets, recipe.seed));
    let netlist = load::netlist(&Texts { liberty, verilog: design.verilog(), spef });
    let constraints = with_ideal(constraints::waveforms(&design, recipe.seed), &mut dice);
    let clocks = constraints.clocks.id_count();
    let stated = draw(&mut dice, &netlist.0, clocks);
    let mut session = load::session(netlist, &constraints, Calculator::Elmore);
    session.edit_constraints(ModeId::FIRST, |editor| {
        for one in &stated {
            editor.set_limit(one.kind, one.target, one.transitions, one.limit).unwrap();
        }
    });
    session.update().unwrap();
    let case = Case { session: &session, libraries: &libraries, stated: &stated };
    DesignRule::ALL.map(|rule| case.check(rule))
}

#[track_caller]
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { max_shrink_iters: 4096, ..zeroslack_testing::config(cases) }
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn rules_of_libraries_and_constraints(recipe in recipes(12, 4)) {
        check(&recipe);
    }
}

/// Every rule is broken somewhere.
#[test]
fn designs_break_every_rule() {
    let mut counts = [0; 6];
    for seed in 0..30 {
        for (count, broken) in counts.iter_mut().zip(check(&Recipe::large(seed, 20))) {
            *count += broken;
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

/// So many pins that the passes are split, on any number of threads.
#[test]
fn rules_of_large_designs() {
    for seed in 1..=by_budget(2, 1) {
        let recipe = Recipe::large(seed, by_budget(6000, 2000));
        let counts = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| check_counts(&recipe))
        });
        assert_eq!(counts[0], counts[1]);
        assert!(counts[0].iter().filter(|checks| !checks.is_empty()).count() >= 4, "{counts:?}");
    }
}

/// The violations of each rule in a large design, where the naive reading would take too long.
fn check_counts(recipe: &Recipe) -> [Vec<RuleCheck>; 6] {
    let design = Design::new(recipe);
    let mut dice = Dice::new(recipe.seed, 31);
    let mut libraries = OfLibraries::new();
    let liberty = [0, 1].map(|split| limited(&design.library.text(split), split, &mut dice, &mut libraries));
    let netlist = load::netlist(&Texts { liberty, verilog: design.verilog(), spef: None });
    let constraints = constraints::waveforms(&design, recipe.seed);
    let session = load::session(netlist, &constraints, Calculator::Elmore);
    DesignRule::ALL.map(|rule| {
        let checks = session.timed().unwrap().design_rule(rule);
        let all = checks.most(usize::MAX, |_| true);
        assert_eq!(checks.most(10, |_| true), all[..all.len().min(10)]);
        assert_eq!(checks.violation_count(), checks.violations().len());
        checks.violations()
    })
}
