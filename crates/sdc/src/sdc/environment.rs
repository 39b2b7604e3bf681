//! `set_input_transition` and `set_load`.

use zeroslack_netlist::{PinId, PortDirection};
use zeroslack_units::{Quad, quad};

use super::args::{Spec, flag, required, value};
use super::delays::stated;
use super::reader::{Reader, entries};
use super::value::Word;
use crate::PinQuad;

/// A value for each port bit.
type Table = Vec<Option<Quad<Option<f32>>>>;

/// Slews and loads, by port bit.
pub(crate) struct Environment {
    slews: Table,
    pin_loads: Table,
    wire_loads: Table,
}

impl Environment {
    pub(crate) fn new(bits: usize) -> Self {
        Self { slews: vec![None; bits], pin_loads: vec![None; bits], wire_loads: vec![None; bits] }
    }

    /// (slews, loads): a port's load is that of the pins and that of the wire behind it.
    pub(crate) fn finish(self) -> (Vec<PinQuad<f32>>, Vec<PinQuad<f32>>) {
        let loads = self.pin_loads.into_iter().zip(self.wire_loads).map(|(pins, wire)| match (pins, wire) {
            (Some(pins), Some(wire)) => Some(sum(pins, wire)),
            (pins, wire) => pins.or(wire),
        });
        (entries(self.slews), entries(loads.collect()))
    }
}

fn sum(a: Quad<Option<f32>>, b: Quad<Option<f32>>) -> Quad<Option<f32>> {
    let mut sum = a;
    for (sum, more) in sum.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
        *sum = match (*sum, *more) {
            (Some(one), Some(other)) => Some(one + other),
            (one, other) => one.or(other),
        };
    }
    sum
}

/// Sets what `values` states at some bits.
fn set(table: &mut Table, bits: &[PinId], values: Quad<Option<f32>>) {
    for bit in bits {
        let known = table[bit.index()].get_or_insert(quad(None));
        for (known, value) in known.as_flattened_mut().iter_mut().zip(values.as_flattened()) {
            *known = value.or(*known);
        }
    }
}

const SET_INPUT_TRANSITION: Spec = Spec {
    command: "set_input_transition",
    options: &[
        flag("-min"),
        flag("-max"),
        flag("-rise"),
        flag("-fall"),
        // A slew does not depend on the clock.
        value("-clock"),
        flag("-clock_fall"),
    ],
    operands: &[required("the transition"), required("the ports")],
};

const SET_LOAD: Spec = Spec {
    command: "set_load",
    options: &[
        flag("-pin_load"),
        flag("-wire_load"),
        flag("-min"),
        flag("-max"),
        flag("-rise"),
        flag("-fall"),
    ],
    operands: &[required("the capacitance"), required("the ports")],
};

impl<'t> Reader<'t, '_> {
    pub(crate) fn set_input_transition(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<()> {
        let args = self.args(&SET_INPUT_TRANSITION, name, words)?;
        let slew = self.amount(args.operands[0]?, self.units.time)?;
        let bits = self.ports_with(args.operands[1]?, PortDirection::Input)?;
        set(&mut self.environment.slews, &bits, stated(&args, slew));
        Some(())
    }

    pub(crate) fn set_load(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<()> {
        let args = self.args(&SET_LOAD, name, words)?;
        let load = self.amount(args.operands[0]?, self.units.capacitance)?;
        let bits = self.port_bits(args.operands[1]?)?;
        let values = stated(&args, load);
        let (pin, wire) = (args.has("-pin_load"), args.has("-wire_load"));
        // Without either it is the load of pins.
        if pin || !wire {
            set(&mut self.environment.pin_loads, &bits, values);
        }
        if wire {
            set(&mut self.environment.wire_loads, &bits, values);
        }
        Some(())
    }
}
