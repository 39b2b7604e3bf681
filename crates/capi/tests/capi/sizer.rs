//! The example in C compiles without a warning, and does what the example in Rust does.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use zeroslack::tau::design_files;
use zeroslack::units::ps;
use zeroslack::{DesignFiles, Session, Silent};

use crate::compilers::{Compiler, run};
use crate::example::library;
use crate::greedy::{Limits, Row, Sizer};
use crate::pulse::{files, folder};

/// The rows of the table but for their times, as the example in Rust has them.
fn expected(files: &DesignFiles, has_cppr: bool, rounds: usize) -> Vec<[String; 4]> {
    let mut session = Session::read(files, &Silent).unwrap();
    session.set_cppr(has_cppr);
    session.update().unwrap();
    let mut rows = Vec::new();
    let mut sizer = Sizer::new(&mut session).unwrap();
    let limits = Limits { rounds, time: Duration::MAX };
    let take = |row: &Row| {
        let [wns, tns] = [row.score.wns, row.score.tns].map(|slack| format!("{:.4}", ps(slack)));
        rows.push([row.moves.to_string(), row.tried.to_string(), wns, tns]);
    };
    sizer.run(limits, take).unwrap();
    assert!(sizer.row.moves > 0);
    rows
}

/// The rows that a run of the example prints.
fn rows(printed: &str) -> Vec<[String; 4]> {
    let words = printed.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let table = words.skip_while(|words| !words.ends_with(&["TNS", "(ps)"])).skip(1);
    let rows = table.map_while(|words| <[&str; 5]>::try_from(words).ok());
    rows.map(|[_, row @ ..]| row.map(str::to_string)).collect()
}

/// The example, compiled against the shared library; none, which is said, where there is no compiler of C.
fn compile(into: &Path) -> Option<PathBuf> {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    let mut compile = Compiler::C.command();
    if Command::new(compile.get_program()).arg("--version").output().is_err() {
        zeroslack_testing::skip("no compiler of C");
        return None;
    }
    let (program, library) = (into.join("sizer"), library(DLL_PREFIX, DLL_SUFFIX));
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    compile.args(["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"]);
    compile.arg(here.join("include")).arg(here.join("examples/sizer.c")).arg(&library);
    compile.arg(format!("-Wl,-rpath,{}", library.parent().unwrap().display()));
    run(compile.arg("-lm").arg("-o").arg(&program));
    Some(program)
}

/// Runs the example on a design in both ways, with CPPR and without.
fn check(paths: &[PathBuf], files: &DesignFiles, rounds: usize) {
    let made = tempfile::tempdir().unwrap();
    let Some(program) = compile(made.path()) else { return };
    for has_cppr in [false, true] {
        let mut arguments: Vec<OsString> = vec!["--rounds".into(), rounds.to_string().into()];
        arguments.extend(has_cppr.then(|| "--cppr".into()));
        let printed = run(Command::new(&program).args(arguments).args(paths));
        assert_eq!(rows(&printed), expected(files, has_cppr, rounds), "{printed}");
        assert!(printed.contains("gives the same WNS and TNS"), "{printed}");
    }
}

#[test]
fn the_sizer_in_c_does_what_the_one_in_rust_does() {
    let names = ["pulse_fast.lib", "pulse_slow.lib", "pulse.v", "pulse.spef", "pulse.sdc"];
    check(&names.map(|name| folder().join(name)), &files(), 100);
}

#[test]
fn both_size_a_contest_design_in_the_same_way() {
    let Some(shared) = zeroslack_testing::shared() else { return };
    let file = |ending: &str| shared.join("data/tau15_synth/aes_core").join(format!("aes_core.{ending}"));
    let [list, timing] = ["tau2015", "timing"].map(file);
    let files = design_files(&list, &timing).unwrap();
    check(&[list, timing], &files, 2);
}

#[test]
fn the_sizer_says_what_is_wrong() {
    let made = tempfile::tempdir().unwrap();
    let Some(program) = compile(made.path()) else { return };
    let missing = made.path().join("none.tau2015");
    for (arguments, message) in [
        (vec![], "usage: sizer"),
        (vec!["--rounds".into()], "usage: sizer"),
        (vec![missing.clone(), missing], "no list of four files"),
        (vec!["a.lib".into(), "b.lib".into(), "c.v".into(), "d.spef".into(), "e.sdc".into()], "FILE-001"),
    ] {
        let output = Command::new(&program).args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(message), "{said}");
    }
}
