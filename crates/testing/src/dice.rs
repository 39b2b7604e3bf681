//! Random numbers from a seed (splitmix64), for what need not shrink, or from the bytes of a fuzzer.

use std::collections::VecDeque;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
    /// Bytes that come first, two for a number.
    bytes: VecDeque<u8>,
}

impl Dice {
    /// One of many streams of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        let state = seed ^ stream.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mut dice = Self { state, bytes: VecDeque::new() };
        dice.draw();
        dice
    }

    /// A stream that begins with given bytes, so that a change of one of them changes one number.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self { bytes: bytes.iter().copied().collect(), ..Self::new(0, 0) }
    }

    /// Whether given bytes are left.
    pub fn has_bytes(&self) -> bool {
        !self.bytes.is_empty()
    }

    /// Any number; one below 65,536 while given bytes are left.
    pub fn draw(&mut self) -> u64 {
        if let Some(low) = self.bytes.pop_front() {
            let high = self.bytes.pop_front().unwrap_or(0);
            return u64::from(u16::from_le_bytes([low, high]));
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.state;
        value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ value >> 31
    }

    /// A whole number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.draw() % end as u64) as usize
    }

    /// True in so many of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some choices, of which there is one at least.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// One of `low`, `low + step`, ... up to `high`. With steps of 1/8 and the like an f32 holds it exactly.
    pub fn number(&mut self, low: f64, high: f64, step: f64) -> f64 {
        low + step * self.below(((high - low) / step) as usize + 1) as f64
    }

    /// Any order of some items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

/// Repeatable noise (xorshift); the seed is not 0.
#[derive(Clone, Debug)]
pub struct Noise(pub u64);

impl Noise {
    /// A number below a limit, which is not 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}
