//! The last step of a cell: pin drafts become pins.

use crate::assemble::{PinDraft, afford};
use crate::budget::Budget;
use crate::header::Header;
use crate::index::{PinIndex, Slot};
use crate::mode::Modes;
use crate::scan::Scanner;
use crate::sense::{PinSenses, StateSenses};
use crate::timing::TimingDraft;
use crate::{Cell, Expr, Pin, Timing, TimingSense};

/// Makes the pins of `cell` of their drafts.
pub(crate) fn pins<'t>(
    (scan, header, budget): (&mut Scanner<'t>, &Header<'t>, &mut Budget),
    cell: &mut Cell,
    mut drafts: Vec<PinDraft<'t>>,
    index: PinIndex,
    modes: &Modes<'t>,
) {
    for (timing, _) in drafts.iter_mut().flat_map(|draft| &mut draft.timings) {
        enter_mode(scan, budget, timing, modes);
    }

    let states = StateSenses::new(&cell.sequentials);
    cell.pins = drafts.into_iter().map(|draft| pin(scan, header, budget, &index, &states, draft)).collect();
    cell.buses = index.buses;
}

/// A timing of a mode is there where the mode has the value that it has to have.
fn enter_mode<'t>(
    scan: &mut Scanner<'t>,
    budget: &mut Budget,
    timing: &mut TimingDraft<'t>,
    modes: &Modes<'t>,
) {
    let Some((condition, size)) = timing.mode.and_then(|mode| modes.condition(mode)) else { return };
    if !afford(scan, budget, timing.group, 1, size) {
        return;
    }
    let when = &mut timing.timing.when;
    *when = Some(match when.take() {
        Some(own) => Expr::And(Box::new([own, condition.clone()])),
        None => condition.clone(),
    });
}

fn pin<'t>(
    scan: &mut Scanner<'t>,
    header: &Header<'t>,
    budget: &mut Budget,
    index: &PinIndex,
    states: &StateSenses<'_>,
    mut draft: PinDraft<'t>,
) -> Pin {
    if let Some((_, slot)) = draft.bit {
        let attributes = &mut draft.attributes;
        let functions =
            [&mut attributes.function, &mut attributes.state_function, &mut attributes.three_state];
        let conditions = draft.timings.iter_mut().map(|(timing, _)| &mut timing.timing.when);
        functions.into_iter().chain(conditions).flatten().for_each(|expr| index.choose_bits(expr, slot));
    }
    let state_function = draft.attributes.state_function.take();
    let mut pin = draft.attributes.finish(draft.name, header);
    let mut timings = Vec::with_capacity(draft.timings.len());
    let functions = (pin.function.as_ref().or(state_function.as_ref()), pin.three_state.as_ref());
    let senses = PinSenses::new(functions, states, index);
    for (timing, slot) in draft.timings {
        finish_timing(scan, budget, index, &senses, timing, slot, &mut timings);
    }
    drop(senses);
    pin.timings = timings;
    pin
}

/// Adds what `draft` says, one timing per sense of its related pins.
fn finish_timing<'t>(
    scan: &mut Scanner<'t>,
    budget: &mut Budget,
    index: &PinIndex,
    senses: &PinSenses<'_, '_>,
    draft: TimingDraft<'t>,
    slot: Slot,
    into: &mut Vec<Timing>,
) {
    let timing_type = draft.timing.timing_type;
    let pins = index.related(scan, budget, &draft, slot);
    if pins.is_empty() && !timing_type.stands_alone() {
        if draft.related_pin.is_none() && draft.related_bus_pins.is_none() {
            scan.warning("LIB-033", draft.group.span(), || {
                "timing without related pin is ignored: expected 'related_pin'".to_string()
            });
        }
        return;
    }
    let sense_of = |pin| {
        let stated = || draft.sense.unwrap_or_else(|| senses.derive(timing_type, pin));
        (!timing_type.is_check()).then(stated)
    };
    let mut groups: Vec<(Option<TimingSense>, Vec<Box<str>>)> = Vec::with_capacity(1);
    for pin in pins {
        let (sense, name) = (sense_of(pin), index.name(pin).into());
        match groups.iter_mut().find(|(of, _)| *of == sense) {
            Some((_, names)) => names.push(name),
            None => groups.push((sense, vec![name])),
        }
    }
    if groups.is_empty() {
        let sense = (!timing_type.is_check()).then(|| draft.sense.unwrap_or(TimingSense::NonUnate));
        groups.push((sense, Vec::new()));
    }
    let last = groups.pop();
    into.extend(groups.into_iter().map(|group| with_related(draft.timing.clone(), group)));
    into.extend(last.map(|group| with_related(draft.timing, group)));
}

fn with_related(timing: Timing, (sense, related_pins): (Option<TimingSense>, Vec<Box<str>>)) -> Timing {
    Timing { sense, related_pins, ..timing }
}
