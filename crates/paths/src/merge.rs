//! Lists of paths where parents are places in the list.

use rayon::prelude::*;

use crate::deviating::{Found, NONE};

impl Found {
    /// The same with its parent's place after its place before.
    pub(crate) fn with_parent(&self, places: &[u32]) -> Self {
        let parent = if self.parent == NONE { NONE } else { places[self.parent as usize] };
        Self { parent, ..*self }
    }
}

/// Adds a list after another.
pub(crate) fn append(list: &mut Vec<Found>, part: &[Found]) {
    let offset = list.len() as u32;
    let moved = |path: &Found| {
        let parent = if path.parent == NONE { NONE } else { path.parent + offset };
        Found { parent, ..*path }
    };
    list.extend(part.iter().map(moved));
}

/// Keeps some paths, in order; with a path its parent, which comes before it.
pub(crate) fn retain(list: &mut Vec<Found>, mut keep: impl FnMut(&Found) -> bool) {
    let (mut places, mut kept) = (Vec::with_capacity(list.len()), 0);
    for index in 0..list.len() {
        places.push(kept as u32);
        if keep(&list[index]) {
            list[kept] = list[index].with_parent(&places);
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Sorts by number of deviations, then by root. Paths with the same root and number are in order already.
pub(crate) fn in_tie_order(list: Vec<Found>) -> Vec<Found> {
    let mut order: Vec<u32> = (0..list.len() as u32).collect();
    order.par_sort_by_key(|&index| {
        let path = &list[index as usize];
        (path.deviations, path.root)
    });
    let mut places = vec![0; list.len()];
    for (place, &index) in order.iter().enumerate() {
        places[index as usize] = place as u32;
    }
    order.iter().map(|&index| list[index as usize].with_parent(&places)).collect()
}
