//! Which kernels run in which order.

use std::ops::Range;

use zeroslack_graph::TimingGraph;
use zeroslack_timing::Calculator;

use crate::kernel::{Kernel, Launch};
use crate::plan::{Plan, THREADS};

/// A part of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Loads and wires.
    Nets,
    /// Slews, delays, arrivals.
    Forward,
    /// The clock network, and the arrivals that can matter after CPPR; nothing without CPPR.
    Clocks,
    /// What checks ask for and require.
    Checks,
    /// Required times.
    Backward,
    /// Slacks of endpoints, summed up.
    Slacks,
}

impl Stage {
    /// All, in the order in which they run.
    pub const ALL: [Self; 6] =
        [Self::Nets, Self::Forward, Self::Clocks, Self::Checks, Self::Backward, Self::Slacks];

    /// `nets`, `forward`, `clocks`, `checks`, `backward`, `slacks`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nets => "nets",
            Self::Forward => "forward",
            Self::Clocks => "clocks",
            Self::Checks => "checks",
            Self::Backward => "backward",
            Self::Slacks => "slacks",
        }
    }

    /// Whether its launches are independent of each other.
    pub(crate) fn is_parallel(self) -> bool {
        self == Self::Nets
    }

    /// Its launches: nothing in one of them depends on another index of the same. Those of clocks come with the clock network.
    pub(crate) fn launches(self, graph: &TimingGraph, plan: &Plan, calculator: Calculator) -> Vec<Launch> {
        let mut launches = match self {
            Self::Nets => nets(plan, calculator),
            Self::Forward => forward(graph),
            Self::Clocks => Vec::new(),
            Self::Checks => checks(graph.checks().len()),
            Self::Backward => (0..graph.level_count())
                .rev()
                .map(|level| lanes(Kernel::Backward, graph.level(level)))
                .collect(),
            Self::Slacks => vec![plan.slots.launch()],
        };
        launches.retain(|launch| launch.count > 0);
        launches
    }
}

fn launch(kernel: Kernel, items: Range<usize>, indices: usize) -> Launch {
    let (first, count) = ((indices * items.start) as u32, (indices * items.len()) as u32);
    Launch { kernel, first, count, threads: THREADS }
}

/// An index for each lane of each item.
fn lanes(kernel: Kernel, items: Range<usize>) -> Launch {
    launch(kernel, items, 4)
}

/// What so many checks ask for and require.
pub(crate) fn checks(count: usize) -> Vec<Launch> {
    let launches = [launch(Kernel::CheckTimes, 0..count, 1)];
    launches.into_iter().filter(|launch| launch.count > 0).collect()
}

/// Packs fan-outs, before all else.
pub(crate) fn pack_fanout(graph: &TimingGraph) -> Vec<Launch> {
    let launches = [launch(Kernel::PackFanout, 0..graph.arc_count(), 1)];
    launches.into_iter().filter(|launch| launch.count > 0).collect()
}

fn nets(plan: &Plan, calculator: Calculator) -> Vec<Launch> {
    let (large, trees) = (plan.large_trees(), plan.tree_order.len());
    match calculator {
        Calculator::Elmore => {
            let mut launches = vec![lanes(Kernel::LargeNets, 0..large)];
            launches.extend(plan.classes.iter().map(|class| Launch {
                threads: class.threads,
                ..lanes(Kernel::SmallNets, class.trees.clone())
            }));
            launches
        }
        Calculator::Lumped => vec![lanes(Kernel::LumpedNets, 0..trees)],
    }
}

fn forward(graph: &TimingGraph) -> Vec<Launch> {
    let (slews, arrivals) = (graph.driver_slews(), graph.sources());
    let (mut slew, mut arrival) = (0, 0);
    let mut launches = Vec::with_capacity(graph.level_count() + 2);
    for level in 0..graph.level_count() {
        let nodes = graph.level(level);
        let end = nodes.end as u32;
        launches.push(lanes(Kernel::Forward, nodes));
        let last = slews.partition_point(|&(node, _)| node < end);
        launches.push(lanes(Kernel::EnterSlews, slew..last));
        slew = last;
        let last = arrivals.partition_point(|source| source.node < end);
        launches.push(lanes(Kernel::EnterArrivals, arrival..last));
        arrival = last;
    }
    launches
}
