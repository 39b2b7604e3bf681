//! What tests and benchmarks of several crates need: the shared data, repeatable noise, and libraries with variation. Only a dev-dependency.

mod dice;
mod lvf;

use std::path::{Path, PathBuf};

use zeroslack_input::Diagnostics;

pub use dice::Dice;
pub use lvf::{Lvf, drive_strength};

/// The folder of shared test data: `ZEROSLACK_SHARED`, or `../shared` beside the checkout. None, with a message, where there is none.
///
/// # Panics
/// In continuous integration (`CI=true`) there has to be one.
#[expect(clippy::print_stdout, reason = "a test says that it is skipped")]
pub fn shared() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("ZEROSLACK_SHARED").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "no shared data at {}", folder.display());
    println!("skipped: no shared data");
    None
}

/// The text of a file, unpacked.
///
/// # Panics
/// If it cannot be read, or is not text.
#[expect(clippy::panic, reason = "a test may fail")]
pub fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut said = Diagnostics::new();
    let text = zeroslack_input::text(&bytes, &mut said).map(|text| text.into_owned());
    let text = text.filter(|_| said.is_empty());
    text.unwrap_or_else(|| panic!("{}: {said}", path.display()))
}

/// How many random designs to check: `ZEROSLACK_RANDOM_DESIGNS`, or the usual number.
///
/// # Panics
/// If it is no number.
#[expect(clippy::expect_used, reason = "a test may fail")]
pub fn design_count(usual: u32) -> u32 {
    let stated = std::env::var("ZEROSLACK_RANDOM_DESIGNS").ok();
    stated.map_or(usual, |count| count.parse().expect("ZEROSLACK_RANDOM_DESIGNS is a number"))
}

/// Repeatable noise (xorshift); the seed is not 0.
#[derive(Clone, Debug)]
pub struct Noise(pub u64);

impl Noise {
    /// A number below a limit, which is not 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}
