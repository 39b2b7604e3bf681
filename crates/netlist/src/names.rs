//! Names in one arena, and tables from a name to an id.

use std::hash::{BuildHasher, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Names one after another in one string: 4 bytes a name beside its text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    text: String,
    /// Where each name ends.
    ends: Vec<u32>,
}

impl Names {
    /// Adds a name and returns its index. None, and nothing added, once the arena would pass 4 GiB.
    pub(crate) fn push(&mut self, parts: &[&str]) -> Option<u32> {
        let end = self.text.len() + parts.iter().map(|part| part.len()).sum::<usize>();
        self.ends.push(u32::try_from(end).ok()?);
        for part in parts {
            self.text.push_str(part);
        }
        Some(self.ends.len() as u32 - 1)
    }

    /// The name with an index.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index as usize - 1] };
        &self.text[start as usize..self.ends[index as usize] as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Takes the last name away.
    pub(crate) fn pop(&mut self) {
        self.ends.pop();
        self.text.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }
}

/// From a name in a [`Names`] to a value.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameTable {
    /// (index of the name, value).
    table: HashTable<(u32, u32)>,
}

/// Names that differ only in a number share blocks of so many places in a table, in order. What is near in a design is mostly near in
/// number too, so that a cache line that was fetched for one name serves the next ones.
const BLOCK: u64 = 16;

/// Where the bits start by which a table tells apart what is near: it looks at the names themselves only where they are the same.
const TAG: u32 = 57;

/// The hash under which tables have a name.
pub(crate) fn hash(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let Some(last) = bytes.iter().rposition(u8::is_ascii_digit) else { return FxBuildHasher.hash_one(name) };
    let first = bytes[..last].iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |at| at + 1);
    let digit = |number: u64, byte: &u8| number.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
    let number = bytes[first..=last].iter().fold(0, digit);
    let mut hasher = FxBuildHasher.build_hasher();
    hasher.write(&bytes[..first]);
    hasher.write(&bytes[last + 1..]);
    hasher.write_u64(number / BLOCK);
    let place = number % BLOCK;
    (hasher.finish().wrapping_mul(BLOCK) | place) ^ place << TAG
}

impl NameTable {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self { table: HashTable::with_capacity(capacity) }
    }

    /// Maps the name with index `name` to `value`, unless it is there already: then the old value comes back.
    pub(crate) fn insert(&mut self, names: &Names, name: u32, value: u32) -> Option<u32> {
        let text = names.get(name);
        let entry = self.table.entry(
            hash(text),
            |&(known, _)| names.get(known) == text,
            |&(known, _)| hash(names.get(known)),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(entry) => Some(entry.get().1),
            hashbrown::hash_table::Entry::Vacant(entry) => {
                entry.insert((name, value));
                None
            }
        }
    }

    /// Takes the name with index `name` out.
    pub(crate) fn remove(&mut self, names: &Names, name: u32) {
        if let Ok(entry) = self.table.find_entry(hash(names.get(name)), |&(known, _)| known == name) {
            entry.remove();
        }
    }

    /// Gives the name with index `name`, which is there, another value.
    pub(crate) fn set(&mut self, names: &Names, name: u32, value: u32) {
        if let Some(entry) = self.table.find_mut(hash(names.get(name)), |&(known, _)| known == name) {
            entry.1 = value;
        }
    }

    /// Index of a name and its value.
    pub(crate) fn entry(&self, names: &Names, name: &str, hash: u64) -> Option<(u32, u32)> {
        self.table.find(hash, |&(known, _)| names.get(known) == name).copied()
    }

    pub(crate) fn get(&self, names: &Names, name: &str) -> Option<u32> {
        self.entry(names, name, hash(name)).map(|(_, value)| value)
    }
}
