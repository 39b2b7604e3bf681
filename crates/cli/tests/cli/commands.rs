//! `zeroslack tau` and `zeroslack bench`, as run from a shell.

use std::path::Path;
use std::process::Output;

use expect_test::expect;

const PULSE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/pulse");

fn zeroslack(arguments: &[&str]) -> Output {
    crate::program().args(arguments).env("NO_COLOR", "1").output().unwrap()
}

/// Standard error and the exit status.
fn said(output: &Output) -> String {
    format!("{}exit {}\n", String::from_utf8_lossy(&output.stderr), output.status.code().unwrap())
}

/// The example design as a contest: its files, assertions of its own, operations.
fn contest(folder: &Path, operations: &str) -> [String; 4] {
    let files =
        ["pulse_fast.lib", "pulse_slow.lib", "pulse.spef", "pulse.v"].map(|name| format!("{PULSE}/{name}"));
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        folder.join(name).display().to_string()
    };
    let timing = "clock clk 1120 560\nat clk 0 560 0 560\nslew clk 30 30 30 30\n";
    [
        write("pulse.tau2015", &files.join(" ")),
        write("pulse.timing", timing),
        write("pulse.ops", operations),
        folder.join("pulse.output").display().to_string(),
    ]
}

#[test]
fn a_contest_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let operations = "report_at -pin clk -late -fall\n\n# a comment\nreport_worst_paths -numPaths 1\n\
        report_at -pin u_mac/wbuf_7:Y -late\nrepower_gate u_mac/wbuf_7 ZL_BUF_X4\nreport_at -pin u_mac/wbuf_7:Y -late\n";
    let files = contest(folder.path(), operations);
    let output = zeroslack(&["tau", &files[0], &files[1], &files[2], &files[3]]);
    assert_eq!(said(&output), "exit 0\n");
    let answers = std::fs::read_to_string(&files[3]).unwrap();
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines[..2], ["560.0000", "report_worst_paths 1"]);
    assert!(lines[2].starts_with("Path 1: "), "{answers}");
    let [before, after] =
        [lines[lines.len() - 2], lines[lines.len() - 1]].map(|line| line.parse::<f64>().unwrap());
    assert!(after < before, "a stronger buffer is faster: {before} {after}");
}

#[test]
fn a_wrong_operation_is_said_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let files = contest(folder.path(), "report_at -pin clk\nremove_gate nobody\n");
    let output = zeroslack(&["tau", &files[0], &files[1], &files[2], &files[3]]);
    let said = said(&output).replace(&folder.path().display().to_string(), "FOLDER");
    expect![[r#"
        error[OPS-003]: there is no cell 'nobody'
         --> FOLDER/pulse.ops:2:1
          |
        2 | remove_gate nobody
          | ^^^^^^^^^^^^^^^^^^
        exit 1
    "#]]
    .assert_eq(&said);
    // Half of the answers would look like all of them.
    assert!(!Path::new(&files[3]).exists());
}

#[test]
fn an_output_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let files = contest(folder.path(), "");
    let output = zeroslack(&["tau", &files[0], &files[1], &files[2], "/nowhere/out"]);
    assert_eq!(
        said(&output),
        "error: cannot write '/nowhere/out': No such file or directory (os error 2)\nexit 1\n"
    );
}

#[test]
fn every_workload_is_a_row_of_table_and_json() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("results.json");
    let json = json.to_str().unwrap();
    let output = zeroslack(&[
        "bench",
        "--gates",
        "200",
        "--runs",
        "1",
        "--k",
        "5,50",
        "--max-deviations",
        "1",
        "--threads",
        "1",
        "--profile",
        "--json",
        json,
    ]);
    assert_eq!(said(&output), "exit 0\n");
    let table = String::from_utf8(output.stdout).unwrap();
    let results: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    let rows = results.as_array().unwrap();
    let named: Vec<String> = rows.iter().map(|row| format!("{} {}", row["workload"], row["k"])).collect();
    let expected = ["read", "link", "graph", "delay", "timing", "update", "cppr", "slacks"];
    assert_eq!(named[..8], expected.map(|name| format!("\"{name}\" null")));
    let expected = [
        "forest null",
        "paths 5",
        "paths 5",
        "paths 50",
        "paths 50",
        "cppr-paths 5",
        "cppr-paths 50",
        "queries 5",
        "queries 50",
        "constrained 5",
        "constrained 50",
    ];
    // Without CPPR, then with it.
    let edits = [
        "repower",
        "repower-clock",
        "parasitics",
        "restate",
        "waveform",
        "derate",
        "swap",
        "insert",
        "insert-clock",
        "insert-register",
        "mixed",
        "edit-paths",
        "edit-constrained",
        "try",
        "worn",
    ];
    let of_edits = [edits, edits].concat().into_iter().flat_map(|name| match name {
        "edit-paths" | "edit-constrained" => vec![format!("{name} 5"), format!("{name} 50")],
        _ => vec![format!("{name} null")],
    });
    let expected: Vec<String> = expected.map(str::to_string).into_iter().chain(of_edits).collect();
    assert_eq!(named[8..].iter().map(|name| name.replace('"', "")).collect::<Vec<_>>(), expected);
    for row in rows {
        let keys: Vec<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(
            keys,
            [
                "design",
                "engine",
                "threads",
                "workload",
                "k",
                "deviations",
                "max_deviations",
                "is_exact",
                "runs",
                "median_ms",
                "min_ms",
                "max_ms",
                "median_us",
                "p99_us",
                "batch",
                "cppr",
                "full_updates",
                "visited",
                "by_visits",
                "worn",
                "peak_bytes",
                "nodes",
                "queries",
                "published"
            ]
        );
        assert!(row["min_ms"].as_f64() <= row["median_ms"].as_f64(), "{row}");
        // Each query is one.
        let queries = row["queries"].as_array().unwrap().len() as u64;
        let runs = match row["workload"].as_str().unwrap() {
            "queries" => 100,
            "constrained" => queries,
            "worn" => {
                assert_eq!(row["worn"]["is_same"], true, "{row}");
                2
            }
            // As many as there is time for.
            name if edits.contains(&name) => {
                assert_eq!((&row["batch"], row["cppr"].is_boolean()), (&serde_json::json!(1), true), "{row}");
                assert!(row["median_us"].as_f64() <= row["p99_us"].as_f64(), "{row}");
                row["runs"].as_u64().unwrap()
            }
            _ => 1,
        };
        assert!(row["deviations"].as_u64() <= row["max_deviations"].as_u64().or(Some(u64::MAX)), "{row}");
        assert_eq!((&row["runs"], &row["threads"]), (&serde_json::json!(runs), &serde_json::json!(1)));
        assert!(table.contains(row["workload"].as_str().unwrap()));
    }
    assert!(table.contains("build graph"), "the profile:\n{table}");
    let counts = rows.iter().find(|row| row["workload"] == "graph").map(|row| &row["nodes"]).unwrap();
    assert_eq!((&counts["nodes"], &counts["most"]), (&counts["pins"], &serde_json::json!(1)), "one clock");
}

#[test]
fn clocks_of_a_synthetic_design() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("results.json");
    let json = json.to_str().unwrap();
    let counts = |options: &[&str]| {
        let fixed = ["bench", "--gates", "500", "--runs", "1", "--workload", "graph", "--json", json];
        assert_eq!(said(&zeroslack(&[&fixed, options].concat())), "exit 0\n");
        let results: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
        ["pins", "nodes", "most"].map(|count| results[0]["nodes"][count].as_u64().unwrap())
    };
    let [pins, nodes, most] = counts(&["--more-clocks", "2"]);
    assert!(nodes > 2 * pins && most >= 3, "{nodes} nodes of {pins} pins, {most} at the most");
    let [pins, nodes, most] = counts(&["--clocks", "3"]);
    assert!(nodes > pins && (2..=3).contains(&most), "{nodes} nodes of {pins} pins, {most} at the most");
}

#[test]
fn what_cannot_be_measured() {
    let check = |arguments: &[&str], expected: expect_test::Expect| {
        expected.assert_eq(&said(&zeroslack(&[&["bench"], arguments].concat())));
    };
    check(
        &["--preset", "leon9"],
        expect![[r#"
            error: there is no preset 'leon9'; there are aes_core, des_perf_ispd, vga_lcd, edit_dist_ispd, mgc_edit_dist, mgc_matrix_mult, b19, vga_lcd_iccad, leon3mp, netcard, leon2 and all
            exit 1
        "#]],
    );
    check(
        &["no.v"],
        expect![[r#"
            error: cannot read 'no.v': No such file or directory (os error 2)
            exit 1
        "#]],
    );
    check(
        &["design.txt"],
        expect![[r#"
            error: 'design.txt' ends in none of .lib, .v, .spef, .sdc, .timing, .tau2015
            exit 1
        "#]],
    );
    let verilog = format!("{PULSE}/pulse.v");
    check(
        &[&verilog],
        expect![[r#"
            error: a design needs a .v and a .lib file at least
            exit 1
        "#]],
    );
}
