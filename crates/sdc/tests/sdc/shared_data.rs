//! Real files: the contest's two statements of the same constraints, and SDC as another tool wrote it out again.

use std::path::{Path, PathBuf};

use crate::common::{arrival, netlist, print};
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{Netlist, PinId, PortDirection};
use zeroslack_sdc::Units;
use zeroslack_sdc::sdc::read;
use zeroslack_sdc::tau::read_timing;
use zeroslack_sdc::{Constraints, OutputDelay};
use zeroslack_testing::shared;
use zeroslack_units::{Quad, Split, Ticks, Transition};

fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(of).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

fn text(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    Some(zeroslack_input::text(&bytes, &mut Diagnostics::new()).unwrap().into_owned())
}

/// Ticks that a sum of two decimals can be off.
const TOLERANCE: Ticks = 2;

fn assert_close(a: Quad<Option<Ticks>>, b: Quad<Option<Ticks>>, what: &str) {
    for (a, b) in a.as_flattened().iter().zip(b.as_flattened()) {
        let close = match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() <= TOLERANCE,
            (a, b) => a == b,
        };
        assert!(close, "{what}: {a:?} {b:?}");
    }
}

/// What an output delay from a clock's first edge requires, one period after the launch.
fn required(delay: &OutputDelay, constraints: &Constraints) -> Quad<Option<Ticks>> {
    let clock = &constraints.clocks[delay.edge.clock];
    assert_eq!((delay.edge.edge, clock.edges[0]), (Transition::Rise, 0));
    let mut required = delay.delay;
    for split in Split::ALL {
        let edge = if split == Split::Late { clock.period } else { 0 };
        required[split as usize] = delay.delay[split as usize].map(|delay| delay.map(|delay| edge - delay));
    }
    required
}

fn assert_same(timing: &Constraints, sdc: &Constraints, netlist: &Netlist) {
    let name = |pin: PinId| netlist.pin_name(pin);
    for (_, clock) in timing.clocks.iter() {
        let same = &sdc.clocks[sdc.clocks.find(&clock.name).unwrap()];
        assert_eq!((&same.sources, same.period), (&clock.sources, clock.period));
    }
    // The SDC states an arrival of data at the clock's port, too.
    let of_data = timing.all_input_delays().map(|(port, stated)| (port, arrival(timing, stated)));
    let of_clocks = timing.clock_arrivals.iter().map(|(&pin, &values)| (pin, values));
    let mut arrivals: Vec<_> = of_data.chain(of_clocks).collect();
    arrivals.sort_by_key(|(port, _)| *port);
    assert_eq!(arrivals.len(), sdc.all_input_delays().count());
    for ((port, ours), (at, theirs)) in arrivals.into_iter().zip(sdc.all_input_delays()) {
        assert_eq!(port, at);
        assert_close(ours, arrival(sdc, theirs), &name(port));
    }
    assert_eq!(timing.input_slews, sdc.input_slews);
    assert_eq!(timing.loads, sdc.loads);
    assert_eq!(timing.required_times.len(), sdc.all_output_delays().count());
    for ((&port, &ours), (at, theirs)) in timing.required_times.iter().zip(sdc.all_output_delays()) {
        assert_eq!(port, at);
        assert_close(ours, required(theirs, sdc), &name(port));
    }
}

#[test]
fn the_contest_says_the_same_in_both_formats() {
    let Some(shared) = shared() else { return };
    let mut both = 0;
    let mut alone = 0;
    for folder in folders(&shared.join("data/tau15")) {
        let name = folder.file_name().unwrap().to_str().unwrap().to_string();
        let file = |extension: &str| text(&folder.join(format!("{name}.{extension}")));
        let Some(timing) = file("timing") else { continue };
        let netlist = netlist(&file("v").unwrap());
        let (timing, diagnostics) = read_timing(&timing, &netlist);
        assert!(diagnostics.is_empty(), "{name}: {diagnostics}");
        assert!(!timing.input_delays.is_empty(), "{name}");
        alone += 1;
        let Some(sdc) = file("sdc") else { continue };
        let (sdc, diagnostics) =
            read(&sdc, &netlist, &Units { time: 1.0, capacitance: 1.0, resistance: 1.0 });
        assert!(diagnostics.is_empty(), "{name}: {diagnostics}");
        assert_same(&timing, &sdc, &netlist);
        both += 1;
    }
    assert!(both >= 15 && alone > both, "only {both} designs have both, {alone} have one");
}

/// Unsupported commands by which a case changes what the supported ones mean.
const CHANGING: [&str; 2] = ["create_generated_clock", "unset_"];

#[test]
fn sdc_written_out_again_by_another_tool_means_the_same() {
    let Some(shared) = shared() else { return };
    let units = Units { time: 1e3, capacitance: 1.0, resistance: 1.0 };
    let mut compared = 0;
    for folder in folders(&shared.join("sdc_cases")) {
        let (Some(case), Some(verilog)) = (text(&folder.join("case.sdc")), text(&folder.join("top.v")))
        else {
            continue;
        };
        let Some(written) = text(&folder.join("golden/written.sdc")) else { continue };
        let netlist = netlist(&verilog);
        let [case_read, written_read] = [&case, &written].map(|text| read(text, &netlist, &units));
        // A case of several modes has a file for each, of which only one is written out.
        let several_modes = folder.join("test.sdc").exists();
        let changing = several_modes || CHANGING.iter().any(|command| case.contains(command));
        for (_, diagnostics) in [&case_read, &written_read] {
            assert!(changing || !diagnostics.has_errors(), "{}:\n{diagnostics}", folder.display());
        }
        if changing {
            continue;
        }
        let [case, written] = [case_read, written_read].map(|(mut constraints, _)| {
            // The other tool writes out no slew that has several values.
            constraints
                .input_slews
                .retain(|_, slew| slew.as_flattened().windows(2).all(|two| two[0] == two[1]));
            let text = print(&constraints, &netlist);
            let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
            // Nor does it keep the order of what is stated of one port.
            lines.sort();
            lines
        });
        assert_eq!(case, written, "{}", folder.display());
        compared += 1;
    }
    assert!(compared > 40, "only {compared} cases");
}

/// The cases that need nothing but clocks and delays at ports.
const PLAIN: [&str; 12] = [
    "01_ideal_clock",
    "02_propagated_clock",
    "03_propagated_on_pin",
    "04_clock_waveform",
    "06_two_clocks_one_port",
    "08_virtual_clock",
    "22_io_delay_clock_fall",
    "23_io_delay_min_max_rf",
    "59_half_cycle",
    "60_multi_freq",
    "66_xor_clock",
    "93_clock_on_internal_pin",
];

#[test]
fn plain_cases_are_read_as_they_are() {
    let Some(shared) = shared() else { return };
    for case in PLAIN {
        let file = |name: &str| text(&shared.join("sdc_cases").join(case).join(name)).unwrap();
        let netlist = netlist(&file("top.v"));
        let (constraints, diagnostics) =
            read(&file("case.sdc"), &netlist, &Units { time: 1e3, capacitance: 1.0, resistance: 1.0 });
        assert!(diagnostics.is_empty(), "{case}:\n{diagnostics}");
        assert!(!constraints.clocks.is_empty() && !constraints.input_delays.is_empty(), "{case}");
    }
}

#[test]
fn gcd_is_read_once_its_delay_is_computed() {
    let Some(shared) = shared() else { return };
    let file = |name: &str| text(&shared.join("data/gcd_sky130hd").join(name)).unwrap();
    let netlist = netlist(&file("gcd_sky130hd.v"));
    let sdc = file("gcd_sky130hd.sdc");
    let plain = sdc.replace("[expr $period * $clk_period_factor]", "1.0");
    assert_ne!(plain, sdc);
    let (constraints, diagnostics) =
        read(&plain, &netlist, &Units { time: 1e3, capacitance: 1e3, resistance: 1.0 });
    assert!(diagnostics.is_empty(), "{diagnostics}");
    let inputs = netlist.ports().iter().filter(|port| port.direction == PortDirection::Input);
    let bits: u32 = inputs.map(|port| port.range.map_or(1, |(msb, lsb)| msb.abs_diff(lsb) + 1)).sum();
    // All inputs but the clock have a delay; all of them have a slew.
    assert_eq!(constraints.input_delays.len() as u32, bits - 1);
    assert_eq!(constraints.input_slews.len() as u32, bits);
}
