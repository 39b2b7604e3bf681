//! `write_sdc`.

use std::io::{self, Write};

use zeroslack::netlist::{Netlist, PinId};
use zeroslack::sdc::sdc::Units;
use zeroslack::sdc::{Constraints, PortDelay};
use zeroslack::units::{Quad, Ticks, Transition, ps};
use zeroslack_tcl::{Outcome, Value, quote_element};

use super::design::write_file;
use crate::arguments::Arguments;
use crate::object::Object;
use crate::state::State;

pub(crate) fn write_sdc(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let digits = match arguments.value("-digits") {
        None => 4,
        Some(word) => match word.int() {
            Some(digits @ 0..=17) => digits as usize,
            _ => return Err(arguments.error(&format!("-digits: '{word}' is no count from 0 to 17"))),
        },
    };
    if arguments.has("-gzip") {
        return Err(arguments.error("-gzip is not supported: the file is written as text"));
    }
    let (netlist, constraints, units) = (state.netlist()?, state.constraints()?, state.units());
    let file = arguments.required(0)?;
    write_file(state, arguments, file, |out| {
        let mut writer = Writer { out, netlist, constraints, units, digits };
        writer.write()
    })?;
    Ok(Value::empty())
}

struct Writer<'w> {
    out: &'w mut dyn Write,
    netlist: &'w Netlist,
    constraints: &'w Constraints,
    units: Units,
    digits: usize,
}

impl Writer<'_> {
    fn write(&mut self) -> io::Result<()> {
        writeln!(self.out, "# Constraints of {}", self.netlist.name())?;
        writeln!(self.out, "current_design {}", word(self.netlist.name()))?;
        self.clocks()?;
        self.delays()?;
        self.environment()
    }

    fn time(&self, time: Ticks) -> String {
        format!("{:.*}", self.digits, ps(time) / self.units.time)
    }

    fn get(&self, pin: PinId) -> String {
        let command = match Object::of_pin(self.netlist, pin) {
            Object::Port(_) => "get_ports",
            _ => "get_pins",
        };
        format!("[{command} {}]", pattern(&self.netlist.pin_name(pin)))
    }

    fn clocks(&mut self) -> io::Result<()> {
        let constraints = self.constraints;
        for (_, clock) in constraints.clocks.iter() {
            let waveform = clock.edges.map(|edge| self.time(edge)).join(" ");
            let period = self.time(clock.period);
            let sources: Vec<String> = clock.sources.iter().map(|&pin| self.get(pin)).collect();
            let sources = match &sources[..] {
                [] => String::new(),
                [one] => format!(" {one}"),
                several => format!(" [list {}]", several.join(" ")),
            };
            let name = word(&clock.name);
            writeln!(
                self.out,
                "create_clock -add -name {name} -period {period} -waveform {{{waveform}}}{sources}"
            )?;
            if clock.propagated {
                writeln!(self.out, "set_propagated_clock [get_clocks {}]", pattern(&clock.name))?;
            }
            let stated = clock.source_latency.map(|split| split.map(|time| (time != 0).then_some(time)));
            for (options, latency) in self.each(&stated, ["-early", "-late"]) {
                let latency = self.time(latency);
                let clock = pattern(&clock.name);
                writeln!(self.out, "set_clock_latency -source{options} {latency} [get_clocks {clock}]")?;
            }
        }
        for &pin in &constraints.propagated_pins {
            let pin = self.get(pin);
            writeln!(self.out, "set_propagated_clock {pin}")?;
        }
        Ok(())
    }

    fn delays(&mut self) -> io::Result<()> {
        let constraints = self.constraints;
        for (pin, delay) in constraints.all_input_delays() {
            let clock = delay.edge.map(|edge| (edge.clock, edge.edge));
            self.delay("set_input_delay", pin, clock, &delay.delay)?;
        }
        for (pin, delay) in constraints.all_output_delays() {
            let PortDelay { edge, delay, .. } = delay;
            self.delay("set_output_delay", pin, Some((edge.clock, edge.edge)), delay)?;
        }
        Ok(())
    }

    fn delay(
        &mut self,
        command: &str,
        pin: PinId,
        edge: Option<(zeroslack::sdc::ClockId, Transition)>,
        delay: &Quad<Option<Ticks>>,
    ) -> io::Result<()> {
        let clock = match edge {
            None => String::new(),
            Some((clock, transition)) => {
                let name = pattern(&self.constraints.clocks[clock].name);
                let fall = if transition == Transition::Fall { " -clock_fall" } else { "" };
                format!(" -clock [get_clocks {name}]{fall}")
            }
        };
        let port = self.get(pin);
        for (options, time) in self.each(delay, ["-min", "-max"]) {
            let time = self.time(time);
            writeln!(self.out, "{command} {time}{clock}{options} -add_delay {port}")?;
        }
        Ok(())
    }

    fn environment(&mut self) -> io::Result<()> {
        let constraints = self.constraints;
        for (&pin, slews) in &constraints.input_slews {
            let port = self.get(pin);
            for (options, slew) in self.each(slews, ["-min", "-max"]) {
                let slew = format!("{:.*}", self.digits, f64::from(slew) / self.units.time);
                writeln!(self.out, "set_input_transition{options} {slew} {port}")?;
            }
        }
        for (&pin, load) in &constraints.loads {
            let port = self.get(pin);
            for (kind, values) in [("-pin_load", &load.pins), ("-wire_load", &load.wires)] {
                for (options, value) in self.each(values, ["-min", "-max"]) {
                    let value = format!("{:.*}", self.digits, f64::from(value) / self.units.capacitance);
                    writeln!(self.out, "set_load {kind}{options} {value} {port}")?;
                }
            }
        }
        Ok(())
    }

    /// What is stated, each value with the options that say where: one without any where all four are the same.
    fn each<T: Copy + PartialEq>(&self, values: &Quad<Option<T>>, splits: [&str; 2]) -> Vec<(String, T)> {
        let [early, late] = values;
        if let ([Some(a), Some(b)], [Some(c), Some(d)]) = (early, late)
            && a == b
            && b == c
            && c == d
        {
            return vec![(String::new(), *a)];
        }
        let mut each = Vec::new();
        for (split, values) in splits.iter().zip(values) {
            for (transition, value) in ["-rise", "-fall"].iter().zip(values) {
                if let Some(value) = value {
                    each.push((format!(" {split} {transition}"), *value));
                }
            }
        }
        each
    }
}

/// A name as a word of Tcl.
fn word(name: &str) -> String {
    quote_element(name, false)
}

/// A name that stands for itself where patterns may stand.
fn pattern(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for character in name.chars() {
        if matches!(character, '*' | '?' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    // A list of one name: the command takes a list apart.
    quote_element(&quote_element(&text, true), false)
}
