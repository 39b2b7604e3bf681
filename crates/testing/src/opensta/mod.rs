//! Goldens of OpenSTA, and what a timer's answers are compared with them by: slacks of endpoints, times of pins, and reports as text and as JSON.
//!
//! Nothing here knows the timer under test: it is asked for plain values.

pub mod endpoints;
pub mod golden;
pub mod json;
pub mod lines;
pub mod pins;
pub mod text;
