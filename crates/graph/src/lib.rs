//! The timing graph: pins and arcs levelized into flat arrays, constraints compiled into sources, checks and
//! endpoints. It computes no delay.
//!
//! Nodes are laid out level by level, so that a level is a range and an arc leads from a lower node to a
//! higher one. The layout is derived and no result depends on it. See [`TimingGraph`].

mod arc;
mod build;
mod edges;
mod endpoint;
mod graph;
mod group;
mod level;
mod model;
mod names;
mod raw;
mod sweep;

pub use arc::{ArcKind, ArcSource, Fanout, PackedKind};
pub use endpoint::{Check, Endpoint, Output};
pub use graph::{Launch, NO_TREE, Source, TimingGraph, Tree};
pub use level::{Fanin, Layout};
pub use model::{ArcModel, CheckKind, CheckModel};
pub use sweep::{Cut, sweep, sweep_one};
