//! `create_clock` and `set_propagated_clock`.

use zeroslack_netlist::{HierarchicalPinId, Pattern, PinId};
use zeroslack_units::Ticks;

use super::args::{Spec, flag, operand_word, optional, required, value};
use super::reader::Reader;
use super::value::{Object, Word};
use crate::{Clock, ConstraintError, OtherClocks};

const CREATE_CLOCK: Spec = Spec {
    command: "create_clock",
    options: &[value("-name"), value("-period"), value("-waveform"), flag("-add"), value("-comment")],
    operands: &[optional("the sources")],
};

const SET_PROPAGATED_CLOCK: Spec =
    Spec { command: "set_propagated_clock", options: &[], operands: &[required("the clocks")] };

impl<'t> Reader<'t, '_> {
    pub(crate) fn create_clock(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<()> {
        let args = self.args(&CREATE_CLOCK, name, words)?;
        let (sources, mut at) = match args.operands[0] {
            Some(word) => self.sources(word)?,
            None => (Vec::new(), Vec::new()),
        };
        let clock_name = match (args.value("-name"), sources.first(), at.first()) {
            (Some(word), ..) => Pattern::new(operand_word(word)).plain(),
            (None, Some(&pin), _) => self.netlist.pin_name(pin),
            (None, None, Some(&pin)) => self.netlist.hierarchical_pin_name(pin),
            (None, None, None) => String::new(),
        };
        if clock_name.is_empty() {
            self.diagnostics.error("SDC-021", self.place(name), || {
                "the clock has no name: expected '-name', or a source to be named after".to_string()
            });
            return None;
        }
        let own = self.constraints.clocks.find(&clock_name);
        if let Some(word) = args.operands[0] {
            at.retain(|&pin| {
                let pins = self.constraints.sources_at(self.netlist, pin, own);
                self.is_reached(pin, &pins, word)
            });
            if sources.is_empty() && at.is_empty() {
                return self.no_sources(word);
            }
        }
        let (period, edges) = self.waveform(name, args.value("-period"), args.value("-waveform"))?;
        let others = if args.has("-add") { OtherClocks::Kept } else { OtherClocks::Replaced };
        let clock = Clock {
            name: clock_name.as_str().into(),
            sources,
            period,
            edges,
            propagated: false,
            ..Clock::default()
        };
        let created = self.editor().create_clock_at(clock, &at, others);
        let (_, gone) = self.stated(created, name)?;
        for gone in gone {
            self.diagnostics.warning("SDC-026", self.place(name), || {
                format!(
                    "clock '{clock_name}' replaces clock '{}', and what was stated with it; '-add' keeps both",
                    gone.name
                )
            });
        }
        Some(())
    }

    /// The pins that a clock starts at, in order, and those of instances of modules.
    fn sources(&mut self, word: &Word<'t>) -> Option<(Vec<PinId>, Vec<HierarchicalPinId>)> {
        let objects = self.ports_or_pins(word)?;
        if objects.is_empty() {
            return self.no_sources(word);
        }
        let (mut sources, mut at) = (Vec::new(), Vec::new());
        for object in objects {
            match object {
                Object::Pin(pin) => sources.push(pin),
                Object::InstancePin(pin) => at.push(pin),
                Object::Clock(_) => {}
            }
        }
        sources.sort_unstable();
        Some((sources, at))
    }

    fn no_sources<T>(&mut self, word: &Word<'t>) -> Option<T> {
        self.diagnostics.error("SDC-022", self.place(word), || {
            "the list of sources is empty: expected ports or pins, or no list for a virtual clock".to_string()
        });
        None
    }

    /// The period, and the first rising and falling edge.
    fn waveform(
        &mut self,
        name: &Word<'t>,
        period_word: Option<&Word<'t>>,
        waveform: Option<&Word<'t>>,
    ) -> Option<(Ticks, [Ticks; 2])> {
        let Some(period_word) = period_word else {
            self.diagnostics
                .error("SDC-023", self.place(name), || "expected '-period' and a value".to_string());
            return None;
        };
        let number = self.number(period_word)?;
        let period = self.time(number, period_word)?;
        if period <= 0 {
            self.diagnostics.error("SDC-024", self.place(period_word), || {
                format!("'{}' cannot be a period: expected at least 0.0001 ps", operand_word(period_word))
            });
            return None;
        }
        let Some(word) = waveform else { return Some((period, [0, period / 2])) };
        let mut edges = Vec::new();
        for text in self.names(word)? {
            let number = self.number_in(text, word)?;
            edges.push(self.time(number, word)?);
        }
        match edges[..] {
            [rise, fall] if rise < fall && fall - rise < period => Some((period, [rise, fall])),
            _ => {
                self.diagnostics.error("SDC-025", self.place(word), || {
                    "expected two edges, rise and fall, the second later than the first by less than the period".to_string()
                });
                None
            }
        }
    }

    pub(crate) fn set_propagated_clock(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<()> {
        let args = self.args(&SET_PROPAGATED_CLOCK, name, words)?;
        let word = args.operands[0]?;
        for object in self.clocks_or_pins(word)? {
            let set = match object {
                Object::Clock(clock) if self.constraints.clocks[clock].is_virtual() => {
                    let said = ConstraintError::VirtualClock(self.constraints.clocks[clock].name.clone());
                    self.diagnostics.warning("SDC-043", self.place(word), || said.to_string());
                    continue;
                }
                Object::Clock(clock) => self.editor().set_propagated(clock, true),
                Object::Pin(pin) => self.editor().set_propagated_from(pin, true),
                Object::InstancePin(pin) => {
                    let pins = self.constraints.pins_at(self.netlist, pin);
                    if !self.is_reached(pin, &pins, word) {
                        continue;
                    }
                    self.editor().set_propagated_at(pin, true)
                }
            };
            self.stated(set, word)?;
        }
        Some(())
    }
}
