//! Nets joined by ports and assignments: a union-find whose representative is the lowest id.

use rayon::prelude::*;
use zeroslack_parallel::concat;

use crate::Netlist;
use crate::piece::PIECE;

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

    fn find(&mut self, mut net: u32) -> u32 {
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

    /// The lowest of each group of joined nets, in order, and for each net the number of its group.
    pub(crate) fn numbers(&self) -> (Vec<u32>, Vec<u32>) {
        let pieces = self.parent.par_chunks(PIECE).enumerate().map(|(piece, parents)| {
            let nets = (piece * PIECE) as u32..(piece * PIECE + parents.len()) as u32;
            nets.partition(|&net| self.parent[net as usize] == net)
        });
        let (lowest, joined): (Vec<Vec<u32>>, Vec<Vec<u32>>) = pieces.unzip();
        let ends = lowest.iter().scan(0, |end, piece| {
            *end += piece.len() as u32;
            Some(*end)
        });
        let ends: Vec<u32> = ends.collect();
        let mut numbers = vec![0; self.parent.len()];
        let pieces = numbers.par_chunks_mut(PIECE).zip(&lowest).zip(ends);
        pieces.enumerate().for_each(|(piece, ((numbers, lowest), end))| {
            for (number, &net) in (end - lowest.len() as u32..).zip(lowest) {
                numbers[net as usize - piece * PIECE] = number;
            }
        });
        // A parent is lower, so that its number is known.
        for net in joined.into_iter().flatten() {
            numbers[net as usize] = numbers[self.parent[net as usize] as usize];
        }
        (concat(lowest, |_, net| net), numbers)
    }
}
