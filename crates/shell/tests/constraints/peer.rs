//! Constraints of the shared cases: what another timer wrote of them states the same as the case's own file.

use std::path::Path;

use zeroslack::ModeId;
use zeroslack::sdc::{Constraints, Exceptions};
use zeroslack_shell::Shell;

/// The constraints after a script.
fn stated(script: &str) -> Constraints {
    let mut shell = Shell::new();
    let outcome = shell.run(script);
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    shell.session().unwrap().constraints(ModeId::FIRST).clone()
}

/// The script that loads a case, with other constraints in place of its own.
fn with_constraints(case: &Path, constraints: &Path) -> String {
    let script = std::fs::read_to_string(case.join("load.tcl")).unwrap();
    let lines = script.lines().filter(|line| !line.starts_with("set here") && !line.starts_with("read_sdc"));
    let lines: Vec<&str> = lines.collect();
    format!("set here {}\n{}\nread_sdc {}", case.display(), lines.join("\n"), constraints.display())
}

#[track_caller]
fn check(case: &str) {
    let Some(shared) = zeroslack_testing::shared() else { return };
    let case = shared.join("sdc_cases").join(case);
    let own = stated(&format!("source {}", case.join("load.tcl").display()));
    let written = stated(&with_constraints(&case, &case.join("golden/written.sdc")));
    // The other timer writes exceptions in an order of its own.
    let sorted = |constraints: &Constraints| {
        let mut said: Vec<String> =
            constraints.exceptions.list().iter().map(|exception| format!("{exception:?}")).collect();
        said.sort();
        said
    };
    assert_eq!(sorted(&own), sorted(&written));
    let without = |mut constraints: Constraints| {
        // In which order the delays of a port are stated says nothing.
        constraints.input_delays.values_mut().for_each(|delays| delays.sort_by_key(|delay| delay.edge));
        constraints.output_delays.values_mut().for_each(|delays| delays.sort_by_key(|delay| delay.edge));
        Constraints { exceptions: Exceptions::default(), ..constraints }
    };
    assert_eq!(without(own), without(written));
}

macro_rules! cases {
    ($($name:ident $case:literal,)*) => {
        $(#[test] fn $name() { check($case); })*
    };
}

// The other timer writes no latencies and slews that differ by split and transition: 17, 21 and 26 are not here.
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
    asynchronous_clocks "44_clock_groups_async",
    exclusive_clocks "45_clock_groups_exclusive",
    clocks_of_both_edges "66_xor_clock",
    senses "67_set_sense",
    clock_on_inner_pin "93_clock_on_internal_pin",
    generated_with_latency "94_gclk_source_latency",
    clock_gating "54_clock_gating_inferred",
    integrated_clock_gates "56_clock_gating_icg",
    borrowing_latches "52_latch_borrow",
    data_checks "86_data_check",
    ports_of_two_clocks "99_io_two_clocks",
    clock_source_latency "18_clock_source_latency",
    clock_uncertainty "19_clock_uncertainty",
    delays_from_a_falling_edge "22_io_delay_clock_fall",
    delays_by_split_and_transition "23_io_delay_min_max_rf",
    driving_cells "25_driving_cell",
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
    path_groups "51_group_path",
    half_cycle "59_half_cycle",
    clocks_of_two_frequencies "60_multi_freq",
    crpr "62_crpr",
    crpr_off "63_crpr_off",
    loops_that_constraints_open "70_comb_loop_user",
    buses_and_escaped_names "74_bus_escaped",
    conditional_arcs "82_when_arcs",
    path_margins "87_path_margin",
    units_of_picoseconds "88_asap7_ps_units",
    what_is_unset "97_unset_commands",
}
