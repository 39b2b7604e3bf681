//! The pins of a cell by name: what names in `related_pin` and in functions stand for.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::Budget;
use crate::names::{PinName, bit_name, bit_names, width};
use crate::scan::{Scanner, TextPiece};
use crate::timing::TimingDraft;
use crate::{Bus, Expr};

/// Which of how many pins, from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub position: usize,
    pub width: usize,
}

/// What a name is taken to cost, in bytes.
const NAME_SIZE: usize = 32;

/// The names of the pins of a cell, and its buses.
#[derive(Default)]
pub(crate) struct PinIndex {
    names: Vec<Box<str>>,
    /// The bus that each pin is a bit of, as an index into `buses`.
    bus_of: Vec<Option<usize>>,
    by_name: FxHashMap<Box<str>, usize>,
    pub buses: Vec<Bus>,
    bus_by_name: FxHashMap<Box<str>, usize>,
}

impl PinIndex {
    /// Adds a pin, a bit of `bus`. `None` if there is one of that name.
    pub fn add(&mut self, name: &str, bus: Option<usize>) -> Option<usize> {
        if self.by_name.contains_key(name) {
            return None;
        }
        let index = self.names.len();
        self.by_name.insert(name.into(), index);
        self.names.push(name.into());
        self.bus_of.push(bus);
        Some(index)
    }

    /// Adds a bus after its pins. Of two with one name the first is found.
    pub fn add_bus(&mut self, bus: Bus) {
        self.bus_by_name.entry(bus.name.clone()).or_insert(self.buses.len());
        self.buses.push(bus);
    }

    /// The pin called `name`.
    pub fn pin(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The name of a pin.
    pub fn name(&self, pin: usize) -> &str {
        &self.names[pin]
    }

    /// The bus that a pin is a bit of.
    pub fn bus_of(&self, pin: usize) -> Option<&Bus> {
        self.bus_of[pin].map(|bus| &self.buses[bus])
    }

    /// The pins that the timing of a pin in `slot` relates to, each once.
    pub fn related<'t>(
        &self,
        scan: &mut Scanner<'t>,
        budget: &mut Budget,
        timing: &TimingDraft<'t>,
        slot: Slot,
    ) -> Vec<usize> {
        let mut pins = Vec::with_capacity(1);
        let lists = [(timing.related_pin, Some(slot)), (timing.related_bus_pins, None)];
        for (list, slot) in lists {
            for name in list.into_iter().flat_map(TextPiece::names) {
                let before = pins.len();
                if !self.resolve(budget, name.text, slot, &mut pins) {
                    scan.error("LIB-034", name.span(), || {
                        format!("'{}' is dropped: related buses expand to more than 512 MiB", name.text)
                    });
                } else if slot.is_some_and(|slot| slot.width > 1 && slot.position == 0)
                    && pins.len() - before > 1
                {
                    let (own, others) = (slot.map_or(0, |slot| slot.width), pins.len() - before);
                    scan.warning("LIB-043", name.span(), || {
                        format!(
                            "related pin '{}' has {others} bits and the pin that is timed {own}: taken as every bit to every bit",
                            name.text
                        )
                    });
                } else if pins.len() == before {
                    scan.warning("LIB-035", name.span(), || {
                        format!("related pin '{}' is ignored: expected a pin of this cell", name.text)
                    });
                }
            }
        }
        let mut seen = FxHashSet::default();
        if pins.len() > 1 {
            pins.retain(|pin| seen.insert(*pin));
        }
        pins
    }

    /// Appends the pins that `name` stands for: of a bus as wide as `slot` the one there. False if they are
    /// too many.
    fn resolve(&self, budget: &mut Budget, name: &str, slot: Option<Slot>, into: &mut Vec<usize>) -> bool {
        if let Some(pin) = self.pin(name) {
            into.push(pin);
            return true;
        }
        let chosen =
            |width: usize| slot.filter(|slot| slot.width == width && width > 1).map(|slot| slot.position);
        if let Some(bus) = self.bus_by_name.get(name) {
            let pins = self.buses[*bus].pins.iter().map(|pin| *pin as usize);
            match chosen(pins.len()) {
                Some(position) => into.extend(pins.skip(position).take(1)),
                None if !budget.take(pins.len(), NAME_SIZE) => return false,
                None => into.extend(pins),
            }
            return true;
        }
        let PinName::Bits { base, from, to } = PinName::parse(name) else {
            return true;
        };
        match width(from, to) {
            Some(width) => match chosen(width) {
                Some(position) => into.extend(self.pin(&bit_name(base, from, to, position))),
                None if !budget.take(width, NAME_SIZE) => return false,
                None => into.extend(bit_names(base, from, to).filter_map(|bit| self.pin(&bit))),
            },
            None => return false,
        }
        true
    }

    /// Replaces each bus as wide as `slot` by its pin there.
    pub fn choose_bits(&self, expr: &mut Expr, slot: Slot) {
        match expr {
            Expr::Constant(_) => {}
            Expr::Pin(name) => {
                let bus = self.bus_by_name.get(name).map(|bus| &self.buses[*bus]);
                if let Some(bus) = bus.filter(|bus| bus.pins.len() == slot.width) {
                    *name = self.names[bus.pins[slot.position] as usize].clone();
                }
            }
            Expr::Not(inner) => self.choose_bits(inner, slot),
            Expr::And(sides) | Expr::Or(sides) | Expr::Xor(sides) => {
                sides.iter_mut().for_each(|side| self.choose_bits(side, slot));
            }
        }
    }
}
