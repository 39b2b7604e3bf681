//! Constraints of a netlist that was edited: what they say of pins, cells and nets that are gone does not count, and counts again if these come back.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use zeroslack_netlist::{CellId, NetId, Netlist, PinId};

use crate::derate::DerateTarget;
use crate::limit::LimitTarget;
use crate::{Clock, ClockId, Constraints};

/// Which objects are there.
pub(crate) trait Objects {
    fn has_pin(&self, pin: PinId) -> bool;
    fn has_cell(&self, cell: CellId) -> bool;
    fn has_net(&self, net: NetId) -> bool;
}

impl Objects for Netlist {
    fn has_pin(&self, pin: PinId) -> bool {
        self.has_pin(pin)
    }

    fn has_cell(&self, cell: CellId) -> bool {
        self.has_cell(cell)
    }

    fn has_net(&self, net: NetId) -> bool {
        self.has_net(net)
    }
}

/// Those that have a number in a netlist, be they there or removed.
struct Numbered<'n>(&'n Netlist);

impl Objects for Numbered<'_> {
    fn has_pin(&self, pin: PinId) -> bool {
        pin.index() < self.0.pin_id_count()
    }

    fn has_cell(&self, cell: CellId) -> bool {
        cell.index() < self.0.cell_id_count()
    }

    fn has_net(&self, net: NetId) -> bool {
        net.index() < self.0.net_id_count()
    }
}

impl Constraints {
    /// What is said of pins, cells and nets that are there. A clock that starts nowhere else becomes a virtual one; a generated clock without a
    /// master is none.
    pub fn applicable(&self, netlist: &Netlist) -> Cow<'_, Self> {
        let without_waveform = self.clocks.iter().filter(|(_, clock)| !clock.has_waveform());
        let without_waveform: BTreeSet<ClockId> = without_waveform.map(|(id, _)| id).collect();
        if netlist.has_all_ids() && without_waveform.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut there = self.clone();
        there.forget_clocks(&without_waveform);
        for &clock in &without_waveform {
            there.clocks.remove(clock);
        }
        there.keep(netlist);
        Cow::Owned(there)
    }

    /// Forgets what is said of objects that an undo took back for good: their ids may come to mean others.
    pub fn forget_taken_back(&mut self, netlist: &Netlist) {
        let there = Numbered(netlist);
        let is_gone = |clock: &Clock| {
            clock.generated.as_ref().is_some_and(|generated| !there.has_pin(generated.source))
        };
        let gone: BTreeSet<ClockId> =
            self.clocks.iter().filter(|(_, clock)| is_gone(clock)).map(|(id, _)| id).collect();
        self.forget_clocks(&gone);
        for &clock in &gone {
            self.clocks.remove(clock);
        }
        self.keep(&there);
    }

    /// Forgets what is said of objects that are not there.
    fn keep(&mut self, there: &impl Objects) {
        let is_without = |clock: &Clock| clock.sources.iter().any(|&pin| !there.has_pin(pin));
        let without: Vec<Clock> =
            self.clocks.iter().map(|(_, clock)| clock).filter(|clock| is_without(clock)).cloned().collect();
        for mut clock in without {
            clock.sources.retain(|&pin| there.has_pin(pin));
            self.clocks.put(clock);
        }
        self.propagated_pins.retain(|&pin| there.has_pin(pin));
        self.pin_latencies.retain(|&(pin, _), _| there.has_pin(pin));
        self.pin_source_latencies.retain(|&(pin, _), _| there.has_pin(pin));
        self.clock_senses.retain(|&(pin, _), _| there.has_pin(pin));
        keep_pins(&mut self.clock_arrivals, there);
        keep_pins(&mut self.pin_uncertainties, there);
        keep_pins(&mut self.input_delays, there);
        keep_pins(&mut self.input_slews, there);
        keep_pins(&mut self.drives, there);
        keep_pins(&mut self.loads, there);
        keep_pins(&mut self.required_times, there);
        keep_pins(&mut self.output_delays, there);
        keep_pins(&mut self.unclocked_output_delays, there);
        keep_pins(&mut self.case_values, there);
        keep_pins(&mut self.logic_values, there);
        self.disables.keep(there);
        self.clock_gating.keep(there);
        self.max_time_borrow.keep(there);
        self.ideal_networks.keep(there);
        self.data_checks.retain(|check, _| there.has_pin(check.from) && there.has_pin(check.to));
        self.net_loads.retain(|&net, _| there.has_net(net));
        self.derates.stated.retain(|target, _| match *target {
            DerateTarget::Cell(cell) => there.has_cell(cell),
            DerateTarget::Net(net) => there.has_net(net),
            DerateTarget::Design | DerateTarget::LibraryCell(_) => true,
        });
        self.exceptions.keep(there);
        self.limits.retain(|&(_, target), _| match target {
            LimitTarget::Cell(cell) => there.has_cell(cell),
            LimitTarget::Pin(pin) => there.has_pin(pin),
            LimitTarget::Design | LimitTarget::Clock { .. } => true,
        });
    }

    /// Whether something of what is kept above for a single pin is said of a pin, so that a graph of it would be another one. Exceptions, disables and ideal networks, which go further than a pin, are not looked at.
    pub fn is_about_pin(&self, pin: PinId) -> bool {
        self.clocks.iter().any(|(_, clock)| clock.sources.contains(&pin))
            || self.propagated_pins.contains(&pin)
            || self.pin_latencies.keys().any(|&(of, _)| of == pin)
            || self.pin_source_latencies.keys().any(|&(of, _)| of == pin)
            || self.clock_senses.keys().any(|&(of, _)| of == pin)
            || self.clock_arrivals.contains_key(&pin)
            || self.pin_uncertainties.contains_key(&pin)
            || self.input_delays.contains_key(&pin)
            || self.input_slews.contains_key(&pin)
            || self.drives.contains_key(&pin)
            || self.loads.contains_key(&pin)
            || self.required_times.contains_key(&pin)
            || self.output_delays.contains_key(&pin)
            || self.unclocked_output_delays.contains_key(&pin)
            || self.case_values.contains_key(&pin)
            || self.logic_values.contains_key(&pin)
            || self.data_checks.keys().any(|check| check.from == pin || check.to == pin)
    }
}

fn keep_pins<T>(stated: &mut BTreeMap<PinId, T>, there: &impl Objects) {
    stated.retain(|&pin, _| there.has_pin(pin));
}
