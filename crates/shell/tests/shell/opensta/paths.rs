//! Reports of paths.

use zeroslack_shell::Shell;
use zeroslack_testing::opensta::text::Tolerance;
use zeroslack_testing::opensta::{golden, json, text};

use super::{Case, Report, Row, printed};

/// Commands that print paths.
pub const ARE_OF: [&str; 2] = ["report_checks", "find_timing_paths"];

/// The reports of small cases: a file, and the command that printed it.
fn of_cases() -> Vec<(String, String)> {
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

/// Prints the reports that all small cases, or all placed designs, have.
pub fn of_all(case: &Case, shell: &mut Shell) -> Vec<Report> {
    let commands = if case.is_placed { of_designs() } else { of_cases() };
    let report = |(name, command): (String, String)| Report { name, text: printed(shell.interp(), &command) };
    commands.into_iter().map(report).collect()
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

/// Reports beside those that there are goldens of.
pub fn rows(case: &Case, reports: Vec<Report>) -> Vec<Row> {
    let tolerance = Tolerance { absolute: case.tolerance(), relative: 2e-6 };
    let row = |Report { name, text: found }: Report| {
        let expected = golden::file(&case.golden, &name)?;
        let is_json = expected.starts_with('{');
        let compare = if is_json { json::compare } else { text::compare };
        let known = ON_PURPOSE.iter().find(|known| (known.0, known.1) == (case.name, &*name));
        let ends = match (known, compare(&expected, &found, tolerance)) {
            (Some(&(.., start, quoted)), Err(found)) if is_meant(&found, (start, quoted)) => Ok(found),
            (Some(_), Ok(())) => Err("it is equal now".to_owned()),
            (_, result) => result.map(|()| String::new()),
        };
        Some(Row { what: name, ends })
    };
    reports.into_iter().filter_map(row).collect()
}
