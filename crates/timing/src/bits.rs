//! Whether something is so of a node, a bit each.

use std::ops::Range;

use zeroslack_graph::{NodeId, Shifted};

/// A bit a node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// Set for some of so many nodes.
    pub(crate) fn of(count: usize, nodes: impl Iterator<Item = NodeId>) -> Self {
        let mut bits = vec![0; count.div_ceil(64)];
        nodes.for_each(|node| bits[node.index() / 64] |= 1 << (node.index() % 64));
        Self(bits)
    }

    /// Whether it is set; not for nodes that came later.
    #[inline]
    pub(crate) fn has(&self, node: NodeId) -> bool {
        self.0.get(node.index() / 64).is_some_and(|word| word >> (node.index() % 64) & 1 != 0)
    }

    /// Sets it. False if it was set.
    #[inline]
    pub(crate) fn insert(&mut self, node: NodeId) -> bool {
        let (place, bit) = (node.index() / 64, 1 << (node.index() % 64));
        if place >= self.0.len() {
            self.0.resize(place + 1 + place / 8, 0);
        }
        let word = &mut self.0[place];
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes it back from a node and its neighbours by number.
    pub(crate) fn clear_word(&mut self, node: NodeId) {
        if let Some(word) = self.0.get_mut(node.index() / 64) {
            *word = 0;
        }
    }
}

/// Some nodes, which are numbered in their order: a node's number is found by two looks at memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbered {
    bits: Bits,
    /// How many there are before each word.
    before: Vec<u32>,
}

impl Numbered {
    /// Some of so many nodes.
    pub(crate) fn of(count: usize, nodes: impl Iterator<Item = NodeId>) -> Self {
        Self::from(Bits::of(count, nodes))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        let last = self.bits.0.last().map_or(0, |word| word.count_ones());
        self.before.last().map_or(0, |before| (before + last) as usize)
    }

    /// All of them, in order.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.bits.0.iter().enumerate().flat_map(|(place, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(NodeId::at(64 * place + bit))
            })
        })
    }

    /// The number of a node, if it is one of these.
    #[inline]
    pub(crate) fn number(&self, node: NodeId) -> Option<usize> {
        let (place, bit) = (node.index() / 64, node.index() % 64);
        let word = self.bits.0.get(place)?;
        (word >> bit & 1 != 0)
            .then(|| self.before[place] as usize + (word & ((1 << bit) - 1)).count_ones() as usize)
    }
}

impl From<Bits> for Numbered {
    fn from(bits: Bits) -> Self {
        let before = bits.0.iter().scan(0, |count, word| {
            let before = *count;
            *count += word.count_ones();
            Some(before)
        });
        let before = before.collect();
        Self { bits, before }
    }
}

/// What belongs to each of some nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct OfNodes {
    nodes: Numbered,
    /// Where what belongs to each starts, and where that of the last one ends.
    first: Vec<u32>,
    all: Vec<u32>,
    /// What came later, with its nodes, in order.
    later: Vec<(NodeId, u32)>,
    /// All that was there at first has a lower number.
    end: u32,
}

impl OfNodes {
    /// Of pairs of nodes, of so many, and something.
    pub(crate) fn new(count: usize, mut pairs: Vec<(NodeId, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let starts = pairs.chunk_by(|a, b| a.0 == b.0).scan(0, |end, chunk| {
            *end += chunk.len() as u32;
            Some(*end)
        });
        let first = std::iter::once(0).chain(starts).collect();
        let nodes = Numbered::of(count, pairs.iter().map(|&(node, _)| node));
        let all: Vec<u32> = pairs.into_iter().map(|(_, of)| of).collect();
        let end = all.iter().max().map_or(0, |&last| last + 1);
        Self { nodes, first, all, later: Vec::new(), end }
    }

    /// Takes over that some of it went, and that pairs came. False if it has to be made anew, as what was there at first has other numbers now.
    pub(crate) fn shift(&mut self, shifted: &Shifted, came: impl Iterator<Item = (NodeId, u32)>) -> bool {
        if shifted.first() < self.end {
            return false;
        }
        self.later.retain_mut(|(_, of)| shifted.now(*of).map(|now| *of = now).is_some());
        self.later.extend(came);
        self.later.sort_unstable();
        self.later.dedup();
        true
    }

    /// What belongs to a node.
    #[inline]
    pub(crate) fn at(&self, node: NodeId) -> impl Iterator<Item = u32> + '_ {
        let range =
            |number: usize| -> Range<usize> { self.first[number] as usize..self.first[number + 1] as usize };
        let at_first = self.nodes.number(node).map_or(&[][..], |number| &self.all[range(number)]);
        let later = &self.later[self.later.partition_point(|&(other, _)| other < node)..];
        let later = later.iter().take_while(move |&&(other, _)| other == node).map(|&(_, of)| of);
        at_first.iter().copied().chain(later)
    }
}

#[cfg(test)]
mod tests {
    use zeroslack_testing::Noise;

    use super::*;

    #[test]
    fn bits_come_and_go() {
        let (mut noise, mut bits, mut naive) = (Noise(5), Bits::default(), std::collections::BTreeSet::new());
        for _ in 0..3000 {
            let node = noise.below(1000) as usize;
            if noise.below(10) == 0 {
                bits.clear_word(NodeId::at(node));
                naive.retain(|other| other / 64 != node / 64);
            } else {
                assert_eq!(bits.insert(NodeId::at(node)), naive.insert(node));
            }
            let other = noise.below(2000) as usize;
            assert_eq!(bits.has(NodeId::at(other)), naive.contains(&other));
        }
    }

    #[test]
    fn what_belongs_to_nodes_is_found() {
        let mut noise = Noise(7);
        for count in [1, 63, 64, 65, 1000] {
            let mut pair = || (NodeId::at(noise.below(count as u64) as usize), noise.below(4) as u32);
            let pairs: Vec<_> = (0..count / 2).map(|_| pair()).collect();
            let found = OfNodes::new(count, pairs.clone());
            let mut sorted = pairs;
            sorted.sort_unstable();
            sorted.dedup();
            // Of nodes that came later there is nothing.
            for node in NodeId::all(0..count + 200) {
                let own: Vec<u32> = sorted.iter().filter(|pair| pair.0 == node).map(|pair| pair.1).collect();
                assert_eq!(found.at(node).collect::<Vec<u32>>(), own);
            }
        }
    }
}
