//! Where variation comes from, as the command line tells it.

use std::io::Write;
use std::path::Path;

use expect_test::{Expect, expect, expect_file};
use serde_json::Value;
use zeroslack_testing::Lvf;

use crate::report::{PULSE, pulse};
use crate::tiny::{self, ARGUMENTS};

const STATISTICAL: [&str; 4] = ["--statistical", "--max-paths", "0", "--json"];

/// The part of a report in JSON that is about variation.
fn statistical(folder: &Path, arguments: &[&str]) -> Value {
    let output = tiny::run(folder, &[arguments, &STATISTICAL].concat());
    assert_eq!(tiny::said(&output), "exit 0\n");
    serde_json::from_slice::<Value>(&output.stdout).unwrap()["statistical"].clone()
}

/// The tiny design with a side file.
fn with_side_file(text: &str) -> tempfile::TempDir {
    let folder = tiny::folder();
    std::fs::write(folder.path().join("tiny.pocv"), text).unwrap();
    folder
}

/// What is said of the tiny design with a side file.
#[track_caller]
fn check_said(text: &str, more: &[&str], expected: &Expect) {
    let folder = with_side_file(text);
    let arguments = [&["report"], &ARGUMENTS[..], &STATISTICAL, &["--pocv", "tiny.pocv"], more].concat();
    expected.assert_eq(&tiny::said(&tiny::run(folder.path(), &arguments)));
}

#[test]
fn a_design_whose_libraries_have_tables_of_variation() {
    let folder = tempfile::tempdir().unwrap();
    let lvf = Lvf {
        of_delay: 0.05,
        of_slew: 0.01,
        least: 0.001,
        late: 1.2,
        mean_shift: 0.01,
        skewness: 0.6,
        moments: true,
    };
    for name in ["pulse_fast.lib", "pulse_slow.lib", "pulse.v", "pulse.spef", "pulse.sdc"] {
        let text = std::fs::read_to_string(pulse().join(name)).unwrap();
        let text = if name.ends_with(".lib") { lvf.add_to(&text) } else { text };
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let arguments = [&PULSE[..], &["--statistical", "--max-paths", "0", "--max-endpoints", "3"]].concat();
    let output = tiny::run(folder.path(), &arguments);
    assert_eq!(tiny::said(&output), "exit 0\n");
    let report = String::from_utf8(output.stdout).unwrap();
    let (_, of_variation) = report.split_once("Statistical timing").unwrap();
    expect_file!["../golden/pulse_lvf.txt"].assert_eq(of_variation);
    let found = statistical(folder.path(), &PULSE);
    let plain = statistical(&pulse(), &PULSE);
    let [sources, plain_sources] = [&found, &plain].map(|of| of["sources"].clone());
    assert_eq!(sources["lvf"]["cells"], plain_sources["flat"]["cells"]);
    assert_eq!((&sources["flat"]["cells"], &sources["lvf"]["wires"]), (&Value::from(0), &Value::from(0)));
    assert_eq!(sources["flat"]["wires"], plain_sources["flat"]["wires"]);
    assert_eq!(sources["setup_and_hold"]["lvf"], sources["setup_and_hold"]["all"]);
    assert_eq!(plain_sources["setup_and_hold"]["lvf"], 0);
    assert_ne!(found["splits"][0]["worst"]["sigma"], plain["splits"][0]["worst"]["sigma"]);
}

#[test]
fn a_side_file_packed_or_plain() {
    let text = "object_type: lib_cell\nobject_spec: tiny/INV\ncoefficient: 0.2\n\
        object_type: design\ndelay_type: net\ncoefficient: 0.1\n";
    let folder = with_side_file(text);
    let file = std::fs::File::create(folder.path().join("tiny.pocv.gz")).unwrap();
    let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::default());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap();
    let of =
        |file: &str| statistical(folder.path(), &[&["report"], &ARGUMENTS[..], &["--pocv", file]].concat());
    let found = of("tiny.pocv");
    expect![[r#"{"lvf":{"cells":0,"wires":0},"pocv":{"cells":12,"wires":32},"flat":{"cells":8,"wires":0},"none":{"cells":0,"wires":0},"setup_and_hold":{"lvf":0,"all":8}}"#]].assert_eq(&found["sources"].to_string());
    assert_eq!(found, of("tiny.pocv.gz"));
}

#[test]
fn a_design_in_which_nothing_varies() {
    let folder = tiny::folder();
    let arguments = ["--statistical", "--max-paths", "0", "--cell-sigma", "0", "--wire-sigma", "0"];
    let output = tiny::run(folder.path(), &[&["report"], &ARGUMENTS[..], &arguments].concat());
    let report = String::from_utf8(output.stdout).unwrap();
    let (_, of_variation) = report.split_once("Statistical timing").unwrap();
    let (sources, _) = of_variation.split_once("\nTiming yield").unwrap();
    expect![[r#"
        : flat standard deviations of 0% of cells' delays and 0% of wires', skewness 0, 64 bins, 128 components

        Variation from             Delays of cells  Of wires
        -----------------------------------------------------
        LVF tables of libraries                  0         0
        POCV coefficients                        0         0
        flat shares                              0         0
        nothing: they do not vary               20        32
        Setup and hold times that vary as LVF tables say: 0 of 8
        Nothing varies: no library and no side file says of any delay how it does, and the flat shares are 0.
    "#]].assert_eq(sources);
}

#[test]
fn what_is_said_of_side_files() {
    check_said(
        "object_type: lib_cell\nobject_spec: tiny/NAND\ncoefficient: 0.1\n",
        &[],
        &expect![[r#"
        warning[POCV-012]: no lib_cell is called 'tiny/NAND'
         --> tiny.pocv:2:14
          |
        2 | object_spec: tiny/NAND
          |              ^^^^^^^^^
        exit 0
    "#]],
    );
    check_said(
        "object_type: lib_cell\nobject_spec: INV\ncoefficient: much\n",
        &[],
        &expect![[r#"
        error[POCV-008]: coefficient 'much', expected one number from 0 to 10
         --> tiny.pocv:3:14
          |
        3 | coefficient: much
          |              ^^^^
        exit 1
    "#]],
    );
    let table = "object_type: design\ndepth: 1 2\ntable: 1.1 1.05\n";
    check_said(
        table,
        &[],
        &expect![[r#"
        exit 0
    "#]],
    );
    check_said(
        table,
        &["--strict"],
        &expect![[r#"
        error[FILE-010]: not applied, which strict reading refuses: 1 of 'table by depth or distance (AOCV)' (tiny.pocv:3)
        exit 1
    "#]],
    );
    check_said(
        "",
        &["--output", "tiny.pocv"],
        &expect![[r#"
        error: 'tiny.pocv' is read as an input: expected another file to write to

        Usage: zeroslack <COMMAND>

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check_said(
        "",
        &["--pocv", "other.pocv"],
        &expect![[r#"
        error[FILE-001]: cannot read 'other.pocv': No such file or directory (os error 2)
        exit 1
    "#]],
    );
    let folder = with_side_file(table);
    let plain = [&["report"], &ARGUMENTS[..], &["--statistical", "--pocv", "tiny.pocv"]].concat();
    let report = String::from_utf8(tiny::run(folder.path(), &plain).stdout).unwrap();
    assert!(report.contains("table by depth or distance (AOCV)"), "{report}");
    let alone = [&["report"], &ARGUMENTS[..], &["--pocv", "tiny.pocv"]].concat();
    assert!(tiny::said(&tiny::run(folder.path(), &alone)).contains("--statistical"));
}
