//! Metrics of stages: files that reports are added to, and JSON that the script writes.

use serde_json::Value;
use zeroslack::units::Split;

use super::answers::{Answers, PRINTED, ask, ns, option, same, same_list};
use super::design::Design;
use super::read;

/// Runs the script and compares its metrics with the library, stage by stage.
#[track_caller]
pub fn check(design: &Design) {
    let mut ran = design.run("metrics.tcl");
    let metrics: Value = serde_json::from_str(&ran.report("metrics.json")).unwrap();
    for (stage, title, script) in
        [("finish", "finish", ""), ("place___ideal", "place - ideal", "unset_propagated_clock [all_clocks]")]
    {
        ran.world.shell.run(script).unwrap();
        let text = ran.report(&format!("{stage}.rpt"));
        let sections = sections(&text, title);
        ask(&mut ran.world.shell, |answers| {
            check_metrics(&metrics, stage, answers);
            check_sections(&sections, answers);
        });
    }
}

fn check_metrics(metrics: &Value, stage: &str, answers: &Answers<'_>) {
    let value = |name: &str| &metrics[format!("{stage}__{name}")];
    let number = |name: &str| value(name).as_f64().unwrap_or_else(|| panic!("no {name}: {metrics:#}"));
    for (split, check) in [(Split::Late, "setup"), (Split::Early, "hold")] {
        let sum = answers.sum(split);
        same(number(&format!("timing__{check}__tns")), ns(sum.total_negative_slack), "TNS");
        same(number(&format!("timing__{check}__ws")), answers.worst_slack(split), "worst slack");
        same(number(&format!("clock__skew__{check}")), answers.skew(split), "skew");
        assert_eq!(value(&format!("timing__{check}__violations")).as_u64(), Some(sum.failing as u64));
    }
    let worst = answers.worst_slack(Split::Late);
    same(number("timing__setup__ws_printed"), worst, "worst slack as printed");
    same(number("critical__slack"), worst, "slack of the critical path");
    assert!(number("critical__points") >= 2.0);
    same(number("clock__period__min"), answers.min_period(false), "shortest period");
    assert_eq!(number("timing__endpoints"), answers.timed.graph().endpoints().len() as f64);
    assert_eq!(number("design__instances"), answers.netlist().cells().count() as f64);
    let skipped = value("skipped").as_str().unwrap();
    for other in ["report_design_area", "repair_timing"] {
        assert!(skipped.contains(&format!("invalid command name \"{other}\"")), "{skipped}");
    }
}

/// The parts of a report file by their titles, without the stage.
fn sections(text: &str, stage: &str) -> Vec<(String, String)> {
    let line = format!("\n{}\n", "=".repeat(74));
    let parts = text.split(&line).skip(1);
    let part = |part: &str| {
        let (title, rest) = part.split_once('\n').unwrap();
        let rest = rest.strip_prefix(&"-".repeat(74)).unwrap();
        (title.strip_prefix(stage).unwrap().trim().to_owned(), rest.to_owned())
    };
    parts.map(part).collect()
}

fn check_sections(sections: &[(String, String)], answers: &Answers<'_>) {
    let section = |name: &str| {
        let found = sections.iter().find(|(title, _)| title == name);
        found.map(|(_, text)| text.as_str()).unwrap_or_else(|| panic!("no {name}"))
    };
    let worst = answers.worst_slack(Split::Late);
    let late = answers.sum(Split::Late);
    same(read::value_after(section("report_tns"), "tns max "), ns(late.total_negative_slack), "tns");
    same(read::value_after(section("report_wns"), "wns max "), worst.min(0.0), "wns");
    let slacks = section("report_worst_slack");
    same(read::value_after(slacks, "worst slack max "), worst, "worst slack");
    same(read::value_after(slacks, "worst slack min "), answers.worst_slack(Split::Early), "worst slack");

    let periods =
        section("report_clock_min_period").lines().filter_map(|line| line.split_once(" period_min = "));
    let periods: Vec<f64> =
        periods.map(|(_, rest)| read::number(rest.split_whitespace().next().unwrap())).collect();
    assert_eq!(periods.len(), answers.timed.constraints().clocks.len());
    same(periods.iter().copied().fold(0.0, f64::max), answers.min_period(true), "shortest period with ports");

    for split in Split::ALL {
        let text = section(&format!("report_checks -path_delay {}", option(split)));
        let mut printed: Vec<f64> = read::paths(text).iter().map(|path| path.slack.unwrap()).collect();
        printed.sort_by(f64::total_cmp);
        same_list(&printed, &answers.worst_of_groups(split, 1), 0.00501 + PRINTED, "worst paths of groups");
    }
    assert!(!read::paths(section("report_checks -unconstrained")).is_empty());
}
