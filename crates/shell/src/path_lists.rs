//! Lists of paths that scripts hold. A list lives as long as a handle of one of its paths does.

use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use zeroslack::HeldPaths;

/// The lists, by number.
#[derive(Debug, Default)]
pub(crate) struct PathLists {
    last: u32,
    lists: BTreeMap<u32, Weak<HeldPaths>>,
    /// How many lists there may be before those that are gone are forgotten.
    room: usize,
}

impl PathLists {
    /// Adds a list. It has to be kept until there are handles of its paths.
    pub fn add(&mut self, paths: &Rc<HeldPaths>) -> u32 {
        if self.lists.len() >= self.room {
            self.lists.retain(|_, list| list.strong_count() > 0);
            self.room = 2 * self.lists.len() + 8;
        }
        self.last = self.last.wrapping_add(1);
        self.lists.insert(self.last, Rc::downgrade(paths));
        self.last
    }

    /// A list, if somebody still has a handle of it.
    pub fn get(&self, number: u32) -> Option<Rc<HeldPaths>> {
        self.lists.get(&number)?.upgrade()
    }
}
