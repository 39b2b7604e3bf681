//! The command line.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::cells;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zeroslack-synth"));
    command.args(arguments).arg("--output").arg(folder).output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn all_files_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["--gates", "1000", "--name", "small"]);
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("small: ") && said.contains(" gates ("), "{said}");
    let expected = [
        "small.sdc",
        "small.spef",
        "small.tau2015",
        "small.timing",
        "small.v",
        "small_early.lib",
        "small_late.lib",
    ];
    assert_eq!(names(folder.path()), expected);
    let list = std::fs::read_to_string(folder.path().join("small.tau2015")).unwrap();
    assert_eq!(list, "small_early.lib small_late.lib small.spef small.v\n");
}

#[test]
fn packed_files_hold_the_same() {
    let (plain, packed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let arguments = ["--gates", "1000", "--name", "small", "--quiet"];
    assert!(run(plain.path(), &arguments).stderr.is_empty());
    assert!(run(packed.path(), &[&arguments[..], &["--gzip"]].concat()).stderr.is_empty());
    for name in names(plain.path()).iter().filter(|name| !name.ends_with(".tau2015")) {
        let bytes = std::fs::read(packed.path().join(format!("{name}.gz"))).unwrap();
        let text =
            zeroslack_input::text(&bytes, &mut zeroslack_input::Diagnostics::new()).unwrap().into_owned();
        assert_eq!(text, std::fs::read_to_string(plain.path().join(name)).unwrap(), "{name}");
    }
    let list = std::fs::read_to_string(packed.path().join("small.tau2015")).unwrap();
    assert_eq!(list, "small_early.lib.gz small_late.lib.gz small.spef.gz small.v.gz\n");
}

#[test]
fn several_clocks_have_no_contest_files() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["--gates", "1000", "--name", "two", "--clocks", "2"]).status.success());
    assert_eq!(names(folder.path()), ["two.sdc", "two.spef", "two.v", "two_early.lib", "two_late.lib"]);
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, says) in [
        (&["--gates", "10"][..], "error: option out of range: gates: 200 to 20,000,000"),
        (&["--preset", "leon5"][..], "expected one of aes_core, des_perf_ispd, vga_lcd, edit_dist_ispd, "),
    ] {
        let output = run(folder.path(), arguments);
        assert!(!output.status.success());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(says), "{said}");
    }
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let said = String::from_utf8(run(&file, &["--gates", "300"]).stderr).unwrap();
    assert!(said.starts_with("error: cannot create "), "{said}");
}

/// Runs with the small library in a file of some name; what is said.
fn with_library(folder: &Path, cells: &[String], arguments: &[&str]) -> Output {
    let file = folder.join("own.lib");
    std::fs::write(&file, cells::library(cells)).unwrap();
    let path = file.to_str().unwrap();
    let arguments: Vec<&str> =
        arguments.iter().map(|&word| if word == "LIB" { path } else { word }).collect();
    run(&folder.join("out"), &arguments)
}

#[test]
fn a_given_library_is_named_and_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--gates", "500", "--name", "own", "--liberty", "LIB"];
    let output = with_library(folder.path(), &cells::usable(), &arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    let file = folder.path().join("own.lib").display().to_string();
    assert!(output.status.success() && said.ends_with(&format!("; library {file}\n")), "{said}");
    let out = folder.path().join("out");
    assert_eq!(names(&out), ["own.sdc", "own.spef", "own.tau2015", "own.timing", "own.v"]);
    let list = std::fs::read_to_string(out.join("own.tau2015")).unwrap();
    assert_eq!(list, format!("{file} {file} own.spef own.v\n"));
}

#[test]
fn packed_libraries_of_each_split_give_the_same_netlist() {
    let folder = tempfile::tempdir().unwrap();
    let plain = ["--gates", "500", "--name", "own", "--liberty", "LIB"];
    assert!(with_library(folder.path(), &cells::usable(), &plain).status.success());
    let packed = folder.path().join("own.lib.gz");
    let mut packer =
        flate2::write::GzEncoder::new(std::fs::File::create(&packed).unwrap(), flate2::Compression::fast());
    packer.write_all(cells::library(&cells::usable()).as_bytes()).unwrap();
    packer.finish().unwrap();
    let other = folder.path().join("other");
    let packed = packed.to_str().unwrap();
    let pair = ["--gates", "500", "--name", "own", "--liberty-early", packed, "--liberty-late", packed];
    assert!(run(&other, &pair).status.success());
    for name in ["own.v", "own.spef", "own.sdc", "own.timing"] {
        let texts = [&folder.path().join("out"), &other]
            .map(|folder| std::fs::read_to_string(folder.join(name)).unwrap());
        assert_eq!(texts[0], texts[1], "{name}");
    }
}

#[test]
fn what_is_wrong_with_a_library_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let said = |cells: &[String], arguments: &[&str]| {
        let output = with_library(folder.path(), cells, &[&["--gates", "500"], arguments].concat());
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let file = folder.path().join("own.lib").display().to_string();
    for (cells, arguments, says) in [
        (
            &cells::usable()[..8],
            &["--liberty", "LIB"][..],
            format!("error: {file}: no flip-flop that can be used; expected "),
        ),
        (
            &cells::usable()[8..],
            &["--liberty", "LIB"],
            format!("error: {file}: no inverter that can be used; expected "),
        ),
        (&[], &["--liberty", "nowhere.lib"], "error: cannot read nowhere.lib: ".to_string()),
        (&[], &["--liberty-late", "LIB"], "--liberty-early <FILE>...".to_string()),
        (&[], &["--liberty", "LIB", "--failing-hold", "0.1"], "cannot be used with".to_string()),
    ] {
        let said = said(cells, arguments);
        assert!(said.contains(&says), "{says}\n{said}");
    }
}

#[test]
fn what_is_odd_in_a_library_is_said_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    for (cell, id, is_usable) in [
        ("  cell (INV_1) { }\n", "warning[LIB-", true),
        ("  default_max_transition : INF;\n", "error[LIB-009] ", false),
    ] {
        let cells = [cells::usable(), vec![cell.to_string()]].concat();
        let output = with_library(folder.path(), &cells, &["--gates", "500", "--liberty", "LIB"]);
        let said = String::from_utf8(output.stderr).unwrap();
        let line = cells::library(&cells).lines().count() - 1;
        assert!(said.contains(id) && said.contains(&format!("own.lib:{line}:")), "{said}");
        assert_eq!(
            (output.status.success(), said.contains("own.lib cannot be used")),
            (is_usable, !is_usable)
        );
    }
}

#[test]
fn a_chip_has_a_module_for_each_block_and_parasitics_for_each_instance() {
    let folder = tempfile::tempdir().unwrap();
    let chip = ["--gates", "3000", "--name", "chip", "--blocks", "3", "--instances", "2"];
    let output = run(folder.path(), &chip);
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("in 6 instances of 3 modules"), "{said}");
    let expected =
        ["chip.sdc", "chip.spef", "chip.v", "chip_block0_early.lib", "chip_block0_late.lib", "chip_blocks"];
    assert_eq!(names(folder.path()), expected);
    let blocks = names(&folder.path().join("chip_blocks"));
    assert_eq!(blocks, ["b0.spef", "b1.spef", "b2.spef", "b3.spef", "b4.spef", "b5.spef"]);
    let netlist = std::fs::read_to_string(folder.path().join("chip.v")).unwrap();
    let (design, said) = zeroslack_verilog::read(&netlist);
    assert!(said.is_empty(), "{said}");
    assert_eq!(design.modules.len(), 4);
    assert_eq!(design.modules[0].instances.len(), 6);
    // What the second instance of a module has is what the first has.
    let [first, second] = ["b1", "b4"]
        .map(|name| std::fs::read(folder.path().join(format!("chip_blocks/{name}.spef"))).unwrap());
    assert!(first == second);
    // Of 8 ports: the clock, inputs, the outputs of the three instances with others below them, and those of the last.
    let wires = std::fs::read_to_string(folder.path().join("chip.spef")).unwrap();
    let (spef, said) = zeroslack_spef::read(&wires, &zeroslack_spef::Options::default());
    assert!(said.is_empty(), "{said}");
    let nets: usize = spef.pieces.iter().map(|piece| piece.nets.len()).sum();
    assert_eq!(nets, 1 + 8 + 3 * 8 + 8);
}
