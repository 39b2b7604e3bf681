//! Which kernels run in which order.

use std::ops::Range;

use zeroslack_graph::{NodeId, PinGraph, TimingGraph};
use zeroslack_timing::Calculator;

use crate::engine::latches::{Given, stated_slews};
use crate::engine::plan::{Class, Plan};
use crate::machine::kernel::{Kernel, KernelLaunch, THREADS};

/// A part of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Loads and wires.
    Nets,
    /// Slews and delays, where the timing graph is not the pin graph; nothing otherwise.
    Delays,
    /// Slews, delays and arrivals; only arrivals where there was a stage of delays.
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
    pub const ALL: [Self; 7] =
        [Self::Nets, Self::Delays, Self::Forward, Self::Clocks, Self::Checks, Self::Backward, Self::Slacks];

    /// `nets`, `delays`, `forward`, `clocks`, `checks`, `backward`, `slacks`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nets => "nets",
            Self::Delays => "delays",
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

    /// Whether its kernels see the pin graph in place of the timing graph.
    pub(crate) fn is_of_pins(self) -> bool {
        self == Self::Delays
    }

    /// Its launches: nothing in one of them depends on another index of the same. Those of clocks come with the clock network.
    pub(crate) fn launches(
        self,
        graph: &TimingGraph,
        plan: &Plan,
        calculator: Calculator,
    ) -> Vec<KernelLaunch> {
        let mut launches = match self {
            Self::Nets => nets(plan, calculator),
            Self::Delays if graph.is_pin_graph() => Vec::new(),
            Self::Delays => forward_delays(graph.pins(), calculator),
            Self::Forward if graph.is_pin_graph() => forward(graph, calculator),
            Self::Forward => {
                let given = Given::new(graph);
                // What is given depends on when latches close.
                let margins = (!given.arcs.is_empty()).then(|| margins(graph.pins().checks().len()));
                margins.into_iter().chain(arrivals(graph, Some(&given))).collect()
            }
            Self::Clocks => Vec::new(),
            Self::Checks => checks(graph.pins().checks().len(), graph.checks().len()),
            Self::Backward => (0..graph.level_count())
                .rev()
                .map(|level| lanes(Kernel::Backward, graph.level(level)))
                .collect(),
            Self::Slacks => vec![plan.slots.launch()],
        };
        launches.retain(|launch| !launch.is_empty());
        launches
    }
}

/// So many indices for each of some items, by blocks of so many threads.
fn launch_in(kernel: Kernel, items: Range<usize>, indices: usize, threads: u32) -> KernelLaunch {
    KernelLaunch::over(kernel, (indices * items.start) as u32..(indices * items.end) as u32, threads)
}

pub(crate) fn launch(kernel: Kernel, items: Range<usize>, indices: usize) -> KernelLaunch {
    launch_in(kernel, items, indices, THREADS)
}

/// An index for each lane of each item.
pub(crate) fn lanes(kernel: Kernel, items: Range<usize>) -> KernelLaunch {
    launch(kernel, items, 4)
}

/// At the nodes of a level, whose items start where `first` says.
fn at_nodes(kernel: Kernel, nodes: Range<usize>, first: &[u32]) -> KernelLaunch {
    let items = first[nodes.end] - first[nodes.start];
    KernelLaunch::level(kernel, nodes, items as usize)
}

/// What so many checks of cells ask for, and what so many checks of the timing graph require.
pub(crate) fn checks(pin_checks: usize, count: usize) -> Vec<KernelLaunch> {
    let launches = [margins(pin_checks), launch(Kernel::CheckTimes, 0..count, 1)];
    launches.into_iter().filter(|launch| !launch.is_empty()).collect()
}

/// What so many checks of cells ask for.
fn margins(pin_checks: usize) -> KernelLaunch {
    launch(Kernel::Margins, 0..pin_checks, 1)
}

/// Packs fan-outs, before all else.
pub(crate) fn pack_fanout(graph: &TimingGraph) -> Vec<KernelLaunch> {
    let launches = [launch(Kernel::PackFanout, 0..graph.arc_count(), 1)];
    launches.into_iter().filter(|launch| !launch.is_empty()).collect()
}

fn nets(plan: &Plan, calculator: Calculator) -> Vec<KernelLaunch> {
    let (large, trees) = (plan.large_trees(), plan.tree_order.len());
    let by_size = |[small, medium, of_large]: [Kernel; 3]| {
        let launch = |class: &Class| {
            let kernel = if class.is_medium() { medium } else { small };
            launch_in(kernel, class.trees.clone(), 4, class.threads)
        };
        std::iter::once(lanes(of_large, 0..large)).chain(plan.classes.iter().map(launch)).collect()
    };
    match calculator {
        Calculator::Elmore => by_size([Kernel::SmallNets, Kernel::MediumNets, Kernel::LargeNets]),
        Calculator::EffectiveCapacitance => {
            by_size([Kernel::SmallModels, Kernel::SmallModels, Kernel::LargeModels])
        }
        Calculator::Lumped => vec![lanes(Kernel::LumpedNets, 0..trees)],
    }
}

/// The sweeps that find delays: with arrivals, and alone.
fn sweeps(calculator: Calculator) -> [Kernel; 2] {
    match calculator {
        Calculator::Elmore | Calculator::Lumped => [Kernel::Forward, Kernel::ForwardDelays],
        Calculator::EffectiveCapacitance => [Kernel::ForwardEffective, Kernel::ForwardDelaysEffective],
    }
}

/// What drives ports from outside makes of their signals, before all slews and arrivals.
fn drive_ports(graph: &PinGraph) -> KernelLaunch {
    lanes(Kernel::DrivePorts, 0..graph.drives().nodes().len())
}

/// What constraints state, level by level.
struct Stated<'a, T> {
    all: &'a [T],
    node: fn(&T) -> NodeId,
    entered: usize,
}

impl<'a, T> Stated<'a, T> {
    fn new(all: &'a [T], node: fn(&T) -> NodeId) -> Self {
        Self { all, node, entered: 0 }
    }

    /// Enters what is stated below a node and was not entered yet.
    fn enter(&mut self, kernel: Kernel, end: usize) -> KernelLaunch {
        let last = self.all.partition_point(|stated| (self.node)(stated).index() < end);
        lanes(kernel, std::mem::replace(&mut self.entered, last)..last)
    }
}

/// Slews, delays and arrivals, where the timing graph is the pin graph.
fn forward(graph: &TimingGraph, calculator: Calculator) -> Vec<KernelLaunch> {
    let mut slews = Stated::new(graph.pins().driver_slews(), |&(node, _)| node);
    let mut arrivals = Stated::new(graph.sources(), |source| source.node);
    let [sweep, _] = sweeps(calculator);
    let mut launches = Vec::with_capacity(3 * graph.level_count() + 1);
    launches.push(drive_ports(graph.pins()));
    for level in 0..graph.level_count() {
        let nodes = graph.level(level);
        let end = nodes.end;
        launches.push(at_nodes(sweep, nodes, graph.fanin_first()));
        launches.push(slews.enter(Kernel::EnterSlews, end));
        launches.push(arrivals.enter(Kernel::EnterArrivals, end));
    }
    launches
}

/// Arrivals where it is another. What latches are given is found on the way, or stays.
pub(crate) fn arrivals(graph: &TimingGraph, given: Option<&Given>) -> Vec<KernelLaunch> {
    let mut arrivals = Stated::new(graph.sources(), |source| source.node);
    let mut launches = Vec::with_capacity(2 * graph.level_count());
    for level in 0..graph.level_count() {
        let nodes = graph.level(level);
        let end = nodes.end;
        launches.extend(given.map(|given| given.launch(Kernel::GiveTime, &nodes)));
        launches.push(at_nodes(Kernel::ForwardArrivals, nodes, graph.fanin_first()));
        launches.push(arrivals.enter(Kernel::EnterArrivals, end));
    }
    launches
}

fn forward_delays(graph: &PinGraph, calculator: Calculator) -> Vec<KernelLaunch> {
    let [_, sweep] = sweeps(calculator);
    let of_pins = stated_slews(graph);
    let mut slews = Stated::new(&of_pins, |&(node, _)| node);
    let structure = graph.structure();
    let mut launches = Vec::with_capacity(2 * structure.level_count() + 1);
    launches.push(drive_ports(graph));
    for level in 0..structure.level_count() {
        let nodes = structure.level(level);
        let end = nodes.end;
        launches.push(at_nodes(sweep, nodes, structure.fanin_first()));
        launches.push(slews.enter(Kernel::EnterSlews, end));
    }
    launches
}
