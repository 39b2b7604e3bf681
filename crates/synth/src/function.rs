//! The library's functions: what their pins are called, what they compute, how fast they are at strength 1.

/// How an input's transition turns into the output's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    Positive,
    Negative,
    NonUnate,
}

/// One function of the library.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) inputs: &'static [&'static str],
    pub(crate) output: &'static str,
    /// In Liberty's syntax.
    pub(crate) expression: &'static str,
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
pub(crate) const FLIP_FLOP: FunctionId = 17;
/// The buffer of clock trees.
pub(crate) const CLOCK_BUFFER: FunctionId = 18;
/// Not of the library: an input port, driving a net.
pub(crate) const INPUT: FunctionId = 19;
/// Not of the library: an output port, a sink of a net.
pub(crate) const OUTPUT: FunctionId = 20;
/// Pin of the flip-flop's clock.
pub(crate) const CLOCK_PIN: usize = 1;

use Sense::{Negative as N, NonUnate as X, Positive as P};

#[expect(clippy::too_many_arguments, reason = "a table's row")]
const fn function(
    name: &'static str,
    inputs: &'static [&'static str],
    output: &'static str,
    expression: &'static str,
    senses: &'static [Sense],
    weight: f64,
    capacitance: f64,
    intrinsic: [f64; 2],
    resistance: [f64; 2],
    most: u8,
) -> Function {
    Function { name, inputs, output, expression, senses, weight, capacitance, intrinsic, resistance, most }
}

/// All functions. Combinational ones come first.
#[rustfmt::skip]
pub(crate) static FUNCTIONS: [Function; 19] = [
    function("INV", &["A"], "ZN", "!A", &[N], 0.7, 1.00, [4.0, 3.0], [2.6, 2.2], 5),
    function("BUF", &["A"], "Z", "A", &[P], 0.3, 0.90, [11.0, 11.5], [2.4, 2.0], 5),
    function("NAND2", &["A1", "A2"], "ZN", "!(A1 A2)", &[N, N], 0.40, 1.15, [5.5, 5.0], [2.7, 2.6], 2),
    function("NOR2", &["A1", "A2"], "ZN", "!(A1+A2)", &[N, N], 0.26, 1.25, [7.0, 4.0], [3.6, 2.2], 2),
    function("AND2", &["A1", "A2"], "Z", "A1 A2", &[P, P], 0.12, 0.90, [13.0, 12.5], [2.5, 2.1], 2),
    function("OR2", &["A1", "A2"], "Z", "A1+A2", &[P, P], 0.08, 0.95, [12.5, 15.0], [2.5, 2.2], 2),
    function("XOR2", &["A", "B"], "Z", "A^B", &[X, X], 0.09, 2.10, [14.0, 13.0], [3.3, 2.9], 2),
    function("XNOR2", &["A", "B"], "ZN", "!(A^B)", &[X, X], 0.05, 2.10, [14.5, 13.0], [3.3, 2.9], 2),
    function("NAND3", &["A1", "A2", "A3"], "ZN", "!(A1 A2 A3)", &[N, N, N], 0.26, 1.30, [7.0, 8.0], [2.9, 3.1], 2),
    function("NOR3", &["A1", "A2", "A3"], "ZN", "!(A1+A2+A3)", &[N, N, N], 0.14, 1.40, [11.0, 5.5], [4.6, 2.3], 2),
    function("AOI21", &["A", "B1", "B2"], "ZN", "!(A+B1 B2)", &[N, N, N], 0.26, 1.35, [8.0, 5.5], [3.7, 2.6], 2),
    function("OAI21", &["A", "B1", "B2"], "ZN", "!(A (B1+B2))", &[N, N, N], 0.22, 1.35, [8.0, 5.5], [3.5, 2.7], 2),
    function("MUX2", &["A", "B", "S"], "Z", "!S A+S B", &[P, P, X], 0.12, 1.30, [17.0, 18.0], [2.6, 2.2], 2),
    function("NAND4", &["A1", "A2", "A3", "A4"], "ZN", "!(A1 A2 A3 A4)", &[N, N, N, N], 0.24, 1.40, [8.5, 11.0], [3.1, 3.6], 2),
    function("NOR4", &["A1", "A2", "A3", "A4"], "ZN", "!(A1+A2+A3+A4)", &[N, N, N, N], 0.12, 1.50, [16.0, 6.5], [5.6, 2.4], 2),
    function("AOI22", &["A1", "A2", "B1", "B2"], "ZN", "!(A1 A2+B1 B2)", &[N, N, N, N], 0.34, 1.40, [10.0, 7.0], [3.8, 2.7], 2),
    function("OAI22", &["A1", "A2", "B1", "B2"], "ZN", "!((A1+A2) (B1+B2))", &[N, N, N, N], 0.30, 1.40, [10.5, 6.5], [3.9, 2.7], 2),
    function("DFF", &["D", "CK"], "Q", "IQ", &[X, X], 0.0, 0.95, [52.0, 50.0], [2.5, 2.1], 2),
    function("CLKBUF", &["A"], "Z", "A", &[P], 0.0, 0.85, [12.0, 12.0], [2.3, 2.3], 5),
];

/// The combinational functions that can be drawn for logic, by number of inputs (at index 1 to 4).
pub(crate) const BY_INPUTS: [std::ops::Range<usize>; 5] = [0..0, 0..2, 2..8, 8..13, 13..17];

pub(crate) fn get(id: FunctionId) -> &'static Function {
    &FUNCTIONS[usize::from(id)]
}

/// Inputs of a cell, sinks of an output port, sinks of an input port: how many nets end there.
pub(crate) fn input_count(id: FunctionId) -> usize {
    match id {
        INPUT => 0,
        OUTPUT => 1,
        _ => get(id).inputs.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::{BY_INPUTS, CLOCK_BUFFER, FLIP_FLOP, FUNCTIONS, get};

    #[test]
    fn the_table_is_as_its_indices_say() {
        for (count, range) in BY_INPUTS.into_iter().enumerate() {
            for function in &FUNCTIONS[range] {
                assert_eq!(
                    (function.inputs.len(), function.senses.len()),
                    (count, count),
                    "{}",
                    function.name
                );
            }
        }
        assert_eq!((get(FLIP_FLOP).name, get(CLOCK_BUFFER).name), ("DFF", "CLKBUF"));
    }
}
