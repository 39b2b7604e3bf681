//! A set of things by hash that is quickly emptied: the things themselves are the caller's.

/// As many as most nets need.
const SMALLEST: usize = 32;

/// Open addressing, linear probing, at most half full.
#[derive(Debug)]
pub(crate) struct Slots {
    /// The upper half of the hash over the thing's number plus one; 0 where nothing is.
    slots: Vec<u64>,
    /// Slots in use now, less one; a power of two less one.
    mask: usize,
    /// By number.
    hashes: Vec<u64>,
}

impl Default for Slots {
    fn default() -> Self {
        Self { slots: vec![0; SMALLEST], mask: SMALLEST - 1, hashes: Vec::new() }
    }
}

impl Slots {
    pub(crate) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Takes time for what was there, not for the most that ever was.
    pub(crate) fn clear(&mut self) {
        self.hashes.clear();
        self.slots[..=self.mask].fill(0);
        self.mask = SMALLEST - 1;
    }

    /// The number of the thing with this hash that is the `same`.
    #[inline]
    pub(crate) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        let mut at = hash as usize;
        loop {
            let slot = self.slots[at & self.mask];
            if slot == 0 {
                return None;
            }
            let number = slot as u32 - 1;
            if slot >> 32 == hash >> 32 && same(number) {
                return Some(number);
            }
            at += 1;
        }
    }

    /// Adds a thing, whose number is how many there were.
    pub(crate) fn add(&mut self, hash: u64) {
        if 2 * (self.hashes.len() + 1) > self.mask + 1 {
            self.grow();
        }
        self.place(hash, self.hashes.len());
        self.hashes.push(hash);
    }

    fn place(&mut self, hash: u64, number: usize) {
        let mut at = hash as usize;
        while self.slots[at & self.mask] != 0 {
            at += 1;
        }
        self.slots[at & self.mask] = hash >> 32 << 32 | (number as u64 + 1);
    }

    #[cold]
    fn grow(&mut self) {
        self.slots[..=self.mask].fill(0);
        self.mask = 4 * (self.mask + 1) - 1;
        if self.slots.len() <= self.mask {
            self.slots.resize(self.mask + 1, 0);
        }
        for number in 0..self.hashes.len() {
            self.place(self.hashes[number], number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Slots;
    use crate::cursor::mix;

    #[test]
    fn what_was_added_is_found_until_cleared() {
        let mut slots = Slots::default();
        for count in [3, 10_000, 5, 0, 40] {
            for number in 0..count {
                let hash = mix(number % 1000);
                assert_eq!(slots.find(hash, |found| u64::from(found) == number), None);
                slots.add(hash);
                assert_eq!(slots.find(hash, |found| u64::from(found) == number), Some(number as u32));
            }
            assert_eq!(slots.len() as u64, count);
            slots.clear();
            assert_eq!(slots.find(mix(1), |_| true), None);
        }
    }
}
