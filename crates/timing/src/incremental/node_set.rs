//! A set of numbers that gives them back in order.

use zeroslack_graph::Direction;

/// Numbers below a bound, a bit each; above every 64 words of bits there is a word that says which of them are not 0. Putting one in and taking the first or the
/// last one out cost a look at a few words, whatever the bound is.
#[derive(Clone, Debug, Default)]
pub struct NodeSet {
    /// The lowest level first; the last one has one word.
    levels: Vec<Vec<u64>>,
    len: usize,
}

/// Bits of a word, as a power of 2.
const BITS: u32 = 6;

impl NodeSet {
    /// Of numbers below `bound`.
    pub fn new(bound: usize) -> Self {
        let mut levels = Vec::new();
        let mut count = bound.max(1);
        loop {
            count = count.div_ceil(1 << BITS);
            levels.push(vec![0; count]);
            if count == 1 {
                return Self { levels, len: 0 };
            }
        }
    }

    /// Makes room for numbers below `bound`, and for some more. What is in the set stays.
    pub fn fit(&mut self, bound: usize) {
        if self.levels.first().is_none_or(|level| level.len() << BITS < bound) {
            let mut larger = Self::new(bound + bound / 8);
            std::iter::from_fn(|| self.pop_first()).for_each(|number| larger.insert(number));
            *self = larger;
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts one in.
    ///
    /// # Panics
    /// If it is not below the bound, rounded up to a multiple of 64.
    #[inline]
    pub fn insert(&mut self, number: usize) {
        let word = &mut self.levels[0][number >> BITS];
        let (before, bit) = (*word, 1 << (number & 63));
        *word |= bit;
        self.len += usize::from(before & bit == 0);
        if before != 0 {
            return;
        }
        let mut number = number >> BITS;
        for level in &mut self.levels[1..] {
            let word = &mut level[number >> BITS];
            let before = *word;
            *word |= 1 << (number & 63);
            if before != 0 {
                return;
            }
            number >>= BITS;
        }
    }

    /// Takes the least number out.
    #[inline]
    pub fn pop_first(&mut self) -> Option<usize> {
        self.pop(Direction::Forward)
    }

    /// Takes the least numbers out, so many at the most, into `taken` in place of what is there. False if there are none.
    pub fn take_some(&mut self, most: usize, taken: &mut Vec<usize>) -> bool {
        taken.clear();
        taken.extend(std::iter::from_fn(|| self.pop_first()).take(most));
        !taken.is_empty()
    }

    /// Takes the least number out or, backward, the greatest.
    #[inline]
    pub fn pop(&mut self, direction: Direction) -> Option<usize> {
        self.pop_if(direction, |_| true)
    }

    /// The same if it is as it should be.
    #[inline]
    pub fn pop_if(&mut self, direction: Direction, is_wanted: impl Fn(usize) -> bool) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        let bit = |word: u64| match direction {
            Direction::Forward => word.trailing_zeros() as usize,
            Direction::Backward => 63 - word.leading_zeros() as usize,
        };
        let number = self.levels.iter().rev().fold(0, |word, level| word << BITS | bit(level[word]));
        if !is_wanted(number) {
            return None;
        }
        self.remove(number);
        Some(number)
    }

    /// Takes a number out. False if it is not there.
    #[inline]
    pub fn remove(&mut self, number: usize) -> bool {
        let word = self.levels.first().and_then(|level| level.get(number >> BITS));
        if word.is_none_or(|word| word >> (number & 63) & 1 == 0) {
            return false;
        }
        self.len -= 1;
        let mut at = number;
        for level in &mut self.levels {
            let word = &mut level[at >> BITS];
            *word &= !(1 << (at & 63));
            if *word != 0 {
                break;
            }
            at >>= BITS;
        }
        true
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        while self.pop_first().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use zeroslack_testing::Noise;

    use super::*;

    #[test]
    fn numbers_come_back_in_order() {
        let mut noise = Noise(3);
        for least in [1, 2, 63, 64, 65, 4096, 4097, 300_000] {
            let mut bound = least;
            let (mut set, mut naive) = (NodeSet::new(bound), BTreeSet::new());
            for _ in 0..2000 {
                match noise.below(7) {
                    5 => {
                        let number = noise.below(bound as u64) as usize;
                        assert_eq!(set.remove(number), naive.remove(&number));
                    }
                    6 => {
                        bound = (bound + noise.below(1 + bound as u64 / 64) as usize).min(2 * least);
                        set.fit(bound);
                    }
                    0 => assert_eq!(set.pop_first(), naive.pop_first()),
                    1 => assert_eq!(set.pop(Direction::Backward), naive.pop_last()),
                    2 => {
                        let end = noise.below(bound as u64) as usize;
                        let first = naive.first().copied().filter(|&first| first < end);
                        assert_eq!(set.pop_if(Direction::Forward, |first| first < end), first);
                        first.inspect(|first| assert!(naive.remove(first)));
                    }
                    3 => {
                        let (most, mut taken) = (noise.below(4) as usize, vec![5]);
                        assert_eq!(set.take_some(most, &mut taken), most > 0 && !naive.is_empty());
                        taken.iter().for_each(|&number| assert_eq!(naive.pop_first(), Some(number)));
                        assert!(taken.len() == most || taken.len() < most && naive.is_empty());
                    }
                    _ => {
                        for _ in 0..noise.below(5) {
                            let number = noise.below(bound as u64) as usize;
                            set.insert(number);
                            naive.insert(number);
                        }
                    }
                }
                assert_eq!((set.len(), set.is_empty()), (naive.len(), naive.is_empty()));
            }
            set.clear();
            assert_eq!(set.pop(Direction::Backward), None);
        }
    }
}
