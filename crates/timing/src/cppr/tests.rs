//! Credits and lists of random clock networks whose points have many vertices, against what the definitions say of their traces.

use proptest::prelude::*;
use zeroslack_graph::{Ids, NodeId, VertexId};
use zeroslack_netlist::PinId;
use zeroslack_testing::config;
use zeroslack_units::{Quad, Split, Ticks, UNDEFINED, quad, slack};

use super::captures::worst_pair;
use super::forest::{ClockForest, NO_VERTEX, NONE, Traced, Traces};
use super::points::CommonPoint;
use super::prune::{End, Entry, Pruning};

/// Choices that proptest can shrink; 0 when they are used up.
struct Choices(std::vec::IntoIter<u8>);

impl Choices {
    fn below(&mut self, count: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % count
    }
}

/// Vertices on traces, as a graph with one vertex a transition and node has them.
#[derive(Debug, Default)]
struct Network {
    pins: Vec<PinId>,
    arrivals: Vec<Quad<Ticks>>,
    vertices: Vec<Traced>,
    /// Vertices of each pin, as places in `vertices`.
    by_pin: Vec<Vec<usize>>,
}

impl Network {
    /// A tree, or anything else.
    fn new(choices: &mut Choices, is_tree: bool) -> Self {
        let mut network = Self::default();
        for _ in 0..=choices.below(if is_tree { 16 } else { 10 }) {
            let kind = match (network.by_pin.is_empty(), is_tree) {
                (true, _) => 0,
                (_, true) => 2,
                _ => choices.below(6),
            };
            match kind {
                0 => network.add_start(choices),
                1 => network.add_meeting(choices),
                _ => network.add_pin_after(choices),
            }
        }
        network
    }

    /// A pin where clocks start.
    fn add_start(&mut self, choices: &mut Choices) {
        let nodes = self.begin_pin(1 + choices.below(3));
        for vertex in nodes.flat_map(NodeId::vertices) {
            let reached = [2, 2, 2, 2, 2, 2, 1, 0][choices.below(8)];
            let early = choices.below(6) as Ticks;
            let spread = choices.below(4) as Ticks;
            let at = [(reached != 1).then_some(early), (reached != 0).then_some(early + spread)];
            self.add(vertex, [None; 2], at);
        }
    }

    /// A pin whose vertices come from one other pin's, each from one; mostly equally many ticks later.
    fn add_pin_after(&mut self, choices: &mut Choices) {
        let back = choices.below(self.by_pin.len().min(3));
        let above = self.by_pin[self.by_pin.len() - 1 - back].clone();
        let [first, last] =
            [above[0], above[above.len() - 1]].map(|at| self.vertices[at].vertex.node().index());
        let mut nodes = self.begin_pin(last + 1 - first);
        let start = nodes.next().map_or(0, NodeId::index);
        let is_inverting = choices.below(3) == 0;
        let delays = [0, 1].map(|_| self.delay(choices));
        let is_even = choices.below(3) != 0;
        let mut found = Vec::new();
        for from in above {
            if choices.below(8) == 7 {
                continue;
            }
            let above = self.vertices[from].vertex;
            let transition = above.transition();
            let transition = if is_inverting { transition.opposite() } else { transition };
            let to = NodeId::at(start + above.node().index() - first).vertex(transition);
            let delay = if is_even { delays[transition as usize] } else { self.delay(choices) };
            let at = [0, 1].map(|split| Some(self.at(from, split)? + delay[split]));
            found.push((to, at.map(|at| at.map(|_| from)), at));
        }
        found.sort_unstable();
        for (to, from, at) in found {
            self.add(to, from, at);
        }
        self.drop_empty_pin();
    }

    /// A pin whose vertices come from any others.
    fn add_meeting(&mut self, choices: &mut Choices) {
        let nodes = self.begin_pin(1 + choices.below(2));
        let known = self.vertices.len();
        for vertex in nodes.flat_map(NodeId::vertices) {
            let delay = self.delay(choices);
            let from = [0, 1].map(|split| {
                let from = known - 1 - choices.below(known.min(12));
                self.at(from, split).map(|at| (from, at + delay[split]))
            });
            self.add(vertex, from.map(|from| Some(from?.0)), from.map(|from| Some(from?.1)));
        }
        self.drop_empty_pin();
    }

    /// Early and late.
    fn delay(&self, choices: &mut Choices) -> [Ticks; 2] {
        let early = choices.below(3) as Ticks;
        [early, early + choices.below(6) as Ticks - 2]
    }

    fn begin_pin(&mut self, nodes: usize) -> impl Ids<NodeId> + use<> {
        let first = self.pins.len();
        let pin = PinId(self.by_pin.len() as u32);
        self.pins.resize(first + nodes, pin);
        self.arrivals.resize(self.pins.len(), quad(UNDEFINED));
        self.by_pin.push(Vec::new());
        NodeId::all(first..first + nodes)
    }

    fn drop_empty_pin(&mut self) {
        if self.by_pin.last().is_some_and(Vec::is_empty) {
            self.by_pin.pop();
            self.pins.truncate(self.pins.iter().filter(|pin| pin.index() < self.by_pin.len()).count());
            self.arrivals.truncate(self.pins.len());
        }
    }

    fn add(&mut self, vertex: VertexId, from: [Option<usize>; 2], at: [Option<Ticks>; 2]) {
        if at == [None; 2] {
            return;
        }
        for (split, at) in at.into_iter().enumerate() {
            self.arrivals[vertex.node().index()][split][vertex.transition() as usize] =
                at.unwrap_or(UNDEFINED);
        }
        let from = from.map(|from| from.map_or(NO_VERTEX, |from| self.vertices[from].vertex));
        let pins = self.by_pin.len();
        self.by_pin[pins - 1].push(self.vertices.len());
        self.vertices.push(Traced { vertex, from });
    }

    fn at(&self, place: usize, split: usize) -> Option<Ticks> {
        self.traces().arrival(self.vertices[place].vertex, Split::ALL[split])
    }

    fn traces(&self) -> Traces<'_> {
        Traces { pins: &self.pins, arrivals: &self.arrivals }
    }

    fn forest(&self, rule: CommonPoint) -> ClockForest {
        let number = vec![NONE; 2 * self.pins.len()];
        let pin_graph_node = |node: NodeId| NodeId::at(self.pins[node.index()].index());
        ClockForest::of_traces(number, self.vertices.clone(), &self.traces(), pin_graph_node, rule)
    }

    /// The vertices of a trace, the last one first.
    fn trace(&self, vertex: VertexId, split: Split) -> Vec<VertexId> {
        let from = |vertex: &VertexId| {
            let at = self.vertices.iter().find(|traced| traced.vertex == *vertex)?;
            Some(at.from[split as usize]).filter(|&from| from != NO_VERTEX)
        };
        std::iter::successors(Some(vertex), from).collect()
    }

    fn spread(&self, late: VertexId, early: VertexId) -> Ticks {
        let at = [self.traces().arrival(late, Split::Late), self.traces().arrival(early, Split::Early)];
        at[0].zip(at[1]).map_or(0, |(late, early)| late - early)
    }

    /// Late less early arrival where a vertex's traces start.
    fn own(&self, vertex: VertexId) -> Ticks {
        let start = |split: Split| {
            let is_reached = self.traces().arrival(vertex, split).is_some();
            self.trace(vertex, split).last().copied().filter(|_| is_reached)
        };
        let starts = start(Split::Late).zip(start(Split::Early));
        starts.map_or(0, |(late, early)| self.spread(late, early))
    }

    /// By definition.
    fn credit(&self, launch: VertexId, capture: VertexId, split: Split, rule: CommonPoint) -> Ticks {
        let pin = |vertex: VertexId| self.pins[vertex.node().index()];
        let is_one = |a: VertexId, b: VertexId| {
            pin(a) == pin(b) && (rule == CommonPoint::SamePin || a.transition() == b.transition())
        };
        let (launching, capturing) = (self.trace(launch, split), self.trace(capture, split.opposite()));
        let place = |capture: VertexId| launching.iter().position(|&launch| is_one(launch, capture));
        let common = capturing.iter().enumerate().find_map(|(at, &b)| Some((place(b)?, at)));
        let Some((a, b)) = common else { return 0 };
        let run = launching[a..].iter().zip(&capturing[b..]).take_while(|(a, b)| is_one(**a, **b));
        let joined = run.last().map(|(&a, &b)| [a, b]);
        let is_one_start = pin(launching[launching.len() - 1]) == pin(capturing[capturing.len() - 1]);
        let of_side = |side: usize, common: VertexId| {
            let constant = match (rule, split) {
                _ if !is_one_start => joined.map_or(0, |joined| self.spread(joined[side], joined[side])),
                (CommonPoint::SameTransition, Split::Late) => self.own(common),
                _ => 0,
            };
            self.spread(common, common) - constant
        };
        of_side(0, launching[a]).min(of_side(1, capturing[b]))
    }

    /// The vertices that something arrives at in a split.
    fn reached(&self, split: Split) -> Vec<VertexId> {
        let vertices = self.vertices.iter().map(|traced| traced.vertex);
        vertices.filter(|&vertex| self.traces().arrival(vertex, split).is_some()).collect()
    }
}

fn compare_credits(network: &Network, forest: &ClockForest, split: Split, rule: CommonPoint) {
    for &launch in &network.reached(split) {
        for &capture in &network.reached(split.opposite()) {
            let expected = network.credit(launch, capture, split, rule);
            let found = forest.credit(forest.number(launch), forest.number(capture), split);
            assert_eq!(found, expected, "{launch:?} {capture:?} {split:?} {rule:?}");
            assert!((forest.least_credit(split)..=forest.greatest_credit(split)).contains(&found));
        }
    }
}

/// No lane rises less than all of them are said to, and none more.
fn compare_rises(forest: &ClockForest) {
    for vertex in 0..forest.top.len() as u32 {
        let (mut above, mut peak) = (vertex, forest.spread[vertex as usize]);
        while above != forest.lane(above) {
            above = forest.from[above as usize][0];
            let (spread, point) = (forest.spread[above as usize], forest.point(above));
            assert!(forest.rise(point, forest.point(vertex)) <= forest.spread[vertex as usize] - spread);
            peak = peak.max(spread);
            assert!(forest.growth_from(point, vertex) >= peak - spread);
        }
    }
}

/// Some entries of an end of paths, whose clock vertices traces of a split reach.
fn entries(network: &Network, forest: &ClockForest, split: Split, choices: &mut Choices) -> Vec<Entry> {
    let clocks = network.reached(split);
    let clock = |choices: &mut Choices| match choices.below(20) {
        choice if choice == 19 || clocks.is_empty() => NONE,
        choice => forest.number(clocks[choice * 7 % clocks.len()]),
    };
    (0..choices.below(20)).map(|_| Entry { time: choices.below(9) as Ticks, clock: clock(choices) }).collect()
}

/// What is kept of some arrivals has the worst of all for every capture, of some required times for every launch; and what is kept of both has the worst pair.
fn compare_lists(network: &Network, forest: &ClockForest, split: Split, choices: &mut Choices) {
    let mut both = Vec::new();
    for (end, trace) in [(End::Launch, split), (End::Capture, split.opposite())] {
        let all = entries(network, forest, trace, choices);
        let (mut arriving, mut kept) = (all.clone(), Vec::new());
        let pruning = Pruning { forest, split, end, width: forest.swing(split) };
        pruning.keep(&mut arriving, &mut kept, &mut Vec::new());
        for other in
            network.reached(trace.opposite()).into_iter().map(|other| forest.number(other)).chain([NONE])
        {
            let worst = |entries: &[Entry]| {
                let slack = |entry: &Entry| match end {
                    End::Launch => slack(split, entry.time, 0) + forest.credit(entry.clock, other, split),
                    End::Capture => slack(split, 0, entry.time) + forest.credit(other, entry.clock, split),
                };
                entries.iter().map(slack).min()
            };
            assert_eq!(worst(&kept), worst(&all), "{end:?} {other} {split:?}: {kept:?} of {all:?}");
        }
        both.push((all, kept));
    }
    let [(launches, kept_launches), (captures, kept_captures)] = &both[..] else { unreachable!() };
    let pairs = launches.iter().flat_map(|launch| captures.iter().map(move |capture| (launch, capture)));
    let slacks = pairs.map(|(launch, capture)| {
        slack(split, launch.time, capture.time) + forest.credit(launch.clock, capture.clock, split)
    });
    let (launches_kept, captures_kept) = (kept_launches.iter().copied(), kept_captures.iter().copied());
    let found = worst_pair((forest, split), launches_kept, captures_kept);
    assert_eq!(found, slacks.min(), "{split:?}: {launches:?} and {captures:?}");
}

fn check(bytes: Vec<u8>, is_tree: bool) {
    let mut choices = Choices(bytes.into_iter());
    let network = Network::new(&mut choices, is_tree);
    for rule in [CommonPoint::SamePin, CommonPoint::SameTransition] {
        let forest = network.forest(rule);
        compare_rises(&forest);
        for split in Split::ALL {
            compare_credits(&network, &forest, split, rule);
            for _ in 0..LISTS {
                compare_lists(&network, &forest, split, &mut choices);
            }
        }
    }
}

/// Lists of each network, split and rule.
const LISTS: usize = 4;

proptest! {
    #![proptest_config(config(4000))]

    #[test]
    fn points_of_many_vertices(bytes in prop::collection::vec(any::<u8>(), 0..800)) {
        check(bytes, false);
    }

    #[test]
    fn deep_lanes(bytes in prop::collection::vec(any::<u8>(), 0..1000)) {
        check(bytes, true);
    }
}
