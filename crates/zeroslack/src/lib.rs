//! Zeroslack, an exact static timing analyser.
//!
//! [`DesignFiles`] names the files of a design; [`Session::load`] reads, links and times it; a [`Session`] owns everything that came
//! out. What it has to say of the last update is in [`Timed`], which [`Session::timed`] gives. The parts are crates of their own, re-exported here under their names.
//!
//! ```
//! use zeroslack::units::{Split, ps};
//! use zeroslack::{Constraint, DesignFiles, Session, SpefFile};
//!
//! let file = |name: &str| std::path::Path::new("../../examples/pulse").join(name);
//! let files = DesignFiles {
//!     liberty_early: vec![file("pulse_fast.lib")],
//!     liberty_late: vec![file("pulse_slow.lib")],
//!     verilog: vec![file("pulse.v")],
//!     spef: vec![SpefFile { file: file("pulse.spef"), instance: None }],
//!     constraints: Some(Constraint::Sdc(file("pulse.sdc"))),
//!     ..DesignFiles::default()
//! };
//! let mut session = Session::load(&files, &zeroslack::Silent)?;
//! for summary in session.timed()?.summaries() {
//!     println!("{}: {} ps", summary.kind.name(), ps(summary.worst_slack));
//! }
//!
//! // An optimiser's loop: edit, update, ask. Here each inverter on the worst path is tried in another size.
//! let worst = |session: &Session| -> Result<i64, zeroslack::QueryError> {
//!     Ok(session.timed()?.worst_endpoints(Split::Late, 1)[0].slack)
//! };
//! let sizes = ["ZL_INV_X1", "ZL_INV_X2"].map(|name| session.netlist().library().find(name));
//! let path = session.timed()?.worst_paths(Split::Late, 1).remove(0);
//! let mut best = worst(&session)?;
//! for cell in path.data.iter().filter_map(|step| session.netlist().pin_cell(step.pin)).collect::<Vec<_>>() {
//!     let now = Some(session.netlist().cell_master(cell));
//!     let Some(other) = sizes.into_iter().flatten().find(|&size| sizes.contains(&now) && Some(size) != now) else {
//!         continue;
//!     };
//!     let mark = session.mark();
//!     session.edit(|netlist| netlist.set_master(cell, other))?;
//!     // From here to the update `session.timed()` is an error: no old answer can be had.
//!     session.update()?;
//!     let slack = worst(&session)?;
//!     if slack > best {
//!         best = slack;
//!     } else {
//!         session.undo(&mark);
//!     }
//! }
//! session.update()?;
//! assert_eq!(worst(&session)?, best);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A session can have more than one mode (constraints), corner (libraries and parasitics) and scenario (a mode in a corner): see [`Session`].

mod alternatives;
mod at_pins;
mod coefficients;
mod design_rules;
mod engine;
mod error;
mod files;
mod follow;
mod found;
mod gpu;
mod gpu_search;
mod grouped;
mod load;
mod node_times;
mod once;
mod pace;
mod parts;
mod points;
mod prepare;
mod queries;
mod replicas;
mod resolve;
mod results;
mod revisions;
mod scenario;
mod session;
mod spef_files;
mod stated;
mod statistical;
pub mod tau;
mod texts;
mod timed;
mod unconstrained;
mod variation;

pub use alternatives::Trial;
pub use design_rules::{DesignRule, Quantity, RuleCheck, RuleChecks};
pub use engine::{EngineChoice, EngineOptions};
pub use error::{LoadError, QueryError, UpdateError};
pub use files::{Constraint, DesignFiles, SpefFile};
pub use found::FoundPaths;
pub use gpu::SharedMachine;
pub use grouped::{GroupQuery, GroupedPaths, HeldPaths, PathCheck, Unique};
pub use load::{Progress, Silent, refuse_not_applied};
pub use parts::SessionParts;
pub use points::{PathPoints, Point, PointOf};
pub use replicas::Replicas;
pub use scenario::{CornerId, ModeId, ScenarioId};
pub use session::{Mark, Session};
pub use texts::Texts;
pub use timed::Timed;
pub use variation::{FoundVariation, PocvFile, VariationCounts, VariationSource, VariationSources};

pub use zeroslack_constraints as constraints;
pub use zeroslack_constraints::PinTime;
pub use zeroslack_cuda as cuda;
pub use zeroslack_graph as graph;
pub use zeroslack_input as input;
pub use zeroslack_liberty as liberty;
pub use zeroslack_netlist as netlist;
pub use zeroslack_paths as paths;
pub use zeroslack_pocv as pocv;
pub use zeroslack_sdc as sdc;
pub use zeroslack_spef as spef;
pub use zeroslack_ssta as ssta;
pub use zeroslack_tcl::Limits;
pub use zeroslack_timing as timing;
pub use zeroslack_units as units;
pub use zeroslack_verilog as verilog;
