//! Nets joined by ports and assignments: a union-find whose representative is the lowest id.

use crate::Netlist;

#[derive(Debug, Default)]
pub(crate) struct Aliases {
    parent: Vec<u32>,
}

impl Aliases {
    /// Adds `count` nets, each on its own, and returns the first. None when ids run out.
    pub(crate) fn add(&mut self, count: u32) -> Option<u32> {
        let first = u32::try_from(self.parent.len()).ok()?;
        // The highest ids are reserved for special bits.
        let end = first.checked_add(count).filter(|&end| end < u32::MAX - 16)?;
        self.parent.extend(first..end);
        Some(first)
    }

    pub(crate) fn len(&self) -> usize {
        self.parent.len()
    }

    pub(crate) fn find(&mut self, mut net: u32) -> u32 {
        while self.parent[net as usize] != net {
            let grandparent = self.parent[self.parent[net as usize] as usize];
            self.parent[net as usize] = grandparent;
            net = grandparent;
        }
        net
    }

    /// Joins two nets. False, and nothing done, if that would join the two constants.
    pub(crate) fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = (a.min(b), a.max(b));
        if [low, high] == Netlist::CONSTANTS.map(|net| net.0) {
            return false;
        }
        self.parent[high as usize] = low;
        true
    }
}
