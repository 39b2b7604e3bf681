//! Names in one arena, and their hashes.

use std::fmt::Write;
use std::hash::{BuildHasher, Hasher};

use rustc_hash::FxBuildHasher;
use zeroslack_parallel::{concat, concat_text};

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

    /// Adds a name that ends with an index, where there is one.
    pub(crate) fn push_bit(&mut self, parts: &[&str], index: Option<i32>) -> Option<u32> {
        let name = self.push(parts)?;
        if let Some(index) = index {
            write!(self.text, "[{index}]").ok()?;
            self.ends[name as usize] = u32::try_from(self.text.len()).ok()?;
        }
        Some(name)
    }

    /// The names of all pieces, piece after piece. None if they take more than 4 GiB.
    pub(crate) fn concat(pieces: Vec<Self>) -> Option<Self> {
        let mut starts = Vec::with_capacity(pieces.len());
        let mut end = 0;
        for piece in &pieces {
            starts.push(end as u32);
            end += piece.text.len();
            u32::try_from(end).ok()?;
        }
        let (texts, ends) = pieces.into_iter().map(|piece| (piece.text, piece.ends)).unzip();
        Some(Self { text: concat_text(texts), ends: concat(ends, |piece, end| starts[piece] + end) })
    }

    /// The same names but for those that change, whose indices are in order. None if they take more than 4 GiB.
    pub(crate) fn with(&self, changes: &[(u32, String)]) -> Option<Self> {
        let mut changes = changes.iter().peekable();
        let mut names = Self::default();
        for index in 0..self.len() as u32 {
            let change = changes.next_if(|(changed, _)| *changed == index);
            names.push(&[change.map_or(self.get(index), |(_, name)| name)])?;
        }
        Some(names)
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

    /// Bytes of all names.
    pub(crate) fn text_len(&self) -> usize {
        self.text.len()
    }

    /// Takes the last name away.
    pub(crate) fn pop(&mut self) {
        self.ends.pop();
        self.text.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }
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
    let (mut first, mut number, mut unit) = (last + 1, 0_u64, 1_u64);
    while first > 0 && bytes[first - 1].is_ascii_digit() {
        first -= 1;
        number = number.wrapping_add(unit.wrapping_mul(u64::from(bytes[first] - b'0')));
        unit = unit.wrapping_mul(10);
    }
    let mut hasher = FxBuildHasher.build_hasher();
    hasher.write(&bytes[..first]);
    if last + 1 < bytes.len() {
        hasher.write(&bytes[last + 1..]);
    }
    hasher.write_u64(number / BLOCK);
    let place = number % BLOCK;
    (hasher.finish().wrapping_mul(BLOCK) | place) ^ place << TAG
}
