//! Designs of the shared data.

pub mod ideal;
pub mod in_memory;
pub mod pin_slacks;
pub mod synthetic;

use std::path::{Path, PathBuf};

use zeroslack::ModeId;
pub use zeroslack_testing::{lines, shared, text};

/// A contest design by its folder: `early.lib late.lib design.spef design.v` in its `.tau2015`.
pub fn tau_files(folder: &Path) -> zeroslack::DesignFiles {
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    let listed = text(&folder.join(format!("{name}.tau2015")));
    let files: Vec<PathBuf> = listed.split_whitespace().map(|file| folder.join(file)).collect();
    let [early, late, spef, verilog] = &files[..] else { panic!("{listed}") };
    zeroslack::DesignFiles {
        liberty_early: vec![early.clone()],
        liberty_late: vec![late.clone()],
        verilog: vec![verilog.clone()],
        spef: vec![zeroslack::SpefFile { file: spef.clone(), instance: None }],
        constraints: Some(zeroslack::Constraint::Timing(folder.join(format!("{name}.timing")))),
        calculator: zeroslack::timing::Calculator::Elmore,
        ..zeroslack::DesignFiles::default()
    }
}

/// A session under what a script of constraints states.
#[track_caller]
pub fn constrained(session: zeroslack::Session, script: &str) -> zeroslack::Session {
    let mut session = session;
    session.texts_mut().insert("made.sdc", script);
    let said = session.read_constraints(ModeId::FIRST, &zeroslack::Constraint::Sdc("made.sdc".into()));
    let said = said.unwrap();
    assert!(!said.has_errors(), "{said}\n{script}");
    session
}

/// The files of the repository's example.
pub fn example_files() -> zeroslack::DesignFiles {
    // Where the test was built, or, carried to a machine with a GPU, where it runs.
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pulse");
    let folder = if built.is_dir() { built } else { "examples/pulse".into() };
    let file = |name: &str| folder.join(name);
    zeroslack::DesignFiles {
        liberty_early: vec![file("pulse_fast.lib")],
        liberty_late: vec![file("pulse_slow.lib")],
        verilog: vec![file("pulse.v")],
        spef: vec![zeroslack::SpefFile { file: file("pulse.spef"), instance: None }],
        constraints: Some(zeroslack::Constraint::Sdc(file("pulse.sdc"))),
        ..zeroslack::DesignFiles::default()
    }
}
