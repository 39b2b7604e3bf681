//! The k worst paths over all endpoints after CPPR, exact.
//!
//! A path is found as a *deviation* from one found before: the same end up to some vertex, another edge into it, and from there
//! on the worst way back to a start (Guo and others, DAC 2021). What the worst way back is worth is known at every vertex: the worst
//! over the few arrivals that can matter for the capture at hand. So every candidate stands for one path and carries its exact slack, and
//! paths leave the heap in order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use zeroslack_graph::TimingGraph;
use zeroslack_timing::{CommonPaths, EndpointSlack, Timing};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, slack, ticks};

use crate::beam::NONE;
use crate::path::Path;
use crate::root::{Root, roots, roots_of};
use crate::walk::stated;

/// Searches the paths of a graph that is timed with CPPR; [`crate::PathSearch`] is much faster where it is not.
#[derive(Debug)]
pub struct Search<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
    common: CommonPaths,
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
    /// For a graph whose last update was with CPPR.
    pub fn new(graph: &'a TimingGraph, timing: &'a Timing) -> Self {
        Self { graph, timing, common: CommonPaths::new(graph, timing) }
    }

    /// The `count` worst paths of some splits, worst first; of equal slacks the first endpoint, the first kind, the first transition.
    pub fn worst(&self, count: usize, splits: &[Split]) -> Vec<Path> {
        let split = match splits {
            [] => return Vec::new(),
            [split] => Some(*split),
            _ => None,
        };
        self.search(&roots(self.graph, self.timing, split), count)
    }

    /// The worst path to an endpoint in a kind.
    pub fn worst_to(&self, end: &EndpointSlack) -> Option<Path> {
        let roots = roots_of(self.graph, self.timing, end.endpoint, end.kind);
        let is_this = |root: &Root| root.transition() == end.transition && root.check == end.check;
        self.search(&roots.filter(is_this).collect::<Vec<_>>(), 1).pop()
    }

    fn search(&self, ends: &[Root], count: usize) -> Vec<Path> {
        let mut open = Open::new(count);
        for (index, end) in ends.iter().enumerate() {
            let slack = self.ways(end, end.vertex, 0).map(|choice| choice.slack).min();
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
        ends: &[Root],
        candidate: &Candidate,
        number: u32,
        open: &mut Open,
    ) -> Vec<BackStep> {
        let end = &ends[candidate.end as usize];
        let (mut steps, mut suffix) = (Vec::new(), candidate.suffix);
        match candidate.parent {
            None => steps.push((end.vertex, None)),
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
    fn take(&self, arc: u32, end: &Root, steps: &mut Vec<BackStep>, suffix: &mut Ticks) -> bool {
        let to = Transition::of(steps[steps.len() - 1].0);
        *suffix += self.delay(arc, to, end.split());
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
    fn ways<'s>(&'s self, end: &'s Root, vertex: u32, suffix: Ticks) -> impl Iterator<Item = Choice> + 's {
        let (node, to, split) = (vertex as usize / 2, Transition::of(vertex), end.split());
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
        let stated = stated(self.graph, vertex, split)
            .map(|arrival| Choice { slack: slack(split, arrival + suffix, end.required), way: Way::Start });
        stated.into_iter().chain(arcs)
    }

    /// The worst slack over all paths through a vertex, `suffix` before an end, where `launching` says that the next edge launches.
    fn worst_from(&self, end: &Root, vertex: u32, suffix: Ticks, launching: bool) -> Option<Ticks> {
        let split = end.split();
        let plain = self.timing.arrivals()[vertex as usize / 2][split as usize][vertex as usize % 2];
        let slack_of = |arrival| slack(split, arrival + suffix, end.required);
        if end.check.is_none() {
            return (plain != UNDEFINED).then(|| slack_of(plain));
        }
        let credit = |launch| self.credit(end, launch);
        if launching {
            return (plain != UNDEFINED).then(|| slack_of(plain) + credit(self.common.launch(vertex)));
        }
        self.common
            .entries(split, vertex)
            .iter()
            .map(|entry| slack_of(entry.arrival) + credit(entry.launch()))
            .min()
    }

    fn credit(&self, end: &Root, launch: Option<u32>) -> Ticks {
        end.check.map_or(0, |check| {
            self.common.credit(launch, self.graph.checks()[check as usize].clock, end.split())
        })
    }

    /// From steps backwards to a path.
    fn path(&self, end: &Root, slack: Ticks, back: &[BackStep]) -> Path {
        let (start, arc) = back[back.len() - 1];
        let launch =
            arc.filter(|&arc| self.graph.is_launch(arc as usize)).and_then(|_| self.common.launch(start));
        let credit = self.credit(end, launch);
        let required = match end.split() {
            Split::Early => end.required - credit,
            Split::Late => end.required + credit,
        };
        let vertices: Vec<u32> = back.iter().rev().map(|step| step.0).collect();
        // A step holds the arc that leads on from it.
        let arcs: Vec<u32> = [None]
            .into_iter()
            .chain(back.iter().rev().map(|step| step.1))
            .map(|arc| arc.unwrap_or(NONE))
            .collect();
        let end = Root { required, ..*end }.with_slack(slack);
        Path::new(self.graph, self.timing, end, credit, (&vertices, &arcs[..vertices.len()]))
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
