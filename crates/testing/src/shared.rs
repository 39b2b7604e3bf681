//! Designs and goldens of the shared test data.

use std::path::{Path, PathBuf};

use zeroslack_input::Diagnostics;

use crate::tally::skip;

/// The folder of shared test data: `ZEROSLACK_SHARED`, or `../shared` beside the checkout. None, with a message, where there is none.
///
/// # Panics
/// In continuous integration (`CI=true`) there has to be one.
pub fn shared() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("ZEROSLACK_SHARED").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "no shared data at {}", folder.display());
    skip("no shared data");
    None
}

/// The text of a file, unpacked.
///
/// # Panics
/// If it cannot be read, or is not text.
pub fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut said = Diagnostics::new();
    let text = zeroslack_input::text(&bytes, &mut said).map(|text| text.into_owned());
    let text = text.filter(|_| said.is_empty());
    text.unwrap_or_else(|| panic!("{}: {said}", path.display()))
}

/// Lines of a `.gz` or plain file.
pub fn lines(path: &Path) -> Vec<String> {
    text(path).lines().map(str::to_owned).collect()
}
