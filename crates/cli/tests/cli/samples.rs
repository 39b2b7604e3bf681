//! `zeroslack report --statistical --monte-carlo`: slacks and yields in samples.

use expect_test::{expect, expect_file};
use serde_json::Value;

use crate::report::{PULSE, pulse};
use crate::statistical::{array, check, json, number};
use crate::tiny;

/// The statistical part of a report of the example design as JSON.
fn sampled(arguments: &[&str]) -> Value {
    json(&[&["--max-paths", "0"], arguments].concat())["statistical"].clone()
}

/// The text of a report of the example design.
fn text(arguments: &[&str]) -> String {
    let shown = ["--statistical", "--max-paths", "0", "--max-endpoints", "3"];
    let output = tiny::run(&pulse(), &[&PULSE[..], &shown, arguments].concat());
    assert_eq!(tiny::said(&output), "exit 0\n");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_example_design_in_samples() {
    let report = text(&["--monte-carlo", "1000"]);
    let (_, statistical) = report.split_once("Statistical timing: ").unwrap();
    expect_file!["../golden/pulse_samples.txt"].assert_eq(statistical);
    // The same on one thread, with less of a GPU, and by the seed that is not stated.
    let others: [&[&str]; 3] = [&["--threads", "1"], &["--device-memory", "64M"], &["--seed", "1"]];
    for other in others {
        assert_eq!(report, text(&[&["--monte-carlo", "1000"], other].concat()), "{other:?}");
    }
    assert_eq!(text(&["--monte-carlo", "0"]), text(&[]));
}

#[test]
fn samples_are_near_distributions() {
    let report = sampled(&["--monte-carlo", "4000", "--max-endpoints", "187", "--quantiles", "0.5"]);
    assert_eq!(report["samples"], serde_json::json!({ "count": 4000, "seed": 1 }));
    for split in array(&report["splits"]) {
        let slacks = array(&split["slacks"]);
        assert_eq!(slacks.len(), 187);
        let worst = (&split["worst"], &split["samples"]["worst"]);
        for (found, samples) in slacks.iter().map(|slack| (slack, &slack["samples"])).chain([worst]) {
            let sigma = number(&found["sigma"]);
            let off = |key: &str| (number(&found[key]) - number(&samples[key])).abs() / sigma;
            assert!(off("mean") < 0.4 && off("sigma") < 0.4, "{found}");
            let [of_found, of_samples] = [found, samples].map(|of| number(&of["quantiles"][0]["slack"]));
            assert!((of_found - of_samples).abs() < 0.4 * sigma, "{found}");
        }
        let of_samples = number(&split["samples"]["timing_yield"]);
        assert!((number(&split["timing_yield"]) - of_samples).abs() < 0.03, "{of_samples}");
    }
}

#[test]
fn the_first_samples_of_more() {
    let quantiles = |count: &str, seed: &str| -> Vec<[f64; 2]> {
        let report = sampled(&["--monte-carlo", count, "--seed", seed, "--quantiles", "0,1"]);
        let splits = array(&report["splits"]).iter();
        let slacks = splits.flat_map(|split| array(&split["slacks"]));
        let of_slack = |slack: &Value| [0, 1].map(|i| number(&slack["samples"]["quantiles"][i]["slack"]));
        slacks.map(of_slack).collect()
    };
    let (one, two) = (quantiles("1", "7"), quantiles("2", "7"));
    assert!(one.len() > 1 && one.len() == two.len());
    for (one, two) in one.iter().zip(&two) {
        assert!(one[0] == one[1] && two.contains(&one[0]) && two[0] < two[1], "{one:?} {two:?}");
    }
    assert_ne!(one, quantiles("1", "8"));
}

#[test]
fn samples_of_what_does_not_vary() {
    let report = sampled(&["--cell-sigma", "0", "--wire-sigma", "0", "--monte-carlo", "17"]);
    for split in array(&report["splits"]) {
        let slacks = array(&split["slacks"]).iter().map(|slack| (slack, &slack["samples"]));
        for (found, samples) in slacks.chain([(&split["worst"], &split["samples"]["worst"])]) {
            assert_eq!((&samples["mean"], number(&samples["sigma"])), (&found["nominal"], 0.0), "{found}");
        }
        assert_eq!(split["samples"]["timing_yield"], split["timing_yield"]);
    }
    let without = sampled(&[]);
    let split = &without["splits"][0];
    let all = [&without, split, &split["slacks"][0]];
    assert!(all.iter().all(|value| value.is_object() && value.get("samples").is_none()));
}

#[test]
fn any_engine_draws_the_same() {
    let drawn = [&PULSE[..], &["--statistical", "--max-paths", "0", "--monte-carlo", "100"]].concat();
    let report = |engine: &str| tiny::run(&pulse(), &[&drawn[..], &["--engine", engine]].concat());
    let (on_cpu, on_gpu) = (report("cpu"), report("cuda"));
    assert_eq!(tiny::said(&on_cpu), "exit 0\n");
    if on_gpu.status.success() {
        assert_eq!((&on_gpu.stdout, tiny::said(&on_gpu)), (&on_cpu.stdout, "exit 0\n".to_string()));
    } else {
        assert!(tiny::said(&on_gpu).starts_with("error[GPU-0"));
    }
}

#[test]
fn arguments_of_samples_that_are_not_right() {
    check(
        &["--statistical", "--seed", "5"],
        &expect![[r#"
        error: the following required arguments were not provided:
          --monte-carlo <N>"#]],
    );
    for size in ["4T", "G", "99999999999G"] {
        let output = tiny::run(&pulse(), &[&PULSE[..], &["--statistical", "--device-memory", size]].concat());
        let said = tiny::said(&output);
        assert!(said.contains("expected bytes, for example 4G or 512M"), "{said}");
    }
    let most = u32::MAX.to_string();
    let output = tiny::run(&pulse(), &[&PULSE[..], &["--statistical", "--monte-carlo", &most]].concat());
    let said = tiny::said(&output);
    let refused = "error: --monte-carlo: 4294967295 samples of the slacks of 374 ends take ";
    assert!(said.starts_with(refused) && said.ends_with("exit 1\n") && output.stdout.is_empty(), "{said}");
}
