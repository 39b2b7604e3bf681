//! `zeroslack report --statistical`: criticality, paths and yield over periods.

use expect_test::{Expect, expect};
use serde_json::Value;

use crate::report::{PULSE, pulse};
use crate::tiny;

/// The report of the example design as JSON.
pub fn json(arguments: &[&str]) -> Value {
    let output = tiny::run(&pulse(), &[&PULSE[..], &["--statistical", "--json"], arguments].concat());
    assert_eq!(tiny::said(&output), "exit 0\n");
    serde_json::from_slice(&output.stdout).unwrap()
}

pub fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn a_path_in_text() {
    let arguments = ["--statistical", "--max-paths", "1", "--split", "late", "--skewness", "0.5"];
    let output = tiny::run(&pulse(), &[&PULSE[..], &arguments].concat());
    assert_eq!(tiny::said(&output), "exit 0\n");
    let text = String::from_utf8(output.stdout).unwrap();
    let (_, path) = text.split_once("slack (VIOLATED)\n").unwrap();
    expect![[r#"

            Slack     OCV 5%       Mean    Sigma  Skewness      0.135%  99.865%  Critical
        ----------------------------------------------------------------------------------
        -141.4002  -211.7383  -141.4002  16.8073    -0.132  -194.7660  -93.8331     31.7%
    "#]]
    .assert_eq(path);
}

#[test]
fn criticalities_of_ends_pins_and_paths() {
    let report = json(&["--max-endpoints", "187", "--critical-pins", "3", "--max-paths", "20"]);
    let splits = array(&report["statistical"]["splits"]);
    assert_eq!(splits.len(), 2);
    for split in splits {
        let slacks = array(&split["slacks"]);
        let all: f64 = slacks.iter().map(|end| number(&end["criticality"])).sum();
        assert!(slacks.len() == 187 && (all - 1.0).abs() < 1e-3, "{all}");
        let pins = array(&split["critical_pins"]);
        let of_pins: Vec<f64> = pins.iter().map(|pin| number(&pin["criticality"])).collect();
        // Every worst path starts at the clock's port.
        assert_eq!((pins.len(), of_pins[0], pins[0]["pin"].as_str()), (3, 1.0, Some("clk")));
        assert!(of_pins.is_sorted_by(|a, b| a >= b), "{of_pins:?}");
    }
    for split in ["late", "early"] {
        let of_split = array(&report["paths"]).iter().filter(|path| path["split"] == split);
        let all: f64 = of_split.map(|path| number(&path["statistical"]["criticality"])).sum();
        assert!(all > 0.3 && all < 1.0 + 1e-3, "{split}: {all}");
    }
    let none = json(&["--critical-pins", "0", "--max-paths", "0"]);
    for split in array(&none["statistical"]["splits"]) {
        assert!(array(&split["critical_pins"]).is_empty());
    }
    assert!(array(&none["paths"]).is_empty());
}

#[test]
fn slacks_of_paths() {
    let report = json(&["--ocv-derate", "0", "--max-paths", "3", "--quantiles", "0.5"]);
    for path in array(&report["paths"]) {
        let slack = &path["statistical"];
        assert_eq!((&slack["nominal"], &slack["mean"]), (&path["slack"], &path["slack"]));
        assert_eq!(slack["flat_ocv"], serde_json::json!({ "derate": 0.0, "slack": path["slack"] }));
        let median = number(&slack["quantiles"][0]["slack"]);
        assert!(number(&slack["sigma"]) > 1.0 && (median - number(&path["slack"])).abs() < 0.2, "{slack}");
    }
    let certain = json(&["--cell-sigma", "0", "--wire-sigma", "0", "--max-paths", "2", "--cppr", "off"]);
    for path in array(&certain["paths"]) {
        let slack = &path["statistical"];
        assert_eq!((number(&slack["sigma"]), number(&slack["skewness"])), (0.0, 0.0));
        assert!(number(&slack["flat_ocv"]["slack"]) < number(&path["slack"]));
    }
    // Nothing of it where it is not asked for.
    let output = tiny::run(&pulse(), &[&PULSE[..], &["--json", "--max-paths", "1"]].concat());
    let plain: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(plain.get("statistical").is_none() && plain["paths"][0].get("statistical").is_none());
}

#[test]
fn yield_over_periods() {
    let report = json(&["--yields", "0.5,0.9", "--max-paths", "0"]);
    let [late, early] = array(&report["statistical"]["splits"]) else { panic!("late and early") };
    let points = array(&late["periods"]);
    let yields: Vec<f64> = points.iter().map(|point| number(&point["yield"])).collect();
    assert!(
        points.len() == 101 && yields.is_sorted() && yields[0] < 0.01 && yields[100] > 0.99,
        "{yields:?}"
    );
    for point in points {
        let period = 1120.0 * number(&point["scale"]);
        assert!((number(&point["period"]) - period).abs() < 1e-3 * period, "{point}");
    }
    // Setup is checked over one period everywhere.
    let curve = array(&late["curve"]);
    assert_eq!(curve.len(), 2);
    for point in curve {
        assert!((number(&point["period"]) - 1120.0 - number(&point["gain"])).abs() < 0.01, "{point}");
    }
    // Hold is checked at the edge of the launch: no period changes that.
    assert!(array(&early["periods"]).is_empty());
    assert!(array(&early["curve"]).iter().all(|point| point["scale"].is_null()));
}

#[test]
fn there_is_no_period_of_several_clocks() {
    let folder = tiny::folder();
    let clocks = format!("{}\ncreate_clock -name other -period 7\n", tiny::file("tiny.sdc"));
    std::fs::write(folder.path().join("tiny.sdc"), clocks).unwrap();
    let arguments = [&["report"], &tiny::ARGUMENTS[..], &["--statistical", "--json"]].concat();
    let output = tiny::run(folder.path(), &arguments);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let late = &report["statistical"]["splits"][0];
    let points = array(&late["periods"]);
    assert!(points.len() == 101 && points.iter().all(|point| point["period"].is_null()), "{late}");
    let text = tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..], &["--statistical"]].concat());
    assert!(String::from_utf8_lossy(&text.stdout).contains("Times all periods"));
}

/// What is said of arguments that are not right.
pub fn check(arguments: &[&str], expected: &Expect) {
    let output = tiny::run(&pulse(), &[&PULSE, arguments].concat());
    let said = tiny::said(&output);
    expected.assert_eq(said.split_once("\n\n").map_or(&said, |(first, _)| first));
}

#[test]
fn arguments_that_are_not_right() {
    check(
        &["--critical-pins", "5"],
        &expect![[r#"
        error: the following required arguments were not provided:
          --statistical"#]],
    );
    check(
        &["--statistical", "--ocv-derate", "1.5"],
        &expect!["error: invalid value '1.5' for '--ocv-derate <SHARE>': expected 0 to 1"],
    );
    check(
        &["--statistical", "--yields", "0.5,2"],
        &expect!["error: invalid value '2' for '--yields <P>': expected 0 to 1"],
    );
}
