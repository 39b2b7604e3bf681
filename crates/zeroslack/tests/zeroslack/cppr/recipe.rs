//! Recipes of designs: small numbers that proptest can shrink.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// One cell.
#[derive(Clone, Debug)]
pub struct CellRecipe {
    pub kind: u8,
    /// What its inputs are connected to.
    pub picks: [u16; 3],
    /// What its delays are made from.
    pub delay: u32,
}

/// What clock networks are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Network {
    /// Buffers and inverters.
    Tree,
    /// Buffers, one after the other: a tree as deep as can be. The logic is a chain too, in which many launches meet.
    Chain,
    /// The same with inverters and with registers of both edges: clock paths of both transitions pass the same pins.
    BothEdges,
    /// Anything with one output.
    Any,
}

/// How long wires take. A register's clock pin is then apart from its siblings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wires {
    NoTime,
    MoreLate,
    /// Pins are smaller loads late than early.
    LessLate,
}

impl Network {
    pub fn is_deep(self) -> bool {
        matches!(self, Self::Chain | Self::BothEdges)
    }
}

/// What is common to all designs of a test.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub network: Network,
    /// Whether clocks may come from data and data from clocks.
    pub is_crossing: bool,
    /// Whether late delays and arrivals are never less than early ones.
    pub is_ordered: bool,
    /// Whether delays and margins grow with slews.
    pub has_slews: bool,
}

/// Early rise, early fall, late rise, late fall, ps.
pub type Stated = [Option<i16>; 4];

#[derive(Clone, Debug)]
pub struct Recipe {
    pub style: Style,
    /// Clock ports; arrivals where they are stated.
    pub clocks: Vec<Option<Stated>>,
    /// Whether each port is a clock of its own.
    pub is_many_clocks: bool,
    pub inputs: Vec<Stated>,
    pub outputs: Vec<Stated>,
    /// Cells of the clock network.
    pub network: Vec<CellRecipe>,
    pub registers: Vec<CellRecipe>,
    pub logic: Vec<CellRecipe>,
    /// Delays of the clock network, and of all other cells, are below this.
    pub ranges: [u8; 2],
    pub wires: Wires,
    /// What is asked of the design is drawn from.
    pub choices: u64,
}

fn cells(least: usize, most: usize) -> impl Strategy<Value = Vec<CellRecipe>> {
    let cell = (any::<u8>(), any::<[u16; 3]>(), any::<u32>());
    prop::collection::vec(
        cell.prop_map(|(kind, picks, delay)| CellRecipe { kind, picks, delay }),
        least..=most,
    )
}

/// Four times below `range`; mostly all of them are there.
fn stated(style: Style, range: i16) -> impl Strategy<Value = Stated> {
    let missing = prop_oneof![8 => Just(0_u8), 1 => any::<u8>()];
    (prop::array::uniform4(0..range), missing).prop_map(move |(mut times, missing)| {
        if style.is_ordered {
            (times[2], times[3]) = (times[2] + times[0], times[3] + times[1]);
        }
        std::array::from_fn(|at| (missing >> at & 1 == 0).then_some(times[at]))
    })
}

/// Small ranges make many paths equal.
fn range(style: Style) -> impl Strategy<Value = u8> {
    let least = if style.network.is_deep() { 3 } else { 0 };
    prop::sample::select(&[1_u8, 2, 3, 5, 20, 100][least..])
}

fn wires() -> impl Strategy<Value = Wires> {
    prop_oneof![3 => Just(Wires::NoTime), 1 => Just(Wires::MoreLate), 1 => Just(Wires::LessLate)]
}

pub fn recipes(style: Style) -> impl Strategy<Value = Recipe> {
    match style.network {
        Network::Chain | Network::BothEdges => sized(style, 10, 10, 10),
        Network::Tree | Network::Any => sized(style, 10, 7, 7),
    }
}

fn sized(style: Style, network: usize, registers: usize, logic: usize) -> impl Strategy<Value = Recipe> {
    let most_clocks = if style.network.is_deep() { 1 } else { 3 };
    let ports = (
        prop::collection::vec(prop::option::weighted(0.4, stated(style, 12)), 1..=most_clocks),
        any::<bool>(),
        prop::collection::vec(stated(style, 12), 0..=2),
        prop::collection::vec(stated(style, 12), 0..=2),
    );
    let cells =
        (cells(network / 10, network), cells(1 + registers / 10, registers), cells(logic / 10, logic));
    (ports, cells, ([range(style), range(style)], wires(), any::<u64>())).prop_map(
        move |(
            (clocks, is_many_clocks, inputs, outputs),
            (network, registers, logic),
            (ranges, wires, choices),
        )| {
            Recipe {
                style,
                clocks,
                is_many_clocks,
                inputs,
                outputs,
                network,
                registers,
                logic,
                ranges,
                wires,
                choices,
            }
        },
    )
}

impl Recipe {
    /// Thousands of cells in wide levels.
    pub fn large(seed: u8) -> Self {
        let style = Style { network: Network::Any, is_crossing: false, is_ordered: true, has_slews: false };
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
        let mut runner = TestRunner::new_with_rng(Config::default(), rng);
        let mut recipe = sized(style, 200, 5, 5).new_tree(&mut runner).unwrap().current();
        let cells = prop::collection::vec(cells(1, 2), 4000..=4000).new_tree(&mut runner).unwrap().current();
        recipe.registers = cells.iter().map(|cells| cells[0].clone()).collect();
        recipe.logic = cells.iter().map(|cells| cells[cells.len() - 1].clone()).collect();
        for cell in recipe.registers.iter_mut().chain(&mut recipe.logic) {
            // Few different library cells.
            cell.delay &= 0x0301_0301;
        }
        recipe.ranges = [20, 5];
        recipe.clocks.truncate(1);
        recipe.clocks[0] = None;
        recipe
    }
}
