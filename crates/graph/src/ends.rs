//! What checks and outputs require, by the nodes that it is required of.

use rayon::prelude::*;

use crate::endpoint::{Check, Output};
use crate::ids::{CheckId, NodeId, OutputId};
use crate::shifted::Shifted;

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

    /// The same where checks came and went; none if its check went.
    fn now(self, moved: &Shifted) -> Option<Self> {
        match self.0 {
            bits if bits & Self::OUTPUT != 0 => Some(self),
            bits => moved.now(bits / 2).map(|check| Self(2 * check + bits % 2)),
        }
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

/// What a check requires: of its data, and of its clock.
fn of_check(check: &Check, number: u32) -> [(NodeId, EndEntry); 2] {
    let (data, clock) = ((check.data, 2 * number), (check.clock.node(), 2 * number + 1));
    [data, clock].map(|(node, bits)| (node, EndEntry(bits)))
}

impl Ends {
    pub(crate) fn new(checks: &[Check], outputs: &[Output]) -> Self {
        debug_assert!(checks.len() < 1 << 30, "checks that 30 bits number");
        let of_checks = checks
            .par_iter()
            .zip(0..checks.len() as u32)
            .flat_map_iter(|(check, number)| of_check(check, number));
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

    /// Takes over that checks came and went, where these are there now; `gone` are the nodes of which those that went required something.
    pub(crate) fn renew(&mut self, moved: &Shifted, checks: &[Check], gone: impl Iterator<Item = NodeId>) {
        let numbers = moved.came().iter();
        let mut added: Vec<(NodeId, EndEntry)> =
            numbers.flat_map(|&number| of_check(&checks[number as usize], number)).collect();
        added.sort_unstable();
        let first = added.first().map(|&(node, _)| node).into_iter().chain(gone).min();
        let start = first.map_or(self.nodes.len(), |first| self.nodes.partition_point(|&node| node < first));
        let (nodes, firsts) = (self.nodes.split_off(start), self.first.split_off(start));
        let entries = self.entries.split_off(firsts[0] as usize);
        if moved.renumbers(checks.len() + moved.gone().len() - moved.came().len()) {
            // None of these went.
            self.entries.iter_mut().for_each(|entry| *entry = entry.now(moved).unwrap_or(*entry));
        }
        let of =
            |end: usize| &entries[(firsts[end] - firsts[0]) as usize..(firsts[end + 1] - firsts[0]) as usize];
        let (mut known, mut added) = ((0..nodes.len()).peekable(), &added[..]);
        loop {
            let node = known.peek().map(|&end| nodes[end]);
            let Some(node) = node.into_iter().chain(added.first().map(|&(node, _)| node)).min() else {
                break;
            };
            let place = self.entries.len();
            if let Some(end) = known.next_if(|&end| nodes[end] == node) {
                self.entries.extend(of(end).iter().filter_map(|entry| entry.now(moved)));
            }
            let here = added.partition_point(|&(other, _)| other <= node);
            self.entries.extend(added[..here].iter().map(|&(_, entry)| entry));
            added = &added[here..];
            if self.entries.len() > place {
                self.entries[place..].sort_unstable();
                self.nodes.push(node);
                self.first.push(place as u32);
            }
        }
        self.first.push(self.entries.len() as u32);
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

    /// The entries of a node; empty if nothing requires anything of it.
    pub fn at(&self, node: NodeId) -> &[EndEntry] {
        self.nodes.binary_search(&node).map_or(&[], |end| self.of(end))
    }

    /// The entries of a node, by its place among the nodes.
    #[inline]
    pub fn of(&self, end: usize) -> &[EndEntry] {
        &self.entries[self.first[end] as usize..self.first[end + 1] as usize]
    }
}
