//! Designs that scripts load and constrain, against another timer's answers: every endpoint of every path group, and every pin.
//!
//! `cargo test -p zeroslack-shell --test goldens -- --nocapture table` prints how each case of the shared data ends.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../../../zeroslack/tests/common/mod.rs"]
mod common;
#[path = "../../../zeroslack/tests/opensta/compare.rs"]
mod compare;
#[path = "../../../zeroslack/tests/opensta/engine.rs"]
#[allow(dead_code, reason = "the tests of the library use the rest")]
mod engine;
#[path = "../../../zeroslack/tests/opensta/golden.rs"]
mod golden;
#[path = "../../../zeroslack/tests/opensta/pins.rs"]
mod pins;

mod real {
    //! What `engine` gives of a worst path.

    #[expect(dead_code, reason = "the tests of the library read them")]
    pub struct Ends {
        pub start: String,
        pub end: String,
        pub launch: String,
    }
}

use std::path::Path;

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

/// Compares endpoints and pins after a script; what differs is in the panic.
fn compare_with(script: &Path, golden: &Path, pin_file: Option<&Path>) {
    let mut shell = loaded(script);
    let session = shell.session().unwrap();
    session.update().unwrap();
    for split in Split::ALL {
        compare::check_endpoints(session, golden, split);
    }
    if let Some(file) = pin_file {
        pins::check(session, file, &[]);
    }
}

#[track_caller]
fn check(case: &str) {
    let Some(shared) = common::shared() else { return };
    let folder = shared.join("sdc_cases").join(case);
    let golden = folder.join("golden");
    compare_with(&folder.join("load.tcl"), &golden, Some(&golden.join("pins.tsv")));
}

macro_rules! cases {
    ($($name:ident $case:literal,)*) => {
        $(#[test] fn $name() { check($case); })*

        /// Prints how each case ends.
        #[test]
        #[ignore = "prints a table"]
        fn table() {
            let cases = [$($case,)*];
            for case in cases {
                let outcome = std::panic::catch_unwind(|| check(case));
                println!("{case:<28} {}", if outcome.is_ok() { "equal" } else { "differs" });
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
    clock_source_latency "18_clock_source_latency",
    delays_from_a_falling_edge "22_io_delay_clock_fall",
    delays_by_split_and_transition "23_io_delay_min_max_rf",
    half_cycle "59_half_cycle",
    clocks_of_two_frequencies "60_multi_freq",
}

/// A placed design: its script unchanged, all its endpoints.
fn check_design(name: &str) {
    let Some(shared) = common::shared() else { return };
    let golden = shared.join("golden/opensta").join(name).join("lumped_cap");
    compare_with(&shared.join("data").join(name).join("load.tcl"), &golden, None);
}

#[test]
fn gcd() {
    check_design("gcd_sky130hd");
}
