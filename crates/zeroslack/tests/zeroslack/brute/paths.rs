//! Arrivals and required times by walking every path there is.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use zeroslack::sdc::{ClockEdge, Constraints};
use zeroslack::units::{Split, Ticks, Transition};

use super::design::Design;
use super::edges::Tag;
use super::structure::Vertex;

/// An edge with its delay, early and late: none where no signal comes.
#[derive(Clone, Copy, Debug)]
pub struct Weighted {
    pub from: Vertex,
    pub to: Vertex,
    pub weight: [Option<Ticks>; 2],
    /// The engine's arc.
    pub arc: usize,
    /// Whether a clock launches data here.
    pub launches: bool,
}

/// Designs with more (partial) paths are left out.
pub const MOST_PATHS: usize = 100_000;

/// Where signals start.
pub struct Start {
    pub vertex: Vertex,
    /// By split.
    pub arrival: [Option<Ticks>; 2],
    /// None where another start at the vertex has the tag.
    tag: Option<Tag>,
}

/// The worst arrival at a vertex, and the path that makes it.
pub type Worst = Option<(Ticks, Vec<Vertex>)>;

/// What all paths forward tell.
pub struct Arrivals<'a> {
    design: &'a Design,
    /// `[vertex][split]`. Of equal paths the one that the engine promises.
    pub worst: Vec<[Worst; 2]>,
    /// `[vertex]`: what the signals are that get there.
    pub tags: Vec<BTreeSet<Tag>>,
    /// Number of paths walked.
    pub count: usize,
}

impl<'a> Arrivals<'a> {
    /// None if there are too many paths.
    pub fn new(
        design: &'a Design,
        edges: &[Weighted],
        constraints: &Constraints,
        drives: &Drives,
    ) -> Option<Self> {
        let vertices = 2 * design.side_count();
        let (worst, tags) = (vec![[None, None]; vertices], vec![BTreeSet::new(); vertices]);
        let mut arrivals = Self { design, worst, tags, count: 0 };
        let mut out = vec![Vec::new(); vertices];
        for edge in edges {
            out[edge.from].push(*edge);
        }
        for start in starts(constraints, drives) {
            arrivals.walk(&out, &start, &mut vec![start.vertex], start.arrival)?;
        }
        Some(arrivals)
    }

    fn walk(
        &mut self,
        out: &[Vec<Weighted>],
        start: &Start,
        path: &mut Vec<Vertex>,
        sums: [Option<Ticks>; 2],
    ) -> Option<()> {
        self.count += 1;
        if self.count > MOST_PATHS {
            return None;
        }
        let vertex = *path.last().unwrap();
        self.tags[vertex].extend(start.tag);
        for split in Split::ALL {
            let Some(sum) = sums[split as usize] else { continue };
            let worst = &mut self.worst[vertex][split as usize];
            if worst
                .as_ref()
                .is_none_or(|worst| is_worse(self.design, split, (sum, path), (worst.0, &worst.1)))
            {
                *worst = Some((sum, path.clone()));
            }
        }
        for edge in &out[vertex] {
            path.push(edge.to);
            let sums = [0, 1].map(|split| Some(sums[split]? + edge.weight[split]?));
            let tag = start.tag.map(|tag| Tag { is_clock: tag.is_clock && !edge.launches, ..tag });
            self.walk(out, &Start { tag, ..*start }, path, sums)?;
            path.pop();
        }
        Some(())
    }

    /// The worst arrival.
    pub fn at(&self, vertex: Vertex, split: Split) -> Option<Ticks> {
        Some(self.worst[vertex][split as usize].as_ref()?.0)
    }
}

/// Later for late, sooner for early. Of equals the one that, seen from its end, has the lower vertex where the two
/// part, pins counting as they are numbered whatever their side; one that goes on behind the other's start is preferred.
fn is_worse(
    design: &Design,
    split: Split,
    (a, path_a): (Ticks, &[Vertex]),
    (b, path_b): (Ticks, &[Vertex]),
) -> bool {
    let place = |vertex: &Vertex| (design.pin_of(vertex / 2), vertex % 2);
    let by_time = if split == Split::Late { a.cmp(&b) } else { b.cmp(&a) };
    let apart = path_a
        .iter()
        .rev()
        .zip(path_b.iter().rev())
        .map(|(a, b)| place(b).cmp(&place(a)))
        .find(|order| order.is_ne());
    let by_path = apart.unwrap_or(path_a.len().cmp(&path_b.len()));
    by_time.then(by_path) == Ordering::Greater
}

/// What becomes of signals where they start.
#[derive(Default)]
pub struct Drives {
    /// By how much later they start than stated, by split, where something drives a port; none where it makes no signal.
    pub later: BTreeMap<Vertex, [Option<Ticks>; 2]>,
    /// Where constants let none start.
    pub dead: BTreeSet<Vertex>,
}

pub fn starts(constraints: &Constraints, drives: &Drives) -> Vec<Start> {
    let mut starts = stated_starts(constraints);
    starts.retain(|start| !drives.dead.contains(&start.vertex));
    for start in &mut starts {
        if let Some(later) = drives.later.get(&start.vertex) {
            start.arrival = [0, 1].map(|split| Some(start.arrival[split]? + later[split]?));
        }
    }
    starts
}

fn stated_starts(constraints: &Constraints) -> Vec<Start> {
    let mut starts = Vec::new();
    for (pin, stated) in &constraints.clock_arrivals {
        let [early, late] = stated;
        for (transition, (&early, &late)) in early.iter().zip(late).enumerate() {
            let (vertex, arrival) = (2 * pin.index() + transition, [early, late]);
            starts.push(Start { vertex, arrival, tag: None });
        }
    }
    for (port, stated) in constraints.all_input_delays() {
        let start = stated.edge.map_or(0, |edge| constraints.clocks[edge.clock].edges[edge.edge as usize]);
        for transition in 0..2 {
            let arrival = [0, 1].map(|split| stated.delay[split][transition].map(|delay| start + delay));
            let is_launch = arrival != [None, None];
            let vertex = 2 * port.index() + transition;
            starts.push(Start {
                vertex,
                arrival,
                tag: is_launch.then_some(Tag { launch: stated.edge, is_clock: false }),
            });
        }
    }
    for (id, clock) in constraints.clocks.iter() {
        for pin in &clock.sources {
            let is_stated = constraints.clock_arrivals.contains_key(pin);
            for edge in Transition::ALL {
                let arrival = (!is_stated).then_some(clock.edges[edge as usize]);
                let launch = Some(ClockEdge { clock: id, edge });
                let tag = Some(Tag { launch, is_clock: true });
                starts.push(Start { vertex: 2 * pin.index() + edge as usize, arrival: [arrival; 2], tag });
            }
        }
    }
    starts
}

/// A time required at a vertex.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    pub vertex: Vertex,
    pub split: Split,
    pub time: Ticks,
}

/// The tightest required time at each vertex, over all paths on to a requirement. `[vertex][split]`; none if there are
/// too many.
pub fn required_times(
    vertices: usize,
    edges: &[Weighted],
    requirements: &[Requirement],
) -> Option<Vec<[Option<Ticks>; 2]>> {
    let mut into = vec![Vec::new(); vertices];
    for edge in edges {
        into[edge.to].push(*edge);
    }
    let mut back = Back { into: &into, required: vec![[None; 2]; vertices], count: 0 };
    for requirement in requirements {
        back.walk(requirement.vertex, requirement.split, requirement.time)?;
    }
    Some(back.required)
}

struct Back<'a> {
    into: &'a [Vec<Weighted>],
    required: Vec<[Option<Ticks>; 2]>,
    count: usize,
}

impl Back<'_> {
    fn walk(&mut self, vertex: Vertex, split: Split, time: Ticks) -> Option<()> {
        self.count += 1;
        if self.count > MOST_PATHS {
            return None;
        }
        let required = &mut self.required[vertex][split as usize];
        let tighter = if split == Split::Late { Ticks::min } else { Ticks::max };
        *required = Some(required.map_or(time, |known| tighter(known, time)));
        for edge in &self.into[vertex] {
            if let Some(weight) = edge.weight[split as usize] {
                self.walk(edge.from, split, time - weight)?;
            }
        }
        Some(())
    }
}
