//! Ideal networks.

use std::io;

use zeroslack_sdc::IdealSource;

use super::Writer;
use super::values::each;

impl Writer<'_> {
    pub(super) fn ideal_networks(&mut self) -> io::Result<()> {
        let networks = &self.constraints.ideal_networks;
        for (&source, &spreads) in &networks.sources {
            let (object, command) = match (source, spreads) {
                (IdealSource::Net(net), false) => (self.net(net), "set_ideal_net"),
                (IdealSource::Net(net), true) => (self.net(net), "set_ideal_network"),
                (IdealSource::Pin(pin), false) => (self.pin(pin), "set_ideal_network -no_propagate"),
                (IdealSource::Pin(pin), true) => (self.pin(pin), "set_ideal_network"),
            };
            writeln!(self.out, "{command} {object}")?;
        }
        for (&pin, latency) in &networks.latencies {
            let object = self.pin(pin);
            for (options, latency) in each(latency) {
                let latency = self.time(latency);
                writeln!(self.out, "set_ideal_latency{options} {latency} {object}")?;
            }
        }
        for (&pin, slews) in &networks.transitions {
            let object = self.pin(pin);
            for (options, slew) in each(slews) {
                let slew = self.amount(slew, self.units.time);
                writeln!(self.out, "set_ideal_transition{options} {slew} {object}")?;
            }
        }
        Ok(())
    }
}
