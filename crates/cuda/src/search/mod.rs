//! The k worst paths of what an engine timed, found on a device: `path_search.rs` is where to start reading. What is
//! searched (`search_graph.rs`) is the design or a cone of it.

pub(crate) mod asked;
pub(crate) mod found;
pub(crate) mod groups;
pub(crate) mod guess;
pub(crate) mod memory;
pub(crate) mod nworst;
pub(crate) mod outcome;
pub(crate) mod path_search;
pub(crate) mod roots;
pub(crate) mod run;
pub(crate) mod search_graph;
pub(crate) mod state;
