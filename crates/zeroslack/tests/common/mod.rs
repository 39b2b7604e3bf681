//! Finding the shared test data.

#![allow(dead_code, reason = "each test binary uses a part")]
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may fail, and says what it skips")]

use std::path::{Path, PathBuf};

/// The folder of shared test data: `ZEROSLACK_SHARED`, or `../shared` beside the checkout. None, with a message, where there is none; in CI that fails.
pub fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("ZEROSLACK_SHARED").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "no shared data at {}", folder.display());
    println!("skipped: no shared data");
    None
}

/// The text of a file, unpacked.
pub fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut diagnostics = zeroslack::input::Diagnostics::new();
    let text = zeroslack::input::text(&bytes, &mut diagnostics).map(|text| text.into_owned());
    text.unwrap_or_else(|| panic!("{}: {diagnostics}", path.display()))
}

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
