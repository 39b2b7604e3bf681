//! The k worst paths by a plain best-first search, straight from their definition.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

use zeroslack::graph::TimingGraph;
use zeroslack::timing::{EndpointKind, Timing};
use zeroslack::units::{Ticks, Transition, UNDEFINED, slack, ticks};
use zeroslack_cuda::{PathRoot, PathSearchQuery};

/// Stands for a stated start where there could be an arc.
pub const NONE: u32 = u32::MAX;

/// A path in the order of the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Known {
    pub slack: Ticks,
    /// So that fewer deviations go first.
    deviation_count: usize,
    pub root: usize,
    /// (steps from the end, arc).
    pub deviations: Vec<(u32, u32)>,
}

/// A way into a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Way {
    cost: Ticks,
    arc: u32,
    from: u32,
}

/// The worst first.
type Ways = Rc<Vec<Way>>;

pub struct Reference<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
    /// With what each requires.
    pub roots: Vec<(PathRoot, Ticks)>,
    known_ways: RefCell<HashMap<(u32, usize), Ways>>,
}

impl<'a> Reference<'a> {
    pub fn new(graph: &'a TimingGraph, timing: &'a Timing) -> Self {
        let mut roots = Vec::new();
        for (index, endpoint) in graph.endpoints().iter().enumerate() {
            for kind in EndpointKind::ALL {
                for check in endpoint.checks.clone() {
                    let model = &graph.check_models()[graph.checks()[check as usize].model as usize];
                    if kind != EndpointKind::Check(model.kind) {
                        continue;
                    }
                    for transition in Transition::ALL {
                        let number = check as usize;
                        let required =
                            timing.check_required_before_cppr(&graph.checks()[number], number, transition);
                        let check = Some(check);
                        roots.push((PathRoot { endpoint: index as u32, kind, check, transition }, required));
                    }
                }
                if let (EndpointKind::Output(split), Some(output)) = (kind, endpoint.output) {
                    for transition in Transition::ALL {
                        let stated = graph.outputs()[output as usize].required;
                        let root = PathRoot { endpoint: index as u32, kind, check: None, transition };
                        roots.push((root, stated[split as usize][transition as usize]));
                    }
                }
            }
        }
        roots.retain(|root| root.1 != UNDEFINED);
        Self { graph, timing, roots, known_ways: RefCell::default() }
    }

    fn arrival(&self, vertex: u32, split: usize) -> Ticks {
        self.timing.arrivals()[vertex as usize / 2][split][vertex as usize % 2]
    }

    fn ways(&self, vertex: u32, split: usize) -> Ways {
        let mut known = self.known_ways.borrow_mut();
        Rc::clone(known.entry((vertex, split)).or_insert_with(|| Rc::new(self.find_ways(vertex, split))))
    }

    /// The worst way first, then the others by arc, a stated start last.
    fn find_ways(&self, vertex: u32, split: usize) -> Vec<Way> {
        let worst = self.arrival(vertex, split);
        let cost = |arrival: Ticks| if split == 0 { arrival - worst } else { worst - arrival };
        let to = Transition::of(vertex);
        let mut ways = Vec::new();
        for arc in self.graph.fanin(vertex as usize / 2) {
            let source = self.graph.arc_sources()[arc];
            let delay = self.timing.delays()[arc][split][to as usize];
            let from = source.vertex(to);
            if source.has(to) && !delay.is_nan() && self.arrival(from, split) != UNDEFINED {
                let cost = cost(self.arrival(from, split) + ticks(delay));
                ways.push(Way { cost, arc: arc as u32, from });
            }
        }
        for source in self.graph.sources().iter().filter(|source| source.node == vertex / 2) {
            let stated = source.arrival[split][to as usize];
            if stated != UNDEFINED {
                ways.push(Way { cost: cost(stated), arc: NONE, from: NONE });
            }
        }
        let rank = |way: &Way| {
            let pin = (way.arc != NONE).then(|| self.graph.node_pins()[way.from as usize / 2].index());
            (way.cost, way.arc == NONE, pin, way.from % 2, way.arc)
        };
        if let Some(best) = ways.iter().copied().min_by_key(rank) {
            ways.retain(|way| *way != best);
            ways.insert(0, best);
        }
        ways
    }

    fn root_vertex(&self, root: usize) -> (u32, usize) {
        let root = &self.roots[root].0;
        let node = self.graph.endpoints()[root.endpoint as usize].node;
        (2 * node + root.transition as u32, root.kind.split() as usize)
    }

    /// From end to start: vertices, and the arc from each towards its end.
    fn steps(&self, path: &Known) -> Vec<(u32, u32)> {
        let (vertex, split) = self.root_vertex(path.root);
        let mut steps = vec![(vertex, NONE)];
        let mut deviations = path.deviations.iter().peekable();
        loop {
            let place = steps.len() as u32 - 1;
            let vertex = steps[place as usize].0;
            let deviation = deviations.next_if(|deviation| deviation.0 == place).map(|deviation| deviation.1);
            let ways = self.ways(vertex, split);
            let way = match deviation {
                Some(arc) => ways[1..].iter().find(|way| way.arc == arc),
                None => ways.first(),
            };
            let Some(way) = way.filter(|way| way.arc != NONE) else { break };
            steps.push((way.from, way.arc));
            if self.graph.is_launch(way.arc as usize) {
                break;
            }
        }
        assert!(deviations.next().is_none(), "a deviation where the path does not come");
        steps
    }

    /// Vertices from start to end, and the arc by which each is reached.
    pub fn vertices(&self, path: &Known) -> (Vec<u32>, Vec<u32>) {
        let steps = self.steps(path);
        let vertices = steps.iter().rev().map(|step| step.0).collect();
        let arcs = [NONE].into_iter().chain(steps[1..].iter().rev().map(|step| step.1)).collect();
        (vertices, arcs)
    }

    pub fn worst(&self, query: &PathSearchQuery) -> Vec<Known> {
        let mut open = Open { heap: BinaryHeap::new(), best: BinaryHeap::new(), query };
        for root in 0..self.roots.len() {
            let (vertex, split) = self.root_vertex(root);
            let slack =
                slack(self.roots[root].0.kind.split(), self.arrival(vertex, split), self.roots[root].1);
            if slack != UNDEFINED && query.splits[split] {
                open.push(Known { slack, deviation_count: 0, root, deviations: vec![] });
            }
        }
        let mut found = Vec::new();
        while found.len() < query.count as usize
            && let Some(Reverse(path)) = open.heap.pop()
        {
            self.add_children(&path, &mut open);
            found.push(path);
        }
        found
    }

    fn add_children(&self, path: &Known, open: &mut Open<'_>) {
        if query_is_deepest(open.query, path) {
            return;
        }
        let split = self.root_vertex(path.root).1;
        let steps = self.steps(path);
        let first = path.deviations.last().map_or(0, |deviation| deviation.0 + 1);
        for (place, &(vertex, arc)) in steps.iter().enumerate().skip(first as usize) {
            // Behind a launch there is the clock.
            if arc != NONE && self.graph.is_launch(arc as usize) {
                return;
            }
            for way in self.ways(vertex, split).iter().skip(1) {
                let slack = path.slack + way.cost;
                if !open.takes(slack) {
                    continue;
                }
                let mut deviations = path.deviations.clone();
                deviations.push((place as u32, way.arc));
                let deviation_count = deviations.len();
                open.push(Known { slack, deviation_count, root: path.root, deviations });
            }
        }
    }
}

fn query_is_deepest(query: &PathSearchQuery, path: &Known) -> bool {
    query.max_deviations.is_some_and(|most| path.deviation_count >= most as usize)
}

struct Open<'a> {
    heap: BinaryHeap<Reverse<Known>>,
    /// The best slacks there are.
    best: BinaryHeap<Ticks>,
    query: &'a PathSearchQuery,
}

impl Open<'_> {
    /// Whether fewer paths than are wanted are better.
    fn takes(&self, slack: Ticks) -> bool {
        let is_full = self.best.len() >= self.query.count as usize;
        self.query.slack_less_than.is_none_or(|most| slack < most)
            && !(is_full && self.best.peek().is_none_or(|&worst| slack > worst))
    }

    fn push(&mut self, path: Known) {
        if !self.takes(path.slack) {
            return;
        }
        if self.best.len() >= self.query.count as usize {
            self.best.pop();
        }
        self.best.push(path.slack);
        self.heap.push(Reverse(path));
    }
}
