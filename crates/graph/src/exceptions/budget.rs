//! How many tags and states a graph may have, and who is named where there are more.

use std::cmp::Reverse;

use zeroslack_input::Diagnostics;
use zeroslack_netlist::Netlist;
use zeroslack_sdc::Constraints;

use super::Matching;
use crate::tag::Tags;

/// Tags of all sets of tags that differ: 128 MB of them.
pub(crate) const MOST_TAGS: usize = 1 << 25;

/// States that differ.
pub(crate) const MOST_STATES: usize = 1 << 20;

/// Items of all states that differ: 256 MB of them.
pub(crate) const MOST_ITEMS: usize = 1 << 26;

/// Exceptions that are named.
const MOST_NAMED: usize = 3;

impl Matching<'_> {
    /// Says which exceptions need more states than there may be (`GRAPH-013`): those that most states are about.
    pub(crate) fn report_states(
        &self,
        netlist: &Netlist,
        constraints: &Constraints,
        tags: &Tags,
        diagnostics: &mut Diagnostics,
    ) {
        let exceptions = constraints.exceptions.list();
        let mut counts = vec![0_usize; exceptions.len()];
        let mut counted_in = vec![usize::MAX; exceptions.len()];
        for (number, state) in tags.states.iter().enumerate() {
            for &exception in state.iter().flat_map(|&item| self.states.items.users(item)) {
                if std::mem::replace(&mut counted_in[exception as usize], number) != number {
                    counts[exception as usize] += 1;
                }
            }
        }
        let mut worst: Vec<usize> = (0..counts.len()).filter(|&place| counts[place] > 0).collect();
        worst.sort_by_key(|&place| (Reverse(counts[place]), place));
        let named = worst.iter().take(MOST_NAMED).map(|&place| {
            let text = super::starts::described(netlist, constraints, &exceptions[place]);
            format!("exception {} ({text}) in {} states", place + 1, counts[place])
        });
        let named: Vec<String> = named.collect();
        diagnostics.error("GRAPH-013", None, || {
            format!(
                "signals would have to be told apart in more than {} ways by how far {} exceptions are matched, which is too many. Most of them are of {}. Exceptions with -through or with pins in -from should name fewer places, or fewer of them should have paths in common",
                tags.states.len() - 1,
                worst.len(),
                named.join(", ")
            )
        });
    }
}
