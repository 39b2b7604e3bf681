//! The two graphs of a design, levelized into flat arrays. Neither computes a delay.
//!
//! The *pin graph* ([`PinGraph`]) has the pins, their arcs, nets and checks, as the netlist says: delays are computed on it. The *timing
//! graph* ([`TimingGraph`]) has a vertex for each pin, transition and [`Tag`], as the constraints say: arrivals, required times and paths are
//! found on it. Mostly their nodes and arcs are the same [`Structure`].
//!
//! Nodes are laid out level by level, so that a level is a range and an arc leads from a lower node to a
//! higher one. The layout is derived and no result depends on it.

mod arc;
mod bits;
mod build;
mod captures;
mod checked;
mod clock_pins;
mod connected;
mod constants;
mod cycles;
mod derates;
mod drives;
mod endpoint;
mod ends;
mod exceptions;
mod excluded;
mod generated;
mod graph;
mod ideal;
mod ideal_network;
mod ids;
mod latch;
mod level;
mod level_sweep;
mod model;
mod names;
mod order;
mod pin_graph;
mod raw;
mod repower;
mod restate;
mod rewire;
mod shifted;
mod sides;
mod sorted;
mod source_latency;
mod spans;
mod stated;
mod structure;
mod tag;
mod tagged;
mod tagging;

pub use arc::{ArcKind, ArcSource, Fanout, PackedKind};
pub use captures::{CaptureRule, capture_distance};
pub use connected::Connected;
pub use derates::ArcDerates;
pub use drives::{PortDrive, PortDrives};
pub use endpoint::{Check, Endpoint, Limit, Output, PathGroup, Requirement, Terms, later_by_uncertainty};
pub use ends::{EndEntry, EndRole, Ends};
pub use exceptions::coverage::{ClockCrossing, CrossingUse, ExceptionCoverage, ExceptionUse, PathCount};
pub use exceptions::explain::{EdgePair, MatchedPath, Says, Verdict, Why};
pub use excluded::{ExcludedArc, ExcludedCheck, Exclusion};
pub use graph::{LaunchEdge, NodeCounts, Source, TagCounts, TimingGraph};
pub use ids::{ArcId, CheckId, EndpointId, Ids, NodeId, OutputId, VertexId};
pub use latch::{Gift, Latch, Latches, Opening};
pub use level::{Fanin, Layout};
pub use level_sweep::{Direction, LevelPart, Levels, Parts, sweep_levels};
pub use model::{ArcModel, CheckKind, CheckModel, CheckOrigin, IdealArc, LatchArc};
pub use pin_graph::{NO_TREE, PinCheck, PinGraph, Tree};
pub use repower::Recompute;
pub use restate::Restated;
pub use rewire::{MovedEnds, Rewired};
pub use shifted::Shifted;
pub use source_latency::SourceLatencies;
pub use structure::Structure;
pub use tag::{Role, Tag};
