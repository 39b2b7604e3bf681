//! Random ideal networks.

use std::collections::BTreeMap;

use zeroslack::netlist::{NetId, PinId};
use zeroslack::sdc::{Constraints, IdealSource};
use zeroslack::units::{Quad, TICKS_PER_PS, Ticks};

use crate::brute::design::Design;
use crate::brute::dice::Dice;

/// A few places where ideal networks start: ports more often than other pins.
pub fn sources(design: &Design, dice: &mut Dice) -> BTreeMap<IdealSource, bool> {
    let mut sources = BTreeMap::new();
    for _ in 0..1 + dice.below(4) {
        let source = match dice.below(10) {
            0..=5 => IdealSource::Pin(PinId(dice.below(design.ports.len()) as u32)),
            6..=7 => IdealSource::Pin(PinId(dice.below(design.pins.len()) as u32)),
            _ => IdealSource::Net(NetId(design.net_id(dice.below(design.nets.len())))),
        };
        sources.insert(source, dice.chance(80));
    }
    sources
}

/// States latencies and slews of ideal networks at some of these pins.
pub fn add_times(constraints: &mut Constraints, pins: impl Iterator<Item = usize>, dice: &mut Dice) {
    let networks = &mut constraints.ideal_networks;
    for pin in pins.map(|pin| PinId(pin as u32)) {
        if dice.chance(40) {
            let latency = quad(dice, |dice| TICKS_PER_PS as Ticks * dice.below(100) as Ticks);
            networks.latencies.insert(pin, latency);
        }
        if dice.chance(40) {
            networks.transitions.insert(pin, quad(dice, |dice| dice.number(0.0, 40.0, 0.125) as f32));
        }
    }
}

/// Four values, some of them missing.
fn quad<T>(dice: &mut Dice, mut value: impl FnMut(&mut Dice) -> T) -> Quad<Option<T>> {
    let missing = if dice.chance(30) { 40 } else { 0 };
    [[(); 2]; 2].map(|split| split.map(|()| (!dice.chance(missing)).then(|| value(dice))))
}
