//! Ideal networks: nets and cells that take no time but what is stated.

use std::collections::BTreeMap;

use zeroslack_netlist::{NetId, PinId};
use zeroslack_units::{Quad, Ticks};

use crate::applicable::Objects;

/// Where an ideal network starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IdealSource {
    /// A port or a pin of a cell.
    Pin(PinId),
    /// All drivers of a net.
    Net(NetId),
}

/// Ideal networks (`set_ideal_network`, `set_ideal_net`), and what they take in place of nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IdealNetworks {
    /// Where they start, and whether they spread through cells from there.
    pub sources: BTreeMap<IdealSource, bool>,
    /// How long a network takes from where it starts to a pin, and on to the pins downstream of it that state nothing else.
    pub latencies: BTreeMap<PinId, Quad<Option<Ticks>>>,
    /// Slews at pins of a network, ps, and at the pins downstream of them that state nothing else.
    pub transitions: BTreeMap<PinId, Quad<Option<f32>>>,
}

impl IdealNetworks {
    pub(crate) fn keep(&mut self, there: &impl Objects) {
        self.sources.retain(|source, _| match *source {
            IdealSource::Pin(pin) => there.has_pin(pin),
            IdealSource::Net(net) => there.has_net(net),
        });
        self.latencies.retain(|&pin, _| there.has_pin(pin));
        self.transitions.retain(|&pin, _| there.has_pin(pin));
    }
}
