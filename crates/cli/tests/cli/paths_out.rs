//! Many paths, written to a file.

use std::path::Path;

use expect_test::{Expect, expect};

use crate::tiny;

/// What the tiny design's paths are written as.
fn written(folder: &Path, file: &str, arguments: &[&str]) -> String {
    let arguments = [&["report"], &tiny::ARGUMENTS[..], &["--paths-out", file], arguments].concat();
    let output = tiny::run(folder, &arguments);
    assert_eq!(tiny::said(&output), "exit 0\n");
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains("Worst endpoints") && !report.contains("Path Group"), "{report}");
    let mut said = zeroslack::input::Diagnostics::new();
    let bytes = std::fs::read(folder.join(file)).unwrap();
    zeroslack::input::text(&bytes, &mut said).unwrap().into_owned()
}

fn check(arguments: &[&str], expected: &Expect) {
    expected.assert_eq(&written(tiny::folder().path(), "paths.txt", arguments));
}

#[test]
fn a_line_a_pin() {
    check(
        &["--split", "late", "--max-paths", "2"],
        &expect![[r#"
        Path 1: output late slack 140.9863 arrival 109.0137 required 250.0000
        0.0000 ^ ff1/CK
        82.2222 ^ ff1/Q
        82.2222 ^ last/A
        109.0137 v last/Y
        109.0137 v out

        Path 2: output late slack 143.4938 arrival 106.5062 required 250.0000
        0.0000 ^ ff1/CK
        77.2222 v ff1/Q
        77.2222 v last/A
        106.5062 ^ last/Y
        106.5062 ^ out

    "#]],
    );
    check(
        &["--units", "ns", "--max-paths", "1", "--nworst", "1", "--slack-less-than", "0.1"],
        &expect![[r#"
            Path 1: hold slack 0.095 arrival 0.100 required 0.005
            0.100 ^ in[0]
            0.100 ^ ff0/D

        "#]],
    );
    check(&["--slack-less-than", "-1000000", "--max-paths", "9"], &expect![[""]]);
}

#[test]
fn json_lines_say_the_same() {
    let folder = tiny::folder();
    let most = ["--max-paths", "1000"];
    let text = written(folder.path(), "paths.txt", &most);
    let lines = written(folder.path(), "paths.jsonl", &most);
    let mut again = String::new();
    for line in lines.lines() {
        let path: serde_json::Value = serde_json::from_str(line).unwrap();
        let time = |value: &serde_json::Value| format!("{:.4}", value.as_f64().unwrap());
        again += &format!("Path {}: {}", path["number"], path["check"].as_str().unwrap());
        for key in ["slack", "arrival", "required"] {
            again += &format!(" {key} {}", time(&path[key]));
        }
        again += "\n";
        let pins = path["pins"].as_array().unwrap();
        for (at, pin) in pins.iter().enumerate() {
            let mark = if path["transitions"][at] == "r" { "^" } else { "v" };
            again += &format!("{} {mark} {}\n", time(&path["times"][at]), pin.as_str().unwrap());
        }
        again += "\n";
    }
    assert_eq!(again, text);
    assert!(lines.lines().count() > 10);
    for (file, plain) in [("paths.txt.gz", &text), ("paths.jsonl.gz", &lines)] {
        assert_eq!(&written(folder.path(), file, &most), plain);
        assert_eq!(std::fs::read(folder.path().join(file)).unwrap()[..2], [0x1f, 0x8b]);
    }
    let threads = written(folder.path(), "other.txt", &["--max-paths", "1000", "--threads", "3"]);
    assert_eq!(threads, text);
}

/// The file has the paths of the listing.
#[test]
fn the_listing_has_the_same_slacks() {
    let folder = tiny::folder();
    let chosen: [&[&str]; 6] = [
        &["--nworst", "1"],
        &["--slack-less-than", "145"],
        &["--per-group"],
        &["--max-deviations", "0"],
        &["--from", "clk", "--through", "last/A", "--to", "out"],
        &[],
    ];
    for (options, cppr) in chosen.into_iter().flat_map(|options| [(options, "on"), (options, "off")]) {
        let options = [options, &["--max-paths", "4", "--cppr", cppr]].concat();
        let text = written(folder.path(), "paths.txt", &options);
        let slacks = text.lines().filter_map(|line| line.split(" slack ").nth(1)?.split(' ').next());
        let report = tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..], &options].concat());
        let report = String::from_utf8(report.stdout).unwrap();
        let listed = report
            .lines()
            .filter(|line| line.contains("slack ("))
            .map(|line| line.split_whitespace().next().unwrap());
        let slacks: Vec<&str> = slacks.collect();
        assert!(!slacks.is_empty() && listed.eq(slacks.iter().copied()), "{options:?}:\n{text}\n{report}");
    }
}

#[test]
fn what_cannot_be_written_or_asked_for() {
    let check = |arguments: &[&str], expected: Expect| {
        let folder = tiny::folder();
        let output = tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..], arguments].concat());
        expected.assert_eq(&tiny::said(&output));
    };
    check(
        &["--paths-out", "no/where"],
        expect![[r#"
        error: cannot write 'no/where': No such file or directory (os error 2)
        exit 1
    "#]],
    );
    check(
        &["--nworst", "0", "--cppr", "off"],
        expect![[r#"
        error: invalid value '0' for '--nworst <N>': 0 is not in 1..18446744073709551615

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["--slack-less-than", "soon", "--cppr", "off"],
        expect![[r#"
        error: invalid value 'soon' for '--slack-less-than <SLACK>': expected a time, for example 0 or -12.5

        For more information, try '--help'.
        exit 2
    "#]],
    );
}

#[cfg(not(feature = "arrow"))]
#[test]
fn a_program_without_tables_says_so() {
    let folder = tiny::folder();
    let output = tiny::run(
        folder.path(),
        &[&["report"], &tiny::ARGUMENTS[..], &["--paths-out", "p.parquet"]].concat(),
    );
    expect![[r#"
        error: cannot write 'p.parquet': this program was built without tables of paths (parquet); expected a name that ends in .jsonl or another one, or a program built with '--features arrow'
        exit 1
    "#]]
    .assert_eq(&tiny::said(&output));
    assert!(!folder.path().join("p.parquet").exists());
}

#[cfg(feature = "arrow")]
mod tables {
    use std::fs::File;

    use arrow_array::RecordBatch;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, UInt64Type};
    use serde_json::{Value, json};

    use super::{tiny, written};

    /// A row as a line of JSON has it.
    fn line(rows: &RecordBatch, row: usize) -> Value {
        let column = |name: &str| rows.column_by_name(name).unwrap();
        let text = |name: &str| column(name).as_string::<i32>().value(row).to_string();
        let number = |name: &str| column(name).as_primitive::<Float64Type>().value(row);
        let texts = |name: &str| -> Vec<String> {
            let list = column(name).as_list::<i32>().value(row);
            list.as_string::<i32>().iter().map(|text| text.unwrap().to_string()).collect()
        };
        let times = column("times").as_list::<i32>().value(row);
        let (pins, times) = (texts("pins"), times.as_primitive::<Float64Type>().values().to_vec());
        assert_eq!([&text("startpoint"), &text("endpoint")], [&pins[0], &pins[pins.len() - 1]]);
        json!({
            "number": column("number").as_primitive::<UInt64Type>().value(row),
            "check": text("check"), "split": text("split"),
            "slack": number("slack"), "arrival": number("arrival"), "required": number("required"),
            "pins": pins, "transitions": texts("transitions"), "times": times,
        })
    }

    #[test]
    fn tables_say_the_same() {
        let folder = tiny::folder();
        let arguments = ["--max-paths", "1000"];
        let lines = written(folder.path(), "paths.jsonl", &arguments);
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(lines.len() > 10);
        for kind in ["arrow", "parquet"] {
            let name = format!("paths.{kind}");
            let output = tiny::run(
                folder.path(),
                &[&["report"], &tiny::ARGUMENTS[..], &["--paths-out", &name], &arguments].concat(),
            );
            assert_eq!(tiny::said(&output), "exit 0\n");
            let file = File::open(folder.path().join(&name)).unwrap();
            let batches: Vec<RecordBatch> = if kind == "arrow" {
                arrow_ipc::reader::FileReader::try_new(file, None).unwrap().map(Result::unwrap).collect()
            } else {
                let builder = parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(file);
                builder.unwrap().build().unwrap().map(Result::unwrap).collect()
            };
            let rows: Vec<Value> = batches
                .iter()
                .flat_map(|rows| (0..rows.num_rows()).map(move |row| line(rows, row)))
                .collect();
            assert_eq!(rows, lines, "{kind}");
        }
    }
}
