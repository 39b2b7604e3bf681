//! The reports of another timer.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use zeroslack_shell::Shell;
use zeroslack_tcl::Value;

use crate::text::Tolerance;
use crate::{common, json, text};

/// A shell that ran a script, with delays computed as in the goldens.
fn loaded(script: &Path) -> Shell {
    let mut shell = Shell::new();
    let outcome = shell.run_file(script);
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    shell.run("set_delay_calculator lumped_cap").unwrap();
    shell
}

/// What a script prints, or its error.
fn printed(shell: &mut Shell, script: &str) -> String {
    let (outcome, text) = shell.interp().capture(|interp| interp.run_script(script));
    match outcome {
        Ok(_) => text,
        Err(exception) => format!("{text}Error: {}", exception.value),
    }
}

/// The reports that all cases have: a file, and the command that printed it.
fn of_all() -> Vec<(String, String)> {
    let mut reports = Vec::new();
    for split in ["max", "min"] {
        let command = format!("report_checks -path_delay {split} -digits 6");
        let paths = "-group_path_count 50 -endpoint_path_count 5";
        let fields = "-fields {slew cap input net fanout}";
        reports.extend([
            (
                format!("endpoints.{split}.txt"),
                format!("{command} -group_path_count 1000000 -endpoint_path_count 1 -format end"),
            ),
            (format!("paths.{split}.txt"), format!("{command} {paths} -format full_clock_expanded {fields}")),
            (format!("paths.{split}.json"), format!("{command} {paths} -format json")),
        ]);
    }
    reports
}

/// The reports of placed designs.
fn of_designs() -> Vec<(String, String)> {
    let mut reports = Vec::new();
    for split in ["max", "min"] {
        let command = format!("report_checks -path_delay {split}");
        let fields = "-fields {slew cap input net fanout}";
        reports.extend([
            (format!("endpoints.{split}.txt"), format!("{command} -digits 6 -group_path_count 1000000 -endpoint_path_count 1 -format end")),
            (
                format!("paths20.{split}.txt"),
                format!("{command} -digits 4 -group_path_count 20 -endpoint_path_count 1 -format full_clock_expanded {fields}"),
            ),
            (format!("paths200.{split}.json"), format!("{command} -group_path_count 200 -endpoint_path_count 20 -format json")),
        ]);
    }
    reports
}

/// The reports that a case has of its own: `rpt NAME COMMANDS` in a script. Those that are about no paths are left out.
fn of_case(shell: &mut Shell, script: &Path) -> Vec<(String, String)> {
    let reports = Rc::new(RefCell::new(Vec::new()));
    let kept = Rc::clone(&reports);
    shell.interp().define_command("rpt", move |interp, words: &[Value]| {
        let commands = words[2].to_string();
        if ["report_checks", "find_timing_paths"].iter().any(|name| commands.contains(name)) {
            let (outcome, text) = interp.capture(|interp| interp.run_script(&commands));
            let text = outcome.map_or_else(|exception| format!("Error: {}", exception.value), |_| text);
            kept.borrow_mut().push((format!("{}.txt", words[1]), text));
        }
        Ok(Value::empty())
    });
    let outcome = shell.run_file(script);
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    let reports = reports.borrow();
    reports.clone()
}

/// A golden, if there is such a file or a packed one.
fn golden(folder: &Path, file: &str) -> Option<String> {
    let paths = [folder.join(file), folder.join(format!("{file}.gz"))];
    let path: &PathBuf = paths.iter().find(|path| path.exists())?;
    Some(common::text(path))
}

/// How far numbers of a case may be apart, in the units of its goldens.
fn tolerance(golden: &Path) -> Tolerance {
    let units = std::fs::read_to_string(golden.join("units.txt")).unwrap_or_default();
    let absolute = if units.contains(" time 1ps") { 1e-2 } else { 1e-5 };
    Tolerance { absolute, relative: 2e-6 }
}

/// How each report of a folder of goldens ends.
fn compare_all(
    script: &Path,
    golden_folder: &Path,
    commands: &[(String, String)],
) -> Vec<(String, Result<(), String>)> {
    let mut shell = loaded(script);
    let mut reports: Vec<(String, String)> =
        commands.iter().map(|(file, command)| (file.clone(), printed(&mut shell, command))).collect();
    let own = script.with_file_name("report.tcl");
    if own.exists() {
        reports.extend(of_case(&mut shell, &own));
    }
    let tolerance = tolerance(golden_folder);
    let compared = reports.into_iter().filter_map(|(file, found)| {
        let expected = golden(golden_folder, &file)?;
        let is_json = expected.starts_with('{');
        let result = if is_json {
            json::compare(&expected, &found, tolerance)
        } else {
            text::compare(&expected, &found, tolerance)
        };
        Some((file, result))
    });
    compared.collect()
}

fn case(name: &str) -> Option<Vec<(String, Result<(), String>)>> {
    let folder = common::shared()?.join("sdc_cases").join(name);
    Some(compare_all(&folder.join("load.tcl"), &folder.join("golden"), &of_all()))
}

fn design(name: &str) -> Option<Vec<(String, Result<(), String>)>> {
    let shared = common::shared()?;
    let golden = shared.join("golden/opensta").join(name).join("lumped_cap");
    Some(compare_all(&shared.join("data").join(name).join("load.tcl"), &golden, &of_designs()))
}

/// Where we differ on purpose, as docs/reports.md says: the case, the report, how the first difference begins, and how the line of the golden that it quotes goes on.
const ON_PURPOSE: &[(&str, &str, &str, &str)] = &[
    (
        "39_max_delay_ignore_latency",
        "paths.max.json",
        "path 1: .source_path[0].arrival is 9.07895e-11 instead of ",
        "",
    ),
    (
        "39_max_delay_ignore_latency",
        "paths.min.json",
        "path 1: .source_path[0].arrival is 8.40588e-11 instead of ",
        "",
    ),
    ("09_gclk_divide_by", "paths.max.json", "path 1: .source_clock_path has 8 elements instead of 4", ""),
    ("09_gclk_divide_by", "paths.min.json", "path 5: .source_clock_path has 8 elements instead of 4", ""),
    ("12_gclk_edges", "paths.max.json", "path 1: .source_clock_path has 8 elements instead of 4", ""),
    ("12_gclk_edges", "paths.min.json", "path 5: .source_clock_path has 8 elements instead of 4", ""),
    ("14_gclk_invert", "paths.max.json", "path 1: .source_clock_path has 8 elements instead of 4", ""),
    ("14_gclk_invert", "paths.min.json", "path 5: .source_clock_path has 8 elements instead of 4", ""),
    ("15_gclk_combinational", "paths.max.json", "path 1: .source_clock_path has 8 elements instead of 4", ""),
    ("15_gclk_combinational", "paths.min.json", "path 3: .source_clock_path has 8 elements instead of 4", ""),
    ("52_latch_borrow", "endpoints.max.txt", "path 9: expected '", "r2/D (DFF_X1) "),
    ("52_latch_borrow", "paths.max.txt", "path 6: expected '", " v l1/Q"),
    ("52_latch_borrow", "paths.max.json", "path 12: .source_path[0].slew is 1.2946042e-11 instead of ", ""),
    ("54_clock_gating_inferred", "endpoints.min.txt", "path 7: expected '", "go/A2 (OR2_X1) "),
    ("54_clock_gating_inferred", "paths.min.txt", "path 3: expected '", "clock clk (rise edge)"),
    ("54_clock_gating_inferred", "paths.min.json", "path 3: .data_arrival_time is ", ""),
    ("54_clock_gating_inferred", "checks_to_gates.txt", "path 2: expected '", "clock clk (rise edge)"),
    ("74_bus_escaped", "paths.max.json", "path 1: .source_path[1].net is \"q[3]\" instead of ", ""),
    ("74_bus_escaped", "paths.min.json", "path 1: .source_path[1].net is \"q[2]\" instead of ", ""),
    ("87_path_margin", "endpoints.max.txt", "path 6: expected '", "out1 (output) "),
    ("87_path_margin", "endpoints.min.txt", "path 12: expected '", "out1 (output) "),
    ("87_path_margin", "paths.max.txt", "path 1: expected '", "output external delay"),
    ("87_path_margin", "paths.max.json", "path 1: .required_time is 4.7e-10 instead of ", ""),
    ("87_path_margin", "paths.min.txt", "path 18: expected '", "Startpoint: r3 "),
    ("87_path_margin", "paths.min.json", "path 18: .startpoint is \"in3\" instead of ", ""),
    ("21_clock_transition", "paths.max.txt", "path 3: expected '", " ^ r2/CK"),
    ("21_clock_transition", "paths.min.txt", "path 5: expected '", " ^ r2/CK"),
    ("62_crpr", "paths.min.txt", "path 9: expected '", " v u2/Z"),
    ("62_crpr", "paths.min.json", "path 9: .source_path[2].arrival is 2.165746e-10 instead of ", ""),
    ("78_report_formats", "summary_max.txt", "path 3: expected '", "r4/Q (top)  "),
];

/// Whether a difference is the one that is meant.
fn is_meant(found: &str, (start, quoted): (&str, &str)) -> bool {
    let rest = found.strip_prefix(start);
    rest.is_some_and(|rest| rest.split("', found '").next().is_some_and(|line| line.contains(quoted)))
}

/// The same, without those that differ on purpose, and only in this.
fn intended(name: &str, compared: Vec<(String, Result<(), String>)>) -> Vec<(String, Result<(), String>)> {
    let known = |file: &str| ON_PURPOSE.iter().find(|known| (known.0, known.1) == (name, file));
    let judge = |(file, result): (String, Result<(), String>)| {
        let result = match (known(&file), result) {
            (Some(&(.., start, quoted)), Err(found)) if is_meant(&found, (start, quoted)) => Ok(()),
            (Some(_), Ok(())) => Err("it is equal now".to_owned()),
            (_, result) => result,
        };
        (file, result)
    };
    compared.into_iter().map(judge).collect()
}

#[track_caller]
fn check(name: &str, compared: Option<Vec<(String, Result<(), String>)>>) {
    let Some(compared) = compared else { return };
    assert!(!compared.is_empty(), "there are goldens");
    let compared = intended(name, compared);
    let failed: Vec<String> = compared
        .into_iter()
        .filter_map(|(file, result)| Some(format!("{file}: {}", result.err()?)))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[expect(clippy::print_stdout, reason = "it prints a table")]
fn print(
    name: &str,
    compared: impl FnOnce() -> Option<Vec<(String, Result<(), String>)>> + std::panic::UnwindSafe,
) {
    let Ok(Some(compared)) = std::panic::catch_unwind(compared) else {
        println!("{name:<28} cannot be loaded");
        return;
    };
    for (file, result) in compared {
        let ends =
            result.map_or_else(|difference| format!("differs: {difference:.200}"), |()| "equal".to_owned());
        println!("{name:<28} {file:<28} {ends}");
    }
}

macro_rules! cases {
    ($($name:ident $case:literal,)*) => {
        $(#[test] fn $name() { check($case, case($case)); })*

        /// Prints how each report of each case ends, and what differs first.
        #[test]
        #[ignore = "prints a table"]
        fn table() {
            $(print($case, || case($case));)*
            for name in DESIGNS {
                print(name, || design(name));
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
    asynchronous_clocks "44_clock_groups_async",
    exclusive_clocks "45_clock_groups_exclusive",
    clocks_of_both_edges "66_xor_clock",
    senses "67_set_sense",
    clock_on_inner_pin "93_clock_on_internal_pin",
    generated_with_latency "94_gclk_source_latency",
    clock_gating "54_clock_gating_inferred",
    integrated_clock_gates "56_clock_gating_icg",
    borrowing_latches "52_latch_borrow",
    ports_of_two_clocks "99_io_two_clocks",
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
    path_groups "51_group_path",
    half_cycle "59_half_cycle",
    clocks_of_two_frequencies "60_multi_freq",
    crpr "62_crpr",
    crpr_off "63_crpr_off",
    unconstrained "71_unconstrained",
    formats "78_report_formats",
    design_rules "79_drv_checks",
    pulse_widths "80_min_pulse_width",
    longest_slews_of_clocks "92_max_transition_clock_path",
    buses_and_escaped_names "74_bus_escaped",
    path_margins "87_path_margin",
    units_of_picoseconds "88_asap7_ps_units",
}

/// Designs with a script of their own.
const DESIGNS: [&str; 2] = ["gcd_sky130hd", "xtea_sky130hd"];

#[test]
fn gcd() {
    check("gcd_sky130hd", design("gcd_sky130hd"));
}

#[test]
fn xtea() {
    check("xtea_sky130hd", design("xtea_sky130hd"));
}
