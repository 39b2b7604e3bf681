//! Constraints of a netlist that was edited: what they say of pins, cells and nets that are gone does not count, and counts again if these come back.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use zeroslack_netlist::{Netlist, PinId};

use crate::derate::DerateTarget;
use crate::limit::LimitTarget;
use crate::{Clock, ClockId, Constraints};

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
        for (_, clock) in self.clocks.iter().filter(|(_, clock)| clock.has_waveform()) {
            if clock.sources.iter().any(|&pin| !netlist.has_pin(pin)) {
                let sources = clock.sources.iter().copied().filter(|&pin| netlist.has_pin(pin));
                there.clocks.put(Clock { sources: sources.collect(), ..clock.clone() });
            }
        }
        there.propagated_pins.retain(|&pin| netlist.has_pin(pin));
        there.pin_latencies.retain(|&(pin, _), _| netlist.has_pin(pin));
        there.pin_source_latencies.retain(|&(pin, _), _| netlist.has_pin(pin));
        there.clock_senses.retain(|&(pin, _), _| netlist.has_pin(pin));
        keep_pins(&mut there.clock_arrivals, netlist);
        keep_pins(&mut there.pin_uncertainties, netlist);
        keep_pins(&mut there.input_delays, netlist);
        keep_pins(&mut there.input_slews, netlist);
        keep_pins(&mut there.drives, netlist);
        keep_pins(&mut there.loads, netlist);
        keep_pins(&mut there.required_times, netlist);
        keep_pins(&mut there.output_delays, netlist);
        keep_pins(&mut there.case_values, netlist);
        keep_pins(&mut there.logic_values, netlist);
        there.disables.keep_applicable(netlist);
        there.clock_gating.keep_applicable(netlist);
        there.max_time_borrow.keep_applicable(netlist);
        there.ideal_networks.keep_applicable(netlist);
        there.data_checks.retain(|check, _| netlist.has_pin(check.from) && netlist.has_pin(check.to));
        there.net_loads.retain(|&net, _| netlist.has_net(net));
        there.derates.stated.retain(|target, _| match *target {
            DerateTarget::Cell(cell) => netlist.has_cell(cell),
            DerateTarget::Net(net) => netlist.has_net(net),
            DerateTarget::Design | DerateTarget::LibraryCell(_) => true,
        });
        there.exceptions.keep_applicable(netlist);
        there.limits.retain(|&(_, target), _| match target {
            LimitTarget::Cell(cell) => netlist.has_cell(cell),
            LimitTarget::Pin(pin) => netlist.has_pin(pin),
            LimitTarget::Design | LimitTarget::Clock { .. } => true,
        });
        Cow::Owned(there)
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
            || self.case_values.contains_key(&pin)
            || self.logic_values.contains_key(&pin)
            || self.data_checks.keys().any(|check| check.from == pin || check.to == pin)
    }
}

fn keep_pins<T>(stated: &mut BTreeMap<PinId, T>, netlist: &Netlist) {
    stated.retain(|&pin, _| netlist.has_pin(pin));
}
