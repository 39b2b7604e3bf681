//! Reports of slacks, clocks, pins, nets and checks.

use zeroslack_shell::Shell;
use zeroslack_tcl::{Exception, Interp};
use zeroslack_testing::opensta::golden;
use zeroslack_testing::opensta::lines::{Tolerance, difference};

use super::{Case, Report, Row, rules_on_purpose};

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

/// Commands of the report that every case has beside its own.
const SUMMARY: &str = "
    report_tns -max -digits 6
    report_tns -min -digits 6
    report_wns -max -digits 6
    report_wns -min -digits 6
    report_worst_slack -max -digits 6
    report_worst_slack -min -digits 6
";

/// Runs those commands whose texts are compared, and returns their output; none if there is no such command.
pub fn printed(interp: &mut Interp, commands: &str) -> Result<Option<String>, Exception> {
    let is_compared =
        |command: &&str| command.split_whitespace().next().is_some_and(|name| COMMANDS.contains(&name));
    let compared: Vec<&str> = commands.split([';', '\n']).filter(is_compared).collect();
    if compared.is_empty() {
        return Ok(None);
    }
    let (outcome, text) = interp.capture(|interp| interp.run_script(&compared.join("\n")));
    outcome.map(|_| Some(text))
}

/// Prints the reports that all cases have.
pub fn of_all(case: &Case, shell: &mut Shell) -> Vec<Report> {
    let mut reports = vec![(if case.is_placed { "tns" } else { "summary" }, SUMMARY)];
    if case.is_placed {
        reports.push(("clock_skew", "report_clock_skew -digits 4"));
    }
    if case.name == "xtea_sky130hd" {
        reports.push(("check_types", "report_check_types -max_slew -max_capacitance -max_fanout -violators"));
    }
    let report = |(name, commands): (&str, &str)| Report {
        name: format!("{name}.txt"),
        text: printed(shell.interp(), commands).unwrap_or_else(|error| panic!("{}", error.value)).unwrap(),
    };
    reports.into_iter().map(report).collect()
}

/// Reports beside their goldens.
pub fn rows(case: &Case, reports: Vec<Report>) -> Vec<Row> {
    let tolerance = Tolerance(case.tolerance());
    let row = |Report { name: file, text: ours }: Report| {
        let name = file.trim_end_matches(".txt");
        let golden = golden::file(&case.golden, &file)
            .unwrap_or_else(|| panic!("{}: there is no golden {file}", case.name));
        let beside = rules_on_purpose::difference_beside((case.name, name), &ours, &golden, tolerance);
        let differs = beside.unwrap_or_else(|| difference(&ours, &golden, tolerance));
        let is_meant = ON_PURPOSE.contains(&(case.name, name));
        let ends = match differs {
            Some(what) if is_meant => Ok(what),
            None if is_meant => Err("it is equal now".to_owned()),
            None => Ok(String::new()),
            Some(what) => Err(what),
        };
        Row { what: file, ends }
    };
    reports.into_iter().map(row).collect()
}
