//! Designs that scripts load and constrain, against another timer's answers: every endpoint of every path group, and every pin.
//!
//! `cargo test -p zeroslack-shell --test goldens -- --ignored --nocapture table` prints how each case of the shared data ends.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../../../zeroslack/tests/common/mod.rs"]
mod common;
#[path = "../../../zeroslack/tests/opensta/compare.rs"]
mod compare;
#[path = "../../../zeroslack/tests/opensta/crossing.rs"]
mod crossing;
#[path = "../../../zeroslack/tests/opensta/design.rs"]
#[expect(dead_code, reason = "the tests of the library use the rest")]
mod design;
#[path = "../../../zeroslack/tests/opensta/engine.rs"]
mod engine;
#[path = "../../../zeroslack/tests/opensta/golden.rs"]
mod golden;
mod on_purpose;
#[path = "../../../zeroslack/tests/opensta/pins.rs"]
mod pins;

use std::path::Path;

use flate2::read::GzDecoder;
use zeroslack::units::Split;
use zeroslack_shell::Shell;

/// A shell that ran a script, with delays computed as in the goldens.
fn loaded(script: &Path) -> Shell {
    let mut shell = Shell::new();
    let outcome = shell.run_file(script);
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    shell.run("set_delay_calculator lumped_cap").unwrap();
    shell
}

/// Where we differ on purpose: endpoints of cases that have so much more slack, ns.
const BETTER: [(&str, &[(&str, f64)]); 1] = [
    // The other timer prints the margin of a path to an output port, and does not count it.
    ("87_path_margin", &[("out1", 0.02)]),
];

/// Pins that signals reach from inputs of which nothing is stated: those start at 0 in the golden and nowhere in ours. The other timer lets a clock that is stopped
/// come as far as the pin where it is stopped, too, and a signal go on whose paths are all false.
const UNSTATED: [(&str, &[&str]); 5] = [
    ("15_gclk_combinational", &["mx/S"]),
    ("45_clock_groups_exclusive", &["mx/S", "mx/Z", "bm/A", "bm/Z", "r2/CK", "r3/CK"]),
    ("66_xor_clock", &["x1/B", "x1/Z", "r2/CK"]),
    (
        "67_set_sense",
        &["x1/B", "x1/Z", "x2/B", "x2/Z", "r1/CK", "r2/CK", "b0/Z", "r3/CK", "r3/Q", "r3/QN", "u4/A", "u4/Z"],
    ),
    ("75_hierarchy", &["s2/lg/lf/n/A2"]),
];

/// Compares endpoints and pins after a script; what differs is in the panic.
fn compare_with(script: &Path, golden: &Path, pin_file: Option<&Path>) {
    let case = script.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    let better = BETTER.iter().find(|(name, _)| Some(*name) == case).map_or(&[][..], |(_, better)| better);
    let mut shell = loaded(script);
    let session = shell.session().unwrap();
    session.update().unwrap();
    if let Some(differs) = case.and_then(on_purpose::of_case) {
        return on_purpose::check(session, golden, differs);
    }
    for split in Split::ALL {
        compare::check_endpoints(session, golden, split, better);
    }
    if let Some(file) = pin_file {
        let unstated = UNSTATED.iter().find(|(name, _)| Some(*name) == case);
        pins::check(session, file, unstated.map_or(&[], |(_, pins)| pins));
    }
}

#[track_caller]
fn check(case: &str) {
    let Some(shared) = common::shared() else { return };
    let folder = shared.join("sdc_cases").join(case);
    let golden = folder.join("golden");
    let script = folder.join("load.tcl");
    // A golden that is in other units than most says so.
    if std::fs::read_to_string(golden.join("units.txt")).is_ok_and(|units| units.contains(" time 1ps")) {
        let copy = tempfile::tempdir().unwrap();
        for file in ["endpoints.max.txt", "endpoints.min.txt", "pins.tsv"] {
            let text = std::fs::read_to_string(golden.join(file)).unwrap();
            std::fs::write(copy.path().join(file), in_nanoseconds(&text)).unwrap();
        }
        compare_with(&script, copy.path(), Some(&copy.path().join("pins.tsv")));
    } else {
        let (pins, packed) = (golden.join("pins.tsv"), golden.join("pins.tsv.gz"));
        let folder = tempfile::tempdir().unwrap();
        let unpacked = folder.path().join("pins.tsv");
        if packed.exists() {
            let mut file = std::fs::File::create(&unpacked).unwrap();
            std::io::copy(&mut GzDecoder::new(std::fs::File::open(packed).unwrap()), &mut file).unwrap();
        }
        compare_with(&script, &golden, Some(if pins.exists() { &pins } else { &unpacked }));
    }
}

/// A text in picoseconds in nanoseconds.
fn in_nanoseconds(text: &str) -> String {
    let scaled = |word: &str| match word.trim().parse::<f64>() {
        Ok(ps) if ps.is_finite() => word.replace(word.trim(), &format!("{:.9}", ps / 1e3)),
        _ => word.to_owned(),
    };
    text.split_inclusive([' ', '\t', '\n']).map(scaled).collect()
}

#[expect(clippy::print_stdout, reason = "it prints a table")]
fn print_row(name: &str, check: impl FnOnce() + std::panic::UnwindSafe) {
    match std::panic::catch_unwind(check) {
        Ok(()) if on_purpose::of_case(name).is_some() => {
            println!("{name:<28} equal but for");
            on_purpose::of_case(name).unwrap().lines().iter().for_each(|line| println!("    {line}"));
        }
        Ok(()) => println!("{name:<28} equal"),
        Err(what) => {
            let text = what.downcast_ref::<String>().map_or("", |text| text.trim());
            println!("{name:<28} differs: {}", text.lines().next().unwrap_or_default());
        }
    }
}

macro_rules! cases {
    ($($name:ident $case:literal,)*) => {
        $(#[test] fn $name() { check($case); })*

        /// Prints how each case ends, and what differs first.
        #[test]
        #[ignore = "prints a table"]
        fn table() {
            $(print_row($case, || check($case));)*
            for design in DESIGNS {
                print_row(design, || check_design(design));
            }
        }
    };
}

cases! {
    ideal_clock "01_ideal_clock",
    propagated_clock "02_propagated_clock",
    propagated_on_pin "03_propagated_on_pin",
    clock_waveform "04_clock_waveform",
    two_clocks_on_one_port "06_two_clocks_one_port",
    virtual_clock "08_virtual_clock",
    generated_by_division "09_gclk_divide_by",
    generated_by_odd_division "10_gclk_divide_by_3",
    generated_by_multiplication "11_gclk_multiply_by",
    generated_from_edges "12_gclk_edges",
    generated_inverted "14_gclk_invert",
    generated_combinationally "15_gclk_combinational",
    clock_latency "17_clock_latency",
    clock_source_latency "18_clock_source_latency",
    clock_uncertainty "19_clock_uncertainty",
    clock_transition "21_clock_transition",
    delays_from_a_falling_edge "22_io_delay_clock_fall",
    delays_by_split_and_transition "23_io_delay_min_max_rf",
    driving_cells "25_driving_cell",
    slews_and_loads "26_input_transition_load",
    derates "27_derate_early_late",
    derates_by_kind "28_derate_types",
    false_paths "30_false_path",
    false_paths_between_clocks "32_false_path_clocks",
    several_through "33_multi_through",
    multicycle_paths "35_multicycle",
    multicycle_paths_of_transitions "37_multicycle_rf",
    limits_of_paths "38_max_min_delay",
    limits_without_latency "39_max_delay_ignore_latency",
    limits_without_clocks "41_max_delay_no_clock",
    priorities "42_exception_priority",
    case_analysis "47_case_analysis",
    case_analysis_of_a_clock_mux "49_case_analysis_clock_mux",
    disabled_timing "50_disable_timing",
    asynchronous_clocks "44_clock_groups_async",
    exclusive_clocks "45_clock_groups_exclusive",
    path_groups "51_group_path",
    recovery_and_removal "57_recovery_removal",
    half_cycle "59_half_cycle",
    clocks_of_two_frequencies "60_multi_freq",
    crpr "62_crpr",
    crpr_off "63_crpr_off",
    combinational_loops "68_comb_loop",
    loops_that_constraints_open "70_comb_loop_user",
    tristate_drivers_and_inout_ports "73_tristate_bidir",
    clocks_of_both_edges "66_xor_clock",
    senses "67_set_sense",
    buses_and_escaped_names "74_bus_escaped",
    hierarchy "75_hierarchy",
    constants_of_the_netlist "76_assign_const",
    design_rules "79_drv_checks",
    pulse_widths "80_min_pulse_width",
    conditional_arcs "82_when_arcs",
    path_margins "87_path_margin",
    units_of_picoseconds "88_asap7_ps_units",
    exceptions_of_a_placed_design "89_gcd_exceptions",
    what_is_unset "97_unset_commands",
    longest_slews_of_clocks "92_max_transition_clock_path",
    clock_on_inner_pin "93_clock_on_internal_pin",
    clock_gating "54_clock_gating_inferred",
    integrated_clock_gates "56_clock_gating_icg",
    borrowing_latches "52_latch_borrow",
    data_checks "86_data_check",
    generated_with_latency "94_gclk_source_latency",
    ports_of_two_clocks "99_io_two_clocks",
}

/// A placed design: its script unchanged, all its endpoints.
fn check_design(name: &str) {
    let Some(shared) = common::shared() else { return };
    let golden = shared.join("golden/opensta").join(name).join("lumped_cap");
    compare_with(&shared.join("data").join(name).join("load.tcl"), &golden, None);
}

/// Designs with a script of their own.
const DESIGNS: [&str; 2] = ["gcd_sky130hd", "xtea_sky130hd"];

#[test]
fn gcd() {
    check_design("gcd_sky130hd");
}

/// The chip of 167 blocks, its script unchanged.
#[test]
fn tt02() {
    let Some(shared) = common::shared() else { return };
    let script = shared.join("data/tt02_sky130hd/load.tcl");
    let mut shell = loaded(&script);
    let session = shell.session().unwrap();
    session.update().unwrap();
    crossing::check(
        session,
        &design::files(&script),
        &shared.join("golden/opensta/tt02_sky130hd/lumped_cap"),
    );
}

#[test]
fn xtea() {
    check_design("xtea_sky130hd");
}
