//! Adds tables of variation to a library, to try statistical timing with: the formula is [`Lvf`]'s.
//!
//!   cargo run -p zeroslack-testing --example lvf -- LIBRARY > WITH_TABLES
//!
//! The standard deviation of a delay d with an input slew s is 0.05·d/√w + 0.02·s for a drive strength w, late ones are 1.2 times early ones, means are 1% later, and the skewness is 0.125.

use std::io::Write;
use std::path::Path;

use zeroslack_testing::{Lvf, text};

fn main() -> std::io::Result<()> {
    let Some(path) = std::env::args().nth(1) else {
        return Err(std::io::Error::other("expected the file of a library"));
    };
    let lvf = Lvf {
        of_delay: 0.05,
        of_slew: 0.02,
        least: 0.0,
        late: 1.2,
        mean_shift: 0.01,
        skewness: 0.5,
        moments: true,
    };
    std::io::stdout().write_all(lvf.add_to(&text(Path::new(&path))).as_bytes())
}
