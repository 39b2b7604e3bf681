//! Timing constraints as plain data over the ids of a netlist. Nothing is computed here.
//!
//! [`tau`] reads the `.timing` files of the TAU contests. Commands of SDC, and programs, edit [`Constraints`] by the
//! [`ConstraintEditor`].

mod applicable;
mod checks;
mod clock_groups;
mod clocks;
mod constraints;
mod derate;
mod drive;
mod editor;
mod exceptions;
mod generated;
mod ideal;
mod latency;
mod limit;
mod rules;
mod span;
mod structure;
pub mod tau;
mod through;
mod units;

pub use checks::{BorrowTarget, ClockGating, DataCheck, DataChecks, GatingTarget, MaxTimeBorrow};
pub use clock_groups::{ClockGroupKind, ClockGroups, ClockSense};
pub use clocks::{Clock, ClockEdge, ClockId, Clocks};
pub use constraints::{Constraints, InputDelay, LatencyIncluded, OutputDelay, PortDelay, PortLoad};
pub use derate::{DerateFactors, DerateKind, DerateScope, DerateTarget, Derates, PathPart};
pub use drive::{Drive, DrivingCell};
pub use editor::{ConstraintEditor, ConstraintError, EditKind, Edits, OtherClocks, OtherDelays};
pub use exceptions::{
    Exception, ExceptionKind, ExceptionPaths, Exceptions, MovedEdge, PathObject, PathObjects,
};
pub use generated::{Derivation, GeneratedClock};
pub use ideal::{IdealNetworks, IdealSource};
pub use limit::{Kept, Limit, LimitKind, LimitTarget, OperatingConditions};
pub use rules::{CheckRule, Rules};
pub use structure::{ArcEnds, CaseValue, Disables, LogicValue};
pub use units::Units;
