//! What one message says of many places.

use std::fmt::Display;

/// Items that a message names.
const SHOWN: usize = 3;

/// How many items there are, and the first few.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstFew<T> {
    count: usize,
    first: Vec<T>,
}

impl<T> Default for FirstFew<T> {
    fn default() -> Self {
        Self { count: 0, first: Vec::new() }
    }
}

impl<T> FirstFew<T> {
    /// Counts an item.
    pub fn note(&mut self, item: T) {
        self.count += 1;
        if self.first.len() < SHOWN {
            self.first.push(item);
        }
    }

    /// Counts those of `later`, which come after all there are.
    pub fn append(&mut self, later: Self) {
        self.count += later.count;
        let room = SHOWN - self.first.len();
        self.first.extend(later.first.into_iter().take(room));
    }

    /// Number of items.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The first few by name: `'a', 'b', 'c' and 3 more`.
    pub fn names<N: Display>(&self, name: impl Fn(&T) -> N) -> String {
        let names: Vec<String> = self.first.iter().map(|item| format!("'{}'", name(item))).collect();
        match self.count - self.first.len() {
            0 => names.join(", "),
            more => format!("{} and {more} more", names.join(", ")),
        }
    }
}
