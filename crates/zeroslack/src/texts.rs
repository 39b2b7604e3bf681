//! Texts in memory that stand for files.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Texts in memory by the paths of the files that they stand for. Where a path is here, nothing is read from disk. As in a file, a text may be
/// gzipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    by_path: BTreeMap<PathBuf, Arc<[u8]>>,
}

impl Texts {
    /// Has a text stand for a file, in place of an earlier one.
    pub fn insert(&mut self, path: impl Into<PathBuf>, text: impl Into<Vec<u8>>) {
        self.by_path.insert(path.into(), text.into().into());
    }

    /// Forgets the text of a file, and returns whether there was one.
    pub fn remove(&mut self, path: &Path) -> bool {
        self.by_path.remove(path).is_some()
    }

    /// The text that stands for a file.
    pub fn get(&self, path: &Path) -> Option<&[u8]> {
        self.by_path.get(path).map(|text| &**text)
    }

    /// What a file holds: its text here, or else what is on disk.
    pub(crate) fn open(&self, path: &Path) -> io::Result<Cow<'_, [u8]>> {
        match self.get(path) {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => std::fs::read(path).map(Cow::Owned),
        }
    }

    /// How many bytes a file has, as far as is known before it is opened.
    pub(crate) fn size(&self, path: &Path) -> u64 {
        match self.get(path) {
            Some(text) => text.len() as u64,
            None => std::fs::metadata(path).map_or(0, |file| file.len()),
        }
    }
}
