//! Real files: the contest's two statements of the same constraints, and SDC as another tool wrote it out again.

use std::path::{Path, PathBuf};

use crate::common::{arrival, netlist};
use zeroslack_constraints::read_text as read;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{Netlist, PinId, PortDirection};
use zeroslack_sdc::Units;
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
        // Slews of inputs name a clock there.
        assert!(!diagnostics.has_errors(), "{name}: {diagnostics}");
        assert_same(&timing, &sdc, &netlist);
        both += 1;
    }
    assert!(both >= 15 && alone > both, "only {both} designs have both, {alone} have one");
}

#[test]
fn gcd_is_read() {
    let Some(shared) = shared() else { return };
    let file = |name: &str| text(&shared.join("data/gcd_sky130hd").join(name)).unwrap();
    let netlist = netlist(&file("gcd_sky130hd.v"));
    let (constraints, diagnostics) =
        read(&file("gcd_sky130hd.sdc"), &netlist, &Units { time: 1e3, capacitance: 1e3, resistance: 1.0 });
    assert!(diagnostics.is_empty(), "{diagnostics}");
    let inputs = netlist.ports().iter().filter(|port| port.direction == PortDirection::Input);
    let bits: u32 = inputs.map(|port| port.range.map_or(1, |(msb, lsb)| msb.abs_diff(lsb) + 1)).sum();
    // All inputs but the clock have a delay; all of them have a slew.
    assert_eq!(constraints.input_delays.len() as u32, bits - 1);
    assert_eq!(constraints.input_slews.len() as u32, bits);
}
