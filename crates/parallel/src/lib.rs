//! How work on arrays is spread over threads, apart from what is computed: sweeps over items, grouping by key, putting pieces together, putting values at places far apart.
//!
//! No result depends on how many threads there are.

mod apart;
mod concat;
mod group;
mod scatter;
mod sweep;

pub use apart::{apart, on_another_thread};
pub use concat::{append, concat, concat_text, filled, resize, zeroed_pairs};
pub use group::{Groups, add_up};
pub use scatter::scatter;
pub use sweep::{Cut, sweep, sweep_one};
