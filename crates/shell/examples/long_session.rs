//! A session of 100,000 commands that ask for objects and properties and change constraints, over a design of the shared data or another one:
//! prints the slowest commands, the median, and the memory at the beginning, in the middle and at the end.
//!
//! `cargo run --release -p zeroslack-shell --example long_session -- netlist.v library.lib...`

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement may fail, and prints")]

use std::fs;
use std::time::{Duration, Instant};

use zeroslack_shell::Shell;
use zeroslack_tcl::Value;

const COMMANDS: usize = 100_000;

/// What is run again and again; `%p`, `%i`, `%o`, `%c`, `%n` and `%q` stand for a port, an input, an output, a cell, a net and a pin, `%d` for a number.
const SCRIPTS: &[&str] = &[
    "get_ports {%p}",
    "get_cells {%c}",
    "get_nets {%n}",
    "get_pins {%q}",
    "get_property [get_cells {%c}] ref_name",
    "get_property [get_pins {%q}] direction",
    "get_property {%c} area",
    "get_full_name [get_nets -of_objects [get_pins {%q}]]",
    "llength [get_cells -of_objects [get_nets {%n}]]",
    "get_pins -of_objects [get_cells {%c}]",
    "get_cells */_1234*",
    "get_cells -hierarchical _123?_",
    "get_pins -hierarchical _1234_/*",
    "get_nets -hierarchical _123?_ -filter {fanout > 2}",
    "get_lib_cells -of_objects [get_cells {%c}]",
    "create_clock -name clk -period 1%d [get_ports {%i}]",
    "create_clock -name virtual -period 2%d",
    "set_input_delay 0.%d -clock virtual [get_ports {%i}]",
    "set_input_delay 0.%d -max -clock virtual -add_delay [get_ports {%i}]",
    "set_output_delay 0.%d -clock virtual [get_ports {%o}]",
    "set_load 0.%d [get_ports {%o}]",
    "set_input_transition 0.%d [get_ports {%i}]",
    "set_propagated_clock [all_clocks]",
    "all_inputs -no_clocks",
    "lsearch [all_inputs] [get_port {%i}]",
    "get_clocks v*",
    "get_property virtual period",
    "foreach it [get_cells -of_objects [get_nets {%n}]] {set last [get_name $it]}",
    "catch {get_ports {nothing_%d}}",
    "catch {get_property {%c} nothing}",
];

fn memory() -> usize {
    let statm = fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap() * 4 / 1000
}

fn names(shell: &mut Shell, list: &str) -> Vec<String> {
    let script = format!("set all {{}}; foreach it [{list}] {{lappend all [get_full_name $it]}}; set all");
    let outcome = shell.run(&script);
    let value = outcome.unwrap_or_else(|_| Value::empty());
    value.elements().unwrap().iter().map(ToString::to_string).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (netlist, libraries) = arguments.split_first().unwrap();
    let mut shell = Shell::new();
    let mut script: String = libraries.iter().map(|file| format!("read_liberty {file}\n")).collect();
    script.push_str(&format!("read_verilog {netlist}\nlink_design\n"));
    let outcome = shell.run(&script);
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    // Warnings of names of nothing are part of the session, but not of what is printed here.
    let kinds = [
        ("%p", names(&mut shell, "get_ports *")),
        ("%i", names(&mut shell, "all_inputs")),
        ("%o", names(&mut shell, "all_outputs")),
        ("%c", names(&mut shell, "get_cells -hierarchical *")),
        ("%n", names(&mut shell, "get_nets -hierarchical *")),
        ("%q", names(&mut shell, "get_pins -hierarchical ?")),
    ];
    shell.run("unset all").unwrap();
    shell.run("create_clock -name virtual -period 10").unwrap();
    let mut took: Vec<Vec<Duration>> = vec![Vec::new(); SCRIPTS.len()];
    let mut memories = vec![memory()];
    for number in 0..COMMANDS {
        let mut script = SCRIPTS[number % SCRIPTS.len()].replace("%d", &format!("{:03}", number % 1000));
        for (place, names) in &kinds {
            script = script.replace(place, &names[number.wrapping_mul(7919) % names.len()]);
        }
        let start = Instant::now();
        let (outcome, _) = shell.interp().capture(|interp| interp.run_script(&script));
        took[number % SCRIPTS.len()].push(start.elapsed());
        assert!(outcome.is_ok(), "{script}: {}", Shell::complaint(&outcome).unwrap_or_default());
        if number + 1 == COMMANDS / 2 {
            memories.push(memory());
        }
    }
    memories.push(memory());
    let mut all = took.concat();
    all.sort();
    let total: Duration = all.iter().sum();
    let (median, most) = (all[COMMANDS / 2], all[COMMANDS - 1]);
    println!(
        "{COMMANDS} commands in {total:.2?}: median {median:.2?}, 99.9 % in {:.2?}, slowest {most:.2?}",
        all[COMMANDS / 1000 * 999]
    );
    // Other programs may stop a single command for a while, but not half of those of one kind.
    let mut medians: Vec<(Duration, &str)> = Vec::new();
    for (times, script) in took.iter_mut().zip(SCRIPTS) {
        times.sort();
        medians.push((times[times.len() / 2], script));
    }
    medians.sort();
    for (median, script) in medians.iter().rev().take(6) {
        println!("median of the slowest kinds: {median:.2?} {script}");
    }
    println!("memory: {memories:?} MB at the beginning, in the middle and at the end");
}
