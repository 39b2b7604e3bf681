//! What [`Details`](super::details::Details) add to clocks and ports, as commands of a script.

use std::fmt::Write;

use zeroslack::units::{Quad, Ticks};

use super::constraints::{SPLITS, TRANSITIONS, objects, ps, write_delays};
use super::derates::{Derate, Target};
use super::network::{BySplit, ClockEdge, Latencies, Setting};

/// Analyses as the commands of latencies and derates name them.
const ANALYSES: [&str; 2] = ["-early", "-late"];
/// Checks of late data are setup checks.
const CHECKS: [&str; 2] = ["-hold", "-setup"];
/// Of the edges of clocks that launch and capture.
const EDGES: [[&str; 2]; 2] = [["-rise_from", "-fall_from"], ["-rise_to", "-fall_to"]];

impl Setting {
    /// All of it, for a shell.
    pub fn script(&self, inputs: &[String]) -> String {
        let mut text = self.clock_commands();
        for (number, clock) in self.clocks.iter().enumerate() {
            let of_clock = |times: &Quad<Ticks>| times.map(|split| split.map(Some));
            let name = format!("clock{number}");
            write_quad(&mut text, "set_clock_latency", SPLITS, &of_clock(&clock.network_latency), &name);
            for (at, slew) in clock.slew.as_flattened().iter().enumerate() {
                let (split, transition) = (SPLITS[at / 2], TRANSITIONS[at % 2]);
                writeln!(text, "set_clock_transition {split} {transition} {slew} {name}").unwrap();
            }
            write_uncertainty(&mut text, &clock.uncertainty.map(Some), &name);
        }
        write_latencies(&mut text, "set_clock_latency", SPLITS, &self.pin_latencies);
        // The latency of a clock's network makes it ideal.
        self.write_propagated(&mut text);
        write_latencies(&mut text, "set_clock_latency -source", ANALYSES, &self.source_latencies);
        for (pin, times) in &self.pin_uncertainties {
            write_uncertainty(&mut text, times, &objects(std::slice::from_ref(pin)));
        }
        for (edges, times) in &self.uncertainties_between {
            let edge =
                |at: usize, edge: ClockEdge| format!("{} clock{}", EDGES[at][edge.edge as usize], edge.clock);
            write_uncertainty(&mut text, times, &format!("{} {}", edge(0, edges.0), edge(1, edges.1)));
        }
        for input in &self.inputs {
            let options = (input.edge, input.included);
            write_delays(&mut text, "set_input_delay", &input.port, options, &input.delay);
        }
        for output in &self.outputs {
            let options = (Some(output.edge), output.included);
            write_delays(&mut text, "set_output_delay", &output.port, options, &output.delay);
        }
        writeln!(text, "set_input_transition {} {}", self.slew, objects(inputs)).unwrap();
        self.derates.iter().for_each(|derate| write_derate(&mut text, derate));
        text
    }
}

fn write_quad(
    text: &mut String,
    command: &str,
    splits: [&str; 2],
    times: &Quad<Option<Ticks>>,
    object: &str,
) {
    for (split, times) in splits.into_iter().zip(times) {
        for (transition, time) in TRANSITIONS.into_iter().zip(times) {
            if let Some(time) = time {
                writeln!(text, "{command} {split} {transition} {} {object}", ps(*time)).unwrap();
            }
        }
    }
}

fn write_latencies(text: &mut String, command: &str, splits: [&str; 2], latencies: &Latencies) {
    for ((pin, clock), times) in latencies {
        let clock = clock.map_or(String::new(), |clock| format!("-clock clock{clock} "));
        let pin = objects(std::slice::from_ref(pin));
        write_quad(text, command, splits, times, &format!("{clock}{pin}"));
    }
}

fn write_uncertainty(text: &mut String, times: &BySplit, object: &str) {
    for (check, time) in CHECKS.into_iter().zip(times) {
        if let Some(time) = time {
            writeln!(text, "set_clock_uncertainty {check} {} {object}", ps(*time)).unwrap();
        }
    }
}

fn write_derate(text: &mut String, derate: &Derate) {
    let mut options = String::new();
    let kinds = ["-cell_delay", "-net_delay", "-cell_check"];
    let parts = ["-data", "-clock"];
    let stated = kinds.iter().zip(derate.scope.kinds).chain(parts.iter().zip(derate.scope.parts));
    for (option, _) in stated.filter(|&(_, is_meant)| is_meant) {
        write!(options, "{option} ").unwrap();
    }
    let object = match &derate.target {
        Target::Design => String::new(),
        Target::LibraryCell(name) => format!("[get_lib_cells */{name}]"),
        Target::Cell(name) => format!("[get_cells {{{name}}}]"),
        Target::Net(name) => format!("[get_nets {{{name}}}]"),
    };
    for (split, edges) in ANALYSES.into_iter().zip(derate.scope.edges) {
        for (transition, is_meant) in TRANSITIONS.into_iter().zip(edges) {
            if is_meant {
                let factor = derate.factor;
                writeln!(text, "set_timing_derate {split} {transition} {options}{factor} {object}").unwrap();
            }
        }
    }
}
