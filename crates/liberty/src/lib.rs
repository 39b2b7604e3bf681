//! Liberty cell libraries: text in, a [`Library`] and diagnostics out.
//!
//! Units are converted here, once: times and slews are ps, capacitance fF, resistance kΩ, all f32; voltages
//! V, temperature °C. What timing does not need (power, CCS, noise) is skipped unread.
//!
//! From the bottom: `scan` knows blanks, comments, strings and braces, `statement` the three forms of
//! statement. Each kind of group has a module that reads it as it comes, with the library's `header` at hand.
//! At the end of a cell `assemble` expands its buses, and `finish` looks names up and derives senses.

mod assemble;
mod assignments;
mod attribute;
mod boolean;
mod budget;
mod bus;
mod bus_type;
mod cell;
mod expr;
mod finish;
mod header;
mod index;
mod library;
mod lvf;
mod mode;
mod names;
mod number;
mod pin;
mod read;
mod scan;
mod sense;
mod sequential;
mod statement;
mod table;
mod template;
mod timing;
mod timing_type;
mod unate;
mod units;

pub use assignments::{assigned, assignment_words, constant_word};
pub use expr::Expr;
pub use library::{
    Axis, Bus, Cell, ClockGating, Direction, Library, MomentTables, OperatingConditions, Pin, Retaining,
    RiseFall, Sequential, SequentialKind, Table, Thresholds, Timing, TimingSense, TimingType,
    TimingVariation, Units, Variable,
};
pub use read::read;
