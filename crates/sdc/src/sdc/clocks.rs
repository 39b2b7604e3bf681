//! `create_clock`, `set_propagated_clock`, and the clocks there are.

use rustc_hash::FxHashMap;
use zeroslack_netlist::PinId;
use zeroslack_units::{Ticks, quad};

use super::args::{Spec, flag, operand_word, optional, required, value};
use super::reader::Reader;
use super::value::{Object, Word, unescaped};
use crate::{Clock, ClockId};

/// The clocks created so far.
#[derive(Default)]
pub(crate) struct Clocks {
    /// In order of creation; none where a clock was replaced by another on its sources.
    list: Vec<Option<Clock>>,
    by_name: FxHashMap<Box<str>, u32>,
    /// The clocks that start at each pin.
    at_pin: FxHashMap<PinId, Vec<u32>>,
    /// Pins and ports that were said to be propagated where no clock started, in any order.
    propagated_pins: Vec<PinId>,
}

impl Clocks {
    pub(crate) fn get(&self, index: u32) -> Option<&Clock> {
        self.list.get(index as usize)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, index: u32) -> Option<&mut Clock> {
        self.list.get_mut(index as usize)?.as_mut()
    }

    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// All clocks in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &Clock)> {
        let numbered = self.list.iter().enumerate();
        numbered.filter_map(|(index, clock)| Some((index as u32, clock.as_ref()?)))
    }

    /// The clocks that start at a pin.
    pub(crate) fn starting_at(&self, pin: PinId) -> &[u32] {
        self.at_pin.get(&pin).map_or(&[], Vec::as_slice)
    }

    /// Adds a clock, in the place of one of the same name.
    fn create(&mut self, clock: Clock) {
        let index = match self.find(&clock.name) {
            Some(index) => {
                let old = self.get_mut(index).map(|old| std::mem::take(&mut old.sources));
                old.unwrap_or_default().iter().for_each(|&pin| self.detach(index, pin));
                index
            }
            None => {
                let index = self.list.len() as u32;
                self.by_name.insert(clock.name.clone(), index);
                self.list.push(None);
                index
            }
        };
        for &pin in &clock.sources {
            self.at_pin.entry(pin).or_default().push(index);
        }
        self.list[index as usize] = Some(clock);
    }

    fn detach(&mut self, index: u32, pin: PinId) {
        if let Some(clocks) = self.at_pin.get_mut(&pin) {
            clocks.retain(|&clock| clock != index);
        }
    }

    /// Takes all clocks but the one called `name` away from a pin. The names of those that have no source left, and
    /// so are gone.
    fn clear_pin(&mut self, pin: PinId, name: &str) -> Vec<Box<str>> {
        let mut gone = Vec::new();
        for index in self.at_pin.remove(&pin).unwrap_or_default() {
            let Some(clock) = self.get_mut(index) else { continue };
            if &*clock.name == name {
                self.at_pin.entry(pin).or_default().push(index);
                continue;
            }
            clock.sources.retain(|&source| source != pin);
            if clock.sources.is_empty() {
                gone.push(clock.name.clone());
                self.by_name.remove(&gone[gone.len() - 1]);
                self.list[index as usize] = None;
            }
        }
        gone
    }

    /// The ids that the clocks have once those that are gone are left out.
    pub(crate) fn renumbered(&self) -> Vec<Option<ClockId>> {
        let mut next = 0;
        let number = |clock: &Option<Clock>| {
            clock.as_ref().map(|_| {
                next += 1;
                ClockId(next - 1)
            })
        };
        self.list.iter().map(number).collect()
    }

    /// The clocks that are left, and the pins that are propagated where no clock starts.
    pub(crate) fn finish(mut self) -> (Vec<Clock>, Vec<PinId>) {
        self.propagated_pins.sort_unstable();
        self.propagated_pins.dedup();
        (self.list.into_iter().flatten().collect(), self.propagated_pins)
    }
}

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
        let sources = match args.operands[0] {
            Some(word) => self.sources(word)?,
            None => Vec::new(),
        };
        let clock_name = match (args.value("-name"), sources.first()) {
            (Some(word), _) => unescaped(operand_word(word)).into_owned(),
            (None, Some(&pin)) => self.netlist.pin_name(pin),
            (None, None) => String::new(),
        };
        if clock_name.is_empty() {
            self.diagnostics.error("SDC-021", self.place(name), || {
                "the clock has no name: expected '-name', or a source to be named after".to_string()
            });
            return None;
        }
        let (period, edges) = self.waveform(name, args.value("-period"), args.value("-waveform"))?;
        if !args.has("-add") {
            self.clear_sources(&sources, &clock_name, name);
        }
        let (name, source_latency) = (clock_name.into(), quad(0));
        self.clocks.create(Clock { name, sources, period, edges, propagated: false, source_latency });
        Some(())
    }

    /// The pins that a clock starts at, each once.
    fn sources(&mut self, word: &Word<'t>) -> Option<Vec<PinId>> {
        let mut sources = self.ports_or_pins(word)?;
        sources.sort_unstable();
        sources.dedup();
        if sources.is_empty() {
            self.diagnostics.error("SDC-022", self.place(word), || {
                "the list of sources is empty: expected ports or pins, or no list for a virtual clock"
                    .to_string()
            });
            return None;
        }
        Some(sources)
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

    /// Makes room for a clock at its sources.
    fn clear_sources(&mut self, sources: &[PinId], name: &str, command: &Word<'t>) {
        for &pin in sources {
            for gone in self.clocks.clear_pin(pin, name) {
                self.diagnostics.warning("SDC-026", self.place(command), || {
                    format!("clock '{name}' replaces clock '{gone}', and what was stated with it; '-add' keeps both")
                });
            }
        }
    }

    pub(crate) fn set_propagated_clock(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<()> {
        let args = self.args(&SET_PROPAGATED_CLOCK, name, words)?;
        let word = args.operands[0]?;
        for object in self.clocks_or_pins(word)? {
            match object {
                Object::Clock(clock) => self.propagate(clock),
                Object::Pin(pin) => {
                    let clocks = self.clocks.starting_at(pin).to_vec();
                    if clocks.is_empty() {
                        self.clocks.propagated_pins.push(pin);
                    }
                    clocks.into_iter().for_each(|clock| self.propagate(clock));
                }
            }
        }
        Some(())
    }

    fn propagate(&mut self, clock: u32) {
        if let Some(clock) = self.clocks.get_mut(clock) {
            clock.propagated = true;
        }
    }
}
