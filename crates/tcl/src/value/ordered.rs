//! A map that keeps the order in which keys came.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::Value;

/// A map from strings to `T`, in order of first insertion. Removing a key costs the same as finding it.
#[derive(Clone)]
pub struct OrderedMap<T> {
    /// In order; `None` where an entry was removed.
    entries: Vec<Option<(Value, T)>>,
    /// Numbers of entries, by the hash of their keys.
    table: HashTable<u32>,
}

impl<T> Default for OrderedMap<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), table: HashTable::new() }
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for OrderedMap<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

fn hash(key: &str) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

impl<T> OrderedMap<T> {
    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    fn position(&self, key: &str) -> Option<usize> {
        let at = self.table.find(hash(key), |&at| self.key_at(at) == Some(key_text(key)))?;
        Some(*at as usize)
    }

    fn key_at(&self, at: u32) -> Option<KeyText<'_>> {
        self.entries.get(at as usize)?.as_ref().map(|(key, _)| KeyText(key.text()))
    }

    /// What a key is mapped to.
    pub fn get(&self, key: &str) -> Option<&T> {
        self.entries[self.position(key)?].as_ref().map(|(_, value)| value)
    }

    /// The same, to change.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut T> {
        let at = self.position(key)?;
        self.entries[at].as_mut().map(|(_, value)| value)
    }

    /// A key as it was first given, and what it is mapped to.
    pub fn get_entry(&self, key: &str) -> Option<(&Value, &T)> {
        self.entries[self.position(key)?].as_ref().map(|(key, value)| (key, value))
    }

    /// Whether a key is there.
    pub fn contains(&self, key: &str) -> bool {
        self.position(key).is_some()
    }

    /// Maps a key to a value. A key that is there stays at its place; what it was mapped to is returned.
    pub fn insert(&mut self, key: Value, value: T) -> Option<T> {
        if let Some(old) = self.get_mut(&key.text()) {
            return Some(std::mem::replace(old, value));
        }
        self.push(key, value);
        None
    }

    /// What a key is mapped to; a key that is not there comes last, with the value that `make` gives.
    pub fn get_or_insert_with(&mut self, key: &str, make: impl FnOnce() -> T) -> &mut T {
        let at = match self.position(key) {
            Some(at) => at,
            None => self.push(Value::from(key), make()),
        };
        match &mut self.entries[at] {
            Some((_, value)) => value,
            None => unreachable!("positions are of entries that are there"),
        }
    }

    fn push(&mut self, key: Value, value: T) -> usize {
        if self.entries.len() > 2 * self.table.len() + 8 {
            self.compact();
        }
        let at = self.entries.len();
        let hashed = hash(&key.text());
        self.entries.push(Some((key, value)));
        let entries = &self.entries;
        self.table.insert_unique(hashed, at as u32, |&at| rehash(entries, at));
        at
    }

    /// Removes a key.
    pub fn remove(&mut self, key: &str) -> Option<T> {
        let entries = &self.entries;
        let found = self.table.find_entry(hash(key), |&at| {
            entries[at as usize].as_ref().is_some_and(|(there, _)| *there.text() == *key)
        });
        let (at, _) = found.ok()?.remove();
        let (_, value) = self.entries[at as usize].take()?;
        while let Some(None) = self.entries.last() {
            self.entries.pop();
        }
        Some(value)
    }

    fn compact(&mut self) {
        self.entries.retain(Option::is_some);
        self.table.clear();
        let entries = &self.entries;
        for at in 0..entries.len() as u32 {
            self.table.insert_unique(rehash(entries, at), at, |&at| rehash(entries, at));
        }
    }

    /// Forgets all keys.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.table.clear();
    }

    /// Keys and values in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Value, &T)> {
        self.entries.iter().flatten().map(|(key, value)| (key, value))
    }

    /// Values in order, to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries.iter_mut().flatten().map(|(_, value)| value)
    }

    /// Keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Value> {
        self.iter().map(|(key, _)| key)
    }

    /// The first entry at or after a place, and the next place: for loops that may change the map on their way.
    pub fn entry_from(&self, place: usize) -> Option<(&Value, &T, usize)> {
        let (at, entry) = self.entries.iter().enumerate().skip(place).find(|(_, entry)| entry.is_some())?;
        entry.as_ref().map(|(key, value)| (key, value, at + 1))
    }

    /// Values in order.
    pub fn into_values(self) -> impl Iterator<Item = T> {
        self.entries.into_iter().flatten().map(|(_, value)| value)
    }
}

fn rehash<T>(entries: &[Option<(Value, T)>], at: u32) -> u64 {
    entries[at as usize].as_ref().map_or(0, |(key, _)| hash(&key.text()))
}

/// Texts of keys, to compare.
struct KeyText<'a>(super::Str<'a>);

fn key_text(text: &str) -> KeyText<'_> {
    KeyText(super::Str::Text(text))
}

impl PartialEq for KeyText<'_> {
    fn eq(&self, other: &Self) -> bool {
        *self.0 == *other.0
    }
}
