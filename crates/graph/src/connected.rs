//! Which numbers are connected.

/// Numbers from 0 on, in sets that grow together (union-find with path halving; the least number of a set names it).
#[derive(Clone, Debug)]
pub struct Connected(Vec<u32>);

impl Connected {
    /// So many numbers, none connected with another one.
    pub fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// Connects two numbers.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.least(a), self.least(b));
        self.0[a.max(b) as usize] = a.min(b);
    }

    /// The least number that each is connected with.
    pub fn into_least(mut self) -> Vec<u32> {
        (0..self.0.len() as u32).map(|number| self.least(number)).collect()
    }

    fn least(&mut self, mut number: u32) -> u32 {
        let above = &mut self.0;
        while above[number as usize] != number {
            above[number as usize] = above[above[number as usize] as usize];
            number = above[number as usize];
        }
        number
    }
}
