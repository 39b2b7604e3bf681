//! What a session is made of, in memory.

use zeroslack_netlist::{Netlist, Parasitics};
use zeroslack_sdc::Constraints;
use zeroslack_timing::Calculator;

/// What a session is made of.
#[derive(Debug)]
pub struct SessionParts {
    /// The netlist, linked to the libraries of the first corner.
    pub netlist: Netlist,
    /// The parasitics of the first corner.
    pub parasitics: Parasitics,
    /// The constraints of the first mode.
    pub constraints: Constraints,
    /// How delays are computed.
    pub calculator: Calculator,
}
