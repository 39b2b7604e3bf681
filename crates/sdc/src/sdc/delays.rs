//! `set_input_delay` and `set_output_delay`.

use zeroslack_netlist::{PinId, PortDirection};
use zeroslack_units::{Quad, Split, Ticks, Transition, quad};

use super::args::{Args, Operand, Opt, Spec, flag, required, value};
use super::reader::Reader;
use super::value::Word;
use crate::{Clock, ClockEdge, ClockId, InputArrival, OutputDelay};

/// A clock, as an index in the reader's clocks, and its edge.
type Edge = (u32, Transition);

/// The delays of each port bit, one of them for each edge of a clock.
pub(crate) struct PortDelays {
    /// By port bit.
    bits: Vec<Vec<Delay>>,
}

struct Delay {
    edge: Option<Edge>,
    delay: Quad<Option<Ticks>>,
}

/// What one command states.
struct Statement {
    edge: Option<Edge>,
    /// Where a value is stated.
    delay: Quad<Option<Ticks>>,
    /// `-add_delay`.
    add: bool,
}

impl PortDelays {
    pub(crate) fn new(bits: usize) -> Self {
        Self { bits: std::iter::repeat_with(Vec::new).take(bits).collect() }
    }

    /// Without `-add_delay` only the delays from the same edge stay, as far as they are not stated anew. With it all
    /// stay, and of two from the same edge the worse one counts.
    fn state(&mut self, pin: PinId, statement: &Statement) {
        let delays = &mut self.bits[pin.index()];
        if !statement.add {
            delays.retain(|delay| delay.edge == statement.edge);
        }
        let place = delays.iter().position(|delay| delay.edge == statement.edge).unwrap_or_else(|| {
            delays.push(Delay { edge: statement.edge, delay: quad(None) });
            delays.len() - 1
        });
        for split in Split::ALL {
            for transition in Transition::ALL {
                let (split_index, transition) = (split as usize, transition as usize);
                let Some(new) = statement.delay[split_index][transition] else { continue };
                let value = &mut delays[place].delay[split_index][transition];
                *value = Some(match (*value, split) {
                    (Some(old), Split::Early) if statement.add => old.min(new),
                    (Some(old), Split::Late) if statement.add => old.max(new),
                    _ => new,
                });
            }
        }
    }

    /// In the order of the ports; those of clocks that are gone are left out.
    fn iter(&self) -> impl Iterator<Item = (PinId, &Delay)> {
        let numbered = self.bits.iter().enumerate();
        numbered.flat_map(|(bit, delays)| delays.iter().map(move |delay| (PinId::new(bit), delay)))
    }

    pub(crate) fn arrivals(&self, clocks: &[Clock], renumbered: &[Option<ClockId>]) -> Vec<InputArrival> {
        let arrival = |(port, delay): (PinId, &Delay)| {
            let launch = match delay.edge {
                Some(edge) => Some(clock_edge(edge, renumbered)?),
                None => None,
            };
            let mut arrival = delay.delay;
            if let Some(ClockEdge { clock, edge }) = launch {
                let clock = &clocks[clock.0 as usize];
                for (values, latency) in arrival.iter_mut().zip(clock.source_latency) {
                    let start = clock.edges[edge as usize] + latency[edge as usize];
                    *values = values.map(|delay| delay.map(|delay| start + delay));
                }
            }
            Some(InputArrival { port, launch, arrival })
        };
        self.iter().filter_map(arrival).collect()
    }

    pub(crate) fn output_delays(&self, renumbered: &[Option<ClockId>]) -> Vec<OutputDelay> {
        let output_delay = |(port, delay): (PinId, &Delay)| {
            Some(OutputDelay { port, capture: clock_edge(delay.edge?, renumbered)?, delay: delay.delay })
        };
        self.iter().filter_map(output_delay).collect()
    }
}

fn clock_edge((clock, edge): Edge, renumbered: &[Option<ClockId>]) -> Option<ClockEdge> {
    Some(ClockEdge { clock: renumbered[clock as usize]?, edge })
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
        let statement = self.statement(&args)?;
        for pin in self.ports_with(args.operands[1]?, PortDirection::Input)? {
            self.input_delays.state(pin, &statement);
        }
        Some(())
    }

    pub(crate) fn set_output_delay(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<()> {
        let args = self.args(&SET_OUTPUT_DELAY, name, words)?;
        let statement = self.statement(&args)?;
        if statement.edge.is_none() {
            self.diagnostics.error("SDC-034", self.place(name), || {
                "an output delay needs a clock that captures: expected '-clock'".to_string()
            });
            return None;
        }
        for pin in self.ports_with(args.operands[1]?, PortDirection::Output)? {
            self.output_delays.state(pin, &statement);
        }
        Some(())
    }

    fn statement(&mut self, args: &Args<'_, 't>) -> Option<Statement> {
        let number = self.number(args.operands[0]?)?;
        let ticks = self.time(number, args.operands[0]?)?;
        let edge = match args.value("-clock") {
            Some(word) => {
                let edge = if args.has("-clock_fall") { Transition::Fall } else { Transition::Rise };
                Some((self.one_clock(word)?, edge))
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
                self.diagnostics.warning("SDC-037", self.place(word), || {
                    format!("'{option}' is not supported yet; the delay is used without it")
                });
            }
        }
        Some(Statement { edge, delay: stated(args, ticks), add: args.has("-add_delay") })
    }

    /// The port bits that a word stands for, all of which have `direction` or both.
    pub(crate) fn ports_with(&mut self, word: &Word<'t>, direction: PortDirection) -> Option<Vec<PinId>> {
        let pins = self.port_bits(word)?;
        let wrong = pins.iter().find(|&&pin| !self.ports.goes(pin, direction));
        let Some(&wrong) = wrong else { return Some(pins) };
        self.diagnostics.error("SDC-038", self.place(word), || {
            let expected = if direction == PortDirection::Input { "inputs" } else { "outputs" };
            format!("port '{}' has the wrong direction: expected {expected}", self.netlist.pin_name(wrong))
        });
        None
    }
}

/// A value where `-min`, `-max`, `-rise` and `-fall` state it.
pub(crate) fn stated<T: Copy>(args: &Args<'_, '_>, value: T) -> Quad<Option<T>> {
    let transitions = args.pair("-rise", "-fall");
    let splits = args.pair("-min", "-max");
    splits.map(|split| transitions.map(|transition| (split && transition).then_some(value)))
}
