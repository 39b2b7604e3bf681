//! The built-in library: what its cells' pins are called, what they compute, and tables from a formula.
//!
//! A drive charges a load through a resistance, the later the slower its input.

use super::table::Table;
use super::{Arc, CLOCK_PIN, Cell, Checks, Edge, Kind, Library, Ports, Sense, Split, TRANSITIONS, Units};

/// ps
pub(crate) const SLEWS: [f64; 7] = [5.0, 15.0, 30.0, 60.0, 120.0, 240.0, 480.0];
/// fF at strength 1.
pub(crate) const LOADS: [f64; 8] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
/// ps, of a flip-flop's clock.
pub(crate) const CLOCK_SLEWS: [f64; 8] = [5.0, 15.0, 30.0, 60.0, 120.0, 240.0, 360.0, 480.0];
/// fF that strength 1 may drive.
pub(crate) const MAX_CAPACITANCE: f64 = 64.0;
/// What early delays are of late ones.
const EARLY: f64 = 0.88;
/// What early slews are of late ones.
const EARLY_SLEW: f64 = 0.95;
/// ps that each input of a gate is slower than the one before.
const PIN_DELAY: f64 = 1.5;
/// ps, setup of a flip-flop with sharp edges.
const SETUP: f64 = 24.0;

/// One function of the library.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) inputs: &'static [&'static str],
    pub(crate) output: &'static str,
    /// In Liberty's syntax.
    pub(crate) expression: &'static str,
    /// The same as a truth table, as in [`super::truth`].
    pub(crate) truth: u16,
    pub(crate) senses: &'static [Sense],
    /// How often it is drawn among those with as many inputs.
    pub(crate) weight: f64,
    /// fF of an input at strength 1.
    pub(crate) capacitance: f64,
    /// ps, rise and fall.
    pub(crate) intrinsic: [f64; 2],
    /// kΩ at strength 1, rise and fall.
    pub(crate) resistance: [f64; 2],
    /// Its largest strength is `1 << most`.
    pub(crate) most: u8,
}

/// Index into [`FUNCTIONS`].
pub(crate) type FunctionId = u8;

/// The flip-flop: inputs D, CK.
pub(crate) const DFF: FunctionId = 17;
/// The buffer of clock trees.
const CLKBUF: FunctionId = 18;

use Sense::{Negative as N, NonUnate as X, Positive as P};

#[expect(clippy::too_many_arguments, reason = "a table's row")]
const fn function(
    name: &'static str,
    inputs: &'static [&'static str],
    output: &'static str,
    expression: &'static str,
    truth: u16,
    senses: &'static [Sense],
    weight: f64,
    capacitance: f64,
    intrinsic: [f64; 2],
    resistance: [f64; 2],
    most: u8,
) -> Function {
    Function {
        name,
        inputs,
        output,
        expression,
        truth,
        senses,
        weight,
        capacitance,
        intrinsic,
        resistance,
        most,
    }
}

/// All functions. Combinational ones come first.
#[rustfmt::skip]
pub(crate) static FUNCTIONS: [Function; 19] = [
    function("INV", &["A"], "ZN", "!A", 0b01, &[N], 0.7, 1.00, [4.0, 3.0], [2.6, 2.2], 5),
    function("BUF", &["A"], "Z", "A", 0b10, &[P], 0.3, 0.90, [11.0, 11.5], [2.4, 2.0], 5),
    function("NAND2", &["A1", "A2"], "ZN", "!(A1 A2)", 0b0111, &[N, N], 0.40, 1.15, [5.5, 5.0], [2.7, 2.6], 2),
    function("NOR2", &["A1", "A2"], "ZN", "!(A1+A2)", 0b0001, &[N, N], 0.26, 1.25, [7.0, 4.0], [3.6, 2.2], 2),
    function("AND2", &["A1", "A2"], "Z", "A1 A2", 0b1000, &[P, P], 0.12, 0.90, [13.0, 12.5], [2.5, 2.1], 2),
    function("OR2", &["A1", "A2"], "Z", "A1+A2", 0b1110, &[P, P], 0.08, 0.95, [12.5, 15.0], [2.5, 2.2], 2),
    function("XOR2", &["A", "B"], "Z", "A^B", 0b0110, &[X, X], 0.09, 2.10, [14.0, 13.0], [3.3, 2.9], 2),
    function("XNOR2", &["A", "B"], "ZN", "!(A^B)", 0b1001, &[X, X], 0.05, 2.10, [14.5, 13.0], [3.3, 2.9], 2),
    function("NAND3", &["A1", "A2", "A3"], "ZN", "!(A1 A2 A3)", 0x7f, &[N, N, N], 0.26, 1.30, [7.0, 8.0], [2.9, 3.1], 2),
    function("NOR3", &["A1", "A2", "A3"], "ZN", "!(A1+A2+A3)", 0x01, &[N, N, N], 0.14, 1.40, [11.0, 5.5], [4.6, 2.3], 2),
    function("AOI21", &["A", "B1", "B2"], "ZN", "!(A+B1 B2)", 0x15, &[N, N, N], 0.26, 1.35, [8.0, 5.5], [3.7, 2.6], 2),
    function("OAI21", &["A", "B1", "B2"], "ZN", "!(A (B1+B2))", 0x57, &[N, N, N], 0.22, 1.35, [8.0, 5.5], [3.5, 2.7], 2),
    function("MUX2", &["A", "B", "S"], "Z", "!S A+S B", 0xca, &[P, P, X], 0.12, 1.30, [17.0, 18.0], [2.6, 2.2], 2),
    function("NAND4", &["A1", "A2", "A3", "A4"], "ZN", "!(A1 A2 A3 A4)", 0x7fff, &[N, N, N, N], 0.24, 1.40, [8.5, 11.0], [3.1, 3.6], 2),
    function("NOR4", &["A1", "A2", "A3", "A4"], "ZN", "!(A1+A2+A3+A4)", 0x0001, &[N, N, N, N], 0.12, 1.50, [16.0, 6.5], [5.6, 2.4], 2),
    function("AOI22", &["A1", "A2", "B1", "B2"], "ZN", "!(A1 A2+B1 B2)", 0x0777, &[N, N, N, N], 0.34, 1.40, [10.0, 7.0], [3.8, 2.7], 2),
    function("OAI22", &["A1", "A2", "B1", "B2"], "ZN", "!((A1+A2) (B1+B2))", 0x111f, &[N, N, N, N], 0.30, 1.40, [10.5, 6.5], [3.9, 2.7], 2),
    function("DFF", &["D", "CK"], "Q", "IQ", 0, &[X, X], 0.0, 0.95, [52.0, 50.0], [2.5, 2.1], 2),
    function("CLKBUF", &["A"], "Z", "A", 0b10, &[P], 0.0, 0.85, [12.0, 12.0], [2.3, 2.3], 5),
];

/// The combinational functions by number of inputs (at index 1 to 4).
const BY_INPUTS: [std::ops::Range<usize>; 5] = [0..0, 0..2, 2..8, 8..13, 13..17];

pub(crate) fn get(id: FunctionId) -> &'static Function {
    &FUNCTIONS[usize::from(id)]
}

/// How often a gate is drawn among those with as many inputs; none for one that is not of the library.
pub(crate) fn weight(truth: u16, inputs: usize) -> Option<f64> {
    let same = |function: &&Function| super::truth::canonical(function.truth, inputs) == truth;
    FUNCTIONS[BY_INPUTS[inputs].clone()].iter().find(same).map(|function| function.weight)
}

/// Delay of an arc of strength 1, ps.
pub(crate) fn delay(id: FunctionId, split: Split, pin: usize, to: usize, slew: f64, load: f64) -> f64 {
    let function = get(id);
    let drive = function.resistance[to] * load;
    let number = if id == DFF { 0.0 } else { pin as f64 };
    let late = function.intrinsic[to]
        + PIN_DELAY * number
        + 0.8 * drive
        + 0.10 * slew
        + 0.35 * (drive * slew).sqrt();
    if split == Split::Early { EARLY * late } else { late }
}

/// Slew at the output of strength 1, ps.
pub(crate) fn slew(id: FunctionId, split: Split, to: usize, slew: f64, load: f64) -> f64 {
    let drive = get(id).resistance[to] * load;
    let late = 3.0 + 1.7 * drive + 0.04 * slew + 0.15 * (drive * slew).sqrt();
    if split == Split::Early { EARLY_SLEW * late } else { late }
}

/// What a flip-flop's data has to keep from its clock, ps: `hold` is that with sharp edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Margins {
    pub(crate) hold: f64,
}

impl Margins {
    pub(crate) fn setup(transition: usize, data_slew: f64, clock_slew: f64) -> f64 {
        SETUP + 3.0 * transition as f64 + 0.12 * data_slew - 0.05 * clock_slew
    }

    pub(crate) fn hold(self, transition: usize, data_slew: f64, clock_slew: f64) -> f64 {
        self.hold - 2.0 * transition as f64 - 0.06 * data_slew + 0.08 * clock_slew
    }
}

/// fF of an input pin.
pub(crate) fn pin_capacitance(id: FunctionId, strength: u8, pin: usize) -> f64 {
    let function = get(id);
    match (id, pin) {
        (DFF, CLOCK_PIN) => 0.9,
        (DFF, _) => function.capacitance,
        _ => function.capacitance * f64::from(1_u32 << strength) * (1.0 + 0.04 * pin as f64),
    }
}

/// µm²
pub(crate) fn area(id: FunctionId, strength: u8) -> f64 {
    0.4 * (get(id).inputs.len() + 1) as f64 * (0.5 + 0.5 * f64::from(1_u32 << strength))
}

impl Library {
    /// The library that the generator writes itself. Its flip-flops' hold time is 0 here: it is chosen last.
    pub fn built_in() -> Self {
        let logic = 0..BY_INPUTS[4].end as FunctionId;
        Self {
            kinds: [DFF, CLKBUF].into_iter().chain(logic).map(kind).collect(),
            // The flip-flop and the clocks' buffer come first.
            logic: BY_INPUTS.map(|range| range.start + 2..range.end + 2),
            units: Units { time: 1.0, capacitance: 1.0 },
            ports: Ports::default(),
            item_area: Self::ITEM_AREA,
            is_built_in: true,
        }
    }
}

fn kind(id: FunctionId) -> Kind {
    let function = get(id);
    Kind {
        inputs: function.inputs.iter().map(ToString::to_string).collect(),
        output: function.output.to_string(),
        tied: Vec::new(),
        open: 0,
        weight: function.weight,
        cells: (0..=function.most).map(|strength| cell(id, strength)).collect(),
    }
}

fn cell(id: FunctionId, strength: u8) -> Cell {
    let function = get(id);
    let scale = f64::from(1_u32 << strength);
    Cell {
        name: format!("{}_X{}", function.name, 1 << strength),
        capacitance: (0..function.inputs.len())
            .map(|pin| [[pin_capacitance(id, strength, pin) as f32; 2]; 2])
            .collect(),
        drive: scale,
        max_load: MAX_CAPACITANCE * scale,
        arcs: Split::ALL.map(|split| arcs(id, split, scale)),
        checks: if id == DFF { checks() } else { Checks::default() },
    }
}

fn arcs(id: FunctionId, split: Split, scale: f64) -> Vec<Arc> {
    let loads = LOADS.map(|load| load * scale);
    let edge = |pin, to| Edge {
        delay: Table::new(SLEWS, &loads, |row, load| delay(id, split, pin, to, row, load / scale)),
        slew: Table::new(SLEWS, &loads, |row, load| slew(id, split, to, row, load / scale)),
    };
    let pins = get(id).senses.iter().enumerate().filter(|&(pin, _)| id != DFF || pin == CLOCK_PIN);
    pins.map(|(input, &sense)| Arc { input, sense, edges: TRANSITIONS.map(|to| Some(edge(input, to))) })
        .collect()
}

fn checks() -> Checks {
    let sharp = Margins { hold: 0.0 };
    let of = |margin: &dyn Fn(usize, f64, f64) -> f64| {
        TRANSITIONS.map(|to| Some(Table::new(SLEWS, &CLOCK_SLEWS, |data, clock| margin(to, data, clock))))
    };
    Checks {
        setup: vec![of(&Margins::setup)],
        hold: vec![of(&|to, data, clock| sharp.hold(to, data, clock))],
    }
}

#[cfg(test)]
mod tests {
    use super::{BY_INPUTS, CLKBUF, DFF, FUNCTIONS, get, weight};
    use crate::library::truth::{canonical, of};

    #[test]
    fn the_table_is_as_its_indices_say() {
        for (count, range) in BY_INPUTS.into_iter().enumerate() {
            for function in &FUNCTIONS[range] {
                let counts = (function.inputs.len(), function.senses.len());
                assert_eq!(counts, (count, count), "{}", function.name);
            }
        }
        assert_eq!((get(DFF).name, get(CLKBUF).name), ("DFF", "CLKBUF"));
    }

    #[test]
    fn truth_tables_are_those_of_the_expressions() {
        for function in &FUNCTIONS[..BY_INPUTS[4].end] {
            let inputs: String = function.inputs.iter().map(|pin| format!("pin ({pin}) {{ }} ")).collect();
            let output = format!(
                "pin ({}) {{ direction : output; function : \"{}\"; }}",
                function.output, function.expression
            );
            let (library, _) =
                zeroslack_liberty::read(&format!("library (l) {{ cell (c) {{ {inputs}{output} }} }}"));
            let expression = library.cells[0].pins.last().unwrap().function.as_ref().unwrap();
            assert_eq!(of(expression, function.inputs), Some(function.truth), "{}", function.name);
        }
    }

    #[test]
    fn a_gate_is_found_by_what_it_computes() {
        // NAND2, and A1 !A2, which the library has not.
        assert_eq!(weight(canonical(0b0111, 2), 2), Some(0.40));
        assert_eq!(weight(canonical(0b0010, 2), 2), None);
    }
}
