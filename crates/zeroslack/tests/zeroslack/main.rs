//! The library and all its engines: against brute force over random designs, against goldens of other tools, against each other, and against themselves after edits.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bidirectional;
mod brute;
mod brute_force;
mod clocks;
mod common;
mod cppr;
mod criticality;
mod design_rules;
mod drives;
mod edits;
mod goldens;
mod gpu;
mod hierarchical_parasitics;
mod ideal_networks;
mod latches;
mod paths;
mod retaining;
mod scenarios;
mod setup;
mod sizer;
mod statistical;
mod synthetic;
mod variation;
