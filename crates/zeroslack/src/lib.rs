//! Zeroslack, an exact static timing analyser.
//!
//! [`DesignFiles`] names the files of a design; [`Session::load`] reads, links and times it; a [`Session`] owns everything that came
//! out. What it has to say of the last update is in [`Timed`], which [`Session::timed`] gives. The parts are crates of their own, re-exported here under their names.
//!
//! ```no_run
//! use zeroslack::{DesignFiles, Session};
//!
//! let files = DesignFiles {
//!     liberty_late: vec!["slow.lib".into()],
//!     liberty_early: vec!["fast.lib".into()],
//!     verilog: vec!["top.v".into()],
//!     ..DesignFiles::default()
//! };
//! let session = Session::load(&files, &zeroslack::Silent)?;
//! for summary in session.timed()?.summaries() {
//!     println!("{}: {} ps", summary.kind.name(), zeroslack::units::ps(summary.worst_slack));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod engine;
mod error;
mod files;
mod found;
mod gpu;
mod gpu_search;
mod load;
mod points;
mod prepare;
mod queries;
mod resolve;
mod results;
mod scenario;
mod session;
pub mod tau;
mod timed;

pub use engine::{EngineChoice, EngineOptions};
pub use error::{LoadError, QueryError, UpdateError};
pub use files::{Constraint, DesignFiles, SpefFile};
pub use found::FoundPaths;
pub use gpu::SharedMachine;
pub use load::{Progress, Silent};
pub use points::{PathPoints, Point};
pub use scenario::{CornerId, ModeId, ScenarioId};
pub use session::{Mark, Session, SessionParts};
pub use timed::Timed;

pub use zeroslack_cuda as cuda;
pub use zeroslack_graph as graph;
pub use zeroslack_input as input;
pub use zeroslack_liberty as liberty;
pub use zeroslack_netlist as netlist;
pub use zeroslack_paths as paths;
pub use zeroslack_sdc as sdc;
pub use zeroslack_spef as spef;
pub use zeroslack_timing as timing;
pub use zeroslack_units as units;
pub use zeroslack_verilog as verilog;
