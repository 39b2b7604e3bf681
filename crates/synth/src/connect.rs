//! Which net each input is on.
//!
//! A gate's first input comes from a gate one level below it, so its level is its real depth and there is no cycle. The
//! others come from any lower level. Every driver has a number of sinks it is meant for, drawn from the distribution
//! of placed designs, and an input takes the nearest driver that has room. Where a search starts is the gate's own
//! place plus an offset drawn from a power law: mostly near, sometimes across the die, as in Rent's rule.
//!
//! In turn: first inputs; most sinks of nets with very many; an input nearby for each driver that still has no sink; all
//! inputs that are left.

use std::cmp::Reverse;

use crate::Options;
use crate::library::{CLOCK_PIN, FLIP_FLOP, INPUT, KindId, Library, OUTPUT};
use crate::place::{NO_DRIVER, Placement};
use crate::random::Random;
use crate::scan::nearest;

/// Marks an input that is not connected yet.
pub(crate) const NONE: u32 = u32::MAX;

/// In [`Connector::open`]: ends of paths, which take any level.
const END: u8 = 255;
/// The highest level of a driver.
const HIGHEST: u8 = 254;

/// Flip-flops that take another's output as it is.
const SHIFTED: f64 = 0.05;
/// Flip-flops that take any gate near them rather than a deep one.
const SHALLOW: f64 = 0.22;
/// First inputs that take a driver without sinks if there is one.
const EAGER: f64 = 0.6;
/// Other inputs that come from one of the few levels just below.
const CLOSE: f64 = 0.75;
/// How many those are.
const CLOSE_LEVELS: u8 = 3;
/// Room for sinks, over sinks.
const ROOM: f64 = 1.12;

/// Numbers of sinks of nets with more than one: (from, to, share).
const SINKS: [(usize, usize, f64); 8] = [
    (2, 2, 0.46),
    (3, 3, 0.23),
    (4, 4, 0.135),
    (5, 8, 0.125),
    (9, 16, 0.036),
    (17, 32, 0.01),
    (33, 100, 0.0024),
    (101, 400, 0.0008),
];
/// A driver that is meant for more has its sinks spread around it.
const HUB: u16 = 32;
/// It takes one of so many neighbours on average.
const HUB_STRIDE: usize = 8;
/// Only inverters, buffers and input ports are meant for more: others are not strong enough.
const MOST_OF_A_GATE: u16 = 16;

/// The nets, by their sinks. A slot is an input of a cell or an output port.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    /// `[item + 1]`
    pub(crate) first_slot: Vec<u32>,
    /// The item that drives it. `[slot]`
    pub(crate) driver: Vec<u32>,
}

struct Connector<'p> {
    placement: &'p Placement,
    random: Random,
    first_slot: Vec<u32>,
    driver: Vec<u32>,
    /// Sinks a driver still has room for. `[item]`
    room: Vec<u16>,
    /// The level of drivers that have room, else 255. `[item]`
    available: Vec<u8>,
    /// The level of drivers without sinks, else 255. `[item]`
    unserved: Vec<u8>,
    /// The level of gates with inputs left, [`END`] for ends that are left, else 0. `[item]`
    open: Vec<u8>,
    /// Inputs of an item that are connected. `[item]`
    filled: Vec<u8>,
    /// Output ports.
    outputs: Vec<usize>,
}

/// Connects all inputs but those of clocks.
pub(crate) fn connect(options: &Options, library: &Library, placement: &Placement) -> Connections {
    let mut connector = Connector::new(options, library, placement);
    connector.shift_registers();
    connector.first_inputs();
    connector.hubs();
    connector.serve();
    connector.fill();
    Connections { first_slot: connector.first_slot, driver: connector.driver }
}

impl<'p> Connector<'p> {
    fn new(options: &Options, library: &Library, placement: &'p Placement) -> Self {
        let items = placement.kind.len();
        let mut random = Random::new(options.seed, 2);
        let mut first_slot = Vec::with_capacity(items + 1);
        let mut slots = 0;
        for &kind in &placement.kind {
            first_slot.push(slots);
            slots += library.input_count(kind) as u32;
        }
        first_slot.push(slots);
        let drivers = placement.level.iter().filter(|&&level| level != NO_DRIVER).count();
        let mean = ROOM * (slots as usize - placement.flip_flops) as f64 / drivers as f64;
        let room = |(&kind, &level): (&KindId, &u8)| match kind {
            _ if level == NO_DRIVER => 0,
            INPUT => draw_room(&mut random, mean),
            _ if library.logic[1].contains(&usize::from(kind)) => draw_room(&mut random, mean),
            _ => draw_room(&mut random, mean).min(MOST_OF_A_GATE),
        };
        let room: Vec<u16> = placement.kind.iter().zip(&placement.level).map(room).collect();
        let open = |(item, &level): (usize, &u8)| match placement.kind[item] {
            FLIP_FLOP | OUTPUT => END,
            _ if first_slot[item + 1] - first_slot[item] > 1 => level,
            _ => 0,
        };
        Self {
            placement,
            random,
            driver: vec![NONE; slots as usize],
            room,
            available: placement.level.clone(),
            unserved: placement.level.clone(),
            open: placement.level.iter().enumerate().map(open).collect(),
            filled: vec![0; items],
            outputs: (0..items).filter(|&item| placement.kind[item] == OUTPUT).collect(),
            first_slot,
        }
    }

    fn is(&self, item: usize, kind: KindId) -> bool {
        self.placement.kind[item] == kind
    }

    /// Inputs of an item, a flip-flop's clock left out.
    fn inputs(&self, item: usize) -> usize {
        let slots = (self.first_slot[item + 1] - self.first_slot[item]) as usize;
        if self.is(item, FLIP_FLOP) { CLOCK_PIN } else { slots }
    }

    /// Connects the next input of an item. Which pin that is turns from item to item.
    fn take(&mut self, item: usize, driver: usize) {
        let inputs = self.inputs(item);
        let pin = (usize::from(self.filled[item]) + item) % inputs;
        self.driver[self.first_slot[item] as usize + pin] = driver as u32;
        self.filled[item] += 1;
        if usize::from(self.filled[item]) == inputs {
            self.open[item] = 0;
        }
        self.unserved[driver] = NO_DRIVER;
        self.room[driver] = self.room[driver].saturating_sub(1);
        if self.room[driver] == 0 {
            self.available[driver] = NO_DRIVER;
        }
    }

    fn has(&self, item: usize, driver: usize) -> bool {
        let slots = self.first_slot[item] as usize..self.first_slot[item + 1] as usize;
        self.driver[slots].contains(&(driver as u32))
    }

    /// A place within a few dozen of an item.
    fn beside(&mut self, item: usize) -> usize {
        let last = self.placement.kind.len() - 1;
        (item + self.random.below(97)).saturating_sub(48).min(last)
    }

    /// A place at a distance that is beyond n in √(2/n) of all draws.
    fn around(&mut self, item: usize) -> usize {
        let last = self.placement.kind.len() - 1;
        let draw = 1.0 - self.random.unit();
        let distance = (2.0 / (draw * draw)).min(last as f64) as usize;
        let (up, down) = (item.saturating_add(distance), item.checked_sub(distance));
        match down {
            Some(down) if up > last || self.random.chance(0.5) => down,
            _ if up <= last => up,
            _ => self.random.below(last + 1),
        }
    }

    fn shift_registers(&mut self) {
        for item in 0..self.open.len() {
            if self.is(item, FLIP_FLOP) && self.random.chance(SHIFTED) {
                let start = self.beside(item);
                let found = nearest(&self.available, start, (0, 0), 1024);
                if let Some(driver) = found.filter(|&driver| driver != item) {
                    self.take(item, driver);
                }
            }
        }
    }

    fn first_inputs(&mut self) {
        for item in 0..self.open.len() {
            let level = self.placement.level[item];
            if level == 0 || level == NO_DRIVER {
                continue;
            }
            let (start, below) = (self.beside(item), (level - 1, level - 1));
            let eager = self.random.chance(EAGER);
            let driver = eager
                .then(|| nearest(&self.unserved, start, below, 512))
                .flatten()
                .or_else(|| nearest(&self.available, start, below, 2048))
                .or_else(|| nearest(&self.placement.level, start, below, usize::MAX))
                // A small design may have no gate of that level.
                .or_else(|| nearest(&self.placement.level, start, (0, level - 1), usize::MAX));
            if let Some(driver) = driver {
                self.take(item, driver);
            }
        }
    }

    /// Gives drivers of very many sinks most of them: selects, enables, resets.
    fn hubs(&mut self) {
        let hubs: Vec<usize> = (0..self.room.len()).filter(|&driver| self.room[driver] > HUB).collect();
        for driver in hubs {
            let higher = self.placement.level[driver] + 1..=HIGHEST;
            let span = usize::from(self.room[driver]) * HUB_STRIDE;
            let end = (driver + span).min(self.open.len());
            let mut item = driver.saturating_sub(span);
            while item < end && self.room[driver] > 0 {
                if higher.contains(&self.open[item]) && !self.has(item, driver) {
                    self.take(item, driver);
                }
                item += self.random.between(1, 2 * HUB_STRIDE - 1);
            }
        }
    }

    /// Finds inputs for drivers without sinks, the deepest first: they have the fewest places to go.
    fn serve(&mut self) {
        let mut reserved = Vec::new();
        for item in 0..self.open.len() {
            if self.is(item, FLIP_FLOP) && self.open[item] == END && self.random.chance(SHALLOW) {
                self.open[item] = 0;
                reserved.push(item);
            }
        }
        let mut waiting: Vec<u32> = (0..self.open.len() as u32)
            .filter(|&driver| self.unserved[driver as usize] != NO_DRIVER)
            .collect();
        waiting.sort_by_key(|&driver| Reverse(self.unserved[driver as usize]));
        for driver in waiting {
            self.serve_one(driver as usize);
        }
        for item in reserved {
            self.open[item] = END;
        }
    }

    fn serve_one(&mut self, driver: usize) {
        let level = self.placement.level[driver];
        let start = self.beside(driver);
        let deep = f64::from(level) >= 0.6 * f64::from(self.placement.block_depth[driver]);
        // An input port's net has a port's name already.
        let can_end = !self.is(driver, INPUT);
        let end = |open: &[u8], radius| can_end.then(|| nearest(open, start, (END, END), radius)).flatten();
        let gate = |open: &[u8], radius| nearest(open, start, (level + 1, HIGHEST), radius);
        let close = (level + 1, level.saturating_add(CLOSE_LEVELS).min(HIGHEST));
        let first = if deep { end(&self.open, 1024) } else { nearest(&self.open, start, close, 256) };
        let found = first.or_else(|| gate(&self.open, 4096)).or_else(|| end(&self.open, usize::MAX));
        let found = found.or_else(|| gate(&self.open, usize::MAX));
        if let Some(item) = found.filter(|&item| item != driver) {
            self.take(item, driver);
        }
    }

    fn fill(&mut self) {
        for item in 0..self.open.len() {
            while self.open[item] != 0 {
                let driver = match self.placement.kind[item] {
                    FLIP_FLOP | OUTPUT => self.any_driver(item),
                    _ => self.lower_driver(item),
                };
                self.take(item, driver);
            }
        }
    }

    /// A driver for an end of paths.
    fn any_driver(&mut self, item: usize) -> usize {
        let lowest = u8::from(self.is(item, OUTPUT));
        for attempt in 0..8 {
            let start = if attempt == 0 { self.beside(item) } else { self.around(item) };
            let found = nearest(&self.available, start, (lowest, HIGHEST), usize::MAX)
                .or_else(|| nearest(&self.placement.level, start, (lowest, HIGHEST), usize::MAX));
            if let Some(driver) = found.filter(|&driver| driver != item && !self.is_output(driver, item)) {
                return driver;
            }
        }
        // Ports are few: of all cells there is one that has none.
        let items = self.open.len();
        let cell = |driver: usize| !matches!(self.placement.kind[driver], INPUT | OUTPUT);
        let mut others = (1..items).map(|step| (item + step) % items);
        others.find(|&driver| cell(driver) && !self.is_output(driver, item)).unwrap_or(item)
    }

    /// Whether a driver has an output port already, where `item` is another: a net has one name.
    fn is_output(&self, driver: usize, item: usize) -> bool {
        self.is(item, OUTPUT) && self.outputs.iter().any(|&port| self.has(port, driver))
    }

    /// A driver for a gate's further input.
    fn lower_driver(&mut self, item: usize) -> usize {
        let level = self.placement.level[item];
        let mut last = 0;
        for _ in 0..6 {
            let start = self.around(item);
            let low = if self.random.chance(CLOSE) { level.saturating_sub(CLOSE_LEVELS) } else { 0 };
            let found = nearest(&self.available, start, (low, level - 1), 1024)
                .or_else(|| nearest(&self.available, start, (0, level - 1), 16_384))
                .or_else(|| nearest(&self.placement.level, start, (0, level - 1), usize::MAX));
            last = found.unwrap_or(last);
            if !self.has(item, last) {
                break;
            }
        }
        last
    }
}

/// How many sinks a driver is meant for, where they are `mean` on average.
fn draw_room(random: &mut Random, mean: f64) -> u16 {
    let several: f64 = SINKS.iter().map(|&(from, to, share)| share * (from + to) as f64 / 2.0).sum();
    if random.chance((several - mean) / (several - 1.0)) {
        return 1;
    }
    let (from, to, _) = SINKS[random.weighted(&SINKS.map(|(_, _, share)| share))];
    random.between(from, to) as u16
}
