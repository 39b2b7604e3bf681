//! What each exception decides in a design: how many endpoints and paths, and who decides in its place elsewhere.
//!
//! This is found on a graph of its own, in which exceptions that make the same of their paths are told apart and false paths go on to their ends.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellLibrary, Netlist, PinId};
use zeroslack_sdc::{ClockEdge, ClockId, Constraints, Exception, ExceptionKind};
use zeroslack_units::{Split, Transition, UNDEFINED};

use super::decide::{Deciders, Ending, in_split};
use super::{ItemId, Matching};
use crate::graph::TimingGraph;
use crate::ids::{NodeId, VertexId};

/// What exceptions decide, and how clocks meet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExceptionCoverage {
    /// Of each exception, in the order of [`Exceptions::list`](zeroslack_sdc::Exceptions::list) of what applies to the netlist.
    pub exceptions: Vec<ExceptionUse>,
    /// Of each pair of a launching and a capturing clock that paths lead from and to, in the order of clocks.
    pub crossings: Vec<ClockCrossing>,
}

/// What one exception decides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExceptionUse {
    /// All that it matches.
    pub matched: PathCount,
    /// Of that, what it decides.
    pub decided: PathCount,
    /// The exceptions that decide in its place, by their places, in order.
    pub shadowed_by: Vec<u32>,
    /// Whether some of what it matches is not timed because groups of clocks part launch and capture.
    pub is_parted: bool,
}

/// How many paths there are, of early and late data together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathCount {
    /// Pins where they end.
    pub endpoints: usize,
    /// Ways from a startpoint to an endpoint, for each pair of a launching and a capturing clock edge. Exact up to 2^53.
    pub paths: f64,
}

/// Paths from one clock to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockCrossing {
    /// The clock that launches; none for what no clock does.
    pub launch: Option<ClockId>,
    /// The clock that captures; none where a limit or a required time without a clock does.
    pub capture: Option<ClockId>,
    /// `[split]`.
    pub splits: [CrossingUse; 2],
}

/// How the paths from one clock to another are constrained in a split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrossingUse {
    /// Pins where some of them end.
    pub endpoints: usize,
    /// Pins where some that are timed end.
    pub timed: usize,
    /// Pins where some that are false end.
    pub untimed: usize,
    /// The exceptions that decide, but for path groups, by their places, in order.
    pub exceptions: Vec<u32>,
    /// Whether groups of clocks part the two: then none of the paths are timed, and no exception decides.
    pub is_parted: bool,
}

/// A signal that ends, against what captures it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Observed {
    pub(crate) vertex: VertexId,
    pub(crate) capture: Option<ClockEdge>,
    pub(crate) split: Split,
    /// Whether only false paths count: the time that is required is none of SDC's.
    pub(crate) is_fixed: bool,
    /// Whether groups of clocks part launch and capture: then nothing is timed.
    pub(crate) is_parted: bool,
}

/// Early and late: bit 1 and bit 2.
type Splits = usize;

/// Ways to a vertex of which the start is defined: in early, in late, in any of the two.
type Ways = [f64; 3];

/// Who decides of paths that end alike.
struct Outcome {
    matched: Vec<Matched>,
    /// `[split]`.
    deciders: [Deciders; 2],
}

/// An exception that matches.
struct Matched {
    exception: u32,
    /// Splits that it is about.
    has_say: Splits,
    /// Of these, where it decides.
    decides: Splits,
    /// Where it does not, who does.
    shadowed_by: Vec<(Splits, u32)>,
}

type OutcomeKey = (Vec<ItemId>, [Option<ClockEdge>; 2], Vec<u32>, Transition, bool);

impl TimingGraph {
    /// What each exception decides in a design. It takes about what making the graph takes, and is none, with errors, where that is none, or where exceptions that
    /// are all told apart have too many states (`GRAPH-013`).
    pub fn exception_coverage(
        netlist: &Netlist,
        library: &CellLibrary,
        constraints: &Constraints,
    ) -> (Option<ExceptionCoverage>, Diagnostics) {
        let mut diagnostics = Diagnostics::new();
        let mut coverage = ExceptionCoverage::default();
        let how = (Some(&mut coverage), &mut diagnostics);
        let graph = Self::build((netlist, library), constraints, |fanin| fanin.layout(), how);
        (graph.map(|_| coverage), diagnostics)
    }

    /// How many ways lead to each vertex from where paths start. `[vertex]`.
    fn ways(&self) -> Vec<Ways> {
        let mut ways = vec![[0.0; 3]; 2 * self.node_count()];
        let mut sources = self.sources().iter().peekable();
        for node in NodeId::all(0..self.node_count()) {
            for arc in self.fanin(node) {
                let (source, launches) = (self.arc_source(arc), self.is_launch(arc));
                for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                    let clock = |vertex: VertexId| self.launch_edge(vertex).map(|edge| edge.clock);
                    let (from, to) = (source.vertex(to), node.vertex(to));
                    // A clock that is generated there begins there.
                    let begins = clock(from) != clock(to);
                    let coming = ways[from.index()];
                    for (here, coming) in ways[to.index()].iter_mut().zip(coming) {
                        let one = f64::min(coming, 1.0);
                        *here = if begins {
                            f64::max(*here, one)
                        } else {
                            *here + if launches { one } else { coming }
                        };
                    }
                }
            }
            while let Some(source) = sources.next_if(|source| source.node == node) {
                for to in Transition::ALL {
                    let starts =
                        Split::ALL.map(|split| source.arrival[split as usize][to as usize] != UNDEFINED);
                    let here = &mut ways[node.vertex(to).index()];
                    for (here, starts) in here.iter_mut().zip([starts[0], starts[1], starts[0] | starts[1]]) {
                        *here += f64::from(u8::from(starts));
                    }
                }
            }
        }
        ways
    }
}

impl ExceptionCoverage {
    /// Of what ends in a graph of exceptions that are told apart.
    pub(crate) fn of(graph: &TimingGraph, matching: &Matching<'_>, mut observed: Vec<Observed>) -> Self {
        let ways = graph.ways();
        let key =
            |end: &Observed| (graph.pin(end.vertex.node()), end.vertex, end.capture, end.split as usize);
        observed.sort_unstable_by_key(key);
        observed.dedup();
        let count = matching.exceptions.map_or(0, |exceptions| exceptions.list().len());
        let mut counts = Counts { uses: vec![Used::default(); count], ..Counts::default() };
        let mut outcomes: FxHashMap<OutcomeKey, Outcome> = FxHashMap::default();
        for ends in observed.chunk_by(|a, b| a.vertex == b.vertex && a.capture == b.capture) {
            let (vertex, capture) = (ends[0].vertex, ends[0].capture);
            let pin = graph.pin(vertex.node());
            let (state, launch) = (graph.state(vertex), graph.launch_edge(vertex));
            let ending = Ending { vertex, state, launch, capture, pin, transition: vertex.transition() };
            let sets = matching.ends_of.get(&pin).cloned().unwrap_or_default();
            let Observed { is_fixed, is_parted, .. } = ends[0];
            let key = (state.to_vec(), [launch, capture], sets, vertex.transition(), is_fixed);
            let outcome = outcomes.entry(key).or_insert_with(|| {
                let mut matched = matching.matched(&ending);
                matched.retain(|(_, one)| !is_fixed || one.kind == ExceptionKind::False);
                Outcome::of(&matched)
            });
            let ways = ways[vertex.index()];
            let there: Splits = ends.iter().map(|end| bit(end.split)).sum();
            let clocks = [launch, capture].map(|edge| edge.map(|edge| edge.clock));
            match is_parted {
                true => counts.add_parted(pin, clocks, outcome, (there, &ways)),
                false => counts.add(pin, clocks, outcome, (there, &ways)),
            }
        }
        counts.finish()
    }
}

fn bit(split: Split) -> Splits {
    1 << split as usize
}

/// The ways that are defined in some splits.
fn in_splits(ways: &Ways, splits: Splits) -> f64 {
    if splits == 0 { 0.0 } else { ways[splits - 1] }
}

impl Outcome {
    fn of(matched: &[(u32, &Exception)]) -> Self {
        let deciders = Split::ALL.map(|split| Deciders::of(matched, split));
        let of_one = |&(place, one): &(u32, &Exception)| {
            let mut found = Matched { exception: place, has_say: 0, decides: 0, shadowed_by: Vec::new() };
            for split in Split::ALL {
                if !in_split(matched, split).any(|(other, _)| other == place) {
                    continue;
                }
                let deciders = &deciders[split as usize];
                found.has_say |= bit(split);
                if deciders.all().contains(&place) {
                    found.decides |= bit(split);
                } else {
                    found.shadowed_by.extend(deciders.in_place_of(one, split).map(|by| (bit(split), by)));
                }
            }
            found
        };
        Self { matched: matched.iter().map(of_one).collect(), deciders }
    }
}

/// What is counted of one exception, and the last endpoints at which it was.
#[derive(Clone, Debug, Default)]
struct Used {
    of: ExceptionUse,
    last: [Option<PinId>; 2],
}

/// A count of endpoints that come in order, and the last of each kind.
#[derive(Clone, Debug, Default)]
struct Crossed {
    of: [CrossingUse; 2],
    last: [[Option<PinId>; 3]; 2],
}

#[derive(Default)]
struct Counts {
    uses: Vec<Used>,
    crossings: BTreeMap<[Option<ClockId>; 2], Crossed>,
}

/// Adds 1 unless the pin was the last one.
fn count_pin(count: &mut usize, last: &mut Option<PinId>, pin: PinId) {
    if last.replace(pin) != Some(pin) {
        *count += 1;
    }
}

impl Used {
    /// So many paths to a pin match the exception.
    fn matched(&mut self, pin: PinId, paths: f64) {
        if paths > 0.0 {
            self.of.matched.paths += paths;
            count_pin(&mut self.of.matched.endpoints, &mut self.last[0], pin);
        }
    }
}

impl Counts {
    /// Paths from one clock to another end at a pin: what is counted of them.
    fn cross(
        &mut self,
        clocks: [Option<ClockId>; 2],
        split: Split,
        pin: PinId,
    ) -> (&mut CrossingUse, &mut [Option<PinId>; 3]) {
        let Crossed { of, last } = self.crossings.entry(clocks).or_default();
        let (of, last) = (&mut of[split as usize], &mut last[split as usize]);
        count_pin(&mut of.endpoints, &mut last[0], pin);
        (of, last)
    }

    /// Paths that end at a pin in some splits, by so many ways. Pins come in order.
    fn add(
        &mut self,
        pin: PinId,
        clocks: [Option<ClockId>; 2],
        outcome: &Outcome,
        (there, ways): (Splits, &Ways),
    ) {
        for one in &outcome.matched {
            let used = &mut self.uses[one.exception as usize];
            used.matched(pin, in_splits(ways, one.has_say & there));
            let Used { of, last } = used;
            let decided = in_splits(ways, one.decides & there);
            for &(split, by) in &one.shadowed_by {
                if in_splits(ways, split & there) > 0.0 && !of.shadowed_by.contains(&by) {
                    of.shadowed_by.push(by);
                }
            }
            if decided > 0.0 {
                of.decided.paths += decided;
                count_pin(&mut of.decided.endpoints, &mut last[1], pin);
            }
        }
        for split in Split::ALL {
            if there & bit(split) == 0 || in_splits(ways, bit(split)) == 0.0 {
                continue;
            }
            let (of, last) = self.cross(clocks, split, pin);
            let deciders = &outcome.deciders[split as usize];
            match deciders.false_path {
                Some(_) => count_pin(&mut of.untimed, &mut last[1], pin),
                None => count_pin(&mut of.timed, &mut last[2], pin),
            }
            let deciding = Deciders { groups: Vec::new(), ..deciders.clone() }.all();
            of.exceptions.extend(deciding);
            of.exceptions.sort_unstable();
            of.exceptions.dedup();
        }
    }

    /// The same of paths that groups of clocks part.
    fn add_parted(
        &mut self,
        pin: PinId,
        clocks: [Option<ClockId>; 2],
        outcome: &Outcome,
        (there, ways): (Splits, &Ways),
    ) {
        for one in &outcome.matched {
            let used = &mut self.uses[one.exception as usize];
            let matched = in_splits(ways, one.has_say & there);
            used.matched(pin, matched);
            used.of.is_parted |= matched > 0.0;
        }
        for split in Split::ALL {
            if in_splits(ways, bit(split) & there) > 0.0 {
                self.cross(clocks, split, pin).0.is_parted = true;
            }
        }
    }

    fn finish(self) -> ExceptionCoverage {
        let used = |Used { mut of, .. }: Used| {
            of.shadowed_by.sort_unstable();
            of
        };
        let crossing = |([launch, capture], crossed): ([Option<ClockId>; 2], Crossed)| ClockCrossing {
            launch,
            capture,
            splits: crossed.of,
        };
        ExceptionCoverage {
            exceptions: self.uses.into_iter().map(used).collect(),
            crossings: self.crossings.into_iter().map(crossing).collect(),
        }
    }
}
