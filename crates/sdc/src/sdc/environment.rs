//! `set_input_transition` and `set_load`.

use zeroslack_units::{LARGEST_CAPACITANCE, LARGEST_TIME};

use super::args::{Spec, flag, required, value};
use super::delays::stated;
use super::reader::Reader;
use super::value::Word;

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
        let slew = self.amount(args.operands[0]?, (self.units.time, LARGEST_TIME))?;
        let word = args.operands[1]?;
        let ports = self.port_bits(word)?;
        let set = self.editor().set_input_slew(&ports, stated(&args, slew));
        self.stated(set, word)
    }

    pub(crate) fn set_load(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<()> {
        let args = self.args(&SET_LOAD, name, words)?;
        let load = self.amount(args.operands[0]?, (self.units.capacitance, LARGEST_CAPACITANCE))?;
        let word = args.operands[1]?;
        let ports = self.port_bits(word)?;
        let values = stated(&args, load);
        let (pin, wire) = (args.has("-pin_load"), args.has("-wire_load"));
        // Without either it is the load of pins.
        if pin || !wire {
            let set = self.editor().set_pin_load(&ports, values);
            self.stated(set, word)?;
        }
        if wire {
            let set = self.editor().set_wire_load(&ports, values);
            self.stated(set, word)?;
        }
        Some(())
    }
}
