//! Delays, drives and loads of ports, and loads of nets.

use std::io;

use zeroslack_netlist::PinId;
use zeroslack_sdc::{ClockEdge, Drive, DrivingCell, PortDelay};
use zeroslack_units::Transition;

use super::values::each;
use super::{Writer, word};

impl Writer<'_> {
    pub(super) fn delays(&mut self) -> io::Result<()> {
        let constraints = self.constraints;
        for (pin, delay) in constraints.all_input_delays() {
            self.delay("set_input_delay", pin, delay)?;
        }
        for (pin, &PortDelay { edge, delay, included }) in constraints.all_output_delays() {
            self.delay("set_output_delay", pin, &PortDelay { edge: Some(edge), delay, included })?;
        }
        for (&pin, delays) in &constraints.unclocked_output_delays {
            for &PortDelay { delay, included, .. } in delays {
                self.delay("set_output_delay", pin, &PortDelay { edge: None, delay, included })?;
            }
        }
        Ok(())
    }

    fn delay(&mut self, command: &str, pin: PinId, stated: &PortDelay<Option<ClockEdge>>) -> io::Result<()> {
        let clock = stated.edge.map_or_else(String::new, |edge| {
            let fall = if edge.edge == Transition::Fall { " -clock_fall" } else { "" };
            format!(" -clock {}{fall}", self.clock(edge.clock))
        });
        let source = if stated.included.source { " -source_latency_included" } else { "" };
        let network = if stated.included.network { " -network_latency_included" } else { "" };
        let port = self.pin(pin);
        for (options, time) in each(&stated.delay) {
            let time = self.time(time);
            writeln!(self.out, "{command} {time}{clock}{options}{source}{network} -add_delay {port}")?;
        }
        Ok(())
    }

    pub(super) fn environment(&mut self) -> io::Result<()> {
        self.operating_conditions()?;
        self.loads()?;
        let constraints = self.constraints;
        for (&pin, slews) in &constraints.input_slews {
            let port = self.pin(pin);
            for (options, slew) in each(slews) {
                let slew = self.amount(slew, self.units.time);
                writeln!(self.out, "set_input_transition{options} {slew} {port}")?;
            }
        }
        for (&pin, drives) in &constraints.drives {
            let port = self.pin(pin);
            for (options, drive) in each(drives) {
                let drive = self.drive(&drive);
                writeln!(self.out, "{}{options} {} {port}", drive[0], drive[1])?;
            }
        }
        Ok(())
    }

    /// The command that states a drive, and its values.
    fn drive(&self, drive: &Drive) -> [String; 2] {
        let &DrivingCell { master, output, input, slews } = match drive {
            Drive::Cell(cell) => cell,
            Drive::Resistance(resistance) => {
                return ["set_drive".to_owned(), self.amount(*resistance, self.units.resistance)];
            }
        };
        let pins = &self.netlist.library().master(master).pins;
        let pin = |place: u32| word(pins.get(place as usize).map_or("", |pin| &pin.name));
        let [rise, fall] = slews.map(|slew| self.amount(slew, self.units.time));
        let cell =
            format!("-lib_cell {} -from_pin {} -pin {}", self.library_cell(master), pin(input), pin(output));
        let slews = format!("-input_transition_rise {rise} -input_transition_fall {fall}");
        ["set_driving_cell".to_owned(), format!("{cell} {slews}")]
    }

    fn loads(&mut self) -> io::Result<()> {
        let constraints = self.constraints;
        for (&pin, load) in &constraints.loads {
            let port = self.pin(pin);
            for (kind, values) in [("-pin_load", &load.pins), ("-wire_load", &load.wires)] {
                for (options, value) in each(values) {
                    let value = self.amount(value, self.units.capacitance);
                    writeln!(self.out, "set_load {kind}{options} {value} {port}")?;
                }
            }
        }
        for (&net, load) in &constraints.net_loads {
            let net = self.net(net);
            for (options, value) in each(load) {
                let value = self.amount(value, self.units.capacitance);
                writeln!(self.out, "set_load{options} {value} {net}")?;
            }
        }
        Ok(())
    }

    fn operating_conditions(&mut self) -> io::Result<()> {
        let stated = &self.constraints.kept.operating_conditions;
        let [early, late] = &stated.conditions;
        let [early_library, late_library] = &stated.libraries;
        let options = [
            ("-analysis_type", &stated.analysis_type),
            ("-min", early),
            ("-max", late),
            ("-min_library", early_library),
            ("-max_library", late_library),
        ];
        let given = options.iter().filter_map(|(option, value)| Some((option, value.as_deref()?)));
        let given: Vec<String> = given.map(|(option, value)| format!(" {option} {}", word(value))).collect();
        if given.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "set_operating_conditions{}", given.concat())
    }
}
