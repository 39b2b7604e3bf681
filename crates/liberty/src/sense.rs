//! Senses that the file does not state, from functions.

use std::cell::OnceCell;

use crate::index::PinIndex;
use crate::unate::TruthTable;
use crate::{Expr, Sequential, SequentialKind, TimingSense, TimingType};

/// How the state elements of a cell react to its pins.
pub(crate) struct StateSenses<'c> {
    sequentials: &'c [Sequential],
    tables: OnceCell<Vec<StateTables<'c>>>,
}

/// The functions of one state element.
struct StateTables<'c> {
    outputs: &'c [Box<str>],
    clear: Option<TruthTable<'c>>,
    preset: Option<TruthTable<'c>>,
    /// Of a latch: what passes through it.
    data: Option<TruthTable<'c>>,
}

/// How one pin's function reacts to other pins.
pub(crate) struct PinSenses<'p, 'c> {
    function: Option<&'p Expr>,
    three_state: Option<&'p Expr>,
    states: &'p StateSenses<'c>,
    index: &'p PinIndex,
    table: OnceCell<Option<TruthTable<'p>>>,
}

impl<'c> StateSenses<'c> {
    /// Of these state elements. Nothing is computed before it is needed.
    pub fn new(sequentials: &'c [Sequential]) -> Self {
        Self { sequentials, tables: OnceCell::new() }
    }

    fn tables(&self) -> &[StateTables<'c>] {
        self.tables.get_or_init(|| self.sequentials.iter().map(StateTables::new).collect())
    }
}

impl<'c> StateTables<'c> {
    fn new(sequential: &'c Sequential) -> Self {
        let table = |expr: &'c Option<Expr>| expr.as_ref().and_then(TruthTable::new);
        let is_latch = sequential.kind == SequentialKind::Latch;
        Self {
            outputs: &sequential.outputs,
            clear: table(&sequential.clear),
            preset: table(&sequential.preset),
            data: if is_latch { table(&sequential.data) } else { None },
        }
    }
}

impl<'p, 'c> PinSenses<'p, 'c> {
    /// Of a pin with this function.
    pub fn new(
        (function, three_state): (Option<&'p Expr>, Option<&'p Expr>),
        states: &'p StateSenses<'c>,
        index: &'p PinIndex,
    ) -> Self {
        Self { function, three_state, states, index, table: OnceCell::new() }
    }

    /// The sense of an arc of this type from the pin `from`. Non-unate where the functions do not tell.
    pub fn derive(&self, timing_type: TimingType, from: usize) -> TimingSense {
        if timing_type.is_three_state() {
            return self.by_three_state(timing_type, from).unwrap_or(TimingSense::NonUnate);
        }
        let table = self.table.get_or_init(|| self.function.and_then(TruthTable::new));
        let sense = table.as_ref().and_then(|function| match timing_type {
            TimingType::Combinational | TimingType::CombinationalRise | TimingType::CombinationalFall => {
                function.sense(self.index.name(from)).or_else(|| self.through_latches(function, from))
            }
            TimingType::Clear => self.by_state(function, from, false).map(opposite),
            TimingType::Preset => self.by_state(function, from, true),
            _ => None,
        });
        sense.unwrap_or(TimingSense::NonUnate)
    }

    /// Whether a rise of a pin switches the output on, or off (positive), or a fall of it (negative).
    fn by_three_state(&self, timing_type: TimingType, from: usize) -> Option<TimingSense> {
        let floats = self.three_state.and_then(TruthTable::new)?;
        let sense = self.sense_from(&floats, from)?;
        Some(if timing_type.is_three_state_disable() { sense } else { opposite(sense) })
    }

    /// The sense from a pin to the function through the latches' data.
    fn through_latches(&self, function: &TruthTable<'_>, from: usize) -> Option<TimingSense> {
        let mut merged = None;
        for state in self.states.tables() {
            let Some(to_state) = state.data.as_ref().and_then(|data| self.sense_from(data, from)) else {
                continue;
            };
            for (output, is_inverted) in state.outputs.iter().zip([false, true]) {
                let Some(to_pin) = function.sense(output) else {
                    continue;
                };
                let sense = chain(to_state, if is_inverted { opposite(to_pin) } else { to_pin });
                merged =
                    Some(merged.map_or(
                        sense,
                        |merged| {
                            if merged == sense { sense } else { TimingSense::NonUnate }
                        },
                    ));
            }
        }
        merged
    }

    /// Whether the function rises (`to_rise`) or falls when the pin `from` rises (positive) or falls (negative)
    /// and thereby sets or resets a state element.
    fn by_state(&self, function: &TruthTable<'_>, from: usize, to_rise: bool) -> Option<TimingSense> {
        self.states.tables().iter().find_map(|state| {
            state.outputs.iter().zip([true, false]).find_map(|(output, is_upright)| {
                let follows = match function.sense(output)? {
                    TimingSense::Positive => is_upright,
                    TimingSense::Negative => !is_upright,
                    TimingSense::NonUnate => return None,
                };
                let cause = if follows == to_rise { &state.preset } else { &state.clear };
                cause.as_ref().and_then(|cause| self.sense_from(cause, from))
            })
        })
    }

    /// The sense of the pin `from`, or of the bus it is a bit of, in `table`.
    fn sense_from(&self, table: &TruthTable<'_>, from: usize) -> Option<TimingSense> {
        table.sense(self.index.name(from)).or_else(|| table.sense(&self.index.bus_of(from)?.name))
    }
}

fn opposite(sense: TimingSense) -> TimingSense {
    match sense {
        TimingSense::Positive => TimingSense::Negative,
        TimingSense::Negative => TimingSense::Positive,
        TimingSense::NonUnate => TimingSense::NonUnate,
    }
}

/// The sense of two functions in a row.
fn chain(first: TimingSense, second: TimingSense) -> TimingSense {
    match first {
        TimingSense::Positive => second,
        TimingSense::Negative => opposite(second),
        TimingSense::NonUnate => TimingSense::NonUnate,
    }
}
