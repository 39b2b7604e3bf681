//! Timing constraints as plain data over the ids of a netlist. Nothing is computed here.
//!
//! [`sdc`] reads SDC files, [`tau`] the `.timing` files of the TAU contests. Both give the same [`Constraints`].

mod constraints;
pub mod glob;
mod ports;
pub mod sdc;
mod span;
pub mod tau;

pub use constraints::{
    CheckRule, Clock, ClockEdge, ClockId, Constraints, InputArrival, OutputDelay, PinQuad, RequiredTime,
};
