//! The CPU engine: delay calculation, arrival, required times, checks, slack.
//!
//! [`DelayData`] is what delays are computed from, made once for a netlist and its graph; [`Timing`] is what comes out.
//! [`Timing::update`] runs the *delay pass* (slews and delays, f32) and the *timing pass* (arrival and required,
//! integer ticks) on rayon's current threads, with the same bits on any number of them.

mod arrays;
mod arrival;
mod bits;
mod calculator;
mod clamped;
mod clock_edges;
mod condition;
mod cppr;
mod data;
mod delay;
mod drives;
mod driving;
mod edge;
mod effective;
mod incremental;
mod latches;
mod latency;
mod launched;
mod library;
mod min_period;
mod near;
mod net_loads;
mod networks;
mod pin_loads;
mod pin_slacks;
mod pulses;
mod quad_tables;
mod rc;
mod required;
mod skew;
mod skew_checks;
mod slack_table;
mod slew_measure;
mod summary;
mod table;
mod timed_graph;
mod timing;
mod trace;
mod trees;
mod unreached;
mod variation;

pub use arrays::{DelayArrays, TimingArrays};
pub use calculator::{DelayCalculator, DrivenNet, Elmore, Lane, Lumped, Scratch, Wire};
pub use clamped::{clamped, saturated};
pub use clock_edges::EdgeAtPin;
pub use cppr::{ClockForest, CommonLists, CommonPaths, CommonPoint, Entry};
pub use data::{CornerData, DelayData};
pub use drives::Driven;
pub use driving::DrivingEdge;
pub use edge::{has_signal, time_along, time_of_margin};
pub use effective::{EffectiveCapacitance, Pi};
pub use incremental::node_set::NodeSet;
pub use incremental::{Changes, Incremental, Visited};
pub use latches::{BorrowWindow, LatchBorrow, MOST_LATCH_PASSES, latch_borrows};
pub use latency::{ClockArrival, ClockLatency, clock_latencies};
pub use library::EdgeTables;
pub use min_period::{MinPeriod, min_periods};
pub use networks::{FlatTrees, RcNetworks, RcSource};
pub use pin_slacks::NodeSlacks;
pub use pulses::{PulseCheck, PulseDesign, PulseKind, pulse_checks};
pub use rc::{NO_WIRE, RcNode};
pub use skew::{ClockSkew, clock_skews};
pub use skew_checks::{SkewCheck, skew_checks};
pub use slack_table::SlackTable;
pub use slew_measure::SlewMeasure;
pub use summary::{
    CrossingSlack, EndpointKind, EndpointSlack, SlackSum, Summary, crossing_slacks, endpoint_slacks,
    group_slacks, slacks_of, summarize, worst_slacks_of,
};
pub use table::{AxisSpan, NO_SLEW, NO_TABLE, SAME_SLEW, TableSpan};
pub use timed_graph::{TimedGraph, value_at};
pub use timing::{Calculator, NodeTimes, Timing};
pub use trace::worst_fanin;
pub use variation::{LibraryMoments, LookUp, VariationTables};
