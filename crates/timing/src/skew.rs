//! The worst skew of clocks between registers that have a path between them.
//!
//! No pair of registers is enumerated. Where data takes no time, the arrival of data is that of the clock that launched it, so one timing pass with
//! CPPR finds, for every check, the launch that makes the skew worst in the direction that costs slack. The other direction is
//! that of skew that helps: it counts only if it is larger still. A sweep bounds it for every check, and the few checks whose bound is
//! larger are looked at one by one, worst bound first, until none is left.

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use zeroslack_graph::{
    Check, CheckId, CheckKind, CheckOrigin, Direction, LevelPart, NodeId, TimingGraph, VertexId, sweep_levels,
};
use zeroslack_netlist::PinId;
use zeroslack_sdc::{ClockEdge, ClockId, Clocks};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, defined};

use crate::cppr::ClockForest;
use crate::edge::has_signal;
use crate::launched::is_data;
use crate::timed_graph::value_at;
use crate::timing::Timing;

/// The skew of a clock between two of its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockSkew {
    /// The clock.
    pub clock: ClockId,
    /// Late for setup, early for hold.
    pub split: Split,
    /// The vertex of the clock pin that launches.
    pub launch: VertexId,
    /// The vertex of the clock pin that captures.
    pub capture: VertexId,
    /// By how much later than its own edge the clock comes to the register that launches: the latest for setup, the earliest for hold.
    pub launch_latency: Ticks,
    /// The same at the register that captures: the earliest for setup, the latest for hold.
    pub capture_latency: Ticks,
    /// By how much the capture is uncertain: what it adds to the skew, more for setup and less for hold.
    pub uncertainty: Ticks,
    /// What the clock paths have in common, which is no skew: what it adds to the skew, less for setup and more for hold.
    pub credit: Ticks,
}

impl ClockSkew {
    /// The latency of the launch less that of the capture, with uncertainty and credit.
    pub fn skew(&self) -> Ticks {
        self.launch_latency - self.capture_latency + self.uncertainty + self.credit
    }
}

/// The worst skew of each clock, in the order of clocks: the largest one, whichever of the registers is later, between a register that one of the clock's
/// edges opens and one with a setup (late) or hold check (early) against an edge of it, with a path between them. A clock without such a pair is
/// left out. Ideal clocks have the latencies that their networks give them. Of equals of one sign the first capturing pin counts, then the first
/// launching one; of a skew and its negative the first launching pin.
pub fn clock_skews(graph: &TimingGraph, timing: &Timing, clocks: &Clocks, split: Split) -> Vec<ClockSkew> {
    let skews = Skews::new(graph, timing.of_clocks_alone(graph, split), split);
    let mut ends: Vec<Vec<End>> = vec![Vec::new(); clocks.id_count()];
    for end in skews.ends() {
        ends[end.launch.clock.0 as usize].push(end);
    }
    ends.iter().filter_map(|ends| skews.worst(ends)).collect()
}

/// A transition of a check whose data and clock are of one clock.
#[derive(Clone, Copy, Debug)]
struct End {
    data: VertexId,
    capture: VertexId,
    capture_pin: PinId,
    launch: ClockEdge,
    /// The cost of a launch that comes when its own edge does.
    base: Ticks,
    /// What CPPR gives back to the worst launch, beyond what it gives to the one that arrives worst.
    credit: Ticks,
    capture_latency: Ticks,
    uncertainty: Ticks,
}

/// A pair of registers.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// By how much it reduces slack: the skew for setup, the negative of the skew for hold.
    cost: Ticks,
    launch: VertexId,
    end: End,
}

/// No launch.
const NONE: Ticks = Ticks::MAX;

/// Nodes that one thread takes at the least.
const NODES: usize = 256;

struct Skews<'a> {
    graph: &'a TimingGraph,
    /// Of clocks alone.
    timing: Timing,
    split: Split,
    forest: Option<Arc<ClockForest>>,
    /// The most that captures are credited. `[clock vertex]`.
    greatest_credits: Vec<Ticks>,
    /// What the launch costs that costs least, among those that come to a vertex. `[node][transition]`.
    least: Vec<[Ticks; 2]>,
}

impl<'a> Skews<'a> {
    fn new(graph: &'a TimingGraph, timing: Timing, split: Split) -> Self {
        let forest = timing.kept_clocks().cloned();
        let greatest_credits = forest.as_ref().map_or_else(Vec::new, |forest| forest.greatest_credits(split));
        let mut skews = Self { graph, timing, split, forest, greatest_credits, least: Vec::new() };
        skews.least = skews.least_costs();
        skews
    }

    /// By how much a launch that is later by some time reduces slack.
    fn cost_of(&self, time: Ticks) -> Ticks {
        match self.split {
            Split::Late => time,
            Split::Early => -time,
        }
    }

    fn arrival(&self, vertex: VertexId, split: Split) -> Option<Ticks> {
        defined(value_at(self.timing.arrivals(), vertex, split))
    }

    /// For each arc by which a signal comes to a vertex: whether a clock launches it there, and the vertex where the arc starts, of the clock if so.
    fn before(&self, vertex: VertexId) -> impl Iterator<Item = (bool, VertexId)> + '_ {
        let (graph, to) = (self.graph, vertex.transition());
        graph.fanin(vertex.node()).filter_map(move |arc| {
            let source = graph.arc_source(arc);
            let delay = self.timing.delays()[arc.index()][self.split as usize][to as usize];
            (source.has(to) && has_signal(delay)).then(|| (graph.is_launch(arc), source.vertex(to)))
        })
    }

    fn least_costs(&self) -> Vec<[Ticks; 2]> {
        let graph = self.graph;
        let mut least = vec![[NONE; 2]; graph.node_count()];
        let nodes_here = |(): &mut (), part: LevelPart<'_, [Ticks; 2], ()>| {
            let LevelPart { nodes, done, here, .. } = part;
            for (node, least) in NodeId::all(nodes).zip(here) {
                for to in Transition::ALL.into_iter().filter(|&to| is_data(graph, node.vertex(to))) {
                    let costs = self.before(node.vertex(to)).map(|(launches, vertex)| {
                        if launches {
                            self.arrival(vertex, self.split).map_or(NONE, |time| self.cost_of(time))
                        } else {
                            done[vertex.node().index()][vertex.transition() as usize]
                        }
                    });
                    least[to as usize] = costs.min().unwrap_or(NONE);
                }
            }
        };
        sweep_levels(
            graph.structure().into(),
            Direction::Forward,
            NODES,
            (&mut least, ()),
            || (),
            nodes_here,
        );
        least
    }

    /// All ends, in the order of checks.
    fn ends(&self) -> impl Iterator<Item = End> + '_ {
        let checks = self.graph.checks().iter().zip(0_usize..);
        let of_split = checks.filter(|(check, _)| {
            let kind = self.graph.check_kind(check);
            let is_of_register = matches!(self.graph.check_origin(check), CheckOrigin::Library { .. });
            check.split == self.split && is_of_register && matches!(kind, CheckKind::Setup | CheckKind::Hold)
        });
        of_split.flat_map(move |(check, index)| {
            Transition::ALL.into_iter().filter_map(move |transition| self.end(check, index, transition))
        })
    }

    fn end(&self, check: &Check, index: usize, transition: Transition) -> Option<End> {
        let (graph, data) = (self.graph, check.data.vertex(transition));
        if !is_data(graph, data)
            || self.least[check.data.index()][transition as usize] == NONE
            || self.timing.check_required_before_cppr(graph, (check, CheckId::at(index)), transition)
                == UNDEFINED
        {
            return None;
        }
        let (launch, capture) = (graph.launch_edge(data)?, graph.launch_edge(check.clock)?);
        if launch.clock != capture.clock {
            return None;
        }
        let capture_latency = self.arrival(check.clock, self.split.opposite())?;
        let credits = self.timing.credits().get(index);
        Some(End {
            data,
            capture: check.clock,
            capture_pin: graph.pin(check.clock.node()),
            launch,
            base: check.uncertainty - self.cost_of(capture_latency),
            credit: credits.map_or(0, |credits| credits[transition as usize]),
            capture_latency,
            uncertainty: check.uncertainty,
        })
    }

    /// The largest skew among the ends of a clock.
    fn worst(&self, ends: &[End]) -> Option<ClockSkew> {
        let costly = self.most_costly(ends)?;
        let helping = self.least_costly(ends, costly.cost.abs());
        let larger = helping.filter(|helping| self.rank(helping) > self.rank(&costly));
        Some(self.skew(&larger.unwrap_or(costly)))
    }

    /// The order of the worst pairs of both directions, the larger last.
    fn rank(&self, pair: &Pair) -> (Ticks, Reverse<PinId>) {
        (pair.cost.abs(), Reverse(self.launch_pin(pair)))
    }

    fn launch_pin(&self, pair: &Pair) -> PinId {
        self.graph.pin(pair.launch.node())
    }

    /// The pair that costs most.
    fn most_costly(&self, ends: &[End]) -> Option<Pair> {
        let costs = ends.iter().filter_map(|end| {
            let arrival = self.arrival(end.data, self.split)?;
            Some((end.base + self.cost_of(arrival) - end.credit, Reverse(end.capture_pin), end))
        });
        let (cost, _, end) = costs.max_by_key(|&(cost, pin, _)| (cost, pin))?;
        let least_credit = self.forest.as_ref().map_or(0, |forest| forest.least_credit(self.split));
        let reaches = |vertex: VertexId| {
            let arrival = self.arrival(vertex, self.split);
            arrival.is_some_and(|arrival| end.base + self.cost_of(arrival) - least_credit >= cost)
        };
        let pairs = self.pairs(end, reaches).into_iter();
        pairs.max_by_key(|pair| (pair.cost, Reverse(self.launch_pin(pair))))
    }

    /// The pair that costs least, if it helps by `at_least` or more.
    fn least_costly(&self, ends: &[End], at_least: Ticks) -> Option<Pair> {
        let bounds = ends.iter().map(|end| (self.least_cost(end, end.data), end.capture_pin, end));
        let mut bounds: Vec<(Ticks, PinId, &End)> =
            bounds.filter(|&(least, ..)| least < 0 && least <= -at_least).collect();
        bounds.sort_by_key(|&(least, pin, _)| (least, pin));
        let mut best: Option<Pair> = None;
        for (least, pin, end) in bounds {
            if best.is_some_and(|best| (best.cost, best.end.capture_pin) <= (least, pin)) {
                break;
            }
            let limit = best.map_or(-at_least, |best| best.cost);
            let pairs = self.pairs(end, |vertex| self.least_cost(end, vertex) <= limit).into_iter();
            let Some(pair) = pairs.min_by_key(|pair| (pair.cost, self.launch_pin(pair))) else { continue };
            let is_better = match best {
                Some(best) => (pair.cost, pin) < (best.cost, best.end.capture_pin),
                None => pair.cost < 0 && pair.cost <= -at_least,
            };
            best = if is_better { Some(pair) } else { best };
        }
        best
    }

    /// No launch that comes to an end by a vertex costs less than this.
    fn least_cost(&self, end: &End, vertex: VertexId) -> Ticks {
        let least = self.least[vertex.node().index()][vertex.transition() as usize];
        if least == NONE {
            return NONE;
        }
        let number = self.forest.as_ref().map(|forest| forest.number(end.capture) as usize);
        let credit = number.and_then(|number| self.greatest_credits.get(number));
        end.base + least - credit.copied().unwrap_or(0)
    }

    /// The pairs of an end and the launches that come there over vertices that fulfil a condition.
    fn pairs(&self, end: &End, fulfils: impl Fn(VertexId) -> bool) -> Vec<Pair> {
        let mut launches: FxHashSet<VertexId> = FxHashSet::default();
        let (mut open, mut seen) = (vec![end.data], FxHashSet::default());
        while let Some(vertex) = open.pop() {
            for (is_launch, before) in self.before(vertex) {
                if is_launch {
                    launches.insert(before);
                } else if fulfils(before) && seen.insert(before) {
                    open.push(before);
                }
            }
        }
        let pair = |launch: VertexId| {
            let cost = end.base + self.cost_of(self.arrival(launch, self.split)?);
            Some(Pair { cost: cost - self.credit(launch, end), launch, end: *end })
        };
        launches.into_iter().filter_map(pair).collect()
    }

    fn credit(&self, launch: VertexId, end: &End) -> Ticks {
        self.forest
            .as_ref()
            .map_or(0, |forest| forest.credit(forest.number(launch), forest.number(end.capture), self.split))
    }

    fn skew(&self, pair: &Pair) -> ClockSkew {
        let Pair { launch, end, .. } = *pair;
        let launch_latency = self.arrival(launch, self.split).unwrap_or(0);
        ClockSkew {
            clock: end.launch.clock,
            split: self.split,
            launch,
            capture: end.capture,
            launch_latency,
            capture_latency: end.capture_latency,
            uncertainty: self.cost_of(end.uncertainty),
            credit: -self.cost_of(self.credit(launch, &end)),
        }
    }
}
