//! The page of `report_html`: its data are those of the library, and a browser shows them.

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use zeroslack_shell::Shell;

const PULSE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/pulse");

/// The page of the example design.
fn write_page(folder: &Path, options: &str) -> (Shell, String) {
    let page = folder.join("page.html");
    let mut shell = Shell::new();
    let script = format!(
        "read_liberty -min {PULSE}/pulse_fast.lib; read_liberty -max {PULSE}/pulse_slow.lib; read_verilog {PULSE}/pulse.v; link_design pulse
         read_spef {PULSE}/pulse.spef; read_sdc {PULSE}/pulse.sdc; report_html {{{}}} {options}",
        page.display()
    );
    shell.run(&script).unwrap();
    (shell, std::fs::read_to_string(page).unwrap())
}

fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn data_are_those_of_the_session() {
    let folder = tempfile::tempdir().unwrap();
    let (mut shell, page) = write_page(folder.path(), "-max_endpoints 30 -max_paths 5");
    let data = data(&page);
    assert_eq!(data["design"]["name"], "pulse");
    assert_eq!(data["shown"], serde_json::json!({ "time": "ns", "scale": 1000.0, "digits": 2 }));
    let timed = shell.session().unwrap().timed().unwrap();
    let slacks = timed.endpoint_slacks();
    let failing: usize = timed.summaries().iter().map(|summary| summary.failing).sum();
    let said: f64 = data["slack"].as_array().unwrap().iter().map(|check| number(&check["failing"])).sum();
    assert_eq!(said, failing as f64);
    for (split, endpoints) in [("late", 187), ("early", 187)] {
        let histogram = &data["histograms"][split];
        let counts = histogram["counts"].as_array().unwrap().iter().map(number).sum::<f64>();
        let of_split = slacks.iter().filter(|slack| slack.kind.split().name() == split);
        let mut pins: Vec<_> = of_split.map(|slack| slack.pin).collect();
        pins.dedup();
        assert_eq!((counts, pins.len()), (f64::from(endpoints), endpoints as usize), "{split}");
        assert_eq!(
            data["endpoints"].as_array().unwrap().iter().filter(|end| end["split"] == split).count(),
            30
        );
        assert_eq!(data["paths"].as_array().unwrap().iter().filter(|path| path["split"] == split).count(), 5);
    }
    let group = |split: &str| {
        data["groups"]
            .as_array()
            .unwrap()
            .iter()
            .find(|group| group["group"] == "clk" && group["split"] == split)
            .unwrap()
            .clone()
    };
    let worst = |late: bool| {
        slacks
            .iter()
            .filter(|slack| (slack.kind.split().name() == "late") == late)
            .map(|slack| slack.slack)
            .min()
            .unwrap()
    };
    assert_eq!(number(&group("late")["worst_slack"]), worst(true) as f64 / 1e4);
    assert_eq!(number(&group("early")["worst_slack"]), worst(false) as f64 / 1e4);
}

/// Of each kind of checks as many fail as the shell lists, the worst first.
#[test]
fn checks_are_those_of_the_shell() {
    let folder = tempfile::tempdir().unwrap();
    let (mut shell, page) = write_page(folder.path(), "");
    let file = folder.path().join("checks.json");
    let mut listed = |options: &str| -> Value {
        shell.run(&format!("report_check_types -format json {options} > {{{}}}", file.display())).unwrap();
        serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap()
    };
    let (failing, worst) = (listed("-violators"), listed(""));
    let checks = data(&page)["checks"].clone();
    for checks in checks.as_array().unwrap() {
        let kind = checks["kind"].as_str().unwrap();
        let all = failing[kind].as_array().unwrap();
        assert_eq!(checks["failing"], all.len(), "{kind}");
        assert_eq!(
            checks["worst"],
            if all.is_empty() { &worst[kind] } else { &failing[kind] }.clone(),
            "{kind}"
        );
    }
    let kinds = worst.as_object().unwrap().iter();
    let there = kinds.filter(|(kind, listed)| *kind != "paths" && !listed.as_array().unwrap().is_empty());
    assert_eq!(checks.as_array().unwrap().len(), there.count());
}

/// Every register is below some driver, at the latency that the shell says of its clock pin.
#[test]
fn clock_trees_have_all_clock_pins() {
    let folder = tempfile::tempdir().unwrap();
    let (mut shell, page) = write_page(folder.path(), "");
    let trees = data(&page)["clock_trees"].clone();
    let [tree] = &trees.as_array().unwrap()[..] else { panic!("{trees}") };
    let nodes = tree["nodes"].as_array().unwrap();
    assert_eq!((number(&tree["clock_pins"]), number(&tree["left_out"])), (100.0, 0.0));
    assert_eq!(nodes.iter().map(|node| number(&node["clock_pins"])).sum::<f64>(), 100.0);
    let mut latest = f64::MIN;
    for node in nodes {
        let pin = node["pin"].as_str().unwrap();
        let arrival = |shell: &mut Shell, property: &str| -> f64 {
            let pin = if pin.contains('/') {
                format!("[get_pins {{{pin}}}]")
            } else {
                format!("[get_ports {pin}]")
            };
            let value = shell.run(&format!("get_property {pin} {property}")).unwrap();
            value.to_string().parse().unwrap()
        };
        // The clock rises at 0.
        let late = arrival(&mut shell, "arrival_max_rise");
        assert!(number(&node["latency"][1]) / 1e3 >= late - 1e-6, "{pin}: {node} {late}");
        if let Some(parent) = node["parent"].as_u64() {
            assert!(number(&node["latency"][1]) > number(&nodes[parent as usize]["latency"][1]), "{node}");
        }
        if !node["clock_pin_latency"].is_null() {
            latest = latest.max(number(&node["clock_pin_latency"][1]));
        }
    }
    assert_eq!(number(&tree["latency"][1]), latest);
}

#[test]
fn options_that_mean_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (mut shell, _) = write_page(folder.path(), "");
    let mut error = |script: &str| Shell::complaint(&shell.run(script)).unwrap_or_default();
    assert!(error("report_html").contains("file"));
    assert!(error("report_html x.html -max_paths few").contains("'few' is no count"));
    assert!(error("report_html /there/is/no/folder/x.html").contains("cannot write"));
}

/// What a browser makes of the page: all of its parts, and no error.
#[test]
fn a_browser_shows_it() {
    let is_there = Command::new("chromium").arg("--version").output().is_ok();
    if !is_there {
        assert!(!zeroslack_testing::is_long(), "there is no chromium");
        return zeroslack_testing::skip("no chromium");
    }
    let folder = tempfile::tempdir().unwrap();
    let (_, page) = write_page(folder.path(), "-digits 3");
    let shown = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}", folder.path().join("page.html").display()))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&shown.stdout).into_owned();
    let (_, body) =
        dom.split_once("<body>").unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&shown.stderr)));
    let (body, _) = body.split_once("<script").unwrap();
    let data = data(&page);
    let first = &data["endpoints"][0];
    for expected in [
        first["endpoint"]["pin"].as_str().unwrap(),
        &format!("{:.3}", number(&first["slack"]) / 1e3),
        "The chosen path",
        "data arrival time",
        "cb_root/Y",
        "Endpoints without an arrival: 2",
        "100 clock pins",
        "Max slew",
    ] {
        assert!(body.contains(expected), "'{expected}' is not shown");
    }
    assert_eq!(body.matches("<svg").count(), 2);
    assert!(!body.contains("NaN") && !body.contains("undefined"), "{body}");
}
