//! Designs that scripts load and constrain, against another timer's reports.

use std::path::{Path, PathBuf};

use zeroslack_shell::Shell;

use super::common;
use super::compare::{Tolerance, difference};
use super::rules_on_purpose;

/// Commands whose texts are compared.
const COMMANDS: &[&str] = &[
    "check_setup",
    "report_check_types",
    "report_clock_latency",
    "report_clock_min_period",
    "report_clock_properties",
    "report_clock_skew",
    "report_dcalc",
    "report_disabled_edges",
    "report_net",
    "report_tns",
    "report_units",
    "report_wns",
    "report_worst_slack",
];

/// Reports that differ on purpose; `docs/reports_of_objects.md` says why.
const ON_PURPOSE: &[(&str, &str)] = &[
    ("09_gclk_divide_by", "clock_latency"),
    ("12_gclk_edges", "clock_latency"),
    ("14_gclk_invert", "clock_latency"),
    ("15_gclk_combinational", "clock_latency"),
    ("15_gclk_combinational", "clock_skew_hold"),
    ("18_clock_source_latency", "clock_latency"),
    ("18_clock_source_latency", "clock_skew_hold"),
    ("47_case_analysis", "disabled_edges"),
    ("49_case_analysis_clock_mux", "clock_latency"),
    ("49_case_analysis_clock_mux", "clock_skew"),
    ("49_case_analysis_clock_mux", "clock_skew_hold"),
    ("49_case_analysis_clock_mux", "disabled_edges"),
    ("52_latch_borrow", "clock_min_period"),
    ("54_clock_gating_inferred", "clock_latency"),
    ("62_crpr", "clock_skew_hold"),
    ("70_comb_loop_user", "check_setup"),
    ("70_comb_loop_user", "disabled_edges"),
    ("70_comb_loop_user", "summary"),
    ("73_tristate_bidir", "summary"),
    ("76_assign_const", "disabled_edges"),
    ("82_when_arcs", "dcalc_f1"),
    ("82_when_arcs", "dcalc_m1"),
    ("82_when_arcs", "dcalc_x1"),
    ("82_when_arcs", "disabled_edges"),
    ("87_path_margin", "summary"),
    ("88_asap7_ps_units", "clock_skew_hold"),
    ("89_gcd_exceptions", "clock_latency"),
    ("89_gcd_exceptions", "clock_skew_hold"),
    ("45_clock_groups_exclusive", "clock_skew_hold"),
    ("67_set_sense", "check_setup"),
    ("67_set_sense", "clock_latency"),
    ("94_gclk_source_latency", "clock_latency"),
];

/// What every script's goldens were made with, beside its own reports.
const SUMMARY: &str = "rpt summary {
    report_tns -max -digits 6
    report_tns -min -digits 6
    report_wns -max -digits 6
    report_wns -min -digits 6
    report_worst_slack -max -digits 6
    report_worst_slack -min -digits 6
}";

/// `rpt name {commands}` writes what commands print to a file, if their texts are compared.
const RPT: &str = "proc rpt {name commands} {
    foreach command [split $commands \";\\n\"] {
        if {[regexp {^\\s*(\\S+)} $command -> first] && $first in $::compared} {
            uplevel #0 \"$command >> $::out/$name.txt\"
        }
    }
}";

fn run(shell: &mut Shell, script: &str) {
    let outcome = shell.run(script);
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
}

/// The reports that a script makes after another one has loaded a design, by name.
fn reports(load: &Path, reports: &str) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let mut shell = Shell::new();
    let outcome = shell.run_file(load);
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    run(&mut shell, "set_delay_calculator lumped_cap");
    run(
        &mut shell,
        &format!("set out {{{}}}; set compared {{{}}}", folder.path().display(), COMMANDS.join(" ")),
    );
    run(&mut shell, RPT);
    run(&mut shell, reports);
    let files = std::fs::read_dir(folder.path()).unwrap();
    let mut texts: Vec<(String, String)> = files
        .map(|file| {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    texts.sort();
    texts
}

/// How each report of a case ends: its name, and what differs.
fn compared(case: &str) -> Vec<(String, Option<String>)> {
    let Some(shared) = common::shared() else { return Vec::new() };
    let folder = shared.join("sdc_cases").join(case);
    let own = std::fs::read_to_string(folder.join("report.tcl")).unwrap_or_default();
    let texts = reports(&folder.join("load.tcl"), &format!("{SUMMARY}\n{own}"));
    ends(case, &folder.join("golden"), texts)
}

/// The same of a placed design.
fn compared_design(name: &str) -> Vec<(String, Option<String>)> {
    let Some(shared) = common::shared() else { return Vec::new() };
    let tns = SUMMARY.replace("summary", "tns");
    let rules = "rpt check_types {report_check_types -max_slew -max_capacitance -max_fanout -violators}";
    let rules = if name == DESIGNS[1] { rules } else { "" };
    let script = format!("{tns}\nrpt clock_skew {{report_clock_skew -digits 4}}\n{rules}");
    let texts = reports(&shared.join("data").join(name).join("load.tcl"), &script);
    ends(name, &shared.join("golden/opensta").join(name).join("lumped_cap"), texts)
}

fn ends(case: &str, golden: &Path, texts: Vec<(String, String)>) -> Vec<(String, Option<String>)> {
    assert!(!texts.is_empty());
    let read = |name: &str| -> String {
        let path: PathBuf = golden.join(format!("{name}.txt"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    // A golden that is in other units than most says so.
    let units = std::fs::read_to_string(golden.join("units.txt"));
    let is_in_ps = units.is_ok_and(|units| units.contains(" time 1ps"));
    let tolerance = Tolerance(if is_in_ps { 1e-2 } else { 1e-5 });
    let end = |(name, ours): (String, String)| {
        let golden = read(&name);
        let beside = rules_on_purpose::difference_beside((case, &name), &ours, &golden, tolerance);
        let differs = beside.unwrap_or_else(|| difference(&ours, &golden, tolerance));
        (name, differs)
    };
    texts.into_iter().map(end).collect()
}

#[track_caller]
fn check(case: &str, ends: Vec<(String, Option<String>)>) {
    for (report, differs) in ends {
        let is_meant = ON_PURPOSE.contains(&(case, report.as_str()));
        match differs {
            Some(what) => assert!(is_meant, "{case} {report}: {what}"),
            None => assert!(!is_meant, "{case} {report} does not differ"),
        }
    }
}

#[expect(clippy::print_stdout, reason = "it prints a table")]
fn print_rows(case: &str, ends: impl FnOnce() -> Vec<(String, Option<String>)> + std::panic::UnwindSafe) {
    match std::panic::catch_unwind(ends) {
        Ok(ends) => {
            for (report, differs) in ends {
                let differs = differs.unwrap_or_else(|| "equal".to_owned());
                println!("{case:<26} {report:<24} {differs}");
            }
        }
        Err(what) => {
            let text = what.downcast_ref::<String>().map_or("", |text| text.trim());
            println!("{case:<26} {:<24} failed: {text}", "");
        }
    }
}

macro_rules! cases {
    ($($name:ident $case:literal,)*) => {
        $(#[test] fn $name() { check($case, compared($case)); })*

        /// Prints how each report ends, and what differs first.
        #[test]
        #[ignore = "prints a table"]
        fn table() {
            $(print_rows($case, || compared($case));)*
            for design in DESIGNS {
                print_rows(design, || compared_design(design));
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
    hierarchy "75_hierarchy",
    generated_by_division "09_gclk_divide_by",
    generated_by_odd_division "10_gclk_divide_by_3",
    generated_by_multiplication "11_gclk_multiply_by",
    generated_from_edges "12_gclk_edges",
    generated_inverted "14_gclk_invert",
    generated_combinationally "15_gclk_combinational",
    asynchronous_clocks "44_clock_groups_async",
    exclusive_clocks "45_clock_groups_exclusive",
    senses "67_set_sense",
    generated_with_latency "94_gclk_source_latency",
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
    path_groups "51_group_path",
    gated_clocks "56_clock_gating_icg",
    borrowing_latches "52_latch_borrow",
    recovery_and_removal "57_recovery_removal",
    half_cycle "59_half_cycle",
    clocks_of_two_frequencies "60_multi_freq",
    crpr "62_crpr",
    crpr_off "63_crpr_off",
    clocks_through_an_xor "66_xor_clock",
    combinational_loops "68_comb_loop",
    loops_that_constraints_open "70_comb_loop_user",
    unconstrained "71_unconstrained",
    tristate_drivers_and_inout_ports "73_tristate_bidir",
    formats "78_report_formats",
    buses_and_escaped_names "74_bus_escaped",
    constants_of_the_netlist "76_assign_const",
    design_rules "79_drv_checks",
    pulse_widths "80_min_pulse_width",
    conditional_arcs "82_when_arcs",
    path_margins "87_path_margin",
    units_of_picoseconds "88_asap7_ps_units",
    exceptions_of_a_placed_design "89_gcd_exceptions",
    longest_slews_of_clocks "92_max_transition_clock_path",
    clock_on_an_internal_pin "93_clock_on_internal_pin",
    what_is_unset "97_unset_commands",
    ports_against_two_clocks "99_io_two_clocks",
}

/// Checks of signals that gate clocks.
#[test]
fn checks_of_gates() {
    let mut ends = compared("54_clock_gating_inferred");
    ends.retain(|(report, _)| report.starts_with("gating"));
    check("54_clock_gating_inferred", ends);
}

/// Designs with a script of their own.
const DESIGNS: [&str; 2] = ["gcd_sky130hd", "xtea_sky130hd"];

#[test]
fn gcd() {
    check(DESIGNS[0], compared_design(DESIGNS[0]));
}

#[test]
fn xtea() {
    check(DESIGNS[1], compared_design(DESIGNS[1]));
}
