//! From a file's index, `*12`, to the place in [`NameMap`].

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::NameMap;

/// Places by index.
#[derive(Debug)]
pub(crate) enum Places {
    /// The first name's index; those of the others follow it, without a gap.
    InOrder {
        /// The first index.
        first: u64,
        /// How many there are.
        count: u32,
    },
    /// By index; `NONE` where the index is not used.
    Dense(Vec<u32>),
    /// For indices too far apart.
    Sparse(FxHashMap<u64, u32>),
}

const NONE: u32 = u32::MAX;

impl Default for Places {
    fn default() -> Self {
        Self::Dense(Vec::new())
    }
}

impl Places {
    /// The places of `names`, and those entries whose index was used before.
    pub(crate) fn new(names: &NameMap<'_>) -> (Self, Vec<usize>) {
        let entries = &names.entries;
        let first = entries.first().map_or(0, |&(index, _)| index);
        let follows =
            |(place, &(index, _)): (usize, &(u64, &str))| index.checked_sub(first) == Some(place as u64);
        if entries.par_iter().enumerate().all(follows) {
            return (Self::InOrder { first, count: entries.len() as u32 }, Vec::new());
        }
        let greatest = entries.iter().map(|(index, _)| *index).max().unwrap_or(0);
        let mut places = if greatest <= 4 * entries.len() as u64 + 1024 {
            Self::Dense(vec![NONE; greatest as usize + 1])
        } else {
            Self::Sparse(FxHashMap::default())
        };
        let mut twice = Vec::new();
        for (place, (index, _)) in entries.iter().enumerate() {
            if places.of(*index).is_some() {
                twice.push(place);
            } else {
                places.insert(*index, place as u32);
            }
        }
        (places, twice)
    }

    fn insert(&mut self, index: u64, place: u32) {
        match self {
            Self::Dense(places) => places[index as usize] = place,
            Self::Sparse(places) => {
                places.insert(index, place);
            }
            Self::InOrder { .. } => {}
        }
    }

    #[inline]
    pub(crate) fn of(&self, index: u64) -> Option<u32> {
        match self {
            Self::InOrder { first, count } => {
                let place = index.checked_sub(*first).filter(|place| *place < u64::from(*count));
                place.map(|place| place as u32)
            }
            Self::Dense(places) => {
                let place = places.get(usize::try_from(index).ok()?).copied();
                place.filter(|place| *place != NONE)
            }
            Self::Sparse(places) => places.get(&index).copied(),
        }
    }
}

/// The index at the start of `text`, which begins with `*`, and the number of bytes it takes.
#[inline]
pub(crate) fn index(text: &[u8]) -> Option<(u64, usize)> {
    let mut index = 0_u64;
    let mut length = 1;
    while let Some(digit) = text.get(length).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        index = index.checked_mul(10)?.checked_add(u64::from(digit))?;
        length += 1;
    }
    (length > 1).then_some((index, length))
}
