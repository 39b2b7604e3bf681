//! The k worst paths over all endpoints, exact, after CPPR where that is on.
//!
//! A path is found as a *deviation* from one found before: the same end up to some vertex, another edge into it, and from there
//! on the worst way back to a start (Guo and others, DAC 2021). What the worst way back is worth is known at every vertex: its worst
//! arrival, or with CPPR the worst over the few arrivals that can matter for the capture at hand. So every candidate stands for one path
//! and carries its exact slack, and paths leave the heap in order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use zeroslack_graph::TimingGraph;
use zeroslack_timing::{CommonPaths, EndpointKind, EndpointSlack, Timing};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, slack, ticks};

use crate::{Path, Step, trace};

/// Searches the paths of a timed graph.
#[derive(Debug)]
pub struct Search<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
    common: Option<CommonPaths>,
}

/// Where paths end: one transition of a check or of an output.
#[derive(Clone, Copy, Debug)]
struct End {
    endpoint: u32,
    kind: EndpointKind,
    check: Option<u32>,
    transition: Transition,
    /// Before CPPR.
    required: Ticks,
    node: u32,
}

/// A step backwards: a vertex, and the arc from it towards the end (none at the end itself).
type BackStep = (u32, Option<u32>);

/// A path in the making: what it shares with its parent, and where it leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    slack: Ticks,
    end: u32,
    /// Order of creation, so that equals have one.
    number: u32,
    /// The path it deviates from; none for the worst path of an end.
    parent: Option<u32>,
    /// How many of the parent's steps it shares.
    shared: u32,
    /// Ticks from the last shared vertex to the end.
    suffix: Ticks,
    way: Way,
}

/// How a path comes to a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// It starts here, as a constraint states.
    Start,
    /// By an arc.
    Arc(u32),
}

/// A way into a vertex, and the worst slack of the paths that take it.
#[derive(Clone, Copy)]
struct Choice {
    slack: Ticks,
    way: Way,
}

impl<'a> Search<'a> {
    /// For a timed graph, with CPPR if its last update was.
    pub fn new(graph: &'a TimingGraph, timing: &'a Timing) -> Self {
        let common = timing.has_cppr().then(|| CommonPaths::new(graph, timing));
        Self { graph, timing, common }
    }

    /// The `count` worst paths of some splits, worst first; of equal slacks the first endpoint, the first kind, the first transition.
    pub fn worst(&self, count: usize, splits: &[Split]) -> Vec<Path> {
        let ends = self.ends(splits);
        self.search(&ends, count)
    }

    /// The worst path to an endpoint in a kind.
    pub fn worst_to(&self, end: &EndpointSlack) -> Option<Path> {
        let ends: Vec<End> = self
            .ends_of(end.endpoint, end.kind)
            .filter(|other| other.transition == end.transition && other.check == end.check)
            .collect();
        self.search(&ends, 1).pop()
    }

    fn ends(&self, splits: &[Split]) -> Vec<End> {
        let endpoints = 0..self.graph.endpoints().len() as u32;
        let kinds = || EndpointKind::ALL.into_iter().filter(|kind| splits.contains(&kind.split()));
        endpoints.flat_map(|endpoint| kinds().flat_map(move |kind| self.ends_of(endpoint, kind))).collect()
    }

    fn ends_of(&self, index: u32, kind: EndpointKind) -> impl Iterator<Item = End> + '_ {
        let endpoint = &self.graph.endpoints()[index as usize];
        let node = endpoint.node;
        let checks = endpoint.checks.clone().map(Some).filter(move |check| {
            let model = check.map(|check| self.graph.checks()[check as usize].model as usize);
            model.is_some_and(|model| kind == EndpointKind::Check(self.graph.check_models()[model].kind))
        });
        let output = endpoint.output.filter(|_| matches!(kind, EndpointKind::Output(_)));
        let places = checks.map(|check| (check, None)).chain(output.map(|output| (None, Some(output))));
        places.flat_map(move |(check, output)| {
            Transition::ALL.into_iter().filter_map(move |transition| {
                let required = match (check, output) {
                    (Some(index), _) => {
                        let check = &self.graph.checks()[index as usize];
                        self.timing.check_required_before_cppr(check, index as usize, transition)
                    }
                    (None, Some(output)) => {
                        self.graph.outputs()[output as usize].required[kind.split() as usize]
                            [transition as usize]
                    }
                    (None, None) => UNDEFINED,
                };
                let end = End { endpoint: index, kind, check, transition, required, node };
                (required != UNDEFINED).then_some(end)
            })
        })
    }

    fn search(&self, ends: &[End], count: usize) -> Vec<Path> {
        let mut open = Open::new(count);
        for (index, end) in ends.iter().enumerate() {
            let vertex = 2 * end.node + end.transition as u32;
            let slack = self.ways(end, vertex, 0).map(|choice| choice.slack).min();
            open.push(slack, index as u32, |slack, number| Candidate {
                slack,
                end: index as u32,
                number,
                parent: None,
                shared: 0,
                suffix: 0,
                way: Way::Start,
            });
        }
        let mut found: Vec<(Candidate, Vec<BackStep>)> = Vec::new();
        while found.len() < count
            && let Some(candidate) = open.pop()
        {
            let steps = self.complete(&found, ends, &candidate, found.len() as u32, &mut open);
            found.push((candidate, steps));
        }
        found
            .iter()
            .map(|(candidate, steps)| self.path(&ends[candidate.end as usize], candidate.slack, steps))
            .collect()
    }

    /// Follows a candidate back to its start, and offers the ways not taken as candidates of their own.
    fn complete(
        &self,
        found: &[(Candidate, Vec<BackStep>)],
        ends: &[End],
        candidate: &Candidate,
        number: u32,
        open: &mut Open,
    ) -> Vec<BackStep> {
        let end = &ends[candidate.end as usize];
        let (mut steps, mut suffix) = (Vec::new(), candidate.suffix);
        match candidate.parent {
            None => steps.push((2 * end.node + end.transition as u32, None)),
            Some(parent) => {
                steps.extend_from_slice(&found[parent as usize].1[..candidate.shared as usize]);
                let Way::Arc(arc) = candidate.way else { return steps };
                if self.take(arc, end, &mut steps, &mut suffix) {
                    return steps;
                }
            }
        }
        loop {
            let vertex = steps[steps.len() - 1].0;
            let Some(best) = self.ways(end, vertex, suffix).min_by_key(|choice| self.rank(vertex, choice))
            else {
                return steps;
            };
            for other in self.ways(end, vertex, suffix).filter(|choice| choice.way != best.way) {
                open.push(Some(other.slack), candidate.end, |slack, place| Candidate {
                    slack,
                    end: candidate.end,
                    number: place,
                    parent: Some(number),
                    shared: steps.len() as u32,
                    suffix,
                    way: other.way,
                });
            }
            match best.way {
                Way::Start => return steps,
                Way::Arc(arc) => {
                    if self.take(arc, end, &mut steps, &mut suffix) {
                        return steps;
                    }
                }
            }
        }
    }

    /// Steps back over an arc. Returns whether it is a launch, where the search ends.
    fn take(&self, arc: u32, end: &End, steps: &mut Vec<BackStep>, suffix: &mut Ticks) -> bool {
        let to = Transition::of(steps[steps.len() - 1].0);
        *suffix += self.delay(arc, to, end.kind.split());
        steps.push((self.graph.arc_sources()[arc as usize].vertex(to), Some(arc)));
        self.graph.is_launch(arc as usize)
    }

    fn delay(&self, arc: u32, to: Transition, split: Split) -> Ticks {
        ticks(self.timing.delays()[arc as usize][split as usize][to as usize])
    }

    /// Worst first; of equals the source with the lowest (pin, transition), then a start: as [`trace`] goes.
    fn rank(&self, vertex: u32, choice: &Choice) -> impl Ord + use<> {
        let source = match choice.way {
            Way::Start => None,
            Way::Arc(arc) => {
                let source = self.graph.arc_sources()[arc as usize];
                let pin = self.graph.node_pins()[source.node() as usize];
                Some((pin, source.from(Transition::of(vertex)), arc))
            }
        };
        (choice.slack, source.is_none(), source)
    }

    /// All ways into a vertex that a signal takes, `suffix` before an end.
    fn ways<'s>(&'s self, end: &'s End, vertex: u32, suffix: Ticks) -> impl Iterator<Item = Choice> + 's {
        let (node, to, split) = (vertex as usize / 2, Transition::of(vertex), end.kind.split());
        let arcs = self.graph.fanin(node).filter_map(move |arc| {
            let source = self.graph.arc_sources()[arc];
            if !source.has(to) || self.timing.delays()[arc][split as usize][to as usize].is_nan() {
                return None;
            }
            let arc = arc as u32;
            let suffix = suffix + self.delay(arc, to, split);
            let slack =
                self.worst_from(end, source.vertex(to), suffix, self.graph.is_launch(arc as usize))?;
            Some(Choice { slack, way: Way::Arc(arc) })
        });
        let stated = self
            .stated(vertex, split)
            .map(|arrival| Choice { slack: slack(split, arrival + suffix, end.required), way: Way::Start });
        stated.into_iter().chain(arcs)
    }

    /// The worst slack over all paths through a vertex, `suffix` before an end, where `launching` says that the next edge launches.
    fn worst_from(&self, end: &End, vertex: u32, suffix: Ticks, launching: bool) -> Option<Ticks> {
        let split = end.kind.split();
        let plain = self.timing.arrivals()[vertex as usize / 2][split as usize][vertex as usize % 2];
        let slack_of = |arrival| slack(split, arrival + suffix, end.required);
        let Some(common) = self.common.as_ref().filter(|_| end.check.is_some()) else {
            return (plain != UNDEFINED).then(|| slack_of(plain));
        };
        let credit = |launch| self.credit(common, end, launch);
        if launching {
            return (plain != UNDEFINED).then(|| slack_of(plain) + credit(common.launch(vertex)));
        }
        common
            .entries(split, vertex)
            .iter()
            .map(|entry| slack_of(entry.arrival) + credit(entry.launch()))
            .min()
    }

    fn credit(&self, common: &CommonPaths, end: &End, launch: Option<u32>) -> Ticks {
        end.check.map_or(0, |check| {
            common.credit(launch, self.graph.checks()[check as usize].clock, end.kind.split())
        })
    }

    /// The arrival that a constraint states at a vertex.
    fn stated(&self, vertex: u32, split: Split) -> Option<Ticks> {
        let sources = self.graph.sources();
        let at = sources.binary_search_by_key(&(vertex / 2), |source| source.node).ok()?;
        let arrival = sources[at].arrival[split as usize][vertex as usize % 2];
        (arrival != UNDEFINED).then_some(arrival)
    }

    /// From steps backwards to a path: the launching clock's trace, the data, the capturing clock's trace.
    fn path(&self, end: &End, slack: Ticks, back: &[BackStep]) -> Path {
        let split = end.kind.split();
        let (start, _) = back[back.len() - 1];
        // A launch is a clock pin, and comes with its clock's trace; any other start has only itself.
        let is_launched =
            back.last().and_then(|step| step.1).is_some_and(|arc| self.graph.is_launch(arc as usize));
        let mut data = if is_launched {
            trace(self.graph, self.timing, start / 2, Transition::of(start), split)
        } else {
            let arrival = self.stated(start, split).unwrap_or(UNDEFINED);
            vec![Step { node: start / 2, transition: Transition::of(start), arc: None, arrival }]
        };
        let mut arrival = data.last().map_or(UNDEFINED, |step| step.arrival);
        for pair in back.windows(2).rev() {
            let ((vertex, _), (_, arc)) = (pair[0], pair[1]);
            let transition = Transition::of(vertex);
            arrival += arc.map_or(0, |arc| self.delay(arc, transition, split));
            data.push(Step { node: vertex / 2, transition, arc, arrival });
        }
        let capture = end.check.map(|check| self.graph.checks()[check as usize].clock);
        let launch = self.common.as_ref().filter(|_| is_launched).and_then(|common| common.launch(start));
        let credit = self.common.as_ref().map_or(0, |common| self.credit(common, end, launch));
        let required = match split {
            Split::Early => end.required - credit,
            Split::Late => end.required + credit,
        };
        let (endpoint, kind, check, transition) = (end.endpoint, end.kind, end.check, end.transition);
        Path {
            end: EndpointSlack { endpoint, kind, check, transition, arrival, required, slack },
            data,
            capture: capture.map_or(Vec::new(), |clock| {
                trace(self.graph, self.timing, clock / 2, Transition::of(clock), split.opposite())
            }),
            credit,
        }
    }
}

/// Candidates that are still among the best `count`.
struct Open {
    heap: BinaryHeap<Reverse<Candidate>>,
    /// Slack and end of the best `count` offered so far, the last on top.
    best: BinaryHeap<(Ticks, u32)>,
    count: usize,
    number: u32,
}

impl Open {
    fn new(count: usize) -> Self {
        Self { heap: BinaryHeap::new(), best: BinaryHeap::new(), count, number: 0 }
    }

    /// Every candidate is a path, so one behind the best `count` offered so far is none of the `count` worst. Of equal slacks that of
    /// the later end is behind: it may have been offered first.
    fn push(&mut self, slack: Option<Ticks>, end: u32, make: impl FnOnce(Ticks, u32) -> Candidate) {
        let Some(slack) = slack else { return };
        if self.best.len() >= self.count {
            if self.best.peek().is_none_or(|&last| (slack, end) >= last) {
                return;
            }
            self.best.pop();
        }
        self.best.push((slack, end));
        self.heap.push(Reverse(make(slack, self.number)));
        self.number += 1;
    }

    fn pop(&mut self) -> Option<Candidate> {
        self.heap.pop().map(|Reverse(candidate)| candidate)
    }
}
