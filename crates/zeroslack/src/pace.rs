//! Which engine an update after edits is worth, by what it is expected to cost.
//!
//! Costs are in *visits*: an incremental update on the CPU visits nodes, in all passes together but that of required times, which waits for questions, and one visit takes 130 to 200 ns on a design of the leon2 size, with CPPR twice that. How many visits a change makes is learned from the updates before.

use zeroslack_graph::TimingGraph;

/// What updates of a design cost, in visits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    /// More visits than these are given up for a full update on the CPU.
    pub(crate) most_on_cpu: usize,
    /// A full update on a GPU that has the design, if there is one.
    pub(crate) on_gpu: Option<usize>,
    /// To fetch all results from there.
    fetch: usize,
}

/// A full update on a GPU takes as long as so many visits, beside one for every so many nodes: 2.6 ms on a design of the leon2 size. With CPPR it takes 5.4 ms, and a visit twice as long.
const GPU_VISITS: usize = 1 << 12;
const NODES_PER_GPU_VISIT: usize = 448;

/// Results are fetched in the time of a visit for every so many nodes: some 40 ms on a design of the leon2 size.
const NODES_PER_FETCH_VISIT: usize = 16;

impl Costs {
    /// Of a graph, with CPPR or without, on so many threads, with a GPU that has the design or without.
    ///
    /// About half the work of a full update on all threads is the most that is tried on the CPU: on a design of the leon2 size a visit takes about as long as a node of a full update does on one thread, or six of them on 16;
    /// with CPPR a visit takes twice as long, and a full update more than twice. One of a graph that is not levelled takes about four times as long, as the graph is built anew before.
    pub(crate) fn new(graph: &TimingGraph, has_cppr: bool, threads: usize, is_on_gpu: bool) -> Self {
        let nodes = graph.node_count();
        let [halves, visit] = if has_cppr { [3, 2] } else { [2, 1] };
        let levelled = if graph.is_levelled() { 1 } else { 4 };
        let fetch = nodes / (NODES_PER_FETCH_VISIT * visit);
        let on_gpu = is_on_gpu.then_some(GPU_VISITS + nodes / NODES_PER_GPU_VISIT);
        let full = (halves * levelled * nodes / (2 * (2 + threads / 2))).max(1 << 14);
        let most_on_cpu = on_gpu.map_or(full, |on_gpu| full.min(on_gpu + fetch));
        Self { most_on_cpu, on_gpu, fetch }
    }
}

/// Visits and changes that are thought to have been there before the first update: about as many for each as in batches of a hundred repowers on a design of the leon2 size.
const FIRST_VISITS: usize = 200 * FIRST_CHANGES;
const FIRST_CHANGES: usize = 64;

/// Of more changes than these, the earlier ones count half.
const REMEMBERED: usize = 1 << 12;

/// What is not tried teaches nothing, so with every update that is not for the CPU one in so many visits is forgotten: without a GPU, and with one, which costs more to come back from.
const FORGOTTEN: [usize; 2] = [16, 256];

/// What the updates of a scenario were like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    visits: usize,
    changes: usize,
    /// How much less the last updates would have cost on the engine that does not have the results.
    regret: usize,
}

impl Default for Pace {
    fn default() -> Self {
        Self { visits: FIRST_VISITS, changes: FIRST_CHANGES, regret: 0 }
    }
}

impl Pace {
    /// Whether an update by so many changes, and so many ends of which something else is required, is for the CPU. An end costs about a visit, and nothing follows from it. `is_away`: the results are only on the GPU.
    ///
    /// Where a GPU has the design, results stay with the engine that has them until the other one would have made up for fetching them, which a single update can do. It is as with two
    /// states of a metrical task system: all updates together take at most about three times as long as they would if it were known which are to come.
    pub(crate) fn is_for_cpu(
        &mut self,
        costs: Costs,
        (changes, ends): (usize, usize),
        is_away: bool,
    ) -> bool {
        let expected = ends + (self.visits as f64 / self.changes as f64 * changes as f64) as usize;
        let is_for_cpu = match costs.on_gpu {
            None => expected <= costs.most_on_cpu,
            Some(on_gpu) => self.is_better_on_cpu(costs, (expected, on_gpu), is_away),
        };
        if !is_for_cpu {
            self.visits -= self.visits / FORGOTTEN[usize::from(costs.on_gpu.is_some())];
        }
        is_for_cpu
    }

    fn is_better_on_cpu(&mut self, costs: Costs, (expected, on_gpu): (usize, usize), is_away: bool) -> bool {
        let (here, other) = if is_away { (on_gpu, expected) } else { (expected, on_gpu) };
        self.regret = (self.regret + here).saturating_sub(other);
        let is_too_much = !is_away && expected > costs.most_on_cpu;
        let changes_over = is_too_much || self.regret > costs.fetch;
        if changes_over {
            self.regret = 0;
        }
        is_away == changes_over
    }

    /// An update gave up after so many visits by so many changes.
    pub(crate) fn note_too_much(&mut self, visits: usize, changes: usize) {
        self.note(2 * visits, changes);
    }

    /// An update made so many visits by so many changes.
    pub(crate) fn note(&mut self, visits: usize, changes: usize) {
        if self.changes + changes > REMEMBERED {
            (self.visits, self.changes) = (self.visits / 2, self.changes / 2);
        }
        (self.visits, self.changes) = (self.visits + visits, (self.changes + changes).max(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSTS: Costs = Costs { most_on_cpu: 100_000, on_gpu: Some(5000), fetch: 50_000 };

    #[test]
    fn without_a_gpu_expected_visits_decide() {
        let costs = Costs { on_gpu: None, ..COSTS };
        let mut pace = Pace::default();
        assert!(pace.is_for_cpu(costs, (500, 0), false) && !pace.is_for_cpu(costs, (501, 0), false));
        // Changes turn out to reach far.
        pace.note(1_000_000, 500);
        assert!(!pace.is_for_cpu(costs, (100, 0), false));
        for _ in 0..100 {
            pace.note(0, 1000);
        }
        assert!(pace.is_for_cpu(costs, (100_000, 0), false));
    }

    #[test]
    fn nothing_follows_from_ends() {
        let costs = Costs { on_gpu: None, ..COSTS };
        let is_for_cpu = |changes| Pace::default().is_for_cpu(costs, changes, false);
        assert!(is_for_cpu((0, 100_000)) && !is_for_cpu((0, 100_001)));
        assert!(is_for_cpu((250, 50_000)) && !is_for_cpu((250, 50_001)));
    }

    #[test]
    fn what_was_too_much_is_tried_again() {
        let costs = Costs { on_gpu: None, ..COSTS };
        let mut pace = Pace::default();
        pace.note_too_much(costs.most_on_cpu, 500);
        let mut tries_of =
            |updates: usize| (0..updates).filter(|_| pace.is_for_cpu(costs, (500, 0), false)).count();
        assert_eq!(tries_of(5), 0);
        assert!(tries_of(100) > 80);
        // A GPU keeps what it has for longer.
        let mut pace = Pace::default();
        let on_gpu = (0..1000).take_while(|_| !pace.is_for_cpu(COSTS, (100, 0), true)).count();
        assert!((200..600).contains(&on_gpu), "{on_gpu}");
    }

    #[test]
    fn results_go_where_they_have_been_missed() {
        let mut pace = Pace::default();
        // Small updates pay for fetching after a while, then stay on the CPU.
        let on_gpu = (0..100).take_while(|_| !pace.is_for_cpu(COSTS, (1, 0), true)).count();
        assert_eq!(on_gpu, 10);
        assert!((0..100).all(|_| pace.is_for_cpu(COSTS, (1, 0), false)));
        // One that is much larger does not; some that are a little larger do together.
        assert!(!pace.is_for_cpu(COSTS, (1000, 0), false));
        let on_cpu = (0..100).take_while(|_| pace.is_for_cpu(COSTS, (50, 0), false)).count();
        assert!((10..15).contains(&on_cpu), "{on_cpu}");
        assert!((0..100).all(|_| !pace.is_for_cpu(COSTS, (50, 0), true)));
    }
}
