//! Tables from a name to an id.

use hashbrown::hash_table::Entry;

use crate::names::{Names, hash};
use crate::shards::Shards;

/// From a name in a [`Names`] to a value.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameTable {
    /// (index of the name, value).
    table: Shards<(u32, u32)>,
}

impl NameTable {
    /// Maps all names to their values. Of equal names the first counts: the indices of the others come back, in order.
    pub(crate) fn new(names: &Names, value: impl Fn(u32) -> u32 + Sync) -> (Self, Vec<u32>) {
        let (table, repeats) = Shards::new(
            names.len(),
            |name| (name, value(name)),
            |(name, _)| hash(names.get(name)),
            |(one, _), (other, _)| names.get(one) == names.get(other),
        );
        let mut repeats: Vec<u32> = repeats.into_iter().map(|(name, _)| name).collect();
        repeats.sort_unstable();
        (Self { table }, repeats)
    }

    /// Maps the name with index `name` to `value`, unless it is there already: then the old value comes back.
    pub(crate) fn insert(&mut self, names: &Names, name: u32, value: u32) -> Option<u32> {
        let text = names.get(name);
        let hashed = hash(text);
        let entry = self.table.part_mut(hashed).entry(
            hashed,
            |&(known, _)| names.get(known) == text,
            |&(known, _)| hash(names.get(known)),
        );
        match entry {
            Entry::Occupied(entry) => Some(entry.get().1),
            Entry::Vacant(entry) => {
                entry.insert((name, value));
                None
            }
        }
    }

    /// Takes the name with index `name` out.
    pub(crate) fn remove(&mut self, names: &Names, name: u32) {
        let hash = hash(names.get(name));
        if let Ok(entry) = self.table.part_mut(hash).find_entry(hash, |&(known, _)| known == name) {
            entry.remove();
        }
    }

    /// Gives the name with index `name`, which is there, another value.
    pub(crate) fn set(&mut self, names: &Names, name: u32, value: u32) {
        let hash = hash(names.get(name));
        if let Some(entry) = self.table.part_mut(hash).find_mut(hash, |&(known, _)| known == name) {
            entry.1 = value;
        }
    }

    /// Index of a name and its value.
    #[inline]
    pub(crate) fn entry(&self, names: &Names, name: &str, hash: u64) -> Option<(u32, u32)> {
        self.table.part(hash).find(hash, |&(known, _)| names.get(known) == name).copied()
    }

    pub(crate) fn get(&self, names: &Names, name: &str) -> Option<u32> {
        self.entry(names, name, hash(name)).map(|(_, value)| value)
    }
}
