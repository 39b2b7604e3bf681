//! A step of sign-off: metrics and reports from standard output.

use std::collections::BTreeSet;

use serde_json::Value;
use zeroslack::CornerId;
use zeroslack::units::{Split, Transition};
use zeroslack_report::ParasiticAnnotation;

use super::answers::{self, Answers, PRINTED, ask, ns, option, same, same_list};
use super::design::Design;
use super::read::{self, Step};

/// Runs the step and compares what it says with the library.
#[track_caller]
pub fn check(design: &Design) {
    let mut ran = design.run("signoff.tcl");
    let step = Step::read(&ran.output);
    ask(&mut ran.world.shell, |answers| {
        for split in Split::ALL {
            check_metrics(&step, answers, split);
            check_reports(&step, answers, split);
            check_violators(&step, answers, split);
        }
        check_setup(&step, answers);
        check_annotation(&step, answers);
    });
    assert_eq!(
        step.reports["later.rpt"]
            .lines()
            .filter(|line| line.starts_with("report_power is not there"))
            .count(),
        1
    );
    assert!(step.reports["clocks.rpt"].contains("period_min"), "{}", step.reports["clocks.rpt"]);
}

/// The metric with a name, whatever the corner is called.
#[track_caller]
fn metric<T: Copy>(metrics: &std::collections::BTreeMap<String, T>, name: &str) -> T {
    let found = metrics.iter().find(|(key, _)| key.starts_with(&format!("{name}__corner:")));
    *found.unwrap_or_else(|| panic!("no metric {name}")).1
}

fn check_metrics(step: &Step, answers: &Answers<'_>, split: Split) {
    let (check, sum) = (answers::check(split), answers.sum(split));
    let time = |name: &str| metric(&step.times, name);
    let worst = answers.worst_slack(split);
    same(time(&format!("timing__{check}__ws")), worst, "worst slack");
    same(time(&format!("timing__{check}__wns")), worst.min(0.0), "WNS");
    same(time(&format!("timing__{check}__tns")), ns(sum.total_negative_slack), "TNS");
    same(time(&format!("clock__skew__worst_{check}")), answers.skew(split), "skew");
    let between = answers.worst_between_registers(split).unwrap_or(f64::INFINITY);
    same(time(&format!("timing__{check}_r2r__ws")), between, "worst slack between registers");
    let count = |name: &str| metric(&step.counts, name);
    assert_eq!(count(&format!("timing__{check}_vio__count")), sum.failing);
    let between = answers.failing_between_registers(split);
    assert_eq!(count(&format!("timing__{check}_r2r_vio__count")), between);
}

fn check_reports(step: &Step, answers: &Answers<'_>, split: Split) {
    let delay = option(split);
    let report = |name: &str| &step.reports[name];

    let listed = read::ends(report(&format!("ends.{delay}.rpt")));
    let expected = answers.ends(split);
    assert_eq!(listed.len(), expected.len(), "endpoints in {delay}");
    for end in &listed {
        assert_eq!(end.is_late, split == Split::Late);
        same(end.slack, expected[&(end.group.clone(), end.pin.clone())], &end.pin);
    }

    let paths = read::paths(report(&format!("{delay}.rpt")));
    assert!(
        paths.iter().all(|path| !path.start.is_empty() && !path.end.is_empty() && !path.group.is_empty())
    );
    let slacks: Vec<f64> = paths.iter().map(|path| path.slack.unwrap()).collect();
    same_list(&slacks, &answers.worst_of_groups(split, 50), PRINTED, "full_clock_expanded");

    let of_groups = answers.worst_of_groups(split, 20);
    let json: Value = serde_json::from_str(report(&format!("paths.{delay}.json"))).unwrap();
    let slack = |path: &Value| path["slack"].as_f64().unwrap() * 1e9;
    let slacks: Vec<f64> = json["checks"].as_array().unwrap().iter().map(slack).collect();
    same_list(&slacks, &of_groups, PRINTED, "json");

    let mut slacks = read::last_column(report(&format!("slacks.{delay}.rpt")));
    slacks.sort_by(f64::total_cmp);
    same_list(&slacks, &of_groups, 1.01e-4, "slack_only");

    // With two paths to an endpoint there are at least as many.
    let slacks = read::last_column(report(&format!("summary.{delay}.rpt")));
    assert!(slacks.is_sorted() && slacks.len() >= of_groups.len(), "{slacks:?}");
    let beyond = slacks.iter().zip(&of_groups).find(|&(found, expected)| *found > expected + PRINTED);
    assert_eq!(beyond, None);

    let slack = report(&format!("slack.{delay}.rpt"));
    same(read::value_after(slack, &format!("wns {delay} ")), answers.worst_slack(split).min(0.0), "wns");
    same(
        read::value_after(slack, &format!("tns {delay} ")),
        ns(answers.sum(split).total_negative_slack),
        "tns",
    );
    same(
        read::value_after(slack, &format!("worst slack {delay} ")),
        answers.worst_slack(split),
        "worst slack",
    );

    let skews = report(&format!("skew.{delay}.rpt"));
    let end = format!(" {} skew", answers::check(split));
    let printed: Vec<f64> =
        skews.lines().filter_map(|line| Some(read::number(line.strip_suffix(&end)?.trim()))).collect();
    let expected: Vec<f64> = answers.timed.clock_skews(split).iter().map(|skew| ns(skew.skew())).collect();
    same_list(&printed, &expected, PRINTED, "skews");
}

/// The list that the script makes of path ends.
fn check_violators(step: &Step, answers: &Answers<'_>, split: Split) {
    let failing = answers.failing(split);
    let report = &step.reports[&format!("violators.{}.rpt", option(split))];
    let mut listed = BTreeSet::new();
    for line in report.lines() {
        let [kind, start, end, slack] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        same(read::number(slack), failing[end], end);
        let netlist = answers.netlist();
        assert_eq!(kind.starts_with("in-"), netlist.find_port(start).is_some(), "{line}");
        assert_eq!(kind.ends_with("-out"), netlist.find_port(end).is_some(), "{line}");
        listed.insert(end);
    }
    assert_eq!(listed.len(), failing.len());
}

/// What `check_setup -verbose` lists below a title that ends with a text.
fn listed<'t>(text: &'t str, title: &str) -> (usize, Vec<&'t str>) {
    let mut lines =
        text.lines().skip_while(|line| !(line.starts_with("Warning: There ") && line.contains(title)));
    let Some(line) = lines.next() else { return (0, Vec::new()) };
    let count = line.split_whitespace().nth(3).unwrap().parse().unwrap();
    (count, lines.map_while(|line| line.strip_prefix("  ")).collect())
}

fn check_setup(step: &Step, answers: &Answers<'_>) {
    let (count, names) = listed(&step.reports["checks.rpt"], "unconstrained endpoint");
    assert_eq!(count, names.len());
    let (timed, netlist) = (answers.timed, answers.netlist());
    for name in names {
        let pin = netlist.find_port(name).or_else(|| netlist.find_pin(name, '/')).unwrap();
        let has_slack = Split::ALL
            .iter()
            .any(|&split| Transition::ALL.iter().any(|&edge| timed.slack(pin, split, edge).is_some()));
        assert!(!has_slack, "{name}");
    }
    let slacks: BTreeSet<_> = timed.endpoint_slacks().iter().map(|end| end.endpoint).collect();
    assert!(timed.graph().endpoints().len() - slacks.len() <= count);
}

fn check_annotation(step: &Step, answers: &Answers<'_>) {
    let text = &step.reports["annotation.rpt"];
    let session = answers.timed.session();
    let expected = ParasiticAnnotation::new(answers.netlist(), session.parasitics(CornerId::FIRST));
    let mut lines = text.lines();
    let first = lines.next().unwrap();
    assert_eq!(first, format!("Found {} unannotated drivers.", expected.unannotated.len()));
    let names: Vec<&str> = lines.by_ref().take(expected.unannotated.len()).map(str::trim).collect();
    for (name, &pin) in names.iter().zip(&expected.unannotated) {
        assert_eq!(*name, answers.netlist().pin_name(pin));
    }
    assert_eq!(
        lines.next().unwrap(),
        format!("Found {} partially unannotated drivers.", expected.partial.len())
    );
}
