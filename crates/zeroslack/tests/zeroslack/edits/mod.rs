//! Edits: long random sequences against fresh loads and undo, errors, the record of changes, and a contest's bad inputs.

mod asked;
pub(crate) mod away_from_registers;
mod changes;
mod clock_networks;
mod contest;
mod errors;
mod held;
mod incremental;
mod left_out;
mod parts;
mod ports;
mod reconverging;
mod registers;
mod replicas;
mod restated;
mod sequences;
mod taken_back;

use crate::common::{self, in_memory, synthetic};
use zeroslack_fuzz::edits::{anew, examples, fresh, gates, in_place, long, random, results, state};
