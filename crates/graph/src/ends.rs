//! What checks and outputs require, by the nodes that it is required of.

use rayon::prelude::*;

use crate::endpoint::{Check, Output};
use crate::ids::{CheckId, NodeId, OutputId};

/// Nodes of which checks or outputs require something: as data, or as a clock.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ends {
    /// In order.
    pub(crate) nodes: Vec<NodeId>,
    /// Where the entries of each of these start, and where the last one's end. `[end + 1]`.
    pub(crate) first: Vec<u32>,
    pub(crate) entries: Vec<EndEntry>,
}

/// What requires something of a node, in 4 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub struct EndEntry(u32);

/// What requires something of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndRole {
    /// A check, of its data.
    Data(CheckId),
    /// A check, of its clock.
    Clock(CheckId),
    /// An output.
    Output(OutputId),
}

impl EndEntry {
    /// Set in the bits of an output.
    pub const OUTPUT: u32 = 1 << 31;

    /// As it is packed: 2 × check, plus 1 where it requires something of its clock; or the output's number, with [`EndEntry::OUTPUT`] set.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Unpacked.
    #[inline]
    pub fn role(self) -> EndRole {
        match self.0 {
            bits if bits & Self::OUTPUT != 0 => EndRole::Output(OutputId(bits & !Self::OUTPUT)),
            bits if bits % 2 == 0 => EndRole::Data(CheckId(bits / 2)),
            bits => EndRole::Clock(CheckId(bits / 2)),
        }
    }
}

impl Ends {
    pub(crate) fn new(checks: &[Check], outputs: &[Output]) -> Self {
        let of_check = |(check, number): (&Check, u32)| {
            let (data, clock) = ((check.data, 2 * number), (check.clock.node(), 2 * number + 1));
            [data, clock].map(|(node, bits)| (node, EndEntry(bits)))
        };
        debug_assert!(checks.len() < 1 << 30, "checks that 30 bits number");
        let of_checks = checks.par_iter().zip(0..checks.len() as u32).flat_map_iter(of_check);
        let mut all: Vec<(NodeId, EndEntry)> = of_checks.collect();
        all.extend(
            outputs.iter().zip(EndEntry::OUTPUT..).map(|(output, bits)| (output.node, EndEntry(bits))),
        );
        all.par_sort_unstable();
        let mut ends = Self { entries: Vec::with_capacity(all.len()), ..Self::default() };
        for (place, &(node, entry)) in all.iter().enumerate() {
            if ends.nodes.last() != Some(&node) {
                ends.nodes.push(node);
                ends.first.push(place as u32);
            }
            ends.entries.push(entry);
        }
        ends.first.push(ends.entries.len() as u32);
        ends
    }

    /// The nodes, in order. `[end]`.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Where each node's entries start, and where the last one's end. `[end + 1]`.
    pub fn first(&self) -> &[u32] {
        &self.first
    }

    /// All entries, node by node.
    pub fn entries(&self) -> &[EndEntry] {
        &self.entries
    }

    /// The entries of a node, by its place among the nodes.
    #[inline]
    pub fn of(&self, end: usize) -> &[EndEntry] {
        &self.entries[self.first[end] as usize..self.first[end + 1] as usize]
    }
}
