//! Every path of every clock edge through the design, as far as it stays a clock.

use std::collections::BTreeMap;

use zeroslack::sdc::PathPart;
use zeroslack::units::{Quad, Split, Ticks, Transition};

use super::network::{BySplit, ClockEdge, Network, Setting, Spot, latency_at};
use super::vertex::{Tag, Vertex};

/// A way of a clock edge from a source.
#[derive(Clone, Debug)]
pub struct ClockPath {
    pub vertices: Vec<Vertex>,
    /// At each of them.
    pub arrivals: Vec<BySplit>,
}

impl ClockPath {
    fn last(&self) -> (Vertex, BySplit) {
        (self.vertices[self.vertices.len() - 1], self.arrivals[self.arrivals.len() - 1])
    }
}

/// Designs with more paths are left out.
pub const MOST_PATHS: usize = 4000;

/// All paths by the vertex they lead to.
pub struct ClockPaths<'a> {
    network: &'a Network,
    setting: &'a Setting,
    /// Pins by number where clocks start, and from which on they are propagated.
    sources: Vec<usize>,
    propagated: Vec<usize>,
    count: usize,
    pub to: BTreeMap<Vertex, Vec<ClockPath>>,
}

/// The worse of two arrivals.
pub fn worse(split: Split, a: Option<Ticks>, b: Option<Ticks>) -> Option<Ticks> {
    match (a, b, split) {
        (Some(a), Some(b), Split::Early) => Some(a.min(b)),
        (Some(a), Some(b), Split::Late) => Some(a.max(b)),
        _ => a.or(b),
    }
}

/// The worst of several arrivals.
fn worst(split: Split, times: impl Iterator<Item = Ticks>) -> Option<Ticks> {
    times.fold(None, |known, time| worse(split, known, Some(time)))
}

/// What is later by a delay.
pub fn later(arrival: BySplit, delay: BySplit) -> BySplit {
    [0, 1].map(|split| Some(arrival[split]? + delay[split]?))
}

impl<'a> ClockPaths<'a> {
    /// None if there are too many.
    pub fn new(network: &'a Network, setting: &'a Setting) -> Option<Self> {
        let pins = |names: &[String]| names.iter().map(|name| network.pin(name)).collect::<Vec<usize>>();
        let sources = setting.clocks.iter().flat_map(|clock| pins(&clock.sources)).collect();
        let propagated = pins(&setting.propagated_pins);
        let mut paths = Self { network, setting, sources, propagated, count: 0, to: BTreeMap::new() };
        for clock in 0..setting.clocks.len() {
            for pin in pins(&setting.clocks[clock].sources) {
                for edge in Transition::ALL {
                    paths.start(Spot { pin, transition: edge }, ClockEdge { clock, edge })?;
                }
            }
        }
        paths.act_ideally();
        Some(paths)
    }

    /// Whether a clock starts at a pin; then nothing else passes it.
    pub fn is_source(&self, pin: usize) -> bool {
        self.sources.contains(&pin)
    }

    fn start(&mut self, spot: Spot, edge: ClockEdge) -> Option<()> {
        let is_propagated =
            self.setting.clocks[edge.clock].is_propagated || self.propagated.contains(&spot.pin);
        let tag = Tag { launch: Some(edge), is_clock: true, is_propagated };
        let arrival =
            Split::ALL.map(|split| Some(self.setting.at_source(edge, &self.network.names[spot.pin], split)));
        self.walk(ClockPath { vertices: vec![Vertex::new(spot, tag)], arrivals: vec![arrival] })
    }

    fn walk(&mut self, path: ClockPath) -> Option<()> {
        self.count += 1;
        if self.count > MOST_PATHS {
            return None;
        }
        let (vertex, arrival) = path.last();
        let network = self.network;
        for step in network.from(vertex.spot).filter(|step| !step.launches && !step.is_ideal) {
            if self.is_source(step.to.pin) {
                continue;
            }
            let is_propagated = vertex.tag.is_propagated || self.propagated.contains(&step.to.pin);
            let mut next = path.clone();
            next.vertices.push(Vertex::new(step.to, Tag { is_propagated, ..vertex.tag }));
            next.arrivals.push(later(arrival, step.delay(PathPart::Clock)));
            self.walk(next)?;
        }
        self.to.entry(vertex).or_default().push(path);
        Some(())
    }

    /// Registers see ideal clocks at their edges, as late as constraints say.
    fn act_ideally(&mut self) {
        let is_ideal =
            |vertex: &&Vertex| !vertex.tag.is_propagated && self.network.is_register_clock(vertex.spot.pin);
        let ideal: Vec<Vertex> = self.to.keys().filter(is_ideal).copied().collect();
        for reached in ideal {
            let arrival = Split::ALL.map(|split| self.ideal_arrival(reached, split));
            let vertex = Vertex { is_ideal: true, ..reached };
            self.to.insert(vertex, vec![ClockPath { vertices: vec![vertex], arrivals: vec![arrival] }]);
        }
    }

    /// When an ideal clock's edge acts at a vertex that it reaches.
    fn ideal_arrival(&self, reached: Vertex, split: Split) -> Option<Ticks> {
        let edge = reached.tag.launch?;
        let sources = self.setting.clocks[edge.clock].sources.iter();
        let start = worst(split, sources.map(|pin| self.setting.at_source(edge, pin, split)))?;
        Some(start + worst(split, self.network_latencies(reached, split).into_iter())?)
    }

    /// What each way to a vertex says of the network's latency.
    pub fn network_latencies(&self, vertex: Vertex, split: Split) -> Vec<Ticks> {
        let edge = vertex.tag.launch.unwrap();
        let own = self.setting.clocks[edge.clock].network_latency[split as usize][edge.edge as usize];
        self.nearest(vertex, own, |pin| latency_at(&self.setting.pin_latencies, pin, edge, split))
    }

    /// What each way to a vertex says of the uncertainty of captures there.
    pub fn uncertainties(&self, vertex: Vertex, split: Split) -> Vec<Ticks> {
        let own = self.setting.clocks[vertex.tag.launch.unwrap().clock].uncertainty[split as usize];
        self.nearest(vertex, own, |pin| self.setting.pin_uncertainties.get(pin)?[split as usize])
    }

    /// On each way to a vertex what is stated last, at the vertex itself or before it; the clock's own where nothing is.
    fn nearest(&self, vertex: Vertex, own: Ticks, stated: impl Fn(&str) -> Option<Ticks>) -> Vec<Ticks> {
        let ways = &self.to[&Vertex { is_ideal: false, ..vertex }];
        let at = |vertex: &Vertex| stated(&self.network.names[vertex.spot.pin]);
        ways.iter().map(|way| way.vertices.iter().rev().find_map(at).unwrap_or(own)).collect()
    }

    /// The slews of ideal clocks at the clock pins that they reach, by pin.
    pub fn ideal_slews(&self) -> BTreeMap<usize, Quad<f32>> {
        let mut slews: BTreeMap<usize, Quad<f32>> = BTreeMap::new();
        for vertex in self.to.keys().filter(|vertex| vertex.is_ideal) {
            let [early, late] = self.setting.clocks[vertex.tag.launch.unwrap().clock].slew;
            let known = slews.entry(vertex.spot.pin).or_insert([early, late]);
            for at in [0, 1] {
                known[0][at] = known[0][at].min(early[at]);
                known[1][at] = known[1][at].max(late[at]);
            }
        }
        slews
    }

    /// Where clocks launch and capture at a spot.
    pub fn acting(&self, spot: Spot) -> impl Iterator<Item = Vertex> {
        let acts = |vertex: &Vertex| vertex.is_ideal != vertex.tag.is_propagated;
        self.to.keys().copied().filter(move |vertex| vertex.spot == spot && acts(vertex))
    }

    pub fn arrival(&self, vertex: Vertex, split: Split) -> Option<Ticks> {
        let arrivals = self.to[&vertex].iter().map(|path| path.last().1[split as usize]);
        arrivals.fold(None, |worst, arrival| worse(split, worst, arrival))
    }

    /// The path that makes the worst arrival; of several the one that, seen from its end, comes from the lowest vertex first.
    pub fn trace(&self, vertex: Vertex, split: Split) -> &[Vertex] {
        let worst = self.arrival(vertex, split);
        let made = self.to[&vertex].iter().filter(|path| path.last().1[split as usize] == worst);
        let backwards = |path: &&ClockPath| path.vertices.iter().rev().copied().collect::<Vec<Vertex>>();
        made.min_by_key(backwards).map_or(&[], |path| &path.vertices)
    }

    /// Late less early arrival.
    pub fn spread(&self, vertex: Vertex) -> Ticks {
        match Split::ALL.map(|split| self.arrival(vertex, split)) {
            [Some(early), Some(late)] => late - early,
            _ => 0,
        }
    }
}
