//! A bit for each of many numbers.

/// Bits that are not set need no room.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    #[inline]
    pub(crate) fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    pub(crate) fn set(&mut self, number: usize, value: bool) {
        let word = number / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] = self.0[word] & !(1 << (number % 64)) | u64::from(value) << (number % 64);
    }

    /// Set for every second number, from 0 on, so many of them.
    pub(crate) fn every_second(count: usize) -> Self {
        let mut bits = Self(vec![0x5555_5555_5555_5555; count / 32]);
        (count / 32 * 32..count).for_each(|number| bits.set(2 * number, true));
        bits
    }
}
