//! Recipes of designs: small numbers that proptest can shrink.

use proptest::prelude::*;

use super::dice::Dice;

/// One cell of a recipe.
#[derive(Clone, Debug)]
pub struct CellRecipe {
    /// Which library cell.
    pub kind: u8,
    /// What its inputs are connected to.
    pub picks: [u16; 3],
    /// From [`ODD`] on something unusual about its connections.
    pub oddity: u8,
}

/// What a design is made from.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub cells: Vec<CellRecipe>,
    /// Cells of the clock network: an inverter if odd; what is left picks the parent.
    pub tree: Vec<u8>,
    pub inputs: usize,
    pub outputs: usize,
    pub clocks: usize,
    pub has_inout: bool,
    /// Whether inputs may be connected to cells that come later.
    pub feedback: bool,
    /// Whether tables hold few round numbers.
    pub plain: bool,
    pub has_parasitics: bool,
    /// Whether one clock's rise launches all data, and clock network and data do not meet: then signals of one tag come to a pin.
    pub is_apart: bool,
    /// For tables, parasitics and constraints.
    pub seed: u64,
}

/// Oddities below this are none.
pub const ODD: u8 = 190;

/// Library cells by how often they are wanted; shrinking goes to the front.
pub const KINDS: [&str; 22] = [
    "BUF", "INV", "NAND2", "DFF", "XOR2", "NAND2", "MUX2", "HALF", "ADDER", "TRI", "DFF", "DFFN", "DFFR",
    "DUAL", "TIE", "XOR2", "NAND2", "DFFN", "DFFR", "MUX2", "PADCELL", "PADCELL",
];

/// Recipes of up to so many cells, and in the clock network.
pub fn recipes(cells: usize, tree: usize) -> impl Strategy<Value = Recipe> {
    let cell = (any::<u8>(), any::<[u16; 3]>(), any::<u8>());
    let cells = prop::collection::vec(
        cell.prop_map(|(kind, picks, oddity)| CellRecipe { kind, picks, oddity }),
        1..=cells,
    );
    let sizes = (1..=3_usize, 1..=2_usize, 1..=2_usize);
    let flags = [0.2, 0.2, 0.3, 0.7, 0.6].map(prop::bool::weighted);
    (cells, prop::collection::vec(any::<u8>(), 0..=tree), sizes, flags, any::<u64>()).prop_map(
        |(cells, tree, (inputs, outputs, clocks), flags, seed)| {
            let [has_inout, feedback, plain, has_parasitics, is_apart] = flags;
            let clocks = if is_apart { 1 } else { clocks };
            Recipe {
                cells,
                tree,
                inputs,
                outputs,
                clocks,
                has_inout,
                feedback,
                plain,
                has_parasitics,
                is_apart,
                seed,
            }
        },
    )
}

impl Recipe {
    /// The same with registers only, and what joins and delays their signals.
    pub fn with_registers(mut self) -> Self {
        for cell in &mut self.cells {
            cell.kind = [3, 3, 2, 11, 0][usize::from(cell.kind % 5)];
        }
        self
    }

    /// A recipe of so many cells, in wide levels.
    pub fn large(seed: u64, cells: usize) -> Self {
        let mut dice = Dice::new(seed, 7);
        let mut cell = || CellRecipe {
            kind: dice.draw() as u8,
            // Even ones pick from all that is there.
            picks: [0; 3].map(|_| dice.draw() as u16 & !1),
            oddity: dice.draw() as u8,
        };
        Self {
            cells: (0..cells).map(|_| cell()).collect(),
            tree: (0..30).map(|_| dice.draw() as u8).collect(),
            inputs: 40,
            outputs: 20,
            clocks: 2,
            has_inout: true,
            feedback: seed % 2 == 1,
            plain: false,
            has_parasitics: true,
            is_apart: false,
            seed,
        }
    }
}
