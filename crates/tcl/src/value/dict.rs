//! Dicts.

use super::{OrderedMap, Value};

/// A dict: keys with values, in order of first insertion.
pub type Dict = OrderedMap<Value>;

impl OrderedMap<Value> {
    /// An empty dict.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keys and values as the elements of a list, in turn.
    pub fn to_elements(&self) -> Vec<Value> {
        let mut elements = Vec::with_capacity(2 * self.len());
        for (key, value) in self.iter() {
            elements.push(key.clone());
            elements.push(value.clone());
        }
        elements
    }
}
