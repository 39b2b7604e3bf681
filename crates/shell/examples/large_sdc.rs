//! Reads a generated file of constraints, of which the size in megabytes is the argument (145 without one), and prints how long that takes.
//!
//! `cargo run --release -p zeroslack-shell --example large_sdc -- 145`

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement may fail, and prints")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use zeroslack_shell::Shell;

/// A line has about so many bytes, so that 145 MB have a million lines.
const BYTES_OF_A_LINE: usize = 145;

const LIBRARY: &str = r#"library (large) {
  time_unit : "1ns"; capacitive_load_unit (1, pf);
  cell (FF) {
    ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; }
    pin (D) { direction : input; capacitance : 0.01; }
    pin (CK) { direction : input; capacitance : 0.01; clock : true; }
    pin (Q) { direction : output; function : "IQ"; }
  }
}
"#;

fn port(direction: &str, at: usize) -> String {
    format!("subsystem_{:02}_interface_{direction}_data_{}", at / 16 % 40, at / 16)
}

/// A netlist with so many input bits, as many output bits and as many flip-flops.
fn netlist(count: usize) -> String {
    let mut text = String::from("module top (clk");
    for at in (0..count).step_by(16) {
        let _ = write!(text, ", {}, {}", port("in", at), port("out", at));
    }
    text.push_str(");\n input clk;\n");
    for at in (0..count).step_by(16) {
        let _ = writeln!(text, " input [15:0] {};\n output [15:0] {};", port("in", at), port("out", at));
    }
    for at in 0..count {
        let (input, output, bit) = (port("in", at), port("out", at), at % 16);
        let _ = writeln!(
            text,
            " FF subsystem_register_{at} (.CK(clk), .D({input}[{bit}]), .Q({output}[{bit}]));"
        );
    }
    text.push_str("endmodule\n");
    text
}

/// A file of so many lines about bits of ports, and clocks that start at pins.
fn constraints(lines: usize, count: usize) -> String {
    let mut text =
        String::from("create_clock -name system_clock_of_all_interfaces -period 10 [get_ports clk]\n");
    for line in 1..lines {
        let at = line / 10 % count;
        let (input, output, bit) = (port("in", at), port("out", at), at % 16);
        let clock = "-clock [get_clocks {system_clock_of_all_interfaces}]";
        let delay = 0.1 + line as f64 * 1e-6;
        let start = text.len();
        let _ = match line % 10 {
            0 => write!(
                text,
                "create_clock -name generated_by_register_{at} -period 5.0 [get_pins {{subsystem_register_{at}/Q}}] -add"
            ),
            1 | 2 => write!(
                text,
                "set_input_delay {delay:.6} {clock} -max -add_delay [get_ports {{{input}[{bit}]}}]"
            ),
            3 => write!(
                text,
                "set_input_delay {delay:.6} {clock} -min -add_delay [get_ports {{{input}[{bit}]}}]"
            ),
            4 | 5 => write!(
                text,
                "set_output_delay {delay:.6} {clock} -max -add_delay [get_ports {{{output}[{bit}]}}]"
            ),
            6 => write!(
                text,
                "set_output_delay {delay:.6} {clock} -min -add_delay [get_ports {{{output}[{bit}]}}]"
            ),
            7 => write!(text, "set_load -pin_load {delay:.6} [get_ports {{{output}[{bit}]}}]"),
            8 => write!(text, "set_input_transition {delay:.6} -max [get_ports {{{input}[{bit}]}}]"),
            _ => write!(text, "set_input_transition {delay:.6} -min [get_ports {{{input}[{bit}]}}]"),
        };
        // Generated files pad their lines.
        let padding = (BYTES_OF_A_LINE - 1).saturating_sub(text.len() - start);
        text.extend(std::iter::repeat_n(' ', padding));
        text.push('\n');
    }
    text
}

/// The most memory that this process has had, in MB.
fn peak_memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<usize>().ok());
    kilobytes.unwrap_or_default() / 1000
}

/// The processor time that this process has taken, in seconds: on a machine that others use too, less than what a clock on the wall says.
fn processor_time() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|text| text.parse::<f64>().ok()).unwrap_or_default();
    (ticks(11) + ticks(12)) / 100.0
}

fn run_file(shell: &mut Shell, path: &Path) {
    let outcome = shell.run_file(path);
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
}

fn main() {
    let megabytes: usize = std::env::args().nth(1).map_or(145, |text| text.parse().unwrap());
    let lines = megabytes * 1_000_000 / BYTES_OF_A_LINE;
    let count = (lines / 10).max(16).next_multiple_of(16);
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("large.lib"), LIBRARY).unwrap();
    fs::write(at("large.v"), netlist(count)).unwrap();
    fs::write(at("large.sdc"), constraints(lines, count)).unwrap();
    fs::write(at("load.tcl"), "read_liberty [file dirname [info script]]/large.lib\nread_verilog [file dirname [info script]]/large.v\nlink_design top\n").unwrap();
    let size = fs::metadata(at("large.sdc")).unwrap().len() as f64 / 1e6;
    let mut shell = Shell::new();
    run_file(&mut shell, &at("load.tcl"));
    let before = peak_memory();
    let (start, started) = (Instant::now(), processor_time());
    run_file(&mut shell, &at("large.sdc"));
    let (seconds, of_processor) = (start.elapsed().as_secs_f64(), processor_time() - started);
    println!(
        "{size:.1} MB, {lines} lines, {} bits of ports: {seconds:.2} s ({of_processor:.2} s of processor time), {:.1} MB/s; peak memory {before} MB before, {} MB after",
        2 * count + 1,
        size / seconds,
        peak_memory()
    );
}
