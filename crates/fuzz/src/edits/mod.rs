//! Random edits of a design: what they end in is what a fresh load of the edited files gives, and undo restores every bit.

pub mod anew;
pub mod examples;
mod exceptions;
pub mod fresh;
pub mod gates;
pub mod healing;
pub mod in_place;
pub mod long;
pub mod ports;
pub mod random;
mod registers;
pub mod results;
pub mod state;
mod times;
mod unlevelled;
mod wires;
