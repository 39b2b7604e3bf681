//! Recipes of constraints, and what they make of a design.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use zeroslack::netlist::Netlist;
use zeroslack::sdc::LatencyIncluded;
use zeroslack::units::{Quad, Ticks, Transition};

use super::details::{Details, details};
use super::network::{Clock, ClockEdge, PortDelay, Setting};
use super::recipe::{CellRecipe, Network, Recipe, Stated, Style, Wires, recipes};

/// What kinds of clocks there are.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    pub most_clocks: usize,
    /// How many of ten clocks, and pins that clocks pass, are ideal.
    pub ideal: u8,
    /// Whether clocks start within the design, too, have several sources or none.
    pub is_anywhere: bool,
    pub has_latencies: bool,
}

#[derive(Clone, Debug)]
pub struct ClockRecipe {
    /// Where it starts, drawn from all ports and pins.
    sources: Vec<u16>,
    period: u8,
    /// When it rises, and how much later it falls, in eighths of a period.
    waveform: [u8; 2],
    latency: Option<[i8; 4]>,
    /// Of ten.
    ideal: u8,
}

#[derive(Clone, Debug)]
pub struct DelayRecipe {
    clock: u8,
    edge: u8,
    delay: Stated,
}

/// A design with clocks.
#[derive(Clone, Debug)]
pub struct Clocked {
    pub design: Recipe,
    manner: Manner,
    /// One of [`PERIODS`].
    periods: u8,
    clocks: Vec<ClockRecipe>,
    inputs: Vec<Vec<DelayRecipe>>,
    outputs: Vec<Vec<DelayRecipe>>,
    propagated: Vec<u16>,
    slew: u8,
    details: Option<Details>,
}

/// Ticks: one period for all; multiples; a common period of some cycles, of 1,000 and 1,001, and of many.
const PERIODS: [[Ticks; 4]; 6] = [
    [100_000; 4],
    [100_000, 200_000, 50_000, 400_000],
    [60_000, 80_000, 90_000, 150_000],
    [99_900, 100_000, 100_100, 200_000],
    [100_070, 99_910, 100_003, 73_331],
    [30_000, 40_000, 120_000, 70_000],
];

fn delays() -> impl Strategy<Value = Vec<DelayRecipe>> {
    let missing = prop_oneof![8 => Just(0_u8), 1 => any::<u8>()];
    let delay = (any::<u8>(), any::<u8>(), prop::array::uniform4(-3_i16..9), missing);
    let delay = delay.prop_map(|(clock, edge, times, missing)| DelayRecipe {
        clock,
        edge,
        delay: std::array::from_fn(|at| (missing >> at & 1 == 0).then_some(times[at])),
    });
    prop::collection::vec(delay, 0..=3)
}

fn clock(manner: Manner) -> impl Strategy<Value = ClockRecipe> {
    let sources = if manner.is_anywhere {
        prop_oneof![
            1 => prop::collection::vec(any::<u16>(), 0..=0),
            5 => prop::collection::vec(any::<u16>(), 1..=1),
            1 => prop::collection::vec(any::<u16>(), 2..=2),
        ]
        .boxed()
    } else {
        prop::collection::vec(any::<u16>(), 1..=1).boxed()
    };
    let latency = prop::option::of(prop::array::uniform4(0_i8..5));
    let latency = latency.prop_map(move |latency| latency.filter(|_| manner.has_latencies));
    (sources, any::<u8>(), [0_u8..10, 1..8], latency, 0_u8..10).prop_map(
        |(sources, period, waveform, latency, ideal)| ClockRecipe {
            sources,
            period,
            waveform,
            latency,
            ideal,
        },
    )
}

pub fn clocked(manner: Manner, style: Style) -> impl Strategy<Value = Clocked> {
    let clocks = prop::collection::vec(clock(manner), 1..=manner.most_clocks);
    let ports = (prop::collection::vec(delays(), 2), prop::collection::vec(delays(), 2));
    let details = prop::option::weighted(0.7, details());
    let rest = (prop::collection::vec(any::<u16>(), 0..=2), 0_u8..PERIODS.len() as u8, 0_u8..5, details);
    (recipes(style), clocks, ports, rest).prop_map(
        move |(design, clocks, (inputs, outputs), (propagated, periods, slew, details))| Clocked {
            design,
            manner,
            periods,
            clocks,
            inputs,
            outputs,
            propagated,
            slew,
            details,
        },
    )
}

pub fn ticks(ps: i16) -> Ticks {
    Ticks::from(ps) * 10_000
}

pub fn quad(stated: &Stated) -> Quad<Option<Ticks>> {
    let [early_rise, early_fall, late_rise, late_fall] = stated.map(|time| time.map(ticks));
    [[early_rise, early_fall], [late_rise, late_fall]]
}

/// Clocks by the same recipe for a design that is large.
pub fn large(seed: u8, manner: Manner) -> Clocked {
    let design = Recipe::large(seed);
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let clocked = clocked(manner, design.style).new_tree(&mut runner).unwrap().current();
    Clocked { design, ..clocked }
}

impl Clocked {
    /// What SDC files can say.
    pub fn without_details(&self) -> Self {
        Self { details: None, ..self.clone() }
    }

    pub fn setting(&self, netlist: &Netlist) -> Setting {
        let places = self.places(netlist);
        let clocks: Vec<Clock> = self.clocks.iter().map(|clock| self.clock(clock, &places)).collect();
        let is_source = |pin: &String| clocks.iter().any(|clock| clock.sources.contains(pin));
        let propagated = self.propagated.iter().filter(|_| self.manner.ideal > 0);
        let pins = propagated.map(|&choice| places.inner[usize::from(choice) % places.inner.len()].clone());
        let mut propagated_pins: Vec<String> = pins.filter(|pin| !is_source(pin)).collect();
        propagated_pins.sort();
        propagated_pins.dedup();
        let edge = |delay: &DelayRecipe| ClockEdge {
            clock: usize::from(delay.clock) % clocks.len(),
            edge: if delay.edge % 3 == 2 { Transition::Fall } else { Transition::Rise },
        };
        let launch = |delay: &DelayRecipe| Some(edge(delay)).filter(|_| delay.edge < 200);
        // What arrives at the port of a clock is not that clock.
        let clock_ports = if self.slew == 3 { self.design.clocks.len() } else { 0 };
        let mut inputs = of_ports("clk", clock_ports, &self.inputs, launch);
        inputs.extend(of_ports("in", self.design.inputs.len(), &self.inputs, launch));
        let outputs = of_ports("out", self.design.outputs.len(), &self.outputs, edge);
        let stated = self.design.outputs.iter().enumerate().filter(|_| self.periods % 2 == 1);
        let required = stated.map(|(number, stated)| (format!("out{number}"), quad(stated))).collect();
        let mut setting = Setting {
            propagated_pins,
            inputs,
            outputs,
            clocks,
            required,
            slew: self.slew,
            ..Setting::default()
        };
        if let Some(details) = &self.details {
            details.add_to(&mut setting, netlist, self.design.style.is_ordered);
        }
        setting
    }

    fn clock(&self, recipe: &ClockRecipe, places: &Places) -> Clock {
        let mut sources: Vec<String> = recipe
            .sources
            .iter()
            .map(|&choice| {
                let (kind, choice) = (choice % 4, usize::from(choice / 4));
                let from = if self.manner.is_anywhere && kind == 3 { &places.inner } else { &places.ports };
                from[choice % from.len()].clone()
            })
            .collect();
        sources.sort();
        sources.dedup();
        let period = PERIODS[usize::from(self.periods)][usize::from(recipe.period) % 4];
        let [rise, high] = recipe.waveform.map(|eighths| period * Ticks::from(eighths) / 8);
        let latency = recipe.latency.map_or([0; 4], |latency| latency.map(|ps| ticks(ps.into())));
        let [early_rise, early_fall, mut late_rise, mut late_fall] = latency;
        if self.design.style.is_ordered {
            (late_rise, late_fall) = (late_rise + early_rise, late_fall + early_fall);
        }
        Clock {
            sources,
            period,
            edges: [rise, rise + high],
            latency: [[early_rise, early_fall], [late_rise, late_fall]],
            // Virtual clocks are ideal.
            is_propagated: recipe.ideal >= self.manner.ideal && !recipe.sources.is_empty(),
            ..Clock::default()
        }
    }

    fn places(&self, netlist: &Netlist) -> Places {
        let all = netlist.pins().map(|pin| netlist.pin_name(pin));
        let (inner, ports): (Vec<String>, Vec<String>) = all.partition(|name| name.contains('/'));
        // Rather pins of the clock network than others.
        let network = inner.iter().filter(|name| name.starts_with("u_c")).cloned();
        let inner = inner.iter().cloned().chain(network.clone()).chain(network).collect();
        Places { inner, ports: ports.into_iter().filter(|name| name.starts_with("clk")).collect() }
    }
}

/// Where clocks can start.
struct Places {
    inner: Vec<String>,
    ports: Vec<String>,
}

/// The delays of ports, at most one an edge.
fn of_ports<E: PartialEq + Copy>(
    prefix: &str,
    count: usize,
    recipes: &[Vec<DelayRecipe>],
    edge: impl Fn(&DelayRecipe) -> E,
) -> Vec<PortDelay<E>> {
    let mut delays: Vec<PortDelay<E>> = Vec::new();
    for (number, recipes) in recipes.iter().enumerate().take(count) {
        let port = format!("{prefix}{number}");
        for recipe in recipes {
            let (port, edge, delay) = (port.clone(), edge(recipe), quad(&recipe.delay));
            let is_known = delays.iter().any(|other| other.port == port && other.edge == edge);
            if !is_known && recipe.delay != [None; 4] {
                delays.push(PortDelay { port, edge, delay, included: LatencyIncluded::default() });
            }
        }
    }
    delays
}

/// An ideal clock and a propagated one, whose source is late, at one port and one register: its clock pin has nodes on two levels.
pub fn ideal_beside_propagated() -> Clocked {
    let style = Style { network: Network::Tree, is_crossing: false, is_ordered: true, has_slews: true };
    let cell = |kind: u8, pick: u16| CellRecipe { kind, picks: [0, pick, 0], delay: 0 };
    Clocked {
        design: Recipe {
            style,
            clocks: vec![None, None],
            is_many_clocks: false,
            inputs: vec![],
            outputs: vec![],
            network: vec![cell(0, 0), cell(0, 0)],
            registers: vec![cell(54, 32)],
            logic: vec![cell(77, 0), cell(7, 0), cell(222, 0)],
            ranges: [1, 1],
            wires: Wires::NoTime,
            choices: 0,
        },
        manner: Manner { most_clocks: 8, ideal: 4, is_anywhere: true, has_latencies: true },
        periods: 0,
        clocks: vec![
            ClockRecipe { sources: vec![32132], period: 0, waveform: [0, 1], latency: None, ideal: 0 },
            ClockRecipe {
                sources: vec![28580],
                period: 0,
                waveform: [0, 1],
                latency: Some([0, 0, 1, 0]),
                ideal: 4,
            },
        ],
        inputs: vec![vec![], vec![]],
        outputs: vec![vec![], vec![]],
        propagated: vec![],
        slew: 0,
        details: None,
    }
}

/// A clock pin that two clocks start at, one propagated and one ideal, behind another clock pin of the same register.
pub fn two_clocks_of_one_inner_source() -> Clocked {
    let style = Style { network: Network::Any, is_crossing: true, is_ordered: true, has_slews: true };
    let clock = |sources: Vec<u16>, ideal: u8| {
        let (waveform, latency) = ([0, 1], Some([0, 0, 0, 1]));
        ClockRecipe { sources, period: 0, waveform, latency, ideal }
    };
    Clocked {
        design: Recipe {
            style,
            clocks: vec![None],
            is_many_clocks: false,
            inputs: vec![],
            outputs: vec![],
            network: vec![CellRecipe { kind: 56, picks: [0, 0, 0], delay: 0 }],
            registers: vec![CellRecipe { kind: 29, picks: [1056, 1952, 528], delay: 0 }],
            logic: vec![],
            ranges: [1, 1],
            wires: Wires::NoTime,
            choices: 0,
        },
        manner: Manner { most_clocks: 8, ideal: 4, is_anywhere: true, has_latencies: true },
        periods: 0,
        clocks: vec![clock(vec![0, 48219], 4), clock(vec![49299], 0)],
        inputs: vec![vec![], vec![]],
        outputs: vec![vec![], vec![]],
        propagated: vec![],
        slew: 0,
        details: None,
    }
}
