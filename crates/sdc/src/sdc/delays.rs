//! `set_input_delay` and `set_output_delay`.

use zeroslack_units::{Quad, Ticks, Transition};

use super::args::{Args, Operand, Opt, Spec, flag, required, value};
use super::reader::Reader;
use super::value::Word;
use crate::{ClockEdge, OtherDelays, PortDelay};

/// What one command states.
struct Statement {
    edge: Option<ClockEdge>,
    /// Where a value is stated.
    delay: Quad<Option<Ticks>>,
    /// `-add_delay`.
    others: OtherDelays,
}

const OPTIONS: [Opt; 11] = [
    value("-clock"),
    flag("-clock_fall"),
    flag("-min"),
    flag("-max"),
    flag("-rise"),
    flag("-fall"),
    flag("-add_delay"),
    flag("-level_sensitive"),
    flag("-network_latency_included"),
    flag("-source_latency_included"),
    value("-reference_pin"),
];
const OPERANDS: [Operand; 2] = [required("the delay"), required("the ports")];

const SET_INPUT_DELAY: Spec = Spec { command: "set_input_delay", options: &OPTIONS, operands: &OPERANDS };
const SET_OUTPUT_DELAY: Spec = Spec { command: "set_output_delay", options: &OPTIONS, operands: &OPERANDS };

/// Options that are understood as little as latencies and latches are.
const IGNORED: [&str; 3] = ["-level_sensitive", "-network_latency_included", "-source_latency_included"];

impl<'t> Reader<'t, '_> {
    pub(crate) fn set_input_delay(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<()> {
        let args = self.args(&SET_INPUT_DELAY, name, words)?;
        let Statement { edge, delay, others } = self.statement(&args)?;
        let word = args.operands[1]?;
        let ports = self.port_bits(word)?;
        let set = self.editor().set_input_delay(&ports, PortDelay::new(edge, delay), others);
        self.stated(set, word)
    }

    pub(crate) fn set_output_delay(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<()> {
        let args = self.args(&SET_OUTPUT_DELAY, name, words)?;
        let Statement { edge, delay, others } = self.statement(&args)?;
        let Some(edge) = edge else {
            self.diagnostics.error("SDC-034", self.place(name), || {
                "an output delay needs a clock that captures: expected '-clock'".to_string()
            });
            return None;
        };
        let word = args.operands[1]?;
        let ports = self.port_bits(word)?;
        let set = self.editor().set_output_delay(&ports, PortDelay::new(edge, delay), others);
        self.stated(set, word)
    }

    fn statement(&mut self, args: &Args<'_, 't>) -> Option<Statement> {
        let number = self.number(args.operands[0]?)?;
        let ticks = self.time(number, args.operands[0]?)?;
        let edge = match args.value("-clock") {
            Some(word) => {
                let edge = if args.has("-clock_fall") { Transition::Fall } else { Transition::Rise };
                Some(ClockEdge { clock: self.one_clock(word)?, edge })
            }
            None => None,
        };
        if let (None, Some(word)) = (edge, args.value("-clock_fall")) {
            self.diagnostics.error("SDC-035", self.place(word), || {
                "'-clock_fall' is given without a clock: expected '-clock' too".to_string()
            });
            return None;
        }
        if let Some(word) = args.value("-reference_pin") {
            self.diagnostics.error("SDC-036", self.place(word), || {
                "'-reference_pin' is not supported yet: expected a delay from a clock's own edge".to_string()
            });
            return None;
        }
        for option in IGNORED {
            if let Some(word) = args.value(option) {
                self.diagnostics.note_not_applied(option, (self.text, word.span.clone()));
                self.diagnostics.warning("SDC-037", self.place(word), || {
                    format!("'{option}' is not supported yet; the delay is used without it")
                });
            }
        }
        let others = if args.has("-add_delay") { OtherDelays::Kept } else { OtherDelays::Replaced };
        Some(Statement { edge, delay: stated(args, ticks), others })
    }
}

/// A value where `-min`, `-max`, `-rise` and `-fall` state it.
pub(crate) fn stated<T: Copy>(args: &Args<'_, '_>, value: T) -> Quad<Option<T>> {
    let transitions = args.pair("-rise", "-fall");
    let splits = args.pair("-min", "-max");
    splits.map(|split| transitions.map(|transition| (split && transition).then_some(value)))
}
