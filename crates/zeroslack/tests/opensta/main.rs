//! Designs under SDC against another timer's answers: every endpoint of every path group, and every pin.
//!
//! Delays are computed from the lumped capacitance of nets, and CPPR is on, as in the goldens. `cargo test -p zeroslack --test
//! opensta -- --ignored --nocapture` lists where parasitics of several blocks meet in one net.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod compare;
mod crossing;
mod design;
mod engine;
mod golden;
#[expect(dead_code, reason = "the tests of the shell use the rest")]
mod pins;
mod real;

use zeroslack::units::Split;

/// Compares endpoints and pins of a case, its SDC read as it is.
#[track_caller]
fn check(case: &str) {
    check_without(case, &[]);
}

/// The same, but for the arrivals and slews of some pins, see [`pins::check`].
#[track_caller]
fn check_without(case: &str, unstated: &[&str]) {
    let Some(shared) = common::shared() else { return };
    let folder = shared.join("sdc_cases").join(case);
    let mut session = design::timed(&design::files(&folder.join("load.tcl")));
    let golden = folder.join("golden");
    for split in Split::ALL {
        compare::check_endpoints(&mut session, &golden, split, &[]);
    }
    pins::check(&session, &golden.join("pins.tsv"), unstated);
}

#[test]
fn ideal_clock() {
    check("01_ideal_clock");
}

#[test]
fn propagated_clock() {
    check("02_propagated_clock");
}

#[test]
fn propagated_on_pin() {
    check("03_propagated_on_pin");
}

#[test]
fn clock_waveform() {
    check("04_clock_waveform");
}

#[test]
fn two_clocks_on_one_port() {
    check("06_two_clocks_one_port");
}

#[test]
fn virtual_clock() {
    check("08_virtual_clock");
}

#[test]
fn source_latency() {
    check("18_clock_source_latency");
}

#[test]
fn delays_from_a_falling_edge() {
    check("22_io_delay_clock_fall");
}

#[test]
fn delays_by_split_and_transition() {
    check("23_io_delay_min_max_rf");
}

#[test]
fn integrated_clock_gates() {
    check("56_clock_gating_icg");
}

#[test]
fn recovery_and_removal() {
    check("57_recovery_removal");
}

#[test]
fn half_cycle() {
    check("59_half_cycle");
}

#[test]
fn clocks_of_two_frequencies() {
    check("60_multi_freq");
}

#[test]
fn clock_through_xor() {
    check_without("66_xor_clock", &["x1/B", "x1/Z", "r2/CK"]);
}

#[test]
fn what_is_launched_or_captured_by_no_clock() {
    let unstated = ["r2/D", "r4/CK", "r4/Q", "r4/QN", "u1/A2", "u1/ZN", "u3/A", "u3/ZN", "u4/A", "u4/Z"];
    check_without("71_unconstrained", &unstated);
}

#[test]
fn clock_on_an_internal_pin() {
    check("93_clock_on_internal_pin");
}
