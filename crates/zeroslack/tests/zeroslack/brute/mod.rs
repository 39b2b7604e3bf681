//! Small random designs, and a second, naive way to time them.

pub mod compare;
pub mod constraints;
pub mod cppr;
pub mod delays;
pub mod design;
pub mod dice;
pub mod edges;
pub mod effective;
pub mod endpoints;
pub mod library;
pub mod load;
pub mod logic;
pub mod parasitics;
pub mod paths;
pub mod recipe;
pub mod shapes;
pub mod snapshot;
pub mod structure;
pub mod table;
pub mod times;
pub mod verilog;
pub mod worst;
