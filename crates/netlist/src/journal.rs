//! What was changed, one entry a change, be it made or taken back: for all that is kept beside and brought up to date.

use std::collections::VecDeque;

/// Entries that are kept. Who is further behind does all work anew.
const MOST: usize = 1 << 20;

/// The latest changes. A revision is how many there ever were.
#[derive(Clone, Debug)]
pub(crate) struct Journal<T> {
    revision: u64,
    latest: VecDeque<T>,
}

impl<T> Default for Journal<T> {
    fn default() -> Self {
        Self { revision: 0, latest: VecDeque::new() }
    }
}

impl<T: Copy> Journal<T> {
    pub(crate) fn push(&mut self, entry: T) {
        self.revision += 1;
        if self.latest.len() == MOST {
            self.latest.pop_front();
        }
        self.latest.push_back(entry);
    }

    /// A number that is another one after every change.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// The changes since a revision, in order; none if some of them are no longer known.
    pub(crate) fn since(&self, revision: u64) -> Option<impl Iterator<Item = T> + '_> {
        let count = usize::try_from(self.revision.checked_sub(revision)?).ok()?;
        let first = self.latest.len().checked_sub(count)?;
        Some(self.latest.range(first..).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_changes_are_known() {
        let mut journal = Journal::default();
        let since =
            |journal: &Journal<usize>, revision| journal.since(revision).map(Iterator::collect::<Vec<_>>);
        assert_eq!(since(&journal, 0), Some(vec![]));
        assert_eq!(since(&journal, 1), None);
        for entry in 0..MOST + 2 {
            journal.push(entry);
        }
        let revision = journal.revision();
        assert_eq!(since(&journal, revision), Some(vec![]));
        assert_eq!(since(&journal, revision - 2), Some(vec![MOST, MOST + 1]));
        assert_eq!(since(&journal, 2).map(|all| all.len()), Some(MOST));
        assert_eq!(since(&journal, 1), None);
    }
}
