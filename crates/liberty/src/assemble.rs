//! From the groups of a cell to its pins: buses are expanded, names looked up, senses derived.

use std::ops::Range;

use crate::budget::Budget;
use crate::bus::{BusGroup, BusTypes, pin_names};
use crate::cell::PinItem;
use crate::header::Header;
use crate::index::{PinIndex, Slot};
use crate::mode::Modes;
use crate::names::{MAX_WIDTH, PinName, width};
use crate::pin::{PinAttributes, PinGroup};
use crate::scan::{Scanner, TextPiece};
use crate::timing::TimingDraft;
use crate::{Bus, Cell, finish};

/// A pin before what it relates to is known.
pub(crate) struct PinDraft<'t> {
    pub name: Box<str>,
    pub attributes: PinAttributes,
    /// Each with the place of this pin among those the group was written for.
    pub timings: Vec<(TimingDraft<'t>, Slot)>,
    /// The bus it is a bit of, as an index into [`PinIndex::buses`], and which.
    pub bit: Option<(usize, Slot)>,
}

impl<'t> PinDraft<'t> {
    /// The pin in `slot` of those that `group` was written for.
    fn copied(name: Box<str>, group: &PinGroup<'t>, slot: Slot, bit: Option<(usize, Slot)>) -> Self {
        let timings = group.timings.iter().map(|timing| (timing.clone(), slot)).collect();
        Self { name, attributes: group.attributes.clone(), timings, bit }
    }
}

/// The pins of a cell before they are finished.
#[derive(Default)]
struct Drafts<'t> {
    pins: Vec<PinDraft<'t>>,
    index: PinIndex,
}

/// Fills in the pins and buses of `cell`.
pub(crate) fn pins<'t>(
    scan: &mut Scanner<'t>,
    header: &Header<'t>,
    budget: &mut Budget,
    cell: &mut Cell,
    items: Vec<PinItem<'t>>,
    (bus_types, modes): (&BusTypes<'t>, &Modes<'t>),
) {
    let mut drafts = Drafts::default();
    drafts.pins.reserve(items.len());
    for item in items {
        match item {
            PinItem::Pin(group) => drafts.add_group(scan, budget, group),
            PinItem::Bus(group) => {
                if let Ok(range) = group.range(scan, header, bus_types) {
                    drafts.add_bus(scan, budget, group, range);
                }
            }
        }
    }
    finish::pins((scan, header, budget), cell, drafts.pins, drafts.index, modes);
}

impl<'t> Drafts<'t> {
    /// Adds every pin that `group` names.
    fn add_group(&mut self, scan: &mut Scanner<'t>, budget: &mut Budget, mut group: PinGroup<'t>) {
        let names = std::mem::take(&mut group.names);
        let Some((last, others)) = names.split_last() else {
            return;
        };
        for name in others {
            self.add_copies(scan, budget, *name, &group);
        }
        let PinName::Plain(name) = PinName::parse(last.text) else {
            return self.add_copies(scan, budget, *last, &group);
        };
        let slot = Slot { position: 0, width: 1 };
        let timings = group.timings.into_iter().map(|timing| (timing, slot)).collect();
        let draft = PinDraft { name: name.into(), attributes: group.attributes, timings, bit: None };
        self.add(scan, draft, last.span());
    }

    /// Adds every pin that `name` stands for, each as `group` says.
    fn add_copies(
        &mut self,
        scan: &mut Scanner<'t>,
        budget: &mut Budget,
        name: TextPiece<'t>,
        group: &PinGroup<'t>,
    ) {
        let Some(width) = expansion(scan, budget, name, group.size()) else {
            return;
        };
        for (position, bit) in pin_names(name.text).into_iter().enumerate() {
            let draft = PinDraft::copied(bit, group, Slot { position, width }, None);
            self.add(scan, draft, name.span());
        }
    }

    /// Adds a pin unless there is one of that name.
    fn add(&mut self, scan: &mut Scanner<'t>, draft: PinDraft<'t>, span: Range<usize>) -> Option<usize> {
        let index = self.index.add(&draft.name, draft.bit.map(|(bus, _)| bus));
        match index {
            Some(_) => self.pins.push(draft),
            None => scan.warning("LIB-029", span, || {
                format!("pin '{}' is there already: this one is ignored", draft.name)
            }),
        }
        index
    }

    /// Adds the pins of a bus or bundle, and itself.
    fn add_bus(
        &mut self,
        scan: &mut Scanner<'t>,
        budget: &mut Budget,
        group: BusGroup<'t>,
        range: Option<(i32, i32)>,
    ) {
        let stated = range.and_then(|(from, to)| width(from, to)).unwrap_or(1);
        if !afford(scan, budget, group.name, stated, group.common.size()) {
            return;
        }
        let names = group.bits(scan, range);
        let width = names.len();
        if range.is_none() && !afford(scan, budget, group.name, width, group.common.size()) {
            return;
        }
        let bus = self.index.buses.len();
        let mut members = Vec::with_capacity(width);
        for (position, name) in names.into_iter().enumerate() {
            let slot = Slot { position, width };
            let draft = PinDraft::copied(name, &group.common, slot, Some((bus, slot)));
            members.extend(self.add(scan, draft, group.name.span()).map(|pin| pin as u32));
        }
        self.index.add_bus(Bus { name: group.name.text.into(), pins: members, range });
        for pins in group.pins {
            self.refine(scan, budget, pins, bus);
        }
    }

    /// Applies a `pin` group inside the bus `bus` to the pins it names.
    fn refine(&mut self, scan: &mut Scanner<'t>, budget: &mut Budget, group: PinGroup<'t>, bus: usize) {
        let size = group.size();
        for name in &group.names {
            let Some(width) = expansion(scan, budget, *name, size) else {
                return;
            };
            for (position, bit) in pin_names(name.text).into_iter().enumerate() {
                let pin = self.index.pin(&bit).map(|index| &mut self.pins[index]);
                let Some(pin) = pin.filter(|pin| pin.bit.is_some_and(|(of, _)| of == bus)) else {
                    scan.warning("LIB-030", name.span(), || {
                        format!("pin '{bit}' is ignored: expected a pin of '{}'", self.index.buses[bus].name)
                    });
                    continue;
                };
                pin.attributes = group.attributes.clone().or(&pin.attributes);
                let slot = Slot { position, width };
                pin.timings.extend(group.timings.iter().map(|timing| (timing.clone(), slot)));
            }
        }
    }
}

/// How many pins `name` stands for, if all of them, of `size` bytes each, can be afforded.
fn expansion<'t>(
    scan: &mut Scanner<'t>,
    budget: &mut Budget,
    name: TextPiece<'t>,
    size: usize,
) -> Option<usize> {
    let width = match PinName::parse(name.text) {
        PinName::Plain(_) => Some(1),
        PinName::Bits { from, to, .. } => width(from, to),
    };
    if width.is_none() {
        scan.error("LIB-031", name.span(), || {
            format!("'{}' has too many bits: expected at most {MAX_WIDTH}", name.text)
        });
    }
    width.filter(|width| afford(scan, budget, name, *width, size))
}

/// Whether `count` copies of `size` bytes are within the budget. An error is reported.
pub(crate) fn afford<'t>(
    scan: &mut Scanner<'t>,
    budget: &mut Budget,
    name: TextPiece<'t>,
    count: usize,
    size: usize,
) -> bool {
    let affordable = budget.take(count, size);
    if !affordable {
        scan.error("LIB-032", name.span(), || {
            format!("'{}' is dropped: the library's buses and modes expand to more than 512 MiB", name.text)
        });
    }
    affordable
}
