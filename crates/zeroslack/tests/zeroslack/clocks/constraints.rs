//! Constraints as an SDC file and as the value that it stands for.

use std::collections::BTreeMap;
use std::fmt::Write;

use zeroslack::netlist::{Netlist, PinId};
use zeroslack::sdc::{
    Clock, ClockEdge as Edge, ClockId, Constraints, InputDelay, LatencyIncluded, OutputDelay, Rules,
};
use zeroslack::units::{Quad, Ticks, Transition, quad};

use super::derates;
use super::network::{Clock as Clocked, ClockEdge, Latencies, PortDelay, Setting};

/// Ticks as the number of ps that a file says.
pub fn ps(time: Ticks) -> String {
    let sign = if time < 0 { "-" } else { "" };
    format!("{sign}{}.{:04}", time.abs() / 10_000, time.abs() % 10_000)
}

/// Options that name a split and a transition.
pub const SPLITS: [&str; 2] = ["-min", "-max"];
pub const TRANSITIONS: [&str; 2] = ["-rise", "-fall"];

impl Setting {
    /// All but what SDC has no command for, or what its reader does not know yet: what [`Details`](super::details::Details) add.
    pub fn sdc(&self, inputs: &[String]) -> String {
        let mut text = self.clock_commands();
        self.write_propagated(&mut text);
        let none = LatencyIncluded::default();
        for input in &self.inputs {
            write_delays(&mut text, "set_input_delay", &input.port, (input.edge, none), &input.delay);
        }
        for output in &self.outputs {
            write_delays(
                &mut text,
                "set_output_delay",
                &output.port,
                (Some(output.edge), none),
                &output.delay,
            );
        }
        writeln!(text, "set_input_transition {} {}", self.slew, objects(inputs)).unwrap();
        text
    }

    /// Clocks, and their latencies before their sources.
    pub fn clock_commands(&self) -> String {
        let mut text = String::from("set_units -time ps\n");
        for (number, clock) in self.clocks.iter().enumerate() {
            let [rise, fall] = clock.edges.map(ps);
            let add = if clock.sources.is_empty() { "" } else { "-add " };
            write!(text, "create_clock {add}-name clock{number} -period {} ", ps(clock.period)).unwrap();
            writeln!(text, "-waveform {{{rise} {fall}}} {}", objects(&clock.sources)).unwrap();
            self.write_latency(&mut text, number);
        }
        text
    }

    /// Where clocks are propagated.
    pub fn write_propagated(&self, text: &mut String) {
        for (number, _) in self.clocks.iter().enumerate().filter(|(_, clock)| clock.is_propagated) {
            writeln!(text, "set_propagated_clock clock{number}").unwrap();
        }
        for pin in &self.propagated_pins {
            writeln!(text, "set_propagated_clock {}", objects(std::slice::from_ref(pin))).unwrap();
        }
    }

    fn write_latency(&self, text: &mut String, clock: usize) {
        let latency = &self.clocks[clock].latency;
        for (split, option) in ["-early", "-late"].into_iter().enumerate() {
            for (edge, transition) in TRANSITIONS.into_iter().enumerate() {
                let value = ps(latency[split][edge]);
                if latency[split][edge] != 0 {
                    writeln!(text, "set_clock_latency -source {option} {transition} {value} clock{clock}")
                        .unwrap();
                }
            }
        }
    }

    /// The same, with the rest, over pins.
    pub fn constraints(&self, netlist: &Netlist) -> Constraints {
        let pin = |name: &String| find_pin(netlist, name);
        let pins = |names: &[String]| {
            let mut pins: Vec<PinId> = names.iter().map(pin).collect();
            pins.sort_unstable();
            pins.dedup();
            pins
        };
        let ports = netlist.port_pins().filter(|&pin| netlist.is_driver(pin));
        let clocks = self.clocks.iter().enumerate().map(|(number, clock)| Clock {
            name: format!("clock{number}").into(),
            sources: pins(&clock.sources),
            period: clock.period,
            edges: clock.edges,
            propagated: clock.is_propagated,
            source_latency: clock.latency,
            network_latency: clock.network_latency,
            transition: clock.slew,
            uncertainty: clock.uncertainty,
            generated: None,
        });
        let mut constraints = Constraints {
            clocks: clocks.collect(),
            required_times: self.required.iter().map(|(port, required)| (pin(port), *required)).collect(),
            propagated_pins: pins(&self.propagated_pins).into_iter().collect(),
            input_slews: ports.map(|pin| (pin, quad(Some(f32::from(self.slew))))).collect(),
            // What gates clocks has tests of its own.
            rules: Rules { no_clock_gating: true, ..Rules::default() },
            ..Constraints::default()
        };
        for input in &self.inputs {
            let delay =
                InputDelay { edge: input.edge.map(edge), delay: input.delay, included: input.included };
            constraints.input_delays.entry(pin(&input.port)).or_default().push(delay);
        }
        for output in &self.outputs {
            let delay =
                OutputDelay { edge: edge(output.edge), delay: output.delay, included: output.included };
            constraints.output_delays.entry(pin(&output.port)).or_default().push(delay);
        }
        self.state_at_pins(&mut constraints, netlist);
        derates::state(&self.derates, &mut constraints, netlist);
        constraints
    }

    /// Latencies and uncertainties at pins and between clocks.
    fn state_at_pins(&self, constraints: &mut Constraints, netlist: &Netlist) {
        let latencies = |stated: &Latencies| {
            let id = |clock: usize| ClockId(clock as u32);
            let all = stated.iter();
            all.map(|((pin, clock), &times)| ((find_pin(netlist, pin), clock.map(id)), times)).collect()
        };
        constraints.pin_latencies = latencies(&self.pin_latencies);
        constraints.pin_source_latencies = latencies(&self.source_latencies);
        let at_pins = self.pin_uncertainties.iter();
        constraints.pin_uncertainties =
            at_pins.map(|(pin, &times)| (find_pin(netlist, pin), times)).collect();
        let between = self.uncertainties_between.iter();
        constraints.uncertainties_between =
            between.map(|(&(from, to), &times)| ((edge(from), edge(to)), times)).collect();
    }

    /// What constraints say, however they came about.
    pub fn of(constraints: &Constraints, netlist: &Netlist) -> Self {
        let name = |pin: &PinId| netlist.pin_name(*pin);
        let edge = |edge: Edge| ClockEdge { clock: edge.clock.0 as usize, edge: edge.edge };
        let clocks = constraints.clocks.iter().map(|(_, clock)| Clocked {
            sources: clock.sources.iter().map(name).collect(),
            period: clock.period,
            edges: clock.edges,
            latency: clock.source_latency,
            network_latency: clock.network_latency,
            slew: clock.transition,
            uncertainty: clock.uncertainty,
            is_propagated: clock.propagated,
            generated: None,
        });
        let inputs = constraints.all_input_delays().map(|(port, input)| PortDelay {
            port: netlist.pin_name(port),
            edge: input.edge.map(edge),
            delay: input.delay,
            included: input.included,
        });
        let outputs = constraints.all_output_delays().map(|(port, output)| PortDelay {
            port: netlist.pin_name(port),
            edge: edge(output.edge),
            delay: output.delay,
            included: output.included,
        });
        let latencies = |stated: &BTreeMap<(PinId, Option<ClockId>), Quad<Option<Ticks>>>| {
            let number = |clock: ClockId| clock.0 as usize;
            stated.iter().map(|((pin, clock), &times)| ((name(pin), clock.map(number)), times)).collect()
        };
        let between = constraints.uncertainties_between.iter();
        Self {
            clocks: clocks.collect(),
            propagated_pins: constraints.propagated_pins.iter().map(name).collect(),
            inputs: inputs.collect(),
            outputs: outputs.collect(),
            pin_latencies: latencies(&constraints.pin_latencies),
            source_latencies: latencies(&constraints.pin_source_latencies),
            pin_uncertainties: constraints
                .pin_uncertainties
                .iter()
                .map(|(pin, &times)| (name(pin), times))
                .collect(),
            uncertainties_between: between
                .map(|(&(from, to), &times)| ((edge(from), edge(to)), times))
                .collect(),
            derates: derates::stated(constraints, netlist),
            ..Self::default()
        }
    }
}

pub fn find_pin(netlist: &Netlist, name: &str) -> PinId {
    let cell_pin = || netlist.find_pin(name, '/');
    netlist.find_port(name).or_else(cell_pin).unwrap_or_else(|| panic!("no pin {name}"))
}

fn edge(edge: ClockEdge) -> Edge {
    Edge { clock: ClockId(edge.clock as u32), edge: edge.edge }
}

pub fn objects(names: &[String]) -> String {
    let object = |name: &String| {
        let command = if name.contains('/') { "get_pins" } else { "get_ports" };
        format!("[{command} {name}]")
    };
    match names {
        [] => String::new(),
        [name] => object(name),
        names => format!("[list {}]", names.iter().map(object).collect::<Vec<_>>().join(" ")),
    }
}

pub fn write_delays(
    text: &mut String,
    command: &str,
    port: &str,
    (edge, included): (Option<ClockEdge>, LatencyIncluded),
    delay: &Quad<Option<Ticks>>,
) {
    let mut from = edge.map_or(String::new(), |edge| {
        let fall = if edge.edge == Transition::Fall { " -clock_fall" } else { "" };
        format!("-clock clock{}{fall} ", edge.clock)
    });
    for (option, is_included) in
        [("-source_latency_included ", included.source), ("-network_latency_included ", included.network)]
    {
        if is_included {
            from += option;
        }
    }
    for (split, values) in SPLITS.into_iter().zip(delay) {
        for (transition, value) in TRANSITIONS.into_iter().zip(values) {
            if let Some(value) = value {
                let value = ps(*value);
                writeln!(text, "{command} {value} {from}{split} {transition} -add_delay [get_ports {port}]")
                    .unwrap();
            }
        }
    }
}
