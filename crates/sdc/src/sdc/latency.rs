//! `set_clock_latency`.

use zeroslack_units::quad;

use super::args::{Spec, flag, required, value};
use super::reader::Reader;
use super::value::{Object, Word};

const SET_CLOCK_LATENCY: Spec = Spec {
    command: "set_clock_latency",
    options: &[
        flag("-source"),
        flag("-rise"),
        flag("-fall"),
        flag("-early"),
        flag("-late"),
        flag("-min"),
        flag("-max"),
        value("-clock"),
    ],
    operands: &[required("the latency"), required("the clocks")],
};

/// What is read of latencies and not applied.
const NETWORK: &str = "set_clock_latency without -source";
const AT_PINS: &str = "set_clock_latency -source of pins";

impl<'t> Reader<'t, '_> {
    /// States the source latency of clocks. Latency of clock networks, and of pins, is read and not used.
    pub(crate) fn set_clock_latency(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<()> {
        let args = self.args(&SET_CLOCK_LATENCY, name, words)?;
        let number = self.number(args.operands[0]?)?;
        let latency = self.time(number, args.operands[0]?)?;
        let targets = args.operands[1]?;
        let objects = self.clocks_or_pins(targets)?;
        if let Some(word) = args.value("-clock") {
            self.one_clock(word)?;
        }
        if !args.has("-source") {
            self.diagnostics.note_not_applied(NETWORK, (self.text, name.span.clone()));
            self.diagnostics.warning("SDC-039", self.place(name), || {
                "the latency of a clock network is not supported yet; ignored".to_string()
            });
            return Some(());
        }
        if objects.iter().any(|object| !matches!(object, Object::Clock(_))) {
            self.diagnostics.note_not_applied(AT_PINS, (self.text, name.span.clone()));
            self.diagnostics.warning("SDC-040", self.place(targets), || {
                "the source latency at a port or pin is not supported yet; only that of clocks is used"
                    .to_string()
            });
        }
        // In an analysis of early and late signals at once, `-min` and `-max` say nothing else than `-early` and `-late`.
        let [early_late, min_max] = [args.pair("-early", "-late"), args.pair("-min", "-max")];
        let edges = args.pair("-rise", "-fall");
        let mut values = quad(None);
        for (split, values) in values.iter_mut().enumerate() {
            for (value, &edge) in values.iter_mut().zip(&edges) {
                *value = (early_late[split] && min_max[split] && edge).then_some(latency);
            }
        }
        for object in objects {
            let Object::Clock(clock) = object else { continue };
            let set = self.editor().set_source_latency(clock, values);
            self.stated(set, targets)?;
        }
        Some(())
    }
}
