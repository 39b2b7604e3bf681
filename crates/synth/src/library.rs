//! The library's tables, from an analytic model: a gate charges its load through a resistance, after an intrinsic
//! delay, later the slower its input.

use crate::function::{self, CLOCK_PIN, FLIP_FLOP, FUNCTIONS, FunctionId, Sense};

/// ps
pub(crate) const SLEWS: [f64; 7] = [5.0, 15.0, 30.0, 60.0, 120.0, 240.0, 480.0];
/// fF at strength 1.
pub(crate) const LOADS: [f64; 8] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
/// ps, of a flip-flop's clock.
pub(crate) const CLOCK_SLEWS: [f64; 8] = [5.0, 15.0, 30.0, 60.0, 120.0, 240.0, 360.0, 480.0];
/// What early delays are of late ones.
const EARLY: f64 = 0.88;
/// What early slews are of late ones.
const EARLY_SLEW: f64 = 0.95;
/// ps that each input of a gate is slower than the one before.
const PIN_DELAY: f64 = 1.5;
/// ps, setup of a flip-flop with sharp edges.
const SETUP: f64 = 24.0;

/// Which of the two libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// For hold: delays at their least.
    Early,
    /// For setup: delays at their most.
    Late,
}

impl Split {
    /// Early, late.
    pub const ALL: [Self; 2] = [Self::Early, Self::Late];
}

/// Rise and fall are 0 and 1 throughout.
pub(crate) const TRANSITIONS: [usize; 2] = [0, 1];

/// Delay of an arc of strength 1, ps.
pub(crate) fn delay(id: FunctionId, split: Split, pin: usize, to: usize, slew: f64, load: f64) -> f64 {
    let function = function::get(id);
    let drive = function.resistance[to] * load;
    let late = function.intrinsic[to]
        + PIN_DELAY * input_number(id, pin)
        + 0.8 * drive
        + 0.10 * slew
        + 0.35 * (drive * slew).sqrt();
    if split == Split::Early { EARLY * late } else { late }
}

/// Slew at the output of strength 1, ps.
pub(crate) fn slew(id: FunctionId, split: Split, to: usize, slew: f64, load: f64) -> f64 {
    let drive = function::get(id).resistance[to] * load;
    let late = 3.0 + 1.7 * drive + 0.04 * slew + 0.15 * (drive * slew).sqrt();
    if split == Split::Early { EARLY_SLEW * late } else { late }
}

fn input_number(id: FunctionId, pin: usize) -> f64 {
    if id == FLIP_FLOP { 0.0 } else { pin as f64 }
}

/// What a flip-flop's data has to keep from its clock, ps: `hold` is that with sharp edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Margins {
    pub(crate) hold: f64,
}

impl Margins {
    pub(crate) fn setup(transition: usize, data_slew: f64, clock_slew: f64) -> f64 {
        SETUP + 3.0 * transition as f64 + 0.12 * data_slew - 0.05 * clock_slew
    }

    pub(crate) fn hold(self, transition: usize, data_slew: f64, clock_slew: f64) -> f64 {
        self.hold - 2.0 * transition as f64 - 0.06 * data_slew + 0.08 * clock_slew
    }
}

/// fF of an input pin.
pub(crate) fn pin_capacitance(id: FunctionId, strength: u8, pin: usize) -> f64 {
    let function = function::get(id);
    match (id, pin) {
        (FLIP_FLOP, CLOCK_PIN) => 0.9,
        (FLIP_FLOP, _) => function.capacitance,
        _ => function.capacitance * f64::from(1_u32 << strength) * (1.0 + 0.04 * pin as f64),
    }
}

/// The tables in single precision, for look-ups.
#[derive(Debug)]
pub(crate) struct Tables {
    /// `[function][split][to]`
    tables: Vec<[[Pair; 2]; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct Pair {
    delay: [[f32; 8]; 7],
    slew: [[f32; 8]; 7],
}

/// A place on an axis: a segment, and how far along it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(usize, f32);

impl Place {
    pub(crate) fn slew(value: f32) -> Self {
        Self::on(&SLEWS, value)
    }

    /// Of a load at strength 1.
    pub(crate) fn load(value: f32) -> Self {
        Self::on(&LOADS, value)
    }

    #[inline]
    fn on(axis: &[f64], value: f32) -> Self {
        let mut segment = 0;
        while segment + 2 < axis.len() && value > axis[segment + 1] as f32 {
            segment += 1;
        }
        let (low, high) = (axis[segment] as f32, axis[segment + 1] as f32);
        Self(segment, (value - low) / (high - low))
    }
}

fn bilinear(table: &[[f32; 8]; 7], slew: Place, load: Place) -> f32 {
    let along = |row: &[f32; 8]| row[load.0] + (row[load.0 + 1] - row[load.0]) * load.1;
    let (low, high) = (along(&table[slew.0]), along(&table[slew.0 + 1]));
    low + (high - low) * slew.1
}

impl Tables {
    pub(crate) fn new() -> Self {
        let table =
            |value: &dyn Fn(f64, f64) -> f64| SLEWS.map(|row| LOADS.map(|column| value(row, column) as f32));
        let pair = |id, split, to| Pair {
            delay: table(&|row, column| delay(id, split, 0, to, row, column)),
            slew: table(&|row, column| slew(id, split, to, row, column)),
        };
        let ids = 0..FUNCTIONS.len() as FunctionId;
        Self {
            tables: ids.map(|id| Split::ALL.map(|split| TRANSITIONS.map(|to| pair(id, split, to)))).collect(),
        }
    }

    /// (delay, slew) of an arc from a pin.
    #[inline]
    pub(crate) fn look_up(
        &self,
        (id, pin): (FunctionId, usize),
        split: Split,
        to: usize,
        (slew, load): (Place, Place),
    ) -> (f32, f32) {
        let pair = &self.tables[usize::from(id)][split as usize][to];
        let scale = if split == Split::Early { EARLY } else { 1.0 };
        let slower = (scale * PIN_DELAY * input_number(id, pin)) as f32;
        (bilinear(&pair.delay, slew, load) + slower, bilinear(&pair.slew, slew, load))
    }
}

/// The input transitions that make an output's.
pub(crate) fn from(sense: Sense, to: usize) -> &'static [usize] {
    match (sense, to) {
        (Sense::NonUnate, _) => &[0, 1],
        (Sense::Positive, 0) | (Sense::Negative, 1) => &[0],
        _ => &[1],
    }
}
