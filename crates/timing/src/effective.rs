//! Effective capacitance: what a cell sees of a net that resistance shields, and wires that know their driver's slew.
//!
//! The methods are published; each is stated where it is used. All arithmetic is `+ - * / sqrt` in f32 in one order, so that
//! another engine can have the same bits.

use zeroslack_units::{Quad, quad};

use crate::calculator::{
    DelayCalculator, DrivenNet, Elmore, Lane, Scratch, Wire, add, capacitance, multiply,
};
use crate::driving::DrivingEdge;
use crate::rc::RcNode;
use crate::slew_measure::SlewMeasure;

/// A tree reduced to two capacitances with a resistor between them: its pi model. The capacitance at the driver is the load less the far one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pi {
    /// fF after the resistor; 0 where a tree is one capacitance.
    pub far: f32,
    /// ps: the resistance times that.
    pub time: f32,
}

/// Table look-up with the effective capacitance of the net, wires by moments and the driver's slew.
///
/// - A tree becomes a pi model with the same first three moments of admittance (O'Brien and Savarino, ICCAD 1989).
/// - Each edge sees the capacitance that takes as much charge as the model while the output rises or falls, in a ramp as long as the slew table says for
///   that capacitance. Equal charges are the principle of Qian, Pullela and Pillage (IEEE TCAD 1994). What the far capacitance takes after the ramp is not seen, so
///   slews of nets that shield much are too short.
/// - The delay of a step is D2M (Alpert, Devgan and Kashyap, ISPD 2000), which PERI (Kashyap, Alpert, Liu and Devgan, TAU 2002) extends to the ramp at the
///   driver. So does it the slew at a sink: the root of the sum of squares of the driver's and of what a step would have there.
#[derive(Clone, Copy, Debug)]
pub struct EffectiveCapacitance {
    measure: Quad<SlewMeasure>,
}

impl EffectiveCapacitance {
    /// For slews that are so measured.
    pub fn new(measure: Quad<SlewMeasure>) -> Self {
        Self { measure }
    }
}

impl DelayCalculator for EffectiveCapacitance {
    type Model = Quad<Pi>;

    const SEES_DRIVER: bool = true;

    fn tree(
        &self,
        nodes: &[RcNode],
        loads: &[Quad<f32>],
        scratch: &mut Scratch,
        wires: &mut [Wire],
    ) -> (Quad<f32>, Quad<Pi>) {
        let (load, ()) = Elmore.tree(nodes, loads, scratch, wires);
        // With d the Elmore delays, the second moment of the admittance is -Σ C d, and the third, Σ C × second moment, is Σ C d².
        let (mut second, mut third) = (quad(0.0), quad(0.0));
        for (node, &delay) in nodes.iter().zip(&scratch.delay) {
            let charge = multiply(capacitance(node, loads), delay);
            second = add(second, charge);
            third = add(third, multiply(charge, delay));
        }
        let mut model = quad(Pi::default());
        for (split, model) in model.iter_mut().enumerate() {
            for (to, model) in model.iter_mut().enumerate() {
                *model = pi_model(load[split][to], second[split][to], third[split][to]);
            }
        }
        (load, model)
    }

    #[inline]
    fn load(&self, net: &DrivenNet<'_, Quad<Pi>>, edge: &DrivingEdge<'_>, (split, to): Lane) -> f32 {
        let ramp = self.measure[split][to].ramp;
        effective(net.load[split][to], net.model[split][to], |load| Some(edge.slew(load)? * ramp))
    }

    #[inline]
    fn sink(&self, wire: &Wire, driver_slew: f32, (split, to): Lane) -> (f32, f32) {
        let SlewMeasure { ramp, tail } = self.measure[split][to];
        let (elmore, variance) = (wire.delay[split][to], wire.impulse[split][to]);
        let slew = (driver_slew * driver_slew + tail * variance).sqrt();
        (delay_of_ramp(elmore, variance, driver_slew * ramp), slew)
    }
}

/// The pi model with these moments; no far capacitance where there is no resistance, or where it is beyond f32.
fn pi_model(load: f32, second: f32, third: f32) -> Pi {
    let time = third / second;
    let far = second / time;
    if !(time > 0.0 && far > 0.0) {
        return Pi::default();
    }
    Pi { far: if far < load { far } else { load }, time }
}

/// Look-ups of the slew for one effective capacitance, at the most.
const MOST_LOOK_UPS: usize = 8;

/// A step of less than this part of the load is the last one.
const LAST_STEP: f32 = 1.0 / 8192.0;

/// The load, up to the whole one, that takes as much charge as the pi model until the output ramp ends. `ramp_of` says how long that is with a load.
///
/// The charge is a function of the load, and the load a fixed point of it. Secant steps look for that from the whole load on, down to the capacitance at
/// the driver at most.
#[inline]
fn effective(load: f32, pi: Pi, ramp_of: impl Fn(f32) -> Option<f32>) -> f32 {
    if pi.far == 0.0 {
        return load;
    }
    let near = load - pi.far;
    // No slew, no signal: the whole load.
    let charge = |at: f32| ramp_of(at).map_or(load, |ramp| near + pi.far * share(ramp / pi.time));
    let mut at = load;
    let mut next = charge(at);
    let mut excess = next - at;
    for _ in 1..MOST_LOOK_UPS {
        let step = next - at;
        if step.is_nan() || step.abs() <= LAST_STEP * load {
            break;
        }
        let next_excess = charge(next) - next;
        let slope = (next_excess - excess) / step;
        (at, excess) = (next, next_excess);
        let root = if slope < 0.0 { at - excess / slope } else { at + excess };
        next = if root > near { root } else { near };
        next = if next < load { next } else { load };
    }
    if next < load { next } else { load }
}

/// The charge that a capacitance after a resistor has taken when a ramp ends, as a part of what it takes without the resistor: 1 - (1 - e^-x) / x, x being the
/// length of the ramp over the time constant.
#[inline]
fn share(x: f32) -> f32 {
    if x <= 0.0 {
        return 0.0;
    }
    if x < 0.5 {
        // A series: the difference would lose digits.
        let rest = -1.0 / 120.0 + x * (1.0 / 720.0 - x / 5040.0);
        return x * (0.5 + x * (-1.0 / 6.0 + x * (1.0 / 24.0 + x * rest)));
    }
    1.0 - (1.0 - decay(x)) / x
}

/// e^-x for x from 0 on: a power of two times a polynomial.
#[inline]
fn decay(x: f32) -> f32 {
    // There is nothing left beside 1.
    if x.is_nan() || x >= 80.0 {
        return 0.0;
    }
    let halvings = (x * std::f32::consts::LOG2_E + 0.5) as u32;
    // ln 2 in two parts, of which the first has few digits, so that its product is exact.
    let rest = (halvings as f32 * (355.0 / 512.0) - x) - halvings as f32 * 2.121_944_4e-4;
    let tail = 1.0 / 6.0 + rest * (1.0 / 24.0 + rest * (1.0 / 120.0 + rest * (1.0 / 720.0)));
    let value = 1.0 + rest * (1.0 + rest * (0.5 + rest * tail));
    value * f32::from_bits((127 - halvings) << 23)
}

/// The delay of a wire after a ramp of some length: between D2M, that of a step, and the Elmore delay, that of an endless ramp.
#[inline]
fn delay_of_ramp(elmore: f32, variance: f32, ramp: f32) -> f32 {
    let square = elmore * elmore;
    let second = 0.5 * (variance + square);
    let step = std::f32::consts::LN_2 * square / second.sqrt();
    let part = variance / (variance + ramp * ramp / 12.0);
    let delay = elmore + part * part * part.sqrt() * (step - elmore);
    // Also where there is no signal, no resistance, or a square beyond f32.
    if delay < elmore { delay } else { elmore }
}

#[cfg(test)]
mod tests;
