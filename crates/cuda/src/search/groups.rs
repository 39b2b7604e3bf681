//! Path groups, as the kernels know them.

use rayon::prelude::*;
use zeroslack_graph::{PathGroup, Requirement, TimingGraph};
use zeroslack_paths::Root;
use zeroslack_units::{Split, UNDEFINED};

/// Checks that one thread takes.
const CHECKS: usize = 1 << 14;

/// The path groups that checks and outputs are in: each has a number of its own in each split.
#[derive(Debug, Default)]
pub(crate) struct PathGroups {
    /// `[check]`.
    pub(crate) of_check: Vec<u32>,
    /// By split; 0 where nothing is required. `[output]`.
    pub(crate) of_output: Vec<[u32; 2]>,
    /// `[group]`.
    splits: Vec<Split>,
}

impl PathGroups {
    /// Those of a graph.
    pub(crate) fn new(graph: &TimingGraph) -> Self {
        let groups = |terms: u32| &graph.terms()[terms as usize].groups;
        let first = |terms| groups(terms).first().copied().unwrap_or(PathGroup::Default);
        let of_check = graph.checks().par_iter().with_min_len(CHECKS);
        let of_check = of_check.map(|check| key(check.split, first(check.terms))).collect();
        let of_output = graph.outputs().iter().map(|output| {
            Split::ALL.map(|split| {
                let is_there = output.required[split as usize].iter().any(|&time| time != UNDEFINED);
                if is_there { key(split, first(output.terms)) } else { u32::MAX }
            })
        });
        let mut groups = Self { of_check, of_output: of_output.collect(), splits: Vec::new() };
        groups.number();
        groups
    }

    /// Replaces keys by numbers in their order.
    fn number(&mut self) {
        let mut number_of: Vec<u32> = Vec::new();
        for &key in self.keys() {
            let key = key as usize;
            if key >= number_of.len() {
                number_of.resize(key + 1, u32::MAX);
            }
            number_of[key] = 0;
        }
        for (key, number) in number_of.iter_mut().enumerate().filter(|(_, number)| **number == 0) {
            *number = self.splits.len() as u32;
            self.splits.push(Split::ALL[key % 2]);
        }
        let number = |key: &mut u32| *key = number_of.get(*key as usize).copied().unwrap_or(0);
        self.of_check.par_iter_mut().with_min_len(CHECKS).for_each(number);
        self.of_output.iter_mut().flatten().for_each(number);
    }

    /// Those that there are, again and again.
    fn keys(&self) -> impl Iterator<Item = &u32> {
        self.of_check.iter().chain(self.of_output.iter().flatten()).filter(|&&key| key != u32::MAX)
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> usize {
        self.splits.len()
    }

    /// How many groups some roots are in, those of a split or of both.
    pub(crate) fn count_of(&self, roots: &[Root], split: Option<Split>) -> usize {
        let mut is_there = vec![false; self.count()];
        for root in roots.iter().filter(|root| split.is_none_or(|split| root.split() == split)) {
            let group = match root.by {
                Requirement::Check(check) => self.of_check[check.index()],
                Requirement::Output(output) => self.of_output[output.index()][root.split() as usize],
            };
            if let Some(place) = is_there.get_mut(group as usize) {
                *place = true;
            }
        }
        is_there.into_iter().filter(|&is_there| is_there).count()
    }

    /// How many there are in a split, or in both.
    pub(crate) fn count_in(&self, split: Option<Split>) -> usize {
        self.splits.iter().filter(|&&of| split.is_none_or(|split| of == split)).count()
    }
}

/// What tells groups apart, in their order.
fn key(split: Split, group: PathGroup) -> u32 {
    2 * group.index() + split as u32
}
