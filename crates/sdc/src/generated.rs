//! Generated clocks: how they follow from the clocks that they are made of.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use zeroslack_liberty::{TimingSense, TimingType};
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_units::{LATEST_TIME, Split, Ticks};

use crate::{Clock, ClockId, Clocks, Edits};

/// How a clock is made from its master (`create_generated_clock`).
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratedClock {
    /// A pin that the master comes to (`-source`). Of the clocks that come there one is the master.
    pub source: PinId,
    /// The master, where it is stated (`-master_clock`).
    pub stated_master: Option<ClockId>,
    /// The master: the one that is stated, or that comes to the source. While there is none, the clock has no waveform (its period is 0) and does not count.
    pub master: Option<ClockId>,
    /// How its edges follow from the master's.
    pub derivation: Derivation,
    /// Whether its edges come by combinational ways only (`-combinational`).
    pub is_combinational: bool,
    /// Whether rise and fall are exchanged (`-invert`).
    pub is_inverted: bool,
    /// Whether latency before its sources is stated: then it takes the place of that of the way from the master.
    pub has_own_latency: bool,
}

/// How edges follow from those of a master.
#[derive(Clone, Debug, PartialEq)]
pub enum Derivation {
    /// Every so many edges make one (`-divide_by`): 1 for the master's own waveform.
    Divide(u32),
    /// So many periods in one of the master's (`-multiply_by`), high for a part of each: of 100, where that is stated.
    Multiply(u32, Option<f64>),
    /// The edges of the master that make the first rise, the fall and the second rise, 1 for the master's first rise (`-edges`), and by how much later each is (`-edge_shift`).
    Edges([u32; 3], [Ticks; 3]),
}

impl Derivation {
    /// The period, and when the first rise and fall are, of a clock made from one with a waveform; none if that is no waveform.
    fn waveform(&self, master: &Clock, is_inverted: bool) -> Option<(Ticks, [Ticks; 2])> {
        let [rise, fall] = master.edges;
        let (period, [rise, fall]) = match *self {
            Self::Divide(1) => (master.period, [rise, fall]),
            // Dividers by a power of two toggle at rises; others keep the duty cycle.
            Self::Divide(by) if by.is_power_of_two() => {
                let period = master.period.checked_mul(by.into())?;
                (period, [rise, rise + period / 2])
            }
            Self::Divide(by) => {
                let times = |time: Ticks| time.checked_mul(by.into());
                (times(master.period)?, [times(rise)?, times(fall)?])
            }
            Self::Multiply(by, duty) => {
                let part = |time: Ticks| time.checked_div(by.into());
                let (period, rise) = (part(master.period)?, part(rise)?);
                let high = duty.map(|duty| (period as f64 * duty / 100.0).round() as Ticks);
                (period, [rise, high.map_or(part(fall), |high| Some(rise + high))?])
            }
            Self::Edges(edges, shifts) => {
                let at = |which: usize| {
                    let number = Ticks::from(edges[which].checked_sub(1)?);
                    let cycles = master.period.checked_mul(number / 2)?;
                    Some(cycles + master.edges[(number % 2) as usize] + shifts[which])
                };
                let [rise, fall, next] = [at(0)?, at(1)?, at(2)?];
                (next - rise, [rise, fall])
            }
        };
        let [rise, fall] = if is_inverted { [fall, rise + period] } else { [rise, fall] };
        let is_in_range = [period, rise, fall].iter().all(|time| (-LATEST_TIME..=LATEST_TIME).contains(time));
        let is_waveform = period > 0 && fall > rise && fall - rise < period;
        (is_in_range && is_waveform).then_some((period, [rise, fall]))
    }
}

impl Clock {
    /// Whether the clock has a waveform: a generated clock has none as long as it has no master.
    pub fn has_waveform(&self) -> bool {
        self.period > 0
    }
}

impl Clocks {
    /// Gives all generated clocks their masters and waveforms, as the netlist is now. Returns whether some clock is another one than before.
    pub(crate) fn derive(&mut self, netlist: &Netlist) -> bool {
        let all = self.generated();
        let before: Vec<Option<Clock>> = all.iter().map(|&id| self.get(id).cloned()).collect();
        self.searches = Searches::default();
        self.derive_all_of(netlist, &all, &all);
        all.iter().zip(before).any(|(&id, before)| self.get(id) != before.as_ref())
    }

    /// The same after changes of some clocks, of which nothing is made yet if they are new, and of clocks that start at some pins: for those, and for all that are made of them. Returns what of the latter is other than before.
    pub(crate) fn derive_around(
        &mut self,
        netlist: &Netlist,
        (changed, is_new): (&[ClockId], bool),
        pins: &[PinId],
    ) -> Edits {
        let mut searching: Vec<ClockId> = pins.iter().flat_map(|&pin| self.searches.passing(pin)).collect();
        let are_made = |id: &ClockId| self.get(*id).is_some_and(|clock| clock.generated.is_some());
        let is_alone = is_new && searching.is_empty();
        searching.extend(changed);
        searching.retain(are_made);
        searching.sort_unstable();
        searching.dedup();
        let all = if is_alone { searching.clone() } else { self.with_those_made_of(&searching, changed) };
        let before: Vec<Option<Clock>> = all.iter().map(|&id| self.get(id).cloned()).collect();
        self.derive_all_of(netlist, &searching, &all);
        let mut edits = Edits::default();
        for (&id, before) in all.iter().zip(&before) {
            match (before, self.get(id)) {
                (Some(before), Some(now)) if before != now => edits.append(Edits::of_clock(before, now)),
                _ => {}
            }
        }
        edits
    }

    fn generated(&self) -> Vec<ClockId> {
        self.iter().filter(|(_, clock)| clock.generated.is_some()).map(|(id, _)| id).collect()
    }

    /// Generated clocks, and all that are made of them or of other clocks.
    fn with_those_made_of(&self, generated: &[ClockId], others: &[ClockId]) -> Vec<ClockId> {
        let mut made_of: FxHashMap<ClockId, Vec<ClockId>> = FxHashMap::default();
        for (id, clock) in self.iter() {
            let masters = clock.generated.as_ref().map(|of| [of.master, of.stated_master]);
            for master in masters.into_iter().flatten().flatten() {
                made_of.entry(master).or_default().push(id);
            }
        }
        let mut found: FxHashSet<ClockId> = generated.iter().copied().collect();
        let mut open: Vec<ClockId> = generated.iter().chain(others).copied().collect();
        while let Some(id) = open.pop() {
            let of = made_of.get(&id).into_iter().flatten().copied();
            open.extend(of.filter(|&id| found.insert(id)));
        }
        let mut found: Vec<ClockId> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// Gives clocks their waveforms; `searching` are those whose masters are looked for.
    fn derive_all_of(&mut self, netlist: &Netlist, searching: &[ClockId], all: &[ClockId]) {
        let is_stated = |id| self.get(id).and_then(|clock| clock.generated.as_ref()?.stated_master).is_some();
        let found: Vec<ClockId> =
            all.iter().copied().filter(|id| is_stated(*id) || searching.binary_search(id).is_ok()).collect();
        for id in found {
            let master = self.find_master(netlist, id);
            if let Some(generated) = self.get_mut(id).and_then(|clock| clock.generated.as_mut()) {
                generated.master = master;
            }
        }
        for &id in all {
            if let Some(clock) = self.get_mut(id) {
                clock.period = 0;
            }
        }
        let mut open = all.to_vec();
        // Masters first. What is left are clocks that are made of each other, or of none.
        loop {
            let before = open.len();
            open.retain(|&id| !self.derive_one(id));
            if open.len() == before {
                break;
            }
        }
    }

    /// The clock that a generated one is made of.
    fn find_master(&mut self, netlist: &Netlist, id: ClockId) -> Option<ClockId> {
        let (source, stated) = self[id].generated.as_ref().map(|of| (of.source, of.stated_master))?;
        match stated {
            Some(master) => self.get(master).map(|_| master),
            None => {
                let (found, passed) = self.search(netlist, source, id);
                self.searches.put(id, passed);
                found.first().copied()
            }
        }
    }

    /// Gives a clock its waveform, if its master has one.
    fn derive_one(&mut self, id: ClockId) -> bool {
        let Some(generated) = &self[id].generated else { return true };
        let master = generated.master.and_then(|master| self.get(master)).filter(|one| one.has_waveform());
        let waveform = master.and_then(|master| generated.derivation.waveform(master, generated.is_inverted));
        let Some((period, edges)) = waveform else { return false };
        if let Some(clock) = self.get_mut(id) {
            (clock.period, clock.edges) = (period, edges);
        }
        true
    }

    /// The clocks that come to a pin over nets and through cells, in order, but for one.
    pub fn coming_to(&self, netlist: &Netlist, pin: PinId, but: ClockId) -> Vec<ClockId> {
        self.search(netlist, pin, but).0
    }

    /// Whether the master of a generated clock comes to its source inverted, by every way there is.
    pub fn comes_inverted(&self, netlist: &Netlist, id: ClockId) -> bool {
        let Some(generated) = self.get(id).and_then(|clock| clock.generated.as_ref()) else { return false };
        let Some(master) = generated.master else { return false };
        let (mut is_same, mut is_inverted) = (false, false);
        let mut open = vec![(generated.source, false)];
        let mut seen: FxHashSet<(PinId, bool)> = open.iter().copied().collect();
        while let Some((pin, inverted)) = open.pop().filter(|(pin, _)| netlist.has_pin(*pin)) {
            let starting = self.starting_at(pin);
            if starting.contains(&master) {
                is_same |= !inverted;
                is_inverted |= inverted;
            }
            if starting.iter().any(|&clock| clock != id) {
                continue;
            }
            for (before, [same, inverts]) in before_pin(netlist, pin) {
                let ways = [(same, inverted), (inverts, !inverted)].into_iter();
                let ways = ways.filter(|(is_there, _)| *is_there).map(|(_, inverted)| (before, inverted));
                open.extend(ways.filter(|&way| seen.insert(way)));
            }
        }
        is_inverted && !is_same
    }

    /// The same, and the pins that were passed: if clocks start there, or no longer do, other ones may come.
    fn search(&self, netlist: &Netlist, pin: PinId, but: ClockId) -> (Vec<ClockId>, Vec<PinId>) {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = VecDeque::from([pin]);
        seen.extend(&open);
        while let Some(pin) = open.pop_front().filter(|&pin| netlist.has_pin(pin)) {
            let starting = self.starting_at(pin).iter().copied().filter(|&clock| clock != but);
            let before = found.len();
            found.extend(starting);
            if found.len() == before {
                let before = before_pin(netlist, pin).into_iter().map(|(pin, _)| pin);
                open.extend(before.filter(|&pin| seen.insert(pin)));
            }
        }
        found.sort_unstable();
        found.dedup();
        let mut passed: Vec<PinId> = seen.into_iter().collect();
        passed.sort_unstable();
        (found, passed)
    }
}

/// The pins that searches for masters passed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Searches {
    of_clock: FxHashMap<ClockId, Vec<PinId>>,
    at_pin: FxHashMap<PinId, FxHashSet<ClockId>>,
}

impl Searches {
    /// What the search of a clock passed, in place of what an earlier one did.
    fn put(&mut self, clock: ClockId, passed: Vec<PinId>) {
        self.forget(clock);
        for &pin in &passed {
            self.at_pin.entry(pin).or_default().insert(clock);
        }
        self.of_clock.insert(clock, passed);
    }

    pub(crate) fn forget(&mut self, clock: ClockId) {
        for pin in self.of_clock.remove(&clock).unwrap_or_default() {
            if let Some(clocks) = self.at_pin.get_mut(&pin) {
                clocks.remove(&clock);
            }
        }
    }

    /// The clocks whose searches passed a pin.
    fn passing(&self, pin: PinId) -> Vec<ClockId> {
        self.at_pin.get(&pin).map_or_else(Vec::new, |clocks| clocks.iter().copied().collect())
    }
}

/// The pins that signals at a pin come from, and whether they come in the same transition and in the other one.
fn before_pin(netlist: &Netlist, pin: PinId) -> Vec<(PinId, [bool; 2])> {
    let mut before = Vec::new();
    if netlist.is_load(pin)
        && let Some(net) = netlist.pin_net(pin)
    {
        let drivers = netlist.net_pins(net).iter().copied();
        let drivers = drivers.filter(|&driver| driver != pin && netlist.is_driver(driver));
        before.extend(drivers.map(|driver| (driver, [true, false])));
    }
    let Some(cell) = netlist.pin_cell(pin) else { return before };
    let Some(name) = netlist.master_pin(pin).map(|of| &of.name) else { return before };
    for split in Split::ALL {
        let pins = netlist.library().cell(netlist.cell_master(cell), split).into_iter();
        let arcs =
            pins.flat_map(|of| of.pins.iter().filter(|of| of.name == *name)).flat_map(|of| &of.timings);
        for arc in arcs.filter(|arc| !arc.timing_type.is_check()) {
            let is_edge = matches!(arc.timing_type, TimingType::RisingEdge | TimingType::FallingEdge);
            let passes = match arc.sense {
                Some(TimingSense::Positive) if !is_edge => [true, false],
                Some(TimingSense::Negative) if !is_edge => [false, true],
                _ => [true; 2],
            };
            let related = arc.related_pins.iter().filter_map(|related| netlist.find_cell_pin(cell, related));
            before.extend(related.map(|pin| (pin, passes)));
        }
    }
    before
}
