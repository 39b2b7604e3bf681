//! Helpers for tests and benchmarks of several crates: the shared data and comparisons with its goldens, random cases by one budget, counts of what a run tested and
//! skipped, small designs (`designs/`), and libraries with variation. Only a dev-dependency.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod dice;
mod lvf;
pub mod opensta;
mod random;
mod shared;
mod tally;

pub use dice::{Dice, Noise};
pub use lvf::{Lvf, drive_strength};
pub use random::{by_budget, cases, config, is_long, seeds};
pub use shared::{lines, shared, text};
pub use tally::{Tally, compared, skip};
