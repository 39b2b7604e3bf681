//! Designs of the shared data.

#![allow(dead_code, reason = "each test binary uses a part")]
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::path::{Path, PathBuf};

pub use zeroslack_testing::{shared, text};

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
        ..zeroslack::DesignFiles::default()
    }
}

/// Lines of a `.gz` or plain file.
pub fn lines(path: &Path) -> Vec<String> {
    text(path).lines().map(str::to_string).collect()
}
