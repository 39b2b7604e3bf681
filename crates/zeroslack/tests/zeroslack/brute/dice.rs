//! Random numbers from a seed.

pub use zeroslack_testing::Dice;
